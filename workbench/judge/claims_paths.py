"""Paths: which names are paths of this project, and whether they lead anywhere."""

from __future__ import annotations

import re

from workbench.judge.claims import NOT_HERE
from workbench.judge.claims_context import Around
from workbench.judge.facts import Facts
from workbench.language.lists import patterns
from workbench.prompt.kinds import HOST_FOLDERS

#: status, evidence, confidence; None where the name is no claim.
Verdict = tuple[str, str, str]


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


_ENDINGS = (
    "md mdx mdc markdown txt rst adoc json jsonl json5 jsonc yaml yml toml ini cfg conf xml csv tsv"
    " html css scss sass less py pyi ipynb js jsx mjs cjs ts tsx mts cts vue svelte astro go rs rb"
    " erb php java kt kts scala swift c h cc cpp hpp cs fs sh bash zsh fish ps1 bat sql graphql gql"
    " proto tf tfvars hcl ex exs erl clj dart lua r jl zig lock pdf png svg jpg prisma gradle"
    " properties plist xcconfig cmake mk j2 jinja hbs ejs env example sample dockerfile mod sum"
    " patch diff snap lua vim nix rules"
)
ENDINGS = words(_ENDINGS)
#: Endings that are as likely a member of an object or a page on the web.
_UNSURE = frozenset({"c", "h", "r", "env", "json", "lock", "example", "sample", "mod", "sum", "go"})
_NAMES = frozenset(
    {
        *("makefile", "dockerfile", "justfile", "procfile", "gemfile", "rakefile", "license"),
        *("brewfile", "vagrantfile", "jenkinsfile", "pipfile", "codeowners", ".env", ".gitignore"),
        *(".editorconfig", ".prettierrc", ".eslintrc", ".npmrc", ".nvmrc", ".dockerignore"),
        *(".python-version", ".tool-versions", ".gitattributes", ".cursorrules", ".ruby-version"),
    }
)
_LOCKS = words(
    "yarn.lock uv.lock poetry.lock cargo.lock gemfile.lock composer.lock go.sum go.mod bun.lock"
    " package.json tsconfig.json composer.json deno.json package-lock.json"
)
_PLACEHOLDER = re.compile(
    r"[<>{}|…]|\.\.\.|\bYYYY|\bMM\b|\bDD\b|XXX|NNN|NNNN|\$[A-Z{(]|%[A-Z]|\[[A-Za-z -]{2,}\]"
    r"|(?:^|/)(?:path/to|path|your|my|foo|bar|baz|some|xxx|repo|folder|dir|skill-name|my-skill)"
    r"(?=/|$)|(?:^|/)(?:path/to|name|filename|file|module|component|feature|page|skill|project"
    r"|example|x|a|b)\.\w+$"
    r"|(?:^|[/_-])(?:foo|bar|baz|xyz|your|my|specific|particular)(?=[/_.-]|$)|(?:^|/)[A-Z]{1,2}\.\w+$"
    r"|(?:^|/)[A-Z][A-Z_-]*\.(?!md\b|txt\b|rst\b)[a-z]\w*$|(?:^|/)(?:NAME|FILE|TOPIC|PATH)\b|番号|名前|名称"
    r"|(?<![A-Za-z])N(?![A-Za-z])",
)
_SHAPE = re.compile(r"[\w@~.+\-/\\*?\[\]{},:#()!$%<>|… \u3040-\u30ff\u4e00-\u9fff]+")
_REF = re.compile(r"(?:::[\w\[\]:.-]+|:\d+(?:[-:]\d+)?|#L?\d[\w-]*|#[\w-]+)$")
_SYSTEM = re.compile(
    r"(?:~|\$HOME|\$\{HOME\}|%\w+%|[A-Za-z]:[\\/])|/(?:etc|usr|var|home|opt|tmp|srv|Users|root|mnt"
    r"|dev|proc|bin|sbin|Library|Applications|private|run|sys|lib|media|data|workspace|app)(?:/|$)"
)
_MIME = re.compile(r"(?:application|text|image|audio|video|multipart|font|message)/[\w.+*-]+$")
_BRANCH = re.compile(
    r"(?:release|releases|feature|feat|fix|hotfix|chore|bugfix|origin|upstream|support|dependabot"
    r"|users?|topic|wip)/[\w.-]+$"
)
#: An address without its scheme: `docs.example.org/start`.
_DOMAIN = re.compile(r"(?:[a-z\d-]+\.)+(?:com|org|net|io|dev|ai|app|co|cloud|gov|edu)/")
_PRODUCT = re.compile(r"(?:[A-Z][A-Za-z]*|d3|p5|three|socket)\.(?:js|py|go|rs|io)$")
#: Folders that a host looks into wherever it runs: they are named also where there are none.
_HOST_FOLDER = re.compile(
    rf"(?:{'|'.join(re.escape(name) for name in sorted(HOST_FOLDERS))})/(?:[\w-]+/?)?$"
)
_STATES = patterns("claims", "paths-states")
_POINTS = patterns("claims", "paths-points", re.IGNORECASE)


