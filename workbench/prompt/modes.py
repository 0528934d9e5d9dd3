# ruff: noqa: E501  (a pattern is one expression)
"""How a clause binds, for the comparison of instructions: demanded, wished, free or forbidden."""

from __future__ import annotations

import re

from workbench.prompt.caseless import AnyPattern, Caseless

#: The deed may be left undone.
OPTIONAL = Caseless(
    r"\b(?:optional(?:ly)?(?=\s*(?:$|[.,;:)–—]|(?:for|in|on|when|if|but|and|at|unless|here|below|with)\b))|not (?:strictly )?(?:required|needed|necessary|mandatory|compulsory|obligatory|essential|a must|enforced)|need not|needn't|no need"
    r"|(?:don't|doesn't|do not|does not) (?:have|need)(?: to)?|need(?:s)? no|needed only|up to you|(?:is|are|it's|left|remains?|entirely) up to (?:you|the \w+|each \w+|whoever)|your (?:call|choice|decision|judge?ment)|at (?:your|the \w+'s) discretion"
    r"|(?:may|can|could) (?:also )?(?:be )?(?:left out|leave out|omitted|omit|skipped|skip|dropped|drop|waived|missing|go without|do without)|unnecessary(?=\s*(?:$|[.,;:)]|for\b|in\b|when\b))|voluntary(?=\s*(?:$|[.,;:)]|for\b|in\b|when\b))"
    r"|nice to have|a nice (?:extra|touch|addition)|an extra|nice-to-have|good to have|not worth|a bonus|exempt|a matter of taste|whoever|feel free to (?:skip|omit|leave)|fine without|okay without|ok without|not obliged|left to (?:you|the|each|whoever|your|their|his|her)|(?:can|may|might|free to|you|they) (?:themselves |yourself )?(?:choose|decide)s? (?:whether|if)|at liberty|not a blocker|do(?:es)? not block|don't bother|not insisted|no obligation|as you see fit|only if you)\b"
    r"|任意|省略(?:して|しても)?(?:よい|良い|いい|可|構)|省いて(?:も)?(?:よい|構)|なくても?(?:よい|良い|いい|構)|必要(?:は|が)?(?:ない|ありません)|必須では(?:ない|ありません)|お好み|可选|可以(?:不|省略|跳过)|不必|无需|不需要|非必须|视情况|自行决定|不强制|随意|(?:是否|要不要)[^，。]{0,20}(?:由|看|随)[^，。]{0,8}(?:决定|定|你)|任せ(?:る|ます)",
)
#: The same, told by a condition; looked for in the whole clause.
OPTIONAL_IF = Caseless(
    r"\b(?:is|are|it's|stays?|remains?) (?:entirely |purely |strictly )?(?:optional|up to (?:you|the \w+)|voluntary|unnecessary|not (?:needed|required|necessary|mandatory))\b|\b(?:if|when|where|whenever) (?:you (?:(?:like|wish|want|want to|prefer|see fit)(?=\s*(?:$|[.,;)]))|feel (?:it|like)|find (?:the |it )?(?:time|useful|helpful)|think it|have (?:the )?time)|(?:it )?(?:is |seems |feels )?(?:useful|helpful|worthwhile|convenient)|(?:time (?:allows|permits)|there is time))\b",
)
OPTIONAL_JA = re.compile(r"不要(?!な)")
#: It is wished for, not demanded.
WISHED = Caseless(
    r"\b(?:should(?! never)|ought|encouraged?|recommend(?:ed)?|advis(?:ed|able)|try(?! again)|tries|aim|prefer(?:red|ably|s)?|ideally|consider|as a guide(?:line)?|good idea|good practice|better to|where(?:ver)? (?:possible|practical|feasible|sensible|you can)|when(?:ever)? (?:possible|practical|you can|there is time)|if (?:possible|practical|you can|feasible)|as far as possible|usually|generally|normally|welcome|appreciated|suggested|desirable|helpful|worth)\b"
    r"|望ましい|推奨|なるべく|できるだけ|できれば|心がけ|努め|方がよい|ほうがよい|ほうが良い|方が良い|可能な(?:限り|ら)|尽量|建议|推荐|最好|尽可能|鼓励",
)
#: It is allowed.
ALLOWED = Caseless(
    r"\b(?:may(?! not)|might|can(?!not| not|'t)|allowed|fine|okay|ok|acceptable|accepted|permitted|free to|feel free|free of|tolerated|no problem|all right|legitimate|at will|whenever you (?:like|want)|as you like|have permission|has agreed|you are welcome)\b"
    r"|ても(?:よい|良い|いい|構|かまわ)|てよい|て良い|てかまわ|可能(?!な限り)|可とする|許可(?:する|されて)|自由に|可以|允许|准许|可自由",
)
#: Each occurrence turns the meaning round.
NEGATION = Caseless(
    r"\b(?:not|never|no(?! longer than| more than| less than| later than| matter| fewer| exceptions?\b| one's)|none|nothing|nobody|neither|nor|cannot|forbids?|prohibits?|bans?|disallows?|(?:forbidden|prohibited|banned|disallowed)(?! (?!in\b|on\b|for\b|from\b|by\b|every|to\b|at\b|unless\b|and\b|or\b|but\b|when\b|if\b|here\b|outside\b|inside\b|under\b|during\b|except\b|as\b|because\b|since\b|with|once\b|throughout\b|across\b|the\b|any)[a-z])|refrain|avoid(?:s|ed|ing)?|prevent(?:s|ed|ing)?|zero (?=[a-z])|off[- ]limits|unacceptable|out of bounds|taboo"
    r"|skip(?:s|ped|ping)?|omit(?:s|ted)?|leave(?:s)? (?:out|off|alone|untouched|it alone)|left (?:out|off|alone|untouched|unchanged)|alone(?=\s*(?:,|$|;|\.))|keep (?:away|out)|stay(?:s)? (?:away|out)|hands off|do(?:es)? without|frozen|untouched|read-only|immutable|rejected|refused|declined|not accepted|unwelcome|discouraged|stop short of|don't|doesn't|won't|can't|mustn't|shouldn't|isn't|aren't|wouldn't|(?:keep|keeps|kept|stay|stays|leave|left)\s+(?:[\w¤]+\s+){0,3}out of|dispense with|free of|blocks? (?:the |a |an |any |every |each )?(?:merge|release|deploy\w*|build|commit|publication|sale|payment|login|launch)|refuse|reject|drop(?= the \w+$)|closed to|(?:is|are|be|stays?|remains?|keep(?: \w+){1,3}|left|leave(?: \w+){1,3}) (?:switched |turned )?off(?=\s*(?:$|[.,;:)]|in\b|for\b|on\b|by\b|during\b|at\b|when\b|while\b|until\b|outside\b))|at no|under no|in no)\b"
    r"|禁止|厳禁|不可(?!能)|(?<!なければなら)(?<!なくてはなら)(?<!ねばなら)(?<!しなければいけ)ない(?!し|と(?:いけ|なら)|[一-鿿ァ-ヶ])|ません(?!か)|ずに|避け|控え|やめ|禁物|不得|不要|不能|不允许|不准|不许|严禁|切勿|请勿|绝不|决不|勿|避免|(?<![除无])不(?![超多少高低大小同仅但论管断])",
)
#: Double negatives of one meaning, and phrases that hold a negative word without meaning one.
IDIOMS: tuple[tuple[AnyPattern, str], ...] = (
    (
        Caseless(
            r"\b(?:no more (?!than)|no (?:more|longer|larger|bigger|greater|later|less|fewer|shorter|earlier) than|not (?:more|longer|less|fewer)(?: than)?|(?:do|does|must|may|shall|should) not exceed|never more than|no exceptions?|without (?:any )?exceptions?|not only|whether or not|if not|why not|not even|no matter|nothing but|not just|not until|no longer|or not(?=\.|$|,))\b",
        ),
        "~",
    ),
    (
        Caseless(
            r"\b(?:why|whether|what|how|because)\s+(?:\w+\s+){1,2}(?:isn't|aren't|is not|are not|can't|cannot|doesn't|don't|does not|do not)\b|\b(?:users?|customers?|people|they|someone|anybody|callers?|guests?) (?:is |are |may |can |might |could |will )?(?:[^.;,]{0,40}\bor (?:just )?)?ask(?:s|ed|ing)?\b",
        ),
        "~",
    ),
    (
        Caseless(
            r"(?<=\w )(?:that|which|who|whom)\s+(?:\w+\s+)?(?:cannot|can't|has no|have no|is not|are not|isn't|aren't|do not|don't|does not|doesn't|did not|has not|have not|was not|were not|no longer|never|without|lacks?)\b|(?<=\w )(?:you|we|they) (?:have no|had no|do not have|don't have)\b|\bnone left\b",
        ),
        "~",
    ),
    (Caseless(r"\b(?:do not|don't|never) (?:forget|neglect|fail|hesitate|omit) to\b"), "~"),
    (
        Caseless(
            r"\bfor no (?:\w+ )?reason\b|(?<=\w )(?:you|we|they|i) (?:did|do|have|had|were|are|will|would|can|could) ?(?:not|n't) \w+|(?<=\w )(?:you|we|they|i) (?:didn't|don't|haven't|weren't|aren't|cannot|can't|won't) \w+",
        ),
        "~",
    ),
    (
        Caseless(
            r"(?<!\bso)(?<!sure)(?<!such)(?<!ensure)(?<!check)(?<!verify)(?<!say)(?<!state)(?<!note)(?<!see)(?<!assume)(?<!confirm)(?<!mention)(?<!provided)(?<!is)(?<!are)(?<!,) (?:that|which|who) (?:[\w¤'-]+ ){1,4}?(?:not|never|no|nothing|without) [^,.;:]{1,60}",
        ),
        " ~",
    ),
    (re.compile(r"なければ(?:なら|なり|いけ)(?:ない|ません)|なくては(?:なら|いけ)(?:ない|ません)|ねばならない|ないと(?:いけ|なら)ない|に他ならない|かもしれない|とは限らない|必ずしも"), "~"),
    (re.compile(r"不必要|不超过|不多于|不少于|不低于|不高于|不仅|不但|不论|不管|不同"), "~"),
)  # fmt: skip
#: "without X ... is not accepted": X is demanded. The group is X.
WITHOUT = Caseless(
    r"\b(?:without|lacking|missing|that lacks?|that has no|that have no|with no|not accompanied by|(?:un)?less it has)\s+(?P<what>(?:(?:an?|the|its|their|full|any|at least|your|proper|prior|explicit|one)\s+)*[\w'-]+(?:\s+(?!(?:is|are|will|won't|must|may|has|have|does|gets?|fails?|cannot|can|shall|should|when|if|for|in|on|to|at|by|before|after|and|or|not|never|that)\b)[\w'-]+){0,3})",
)
WITHOUT_CJK = re.compile(
    r"(?P<what>[\u3040-\u30ff\u3400-\u9fffA-Za-z ]{1,20}?)(?:なしに|なしで(?:は)?|なしの|のない|がない|を経ずに|を得ずに|せずに|を付けずに)|(?:没有|未经|缺少|不带)(?P<zh>[\u3400-\u9fff]{1,12}?)(?=的|就|不|，|、|而|$)"
)
REFUSED = Caseless(
    r"\b(?:(?:not|never|no|nobody|nothing|cannot|can't|won't)(?! (?:break|stop|fail|block|prevent|delay|abort|crash|matter))|rejected|refused|refuse|reject|declined|blocked|blocks?|fails?|forbidden|banned|incomplete|unacceptable|sent back|returned|closed|turned (?:down|away)|invalid|none|dropped|bounced?)\b|ない|ません|禁止|却下|不可|不得|不能|不予|不会|拒绝",
)
#: Approval is demanded; and: it is not needed.
ASKS = Caseless(
    r"\b(?:(?<!unless i )(?<!unless you )(?<!unless we )(?<!unless the user )ask(?:s|ing)?(?! (?:\w+ ){0,3}?for (?!(?:an? |the |their |our )?(?:approval|permission|confirmation|consent|sign-?off|go-?ahead|review|leave|help|advice|an? ok)\b))|check(?:ing)? with|consult(?:s|ing)?|approval|permission|sign-?off|go-?ahead|consent|clear(?:ed|ance)? (?:with|from|by)|confirm(?:s|ed|ation)?(?: from| with| by)?|agree[sd]?(?: with| by| to)?|approv(?:e|es|ed)|wait(?:s|ing)? (?:for|until|till)|until (?:i|we|they|the \w+) (?:say|says|agree|agrees|approve|approves)|get an? ok|okay from|says? (?:yes|so)|said yes|has replied|have replied|replies|request(?:s|ed)? review|without (?:an? |the |your |their )?(?:\w+ )?(?:supervisor|manager|lead|owner|human|person|editor|lawyer|counsel|doctor|teacher|parent|boss|director|colleague|maintainer|administrator|admin|second signature)(?:'s)?(?: (?:approval|ok|consent|agreement|permission))?)\b"
    r"|相談|承認|許可を|了承|確認を(?:取|得|求)|確認画面|確認を出|確認なし|合意を|同意を|批准|请示|征求|征得|确认|同意|审批|询问",
)
FREE = Caseless(
    r"\b(?:without (?:asking|approval|permission|confirmation|confirming|checking|consult\w*|sign-?off|any (?:approval|confirmation|question\w*)|waiting|being asked|further \w+|prior \w+|a (?:question|word|ticket|review))"
    r"|no need to (?:ask|check|confirm|consult|wait)|(?:don't|do not|never|need not|needn't) (?:need to )?(?:ask|wait|check with|stop to ask)(?! (?:\w+ ){0,3}?for (?!(?:an? |the |their |our )?(?:approval|permission|confirmation|consent|sign-?off|go-?ahead|review|leave)\b))|no (?:approval|permission|confirmation|sign-?off|questions? asked)|by yourself|on (?:your|their|his|her|its) own(?: authority| initiative)?|right away|straight (?:to|away|on|into)|unprompted|go ahead|just do|needs? no (?:approval|permission|confirmation|sign-?off))\b"
    r"|(?:確認|承認|相談|許可|同意)(?:画面)?(?:を出さず|なし|なく|不要|を待たず|せず|は不要|を得ず|を取らず)|自由に|独断|即時実行|無断|(?:无需|不必|不用|无须)(?:确认|批准|询问|请示|审批|同意|问)|自行|直接(?=安装|修改|提交|合并|执行|删除|部署|运行|添加)",
)
#: It holds in every place, whatever the other instruction says.
EVERYWHERE = Caseless(
    r"\b(?:everywhere|anywhere|always|never|no exceptions?|without exceptions?|however (?:small|urgent|short|trivial)|regardless|including|included|even|no matter|whatever|in all cases|in any case|at any (?:hour|time)|day (?:and|or) night|nowhere|under no circumstances|all other|too small)\b"
    r"|すべて|全て|常に|必ず|どんなに|いかなる|例外なく|も含め|一切|所有|一律|任何|始终|全部|统一",
)


def cleaned(clause: str) -> str:
    """The clause with idioms that hold a negative word taken out."""
    for pattern, by in IDIOMS:
        clause = pattern.sub(by, clause)
    return clause
