# ruff: noqa: E501  (a line is one concept)
"""What instructions tell one to do, in English, Japanese and Chinese, and which deeds oppose.

Lines as in `things`.
"""

ACTIONS = """
add: add, introduce, insert, append, attach, supply, put in, pull in, bring in, include | 追加, 付け, 付す, 加え, 含め, 入れ, 添え, 添加, 增加, 加入, 新增, 附上, 包含, 导入する
remove: remove, delete, erase, purge, strip, drop, clear, clear out, wipe, get rid of, take out, discard, throw away | 削除, 消す, 消し, 取り除, 外す, 破棄, 删除, 移除, 去掉, 清除, 清空
keep: keep, in place, retain, preserve, stay, remain, maintain, hold on to | 残す, 残し, 保持, 維持, 保留, 留下
change: change, edit, modify, alter, touch, amend, rewrite, adjust, revise, tweak, overwrite | 変更, 編集, 修正, 書き換え, 直す, 上書き, いじる, 修改, 编辑, 更改, 改动, 改写, 覆盖
create: create, new, start a, open a new, set up | 作成, 作る, 作り, 新規, 创建, 新建, 建立
fix: fix, repair, correct, patch | 修理, 修复
rename: rename | 改名, リネーム, 重命名
move: move, relocate | 移動, 移す, 移动
split: split, divide, break up, separate | 分割, 分ける, 拆分, 分开
merge: merge, combine, join | マージ, 統合, 結合, 合并
squash: squash, fixup | スカッシュ, 压缩提交
rebase: rebase | リベース, 变基
depend: depend | 依存する, 依赖于
push: push | プッシュ, 推送
force-push: force-push, force push, push --force, push -f | 強制プッシュ, 强制推送, 强推
fetch: fetch, pull from, download | 取得, ダウンロード, 拉取, 下载
commit deed: commit, check in, checked into, under version control, version control, source control, track in git | コミットする, 提交
test deed: test | テストする, 测试
run: run, execute, launch, invoke | 実行, 走らせ, 流す, 执行, 运行
start: start, spawn, fork, begin, commence, kick off | 開始, 始め, 着手, 开始, 启动
stop: stop, halt, abort, cancel, terminate | 停止, 止め, 中止, 中断, 終了, 停止, 终止
continue: continue, proceed, go on, carry on, go ahead | 続け, 続行, 継続, 继续
deploy deed: deploy, ship, roll out, go live | デプロイする, 部署, 上线
publish: publish, release | 公開, 発行, リリースする, 发布
install: install | インストール, 安装
upgrade: upgrade, update, bump | 更新, アップグレード, アップデート, 升级
pin: pin, lock to, fix the version | 固定, 锁定
implement: implement, write the code, write code, develop | 実装, 实现, 编码, 开发
plan deed: plan, design | 設計する, 计划, 设计
ask: ask, consult, check with, enquire, inquire | 尋ね, 聞く, 聞き, 相談, 質問する, 問い合わせ, 询问, 请示, 咨询, 征求
guess: guess, assume, presume, speculate, infer | 推測, 憶測, 決めつけ, 猜测, 假设, 推断, 臆断
invent: invent, make up, fabricate | 捏造, でっち上げ, 编造, 虚构
approve: approve, sign off, accept | 承認する, 批准
reject: reject, refuse, decline, deny, turn down | 拒否, 却下, 断る, 断り, 拒绝, 驳回
tell: tell, inform, notify, report, announce, let know | 伝え, 知らせ, 報告する, 告知, 通知する, 告诉, 通知, 汇报
mention: mention, say, cite, refer to | 言及, 述べ, 触れ, 記載, 提及, 提到, 注明
explain: explain, describe, justify, give reasons | 説明する, 解説する, 解释, 说明
summarise: summarise, summarize, recap, sum up | 要約する, まとめる, 总结, 概括
apologise: apologise, apologize, say sorry | 謝る, 謝罪する, 道歉, 致歉
greet: greet, say hello | 挨拶する, 问好
thank: thank | 感謝, お礼, 感谢
show: show, display, present, render, print, reveal | 表示, 見せ, 示す, 出力する, 显示, 展示, 呈现
hide: hide, conceal, mask, redact | 隠す, 隠し, 伏せ, マスク, 隐藏, 遮盖, 脱敏
log deed: log, record, write to the log | 記録, ログに出, 记录, 打日志
store deed: store, save, persist, put into | 保存, 格納, 保管, 存储, 储存, 存放
send: send, deliver, dispatch, transmit | 送信, 送る, 送付, 发送, 寄送
share: share, disclose, expose, leak, give out, hand out, pass on, forward, divulge, give away | 共有, 開示, 漏ら, 公开する, 分享, 泄露, 透露
give deed: give, hand | 渡す, 与え, 给予
encrypt: encrypt | 暗号化, 加密
validate: validate, verify, check, confirm, examine, inspect | 検証する, 確かめ, チェック, 点検, 調べ, 調査, 验证, 检查, 核对, 校验
review deed: review, read through, look over | レビューする, 审查, 评审
ignore: ignore, disregard, swallow, suppress | 無視, 握りつぶ, 忽略, 无视, 吞掉
catch: catch, handle, trap | 捕捉, 捕まえ, 捕获, キャッチ, 处理
raise: raise, throw, rethrow, re-raise, propagate, bubble | 送出, 投げ, スロー, 抛出, 伝播
return: return, give back | 返す, 返し, 返却, 返回
retry deed: retry, reattempt, try again | 再試行する, リトライする, 重试
fail: fail, crash, break the build, break | 失敗する, 失败
mock deed: mock, stub, fake | モックする, モック化, 模拟
cache deed: cache | キャッシュする, 缓存
wrap: wrap, hard-wrap, break lines | 包む, 包ん, 折り返, 换行, 包装
indent deed: indent | 字下げする, 缩进
format deed: format, reformat, prettify | 整形する, 格式化
sort: sort, arrange, alphabetise | 並べ, 並び, ソート, 排序, 排列
group: group, bundle, batch | まとめて, グループ, 分组
inline: inline | インライン, 内联
extract: extract, factor out, pull out | 抽出, 切り出, 提取, 抽取
duplicate deed: duplicate, copy, copy and paste, repeat | 複製, コピー, 重複, 复制, 重复
reuse: reuse, share code | 再利用, 复用
abbreviate: abbreviate, shorten | 略す, 省略形, 缩写
translate: translate, localise, localize | 翻訳する, 翻译
answer deed: answer, reply, respond | 答え, 回答する, 返信する, 回答, 回复
write: write, author, compose, draft | 書く, 書い, 書き, 記述, 執筆, 编写, 撰写, 书写
read: read, look at | 読む, 読み, 読ん, 開く, 阅读, 读取, 查看
quote deed: quote | 引用, 引述
place: place, put, live, sit, reside, belong, locate, sits, go in, goes in | 置く, 置き, 配置, 放置, 放在, 位于
declare: declare, define | 宣言, 定義, 声明, 定义
concatenate: concatenate | 連結, 拼接
round: round | 丸め, 四捨五入, 切り上げ, 切り捨て, 取整
reset: reset, wipe, initialise, reinitialise | リセット, 初期化, 重置
restart: restart, reboot | 再起動, 重启
rollback: roll back, revert, undo | 戻す, 差し戻, ロールバック, 回滚, 撤销
escalate: escalate, hand over, hand off, transfer to, pass to, route to, forward to | 引き継, エスカレーション, 転送, 升级处理, 转交, 转接
offer: offer, propose, suggest, recommend | 提案, 提示, 勧め, 提供, 建议, 推荐
promise: promise, guarantee | 約束, 保証, 承诺, 保证
refund deed: refund, reimburse, pay back | 返金する, 退款
charge: charge, bill | 請求, 课金, 收费
book: book, reserve, schedule | 予約, 预订, 预约
call deed: phone | 電話する, 呼び出, 调用, 致电
close: close, finish, complete | 閉じ, 完了, 閉める, 关闭, 完成
open deed: open | 開け, 打开
lock: lock, block | ロック, 锁定, 阻止
disable: disable, turn off, switch off, silence, mute | 無効, オフに, 禁用, 关闭
enable: enable, turn on, switch on, activate | 有効, オンに, 启用, 开启
use: use, utilise, utilize, employ, adopt, rely on, reach for, go for, stick to, stick with, work with, choose, pick, opt for, standardise on | 使う, 使い, 使わ, 使っ, 使用, 利用, 用い, 採用, 采用, 选用
connect: connect, talk to, reach, contact, access | 接続, つなぐ, 連絡, アクセス, 连接, 访问, 联系
parse: parse | 解析, パース
escape: escape, sanitise, sanitize | エスケープ, サニタイズ, 转义
measure: measure | 計測する, 测量
document deed: document | 文書化, 记录文档
align: align | 揃え, 对齐
backfill: backfill
archive: archive | アーカイブ, 归档
sign: sign | 署名する, 签署
"""

#: Verbs of grammar: they say that something is there, not what is done.
LIGHT = """
do: do, make, avoid, refrain, skip, omit, leave, forbid, ban, prohibit, disallow, perform, carry out, get, take, have, be, let, go, come, become, set, follow, apply, need, want, ensure, make sure, contain, consist, receive, provide, support, allow, permit, help, try, happen, occur, exist, appear, stand, look, aim, hold, put, require, bear, carry, get, see, like, work, turn, unify | する, 行う, 行い, 行っ, ある, 統一, とする, 进行, 做, 统一
"""

#: Deeds that undo one another: to demand one is to forbid the other.
OPPOSED = """
add/remove keep/remove keep/change keep/rename create/remove start/stop stop/continue ask/guess approve/reject show/hide
log deed/hide merge/split catch/raise ignore/raise ignore/catch enable/disable open deed/close inline/extract
share/hide duplicate deed/reuse lock/open deed keep/archive offer/reject merge/rebase squash/keep retry deed/fail
abbreviate/write explain/hide store deed/remove upgrade/pin ignore/tell remove/archive
"""
