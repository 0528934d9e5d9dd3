# ruff: noqa: E501  (a list of words is one expression)
"""English: which clause of a sentence binds, how strongly, and by which words."""

from __future__ import annotations

import re

from workbench.prompt.cues import NONE, Verdict, stronger
from workbench.prompt.cues.verbs import DETERMINERS, FINITE, MOSTLY_NOUNS, NOUNS, VERBS

_I = re.IGNORECASE


def _rx(pattern: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\n\s*", "", pattern), _I)


#: Sentences that only show or ask.
_SHOWN = _rx(
    r"""^(?:for (?:example|instance)|e\.g\.|i\.e\.|examples?:|samples?:|input:|output:|user:|assistant:|human:|q:|a:|good:
    |bad:|before:|after:|correct:|wrong:|incorrect:|here(?:'s| is| are) |this is (?:an example|what)|such as |like this
    |a typical |the following (?:example|shows))"""
)
_CODE_LINE = re.compile(
    r"^(?:[$>#]\s|(?:const|let|var|function|def|class|import|from|return|export|public|private|static|async|raise"
    r"|throw|assert|if|for|while|elif|else|try|with|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP)\b"
    r".*(?:[;{}]\s*$|[\w\])]\(.*\)|\s=>|==|\s=\s|:\s*$)|(?:SELECT|INSERT INTO|CREATE TABLE|ALTER TABLE)\b)"
    r"|[;{]\s*$|^[A-Z_]{3,}=\S|^[\"'¢][\w.-]*[\"']?\s*:\s*\S+,?$|^¢\s*:\s*\S+,?$|^\w+(?:\.\w+)+\([^)]*\)\s*;?$|^@\w+[.(]"
)
_COMMAND = re.compile(
    r"^[a-z][\w.-]*(?: [a-z][\w:.-]*)*(?: --?[\w-]+| [\w./-]+/[\w./-]*| \|\s)(?:[ =]\S+)*$"
)

#: Where one clause ends and another with a mood of its own begins.
_CLAUSES = re.compile(
    r"\s*;\s+|\s+[-–—]{1,2}\s+|—|\.\s+(?=[A-Z¤¢])|[!?]\s+|(?:,\s*|\s+)(?:but|yet|however,?)\s+|:\s+(?=[A-Za-z¤])"
    r"|,?\s+(?:and|or)\s+(?=(?:never|do not|don't|must|always|only|make sure|ensure|under no|no\b|has to|have to)\b)"
    r"|,\s+(?=(?:never|always|not|no exceptions?|without exception|otherwise|else|so|which|or)\b)",
    _I,
)
_LEADS_IN = re.compile(
    r"^(?:(?:and|also|then|so|first|firstly|second|secondly|third|finally|next|lastly|now|please|kindly|again|note that"
    r"|note|remember(?: that| to)?|importantly|crucially|additionally|furthermore|moreover|therefore|thus|hence|instead"
    r"|otherwise|step \d+|rule \d+|rule|reminder|in addition|as a reminder|that said|in short|overall|afterwards?"
    r"|carefully|explicitly|immediately|actively|clearly|thoroughly|proactively|periodically|regularly|directly"
    r"|simply|just|automatically|at the same time|once more|in particular|above all|after that|at minimum|in parallel"
    r"|in every case|from now on|in this (?:case|mode|repo|repository|project|file))\b[,:]?\s+)+",
    _I,
)
#: They look like conditions and are words of duty.
_ALWAYS_IN_FRONT = r"(?!(?:without (?:any )?exceptions?|under no|at no|in no|on no|in all cases|in every case|at all times|by no)\b)"
_CONDITION = re.compile(
    r"^"
    + _ALWAYS_IN_FRONT
    + r"(?:when|whenever|if|before|after|while|once|unless|until|for|in|on|at|with|without|during|as|to|where|wherever"
    r"|since|because|given|under|by|from|regardless of|except|apart from|instead of|rather than|upon|within|per|every"
    r"|each time|any time|anytime|between|across|outside|inside|throughout|beyond|besides|in case|as soon as|even if"
    r"|only when|only if|only after|prior to|following|depending on|based on|via|through)\b([^,:]{1,240}),\s+(?:then\s+)?",
    _I,
)
_LABEL = re.compile(
    r"^(?P<hard>important|critical|crucial|required?|mandatory|must|warning|danger|caution|attention|never|always"
    r"|forbidden|prohibited|not allowed|do not|don't|hard rule|non-negotiable|security|imperative|strict|blocker"
    r"|extremely important|very important|mandatory rule|hard requirement|absolute rule)!?\s*(?::|[-–—]|!)\s*"
    r"|^(?P<soft>optional|optionally|preferably|nice to have|tip|hint|suggestion|recommendation|recommended|ideally"
    r"|prefer(?:red)?|nit|consider|bonus|good to have|could have|should have|best practice)\s*(?::|[-–—])\s*",
    _I,
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|used to|no longer|has been|have been|had been|last (?:year|month|week)|obsolete"
    r"|formerly|previously|in the past|once required)\b",
    _I,
)
_WHY = re.compile(
    r",?\s+(?:because|since|as it|as they|so that|so the|so we|so it|otherwise|in order to)\b.*$",
    _I,
)
_RELATIVE = re.compile(
    r"\b(?:that|which|who|whose|whom)\s+(?:(?:you|we|they|it|users?|one|also|only|\w+ly)\s+)?$", _I
)
_OPEN_IF = re.compile(r"\b(?:if|when|whenever|whether|where|unless|in case)\s+(?:\w+\s+){0,4}$", _I)

#: Words of wishing; they soften the clause they stand in.
_SOFT = _rx(
    r"""\b(?:should(?:n't| not)?|ought(?: not)? to|(?:try|tries|attempt|endeavou?r|strive|aim|seek|do your best)(?: not| never)? to
    |aim (?:for|at)|strive for|lean(?:s)? (?:towards?|on the side)|tend(?:s)? (?:to|towards)|opt for|prefer(?:s|red|able|ably|ring)?
    |favou?r(?:s|ed)?|recommend(?:s|ed|ation)?|advis(?:e|es|ed|able)|encourage[sd]?|suggest(?:s|ed)?|appreciated?|welcomed?|desirable
    |desired|advisable|worth(?:while)?|worthwhile|worth \w+ing|nice|nicer|helpful|useful|handy|sensible|wise|is ideal|ideally|optional(?:ly)?
    |consider(?:ing)?|perhaps|maybe|possibly|might|could|would|feel free|free to|at your discretion|up to you|your call|your choice|your judge?ment
    |(?:you|we|they|one|contributors?|developers?|authors?|users?|the (?:agent|assistant|model|author)) (?:can|may)(?: also)?(?! not| only|not\b| never)
    |is (?:fine|okay|ok|acceptable|allowed|permitted|enough)|are (?:fine|okay|ok|acceptable|allowed|permitted|enough)|will do
    |not (?:required|mandatory|necessary|compulsory|obligatory|needed|essential|enforced|strictly required)|need(?:n't| not)
    |(?:don't|do not|doesn't|does not) (?:have|need) to|no need|unnecessary|a plus|is a bonus|a bonus|an extra|good (?:idea|practice|habit|style|form|manners)
    |best (?:practice|kept|left|done|served|placed|avoided|written|to)|better|happier|we like|i like|we'd|i'd|'d rather|would rather|rather than not
    |it helps|helps to|never hurts|doesn't hurt|does not hurt|can't hurt|pays off|pays to|think about|think twice|ask yourself
    |keep an eye|(?:bear|keep) in mind|be mindful|mind the|have a look at|sparing(?:ly)?|in moderation|as (?:far|much|little|few|short|small|often) as (?:possible|you can|is practical|practical|feasible)
    |where(?:ver)? (?:possible|practical|sensible|appropriate|feasible|reasonable|natural|it makes sense|this makes sense|you (?:can|have the choice)|that is natural|it helps|suitable|useful|helpful)
    |when(?:ever)? (?:possible|practical|sensible|appropriate|feasible|reasonable|convenient|it makes sense|you can|it helps|suitable|useful|in doubt about style|time permits|you have time)
    |if (?:possible|practical|feasible|reasonable|convenient|time (?:allows|permits)|there is time|you (?:can|like|wish|want|prefer|are able|have time|get the chance)|it makes sense|it helps|you feel|need be|at all possible)
    |to the extent possible|with preference|as a (?:rule|guideline)|rule of thumb|guideline|within reason|not a hard rule|not a must|roughly|more or less|a matter of taste
    |go for|reach for|we find|works? (?:best|well|better)|reads? (?:best|well|better)|looks? (?:best|better)|let's|goal is|the hope is|hopefully
    |do(?:es)? consider|by default)\b|\bin general\b|\bmostly\b"""
)
_HEDGED = _rx(
    r"""^(?:usually|generally|normally|typically|in general|as a (?:general )?rule|as a rule of thumb|most of the time|by default|mostly|often
    |ideally|preferably|where possible|when possible|if possible|optionally|whenever possible|in most cases|for the most part|at best|by preference|by and large|broadly|commonly|perhaps|maybe|in principle|as far as possible|all else being equal|other things being equal|if in doubt|on the whole|more often than not|nine times out of ten)\b"""
)
_HEDGED_IN = re.compile(r"\b(?:usually|generally|normally|typically|ordinarily|mostly)\b", _I)
_SOFT_CONDITION = _rx(
    r"""\b(?:possible|practical|practicable|feasible|convenient|appropriate|reasonable|sensible|natural|makes sense|time (?:allows|permits)|the choice|a choice
    |equally|you can|you are able|you have time|spare time|suitable|it helps|affordable|desired|in the mood|there is time|two options|tie|all else)\b"""
)
_TRAIL = _rx(
    r"\b(?:where|when|whenever|wherever|if|as far as|insofar as)\s+(?:at all\s+)?(?:it is |that is |this is )?(?:possible|practical|practicable|feasible|convenient|reasonable|sensible|natural|you can|you are able(?: to)?|time (?:allows|permits)|it makes sense)\b|\b(?:ideally|preferably|if you like|though not enforced|not enforced)\b|\bis optional\b"
)
_SHOULD_HARD = _rx(
    r"\b(?:should (?:never|always|under no circumstances|at no time|not ever|in no case)|never should|under no circumstances should|at no time should)\b"
)

_ADJ_BAN = r"""(?:forbidden|prohibited|banned|disallowed|outlawed|illegal|off[- ]limits|taboo|verboten|unacceptable|out of bounds|inadmissible|impermissible
    |not (?:be )?(?:allowed|permitted|accepted|acceptable|tolerated|ok|okay|an option|negotiable|up for (?:debate|discussion)|in scope for change|welcome here)
    |never (?:ok|okay|allowed|acceptable|permitted|an option|an excuse|a reason))"""
_ADJ_DUTY = r"(?:required|mandatory|compulsory|obligatory|essential|imperative|crucial|vital|non-negotiable|indispensable|a must|a requirement|binding)"
_BE = r"(?:is|are|be|remains?|stays?|becomes?|'s|'re)"

#: Words of duty and ban, each with the polarity it carries.
_HARD: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (polarity, _rx(pattern))
    for polarity, pattern in (
        (
            "dont",
            r"\b(?:must(?:n't| not| never)|shall (?:not|never)|may (?:not(?! (?:be (?:able|aware|available|obvious|clear|needed|necessary|present|set|true|enough|what)|exist|have|work|know|need|want|always|contain|match|appear|reflect|support|apply|see|even|yet|fit|help|matter))|never|no longer be))\b(?!-)",
        ),
        ("dont", rf"(?:\b{_BE}|,|:)\s+(?:\w+ly |also |still )?{_ADJ_BAN}\b|^{_ADJ_BAN}\s*[:.!]?$"),
        (
            "dont",
            r"\b(?:under no circumstances?|at no (?:time|point)|in no (?:case|event|way may)|on no account|by no means|not under any circumstances?|for no reason|no matter what|not ever|no exceptions to)\b",
        ),
        (
            "dont",
            r"^(?:do not|don't|dont|do NOT|never ever|don't ever|do never)\b(?! (?:worry|hesitate|mind|forget|have to|need to|be afraid|be shy|necessarily|neglect|fail to|overlook))",
        ),
        ("do", r"^(?:do not|don't|never) (?:forget|neglect|fail|omit|overlook)\b"),
        ("dont", r"\bnever\s+(?:be|to be)\s+\w+|\b(?:must|may|can|shall|and|or|then|but) never\b"),
        (
            "dont",
            r"^avoid\b.*\b(?:at all costs?|entirely|completely|altogether|under all|always|strictly|without exception)\b|^strictly avoid\b|^always avoid\b",
        ),
        (
            "dont",
            r"^(?:refuse|reject|decline|forbid|prohibit|ban|disallow|refrain from|abstain from|stay away from|steer clear of)\b",
        ),
        (
            "dont",
            r"^(?:you (?:are|'re) not (?:allowed|permitted|authori[sz]ed|to)|\w+(?: \w+){0,4} (?:is|are) not to)\b",
        ),
        (
            "dont",
            r"\b(?:nothing (?:else|more|other than|but)|no other|nobody (?:else|but)|no one (?:else|but))\b(?![^.]*\b(?:was|were|had)\b)",
        ),
        (
            "do",
            r"\bmust(?! have (?:been|\w+(?:ed|written|done|gone|seen|taken|come|lost|broken|given|known|found|left|made|run))\b)\b(?!-)",
        ),
        ("do", r"\bshall\b"),
        ("do", r"\b(?:has|have) to\b(?! do with)|\bhas got to\b"),
        ("do", r"\bneeds? to\b"),
        (
            "do",
            rf"\b{_BE}\s+(?:\w+ly |also |still |always )?{_ADJ_DUTY}\b(?!-)|\b(?:is|are|be) (?:required|obliged) to\b",
        ),
        (
            "do",
            r"\bit(?:'s| is) (?:absolutely |very |strictly )?(?:required|mandatory|essential|imperative|crucial|critical|vital|important|necessary|compulsory) (?:that|to|for)\b",
        ),
        (
            "do",
            r"^(?:ensure|make sure|make certain|be sure|see to it|guarantee|double-check|be certain)\b",
        ),
        (
            "do",
            r"\b(?:without (?:any )?exceptions?|no exceptions?|at all costs?|no matter (?:what|how|which)|strictly|invariably|in all cases|in every case)\b",
        ),
        (
            "do",
            r"^(?:stop|halt|abort|freeze)\b(?! (?:by|words?|codes?|conditions?|criteria|token))",
        ),
        (
            "do",
            r"\b(?:exactly|precisely) (?:one|two|three|four|five|\d+|as|the|this|these|those)\b",
        ),
    )
)
_REQUIRES = _rx(
    r"^(?:all|every|each|any|no|new|changes?|\w+ing|an?|the|\w+(?:s|es))\b.*?\b(?:requires?|demands?|calls? for)\b(?! (?:that you have|python|node|npm|java|rust|go|ruby|php|docker|version|¤? ?\d))"
)
_NEEDS = _rx(
    r"\bneeds? (?:an?|the|two|three|at least|approval|sign-?off|review|permission|consent|confirmation|authori[sz]ation|explicit|written|prior|a second)\b"
)
_EXTENT = _rx(
    r"(?:^|\b(?:has|have|is|are|stays?|keeps?|takes?|gets?|limited|capped|use|within|with|of)\s+)(?:at (?:most|least)|no (?:more|fewer|less|longer|larger|bigger|later|earlier) than|not (?:more|less|longer) than|up to|a (?:maximum|minimum) of|max(?:imum|\.)?|min(?:imum|\.)?)\b"
)
#: Verbs of permission and effect that make a "cannot" a ban rather than a fact.
_RULED = r"""(?:be\s+)?(?:exceed|merg|commit|chang|push|us|import|contain|call|depend|modif|edit|skip|bypass|shar|includ|land|ship|start|leav|touch|writ|open|publish
    |deploy|approv|grow|longer|larger|shorter|more|less|delet|remov|releas|referenc|add|creat|mak|go|tak|book|sell|sold|issu|sign|assign|send|sent|store|stored|enter|work on|replac|overrid|promis|offer|disclos|reveal|accept)"""
