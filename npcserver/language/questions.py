"""What questions to books ask for, and whether a sentence has it.

Each language may have a file `books.toml` with the patterns.
"""

import re

import regex

from npcserver import language
from npcserver.language.scripts import CJK
from npcserver.language.tokens import asked_words, tokens

_KINDS = ("age", "number", "time", "reason", "name")
"""Kinds of answers, the particular ones first: `how old` asks for an age, not for any number."""

_ASKS = {kind: language.pattern("books", f"asks_{kind}") for kind in _KINDS}
_TELLS = {
    kind: language.pattern("books", f"tells_{kind}", 0 if kind == "name" else re.IGNORECASE)
    for kind in _KINDS
}
_ONLY_ASKS = language.pattern("books", "only_ask")
goes_on = language.finder("books", "goes_on")
"""Return whether a sentence begins with a pronoun for what the sentence before spoke of."""
_WORD = regex.compile(f"[^\\W_{CJK}]+(?:['\u2019][^\\W_{CJK}]+)*")


def topic_words(question: str) -> list[str]:
    """Return the words of a question that name its topic, each once: not `how many`."""
    return asked_words(_ONLY_ASKS.sub(" ", question)) or asked_words(question)


class QuestionKind:
    """The kind of answer that a question wants, if it is one that sentences can be told by."""

    def __init__(self, question: str) -> None:
        self._kind = next((kind for kind in _KINDS if _ASKS[kind].search(question)), None)
        self._words = {*tokens(question)} if self._kind else set()

    def lacks(self, sentence: str) -> bool:
        """Return whether a sentence has nothing of the kind that is asked for.

        Words of the question are no answer to it. False where no kind is recognised.
        """
        if self._kind is None:
            return False

        def unsaid(word: regex.Match[str]) -> str:
            found = tokens(word[0])
            return "" if found and self._words.issuperset(found) else word[0]

        new = _WORD.sub(unsaid, sentence)
        return _TELLS[self._kind].search(new) is None
