"""Trades: the words for people of a trade, and the occupation with which a background begins.

Data: `trades.toml`, `town.toml`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from npcserver import language
from npcserver.language.scripts import ENDS, WIDE_COMMAS, WIDE_SEMICOLON, has_han


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade:
    """The names of a trade, its signs in a persona, and lines that such people hear."""

    key: str
    names: tuple[str, ...]
    signs: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()


def _trades() -> tuple[Trade, ...]:
    tables = [table for _, table in language.entries("trades", "trades")]
    return tuple(
        Trade(
            key=key,
            names=tuple(word for one in tables if key in one for word in one[key]["names"].split()),
            signs=tuple(word for one in tables if key in one for word in one[key]["signs"].split()),
            asks=tuple(line for one in tables if key in one for line in one[key]["asks"]),
        )
        for key in dict.fromkeys(key for one in tables for key in one)
    )


TRADES = _trades()
_SENTENCE = re.compile(rf"[^{ENDS};{WIDE_SEMICOLON}\n]+[{ENDS};{WIDE_SEMICOLON}]*")


@lru_cache(maxsize=4096)
def trades_in(text: str) -> tuple[Trade, ...]:
    """Return the trades that a text names, or shows by one of their signs."""
    return tuple(trade for trade in TRADES if has_signs(trade, text))


def sentences(text: str) -> tuple[str, ...]:
    """Cut a text into its sentences."""
    return tuple(one.strip() for one in _SENTENCE.findall(text) if one.strip())


def has_signs(trade: Trade, text: str) -> bool:
    """Return whether a text names a trade, or shows it by one of its signs."""
    return _pattern(trade).search(text) is not None


@lru_cache(maxsize=len(TRADES))
def _pattern(trade: Trade) -> re.Pattern[str]:
    every = (*trade.names, *trade.signs)
    wide = [word for word in every if has_han(word)]
    latin = [word for word in every if not has_han(word)]
    return re.compile(
        rf"\b(?:\w+-)?(?:{'|'.join(latin)})(?:s|es)?\b|{'|'.join(wide) or '(?!)'}", re.IGNORECASE
    )


_SHADY = language.words("town", "shady")
_OFFICES = language.listed("town", "offices")
is_hidden = language.finder("town", "hidden")
"""Return whether a text says that something is not, or not openly, what it tells."""
_LEADING = language.pattern("town", "leading")
_CLAUSE = re.compile(rf"[,.;:!?{WIDE_COMMAS}]|{language.expression('town', 'clause')}")
_AMONG_FIRST = 4  # words of a background, of which one is the occupation


@lru_cache(maxsize=4096)
def occupation_of(background: str, name: str) -> tuple[str, str]:
    """Return the occupation with which a background begins and what follows it in the clause.

    It is a word of a closed list; both are empty where none is openly had.
    """
    first = next(iter(sentences(background)), "").removeprefix(name)
    clause = _CLAUSE.split(_LEADING.sub("", f"{first} ".replace(f"{name} ", "")), maxsplit=1)[0]
    if not clause.strip() or is_hidden(clause):
        return "", ""
    if has_han(clause):
        return next((one for one in _occupations() if has_han(one) and one in clause), ""), ""
    words = clause.split()
    for place, word in enumerate(words[:_AMONG_FIRST]):
        if word.casefold() in _occupations():
            return word.lower(), " ".join(words[place + 1 :])
    return "", ""


def is_office(word: str) -> bool:
    """Return whether a word is no trade but an office, which says little by itself: `keeper`."""
    return word in _OFFICES


@lru_cache(maxsize=1)
def _occupations() -> Mapping[str, None]:
    names = (word for trade in TRADES for word in trade.names)
    shady = {word for trade in TRADES if trade.names[0] in _SHADY for word in trade.names}
    return dict.fromkeys(one for one in (*_OFFICES, *names) if one not in shady)
