"""How an hour is usually spent, in steps of minutes, where no model thinks it through."""

from dataclasses import dataclass
from datetime import timedelta

from npcserver.model.day import STEP_MINUTES, Step
from npcserver.model.pondering import Hour
from npcserver.model.whereabouts import fitting_thing

_UNIT = 5  # minutes


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of doing: the words it is known by, an emoji, and the things it needs."""

    words: tuple[str, ...]
    emoji: str
    things: tuple[str, ...] = ()


_KINDS = (
    _Kind(("sleep", "bed", "睡"), "😴", ("bed", "床")),
    _Kind(("wash", "shower", "getting up", "洗漱"), "🚿", ("shower", "sink", "basin", "浴", "盆")),
    _Kind(
        ("breakfast", "lunch", "dinner", "supper", "eat", "饭", "餐"),
        "🍽️",
        ("table", "cooking", "stove", "refrigerator", "counter", "桌", "灶"),
    ),
    _Kind(("cook", "bake", "baking", "烤", "煮"), "🍳", ("cooking", "stove", "oven", "灶", "炉")),
    _Kind(("coffee", "tea", "cafe", "茶", "咖啡"), "☕", ("counter", "seating", "table", "柜台")),
    _Kind(("clean", "sweep", "tidy", "扫", "打扫"), "🧹", ("sink", "closet", "broom", "扫帚")),
    _Kind(("writ", "draft", "letter", "写"), "✍️", ("desk", "computer", "table", "桌")),
    _Kind(
        ("read", "study", "class", "teach", "读", "学"), "📖", ("desk", "bookshel", "table", "书")
    ),
    _Kind(("paint", "draw", "画"), "🎨", ("easel", "画")),
    _Kind(("music", "compos", "play", "琴", "曲"), "🎵", ("piano", "guitar", "harp", "琴")),
    _Kind(("shop", "store", "sell", "market", "open", "店", "卖"), "🛍️", ("counter", "shelf", "柜")),
    _Kind(("pub", "bar", "ale", "drink", "酒"), "🍺", ("bar", "counter", "seating", "酒")),
    _Kind(("walk", "run", "stroll", "走", "散步"), "🚶", ("garden", "path", "树")),
    _Kind(
        ("talk", "people", "meet", "chat", "见", "聊"), "💬", ("seating", "table", "sofa", "bench")
    ),
    _Kind(("inner voice", "心里的声音"), "💡"),
    _Kind(("work", "job", "活", "工作"), "💼", ("counter", "desk", "table", "柜", "桌")),
    _Kind(("home", "evening", "quiet", "家"), "🏠", ("sofa", "chair", "table", "椅")),
)
_ENGLISH = (
    "getting started on {}",
    "{}",
    "going on with {}",
    "taking a short break from {}",
    "taking up {} again",
    "looking over what is done of {}",
    "finishing {}",
)
_CHINESE = (
    "开始{}",
    "{}",
    "继续{}",
    "{}，歇了一会儿",
    "接着{}",
    "看看{}做得怎样了",
    "{}，收个尾",
)
_LONGEST_ACTIVITY = 160


def usual_steps(hour: Hour) -> tuple[Step, ...]:
    """Return steps of 5 to 15 minutes that fill a block exactly, with a thing of its place.

    A block of less than 5 minutes is one step.
    """
    block = hour.block
    language = hour.situation.character.persona.language
    place = next((one for one in hour.places if one.id == block.place_id), None)
    kind = _kind(block.activity)
    thing = fitting_thing(block.activity, place, kind.things if kind else ())
    steps: list[Step] = []
    at = block.starts_at
    lengths = _lengths(block.minutes)
    for index, minutes in enumerate(lengths):
        words = _worded(block.activity, index, len(lengths), language)
        steps.append(
            Step(
                starts_at=at,
                minutes=minutes,
                activity=words,
                place_id=block.place_id,
                object=thing,
                object_state=("使用中" if language[:2] == "zh" else "in use") if thing else "",
                emoji=block.emoji or emoji_of(block.activity),
            )
        )
        at += timedelta(minutes=minutes)
    return tuple(steps)


def emoji_of(activity: str) -> str:
    """Return an emoji that shows an activity at a glance."""
    kind = _kind(activity)
    return kind.emoji if kind else "🕰️"


def _kind(activity: str) -> _Kind | None:
    text = activity.casefold()
    return next((kind for kind in _KINDS if any(word in text for word in kind.words)), None)


def _lengths(minutes: int) -> list[int]:
    """Cut minutes into steps of 5, 10 or 15; the last takes what is left over by fives."""
    shortest, longest = STEP_MINUTES
    units, rest = divmod(minutes, _UNIT)
    if minutes < shortest:
        return [minutes]
    count = max(-(-minutes // longest), units // 2, 1)
    each, more = divmod(units, count)
    lengths = [(each + (index < more)) * _UNIT for index in range(count)]
    lengths[-1] += rest
    return lengths


def _worded(activity: str, index: int, count: int, language: str) -> str:
    forms = _CHINESE if language[:2] == "zh" else _ENGLISH
    if count == 1:
        return activity
    last = len(forms) - 1
    form = (
        forms[last]
        if index == count - 1
        else forms[index if index < 2 else 2 + (index - 2) % (last - 2)]
    )
    return form.replace("{}", activity[:_LONGEST_ACTIVITY])
