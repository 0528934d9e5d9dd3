"""Chinese and Japanese words that stand for each other, brought to one of them.

The words of these languages are compared sign by sign, so a synonym would look like another
word: 删除 and 移除 share one sign of two. Each group holds general words of instructions; its
first word stands for the others.
"""

from __future__ import annotations

import re

_GROUPS = """
删除 移除 清除 删掉
检查 核对 校验 核实 确认
修改 更改 变更 改动 编辑 改变
使用 采用 利用
创建 新建 建立
添加 增加 加入 加上 附上
显示 展示
执行 运行
回答 回复 答复
询问 请教
停止 中止 终止 停下
保存 存储 存放
说明 解释
注明 标注 标明
立即 马上 立刻 即刻
通知 告知
透露 泄露 泄漏 公开
提供 给出
简短 简洁 简明
允许 准许
错误 出错 报错
每个 每一个 各个 所有 全部 一切
削除 消去 除去
確認 チェック 検証
変更 修正 編集 改変
使用 利用
作成 生成
追加 付加
表示 提示
実行 実施
回答 返答 返信
質問 問い合わせ
送 送付 送信
相談 打診
停止 中止 中断
保存 保管 格納
直ちに すぐに 即座に 速やかに ただちに
公開 開示 漏洩
簡潔 手短 短く
必ず かならず
事前 あらかじめ
すべて 全て 全部
"""


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for line in _GROUPS.split("\n"):
        first, *others = line.split() or [""]
        for word in others:
            table.setdefault(word, first)
    return table


_FOR = _table()
_ANY = re.compile("|".join(sorted(map(re.escape, _FOR), key=len, reverse=True)))


def one_word(text: str) -> str:
    """`text` with every word of a group replaced by the first of its group."""
    return _ANY.sub(lambda found: _FOR[found[0]], text)
