"""Keys, tokens and passwords that stand in the prompt."""

from __future__ import annotations

import base64
import itertools
import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import line_text
from workbench.language.lists import caseless
from workbench.prompt.caseless import Caseless

#: Shapes that their issuers document: what stands before the secret part tells the issuer.
_KNOWN: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("a private key", "-----BEGIN", re.compile(r"-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----")),
    ("an AWS access key id", "A", re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b")),
    ("a GitHub token", "g", re.compile(r"\bgh[pousr]_[A-Za-z0-9]{30,80}\b")),
    ("a GitHub token", "github_pat_", re.compile(r"\bgithub_pat_[A-Za-z0-9_]{30,100}\b")),
    ("a GitLab token", "glpat-", re.compile(r"\bglpat-[\w-]{18,60}")),
    ("a Slack token", "xox", re.compile(r"\bxox[abeoprs]-[A-Za-z0-9-]{12,100}")),
    (
        "a webhook address that anyone can post to",
        "hooks",
        re.compile(
            r"hooks\.slack\.com/(?:services|workflows)/T\w{6,14}/\w{6,14}/\w{16,40}"
            r"|discord(?:app)?\.com/api/webhooks/\d{10,22}/[\w-]{40,100}"
        ),
    ),
    ("a Google API key", "AIza", re.compile(r"\bAIza[\w-]{35}")),
    ("an API key", "sk-", re.compile(r"\bsk-[A-Za-z0-9_-]{20,200}")),
    ("a SendGrid key", "SG.", re.compile(r"\bSG\.[\w-]{16,30}\.[\w-]{30,60}")),
    ("an npm token", "npm_", re.compile(r"\bnpm_[A-Za-z0-9]{30,60}\b")),
    ("a PyPI token", "pypi-", re.compile(r"\bpypi-[\w-]{50,300}")),
    ("a Hugging Face token", "hf_", re.compile(r"\bhf_[A-Za-z0-9]{28,50}\b")),
    (
        "a signed token (JWT)",
        "eyJ",
        re.compile(r"\beyJ[\w-]{14,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000}"),
    ),
    (
        "a key of the form prefix_environment_secret",
        "_",
        re.compile(
            r"(?<![\w/.-])[A-Za-z]{1,10}[_-](?:test|live|prod|production|sandbox|dev|stg|staging)[_-]"
            r"[A-Za-z0-9]{14,120}(?![\w-])"
        ),
    ),
)
_URL = re.compile(
    r"\b[A-Za-z][A-Za-z0-9+.-]{1,20}://(?P<user>[^\s:/@`'\"<>]{0,60}):(?P<secret>[^\s/@`'\"<>]{3,100})@"
    r"(?P<host>[^\s/:`'\"<>)]{1,100})"
)
_BEARER = re.compile(r"\b(?:Bearer|Basic)\s+(?P<secret>[A-Za-z0-9+/=._~-]{20,400})")
_QUERY = Caseless(
    r"[?&](?:access_token|token|api_?key|apikey|key|sig|signature|secret)=(?P<secret>[\w%.~+/=-]{16,300})",
)
_CUE = caseless("rules", "secret-cue")
#: One of these stands in every cue; most lines hold none.
_HINT = caseless("rules", "secret-hint")
_TOKEN = re.compile(
    r"(?<![\w/.@#+=$%{<-])[A-Za-z0-9][A-Za-z0-9_+=-]{15,199}(?![\w/(.}>])|"
    r"(?<![\w/.@#+=$%{<-])[A-Za-z0-9][A-Za-z0-9_+=-]{15,199}(?=\.(?:\s|$))"
)
_ASSIGNED = caseless("rules", "secret-assigned")
_LOGIN = Caseless(r"\b(?:auth|login|log in|credentials?|passwords?|account|sign in)\b")
_PAIR = re.compile(
    r"(?<![\w/:.@-])[\w.-]{2,30}:(?P<secret>(?=[^\s`'\"]*[A-Za-z])(?=[^\s`'\"]*\d)[^\s`'\"/:]{8,60})(?=[`'\"]|[.,]?(?:\s|$))"
)
_GROUPS = re.compile(r"(?<![\w-])(?:[A-Z0-9]{4,6}-){2,7}[A-Z0-9]{4,6}(?![\w-])")
_PLACEHOLDER = caseless("rules", "secret-placeholder")
_WEAK_PASSWORDS = frozenset(
    re.findall(
        r"\S+",
        """
    password passwd pass pwd postgres secret root admin user test guest mysql example changeme
    change_me mysecretpassword redis rabbitmq mongo minio minioadmin default username token
    letmein key apikey localhost dev local
""",
    )
)
_MANY = 6
_DIGIT = re.compile(r"\d")


