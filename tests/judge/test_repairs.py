"""What a mechanical fix makes of a text, and when a rule offers none."""

from __future__ import annotations

import pytest

from tests.judge.rule_runs import found
from workbench.prompt.edits import Edit

NEST = """# Notes

```markdown
Run it:

```bash
make
```

- A list:

  ```js
  1
  ```
```

End.
"""
MENDED = NEST.replace("```markdown", "````markdown").replace("  ```\n```\n", "  ```\n````\n")
DEEP = "```md\n```md\n```sh\nmake\n```\n\n```\n\n```\n"
DOUBTFUL = "```md\n```sh\nmake\n```\n\n```\nplain\n```\n\n```\n"
OPEN = "# P\n\n```sh\nmake\n"

CASES = (
    ("nested-fence", NEST, MENDED),
    ("nested-fence", NEST.replace("\n", "\r\n"), MENDED.replace("\n", "\r\n")),
    ("nested-fence", NEST + NEST, MENDED + MENDED),
    ("nested-fence", DEEP, "`````md\n````md\n```sh\nmake\n```\n\n````\n\n`````\n"),
    ("unclosed", OPEN, OPEN + "```\n"),
    ("unclosed", "# P\n\n- a\n\n  ```sh\n  make", "# P\n\n- a\n\n  ```sh\n  make\n  ```\n"),
    # A last line that opens an empty block is one too many.
    ("unclosed", "# P\n\nText.\n```\n", "# P\n\nText.\n"),
    ("unclosed", "# P\n\nText.\n```\n\n", "# P\n\nText.\n"),
)
#: Which line is one too many, or where the block ends, nobody knows.
OPEN_TO_DOUBT = (
    ("unclosed", "# P\n\nText.\n\n```\nMore.\n"),
    ("unclosed", OPEN + "\n## More\n\nText.\n"),
    ("nested-fence", NEST + DOUBTFUL),
)


@pytest.mark.parametrize(("rule", "text", "after"), CASES)
def test_a_fix_mends_what_was_found_and_nothing_else(rule: str, text: str, after: str) -> None:
    (finding,) = found(rule, text, "CLAUDE.md")
    mended = Edit.of("replace", finding.repair).apply(text)
    assert mended == after
    assert (
        found("nested-fence", mended, "CLAUDE.md") == found("unclosed", mended, "CLAUDE.md") == []
    )


@pytest.mark.parametrize(("rule", "text"), OPEN_TO_DOUBT)
def test_where_two_fixes_are_possible_none_is_offered(rule: str, text: str) -> None:
    (finding,) = found(rule, text, "CLAUDE.md")
    assert not finding.repair


def test_a_fence_behind_which_nothing_stands_is_called_so() -> None:
    (finding,) = found("unclosed", "# P\n\nText.\n```\n", "CLAUDE.md")
    assert "nothing stands behind it" in finding.message
    assert finding.fix == "Delete it."


def test_a_nest_is_not_called_unclosed() -> None:
    assert found("unclosed", NEST, "CLAUDE.md") == []
