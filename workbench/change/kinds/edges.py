"""MOVE and ECHO: what a person does with the rules that were marked critical.

A marked rule in the weak place goes to the section of critical rules at the start; where it has to
stay, its exact words are repeated in one line at the end. One proposal a rule, and where there is
none, the reason. Never safe: that an edge helps is a convention until it was measured.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from workbench.change.ground import WEAK, Change, Ground
from workbench.change.ledger import ledger
from workbench.change.passages import Passage
from workbench.change.proposals import Draft, proposal_key
from workbench.change.scope import begins_afresh, stands_alone, topics
from workbench.change.section_words import words_for
from workbench.language.instructions import Instruction
from workbench.language.statements import alone
from workbench.language.titles import is_foremost_title, is_reminder_title
from workbench.measure.host_profile import cut_line
from workbench.measure.prior import FLOOR_TOKENS
from workbench.prompt.statement_ids import normal

#: More rules than these at one edge, and none of them stands out.
MOST = 7
#: Words of a rule that is read in one line.
_LONGEST_WORDS, _LONGEST = 60, 400
_LONGEST_TEXT = 120
_BY = {"you": "you marked", "author": "its author marked", "reading": "a model marked"}


@dataclass(frozen=True, slots=True)
class Left:
    """A marked rule in the weak place that no proposal is about.

    `line`, `end_line`: counted from 1, inclusive. `reason`: why it stays, for people.
    """

    line: int
    end_line: int
    text: str
    reason: str

    def to_dict(self) -> dict[str, object]:
        return {
            "line": self.line,
            "end_line": self.end_line,
            "text": self.text,
            "reason": self.reason,
        }

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}: stays"


def find(
    ground: Ground, refused: Collection[str], *, every: bool = False
) -> tuple[list[Draft], list[Left]]:
    """A draft for each marked rule in the weak place, or why it stays.

    Rules that the author labelled count when `every` rule is asked for, those that a person marked
    always.
    """
    drafts: list[Draft] = []
    stays: list[Left] = []
    if ground.fixed:
        return drafts, stays
    for unit, rule in _weak(ground, every):
        made = _plan(ground, unit, rule, drafts, refused)
        if isinstance(made, str):
            text = " ".join(rule.text.split())
            if len(text) > _LONGEST_TEXT:
                text = text[: _LONGEST_TEXT - 1].rstrip() + "…"
            stays.append(Left(rule.start_line, rule.end_line, text, made))
        else:
            drafts.append(made)
    return drafts, stays


def in_weak_place(ground: Ground, rule: Instruction) -> bool:
    """Whether a rule stands where this prompt is read worst, as the prior has it."""
    return WEAK[0] < ground.place(rule.start_line - 1, rule.end_line) < WEAK[1]


def prefix(ground: Ground, unit: Passage) -> str:
    """What stands in front of a rule elsewhere: `Release / Hotfixes: `."""
    words, names = words_for(ground.prompt.text), ground.carried(unit)
    if words is None or isinstance(names, str) or not names:
        return ""
    return words.joint.join(names) + words.colon


def at_an_edge(unit: Passage) -> bool:
    """Whether it stands in the prompt's own section of critical rules or reminders."""
    return any(is_foremost_title(name) or is_reminder_title(name) for name in unit.above)


def cannot_be_repeated(ground: Ground, unit: Passage, rule: Instruction) -> str:
    """Why a rule does not mean the same in a line of its own, in words; empty when it does."""
    if unit.foreign:
        return f"inside <{unit.tags[-1]}>, an example or a template"
    if at_an_edge(unit):
        return "in the prompt's own section of critical rules or reminders"
    names = ground.carried(unit)
    if isinstance(names, str):
        return names
    force = alone(rule.text, rule.lang)
    if not force or force.polarity != rule.polarity:
        return "its words bind only below its heading"
    if not stands_alone(rule.text):
        return "its words point at the text around it"
    if len(rule.text.split()) > _LONGEST_WORDS or len(rule.text) > _LONGEST:
        return "too long to repeat in one line"
    if volatile(rule.text):
        return "it holds what changes from run to run"
    return ""


def volatile(text: str) -> bool:
    """Whether words hold a value that is put in at run time: in front, it breaks the cache."""
    from workbench.language.literals import literals

    return any(one.kind == "placeholder" for one in literals(text))


def _weak(ground: Ground, every: bool) -> Iterator[tuple[Passage | None, Instruction]]:
    units = {rule.start: unit for unit in ground.passages for rule in unit.rules}
    for rule in ground.instructions:
        wanted = rule.critical if every else rule.critical_by == "you"
        if wanted and in_weak_place(ground, rule):
            yield units.get(rule.start), rule


