"""What a question asks about: its words without those that only ask."""

from npcserver.language import pattern
from npcserver.language.tokens import tokens

_ONLY_ASK = pattern("questions", "only_ask", 0)


def asked_words(text: str) -> list[str]:
    """Return the words of a question that can tell one text from another, each once.

    A Chinese character that is left alone says little: texts are known by pairs.
    """
    found = tokens(_ONLY_ASK.sub(" ", text)) or tokens(text)
    telling = [word for word in found if len(word) > 1 or word.isascii()]
    return list(dict.fromkeys(telling or found))
