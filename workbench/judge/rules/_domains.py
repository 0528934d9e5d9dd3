# ruff: noqa: E501  (a list of words is one expression)
"""Trades by their words: a section that speaks of a trade that the rest never touches is elsewhere's.

Words are whole and in lower case, `*` ends a word that may go on; each is rare outside its trade.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

_TRADES: dict[str, str] = {
    "software development": """commit linter lint linting pull_request branch merge refactor* unit_test type_hint codebase repository repositories function
        compil* ci code_review source_code stack_trace pytest eslint npm git""",
    "mobile apps": """ios iphone ipad android swiftui uikit swift xcode kotlin jetpack_compose app_store play_store testflight flutter react_native view_model
        storyboard cocoapods mobile_app""",
    "web front ends": """react vue svelte angular jsx tsx css scss tailwind hook prop dom component useeffect usestate redux storybook nextjs html stylesheet
        browser""",
    "servers and clusters": """kubernetes kubectl helm terraform ansible nginx load_balancer pod ingress vpc ec2 cloudformation prometheus grafana dockerfile
        systemd""",
    "letters and marketing": """email e-mail newsletter letter salutation formal_address customer press_release social_media tweet linkedin instagram blog_post
        marketing slogan campaign brand branding hashtag signature headline subject_line promotional ad_copy seo""",
    "data science": """pandas dataframe notebook matplotlib numpy scikit* epoch learning_rate training_set gpu pytorch tensorflow hyperparameter regression""",
    "embedded devices": """firmware microcontroller interrupt isr register gpio arduino esp32 i2c spi soldering rtos bootloader""",
    "games": """unity unreal shader sprite gameplay game_engine godot prefab npc hitbox*""",
    "staff and office": """vacation payroll expense expense_report travel hiring interview candidate onboarding new_hire meeting_room sick_leave timesheet recruit*
        badge parking""",
    "slides and documents": """slide powerpoint keynote speaker_note deck presentation agenda word_document bullet_point talking_point""",
    "spreadsheets": """excel spreadsheet pivot_table macro worksheet vlookup google_sheets""",
    "databases": """sql postgres* mysql index indexes indices foreign_key migration stored_procedure orm join vacuum replica""",
    "food and kitchen": """recipe ingredient kitchen oven menu chef cooking dish dishes allergen vegetarian portion""",
    "health care": """patient diagnos* dosage nurse clinic* symptom prescription medication""",
    "school": """pupil teacher homework lesson classroom grade exam curriculum""",
    "law": """contract clause lawyer attorney litigation court plaintiff nda""",
    "audio and film": """podcast microphone video_editing footage subtitle soundtrack voiceover voice-over thumbnail youtube""",
    "print": """cmyk bleed offset_printing typesetting indesign print_shop brochure flyer poster""",
    "hardware workshop": """3d_print* 3d-print* cnc lathe welding laser_cutter gear torque drill*""",
    "desktop apps": """wpf winforms electron msix windows_installer macos_app system_tray""",
}
_CJK: dict[str, str] = {
    "mobile apps": r"iOS|Android|アプリストア|スマホアプリ|モバイルアプリ|SwiftUI|安卓|移动端|小程序",
    "letters and marketing": r"メール|手紙|敬語|宛名|広告|宣伝|キャンペーン|ブログ|SNS|署名|件名|营销|邮件|广告|推文|公众号",
    "software development": r"コミット|リンター|ブランチ|リファクタ|プルリクエスト|関数|コードレビュー|单元测试|提交代码|分支|重构|函数",
    "web front ends": r"React|コンポーネント|フック|CSS|画面部品|组件|前端",
    "staff and office": r"有給|経費|出張|採用|面接|入社|会議室|报销|请假|招聘|面试",
    "slides and documents": r"スライド|発表資料|パワーポイント|幻灯片|演示文稿",
}
_WIDE = {trade: re.compile(words) for trade, words in _CJK.items()}
_WORD = re.compile(r"[a-z0-9][a-z0-9-]{1,40}")
_EXACT: dict[str, str] = {}
_STARTS: dict[str, str] = {}
for _trade, _words in _TRADES.items():
    for _word in _words.split():
        if _word.endswith("*"):
            _STARTS[_word[:-1]] = _trade
        else:
            _EXACT[_word] = _trade
_LENGTHS = sorted({len(start) for start in _STARTS})


def trades(text: str) -> dict[str, Counter[str]]:
    """The words of each trade in `text`, with counts; trades without any are left out."""
    found: dict[str, Counter[str]] = {}
    for trade, word in _hits(text):
        found.setdefault(trade, Counter())[word] += 1
    return found


@lru_cache(maxsize=20_000)  # the same words come again in every section
def _begun(word: str) -> tuple[str, str] | None:
    """The trade whose word begins `word`, and that beginning."""
    for length in _LENGTHS:
        trade = _STARTS.get(word[:length])
        if trade:
            return trade, word[:length]
    return None


def _hits(text: str) -> Iterator[tuple[str, str]]:
    before = ""
    for word in _WORD.findall(text.lower()):
        single = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
        pair = f"{before}_{single}"
        if pair in _EXACT:
            yield _EXACT[pair], pair
        elif word in _EXACT:
            yield _EXACT[word], word
        elif single in _EXACT:
            yield _EXACT[single], single
        else:
            begun = _begun(word)
            if begun:
                yield begun
        before = single
    if not text.isascii():
        for trade, pattern in _WIDE.items():
            for match in pattern.finditer(text):
                yield trade, match[0].lower()
