"""Made-up texts that make careless code slow: each takes a length and gives about that many
characters.

Nothing here is a text that anybody would write; a pattern with nested repeats, a loop over all
pairs or a search that starts again at every line shows on at least one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

Shape = Callable[[int], str]

_NOUNS = [
    "parser",
    "cache",
    "index",
    "queue",
    "worker",
    "router",
    "schema",
    "driver",
    "socket",
    "buffer",
    "ledger",
    "mirror",
]
_VERBS = [
    "use",
    "run",
    "check",
    "write",
    "update",
    "remove",
    "keep",
    "avoid",
    "test",
    "format",
    "review",
    "deploy",
]


def _filled(piece: Callable[[int], str]) -> Shape:
    """Pieces 0, 1, 2 ... until the text is long enough."""

    def make(size: int) -> str:
        out: list[str] = []
        length = 0
        for k in count():
            if length >= size:
                return "".join(out)
            out.append(piece(k))
            length += len(out[-1])
        return ""

    return make


def _of(unit: str, before: str = "", after: str = "\n") -> Shape:
    """One unit again and again, between two ends."""
    return lambda size: before + unit * max(1, size // len(unit)) + after


def _rule(k: int) -> str:
    """A rule that no other number gives."""
    verb, noun = _VERBS[k % len(_VERBS)], _NOUNS[k // 12 % len(_NOUNS)]
    never = ("Always", "Never", "Do not", "You must")[k // 7 % 4]
    return f"{never} {verb} the {noun} w{k}x before step {k % 97} of `mod{k}.py`."


def _nested(unit: str, close: str = "") -> Shape:
    """Deep nesting: all openings, then all ends."""
    return lambda size: (
        unit * (size // (len(unit) + len(close)))
        + close * (size // (len(unit) + len(close)))
        + "\n"
    )


def _indented(size: int) -> str:
    """List items, each deeper than the last, up to 60 levels, over and over."""
    return _filled(lambda k: "  " * (k % 60) + f"- never use tool {k}\n")(size)


#: Characters and words of which one long line is made.
_LINES = {
    "a": "a",
    "A": "A",
    "digit": "7",
    "blank": " ",
    "tab": "\t",
    "dash": "-",
    "star": "*",
    "underline": "_",
    "hash": "#",
    "tick": "`",
    "quote": '"',
    "single quote": "'",
    "open bracket": "[",
    "open paren": "(",
    "open angle": "<",
    "open brace": "{",
    "brackets": "[]",
    "link ends": "](",
    "bang": "!",
    "dot": ".",
    "comma": ",",
    "slash": "/",
    "backslash": "\\",
    "pipe": "|",
    "colon": ":",
    "at": "@",
    "equals": "=",
    "dollar": "$",
    "tilde": "~",
    "percent": "%",
    "zero width": "\u200b",
    "combining": "e\u0301",
    "words": "word ",
    "two letters": "ab ",
    "Capital words": "Word ",
    "never": "never ",
    "must not": "you must not ",
    "always use": "always use ",
    "if": "if ",
    "unless, ": "unless, ",
    "use a or": "use a or ",
    "and then": "run it and then ",
    "word, ": "word, ",
    "word; ": "word; ",
    "word. ": "Word. ",
    "word-": "word-",
    "word_": "word_",
    "word.word": "word.",
    "word/": "word/",
    "a=b ": "a=b ",
    "A_B=c ": "A_B=c ",
    "numbers": "12 ",
    "1,234 ": "1,234 ",
    "1.2.": "1.2.",
    "percentages": "12 % ",
    "dates": "2026-11-29 ",
    "dates in words": "November 29, 2026 ",
    "times": "10:15:30 ",
    "versions": "Node 18.2, ",
    "code spans": "`x` ",
    "two ticks": "``x` ",
    "bold": "**x** ",
    "links": "[x](y.md) ",
    "images": "![x](y.md)",
    "imports": "@docs/a.md ",
    "paths": "src/a/b.py ",
    "tags": "<a> ",
    "close tags": "</a> ",
    "comments": "<!-- x --> ",
    "open comments": "<!-- ",
    "placeholders": "{{x}} ${y} <name> ",
    "addresses": "https://a.example/b?c=d ",
    "mails": "a@b.example ",
    "quoted": '"x y" ',
    "brackets in words": "a (b) ",
    "ellipsis": "a... ",
    "commands": "npm run x && ",
    "options": "--flag x ",
    "base64": "aGVsbG8gd29ybGQh",
    "hex": "0123456789abcdef",
    "kana": "\u3042\u3044",
    "katakana": "\u30ab\u30bf ",
    "han": "\u5fc5\u987b",
    "han commas": "\u4f7f\u7528\uff0c",
    "never zh": "\u7981\u6b62\u4f7f\u7528",
    "never ja": "\u4f7f\u308f\u306a\u3044\u3067\u3001",
    "han digits": "\u4e00\u767e\u4e8c",
    "han numbers": "3\u4e2a",
    "mixed": "use \u4f7f\u7528 x\u3092 ",
    "corner quotes": "\u300c",
    "full stops": "\u3002",
    "hangul": "\uac00\ub098 ",
    "arabic": "\u0627\u0628 ",
    "emoji": "\U0001f600\u200d",
    "surrogates": "\udc80",
}


def shapes() -> dict[str, Shape]:
    """Every shape by name."""
    found: dict[str, Shape] = {}
    for name, unit in _LINES.items():
        found[f"line of {name}"] = _of(unit)
        found[f"lines of {name}"] = _of(unit * max(1, 70 // len(unit)) + "\n")
        if len(unit) < 4:
            found[f"bullets of {name}"] = _of(f"- {unit * 8}\n")
    found |= {
        "headings": _of("## A\n\nx\n\n"),
        "headings, other titles": _filled(lambda k: f"## Topic {_NOUNS[k % 12]} w{k}x\n\nx\n\n"),
        "headings, plain titles": _filled(
            lambda k: (
                f"## {_NOUNS[k % 12]} {chr(97 + k // 12 % 26)}{chr(97 + k // 312 % 26)}q\n\nx\n\n"
            )
        ),
        "headings only": _of("# A\n"),
        "headings of six levels": _filled(lambda k: "#" * (k % 6 + 1) + f" T{k}\n\nUse x{k}.\n\n"),
        "more about": _filled(lambda k: f"## More about topic{k}\n\nUse x.\n\n"),
        "underlined headings": _of("A\n===\n\nx\n\n"),
        "bold titles": _filled(lambda k: f"**Topic {k}**\n\nUse x{k}.\n\n"),
        "one rule": _of("- Never use tabs in source files.\n"),
        "one rule, as sentences": _of("Never use tabs in source files. "),
        "rules": _filled(lambda k: f"- {_rule(k)}\n"),
        "rules in one line": _filled(lambda k: f"{_rule(k)} "),
        "rules in paragraphs": _filled(lambda k: f"{_rule(k)}\n\n"),
        "rules in sections": _filled(
            lambda k: f"## Part {k}\n\n- {_rule(k)}\n- {_rule(3 * k)}\n\n"
        ),
        "rules on one thing": _filled(
            lambda k: f"- {('Always', 'Never')[k % 2]} use tabs for w{k}x.\n"
        ),
        "rules with values": _filled(lambda k: f"- Keep functions below {k} lines.\n"),
        "rules with two ends": _filled(
            lambda k: f"- Use tabs in w{k}x files, {k % 9} spaces in the rest.\n"
        ),
        "rules with conditions": _filled(
            lambda k: f"- If the w{k}x fails, always retry {k} times unless it is late.\n"
        ),
        "critical rules": _filled(lambda k: f"- CRITICAL: never delete database w{k}x!\n"),
        "facts": _filled(lambda k: f"The w{k}x is in `src/m{k}.py` since version {k}.2.\n"),
        "truisms": _of("You are an expert. Write clean code. Be careful.\n"),
        "hedges": _filled(lambda k: f"- Try to maybe use w{k}x where possible, if you can.\n"),
        "dates": _filled(lambda k: f"- Until 2026-{k % 12 + 1:02}-01 use w{k}x for now.\n"),
        "commands": _filled(
            lambda k: f"- Run `npm run task{k}` and `pytest tests/t{k}.py -k x`.\n"
        ),
        "shell": lambda size: (
            "```bash\n" + _filled(lambda k: f"make t{k} && A{k}=b ./r{k}.sh\n")(size) + "```\n"
        ),
        "shells": _filled(lambda k: f"```bash\nnpm run t{k}\n```\n\n"),
        "versions": _filled(
            lambda k: f"- Uses Node {k % 30} and python 3.{k % 20} with w{k}x 1.{k}.\n"
        ),
        "numbers": _filled(lambda k: f"- It is {k} % faster, {k} ms and {k} users.\n"),
        "symbols": _filled(lambda k: f"- Call `Class{k}.method{k}()` in `src/m{k}.ts`.\n"),
        "secrets": _filled(lambda k: f"key{k}: sk-ant-{k:040x}\n"),
        "links": _filled(lambda k: f"- See [part {k}](docs/p{k}.md#a{k}) and @docs/q{k}.md.\n"),
        "references": _filled(lambda k: f"- See section {k} and [r{k}].\n"),
        "definitions": _filled(lambda k: f"[r{k}]: docs/p{k}.md\n"),
        "globs": _filled(lambda k: f"- `src/**/m{k}*.py` only.\n"),
        "tables": lambda size: (
            "| a | b |\n|---|---|\n" + _filled(lambda k: f"| `x{k}` | never {k} |\n")(size)
        ),
        "short tables": _filled(lambda k: f"| a | b |\n|---|---|\n| {k} | x |\n\n"),
        "wide table row": lambda size: (
            "| a | b |\n|---|---|\n| " + "never use x | " * (size // 14) + "\n"
        ),
        "semicolons and colons": _of("a; b: "),
        "wide table": lambda size: "|" + "a|" * (size // 4) + "\n|" + "-|" * (size // 4) + "\n",
        "tags": _filled(lambda k: f"<t{k}>\nNever use w{k}x.\n</t{k}>\n"),
        "one tag": _of("<rules>\nNever use x.\n</rules>\n"),
        "open tags": _filled(lambda k: f"<t{k}>\nUse x{k}.\n"),
        "one open tag": _of("<t>\nx\n"),
        "closing tags": _filled(lambda k: f"</t{k}>\nUse x{k}.\n"),
        "crossed tags": _filled(lambda k: f"<a{k}>\n<b{k}>\nx\n</a{k}>\n</b{k}>\n"),
        "tags, open then closed": lambda size: (
            "".join(f"<t{k}>\n" for k in range(size // 14))
            + "".join(f"</t{k}>\n" for k in reversed(range(size // 14)))
        ),
        "tags, closed in order": lambda size: (
            "".join(f"<t{k}>\n" for k in range(size // 14))
            + "".join(f"</t{k}>\n" for k in range(size // 14))
        ),
        "fences": _filled(lambda k: f"```\nx{k}\n```\n\n"),
        "open fences": _filled(lambda k: f"{'`' * (3 + k % 40)}\nx{k}\n"),
        "comments": _filled(lambda k: f"<!-- note {k} -->\nUse x{k}.\n\n"),
        "open comments": _of("<!-- a\n\n"),
        "code spans, open": _filled(lambda k: "`" * (k % 60 + 1) + f"x{k} "),
        "quotes": _nested("> "),
        "quoted lines": _of("> - never use x\n"),
        "brackets, nested": _nested("[", "]"),
        "parens, nested": _nested("(", ")"),
        "braces, nested": _nested("{", "}"),
        "corner quotes, nested": _nested("\u300c", "\u300d"),
        "stars, nested": _nested("*a **b "),
        "list, nested": _indented,
        "numbered": _filled(lambda k: f"{k}. Use x{k}.\n"),
        "blank lines": _of("\n"),
        "carriage returns": _of("a\r"),
        "blank lines, carriage returns": _of("\r\n"),
        "lines of blanks": _of("   \n"),
        "separators": _of("a\u2028b\x85c\x0c"),
        "rulers": _of("---\n"),
        "frontmatter": lambda size: (
            "---\n" + _filled(lambda k: f"key{k}: value {k}\n")(size) + "---\n\nUse x.\n"
        ),
        "frontmatter, one key": lambda size: "---\n" + _of("name: a\n")(size) + "---\n\nUse x.\n",
        "frontmatter, list": lambda size: (
            "---\npaths:\n" + _filled(lambda k: f'  - "src/{k}/**"\n')(size) + "---\n\nUse x.\n"
        ),
        "frontmatter, long": lambda size: (
            f"---\nname: a\ndescription: {'word ' * (size // 5)}\n---\n\nx\n"
        ),
        "frontmatter, nested": lambda size: (
            "---\na: " + "[" * (size // 2) + "]" * (size // 2) + "\n---\nx\n"
        ),
        "frontmatter, deep": lambda size: (
            "---\n"
            + "".join(" " * k + f"k{k}:\n" for k in range(int((2 * size) ** 0.5)))
            + "---\nx\n"
        ),
        "frontmatter, open": lambda size: "---\n" + _of("a: b\n")(size),
        "kana rules": _filled(
            lambda k: f"- w{k}x\u3092\u4f7f\u308f\u306a\u3044\u3067\u304f\u3060\u3055\u3044\u3002\n"
        ),
        "han rules": _filled(
            lambda k: f"- \u7981\u6b62\u4f7f\u7528w{k}x\uff0c\u5fc5\u987b\u7528{k}\u4e2a\u3002\n"
        ),
        "han sentences": _filled(lambda k: f"\u7981\u6b62\u4f7f\u7528w{k}x\u3002"),
        "han, one sentence": _filled(lambda k: f"\u7981\u6b62\u4f7f\u7528w{k}x\uff0c"),
        "clauses": _filled(lambda k: f"never use w{k}x, "),
        "clauses, or": _filled(lambda k: f"never use w{k}x or "),
        "clauses, because": _filled(lambda k: f"because w{k}x is bad so never "),
        "choices": _filled(lambda k: f"use `a{k}` instead of `b{k}` for c{k}, "),
        "long words": _filled(lambda k: f"{_NOUNS[k % 12] * 40} "),
        "wrapped paragraph": _filled(lambda k: f"never use w{k}x in the code because it\n"),
        "wrapped item": lambda size: "- a\n" + _of("  never use it because\n")(size),
        "ascii art": _of("+----+----+\n|    |    |\n"),
        "diff": _filled(lambda k: f"+ a{k}\n- b{k}\n"),
        "json": _filled(lambda k: f'{{"a{k}": [{k}, "x"]}}\n'),
    }
    return found
