"""Run the commands of docs/tour.md, take its screens, and put both where they belong.

    .venv-3.X/bin/python scripts/tour.py            rewrite docs/tour.md and docs/screens/
    .venv-3.X/bin/python scripts/tour.py --check    only say what is out of date
    (--text: the commands only; --screens: the screens only)

Commands are the lines that start with `$ ` in blocks marked `console`; they run one after the
other in a copy of `sample_prompts/ledger-service` with a store of their own. Screens are those of
the real program in a terminal of 80 x 24 and of 140 x 40. Times, hashes and versions may differ.
"""

import os
import re
import shutil
import sys
import tempfile
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from readme import run_block

ROOT = Path(__file__).resolve().parent.parent
TOUR, SCREENS = ROOT / "docs" / "tour.md", ROOT / "docs" / "screens"
BLOCK = re.compile(r"(?<=```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
SIZES = ((80, 24), (140, 40))
#: What may differ from one run to the next.
VARIES = re.compile(
    r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?(?: UTC)?"
    r"|\b[0-9a-f]{7,64}\b|ctxbench \d[\d.]*"
)
TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d\b")

#: Name, words below it, keys that lead there from the one before, words that must be on it.
STEPS = (
    ("open", "The workbench, just opened", (), ("# Billing ledger", "Relevance")),
    ("findings", "What review found", ("alt+i",), ("Findings", "Alt+I")),
    ("why", "Where a weight comes from", ("escape", "alt+y"), ("Where the weights come from",)),
    (
        "proposal",
        "A proposal",
        ("q", "ctrl+o", "s"),
        ("Proposal 2 of 2", "you marked critical", "Risk"),
    ),
    ("diff", "What was accepted, line by line", ("y", "d"), ("with what is acc", "+ ##")),
    ("versions", "The versions", ("q", "q", "ctrl+s", "ctrl+r"), ("Versions of", "accepted: MOVE")),
)


def environment(folder):
    """A home of its own, and `ctxbench` of this checkout on the path."""
    program = Path(folder, "bin", "ctxbench")
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m workbench "$@"\n')
    program.chmod(0o755)
    path = os.pathsep.join([str(program.parent), os.environ.get("PATH", "")])
    return {
        "PATH": path,
        "HOME": folder,
        "CTXBENCH_HOME": os.path.join(folder, "store"),
        "PYTHONPATH": str(ROOT),
        "LANG": "C.UTF-8",
        "GIT_AUTHOR_NAME": "You",
        "GIT_AUTHOR_EMAIL": "you@example.invalid",
        "GIT_COMMITTER_NAME": "You",
        "GIT_COMMITTER_EMAIL": "you@example.invalid",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }


def prepared(work):
    """The sample with what the first step of the tour adds to it."""
    shutil.copytree(ROOT / "sample_prompts" / "ledger-service", work)
    with open(os.path.join(work, "CLAUDE.md"), "a", encoding="utf-8") as file:
        file.write("\n## Contacts\n\n## Questions\n\nAsk in the channel `ledger`.\n")


def written(text):
    """The tour with the output of each command as it is today."""
    with tempfile.TemporaryDirectory() as folder:
        work = os.path.join(folder, "tour")
        prepared(work)
        env = environment(folder)
        new = BLOCK.sub(lambda match: run_block(match[0], work, env), text)
        return TIME.sub("2026-11-30 09:00", new)


def screens(columns, rows):
    """Name -> the screen of that step, as SVG."""
    sys.path.insert(0, str(ROOT))
    from tests.tui.terminal import Terminal

    made = {}
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder, "tour")
        prepared(work)
        env = environment(folder) | {"TEXTUAL_ANIMATIONS": "none"}
        run_block("$ ctxbench mark CLAUDE.md 77", work, env)  # as the tour says, before its screens
        where = {"columns": columns, "rows": rows, "cwd": work, "env": env, "styles": True}
        with Terminal("CLAUDE.md", **where) as terminal:
            for name, words, keys, wanted in STEPS:
                for key in keys:
                    terminal.press(key)
                    terminal.still()
                terminal.until(*wanted)
                # Messages go by themselves; bars of a table have a full block before this one.
                while terminal.still() or re.search("(?<!█)▌ [^ ]", terminal.text):
                    pass
                made[f"{name}-{columns}x{rows}"] = svg(terminal.screen, words)
    return made


