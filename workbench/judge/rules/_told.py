# ruff: noqa: E501  (a pattern is one expression)
"""Sentences that rule nothing: they tell of the past, or of what others say."""

from __future__ import annotations

import re
from functools import lru_cache

_PAST = re.compile(
    r"\b(?:used to (?!\w+(?:e|ate|ify) the)|formerly\b|previously\b|in the past\b(?! tense)|back then\b|in the old days\b|historically\b|originally\b)"
    r"|^\W*(?:until|before|in|since) (?:the )?(?:end of )?(?:[A-Z][a-z]+ )?(?:19|20)\d\d,? (?:the |our |we |it |they )(?:\w+ ){0,3}?(?:\w+ed|was|were|had|wrote|ran|kept|did|sent|went|took|gave|made|used|built|held|met)\b"
    r"|^\W*(?:the |our )?(?:old|previous|former|first) (?:\w+ ){1,2}?(?:\w+ed|was|were|had|wrote|ran|kept|did|sent|went|took|gave|made|held)\b"
    r"|^\W*(?:last (?:year|month|week|spring|summer|autumn|winter)|once|years ago|at first)\b[^.]{0,40}\b(?:was|were|had|did|\w+ed)\b"
    r"|(?:以前は|かつて|昔は|当時)[^。]*(?:た|だった|いた)[。]?$|(?:以前|曾经|过去|当时|原来)[^。]*(?:了|过|时)?[。]?$",
    re.IGNORECASE,
)
_BINDS_NOW = re.compile(
    r"\b(?:must|never|do not|don't|always|no longer|now|today|should|shall|may not)\b|禁止|こと。|ください|现在|不要|不得|必须",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"^\W*(?:some |many |most |other |a few |often,? )?(?:customers|people|users|critics|others|readers|students|players|guests|reviewers|developers|patients|clients|visitors|callers|colleagues|competitors|they) (?:often |sometimes |may |might |will |tend to )*(?:say|complain|claim|think|believe|report|argue|assume|expect|wonder|ask|write|object|hope|fear|suspect) (?:that|why|whether|if|how|us)\b"
    r"|(?:という声|と言われ|と思われがち|という意見)|(?:客户|用户|有人|大家)(?:常)?(?:说|抱怨|认为|反映|以为)",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)  # each sentence stands in many pairs
def rules_nothing(text: str) -> bool:
    """Whether a sentence tells of the past or of what others say, and binds nobody now."""
    return bool(_SAID.search(text) or (_PAST.search(text) and not _BINDS_NOW.search(text)))
