"""No topic hides in a part that is named for another: what looks alike is divided alike."""

from __future__ import annotations

import pytest

from tests.prompt.test_parts import PROSE, opened
from workbench.prompt.cut_places import all_places
from workbench.prompt.granularity import running_sizes
from workbench.prompt.lines import split_lines
from workbench.prompt.live_outline import LiveOutline
from workbench.prompt.prompt import Prompt
from workbench.prompt.reading import read


def titles(text: str, path: str = "prompt.md") -> list[str]:
    return [title.partition(" ")[2] for title in opened(text, path)]


# -- a line that introduces a list ---------------------------------------------------------------

LEADS = [
    (
        "What you record:",
        "When a ship reports damage, ask these questions first:",
        "How you answer on the channel:",
        "Things that you never do:",
    ),
    (
        "記録すること：",
        "船が損傷を報告したときは、まず次のことを尋ねてください：",
        "答え方：",
        "してはいけないこと：",
    ),
    (
        "你记录的内容：",
        "当船只报告损坏时，请先按以下顺序询问：",
        "回答的格式：",
        "不能做的事：",
    ),
]


@pytest.mark.parametrize("names", LEADS)
def test_a_sentence_that_introduces_a_list_opens_a_part_where_titles_do(
    names: tuple[str, ...],
) -> None:
    text = f"{PROSE}\n\n" + "".join(f"{name}\n- {PROSE}\n- {PROSE}\n\n" for name in names)
    lines = text.split("\n")
    starts = [lines[int(title.split()[0]) - 1] for title in opened(text, "rules.txt")]
    assert starts[1:] == list(names)


def test_a_line_with_a_colon_above_its_text_opens_a_part_where_such_lines_do() -> None:
    lists = "".join(f"{name} :\n- {PROSE}\n\n" for name in ("Ce que vous notez", "Ce qui manque"))
    text = f"Bac.\n\nRôle :\n{PROSE}\n\n{lists}Les autres cas du bac :\n- {PROSE}\n"
    names = ["Rôle", "Ce que vous notez", "Ce qui manque", "Les autres cas du bac"]
    assert titles(text, "bac.txt")[1:] == names


def test_a_sentence_behind_a_paragraph_of_its_topic_opens_none() -> None:
    one = f"- {PROSE}\n- {PROSE}\n\n"
    text = f"Duties:\n{one}Text.\n\nIf it rains, do this at once, and quietly:\n{one}"
    text += f"Tone:\n{one}Limits:\n{one}"
    assert titles(text, "rules.txt") == ["Duties", "Tone", "Limits"]


#: How the paragraphs of a section begin that say each what is next.
RUN_IN = [
    "**The badge is the only proof**, and a name on a list is none. {}",
    "**Do not lend the key.** {}",
    "Two things follow from this, both easily forgotten:\n\n- {0}\n- {0}",
]


def test_a_large_section_is_divided_at_all_paragraphs_of_one_look() -> None:
    inside = "".join(f"{form.format(PROSE * 2)}\n\n{PROSE}\n\n" for form in RUN_IN)
    text = f"# Guard\n\n{PROSE}\n\n# Rules\n\n{PROSE}\n\n{inside}# Shifts\n\n{PROSE}\n"
    found = titles(text)
    assert [found[0], found[1], found[-1]] == ["Guard", "Rules", "Shifts"]
    begins = [form[:10].replace("**", "") for form in RUN_IN]
    assert [title[: len(begin)] for title, begin in zip(found[2:], begins, strict=False)] == begins
    assert len(found) == 6


def test_a_section_is_not_cut_between_plain_paragraphs() -> None:
    plain = f"{PROSE * 3}\n\n" * 3
    text = f"# A\n\n## One\n\n{plain}## Two\n\n{PROSE * 3}\n\n## Three\n\n{plain}"
    assert titles(text) == ["A", "One", "Two", "Three"]


def test_a_sentence_that_introduces_a_list_opens_a_part_in_a_string_of_data() -> None:
    topics = "".join(f"{name}\n- {PROSE}\n- {PROSE}\n\n" for name in LEADS[0])
    text = f'name = "log"\n\n[prompt]\nsystem = """\nYou keep the log.\n\n{topics}"""\n'
    assert len(titles(text, "log.toml")) == 3 + len(LEADS[0])


def test_lines_that_stand_below_several_headings_are_no_topics() -> None:
    section = f"{PROSE * 8}\n\n**Key points:**\n\n- {PROSE}\n\n"
    text = f"# All\n\n## One\n\n{section}## Two\n\n{PROSE * 8}{section}## Three\n\n{section}"
    assert titles(text, "rules.md")[1:] == ["One", "Two", "Three"]