def _weak(secret: str) -> bool:
    """A password that everybody tries first, with or without a number behind it."""
    low = secret.casefold()
    return low in _WEAK_PASSWORDS or low.rstrip("0123456789!@#") in _WEAK_PASSWORDS


def _entropy(text: str) -> float:
    """Bits per character."""
    total = len(text)
    return -sum(n / total * math.log2(n / total) for n in Counter(text).values())


def _is_placeholder(value: str) -> bool:
    plain = value.replace("-", "")
    return bool(_PLACEHOLDER.search(value) or _PLACEHOLDER.search(plain)) or len(set(value)) < 5


def _random(value: str) -> bool:
    """Whether a token looks drawn by lot: letters of both cases and digits well mixed.

    Digests (hexadecimal only), dates, camelCase names and plain words are not.
    """
    digits = sum(ch.isdigit() for ch in value)
    upper = sum(ch.isupper() for ch in value)
    lower = sum(ch.islower() for ch in value)
    if digits < 3 or lower < 2 or digits + upper + lower < 14:
        return False
    core = re.sub(r"[-_+=]", "", value)
    longest = max(re.split(r"[-_+=]", value), key=len)
    if re.fullmatch(r"[0-9a-f]+|[0-9A-F]+", core) or re.fullmatch(r"[0-9a-f]{16,}", longest):
        return False
    # Changes between digit and letter, or between cases within a run, are rare in names.
    kinds = "".join("d" if c.isdigit() else "u" if c.isupper() else "l" for c in core)
    changes = sum(a != b for a, b in itertools.pairwise(kinds))
    return changes >= len(core) * 0.3 and _entropy(core) > 3.3 and (upper >= 2 or changes >= 8)


def _in_line(line: str) -> Iterator[tuple[int, int, str, str]]:
    """(start, end, what it is, confidence) of each secret of a line."""
    for what, hint, pattern in _KNOWN:
        if hint in line:
            for found in pattern.finditer(line):
                if what == "a private key" or not _is_placeholder(found[0]):
                    digits = sum(ch.isdigit() for ch in found[0])
                    if digits >= 2 or what == "a private key":
                        yield found.start(), found.end(), what, "high"
    if "://" in line and "@" in line:
        for found in _URL.finditer(line):
            secret, user = found["secret"], found["user"]
            if _is_placeholder(secret) or _weak(secret) or secret == user:
                continue
            yield found.start("secret"), found.end("secret"), "a password in an address", "high"
    if "earer " in line or "asic " in line:
        for found in _BEARER.finditer(line):
            if _random(found["secret"]) and not _is_placeholder(found["secret"]):
                yield found.start("secret"), found.end("secret"), "a token", "high"
    if "=" in line and ("?" in line or "&" in line):
        for found in _QUERY.finditer(line):
            if _random(found["secret"]) and not _is_placeholder(found["secret"]):
                yield found.start("secret"), found.end("secret"), "a key in an address", "high"
    if not _HINT.search(line) or not _CUE.search(line) or "encrypt" in line:
        return
    for found in _TOKEN.finditer(_ADDRESS.sub(lambda link: " " * len(link[0]), line)):
        if _random(found[0]) and not _is_placeholder(found[0]):
            yield found.start(), found.end(), "a string that looks like a key", "medium"
    for found in _GROUPS.finditer(line):
        mixed = sum(map(str.isdigit, found[0])) >= 4 and sum(map(str.isalpha, found[0])) >= 4
        if mixed and not _is_placeholder(found[0]):
            yield found.start(), found.end(), "a string that looks like a key", "medium"
    if _LOGIN.search(line):
        for found in _PAIR.finditer(line):
            value = found["secret"]
            mixed = any(c.isupper() for c in value) and any(not c.isalnum() for c in value)
            if mixed and not _is_placeholder(value):
                yield found.start("secret"), found.end("secret"), "a password", "medium"
    for found in _ASSIGNED.finditer(line):
        value = found["secret"].rstrip(".:!?")
        classes = (
            any(c.isdigit() for c in value),
            any(c.isalpha() for c in value),
            any(not c.isalnum() and c not in "-_./" for c in value) or value.lower() != value,
        )
        if sum(classes) == 3 and len(value) >= 6 and not _is_placeholder(value):
            if "/" in value or "(" in value or _weak(value):
                continue
            yield found.start("secret"), found.start("secret") + len(value), "a password", "medium"


