"""Find the claims of a prompt, each with the sentence around it, and ask the facts about it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from urllib.parse import unquote

from workbench.judge.claims import NOT_HERE, Claim
from workbench.judge.claims_commands import is_command, needs
from workbench.judge.claims_context import Around
from workbench.judge.claims_fences import shell_lines
from workbench.judge.claims_numbers import check_count, find_counts, find_numbers
from workbench.judge.claims_paths import (
    Verdict,
    check_line,
    check_path,
    clean,
    is_path,
    line_cited,
    not_here,
)
from workbench.judge.claims_symbols import check_symbol, plain_symbol, symbol_in
from workbench.judge.claims_versions import check_version, find_versions
from workbench.judge.claims_words import NOBODY, claim_words, in_context
from workbench.judge.drawn_trees import DrawnTree, Entry, Hung, drawn_trees, hang
from workbench.judge.facts import Facts
from workbench.language.instructions import Instruction
from workbench.language.lists import patterns
from workbench.language.statements import Statement, statements
from workbench.prompt.codespans import Span, code_spans, in_spans
from workbench.prompt.imports import find_imports
from workbench.prompt.kinds import IMPORTING
from workbench.prompt.lines import body
from workbench.prompt.prompt import Prompt

_LINK = re.compile(r"\]\((?!https?:|mailto:|#|<)(?P<to>[^()\s]{1,300}?)(?:\s+\"[^\"]*\")?\)")
#: Files that speak of the project they stand in.
_AT_HOME = frozenset({"claude-md", "agents-md", "gemini-md", "copilot", "memory"})
_NEAR = 160
_FAR_AWAY = 600
#: Where links lead says nothing in words ("%205.png" is no percentage): `_links` looks there.
_TARGET = re.compile(r"(?<=\]\()[^()\s]+|\bhttps?://[^\s)>\]]+")
_DIGIT = re.compile(r"[0-9]")
_BLANKS = re.compile(r"\s+")
_CITED = re.compile(r":\d{1,7}(?:-\d{1,7})?(?![\w:])")
#: What is said above a tree that is to be made.
_TO_MAKE = patterns("claims", "find-to-make", re.IGNORECASE)
_EXAMPLE = re.compile(r"\bexamples?\b|\be\.g\.|例", re.IGNORECASE)
#: "Python v2" may be the second version of something for Python.
_LABELLED = re.compile(r"\bv\d")
_PATH_WORD = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?")
#: An entry of a tree that says that it is not there yet.
_LATER = re.compile(
    r"\b(?:optional|planned|future|todo|tbd|later|if (?:needed|any|present)|not yet|coming|new)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"`([^`\n]+)`")
_BARE = re.compile(
    r"(?<![\w`@/.:~\\<-])(?P<path>(?:\.{1,2}/)?(?:[\w.-]+/)+[\w.-]*\.[A-Za-z]{1,5})(?![\w/`>])"
)


def find_claims(
    prompt: Prompt, facts: Facts, instructions: Sequence[Instruction] | None = None
) -> tuple[Claim, ...]:
    """Every claim of the prompt in order, each once per line."""
    if prompt.is_data:
        return ()
    found = _Finder(prompt, facts, instructions).claims()
    seen: set[tuple[int, str, str]] = set()
    out = []
    for claim in sorted(found, key=lambda c: (c.start, c.end)):
        key = (claim.line, claim.sub, claim.subject)
        if key not in seen:
            seen.add(key)
            out.append(claim)
    return tuple(out)


class _Finder:
    def __init__(
        self, prompt: Prompt, facts: Facts, instructions: Sequence[Instruction] | None
    ) -> None:
        self.prompt = prompt
        self.text = prompt.text
        # One name is asked for again and again.
        once = lru_cache(maxsize=4096)
        self.facts = replace(
            facts,
            exists=once(facts.exists),
            here=once(facts.here),
            locate=once(facts.locate),
        )
        self.spans = code_spans(self.text)
        self.statements = [one for one in statements(prompt) if one.kind != "heading"]
        self._starts = [one.start for one in self.statements]
        if instructions is None:
            from workbench.language.instructions import extract_instructions

            instructions = extract_instructions(prompt, prompt.parts())
        self._files: dict[int, str] = {}
        self._orders = {one.start for one in instructions}
        #: Files that are carried from project to project: no manifest here proves nothing.
        self._portable = prompt.kind not in _AT_HOME

    def claims(self) -> Iterator[Claim]:
        yield from self._imports()
        for span in self.spans:
            inner = self.text[span.start : span.end]
            if inner.startswith(("```", "~~~")):
                yield from self._fence(span, inner)
            else:
                yield from self._span(span, inner)
        yield from self._links()
        yield from self._prose()

    # -- where ------------------------------------------------------------------------------

    def _statement(self, offset: int) -> Statement | None:
        i = bisect_right(self._starts, offset) - 1
        if i >= 0 and offset < self.statements[i].end:
            return self.statements[i]
        return None

    def _around(self, start: int, end: int, statement: Statement | None) -> Around:
        if statement is not None:
            left, right = statement.start, statement.end
            titles = (*statement.path, *statement.tags, statement.lead)
        else:
            line = bisect_right(self.prompt.starts, start) - 1
            left = self.prompt.starts[line]
            right = left + len(body(self.prompt.lines[line]))
            titles = ()
        straight, opened, closed = (
            bisect_left(places, start) - bisect_left(places, left) for places in self._quotes
        )
        quoted = straight % 2 == 1 or opened > closed
        # What stands far away says nothing about a name, and costs time.
        before = _BLANKS.sub(" ", self.text[max(left, start - _NEAR) : start])
        after = _BLANKS.sub(" ", self.text[end : min(right, end + _NEAR)])
        whole = self.text[left : min(start, left + _FAR_AWAY)]
        return Around(before, after, titles, quoted, whole)

    @cached_property
    def _quotes(self) -> tuple[list[int], ...]:
        """Where quotation marks stand: straight ones, those that open, those that close."""
        return tuple([m.start() for m in re.finditer(sign, self.text)] for sign in '"“”')

    def _made(
        self,
        sub: str,
        subject: str,
        place: tuple[int, int],
        verdict: Verdict,
        *,
        absent: bool = False,
        sentence: str = "",
    ) -> Claim:
        start, end = place
        line = bisect_right(self.prompt.starts, start) - 1
        column = start - self.prompt.starts[line] + 1
        width = len(body(self.prompt.lines[line])) + 1
        status, evidence, confidence = verdict
        return Claim(
            sub,
            subject,
            " ".join(sentence.split()) or claim_words(sub, subject, absent),
            start,
            end,
            line + 1,
            column,
            min(column + end - start, width),
            status,
            evidence,
            confidence,
            absent,
        )

    # -- kinds of place ---------------------------------------------------------------------

    def _imports(self) -> Iterator[Claim]:
        if self.prompt.kind not in IMPORTING:
            return
        for one in find_imports(self.text, self.spans):
            there = self.facts.imports(one.path) if self.facts.known else None
            if one.kind != "path" and not there:
                continue
            name = one.path
            if there:
                verdict = ("VERIFIED", f"found {name}", "HIGH")
            elif there is None or name.startswith("~") or self.facts.ignored(name):
                verdict = ("UNVERIFIABLE", "nobody could look there", "LOW")
            else:
                around = self._around(one.start, one.end, self._statement(one.start))
                if around.no_claim and around.before.strip(" -*"):
                    continue
                why = f"no {name} from the folder of the file, where the host looks"
                if name.endswith("/") and self.facts.exists(name):
                    why = f"{name} is a folder, and a host loads files"
                elif self.facts.exists(name):
                    why += "; it exists elsewhere in the project"
                verdict = ("FALSE", f"{why}: it stays in the prompt as text", "HIGH")
            yield self._made("import", one.raw, (one.start, one.end), verdict)

    def _span(self, span: Span, inner: str) -> Iterator[Claim]:
        ticks = len(inner) - len(inner.lstrip("`"))
        name = inner[ticks:-ticks] if len(inner) > 2 * ticks else ""
        start = span.start + ticks + len(name) - len(name.lstrip())
        name = name.strip()
        if not name or "\n" in name:
            return
        statement = self._statement(span.start)
        around = self._around(span.start, span.end, statement)
        if is_command(name):
            yield from self._command(name, start, around)
            return
        if is_path(name, self.facts):
            yield from self._path(name, start, around)
            return
        if " " in name and is_path(name.split(" ", 1)[0], self.facts):
            # `scripts/fill.py IN OUT`: a file that is run.
            yield from self._path(name.split(" ", 1)[0], start, around)
            return
        yield from self._symbol(name, start, around, statement)

    def _path(self, name: str, start: int, around: Around) -> Iterator[Claim]:
        path = clean(name)
        verdict = self._looked(path, around)
        if verdict is None:
            return
        cited = line_cited(name, path)
        if cited and verdict[0] == "VERIFIED" and not around.absent:
            beyond = check_line(path, cited, self.facts)
            if beyond is not None:
                yield self._made("path", name, (start, start + len(name)), beyond)
                return
        yield self._made("path", path, (start, start + len(path)), verdict, absent=around.absent)

    def _looked(self, path: str, around: Around) -> Verdict | None:
        """The verdict on a path; one that only the end of a longer path bears out is not here."""
        verdict = check_path(path, around, self.facts)
        if verdict is not None and around.absent and self._portable and verdict[0] == "FALSE":
            return (*verdict[:2], "MEDIUM")
        if verdict is None or around.absent:
            return verdict
        if verdict[0] == "FALSE" and self._portable and not self._of_this_project(path, around):
            return (*verdict[:2], "MEDIUM")
        if verdict[0] != "VERIFIED":
            return verdict
        place = not_here(path, self.facts)
        # The words of a link name its target, which is looked at by itself.
        link = around.after.startswith("](")
        if not place or link or around.no_claim or self._names_folder(place, path, around):
            return verdict
        return ("FALSE", f"{NOT_HERE} {place}", "MEDIUM")

    @cached_property
    def _said_paths(self) -> frozenset[str]:
        """Everything in the text that may name a folder, without the stroke behind it."""
        return frozenset(found[0].rstrip("/.") for found in _PATH_WORD.finditer(self.text))

    def _of_this_project(self, path: str, around: Around) -> bool:
        """Whether a path that is not there leads well into this project: two folders of it are
        there, or one beside the file, and nothing calls it an example."""
        above = path.strip("/").removeprefix("./").rpartition("/")[0]
        if not above or _EXAMPLE.search(around.sentence):
            return False
        return self.facts.beside(above) or ("/" in above and self.facts.here(f"./{above}/") is True)

    def _names_folder(self, place: str, path: str, around: Around) -> bool:
        """Whether the text says which folder a shortened path is meant from: it names the folder,
        or a heading above has its name."""
        folder = place.rstrip("/").removesuffix(path.strip("/").removeprefix("./")).strip("/")
        if folder in self._said_paths:
            return True
        last = re.escape(folder.rpartition("/")[2])
        return around.elsewhere or any(
            re.search(rf"(?<![\w-]){last}(?![\w-])", title, re.IGNORECASE)
            for title in around.titles[1:]
        )

    def _command(self, name: str, start: int, around: Around, sure: bool = True) -> Iterator[Claim]:
        for need in needs(name, self.facts):
            at = start + need.offset
            if need.verdict is None:
                verdict = self._looked(need.subject, around)
                if verdict and verdict[:1] == ("FALSE",) and not self._portable:
                    verdict = ("FALSE", verdict[1], "HIGH")  # it is to be run, so it must be there
            else:
                verdict = in_context(need.verdict, around)
            if verdict is None:
                continue
            if verdict[0] == "FALSE" and self._portable and verdict[1].startswith("there is no"):
                verdict = ("UNVERIFIABLE", f"{verdict[1]}; it may be for another one", "LOW")
            unsure = not sure or (self._portable and need.verdict is not None)
            if unsure and verdict[0] == "FALSE":
                verdict = (verdict[0], verdict[1], "MEDIUM")
            last = need.subject.rsplit(" ", 1)[-1]
            end = at + len(last) if self.text.startswith(last, at) else start + len(name)
            yield self._made(need.sub, need.subject, (at, end), verdict, absent=around.absent)

    def _symbol(
        self, name: str, start: int, around: Around, statement: Statement | None
    ) -> Iterator[Claim]:
        symbol = symbol_in(name)
        path = self._file_in(statement)
        symbol = symbol or plain_symbol(name, around, path)
        if not symbol:
            return
        order = statement is not None and statement.start in self._orders
        verdict = check_symbol(symbol, around, self.facts, path, order)
        if verdict is not None:
            end = start + len(name)
            yield self._made("symbol", symbol, (start, end), verdict, absent=around.absent)

    def _file_in(self, statement: Statement | None) -> str:
        """The one file that a statement names in code and that exists."""
        if statement is None:
            return ""
        if statement.start not in self._files:
            self._files[statement.start] = self._one_file(statement.text)
        return self._files[statement.start]

    def _one_file(self, text: str) -> str:
        found = []
        for match in _CODE.finditer(text):
            name = clean(match[1])
            if "." in name and not name.endswith("/") and is_path(name, self.facts):
                found.append(name)
        return found[0] if len(found) == 1 and self.facts.exists(found[0]) else ""

    def _fence(self, span: Span, inner: str) -> Iterator[Claim]:
        """Commands of a fenced block of shell lines; other code is an example."""
        titles = self._titles(span.start)
        if self.facts.known and not self._portable:
            for tree in drawn_trees(inner, span.start):
                yield from self._tree(tree, self._lead_of(span.start), titles)
        example = Around("", "", titles).under(r"\bexamples?\b|\bsamples?\b|例|output|layout")
        for text, at, shell in shell_lines(span.start, inner):
            if is_command(text):
                yield from self._command(text, at, Around("", "", titles), shell and not example)

    def _tree(self, tree: DrawnTree, lead: str, titles: tuple[str, ...]) -> Iterator[Claim]:
        """The entries of a tree that shows this project, each where the tree puts it."""
        around = Around(lead, "", titles)
        if _TO_MAKE.search(lead) or around.under(r"\bexamples?\b|\bsamples?\b|\btemplate|例|示例"):
            return
        hung = hang(tree, self.facts.here, self.facts.locate)
        if hung is None:
            return
        named = hung.exact or around.elsewhere or self._names_folder(hung.place, tree.root, around)
        if not named:
            said = ("FALSE", f"{NOT_HERE} {hung.place}/", "HIGH")
            yield self._made("path", tree.root, (tree.start, tree.end), said)
        for entry in hung.there:
            where = f"{hung.place}/{entry.path}" if hung.place else entry.path
            verdict = ("VERIFIED", f"found {where}", "HIGH")
            if not named:
                verdict = ("FALSE", f"{NOT_HERE} {where}", "MEDIUM")
            yield self._made("path", entry.path, (entry.start, entry.end), verdict)
        yield from self._not_in_tree(hung, around)

    def _not_in_tree(self, hung: Hung, around: Around) -> Iterator[Claim]:
        gone: list[tuple[Entry, str]] = []
        for entry in hung.missing:
            where = f"{hung.place}/{entry.path}" if hung.place else entry.path
            after = self.text[entry.end : self.text.find("\n", entry.end)]
            here = Around(around.before, after, around.titles)
            if here.no_claim or here.absent or _LATER.search(after):
                continue
            if here.elsewhere or here.built(where) or self.facts.ignored(where):
                verdict = ("UNVERIFIABLE", "made by a tool or ignored by version control", "MEDIUM")
                yield self._made("path", entry.path, (entry.start, entry.end), verdict)
            else:
                gone.append((entry, where))
        sure = "HIGH" if hung.exact and len(hung.there) >= 1.5 * len(gone) else "MEDIUM"
        for entry, where in gone:
            verdict = ("FALSE", f"no {where}, which the tree shows", sure)
            yield self._made("path", entry.path, (entry.start, entry.end), verdict)

    def _lead_of(self, offset: int) -> str:
        """The last words before a fence, where they stand right above it."""
        before = self.text[max(0, offset - 3 * _NEAR) : offset].rstrip(" \t")
        lines = [line.strip() for line in before.split("\n") if line.strip()]
        return lines[-1].rstrip(":：") if lines else ""

    def _titles(self, offset: int) -> tuple[str, ...]:
        i = bisect_right(self._headings[0], offset) - 1
        return self._headings[1][i] if i >= 0 else ()

    @cached_property
    def _headings(self) -> tuple[list[int], list[tuple[str, ...]]]:
        """Offsets of the headings, and for each the titles down to it."""
        starts: list[int] = []
        paths: list[tuple[str, ...]] = []
        open_ones: list[tuple[int, str]] = []
        for heading in self.prompt.outline.headings:
            while open_ones and open_ones[-1][0] >= heading.level:
                open_ones.pop()
            open_ones.append((heading.level, heading.title))
            starts.append(self.prompt.starts[heading.start_line])
            paths.append(tuple(title for _, title in open_ones))
        return starts, paths

    def _links(self) -> Iterator[Claim]:
        for match in _LINK.finditer(self.text):
            if self._in_code(match.start()):
                continue
            name = unquote(match["to"].split("#", 1)[0].split("?", 1)[0])
            if not name or not is_path(name, self.facts):
                continue
            start = match.start("to")
            around = self._around(start, start + len(name), self._statement(start))
            plain = Around("", around.after, around.titles, around.quoted)
            yield from self._path(name, start, plain)

    def _in_code(self, offset: int) -> bool:
        return in_spans(self.spans, offset)

    def _prose(self) -> Iterator[Claim]:
        for statement in self.statements:
            base = statement.start
            raw = self.text[base : statement.end]
            said_here = raw
            if "](" in raw or "://" in raw:
                said_here = _TARGET.sub(lambda target: " " * len(target[0]), raw)
            digits = _DIGIT.search(raw) is not None
            if digits:
                for said in find_versions(raw, self.facts):
                    start = base + said.start
                    verdict = check_version(said, self.facts)
                    unsure = said.minimum
                    unsure = unsure or _LABELLED.search(said.subject) is not None
                    if verdict[0] == "FALSE" and self._portable and unsure:
                        verdict = (*verdict[:2], "MEDIUM")
                    yield self._made("version", said.subject, (start, base + said.end), verdict)
            if "/" in said_here:
                yield from self._bare(statement, said_here)
            if digits and base not in self._orders:
                for count in find_counts(raw):
                    verdict = check_count(count, self.facts)
                    start = base + count.start
                    yield self._made("number", count.words, (start, base + count.end), verdict)
            if base not in self._orders and statement.kind != "cell":
                for sub, subject, start, end in find_numbers(said_here, digits):
                    yield self._made(
                        sub, subject, (base + start, base + end), NOBODY[sub], sentence=raw
                    )

    def _bare(self, statement: Statement, raw: str) -> Iterator[Claim]:
        """Paths in running text, without marks."""
        for match in _BARE.finditer(raw):
            start = statement.start + match.start("path")
            if self._in_code(start) or not is_path(match["path"], self.facts):
                continue
            around = self._around(start, statement.start + match.end("path"), statement)
            cited = _CITED.match(raw, match.end("path"))
            name = match["path"] + (cited[0] if cited else "")
            yield from self._path(name, start, around)
