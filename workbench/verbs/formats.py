"""The forms a prompt can be exported to; each is bytes, and none loses or invents a character."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.lines import usual_ending
from workbench.prompt.parts import Part
from workbench.prompt.placeholders import find_placeholders
from workbench.prompt.prompt import Prompt
from workbench.prompt.source import Source, encode
from workbench.prompt.visible import one_line, visible


@dataclass(frozen=True, slots=True)
class Rendered:
    """`data` to write, `notes` on what this form cannot carry."""

    data: bytes
    notes: tuple[str, ...] = ()

    def to_dict(self, path: str, to: str) -> dict[str, Any]:
        """The form itself as JSON, for an export to standard output (`out` is `-`)."""
        source = Source.from_bytes(self.data)
        return {
            "path": path,
            "to": to,
            "out": "-",
            "bytes": len(self.data),
            "sha256": source.sha256,
            "encoding": source.encoding,
            "notes": list(self.notes),
            "text": source.text,
        }


def variables(text: str) -> tuple[str, ...]:
    """Names of what is filled in before a model reads it, each once, in order.

    Only sure ones: braces of JSON samples and `{}` are plain text.
    """
    return tuple(dict.fromkeys(p.name for p in find_placeholders(text) if p.certain))


def same(prompt: Prompt, parts: Sequence[Part]) -> Rendered:
    """The bytes of the file."""
    return Rendered(prompt.source.data)


def markdown(prompt: Prompt, parts: Sequence[Part]) -> Rendered:
    """The text as UTF-8 without a byte order mark; line ends and trailing blanks stay."""
    return _utf8(prompt, prompt.text)


def as_json(prompt: Prompt, parts: Sequence[Part]) -> Rendered:
    """An object whose `text`, read back, is the text of the prompt."""
    return Rendered(_json({**_facts(prompt), "text": prompt.text}))


def as_yaml(prompt: Prompt, parts: Sequence[Part]) -> Rendered:
    """A mapping whose `text`, read back, is the text: a literal block where YAML allows one."""
    import yaml

    facts = "".join(f"{key}: {_quoted(value)}\n" for key, value in _facts(prompt).items())
    block = _literal_block(prompt.text)
    if block:
        try:
            whole = facts + block
            if yaml.safe_load(whole)["text"] == prompt.text:
                return Rendered(whole.encode("utf-8"))
        except (yaml.YAMLError, UnicodeEncodeError):
            pass  # YAML cannot hold this text as it stands: the quoted form can
    return Rendered(f"{facts}text: {_quoted(prompt.text)}\n".encode())


def messages_json(prompt: Prompt, parts: Sequence[Part]) -> Rendered:
    """A request of the Messages API with the prompt as system blocks; `messages` is yours to fill.

    Joined, the blocks are the text. Of the four cache breakpoints that a request may have (API
    documentation, 2026) at most two are used: the end of what comes before the first placeholder,
    which is the same for every call, and the end of the prompt. Where a line differs from request
    to request, the one before it is the last: what stands behind it is never read from a cache.
    """
    from workbench.judge.rules.cache_breaker import first_volatile

    changing = first_volatile(prompt)
    cut = prompt.starts[changing[0] - 1] if changing is not None else len(prompt.text)
    texts: list[str] = []
    at = 0
    for part in parts:
        whole = prompt.part_text(part)
        inside = min(max(cut - at, 0), len(whole))
        at += len(whole)
        for text in (whole[:inside], whole[inside:]):
            # The API refuses blocks of white space alone: they go with the block before.
            if texts and (not text.strip() or not texts[-1].strip()):
                texts[-1] += text
            elif text:
                texts.append(text)
    same = sum(1 for end in accumulate(map(len, texts)) if end <= cut)
    blocks: list[dict[str, Any]] = [{"type": "text", "text": text} for text in texts]
    first = next((i for i, text in enumerate(texts) if variables(text)), len(texts))
    ends = {first - 1, len(texts) - 1} if changing is None else {min(first, same) - 1}
    for i in ends:
        if i >= 0:
            blocks[i]["cache_control"] = {"type": "ephemeral"}
    names = variables(prompt.text)
    notes: tuple[str, ...] = (f"to fill in: {', '.join(names)}",) if names else ()
    if changing is not None:
        notes += (f"cached up to line {changing[0]}: there stands {changing[1]}",)
    if not prompt.text.strip():
        notes += ("there is no text; the API refuses blocks of white space alone",)
    return Rendered(_json({"system": blocks, "messages": []}), notes)


def xml(prompt: Prompt, parts: Sequence[Part]) -> Rendered:
    """Each part in a tag named after its title; the text in it is the author's, unescaped.

    Tags in prompts are marks for a reader, not XML: `<` in the text stays `<`. Parts that are a
    tag pair already and blank parts stay as they are.
    """
    end = usual_ending(prompt.text)
    used: set[str] = set()
    out = []
    for part in parts:
        text = prompt.part_text(part)
        if part.kind in ("tag", "blank"):
            out.append(text)
            continue
        name = base = _tag_name(part.title) or part.kind
        number = 1
        while name in used or f"</{name}>" in text:
            number += 1
            name = f"{base}_{number}"
        used.add(name)
        gap = "" if text.endswith(("\n", "\r")) else end
        out.append(f"<{name}>{end}{text}{gap}</{name}>{end}")
    return _utf8(prompt, "".join(out))


def agents_md(prompt: Prompt, parts: Sequence[Part]) -> Rendered:
    """Plain Markdown for AGENTS.md: no frontmatter; its description becomes the first paragraph."""
    found = find_frontmatter(prompt.text)
    if found is None:
        return _utf8(prompt, prompt.text)
    end = usual_ending(prompt.text)
    rest = prompt.text[found.end :].lstrip("\r\n")
    described = found.fields.get("description")
    opening = ""
    if isinstance(described, str) and described.strip():
        title = re.match(r"# [^\r\n]*(?:\r\n|\r|\n)*", rest)
        words = described.strip() + end + end
        rest = (
            f"{title[0].rstrip()}{end}{end}{words}{rest[title.end() :]}" if title else words + rest
        )
        opening = "description"
    left = [name for name in found.fields if name != opening]
    notes = (
        (f"AGENTS.md has no fields; left out: {one_line(', '.join(left), 200)}",) if left else ()
    )
    return _utf8(prompt, rest, notes)


#: Format -> renderer, ending of a new file's name. `html` is made by `workbench.verbs.report`.
FORMATS: dict[str, tuple[Callable[[Prompt, Sequence[Part]], Rendered], str]] = {
    "same": (same, ""),
    "messages-json": (messages_json, ".messages.json"),
    "xml": (xml, ".xml"),
    "agents-md": (agents_md, ".agents.md"),
    "json": (as_json, ".json"),
    "yaml": (as_yaml, ".yaml"),
    "markdown": (markdown, ".md"),
}


def _utf8(prompt: Prompt, text: str, notes: tuple[str, ...] = ()) -> Rendered:
    """`text` as UTF-8, with notes on what the file was and on what UTF-8 cannot hold."""
    source = prompt.source
    if source.encoding != "utf-8" or source.bom:
        notes += (f"{source.encoding_label} became UTF-8",)
    if source.encoding != "utf-8" and re.search("[\ud800-\udfff]", text):
        notes += ("half characters (lone surrogates) have no form in UTF-8",)
    data = encode(text)
    # A mark that belongs to the text would be taken for one of the file: put one before it.
    return Rendered(codecs.BOM_UTF8 + data if text.startswith("\ufeff") else data, notes)


def _facts(prompt: Prompt) -> dict[str, str]:
    source = prompt.source
    return {
        "name": prompt.name,
        "kind": prompt.kind,
        "encoding": source.encoding_label,
        "sha256": source.sha256,
    }


def _json(value: object) -> bytes:
    """Readable JSON; escaped to ASCII when the text could drive a terminal or is not Unicode."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    if visible(text, lines=True) != text:
        text = json.dumps(value, ensure_ascii=True, indent=2)
    return text.encode("utf-8") + b"\n"


