"""How sentences bind: alone by a table a language (`force_*.tsv`), and where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.language.statements import alone, statements
from workbench.prompt.prompt import Prompt

HERE = Path(__file__).parent


def rows(language: str) -> list[tuple[str, str]]:
    lines = (HERE / f"force_{language}.tsv").read_text("utf-8").splitlines()
    pairs = (line.rpartition("\t") for line in lines if line and not line.startswith("#"))
    return [(told, text) for told, _, text in pairs]


@pytest.mark.parametrize(
    ("told", "sentence"), [row for lang in ("english", "japanese", "chinese") for row in rows(lang)]
)
def test_a_sentence_read_alone(told: str, sentence: str) -> None:
    force = alone(sentence)
    found = f"{force.strength}\t{force.polarity}" if force else "none\t"
    assert found == told, force


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("## Never do\n\n- Chip the rims\n- Mix teas\n", ["dont", "dont"]),
        ("You must always:\n\n- Warm the pot\n- Cold milk first\n", ["do", "do", "do"]),
        ("Never:\n\n- chip the rims\n", ["", "dont"]),
        ("If you do not have a pot:\n\n- Borrow one.\n", ["", "do"]),
        ("- ❌ Tea bags\n- ❌ boil it twice\n- ✅ warm the pot\n", ["dont", "dont", "do"]),
        ("For example:\n\n- Warm the pot.\n", ["", ""]),
        ("# Examples\n\n- Warm the pot.\n", [""]),
        ("| tool | what |\n|---|---|\n| `brew` | Brew a pot |\n", ["", ""]),
        ('{\n"memory": "Warm the pot. Need to stir.",\n', ["", ""]),
        ("- Tests: [pass or fail]\n", [""]),
        ("> Never again, said the cook, will I boil it.\n", ["dont"]),
        ('> "Never again," said the cook.\n', [""]),
        ("## 禁止事項\n\n- 皿を重ねる\n", ["dont"]),
        ("## 严禁\n\n- 叠放湿杯子\n", ["dont"]),
    ],
)
def test_what_stands_around_has_its_say(text: str, found: list[str]) -> None:
    prompt = Prompt.from_text(text, "a.md")
    told = [x.force.polarity if x.force else "" for x in statements(prompt) if x.kind != "heading"]
    assert told == found