_CANNOT = _rx(rf"\b(?:cannot|can't|can not|can never|can only)\s+(?:\w+ly )?{_RULED}\w*\b")
_GUARDIANS = r"(?:reviewers?|maintainers?|we|ci|the (?:bot|team|build|gate|agent|assistant|pipeline|reviewer|maintainer|desk|lab|system)|editors?|owners?|staff|nobody|no one)"
_GATE = r"(?:look|review|merge|accept|approve|consider|take|answer|reply|publish|read|ship|deploy|sign|touch|open|start|process|support|allow|permit|tolerate|use|do)"
_OUTCOME = r"(?:closed|reverted|rejected|blocked|refused|returned|ignored|discarded|deleted|bounced|denied|dropped|thrown (?:out|away)|sent back|turned (?:down|away)|removed|declined|quarantined|voided|binned|rolled back)"
_ACTED = r"(?:accepted|merged|shipped|reviewed|released|deployed|published|approved|considered|processed|paid|signed|committed|logged|stored|used|shared|pushed|edited|changed|modified|exposed|sent|promised|printed|translated|implemented|hard-?coded|cached|mentioned|written|disclosed|revealed|given|handed|opened|started|served|admitted|allowed|added|created|skipped|bypassed|taken|moved|copied|mixed|sold|booked|quoted|guessed|left|made|placed|kept|checked in|run|executed|touched|called out|read out|reused|repeated|renamed|removed|altered|overwritten|disabled|turned off|switched off|exceeded|put|stapled|issued)"
_IMPLICIT: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (polarity, _rx(pattern))
    for polarity, pattern in (
        (
            "dont",
            rf"\b(?:gets?|will be|will get|is|are|be) (?:\w+ly )?{_OUTCOME}\b(?! (?:by the (?:server|api|parser|compiler)|in|as))",
        ),
        (
            "dont",
            rf"\b(?:does|do|will) not (?:get (?:{_ACTED})|leave|start|ship|merge|deploy|enter|cross|go (?:out|in|live|into|to|through|past|beyond)|happen|land|pass review|pass|count as done|belong|get)\b",
        ),
        (
            "dont",
            rf"\b{_GUARDIANS} (?:will not|won't|do not|does not|don't|doesn't|never) {_GATE}\b",
        ),
        ("dont", rf"\b(?:is|are) (?:not|never) (?:to be )?(?:\w+ly )?{_ACTED}\b"),
        (
            "dont",
            r"\b(?:has|have|with|there is) no (?:permission|right|authority|access|licen[cs]e|mandate|business|place|acceptable|valid|legitimate)\b",
        ),
        (
            "dont",
            r"\b(?:blocks?|stops?|fails?|breaks?|prevents?|voids?|ends?|holds? up|vetoe?s?) (?:the |a |any )?(?:release|merge|merging|build|deploy\w*|review|pull request|pr|run|launch|shipment|sale|sign-off|job|hand-?over|publication)\b",
        ),
        (
            "dont",
            r"\b(?:is|are) (?:a |an )?(?:failed (?:run|build|review|task)|no-go|bug|violation|blocker|deal-?breaker|defect|failure|firing offence|breach|showstopper|reason (?:to reject|for rejection)|red line|grounds for)\b",
        ),
        (
            "dont",
            r"\b(?:is|are|stays?|remains?) (?:frozen|read-?only|locked|immutable|closed (?:to|for)|sealed|untouchable|sacrosanct|append-only|write-once|hands off|strictly for|out of (?:scope for|bounds)|not yours|reserved (?:for|to)|confidential|the sole|restricted to|limited to|final)\b",
        ),
        (
            "do",
            r"\b(?:stays?|remains?) (?:out|in|within|inside|on|off|under|below|above|behind|between|as|the same|unchanged|at|with|untouched|empty|private|closed|open)\b",
        ),
        (
            "do",
            r"\b(?:waits? for|comes? (?:first|before|last|from)|goes (?:through|via|first|to)|go (?:through|via|first)|takes? precedence|wins?|has priority|is the (?:bar|condition|prerequisite|price|rule|law|minimum|limit|ceiling|floor|gate|only (?:way|place|source|path))|are the (?:bar|rule|limit))\b",
        ),
        ("do", r"\b(?:is|are) (?:expected|supposed|meant|bound|to be) (?:to )?(?:be |\w+)"),
        (
            "do",
            r"^(?:one|exactly one|a single|zero|two|three|four|five|\d+) (?!of\b)[^.]* (?:per|for each|for every|a|an|each)\b (?!\w+ (?:is|are|was|has))",
        ),
        ("do", r"^zero \w+"),
        ("do", r"\bbelongs? (?:in|to|under|on|only|at|with)\b"),
    )
)
_EPISTEMIC = _rx(
    r"\bshould(?:n't| not)? (?:be (?:about|around|roughly|approximately|obvious|visible|fine|enough|clear|able|done by|there)|have (?:been|\w+ed)|take (?:about|around|roughly)|see|work|appear|look like|already|now)\b|\bthere should be\b|\bwould (?:be|have|mean|look|not)\b|\bcould (?:be|have|not|cause|mean|lead|happen)\b|\bmight (?:be|have|not|cause|mean|lead|happen|see|take)\b|\bmay (?:be (?:\w+ed|out|stale)|cause|lead|happen|take|have|contain|differ|vary)\b"
)
_SCOPE_NOTE = _rx(
    r"\b(?:appl(?:y|ies) (?:to|only|here)|is out of scope|does not apply|covers|is about|refers? to)\b"
)
_DESCRIBED = _rx(
    r"^(?:the|this|that|these|those|a|an|it|its|they|he|she|i|we|there|¤|our|their|some|most|many|both|several|\w+(?:'s)?)\b"
)
_AGENT = re.compile(
    r"^(?:you|the (?:agent|assistant|model|bot|ai|output|answer|response|reply|result|system prompt|final \w+)"
    r"|claude|codex|gemini|agents?|assistants?|answers?|responses?|replies|output|we|all|every|each|any|no|an?)\b",
    _I,
)
_FACT_VERBS = _rx(
    r"\bnever (?:returns?|retr(?:y|ies)|fails?|happens?|changes?|runs?|reach(?:es)?|blocks?|throws?|expires?|sees?|see|find|ends?|worked|works?|needs?|exceeds?|comes?|gets? called|terminates?|sleeps?|had|has|goes|loads?|fires?|completes?|called|reached|seen|executed|true|false|empty|null|larger|smaller|more|less|negative|used to|asks?|knows?|know)\b"
)


