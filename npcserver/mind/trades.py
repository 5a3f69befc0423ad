"""Trades, age and looks: the words for addressing a person other than by name.

The embedder compares what people of a trade are asked with a line (`memory.nearness`).
"""

from dataclasses import dataclass
from functools import lru_cache

from npcserver import language
from npcserver.language.tokens import STOP_WORDS
from npcserver.language.trades import TRADES, has_signs, sentences
from npcserver.model.character import Persona

_ELDERLY = 60
_YOUNG = 18


def _forms(key: str) -> tuple[str, ...]:
    return tuple(form for _, forms in language.entries("trades", key) for form in forms)


_OLD, _OLD_MAN, _OLD_WOMAN = map(_forms, ("old", "old_man", "old_woman"))
_CHILD, _BOY, _GIRL = map(_forms, ("child", "boy", "girl"))
_KIN, _KIN_FORMS = map(_forms, ("kin", "kin_forms"))
_NAMED = language.pattern("trades", "named")
_LOOKS_OLD, _OLD_NAME, _LOOKS_YOUNG, _SHE, _HE, _AGENT = (
    language.pattern("trades", key)
    for key in ("looks_old", "old_name", "looks_young", "she", "he", "agent")
)


@dataclass(frozen=True, slots=True)
class Roles:
    """Words for addressing a person besides names.

    `own` are written of the person, `first` fit what is written well, `second` somewhat.
    """

    own: frozenset[str] = frozenset()
    first: frozenset[str] = frozenset()
    second: frozenset[str] = frozenset()


@lru_cache(maxsize=4096)
def roles_of(persona: Persona) -> Roles:
    """Return the trades and looks by which a character is addressed."""
    plain, rest = _told(persona)
    first = [word for trade in TRADES if has_signs(trade, plain) for word in trade.names]
    second = [word for trade in TRADES if has_signs(trade, rest) for word in trade.names]
    looks = (*_looks(persona, f"{plain} {rest}"), *_kin(persona.name))
    agents = _AGENT.findall(f"{plain} {rest}".lower())
    return Roles(
        own=_named_roles(plain.lower()) | frozenset(looks),
        first=frozenset(map(str.lower, (*first, *looks, *agents))),
        second=frozenset(map(str.lower, second)),
    )


def _named_roles(text: str) -> frozenset[str]:
    """Return the roles that a text names: two of "Passenger, a maker of maps"."""
    found = (match["role"] for match in _NAMED.finditer(text))
    return frozenset(word for word in found if word not in STOP_WORDS)


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


def _kin(name: str) -> tuple[str, ...]:
    """Return how a person is called whose name ends with a title of kin: an aunt He as auntie."""
    ending = name[-1:]
    return tuple(form.format(kin=ending) for form in _KIN_FORMS if len(name) > 1 and ending in _KIN)


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
