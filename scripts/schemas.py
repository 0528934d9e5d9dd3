"""Write the JSON schemas of all `--json` outputs from what the verbs really print.

    .venv-3.X/bin/python scripts/schemas.py            run tests and verbs, then docs/schemas/*.json
    .venv-3.X/bin/python scripts/schemas.py FILE...    from objects that were recorded before

Two sources are run: the tests that print JSON, and every verb over many files, the folder of real
prompts among them where it is there (`scripts/schema_runs.py`). Keys that every object had are
required. What no run shows (what the keys mean, fixed sets of words, values that may be null) is in
`docs/schemas/words.yaml`; the script names keys without words and words without keys.
"""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "docs", "schemas")
#: Tests that call the command line in their own process.
TESTS = ["tests/asking", "tests/change", "tests/cli", "tests/pages", "tests/store", "tests/verbs"]
TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
#: A list of plain values, which is written on one line.
FLAT = re.compile(r"\[[^\[\]{}]*\]")
#: More different words than this at one place are free text.
MOST = 300


class Shape:
    """What all values seen at one place have in common."""

    def __init__(self):
        self.types = set()
        self.words = set()
        self.keys = {}
        self.objects = 0
        self.seen = collections.Counter()
        self.items = None

    def add(self, value):
        if isinstance(value, dict):
            self.types.add("object")
            self.objects += 1
            for key, inner in value.items():
                self.seen[key] += 1
                self.keys.setdefault(key, Shape()).add(inner)
        elif isinstance(value, list):
            self.types.add("array")
            self.items = self.items or Shape()
            for inner in value:
                self.items.add(inner)
        else:
            self.types.add(TYPES[type(value)])
            if isinstance(value, str) and len(self.words) < MOST:
                self.words.add(value)

    def merge(self, other, inside=False):
        """`inside`: only what objects hold, not whether there is one."""
        if not inside:
            self.types |= other.types
        self.words |= other.words
        self.objects += other.objects
        self.seen.update(other.seen)
        for key, shape in other.keys.items():
            self.keys.setdefault(key, Shape()).merge(shape)
        if other.items is not None:
            self.items = self.items or Shape()
            self.items.merge(other.items)


class Words:
    """`words.yaml`: what a key means; of `verb.parent.key` and `key` the longer one wins."""

    def __init__(self, data):
        self.version = data["version"]
        self.keys, self.sets = data["keys"], data["sets"]
        self.types = {name: set(str(given).split()) for name, given in data["types"].items()}
        self.lists = {name: set(data[name]) for name in ("nullable", "optional", "maps")}
        self.shared = {name: key for key, names in data["shared"].items() for name in names}
        self.silent, self.used = set(), set()
        self.strange, self.thin = set(), set()

    def find(self, table, path):
        for start in range(len(path)):
            name = ".".join(path[start:])
            if name in table:
                self.used.add(name)
                return name
        return None

    def has(self, table, path):
        return self.find(self.lists[table], path) is not None

    def definition(self, path):
        name = self.find(self.shared, path) if len(path) > 1 else None
        return self.shared[name] if name else None


