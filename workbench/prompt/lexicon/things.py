# ruff: noqa: E501  (a line is one concept)
"""Things that instructions are about, in English, Japanese and Chinese.

One concept a line: `name: words, phrases | words in Japanese or Chinese`. The name is the first
English word when it is left out. Words of one line stand for each other.
"""

#: Everyday nouns of software and writing work.
THINGS = """
comment: comment, code comment, inline comment, remark | コメント, 注释
docstring: docstring, doc comment, doc string, api doc, jsdoc | ドキュメンテーション文字列, 文档字符串, ドックストリング
test: test, test case, spec, testing, test suite, suite | テスト, 試験, 测试
regression: regression, regression test | 回帰, 回归
coverage: coverage | カバレッジ, 網羅率, 覆盖率
mock: mock, stub, fake, test double | モック, スタブ, 模拟
fixture: fixture | フィクスチャ, 夹具
snapshot: snapshot | スナップショット, 快照
benchmark: benchmark | ベンチマーク, 基准
commit: commit, check-in | コミット, 提交
message: message | メッセージ, 消息, 信息
subject line: subject, subject line | 件名, 一行目, 标题行
branch: branch | ブランチ, 分支
main branch: main, master, trunk, main branch, default branch, mainline | 主分支, 本流, メインブランチ
pull request: pull request, pr, merge request, mr | プルリクエスト, プルリク, 合并请求, 拉取请求
review: review, code review, reviewer, approver | レビュー, 評審, 评审, 审查, 査読
changelog: changelog, change log, changelog entry, history file | 変更履歴, 更新日志, 变更日志, チェンジログ
release note: release note | リリースノート, 发布说明
release: release | リリース, 发布
tag: tag | タグ, 标签
version: version | バージョン, 版本
ticket: ticket, issue, jira | チケット, 課題, 工单, 任务单
dependency: dependency, package, library, third-party, lib | 依存, 依存関係, パッケージ, ライブラリ, 依赖, 库, 软件包
package manager: package manager | パッケージマネージャ, 包管理
lockfile: lockfile, lock file | ロックファイル, 锁文件
migration: migration, schema change | マイグレーション, 移行, 迁移
schema: schema | スキーマ, 模式
database: database, db | データベース, DB, 数据库
table: table | テーブル, 表
column: column | 列, カラム
row: row, record | 行データ, レコード, 记录
query: query, sql | クエリ, 查询
index entry: index, indices | 索引
transaction: transaction | トランザクション, 事务
backup: backup | バックアップ, 备份
api: api | API
endpoint: endpoint, route | エンドポイント, 接口, 端点
request body: body, payload, request body | 本文, 请求体, ペイロード
request: request, api call, http call | リクエスト, 请求, 要求
response: response | レスポンス, 响应
header: header | ヘッダー, 请求头, 头部
webhook: webhook, callback | ウェブフック, 回调
signature: signature | 署名, 签名
timeout: timeout, time-out, time limit, deadline | タイムアウト, 超时, 制限時間
retry: retry, retries, attempt, reattempt | リトライ, 再試行, 再送, 重试
page size: page size, items per page, per page | ページサイズ, 每页, 1ページ
pagination: pagination | ページング, 分页
cache: cache, caching | キャッシュ, 缓存
cache lifetime: ttl, lifetime, expiry, time to live | 有効期限, 有效期, 過期, 过期, 到期
session: session | セッション, 会话
cookie: cookie | クッキー
token: token | トークン, 令牌
password: password, passphrase | パスワード, 密码
secret: secret, credential, api key | 秘密情報, 機密情報, 認証情報, シークレット, 密钥, 凭证, 凭据
key: key | キー, 键
personal data: personal data, pii, personal information, personally identifiable | 個人情報, 个人信息, 隐私数据
log: log, logging, logger, log line | ログ, 日志
error: error, failure, fault, exception | エラー, 例外, 错误, 异常, 失敗
warning: warning | 警告
alert: alert, alarm, pager | アラート, 告警
flag: flag, feature flag, toggle | フラグ, 开关
config: config, configuration, setting, preference | 設定, 配置, 设置
environment variable: environment variable, env var | 環境変数, 环境变量
script: script | スクリプト, 脚本
command: command, shell command | コマンド, 命令
network: network, internet, network access | ネットワーク, 外部通信, 外部接続, 網絡, 网络
function: function, method, routine | 関数, メソッド, 函数, 方法
class: class | クラス, 类
component: component, widget | コンポーネント, 部品, 组件
hook: hook | フック, 钩子
module: module | モジュール, 模块
variable: variable, var | 変数, 变量
constant: constant | 定数, 常量
parameter: parameter, argument, arg | 引数, パラメータ, 参数
name: name, naming, identifier | 名前, 名称, 命名, 変数名, 识别符
file name: file name, filename | ファイル名, 文件名
type: type, typing | 型, 类型
type hint: type hint, type annotation, annotation | 型ヒント, 型注釈, 类型注解, 类型标注
interface: interface | インターフェース
import: import | インポート, 导入
export: export | エクスポート, 导出
indentation: indentation, indent | インデント, 字下げ, 缩进
quote mark: quote, quotation mark, string quote | 引用符, クォート, 引号
semicolon: semicolon | セミコロン, 分号
string: string, string literal | 文字列, 字符串
line length: line length, line width, column limit, print width, right margin, ruler | 行長, 行の長さ, 行宽, 行幅
line: line | 行
whitespace: whitespace, blank | 空白, 空格
loop: loop, iteration | ループ, 循环
state: state, app state, application state | 状態, ステート, 状态
store: store | ストア
style: style, styling, css, stylesheet | スタイル, 样式
color: color, colour | 色, カラー, 颜色
icon: icon | アイコン, 图标
button: button | ボタン, 按钮
link: link, hyperlink | リンク, 链接
form: form | フォーム, 表单
field: field, input field | 項目, 入力欄, フィールド, 字段
modal: modal, dialog, popup, pop-up | モーダル, ダイアログ, 弹窗, 对话框
page: page, screen | ページ, 画面, 页面
menu: menu | メニュー, 菜单
image: image, picture, photo | 画像, 图片
screenshot: screenshot | スクリーンショット, 截图
video: video | 動画, 视频
diagram: diagram, chart, figure | 図, 图表
heading: heading, headline, title | 見出し, 标题
paragraph: paragraph | 段落
sentence: sentence | 文章, 一文, 句子
list: list, bullet, bullet point, bulleted list | 箇条書き, リスト, 列表
footnote: footnote | 脚注
summary: summary, recap, tldr, abstract | 要約, まとめ, サマリー, 总结, 摘要, 小结
conclusion: conclusion | 結論, 结论
introduction: introduction, preamble, opening | 前置き, 導入, 开场白, 前言
greeting: greeting, salutation | 挨拶, あいさつ, 问候
apology: apology, apologise, apologize, sorry | 謝罪, お詫び, 道歉
humour: humour, humor, joke, irony, sarcasm, pun, wit | 冗談, ユーモア, 皮肉, 幽默, 玩笑
metaphor: metaphor, simile, figure of speech, image language | 比喩, 比喻
cliche: cliche, buzzword, filler, filler word | 決まり文句, 陈词滥调
exclamation mark: exclamation mark, exclamation point | 感嘆符, 感叹号
superlative: superlative, praise, hype | 最上級, 誇張, 夸张
disclaimer: disclaimer, caveat, hedging, hedge | 免責, 但し書き, 免责声明
bold type: bold, bold type, italics, italic, emphasis | 太字, 斜体, 加粗
contraction: contraction | 短縮形, 缩略形式
opinion: opinion, view of your own, personal view | 意見, 个人意见, 观点
sign-off line: closing line, closing formula, signature line, farewell | 結びの言葉, 结束语
hashtag: hashtag | ハッシュタグ, 话题标签
code block: code block, fenced code, snippet, code sample | コードブロック, 代码块
table of contents: table of contents, toc | 目次, 目录页
build output: build output, bundle, build artefact, build artifact, artefact, artifact, dist folder, compiled file, binary | ビルド成果物, 生成物, 构建产物
rate limit: rate limit, rate limiting, quota, throttling | レート制限, 限流
spreadsheet: spreadsheet, excel | 表計算, 电子表格
placeholder: placeholder, dummy text | プレースホルダ, 占位符
cast: cast, type cast, type assertion | キャスト, 类型转换
toast: toast, snackbar | トースト
seed data: seed script, seed data | シード
web search: web search, search engine | ウェブ検索, 网络搜索
screen reader: screen reader, aria
keyboard: keyboard, shortcut | キーボード, 快捷键
font: font, typeface | フォント, 字体
design document: design document, rfc, adr | 設計書, 设计文档
threat model: threat model
estimate: estimate | 見積もり, 估算
deadline day: due date | 期限, 截止日期
emoji: emoji, emoticon | 絵文字, 表情符号
example: example, sample | 例, サンプル, 例子, 示例
explanation: explanation, rationale | 説明, 解説, 解释, 说明
source: source, citation, reference | 出典, 引用元, 来源, 参考
question: question | 質問, 问题
answer: answer, reply | 回答, 返答, 返信, 回复, 答复
report: report | 報告, レポート, 报告
document: document, doc, documentation, readme, manual | ドキュメント, 文書, 文档, 说明书
plan: plan, proposal, design note, design doc | 計画, 設計メモ, 設計書, 计划, 方案
design: design | 設計, デザイン, 设计
task: task | タスク, 作業, 任务
todo: todo, fixme | TODO
translation: translation, locale | 翻訳, 译文, 翻译
spelling: spelling | 綴り, 拼写
date: date | 日付, 日期
time: time, timestamp, datetime | 日時, 時刻, 时间, 时间戳
time zone: time zone, timezone | タイムゾーン, 时区
money: money, amount, price, currency | 金額, 価格, 通貨, 金额, 价格
number: number | 数値, 数字
invoice: invoice, bill | 請求書, 发票, 账单
refund: refund, reimbursement | 返金, 払い戻し, 退款
discount: discount, credit, voucher, coupon | 割引, クーポン, 折扣, 优惠
order item: order, purchase | 注文, 订单
shipment: shipment, parcel, delivery | 配送, 出荷, 物流
customer: customer, buyer, guest, caller | 顧客, お客様, 客户, 顾客
user: user, end user, visitor, member | ユーザー, 利用者, 用户
team: team | チーム, 团队
maintainer: maintainer, owner, lead | 管理者, 担当者, 维护者, 负责人
identity: identity, who they are | 本人確認, 身元, 身份
email: email, e-mail, mail | メール, 邮件
phone: phone, telephone | 電話, 电话
address: address | 住所, 地址
licence header: licence header, license header, copyright header | ライセンスヘッダー, 许可证头
licence: licence, license | ライセンス, 许可证
build: build | ビルド, 构建
deploy: deploy, deployment, rollout, ship to production | デプロイ, 配備, 部署, 上线
container: container, docker image | コンテナ, 容器
server: server | サーバー, 服务器
job: job, worker, cron job | ジョブ, 作业
queue: queue | キュー, 队列
event: event | イベント, 事件
service: service | サービス, 服务
directory: directory, folder | ディレクトリ, フォルダ, 目录, 文件夹
generated file: generated, generated code, generated file, auto-generated | 生成ファイル, 自動生成, 生成代码
lint: lint, linter, linting, static check, static analysis | リント, 静的解析, 代码检查
formatter: formatter, formatting | フォーマッタ, 整形, 格式化
accessibility: accessibility, a11y | アクセシビリティ, 无障碍
security: security | セキュリティ, 安全
performance: performance | 性能, パフォーマンス
view: view | ビュー, 视图
typo: typo, spelling mistake | 誤字, 错别字
bug fix: bug fix, bugfix, fix for a bug, hotfix | バグ修正, 不具合修正, 修复
bug: bug, defect | バグ, 不具合, 缺陷
feature: feature | 機能, 功能
refactoring: refactoring, refactor, cleanup, clean-up, tidying, tidy | リファクタリング, 重构
client: client | クライアント, 客户端
user-facing text: user-facing copy, ui text, wording, label, user-facing text, ui copy | 文言, 表示文, 文案, ラベル
tone: tone, voice, register | 口調, 文体, 语气, トーン
jargon: jargon, technical term | 専門用語, 术语
metric: metric, telemetry, analytics | 計測, メトリクス, 指标, 埋点
data: data | データ, 数据
null value: null, nil, undefined, none value | 空値, 空值
default: default, default value | 既定値, デフォルト, 默认值
validation: validation | 検証, バリデーション, 校验
permission: permission, access right, role | 権限, 权限
approval: approval, consent, sign-off, go-ahead, permission to proceed | 承認, 許可, 批准, 同意, 审批
confirmation: confirmation, confirmation dialog | 確認画面, 確認, 确认
attachment: attachment | 添付, 附件
notification: notification | 通知
subtask: sub-agent, subagent | サブエージェント, 子代理
model: model | モデル, 模型
prompt: prompt | プロンプト, 提示词
output: output, result, outcome | 出力, 結果, 输出, 结果
input: input | 入力, 输入
history: history | 履歴, 历史
diff: diff, patch | 差分
shell: shell, terminal | シェル, 终端
monkey: monkey patch, monkeypatch | モンキーパッチ
global: global, global variable | グローバル変数, 全局变量
inheritance: inheritance, subclass, base class | 継承, 继承
dead code: dead code, unused code, commented-out code | 死んだコード, 未使用コード, 无用代码
debug output: debug output, debug log, console log, print statement | デバッグ出力, 调试输出
abbreviation: abbreviation, acronym, short form | 略語, 缩写
magic number: magic number | マジックナンバー, 魔法数字
animation: animation, transition | アニメーション, 动画
dose: dose, dosage | 用量, 剂量
recipe: recipe | レシピ, 食谱
ingredient: ingredient | 材料, 配料
temperature: temperature | 温度
meeting: meeting | 会議, 会议
minute: minutes of the meeting | 議事録, 会议纪要
article: article, post, blog post | 記事, 文章稿, 博文
draft: draft | 下書き, 草稿
contract: contract | 契約, 合同
student: student, pupil | 生徒, 学生
exercise: exercise, quiz | 問題, 练习
grade: grade, score | 点数, 成绩, 分数
patient: patient | 患者, 病人
"""