# -- bold titles above headings ------------------------------------------------------------------


def test_bold_titles_above_headings_hold_them() -> None:
    text = (
        f"You read maps.\n\n## When\n\n{PROSE}\n\n**Your Tasks:**\n- {PROSE}\n\n"
        f"**Reading Process:**\n\n### 1. Frame\n\n{PROSE}\n\n**Scale bars:**\n- which mile\n\n"
        f"### 2. Names\n\n{PROSE * 2}\n\n"
        f"**Edge Cases:**\n\n**Torn sheets:**\n- {PROSE}\n\n**Copies:**\n- {PROSE}\n\n"
        f"**Answer Form:**\nFive lines. {PROSE}\n"
    )
    parts = Prompt.from_text(text).parts("coarse")
    assert [(part.title, part.level) for part in parts if part.level] == [
        ("When", 2),
        ("Your Tasks", 2),
        ("Reading Process", 2),
        ("Edge Cases", 2),
        ("Answer Form", 2),
    ]
    parts = Prompt.from_text(text).parts("fine")
    frame = next(part for part in parts if part.title == "1. Frame")
    assert frame.path == ("Reading Process", "1. Frame")


def test_numbered_topics_above_headings_hold_them() -> None:
    text = (
        f"# Look back\n\n{PROSE}\n\n## Steps\n\n1. **Set-up**\n   - {PROSE}\n\n2. **Data**\n\n"
        f"#### Numbers\n\n{PROSE}\n\n#### Words\n\n{PROSE}\n\n3. **Report**\n\n#### Short\n\n"
        f"{PROSE * 2}\n\n## Errors\n\n1. **No data**\n2. **No words**\n\n### Others\n\n{PROSE}\n"
    )
    assert titles(text, "look.md") == ["Look back", "Steps", "Set-up", "Data", "Report", "Errors"]
    parts = Prompt.from_text(text).parts("fine")
    words = next(part for part in parts if part.title == "Words")
    assert words.path == ("Look back", "Steps", "Data", "Words")


def test_labels_in_a_template_below_bold_chapters_stay_labels() -> None:
    text = (
        f"You review.\n\n**Your Tasks:**\n- {PROSE}\n\n**Review Process:**\n\n{PROSE}\n\n"
        f"**Output Format:**\n## Review\n\n### Summary\n\n**Found Issues:**\n- {PROSE}\n\n"
        f"### Rating\n\n**Found Issues:**\n- {PROSE}\n\n**Edge Cases:**\n- {PROSE}\n"
    )
    assert titles(text)[1:] == ["Your Tasks", "Review Process", "Output Format", "Edge Cases"]


NOT_ABOVE = [
    "# Map\n\n**Version Two**\n\n## One\n\nText.\n\n**Next Steps**\n\nText.\n",  # of a title
    "## A\n\nText.\n\n**Old Names:**\n\n### 1\n\nText.\n\n**New Names:**\n- a\n\n### 2\n\nText.\n",
    "# A\n\nText.\n\n**One Line:**\n\n## B\n\nText.\n",  # alone
    "## A\n\nText.\n\n**Keep It Short**\n\n## B\n\nText.\n\n**Keep It True**\n\n## C\n\nText.\n",
    "## A\n\n1. **Cut**\n2. **Fold**\n\n### B\n\nText.\n",  # the numbers do not go on
]


@pytest.mark.parametrize("text", NOT_ABOVE)
def test_other_bold_lines_hold_no_headings(text: str) -> None:
    outline = Prompt.from_text(text).outline
    assert [b.level for b in outline.seen if b.level] == [b.level for b in outline.headings]


# -- sections within sections --------------------------------------------------------------------


def test_a_section_that_alone_stands_below_a_shorter_text_is_a_part() -> None:
    rest = "".join(f"## {name}\n\n{PROSE * 3}\n\n" for name in ("Wood", "Glue", "Paint", "Tools"))
    own = "- Rent the hall for a day.\n- Bring gloves and the list of members.\n- Pay the porter.\n"
    text = f"# Workshop\n\n## Set-up\n\n{own}\n### At the saw\n\n{PROSE * 2}\n\n{rest}"
    names = ["Workshop", "Set-up", "At the saw", "Wood", "Glue", "Paint", "Tools"]
    assert titles(text) == names
    names.remove("At the saw")
    assert titles(text.replace(own, "")) == names  # its section has no other text
    assert titles(text.replace(own, PROSE * 3)) == names  # nor is it the larger half
    assert titles(text.replace("## Wood", "### At the lathe\n\nText.\n\n## Wood")) == names


