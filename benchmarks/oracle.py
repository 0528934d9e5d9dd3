"""What must not change while the readers of text are rebuilt: a frozen record of every real file.

    python benchmarks/oracle.py SHARED --write FILE    record what this program does
    python benchmarks/oracle.py SHARED --check FILE    compare with a record
    options: --only TEXT (paths that hold TEXT), --jobs N

The exit code of --check is 1 when a fact differs.

SHARED holds `corpus`, `gold/files` and `cases/inputs`. Two kinds of entries are kept for a file:

* facts, which stay equal: hash, size, encoding, line ends, number of lines, tokens (o200k_base, in
  all and line by line), that the bytes come back from every way through the program (round trip,
  save and show, undo, restore, export), exit codes of reading verbs, the keys of what they print
  (more may come);
* reviewed, whose differences are listed for a person: the borders and kinds of the parts, and the
  hash of the map.

A record holds hashes, numbers and names of files, and no text of them.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import itertools
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

#: Above this many bytes only what every size must do is run.
LARGE = 1_000_000
#: Verbs whose exit code and keys are facts, with what stands behind the verb's name.
READING = {
    "parts": [],
    "count": ["--counter", "o200k_base", "--by", "line"],
    "map": ["--counter", "o200k_base"],
    "instructions": [],
    "score": ["--counter", "o200k_base"],
    "optimize": ["--counter", "o200k_base"],
}
#: Exit codes of these say what was found, so they are reviewed and not facts.
FINDING = {"review": ["--counter", "o200k_base"]}


def files(shared: Path) -> list[Path]:
    """Every real file, the smallest first."""
    found = [p for p in (shared / "corpus").iterdir() if p.name != "MANIFEST.tsv"]
    found += (shared / "gold" / "files").iterdir()
    found += (shared / "cases" / "inputs").rglob("*")
    return sorted((p for p in found if p.is_file()), key=lambda p: (p.stat().st_size, str(p)))


def record(shared: Path, path: Path) -> tuple[str, dict[str, Any]]:
    """The entry of one file, under its path from `shared` on."""
    from workbench.prompt.prompt import Prompt

    data = path.read_bytes()
    prompt = Prompt.from_bytes(data, str(path))
    facts: dict[str, Any] = {
        "sha256": _short(data),
        "bytes": len(data),
        "encoding": prompt.source.encoding,
        "lines": len(prompt.lines),
        "round_trip": prompt.source.with_text(prompt.text).data == data,
    }
    reviewed: dict[str, Any] = {}
    with _desk(path) as (copy, run):
        keys = {}
        for verb, more in {**READING, **FINDING}.items():
            if len(data) > LARGE and verb not in ("parts", "count"):
                continue
            code, out = run(verb, "--json", *more, str(copy))
            seen = json.loads(out) if code in (0, 1) and out.count("\n") == 1 else {}
            (facts if verb in READING else reviewed)[f"{verb}_exit"] = code
            if verb in READING:
                keys[verb] = sorted(seen)
            if verb == "parts" and seen:
                facts["newline"] = seen["newline"]
                parts = seen["parts"]
                reviewed["parts"] = [[p["kind"], p["start_line"], p["end_line"]] for p in parts]
                reviewed["titles"] = _short("\0".join(p["title"] for p in parts).encode())
                whole = parts[0]["start_byte"] == 0 and parts[-1]["end_byte"] == len(data)
                steps = itertools.pairwise(parts)
                facts["parts_cover"] = whole and all(
                    a["end_byte"] == b["start_byte"] for a, b in steps
                )
            elif verb == "count" and seen:
                facts["tokens"] = seen["total_tokens"]
                facts["tokens_by_line"] = _short(
                    json.dumps([row["tokens"] for row in seen["rows"]]).encode()
                )
            elif verb == "map" and seen:
                reviewed["map"] = _short(json.dumps([seen["parts"], seen["lines"]]).encode())
        facts.update(_kept(run, copy, data))
    entry = {"facts": facts, "reviewed": reviewed, "keys": keys}
    return str(path.relative_to(shared)), entry


def split_keys(made: dict[str, Any]) -> dict[str, list[str]]:
    """By verb the keys that it prints for every file; they leave the entries."""
    common: dict[str, set[str]] = {}
    for entry in made.values():
        for verb, keys in entry.pop("keys").items():
            if keys:
                common[verb] = common.get(verb, set(keys)) & set(keys)
    return {verb: sorted(keys) for verb, keys in sorted(common.items())}


def _kept(run: Any, copy: Path, data: bytes) -> dict[str, Any]:
    """Whether each way through the store gives the bytes back."""
    other = data + b"\nOne more line.\n"
    ways: dict[str, Any] = {}
    ways["save"] = run("save", "-m", "first", str(copy))[0]
    ways["show"] = run("show", f"{copy}@1")[1].encode("latin-1") == data
    copy.write_bytes(other)
    ways["save_again"] = run("save", "-m", "second", str(copy))[0]
    ways["undo"] = (run("undo", str(copy))[0], copy.read_bytes() == data)
    ways["restore"] = (run("restore", f"{copy}@2")[0], copy.read_bytes() == other)
    copy.write_bytes(data)
    out = copy.parent / "out.bin"
    ways["export"] = (run("export", "--to", "same", "-o", str(out), str(copy))[0],)
    ways["export"] += (out.exists() and out.read_bytes() == data,)
    return {f"way_{name}": value for name, value in ways.items()}


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


@contextlib.contextmanager
def _desk(path: Path) -> Iterator[tuple[Path, Any]]:
    """A copy of the file in an empty folder, and a function that runs a verb in this process."""
    from workbench.cli import main

    with tempfile.TemporaryDirectory() as folder:
        os.environ["CTXBENCH_HOME"] = str(Path(folder) / "home")
        os.environ["XDG_CONFIG_HOME"] = str(Path(folder) / "config")
        place = Path(folder) / "desk"
        place.mkdir()
        copy = place / path.name
        shutil.copyfile(path, copy)

        def run(*args: str) -> tuple[int, str]:
            raw = io.BytesIO()
            out = io.TextIOWrapper(raw, encoding="utf-8", errors="surrogateescape", newline="")
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
                code = main(list(args))
                out.flush()
            return code, raw.getvalue().decode("latin-1")

        yield copy, run


def compare(old: dict[str, Any], new: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Lines for facts that differ, and lines for reviewed entries that differ."""
    broken, changed = [], []
    for path in sorted(old | new):
        if path not in old or path not in new:
            broken.append(f"{path}: only in {'the record' if path in old else 'the folder'}")
            continue
        for kind, lines in (("facts", broken), ("reviewed", changed)):
            before, now = old[path][kind], new[path][kind]
            for key in sorted(before | now):
                a, b = before.get(key), now.get(key)
                if json.dumps(a) != json.dumps(b):
                    lines.append(f"{path}: {key}: {_words(a)} -> {_words(b)}")
    return broken, changed


