"""Claims of Chinese sentences: patterns of what is, where, when, how many, and in what state."""

import re

from npcserver.language.claims import Claim, Slot, Value, opposed_words
from npcserver.language.scripts import has_han

_LONGEST = 40
_STATES = sorted((word for word in opposed_words() if not word.isascii()), key=len, reverse=True)

_HEDGED = re.compile(
    "如果|要是|也许|可能|大概|或许|希望|想要|应该|会不会|是不是|恐怕|差不多|几乎|吗|呢$"
)
_PRONOUN = re.compile("^(?:他|她|它|谁|什么|[这那](?![条个座间家只把匹位名扇口些座]))")
_FILLERS = re.compile(
    "(?:我)?(?:听说|觉得|认为|相信|知道|记得)(?=.{3})|据说|现在|仍然|仍旧|一直|目前|其实|真的是|的确|确实"
    "|还是|还(?=[活在是有没开关])|已经|刚刚|就(?=[是在])|都(?=[是在])|[，,、：:“”\"'《》\\s]|(?:了|吧|啊|哦|啦|呀)*[。.!！~…]*$"
)
_SAID = re.compile("^[^，,：:]{1,4}(?:说|告诉你|告诉我)[，,：:]?")
_DENIED = (
    (re.compile("从不|从来不|从来没有|从来没|从未|绝不"), True),
    (re.compile("并不是|并不|不是|没有|不再|没在|没|未(?![来婚])|别(?!人)"), False),
    (re.compile("不(?![错同过得知论管安])"), False),
)
_HAPPENED = re.compile(
    "(?<![死灭坏关开婚病睡醒满空破])了|[^难不经通路]过(?!去|来|年)|昨天|[买卖给送拿打敲走跑吃喝看问答砍](?![着门])"
)
_NUMBER = re.compile(
    r"(?:[0-9]+|[零一二两三四五六七八九十百千万]+)(?:点半|(?=[点时号日月岁个枚块元天年人里名次把只头匹杯瓶斤座条间]))"
)
_DAY = re.compile("(?:星期|礼拜|周)([一二三四五六日天])")
_RELATIVE = re.compile("今天|明天|后天|今晚|明晚|今早|明早")
_COLOUR = re.compile("(?:是)?([红蓝绿黄黑白紫灰棕])色?的?$")
_DIRECTION = re.compile("([东南西北])(?:边|面|方)")
_NAME = re.compile("(?:名字是|名字叫|名叫|叫做|叫|属于|归)(?:是)?([^的]{1,8}?)(?:所有|的)?$")
_PLACE = re.compile(
    "(?:(住|藏|放|埋|停|挂|躺|坐落|关|存)在|位于|在)"
    "([^在]{1,10}(?:里面|外面|上面|下面|后面|前面|旁边|里|上|下|中|内|外|旁|边|后|前|间|家|店|馆|坊|房|室"
    "|院|村|镇|城|街|路|桥|井|山|河|塔|厅|库|林|场|堂|港|岛|屋|窖|口|边|岸|处))$"
)
_STATE = re.compile(
    f"(?:是|很|非常|正在|正|在)?({'|'.join(map(re.escape, _STATES))})(?:的|着|了)?$"
)
_FEELS = re.compile("(喜欢|喜爱|讨厌|厌恶|信任|相信|怀疑|爱|恨)(?=.)")
_DIGITS = {
    wide: str(digit) for digit, wide in enumerate("零一二三四五六七八九十")
} | {"两": "2"}  # fmt: skip
_FEWEST = 2


def is_written(sentence: str) -> bool:
    """Say whether there is a Chinese character in a sentence."""
    return has_han(sentence)


def tells_event(text: str) -> bool:  # noqa: ARG001 - what a Chinese sentence tells is read whole
    """Return False: a Chinese sentence may always hold a state."""
    return False


def read(sentence: str) -> Claim | None:
    """Return what a sentence claims; None for wishes, guesses and fragments."""
    text = _SAID.sub("", sentence.strip())
    if len(text) > _LONGEST or _HEDGED.search(text) or _PRONOUN.search(text):
        return None
    text = _FILLERS.sub("", text)
    text = text.replace("点钟", "点").replace("去世", "死了")
    text, denials, is_never = _affirmed(text)
    values: list[Value] = []
    frame = text
    for pattern, slot in (
        (_NAME, Slot.NAME),
        (_PLACE, Slot.PLACE),
        (_STATE, Slot.STATE),
        (_FEELS, Slot.STATE),
        (_COLOUR, Slot.COLOUR),
        (_NUMBER, Slot.NUMBER),
        (_DAY, Slot.DAY),
        (_RELATIVE, Slot.RELATIVE),
        (_DIRECTION, Slot.DIRECTION),
    ):
        frame = _gaps(pattern, slot, frame, values)
    happened = _HAPPENED.search(frame) is not None
    frame = re.sub("[是有]", "", frame)
    if len(re.sub(r"@\w+|·", "", frame)) < _FEWEST:
        return None
    return Claim(
        frame=frame,
        values=tuple(values),
        is_negated=denials % 2 == 1,
        is_never=is_never,
        is_event=happened,
        is_fact=not happened,
    )


def _affirmed(text: str) -> tuple[str, int, bool]:
    """Return a sentence without its denials, how many there were, and whether one is "never"."""
    denials, is_never = 0, False
    for pattern, never in _DENIED:
        text, count = pattern.subn("", text)
        denials += count
        is_never = is_never or (never and count > 0)
    return text, denials, is_never


def _gaps(pattern: re.Pattern[str], slot: Slot, text: str, values: list[Value]) -> str:
    def gap(match: re.Match[str]) -> str:
        found = match[match.lastindex or 0]
        if slot is Slot.NUMBER:
            found = "".join(_DIGITS.get(letter, letter) for letter in found)
        if slot is Slot.PLACE:
            found = found.replace("面", "")
        values.append(Value(slot, found))
        return f"·{slot}·"

    return pattern.sub(gap, text)