_DEMO_TOKEN = re.compile(
    r"John Doe|Jane Doe|\"?foo\"?\s*:\s*\"?bar|1234567890|example\.com", re.IGNORECASE
)
_MARKED = re.compile(r"\{\{[\w .-]{1,40}\}\}|§\w+§|<[A-Z_]{3,30}>")
_KEY_LINE = re.compile(r"[A-Za-z0-9+/=]{20}")
_HEADER = re.compile(r"\s*[A-Z][\w-]{1,40}: \S+\s*$")


def _shown_off(context: Context, number: int, what: str, line: str) -> bool:
    """Samples that open no door: a token whose own words say so, a header of a request template."""
    if what == "a signed token (JWT)":
        found = re.search(r"eyJ[\w-]+\.(eyJ[\w-]+)", line)
        if found:
            body = found[1] + "=" * (-len(found[1]) % 4)
            try:
                told = base64.urlsafe_b64decode(body).decode("utf-8", "replace")
            except ValueError:
                return False
            return bool(_DEMO_TOKEN.search(told))
    if what == "a private key":
        # The head of one, without a line of the key below it.
        below = line_text(context, number + 1) if number < len(context.prompt.lines) else ""
        return not _KEY_LINE.search(f"{line.partition('KEY-----')[2]} {below}")
    if what == "a password" and _HEADER.match(line):
        rows = range(max(1, number - 8), min(len(context.prompt.lines), number + 8) + 1)
        return any(_MARKED.search(line_text(context, n)) for n in rows)
    return False


@dataclass(frozen=True, slots=True)
class _Secret:
    """One secret in a line (from 1), half-open offsets in it. `sure`: its shape is known."""

    line: int
    start: int
    end: int
    what: str
    sure: bool


def _secrets(context: Context) -> Iterator[_Secret]:
    """One for each line that holds any: the surest."""
    for number in range(1, len(context.prompt.lines) + 1):
        line = line_text(context, number)
        if len(line) < 12 or not (_DIGIT.search(line) or "-----BEGIN" in line):
            continue
        best: tuple[int, int, str, str] | None = None
        for hit in _in_line(line[:20_000]):
            if best is None or (hit[3] == "high" and best[3] != "high"):
                best = hit
        if best is not None and not _shown_off(context, number, best[2], line):
            yield _Secret(number, *best[:3], best[3] == "high")


def _finding(rule: Rule, context: Context, secret: _Secret, sample: bool = False) -> Finding:
    value = line_text(context, secret.line)[secret.start : secret.end]
    veiled = f"{value[:4]}…({len(value)} characters)"
    called = " The text calls it an example: make sure that it is." if sample else ""
    return rule.finding(
        secret.line,
        f"This line holds {secret.what}: {veiled}.{called}",
        text=veiled,
        fix="Take it out, put it into the environment or a secret store, name only the "
        "variable here, and replace the key: it is in the history of the file.",
    ).but(
        severity="note" if sample else "",
        columns=(secret.start + 1, secret.end + 1),
    )


