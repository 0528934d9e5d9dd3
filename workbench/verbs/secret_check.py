"""Before a text leaves this machine: does it hold what looks like a key or a password?

Two looks at every line: the formats that detect-secrets knows, and our own rule `secret`. Of
detect-secrets only the plugins for known formats are used, and only their patterns: its guesses
from randomness fire on nearly every line of prose, and its checks whether a key is alive would
send that key.
"""

from __future__ import annotations

import socket
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from workbench.errors import CtxbenchError
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line, visible
from workbench.verbs.secrets import key_like

#: Module and class of each plugin: those that know the format of one issuer.
_PLUGINS = (
    ("artifactory", "ArtifactoryDetector"),
    ("aws", "AWSKeyDetector"),
    ("azure_storage_key", "AzureStorageKeyDetector"),
    ("basic_auth", "BasicAuthDetector"),
    ("cloudant", "CloudantDetector"),
    ("discord", "DiscordBotTokenDetector"),
    ("github_token", "GitHubTokenDetector"),
    ("gitlab_token", "GitLabTokenDetector"),
    ("ibm_cloud_iam", "IbmCloudIamDetector"),
    ("ibm_cos_hmac", "IbmCosHmacDetector"),
    ("jwt", "JwtTokenDetector"),
    ("mailchimp", "MailchimpDetector"),
    ("npm", "NpmDetector"),
    ("openai", "OpenAIDetector"),
    ("private_key", "PrivateKeyDetector"),
    ("pypi_token", "PypiTokenDetector"),
    ("sendgrid", "SendGridDetector"),
    ("slack", "SlackDetector"),
    ("softlayer", "SoftlayerDetector"),
    ("square_oauth", "SquareOAuthDetector"),
    ("stripe", "StripeDetector"),
    ("telegram_token", "TelegramBotTokenDetector"),
    ("twilio", "TwilioKeyDetector"),
)
#: Characters of one line that are looked at; patterns with two stars grow with the square of it.
_LONGEST_LINE = 20_000
_MOST_NAMED = 12


class SecretsFound(CtxbenchError):
    """Nothing was sent, because the text holds what looks like a key. Exit code 2."""

    def __init__(self, found: Sequence[Secret]) -> None:
        shown = [f"  {one.place}: {one.words}" for one in found[:_MOST_NAMED]]
        if len(found) > len(shown):
            shown.append(f"  and {len(found) - len(shown)} more")
        lines = "\n".join(shown)
        super().__init__(
            f"Nothing was sent: the text holds {plural(len(found), 'line')} with what looks like a"
            f" key or a password.\n{lines}",
            hint="Take them out, or allow this send with --allow-secrets.",
        )
        self.found = tuple(found)


@dataclass(frozen=True, slots=True)
class Secret:
    """`where`: the file or `task`; `line` counts from 1; `kind`: what it looks like; `words`: the
    same for people, with at most four characters of it."""

    where: str
    line: int
    kind: str
    words: str

    @property
    def place(self) -> str:
        return f"{self.where} line {self.line}"

    def to_dict(self) -> dict[str, Any]:
        return {"where": self.where, "line": self.line, "kind": self.kind, "words": self.words}


def find_secrets(
    texts: Sequence[tuple[str, Prompt]],
    *,
    sent: Mapping[str, str] | None = None,
    muted: Collection[str] = (),
) -> tuple[Secret, ...]:
    """Every line of `texts` (name, text) that holds a key-like string, in order, once each.

    `sent`: by name, everything that would really leave, our own words around the texts included;
    what is told of `texts` is not told again of their copies in it. `muted`: keys of findings of
    our own rule that the user accepted. Nothing found is no proof that nothing is there.
    """
    found: dict[tuple[str, int], Secret] = {}
    for name, prompt in texts:
        where = visible(name)
        accepted = {one.line for one in key_like(prompt)}
        for one in key_like(prompt, muted=muted):
            accepted.discard(one.line)
            words = one.words.rstrip(".")
            kind = words.rpartition(": ")[0] or words
            found.setdefault((where, one.line), Secret(where, one.line, kind, words))
        for number, line in enumerate(prompt.lines, start=1):
            if number in accepted or (where, number) in found:
                continue
            for kind, value in _known_formats(line[:_LONGEST_LINE]):
                veiled = f"{one_line(value)[:4]}…({len(value)} characters)"
                words = f"a key of a known form ({kind}): {veiled}"
                found[(where, number)] = Secret(where, number, kind, words)
                break
    for secret in _elsewhere(sent or {}, texts, muted):
        found.setdefault((secret.where, secret.line), secret)
    return tuple(sorted(found.values(), key=lambda one: (one.where, one.line)))


def _elsewhere(
    sent: Mapping[str, str], texts: Sequence[tuple[str, Prompt]], muted: Collection[str]
) -> Iterator[Secret]:
    """Key-like strings in what is sent that stand in none of `texts`, which were looked at."""
    if not sent:
        return
    shown = [visible(prompt.text, lines=True) for _, prompt in texts]
    known = {_bare(line) for text in shown for line in text.splitlines()}
    whole = "\n".join(" ".join(text.split()) for text in shown)
    for name, text in sent.items():
        lines = [_bare(line) for line in text.splitlines()]
        new = [number for number, line in enumerate(lines) if line and line not in known]
        if not new:
            continue
        rest = "\n".join(lines[number] for number in new)
        prompt = Prompt.from_bytes(rest.encode("utf-8", "replace"))
        for one in find_secrets([(name, prompt)], muted=muted):
            at = new[one.line - 1]
            if lines[at] not in whole:  # else it is a piece of a line that was looked at
                yield Secret(one.where, at + 1, one.kind, one.words)


def _bare(line: str) -> str:
    """A line without the gutter of quoted text, blanks folded."""
    return " ".join(line.removeprefix("| ").split())


def _known_formats(line: str) -> Iterator[tuple[str, str]]:
    if len(line) < 12:
        return
    for plugin in _plugins():
        for value in plugin.analyze_string(line):
            yield plugin.secret_type, str(value)


@cache
def _plugins() -> tuple[Any, ...]:
    with _without_a_socket():
        return tuple(
            getattr(import_module(f"detect_secrets.plugins.{module}"), name)()
            for module, name in _PLUGINS
        )


@contextmanager
def _without_a_socket() -> Iterator[None]:
    """detect-secrets imports requests, and with it urllib3, which opens a socket to find out
    whether IPv6 works. Nothing of ours uses either, and looking at a text opens no socket."""
    had = socket.has_ipv6
    socket.has_ipv6 = False
    try:
        yield
    finally:
        socket.has_ipv6 = had
