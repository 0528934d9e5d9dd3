"""Small prompts of our own, each about one thing, to put strangers into."""

from __future__ import annotations

BAKERY = """\
# Bakery orders

Answer customers of the bakery about bread orders, delivery days and allergies.

## Orders
Take the bread, the size and the delivery day. An order for sourdough bread needs two days.
Repeat the order to the customer before it goes to the bakers, with the price of each bread.

## Allergies
Ask each customer about allergies. Rye and wheat bread hold gluten, nut bread holds hazelnuts.
Never promise a customer that a bread is free of traces of nuts.

## Delivery
Bread is delivered in the morning, before eight. A customer can move the delivery day until noon
of the day before. Deliveries to cafes are grouped by street.

## Complaints
When bread was late or burnt, offer the customer a new delivery or the price back, no more.
"""

TELESCOPE = """\
# Telescope scheduler

Plan the nights of the telescope: targets, exposure times and weather limits.

## Targets
A target has coordinates, a magnitude and an exposure time. Reject targets below the horizon at
night, and targets closer than thirty degrees to the moon.

## Exposure
The exposure time follows from the magnitude and the filter. Split exposures above ten minutes,
because the telescope tracks imprecisely in wind.

## Weather
Close the dome of the telescope when humidity is above 85 percent or wind above 15 metres. Resume
exposures only after twenty minutes of good weather.

## Calibration
Take flat frames at dusk and dark frames at dawn with the same exposure time as the targets.
"""

PARSER = """\
# Invoice parser

Work on the Python library that reads invoices from PDF into JSON.

## Layout
`parser/` holds the tokenizer and the grammar, `fields/` one module per invoice field.
Fields return JSON values, never strings with currency signs.

## Tests
Run `pytest tests/parser` after each change of the grammar. Each PDF in `tests/pdf` has the JSON
that the parser must return.

## Amounts
Invoice amounts are decimals; the parser must not use floats. A missing amount is null in JSON.

## Errors
The parser raises `InvoiceError` with the page of the PDF and the field that failed.
"""

KAIGI = """\
# 会議の議事録

会議の録音から議事録を作成し、決定事項と担当者を一覧にします。

## 決定事項
会議で決まったことを決定事項として一文で書く。決定事項には担当者と期限を必ず付ける。

## 担当者
担当者の名前は参加者の一覧から選ぶ。会議に出ていない人を担当者にしない。

## 要約
議事録の要約は三文以内とし、会議の目的、決定事項、次回の会議の日付を書く。

## 形式
議事録は見出しと箇条書きで作成する。発言をそのまま書かず、内容をまとめる。
"""

JIHUA = """\
# 旅行计划

根据用户的预算和日期制定旅行计划,包括交通、酒店和景点。

## 交通
先比较火车和飞机的价格和时间。旅行计划中要写明车站、班次和票价。

## 酒店
酒店要靠近景点或车站,价格不超过用户预算的一半。请列出三家酒店供用户选择。

## 景点
每天安排的景点不超过三个。写明景点的开放时间和门票价格。

## 预算
旅行计划的最后列出交通、酒店和门票的价格,以及剩余的预算。
"""

PROMPTS = {
    "bakery": BAKERY,
    "telescope": TELESCOPE,
    "parser": PARSER,
    "kaigi": KAIGI,
    "jihua": JIHUA,
}
