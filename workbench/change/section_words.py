"""The words of added sections, in the prompt's own language."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.language.detection import language


@dataclass(frozen=True, slots=True)
class Words:
    """Titles of the added sections, their tags, and the signs behind and between headings.

    `verify`: the line that introduces a checklist. `pointer`: the line that stays where a section
    went to a file, with `{path}`. `mark`: the marker of a rule that must hold.
    """

    critical: str
    reminders: str
    critical_tag: str
    reminders_tag: str
    colon: str
    joint: str
    checklist: str
    checklist_tag: str
    verify: str
    pointer: str
    mark: str


WORDS: dict[str, Words] = {
    "en": Words(
        "Critical rules",
        "Reminders",
        "critical_rules",
        "reminders",
        ": ",
        " / ",
        "Final checklist",
        "final_checklist",
        "Before finishing, verify:",
        "This section is in `{path}`; read it when you need it.",
        "[REQUIRED]",
    ),
    "ja": Words(
        "重要な規則",
        "再確認",
        "critical_rules",
        "reminders",
        "：",
        "／",
        "完了前のチェックリスト",
        "final_checklist",
        "完了する前に、次を確認してください。",
        "この節は `{path}` にあります。必要になったら読んでください。",
        "【必須】",
    ),
    "zh": Words(
        "关键规则",
        "再次提醒",
        "critical_rules",
        "reminders",
        "：",
        "／",
        "完成前检查清单",
        "final_checklist",
        "完成之前，请逐项确认：",
        "本节内容见 `{path}`，需要时请阅读。",
        "【必须】",
    ),
}

#: The markers in all languages.
MARKS = tuple(words.mark for words in WORDS.values())


def words_for(text: str) -> Words | None:
    """The words for a prompt in the language of `text`; None where we have none."""
    return WORDS.get(language(text))