def judge(text: str) -> Verdict:
    """The verdict on one English sentence without markup (see `language.plain`)."""
    if text.endswith("?") or _SHOWN.match(text) or not any(ch.isalpha() for ch in text):
        return NONE
    if _CODE_LINE.search(text) or (text[0].islower() and _COMMAND.match(text)):
        return NONE
    best = NONE
    label = _LABEL.match(text)
    if label:
        rest = text[label.end() :]
        cue = label[0].strip(" :-–—!")
        inner = judge(rest) if rest else NONE
        if label["soft"]:
            return (
                inner
                if inner.strength == "hard" and inner.sub == "explicit"
                else Verdict("soft", "", inner.polarity, cue=cue)
            )
        if rest and (inner.strength != "none" or _imperative(rest) or len(rest.split()) > 3):
            bans = cue.lower() in (
                "never",
                "forbidden",
                "prohibited",
                "not allowed",
                "do not",
                "don't",
            )
            polarity = "dont" if bans else inner.polarity
            soft = inner.strength == "soft" and not bans and not cue.isupper()
            return inner if soft else Verdict("hard", "explicit", polarity, cue=cue)
    hedge = bool(_HEDGED.match(text))
    for k, clause in enumerate(_CLAUSES.split(text)):
        if clause and len(clause) > 1:
            best = stronger(best, _clause(clause.strip(" ,.!"), hedge and k == 0))
    return best


