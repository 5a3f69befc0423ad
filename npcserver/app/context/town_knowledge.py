"""What a character knows of the places and people of its world, and which of it words touch.

Only what is public: names, where places are, what they are, opening hours, prices and owners; of
people the occupation, where they are mostly found, and what they own. Of a persona only the name is
read, and the occupation with which its background begins, from a closed list of words. Lexical
only: neither a model nor an embedder is asked.

A character that knows all places (its author names none) is a resident, and knows the other
characters who live or own something there. A newcomer knows the people to whom it has a relation.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache

from npcserver import language
from npcserver.app.authored import roster_at
from npcserver.app.context.mindset import latest, places_of
from npcserver.app.perception.known_facts import read_places_seen, read_states_at
from npcserver.language.jumps import deaths_in
from npcserver.language.places import described
from npcserver.language.scripts import QUESTION_MARKS
from npcserver.language.tokens import asked_words, tokens
from npcserver.language.trades import occupation_of, trades_in
from npcserver.model.character import Character
from npcserver.model.ids import PlaceId
from npcserver.model.inputs import Absence, KnownPlace
from npcserver.model.memory import Recollection
from npcserver.model.record import FIRST_HAND, Moved, RecordKind
from npcserver.model.world import (
    Hours,
    Place,
    PlaceSeen,
    TownFact,
    World,
    enclosing_places,
    place_path,
)
from npcserver.ports.storage import Reader
from npcserver.ports.view import Resident, View

EARLIER_LINES = 2
"""Lines of talk before the last words that are searched for names."""
MOST_FACTS = 6
"""Facts about the town in one prompt."""

_EARLIER = 0.5  # weight of a name said before the last words
_NAME, _KIND, _LIKE_A_KIND = 3.0, 2.0, 1.0
_LEAST = 0.4  # below it many places and people share the word
_SHORTEST_PREFIX = 4  # letters: `light` means the lighthouse, but `in` not the inn
_IDLE = language.words("town", "idle")
"""Stems that do not distinguish places or people, whatever a description says."""
_ASKS = re.compile(
    rf"[{''.join(QUESTION_MARKS)}]|{language.expression('town', 'asks')}", re.IGNORECASE
)


async def known_places(
    reader: Reader, view: View, world: World, character: Character
) -> tuple[KnownPlace, ...]:
    """Return the places a character knows, by path, with objects as it last saw them.

    It knows those its author names (all places where there are none), and those it has been to. It
    knows the present state of its own place, unless it is blind.
    """
    every = await places_of(reader, world)
    moved = await latest(view, RecordKind.PRESENCE, character.id, Moved)
    here = character.place_id if moved is None else moved.place_id
    seen = await read_places_seen(view, character.id)
    if here is not None and not character.persona.is_blind:
        states = await read_states_at(view, here)
        seen[here] = PlaceSeen(place_id=here, objects=tuple(states.items()))
    known = {*told_of(character, every), *seen}
    if here is not None:
        known.add(here)
    found = [as_known(every[place_id], character, every, seen) for place_id in known & every.keys()]
    return tuple(sorted(found, key=lambda one: (one.path, one.id)))


def told_of(character: Character, places: Mapping[PlaceId, Place]) -> AbstractSet[PlaceId]:
    """Return the ids of places that a character knows from its author, with their parts."""
    if not character.knows:
        return places.keys()
    roots = {*character.knows}
    return {
        place_id
        for place_id in places
        if any(place.id in roots for place in enclosing_places(place_id, places))
    }


def as_known(
    place: Place,
    character: Character,
    places: Mapping[PlaceId, Place],
    seen: Mapping[PlaceId, PlaceSeen],
) -> KnownPlace:
    """Return a place as a character knows it that has last seen its objects as in `seen`."""
    around = enclosing_places(place.id, places)
    hours = next((one.hours for one in around if one.hours is not None), None)
    owners = [one.owner_ids for one in around if one.owner_ids]
    is_private = any(character.id not in those for those in owners)
    states = dict(seen[place.id].objects) if place.id in seen else {}
    return KnownPlace(
        id=place.id,
        path=place_path(place, places),
        objects=tuple((name, states.get(name, "")) for name in place.objects),
        hours="" if hours is None else hours_in_words(hours),
        is_own=bool(owners) and not is_private,
        is_private=is_private,
    )


def hours_in_words(hours: Hours) -> str:
    """Return hours such as `08:00-17:00`."""
    return f"{hours.opens:%H:%M}-{hours.closes:%H:%M}"


def in_words(places: Iterable[KnownPlace], language: str = "en") -> tuple[str, ...]:
    """Return a part of the place tree in natural language, one sentence for each place."""
    return tuple(described(place, language) for place in places)


@dataclass(frozen=True, slots=True, kw_only=True)
class TownKnowledge:
    """The places and people of a world as one character knows them.

    `seen` are the places it has been to; `acquainted` are the ids of those to whom it has a
    relation. `here` is its own place.
    """

    world: World
    places: Mapping[PlaceId, Place]
    residents: Sequence[Resident]
    character: Character
    seen: AbstractSet[PlaceId]
    acquainted: AbstractSet[str]
    here: PlaceId | None

    def facts(self) -> Iterator["_KnownFact"]:
        """Yield the known facts, places by id and then people by id."""
        known = (told_of(self.character, self.places) | self.seen) & self.places.keys()
        people = {str(one.id): one for one in self._people(known)}
        for place_id in sorted(known):
            yield self._place(self.places[place_id], known, people)
        public = _stems(self.world.name, self.world.description, *self._public_texts(known))
        for one in people.values():
            yield self._person(one, known, public)

    def _people(self, known: AbstractSet[PlaceId]) -> Iterator[Resident]:
        is_resident = not self.character.knows
        settled = {owner for one in known for owner in self.places[one].owner_ids}
        for one in self.residents:
            lives_there = one.place_id in known or one.id in settled
            is_known = one.id in self.acquainted or (is_resident and lives_there)
            if is_known and one.id != self.character.id:
                yield one

    def _public_texts(self, known: AbstractSet[PlaceId]) -> Iterator[str]:
        for place_id in known:
            place = self.places[place_id]
            yield place.name
            if self._is_open(place):
                yield place.description

    def _is_open(self, place: Place) -> bool:
        """Return whether what is inside is public, or known since the character has been there.

        A place with owners is closed to others unless it has opening hours, as shops have.
        """
        mine, been = self.character.id, place.id in self.seen
        return been or all(
            not one.owner_ids or mine in one.owner_ids or one.hours is not None
            for one in enclosing_places(place.id, self.places)
        )

    def _place(
        self, place: Place, known: AbstractSet[PlaceId], people: Mapping[str, Resident]
    ) -> "_KnownFact":
        around = enclosing_places(place.id, self.places)
        is_open = self._is_open(place)
        hours = next((one.hours for one in around if one.hours is not None), None)
        owners = next((one.owner_ids for one in around if one.owner_ids), ())
        fact = TownFact(
            name=place.name,
            within=tuple(one.name for one in around[1:]),
            about=place.description if is_open else "",
            hours="" if hours is None else hours_in_words(hours),
            owners=tuple(people[one].name for one in owners if one in people),
            is_own=self.character.id in owners,
            is_here=self.here is not None
            and place in enclosing_places(self.here, self.places),
            parts=tuple(
                self.places[one].name for one in sorted(known)
                if self.places[one].parent_id == place.id
            ),
            things=place.objects if is_open else (),
            prices=place.prices if is_open else (),
        )  # fmt: skip
        return _KnownFact(
            key=f"place/{place.id}",
            fact=fact,
            name=_stems(place.name),
            kind=_stems(fact.about, *_spoken_of(f"{place.name}. {fact.about}"))
            if is_open
            else frozenset(),
            more=_stems(*fact.things),
            wares=_stems(*(one.ware for one in fact.prices)),
        )

    def _person(
        self, one: Resident, known: AbstractSet[PlaceId], public: AbstractSet[str]
    ) -> "_KnownFact":
        owned = [
            self.places[place_id] for place_id in sorted(known)
            if one.id in self.places[place_id].owner_ids
        ]  # fmt: skip
        at = one.place_id if one.place_id in known else None
        role = occupation(one.background, one.name, public)
        fact = TownFact(
            name=one.name,
            is_person=True,
            within=()
            if at is None
            else tuple(each.name for each in enclosing_places(at, self.places)),
            about=role,
            parts=tuple(place.name for place in owned),
        )
        return _KnownFact(
            key=f"person/{one.id}",
            fact=fact,
            name=_stems(one.name) | _stems(role),
            kind=_stems(*_spoken_of(role)) if role else frozenset(),
            more=_stems(*(place.description for place in owned if place.hours is not None)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _KnownFact:
    """A fact and the word stems that touch it: of its name, its wares, its kind, and all others."""

    key: str
    fact: TownFact
    name: frozenset[str]
    kind: frozenset[str]
    more: frozenset[str]
    wares: frozenset[str] = frozenset()


async def town_facts(  # noqa: PLR0913 - whose knowledge, from where, and what calls it up
    reader: Reader,
    view: View,
    world: World,
    character: Character,
    here: PlaceId | None,
    *,
    acquainted: Collection[str],
    spoken: Sequence[str],
    but: Collection[str] = (),
    residents: Sequence[Resident] | None = None,
) -> tuple[TownFact, ...]:
    """Return the public facts known to the character that the spoken words touch, in fixed order.

    `spoken` is oldest first; earlier words than the last count only where they name something.
    `but` are ids of people to leave out, such as the partner. `residents` saves reading them again.
    """
    if not any(map(_asked, spoken)):
        return ()
    people = await roster_at(reader, view) if residents is None else residents
    known = _facts(
        world,
        tuple((await places_of(reader, world)).values()),
        tuple(people),
        character,
        frozenset(
            (await read_places_seen(view, character.id)).keys() | ({here} if here else set())
        ),
        frozenset(acquainted),
        here,
    )
    left_out = {f"person/{one}" for one in but}
    return touched([one for one in known if one.key not in left_out], spoken)


def without_dead(
    facts: tuple[TownFact, ...],
    recalled: Iterable[Recollection],
    absences: Collection[Absence] = (),
) -> tuple[TownFact, ...]:
    """Return the facts but for those on people whom the newest reliable memory of them calls dead.

    So a character that was told of a death does not say where the dead are mostly found. A memory
    about one of the `absences`, which have no facts, is about nobody else of that name.
    """
    people = {one.name.casefold(): one.name for one in facts if one.is_person}
    if not people:
        return facts
    told = sorted((one.memory for one in recalled), key=lambda memory: memory.seq)
    is_dead = {
        name: is_dead
        for memory in told
        if memory.source in FIRST_HAND
        for name, is_dead in deaths_in(memory.text, people)
        if not any(one.name == name and one.id in memory.body.about for one in absences)
    }
    return tuple(one for one in facts if not (one.is_person and is_dead.get(one.name)))


@lru_cache(maxsize=64)
def _facts(
    world: World,
    places: tuple[Place, ...],
    residents: tuple[Resident, ...],
    character: Character,
    seen: frozenset[PlaceId],
    acquainted: frozenset[str],
    here: PlaceId | None,
) -> tuple["_KnownFact", ...]:
    """Return all that a character knows of its town; cached, as it rarely changes between turns."""
    town = TownKnowledge(
        world=world,
        places={place.id: place for place in places},
        residents=residents,
        character=character,
        seen=seen,
        acquainted=acquainted,
        here=here,
    )
    return tuple(map(_shared_fact, town.facts()))


@lru_cache(maxsize=1 << 14)
def _shared_fact(fact: _KnownFact) -> _KnownFact:
    """Return one object for all equal facts: fifty people of a town of a thousand held 144 MB."""
    return fact


def touched(known: Sequence[_KnownFact], spoken: Sequence[str]) -> tuple[TownFact, ...]:
    """Return the facts that the words touch, `MOST_FACTS` at most, in the order given."""
    scores: defaultdict[str, float] = defaultdict(float)
    *earlier, last = spoken or ("",)
    _weigh(known, last, 1.0, scores, is_asked=_ASKS.search(last) is not None)
    for text in earlier:
        _weigh(known, text, _EARLIER, scores, is_asked=False)
    best = {
        key
        for score, key in sorted(((-score, key) for key, score in scores.items()))[:MOST_FACTS]
        if -score >= _LEAST
    }
    words = _stems(*spoken)
    return tuple(
        replace(one.fact, things=tuple(each for each in one.fact.things if _stems(each) & words))
        for one in known
        if one.key in best
    )


def _weigh(
    known: Sequence[_KnownFact],
    text: str,
    share: float,
    scores: dict[str, float],
    *,
    is_asked: bool,
) -> None:
    """Add the weight of each word of a text to the facts it touches; only its closest match counts.

    Where nothing is asked, only words that name something count, and of a name of several words not
    its last alone: "my head aches" does not mean Lantern Head.
    """
    words = _asked(text) - _IDLE
    for word in sorted(words):
        for weight, hits in _hits(known, word, is_asked=is_asked):
            told = [one for one in hits if is_asked or _is_named(one, words)]
            for one in told:
                scores[one.key] += weight * share / len(told)
            if hits:
                break


def _hits(
    known: Sequence[_KnownFact], word: str, *, is_asked: bool
) -> Iterator[tuple[float, list[_KnownFact]]]:
    yield _NAME, [one for one in known if word in one.name or (is_asked and word in one.wares)]
    if not is_asked:
        return
    yield _KIND, [one for one in known if word in one.kind or _is_akin_to_any(word, one.name)]
    akin = [one for one in known if word in one.more or _is_akin_to_any(word, one.kind)]
    yield _LIKE_A_KIND, akin


def _is_named(one: _KnownFact, words: AbstractSet[str]) -> bool:
    named = _tokens(one.fact.name)
    if one.fact.is_person:
        return not words.isdisjoint((*named, *_tokens(one.fact.about)[:1]))
    return len(named) < 2 or not words.isdisjoint(named[:-1])


@lru_cache(maxsize=1 << 14)
def _is_akin_to_any(word: str, others: AbstractSet[str]) -> bool:
    """Return whether one word is a prefix of the other, as `light` of `lighthouse`."""
    if any(word[:end] in others for end in range(_SHORTEST_PREFIX, len(word))):
        return True
    if len(word) < _SHORTEST_PREFIX:
        return False
    return any(other.startswith(word) and other != word for other in others)


def occupation(background: str, name: str, public: AbstractSet[str]) -> str:
    """Return the occupation with which a background begins, empty where none is public.

    What follows it (`of the Patient Gull`) is kept where all its words are public.
    """
    word, rest = occupation_of(background, name)
    is_public = rest.startswith("of ") and all(
        one in public or _is_akin_to_any(one, public) for one in _stems(rest)
    )
    return f"{word} {rest}" if is_public else word


@lru_cache(maxsize=4096)
def _spoken_of(text: str) -> tuple[str, ...]:
    """Return the words for the trades that a text shows, and for what such people are asked."""
    return tuple(
        each
        for trade in trades_in(text)
        for each in (" ".join(trade.names), " ".join(trade.signs), *trade.asks)
    )


def _stems(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in _tokens(text))


@lru_cache(maxsize=1024)  # each line is looked at in several turns
def _asked(text: str) -> frozenset[str]:
    return frozenset(asked_words(text))


@lru_cache(maxsize=1 << 14)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(tokens(text))
