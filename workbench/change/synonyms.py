# ruff: noqa: E501  (a list of words is one expression)
"""Words of instruction language that stand for each other, and words that oppose each other.

Groups hold general words (how one tells somebody to use, change, show, keep something), not
topics. A word that is in no group stands for itself only.
"""

from __future__ import annotations

from functools import lru_cache


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_GROUPS = """
use utilise utilize employ apply choose pick opt select take
mention name say state cite
change alter modify edit amend adjust touch revise
remove delete drop erase discard strip eliminate
create make build add introduce new
check test verify confirm validate examine inspect look
show display present render visible see seen view appear
keep retain preserve stay remain maintain hold
write record log note put enter document
place put store go live sit lie locate reside keep situated found
hand pass give transfer forward escalate route refer turn
tell inform notify report announce let
ask request consult seek enquire inquire
begin start commence launch open
end finish conclude close complete terminate
stop halt abort cease cancel end
send mail email deliver dispatch get receive transmit ship
allow permit let accept
forbid prohibit ban disallow forbidden prohibited banned
need require demand call want necessitate
avoid refrain shun skip
direct directly straight straightforwardly
single once one time
two twice
fast quick quickly promptly rapidly
big large great
small little short brief concise
customer client buyer
person human somebody someone people user
message text
page screen
error failure fault fail failed
approval approve sign-off signoff sanction
include contain carry have hold comprise
return leave exit
run execute launch start perform
explain describe
tell explain
watch monitor observe
fix repair correct
follow obey respect adhere observe comply
limit restrict confine cap
own yours your
whole entire full complete
entry item row record
file document
folder directory
kind type sort
part piece section
each every all any
choose prefer favour favor
sort order arrange
warn caution
print appear show publish
retry again attempt try
company firm
allergy allergen
photo picture image
bug defect
weekly week
daily day
monthly month
yearly annual annually year
second two
secret confidential private
immediately once
beside next
list enumerate itemise itemize
calculate compute
help assist support
clear unambiguous
needed necessary required
unsure uncertain doubt
implement build
appointment booking
car vehicle
purchase buy
sell vend
obtain acquire
illness disease
doctor physician
mistake error fault slip
instruction rule
word term
answer reply respond response
attach append add include link
merge combine join
label tag mark class
rewrite rephrase
split divide separate
wait hold pause
before prior ahead
after following afterwards then once
above over more exceed exceeding longer greater
below under less fewer within younger shorter
identical same equal
integer whole
convert turn transform
obtain get fetch fill
review read inspect
publish release
install set-up setup
cover protect shield
hide conceal mask
save store keep persist
pull fetch
raise increase
lower reduce decrease
owner maintainer
team group
hour hours
quote cite
guess assume speculate
invent make fabricate
reveal disclose expose leak
number count figure
ready done finished
default standard
wear put
lock secure fasten
rinse wash clean
warm heat
cool chill
"""

_OPPOSITES = """
keep/remove keep/drop keep/delete stay/leave allow/deny allow/forbid permit/forbid enable/disable
accept/reject accept/refuse approve/reject include/exclude include/omit first/last before/after
above/below over/under on/off in/out more/less more/fewer most/least maximum/minimum max/min
start/end begin/end start/stop open/close opened/closed add/remove insert/delete increase/decrease
raise/lower always/never all/none everything/nothing everybody/nobody everyone/nobody upper/lower
uppercase/lowercase early/late earliest/latest high/low higher/lower highest/lowest public/private
internal/external inside/outside within/outside old/new older/newer oldest/newest same/different
identical/different left/right up/down top/bottom ascending/descending show/hide visible/hidden
pass/fail success/failure fail/warn fail/ignore block/warn error/warning stop/continue abort/continue
stop/proceed abort/proceed sync/async synchronous/asynchronous true/false yes/no with/without
short/long shorter/longer small/large smaller/larger ask/tell push/pull read/write import/export
encrypt/decrypt lock/unlock load/unload mount/unmount attach/detach join/leave merge/split
single/multiple single/double once/twice one/two required/optional mandatory/optional safe/unsafe
online/offline local/remote local/global production/staging development/production client/server
input/output source/target ahead/behind front/back forward/backward left-to-right/right-to-left
strict/loose light/dark hot/cold warm/cold wet/dry full/empty active/inactive present/absent
tabs/spaces tab/space single/double morning/evening day/night buy/sell debit/credit import/export
must/may must/should shall/should manual/automatic manually/automatically
"""

_STOP = _words(
    """
a an the this that these those there here it its itself they them their theirs he she his her we
our us you your yours i me my mine one ones is are was were be been being am do does did doing
done has have had having will would shall should can could may might must ought need needs to of
in on at by for from with into onto as and or but nor so if when whenever while where wherever
than then also too very just only even still yet again ever please always never not no none
nothing any some all every each both either such same own other another much many more most less
least few fewer about over under above below between within without during before after until
unless except per up down out off via through across against along around because since though
although however which who whom whose what how why whether let make made get gets got go goes
keep sure ensure put take takes use uses used using set forbidden prohibited banned disallowed
allowed permitted required mandatory necessary possible impossible cannot can't able avoid exactly once first strictly
anything something altogether instead rather case way thing things kind sort part well work works like
"""
)