def _clause(text: str, hedged: bool) -> Verdict:
    text = _LEADS_IN.sub("", text)
    condition = ""
    while True:
        found = _CONDITION.match(text)
        if not found or len(text) - found.end() < 3:
            break
        condition += found[0] + " "
        text = _LEADS_IN.sub("", text[found.end() :])
    if not text:
        return NONE
    main = _WHY.sub("", text)
    soft = _soft(main, condition, hedged)
    hard = _hard(main, condition)
    if hard.strength == "hard":
        if _TRAIL.search(text) or (soft.strength == "soft" and _yields(soft.cue, hard)):
            return Verdict("soft", "", hard.polarity, cue=soft.cue or hard.cue)
        return hard
    if soft.strength == "soft":
        return soft
    implicit = _implicit(main, text)
    if implicit.strength == "hard":
        return implicit
    if _imperative(main):
        polarity = (
            "dont" if re.match(r"(?:skip|omit|avoid|exclude|leave out)\b", main, _I) else "do"
        )
        if re.match(r"avoid\b|minimi[sz]e\b|limit\b(?! to)|reduce\b|keep an eye", main, _I):
            return Verdict(
                "soft", "", "dont" if main[0] in "aA" else "do", cue=main.split()[0].lower()
            )
        return Verdict("hard", "bare-imperative", polarity, cue=main.split()[0].lower())
    return NONE


