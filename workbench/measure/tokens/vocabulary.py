"""The OpenAI encodings from the vocabularies in this package: checked, and never downloaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.measure.tokens.types import CounterUnavailable

if TYPE_CHECKING:
    import tiktoken


@dataclass(frozen=True, slots=True)
class Recipe:
    """Facts of one encoding as tiktoken defines it; a test compares them with the installed one.

    sha256   of the unpacked vocabulary file
    pattern  the regular expression that cuts text into pieces
    special  control tokens and their ids; counting treats them as ordinary text
    """

    sha256: str
    pattern: str
    special: dict[str, int]


_SUFFIX = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_LEAD = r"[^\r\n\p{L}\p{N}]?"

RECIPES = {
    "o200k_base": Recipe(
        sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        pattern="|".join(
            [
                f"{_LEAD}{_UPPER}*{_LOWER}+{_SUFFIX}",
                f"{_LEAD}{_UPPER}+{_LOWER}*{_SUFFIX}",
                r"\p{N}{1,3}",
                r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
                r"\s*[\r\n]+",
                r"\s+(?!\S)",
                r"\s+",
            ]
        ),
        special={"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
    ),
    "cl100k_base": Recipe(
        sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        pattern="|".join(
            [
                "'(?i:[sdmt]|ll|ve|re)",
                r"[^\r\n\p{L}\p{N}]?+\p{L}++",
                r"\p{N}{1,3}+",
                r" ?[^\s\p{L}\p{N}]++[\r\n]*+",
                r"\s++$",
                r"\s*[\r\n]",
                r"\s+(?!\S)",
                r"\s",
            ]
        ),
        special={
            "<|endoftext|>": 100257,
            "<|fim_prefix|>": 100258,
            "<|fim_middle|>": 100259,
            "<|fim_suffix|>": 100260,
            "<|endofprompt|>": 100276,
        },
    ),
}


def packed_vocabulary(name: str) -> bytes:
    """The bytes of the vocabulary file that this package ships."""
    from importlib.resources import files

    return files("workbench.measure.data").joinpath(f"{name}.tiktoken.gz").read_bytes()


def read_ranks(name: str) -> dict[bytes, int]:
    """Merge ranks of an encoding: token bytes to rank.

    Raises CounterUnavailable when the file is missing or is not the published one.
    """
    import hashlib
    import zlib
    from binascii import a2b_base64

    try:
        raw = zlib.decompress(packed_vocabulary(name), wbits=31)
    except (OSError, zlib.error) as error:
        raise _damaged(name, str(error)) from error
    if hashlib.sha256(raw).hexdigest() != RECIPES[name].sha256:
        raise _damaged(name, "its SHA-256 is not the published one")
    # One line is "base64 rank", and the hash above vouches for ranks that count up from 0.
    words = raw.split()[::2]
    return dict(zip(map(a2b_base64, words), range(len(words)), strict=True))


def load_encoding(name: str) -> tiktoken.Encoding:
    """A tiktoken encoding built without its registry, its cache directory or the network.

    Takes about 0.25 s of processor time for o200k_base. Raises CounterUnavailable.
    """
    try:
        import tiktoken
    except ImportError as error:
        raise CounterUnavailable(
            f"The counter {name} needs the package tiktoken, which cannot be imported: {error}.",
            hint="Reinstall ctxbench, or count with another counter.",
        ) from error
    recipe = RECIPES[name]
    return tiktoken.Encoding(
        name,
        pat_str=recipe.pattern,
        mergeable_ranks=read_ranks(name),
        special_tokens=recipe.special,
    )


def _damaged(name: str, why: str) -> CounterUnavailable:
    return CounterUnavailable(
        f"The vocabulary of {name} that came with ctxbench cannot be used: {why}.",
        hint="Reinstall ctxbench; no text was changed, and other counters still work.",
    )
