"""Facts that a text shows by itself: a table of cases for each rule, lines that it names."""

from __future__ import annotations

import pytest

from tests.judge.rule_runs import found

FRONT = "---\nname: {name}\ndescription: {description}\n{more}---\n\n{body}\n"


def _skill(
    body: str = "Do it.", description: str = "Does it. Use when asked.", more: str = ""
) -> str:
    return FRONT.format(name="tides", description=description, more=more, body=body)


def _agent(tools: str, body: str = "Read the page and report.") -> str:
    return _skill(body, more=f"tools: {tools}\n")


AGENT, SKILL, COMMAND = ".claude/agents/tides.md", "tides/SKILL.md", ".claude/commands/tides.md"
CONFLICT = (
    "# Tides\n\n<<<<<<< HEAD\n- Use metres.\n=======\n- Use feet.\n>>>>>>> main\n\n- Be kind.\n"
)
RULE = "---\n{fields}\n---\n\n- Heights in metres.\n"

#: rule, path, text, lines of its findings.
CASES = [
    ("conflict-marker", "CLAUDE.md", CONFLICT, [3]),
    ("conflict-marker", "CLAUDE.md", "Look for these:\n\n```\n" + CONFLICT + "```\n", []),
    ("conflict-marker", "CLAUDE.md", "# Tides\n=======\n\n- Heights in metres.\n", []),
    ("empty-body", SKILL, _skill(""), [4]),
    ("empty-body", SKILL, _skill("# Tides"), [4]),
    ("empty-body", AGENT, _skill("<!-- to come -->"), [4]),
    ("empty-body", SKILL, _skill("Do it."), []),
    ("empty-body", SKILL, "Do it.\n", []),
    ("never-loads", ".cursor/rules/a.mdc", RULE.format(fields="alwaysApply: false"), [1]),
    ("never-loads", ".cursor/rules/a.mdc", "- Heights in metres.\n", [1]),
    ("never-loads", ".cursor/rules/a.mdc", RULE.format(fields="alwaysApply: true"), []),
    ("never-loads", ".cursor/rules/a.mdc", RULE.format(fields="globs: src/**"), []),
    ("never-loads", ".cursor/rules/a.mdc", RULE.format(fields="description: Tides"), []),
    ("never-loads", ".cursorrules", "- Heights in metres.\n", []),
    ("runs-on-load", COMMAND, _skill("State: !`git status`\n\nLog: !`git log -5`"), [6]),
    ("runs-on-load", SKILL, _skill("```!\nls\n```"), [7]),
    ("runs-on-load", SKILL, _skill("Say `git status!` and wait!"), []),
    ("runs-on-load", "CLAUDE.md", "State: !`git status`\n", None),
    ("name-folder", "harbour/SKILL.md", _skill(), [2]),
    ("name-folder", SKILL, _skill(), []),
    ("name-folder", "SKILL.md", _skill(), []),
    ("unknown-tool", AGENT, _agent("Read, Grepp, Bash(git *)"), [4]),
    ("unknown-tool", AGENT, _agent("[Read, Grep, Task, mcp__maps__find]"), []),
    ("unknown-tool", "agents/tides.agent.md", _agent("codebase, changes"), []),
    ("too-many-tools", AGENT, _agent(", ".join(f"mcp__a__t{n}" for n in range(21))), [4]),
    ("too-many-tools", AGENT, _agent("Read, Grep, Glob, Edit, Write, Bash"), []),
    ("missing-tool", AGENT, _agent("Read, Grep", "Use the WebFetch tool to read it."), [7]),
    ("missing-tool", AGENT, _agent("Read, WebFetch", "Use the WebFetch tool to read it."), []),
    ("missing-tool", AGENT, _agent("Read, Grep", "Never use the WebFetch tool."), []),
    ("missing-tool", AGENT, _agent("codebase", "Use the WebFetch tool to read it."), []),
    ("negated-trigger", SKILL, _skill(description="Do not use for drafts. Never for mails."), [3]),
    ("negated-trigger", SKILL, _skill(description="Checks prints. Do not use for drafts."), []),
    ("numbering-gap", "CLAUDE.md", "## 1. Look\n\na\n\n## 2. Go\n\nb\n\n## 4. End\n\nc\n", [9]),
    ("numbering-gap", "CLAUDE.md", "1. Look.\n2. Go.\n2. Stop.\n3. End.\n", [3]),
    ("numbering-gap", "CLAUDE.md", "## 1-bit\n\na\n\n## 2-bit\n\nb\n\n## 4-bit\n\nc\n", []),
    ("numbering-gap", "CLAUDE.md", "1. Look.\n1. Go.\n1. End.\n", []),
    (
        "numbering-gap",
        "CLAUDE.md",
        "## 1. Look\n\na\n\n## 2. Go\n\nb\n\n## 2 (or): Stay\n\nc\n\n## 3. End\n\nd\n",
        [],
    ),
    (
        "numbering-gap",
        "CLAUDE.md",
        "## Step 1: Look\n\na\n\n## Step 2: Go\n\nb\n\n## Step 3: End\n\nc\n",
        [],
    ),
    ("numbering-gap", "CLAUDE.md", "## 2023\n\na\n\n## 2024\n\nb\n\n## 3.1 News\n\nc\n", []),
    ("count-list", "CLAUDE.md", "Stop in one of two cases:\n\n- a\n- b\n- c\n", [1]),
    ("count-list", "CLAUDE.md", "There are three kinds:\n\n- a\n\nMore.\n\n- b\n\n- c\n", []),
    ("count-list", "CLAUDE.md", "There are three kinds:\n\n- a\n\nText only.\n", []),
    ("count-list", "CLAUDE.md", "There are three kinds:\n\n- a\n- b\n\nFor all:\n\n- c\n", [1]),
    ("count-list", "CLAUDE.md", "These three rules hold:\n", []),
    ("count-list", "CLAUDE.md", "Follow these three steps:\n\n1. a\n2. b\n3. c\n", []),
    ("count-list", "CLAUDE.md", "Pick at most two of the steps:\n\n- a\n- b\n- c\n", []),
    ("count-list", "CLAUDE.md", "There are two levels of checks:\n\n- a\n- b\n- c\n", []),
    ("count-list", "CLAUDE.md", "次の3つの手順で進める：\n\n- 甲\n- 乙\n", [1]),
    ("count-list", "CLAUDE.md", "分为以下三点：\n\n- 甲\n- 乙\n- 丙\n", []),
    ("placeholder-left", "CLAUDE.md", "# Tides\n\n- Deploys go to [insert cluster name].\n", [3]),
    ("placeholder-left", "CLAUDE.md", "# Tides\n\nTODO: say how tides are read\n", [3]),
    ("placeholder-left", "CLAUDE.md", "# Tides\n\n- **TODO Comments**: say why.\n", []),
    ("placeholder-left", "CLAUDE.md", "# Tides\n\n{{DEV_GUIDELINES}}\n", [3]),
    (
        "placeholder-left",
        "CLAUDE.md",
        "# Tides\n\n- Never leave `TODO:` or [insert name] in a page.\n",
        [],
    ),
    ("placeholder-left", ".claude/rules/a.md", "---\ntags: [insert, batch]\n---\n\n- Go.\n", []),
    ("placeholder-left", "CLAUDE.md", "## Template\n\n- Dear [your name here],\n", []),
    ("placeholder-left", SKILL, _skill("Write to [insert name]."), None),
    ("end-of-life", "CLAUDE.md", "- The service runs on Python 3.8.\n", [1]),
    ("end-of-life", "CLAUDE.md", "- Runtime: Node.js 16\n", [1]),
    ("end-of-life", "CLAUDE.md", "- The service runs on Python 3.13.\n", []),
    ("end-of-life", "CLAUDE.md", "- The library supports Python 3.8 to 3.13.\n", []),
    (
        "end-of-life",
        "CLAUDE.md",
        "- Uses Python 3.8+.\n- If you upgrade from Python 3.8, tell us.\n",
        [],
    ),
]


@pytest.mark.parametrize(("rule", "path", "text", "lines"), CASES)
def test_a_fact_is_found_where_it_stands(
    rule: str, path: str, text: str, lines: list[int] | None
) -> None:
    if lines is None:  # the rule does not look at this kind of file
        with pytest.raises(AssertionError):
            found(rule, text, path)
        return
    findings = found(rule, text, path)
    assert [f.start_line for f in findings] == lines, [f.message for f in findings]
    for finding in findings:
        assert finding.message and finding.text and finding.why


def test_what_each_of_two_cases_needs_is_a_repeat_with_all_only() -> None:
    line = "Tell them that the list of berths is made anew.\n"
    text = f"# A\n\n## B\n\n**With a radio:**\n\n{line}\n**Without one:**\n\n{line}"
    assert found("repeat", text, "CLAUDE.md") == []
    assert len(found("repeat", text, "CLAUDE.md", low=True)) == 1
    assert len(found("repeat", text.replace("**Without one:**", "Go."), "CLAUDE.md")) == 1