_STRONG_SOFT = re.compile(
    r"(?:try|tries|attempt|aim|strive|seek|endeavou?r|prefer|favou?r|consider|recommend|should|ought|not |need|"
    r"do(?:n't| not| not)|optional|no need|feel free|you (?:can|may)|ideal|by default|usually|generally|typically|normally|in general|as a|most)",
    _I,
)


def _yields(cue: str, hard: Verdict) -> bool:
    """True when the wish outweighs the word of duty in one clause ("try never to", "always prefer")."""
    if hard.cue.lower().startswith("should"):
        return False
    return bool(_STRONG_SOFT.match(cue))


def _soft(text: str, condition: str, hedged: bool) -> Verdict:
    negative = bool(re.search(r"\b(?:not|never|n't|avoid|against|no)\b|n't\b", text, _I))
    polarity = "dont" if negative else "do"
    if hedged:
        return Verdict(
            "soft",
            "",
            polarity,
            cue=" ".join(text.split()[:2]).lower() if not condition else "usually",
        )
    if condition and _SOFT_CONDITION.search(condition):
        return Verdict("soft", "", polarity, cue=condition.strip(" ,").lower())
    for found in _SOFT.finditer(text):
        cue = found[0].lower()
        if _SHOULD_HARD.search(text) and cue.startswith("should"):
            continue
        if cue in (
            "nice",
            "better",
            "useful",
            "helpful",
            "handy",
            "welcome",
            "suggests",
            "suggest",
            "could",
            "would",
            "might",
            "worth",
            "roughly",
            "by default",
            "desired",
        ) and not _wishes(text, found):
            continue
        before = text[: found.start()]
        if cue.startswith(
            ("recommend", "suggest", "prefer", "optional", "encourage")
        ) and _attributive(text, found):
            continue
        if _RELATIVE.search(before) and cue not in ("preferred", "recommended"):
            continue
        if _EPISTEMIC.match(text, found.start()) or _OPEN_IF.search(before):
            continue
        if _PAST.search(before[-20:]):
            continue
        return Verdict("soft", "", polarity, cue=cue)
    found_in = _HEDGED_IN.search(text)
    if found_in and not re.search(
        r"\b(?:takes?|fails?|runs?|contains?|returns?|happens?|means?|lasts?|costs?|comes?|arrives?)\b",
        text,
        _I,
    ):
        return Verdict("soft", "", polarity, cue=found_in[0].lower())
    return NONE


