"""What holds for any text: it loses nothing against itself, no loss passes; and the time taken."""

from __future__ import annotations

import math
import random
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.times import TIMES
from workbench.change import compare as comparing
from workbench.change import units
from workbench.change.ledger import Ledger, ledger
from workbench.change.units import units_of
from workbench.language.content import content_bag
from workbench.prompt.prompt import Prompt

VERBS = ("Weigh", "Never open", "Count", "Do not stack", "Seal", "Label", "Please dry")
THINGS = ("the crate", "each box", "`lid {}`", "all barrels", "3 pallets", "wet sacks", "ropes {}")
TAILS = (
    "",
    " before noon",
    " unless the foreman asks",
    " within 5 minutes",
    ", then report",
    " twice",
)

RULES = st.lists(
    st.builds(
        lambda k, verb, thing, tail: f"{verb} {thing.format(k)} of row {k}{tail}.",
        st.integers(0, 999),
        st.sampled_from(VERBS),
        st.sampled_from(THINGS),
        st.sampled_from(TAILS),
    ),
    min_size=2,
    max_size=9,
    unique=True,
)


def book(old: str, new: str) -> Ledger:
    return ledger(Prompt.from_text(old, "CLAUDE.md"), Prompt.from_text(new, "CLAUDE.md"))


def page(rules: list[str]) -> str:
    half = len(rules) // 2
    first, second = (
        "".join(f"- {rule}\n" for rule in part) for part in (rules[:half], rules[half:])
    )
    return f"# Yard\n\n## Loading\n\n{first}\n## Driving\n\n{second}"


@settings(max_examples=30 * TIMES)
@given(RULES)
def test_a_text_against_itself_is_all_kept(rules: list[str]) -> None:
    found = book(page(rules), page(rules))
    assert {row.status for row in found.rows} == {"kept"} and found.gate == "pass"


@settings(max_examples=30 * TIMES)
@given(RULES, st.randoms(use_true_random=False))
def test_any_order_of_a_list_below_its_heading_passes(rules: list[str], rng: random.Random) -> None:
    lines = [f"- {rule}\n" for rule in rules]
    mixed = rng.sample(lines, len(lines))
    found = book("# Yard\n\n" + "".join(lines), "# Yard\n\n" + "".join(mixed))
    told = [row for row in found.rows if "then" not in row.text_a]
    assert {row.status for row in told} <= {"kept", "moved"} and found.gate == "pass"


@settings(max_examples=40 * TIMES)
@given(RULES, st.data())
def test_no_rule_goes_unseen(rules: list[str], data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(rules))
    found = book(page(rules), page(rules).replace(f"- {gone}\n", ""))
    assert found.gate == "refused"
    assert [row.text_a for row in found.rows if row.status == "lost"] == [gone]


@settings(max_examples=40 * TIMES)
@given(RULES, st.data())
def test_no_rule_hides_behind_a_neighbour_that_is_reworded(
    rules: list[str], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(rules) - 2))
    other = "Also, in this yard, " + rules[at + 1][0].lower() + rules[at + 1][1:]
    new = page(rules).replace(f"- {rules[at]}\n", "").replace(rules[at + 1], other)
    assert book(page(rules), new).gate != "pass"


@settings(max_examples=40 * TIMES)
@given(RULES, st.data())
def test_no_digit_changes_unseen(rules: list[str], data: st.DataObject) -> None:
    text = page(rules)
    at = data.draw(st.sampled_from([i for i, ch in enumerate(text) if ch.isdigit()]))
    other = data.draw(st.sampled_from([d for d in "0123456789" if d != text[at]]))
    assert book(text, text[:at] + other + text[at + 1 :]).gate != "pass"


@settings(max_examples=40 * TIMES)
@given(RULES, st.data())
def test_no_word_of_a_rule_goes_unseen(rules: list[str], data: st.DataObject) -> None:
    """But for those that mean nothing: articles, "please", and the "do" of "do not"."""
    rule = data.draw(st.sampled_from(rules))
    words = rule.rstrip(".").split()
    at = data.draw(st.integers(0, len(words) - 1))
    said = words[at].strip(",").lower()
    left = " ".join(words[:at] + words[at + 1 :])
    found = book(page(rules), page(rules).replace(f"- {rule}\n", f"- {left}.\n"))
    assert (found.gate == "pass") == (said in ("the", "please", "do"))


@settings(max_examples=50 * TIMES)
@given(st.text(alphabet="ab .\n-#*`never0|<>{}「。", max_size=160), st.text(max_size=60))
def test_any_two_texts_have_a_ledger(a: str, b: str) -> None:
    found = book(a, b)
    assert found.gate in ("pass", "look", "refused")
    assert len({row.id for row in found.rows}) == len(found.rows)
    assert found.allow(["all"]).gate == "pass"


SHAPES = {
    "changed": ("- Run `cmd{k}` before you open box {m}.\n", "Run", "Execute"),
    "the same over and over": ("- Always log the crate and its weight.\n", "log", "write down"),
    "headings": ("## Section {k} of {m}\n\nx{k}\n\n", "Section", "Part"),
    "one paragraph": ("Weigh crate {k} on scale {m}. ", "Weigh", "Measure"),
    "literals": ("Use `a{k}`, `b{m}` and [c{k}](d{m}/e.md); ", "Use", "Take"),
    "japanese": ("- 箱{k}の重さを確認してから列{m}を閉じること。\n\n", "確認", "検査"),
}


def cost(shape: str, size: int) -> float:
    line, was, now = SHAPES[shape]
    count = size // len(line)
    rows = [line.format(k=k, m=k % 97) for k in range(count)]
    new = [row.replace(was, now) for row in rows[count // 2 :] + rows[: count // 2]]
    texts = Prompt.from_text("".join(rows), "a.md"), Prompt.from_text("".join(new), "a.md")
    for prompt in texts:
        units_of(prompt)  # how a file is read has its own test
    for cached in (comparing.compare, comparing.terms, content_bag):
        cached.cache_clear()
    start = time.process_time()
    found = ledger(*texts)
    taken = time.process_time() - start
    assert found.rows and Counter(row.status for row in found.rows)["kept"] <= 1
    return taken


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_text_takes_about_twice_the_time(shape: str) -> None:
    cost(shape, 2_000)
    small, large = 4_000, 24_000

    def exponent() -> float:
        times = [min(cost(shape, size) for _ in range(2)) for size in (small, large)]
        return math.log(times[1] / times[0]) / math.log(large / small)

    # A busy machine can spoil one measurement; what grows faster is above the bound in all.
    assert any(exponent() < 1.3 for _ in range(3))


def test_two_versions_are_read_once() -> None:
    prompt = Prompt.from_text(page(["Weigh the crate.", "Seal it."]), "a.md")
    before = units._read_short.cache_info().misses
    ledger(prompt, prompt)
    assert units._read_short.cache_info().misses <= before + 1