def test_a_heading_behind_a_list_of_one_topic_opens_its_part() -> None:
    item = f"- **Checks**:\n  - {PROSE}\n  - {PROSE}\n\n"
    text = f"# All\n\n## One\n\n{PROSE}\n\n{item}## Two\n\n{PROSE}\n\n{item}## Three\n\n{PROSE}\n"
    assert titles(text) == ["All", "One", "Two", "Three"]


def test_no_part_holds_more_than_its_title_names() -> None:
    small = "".join(f"## The name of section {n}\n\n{PROSE * 2}\n\n" for n in range(24))
    parts = Prompt.from_text(f"# All\n\n{small}").parts()
    assert max(part.title.count("…") for part in parts) == 1
    assert sum(part.title.count("section") for part in parts) == 24


@pytest.mark.parametrize("names", [("Role", "Tasks", "Tone"), ("角色", "工作流程", "语气")])
def test_a_tag_below_one_of_several_titles_is_part_of_its_topic(names: tuple[str, ...]) -> None:
    one, two, three = (f"【{name}】" for name in names)
    text = f"{one}\n{PROSE}\n\n{two}\n<steps>\n1. one\n</steps>\n{PROSE}\n\n{three}\n{PROSE}\n"
    assert titles(text, "rules.txt") == list(names)


# -- steps and numbered topics -------------------------------------------------------------------

STEPS = [
    "{0}. {1}\n\n```sh\n{2}```\n\n{3}\n\n",
    "{0}. {1}\n   - {3}\n   ```sh\n   {2}   ```\n\n",
]


@pytest.mark.parametrize("form", STEPS)
def test_each_step_of_a_long_procedure_is_a_part(form: str) -> None:
    names = ("Fetch the readings.", "Compare last year", "Print and sign them.", "Write to all.")

    def procedure(lines: int) -> str:
        steps = (
            form.format(n, name, "make\n   " * lines + "make\n", PROSE)
            for n, name in enumerate(names, 1)
        )
        return f"# Tables\n\n{PROSE}\n\n## Procedure\n\n{''.join(steps)}## After\n\n{PROSE}\n"

    found = titles(procedure(14))
    assert found[-4:] == [
        "2. Compare last year",
        "3. Print and sign them.",
        "4. Write to all.",
        "After",
    ]
    assert titles(procedure(2)) == ["Tables", "Procedure", "After"]


@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize("names", [("Purpose", "Criteria", "Form"), ("目的", "基準", "形式")])
def test_numbered_titles_right_above_their_text_are_topics(
    names: tuple[str, ...], between: str
) -> None:
    topics = between.join(f"{n}. {name}\n{PROSE}" for n, name in enumerate(names, 1))
    found = titles(f"{PROSE}\n\n{topics}\n", "review.txt")
    assert found[1:] == [f"{n}. {name}" for n, name in enumerate(names, 1)]


BROKEN_LINES = [
    "1. Take the key\nand lock the door behind you.\n2. Go home\nby train.\n3. Sleep\nwell.\n",
    "1. Take the key\n   Lock the door.\n2. Go home\n   Take the train.\n3. Sleep\n   Rest.\n",
    "1. Take it.\nThen go.\n2. Lock it.\nThen wait.\n3. Sleep.\nThen rest.\n",
    "1. Take the key\nLock the door.\n2. Go home\nTake the train.\n",  # two alone
]


@pytest.mark.parametrize("text", BROKEN_LINES)
def test_items_whose_lines_were_broken_are_no_topics(text: str) -> None:
    assert [block.topics for block in Prompt.from_text(text).outline.blocks] == [()]


# -- source without a fence ----------------------------------------------------------------------

SCRIPT = (
    "{}\nimport os\n\n# Sizes\ntotal = 0\n\nTARGETS:\n\n// Group by age\n"
    "- os\n\nPY_END\npython3 old.py\n"
)


@pytest.mark.parametrize("command", ["cat > old.py << 'PY_END'", 'sh <<-"PY_END" > old.log'])
def test_what_a_command_takes_from_below_it_is_one_thing(command: str) -> None:
    text = f"# One\n\n{PROSE * 3}\n\n{SCRIPT.format(command)}\n# Two\n\n{PROSE * 3}\n\n"
    text += f"# Three\n\n{PROSE * 3}\n"
    for granularity in ("auto", "fine", 9):
        starts = [int(part.split()[0]) for part in opened(text, granularity=granularity)]
        lines = text.split("\n")
        first, last = lines.index(command), lines.index("python3 old.py")
        assert not any(first + 1 < start <= last + 1 for start in starts)
    assert titles(text) == ["One", "Two", "Three"]