def _plan(
    ground: Ground,
    unit: Passage | None,
    rule: Instruction,
    drafts: list[Draft],
    refused: Collection[str],
) -> Draft | str:
    if unit is None:
        where = {"cell": "in a table", "quote": "in a quotation", "heading": "a heading"}
        return where.get(rule.kind, "inside a block that is not taken apart")
    if len(drafts) >= MOST:
        return f"{MOST} other rules go to the edges already"
    if words_for(ground.prompt.text) is None:
        return "there are no headings in the language of this prompt"
    if any(
        proposal_key(k, w) in refused for k in ("MOVE", "ECHO") for w in (rule.text, unit.words)
    ):
        return "you refused to move or repeat it"
    if normal(rule.text) in _said_twice(ground):
        return "it is said in another place as well"
    against_move = _cannot_move(ground, unit, rule)
    if not against_move:
        made = _move(ground, unit, rule, drafts)
        if _good(ground, made, at_start=True):
            return made
        against_move = "there is no better place at the start"
    against_echo = cannot_be_repeated(ground, unit, rule)
    if against_echo:
        return against_echo if against_echo == against_move else f"{against_move}; {against_echo}"
    if _is_cut(ground):
        return f"{against_move}; the host cuts this file before its end"
    made = _echo(ground, unit, rule, against_move)
    return made if _good(ground, made) else f"{against_move}; nothing may stand at the end"


def _cannot_move(ground: Ground, unit: Passage, rule: Instruction) -> str:
    """Why a unit cannot leave its place, in words; empty when it can."""
    if unit.ordered:
        return f"numbered step {unit.mark.strip(' .)')} of a sequence"
    if not unit.whole or unit.nested:
        return "nested items or code belong to it"
    if unit.alone:
        return "the only item of its list"
    if unit.kind == "paragraph" and len(unit.sentences) != 1:
        return "one of several sentences of a paragraph"
    if not all(stands_alone(text) for text in unit.sentences):
        return "its words point at the text around it"
    if ground.is_pinned(unit.start_line, unit.end_line):
        return "pinned"
    if unit.kind == "paragraph" and not _lets_go(ground, unit):
        return "it introduces what follows it"
    later = [u for u in ground.passages if u.start_line >= unit.end_line][:1]
    near = [u for u in later if u.block in (unit.block, unit.block + 1)]
    if near and not begins_afresh(near[0].words):
        return "the text behind it points back at it"
    return cannot_be_repeated(ground, unit, rule)


def _lets_go(ground: Ground, unit: Passage) -> bool:
    """Whether a paragraph introduces nothing: no list, code, table or quote right behind it."""
    blocks = ground.prompt.outline.blocks
    behind = blocks[unit.block + 1] if unit.block + 1 < len(blocks) else None
    return behind is None or behind.kind in ("heading", "paragraph", "rule")


def _said_twice(ground: Ground) -> frozenset[str]:
    """What stands in several places, word for word, behind the names of headings too."""
    seen: set[str] = set()
    twice: set[str] = set()
    for unit in ground.passages:
        # An echo has its headings in front, so what follows the first colon counts as well.
        behind = unit.words.partition(": ")[2] or unit.words.partition("：")[2]
        said = {unit.key, *(normal(rule.text) for rule in unit.rules), normal(behind)} - {""}
        twice |= said & seen
        seen |= said
    return frozenset(twice)


def _is_cut(ground: Ground) -> bool:
    """Whether the host reads this file only up to a place before its end."""
    return any(cut_line(host, ground.prompt) for host in ground.hosts)


def _why(ground: Ground, rule: Instruction) -> tuple[str, str]:
    """What was found, and the reason as far as anybody knows one."""
    percent = round(100 * ground.place(rule.start_line - 1, rule.end_line))
    by = _BY.get(rule.critical_by, "marked as")
    found = f"line {rule.start_line}: a rule that {by} critical, at {percent} % of the prompt"
    if ground.total < FLOOR_TOKENS:
        return found, (
            f"Below {FLOOR_TOKENS:,} tokens no effect of the place is known: an edge is a"
            " convention."
        )
    return found, (
        "It stands in the middle; to put such a rule at an edge is a convention, with no effect"
        " measured for your model."
    )


def _move(ground: Ground, unit: Passage, rule: Instruction, drafts: list[Draft]) -> Draft:
    found, reason = _why(ground, rule)
    front = prefix(ground, unit) if topics(unit, ground.title) else ""
    along = f" Its heading goes along ('{front.strip()}')." if front else ""
    return Draft(
        "MOVE",
        False,
        unit.words,
        unit.start_line + 1,
        unit.end_line,
        found,
        f"{reason} Its words stay as they are, at the start.{along}",
        "medium: it is no longer read among its neighbours" if front else "low: its place changes",
        Change(
            cuts=(unit.span,),
            start=((unit.start_line, front + unit.words, unit.mark),),
        ),
        "move",
    )


def _echo(ground: Ground, unit: Passage, rule: Instruction, stays: str) -> Draft:
    found, reason = _why(ground, rule)
    return Draft(
        "ECHO",
        False,
        rule.text,
        rule.start_line,
        rule.end_line,
        found,
        f"{reason} It stays where it is ({stays}); its exact words are repeated at the end.",
        "low: nothing is moved; the rule is stated twice and must be kept in step",
        Change(end=((rule.start_line - 1, prefix(ground, unit) + rule.text, ""),)),
        "echo",
    )


def _good(ground: Ground, made: Draft, *, at_start: bool = False) -> bool:
    """Whether it finds its place, leaves pinned text alone, and the ledger has nothing against."""
    built = ground.attempt(made.change)
    if built is None or not ground.keeps_pins(built.prompt):
        return False
    new = ground.after(built)
    if at_start and not all(new.place(*where) < WEAK[0] for where in built.start_lines.values()):
        return False
    return ledger(ground.prompt, built.prompt).gate == "pass"