PALETTE = {
    "default": "#e0e0e0",
    "black": "#121212",
    "red": "#d55e00",
    "green": "#009e73",
    "brown": "#e69f00",
    "blue": "#0178d4",
    "magenta": "#b180d7",
    "cyan": "#56b4e9",
    "white": "#e0e0e0",
}
GROUND, WIDE, HIGH = "#121212", 8, 17


def colour(name, default):
    if name == "default":
        return default
    if re.fullmatch("[0-9a-f]{6}", name):
        return f"#{name}"
    return PALETTE.get(name, default)


def svg(screen, words):
    """A screen as a small picture that holds its text, for readers and for programs."""
    lines = [TIME.sub("2026-11-30 09:00", line).rstrip() for line in screen.display]
    styles, body = {}, []
    for y in range(screen.lines):
        line = TIME.sub("2026-11-30 09:00", screen.display[y])
        for start, end, look in runs(screen, y):
            ink, ground, bold, under = look
            text = line[start:end]
            if ground != GROUND:
                body.append(
                    f'<rect x="{start * WIDE}" y="{y * HIGH}" width="{(end - start) * WIDE}"'
                    f' height="{HIGH}" fill="{ground}"/>'
                )
            if text.strip():
                left = start + len(text) - len(text.lstrip())
                text = text.strip()
                style = styles.setdefault((ink, bold, under), f"s{len(styles)}")
                body.append(
                    f'<text class="{style}" x="{left * WIDE}" y="{y * HIGH + 13}"'
                    f' textLength="{len(text) * WIDE}">{escape(text)}</text>'
                )
    rules = [
        f".{name}{{fill:{ink}{';font-weight:bold' if bold else ''}"
        f"{';text-decoration:underline' if under else ''}}}"
        for (ink, bold, under), name in styles.items()
    ]
    width, height = screen.columns * WIDE, screen.lines * HIGH
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" role="img">',
            f"<title>{escape(words)}</title>",
            f"<desc>{escape(chr(10).join(lines))}</desc>",
            "<style>text{font:13px 'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}"
            + "".join(rules)
            + "</style>",
            f'<rect width="{width}" height="{height}" fill="{GROUND}"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def runs(screen, y):
    """(start, end, look) of neighbours that look alike on one line."""
    row, start, last = screen.buffer[y], 0, None
    for x in range(screen.columns + 1):
        look = None
        if x < screen.columns:
            cell = row[x]
            ink, ground = colour(cell.fg, PALETTE["default"]), colour(cell.bg, GROUND)
            if cell.reverse:
                ink, ground = ground, ink
            look = (ink, ground, cell.bold, cell.underscore)
        if look != last:
            if last is not None:
                yield start, x, last
            start, last = x, look


def plain(text):
    """What must be the same in every run."""
    found = re.search(r"<desc>(.*?)</desc>", text, re.DOTALL)
    return VARIES.sub("_", found[1] if found else text)


def stale(pages=True, sizes=SIZES):
    """Path -> its new text, for everything that is out of date."""
    made = {}
    if pages:
        made[TOUR] = written(TOUR.read_text("utf-8"))
    for columns, rows in sizes:
        for name, picture in screens(columns, rows).items():
            made[SCREENS / f"{name}.svg"] = picture
    return {
        path: text
        for path, text in made.items()
        if not path.exists() or plain(path.read_text("utf-8")) != plain(text)
    }


def main(argv):
    found = stale("--screens" not in argv, () if "--text" in argv else SIZES)
    if not found:
        print("the tour is up to date")
        return 0
    for path, text in found.items():
        if "fault of its own" in text:
            print(f"a command failed; nothing was written:\n{text}")
            return 1
        if "--check" not in argv:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        print(path.relative_to(ROOT))
    if "--check" in argv:
        print("out of date: run scripts/tour.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
