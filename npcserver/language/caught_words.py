"""What is caught of words that are only half heard. Data: `caught_words.toml`."""

import re
from collections.abc import Iterator

from npcserver import language
from npcserver.language import is_served
from npcserver.language.scripts import HAN
from npcserver.language.tokens import STOP_WORDS

_MOST = 2
"""Nouns that are caught of one line."""
_CLAUSE_ENDS = re.compile(r"[^\w\s'\u2019-]+")
_HAN = re.compile(f"[{HAN}]")
_BEFORE = language.words("caught_words", "before")
_AFTER = language.words("caught_words", "after") | STOP_WORDS
_INDEFINITE = language.words("caught_words", "indefinite")
_NO_THING = frozenset(
    (*language.listed("content_words", "talk"), *language.listed("content_words", "times"))
)
_NOUN = language.pattern("caught_words", "noun")
_NO_NOUN = language.pattern("caught_words", "no_noun")
_IS_VERBAL = re.compile(r"\w{2,}(?:ed|ly)")
_SHORTEST = 3


def half_heard(text: str, tag: str) -> str:
    """Return what a listener catches of words, in the language of the words.

    One or two of their nouns, as in "something about a bell"; empty where they have none, and in a
    language without data.
    """
    found = nouns(text, tag) if is_served(tag, "caught_words") else ()
    things = language.text("caught_words", "joined", tag).join(found)
    return language.text("caught_words", "something", tag).format(things=things) if found else ""


def question_about(caught: str, tag: str) -> str:
    """Return how one asks a speaker for what was half heard."""
    return language.text("caught_words", "ask", tag).format(text=caught)


def nouns(text: str, tag: str) -> tuple[str, ...]:
    """Return the first nouns of a text by rule, with an article in languages that have one."""
    found = _unspaced(text) if _HAN.search(text) else _spaced(text, tag)
    return tuple(dict.fromkeys(found))[:_MOST]


def _unspaced(text: str) -> Iterator[str]:
    for match in _NOUN.finditer(text):
        if not _NO_NOUN.search(match["noun"]):
            yield match["noun"]


def _spaced(text: str, tag: str) -> Iterator[str]:
    article = language.text("caught_words", "article", tag)
    for clause in _CLAUSE_ENDS.split(text):
        phrase: list[str] = []
        begun = ""
        for at, word in enumerate([*clause.split(), ""]):
            small = word.casefold().replace("\u2019", "'")
            is_name = at > 0 and word[:1].isupper() and len(word) > 1
            if small in _BEFORE or small.replace("'", "") in _AFTER or not word:
                yield from _head(phrase, begun, article)
                phrase, begun = [], small if small in _BEFORE else ""
            elif begun and phrase and _IS_VERBAL.fullmatch(small):
                yield from _head(phrase, begun, article)
                phrase, begun = [], ""
            elif begun:
                phrase.append(word)
            elif is_name:
                yield word


def _head(phrase: list[str], begun: str, article: str) -> Iterator[str]:
    """Yield the last noun of a phrase, as one names it who did not hear the rest."""
    if not phrase:
        return
    noun = phrase[-1]
    if len(noun) < _SHORTEST or noun.casefold() in _NO_THING:
        return
    if noun[0].isupper():
        yield noun
    elif begun in _INDEFINITE:
        yield f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
    else:
        yield f"{article} {noun}"
