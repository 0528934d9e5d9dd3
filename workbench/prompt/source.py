"""A prompt as bytes: decoding that can always be undone to the byte."""

from __future__ import annotations

import codecs
import hashlib
from dataclasses import dataclass
from functools import cached_property

from workbench.prompt.lines import newline_style

_UTF16 = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
_UTF32 = {"utf-32-le": codecs.BOM_UTF32_LE, "utf-32-be": codecs.BOM_UTF32_BE}


@dataclass(frozen=True)
class Source:
    """The bytes of a prompt and the text they hold.

    `bom + encode(text) + tail == data` holds for every source. `bom` is the byte order mark
    that is not part of the text (a second mark stays in the text), `tail` what is left of a
    UTF-16 or UTF-32 file that stops inside a character. Bytes that are not UTF-8 are kept in the
    text as lone surrogates U+DC80 to U+DCFF (PEP 383) and come back as the same bytes.
    """

    text: str
    encoding: str = "utf-8"
    bom: bytes = b""
    tail: bytes = b""

    @classmethod
    def from_bytes(cls, data: bytes) -> Source:
        """Detect the encoding of `data`: a byte order mark, UTF-16 without one, else UTF-8."""
        for encoding, mark in (_UTF32 | _UTF16).items():
            if data.startswith(mark):
                found = _wide(data[len(mark) :], encoding, mark)
                if found is not None:
                    return found
        if data.startswith(codecs.BOM_UTF8):
            rest = data[len(codecs.BOM_UTF8) :]
            return cls(_decode(rest, "utf-8"), "utf-8", codecs.BOM_UTF8)
        guess = _unmarked_utf16(data)
        if guess:
            found = _wide(data, guess, b"")
            if found is not None:
                return found
        return cls(_decode(data, "utf-8"))

    @cached_property
    def data(self) -> bytes:
        return self.bom + encode(self.text, self.encoding) + self.tail

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def newline(self) -> str:
        """`lf`, `crlf`, `cr`, `mixed` or `none`."""
        return newline_style(self.text)

    @property
    def undecodable(self) -> int:
        """How many bytes do not belong to the encoding (they are kept)."""
        return sum(1 for ch in self.text if "\udc80" <= ch <= "\udcff") + len(self.tail)

    @property
    def encoding_label(self) -> str:
        """The name people read, such as `UTF-8`, `UTF-8 with BOM` or `UTF-16-LE with BOM`."""
        return self.encoding.upper() + (" with BOM" if self.bom else "")

    def with_text(self, text: str) -> Source:
        """The same file with other text: encoding and mark stay."""
        return Source(text, self.encoding, self.bom, self.tail)


def encode(text: str, encoding: str = "utf-8") -> bytes:
    """Text to bytes without loss: undecodable bytes come back, other surrogates pass."""
    if encoding != "utf-8":
        return text.encode(encoding, "surrogatepass")
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return b"".join(
            ch.encode("utf-8", "surrogateescape" if "\udc80" <= ch <= "\udcff" else "surrogatepass")
            for ch in text
        )


def _decode(data: bytes, encoding: str) -> str:
    return data.decode(encoding, "surrogateescape" if encoding == "utf-8" else "surrogatepass")


def _wide(data: bytes, encoding: str, mark: bytes) -> Source | None:
    """A UTF-16 or UTF-32 source, or None where the bytes would not come back the same."""
    unit = 4 if encoding.startswith("utf-32") else 2
    cut = len(data) - len(data) % unit
    try:
        text = _decode(data[:cut], encoding)
    except UnicodeDecodeError:
        return None
    source = Source(text, encoding, mark, data[cut:])
    return source if source.data == mark + data else None


def _unmarked_utf16(data: bytes) -> str:
    """`utf-16-le` or `utf-16-be` when every other byte of the start is zero, else nothing."""
    head = data[:400]
    if len(head) < 4 or len(data) % 2:
        return ""
    half = len(head) // 2
    even = head[0 : 2 * half : 2].count(0)
    odd = head[1 : 2 * half : 2].count(0)
    if odd >= 0.7 * half and even <= 0.1 * half:
        return "utf-16-le"
    if even >= 0.7 * half and odd <= 0.1 * half:
        return "utf-16-be"
    return ""
