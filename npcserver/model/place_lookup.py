"""Matching of texts with the places a character knows and the objects there."""

from collections.abc import Sequence
from functools import lru_cache

import regex

from npcserver import language
from npcserver.language.foreign import neutral_stem
from npcserver.language.scripts import UNSPACED
from npcserver.model.ids import PlaceId
from npcserver.model.inputs import KnownPlace

_WORD = regex.compile(rf"[{UNSPACED}]{{1,2}}|[^\W_{UNSPACED}]+")
_WIDE = regex.compile(rf"[{UNSPACED}\p{{M}}]+")
_CLUSTER = regex.compile(r"\X")
_COMMON = language.words("places", "common")
_SLEEPING = language.words("places", "sleeping")


def home_of(places: Sequence[KnownPlace]) -> KnownPlace | None:
    """Return the character's home: a place of its own, preferably with a bed; None if unknown."""
    own = [place for place in places if place.is_own]
    named = ((place, " ".join((place.path, *place.things))) for place in own)
    with_bed = (place for place, text in named if words_of(text) & _SLEEPING)
    return next(with_bed, own[0] if own else None)


def place_named(written: str, places: Sequence[KnownPlace]) -> KnownPlace | None:
    """Return the place with that id, path or name, ignoring case; None if there is none."""
    plain = _plain(written)
    if not plain:
        return None
    names = [(place.id, place.path, place.path.rpartition(":")[2]) for place in places]
    for same in zip(*names, strict=True):  # an id before any path, and a path before any name
        for place, name in zip(places, same, strict=True):
            if _plain(name) == plain:
                return place
    return None


def nearest_place(
    text: str, places: Sequence[KnownPlace], *, but: frozenset[str] = frozenset()
) -> KnownPlace | None:
    """Return the place that shares most with a text, or None if none shares a telling word.

    A name that occurs whole in the text counts most, objects of the place least. `but` are words to
    ignore, such as those of the character's own name.
    """
    said = words_of(text) - but
    plain = _plain(text)
    best: tuple[float, KnownPlace] | None = None
    for place in places:
        names = [_plain(name) for name in place.path.split(":")]
        whole = sum(2.0 for name in names if len(name) > 1 and f" {name} " in f" {plain} ")
        wide = sum(1.5 for name in names if _WIDE.search(name) and name in plain)
        shared = len(said & (words_of(place.path) - but))
        things = 0.25 * len(said & words_of(" ".join(place.things)))
        score = whole + wide + shared + things
        if (whole or wide or shared) and (best is None or score > best[0]):
            best = (score, place)
    return None if best is None else best[1]


def known_place(
    written: str, activity: str, places: Sequence[KnownPlace], otherwise: PlaceId | None = None
) -> PlaceId | None:
    """Return the id of a known place: the one written, else the nearest to what was written.

    Failing that, `otherwise` (if known), the place nearest to `activity`, the home, and the first
    place; None only without places.
    """
    found = (
        place_named(written, places)
        or nearest_place(written, places)
        or next((place for place in places if place.id == otherwise), None)
        or nearest_place(activity, places)
        or home_of(places)
        or (places[0] if places else None)
    )
    return None if found is None else found.id


def thing_named(written: str, place: KnownPlace | None) -> str:
    """Return the name of an object at a place as the place spells it; empty if it is not there."""
    if place is None:
        return ""
    plain = _plain(written).removeprefix("the ")
    return next((name for name in place.things if plain and _plain(name) == plain), "")


def fitting_thing(text: str, place: KnownPlace | None, hints: Sequence[str] = ()) -> str:
    """Return the object at a place that a text mentions, or else one that a hint names."""
    if place is None:
        return ""
    said = words_of(text)
    for name in place.things:
        if words_of(name) & said:
            return name
    plain = {name: _plain(name) for name in place.things}
    return next((name for hint in hints for name in plain if hint in plain[name]), "")


@lru_cache(maxsize=1 << 14)  # the same paths and things are compared for every plan
def words_of(text: str) -> frozenset[str]:
    """Return the telling words of a text: folded, without plural endings; Chinese in pairs."""
    found: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        found.add(
            word.removesuffix("s") if len(word) > 3 and word.isascii() else neutral_stem(word)
        )
    for run in map(_CLUSTER.findall, _WIDE.findall(text)):
        found.update("".join(run[at : at + 2]) for at in range(len(run) - 1))
    return frozenset(found - _COMMON)


@lru_cache(maxsize=1 << 14)
def _plain(text: str) -> str:
    return " ".join(regex.sub(r"[\W_]+", " ", text.casefold()).split())
