# ruff: noqa: E501  (a list of words is one expression)
"""Headings and leads that lend their mood to bare items, and words that point elsewhere.

Titles are read in any case; all other patterns expect lower case, which is much quicker.
"""

from __future__ import annotations

import re

TITLE = re.compile(r"[^\w\s'’/-]")
BAN_TITLE = re.compile(
    r"^(?:(?:things?|what) )?(?:never(?: ever)?(?: do)?(?: this| these| the following)?|don'?ts?|do nots?|don'?t do(?: this)?"
    r"|do not(?: do)?(?: this)?|forbidden(?: \w+)?|prohibited(?: \w+)?|not allowed|disallowed|banned(?: \w+)?|must nots?"
    r"|not to do|what not to do|(?:common )?(?:mistakes|pitfalls) to avoid|things to avoid|to avoid|you must (?:not|never)"
    r"|off[- ]limits|no[- ]gos?|hard no|red lines?|absolute prohibitions?|prohibitions?|bans?"
    r"|never do|things (?:you )?(?:must )?never(?: do)?|what you must (?:not|never) do)$",
    re.IGNORECASE,
)
DUTY_TITLE = re.compile(
    r"^(?:(?:things?|what) )?(?:always(?: do)?(?: this)?|musts?(?: dos?)?|must haves?|mandatory(?: \w+)?|required(?: \w+)?|requirements"
    r"|hard (?:rules|requirements|constraints)|(?:absolute|strict|critical|core|iron|golden|non-negotiable|important|mandatory) (?:rules?|requirements?|constraints?)"
    r"|non-negotiables?|obligations?|constraints|you must(?: always)?|what you must do|rules you must follow)$",
    re.IGNORECASE,
)
SOFT_TITLE = re.compile(
    r"^(?:prefer(?:red|ences?|ably)?|nice to have|optional(?: \w+)?|recommend(?:ed|ations?)(?: \w+)?|suggestions?|tips?(?: and tricks)?"
    r"|consider(?:ations)?|good to have|should(?: have)?|guidelines|could have)$",
    re.IGNORECASE,
)
BAN_LEAD = re.compile(
    r"(?:\b(?:never|do not|don't|must not|must never|may not|avoid|forbidden|prohibited|not allowed|disallowed|under no circumstances"
    r"|refuse to|cannot|not permitted|off limits)(?: (?:do|use|ever|add|include|commit|touch|edit|any of|the following|these|this|things?|it|is|are)){0,4})\s*[:：]\W*$"
    r"|(?:禁止|不要|不得|严禁|切勿|してはいけない|禁止事項|しないこと|禁止する|避免)[^。]{0,10}[:：]\W*$",
)
DUTY_LEAD = re.compile(
    r"\b(?:must|always|make sure|ensure|required to|have to|shall|need to)(?: \w+){0,4}\s*[:：]\W*$|(?:必须|务必|必ず|してください|すること)[^。]{0,10}[:：]\W*$",
)
SOFT_LEAD = re.compile(
    r"\b(?:should|prefer|consider|try to|recommended|optional(?:ly)?|feel free to|you can|you may|nice to have)(?: \w+){0,3}\s*[:：]\W*$",
)
BAN_TITLE_CJK = re.compile(
    r"^(?:禁止(?:事項|事项)?|やってはいけないこと|しないこと|してはいけないこと|不要做的事|严禁|禁忌|不得)$"
)
DUTY_TITLE_CJK = re.compile(
    r"^(?:必須(?:事項|ルール)?|必ず守ること|厳守(?:事項)?|必须(?:遵守)?|强制(?:要求|规则)|硬性规则|必做)$"
)
ANAPHORA = re.compile(
    r"\b(?:this|that|these|those|above|below|here|the following|previous(?:ly)?|aforementioned|such|the (?:former|latter|same|other)s?|it|its|they|them|their|then|otherwise"
    r"|see (?:section|below|above)|as (?:described|shown|listed|noted|mentioned)|the rest|next step|previous step|step \d+|instead|likewise|similarly|also|both|one of them)\b"
    r"|^(?:and|but|so|or|then|next|after that|afterwards|otherwise|also|finally)\b"
    r"|[こそあ](?:の|れ|れら|こ|ちら|のような|の場合|う)|上記|下記|前述|後述|以下|以上の|同様|該当|当該|次の|前の"
    r"|该|此|这(?:些|个|里|样|种)?|那(?:些|个|里)?|上述|下述|以下|如下|其(?!他|它|余)|它们?|上面|下面|前面|后面|同上|否则",
)
#: "this" and "that" in these places do not point at other sentences.
NOT_ANAPHORA = re.compile(
    r"\b(?:that|such) (?=(?:is|are|was|were|has|have|does|do|can|cannot|must|may|will|would|should|the|a|an|you|we|it|they|each|every|all|as|no|\w+s\b))"
    r"|\bthis (?:repo(?:sitory)?|project|codebase|package|file|skill|command|prompt|document|monorepo|app(?:lication)?|workspace|organi[sz]ation|team|plugin|tool)\b"
    r"|\bsuch as\b|\b(?:so|ensure|sure|require[sd]?|check|verify|confirm|note|certain) that\b|\bthe same\b|\bother(?:s)?\b|\binstead of\b|\bboth\b[^.]*\band\b",
)
SCOPED = re.compile(
    r"\b(?:if|when(?:ever)?|while|unless|until|once|during|before|after|where(?:ver)?|except|only (?:for|in|on|when|if)|for (?:the|all|any|every|each|new|\w+s\b)|within|under|in (?:the|this|these|case|¤|\w+ mode|production|staging|tests?)"
    r"|on (?:the|¤|\w+ branch|failure|success|error|windows|linux|macos)|as long as|provided|in case|upon|prior to|following|depending on|from (?:the|¤))\b"
    r"|(?:場合|とき|時は|際|前に|後に|たら|なら|れば|までは|限り|の間)|(?:如果|当.{1,20}时|若|除非|之前|之后|期间|情况下|时[，,])",
)
OPEN_LEAD = re.compile(r"[:：]\W*$")

#: Titles that say nothing about where a rule holds.
GENERIC_TITLE = re.compile(
    r"^(?:(?:(?:important|critical|key|core|general|global|basic|main|hard|strict|absolute|golden|must|project|coding|code|team|house|working|our|the|some|more|additional|other|non-negotiable|mandatory|required|development)\s+)*"
    r"(?:rules?|guidelines?|instructions?|constraints?|requirements?|conventions?|principles?|standards?|notes?|reminders?|important|critical|overview|introduction|intro|summary|about|general|misc(?:ellaneous)?|other|others|limits?|dos?(?: and don'?ts?)?|do's and don'ts"
    r"|don'?ts?|never|always|must|musts|preferences?|tips?|best practices|practices|policy|policies|boundaries|guardrails|non-negotiables?|forbidden|prohibited|warnings?|cautions?|context|background|details|contents?|safety|essentials|checklist|before (?:you )?(?:finish|start)\w*|final (?:checks?|reminders?)|role|persona|task|goal|objectives?|system prompt|agents?|claude|style|voice|tone|behaviou?r)"
    r"|claude\.md|agents\.md|gemini\.md|readme|skill\.md"
    r"|ルール|規則|規約|注意(?:事項|点)?|重要(?:事項)?|制約(?:事項)?|方針|禁止事項|必須事項|概要|はじめに|指示|原則|その他|チェックリスト|规则|规范|注意(?:事项)?|重要|约束|要求|原则|概述|说明|指令|其他|禁止事项|检查清单)$",
    re.IGNORECASE,
)