def _wishes(text: str, found: re.Match[str]) -> bool:
    cue = found[0].lower()
    after = text[found.end() :].lstrip()
    if cue in ("could", "would", "might"):
        return (
            not _EPISTEMIC.search(found[0] + " " + after[:40]) and not _DESCRIBED.match(text)
        ) or bool(
            re.match(
                r"(?:mention|use|add|be nice|be good|help|include|like|love|rather|do|also|explain)\b",
                after,
                _I,
            )
        )
    if cue == "by default":
        return bool(_imperative(text)) and found.start() == 0
    if cue in ("suggest", "suggests"):
        return bool(re.search(r"\b(?:we|i|it is)\s*$", text[: found.start()], _I))
    if cue == "roughly":
        return _imperative(text)
    return True


def _attributive(text: str, found: re.Match[str]) -> bool:
    """An adjective before its noun ("recommended list"), not a judgement ("is recommended")."""
    before = text[: found.start()].rstrip().lower()
    after = text[found.end() :].lstrip()
    if before.endswith((" is", " are", " be", " strongly", " highly", "'s")) or not before:
        return (
            before == "" and found[0].lower().endswith("ed") and bool(re.match(r"\w+ \w+", after))
        )
    return before.endswith((" the", " a", " an", " of", " our", " your", "the", " all")) and bool(
        re.match(r"\w", after)
    )


def _hard(text: str, condition: str) -> Verdict:
    should = _SHOULD_HARD.search(text)
    if should:
        negative = re.search(r"never|not|no ", should[0], _I)
        return Verdict("hard", "explicit", "dont" if negative else "do", cue=should[0].lower())
    for polarity, pattern in _HARD:
        found = pattern.search(text)
        if found and _binds(text, found):
            if polarity == "do" and _NEGATED.search(text[found.start() :]):
                polarity = "dont"
            return Verdict("hard", "explicit", polarity, cue=found[0].strip(" ,:").lower())
    return _position_words(text)


_NEGATED = re.compile(
    r"^\w+ (?:be )?(?:not|never)\b|^(?:ensure|make sure|be sure)\b[^,]{0,60}\b(?:not|never|no|nothing)\b",
    _I,
)


def _binds(text: str, found: re.Match[str]) -> bool:
    cue = found[0].lower()
    before = text[: found.start()]
    if re.search(
        r"\b(?:must|have to|has to|needs? to|required|shall|strictly|exactly|precisely|nothing|forbidden|mandatory)",
        cue,
    ):
        if (
            _RELATIVE.search(before)
            and not _imperative(text)
            and not re.match(r"(?:ensure|make sure|it is)", text, _I)
        ):
            return False
        if re.search(
            r"\b(?:don't|do not|does not|doesn't|not|never|no longer|may|might|could|would|will|didn't)\s*$",
            before,
            _I,
        ):
            return False
        if _OPEN_IF.search(before):
            return False
    if re.search(r"\b(?:has|have|needs?) to$", cue) and re.match(
        r"(?:i|they|users?|he|she)\b", before, _I
    ):
        return False
    if cue.startswith(("exactly", "precisely")):
        return _imperative(text) or (
            bool(re.search(r"\b(?:is|are|has|have)\s*$", before)) and not _PAST.search(text)
        )
    if cue.startswith("strictly"):
        return _imperative(text) or bool(re.search(r"\b(?:is|are)\s*$", before))
    if cue.startswith(("no ", "nothing", "nobody")) and re.search(
        r"\b(?:there (?:is|are)|has|have)\s*$", before, _I
    ):
        return False
    if _PAST.search(text) and not cue.startswith(("must", "do ", "don't", "shall", "never")):
        past = _PAST.search(text)
        return bool(past and past.start() > found.end() + 12)
    return not (_PAST.search(before) and "must" not in cue)