def every_secret(rule: Rule, context: Context) -> Iterator[Finding]:
    """One finding per line that holds a secret, however many and in whatever kind of file: for
    those who are about to hand the text on. Their words are not repeated in full."""
    for secret in _secrets(context):
        yield _finding(rule, context, secret)


#: What a text calls a value that opens nothing.
_SAMPLE = caseless("rules", "secret-sample")
_SIGNED = Caseless(r"[?&](?:sig|signature|x-amz-signature|x-goog-signature)=")
#: When a signed address ends: a day, or seconds since 1970.
_ENDS = Caseless(r"[?&](?:se=(?P<day>\d{4}-\d\d-\d\d)|expires=(?P<seconds>\d{9,10})(?!\d))")
#: Signed on that day; such an address holds for a week at most.
_BEGINS = Caseless(r"[?&]x-(?:amz|goog)-date=(?P<y>\d{4})(?P<m>\d\d)(?P<d>\d\d)t")
_ADDRESS = re.compile(r"https?://[^\s\"'<>`]{1,4000}")
_LINK = re.compile(r"https?://[^\s\"'<>`)]{1,2000}")
_ONE_WORD = re.compile(r"(?<!\S)(?!\W*e\.g)\S{0,200}(?:://|[\w-]{12}|\w[._]\w)\S{0,2000}")
_SECONDS_OF_A_DAY = 86_400
_EPOCH = date(1970, 1, 1)


def _no_longer(link: str, today: date | None) -> bool:
    """Whether a signed address has ended, as it says itself."""
    if today is None or not _SIGNED.search(link):
        return False
    try:
        if ends := _ENDS.search(link):
            if ends["day"]:
                return date.fromisoformat(ends["day"]) < today
            return _EPOCH + timedelta(int(ends["seconds"]) // _SECONDS_OF_A_DAY) < today
        if begins := _BEGINS.search(link):
            signed = date(int(begins["y"]), int(begins["m"]), int(begins["d"]))
            return signed + timedelta(days=8) < today
    except ValueError:
        return False
    return False


def _called_sample(context: Context, number: int) -> bool:
    """Whether the line, the one above it or the heading of its section calls it an example."""
    lines = [line_text(context, number)[:2000]]
    above = next((n for n in range(number - 1, max(0, number - 4), -1) if line_text(context, n)), 0)
    if above:
        lines.append(line_text(context, above)[:2000])
    headings = context.prompt.outline.headings
    at = bisect_left(headings, number, key=lambda heading: heading.start_line + 1) - 1
    if at >= 0:
        lines.append(headings[at].title)
    # What an address or a key is made of says nothing about it: `db.invalid`, `sk_test_…`.
    return any(_SAMPLE.search(_ONE_WORD.sub(" ", line)) for line in lines)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """The first few lines with a secret; data such as logs is left to those who hand it on.

    What the text calls an example is no error: a key of a known shape is noted, a word that only
    may be one is left alone. So is an address that says itself that it has ended.
    """
    if context.prompt.is_data:
        return
    shown = 0
    for secret in _secrets(context):
        line = line_text(context, secret.line)
        links = (m[0] for m in _LINK.finditer(line) if m.start() <= secret.start < m.end())
        if any(_no_longer(link, context.facts.today) for link in links):
            continue
        sample = _called_sample(context, secret.line)
        if sample and not secret.sure:
            continue
        yield _finding(rule, context, secret, sample)
        shown += 1
        if shown >= _MANY:
            return


RULE = Rule(
    id="secret",
    title="a key or password in the text",
    severity="error",
    why="A prompt file is committed, copied and sent to a model with every request, and "
    "whatever a model reads it can repeat.",
    source="OWASP Top 10 for LLM applications: LLM02 sensitive information disclosure, LLM07 "
    "system prompt leakage",
    dated="2026-11-29",
    check=check,
    example="- The desk takes the token `dsk_live_…` in the header.",
    instead="- The desk takes the token from `DESK_TOKEN` in the header.",
    family="safety",
    measured="none in open gold and corpus, 140 files, 2026-11-30",
)