def clean(span: str) -> str:
    """A span without what points into a file: `a.py:12`, `a.py::test`, `a.md#title`."""
    bare = span.strip()
    return _REF.sub("", bare) if ":" in bare or "#" in bare else bare


_LINES = re.compile(r":(\d{1,7})(?:[-:](\d{1,7}))?$|#L(\d{1,7})(?:-L?(\d{1,7}))?$")


def line_cited(span: str, path: str) -> int:
    """The last line that a span cites: `a.py:12`, `a.py:12-20`, `a.py#L12`; 0 for none."""
    found = _LINES.fullmatch(span.strip()[len(path) :])
    if found is None or "." not in path.rsplit("/", 1)[-1]:
        return 0
    numbers = [int(one) for one in found.groups() if one]
    # `a.py:12:7` is a line and a column.
    return numbers[0] if ":" in found[0][1:] else max(numbers)


def check_line(path: str, line: int, facts: Facts) -> Verdict | None:
    """False where the file that a line is cited of is shorter; None where the line is there."""
    have = facts.lines(path)
    if have is None or line <= have:
        return None
    return ("FALSE", f"there, but {path} has {have} lines", "HIGH")


def not_here(path: str, facts: Facts) -> str:
    """Where the tree has a path that is only the end of a longer one; empty for one that is where
    it says."""
    bare = path.strip().rstrip("/").removeprefix("./")
    if "/" not in bare:
        return ""  # a bare name says which file or folder, not where it is
    if any(sign in bare for sign in "*?[{") or facts.here(path) is not False:
        return ""
    places = facts.locate(bare)
    return places[0] if 0 < len(places) <= 3 else ""


def is_path(span: str, facts: Facts) -> bool:
    """Whether a span of code is meant as a path of a project or of a machine."""
    text = clean(span)
    if not text or len(text) > 200 or "://" in text or " " in text or not _SHAPE.fullmatch(text):
        return False
    if text[0] in "-:#!$%(" and not text.startswith("$HOME"):
        return False
    if "(" in text or "=" in text or text.startswith(("@", "//")) or _MIME.match(text):
        return False
    name = text.rstrip("/").replace("\\", "/").rsplit("/", 1)[-1]
    low = name.lower()
    if _SYSTEM.match(text):
        return True
    ending = low.rsplit(".", 1)[-1] if "." in low.strip(".") else ""
    if "/" not in text and "\\" not in text:
        if low in _NAMES or low in _LOCKS:
            return True
        if not ending or ending not in ENDINGS or name.startswith("*."):
            return False
        if _PRODUCT.match(name) or ending in _UNSURE or name.startswith("-"):
            return bool(facts.locate(name))
        return True
    if text.startswith("/"):
        return bool(facts.exists(text))
    if "\\" in text and "/" not in text:
        return False
    if _DOMAIN.match(text):
        return bool(facts.exists(text))
    if text.endswith("/") or text.startswith(("./", "../", ".")):
        return not re.fullmatch(r"\.*/?", text)
    if ending and ending in ENDINGS:
        # Products with a point in their name stand beside one another: `React/Next.js`.
        return not _PRODUCT.match(name) or bool(facts.locate(name))
    if _BRANCH.match(text):
        return False
    # Two words with a stroke are a branch, a package, a repository: a path only if it begins
    # with a folder of this project.
    first = text.split("/", 1)[0]
    return bool(first) and "*" not in first and bool(facts.exists(f"./{first}/"))


