"""Are the counts right? Files equal to tiktoken's own count, and running totals after edits.

Run: python benchmarks/counts.py [--edits 500] [--files N] [FOLDER]
FOLDER holds prompts; without it, the corpus of CTXBENCH_SHARED or ../shared.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from workbench.measure.tokens import CounterUnavailable, LineCounter, get_tokenizer
from workbench.measure.tokens.vocabulary import load_encoding
from workbench.prompt.lines import split_lines
from workbench.prompt.source import Source

ROOT = Path(__file__).resolve().parent.parent
ENCODINGS = ("o200k_base", "cl100k_base")
CLAUDE = ("claude-5", "claude-4.7", "claude-3")
# What people and programs type: words, blanks, line ends, markup, other scripts, control tokens.
SNIPPETS = (
    *("x", " ", "\n", "\r\n", "\n\n", "    ", "\t", "/", "// note\n", "# Title\n", "- item\n"),
    *("```\n", "must not", "123", "<tag>", "。", "日本語", "é", "\u00a0", "\u2028", "🙂", "\u0301"),
    *("<|endoftext|>", "'s", ";\n", "  \n", "a" * 200),
)


def edits(lines: list[str], number: int, seed: int) -> Iterator[tuple[int, int, list[str]]]:
    """Random edits of `lines`, which is changed along: (start, end, new lines)."""
    chance = random.Random(seed)
    for _ in range(number):
        start = chance.randrange(len(lines) + 1)
        end = min(len(lines), start + chance.choice((0, 1, 1, 1, 2, 5)))
        text = "".join(lines[start:end])
        at = chance.randint(0, len(text))
        cut = min(len(text), at + chance.choice((0, 0, 1, 3, 40)))
        text = text[:at] + chance.choice(SNIPPETS) + text[cut:]
        if end < len(lines) and text and not text.endswith(("\n", "\r")):
            text += "\n"
        if start and not lines[start - 1].endswith(("\n", "\r")):
            start, text = start - 1, lines[start - 1] + text
        if end < len(lines) and text.endswith("\r") and lines[end].startswith("\n"):
            text += "\n"
        if start and lines[start - 1].endswith("\r") and text.startswith("\n"):
            start, text = start - 1, lines[start - 1] + text
        new = split_lines(text)
        lines[start:end] = new
        yield start, end, new


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--edits", type=int, default=500, help="edits per file")
    parser.add_argument(
        "--check-every", type=int, default=50, help="full recount after so many"
    )  # Claude: 5 x
    parser.add_argument("--max-bytes", type=int, default=400_000, help="edit only smaller files")
    options = parser.parse_args()
    shared = Path(os.environ.get("CTXBENCH_SHARED", ROOT.parent / "shared"))
    folder = options.folder or shared / "corpus"
    if not folder.is_dir():
        print(f"no folder {folder}: name one, or set CTXBENCH_SHARED", file=sys.stderr)
        return 2
    files = sorted(p for p in folder.iterdir() if p.is_file() and p.suffix != ".tsv")
    texts = {p.name: Source.from_bytes(p.read_bytes()).text for p in files}
    wrong = 0
    for name in ENCODINGS:
        reference, counter = load_encoding(name), get_tokenizer(name)
        equal = rows = 0
        for text in texts.values():
            expected = len(reference.encode(text, disallowed_special=()))
            equal += counter.count(text) == expected
            rows += sum(LineCounter(counter, split_lines(text)).costs()) == expected
        print(f"{name}: {equal} of {len(texts)} files equal to tiktoken; rows add up in {rows}")
        wrong += 2 * len(texts) - equal - rows
    for name in (*ENCODINGS, *CLAUDE):
        counter = get_tokenizer(name)
        if counter.info.label != "offline":
            print(f"{name}: skipped, {counter.info.note}")
            continue
        wrong += check_edits(name, texts, options)
    return 1 if wrong else 0


def check_edits(name: str, texts: dict[str, str], options: argparse.Namespace) -> int:
    """Edit every file and compare the running total with a full recount; the number of errors."""
    counter = get_tokenizer(name)
    # A full recount by ctok takes seconds for the large files.
    every = options.check_every * (1 if name in ENCODINGS else 5)
    done = checked = bad = used = 0
    for seed, text in enumerate(texts.values()):
        if len(text) > options.max_bytes:
            continue
        used += 1
        lines = split_lines(text)
        live = LineCounter(counter, lines)
        for number, (start, end, new) in enumerate(edits(lines, options.edits, seed), 1):
            total = live.splice(start, end, new)
            done += 1
            if number % every == 0 or number == options.edits:
                checked += 1
                bad += total != recount(name, "".join(lines))
    print(f"{name}: {used} files, {done} edits, {checked} full recounts, {bad} differ")
    return bad


def recount(name: str, text: str) -> int:
    """A full count that shares nothing with the incremental one."""
    if name in ENCODINGS:
        return len(get_tokenizer(name)._encoding.encode_ordinary(text))  # type: ignore[attr-defined]
    from workbench.measure.tokens.claude import FAMILIES
    from workbench.measure.tokens.text import clean

    try:
        import ctok
    except ImportError as error:
        raise CounterUnavailable(str(error)) from error
    family = FAMILIES[name]
    text = clean(text)
    if family.free_end:
        text = text.rstrip(" \t\n\r\x0b\x0c")
    return int(ctok.token_count(text, family.version)) - family.frame if text else 0


if __name__ == "__main__":
    raise SystemExit(main())
