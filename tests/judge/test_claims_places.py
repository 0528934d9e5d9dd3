"""Claims about where things are: shortened paths, drawn trees, cited lines, counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.projects import TODAY, build, report_of
from workbench.judge.claims import FALSE, UNVERIFIABLE, VERIFIED, Report
from workbench.judge.drawn_trees import drawn_trees
from workbench.verbs.review import Options, review

BOATS = {
    "package.json": "{}",
    "apps/desk/package.json": '{"name": "desk"}',
    "apps/desk/src/index.ts": "export {}\n",
    "apps/desk/src/state.ts": "// state\n" * 40,
    "apps/desk/test/a.test.ts": "\n",
    "docs/tides.md": "Tides.\n",
    "docs/winds.md": "Winds.\n",
    "docs/old/moon.md": "Moon.\n",
    "harbour/berths.py": "x = 1\n" * 10,
    "harbour/ropes.py": "",
    ".gitignore": "charts/\n",
}


@pytest.fixture
def boats(tmp_path: Path) -> Path:
    return build(tmp_path / "boats", BOATS)


def _statuses(report: Report) -> list[tuple[str, str]]:
    return [(claim.subject, claim.status) for claim in report.claims]


def test_case_203_what_moved_is_not_verified_by_its_end(shared: Path) -> None:
    folder = shared / "cases" / "inputs" / "203"
    report = report_of_file(folder / "AGENTS.md", folder)
    by_line = {(c.line, c.subject): c for c in report.claims}
    assert by_line[(16, "src/commands/")].status == FALSE
    short = by_line[(14, "src/state.ts")]
    assert (short.status, short.evidence) == (FALSE, "not here; there is apps/cli/src/state.ts")
    cited = by_line[(15, "apps/cli/src/state.ts:134")]
    assert (cited.status, cited.evidence) == (
        FALSE,
        "there, but apps/cli/src/state.ts has 40 lines",
    )
    assert by_line[(3, "166 tests")].status == UNVERIFIABLE
    tree = {c.subject: c for c in report.claims if 8 <= c.line <= 11}
    assert set(tree) == {"src", "index.ts", "state.ts", "migrate"}
    assert all(claim.status == FALSE for claim in tree.values())
    assert tree["index.ts"].evidence == "not here; there is apps/cli/src/index.ts"
    assert "no apps/cli/src/migrate" in tree["migrate"].evidence
    options = Options(today=TODAY, root=folder, rules=frozenset({"stale-claim"}))
    shown = review(str(folder / "AGENTS.md"), options).findings
    assert [finding.start_line for finding in shown if not finding.quiet] == [8, 15, 16]


def test_a_path_from_inside_a_package_is_no_dead_path(boats: Path) -> None:
    (boats / "AGENTS.md").write_text(
        "- In `@boats/desk` the test `test/a.test.ts` fails in the cloud.\n"
        "- The handler is `test/b.test.ts`.\n"
    )
    claims = {c.subject: c for c in report_of_file(boats / "AGENTS.md", boats).claims}
    inside, gone = claims["test/a.test.ts"], claims["test/b.test.ts"]
    assert inside.evidence == "not here; there is apps/desk/test/a.test.ts"
    assert (inside.status, inside.confidence) == (FALSE, "MEDIUM")
    assert (gone.status, gone.confidence) == (FALSE, "HIGH")


def test_a_file_that_came_with_the_code_of_others_speaks_of_another_project(boats: Path) -> None:
    text = "- Read `harbour/gone.py` and `harbour/lost.py`.\n"
    for folder, confidence in (("harbour", "HIGH"), ("vendor/ropes", "LOW")):
        place = boats / folder / "AGENTS.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        claims = report_of_file(place, boats).claims
        assert {claim.confidence for claim in claims} == {confidence}


def report_of_file(path: Path, root: Path) -> Report:
    from tests.judge.projects import facts_at
    from workbench.judge.claims_check import check_claims
    from workbench.prompt.prompt import Prompt

    return check_claims(Prompt.from_text(path.read_text("utf-8"), str(path)), facts_at(path, root))


PLACES = [
    # What ends a longer path is somewhere else, and the place is named.
    ("- `src/state.ts` holds the state.", FALSE, "not here; there is apps/desk/src/state.ts"),
    ("- `desk/src/` holds the code.", FALSE, "not here; there is apps/desk/src"),
    ("- See [src/state.ts](apps/desk/src/state.ts).", VERIFIED, ""),
    # The folder is named: the rest is short for it.
    ("In `apps/desk`, `src/state.ts` holds the state.", VERIFIED, ""),
    ("# Boats\n\n## Desk\n\n- `src/state.ts` holds the state.", VERIFIED, ""),
    # A bare name says which file or folder, not where.
    ("- `state.ts` holds the state.", VERIFIED, ""),
    ("- `src/` holds the code.", VERIFIED, ""),
    # What code imports is named without its ending.
    ("- State is kept in `apps/desk/src/state`.", VERIFIED, ""),
    ("- State is kept in `apps/desk/src/rooms`.", FALSE, ""),
    # No path, and one that only shows the form.
    ("- React/Next.js screens are tested.", None, ""),
    ("- Run a single test: `pytest test/test_rates.py`", None, ""),
    # Lines.
    ("- See `harbour/berths.py:7`.", VERIFIED, ""),
    ("- See `harbour/berths.py:10`.", VERIFIED, ""),
    ("- See `harbour/berths.py:11`.", FALSE, "harbour/berths.py has 10 lines"),
    ("- See `harbour/berths.py:8-12`.", FALSE, "harbour/berths.py has 10 lines"),
    ("- See `harbour/berths.py:8:200`.", VERIFIED, ""),
    ("- See harbour/berths.py:99 for more.", FALSE, "harbour/berths.py has 10 lines"),
    # Counts.
    ("`docs/` is small: 2 files in `docs/` tell all.", VERIFIED, ""),
    ("There are 3 files in `docs/`.", VERIFIED, ""),
    ("There are 5 files in `docs/`.", FALSE, "docs/ holds 2 files, 3 with the folders in it"),
    ("The suite has 40 tests.", UNVERIFIABLE, "nobody ran them"),
    ("- A page whose `docs/tides.md` is deleted is swept.", VERIFIED, ""),
    ("- Prices: `boats.example.com/prices/` has them.", None, ""),
    (
        "- The fleet repo's pages (`a.md`) say it: when one changes, so that all stay the same and"
        " nobody is told two things about the boats of the harbour and its ropes, mirror it in"
        " `fleet_docs/main.md`.",
        UNVERIFIABLE,
        "another place",
    ),
    ("- Apps import `desk/rooms` and `desk/rooms/list`.", None, ""),
    ("- It stands in a file of its own (e.g.,\n  `harbour/mine.py`).", None, ""),
    # What the text itself says is gone, optional or elsewhere is not false.
    ("- `harbour/old.py` was removed in v2.", VERIFIED, "as the text says"),
    ("- Read `harbour/local.md` if present.", None, ""),
    ("- Read `harbour/local.md` (if it exists).", None, ""),
    ("- `deploy/chart.yaml` lives in the other repo.", UNVERIFIABLE, "another place"),
    ("- `deploy/chart.yaml` in the `fleet` repository holds it.", UNVERIFIABLE, "another place"),
    ("- Optional: `harbour/local.md` for your own notes.", None, ""),
    ("- `harbour/masts.py` (deleted in 2024) held the masts.", None, ""),
]


@pytest.mark.parametrize(("text", "status", "evidence"), PLACES)
def test_places(boats: Path, text: str, status: str | None, evidence: str) -> None:
    found = report_of(boats, text + "\n").claims
    told = [claim for claim in found if claim.status == status and evidence in claim.evidence]
    if status is None:
        assert not [claim for claim in found if claim.status == FALSE]
    else:
        assert told, [(c.subject, c.status, c.evidence) for c in found]
        assert status == FALSE or not [c for c in found if c.status == FALSE]


PORTABLE = [
    # A skill is carried from project to project: what it names may be of another one.
    ("- `scripts/rotate.py` turns the chart.", "MEDIUM"),
    ("- `apps/desk/src/lost.ts` holds the state.", "HIGH"),
    ("- `tables/moon.csv` has the moon.", "HIGH"),
    ("- **Examples**: `tables/moon.csv` for the moon.", "MEDIUM"),
]


@pytest.mark.parametrize(("text", "confidence"), PORTABLE)
def test_a_skill_is_doubted_less(boats: Path, text: str, confidence: str) -> None:
    build(boats, {".claude/skills/tide/tables/sun.csv": "1\n"})
    skill = f"---\nname: tide\ndescription: Use it.\n---\n\n{text}\n"
    found = report_of(boats, skill, ".claude/skills/tide/SKILL.md").claims
    assert [(c.status, c.confidence) for c in found] == [(FALSE, confidence)]


TREE = """# Boats