def _words(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) < 300 else f"{text[:297]}..."


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("shared", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--check", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    shared = args.shared.resolve()
    chosen = [p for p in files(shared) if args.only in str(p)]
    with ProcessPoolExecutor(args.jobs) as pool:
        made = dict(pool.map(record, [shared] * len(chosen), reversed(chosen)))
    keys = split_keys(made)
    lines = [json.dumps({"path": "", "keys": keys}, sort_keys=True)]
    lines += [json.dumps({"path": path, **made[path]}, sort_keys=True) for path in sorted(made)]
    print(f"{len(made)} files read")
    if args.write:
        args.write.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if not args.check:
        return 0
    rows = [json.loads(line) for line in args.check.read_text(encoding="utf-8").splitlines()]
    kept = rows.pop(0)["keys"]
    old = {row.pop("path"): row for row in rows if args.only in row["path"]}
    broken, changed = compare(old, made)
    for verb, names in kept.items():
        gone = sorted(set(names) - set(keys.get(verb, ())))
        broken += [f"{verb} no longer prints the key {name}" for name in gone]
    for line in broken:
        print(f"DIFFERS  {line}")
    for line in changed:
        print(f"reviewed {line}")
    print(f"{len(broken)} facts differ, {len(changed)} reviewed entries differ")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
