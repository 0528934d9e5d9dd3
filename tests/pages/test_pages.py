"""Pages are escaped by construction, whatever a prompt holds, and small."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.page_checks import hostile, read
from workbench.prompt.visible import HOSTILE, visible
from workbench.store.store import Store
from workbench.verbs.inputs import Input
from workbench.verbs.measured import Counting
from workbench.verbs.pages.blocks import Card, Fold, Heading, Line, Lines, Para, Span, Table
from workbench.verbs.pages.full import render
from workbench.verbs.pages.html import cell
from workbench.verbs.pages.markdown import markdown
from workbench.verbs.pages.markup import el, safe
from workbench.verbs.pages.parts import parts_view
from workbench.verbs.report import Report, ReportRequest, report
from workbench.verbs.save import save
from workbench.verbs.steps import finished

TEXT = st.text(st.characters(codec=None), max_size=40) | st.sampled_from(
    ["</style><script>", "a|b\\|c", "``` `` `", "\\", "<!--", "@team #1 www.x.y", "&amp;", "\u202e"]
)


def made(text: str | bytes, other: str | None = None, **options: str) -> Report:
    def given(part: str | bytes) -> Input:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        return Input("CLAUDE.md", data, "text")

    return finished(
        report(ReportRequest(given(text), None if other is None else given(other), **options))
    )


@given(TEXT)
def test_any_text_comes_back_as_text_from_any_block(text: str) -> None:
    blocks = [
        Heading(Span(text)),
        Para((text, Span(text), Span(text, "code"), Span(text, "bad"))),
        Table((text,), [(Span(text),)], "<"),
        Lines([Line("-", 1, 0, text, ((0, 1),))]),
        Lines([Line("", 0, 0, text)], plain=True),
        Card(Span(text), [Para(text)], "note"),
        Fold(text, [Para(Span(text))]),
    ]
    words = read(str(cell(blocks, text)))
    assert words.count(visible(text, lines=True)) >= (11 if text else 0)


@given(TEXT)
def test_attributes_cannot_be_left(text: str) -> None:
    page = f"<style>x</style>{el('p', 'a', aria_label=text)}"
    assert read(page) == "a"


def test_markup_is_not_escaped_twice() -> None:
    assert el("p", el("i", "<"), safe("&")) == "<p><i>&lt;</i>&amp;</p>"


@given(TEXT)
def test_text_of_files_is_code_in_markdown_and_nothing_else(text: str) -> None:
    out = markdown([Table(("a", "b"), [(Span(text), "x")], "<<"), Para(("see ", Span(text)))])
    page = MarkdownIt("commonmark").enable("table").render(out)
    assert page.count("<td>") == 2
    without = re.sub(r"<code>[^<]*</code>", "", page)
    assert re.sub(r"</?(?:table|thead|tbody|tr|t[dh]|p)>|\s", "", without) in ("abxsee", "abxsee")
    assert HOSTILE.search(out) is None


def test_our_own_words_are_escaped_in_markdown_too() -> None:
    out = markdown([Para("a *b* <b> [c](d) @team `x`")])
    assert "<strong>" not in MarkdownIt("commonmark").render(out)


@pytest.mark.parametrize("text", ["+ newer", "- older", "1. first", "2) b", "# A", "=== x", "> y"])
def test_words_at_the_start_of_a_line_stay_words(text: str) -> None:
    page = MarkdownIt("commonmark").render(markdown([Para("a"), Para(text)]))
    assert page.count("<p>") == 2 and len(set(re.findall(r"<(\w+)", page))) == 1


def test_a_fence_in_a_fence_does_not_end_it() -> None:
    out = markdown([Lines([Line("+", 0, 1, "`````"), Line("+", 0, 2, "<script>")])])
    assert MarkdownIt("commonmark").render(out).count("<pre>") == 1


def test_a_report_of_a_hostile_prompt_holds_our_own_elements_only() -> None:
    text = hostile("http://tracker.example")
    one = render(made(text, task="</style><script>x</script>")).decode()
    words = read(one)
    assert "<script" not in one.lower() and "</style><script>document" in words
    two = render(made(text, text.replace("Never", "Always"))).decode()
    assert "What changed" in read(two)
    for page in (one, two):
        assert page.partition("<title>")[0].count("default-src &#x27;none&#x27;") == 1


def test_the_text_in_a_report_is_the_text() -> None:
    text = "# A\n\n\tfirst  two\n\n- <b>\n"
    page = render(made(text)).decode()
    shown = re.findall(r"<span>(.*?)</span>", page.partition('<pre class="text"')[2])
    assert shown == ["# A", " ", "\tfirst  two", " ", "- &lt;b&gt;"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "&" * 100_000,
        "a\n" * 50_000,
        "\n" * 100_000,
        "<script>\"'&" * 10_000,
        "\u202e\u200b<b>" * 12_500,
        "".join(f"# H{i}\n\nNever touch `x{i}` & co.\n\n" for i in range(3_000))[:100_000],
    ],
    ids=["amp", "short lines", "blank lines", "markup", "bidi", "headings"],
)
def test_a_report_of_100_kb_stays_below_1_mb(text: str) -> None:
    report_of = made(text, counting=Counting("chars"))  # the counter does not change the size
    assert len(render(report_of)) < 1_000_000
    assert len(render(report_of, "markdown")) < 65_536  # what a comment on GitHub may hold


def test_two_of_100_kb_stay_below_1_mb_and_say_what_is_left_out() -> None:
    a = "\n".join("<" * 400 + str(i) for i in range(240))
    b = "\n".join("&" * 400 + str(i) for i in range(240))
    both = made(a, b)
    page = render(both).decode()
    assert len(page.encode()) < 1_000_000
    assert "the page is full" in read(page)
    assert len(render(both, "markdown")) < 65_536


def test_a_long_line_is_cut_and_the_page_says_so() -> None:
    page = render(made("&" * 400_000)).decode()
    assert "Cut in line 1" in read(page)
    assert 500_000 < len(page.encode()) < 1_000_000


def test_every_figure_says_how_it_is_known() -> None:
    words = read(render(made("# A\n\nNever push.\n\n" * 180)).decode())
    for said in ("figure", "how it is known", "Source:", "its 80 % range", "Judge: offline"):
        assert said in words
    assert re.search(r"\((?:offline|est) ±[\d.]+ %", words)


def test_below_1000_tokens_there_is_no_weight_and_no_curve() -> None:
    page = render(made("# A\n\nNever push.\n")).decode()
    assert "Inconclusive: below 1,000 tokens" in read(page)
    assert "no effect known" in page and 'class="curve"' not in page


def test_versions_are_plotted_with_their_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for n in range(1, 5):
        Path("CLAUDE.md").write_text("# A\n\nNever push.\n" * 40 * n, "utf-8")
        with Store() as store:
            save("CLAUDE.md", f"step {n} <b>", store)
    page = render(finished(report(ReportRequest("CLAUDE.md")))).decode()
    words = read(page)
    assert page.count('class="dot"') == 4
    assert "Tokens of the stored versions, oldest on the left" in words
    assert "step 3 <b>" in words and "4 versions" in words


def test_a_moved_passage_is_shown_as_moved() -> None:
    part = "## Rules\n\nNever push to main.\nNever drop a table.\n\n"
    rest = "## Layout\n\n- `a/` holds a.\n- `b/` holds b.\n\n## Tests\n\nRun them.\n\n"
    page = render(made(part + rest, rest + part)).decode()
    assert 'class="mov"' in page
    assert re.search(r"lines \d+-\d+ moved to \d+-\d+", read(page))


def test_a_store_that_is_broken_does_not_stop_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_bytes(b"# A\n\nNever push.\n")
    home = tmp_path / "home"
    home.mkdir()
    (home / "ctxbench.db").write_bytes(b"no database at all")
    monkeypatch.setenv("CTXBENCH_HOME", str(home))
    found = finished(report(ReportRequest(str(file))))
    assert found.history is None and found.trouble
    assert json.dumps(found.trouble)[1:-1][:20] in read(render(found).decode())


def test_a_part_is_shown_with_its_share() -> None:
    found = made("# A\n\none\n\n# B\n\ntwo\n")
    shown = parts_view(found.measured, found.map.map)
    assert isinstance(shown[0], Table)
    assert [row[0] for row in shown[0].rows] == ["1", "2"]