#: Nouns too general to tell two subjects apart.
WEAK_THINGS = """
file: file | ファイル, 文件
code: code, source code | コード, 代码
change: change, modification, edit | 変更, 修正, 改动, 变更
project: project, repository, repo, codebase, workspace | プロジェクト, リポジトリ, 项目, 仓库
thing: thing, item, entry, piece, part, kind, sort, way, case, place, work, everything, anything, something, whatever | もの, こと, 項目, 场合
value: value | 値, 值
text: text, content, word, phrase | テキスト, 文字, 内容, 文本
person: person, people, somebody, someone, anybody, anyone, human, colleague | 人, 人間, 誰か, 人员, 同事
rule: rule, guideline, policy, convention, standard | ルール, 規則, 規約, 规则, 规范
step: step, stage | 手順, 段階, 步骤
system: system, app, application, program, product | システム, アプリ, 系统, 应用
agent: agent, assistant, ai, claude, bot | エージェント, アシスタント, 助手
tool: tool, tooling | ツール, 工具
day: day | 日, 天
size: size, length, limit, maximum, minimum, cap, max, min, ceiling, gate, threshold, target, budget, bound, height, width, depth, high, wide, tall, deep, long | 長さ, 上限, 最大, 最小, 长度, 下限
format: format, form, layout | 形式, フォーマット, 格式
run: run | 
"""
