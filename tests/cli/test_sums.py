"""What is summed is named, is summed once, and is held to limits by its upper end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.measure.limits import Row, TokenCap, token_cap
from workbench.measure.tokens import CounterInfo

_RULES = "# Kitchen\n\n- Wash your hands.\n- Label every box.\n"
#: Nothing is known about its tokenizer: counts are estimates of ±40 %.
_UNKNOWN = ("--model", "some-model-9")


@pytest.fixture
def kitchen(here: Path) -> Path:
    path = here / "kitchen.md"
    path.write_text(_RULES, "utf-8")
    return path


def test_a_file_named_twice_is_counted_once_and_the_sum_says_what_it_is_of(
    run: Run, kitchen: Path
) -> None:
    (kitchen.parent / "door.md").write_text("- Close the door.\n", "utf-8")
    alone = run("count", "kitchen.md", "door.md", "--json").records
    done = run("count", "kitchen.md", "./kitchen.md", "door.md")
    total = sum(record["total_tokens"] for record in alone)
    last = done.out.splitlines()[-1]
    assert last == f"2 files, {total} tokens together: kitchen.md and door.md"
    assert "./kitchen.md is the same file as kitchen.md" in done.talk
    again = run("count", "kitchen.md", "./kitchen.md", "door.md", "--json")
    assert [record["path"] for record in again.records] == ["kitchen.md", "door.md"]


def test_of_many_files_some_are_named_and_the_others_are_counted(run: Run, here: Path) -> None:
    names = [f"file{i}.md" for i in range(12)]
    for name in names:
        (here / name).write_text(f"- Rule of {name}.\n", "utf-8")
    last = run("count", "--by", "file", *names).out.splitlines()[-1]
    assert last.endswith("file6.md, file7.md and 4 more")


@pytest.mark.parametrize("verb", ["parts", "review", "audit", "instructions", "map"])
def test_every_verb_of_several_files_takes_one_file_once(
    run: Run, kitchen: Path, verb: str
) -> None:
    done = run(verb, "kitchen.md", "./kitchen.md", "--json")
    assert done.code == 0 and len(done.records) == 1
    assert "it counts once" in done.talk


def test_a_folder_with_a_link_is_reviewed_without_the_link(run: Run, here: Path) -> None:
    (here / "CLAUDE.md").write_text(_RULES, "utf-8")
    try:
        (here / "AGENTS.md").symlink_to("CLAUDE.md")
    except OSError as error:
        pytest.skip(f"no links here: {error}")
    done = run("review", ".", "--json")
    assert [Path(record["path"]).name for record in done.records] == ["CLAUDE.md"]
    assert "AGENTS.md is the same file as" in done.talk


def test_the_history_belongs_to_the_name_so_each_name_is_listed(run: Run, kitchen: Path) -> None:
    run("save", "kitchen.md", "-m", "first")
    assert len(run("versions", "kitchen.md", "./kitchen.md", "--json").records) == 2


# -- limits and estimates -----------------------------------------------------------------


def test_a_budget_is_over_where_the_upper_end_of_an_estimate_is(run: Run, here: Path) -> None:
    (here / "CLAUDE.md").write_text("- Wash your hands and label every box.\n" * 60, "utf-8")
    tokens = run("count", "CLAUDE.md", "--json", *_UNKNOWN).record["total_tokens"]
    limit, upper = tokens + tokens // 5, -(-tokens * 140 // 100)
    done = run("review", "CLAUDE.md", "--budget", f"tokens={limit}", *_UNKNOWN)
    assert done.code == 1
    assert f"{tokens:,} estimated, up to {upper:,}, over the budget of {limit:,}" in done.out
    record = run("review", "CLAUDE.md", "--budget", f"tokens={limit}", "--json", *_UNKNOWN).record
    (row,) = record["budget"]
    assert (row["value"], row["upper"], row["over"]) == (tokens, upper, True)
    room = run("review", "CLAUDE.md", "--budget", f"tokens={upper}", *_UNKNOWN)
    assert room.code == 0 and "within" in room.out


def test_a_real_count_is_held_to_the_limit_as_it_is() -> None:
    known = CounterInfo("claude-5", "", "offline", 0.5, "")
    assert known.upper(1000) == 1000
    guess = CounterInfo("o200k-ratio", "x", "est", 40.0, "")
    assert guess.upper(500) == 700 and guess.upper(1) == 2
    assert token_cap(None, guess) is None and token_cap(9, known) == TokenCap(9)
    assert not Row("tokens", 700, 700, "", 700).over
    assert not Row("tokens", 700, None).over


def test_a_candidate_is_too_large_where_it_may_be(run: Run, here: Path) -> None:
    rule = "- Wash your hands and label every box.\n"
    (here / "old.md").write_text(rule * 3 + "\n" * 30, "utf-8")
    (here / "new.md").write_text(rule * 3, "utf-8")
    tokens = run("count", "new.md", "--json", *_UNKNOWN).record["total_tokens"]
    cap = str(tokens + 2)
    done = run("candidate", "old.md", "new.md", "--max-tokens", cap, *_UNKNOWN)
    assert done.code == 1
    assert f"It has {tokens} tokens by estimate, up to" in done.out
    known = ("--counter", "o200k_base")
    assert run("candidate", "old.md", "new.md", "--max-tokens", cap, *known).code == 0


def test_what_optimize_accepts_is_held_to_the_upper_end_too(run: Run, here: Path) -> None:
    rule = "- Wash your hands before you touch the bread.\n"
    other = "".join(f"- Put jar {n} on shelf {n}.\n" for n in range(9))
    (here / "a.md").write_text(f"# One\n\n{rule}{other}{rule}", "utf-8")
    after = run("optimize", "a.md", "--accept", "all", "--json", *_UNKNOWN).record["tokens_after"]
    cap = ("--accept", "all", "--max-tokens", str(after))
    done = run("optimize", "a.md", *cap, *_UNKNOWN)
    assert done.code == 1 and "by estimate, up to" in done.out
    known = run("optimize", "a.md", *cap, "--counter", "o200k_base")
    assert "allowed: it is not accepted" in done.out
    assert "allowed: it is not accepted" not in known.out


# -- position -----------------------------------------------------------------------------


def test_what_is_behind_a_line_is_never_more_than_the_file(run: Run, here: Path) -> None:
    """Without a count the rule guesses from bytes, which may be more than the file is counted to
    have elsewhere: so it gives a share."""
    text = "Rendered 2026-11-02T19:40:31Z, revision 5127.\n\n" + "- 部屋を片付ける。\n" * 40
    (here / "a.md").write_text(text, "utf-8")
    (finding,) = run("review", "a.md", "--rule", "cache-breaker", "--json").record["findings"]
    assert "tokens behind" not in finding["message"] and "% of the text" in finding["message"]
    args = ("review", "a.md", "--rule", "cache-breaker", "--counter", "o200k_base", "--json")
    (finding,) = run(*args).record["findings"]
    total = run("count", "a.md", "--counter", "o200k_base", "--json").record["total_tokens"]
    said = finding["message"].split(" tokens behind")[0].rsplit(" ", 1)[-1]
    assert 0 < int(said.replace(",", "")) < total


# -- headings -----------------------------------------------------------------------------

_TREE = (
    "# Home\n\n## Kitchen\n\n### Bread\n\n- Slice it.\n\n### Soup\n\n- Stir it.\n\n"
    "## Door\n\n- Shut it.\n"
)


def test_a_heading_alone_shows_the_sum_of_what_stands_below_it(run: Run, here: Path) -> None:
    (here / "home.md").write_text(_TREE, "utf-8")
    record = run("parts", "--granularity", "fine", "--json", "home.md").record
    parts = {part["title"]: part for part in record["parts"]}
    assert sum(part["tokens"] for part in record["parts"]) == record["total_tokens"]
    assert parts["Home"]["section_tokens"] == record["total_tokens"] and parts["Home"]["below"] == 4
    kitchen = sum(parts[name]["tokens"] for name in ("Kitchen", "Bread", "Soup"))
    assert parts["Kitchen"]["section_tokens"] == kitchen and parts["Kitchen"]["below"] == 2
    assert parts["Door"]["section_tokens"] == parts["Door"]["tokens"]
    lines = run("parts", "--granularity", "fine", "home.md").out.splitlines()
    head, row = lines[1], next(line for line in lines if "Kitchen" in line)
    assert head.endswith("whole section") and row.split()[-1] == str(kitchen)
    door = next(line for line in lines if "Door" in line)
    assert door.endswith("%"), "a part with words of its own needs no sum"


def test_without_such_a_heading_there_is_no_column_of_sums(run: Run, kitchen: Path) -> None:
    assert "whole section" not in run("parts", "kitchen.md").out
    assert "whole section" not in run("count", "kitchen.md").out