def _table(text: str) -> dict[str, str]:
    return dict(pair.split(":", 1) for pair in text.split())


_IRREGULAR = _table(
    """
sent:send seen:see saw:see wrote:write written:write kept:keep made:make gave:give given:give
took:take taken:take ran:run told:tell put:put left:leave lost:lose found:find held:hold
built:build chose:choose chosen:choose went:go gone:go done:do said:say read:read began:begin
begun:begin broke:break broken:break paid:pay met:meet sold:sell bought:buy taught:teach
understood:understand drew:draw drawn:draw drove:drive driven:drive froze:freeze frozen:freeze
hid:hide hidden:hide knew:know known:know led:lead lit:light rose:rise shown:show spoke:speak
spoken:speak spent:spend stood:stand threw:throw thrown:throw wore:wear worn:wear won:win
tests:test children:child people:person indices:index analyses:analysis fed:feed grew:grow
grown:grow bound:bind fell:fall fallen:fall caught:catch brought:bring thought:think slept:sleep
swept:sweep dealt:deal meant:mean publication:publish resold:resell retold:retell reread:reread rewritten:rewrite
overwritten:overwrite undone:undo
"""
)
_NUMBERS = _table(
    """
zero:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12
twice:2 half:half
"""
)


#: Words that would have the stem of another word.
_WHOLE = _table("site:site sites:site note:note notes:note noted:note public:public plane:plane")


@lru_cache(maxsize=16_384)  # a long sentence is compared with many others
def stem(word: str) -> str:
    """A crude English stem: good enough to tell that two forms are one word."""
    word = _IRREGULAR.get(word, word)
    if word in _NUMBERS:
        return _NUMBERS[word]
    if len(word) <= 3 or not word.isascii():
        return word
    if word in _WHOLE:
        return _WHOLE[word]
    for again in (False, True):  # "watered" is "water", and that has an ending too
        for end, by in _ENDINGS:
            if (again and end in _PLURAL) or (end == "s" and word[-2] == "s"):
                continue
            if word.endswith(end) and len(word) - len(end) >= 3:
                word = word[: len(word) - len(end)] + by
                break
        else:
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.rstrip("e") if len(word) > 3 else word


_LISTED = """
ications>y ication>y isations>is isation>is izations>is ization>is ations>at ation>at ising>is
izing>is ized>is ised>is izes>is ises>is ize>is itions> ition> ments> ment> ings> ing> ions>
ion> iest>y ies>y ied>y ily>y ally> als> al> ances> ance> ences> ence> ers> er> ors> ors> ly>
ed> ness> es> s> y>y
"""
_PLURAL = frozenset(("s", "es", "ies", "ied", "iest", "ed"))
#: Endings and what stands for them, tried in this order.
_ENDINGS = tuple(tuple(pair.split(">")) for pair in _LISTED.split())


def _build() -> tuple[dict[str, frozenset[int]], frozenset[frozenset[str]]]:
    groups: dict[str, set[int]] = {}
    for number, line in enumerate(_GROUPS.split("\n")):
        for word in line.split():
            groups.setdefault(stem(word), set()).add(number)
    pairs = {
        frozenset((stem(a), stem(b)))
        for a, b in (pair.split("/", 1) for pair in _OPPOSITES.split())
    }
    return {word: frozenset(found) for word, found in groups.items()}, frozenset(pairs)


_MEMBER, _OPPOSED = _build()
_COMPLEMENTS = frozenset(
    frozenset(map(stem, pair.split("/")))
    for pair in _words(
        """
open/closed open/close keep/delete keep/remove keep/drop allow/forbid include/exclude include/omit
show/hide enable/disable public/private lock/unlock accept/reject accept/refuse stop/continue
"""
    )
)
#: Verbs that carry no meaning of their own: a noun phrase may do without them.
LIGHT = frozenset(
    map(
        stem,
        _words(
            """
hold contain include carry place live sit go come become do occur happen exist appear receive
provide perform apply give get belong store mean write add make follow format keep stay remain
leave set show wear require
書 写 给 做 作 行 進
"""
        ),
    )
)


def is_content(word: str) -> bool:
    """False for words of grammar, which a rewording may exchange freely."""
    return word not in _STOP


def alike(a: str, b: str) -> bool:
    """True when two stems are one word or stand for each other."""
    if a == b:
        return True
    mine, theirs = _MEMBER.get(a), _MEMBER.get(b)
    if mine and theirs and mine & theirs:
        return True
    short, long = (a, b) if len(a) < len(b) else (b, a)
    return len(short) >= 4 and len(long) - len(short) <= 4 and long.startswith(short)


def complementary(a: str, b: str) -> bool:
    """True when not the one is the other: what must not be deleted must be kept."""
    return frozenset((a, b)) in _COMPLEMENTS


def opposed(a: str, b: str) -> bool:
    """True when two stems are opposites."""
    return frozenset((a, b)) in _OPPOSED