@pytest.mark.parametrize("word", ["PY_END", "EOF"])
def test_the_word_that_ends_a_command_may_be_typed_anywhere(word: str) -> None:
    lines = split_lines(f"cat << {word}\n\n# One\n\n" + "Text.\n\n" * 40 + "# Two\n\nText.\n")
    live = LiveOutline(lines)
    assert [block.title for block in live.outline.headings] == ["One", "Two"]
    lines.insert(82, f"{word}\n")
    live.splice(lines, 82, 0, 1)
    live.settle(lines)
    assert live.outline.blocks == read(lines).outline.blocks
    assert [block.title for block in live.outline.headings] == ["Two"]


@pytest.mark.parametrize("text", ["  // Keep the newest\n\nText.\n", "// Keep it\nrow.push(1);\n"])
def test_a_comment_within_source_is_no_title(text: str) -> None:
    prompt = Prompt.from_text(text)
    assert not any(p.title for p in all_places(prompt.outline, running_sizes(prompt.lines)))


# -- templates -----------------------------------------------------------------------------------


def test_loops_and_conditions_beside_helpers_are_parts_under_their_own_words() -> None:
    text = (
        "{{#system}}\nYou sort letters.\n{{/system}}\n\n{{#each letters}}\n{{#user}}\n"
        "{{this.text}}\n{{/user}}\n{{/each}}\n\n{{#unless quiet}}\n{{#user}}\n"
        "Say how sure you are.\n{{/user}}\n{{/unless}}\n\n{{#user}}\n{{letter}}\n{{/user}}\n"
    )
    assert titles(text, "sort.hbs") == ["system", "each letters", "unless quiet", "user"]


LOOPS = [
    ("{% for t in tickets %}", "{% endfor %}", "for t in tickets"),
    ("{{#each tickets}}", "{{/each}}", "each tickets"),
    ("{{ range .Tickets }}", "{{ end }}", "range .Tickets"),
    ("{%- if late -%}", "{%- endif -%}", "if late"),
]


@pytest.mark.parametrize(("opens", "closes", "name"), LOOPS)
def test_a_statement_around_as_much_as_a_section_is_a_part(
    opens: str, closes: str, name: str
) -> None:
    text = f"# Summary\n\n{PROSE}\n\n## Rules\n\n{PROSE * 2}\n\n{opens}\n{{}}\n{closes}\n\n"
    text += f"{PROSE}\n\n## Output\n\n{PROSE * 2}\n"
    assert any(title == name for title in titles(text.replace("{}\n", f"{PROSE * 3}\n{PROSE}\n")))
    assert titles(text.replace("{}\n", "Be brief.\n")) == ["Summary", "Rules", "Output"]


def test_a_loop_stands_beside_the_titles_of_its_text() -> None:
    rows = f"{{% for p in guests %}}\n{PROSE}\n{{% endfor %}}\n\n"
    text = f"RULES\n{PROSE}\n\n{{% if late %}}\nSTORM\n{PROSE}\n{{% endif %}}\n\n{rows}"
    text += f"OUTPUT\n{PROSE}\n"
    assert titles(text, "ferry.liquid") == ["RULES", "if late", "for p in guests", "OUTPUT"]


def test_a_heading_names_the_loop_right_below_it() -> None:
    loop = f"{{% for t in tickets %}}\n{PROSE * 4}\n{{% endfor %}}\n\n"
    text = f"# Summary\n\n{PROSE * 2}\n\n## Tickets\n\n{loop}## Output\n\n{PROSE * 2}\n"
    assert titles(text) == ["Summary", "Tickets", "Output"]


# -- a prompt in a fence -------------------------------------------------------------------------


def test_headings_of_a_text_in_a_fence_are_below_the_one_above_it() -> None:
    inside = "".join(
        f"# {name}\n\n{PROSE}\n\n{PROSE}\n\n" for name in ("Results", "Coverage", "Findings")
    )
    text = f"# Report\n\n{PROSE}\n\n## Shape\n\n```markdown\n{inside}```\n\n## Rules\n\n{PROSE}\n"
    paths = [part.path for part in Prompt.from_text(text).parts("fine")]
    assert paths[1:3] == [("Report", "Shape"), ("Report", "Shape", "Results")]
    assert paths[-1] == ("Report", "Rules")
