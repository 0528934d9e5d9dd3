"""Japanese: the end of the sentence decides, adverbs strengthen or soften it."""

from __future__ import annotations

import re

from workbench.prompt.cues import NONE, Verdict, stronger

_SHOWN = re.compile(
    r"^(?:例|たとえば|例えば|サンプル|入力|出力|良い例|悪い例|参考)\s*[：:、]?(?=\S)(?!は)|^(?:例|参考)[：:]"
)
#: What follows from something is told, not asked.
_TOLD = re.compile(
    r"^(?:そのため|このため|これにより|このように|その結果|すると|つまり)[、に]?.*(?:ます|です)$"
)
_ASKED = re.compile(r"(?:[?？]|(?:です|ます|でしょう|だろう|の)か)$")
_SOFT = re.compile(
    r"なるべく|できるだけ|出来るだけ|可能であれば|可能なら|可能な限り|余裕があれば|時間があれば|必要に応じて|できれば|望ましい|好ましい"
    r"|推奨|勧め|すすめ|べき(?!でない|ではない)|べきで(?:ない|はない)|原則(?:として)?|基本的に|基本は|通常|一般に|たいてい|多くの場合"
    r"|(?:方|ほう)が(?:よい|良い|いい|望ましい|読みやすい|好ましい)|(?:て|で)も(?:よい|良い|いい|構わない|構いません|かまわない)|任意|不要(?:である|です|だ)?$"
    r"|心がけ|心掛け|努め|検討|考慮|意識する|目安|理想|歓迎|好む|好みます|優先する|優先的|とよい|と良い|といい|ことが多い|助かる|ありがたい"
    r"|しなくて(?:も)?(?:よい|良い|いい)|必要はない|必要はありません|必須ではない"
)
_BAN = re.compile(
    r"(?:て|で)は(?:いけ|なら|なり)(?:ない|ません)|ちゃ(?:だめ|いけない)|(?:て|で)はだめ|べからず|禁止(?!.{0,3}(?:ステータス|状態|リスト|一覧|語|用語|項目|フラグ|事項))"
    r"|厳禁|禁ずる|禁じる|禁じます|御法度|不可(?!欠|能|避|視|逆|分)|認め(?:ない|ません|られない)|許可し(?:ない|ません)|許され(?:ない|ません)|許さ(?:ない|ず)"
    r"|受け付け(?:ない|ません)|受け入れ(?:ない|ません)|(?:ない|ぬ)(?:で(?:ください|下さい)|こと$|ように(?:する|して|してください)?$|ものとする)"
    r"|ないこと(?:$|[。、])|決して.*(?:ない|ません)$|絶対に.*(?:ない|ません|ないで)|一切.*(?:ない|ません|ず)|せずに(?:は)?|をやめ(?:る|て)|避けること"
    r"|以外は?.{0,12}(?:ない|ません|禁止)|してはいけ"
)
_DUTY = re.compile(
    r"なければ(?:なら|なり)(?:ない|ません)|なくては(?:なら|なり|いけ)(?:ない|ません)|ねばならない|ないといけない|必要(?:が|は)?(?:ある|あります)$|が必要(?:です|である|だ|となる)?$|を要する$"
    r"|必ず|必須(?:とする|である|です|だ|$)|(?:のみ|だけ)(?:とする|にする|を|で|に|が|許可|可|使|受|認|行|出|返)|に限る|に限定|に限り|こと$|ものとする|絶対に|常に|いかなる場合|例外なく|義務"
    r"|以(?:内|下|上|降)(?:とする|にする|に収める|に抑える|でなければ|を維持)|厳守|徹底|(?:なければ|ない限り|なしに|なしで|まで).*(?:できない|できません|ない|ません)$"
)
_PLEASE = re.compile(
    r"(?:て|で)(?:ください|下さい|ほしい|もらう|おく|おくこと)$|(?:お願い(?:します|いたします))$|なさい$|せよ$|しろ$|ましょう$"
)
_PLAIN_BAN = re.compile(
    r"(?:し|か|さ|た|な|ば|ま|ら|わ|が|え|け|せ|て|べ|め|れ|げ|ぜ|じ|み|き|ぎ|び|ち|り|い)ない$|ません$|ず$"
)
_STATE = re.compile(
    r"(?:てい|でい)(?:る|ます|ない|た)$|(?:ある|あります|です|だ|である|でした|だった|ました|した|った|んだ|いた|れた|られる|される|できる|できます|ない(?:です)?|なる|なります|わかる|見える|含む|持つ|示す|表す|意味する|返す|返る|戻る|動く|届く|起きる|増える|減る|始まる|終わる|存在する|依存する|異なる|対応する|失敗する|成功する)$"
)
_INTRANSITIVE = re.compile(
    r"(?:戻ら|起き|存在し|でき|なら|わから|分から|変わら|含まれ|なく|届か|動か|終わら|始まら|返さ|され|られ|効か|見え|足り|知ら|おら|い|間に合わ|当たら|当てはまら|限ら|問題|関係)(?:ない|ません)$"
)
_VERB = re.compile(r"(?:する|[うくぐすつぬぶむる])$")
_SUBJECT = re.compile(
    r"^[^、]{0,12}(?:この|その|本|当|各)?(?:関数|メソッド|クラス|システム|サービス|API|リポジトリ|プロジェクト|アプリ|サーバー?|ツール|ジョブ|コマンド|スクリプト|テーブル|列|フラグ|値)(?:は|が)"
)
_HEAD = re.compile(
    r"^[^。、]{1,20}(?:事項|資料|一覧|手順|方針|規約|ルール|について|とは|項目|の流れ|の例)$"
)
_ATTRIBUTE = re.compile(r"(?:必須|禁止|推奨)(?=[\u30a1-\u30fa\u4e00-\u9fff])")
_POINTED = re.compile(r"^(?:この|その|あの)[^、を]{1,14}は[^を]*(?:ない|ません)$")


