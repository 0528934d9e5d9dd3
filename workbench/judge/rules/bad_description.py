# ruff: noqa: E501  (a list of words is one expression)
"""Descriptions that do not say what and when, or say everything."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.language import language

_WHEN = re.compile(
    r"\b(?:use|used|using|when(?:ever)?|if|before|after|while|during|trigger\w*|invoke[sd]?|call(?:ed)?|for (?:any|all|the|a|an|tasks|users|projects|work|questions|requests|\"|')|asks?|requests?|needs?|mentions?|wants?|must|proactively)\b"
    r"|とき|時に|場合|際|使用|使う|依頼|したら|时|当|用于|使用|场景",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"^\W*(?:this (?:skill|agent|command|tool) )?(?:is a |a |an |the |my |your )?(?:(?:very |really |super |simple |useful |handy |general |helpful |great |nice |small )+(?:skill|agent|helper|tool|command|utility|thing)\b"
    r"|(?:helps?|assists?|supports?|deals?|handles?|works?|does|do|useful|good|great|stuff|things|utilities|helpers?|misc\w*|various|everything|anything|all kinds)\b(?! (?:user\w*|developers?|teams?) (?:to )?\w+ \w+ \w+))"
    r"|^.{0,60}\b(?:things|stuff|etc|and (?:so on|more|similar|such)|various (?:things|tasks)|(?:general|all|any|different|common) (?:tasks|purposes|things))\W*$"
    r"|いろいろ|様々なこと|なんでも|などを手伝|各种(?:事情|任务)|帮助处理",
    re.IGNORECASE,
)
_BROAD = re.compile(
    r"\b(?:in (?:case of )?(?:any )?doubt,?(?: (?:use|call|run|invoke))?|if in doubt|when(?:ever)? in doubt|anything (?:at all|else|that|related|to do|and everything)|any(?:time|thing) (?:the user|you|someone)|everything (?:else|that|related)|always use (?:this|it)|for (?:any|every|all) (?:task|request|question|message|conversation|purpose|kind|reason)s?"
    r"|(?:use|call|run|invoke|trigger) (?:it |this |this skill )?(?:always|for everything|whenever possible|every time|all the time|at any time|as often as possible|in every conversation|no matter what|on every (?:message|request|task))|whenever there is any|could have to do|may have to do|does not hurt|doesn't hurt|every(?:thing)? (?:one|that one) can)\b"
    r"|どんな(?:とき|時|場合|依頼)でも|何でも|迷ったら(?:必ず)?使|任何情况|所有情况|什么都",
    re.IGNORECASE,
)
_VOICE = re.compile(
    r"^\W*(?:I|I'm|I'll|we|you can use (?:me|this)|hi|hello|let me)\b|\b(?:I can|I will|I help|ask me|use me)\b"
)
_LONG = 800


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """At most one finding: too vague, too broad, or in the wrong voice."""
    front = find_frontmatter(context.prompt.text)
    if front is None or "description" not in front.fields:
        return
    described = " ".join(front.text("description").split())
    if not described:
        return
    line = front.field_lines.get("description", 1)
    wide = language(described) in ("ja", "zh")
    words = len(described) / 2.2 if wide else len(described.split())
    whole = f"{described} {front.text('when_to_use')}"
    broad = _BROAD.search(whole)
    timed = bool(_WHEN.search(whole))
    # A command, or a skill that only people call, needs no words that trigger it.
    called = context.prompt.kind == "command" or front.text("disable-model-invocation") == "true"
    message = fix = ""
    confidence = "high"
    if broad and (len(described) > 400 or len(_BROAD.findall(whole)) > 1 or words < 25):
        message = f'The description triggers on nearly everything ("{broad[0]}", {len(described):,} characters).'
        fix = "Name the cases in which it is needed and one in which it is not."
    elif _VAGUE.search(described) and words < 14 and not re.search(r"[`\"“「]", described):
        if timed and words >= 8:
            return
        message = "The description says neither what is done nor when."
        fix = "Say what it does to what, then `Use when …` with the words that people use."
    elif words < 5 and not timed and not called:
        message = f"The description has {int(words)} words: too few to tell when it is meant."
        fix = "Say what it does to what, then `Use when …` with the words that people use."
        confidence = "medium"
    elif not timed and not called and context.prompt.kind in ("skill", "sub-agent"):
        message = "The description says what, but not when to use it."
        fix = "Add `Use when …` with the words that people use."
        confidence = "medium" if words < 12 else "low"
    elif _VOICE.search(described) and context.prompt.kind in ("skill", "sub-agent"):
        message = "The description speaks as `I` or to `you`; it is put into a list about skills."
        fix = "Write it in the third person."
        confidence = "medium"
    elif len(described) > _LONG:
        message = f"The description has {len(described):,} characters, all of them loaded always."
        fix = "Keep what it does and when to use it; move the rest into the body."
        confidence = "low"
    if message:
        yield rule.finding(line, message, text=described[:400], fix=fix, confidence=confidence)


RULE = Rule(
    id="bad-description",
    title="a description that does not trigger",
    severity="warning",
    confidence="high",
    why="The description is all that a model sees when it chooses: without what and when it "
    "never fires or always does.",
    source="Anthropic, Agent Skills best practices: what it does and when to use it, no vague words",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"skill", "sub-agent", "command", "cursor-rule"}),
    example="description: Helps with PDF things.",
    instead="description: Fills and flattens PDF forms. Use when a form (.pdf) is to be filled.",
    family="hosts",
)
