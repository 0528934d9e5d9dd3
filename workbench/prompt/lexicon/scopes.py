# ruff: noqa: E501  (a line is one place)
"""Where a rule holds: named places that exclude one another within one dimension.

`[dimension]` begins a block; each line is one place, as in `things`.
"""

SCOPES = """
[environment]
production: production, prod, live, live system | 本番, 生产, 线上
staging: staging, stage environment, preview, pre-production | ステージング, 検証環境, 预发, 预发布, プレビュー
testing: test environment, test system, qa environment | テスト環境, 测试环境
development: development, dev, local, locally, laptop, sandbox, own machine, local machine | 開発環境, ローカル, 手元, 开发环境, 本地, 開発
ci: ci, pipeline, build server, continuous integration | CI, パイプライン, 流水线
[layer]
frontend: frontend, front-end, client-side, browser code, web client, ui code, web app, browser | フロントエンド, フロント, 前端
backend: backend, back-end, server-side, server code, server | バックエンド, サーバー側, サーバーサイド, 后端, 服务端
mobile: mobile, phone app, mobile app | モバイル, スマホ, 移动端
wire: public api, external api, wire format | 公開 API
admin: admin, admin panel, back office, dashboard | 管理画面, 管理后台, 后台
infrastructure: infrastructure, terraform, helm chart | インフラ, 基础设施
cli: cli, command line | コマンドライン, 命令行
[platform]
ios: ios, iphone, ipad
android: android
windows: windows, powershell users
macos: macos
linux: linux
chrome: chrome
firefox: firefox
safari: safari
[public]
public: public api, external, public, third parties, outside | 公開 API, 外部向け, 对外, 公开接口
internal: internal api, internal, private, in-house | 内部, 社内, 对内, 内部接口
[language]
python: python, py files | Python
javascript: javascript, js files
typescript: typescript, ts files
go: golang, go code, go files, go source, in go
rust: rust
java: java
kotlin: kotlin
swift: swift
ruby: ruby
php: php
csharp: c#, csharp
cpp: c++, cpp
sql: sql code, sql files
yaml: yaml, yml
json: json files, in json
markdown: markdown files, md files
shell: shell script, bash, bash script
css: css files, scss
html: html files, templates
[test kind]
unit: unit test, unit, unit testing | 単体テスト, ユニットテスト, 单元测试
integration: integration test, integration | 結合テスト, 統合テスト, 集成测试
e2e: end-to-end, e2e, end-to-end test, browser test, ui test, system test, flow test | E2E, エンドツーエンド, 端到端, 画面テスト, ブラウザテスト
smoke: smoke test
load: load test, performance test, stress test | 負荷テスト, 压力测试
[code kind]
test code: test code, test helper, test file, in tests, inside tests, within tests, for tests, tests may, tests can, tests should, in the tests, in test | テストコード, テスト内, 测试代码
production code: production code, application code, library code, app code, lib, library, shipped code | 実装コード, 本番コード, アプリケーションコード, 业务代码
script code: one-off script, scripts, throwaway script, prototype, spike, notebook | 使い捨て, 試作, 一次性脚本, 原型
generated code: generated code | 生成コード, 生成代码
legacy code: legacy, legacy code, old module | レガシー, 旧コード, 遗留, 老代码
new code: new code, new module, greenfield | 新しいコード, 新規コード, 新代码
[artifact]
commit message: commit message, commit subject, commit body | コミットメッセージ, 提交信息, 提交说明
pull request text: pull request, pull request description, pr description | プルリクエスト, プルリク, 合并请求
documentation: documentation, docs, readme, manual, guide, document, design document, adr, tutorial | ドキュメント, 文書, 手引き, 文档
code comment: code comment, comment, docstring | コメント, 注释
release notes: release note, changelog | リリースノート, 変更履歴, 发布说明, 更新日志
chat: chat, chat reply, chat message, slack | チャット, 聊天
email: email, e-mail, mail, newsletter | メール, 邮件
user interface: ui text, ui copy, interface text, button label, user-facing copy, screen text | 画面の文言, 文言, UI, 界面文案
log text: log message, log line | ログメッセージ, 日志消息
error text: error message | エラーメッセージ, 错误信息
report: report, weekly report | 報告書, 週報, 报告, 周报
blog: blog post, article | ブログ, 記事, 博客
variable name: variable name, identifier | 変数名, 变量名
branch name: branch name | ブランチ名, 分支名
file name: file name | ファイル名, 文件名
test name: test name | テスト名
[branch]
shared branch: main, master, shared branch, release branch, trunk | メインブランチ, 主分支
own branch: own branch, feature branch, topic branch, personal branch, draft branch | 自分のブランチ, 作業ブランチ, 自己的分支, 功能分支
[size]
small: small change, minor change, trivial change, patch release, small fix | 軽微, 小さな変更, 小改动
large: large change, major change, breaking change, major release | 大きな変更, 重大变更
[media]
image: image, photo, icon | 画像, 图片
video: video | 動画, 视频
audio: audio, sound | 音声, 音频
[time of day]
night: at night, overnight, after hours, night | 夜間, 深夜, 夜间
daytime: office hours, daytime, during the day, business hours | 日中, 営業時間, 白天, 工作时间
weekend: weekend | 週末, 周末
weekday: weekday | 平日, 工作日
"""
