"""Chinese: modal words before the verb; an attribute of a noun is no rule."""

from __future__ import annotations

import re

from workbench.prompt.cues import NONE, Verdict, stronger

_SHOWN = re.compile(
    r"^(?:例如|比如|示例|举例|例子|例|输入|输出|正确|错误|如下)\s*[：:，,]?|^例[：:]"
)
_ASKED = re.compile(r"[?？]$|(?:吗|呢|么)$")
_ATTRIBUTE = re.compile(
    r"(?:必[填需須须选備备读読]|必须|禁用|禁止|推荐|建议|可选|受限)(?:的)?(?=(?:字段|字段|资料|資料|状态|狀態|项|項|列表|清单|内容|参数|阅读|配置|文档|文件|列))|不必要的|必要的"
)
_SOFT = re.compile(
    r"尽量|儘量|尽可能|建议|建議|最好|优先|優先|一般|通常|原则上|可以|可选|如有|如果(?:有)?时间|推荐|推薦|考虑|考慮|倾向|偏好|宜|应该|應該|应当尽|不必|不用|无需|無需|不需要"
    r"|酌情|视情况|适当|适度|鼓励|提倡|希望|不妨|更好|为佳|为好|多数情况|大多|默认(?:情况下)?|或许|也许|可能的话|必要时|条件允许|理想"
)
_BAN = re.compile(
    r"不得|禁止|严禁|嚴禁|不允许|不允許|不准|不許|不许|不可(?!逆|避免|用|见|变|少|靠|或缺)|(?<!并)不能(?!.{0,4}(?:确定|保证|为空|识别))|不要|切勿|请勿|勿|绝不|绝对不|决不|千万不|一律不|不应|不該|不该|不接受|不予|不再接受|杜绝|谢绝|拒绝|避免"
)
_DUTY = re.compile(
    r"必须|必須|务必|務必|一定要|一律|只能|仅限|僅限|只允许|只可|只准|只有.{1,30}才|须|需要(?!的|时)|需(?:要)?(?:先|经|由|在|使|提|保|写|注|附|获)|应当|(?<![适响反效供相对回呼顺感])应(?!用|该|答|急|对|付)|始终|总是|全部(?:使用|采用)|强制|严格|(?<!能够)(?<!可以)确保|保证|不超过|不少于|不低于|不高于|最多|至少|最少|以内|未经.{0,12}不|除非.{1,30}否则"
)
_VERB = re.compile(
    r"^(?:请|先|再|然后|最后|首先|接着|同时|立即|直接|仅|只|统一)*(?:使用|用|采用|运行|执行|检查|写|编写|添加|删除|更新|创建|生成|返回|输出|提交|遵循|保持|确认|阅读|查看|分析|提供|参考|按|将|把|在.{1,20}(?:中|前|后|时|下|里)[，,]?.{0,4}(?:运行|执行|使用|添加|写|检查|更新)|记录|说明|列出|选择|设置|调用|避免|回答|翻译|总结|根据|放|测试|验证|修改|处理|转接|联系|询问|通知|保存|命名|标注|注明|引用|包含|忽略|拆分|合并|描述|给出|解释|识别|提取|确定|优化)"
)
_FACT = re.compile(
    r"(?:是|为|有|位于|存储在|存放在|保存在|包含|由.{1,12}组成|表示|意味着|已经|已|了)$|^(?:该|此|本|这个|这|那)(?:函数|接口|方法|字段|系统|服务|项目|仓库|参数|值|表)|[^不]会(?:返回|导致|自动)"
)


#: A verb that names a thing ("分析対象", "测试结果") commands nothing.
_NAMED = re.compile(
    r"^[\u4e00-\u9fff]{2}(?:対象|对象|方法|结果|結果|步骤|手順|内容|目的|名称|时间|日期)"
)


def judge(text: str) -> Verdict:
    """The verdict on one or more Chinese sentences without markup."""
    best = NONE
    for sentence in re.split(r"[。！!；;]+", text):
        if sentence.strip():
            best = stronger(best, _sentence(sentence.strip(" ，,、.")))
    return best


def _sentence(text: str) -> Verdict:
    if _ASKED.search(text) or _SHOWN.match(text):
        return NONE
    body = _ATTRIBUTE.sub("", text)
    soft, ban, duty = _SOFT.search(body), _BAN.search(body), _DUTY.search(body)
    polarity = "dont" if re.search(r"不|勿|避免|别", body) else "do"
    if re.search(r"(?:曾经|以前|过去|旧(?:规定|版|的规则)|已废止|已取消)", body):
        return NONE
    if ban and ban[0] == "避免" and not re.search(r"务必|必须|一定|绝对", body):
        return Verdict("soft", "", "dont", cue="避免")
    if soft and not (
        ban
        and ban.start() > soft.end()
        and re.search(r"[，,]但|但", body[soft.end() : ban.start()])
    ):
        gated = (duty and duty[0].startswith(("只有", "除非"))) or (
            ban and ban.start() < soft.start()
        )
        if not gated:
            return Verdict("soft", "", polarity, cue=soft[0])
    if ban:
        implicit = bool(re.search(r"未经|不接受|不予", body))
        return Verdict("hard", "implicit" if implicit else "explicit", "dont", cue=ban[0])
    if duty and not (
        duty[0] == "需要" and re.search(r"我|用户|你们|使用者|系统|模型", body[: duty.start()])
    ):
        return Verdict("hard", "explicit", "do", cue=duty[0])
    if _VERB.match(body) and not _FACT.search(body) and not _NAMED.match(body):
        return Verdict("hard", "bare-imperative", "do", cue=body[:2])
    if body.startswith(("请", "别")):
        return Verdict("hard", "bare-imperative", "dont" if body[0] == "别" else "do", cue=body[0])
    return NONE
