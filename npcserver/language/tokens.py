"""Words of a text, as lexical match compares them: stems, and pairs of ideographs.

Each language may have a module `tokens` with a function `index_term`, which stems its words.
"""

import re
import unicodedata
from functools import lru_cache

import regex

from npcserver import language
from npcserver.language import functions
from npcserver.language.foreign import asked, neutral_stem
from npcserver.language.scripts import CJK, UNSPACED

_RUN = regex.compile(
    rf"[{UNSPACED}][{UNSPACED}\p{{M}}]*|[^\W_{UNSPACED}]+(?:['\u2019][^\W_{UNSPACED}]+)*"
)
_ASCII_RUN = re.compile(r"[^\W_]+(?:'[^\W_]+)*", re.ASCII)
_IS_UNSPACED = re.compile(f"[{UNSPACED}]")
_CLUSTER = regex.compile(r"\X")
_IS_CJK = re.compile(f"[{CJK}]")

_ONLY_ASK = language.pattern("questions", "only_ask", 0)
_BINDING = language.pattern("content_words", "binding", 0)
STOP_WORDS = language.words("tokens", "stop")
"""Words too common to tell memories apart; apostrophes left out."""


def tokens(text: str) -> list[str]:
    """Return the tokens of a text in order, repeats included.

    Words of alphabets are lower-cased, stop words dropped, the rest stemmed. Runs of scripts
    without spaces become overlapping pairs of characters, each with its vowel signs; a run of one
    character stays itself.
    """
    if text.isascii():
        return [stemmed for run in _ASCII_RUN.findall(text.lower()) if (stemmed := _stem(run))]
    found: list[str] = []
    for run in _RUN.findall(unicodedata.normalize("NFKC", text).lower()):
        if not _IS_UNSPACED.match(run):
            stemmed = _stem(run)
            if stemmed:
                found.append(stemmed)
            continue
        signs = run if _IS_CJK.match(run) else _CLUSTER.findall(run)
        found.extend("".join(signs[at : at + 2]) for at in range(max(len(signs) - 1, 1)))
    return found


def question_tokens(text: str) -> list[str]:
    """Return the tokens of a question without words that only ask; all if nothing else is left."""
    return tokens(_ONLY_ASK.sub(" ", asked(text))) or tokens(text)


def characters(text: str) -> list[str]:
    """Return the ideographs, kana and hangul of a text one by one, repeats included."""
    return [] if text.isascii() else _IS_CJK.findall(unicodedata.normalize("NFKC", text))


def telling_characters(text: str) -> list[str]:
    """Return the characters of a question that mean something by themselves, each once."""
    plain = "" if text.isascii() else _BINDING.sub(" ", text)
    return list(dict.fromkeys(characters(plain)))


def asked_words(text: str) -> list[str]:
    """Return the words of a question that can tell one text from another, each once.

    A Chinese character that is left alone says little: texts are known by pairs.
    """
    found = question_tokens(text)
    telling = [word for word in found if len(word) > 1 or word.isascii()]
    return list(dict.fromkeys(telling or found))


@lru_cache(maxsize=1 << 16)
def _stem(word: str) -> str:
    """Cut the endings of a word; empty for a stop word."""
    word = word.replace("\u2019", "'")
    word = word.removesuffix("'s").replace("'", "")
    if word in STOP_WORDS:
        return ""
    for cut in functions("tokens", "index_term").values():
        stemmed: str | None = cut(word)  # None where the word is of another language
        if stemmed is not None:
            return stemmed
    return neutral_stem(word)