class Writer:
    """Shapes to schemas; objects that occur in many places are one definition."""

    def __init__(self, shapes, words):
        self.words, self.pools, self.defs = words, {}, {}
        for verb, variants in shapes.items():
            for shape in variants.values():
                self.pool((verb,), shape)

    def pool(self, path, shape):
        name = self.words.definition(path)
        for place in (shape, shape.items):
            if place is None:
                continue
            if name and place.objects:
                self.pools.setdefault(name, Shape()).merge(place, inside=True)
            for key, found in place.keys.items():
                self.pool(((name,) if name else path) + (key,), found)

    def schema(self, verb, variants):
        self.defs = {}
        made = {"type": "object"} | self.either(verb, dict(sorted(variants.items())))
        while missing := [name for name, found in self.defs.items() if found is None]:
            for name in missing:
                self.defs[name] = self.content((name,), self.pools[name])
        return {**made, "$defs": dict(sorted(self.defs.items()))} if self.defs else made

    def either(self, verb, variants):
        """What an object with the key of a variant holds, and what all others hold."""
        name = next(reversed(variants))
        shape = variants.pop(name)
        whole = self.content((verb,), shape)
        if not variants:
            return whole
        return {
            "if": {"required": [name]},
            "then": {"title": f"with {name}", **whole},
            "else": self.either(verb, variants),
        }

    def value(self, path, shape):
        name = self.words.find(self.words.keys, path)
        if name is None and len(path) > 1:
            self.words.silent.add(".".join(path))
        about = self.words.keys.get(name, "")
        types = set(shape.types)
        if self.words.has("nullable", path):
            types.add("null")
        given = self.words.find(self.words.types, path)
        types |= self.words.types[given] if given else set()
        if not types - {"null"}:
            self.words.thin.add(".".join(path))
        return ({"description": about} if about else {}) | self.inside(path, shape, types)

    def inside(self, path, shape, types):
        if "number" in types:
            types = types - {"integer"}
        made = {}
        if types:
            made["type"] = min(types) if len(types) == 1 else sorted(types)
        name = self.words.find(self.words.sets, path)
        items = shape.items
        if name and "string" in types:
            made["enum"] = self.known(path, name, shape) + ([None] if "null" in types else [])
        if "object" in types:
            made |= self.object(path, shape)
        if "array" in types and items is not None and items.types:
            made["items"] = self.inside(path, items, items.types)
        return made

    def known(self, path, name, shape):
        strange = shape.words - set(self.words.sets[name])
        if strange:
            self.words.strange.add(f"{'.'.join(path)}: {', '.join(sorted(strange))}")
        return list(self.words.sets[name])

    def object(self, path, shape):
        name = self.words.definition(path)
        if name:
            self.defs.setdefault(name, None)
            return {"$ref": f"#/$defs/{name}"}
        return self.content(path, shape)

    def content(self, path, shape):
        if self.words.has("maps", path):
            inner = Shape()
            for found in shape.keys.values():
                inner.merge(found)
            return {"additionalProperties": self.inside(path, inner, inner.types)}
        found = {key: self.value((*path, key), inner) for key, inner in shape.keys.items()}
        every = [key for key in found if shape.seen[key] == shape.objects]
        return {
            "properties": found,
            "required": [key for key in every if not self.words.has("optional", (*path, key))],
        }


def record(target):
    """Write every object that the tests and the runs print to `target`, a line each."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
    environment = {**os.environ, "SCHEMA_RECORD": target}
    subprocess.run(command, cwd=ROOT, env=environment, check=False)
    subprocess.run(
        [sys.executable, os.path.join(ROOT, "scripts", "schema_runs.py"), target], check=True
    )


#: Objects with one of these keys have a shape of their own.
VARIANTS = ("commits", "dry_run", "trend")


def read(paths):
    """verb -> variant -> Shape. A line that was cut short by a killed process is left out."""
    shapes = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                try:
                    verb, value = json.loads(line)
                except json.JSONDecodeError:
                    continue
                variant = next((key for key in VARIANTS if key in value), "")
                shapes.setdefault(verb, {}).setdefault(variant, Shape()).add(value)
    return dict(sorted(shapes.items()))


def main():
    import yaml

    sys.path.insert(0, ROOT)
    from scripts.schema_runs import shared
    from workbench.cli.app import VERBS

    with open(os.path.join(FOLDER, "words.yaml"), encoding="utf-8") as file:
        words = Words(yaml.safe_load(file))
    with tempfile.TemporaryDirectory() as folder:
        sources = sys.argv[1:] or [os.path.join(folder, "seen.jsonl")]
        if not sys.argv[1:]:
            record(sources[0])
        shapes = read(sources)
    writer = Writer(shapes, words)
    for verb, variants in shapes.items():
        made = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:ctxbench:{verb}:{words.version}",
            "title": f"ctxbench {verb} --json",
            "description": VERBS[verb],
            "$comment": f"schema version {words.version}",
            **writer.schema(verb, variants),
        }
        with open(os.path.join(FOLDER, f"{verb}.json"), "w", encoding="utf-8") as file:
            text = json.dumps(made, ensure_ascii=False, indent=1)
            file.write(FLAT.sub(lambda match: " ".join(match[0].split()), text) + "\n")
    known = {
        *words.keys,
        *words.sets,
        *words.shared,
        *words.types,
        *set().union(*words.lists.values()),
    }
    idle = known - words.used
    print(f"{len(shapes)} schemas")
    if not sys.argv[1:] and shared() is None:
        print("no folder of real prompts: look whether something became narrower than it was")
    print(f"keys without words: {', '.join(sorted(words.silent)) or 'none'}")
    print(f"words without keys: {', '.join(sorted(idle)) or 'none'}")
    print(f"seen as null only: {', '.join(sorted(words.thin)) or 'none'}")
    print("\n".join(["values outside of their set:", *sorted(words.strange)]))
    return 1 if words.strange else 0


if __name__ == "__main__":
    sys.exit(main())
