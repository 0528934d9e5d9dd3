# ruff: noqa: E501  (a list of words is one expression)
"""The English words and patterns that `en` reads by.

All but `LABEL`, `CODE_LINE`, `COMMAND` and `MONTH` expect lower case: a search that ignores case
takes three times as long.
"""

from __future__ import annotations

import re

IGNORE = re.IGNORECASE


def rx(pattern: str) -> re.Pattern[str]:
    """A pattern that was written over several lines."""
    return re.compile(re.sub(r"\n\s*", "", pattern))


#: What becomes of rules that hold no more.
ABOLISHED = re.compile(
    r"\b(?:was|were|is|are|has been|have been|got|no longer) (?:\w+ly )?(?:abolished|dropped|lifted|repealed|obsolete|retired|withdrawn|scrapped|revoked|history|gone|superseded|outdated|applies|apply|valid|in force)\b"
)

#: Sentences that only show or ask.
SHOWN = rx(
    r"""^(?:for (?:example|instance)|e\.g\.|i\.e\.|examples?:|samples?:|input:|output:|user:|assistant:|human:|q:|a:|good:
    |bad:|before:|after:|correct:|wrong:|incorrect:|here(?:'s| is| are) |this is (?:an example|what)|such as |like this
    |a typical |the following (?:example|shows))"""
)
CODE_LINE = re.compile(
    r"^(?:[$>#]\s|(?:const|let|var|function|def|class|import|from|return|export|public|private|static|async|raise"
    r"|throw|assert|if|for|while|elif|else|try|with|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP)\b"
    r".*(?:[;{}]\s*$|[\w\])]\(.*\)|\s=>|==|\s=\s|:\s*$)|(?:SELECT|INSERT INTO|CREATE TABLE|ALTER TABLE)\b)"
    r"|[;{]\s*$|^[A-Z_]{3,}=\S|^[\"'¢][\w.-]*[\"']?\s*:\s*\S+,?$|^¢\s*:\s*\S+,?$|^\w+(?:\.\w+)+\([^)]*\)\s*;?$|^@\w+[.(]"
    r"|^//|\{[^{}]*:[^{}]*;\s*\}|^(?:GET|HEAD|POST|PUT|PATCH|DELETE) (?:/|¤|HTTP)|\\u[0-9a-f]{4}|\\n\w"
)
COMMAND = re.compile(
    r"^[a-z][\w.-]*(?: [a-z][\w:.-]*)*(?: --?[\w-]+| [\w./-]+/[\w./-]*| \|\s)(?:[ =]\S+)*$"
)

#: Where one clause ends and another with a mood of its own begins.
CLAUSES = re.compile(
    r"\s*;\s+|\s+[-–—]{1,2}\s+|—|\.\s+(?=[a-z¤¢])|[!?]\s+|(?:,\s*|\s+)(?:but|yet|however,?)\s+|:\s+(?=[a-z¤])"
    r"|,?\s+(?:and|or)\s+(?=(?:never|do not|don't|must|always|only|make sure|ensure|under no|has to|have to)\b)"
    r"|,\s+(?=(?:never|always|not|no exceptions?|without exception|otherwise|else|so|which|or)\b)"
)
LEADS_IN = re.compile(
    r"^(?:(?:and|also|then|so|first|firstly|second|secondly|third|finally|next|lastly|now|please|kindly|again|note that"
    r"|note|remember(?: that| to)?|importantly|crucially|additionally|furthermore|moreover|therefore|thus|hence|instead"
    r"|otherwise|step \d+|rule \d+|rule|reminder|in addition|as a reminder|that said|in short|overall|afterwards?"
    r"|carefully|explicitly|immediately|actively|clearly|thoroughly|proactively|periodically|regularly|directly"
    r"|simply|just|automatically|at the same time|once more|in particular|above all|after that|at minimum|in parallel"
    r"|in every case|from now on|in this (?:case|mode|repo|repository|project|file))\b[,:]?\s+)+"
)
#: They look like conditions and are words of duty.
ALWAYS_IN_FRONT = r"(?!(?:without (?:any )?exceptions?|under no|at no|in no|on no|in all cases|in every case|at all times|by no)\b)"
CONDITION = re.compile(
    r"^"
    + ALWAYS_IN_FRONT
    + r"(?:when|whenever|if|before|after|while|once|unless|until|for|in|on|at|with|without|during|as|to|where|wherever"
    r"|since|because|given|under|by|from|regardless of|except|apart from|instead of|rather than|upon|within|per|every"
    r"|each time|any time|anytime|between|across|outside|inside|throughout|beyond|besides|in case|as soon as|even if"
    r"|only when|only if|only after|prior to|following|depending on|based on|via|through)\b([^,:]{1,240}),\s+(?:then\s+)?"
)
LABEL = re.compile(
    r"^(?P<hard>important|critical|crucial|required?|mandatory|must|warning|danger|caution|attention|never|always"
    r"|forbidden|prohibited|not allowed|do not|don't|hard rule|non-negotiable|security|imperative|strict|blocker"
    r"|extremely important|very important|mandatory rule|hard requirement|absolute rule)!?\s*(?::\s*|\s[-–—]\s+|!\s+)"
    r"|^(?P<soft>optional|optionally|preferably|nice to have|tip|hint|suggestion|recommendation|recommended|ideally"
    r"|prefer(?:red)?|nit|consider|bonus|good to have|could have|should have|best practice)\s*(?::\s*|\s[-–—]\s+)",
    IGNORE,
)
PAST = re.compile(
    r"\b(?:was|were|had|did|used to|no longer|has been|have been|had been|last (?:year|month|week)|obsolete"
    r"|formerly|previously|in the past|once required)\b"
)
WHY = re.compile(
    r",?\s+(?:because|since|as it|as they|so that|so the|so we|so it|otherwise|in order to)\b.*$"
)
RELATIVE = re.compile(
    r"\b(?:that|which|who|whose|whom)\s+(?:(?:you|we|they|it|users?|one|also|only|\w+ly)\s+)?$"
)
OPEN_IF = re.compile(r"\b(?:if|when|whenever|whether|where|unless|in case)\s+(?:\w+\s+){0,4}$")

