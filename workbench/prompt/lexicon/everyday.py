# ruff: noqa: E501  (a line is one alternative)
"""Choices of other trades and of daily work: how often, on which day, in which form, with what.

Lines as in `tools`. All of them are attributes: the two sentences must speak of one subject.
"""

EVERYDAY = """
[frequency*] run, back up, backup, report, meeting, send, check, update, review, clean, bill, rotate
hourly: hourly, every hour, each hour, once an hour | 毎時, 每小时
daily: daily, every day, each day, once a day, nightly, every night, each night, every evening, every morning, each morning | 毎日, 毎晩, 毎朝, 每天, 每日, 每晚
weekly: weekly, every week, each week, once a week | 毎週, 每周, 每星期
fortnightly: fortnightly, every two weeks, biweekly, every other week | 隔週, 每两周
monthly: monthly, every month, each month, once a month | 毎月, 每月, 每个月
quarterly: quarterly, every quarter, each quarter, once a quarter | 四半期ごと, 每季度
yearly: yearly, annually, every year, each year, once a year | 毎年, 每年
[weekday*] meeting, release, deploy, report, send, publish, bill, backup, order, clean, deliver, invoice, lesson, homework, day
Monday: monday | 月曜, 周一, 星期一
Tuesday: tuesday | 火曜, 周二, 星期二
Wednesday: wednesday | 水曜, 周三, 星期三
Thursday: thursday | 木曜, 周四, 星期四
Friday: friday | 金曜, 周五, 星期五
Saturday: saturday | 土曜, 周六, 星期六
Sunday: sunday | 日曜, 周日, 星期日, 星期天
[part of the month*] bill, report, invoice, pay, send
start of the month: start of the month, beginning of the month, first of the month, first day of the month | 月初, 每月初
end of the month: end of the month, last day of the month | 月末, 月底
[currency*] money, number, report, invoice, fee, cost
euro: in euro, in euros, in eur | ユーロ, 欧元
dollar: in dollars, in us dollars, in usd | ドル, 美元
pound: in pounds sterling, in gbp, in sterling
yen: in yen, in jpy | 日元
franc: in francs, in chf
yuan: in yuan, in rmb, in renminbi | 人民币
[tax*] money, fee, number, tax, report
with tax: include vat, including vat, with vat, include tax, including tax, with tax, gross, tax included, vat included | 税込, 含税
without tax: exclude vat, excluding vat, without vat, without tax, excluding tax, before tax, net of tax, plus vat | 税抜, 税別, 不含税, 未税
[code language*] firmware, code, script, service, write, tool, backend, program, plugin, module, function
C: ~write in c, ~in plain c, in ansi c
C++: ~in c++
C#: ~in c#
Rust: ~in rust
Go: ~in go, in golang
Python: ~in python
Java: ~in java
Kotlin: ~in kotlin
TypeScript: ~in typescript
JavaScript: ~in javascript, ~in plain javascript
Ruby: ~in ruby
PHP: ~in php
Swift: ~in swift
Bash: ~in bash
Perl: ~in perl
Elixir: ~in elixir
Scala: ~in scala
R: ~write in r
Julia: ~in julia
[access model*] access, permission, user, grant
by role: role-based, per role, by role, to roles, through roles | ロール単位, 按角色
by person: per user, per person, single users, individual users, individually, to people | ユーザー単位, 按用户, 按个人
by group: per group, by group, through groups | グループ単位, 按组
[password hash*] password, hash
argon2: argon2, argon2id
bcrypt: bcrypt
scrypt: scrypt
pbkdf2: pbkdf2
sha-256: sha-256, sha256
md5: md5
sha-1: sha-1, sha1
[cipher*] encrypt, key, sign
aes: aes, aes-256, aes-128
chacha20: chacha20
rsa: rsa
ed25519: ed25519
ecdsa: ecdsa
3des: 3des
[second factor*] factor, login, user
text message: sms, text message | ショートメッセージ, 短信
authenticator app: authenticator app, totp, authenticator
hardware key: hardware key, security key, yubikey
[colour*] color, style, brand, button, heading, background, theme, mark
red: ~red, ~in red | 赤色, 红色
blue: ~blue, ~in blue | 青色, 蓝色
green: ~green, ~in green | 緑色, 绿色
yellow: ~yellow, ~in yellow | 黄色
black: ~black, ~in black
white: ~white, ~in white
grey: ~grey, ~gray
orange: ~orange
purple: ~purple
[api description*] api, endpoint, document
OpenAPI: openapi, swagger
RAML: raml
API Blueprint: api blueprint
[linux base*] container, image, server, build
debian: debian
ubuntu: ubuntu
alpine: alpine
fedora: fedora
red hat: red hat, rhel, ubi
centos: centos, rocky linux, almalinux
distroless: distroless
[web server*] server, request
nginx: nginx
apache: apache httpd
caddy: caddy
traefik: traefik
haproxy: haproxy
[cache store*] cache, session, store
redis: redis
memcached: memcached
valkey: valkey
[monitoring*] metric, alert, monitor, dashboard
prometheus: prometheus
datadog: datadog
new relic: new relic
cloudwatch: cloudwatch
zabbix: zabbix
[code host*] repository, code, issue, pull request
github: ~github
gitlab: ~gitlab
bitbucket: bitbucket
[meeting tool*] meeting, call
zoom: ~zoom
teams: ~microsoft teams, ms teams
google meet: google meet
webex: webex
[text tool*] contract, draft, document, write, report, letter
Word: microsoft word, ms word, ~in word, ~word document
Google Docs: google docs, google doc
LaTeX: latex
LibreOffice: libreoffice
Confluence: ~confluence
Notion: ~notion
[slides tool*] slide, presentation
PowerPoint: powerpoint
Keynote: ~keynote
Google Slides: google slides
[design tool*] design, mock-up, screen
Figma: figma
Sketch: ~sketch
Adobe XD: adobe xd
[chart type*] group, compare, show, diagram, figure, result, plot, time
bar chart: bar chart, bar graph | 棒グラフ, 柱状图, 条形图
line chart: line chart, line graph | 折れ線, 折线图
pie chart: pie chart | 円グラフ, 饼图
scatter plot: scatter plot | 散布図, 散点图
box plot: box plot | 箱ひげ図, 箱线图
histogram: histogram | ヒストグラム, 直方图
heat map: heat map, heatmap | ヒートマップ, 热力图
[gap filling*] value, missing, gap, null value, row
drop: ~drop, ~removed, ~remove the row
median: with the median, by the median
mean: with the mean, by the mean
zero: with zero, with 0, as zero
interpolate: interpolate, interpolated, interpolation
forward fill: forward fill, forward-fill, last known value
[average*] summary, average, income, report, value, time
mean: arithmetic mean, ~the mean, ~mean | 平均値, 平均数
median: ~the median, ~median | 中央値, 中位数
[correlation*] correlation
pearson: pearson
spearman: spearman
kendall: kendall
[group test*] test, compare, group
t-test: t-test, t test
mann-whitney: mann-whitney, mann whitney
wilcoxon: wilcoxon
anova: anova
[data split*] validate, model, data, evaluate
cross-validation: cross-validation, cross validation, k-fold
hold-out: hold-out set, holdout set, single split
[rounding way*] round, number, half, money, sum
half to even: half to even, bankers' rounding, banker's rounding | 偶数丸め, 银行家舍入
half up: half up, halves up, ~rounded up, ~round up, ~always up | 四捨五入, 切り上げ, 四舍五入
down: ~rounded down, ~round down, truncate, cut off | 切り捨て, 向下取整
[table format*] export, file, data, result, dataset, report, save
csv: csv
parquet: parquet
excel file: xlsx, excel file, excel workbook
avro: avro
feather: feather
[image format*] image, screenshot, icon, picture, logo, diagram
png: png
jpeg: jpeg, jpg
webp: webp
svg: svg
gif: ~gif
avif: avif
[sound format*] sound, audio, recording, music
mp3: mp3
wav: wav
flac: flac
ogg: ogg, ogg vorbis
[film format*] video, film, clip, recording
mp4: mp4
webm: webm
mov: ~mov
[document format*] document, report, contract, send, letter, save, invoice, manual
pdf: pdf
docx: docx, word file
odt: odt
epub: epub
[paper*] paper, page, print, document, report
A4: a4
US letter: us letter, letter size, letter paper
A5: a5
[orientation*] page, slide, print, screen, photo
portrait: ~portrait, portrait mode, to portrait | 縦向き, 纵向
landscape: ~landscape, landscape mode, to landscape | 横向き, 横向
[alignment*] text, number, column, heading, table, image
left: left-aligned, align left, aligned left, flush left, to the left | 左揃え, 左对齐
right: right-aligned, align right, aligned right, to the right | 右揃え, 右对齐
centre: centred, centered, in the centre, in the center | 中央揃え, 居中
justified: ~justified, justified text | 両端揃え, 两端对齐
[stress*] term, word, name, warning, title, text
bold: in bold, bold type, in bold type | 太字, 粗体, 加粗
italics: in italics, in italic, italic type | 斜体, イタリック
underlined: underline, underlined | 下線, 下划线标
[list kind*] list, step, item, point, write
numbered: numbered list, ordered list, as numbered, with numbers | 番号付き, 编号列表, 有序列表
bulleted: bulleted list, bullet list, unordered list, with bullets, as bullets | 黒丸, 无序列表
[quote shape*] quote mark, text
curly: curly quote, typographic quote, smart quote
straight: straight quote
guillemets: guillemet
[numerals*] number, chapter, heading, list, year
roman: roman numeral, roman numerals | ローマ数字, 罗马数字
arabic: arabic numeral, arabic numerals
[Chinese script*] text, write, answer, document, name
simplified: simplified | 簡体字, 简体
traditional: traditional chinese, traditional characters | 繁体字, 繁体, 繁體
[form of address*] address, reader, customer, german, french, spanish, text, user
familiar: ~du, ~tu, ~"du", ~"tu" | 用“你”
polite: ~sie, ~vous, ~usted, ~lei | 用“您”
[isolation*] transaction, database
serializable: serializable, serialisable
read committed: read committed
repeatable read: repeatable read
[locking way*] lock, row, record, edit, transaction
optimistic: optimistic
pessimistic: pessimistic
[consistency*] read, write, store, data
eventual: eventual consistency, eventually consistent
strong: strong consistency, strongly consistent
[key kind*] key, table, row
natural: natural key
surrogate: surrogate key
[read source*] read, query, report
primary: from the primary, on the primary, against the primary, primary database
replica: from the replica, from a replica, on the replica, against the replica, read replica
[rollout way*] deploy, release, roll out, rollout
blue-green: blue-green, blue/green
canary: canary
rolling: rolling update, rolling deploy, rolling deployment
all at once: all at once, big bang, in one go
[update verb*] update, change, endpoint, resource, partial
PUT: ~put
PATCH: ~patch
[coverage kind*] coverage
line coverage: line coverage
branch coverage: branch coverage
[plural*] name, path, table, endpoint, resource, collection
plural: plural, plurals, plural noun, in the plural | 複数形, 复数
singular: singular, singular noun, in the singular | 単数形, 单数
[team process*] team, work, sprint, board
scrum: scrum
kanban: kanban
"""
