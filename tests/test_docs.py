"""The documentation: what the program writes is up to date, and what it shows works as shown."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
import shutil
import sys
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import ValidationError

from workbench.cli.app import VERBS
from workbench.judge.registry import Context
from workbench.judge.review import review
from workbench.judge.rule_files import all_rules
from workbench.prompt.prompt import Prompt
from workbench.verbs.rules import markdown

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def blocks(name: str, language: str) -> list[str]:
    """The fenced blocks of one language on a page of docs/."""
    text = (DOCS / name).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_page_of_rules_is_the_registry() -> None:
    """When this fails: python -m workbench rules --markdown > docs/rules.md"""
    assert (DOCS / "rules.md").read_text("utf-8") == markdown()


def test_every_rule_says_what_why_and_where_from() -> None:
    for rule in all_rules():
        assert rule.title and rule.why and rule.source and rule.dated, rule.id
        assert rule.example, rule.id
        # People read it below a finding: no numbers of cases and surveys that only makers know.
        assert not re.search(r"\bcase \d|survey of peers|found by", rule.source), rule.id


@pytest.mark.parametrize("name", ["verbs.md", "map.md"])
def test_written_pages_are_up_to_date(name: str) -> None:
    """When this fails: python scripts/docs.py"""
    made = runpy.run_path(str(ROOT / "scripts" / "docs.py"))["pages"]()
    assert (DOCS / name).read_text("utf-8") == made[name]


def test_every_verb_has_its_section() -> None:
    text = (DOCS / "verbs.md").read_text("utf-8")
    for verb in VERBS:
        assert f"\n## {verb}\n" in text


def without_code(text: str) -> str:
    plain = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", plain)


def anchors(text: str) -> set[str]:
    """The anchors that a page of Markdown has on the usual forges."""
    titles = re.findall(r"^#+ +(.*)$", without_code(text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))], ids=lambda p: str(p.name)
)
def test_links_lead_somewhere(page: Path) -> None:
    text = without_code(page.read_text("utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        place = (page.parent / name) if name else page
        assert place.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(place.read_text("utf-8")), f"{page.name}: {target}"


def test_the_rule_of_the_docs_finds_its_example_and_leaves_code_alone() -> None:
    made: dict[str, Any] = {}
    exec(compile(blocks("extend.md", "python")[0], "extend.md", "exec"), made)
    rule = made["RULE"]
    assert rule.why and rule.source and rule.dated
    assert rule.id not in {known.id for known in all_rules()}
    prompt = Prompt.from_bytes(f"# A\n\n{rule.example}\n\n```\n# TODO: code\n```\n".encode())
    found = review(Context(prompt), rules=[*all_rules(), rule]).findings
    assert [(f.start_line, f.text) for f in found if f.rule == rule.id] == [(3, "TODO")]
    clean = Prompt.from_bytes(f"# A\n\n{rule.instead}\n".encode())
    assert rule.id not in {f.rule for f in review(Context(clean), rules=[rule]).findings}


def test_the_wording_rule_of_the_docs_finds_its_words() -> None:
    from workbench.judge.wording_rules import read_rules

    [given] = [block for block in blocks("extend.md", "yaml") if "swap:" in block]
    [rule] = read_rules(given, "tide-words.yaml")
    prompt = Prompt.from_bytes(b"# A\n\n- Call the captain.\n", "CLAUDE.md")
    [found] = review(Context(prompt), rules=[rule]).findings
    assert (found.start_line, found.message) == (3, "captain is called skipper here.")


def test_the_host_of_the_docs_is_reviewed() -> None:
    from workbench.hosts.registry import user_folder
    from workbench.judge.rules import host_limits
    from workbench.verbs.hosts import explain, hosts_for, known

    [given] = [block for block in blocks("extend.md", "yaml") if "limits:" in block]
    user_folder().mkdir(parents=True)
    (user_folder() / "example-agent.yaml").write_text(given, "utf-8")
    prompt = Prompt.from_bytes(b"Be brief.\n" * 400, "CLAUDE.md")
    context = Context(prompt, hosts=hosts_for(prompt.kind, "example-agent"))
    [found] = host_limits.RULE.check(host_limits.RULE, context)
    assert found.start_line == 301 and "Example Agent reads 300 lines" in found.message
    assert found.severity == "error" and "a measurement of your own, 2026-11-30" in found.message
    [host] = known(("example-agent",))
    assert "skill" in host.kinds  # taken over
    assert any("300 lines, cut" in line for line in explain(host))


def test_the_page_of_hosts_is_what_their_files_say() -> None:
    """When this fails: python -m workbench hosts --markdown > docs/hosts.md"""
    from workbench.verbs.hosts import markdown

    assert (DOCS / "hosts.md").read_text("utf-8") == markdown()


def test_the_layout_and_the_keys_of_the_docs_load() -> None:
    from workbench.tui.keymap import config_folder, current
    from workbench.tui.layout import fitting, load_layouts

    tables = blocks("extend.md", "yaml")
    layout = next(b for b in tables if "panes:" in b)
    keys = next(b for b in tables if "bench:" in b)
    folder = config_folder()
    (folder / "layouts").mkdir(parents=True)
    (folder / "layouts" / "mine.yaml").write_text(layout, "utf-8")
    (folder / "keymap.yaml").write_text(keys, "utf-8")
    layouts, problems = load_layouts()
    assert not problems
    assert fitting(layouts, 80, "mine").panes["parts"] == (1, 2)
    current.cache_clear()
    try:
        keymap = current()
        assert not keymap.problems
        assert keymap.keys["bench"]["save"] == ("ctrl+s", "f2")
        assert keymap.keys["review"]["accept"] == ("y", "space")
    finally:
        current.cache_clear()


def test_the_price_row_of_the_docs_is_taken() -> None:
    from workbench.measure.prices import parse_prices, tariff

    [rows] = [b for b in blocks("extend.md", "yaml") if "models:" in b]
    own = parse_prices(yaml.safe_load(rows), "prices.yaml")
    found = tariff("example-large", own)
    assert found.known and found.prices["output"] == 15 and found.min_cache == 1024


def test_the_measurement_of_the_docs_prints_what_it_says() -> None:
    [code] = blocks("map.md", "python")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {})
    lines = out.getvalue().splitlines()
    said = re.search(r"# fitted: (\[.*\])", code)
    assert said and lines[0] == said[1]
    assert len(lines) == 3


def test_nothing_is_called_attention_and_no_old_figure_is_shown() -> None:
    text = (DOCS / "map.md").read_text("utf-8")
    assert "not attention" in text
    for figure in ("10-40 %", "10–40", "8-16k", "8–16k", "dead zone"):
        assert figure not in text


def test_the_yaml_of_the_pipeline_is_what_its_readers_expect() -> None:
    settings, hook, workflow, other = (yaml.safe_load(b) for b in blocks("pipeline.md", "yaml"))
    from workbench.config import load
    from workbench.measure.limits import limits_from

    assert limits_from(settings["budget"]).tokens == 4000
    [known] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    [named] = hook["repos"][0]["hooks"]
    assert named["id"] == known["id"]
    assert limits_from(load({"budget": named["args"][1]}).budget).risk == 0.1
    steps = workflow["jobs"]["review"]["steps"]
    inputs = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    ours = next(step for step in steps if step["uses"].startswith("example/ctxbench"))
    assert set(ours["with"]) <= set(inputs)
    upload = next(step for step in steps if "upload-sarif" in step["uses"])
    assert upload["with"]["sarif_file"] == ours["with"]["sarif"] and upload["if"] == "always()"
    assert other["prompts"]["artifacts"]["paths"] == ["prompts.sarif"]


def commands(name: str) -> list[str]:
    """Every call of ctxbench in the blocks of a page, without what follows a redirection."""
    found = re.findall(r"^[$ -]*ctxbench (.*)$", (DOCS / name).read_text("utf-8"), re.MULTILINE)
    return [re.split(r"[>|]", line)[0] for line in found]


@pytest.mark.parametrize("page", ["pipeline.md"])
def test_commands_of_a_page_have_options_that_exist(page: str) -> None:
    import click

    from workbench.cli.app import cli

    lines = commands(page)
    assert len(lines) >= 5
    for line in lines:
        verb, *rest = line.split()
        command = cli.get_command(click.Context(cli), verb)
        assert command is not None, line
        known = {name for param in command.params for name in (*param.opts, "--help")}
        assert {word for word in rest if word.startswith("-")} <= known, line


TOUR = ROOT / "scripts" / "tour.py"
needs_counts = pytest.mark.skipif(sys.version_info < (3, 12), reason="its counts need ctok")


@pytest.mark.slow
@needs_counts
@pytest.mark.skipif(not shutil.which("bash"), reason="its commands are written for bash")
def test_the_commands_of_the_tour_print_what_it_shows() -> None:
    """When this fails: python scripts/tour.py"""
    script = runpy.run_path(str(TOUR))
    old, made = script["TOUR"].read_text("utf-8"), script["stale"](True, ())
    new = next(iter(made.values()), old)
    lines = unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0)
    assert not made, "run scripts/tour.py:\n" + "\n".join([*lines][:40])


@pytest.mark.slow
@needs_counts
@pytest.mark.parametrize("size", [(80, 24), (140, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_screens_of_the_tour_are_those_of_the_program(size: tuple[int, int]) -> None:
    """When this fails: python scripts/tour.py"""
    found = runpy.run_path(str(TOUR))["stale"](False, (size,))
    assert not found, "run scripts/tour.py: " + ", ".join(path.name for path in found)


def test_every_screen_is_shown_and_says_what_it_holds() -> None:
    shown = set(re.findall(r"screens/([\w-]+\.svg)", (DOCS / "tour.md").read_text("utf-8")))
    there = {path.name for path in (DOCS / "screens").glob("*.svg")}
    assert shown == there
    for path in (DOCS / "screens").glob("*.svg"):
        text = path.read_text("utf-8")
        assert "<title>" in text and "<script" not in text and "href" not in text
        assert len(text) < 40_000, "a picture of the tour stays small"


def test_the_cells_of_the_tour_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "sample_prompts" / "ledger-service", tmp_path / "tour")
    monkeypatch.chdir(tmp_path / "tour")
    [cells] = blocks("tour.md", "python")
    made: dict[str, Any] = {}
    exec(cells, made)
    assert made["better"].text != made["prompt"].text


def test_the_check_of_the_schemas_page_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from workbench.cli import main

    sample = ROOT / "sample_prompts" / "ledger-service" / "CLAUDE.md"
    assert main(["parts", "--json", str(sample)]) == 0
    (tmp_path / "parts.jsonl").write_text(capsys.readouterr().out)
    shutil.copytree(DOCS / "schemas", tmp_path / "docs" / "schemas")
    monkeypatch.chdir(tmp_path)
    [code] = blocks("schemas/README.md", "python")
    exec(code, {})
    (tmp_path / "parts.jsonl").write_text('{"path": 3}')
    with pytest.raises(ValidationError):
        exec(code, {})
