"""Whether a deed is what was promised: a rule over words, no model."""

import re

from npcserver import language
from npcserver.model.commitment import Commitment
from npcserver.model.whereabouts import words_of

_TABLES = tuple(table for _, table in language.entries("verbs", "kin"))
_KIN = tuple(
    frozenset(word for one in _TABLES for word in one.get(key, "").split())
    for key in dict.fromkeys(key for one in _TABLES for key in one)
)
"""Verbs that come to the same, as far as a promise goes."""
_NEVER = language.pattern("verbs", "never", 0)


def is_kept_by(promise: Commitment, deed: str) -> bool:
    """Say whether a deed is what was promised: the same kind of thing, done with the same things.

    `deed` holds the name of the affordance, its arguments with the names of things, and what the
    game told. Not to do something is kept by no deed.
    """
    verb = promise.what.split(" ", 1)[0].casefold()
    if _NEVER.search(verb):
        return False
    done = words_of(deed)
    objects = words_of(promise.what) - words_of(f"{promise.by_name} {promise.to_name} {verb}")
    is_kin = _is_kin(verb, deed)
    if not promise.what.isascii():  # Chinese has no word that stands apart
        beside = _signs(frozenset((promise.by_name, promise.to_name, *frozenset().union(*_KIN))))
        things = _signs(words_of(promise.what)) - beside
        return is_kin and (not things or bool(things & _signs(done)))
    if not objects:
        return is_kin
    shared = len(objects & done)
    return shared * 2 >= len(objects) if is_kin else shared > 1 and shared == len(objects)


def _signs(words: frozenset[str]) -> frozenset[str]:
    return frozenset(sign for word in words for sign in word if not sign.isascii())


def _is_kin(verb: str, deed: str) -> bool:
    """Say whether a deed is done by the verb, or by one that comes to the same."""
    plain = deed.casefold().replace("_", " ")
    words = frozenset(re.findall(r"[a-z']+", plain))
    groups = [kin for kin in _KIN if verb in kin or any(sign in verb for sign in kin)]
    kin = frozenset({verb}).union(*groups)
    return bool(kin & words) or any(one in plain for one in kin if not one.isascii())
