"""Trades, age and looks: the words for addressing a person other than by name.

The embedder compares what people of a trade are asked with a line (`memory.nearness`).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from npcserver import language
from npcserver.language.scripts import HAN
from npcserver.language.tokens import STOP_WORDS, tokens
from npcserver.language.trades import TRADES, has_signs, sentences
from npcserver.model.character import Persona

_ELDERLY = 60
_YOUNG = 18


def _forms(key: str) -> tuple[str, ...]:
    return tuple(form for _, forms in language.entries("trades", key) for form in forms)


_OLD, _OLD_MAN, _OLD_WOMAN = map(_forms, ("old", "old_man", "old_woman"))
_CHILD, _BOY, _GIRL = map(_forms, ("child", "boy", "girl"))
_KIN, _KIN_FORMS = map(_forms, ("kin", "kin_forms"))
_SURNAMED = re.compile(f"^[{HAN}]{{2,3}}$")
_LONGEST_TITLE = 3  # ideographs
_HEALER = next(trade for trade in TRADES if trade.key == "healer")
_HOSTS = language.pattern("trades", "hosts")
_ALIASES = tuple(language.patterns("trades", "alias", 0).values())
_RELATIVES = tuple(
    relative
    for _, listed in language.entries("trades", "relatives")
    for relative in listed.values()
)
_NAMED = language.pattern("trades", "named")
_LOOKS_OLD, _OLD_NAME, _LOOKS_YOUNG, _SHE, _HE, _AGENT = (
    language.pattern("trades", key)
    for key in ("looks_old", "old_name", "looks_young", "she", "he", "agent")
)


@dataclass(frozen=True, slots=True)
class Roles:
    """Words for addressing a person besides names, and what is expected of it unasked.

    `own` are written of the person, `first` fit what is written well, `second` somewhat. `hosts`:
    it keeps, owns or leads a place, so it answers greetings, goodbyes and orders to all. `heals` is
    2 for one who is a healer by its first sentence, 1 by the rest of its persona, else 0.
    """

    own: frozenset[str] = frozenset()
    first: frozenset[str] = frozenset()
    second: frozenset[str] = frozenset()
    hosts: bool = False
    heals: int = 0


@lru_cache(maxsize=4096)
def roles_of(persona: Persona) -> Roles:
    """Return the trades and looks by which a character is addressed."""
    plain, rest = _told(persona)
    first = [word for trade in TRADES if has_signs(trade, plain) for word in trade.names]
    second = [word for trade in TRADES if has_signs(trade, rest) for word in trade.names]
    title = persona.name[-1:]  # a person whose name ends with a title of kin: an aunt He as auntie
    kin = (form.format(kin=title) for form in _KIN_FORMS if len(persona.name) > 1)
    looks = (*_looks(persona, f"{plain} {rest}"), *(kin if title in _KIN else ()))
    named = {match["role"] for match in _NAMED.finditer(plain.lower())} - STOP_WORDS
    # two of "Passenger, a maker of maps"; no names
    own = (word for word in named if word in plain or f". {word.capitalize()}" in plain)
    # a surname with each word that says who the person is: Qin, foreman: foreman Qin
    surnamed = [
        f"{persona.name[0]}{word}"
        for word in (tokens(plain) if _SURNAMED.match(persona.name) else ())
        if 1 < len(word) <= _LONGEST_TITLE
    ]
    agents = _AGENT.findall(f"{plain} {rest}".lower())
    return Roles(
        own=frozenset((*own, *looks, *_aliases(f"{plain} {rest}"))),
        first=frozenset(map(str.lower, (*first, *looks, *agents, *surnamed))),
        second=frozenset(map(str.lower, second)),
        hosts=_HOSTS.search(plain) is not None,
        heals=2 if has_signs(_HEALER, plain) else 1 if has_signs(_HEALER, rest) else 0,
    )


def _aliases(text: str) -> Iterable[str]:
    """Yield the names and words of kin by which a text says, or lets expect, a person is called."""
    for alias in _ALIASES:
        yield from (
            name.lower() for match in alias.finditer(text) for name in match.groups() if name
        )
    is_she, is_he = _SHE.search(text) is not None, _HE.search(text) is not None
    for relative in _RELATIVES:
        if re.search(relative["signs"], text, re.IGNORECASE):
            yield from () if is_she and not is_he else relative["he"].split()
            yield from () if is_he and not is_she else relative["she"].split()


@lru_cache(maxsize=4096)
def asked_of(persona: Persona) -> tuple[str, ...]:
    """Return lines that people of a character's trade hear; empty where no trade is known."""
    plain, rest = _told(persona)
    found = [trade for trade in TRADES if has_signs(trade, plain)]
    found = found or [trade for trade in TRADES if has_signs(trade, rest)]
    return tuple(dict.fromkeys(line for trade in found for line in trade.asks))


def _told(persona: Persona) -> tuple[str, str]:
    """Return the text that plainly says who the character is, and the rest of its persona."""
    cut = sentences(persona.background)
    rest = (*cut[1:], persona.currently, persona.lifestyle, persona.traits, *persona.goals)
    return f"{persona.name}. {' '.join(cut[:1])}", " ".join(rest)


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
