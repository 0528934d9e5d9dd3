"""Any document: safe proposals lose nothing, fit the cap, are final, and can be undone."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.change.helpers import optimised, word_costs
from tests.times import TIMES
from workbench.change.compose import chain, cut_lines
from workbench.change.optimise import OptimiseResult
from workbench.judge.relevance import PartScore, ScoreResult
from workbench.judge.task import Task
from workbench.prompt.edits import Edit, Splice, scopes
from workbench.prompt.prompt import Prompt

QUICK = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
RANDOM = settings(phases=QUICK, suppress_health_check=list(HealthCheck))

FACTS = (
    "The service listens on port 8080 and writes its log to the standard output of the container",
    "Tables are partitioned by month and the oldest partition is kept for seven years",
    "The mobile team owns the gateway and the web team owns everything behind it",
    "Prefer small functions with clear names over long ones with many comments",
    "Run the linter before you open a pull request",
)
RULES = (
    "Never commit passwords or API keys to the repository.",
    "Never delete customer data without a backup.",
    "You MUST NOT push to the production branch.",
    "Always encrypt personal data before it is stored.",
    "Do not print access tokens in the log.",
    "Never run a migration against the production database by hand.",
    "This must never be changed in production.",
)
CJK = (
    "個人情報をログに出力してはいけません。",
    "绝不要把密码提交到仓库。",
    "本番のデータベースを絶対に削除しないでください。",
)
TITLES = ("Rules", "Release", "Important", "Code style", "Critical rules", "Reminders", "3. Steps")

# Equal sentences are rare, as in files that people wrote, but they occur.
words = st.builds(
    lambda text, n: text.replace(" the ", f" the {n}. ", 1).replace(" data ", f" data {n} ", 1),
    st.sampled_from((*FACTS, *RULES, *RULES, *CJK)),
    st.integers(1, 12),
)
mark = st.sampled_from(("- ", "* ", "1. ", "-   "))


@st.composite
def listing(draw: st.DrawFn) -> str:
    sign = draw(mark)
    gap = draw(st.sampled_from(("\n", "\n", "\n\n")))
    items = draw(st.lists(words, min_size=1, max_size=6))
    nested = draw(st.booleans())
    out = [sign + item for item in items]
    if nested:
        out[0] += "\n    - and a detail of it"
    return gap.join(out)


block = st.one_of(
    words,
    words,
    listing(),
    listing(),
    st.just("```bash\n# not a heading\n- Never delete customer data without a backup.\n```"),
    st.just("| a | b |\n| --- | --- |\n| Never commit passwords | x |"),
    st.just("> Never commit passwords or API keys to the repository."),
    st.just("<!-- Never commit passwords or API keys to the repository. -->"),
    st.just("<rules>\n- Never delete customer data without a backup.\n- Be kind.\n</rules>"),
    st.just("**Release:**"),
    st.sampled_from(FACTS).map(lambda fact: (fact + ". ") * 20),
    st.sampled_from(FACTS).map(lambda fact: (fact + ".\n") * 30),
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    out: list[str] = []
    if draw(st.booleans()):
        out.append("---\nname: a-name\ndescription: Does things.\n---")
    if draw(st.booleans()):
        out.append("# The title\n\nAn introduction of one sentence.")
    for _ in range(draw(st.integers(1, 4))):
        title = draw(st.sampled_from(TITLES))
        style = draw(st.sampled_from(("## {}", "## {}", "# {}", "### {}", "{}\n---", "**{}**", "")))
        if style:
            out.append(style.format(title))
        out += draw(st.lists(block, max_size=4))
    text = draw(st.sampled_from(("\n\n", "\n\n", "\n"))).join(out)
    text += draw(st.sampled_from(("\n", "", "\n\n")))
    return draw(
        st.sampled_from((text, text, text.replace("\n", "\r\n"), text.replace("\n\n", "\r\n\n")))
    )


@st.composite
def copies(draw: st.DrawFn) -> str:
    """Documents that are mostly copies of a few sentences."""
    few = st.sampled_from(
        draw(st.lists(st.sampled_from((*FACTS, *RULES, *CJK)), min_size=1, max_size=3))
    )
    item = st.builds(lambda sign, text: sign + text, mark, few)
    lists = st.lists(item, min_size=1, max_size=6).map("\n".join)
    blocks = st.one_of(few, lists, lists, few.map(lambda text: (text + " ") * 25))
    out = ["# The title\n\nWords."] if draw(st.booleans()) else []
    for _ in range(draw(st.integers(1, 4))):
        title = draw(st.sampled_from(TITLES))
        out.append(draw(st.sampled_from(("## {}", "# {}", "### {}", "**{}**"))).format(title))
        out += draw(st.lists(blocks, max_size=5))
    return draw(st.sampled_from(("\n\n", "\n\n", "\n"))).join(out) + "\n"


@st.composite
def sections(draw: st.DrawFn) -> str:
    """Sections with plain lists on a few topics, one of them a story."""
    out = ["# The title\n\nWords."]
    for title in draw(st.permutations(("Database", "Tokens", "Deploys", "History"))):
        items = draw(st.lists(words, min_size=1, max_size=5))
        story = "In 1961 he bought a boat, and his sister painted it green. " * 6
        lead = story + "\n\n" if title == "History" else ""
        out.append(f"## {title}\n\n{lead}" + "\n".join(f"- {item}" for item in items))
        if draw(st.booleans()):
            out.append(draw(st.sampled_from(FACTS)) * draw(st.integers(1, 60)))
    return "\n\n".join(out) + draw(st.sampled_from(("\n", "")))


def tokens_of(text: str) -> Counter[str]:
    """Words and signs; list marks are layout."""
    return Counter(re.findall(r"\w+|[^\w\s]", re.sub(r"(?m)^[ \t]*[-*][ \t]+", "", text)))


def check(result: OptimiseResult) -> None:
    old, new = result.prompt, result.result
    assert result.gate == "pass", result.ledger.objections
    assert result.edit.inverse(old.text).apply(new.text) == old.text
    merged: Counter[str] = Counter()
    printed: Counter[str] = Counter()
    for p in result.accepted:
        printed += tokens_of(p.after)
        if p.kind == "MERGE":
            merged += tokens_of(p.before)
    assert not tokens_of(old.text) - tokens_of(new.text) - merged
    assert not tokens_of(new.text) - tokens_of(old.text) - printed
    assert result.grown <= 0
    assert old.text.endswith("\n") == new.text.endswith("\n")
    assert old.text.startswith("---") == new.text.startswith("---")
    # Every line but the moved and merged ones stands under the headings it stood under.
    touched = {line.strip() for p in result.accepted for line in p.before.splitlines()}
    gone = scopes(old) - scopes(new)
    assert {line for _, line in gone} <= touched
    assert not re.search(r"\n[ \t]*\n[ \t]*\n", new.text) or re.search(
        r"(\r\n|\n)[ \t]*(\r\n|\n)[ \t]*(\r\n|\n)", old.text
    )
    again = optimised(new.text, accept="safe")
    assert not [p.id for p in again.safe], [(p.id, p.found) for p in again.safe]


@pytest.mark.slow
@settings(RANDOM, max_examples=40 * TIMES)
@given(documents())
def test_safe_proposals_keep_every_promise(text: str) -> None:
    check(optimised(text, accept="safe"))


@pytest.mark.slow
@settings(RANDOM, max_examples=30 * TIMES)
@given(copies())
def test_documents_of_copies_keep_every_promise(text: str) -> None:
    check(optimised(text, accept="safe"))


@settings(RANDOM, max_examples=20 * TIMES)
@given(documents(), st.data())
def test_any_subset_can_be_accepted_and_undone(text: str, data: st.DataObject) -> None:
    found = optimised(text)
    ids = (
        data.draw(st.sets(st.sampled_from([p.id for p in found.proposals])))
        if found.proposals
        else set()
    )
    result = optimised(text, accept=ids)
    replaced = {p.instead_of for p in found.proposals if p.id in ids}
    assert {p.id for p in result.accepted} == ids - replaced
    assert result.edit.inverse(text).apply(result.text) == text
    assert [p.id for p in result.proposals] == [p.id for p in found.proposals]
    for p in found.proposals:
        assert p.edit.inverse(text).apply(p.edit.apply(text)) == text
        assert p.tokens_after == word_costs_total(p.result)


@pytest.mark.slow
@settings(RANDOM, max_examples=30 * TIMES)
@given(st.one_of(documents(), copies(), sections()))
def test_what_is_offered_beside_them_keeps_every_promise(text: str) -> None:
    """Findings, low scores and markers too: each alone and all together, there and back."""
    prompt = Prompt.from_text(text, "CLAUDE.md")
    parts = prompt.parts()
    low = tuple(
        PartScore(p.id, p.title, 9, 1.0, "DISTRACTOR", "NEVER", "Foreign.", "OFFLOAD")
        for p in parts[::2]
        if p.scored
    )
    scores = ScoreResult(Task("x"), "anthropic", "test", 5.0, low, 400, model="m")
    more = {"scores": scores, "marks": True, "checklist": True, "mark": "e", "strategy": "edges"}
    every = optimised(text, accept="all", **more)
    assert every.edit.inverse(text).apply(every.text) == text
    assert len({p.id for p in every.proposals}) == len(every.proposals)
    for p in every.proposals:
        assert p.edit.inverse(text).apply(p.result.text) == text
        if p.kind in ("CHECKLIST", "OFFLOAD", "MARK"):
            assert not p.safe
            assert not p.ledger.counts().get("lost"), p
            assert not p.ledger.lost_literals, p
        if p.kind == "CHECKLIST":
            again = optimised(p.result.text, checklist=True, mark="e")
            assert "CHECKLIST" not in {q.kind for q in again.proposals}
        for file in p.files:
            assert file.text.rstrip("\r\n") in text
            assert not tokens_of(text) - tokens_of(p.result.text) - tokens_of(file.text)


def word_costs_total(prompt: Prompt) -> int:
    return sum(word_costs(prompt.lines))


@pytest.mark.slow
@settings(max_examples=150 * TIMES)
@given(st.text("ab\n", max_size=30), st.data())
def test_a_chain_of_two_edits_is_both_in_turn(text: str, data: st.DataObject) -> None:
    first = data.draw(edits(text))
    middle = first.apply(text)
    second = data.draw(edits(middle))
    both = chain(text, first, second)
    end = second.apply(middle)
    assert both.apply(text) == end
    assert both.inverse(text).apply(end) == text
    assert all(a.end < b.start for a, b in zip(both.splices, both.splices[1:], strict=False))


@st.composite
def edits(draw: st.DrawFn, text: str) -> Edit:
    points = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    pairs = zip(points[::2], points[1::2], strict=False)
    return Edit.of("x", [Splice(a, b, draw(st.text("xyz\n", max_size=4))) for a, b in pairs])


@pytest.mark.parametrize(
    ("text", "lines", "want"),
    [
        ("a\n\nb\n\nc\n", [(2, 3)], "a\n\nc\n"),
        ("a\n\nb\n\nc", [(4, 5)], "a\n\nb"),
        ("a\n\nb\n\nc\n", [(4, 5)], "a\n\nb\n"),
        ("- a\n- b\n- c\n", [(1, 2)], "- a\n- c\n"),
        ("- a\n- b\n\nx\n", [(1, 2)], "- a\n\nx\n"),
        ("a\n\nb\n\n\nc\n", [(2, 3)], "a\n\n\nc\n"),
        ("a\r\n\r\nb\r\n\r\nc\r\n", [(0, 1)], "b\r\n\r\nc\r\n"),
        ("a\n\nb\n\nc\n\nd\n", [(2, 3), (4, 5)], "a\n\nd\n"),
    ],
)
def test_lines_are_taken_out_with_the_gap_they_leave(
    text: str, lines: list[tuple[int, int]], want: str
) -> None:
    prompt = Prompt.from_text(text)
    assert cut_lines(prompt, lines).apply(text) == want
