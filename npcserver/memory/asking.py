"""What a question asks about: its words without those that only ask."""

import re

from npcserver.memory.tokens import tokens

# In Chinese words are not parted, so pairs that reach into what only asks would say nothing.
_ONLY_ASK = re.compile(
    "\u4ec0\u4e48\u65f6\u5019|\u4e3a\u4ec0\u4e48|\u600e\u4e48\u6837|\u600e\u4e48|\u600e\u6837"
    "|\u4ec0\u4e48|\u54ea\u91cc|\u54ea\u513f|\u54ea\u4e2a|\u54ea\u4e9b|\u54ea|\u591a\u5c11"
    "|\u591a\u4e45|\u591a\u8fdc|\u4f55\u65f6|\u5982\u4f55|\u53ef\u4ee5|\u5e94\u8be5|\u8bf7\u95ee"
    "|\u8c01|\u51e0|\u5417|\u5462|\u5427|\u4e86|\u7684|\u662f|\u5728|\u6709|\u8981"
)


def asked_words(text: str) -> list[str]:
    """Return the words of a question that can tell one text from another, each once.

    A Chinese character that is left alone says little: texts are known by pairs.
    """
    found = tokens(_ONLY_ASK.sub(" ", text)) or tokens(text)
    telling = [word for word in found if len(word) > 1 or word.isascii()]
    return list(dict.fromkeys(telling or found))
