# ruff: noqa: E501  (a list of words is one expression)
"""Trades by their words: a section that speaks of a trade that the rest never touches is elsewhere's.

Words are whole and in lower case; each is rare outside its trade.
"""

from __future__ import annotations

import re
from collections import Counter

_TRADES: dict[str, str] = {
    "software development": r"commits?|lint(?:er|ing)?|pull requests?|branch(?:es)?|merge|refactor\w*|unit tests?|type hints?|codebase|repositor(?:y|ies)|functions?|compil\w+|ci|code review|source code|stack trace|pytest|eslint|npm|git",
    "mobile apps": r"ios|iphones?|ipads?|android|swiftui|uikit|swift|xcode|kotlin|jetpack compose|app store|play store|testflight|flutter|react native|view models?|storyboards?|cocoapods|mobile app",
    "web front ends": r"react|vue|svelte|angular|jsx|tsx|css|scss|tailwind|hooks?|props|dom|components?|useeffect|usestate|redux|storybook|next\.?js|html|stylesheets?|browser",
    "servers and clusters": r"kubernetes|kubectl|helm|terraform|ansible|nginx|load balancers?|pods?|ingress|vpc|ec2|cloudformation|prometheus|grafana|dockerfiles?|systemd",
    "letters and marketing": r"e-?mails?|newsletters?|letters?|salutation|formal address|customers?|press releases?|social media|tweets?|linkedin|instagram|blog posts?|marketing|slogans?|campaigns?|brand(?:ing)?|hashtags?|signature|headlines?|subject line|promotional|ad copy|seo",
    "data science": r"pandas|dataframes?|notebooks?|matplotlib|numpy|scikit\w*|epochs?|learning rate|training set|gpu|pytorch|tensorflow|hyperparameters?|regression",
    "embedded devices": r"firmware|microcontrollers?|interrupts?|isr|registers?|gpio|arduino|esp32|i2c|spi bus|soldering|rtos|bootloader",
    "games": r"unity|unreal|shaders?|sprites?|gameplay|game engine|godot|prefabs?|npcs?|hitbox\w*",
    "staff and office": r"vacation|payroll|expenses?|expense reports?|travel|hiring|interviews?|candidates?|onboarding|new hires?|meeting rooms?|sick leave|timesheets?|recruit\w+|badges?|parking",
    "slides and documents": r"slides?|powerpoint|keynote|speaker notes|decks?|presentations?|agenda|word documents?|bullet points|talking points",
    "spreadsheets": r"excel|spreadsheets?|pivot tables?|macros?|worksheets?|vlookup|google sheets",
    "databases": r"sql|postgres\w*|mysql|indexes|indices|foreign keys?|migrations?|stored procedures?|orm|joins?|vacuum|replicas?",
    "food and kitchen": r"recipes?|ingredients?|kitchen|oven|menu|chefs?|cooking|dishes|allergens?|vegetarian|portions?",
    "health care": r"patients?|diagnos\w+|dosage|nurses?|clinic\w*|symptoms?|prescriptions?|medication",
    "school": r"pupils?|teachers?|homework|lessons?|classroom|grades?|exams?|curriculum",
    "law": r"contracts?|clauses?|lawyers?|attorneys?|litigation|court|plaintiffs?|nda",
    "audio and film": r"podcasts?|microphones?|video editing|footage|subtitles|soundtrack|voice-?over|thumbnails?|youtube",
    "print": r"cmyk|bleed|offset printing|typesetting|indesign|print shop|brochures?|flyers?|posters?",
    "hardware workshop": r"3d print\w*|cnc|lathe|welding|laser cutter|gears?|torque|drill\w*",
    "desktop apps": r"wpf|winforms|electron|msix|windows installer|macos app|system tray|qt widgets?",
}
_CJK: dict[str, str] = {
    "mobile apps": r"iOS|Android|アプリストア|スマホアプリ|モバイルアプリ|SwiftUI|安卓|移动端|小程序",
    "letters and marketing": r"メール|手紙|敬語|宛名|広告|宣伝|キャンペーン|ブログ|SNS|署名|件名|营销|邮件|广告|推文|公众号",
    "software development": r"コミット|リンター|ブランチ|リファクタ|プルリクエスト|関数|コードレビュー|单元测试|提交代码|分支|重构|函数",
    "web front ends": r"React|コンポーネント|フック|CSS|画面部品|组件|前端",
    "staff and office": r"有給|経費|出張|採用|面接|入社|会議室|报销|请假|招聘|面试",
    "slides and documents": r"スライド|発表資料|パワーポイント|幻灯片|演示文稿",
}
_PATTERNS = {
    trade: re.compile(
        rf"(?<![\w-])(?:{words})(?![\w-])" + (f"|{_CJK[trade]}" if trade in _CJK else ""),
        re.IGNORECASE,
    )
    for trade, words in _TRADES.items()
}


def trades(text: str) -> dict[str, Counter[str]]:
    """The words of each trade in `text`, with counts; trades without any are left out."""
    found: dict[str, Counter[str]] = {}
    for trade, pattern in _PATTERNS.items():
        words = Counter(match[0].lower() for match in pattern.finditer(text))
        if words:
            found[trade] = words
    return found
