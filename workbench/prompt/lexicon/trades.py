# ruff: noqa: E501  (a line is one alternative)
"""Choices of schools, kitchens, games and offices. Lines as in `everyday`."""

TRADES = """
[game engine*] game
Unity: ~unity
Unreal: unreal engine, ~unreal
Godot: godot
[script language*] script, quest, dialogue, mod
Lua: lua
GDScript: gdscript
visual scripting: visual scripting, blueprint
[camera*] camera, player, view
first person: first-person camera, first-person view, first person view
third person: third-person camera, third-person view, third person view
top-down: top-down, from above
isometric: isometric
[turns*] combat, fight, battle, game
turn-based: turn-based
real-time: in real time, real-time
[translation way*] translate, text, idiom, name, translation
literal: literally, word for word, literal translation, verbatim | 直訳, 逐語訳, 直译, 逐字
by meaning: by meaning, by sense, translate freely, idiomatically, free translation | 意訳, 意译
[publicity*] feedback, praise, criticism, answer, result, talk, discuss, grade
in private: in private, privately, private message, one-to-one, one to one, in confidence | 個別に, 私下, 私信
in public: in public, publicly, in front of the class, in front of the, before the whole class | 公の場, 全員の前, 当众, 公开地
[company*] work, exercise, task, student, homework, project
alone: ~alone, individually, on their own, single-handed | 一人で, 单独, 独立完成
in pairs: in pairs, in twos | 二人一組, ペアで, 两人一组
in groups: in groups, in teams, group work | グループで, 小组
[exam form*] exam, test, exercise
oral: oral, orally, spoken | 口頭, 口试
written: in writing, written exam, written test | 筆記, 笔试
[marks*] grade, mark, exercise, exam
letters: letter grade, letter grades
points: in points, out of 100, point scale
pass or fail: pass or fail, pass/fail
[signature kind*] sign, contract, signature, letter
by hand: by hand, handwritten, in ink, wet ink | 手書き, 手写
electronic: electronically, electronic signature, e-signature, digitally | 電子署名, 电子签
[delivery way*] letter, send, document, contract, reply, notice, file
by post: by post, registered mail, by letter, by courier | 郵送, 邮寄
by fax: by fax | ファックス, 传真
online: online portal, through the portal, by upload | オンラインで, 在线提交
[payment*] pay, customer, order, fee, bill
cash: in cash, ~cash | 現金, 现金
card: by card, credit card, debit card | カード払い, 刷卡, 信用卡
bank transfer: bank transfer, by transfer, wire transfer | 銀行振込, 银行转账
invoice: on invoice, by invoice, against invoice
[frying fat*] fry, cook, bake, pan, sear, roast
butter: ~butter, clarified butter, ghee | バター, 黄油
olive oil: olive oil | オリーブオイル, 橄榄油
vegetable oil: sunflower oil, rapeseed oil, vegetable oil, canola oil | サラダ油, 植物油
lard: lard | ラード, 猪油
margarine: margarine
[sweetener*] sweeten, dessert, cake, tea, drink
sugar: with sugar | 砂糖で, 用糖
honey: honey | 蜂蜜
syrup: maple syrup, agave syrup
[milk kind*] coffee, milk, porridge, dough, dessert, sauce
dairy milk: cow's milk, whole milk, dairy milk | 牛乳, 牛奶
plant milk: oat milk, soy milk, almond milk, plant milk | 豆乳, 燕麦奶
[heat*] simmer, cook, fry, boil, sauce, stew, soup, meat, onion
low heat: low heat, gentle heat, over a low flame | 弱火, 小火, 文火
medium heat: medium heat | 中火
high heat: high heat, over a high flame | 強火, 大火, 旺火
[serving*] serve, dish, soup, drink, wine, tea, salad
hot: serve hot, served hot, piping hot | 熱いうちに, 趁热
cold: serve cold, served cold, chilled, ice-cold | 冷やして, 冷藏后
at room temperature: at room temperature | 常温で, 室温で, 常温
[plot library*] diagram, plot, figure
matplotlib: matplotlib
plotly: plotly
seaborn: seaborn
ggplot: ggplot, ggplot2
altair: altair
bokeh: bokeh
d3: d3, d3.js
chart.js: chart.js, chartjs
echarts: echarts
highcharts: highcharts
[page layout*] page, layout, lay, form, component, style, format
grid: css grid, ~grid
flexbox: flexbox
floats: ~float
tables: table layout
[diagram tool*] diagram, design, document
draw.io: draw.io, drawio, diagrams.net
PlantUML: plantuml
Mermaid: mermaid
Lucidchart: lucidchart
Visio: visio
Excalidraw: excalidraw
[icon set*] icon
lucide: lucide
heroicons: heroicons
font awesome: font awesome, fontawesome
material icons: material icon
feather: ~feather
[ui kit*] component, button, ui, form
material: material ui, mui
bootstrap: bootstrap
ant design: ant design, antd
chakra: chakra
shadcn: shadcn
[page host*] page, deploy, server, app, hosting
netlify: netlify
vercel: vercel
cloudflare pages: cloudflare pages
github pages: github pages
heroku: heroku
fly.io: fly.io
render: ~render.com
[job runner*] job, queue, background
celery: celery
dramatiq: dramatiq
rq: rq
sidekiq: sidekiq
bullmq: bullmq
resque: resque
"""
