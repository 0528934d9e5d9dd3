"""Write the pages of docs/ that the program knows better than people.

    .venv-3.X/bin/python scripts/docs.py            write verbs, hosts, rules and the table of map
    .venv-3.X/bin/python scripts/docs.py --check    only say whether they are up to date
    .venv-3.X/bin/python scripts/docs.py --all      also the tour and the README

Rules and hosts are what `ctxbench rules --markdown` and `ctxbench hosts --markdown` print. The tour
is written by `scripts/tour.py`, the README by `scripts/readme.py`, the schemas by
`scripts/schemas.py`, which takes minutes.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCS = os.path.join(ROOT, "docs")
TABLE = re.compile(r"(?<=<!-- weights -->\n).*?(?=^<!-- /weights -->$)", re.MULTILINE | re.DOTALL)

UNKEPT = "no version can be kept, and `--no-version` is not given; nothing was written"
UNSAID = (
    "a host would load the new file by itself, or no version of a text that would be lost can be "
    "kept, and nobody said so (`--live`, `--no-version`); nothing was written"
)
WAITS = "questions wait for answers in the folder that `--runner folder:PATH` names"
IN_THE_WAY = (
    "another text is in the way and nothing was written, or keys were found and `--fail-on-keys` "
    "is given"
)
#: Verb -> when it ends with another code than 0, besides wrong usage and unreadable input.
#: These end with 2, which is named where it means more.
CODES = {
    "open": {
        2: "it met a fault of its own; it says where the text is",
        "128 + N": "signal N ended it; what was not saved is kept as a draft and offered when "
        "the file is opened again",
    },
    "triggers": {1: "the check is suspect: it says the same whatever is asked"},
    "read": {4: WAITS},
    "review": {
        1: "a finding is as loud as `--fail-on`, a rule that could have found such a one was "
        "stopped, or a file is above its `--budget`"
    },
    "verify": {1: "the poisoning risk is above `--fail-above`"},
    "optimize": {
        1: "the gate does not pass and `--allow` does not name each row, or another text is in the "
        "way; nothing is written",
        2: UNSAID,
    },
    "ledger": {
        4: WAITS,
        1: "the gate says look or refused: a wording changed, something is gone or a sign turned, "
        "and `--allow` does not name each row",
    },
    "candidate": {1: "it could not take the place of FILE"},
    "export": {1: IN_THE_WAY, 2: UNSAID},
    "report": {1: IN_THE_WAY, 2: UNSAID},
    "restore": {2: UNKEPT},
    "undo": {2: UNKEPT},
    "doctor": {
        1: "`--rescue` met a version whose text is lost",
        2: "something that ctxbench needs does not work",
    },
}
#: Verbs with one of these options may ask somebody.
ASKING = ("--judge", "--exact")
FAILED = "nobody can be asked, or the model or the network failed; only where you asked"
HEAD = """\
# The verbs

This page is written by `scripts/docs.py` from `--help`; a test compares the two.

FILE may be a path, `-` for standard input, `FILE@N` or `FILE@LABEL` for a stored version, or
`git:REV:path`. With `--json`, standard output holds JSON only, one object on a line for each
file; what the keys mean is in [schemas](schemas/README.md). Talk goes to standard error.

Every verb ends with 0 when all went well, 2 for wrong usage or input that cannot be read, 130 when
it was interrupted. Other codes are named below each verb. A fault in one of several files does not
stop the others; the highest code counts.

| verb | what it does |
| --- | --- |
"""


def verbs_page():
    import click

    from workbench.cli.app import VERBS, cli

    shape = {"terminal_width": 100, "max_content_width": 100, "help_option_names": ["-h", "--help"]}
    parent = click.Context(cli, info_name="ctxbench", **shape)
    out = [HEAD + "".join(f"| [`{verb}`](#{verb}) | {words} |\n" for verb, words in VERBS.items())]
    for verb in VERBS:
        command = cli.get_command(parent, verb)
        inside = click.Context(command, info_name=verb, parent=parent, **shape)
        said = command.get_help(inside).rstrip()
        out.append(f"\n## {verb}\n\n```text\n{said}\n```\n")
        codes = dict(CODES.get(verb, {}))
        if {name for param in command.params for name in param.opts} & {*ASKING}:
            codes[3] = FAILED
        rows = [f"- {code}: {words}." for code, words in sorted(codes.items(), key=str)]
        if rows:
            out.append("\nEnds with\n\n" + "\n".join(rows) + "\n")
        if os.path.exists(os.path.join(DOCS, "schemas", f"{verb}.json")):
            out.append(f"\nSchema of `--json`: [schemas/{verb}.json](schemas/{verb}.json)\n")
    return "".join(out)


def weights_table():
    """What the prior says at five places and four lengths, from the program itself."""
    from workbench.measure.position import weight_curve

    rows = [
        "| tokens | what is looked for | start | 5 % | middle [80 % range] | 95 % | end |",
        "| ---: | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for tokens in (500, 2_000, 8_000, 32_000):
        for content in ("instruction", "fact"):
            curve = weight_curve(tokens, 200_000, content=content)
            cells = [_cell(curve.at(x), x == 0.5) for x in (0.0, 0.05, 0.5, 0.95, 1.0)]
            rows.append(f"| {tokens:,} | {content} | " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


def _cell(weight, ranged):
    if weight.weight is None:
        return "none"
    value = f"{weight.weight:.2f}"
    return f"{value} [{weight.low:.2f}-{weight.high:.2f}]" if ranged else value


def pages():
    """Path below docs/ -> its text as it should be."""
    with open(os.path.join(DOCS, "map.md"), encoding="utf-8") as file:
        explained = file.read()
    from workbench.verbs.hosts import markdown as hosts_page
    from workbench.verbs.rules import markdown

    return {
        "rules.md": markdown(),
        "hosts.md": hosts_page(),
        "verbs.md": verbs_page(),
        "map.md": TABLE.sub(lambda match: weights_table(), explained),
    }


def main(argv):
    sys.path.insert(0, ROOT)
    stale = []
    for name, text in pages().items():
        path = os.path.join(DOCS, name)
        old = ""
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                old = file.read()
        if old != text:
            stale.append(name)
            if "--check" not in argv:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
    print(f"out of date: {', '.join(stale)}" if stale else "the pages are up to date")
    if "--all" in argv:
        for name in ("tour.py", "readme.py"):
            subprocess.run([sys.executable, os.path.join(ROOT, "scripts", name)], check=True)
    return 1 if stale and "--check" in argv else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