def _position_words(text: str) -> Verdict:
    """never, always, only, no, nothing: they bind by where they stand."""
    lower = text.lower()
    first, _, rest = lower.partition(" ")
    second = rest.split(" ", 1)[0] if rest else ""
    if first == "never" and second and second not in ("mind", "again"):
        if not (second.endswith(("ed",)) and second not in ("need",)) and (
            second.rstrip(",") in VERBS or not second.endswith("s") or second.endswith("ss")
        ):
            return Verdict("hard", "explicit", "dont", cue="never")
    elif first == "always" and second:
        if second in VERBS or (second not in FINITE and not second.endswith(("s", "ed", "ing"))):
            return Verdict("hard", "explicit", "do", cue="always")
    elif first == "only":
        return _only_first(lower, second)
    elif first == "no" and second:
        return _no_first(lower, second)
    elif (
        (first in ("nothing", "nobody", "none") or lower.startswith("no one "))
        and re.search(
            r"\b(?:may|can|must|is|are|should|gets?|goes|leaves?|ships?|enters?|counts?)\b", lower
        )
        and not (_SCOPE_NOTE.search(lower) or _PAST.search(lower) or _FACTUAL_NO.search(lower))
    ):
        return Verdict(
            "hard",
            "explicit" if re.search(r"\b(?:may|must|can|should)\b", lower) else "implicit",
            "dont",
            cue=first,
        )
    return _inner_words(text, lower)


_FACTUAL_NO = re.compile(
    r"\b(?:known|found|listed|shown|missing|left|running|wrong|open|pending|different|new|special)\b"
)


def _only_first(lower: str, second: str) -> Verdict:
    hard = Verdict("hard", "explicit", "do", cue="only")
    if _PAST.search(lower) or re.search(r"\b\w+ed the\b", lower):
        return NONE
    if second in VERBS and second not in MOSTLY_NOUNS:
        return hard
    if re.search(
        r"\b(?:may|can|must|shall|should|(?:is|are) allowed|(?:has|have) (?:permission|access|the right)|gets?|ever)\b",
        lower,
    ):
        return hard
    if re.match(r"only (?:one|a single|two|three|\d+)\b", lower) and not re.search(
        r"\b(?:is|are|has|have|exists?|remains?|use|need)\b", lower
    ):
        return hard
    if re.match(
        r"only (?:in|on|for|with|when|if|after|from|through|via|by|at|to|under|during|the|¤)\b",
        lower,
    ) and not re.search(r"\b(?:is|are|has|have|do|does|use|uses|works?|differs?)\b", lower):
        return hard
    return NONE


def _no_first(lower: str, second: str) -> Verdict:
    if second in (
        "longer",
        "need",
        "worries",
        "problem",
        "idea",
        "doubt",
        "wonder",
        "one",
        "matter",
        "way",
        "changes",
        "action",
    ):
        return NONE
    if re.search(
        r"\b(?:may|must|shall|should|(?:is|are) (?:to be|allowed|permitted|accepted|added|merged|exposed|made|kept|used|left|sent|stored))\b",
        lower,
    ):
        return Verdict("hard", "explicit", "dont", cue="no")
    if _PAST.search(lower) or re.search(
        r"\b(?:is|are|has|have|does|do|will|can|exists?|remains?|\w+ed (?:in|by|for|yet))\b", lower
    ):
        return NONE
    return Verdict("hard", "explicit", "dont", cue="no") if len(lower.split()) < 26 else NONE


_ONLY_IN = re.compile(
    r"\bonly(?: (?:if|when|after|for|in|on|with|by|through|via|from|to|once|while|until|the|one|a|those|what|words|lines|¤|¢|\w+))?\b|\balone$"
)
_NOTHING_IN = re.compile(r"^\w+ (?:nothing|no one|nobody|neither|none|no)\b")
_PLURAL_SUBJECT = re.compile(
    r"^(?:all |every |each |any |new |the |your |our )?(?:[\w¤-]+ ){0,4}?[\w-]*(?:s|data|code|text)\b"
)


