# ruff: noqa: E501  (a line is one alternative)
"""Choices: roles that one thing fills at a time, with the alternatives people know.

`[role] topic, topic` begins a block; the topics are concepts of `things` or `actions` that show
what is talked about. Each line is one alternative: `name: words, phrases | Japanese or Chinese`.
Words behind `~` are everyday words: they count only beside a topic of their role. A role whose
name ends in `*` holds attributes of any subject (the two subjects must agree).
"""

TOOLS = """
[js package manager] package manager, dependency, install
npm: npm
pnpm: pnpm
yarn: yarn
bun: ~bun
[python package manager] package manager, dependency, install
pip: pip, pip-tools
poetry: poetry
uv: uv
conda: conda, mamba
pipenv: pipenv
pdm: pdm
[ruby package manager] dependency
bundler: ~bundler
gem: gem install
[php build] dependency
composer: ~composer
[jvm build] build, dependency
maven: maven, mvn
gradle: gradle, gradlew
bazel: bazel
ant: ~ant
[native build] build
cmake: cmake
meson: meson
autotools: autotools, automake
bazel: bazel
[js test runner] test
jest: jest
vitest: vitest
mocha: mocha
jasmine: jasmine
node test: node:test, built-in test runner
ava: ~ava
[python test runner] test
pytest: pytest
unittest: unittest
nose: ~nose, nose2
[jvm test] test
junit 5: junit 5, jupiter
junit 4: junit 4
testng: testng
spock: spock
[ruby test] test
rspec: rspec
minitest: minitest
[browser test] test, e2e
playwright: playwright
cypress: cypress
selenium: selenium, webdriver
puppeteer: puppeteer
[component test] test
testing library: testing library
enzyme: enzyme
[js bundler] build
webpack: webpack
vite: vite
rollup: ~rollup
parcel: ~parcel bundler
esbuild: esbuild
turbopack: turbopack
[js formatter] formatter, lint, format deed
prettier: prettier
biome: biome
dprint: dprint
[python formatter] formatter, lint, format deed
black: ~black
yapf: yapf
autopep8: autopep8
ruff format: ruff format
[python linter] lint
ruff: ~ruff
flake8: flake8
pylint: pylint
[python type checker] type, type hint
mypy: mypy
pyright: pyright
[ui framework] component, page, ui, widget, user interface
react: react
vue: vue
svelte: svelte
angular: angular
solid: solidjs, ~solid
[state library] state, store
redux: redux, redux toolkit
zustand: zustand
mobx: mobx
recoil: recoil
jotai: jotai
pinia: pinia
vuex: vuex
context: ~context, react context
signals: ~signals
[data fetching] request, fetch, data, api
react query: react query, tanstack query
swr: swr
apollo: apollo
rtk query: rtk query
[js http client] request, api, endpoint, backend
axios: axios
fetch: `fetch`, window.fetch, fetch api, bare fetch, native fetch
got: ~got
ky: ~ky
superagent: superagent
[python http client] request, api
requests: requests library, python requests
httpx: httpx
aiohttp: aiohttp
urllib: urllib
[css approach] style, component
tailwind: tailwind, utility class, utility-first
css modules: css module
styled components: styled component, styled-components, emotion, css-in-js
sass: sass, scss
bootstrap: bootstrap
inline styles: inline style
plain css: plain css, vanilla css
bem: bem
[js date library] date, time
moment: ~moment, moment.js
dayjs: dayjs, day.js
date-fns: date-fns
luxon: luxon
temporal: temporal
[js validation] validation, validate, schema
zod: zod
yup: yup
joi: joi
ajv: ajv
valibot: valibot
[forms library] form
formik: formik
react hook form: react hook form, react-hook-form
[js orm] database, query
prisma: prisma
drizzle: drizzle
typeorm: typeorm
sequelize: sequelize
knex: knex
[python web] api, server, endpoint, service
flask: flask
django: django
fastapi: fastapi
[node web] api, server, endpoint, service
express: ~express
fastify: fastify
koa: koa
nest: nestjs
hono: hono
[python data] data, table
pandas: pandas
polars: polars
[python validation] validation, schema
pydantic: pydantic
marshmallow: marshmallow
attrs: ~attrs
dataclasses: dataclass
[python paths] file
pathlib: pathlib
os.path: os.path
[log library] log
winston: winston
pino: pino
structlog: structlog
loguru: loguru
stdlib logging: stdlib logging, logging module
log4j: log4j
logback: logback
[go errors] error
errors.Is: errors.is
pkg/errors: pkg/errors
[rust errors] error
anyhow: anyhow
thiserror: thiserror
eyre: eyre
[rust async] async
tokio: tokio
async-std: async-std
[assertions] test
assertj: assertj
hamcrest: hamcrest
chai: ~chai
testify: testify
[mock library] mock, test
mockito: mockito
easymock: easymock
sinon: sinon
[database engine] database
postgres: postgres, postgresql
mysql: mysql, mariadb
sqlite: sqlite
mongodb: mongodb, mongo
dynamodb: dynamodb
oracle: ~oracle
[job queue] queue, job
celery: celery
rq: ~rq
sidekiq: sidekiq
bull: bullmq
rabbitmq: rabbitmq
kafka: kafka
sqs: sqs
[container engine] container
docker: docker
podman: podman
[orchestration] deploy
kubernetes: kubernetes, k8s
nomad: ~nomad
docker compose: docker compose
ecs: ecs
[infrastructure code] infrastructure
terraform: terraform
pulumi: pulumi
cloudformation: cloudformation
ansible: ansible
cdk: aws cdk
[ci system] ci, build
github actions: github actions
gitlab ci: gitlab ci
jenkins: jenkins
circleci: circleci
travis: travis
[cloud] deploy, server
aws: aws
gcp: gcp, google cloud
azure: azure
[task runner] command, build
make: ~make
just: ~just
task: taskfile
[error tracker] error
sentry: sentry
bugsnag: bugsnag
rollbar: rollbar
[tracker] ticket
jira: jira
linear: ~linear
github issues: github issues
[component docs] component
storybook: storybook
ladle: ladle
[table tool] diagram
mermaid: mermaid
plantuml: plantuml
graphviz: graphviz
[shell choice] script, shell
bash: bash
zsh: zsh
fish: ~fish
posix sh: posix sh, plain sh
powershell: powershell
"""