#: Words of wishing; they soften the clause they stand in.
SOFT = rx(
    r"""\b(?:should(?:n't| not)?|ought(?: not)? to|(?:try|tries|attempt|endeavou?r|strive|aim|seek|do your best)(?: not| never)? to
    |aim (?:for|at)|strive for|lean(?:s)? (?:towards?|on the side)|tend(?:s)? (?:to|towards)|opt for|prefer(?:s|red|able|ably|ring)?
    |favou?r(?:s|ed)?|recommend(?:s|ed|ation)?|advis(?:e|es|ed|able)|(?:en|dis)courage[sd]?|suggest(?:s|ed)?|appreciated?|welcomed?|desirable
    |desired|advisable|worth(?:while)?|worthwhile|worth \w+ing|nice|nicer|helpful|useful|handy|sensible|wise|is ideal|ideally|optional(?:ly)?
    |consider(?:ing)?|perhaps|maybe|possibly|might|could|would|feel free|free to|at your discretion|up to you|your call|your choice|your judge?ment
    |(?:you|we|they|one|contributors?|developers?|authors?|users?|the (?:agent|assistant|model|author)) (?:can|may)(?: also)?(?! not| only|not\b| never)
    |is (?:fine|okay|ok|acceptable|allowed|permitted|enough)|are (?:fine|okay|ok|acceptable|allowed|permitted|enough)|will do|\w+s may (?:be|use|have|also|differ in)
    |not (?:required|mandatory|necessary|compulsory|obligatory|needed|essential|enforced|strictly required)|need(?:n't| not)
    |(?:don't|do not|doesn't|does not) (?:have|need) to|no need|unnecessary|a plus|is a bonus|a bonus|an extra|good (?:idea|practice|habit|style|form|manners)
    |best (?:practice|kept|left|done|served|placed|avoided|written|to)|better|happier|we like|i like|we'd|i'd|'d rather|would rather|rather than not
    |it (?:may |can |might |often )?helps?|helps to|never hurts|doesn't hurt|does not hurt|can't hurt|pays off|pays to|think about|think twice|ask yourself
    |keep an eye|(?:bear|keep) in mind|be mindful|mind the|have a look at|sparing(?:ly)?|in moderation|as (?:far|much|little|few|short|small|often) as (?:possible|you can|is practical|practical|feasible)
    |where(?:ver)? (?:possible|practical|sensible|appropriate|feasible|reasonable|natural|it makes sense|this makes sense|you (?:can|have the choice)|that is natural|it (?:may |can |might |often )?helps?|suitable|useful|helpful)
    |when(?:ever)? (?:possible|practical|sensible|appropriate|feasible|reasonable|convenient|it makes sense|you can|it (?:may |can |might |often )?helps?|suitable|useful|in doubt about style|time permits|you have time)
    |if (?:possible|practical|feasible|reasonable|convenient|time (?:allows|permits)|there is time|you (?:can|like|wish|want|prefer|are able|have time|get the chance)|it makes sense|it (?:may |can |might |often )?helps?|you feel|need be|at all possible)
    |to the extent possible|with preference|as a (?:rule|guideline)|rule of thumb|guideline|within reason|not a hard rule|not a must|roughly|more or less|a matter of taste
    |go for|go easy|reach for|we find|works? (?:best|well|better)|reads? (?:best|well|better)|looks? (?:best|better)|let's|goal is|the hope is|hopefully
    |do(?:es)? consider|by default)\b|\bin general\b|\bmostly\b"""
)
HEDGED = rx(
    r"""^(?:usually|generally|normally|typically|in general|as a (?:general )?rule|as a rule of thumb|most of the time|by default|mostly|often
    |ideally|preferably|where possible|when possible|if possible|optionally|whenever possible|in most cases|for the most part|at best|by preference|by and large|broadly|commonly|perhaps|maybe|in principle|as far as possible|all else being equal|other things being equal|if in doubt|on the whole|more often than not|nine times out of ten)\b"""
)
HEDGED_IN = re.compile(r"\b(?:usually|generally|normally|typically|ordinarily|mostly)\b")
SOFT_CONDITION = rx(
    r"""\b(?:possible|practical|practicable|feasible|convenient|appropriate|reasonable|sensible|natural|makes sense|time (?:allows|permits)|the choice|a choice
    |equally|you can|you are able|you have time|spare time|suitable|it (?:may |can |might |often )?helps?|affordable|desired|in the mood|there is (?:time|room|space|budget)|it fits|two options|tie|all else)\b"""
)
TRAIL = rx(
    r"\b(?:where|when|whenever|wherever|if|as far as|insofar as)\s+(?:at all\s+)?(?:it is |that is |this is )?(?:possible|practical|practicable|feasible|convenient|reasonable|sensible|natural|you can|you are able(?: to)?|time (?:allows|permits)|it makes sense)\b|\b(?:ideally|preferably|if you like|though not enforced|not enforced)\b|\bis optional\b"
)
SHOULD_HARD = rx(
    r"\b(?:should (?:never|always|under no circumstances|at no time|not ever|in no case)|never should|under no circumstances should|at no time should)\b"
)

