# ruff: noqa: E501  (a line is one alternative)
"""Choices that texts make: language, form, tone, order, channel.

Lines as in `tools`.
"""

WRITING = """
[text language*] answer, comment, commit, message, document, reply, text, email, report, log, heading, write, name, summary, write, user-facing text, review, ticket, pull request, page
English: ~english, in english | 英語, 英文, 英语
Japanese: ~japanese, in japanese | 日本語, 日语, 日文
Chinese: ~chinese, in chinese | 中国語, 中文, 汉语
German: ~german, in german | ドイツ語, 德语
French: ~french, in french | フランス語, 法语
Spanish: ~spanish, in spanish | スペイン語, 西班牙语
Dutch: ~dutch, in dutch
Italian: ~italian, in italian
Portuguese: ~portuguese, in portuguese
Korean: ~korean, in korean | 韓国語, 韩语
the reader's language: language of the customer, language of the user, language of the guest, language of the caller, customer's language, user's language, guest's language, their own language, same language, language they write in, language the user, language the customer, language the guest, language the caller, language the visitor, language the reader, language of the question, language of the message, language of the ticket | 相手の言語, ユーザーの言語, 質問と同じ言語, 用户的语言, 用户使用的语言
[english variant] spelling, write, text, user-facing text, label, document
British: british, british english, british spelling, uk english, en-gb | イギリス英語, 英式
American: american, american english, american spelling, us english, us spelling, en-us | アメリカ英語, 美式
[answer form*] output, answer, result, report, response, reply, return, list, summary, finding
JSON: json | JSON
YAML: yaml
XML: xml
CSV: csv
table: as a table, markdown table, in a table, table form, tabular | 表形式, 表で, 表格
bullets: bullet, bullet list, bulleted list, bullet point, numbered list, list form | 箇条書き, 列表形式, 要点, 列点
prose: prose, running text, full paragraphs, flowing text, continuous text, paragraph, complete sentences | 文章で, 散文, 段落形式, 叙述
diff form: unified diff, as a diff, as a patch
[markup*] return, output, answer, result, report, response, reply, message, text, document
Markdown: markdown | マークダウン
plain text: plain text, no markdown, without markdown | プレーンテキスト, 纯文本, 平文
HTML: html
JSON: ~json
[formality*] tone, answer, email, reply, write, customer, address, message, text
formal: formal, formally, formal address, polite, last name, surname, usted | 敬語, です・ます, ですます, 丁寧, 敬体, 正式, 您, 敬语
informal: informal, informally, casual, casually, first name, chatty, conversational, tutoyer | くだけた, 常体, だ・である, である調, 口语, 随意, カジュアル, フレンドリー
[detail*] answer, reply, explanation, summary, report, message, comment, document, write, commit, description, email
brief: brief, briefly, short, concise, terse, succinct, to the point, keep it short, one-line, one sentence | 簡潔, 短く, 手短, 简洁, 简短, 简要
detailed: detailed, in detail, thorough, thoroughly, exhaustive, comprehensive, at length, elaborate, step by step, in full, in depth, verbose | 詳しく, 詳細, 丁寧に説明, 网罗, 詳しい, 详细, 详尽, 完整说明
[tense*] commit, message, document, release note, write, changelog, sentence, summary, description, subject line
present tense: present tense | 現在形, 现在时
past tense: past tense | 過去形, 过去时
future tense: future tense
imperative: imperative, imperative mood | 命令形, 祈使句
[person*] document, write, tone, text, answer, sentence, customer, reader
first person: first person, ~say "i" | 一人称, 第一人称
second person: second person, address the reader as you, ~you form | 二人称, 第二人称
third person: third person | 三人称, 第三人称
[voice*] sentence, write, document
active: active voice | 能動態, 主动语态
passive: passive voice | 受動態, 被动语态
[Japanese style] 
desu-masu: desu-masu | です・ます調, ですます調, です・ます, 敬体
de-aru: de-aru | だ・である調, である調, 「である」, 常体
[emoji use] emoji
[place in text*] summary, conclusion, answer, import, comment, list, import, apology, greeting, file, question, code, result, test, export, note, link, header, field
first: come first, comes first, goes first, go first, stands first, placed first, at the top, to the top, on top, at the start, at the beginning, up front, begin with, begin by, open with, start with, before anything else | 最初, 冒頭, 先頭, 先に, 开头, 首先, 开始处, 顶部
last: come last, comes last, goes last, go last, placed last, at the end, at the bottom, to the bottom, at the very end, end with, close with, finish with | 最後, 末尾, 文末, 结尾, 最后, 末尾处, 底部
[sort direction*] list, sort, result, order, entry, row, event
ascending: ascending, oldest first, oldest entry, with the oldest, oldest at the top, oldest entries come first, alphabetical, a to z, smallest first, earliest first, lowest first | 昇順, 古い順, 升序
descending: descending, newest first, newest entry, newest entries, with the newest, newest at the top, latest at the top, latest first, reverse chronological, most recent first, largest first, highest first | 降順, 新しい順, 倒序, 降序
[sort key*] sort, import, list, row
alphabetical: alphabetical, alphabetically, by name | 五十音順, 名前順, 字母顺序, 按名称
by date: chronological, chronologically, by date | 日付順, 時系列, 时间顺序, 按日期
by importance: by importance, by severity, by priority | 重要度順, 优先级顺序, 按重要性
[number*] file, component, class, commit, question, pull request, function, test, assertion
one: one per, exactly one, only one, single component, one component, one question, single question | 一つだけ, 1つのみ, 只有一个, 一つの
many: several, multiple, more than one, as many as | 複数, いくつでも, 多个
[number form] number, write
digits: digits, numerals | 算用数字, 阿拉伯数字
words: spelled out, spell out, in words, written out | 漢数字, 汉字数字
[punctuation] sentence, text
oxford comma: oxford comma, serial comma
no oxford comma: no oxford comma, no serial comma
[theme*] page, theme, ui
light: light theme, light mode
dark: dark theme, dark mode
[manner*] deploy, release, publish, migration, test, update, format, run, merge, rollback, refund
automatic: automatic, automatically, automated, by ci, by the pipeline, without a human | 自動, 自动
manual: manual step, manual process, is manual, are manual, manually, by hand, by a person, by a human | 手動, 手作業, 人手, 手动, 人工
[channel*] customer, user, message, question, notify, tell, alert, contact, team, report, answer
email: by email, via email, by e-mail, by mail, via mail | メールで, 通过邮件
phone: by phone, call them, by telephone | 電話で, 打电话
chat: in chat, via slack, on slack, in slack, over chat | チャットで, Slack で, 在聊天
ticket: open a ticket, through the ticket, in the ticket | チケットで, 提工单
[strictness of failure*] error, warning, missing, input, build, check, test, row
fail: fail fast, fail loudly, fail the build, abort, stop at once, raise an error, treat as error, break the build, hard error, stop immediately | 即座に停止, 中断する, 立即失败, 中止
carry on: ignore and continue, log and continue, carry on, skip it and continue, best effort, keep going, warn only, continue anyway, fall back | 続行する, 無視して続け, 继续执行, 跳过
[empty value*] field, value, column, cell, missing, missing value, table
empty: leave empty, left empty, ~empty, ~blank, left blank | 空欄, 空のまま, 留空
dash: ~dash, ~hyphen, n/a, ~zero | ダッシュ, 横線, 破折号
[spread*] state, logic, function, test, code
one place: one file, single file, one place, central | 一か所, 集中
spread: file per, own file, separate file, one per file | 別ファイル, ファイルごと
"""
