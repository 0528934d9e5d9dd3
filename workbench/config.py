"""Settings: one YAML file of the user, overridden by the project's, by variables, by flags.

    user      config.yaml in the platform's configuration folder of ctxbench
    project   .ctxbench.yaml in the current folder or the nearest one above it
    variables CTXBENCH_MODEL, CTXBENCH_COUNTER, ...
    flags     what the faces pass to `load(flags=...)`

An unknown key is an error that names the nearest one: a misspelt setting must not be silent.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from workbench.errors import UnreadableInput, UsageError
from workbench.prompt.numbers import whole_number
from workbench.prompt.visible import one_line

PROJECT_FILE = ".ctxbench.yaml"
#: Variables with our prefix that are not settings.
OTHER_VARIABLES = {"CTXBENCH_HOME", "CTXBENCH_SHARED", "CTXBENCH_DEBUG"}


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set; None and empty mean: the verb's own default."""

    model: str | None = None
    host: str | None = None
    window: int | None = None  # tokens
    counter: str = "auto"
    threshold: float | None = None  # relevance score, 0 to 10
    theme: str | None = None
    keymap: str | None = None
    layout: str | None = None
    #: Rule id -> its severity here, or `off`.
    rules: Mapping[str, Any] = field(default_factory=dict)
    #: Keys of findings that are accepted as they are.
    muted: tuple[str, ...] = ()
    baseline: str | None = None  # a file that `ctxbench review --write-baseline` wrote
    runner: str | None = None  # a command that answers questions to a model
    base_url: str | None = None  # a server that speaks the Messages API
    judge_model: str | None = None  # the model that is asked; `model` is the one counted for
    max_cost: float | None = None  # US dollars for one run
    prices: str | None = None  # a file with prices that replace ours
    #: Limits of `review`: tokens always loaded, findings, poisoning risk.
    budget: Mapping[str, Any] = field(default_factory=dict)
    #: Key -> where its value comes from: a path, a variable name, or `flag`.
    sources: Mapping[str, str] = field(default_factory=dict)

    @property
    def severities(self) -> dict[str, str]:
        """`rules` as plain words: error, warning, note or off, by rule id."""
        return {name: word for name, word in self.rules.items() if word != "on"}

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in (*KEYS, "sources")}


KEYS = tuple(f.name for f in fields(Settings) if f.name != "sources")


def user_file() -> Path:
    """Where the user's settings are, whether the file exists or not."""
    import platformdirs

    return Path(platformdirs.user_config_dir("ctxbench", appauthor=False)) / "config.yaml"


def project_file(start: Path | None = None) -> Path | None:
    """The nearest `.ctxbench.yaml` from `start` (default: the current folder) upwards.

    The search stops at the top of a git checkout and at the home folder, so that a stray file
    in a shared folder above cannot change how a project is measured.
    """
    for place in up_to_the_top(start):
        # Whatever has that name is meant as the settings: what cannot be read is told, not passed.
        if os.path.lexists(place / PROJECT_FILE):
            return place / PROJECT_FILE
    return None


def up_to_the_top(start: Path | None = None) -> Iterator[Path]:
    """`start` (default: the current folder) and the folders above it, up to the top of a git
    checkout or home; none where the folder is gone or nobody knows a home."""
    try:
        folder, home = (start or Path.cwd()).resolve(), Path.home()
    except (OSError, RuntimeError):
        return
    for place in (folder, *folder.parents):
        yield place
        if (place / ".git").exists() or place == home:
            return


