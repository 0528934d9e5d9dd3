"""Write the JSON schemas of all `--json` outputs from what the verbs really print in the tests.

    .venv-3.X/bin/python scripts/schemas.py            run the tests, then write docs/schemas/*.json
    .venv-3.X/bin/python scripts/schemas.py FILE       from objects that were recorded before

Keys that every object had are required, other keys are not allowed. What the words mean is in
`docs/schemas/words.yaml`, by key; a schema keeps the words, and a key without any is named.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "docs", "schemas")
TESTS = ["tests/cli", "tests/verbs", "tests/pages", "tests/asking", "tests/judge", "tests/change"]
TESTS += [
    "tests/store",
    "tests/test_offline.py",
    "tests/test_real_files.py",
    "tests/test_pipeline.py",
]
TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


class Shape:
    """What all values seen at one place have in common."""

    def __init__(self):
        self.types = set()
        self.words = collections.Counter()
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
            if isinstance(value, str):
                self.words[value] += 1

    def schema(self, name, words):
        made = {}
        about = words["keys"].get(name)
        if about:
            made["description"] = about
        types = set(self.types)
        if "number" in types:
            types.discard("integer")
        if types:
            made["type"] = sorted(types)[0] if len(types) == 1 else sorted(types)
        if name in words["sets"] and "string" in types:
            known = words["sets"][name]
            made["enum"] = [*known, None] if "null" in types else known
            strange = set(self.words) - set(known)
            assert not strange, f"{name}: {strange}"
        if "object" in types:
            if name in words["maps"]:
                inner = Shape()
                for shape in self.keys.values():
                    inner.merge(shape)
                made["additionalProperties"] = inner.schema("", words)
            else:
                made["properties"] = {k: s.schema(k, words) for k, s in self.keys.items()}
                made["required"] = [k for k in self.keys if self.seen[k] == self.objects]
                made["additionalProperties"] = False
        if "array" in types and self.items is not None and self.items.types:
            made["items"] = self.items.schema(words["items"].get(name, ""), words)
        return made

    def merge(self, other):
        self.types |= other.types
        self.words.update(other.words)
        self.objects += other.objects
        self.seen.update(other.seen)
        for key, shape in other.keys.items():
            self.keys.setdefault(key, Shape()).merge(shape)
        if other.items is not None:
            self.items = self.items or Shape()
            self.items.merge(other.items)

    def names(self):
        for key, shape in self.keys.items():
            yield key
            yield from shape.names()
        if self.items is not None:
            yield from self.items.names()


def record():
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", delete=False) as file:
        target = file.name
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "SCHEMA_RECORD": target}, check=False)
    return target


def main():
    import yaml

    sys.path.insert(0, ROOT)
    from workbench import __version__

    with open(os.path.join(FOLDER, "words.yaml"), encoding="utf-8") as file:
        words = yaml.safe_load(file)
    source = sys.argv[1] if len(sys.argv) > 1 else record()
    shapes = {}
    with open(source, encoding="utf-8") as file:
        for line in file:
            verb, value = json.loads(line)
            shapes.setdefault(verb, Shape()).add(value)
    silent = set()
    for verb, shape in sorted(shapes.items()):
        silent |= set(shape.names()) - set(words["keys"]) if verb not in words["maps"] else set()
        made = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"ctxbench:{verb}:{words['version']}",
            "title": f"ctxbench {verb} --json",
            "$comment": f"schema version {words['version']}, ctxbench {__version__}",
            **shape.schema("", words),
        }
        path = os.path.join(FOLDER, f"{verb}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(made, file, ensure_ascii=False, indent=1)
            file.write("\n")
    print(f"{len(shapes)} schemas; keys without words: {', '.join(sorted(silent)) or 'none'}")


if __name__ == "__main__":
    main()