```
boats/
├── docs/
│   ├── tides.md      # when the water comes
│   ├── winds.md
│   └── fog.md        # how to wait
├── harbour/
│   ├── berths.py
│   ├── masts/
│   │   └── main.py
│   └── local.md      # optional
├── charts/           # not in git
└── ...
```
"""


def test_a_tree_is_read_entry_by_entry(boats: Path) -> None:
    report = report_of(boats, TREE)
    found = {c.subject: (c.status, c.confidence) for c in report.claims}
    assert found["docs/tides.md"] == (VERIFIED, "HIGH")
    assert found["docs/fog.md"] == (FALSE, "HIGH")
    # Of a folder that is missing only the folder is told.
    assert found["harbour/masts"] == (FALSE, "HIGH") and "harbour/masts/main.py" not in found
    assert "harbour/local.md" not in found
    assert found["charts"][0] == UNVERIFIABLE
    (finding, *others) = review(
        str(boats / "CLAUDE.md"), Options(today=TODAY, rules=frozenset({"stale-claim"}))
    ).findings
    assert finding.start_line == 8 and "docs/fog.md" in finding.message
    assert [one.start_line for one in others] == [11]


@pytest.mark.parametrize(
    "text",
    [
        # Another project, one that is to be made, an example.
        TREE.replace("harbour", "mill").replace("docs", "grain"),
        TREE.replace("# Boats\n", "# Boats\n\nCreate these folders:"),
        TREE.replace("# Boats", "# Boats\n\n## Example layout"),
    ],
)
def test_a_tree_of_something_else_is_no_claim(boats: Path, text: str) -> None:
    assert FALSE not in [status for _, status in _statuses(report_of(boats, text))]


def test_trees_are_read_in_every_hand() -> None:
    ascii_tree = ".\n|-- a.py  # one\n|   `-- b.py\n+-- c d.py\n`-- <name>.py\n"
    (tree,) = drawn_trees(ascii_tree)
    assert [(e.path, e.vague) for e in tree.entries] == [
        ("a.py", False),
        ("a.py/b.py", False),
        ("c", True),
        ("", True),
    ]
    assert tree.root == ""
    both = list(drawn_trees("src/\n├── a\n\nlib/\n└── b\n"))
    assert [(one.root, [e.path for e in one.entries]) for one in both] == [
        ("src", ["a"]),
        ("lib", ["b"]),
    ]
    assert not list(drawn_trees("a | b\n--|--\n- x\n"))