def in_project(path: Path, settings_file: Path) -> bool:
    """Whether `path`, with its links followed, lies in the project of a `.ctxbench.yaml`: below
    the top of its git checkout, else below its own folder."""
    folder = settings_file.absolute().parent
    top = next((p for p in (folder, *folder.parents) if (p / ".git").exists()), folder)
    try:
        return path.resolve().is_relative_to(top.resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def load(
    flags: Mapping[str, Any] | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    start: Path | None = None,
) -> Settings:
    """All settings. Raises UsageError for an unknown key or a value of the wrong kind."""
    settings = Settings()
    for path, own in ((user_file(), True), (project_file(start), False)):
        if path is not None and os.path.lexists(path):
            if not own and not in_project(path, path):
                raise UnreadableInput(
                    f"The settings in {path} are a link that leads out of the project.",
                    hint="Put the settings there themselves; nothing was done.",
                )
            found, lines = _read(path)
            if not own:
                _refuse_private(found, path)
            settings = _merge(settings, found, str(path), lines)
            if not own and settings.baseline and not in_project(Path(settings.baseline), path):
                raise UsageError(
                    f"The setting baseline ({_place(str(path), lines, 'baseline')}) names a file"
                    " outside the project; nothing was done.",
                    hint="Keep the baseline in the project, or say it as an option: --baseline.",
                )
    environ = os.environ if environ is None else environ
    for name, value in sorted(environ.items()):
        if name.startswith("CTXBENCH_") and name not in OTHER_VARIABLES:
            settings = _merge(settings, {name.removeprefix("CTXBENCH_").lower(): value}, name)
    given = {key: value for key, value in (flags or {}).items() if value is not None}
    return _merge(settings, given, "flag")


#: Who is asked and at which price is the user's own business: a project that was cloned could
#: otherwise start a command of its choice, or have texts sent to a server of its choice.
PRIVATE = ("runner", "base_url", "judge_model", "max_cost", "prices")


def _refuse_private(found: Mapping[str, Any], path: Path) -> None:
    for key in PRIVATE:
        if key in found:
            raise UsageError(
                f"{path} sets {key}, which no project may do; nothing was done.",
                hint=f"Put it into {user_file()}, into CTXBENCH_{key.upper()}, or say it as an"
                " option.",
            )


def nearest(name: str, known: tuple[str, ...] = KEYS) -> str:
    """A half sentence that helps: the nearest known name, or all of them."""
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f"Did you mean {close[0]}?" if close else f"Known: {', '.join(known)}."


def _read(path: Path) -> tuple[Mapping[str, Any], Mapping[str, int]]:
    """What a file of settings says, and the line of each key."""
    from workbench.prompt.plain_data import read_yaml
    from workbench.reading import MOST_SETTINGS, read_regular

    try:
        text = read_regular(path, MOST_SETTINGS).decode("utf-8-sig")
        found = read_yaml(text)
    except (OSError, ValueError) as error:
        raise UnreadableInput(
            f"The settings in {path} cannot be read: {_trouble(error)}.",
            hint="Mend the file or move it away; nothing was done.",
        ) from None
    if found is None:
        return {}, {}
    if not isinstance(found, dict):
        raise UnreadableInput(
            f"The settings in {path} are not a list of `key: value` lines.",
            hint=f"Known keys: {', '.join(KEYS)}.",
        )
    lines: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        name = line.partition(":")[0].strip().strip("\"'")
        if name and not line[:1].isspace():
            lines.setdefault(name, number)
    return {str(key): value for key, value in found.items()}, lines


def _trouble(error: Exception) -> str:
    """What is wrong with a file of settings, in one short line."""
    return one_line(getattr(error, "strerror", None) or str(error), 200)


def _place(where: str, lines: Mapping[str, int], key: str) -> str:
    """Where a setting stands, for a message: `.ctxbench.yaml, line 3`."""
    return f"{where}, line {lines[key]}" if key in lines else where


def _merge(
    settings: Settings, given: Mapping[str, Any], where: str, lines: Mapping[str, int] | None = None
) -> Settings:
    changes: dict[str, Any] = {}
    sources = dict(settings.sources)
    for key, value in given.items():
        place = _place(where, lines or {}, key)
        if key not in KEYS:
            name = one_line(key, 60)
            raise UsageError(f"Unknown setting {name!r} ({place}).", hint=nearest(key[:60]))
        changes[key] = _value(key, value, where, place)
        sources[key] = where
    return replace(settings, **changes, sources=sources) if changes else settings


def _value(key: str, value: Any, where: str, place: str) -> Any:
    try:
        if key == "window":
            if not isinstance(value, (str, int)):
                raise ValueError
            number = whole_number(str(value).strip().replace("_", "").replace(",", ""))
            if not number:
                raise ValueError
            return number
        if key == "threshold":
            score = float(value)
            if not 0 <= score <= 10:
                raise ValueError
            return score
        if key == "max_cost":
            cost = float(value)
            if isinstance(value, bool) or not 0 <= cost < float("inf"):
                raise ValueError
            return cost
        if key == "rules":
            return _rules(value)
        if key == "budget":
            from workbench.measure.limits import limits_from, parse_limits

            if isinstance(value, Mapping):
                return limits_from(value).to_dict()
            if not isinstance(value, str):
                raise ValueError
            return parse_limits(value).to_dict()
        if key == "muted":
            words = value.replace(",", " ").split() if isinstance(value, str) else value
            words = [] if words is None else words  # the last one was taken out by hand
            if not isinstance(words, (list, tuple)) or not all(
                isinstance(word, (str, int)) for word in words
            ):
                raise ValueError
            return tuple(str(word) for word in words)
        if key in ("baseline", "prices") and isinstance(value, str):
            # A file of settings names its neighbours.
            beside = Path(where).parent if Path(where).is_absolute() else Path()
            if "\0" in value:
                raise ValueError
            try:
                return str(beside / Path(value).expanduser())
            except RuntimeError:  # `~nobody`
                raise ValueError from None
        if not isinstance(value, str):
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        kinds = {
            "window": "a number of tokens",
            "threshold": "a number from 0 to 10",
            "max_cost": "a number of US dollars",
            "rules": "a table of rules, each with error, warning, note, on or off",
            "muted": "a list of finding keys",
            "budget": "a table such as {tokens: 4000, findings: 0, risk: 0.1}",
        }
        wanted = kinds.get(key, "a word")
        raise UsageError(
            f"The setting {key} ({place}) must be {wanted}, not {_short(value)}."
        ) from None
    return value


def _short(value: Any) -> str:
    """A value as a message shows it; aliases of YAML can make a table endlessly large."""
    if isinstance(value, Mapping):
        return "a table"
    return "a list" if isinstance(value, (list, tuple, set)) else one_line(repr(value), 80)


def _rules(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise ValueError
    found = {}
    for name, word in value.items():
        if not isinstance(word, (str, bool)):
            raise ValueError
        # YAML reads `off` and `on` as truth values.
        level = {False: "off", True: "on"}[word] if isinstance(word, bool) else word.lower()
        if level not in ("error", "warning", "note", "on", "off"):
            raise ValueError
        found[str(name)] = level
    return found