ADJ_BAN = r"""(?:forbidden|prohibited|banned|disallowed|outlawed|illegal|off[- ]limits|taboo|verboten|unacceptable|out of bounds|out of the question|inadmissible|impermissible
    |not (?:be )?(?:allowed|permitted|accepted|acceptable|tolerated|ok|okay|an option|negotiable|up for (?:debate|discussion)|in scope for change|welcome here)
    |never (?:ok|okay|allowed|acceptable|permitted|an option|an excuse|a reason))"""
ADJ_DUTY = r"(?:required|mandatory|compulsory|obligatory|essential|imperative|crucial|vital|non-negotiable|indispensable|a must|a requirement|binding)"
BE = r"(?:is|are|be|remains?|stays?|becomes?|'s|'re)"

#: Words of duty and ban, each with the polarity it carries.
HARD: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (polarity, rx(pattern))
    for polarity, pattern in (
        (
            "dont",
            r"\b(?:must(?:n't| not| never)|shall (?:not|never)|may (?:not(?! (?:be (?:able|aware|available|obvious|clear|needed|necessary|present|set|true|enough|what)|exist|have|work|know|need|want|always|contain|match|appear|reflect|support|apply|see|even|yet|fit|help|matter|receive|reali[sz]e|find|occur|happen|cause|produce|return))|never|no longer be))\b(?!-)",
        ),
        ("dont", rf"(?:\b{BE}|,|:)\s+(?:\w+ly |also |still )?{ADJ_BAN}\b|^{ADJ_BAN}\s*[:.!]?$"),
        (
            "dont",
            r"\b(?:under no (?:circumstances?|conditions?)|at no (?:time|point)|in no (?:case|event|way may)|on no account|by no means|not under any circumstances?|for no reason|no matter what|not ever|no exceptions to)\b",
        ),
        (
            "dont",
            r"^(?:do not|don't|dont|never ever|don't ever|do never)\b(?! (?:worry|hesitate|mind|forget|have to|need to|be afraid|be shy|necessarily|neglect|fail to|overlook))",
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
            r"\b(?<!\bthe )(?<!\ba )must(?! have (?:been|(?!seven\b)\w*(?:ed|en|own|orn|ung|ought|aught|done|gone|come|lost|found|left|made|run|put|sent|told|sold|bought|paid|met|cut|hit|let|shut|kept|slept|felt|meant|heard|held|built|spent|won|stood|understood|forgot))\b)\b(?!-)",
        ),
        ("do", r"\bshall\b"),
        ("do", r"\b(?:has|have) to\b(?! do with)|\bhas got to\b"),
        ("do", r"\bneeds? to\b"),
        (
            "do",
            rf"\b{BE}\s+(?:\w+ly |also |still |always )?{ADJ_DUTY}\b(?!-)|\b(?:is|are|be) (?:required|obliged) to\b",
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
#: Patterns that match at the beginning only, and a sign that one of the others may match.
HARD_IN_FRONT = tuple(pair for pair in HARD if pair[1].pattern.startswith("^"))
HARD_HINT = re.compile(
    r"\b(?:no|ne(?:ed|ver)|must|shall|may|ha(?:s|ve) (?:got )?to|forbid|prohib|banned|disall|outlaw|illegal|off|taboo"
    r"|verboten|unaccept|out of|inadmiss|impermiss|requir|mandat|compuls|oblig|essential|imperative|crucial|critical|vital"
    r"|important|indispens|a must|binding|at all|in all|in every|without|strictly|invariably|exactly|precisely)"
)
REQUIRES = rx(
    r"^(?:all|every|each|any|no|new|changes?|\w+ing|an?|the|\w+(?:s|es))\b.*?\b(?:requires?|demands?|calls? for)\b(?! (?:that you have|less|fewer|no|python|node|npm|java|rust|go|ruby|php|docker|version|¤? ?\d))"
)
NEEDS = rx(
    r"(?<!may )(?<!might )(?<!could )(?<!will )(?<!would )\bneeds? (?:an?|the|two|three|at least|approval|sign-?off|review|permission|consent|confirmation|authori[sz]ation|explicit|written|prior|a second)\b"
)
EXTENT = rx(
    r"(?:^|\b(?:has|have|is|are|stays?|keeps?|takes?|gets?|limited|capped|use|within|with|of)\s+)(?:at (?:most|least)|no (?:more|fewer|less|longer|larger|bigger|later|earlier) than|not (?:more|less|longer) than|up to|a (?:maximum|minimum) of|max(?:imum|\.)?|min(?:imum|\.)?)\b"
)
#: Verbs of permission and effect that make a "cannot" a ban rather than a fact.
RULED = r"""(?:be\s+)?(?:re)?(?:exceed|merg|commit|chang|push|us|import|contain|call|depend|modif|edit|skip|bypass|shar|includ|land|ship|start|leav|touch|writ|open|publish
    |deploy|approv|grow|longer|larger|shorter|more|less|delet|remov|releas|referenc|add|creat|mak|go|tak|book|sell|sold|issu|sign|assign|send|sent|store|stored|enter|work on|replac|overrid|promis|offer|disclos|reveal|accept)"""
CANNOT = rx(rf"\b(?:cannot|can't|can not|can never|can only)\s+(?:\w+ly )?{RULED}\w*\b")
GUARDIANS = r"(?:reviewers?|maintainers?|we|ci|the (?:bot|team|build|gate|agent|assistant|pipeline|reviewer|maintainer|desk|lab|system)|editors?|owners?|staff|nobody|no one)"
GATE = r"(?:look|review|merge|accept|approve|consider|take|answer|reply|publish|read|ship|deploy|sign|touch|open|start|process|support|allow|permit|tolerate|use|do)"
OUTCOME = r"(?:closed|reverted|rejected|blocked|refused|returned|ignored|discarded|deleted|bounced|denied|dropped|thrown (?:out|away)|sent back|turned (?:down|away)|removed|declined|quarantined|voided|binned|rolled back|cancell?ed|suspended|confiscated|withheld|disqualified|fined|destroyed|escalated)"
ACTED = r"(?:accepted|merged|shipped|reviewed|released|deployed|published|approved|considered|processed|paid|signed|committed|logged|stored|used|shared|pushed|edited|changed|modified|exposed|sent|promised|printed|translated|implemented|hard-?coded|cached|mentioned|written|disclosed|revealed|given|handed|opened|started|served|admitted|allowed|added|created|skipped|bypassed|taken|moved|copied|mixed|sold|booked|quoted|guessed|left|made|placed|kept|checked in|run|executed|touched|called out|read out|reused|repeated|renamed|removed|altered|overwritten|disabled|turned off|switched off|exceeded|put|stapled|issued)"
IMPLICIT: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (polarity, rx(pattern))
    for polarity, pattern in (
        (
            "dont",
            rf"\b(?:gets?|will be|will get|is|are|be) (?:\w+ly )?{OUTCOME}\b(?! (?:by the (?:server|api|parser|compiler)|in|as))",
        ),
        (
            "dont",
            rf"\b(?:does|do|will) not (?:get (?:{ACTED})|leave|start|ship|merge|deploy|enter|cross|go (?:out|in|live|into|to|through|past|beyond)|happen|land|pass review|pass|count|belong|get)\b",
        ),
        (
            "dont",
            rf"\b{GUARDIANS} (?:will not|won't|do not|does not|don't|doesn't|never) {GATE}\b",
        ),
        ("dont", rf"\b(?:is|are) (?:not|never) (?:to be )?(?:\w+ly )?{ACTED}\b"),
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
            r"(?<!\bto )\b(?:waits? for|comes? (?:first|before|last|from)|goes (?:through|via|first|to)|go (?:through|via|first)|takes? precedence|wins?|has priority|is the (?:bar|condition|prerequisite|price|rule|law|minimum|limit|ceiling|floor|gate|only (?:way|place|source|path))|are the (?:bar|rule|limit))\b",
        ),
        ("do", r"\b(?:is|are) (?:expected|supposed|meant|bound|to be) (?:to )?(?:be |\w+)"),
        (
            "do",
            r"^(?:one|exactly one|a single|zero|two|three|four|five|\d+) (?!of\b)(?![^.]*\w{3}ed (?:the|an?|it|each|every|all)\b)[^.]* (?:(?:per|for each|for every|each)\b|(?:a|an) (?:second|minute|hour|day|night|week|month|quarter|year|shift|page|file|line|row|section|slide|chapter|sheet|commit|pull request|pr|person|customer|guest|patient|pupil|head|piece|time|class|function|module|paragraph|sentence|message|answer|ticket|visit|session|table|order)\b)(?! \w+ (?:is|are|was|has))",
        ),
        ("do", r"^zero \w+"),
        ("do", r"\bbelongs? (?:in|to|under|on|only|at|with)\b"),
    )
)
EPISTEMIC = rx(
    r"\bshould(?:n't| not)? (?:be (?:about|around|roughly|approximately|obvious|visible|fine|enough|clear|able|done by|there)|have (?:been|\w+ed)|take (?:about|around|roughly)|see|work|appear|look like|already|now)\b|\bthere should be\b|\bwould (?:be|have|mean|look|not)\b|\bcould (?:be|have|not|cause|mean|lead|happen)\b|\bmight (?:be|have|not|cause|mean|lead|happen|see|take)\b|\bmay (?:be (?:\w+ed|out|stale|slow|missing|empty|wrong|late|lost|down|null)|fail|return|change|cause|lead|happen|take|have|contain|differ|vary)\b"
)
SCOPE_NOTE = rx(
    r"\b(?:appl(?:y|ies) (?:to|only|here)|is out of scope|does not apply|covers|is about|refers? to)\b"
)
DESCRIBED = rx(
    r"^(?:the|this|that|these|those|a|an|it|its|they|he|she|i|we|there|¤|our|their|some|most|many|both|several|\w+(?:'s)?)\b"
)
AGENT = re.compile(
    r"^(?:you|the (?:agent|assistant|model|bot|ai|output|answer|response|reply|result|system prompt|final \w+)"
    r"|claude|codex|gemini|agents?|assistants?|answers?|responses?|replies|output|we|all|every|each|any|no|an?)\b"
)
FACT_VERBS = rx(
    r"\bnever (?:returns?|retr(?:y|ies)|fails?|happens?|changes?|runs?|reach(?:es)?|blocks?|throws?|expires?|sees?|see|find|ends?|worked|works?|needs?|exceeds?|comes?|gets? called|terminates?|sleeps?|had|has|goes|loads?|fires?|completes?|called|reached|seen|executed|true|false|empty|null|larger|smaller|more|less|negative|used to|asks?|knows?|know)\b"
)


MONTH = re.compile(r"(?<=[a-z0-9,] )May\b(?! (?:not|only|never|be|the)\b)")
#: Somebody else's words: what they demand binds nobody here.
REPORTED = re.compile(
    r"\b(?:said|says|claims?|claimed|stated|told|wrote|argued|believed?|thinks?|insisted|asked whether|the (?:label|sign|banner|dialog|tooltip|error) reads)\b(?! (?:so|nothing|yes|no)\b)"
)

PLURAL_SUBJECT = re.compile(
    r"^(?:all |every |each |any |new |the |your |our )?(?:[\w¤-]+ ){0,4}?[\w-]*(?:s|data|code|text)\b"
)
