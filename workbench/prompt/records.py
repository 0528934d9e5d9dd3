"""The records of a data file: messages of a transcript, steps of a run, lines of a log.

JSON is read as it is written, without being parsed as a whole: a record begins on a line of its
own, and a text that is broken somewhere still has the records before and behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.prompt.joined_titles import joined
from workbench.prompt.lines import split_lines
from workbench.prompt.outline import Block, Outline, scan
from workbench.prompt.plain_data import BadData, read_json
from workbench.prompt.visible import one_line

#: Keys whose value says what a record is, the best one first.
NAMING = ("role", "type", "name", "title", "id")
#: Records within records are looked for down to this depth.
_DEEPEST = 5
#: A value of an object with at least this many characters opens a part, and so does what follows.
_LARGE = 400
#: A string with this share of a file is the prompt: what it holds stands in its title. It is not
#: divided, since it stands on one line and parts hold whole lines.
_PROMPT_SHARE, _LONGEST_PROMPT = 0.25, 100_000
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\[^\n])*+"?|[\[\]{}:,\n]')
_LONGEST_NAME = 40


def record_outline(lines: Sequence[str], kind: str) -> Outline:
    """The records of a file of kind `json` or `jsonl` as blocks, their depth as their level."""
    return Outline(tuple(_lines(lines) if kind == "jsonl" else _Scanner(lines).run()))


def titles_inside(string: str, total: int) -> str:
    """The titles inside a string of a file of `total` characters, where it is a prompt; else
    nothing. The string is given as it is written, with its escapes."""
    if len(string) < max(_LARGE, _PROMPT_SHARE * total) or "\\n" not in string:
        return ""
    text = string[:_LONGEST_PROMPT].strip("\"'").replace("\\n", "\n").replace('\\"', '"')
    outline = scan(split_lines(text), first=False)
    levels = [heading.level for heading in outline.headings]
    alone = levels.count(min(levels, default=0)) == 1  # the title of it all
    most = min(levels[1:] if alone else levels, default=0)
    found = [heading.title for heading in outline.headings if heading.level <= most]
    if len(found) < 2:
        found, end = [], 0
        for pair in outline.pairs:
            if pair.start_line >= end and pair.end_line - pair.start_line > 1:
                found.append(f"<{pair.name}>")
                end = pair.end_line
    return joined([one_line(name, _LONGEST_NAME) for name in found]) if len(found) > 1 else ""


def numbered(number: int, word: str) -> str:
    """What the record with this number (from 1) is called."""
    return f"{number} {one_line(word, _LONGEST_NAME)}".rstrip()


def _lines(lines: Sequence[str]) -> Iterator[Block]:
    found: list[tuple[int, str, _Message]] = []
    for at, line in enumerate(lines):
        if not line.startswith(("{", "[")):
            continue
        try:
            value = read_json(line)
        except BadData:
            value = None
        word = _naming(value)
        found.append((at, numbered(len(found) + 1, word), _Message(word, _said(value))))
    forms = _forms([message for *_, message in found])
    for (at, title, message), form in zip(found, forms, strict=True):
        yield Block("record", at, at + 1, 1, _with_words(title, message, form), form=form)


# -- a chat ---------------------------------------------------------------------------------

#: Keys whose value is what somebody says in a message.
_SAYS = frozenset({"content", "text", "value"})
#: Types of what stands in a message and is not said by anybody.
_NOT_SAID = frozenset({"tool_result", "tool_use", "thinking", "function_call_output"})
#: Keys of what a message says, where that is no string.
_HOLDS = _SAYS | {"message"}
_ASKS = frozenset({"user", "human"})


@dataclass(frozen=True, slots=True)
class _Message:
    who: str
    said: str


def _forms(messages: Sequence[_Message]) -> list[str]:
    """What each message of a chat is: a `request` of the user, an `answer` to it, a `result` that
    a tool gives; nothing where there are no requests to divide by."""
    asks = [bool(m.said) and m.who in _ASKS for m in messages]
    if sum(asks) < 2:
        return [""] * len(messages)
    first = asks.index(True)
    return [
        ""
        if n < first
        else "request"
        if asks[n]
        else "result"
        if m.who in _ASKS or m.who in ("tool", "function")
        else "answer"
        for n, m in enumerate(messages)
    ]


def _with_words(title: str, message: _Message, form: str) -> str:
    """The title of a message; that of a request with its first words."""
    return f"{title}: {one_line(message.said, _LONGEST_NAME)}" if form == "request" else title


def _said(value: Any) -> str:
    """What a message says, as far as it is not the result of a tool."""
    if isinstance(value, str):
        return value[:_LONGEST_SAID].strip()
    if isinstance(value, list):
        return next(filter(None, map(_said, value[:_MOST_SAID])), "")
    if not isinstance(value, dict) or value.get("type") in _NOT_SAID:
        return ""
    own = (value.get(key) for key in ("message", "content", "text", "value"))
    return next(filter(None, (_said(x) for x in own)), "")


_LONGEST_SAID, _MOST_SAID = 200, 20


# -- JSON of several lines --------------------------------------------------------------------


def _naming(value: Any) -> str:
    """The word of an object that says what it is."""
    if not isinstance(value, dict):
        return ""
    for holder in (value, *(inner for inner in value.values() if isinstance(inner, dict))):
        for key in NAMING[:2] if holder is not value else NAMING:
            if isinstance(holder.get(key), str):
                return str(holder[key])
    return ""


@dataclass
class _Open:
    """An object or an array that is not closed yet."""

    array: bool
    key: str  # what it is called in the object around it
    record: int  # its own block, or -1
    count: int = 0  # values of an array so far
    large: bool = False  # the last value of an object was
    named: dict[str, str] = field(default_factory=dict)
    holds: str = ""  # the titles in its string that is a prompt
    said: str = ""  # what it says, where it is a message
    messages: list[tuple[int, _Message]] = field(default_factory=list)  # those of an array


class _Scanner:
    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.text = "".join(lines)
        self.found: list[tuple[int, int, str]] = []  # line, level, title
        self.forms: dict[int, str] = {}  # of the records that are messages of a chat
        self.open: list[_Open] = []

    def run(self) -> Iterator[Block]:
        if len(self.lines) > 2:
            self._scan()
        last = -1
        for n, (line, level, title) in enumerate(self.found):
            if line > last and title:
                yield Block("record", line, line + 1, level, title, form=self.forms.get(n, ""))
                last = line

    def _scan(self) -> None:
        line, fresh = 0, True  # whether nothing but blanks stands before on this line
        key, key_line, key_fresh = "", 0, False
        for token in _TOKEN.finditer(self.text):
            mark = token[0]
            if mark == "\n":
                line, fresh = line + 1, True
                continue
            top = self.open[-1] if self.open else None
            if mark == ":":
                continue
            if mark == ",":
                key = ""
            elif mark in ("{", "["):
                at, own = (key_line, key_fresh) if key else (line, fresh)
                record = self._record(top, key, at, own)
                self.open.append(_Open(mark == "[", key, record))
                key = ""
            elif mark in ("}", "]"):
                if self.open:
                    self._close(self.open.pop(), line)
                key = ""
            elif top is not None and not top.array and not key:
                key, key_line, key_fresh = _words(mark), line, fresh
                if len(self.open) == 1 and not self.found and fresh:
                    self.found.append((line, 1, one_line(key, _LONGEST_NAME)))
            elif top is not None:
                self._string(top, key, mark, key_line if key else line, key_fresh if key else fresh)
                key = ""
            fresh = False

    def _record(self, top: _Open | None, key: str, line: int, own: bool) -> int:
        """Note the value that begins here as a record, where one may begin."""
        if top is None or not own or len(self.open) > _DEEPEST:
            if top is not None and top.array:
                top.count += 1
            return -1
        if top.array:
            top.count += 1
            self.found.append((line, len(self.open), numbered(top.count, top.key)))
        else:
            self.found.append((line, len(self.open), one_line(key, _LONGEST_NAME)))
        return len(self.found) - 1

    def _string(self, top: _Open, key: str, mark: str, line: int, own: bool) -> None:
        if top.array or key in _SAYS:
            top.said = top.said or _words(mark).strip()
        if top.array:
            if len(mark) >= _LARGE:
                self._record(top, key, line, own)
            else:
                top.count += 1
            return
        if key in NAMING and key not in top.named:
            top.named[key] = _words(mark)
        holds = titles_inside(mark, len(self.text))
        record = self._record(top, key, line, own) if len(mark) >= _LARGE or top.large else -1
        if holds and record >= 0:
            at, level, name = self.found[record]
            self.found[record] = (at, level, f"{name}: {holds}")
        elif holds:
            top.holds = holds
        top.large = len(mark) >= _LARGE

    def _close(self, done: _Open, line: int) -> None:
        holder = self.open[-1] if self.open else None
        if done.array:
            self._number_chat(done)
        if holder is None:
            return
        if done.named.get("type") not in _NOT_SAID and (holder.array or done.key in _HOLDS):
            holder.said = holder.said or done.said
        if not holder.array:
            at, level, _ = self.found[done.record] if done.record >= 0 else (line, 0, "")
            if done.record > 0 and at == line and not holder.large:
                self.found[done.record] = (at, level, "")  # of one line among others
            holder.large = line > at
            for key in NAMING[:2]:
                if key in done.named:
                    holder.named.setdefault(f"inner {key}", done.named[key])
            return
        if done.record >= 0:
            at, level, _ = self.found[done.record]
            words = (done.named.get(key) or done.named.get(f"inner {key}") for key in NAMING)
            word = next((word for word in words if word), holder.key)
            title = numbered(holder.count, word)
            self.found[done.record] = (at, level, f"{title}: {done.holds}" if done.holds else title)
            if not done.holds:
                holder.messages.append((done.record, _Message(word, done.said)))

    def _number_chat(self, chat: _Open) -> None:
        """Say of the messages of an array that is closed what each is."""
        forms = _forms([message for _, message in chat.messages])
        for (record, message), form in zip(chat.messages, forms, strict=True):
            if form:
                at, level, title = self.found[record]
                self.forms[record] = form
                self.found[record] = (at, level, _with_words(title, message, form))


def _words(mark: str) -> str:
    return mark[1 : 1 + 200].rstrip('"').replace("\\n", " ")