def judge(text: str) -> Verdict:
    """The verdict on one or more Japanese sentences without markup."""
    best = NONE
    for sentence in re.split(r"[。！!]+|(?<=[ぁ-ん])\.\s", text):
        if sentence.strip():
            best = stronger(best, _sentence(sentence.strip(" 　、.")))
    return best


def _sentence(text: str) -> Verdict:
    if _ASKED.search(text) or _SHOWN.match(text) or _HEAD.match(text):
        return NONE
    if _TOLD.match(text) and not _BAN.search(text) and not _DUTY.search(text):
        return NONE
    body = _ATTRIBUTE.sub("", text)
    soft = _SOFT.search(body)
    ban = _BAN.search(body)
    duty = _DUTY.search(body)
    if soft and not (
        ban and soft.start() < ban.start() and "が、" in body[soft.end() : ban.start()]
    ):
        return Verdict(
            "soft", "", "dont" if re.search(r"ない|ません|避け", body) else "do", cue=soft[0]
        )
    if re.search(r"(?:ていた|でした|だった|ました|された|した)$", body):
        return NONE
    if ban and not (_SUBJECT.match(body) and ban[0].startswith(("決して", "絶対", "一切", "以外"))):
        implicit = re.match(r"認め|許|受け", ban[0])
        return Verdict("hard", "implicit" if implicit else "explicit", "dont", cue=ban[0])
    if duty and not re.search(r"(?:てい|でい)(?:る|ます)$", body):
        negative = re.search(r"(?:ない|ません)$", body) and not re.search(
            r"なければ|なくては|ねば|ないと", body
        )
        return Verdict("hard", "explicit", "dont" if negative else "do", cue=duty[0])
    if _PLEASE.search(body):
        return Verdict("hard", "bare-imperative", "do", cue=body[-4:])
    if _SUBJECT.match(body) or _POINTED.match(body):
        return NONE
    if (
        _PLAIN_BAN.search(body)
        and not _INTRANSITIVE.search(body)
        and not re.search(r"(?:では|じゃ|く)ない$", body)
    ):
        return Verdict("hard", "explicit", "dont", cue=body[-3:])
    if re.search(r"(?:とする|とします|にする|にします)$", body):
        return Verdict("hard", "explicit", "do", cue="とする")
    if re.search(r"を(?:[^、。]{0,6}に)?[\u4e00-\u9fff]{2,4}$", body):
        return Verdict("hard", "bare-imperative", "do", cue=body[-2:])
    if (
        _VERB.search(body)
        and not _STATE.search(body)
        and not re.search(r"[^をにでは、はもと]が[^、]{0,20}$", body)
    ):
        return Verdict("hard", "bare-imperative", "do", cue=body[-2:])
    return NONE
