# ruff: noqa: E501  (a line is one alternative)
"""Choices that code makes: how it is laid out, named, stored, tested.

Lines as in `tools`.
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
title case: title case, title-case, capitalise every word, capitalise each word, capitalize every word, capitalize each word, every word capitalised, capitalise all words, capitalise every main word, every main word, each main word, main words capitalised, capitalise main words, major words, initial capitals
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
absolute imports: absolute import, ~absolute, absolute path, path alias, alias import, ~aliases | 絶対パス, 绝对路径, エイリアス
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
exceptions: throw an exception, raise an exception, by exception, with exceptions, through exceptions, as exceptions, raise exceptions, throw exceptions, throws exceptions, ~throw | 例外を投げ, 例外で, 抛异常
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
next line: next line, own line, line of its own, line of their own, allman
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
