"""English verbs that begin instructions, and which of them are common nouns as well."""

from __future__ import annotations


def words_of(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


VERBS = words_of(
    """
accept access account achieve acknowledge act activate adapt add address adhere adjust
administer adopt advise agree aim alert align allow alphabetise alphabetize analyse analyze
annotate announce answer anticipate apologise apologize append apply approach approve archive
arrange ask assemble assert assess assign assist assume attach attempt audit authenticate
authorise authorize automate avoid await back backfill bail bake balance base batch be become
begin bill bind block boost boot branch break bring build bump bundle cache calculate call
cancel cap capitalise capitalize capture carry catch categorise categorize centralise centralize
change charge check chill choose cite claim clarify classify clean cleanup clear click clip
clone close collaborate collapse collect combine comment commit communicate compare compile
complement complete compose compress compute concentrate conclude conduct configure confirm
connect conserve consider consolidate construct consult contact contain continue contribute
control convert coordinate copy correct count cover craft create credit cross-check cut debit
declare decline decode decompose decrease decrypt deduct dedupe deduplicate default defer define
delegate delete deliver demonstrate deny deploy deposit deprecate derive describe design detect
determine develop diagnose dial differentiate direct disable disallow discard disclose discover
discuss dismiss dispatch display dispose distinguish distribute divide do document dose
double-check download draft draw drive drop duplicate echo edit elaborate eliminate embed
embrace emit emphasise emphasize employ enable encapsulate encode encourage encrypt end enforce
engage enhance ensure enter enumerate escalate escape establish estimate evacuate evaluate
examine exclude execute exercise exit expand expect explain explicitly explore export expose
express extend extract facilitate fail favor favour feature feed fetch fill filter finalise
finalize find finish fix flag flatten flush focus fold follow forbid force format formulate
forward frame freeze gate gather generate get give go grab grant grease greet group guard guide
hand handle harden hash have heat help hide highlight hoist hold honor honour identify ignore
illustrate implement import improve include incorporate increase increment indent index indicate
infer inform inherit initialise initialize inject inline insert inspect install instruct
instrument integrate interpret introduce invalidate investigate invite invoice invoke isolate
iterate join judge justify keep label launch lead lean learn leave let leverage limit link lint
list listen load localise localize locate lock log look lower lubricate maintain make manage map
mark mask match maximise maximize measure memoise memoize mention merge migrate mimic minimise
minimize mirror mix mock model modify modularise monitor move mute name narrow navigate
negotiate nest normalise normalize note notify number obey observe obtain offer offload omit
open operate optimise optimize order organise organize outline output override overwrite own
pack package pair palletise parallelise parallelize parse partition pass paste patch pause
perform persist phrase pick pin pipe place plan populate post practice precompute prefer prefix
prepare prepend prescribe present preserve press prevent print prioritise prioritize proceed
process produce profile prohibit promote prompt propagate propose protect provide provision
prune publish pull purge push put qualify quantify query quote raise randomise randomize rank
reach read reassess rebase rebuild recap recheck recommend reconcile record recover redact
redirect reduce refactor refer reference refine reflect reformat refrain refresh refund refuse
regenerate register reimburse reindex reject relate release reload rely remain remember remind
remove rename render reorder reorganise repeat rephrase replace reply report represent reproduce
request require reroute rerun rescue research reserve reset resolve respect respond restart
restate restore restrict restructure retain rethink retrieve retry return reuse reveal revert
review revise revoke rewrite ring rinse rollback rotate round route run sanitise sanitize save
say scan schedule scope scrub seal search seek select send separate serialise serialize serve
set shard share ship shorten show shut sign simplify simulate sketch skip slice smooth soak sort
space speak specify spell split squash stack stage standardise standardize start state stay
stick stir stop store stow stream strip structure study style submit subscribe substitute
suggest summarise summarize supply support suppress surface suspend switch synchronise
synchronize synthesise synthesize tag tailor take talk target teach tell terminate test thank
think throw tick tie tighten time timestamp torque touch trace track train transcribe transfer
transform transition translate treat trigger trim truncate trust try tune turn type understand
undo unify uninstall unit unlock unpack unset update upgrade upload use utilise utilize validate
value vary ventilate verify version view visit visualise visualize wait walk warn wash watch
water weigh whitelist wipe work wrap write yield zip
"""
)

#: Also everyday nouns: at the head of a short phrase they name a thing.
NOUNS = words_of(
    """
access account act address answer approach attempt audit back balance base batch bill block branch
break build bundle cache call cap care cause change charge check claim clean clone code comment
commit control copy count cover credit cut default design direct display document dose draft draw
drive drop echo edit end estimate exercise exit export extract fail feature feed filter finish fix
flag focus force format frame gate group guard guide hand handle hash head help hold import index
input invoice judge label launch lead limit link lint list load lock log look map mark mask match
measure mention merge mirror mix mock model monitor move name nest note number offer open order
outline output own package pair parse pass patch pause phrase pick pin pipe place plan post
practice prefix present press print process produce profile prompt pull push query quote raise rank
reach read record refund release report request research reserve reset respect result retry return
review ring round route run save scan schedule scope seal search set share ship show sign sketch
slice sort space split stack stage start state stop store stream structure study style suggest
supply support surface switch tag talk target test tick tie time timestamp touch trace track train
transfer transform transition trigger trim trust try tune turn type unit update upgrade upload use
value version view visit wait walk warn wash watch water work wrap write yield zip
"""
)

#: Nouns first of all: without an object that shows a verb they begin a title.
MOSTLY_NOUNS = words_of(
    """
access account address answer audit balance base batch bill branch cache charge code comment commit
control credit default design display document dose draft edit end estimate exit export feature
feed filter flag force format frame gate group guard guide hash help import index input invoice
judge label limit link list load log map model monitor name number order outline output package
patch phrase plan post practice prefix present process profile prompt query rank record refund
release report request research result retry return review route schedule scope search share sign
stack stage state store stream structure study style supply support surface tag target test time
timestamp track transfer transform transition trigger type unit update upgrade upload value version
view visit work
"""
)

#: Also adjectives: before a noun and its verb they describe a thing.
ADJECTIVES = words_of(
    """
appropriate clean clear complete correct direct duplicate elaborate free live lower narrow open own
present separate smooth
"""
)

#: Verbs that say how a thing is or fares; as a third word they are the verb of the sentence.
STATIVE = words_of(
    """
appear beat become begin belong bring come cost count deserve differ exist fail follow go happen
help hold hurt improve include keep lead live look lose make matter mean need occur outrank outweigh
prevent prove reflect remain require save seem show sit speak stand start stay suffice take tell
tend win work
"""
)

#: What follows a verb rather than a noun.
DETERMINERS = words_of(
    """
a about across after against all an another any around as at away back before between both by
clear down each either every exactly existing explicit few fewer first five for four from full
her him his if in into it its last less many me more multiple my neither new no off on one only
onto other our out over same several short small some such that the their them these this those
three through to two under until up us via when whole with without you your
"""
)

#: Finite auxiliaries: with one of them the first word is a subject, not a command.
FINITE = words_of(
    """
am are aren't can can't cannot could couldn't did didn't do does doesn't had has hasn't have
haven't is isn't may might must mustn't shall should shouldn't was wasn't were weren't will
won't would wouldn't
"""
)
