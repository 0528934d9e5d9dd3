# ruff: noqa: E501  (a list of words is one expression)
"""Words of instruction language that stand for each other, and words that oppose each other.

Groups hold general words (how one tells somebody to use, change, show, keep something), not
topics.
"""

from __future__ import annotations

#: One group a line; a word may be in several.
GROUPS = """
use utilise utilize employ apply choose pick opt select take
mention name say state cite
use say write
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
give provide supply offer
summarise summarize
highlight emphasise emphasize stress underline
shorten trim cut abbreviate
evaluate assess rate judge
organise organize arrange
discard throw dispose
employee staff worker
colleague co-worker coworker teammate
guest visitor
pupil student
phone telephone
shop store
flat apartment
lift elevator
holiday vacation
rubbish waste trash garbage
colour color
centre center
behaviour behavior
licence license
catalogue catalog
grey gray
programme program
judgement judgment
fulfil fulfill meet
often frequently
rarely seldom
enough sufficient
correct right accurate
wrong incorrect
important essential crucial vital
easy simple
hard difficult
empty blank
previous earlier former
next following subsequent
final last
extra additional further
several multiple
near close
regarding concerning
outdated stale obsolete
broken defective faulty
missing absent lacking
ill sick
angry upset annoyed
finish end
schedule plan
prepare draft
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

#: Words of which one turns a rule round.
OPPOSITES = """
keep/remove keep/drop keep/delete stay/leave leave/remove leave/delete allow/deny allow/forbid permit/forbid enable/disable
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

#: Opposites of which one is there where the other is not: what must not be deleted must be kept.
COMPLEMENTS = """
open/closed open/close leave/remove leave/delete keep/delete keep/remove keep/drop allow/forbid include/exclude include/omit
show/hide enable/disable public/private lock/unlock accept/reject accept/refuse stop/continue
"""
