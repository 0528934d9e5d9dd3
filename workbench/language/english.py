"""English: whether a sentence tells somebody to do or not to do something, and how strongly.

It is told by form: a word of duty in the main clause, a ban, or a verb in front that is no subject.
What is listed (`data/english.txt`) are words of grammar; verbs are listed for the one place where
form does not tell ("Write tests", "Code style"). A sentence is read as a row of clauses; conditions
and reasons are set aside first, and what stands in code or in quotation marks is one word that
means nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache

from workbench.language.force import NONE, Force, stronger
from workbench.language.imperatives import (
    MAYBE,
    has_finite,
    how_surely,
    is_imperative,
    may_be_verb,
    says,
)
from workbench.language.lists import alternatives, group, patterns
from workbench.language.markup import CODE, LIST_MARK, plain
from workbench.language.words import Word, words

_CROSS, _CHECK = "❌✗✘🚫⛔❎", "✅✓✔☑"
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_SHOWN = re.compile(
    r"^(?:e\.g\.|i\.e\.|for example|for instance|example|such as|like this)\b", re.IGNORECASE
)


@lru_cache(maxsize=16384)  # the files of one folder repeat many a sentence
def read(text: str) -> Force:
    """The force of one English sentence or list item, with its markup; read alone."""
    text = (_COMMENT.sub(" ", text) if "<!--" in text else text).strip().replace("\u2011", "-")
    sign = _sign(text)
    bold = text.startswith("**") and text.endswith("**")
    text = plain(_with_label(text))
    if not text or text.endswith("?") or _SHOWN.match(text):
        return NONE
    if _LONE.fullmatch(text) and is_verb_only(text[:-1].lower()):
        return Force("hard", "do", "imperative", text[:-1].lower())
    described = _DESCRIBED.match(text) if text[0] == "`" else None
    if described:
        inner = _clauses(text[described.end() :])
        return inner if inner.form in ("ban", "duty") and inner.cue != "no" else NONE
    label, rest = _label(text)
    best = _labelled(label, rest) if label else _clauses(text)
    if best.form in ("imperative", "maybe") and bold and text.istitle() and " " in text:
        return NONE  # "**Fill The Pot**" is a title
    if sign:
        best = replace(best, polarity=sign)
        if not best and sign == "dont" and len(text.split()) > 1 and not states(text):
            best = Force("hard", sign, "label", "❌")
    return best


#: A word that is all of a sentence or lead: "Stop.", "Confirm:".
_LONE = re.compile(r"[A-Za-z]{2,20}[.:!]")


def is_verb_only(word: str) -> bool:
    """Whether a lower-case word is a verb in its base form, and no noun or label ("Do:")."""
    both = group("english", "verb-or-noun") | group("english", "label-hard")
    return word in group("english", "verb") and word not in both


#: A name in code with what is behind it: "`make lint` - Runs it".
_DESCRIBED = re.compile(
    r"^(?:`[^`]+`(?:\s*(?:,|/|or|and|\||\([^()]*\)|\w+)\s*`[^`]+`)*(?:\s*\([^()]*\)|\s+\w+)?)\s*(?::|-{1,2}|[—–=|→]|->|=>)\s+"
)


_SET_APART = re.compile(
    r"(?P<mark>\W{0,6}?)(?:\*\*|__|\[)(?P<label>[A-Za-z][A-Za-z -]{1,24}?)[.:!]?(?:\*\*|__|\])"
    r"(?=\s+[A-Z`])"
)


def _with_label(text: str) -> str:
    """A label in bold or in brackets in front of a sentence gets its colon: "[RULE] Stir."."""
    found = _SET_APART.match(text) if "**" in text or "__" in text or "[" in text else None
    if found is None:
        return text
    label = found["label"].lower()
    if label not in group("english", "label-hard") | group("english", "label-soft"):
        return text
    return f"{found['mark']}{found['label']}: {text[found.end() :].lstrip()}"


def _sign(text: str) -> str:
    if text.isascii():
        return ""
    head = LIST_MARK.sub("", text)[:4]
    if any(ch in _CROSS for ch in head):
        return "dont"
    return "do" if any(ch in _CHECK for ch in head) else ""


# -- labels -------------------------------------------------------------------------------

_LABEL = re.compile(r"(?P<label>[^:`\"()]{2,48}?)(?:\s*:\s+|\s+[—–]\s+|:$)(?P<rest>.*)$")


def _label(text: str) -> tuple[str, str]:
    found = _LABEL.match(text) if ":" in text or "—" in text or "–" in text else None
    if not found or found["label"].count(" ") > 4:
        return "", text
    return found["label"].strip(), found["rest"].strip()


def _labelled(label: str, rest: str) -> Force:
    said, label = label, label.lower()
    inner = _clauses(rest) if rest else NONE
    if label in group("english", "ban-title"):
        return Force("hard", "dont", "label", label) if rest else NONE
    if label in group("english", "label-hard"):
        if inner.strength == "none" and len(rest.split()) < 3:
            return NONE
        wish = inner.strength == "soft"
        return inner if wish else Force("hard", inner.polarity, "label", label)
    if label in group("english", "label-soft"):
        return Force("soft", inner.polarity, "label", label) if rest else NONE
    if label in group("english", "example-title"):
        return NONE
    if label in group("english", "label-told"):
        goal = inner.cue in ("ensure", "make sure")  # "Purpose: Ensure that guests return"
        return inner if inner.form in ("ban", "duty") and not goal else NONE
    # Before other labels stands a clause of its own ("If it fails: stop"), or a topic.
    outer = _clauses(said) if said.count(" ") else NONE
    title = said.istitle() and " " in said
    topic = (outer.form == "maybe" and (rest or title)) or (outer.form == "imperative" and title)
    if inner.cue == "no" and states(said):
        inner = NONE  # "It is simple: no tools"
    return stronger(inner, NONE if topic else outer)


#: What stands in parentheses is an aside.
_ASIDE = re.compile(r"(?<=\S)\s*\([^()]*\)")

# -- clauses ------------------------------------------------------------------------------


def _clauses(text: str) -> Force:
    best, joined, tied = NONE, False, False
    start = 0
    text = _ASIDE.sub(" ", text) if "(" in text else text
    shape = CODE.sub(_covered, text) if "`" in text else text
    ends = patterns("english", "clause-end", re.IGNORECASE).finditer(shape)
    for number, found in enumerate([*ends, None]):
        clause = text[start : found.start() if found else len(text)].strip(" ,.!()")
        start = found.end() if found else start
        if clause:
            force = _clause(clause)
            if number and (force.cue == "no" or force.form == "maybe"):
                continue  # "saves time, no setup": what is told goes on
            if number and not best and force.cue == "never" and not _NEVER_DOES.match(clause):
                continue  # "it is kept, never stored", "pours tea, never the milk"
            if tied and force.form == "ban" and not best and force.cue.startswith("do"):
                continue  # "these are cosmetic and do not matter": it has a subject
            led = joined and force.form == "imperative" and best.form != "imperative"
            if led and words(clause)[0].lower == force.cue:
                continue  # "a place where you keep notes, and store results": it has a subject
            best = stronger(best, force)
        said = found[0].strip(", ").lower() if found else ""
        comma = found is not None and found[0].startswith(",")
        joined = comma and said not in ("then", "so")
        tied = said == "and"
    return best


#: "Never" and a verb in its base form.
_NEVER_DOES = re.compile(r"(?:.*\W)?never,? (?!the\b|an?\b|any\b|\w+(?:ed|ing|en)\b)\w", re.I)


def _covered(found: re.Match[str]) -> str:
    """Code as one word of the same length: no clause ends in it."""
    return "`" + "x" * (len(found[0]) - 2) + "`"


def _clause(text: str) -> Force:
    row = tuple(words(text))
    main, trail = _main(row)
    if not main:
        return NONE
    said = " ".join(_heard(word) for word in main)
    wish = _wish(said, row)
    if wish and wish[0] == "you can" and not _OPTION.search(" ".join(w.lower for w in row)):
        wish = None
    ban = _ban(said, main)
    if ban:
        tried = _wishful(wish) or main[0].lower in group("english", "soft-verb")
        return Force("soft" if tried else "hard", "dont", "ban", ban)
    duty = _duty(said, main)
    if duty:
        return Force("soft" if _wishful(wish) else "hard", _polarity(said), "duty", duty)
    told = len(main) > 1 and says(main[0], main[1])  # "Uses tea to warm guests"
    if wish and not told and _tells_somebody(said, main, wish):
        negative = bool(_NEGATIVE.search(said))
        return Force("soft", "dont" if negative else "do", "wish", wish[0])
    # A case or a purpose stands in front: "After a merge, ...", "To test it, ...".
    fronted = row[0].lower in _before_comma() and "," in text
    surely = how_surely(main, sentence=bool(trail) or fronted, fronted=fronted)
    if surely:
        verb = main[0].lower
        if verb in group("english", "soft-verb") or wish:
            return Force("soft", _polarity(said), "wish", verb)
        return Force("hard", _polarity(said), "imperative" if surely > MAYBE else "maybe", verb)
    limit = _limit(said)
    return Force("hard", "dont", "limit", limit) if limit else NONE


def _heard(word: Word) -> str:
    """A word in lower case; code is heard as one word of its length that says nothing."""
    return "`" + "x" * (len(word.lower) - 2) + "`" if word.kind == "code" else word.lower


def _wish(said: str, row: tuple[Word, ...]) -> re.Match[str] | None:
    """The soft words of the main clause, or beside it a case that leaves a choice."""
    found = _soft().search(said)
    if found:
        return found
    whole = " ".join(word.lower for word in row)
    if not _CASE.search(whole):
        return None
    return next((case for case in _soft().finditer(whole) if _CASE.match(case[0])), None)


#: A case that leaves a choice: "If nothing helps, you can ask". Without one a sentence tells what
#: is possible.
_OPTION = re.compile(r"\b(?:if|when|whenever|where|unless|until|once)\b|(?:^|, )(?:for|in)\b")
_CASE = re.compile(r"(?:where|when|if|whenever|as) ")
_NEGATIVE = re.compile(r"\b(?:not|never|avoid|rarely|n't)\b|n't\b")


#: A wish beside a ban or a duty makes it a wish only where it says so itself.
_WEAKENS = re.compile(
    r"(?:where|when|if|whenever) |try|aim|ideally|preferabl|recommend|usually|generally|"
    r"typically|normally"
)


def _wishful(wish: re.Match[str] | None) -> bool:
    return wish is not None and bool(_WEAKENS.match(wish[0]))


def _polarity(said: str) -> str:
    return "dont" if _SAYS_NO.match(said) else "do"


_SAYS_NO = re.compile(r"(?:\w+ )?(?:not|never|no)\b")


@cache
def _soft() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{alternatives('english', 'soft')})\b")


@cache
def _bans() -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?:{alternatives('english', 'ban')})(?!\w)")


@cache
def _limits() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{alternatives('english', 'limit')})(?!\w)")


@cache
def _duties() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{alternatives('english', 'hard')})\b")


_RELATIVE = re.compile(r"\b(?:that|which|who|whom|whose|what|it|they|he|she|i|we)\s+(?:\w+\s+)?$")
_DENIED = re.compile(
    r"\b(?:not|n't|never|no|no longer|may|might|could|would|will|did|does|don't|doesn't)\s*$"
)
#: What somebody says or thinks is told, not ordered.
_TOLD_OF = re.compile(
    r"\b(?:means?|says?|said|thinks?|assumes?|knows?|suggests?|implies|imply)\s+that\b|\bsaid\b"
)
#: What somebody finds out or describes: "decide whether one is required", "what it must hold".
_ASKED = re.compile(r"(?:^|[^,] )(?:whether|what|which|how|why|who|where|when)\b[^,]*$")
_THING = re.compile(
    r"\b(?:is|are|was|were)\b|\b(?P<named>an?|the)\b|(?P<comma>,)|(?P<told> (?:that|which|who)\b)"
)


def _of_a_thing(before: str) -> bool:
    """Whether a clause is open that tells which thing is meant: "it is a cup that every guest"."""
    said = named = told = False
    for found in _THING.finditer(before):
        match found.lastgroup:
            case "named":
                named = said
            case "told":
                told = told or named
            case "comma":
                named = told = False
            case _:
                said = True
    return told


_PASSIVE_STATE = re.compile(r"\b(?:is|are|was|were|be|been|being|has|have|had)\s*$")


#: What somebody is, knows or has, and does not do.
_STATE = re.compile(r" (?:be|have|know|need|want|see|get|understand|exist)\b(?! \w+(?:ed|en)\b)")


def _limit(said: str) -> str:
    """The words by which somebody or something may not do what is told of it, or nothing."""
    for found in _limits().finditer(said):
        before, after = said[: found.start()], said[found.end() :]
        told = before.strip() and not before.endswith("you ") and not _RELATIVE.search(before)
        if told and not _STATE.match(after):
            return found[0]
    return ""


_NONE_OF = re.compile(
    r"no (?!(?:longer|one|more than|doubt|matter)\b|.* (?:required|needed|necessary|available)$)"
)
_PURPOSE = re.compile(
    r"\b(?:goal|aim|purpose|idea|task|job|point|way|option|step|trick|role|mission|objective)\s*$"
)


def _ban(said: str, main: tuple[Word, ...]) -> str:
    """The words that forbid something in the main clause, or nothing."""
    denied = patterns("english", "denied-subject").match(said)
    if denied:
        return f"{denied['no']} ... {denied['duty']}"
    for found in _bans().finditer(said):
        before, cue = said[: found.start()], found[0]
        after = said[found.end() :]
        if after.startswith(" -") or re.match(r" (?:need|have) to\b", after):
            continue  # "never-ending"; "you do not need to": it leaves a choice
        if not before.strip():
            # "Cannot connect" and "Forbidden areas" tell; "Do not connect", "Never connect" order.
            if cue[-2:] in ("ed", "en"):
                continue
            if not cue.startswith(("can", "should", "may")) or cue == "may not":
                return cue
            continue
        if cue.startswith("do") and (
            not re.search(r"(?:,|\b(?:and|but|or|please|then|so|you|agents?|also))\s*$", before)
            or patterns("english", "case-of-you").search(before)
        ):
            continue  # "values that do not match", "users do not see", "if you don't have it"
        if cue in group("english", "limit") and not re.search(
            r"(?:^|[,:;] |\b(?:and|but|or|so|then) )you\s*$", before
        ):
            continue  # "the pump cannot start"; "a cup you can't lift"
        if before.endswith("you ") and _STATE.match(after):
            continue  # "you do not know it yet"
        if cue == "never" and not _commands(before, after):
            continue
        if cue == "may not" and _STATE.match(after):
            continue  # "the guest may not know it"
        if _RELATIVE.search(before) and not before.startswith(
            ("you ", "it is ", "make sure", "ensure")
        ):
            continue
        return cue
    if _NONE_OF.match(said) and not has_finite(main):
        return "no"
    return ""


def _commands(before: str, after: str) -> bool:
    """Whether "never" or "always" after a subject orders: "answers never name a person", and not
    "it never fails", "the pump always starts late"."""
    if re.match(r"(?:it|this|that|there|he|she|they|i|we|users?|people)\b", before):
        return False
    if re.search(r"\b(?:is|are|was|were|almost|nearly)\s*$", before):
        return False
    verb = next(iter(after.split()), "")
    told = verb.endswith("s") and not verb.endswith("ss")
    return not told and (not verb.endswith("ed") or verb == "need")


def _told_before(main: tuple[Word, ...], at: int) -> bool:
    """Whether the clause has its verb before `at`, an offset of its words joined by blanks."""
    row, length = [], 0
    objects = group("english", "determiner") | group("english", "object-word")
    for word in main:
        if length >= at:
            break
        row.append(word)
        length += len(word.lower) + 1
    return any(
        says(word, row[i + 1])
        and (row[i + 1].kind != "word" or row[i + 1].lower in objects)
        and row[i - 1].lower not in ("that", "which", "who")
        for i, word in enumerate(row[1:-1], 1)
    )


def _duty(said: str, main: tuple[Word, ...]) -> str:
    """The words of duty in the main clause, or nothing."""
    for found in _duties().finditer(said):
        before, cue = said[: found.start()], found[0]
        after = said[found.end() :]
        if _DENIED.search(before) or _TOLD_OF.search(before) or _ASKED.search(before):
            continue
        if _told_before(main, found.start()) or _of_a_thing(before):
            continue  # "the template describes what every answer must hold"
        if cue in ("ensure", "make sure", "be sure"):
            if before.strip() and not re.search(r"\b(?:to|and|then|always|please)\s*$", before):
                continue
            if re.search(r"\bto\s*$", before):
                continue
            return cue
        if cue == "always":
            if not after.startswith(" -") and _commands(before, after):
                return cue
            continue
        if cue in ("are to", "is to"):
            to = after.split()[:1]
            if to and to[0] not in group("english", "determiner") and not _PURPOSE.search(before):
                return cue
            continue
        if cue in ("have to", "has to", "need to", "needs to"):
            if re.search(r"\b(?:i|they|users?|he|she|we|it|may|might|that|which|who)\s*$", before):
                continue
            return cue
        if cue in ("required", "mandatory", "obligatory"):
            if re.match(r"\s+(?:by|for|to)\b", said[found.end() :]) and not _PASSIVE_STATE.search(
                before
            ):
                continue
            if _RELATIVE.search(before) and not before.startswith("it is"):
                continue
            if re.search(r"\bno\b", before):
                continue  # "no more steps are required"
            noun = after.split()[:1]
            named = noun and noun[0] not in _before_comma()
            if named and before.strip() and not _PASSIVE_STATE.search(before):
                continue  # "the required fields are listed below"
            if not before.strip() and after.strip():
                continue  # "Required fields: ..."
            return cue
        if _RELATIVE.search(before) and not before.startswith(("you ", "it ")):
            continue
        return cue
    return ""


def _tells_somebody(said: str, main: tuple[Word, ...], wish: re.Match[str]) -> bool:
    """Whether a soft word advises ("prefer tabs") and does not describe."""
    cue = wish[0]
    before = said[: wish.start()]
    if cue in ("should", "ought to"):
        if _told_before(main, wish.start()) or _of_a_thing(before):
            return False  # "the card lists what guests should try"
        return not _RELATIVE.search(before) or before.startswith(("you ", "it ", "we "))
    if cue in (
        "usually",
        "generally",
        "typically",
        "normally",
        "optional",
        "optionally",
        "in general",
    ):
        return is_imperative(main)
    if cue in ("preferred", "recommended", "encouraged", "best practice", "good idea"):
        return not re.match(r"\s+\w", said[wish.end() :]) or bool(_PASSIVE_STATE.search(before))
    if cue in (
        "prefer",
        "consider",
        "avoid",
        "favor",
        "favour",
        "strive",
        "recommend",
        "default to",
    ):
        if cue == "avoid" and re.search(r"\bto\s*$", before):
            return bool(re.search(r"\b(?:try|sure|want|aim|need|remember)\s+to\s*$", before))
        return not before.strip() or bool(patterns("english", "before-advice").search(before))
    if cue.startswith(("you ", "may be", "feel free", "no need")):
        return True
    return not before.strip() or is_imperative(main) or "should" in said


# -- conditions and reasons ---------------------------------------------------------------


@cache
def _before_comma() -> frozenset[str]:
    """Words that open a clause which ends at a comma, with the main clause behind it."""
    names = ("preposition", "conjunction", "connective")
    return frozenset[str]().union(*(group("english", name) for name in names))


def _main(row: tuple[Word, ...]) -> tuple[tuple[Word, ...], str]:
    """The main clause, and the lower-case words of what was set aside behind it."""
    row = tuple(word for word in row if word.text not in "*_~")
    while row:
        first = row[0].lower
        if first in _before_comma():
            commas = [i for i, w in enumerate(row[:-1]) if w.text == "," and i][:4]
            if not commas:
                break
            row = row[(_end_of_case(row, commas) if commas[1:] else commas[0]) + 1 :]
            continue
        if first.endswith(("ing", "ed")):
            comma = next((i for i, w in enumerate(row[:-1]) if w.text == ","), 0)
            if comma and (
                row[comma + 1].lower == "you" or how_surely(row[comma + 1 :], sentence=True) > MAYBE
            ):
                row = row[comma + 1 :]  # "Based on the result, decide what comes next"
                continue
        if (
            first in group("english", "adverb")
            and len(row) > 1
            and first not in ("always", "never")
        ):
            row = row[1:]
            continue
        if (
            row[0].kind == "word"
            and first.endswith("ly")
            and len(row) > 2
            and first not in ("apply", "rely", "supply", "reply", "comply", "multiply")
        ):
            row = row[1:]
            continue
        if row[0].kind == "mark" and row[0].text in ",.:;!)-–—":
            row = row[1:]
            continue
        break
    aside = group("english", "sets-aside")
    for i, word in enumerate(row):
        if i and word.lower in aside and word.kind == "word":
            if word.lower in ("so", "as", "where", "who") and i < 2:
                continue
            if row[i - 1].lower in (
                "not",
                "only",
                "sure",
                "ensure",
                "check",
                "verify",
                "see",
                "know",
            ):
                continue
            return row[:i], " ".join(w.lower for w in row[i:])
    return row, ""


def _end_of_case(row: tuple[Word, ...], commas: list[int]) -> int:
    """Which of several commas ends a case: the first with an order or with a clause behind it."""
    for at, following in zip(commas, [*commas[1:], len(row)], strict=True):
        if how_surely(row[at + 1 :], sentence=True) > MAYBE:
            return at
        if row[at + 1].lower == "you" and has_finite(row[at + 1 : following]):
            return at  # "As a host, you can pour, stir, or serve tea"
    return commas[0]


# -- what tells and orders nothing --------------------------------------------------------


def states(text: str) -> bool:
    """Whether a sentence says something of a subject: a finite verb, or "X does", and no order."""
    row, _ = _main(tuple(words(plain(text))))
    if not row or row[0].lower in _before_comma() or is_imperative(row):
        return False  # "When the pot leaks:" is only a case
    if row[0].lower in group("english", "finite") or has_finite(row):
        return True
    if row[0].lower in ("it", "this", "that", "he", "she", "they", "i", "there") or _says_so(row):
        return True
    if len(row) > 2 and _of_verb(row[0].lower) and row[1].kind == "word":
        follows = row[1].lower
        if follows not in _before_comma() and follows not in group("english", "finite"):
            return True  # "Supports hot water", and not "Reports on tea"
    last = row[-1] if row[-1].kind == "word" or len(row) < 2 else row[-2]
    verbs = group("english", "verb") - group("english", "verb-or-noun")
    tells_last = last.lower in verbs or (last.lower[-1:] == "s" and last.lower[:-1] in verbs)
    return tells_last and row[0].lower in group("english", "determiner")  # "All clients provide:"


def _of_verb(word: str) -> bool:
    verbs = group("english", "verb")
    return (word.endswith("s") and word[:-1] in verbs) or (
        word.endswith("es") and word[:-2] in verbs
    )


def tells(text: str) -> bool:
    """Whether a sentence whose first word may be a noun says what that does: "Test runs pass it",
    "Turn count beats price"."""
    row, _ = _main(words(plain(text)))
    if _says_so(row) or len(row) < 4 or row[2].kind != "word":
        return _says_so(row)
    fourth = row[3].lower.partition("'")[0]
    says = row[2].lower.endswith("s") and not row[2].lower.endswith("ss")
    names = ("adverb", "preposition", "conjunction", "sets-aside", "clause-opener")
    placed = fourth.endswith("ly") or any(fourth in group("english", name) for name in names)
    return says and row[3].kind == "word" and not placed


def gerund(text: str) -> bool:
    """Whether a text begins with what somebody does and not with an order: "Testing the pump"."""
    row = words(plain(text))
    return bool(row) and row[0].lower.endswith("ing") and not may_be_verb(row[0].lower)


def shown(text: str) -> bool:
    """Whether an item shows something under a label: "Wrong: `a`"."""
    return _label(plain(text))[0].lower() in group("english", "example-title")


def _says_so(row: tuple[Word, ...]) -> bool:
    return any(says(word, row[i + 1]) for i, word in enumerate(row[1:-1][:6], 1))


_CASES = frozenset({"if", "when", "whenever", "unless", "because", "where"})


#: What the reader or writer of a prompt says that it will do; what follows completes it.
_PROMISE = re.compile(
    r"(?:^|\W)(?:(?:you|i|we|your (?:\w+ ){1,5})(?: ?will|'ll)(?: (?:be|\w+ly|also|always|then))?"
    r"|your (?:\w+ ){1,5}(?:is|are) to)$"
)


def promises(text: str) -> bool:
    """Whether a lead says what its reader will do: "When called, you will:"."""
    return _PROMISE.search(plain(text).lower().rstrip(":.… ")) is not None


def ends_in_case(text: str) -> bool:
    """Whether a lead ends in a case that what follows completes: "stop when", "use it if you"."""
    row = [word for word in words(plain(text)) if word.kind != "mark"]
    at = max((i for i, word in enumerate(row) if word.lower in _CASES), default=-1)
    if at < 0 or (not at and len(row) > 1):
        return False  # "When it fails:" leads to what is to be done
    rest = [word.lower for word in row[at + 1 :]]
    if not rest:
        return True
    pointed = {"any", "one", "all", "these", "following"} & set(rest)
    last = row[-1]
    open_end = last.lower in group("english", "preposition") | group("english", "pronoun")
    told = last.lower.endswith("s") and last.lower[:-1] in group("english", "verb")
    return bool(pointed) or open_end or told


def names_case(text: str) -> bool:
    """Whether a word for a case stands in a text."""
    return any(word.lower in _CASES for word in words(plain(text)))