CODE = """
[indentation] indentation, indent
tabs: ~tabs, ~tab, tab characters | タブ, 制表符
spaces: ~spaces, ~space | スペース, 空格, 半角スペース
[quotes] quote mark, string
single quotes: single quote, single-quoted, ~single, apostrophes | シングルクォート, 一重引用符, 单引号
double quotes: double quote, double-quoted, ~double | ダブルクォート, 二重引用符, 双引号
backticks: ~backtick, template literal | バッククォート, 反引号
[semicolons*] semicolon
with semicolons: with semicolons, semicolons are required, end statements with a semicolon, always semicolons
without semicolons: without semicolons, no semicolons, semicolons are left out, omit semicolons, semicolon-free
[trailing comma] comma
[naming case*] name, variable, field, column, key, function, file name, branch, constant, directory, endpoint
camelCase: camelcase, camel case, lower camel | キャメルケース, 驼峰
snake_case: snake_case, snake case | スネークケース, 下划线命名, 蛇形
kebab-case: kebab-case, kebab case, hyphenated, dash-separated, dashes, hyphens | ケバブケース, 短横线
PascalCase: pascalcase, pascal case, upper camel | パスカルケース, 大驼峰, 帕斯卡
SCREAMING_CASE: screaming_snake_case, screaming snake case, upper snake case, constant case
[letter case*] name, heading, key, word, label, code, tag, branch, command
upper case: upper case, uppercase, capital letters, all caps, capitals | 大文字, 大写
lower case: lower case, lowercase, lower-case | 小文字, 小写
[heading case*] heading, label, button, menu
sentence case: sentence case
title case: title case, title-case, capitalise every word, capitalise each word, capitalize every word, capitalize each word, every word capitalised, capitalise all words
[function form] function, component, callback
arrow functions: arrow function, arrow | アロー関数, 箭头函数
function declarations: function keyword, function declaration, `function`, named function, function statement | 関数宣言, function 宣言
[component form] component
function components: function component, functional component | 関数コンポーネント, 函数组件
class components: class component, class-based component | クラスコンポーネント, 类组件
[paradigm] function, module, service
classes: classes, object-oriented, oop
plain functions: plain function, pure function, free function, functional style
[export form] export
default export: default export, export default | デフォルトエクスポート, 默认导出
named export: named export, ~named | 名前付きエクスポート, 具名导出, 命名导出
[import form] import
absolute imports: absolute import, ~absolute, absolute path, path alias, alias import | 絶対パス, 绝对路径, エイリアス
relative imports: relative import, ~relative, relative path | 相対パス, 相对路径
[import style] import
wildcard imports: wildcard import, star import, import *
explicit imports: explicit import
[ts shape] type, props
interface: ~interface
type alias: type alias, ~type aliases, `type`
[ts constants] constant, type
enum: enum | 列挙型, 枚举
union: union type, string union, literal union, const object
[null] null value
null: `null`
undefined: `undefined`
[declaration] variable
const: `const`
let: `let`
var: `var`
[async form] call, request, async, function
async/await: async/await, async await, `await`
promise chains: promise chain, `.then`, then chain, raw promise
callbacks: ~callbacks
[sync*] call, request, job, event, function, email, send, message
asynchronous: asynchronous, asynchronously, async call, is async, are async, be async, async function, in the background, queued, background job | 非同期, 异步
synchronous: synchronous, synchronously, in-process, within the request, inline in the request | 同期的に, 同步
[loop form] loop
for loop: for loop, for-of
array methods: ~map and filter, array method, higher-order, `.map`, `forEach`, foreach
comprehension: comprehension
[error form] error, function, failure, service
exceptions: throw an exception, raise an exception, by exception, ~throw | 例外を投げ, 例外で, 抛异常
result values: result type, result object, error value, error code, `Result`, return code | エラー値, エラーコード, 返回错误码, 結果型
[error place*] error
handled here: catch, handle locally, handle in place, try/catch
passed on: bubble up, propagate, let through, rethrow, leave to the middleware
[test place] test
beside the source: next to the source, beside the source, next to the code, beside the code, alongside, co-located, colocated, same folder, same directory, next to the file, next to the module, beside the module, beside the file, next to its module, next to its source | 同じフォルダ, 同じディレクトリ, 隣, 同目录, 旁边
test folder: `tests`, `__tests__`, `spec`, separate test folder, tests folder, tests directory, top-level tests
[test data] test, data
fixtures: ~fixture
factories: ~factory, ~factories
[test double] test, database, service, client, api
real thing: real database, real service, real server, real instance, live service, test container, sandbox | 実環境, 実際のデータベース, 真实
mock: mock, stub, fake, in-memory | モック, スタブ
[schema change] migration, schema, database
by migration: migration file, migration tool
by hand: by hand, manual sql
[data access] database, query
orm: orm, query builder
raw sql: raw sql, plain sql, hand-written sql, raw query | 生の SQL, 生SQL, 原生SQL, 原生 SQL
[sql join] query
[api style] api, app, client, endpoint, service
REST: rest, restful
GraphQL: graphql
gRPC: grpc
SOAP: soap
tRPC: trpc
[pagination style] pagination, list, endpoint, page
cursor: cursor, cursor-based, keyset | カーソル, 游标
offset: offset, offset-based, page number, page-based | オフセット, 偏移
[id form] id, key, row, table, record
uuid: uuid
sequence: auto-increment, autoincrement, serial, bigserial, integer id, sequential id, ~sequence | 連番, 自增
ulid: ulid
nanoid: nanoid
[deletion] row, record, delete, data, remove
soft delete: soft delete, soft-delete, mark as deleted, deleted flag, `deleted_at`, logical delete | 論理削除, 逻辑删除, 软删除
hard delete: hard delete, physically delete, remove the row, delete the row, delete rows outright | 物理削除, 物理删除, 硬删除
[money form] money
integer cents: cents, minor unit, integer number of, pence, smallest unit | セント, 最小単位, 分为单位, 整数
decimal: decimal, decimals, two places | 小数, 十進
float: float, floating point, double precision | 浮動小数, 浮点
[time form] date, time
ISO 8601: iso 8601, iso8601, iso date, rfc 3339, rfc3339, iso string
Unix time: unix epoch, epoch second, epoch millisecond, unix timestamp, unix time, epoch | UNIX 時間, エポック, 时间戳
RFC 2822: rfc 2822
[time zone of data] time, date, time zone
UTC: utc | 協定世界時
local time: local time, time zone of the, timezone of the, local zone, local timezone, server time | 現地時間, 日本時間, 本地时间, 北京时间, ローカル時刻
[date order] date
day first: dd/mm/yyyy, dd.mm.yyyy, day first, dd/mm, dd-mm-yyyy
month first: mm/dd/yyyy, month first, mm/dd
year first: yyyy-mm-dd, yyyy/mm/dd, year first
[clock] time
24-hour: 24-hour, 24 hour, 24h | 24時間
12-hour: 12-hour, 12 hour, am/pm, am and pm | 12時間
[units] measure, amount, distance, weight, temperature, recipe, length
metric: metric, celsius, kilometre, kilogram, grams, millilitre, centimetre | メートル法, 摂氏, 公制
imperial: imperial, fahrenheit, mile, ounce, cups, pound, inches | ヤード, 華氏, 英制
[encoding] file, text, csv, export
UTF-8: utf-8, utf8
Shift_JIS: shift_jis, shift-jis, sjis, cp932
Latin-1: latin-1, iso-8859-1, windows-1252
UTF-16: utf-16
GBK: gbk, gb2312
[line ending] file, line
LF: lf, unix line ending
CRLF: crlf, windows line ending, dos line ending
[separator] csv, file, column, list
comma: comma-separated, ~comma | カンマ区切り, 逗号分隔
semicolon: semicolon-separated, ~semicolon as separator | セミコロン区切り
tab: tab-separated, tsv | タブ区切り
[decimal sign] number
decimal comma: decimal comma
decimal point: decimal point
[folder layout] directory, code, folder, project, module
by feature: by feature, by domain, per feature, feature folder | 機能ごと, 按功能
by layer: by layer, by technical layer, by type, per layer, by kind | 層ごと, レイヤーごと, 按层
[error display] error, message, problem, warning, validate
toast: toast, snackbar | トースト
inline: inline, next to the field, beside the field, below the field, under the field | 入力欄の下, 字段旁
dialog: in a dialog, in a modal, popup, alert box | ダイアログで, 弹窗
[brace place] brace, block
same line: same line, k&r
next line: next line, own line, allman
[config form] config, file, setting
yaml: yaml, yml, config.yaml, settings.yaml
toml: toml, config.toml, settings.toml
json: json
ini: ~ini
xml: xml
env: .env, environment variable, env file | 環境変数, 环境变量
[logging call] log, function, code, output
print: `print`, print statement, print()
console.log: console.log
logger: ~logger, structured logger, logging library
[log form] log
structured: structured, json line, key-value | 構造化, 结构化
plain text: plain text, free text
[visibility*] class, function, member, api, repository, module, endpoint, bucket
public: ~public | 公開に, 公开
private: ~private, ~internal | 非公開, 私有
[mutability*] object, state, data, class
immutable: immutable, immutability, read-only, never mutated, frozen | 不変, イミュータブル, 不可变
mutable: mutable, mutate in place, mutated, in place | ミュータブル, 可变
[composition] class, component, code
inheritance: inheritance, inherit from, subclass, base class, extend the base | 継承, 继承
composition: composition | 合成, コンポジション, 组合
[merge way] merge, pull request, branch, commit
squash: squash, squash merge, squash-merge | スカッシュ, 压缩合并
rebase: rebase | リベース, 变基
merge commit: merge commit, no-ff, merge bubble | マージコミット, 合并提交
[branch model] branch, git
trunk based: trunk-based, straight to trunk
git flow: git flow, gitflow, develop branch
[commit style] commit, message, subject line
conventional: conventional commit, `feat:`, type prefix
ticket first: ticket number first, ticket key prefix
free form: free-form, free form, plain sentence
[commit size] commit
one commit: single commit, one commit | 一つのコミット, 单个提交
small commits: atomic commits, several commits, many small commits, commit per
[storage place*] secret, setting, config, image, file, upload, session, token, data
vault: ~vault, secret manager, key vault
repository: ~in the repository, ~checked into the repository
local storage: local storage, localstorage
cookie: cookie
session storage: session storage
object storage: s3, object storage, bucket, blob storage
file system: local disk, file system, filesystem
[auth] api, authentication, endpoint, request
jwt: jwt, bearer token
session cookie: session cookie, server-side session
api key: ~api key
basic auth: basic auth
oauth: oauth
[realtime] update, event, browser, notification
websocket: websocket, socket
polling: polling, poll
server-sent events: server-sent event, sse
[rendering] page, component
server-side: server-side rendering, ssr, rendered on the server, server component
client-side: client-side rendering, csr, spa, rendered in the browser, client component
static: static generation, ssg
[repo model] repository
monorepo: monorepo
many repos: polyrepo, separate repositories
[docstring style] docstring
Google: google style, google-style
NumPy: numpy style, numpydoc, numpy-style
Sphinx: sphinx style, restructuredtext, rst style, :param
[conditionals] function, code, condition
early return: early return, return early, guard clause | 早期リターン, ガード節, 提前返回
single exit: single exit, one return, single return
[type strictness] type
strict: ~strict
loose: ~loose
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
the reader's language: language of the customer, language of the user, language of the guest, language of the caller, customer's language, user's language, guest's language, their own language, same language, language they write in, language the user | 相手の言語, ユーザーの言語, 質問と同じ言語, 用户的语言, 用户使用的语言
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
[markup*] output, answer, result, report, response, reply, message, text, document
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
first: come first, comes first, goes first, go first, stands first, placed first, at the top, at the start, at the beginning, up front, begin with, begin by, open with, start with, before anything else | 最初, 冒頭, 先頭, 先に, 开头, 首先, 开始处, 顶部
last: come last, comes last, goes last, go last, placed last, at the end, at the bottom, at the very end, end with, close with, finish with | 最後, 末尾, 文末, 结尾, 最后, 末尾处, 底部
[sort direction*] list, sort, result, order, entry, row, event
ascending: ascending, oldest first, alphabetical, a to z, smallest first, earliest first, lowest first | 昇順, 古い順, 升序
descending: descending, newest first, latest first, reverse chronological, most recent first, largest first, highest first | 降順, 新しい順, 倒序, 降序
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
manual: manual, manually, by hand, by a person, by a human | 手動, 手作業, 人手, 手动, 人工
[channel*] customer, user, message, question, notify, tell, alert, contact, team, report, answer
email: by email, via email, by e-mail, by mail, via mail | メールで, 通过邮件
phone: by phone, call them, by telephone | 電話で, 打电话
chat: in chat, via slack, on slack, in slack, over chat | チャットで, Slack で, 在聊天
ticket: open a ticket, through the ticket, in the ticket | チケットで, 提工单
[strictness of failure*] error, warning, missing, input, build, check, test, row
fail: fail fast, fail loudly, fail the build, abort, stop at once, raise an error, treat as error, break the build, hard error, stop immediately | 即座に停止, 中断する, 立即失败, 中止
carry on: ignore and continue, log and continue, carry on, skip it and continue, best effort, keep going, warn only, continue anyway, fall back | 続行する, 無視して続け, 继续执行, 跳过
[empty value*] field, value, column
empty: leave empty, left empty, empty, blank, left blank | 空欄, 空のまま, 留空
dash: dash, hyphen, n/a, placeholder, zero | ダッシュ, 横線, 破折号
[spread*] state, logic, function, test, code
one place: one file, single file, one place, central | 一か所, 集中
spread: file per, own file, separate file, one per file | 別ファイル, ファイルごと
"""
