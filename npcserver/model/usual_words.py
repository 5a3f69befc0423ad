"""The words of a day by habit, in the languages of the house."""

from collections.abc import Mapping
from types import MappingProxyType

_ENGLISH = MappingProxyType(
    {
        "rise": "getting up and washing",
        "breakfast": "having breakfast",
        "lunch": "having lunch",
        "dinner": "having dinner",
        "work": "going about the work of the day",
        "morning": "seeing to things at home",
        "leisure": "spending time among people",
        "evening": "spending a quiet evening at home",
        "bed": "getting ready for bed",
        "sleep": "going back to sleep",
        "whisper": "doing as the inner voice said: {}",
        "other": "carrying on with the day",
    }
)
_CHINESE = MappingProxyType(
    {
        "rise": "起床洗漱",
        "breakfast": "吃早饭",
        "lunch": "吃午饭",
        "dinner": "吃晚饭",
        "work": "忙当天的活",
        "morning": "料理家里的事",
        "leisure": "出门走走，见见人",
        "evening": "在家安静地过晚上",
        "bed": "准备睡觉",
        "sleep": "回去接着睡",
        "whisper": "照心里的声音去做：{}",
        "other": "照常过日子",
    }
)
SAME_MEAL = MappingProxyType(
    {
        "breakfast": ("breakfast", "早餐", "早饭"),
        "lunch": ("lunch", "午餐", "午饭"),
        "dinner": ("dinner", "supper", "晚餐", "晚饭"),
    }
)


def words_for(language: str) -> Mapping[str, str]:
    """Return the words in a language; English where there are none."""
    return _CHINESE if language[:2] == "zh" else _ENGLISH