def _quoted(text: str) -> str:
    """A double-quoted YAML scalar: escapes by code point, since YAML has no surrogate pairs."""
    out = ['"']
    for ch in text:
        code = ord(ch)
        if ch in '"\\':
            out.append("\\" + ch)
        elif ch == "\n":
            out.append("\\n")
        elif 0x20 <= code < 0x7F or (ch.isprintable() and visible(ch) == ch):
            out.append(ch)
        elif code <= 0xFF:
            out.append(f"\\x{code:02X}")
        else:
            out.append(f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}")
    return "".join(out) + '"'


def _literal_block(text: str) -> str:
    """`text: |` with the text indented by two, or nothing where that could not be exact."""
    if not text.strip() or visible(text, lines=True) != text or "\t" in text[:1]:
        return ""
    chomp = "-" if not text.endswith("\n") else "" if not text.endswith("\n\n") else "+"
    lines = text.split("\n")
    if text.endswith("\n"):
        lines.pop()
    return f"text: |2{chomp}\n" + "".join(f"  {line}\n" if line else "\n" for line in lines)


def _tag_name(title: str) -> str:
    words = re.findall(r"\w+", title.lower())
    name = "_".join(words)[:40].strip("_")
    return name if name[:1].isalpha() else f"part_{name}" if name else ""
