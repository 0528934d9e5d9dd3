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
        # A case that the items complete, and a case that leads to what is to be done.
        ("Serve it when:\n\n- Guests wait\n- The pot is full\n", ["do", "", ""]),
        ("Use it when the guest wants:\n\n- Mixing teas\n", ["do", ""]),
        ("Stop if any of these happens:\n\n- Steam rises\n", ["do", ""]),
        ("When the pot leaks:\n\n- Close the tap\n", ["", "do"]),
        # Who tells what somebody does tells so in the items as well.
        ("All waiters provide:\n\n- Pour tea for guests\n", ["", ""]),
        ("The house serves three blends:\n\n- Mix a green one\n", ["", ""]),
        ("## Key features\n\n- Pour tea for guests\n- Never drips\n", ["", "dont"]),
        # Whole sentences complete "that".
        ("Check that:\n\n- The lid is shut.\n", ["do", "do"]),
        # What shows or names is no order, whatever leads to it.
        ("Write the label like a menu:\n\n- Wrong: `TEA`\n- `size` - in cups\n", ["do", "", ""]),
        ("Read the guide for your pot:\n\n- [Clay](clay.md)\n", ["do", ""]),
        # One verb leads to what completes it.
        ("Deliver:\n\n- A list of teas\n- Tea is hot\n", ["do", "do", "do"]),
        ("Ensure that every menu:\n\n- Names its teas\n", ["do", "do"]),
        # What an item is beside its siblings: "Serves tea" tells.
        ("Describe the pots:\n\n- Supports hot water\n- Faster than a kettle\n", ["do", "", "do"]),
        # Titles by what they are about.
        ("## Main features of a pot\n\n- Pour tea for guests\n", [""]),
        ("## Adding features\n\n- Draw a spout\n", ["do"]),
        ("## When adding features\n\n- Draw a spout\n", ["do"]),
        ("## Roadmap for tea houses\n\n1. Buy a second pot\n", [""]),
        ("## Example: Cracked lid\n\nGlue the lid.\n", [""]),
        ("## Order examples\n\nServe the tea.\n", [""]),
        ("# Example house\n\n## Kitchen\n\nServe the tea.\n", ["do"]),
        ("# Examples\n\n## First\n\nServe the tea.\n", [""]),
        ("## Keep the examples warm\n\nServe the tea.\n", ["do"]),
        # Names with what they are, and links with what is behind them.
        ("- **tea-brewer** - Brew a pot\n- **cup-washer**: Use it at night\n", ["", ""]),
        ("- [Pots](pots.md) - Find a pot\n", [""]),
        # A box is to be ticked where something says when.
        ("## Safety of lids\n\n- [ ] Lids in stock\n- [ ] Rims polished\n", ["", ""]),
        ("## Checklist\n\n- [ ] Lids in stock\n", ["do"]),
        ("Before you close:\n\n- [ ] Lids in stock\n", ["", "do"]),
        # Titles about rules; what has items below only names them.
        ("## Rules of the kitchen\n\n- Lids shut\n- The shop is old.\n", ["do", ""]),
        ("## Serving conventions (all rooms)\n\n- Saucers below\n", ["do"]),
        ("## Conventional pots\n\n- Clay below\n", [""]),
        ("## Rules\n\n1. **Lids**\n   - Keep them shut\n", ["", "do"]),
        ("## Forbidden (always)\n\n- Chipped cups\n", ["dont"]),
        ("## Never — not once\n\n- Chipped cups\n", ["dont"]),
        # What the reader will do is to be done; what others will do is told.
        ("When called, you will:\n\n1. **Pour**: Fill the cups\n", ["", "do"]),
        ("Then I'll:\n\n- Fill the cups\n", ["", "do"]),
        ("Your answers will be:\n\n- **Short**: Leave out the saucer\n", ["", "do"]),
        ("Your task is to:\n\n- Fill the cups\n", ["", "do"]),
        ("Its task is to:\n\n- Fill the cups\n", ["", ""]),
        ("## What this machine does\n\n- Fill the cups\n", [""]),
        ("## What you do\n\n- Fill the cups\n", ["do"]),
        ("## What the cook must do\n\n- Fill the cups\n", ["do"]),
        ("The machine will:\n\n- Fill the cups\n", ["", ""]),
        ("You will see:\n\n- Fill levels of cups\n", ["", ""]),
        # What is planned tells, a suggestion as well.
        ("## Roadmap\n\n1. Consider a second pot\n2. Guests should pay\n", ["", "do"]),
        ("Here you can:\n\n- Fill cups\n", ["", ""]),
        ("**Order example:**\n\nTea is hot.\n", ["", ""]),
        ("Do:\n\n- Fill cups\n", ["", "do"]),
        # A topic between a heading and its items.
        ("## Never\n\n**Lids**\n\n- Chip them\n", ["", "dont"]),
        ("## Key features\n\n**Lids**\n\n- Keep the tea warm\n", ["", ""]),
        ("## Rules\n\n**Lids**\n\n- Clay below\n", ["", ""]),
        # A title in a line of its own.
        ("**Fill Cups**\n\nTea is hot.\n", ["", ""]),
        ("**Use Cases:**\n\n- Tea at noon\n- Fill cups\n", ["", "", "do"]),
        ("Fill Cups:\n\n- Tea at noon\n", ["", ""]),
        ("**Never Fill Cups**\n", ["dont"]),
        ("**Fill cups**\n", ["do"]),
        # A reference tells what a call does.
        ("### pour(cup)\n\nFill the cup.\n\n- Never drips.\n", ["", "dont"]),
        ("### Pouring (slowly)\n\nFill the cup.\n", ["do"]),
        # A name and what it is; what is said behind it may order, in a reference it tells.
        ("- `lid` - a cover. When it cracks, glue it.\n", ["", "do"]),
        ("### `pour()`\n\n- `lid` - a cover. When it cracks, glue it.\n", ["", ""]),
        ("### Pot<Tea>\n\n- `lid` - a cover. When it cracks, glue it.\n", ["", ""]),
        # A warning in a quotation block speaks to the reader, in all of its sentences.
        ("> ⚠️ Pots are hot. Use gloves.\n", ["", "do"]),
        ("> Pots are hot. Use gloves.\n", ["", ""]),
        # A quotation of several sentences.
        ('Say "Tea is ready. Take a cup." Then stir it.\n', ["do", "", "do"]),
        ('Fill 5" of tea. Take a cup.\n', ["do", "do"]),
        # Code without a fence; its comments may forbid.
        ("import kettle\npot = kettle.fill()\n", [""]),
        ("// Fill the pot\nconst pot = kettle.fill();\n", [""]),
        ("# NEVER boil it twice\nimport kettle\n", ["dont"]),
        ("Fill a pot" + " and cups" * 21 + "; stir it.\n", ["do"]),
        ("Import the tea.\nFill the pot.\n", ["do", "do"]),
        # A caption names the command below it, unless the file is called by name or it says how.
        ("Fill the pot:\n\n```sh\nmake fill\n```\n", [""]),
        ("---\nname: tea\n---\nFill the pot:\n\n```sh\nmake fill\n```\n", ["do"]),
        ("1. Fill the pot:\n\n   ```sh\n   make fill\n   ```\n", ["do"]),
        ("Fill the pot with:\n\n```sh\nmake fill\n```\n", ["do"]),
        ("Fill `pot`:\n\n```sh\nmake fill\n```\n", ["do"]),
        ("If it is empty, fill the pot:\n\n```sh\nmake fill\n```\n", ["do"]),
        ("Fill the pot:\n\n```json\n{}\n```\n", ["do"]),
        ("Never fill the pot:\n\n```sh\nmake fill\n```\n", ["dont"]),
        # Commands to be looked up.
        ("- Run the stove: `make stove`\n- Clean the pot: `make clean`\n", ["", ""]),
        ("- Clean the pot: `make clean`\n- Dry the cups.\n", ["do", "do"]),
        ("1. Run the stove: `make stove`\n2. Clean the pot: `make clean`\n", ["do", "do"]),
        ("At night, do this:\n\n- Clean the pot: `make clean`\n", ["do", "do"]),
        ("## 禁止事項\n\n- 皿を重ねる\n", ["dont"]),
        ("## 严禁\n\n- 叠放湿杯子\n", ["dont"]),
    ],
)
def test_what_stands_around_has_its_say(text: str, found: list[str]) -> None:
    prompt = Prompt.from_text(text, "a.md")
    told = [x.force.polarity if x.force else "" for x in statements(prompt) if x.kind != "heading"]
    assert told == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A word that may be a noun is what more of the others are.
        ("- Rinse the cups\n- Stack the cups\n- Test lids\n", [True, True, True]),
        ("- Green tea\n- Old kettles\n- Test lids\n", [False, False, False]),
        # Where nearly all others order, what is no whole sentence orders too.
        (
            "- Rinse the cups\n- Dry the cups\n- Stack the cups\n- Saucers below\n",
            [True, True, True, True],
        ),
        (
            "- Rinse the cups\n- Dry the cups\n- Stack the cups\n- The shelf is oak.\n",
            [True, True, True, False],
        ),
        ("- Rinse the cups\n- Dry the cups\n- Saucers below\n", [True, True, False]),
        # Each list for itself.
        ("- Rinse the cups\n- Stack the cups\n\n# Stock\n\n- Test lids\n- Old pots\n", None),
        # A ban that is told of somebody holds beside duties that are told, and nowhere else.
        (
            "- The waiter must ask first.\n- Guests should pay at once.\n"
            "- The waiter cannot change a bill.\n",
            [True, True, True],
        ),
        ("- Ask first.\n- Take the bill.\n- A torn bill cannot be paid.\n", [True, True, False]),
        ("Torn bills cannot be paid.\n", [False]),
        # Outside of lists a closed sentence decides, unless it has a verb of its own.
        ("Test lids daily.\n", [True]),
        ("Test lids\n", [False]),
        ("Stock lists fill the drawer.\n", [False]),
        ("Turn count beats steam pressure.\n", [False]),
        ("When idle, water heats the pot.\n", [False]),
        ("| pot | note |\n|---|---|\n| red | Test lids |\n", [False, False]),
    ],
)
def test_the_items_of_a_list_are_read_together(text: str, found: list[bool] | None) -> None:
    told = [bool(x.force) for x in statements(text) if x.kind != "heading"]
    assert told == (found or [True, True, False, False])
