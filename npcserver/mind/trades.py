"""Trades, age and looks: the words for addressing a person other than by name.

A trade has words for its people, signs in a persona that show it, and things that such people are
asked; the embedder compares the last with a line (`memory.nearness`).
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from npcserver import language
from npcserver.language.scripts import ENDS, WIDE_SEMICOLON, has_han
from npcserver.model.character import Persona

_ELDERLY = 60
_YOUNG = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade:
    """The names of a trade, its signs in a persona, and lines that such people hear."""

    names: tuple[str, ...]
    signs: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()


def _trades() -> tuple[Trade, ...]:
    """Return the trades of all languages; the words of one trade are merged over languages."""
    tables = [table for _, table in language.entries("trades", "trades")]
    return tuple(
        Trade(
            names=tuple(word for one in tables if key in one for word in one[key]["names"].split()),
            signs=tuple(word for one in tables if key in one for word in one[key]["signs"].split()),
            asks=tuple(line for one in tables if key in one for line in one[key]["asks"]),
        )
        for key in dict.fromkeys(key for one in tables for key in one)
    )


def _forms(key: str) -> tuple[str, ...]:
    return tuple(form for _, forms in language.entries("trades", key) for form in forms)


TRADES = _trades()
_OLD, _OLD_MAN, _OLD_WOMAN = map(_forms, ("old", "old_man", "old_woman"))
_CHILD, _BOY, _GIRL = map(_forms, ("child", "boy", "girl"))
_LOOKS_OLD, _OLD_NAME, _LOOKS_YOUNG, _SHE, _HE, _AGENT = (
    language.pattern("trades", key)
    for key in ("looks_old", "old_name", "looks_young", "she", "he", "agent")
)
_SENTENCE = re.compile(rf"[^{ENDS};{WIDE_SEMICOLON}\n]+[{ENDS};{WIDE_SEMICOLON}]*")


@dataclass(frozen=True, slots=True)
class Roles:
    """Words for addressing a person besides names: `first` fit well, `second` somewhat."""

    first: frozenset[str] = frozenset()
    second: frozenset[str] = frozenset()


@lru_cache(maxsize=4096)
def roles_of(persona: Persona) -> Roles:
    """Return the trades and looks by which a character is addressed."""
    plain, rest = _told(persona)
    first = [word for trade in TRADES if _has(trade, plain) for word in trade.names]
    second = [word for trade in TRADES if _has(trade, rest) for word in trade.names]
    looks = _looks(persona, f"{plain} {rest}")
    own = _AGENT.findall(f"{plain} {rest}".lower())
    return Roles(
        frozenset(map(str.lower, (*first, *looks, *own))), frozenset(map(str.lower, second))
    )


@lru_cache(maxsize=4096)
def asked_of(persona: Persona) -> tuple[str, ...]:
    """Return lines that people of a character's trade hear; empty where no trade is known."""
    plain, rest = _told(persona)
    found = [trade for trade in TRADES if _has(trade, plain)]
    found = found or [trade for trade in TRADES if _has(trade, rest)]
    return tuple(dict.fromkeys(line for trade in found for line in trade.asks))


@lru_cache(maxsize=4096)
def trades_in(text: str) -> tuple[Trade, ...]:
    """Return the trades that a text names, or shows by one of their signs."""
    return tuple(trade for trade in TRADES if _has(trade, text))


def sentences(text: str) -> tuple[str, ...]:
    """Cut a text into its sentences."""
    return tuple(one.strip() for one in _SENTENCE.findall(text) if one.strip())


def _told(persona: Persona) -> tuple[str, str]:
    """Return the text that plainly says who the character is, and the rest of its persona."""
    cut = sentences(persona.background)
    rest = (*cut[1:], persona.currently, persona.lifestyle, persona.traits, *persona.goals)
    return f"{persona.name}. {' '.join(cut[:1])}", " ".join(rest)


def _has(trade: Trade, text: str) -> bool:
    return _pattern(trade).search(text) is not None


@lru_cache(maxsize=len(TRADES))
def _pattern(trade: Trade) -> re.Pattern[str]:
    every = (*trade.names, *trade.signs)
    wide = [word for word in every if has_han(word)]
    latin = [word for word in every if not has_han(word)]
    return re.compile(
        rf"\b(?:\w+-)?(?:{'|'.join(latin)})(?:s|es)?\b|{'|'.join(wide) or '(?!)'}", re.IGNORECASE
    )


def _looks(persona: Persona, text: str) -> tuple[str, ...]:
    is_she, is_he = _SHE.search(text) is not None, _HE.search(text) is not None
    age = persona.age
    either: tuple[str, ...] = ()
    his = hers = either
    if (age or 0) >= _ELDERLY or _OLD_NAME.search(persona.name) or _LOOKS_OLD.search(text):
        either, his, hers = _OLD, _OLD_MAN, _OLD_WOMAN
    elif (age is not None and age < _YOUNG) or _LOOKS_YOUNG.search(text):
        either, his, hers = _CHILD, _BOY, _GIRL
    return (*either, *(his if is_he or not is_she else ()), *(hers if is_she or not is_he else ()))
