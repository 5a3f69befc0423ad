"""The usual words of an occasion that is made up for a question, by language."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class UsualWords:
    """What is said, asked, answered and seen, and what a scene is about, where nobody chose it."""

    said: str
    asked: str
    answered: str
    happened: str
    title: str
    premise: str
    question: str


_USUAL: Mapping[str, UsualWords] = MappingProxyType(
    {
        "en": UsualWords(
            "Hello! How are you today?",
            "What do you mean to do today, and why?",
            "Well enough, thank you.",
            "A pot falls from the shelf and breaks.",
            "A matter to decide",
            "Something has to be decided for all, and two have a mind to be asked.",
            "Who is to speak for all?",
        ),
        "zh": UsualWords(
            "你好！今天过得怎么样？",
            "你今天打算做什么，为什么？",
            "还不错，谢谢。",
            "一只罐子从架子上掉下来摔碎了。",
            "一件要决定的事",
            "有一件大家的事要决定，有两个人愿意出面。",
            "由谁来代表大家？",
        ),
    }
)


def usual_words(language: str) -> UsualWords:
    """Return the words in a language, in English where there are none."""
    return _USUAL.get(language.partition("-")[0].casefold(), _USUAL["en"])
