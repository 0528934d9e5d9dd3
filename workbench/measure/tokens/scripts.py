"""Which scripts a text is written in: what estimates of tokens depend on most."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Script:
    """What is known of one script.

    weight    tokens of o200k per character, roughly: how much the script counts in a mixture
    factor    tokens of Claude per token of o200k, in thousandths: (before 4.7, since 4.7)
    error     expected error of that factor in percent: (before 4.7, since 4.7)
    """

    weight: float
    factor: tuple[int, int]
    error: tuple[float, float]


# Measured on exact counts of the provider's endpoint (code, 37 languages) and on ctok (Markdown).
# English and code are known within 10 and 20 %, every other language within 40 % only.
SCRIPTS = {
    "latin": Script(0.25, (1150, 1540), (10.0, 20.0)),
    "accented": Script(0.28, (1350, 1800), (40.0, 40.0)),
    "kana": Script(0.75, (1110, 1110), (40.0, 40.0)),
    "han": Script(0.85, (1360, 1360), (40.0, 40.0)),
    "hangul": Script(0.60, (1770, 1770), (40.0, 40.0)),
    "cyrillic": Script(0.35, (1500, 1500), (40.0, 40.0)),
    "other": Script(0.50, (2000, 2000), (40.0, 40.0)),
}

_PATTERNS = (
    ("kana", re.compile(r"[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]")),
    ("han", re.compile(r"[\u2e80-\u2fdf\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")),
    ("hangul", re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")),
    ("cyrillic", re.compile(r"[\u0400-\u052f]")),
)
_ACCENTED = re.compile(r"[\u00c0-\u024f\u1e00-\u1eff]")
_NEUTRAL = re.compile(r"[\x00-\u00bf\u2000-\u2bff\ufe00-\ufe0f]")
_LETTER = re.compile(r"[A-Za-z]")
# From three accented letters in a hundred on, Latin text counts as another language than English.
_ACCENTS_OF_A_LANGUAGE = 0.03


def shares(text: str) -> dict[str, float]:
    """Share of each script in the tokens of `text`, roughly; the shares add up to 1.

    Latin text moves from "latin" (English, code) to "accented" with its accented letters.
    Blanks, digits, punctuation and drawing characters count as Latin.
    """
    if text.isascii():
        return {"latin": 1.0}
    counts = {name: len(pattern.findall(text)) for name, pattern in _PATTERNS}
    accents = len(_ACCENTED.findall(text))
    ascii_letters = len(_LETTER.findall(text))
    neutral = len(_NEUTRAL.findall(text))
    latin = neutral + accents
    if accents:
        share = accents / (accents + ascii_letters)
        counts["accented"] = round(latin * min(1.0, share / _ACCENTS_OF_A_LANGUAGE))
    counts["latin"] = latin - counts.get("accented", 0)
    counts["other"] = max(0, len(text) - sum(counts.values()))
    weights = {name: n * SCRIPTS[name].weight for name, n in counts.items() if n}
    whole = sum(weights.values()) or 1.0
    return {name: weight / whole for name, weight in weights.items()}


def factor(text: str, new: bool) -> int:
    """Tokens of Claude per token of o200k for this text, in thousandths."""
    mix = shares(text)
    return round(sum(share * SCRIPTS[name].factor[new] for name, share in mix.items()))


def error_pct(text: str, new: bool) -> float:
    """Expected error of an estimate for this text, in percent: wider for other scripts."""
    mix = shares(text)
    return round(sum(share * SCRIPTS[name].error[new] for name, share in mix.items()), 1)


def scripts_in_words(text: str) -> str:
    """The scripts other than English that a text holds, for a note: "kana 40 %, han 20 %"."""
    mix = sorted(shares(text).items(), key=lambda pair: -pair[1])
    return ", ".join(
        f"{name} {share:.0%}" for name, share in mix if name != "latin" and share >= 0.01
    )