def check_path(span: str, around: Around, facts: Facts) -> Verdict | None:
    """The verdict on a path, None where it is no claim."""
    path = clean(span)
    if _SYSTEM.match(path) and not facts.exists(path):
        return ("UNVERIFIABLE", "a path of another system, not of this project", "HIGH")
    there = facts.exists(path) if facts.known else None
    if around.absent:
        return _absent(path, there)
    if there:
        return ("VERIFIED", _found(path, facts), "HIGH")
    if around.no_claim or _PLACEHOLDER.search(path):
        return None
    if there is None:
        return ("UNVERIFIABLE", "nobody could look there", "LOW")
    module = "." not in path.rsplit("/", 1)[-1] and not path.endswith("/")
    if module and facts.exists(f"{path}.*"):
        # What code imports is named without the ending of its file.
        return ("VERIFIED", f"found {path}.*", "MEDIUM")
    if module and "/" in path and facts.locate(f"{path.split('/')[0]}/package.json"):
        return None  # what code imports from a package of the project: `agents/react`
    if around.elsewhere:
        return ("UNVERIFIABLE", "the sentence speaks of another place", "MEDIUM")
    if around.built(path) or facts.ignored(path):
        return ("UNVERIFIABLE", "made by a tool or ignored by version control", "MEDIUM")
    inside = _inside(path, facts)
    if inside:  # said from inside a package of the project: that is a matter for `verify`
        return ("FALSE", f"{NOT_HERE} {inside}", "MEDIUM")
    return ("FALSE", _missing(path, facts), _sureness(path, around))


def _absent(path: str, there: bool | None) -> Verdict:
    if there is None:
        return ("UNVERIFIABLE", "nobody could look there", "LOW")
    if there:
        return ("FALSE", f"said to be absent, but {path} exists", "HIGH")
    return ("VERIFIED", "there is none, as the text says", "HIGH")


def _found(path: str, facts: Facts) -> str:
    places = facts.locate(path)
    return f"found {places[0]}" if places else "found"


def _inside(path: str, facts: Facts) -> str:
    """Where a path of two names or more stands below another folder of the project, or nothing."""
    whole = path.strip().removeprefix("./").rstrip("/")
    if "/" not in whole:
        return ""
    places = (one.rstrip("/") for one in facts.locate(whole.rsplit("/", 1)[-1]))
    return next((one for one in places if one.endswith(f"/{whole}")), "")


def _missing(path: str, facts: Facts) -> str:
    looked = f"no {path.strip()} from the top of the project or the folder of the file"
    # What shares only its own name with it is another thing.
    tail = "/".join(path.strip("/").rsplit("/", 2)[-2:])
    others = [one for one in facts.locate(tail) if one.rstrip("/") != path.rstrip("/")]
    if others and "/" in tail and len(others) <= 3:
        return f"{looked}; of that name there is {', '.join(others)}"
    return looked


def _sureness(path: str, around: Around) -> str:
    """How sure a path that is not there is a stale one."""
    hypothetical = around.under(r"\bexamples?\b|\bsamples?\b|\btemplate|例|示例|good|bad\b")
    if hypothetical and not _STATES.search(around.after):
        return "LOW"
    if any(ch in path for ch in "*?[") or _HOST_FOLDER.match(path):
        return "MEDIUM"
    if "/" in path.strip("./") and not path.startswith(".."):
        return "HIGH"
    if path.startswith("."):
        return "MEDIUM"
    plain = bool(_STATES.search(around.after)) or bool(_POINTS.search(around.before))
    return "HIGH" if plain and ("." in path or path.endswith("/")) else "MEDIUM"