def _inner_words(text: str, lower: str) -> Verdict:
    imperative = _imperative(text)
    if "never" in lower and not _FACT_VERBS.search(lower) and not _PAST.search(lower):
        found = re.search(r"\bnever\b(?![-])", lower)
        before = lower[: found.start()] if found else ""
        if found and not _RELATIVE.search(before) and not re.search(r"\bwill $", before):
            passive = re.search(
                rf"\b(?:is|are|be|gets?) never (?:to be )?(?:\w+ly )?(?:{_ACTED}|\w+ed)\b", lower
            )
            if (
                passive
                or imperative
                or _AGENT.match(lower)
                or before.rstrip().endswith(("and", ",", "but"))
            ):
                return Verdict("hard", "explicit", "dont", cue="never")
        if (
            found
            and re.search(r"\bwill $", before)
            and re.match(r"(?:you|the (?:agent|assistant|model|bot)|claude|we)\b", lower)
        ) and not re.search(r"never (?:see|find|need|get|notice|know|meet|run into|hit)\b", lower):
            return Verdict("hard", "explicit", "dont", cue="never")
    if "always" in lower:
        passive = re.search(
            rf"\b(?:is|are) always (?:{_ACTED}|in|on|at|under|written|\w+ed (?:in|under|with|as))\b",
            lower,
        )
        if (imperative and not lower.startswith("always")) or (
            passive and _PLURAL_SUBJECT.match(lower)
        ):
            return Verdict("hard", "explicit", "do", cue="always")
    if imperative:
        only = _ONLY_IN.search(lower)
        if (
            only
            and not lower.startswith(("not only", "if only"))
            and "not only" not in lower
            and "the only" not in lower
        ):
            return Verdict("hard", "explicit", "do", cue="only")
        if _NOTHING_IN.match(lower) and not re.match(
            r"\w+ no (?:longer|later|more|earlier|fewer)", lower
        ):
            return Verdict("hard", "explicit", "dont", cue=lower.split()[1])
        if re.search(r"\b(?:not|never) (?:even|under|in any|the other way)\b|,\s*not\b", lower):
            return Verdict("hard", "explicit", "do", cue="not")
    elif (
        re.search(
            r"\b(?:may|must|is|are) (?:\w+ )?only (?:be |if|when|after|for|by|with|through|via|to be)\b",
            lower,
        )
        and re.search(r"\bmay\b|\bonly (?:if|after|by|through|via)\b", lower)
        and not _PAST.search(lower)
    ) or (lower.endswith(" only") and not re.search(r"\b(?:is|are|was|has|have)\b", lower)):
        return Verdict("hard", "explicit", "do", cue="only")
    return NONE


def _implicit(text: str, full: str) -> Verdict:
    lower = text.lower()
    if (
        _PAST.search(lower)
        or _SCOPE_NOTE.search(lower)
        or re.search(r",?\s+(?:because|which)\b", full, _I)
    ):
        return NONE
    if _imperative(text):
        return NONE
    cannot = _CANNOT.search(lower)
    if cannot and (_PLURAL_SUBJECT.match(lower) or lower.startswith(("you", "a ", "an ", "no "))):
        polarity = "do" if "only" in cannot[0] else "dont"
        if not (polarity == "do" and lower.startswith(("a ", "an "))):
            return Verdict("hard", "explicit", polarity, cue=cannot[0].split()[0])
    if (
        _REQUIRES.match(lower)
        and not _RELATIVE.search(lower[: lower.find("requir")] if "requir" in lower else "")
        and re.match(r"(?:all|every|each|any|new|changes?|\w+ing|an?)\b|\w+s\b", lower)
    ):
        return Verdict("hard", "explicit", "do", cue="require")
    if _NEEDS.search(lower) and not re.match(
        r"(?:i|you|they|we|if|the (?:app|server|service|tool|function|command|script))\b", lower
    ):
        return Verdict("hard", "implicit", "do", cue="needs")
    extent = _EXTENT.search(lower)
    if (
        extent
        and (extent.start() == 0 or _PLURAL_SUBJECT.match(lower))
        and not re.search(r"\b(?:the (?:cluster|cache|instance|service|server|app)|it)\b", lower)
    ):
        return Verdict("hard", "implicit", "do", cue=extent[0].strip())
    for polarity, pattern in _IMPLICIT:
        found = pattern.search(lower)
        if found and not _RELATIVE.search(lower[: found.start()]):
            return Verdict("hard", "implicit", polarity, cue=found[0].strip())
    return NONE


def _imperative(text: str) -> bool:
    """True when a clause begins with a verb in its base form that commands."""
    words = text.split(None, 4)
    if not words:
        return False
    first = words[0].strip(",.:;!()").lower()
    if first not in VERBS:
        head, dash, tail = first.partition("-")
        if not (
            dash
            and (
                head
                in (
                    "re",
                    "pre",
                    "un",
                    "double",
                    "cross",
                    "force",
                    "self",
                    "hard",
                    "lazy",
                    "auto",
                    "dry",
                    "batch",
                    "co",
                )
                or tail in VERBS
            )
            and tail in VERBS
        ):
            return words[0].lower() in ("be", "explicitly")
    if len(words) == 1:
        return first not in NOUNS
    second = words[1].strip(",.;!()").lower()
    if (
        second in FINITE
        or words[0].endswith((":", ","))
        or words[1] in ("=", "|", "→", "-", "–", "—", ":", "/")
    ):
        return False
    if (
        first not in NOUNS
        or second in DETERMINERS
        or words[1][0] in "¤¢\"'("
        or words[1][0].isdigit()
    ):
        return not (second == "of" and first in NOUNS)
    if _finite_before_subordinate(text):
        return False
    if first in MOSTLY_NOUNS:
        return (len(words) > 3 and not second.endswith(("s",))) or (
            second.endswith("s") and len(words) > 2 and words[2].lower() in DETERMINERS
        )
    return True


_SUBORDINATE = re.compile(
    r"\b(?:that|which|if|when|so|because|where|until|before|after|unless|who|what|how|why|whether|while|once|as)\b|[,;:(]",
    _I,
)


def _finite_before_subordinate(text: str) -> bool:
    head = _SUBORDINATE.split(text, maxsplit=1)[0]
    return any(word.lower() in FINITE for word in head.split())
