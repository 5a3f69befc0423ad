"""Who could hear a fact by the end of the next day: by plans, standings and locks.

No model is asked. Characters who meet by their plans could talk; whether they do, nobody knows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from npcserver.app.authored import drafts_in_force, with_draft
from npcserver.app.context.discretion import Discretion, secrets_of, set_flags, teller_of
from npcserver.app.context.mindset import standing_from, standing_now
from npcserver.app.ledger.provenance import Knower
from npcserver.app.memories import view_at
from npcserver.app.perception.itineraries import (
    Itineraries,
    Stay,
    StayBasis,
    load_itineraries,
    moves_of,
)
from npcserver.app.perception.tiers import load_attention_tiers
from npcserver.mind.conversation import KNOWN, is_stranger
from npcserver.model.bounds import Seq
from npcserver.model.character import Attention, Character, Person
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.record import Record, RecordKind, subject_key
from npcserver.model.secret import Secret, UnmetCondition
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import RecordQuery, View

MOST_PEOPLE = 500
"""Characters who are looked at, the first by id: so many take a tenth of a second."""
_MOST_STANDINGS = 20_000
"""Recorded standings that are read, the newest; a pair beyond them is as its author wrote it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FutureHearing:
    """That a character could hear a fact: from whom, where and when, and on what that rests.

    `is_overheard` if it knows the teller too little to be told, and stands by.
    """

    character_id: CharacterId
    name: str
    told_by_id: CharacterId
    told_by_name: str
    place_id: PlaceId
    starts_at: datetime
    basis: StayBasis
    is_overheard: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptOut:
    """A character whom no one who knows may tell, and the first condition that is unmet."""

    character_id: CharacterId
    name: str
    unmet: UnmetCondition


@dataclass(frozen=True, slots=True, kw_only=True)
class FactForesight:
    """Who could hear a fact between `now` and `until`, by time, and who is kept out by a lock.

    `looked_at` of the `people` of the world were looked at.
    """

    now: datetime
    until: datetime
    hearings: tuple[FutureHearing, ...]
    kept_out: tuple[KeptOut, ...]
    looked_at: int
    people: int


class Foresight:
    """Looks ahead in a timeline, by what is stored. It writes nothing."""

    def __init__(self, store: Store, *, attention: Attention = Attention.BACKGROUND) -> None:
        """`attention` is the tier of characters for whom the game set none."""
        self._store = store
        self._attention = attention

    async def itineraries(self, timeline_id: TimelineId, seq: Seq | None = None) -> Itineraries:
        """Return where people are as of `seq`, by default the head, and will be by plan."""
        async with self._store.read() as reader:
            return await load_itineraries(reader, await view_at(reader, timeline_id, seq))

    async def hearings(
        self, timeline_id: TimelineId, knowers: Sequence[Knower], seq: Seq | None = None
    ) -> FactForesight:
        """Return who could hear what some know, by the end of the next day of the timeline."""
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            there = await load_itineraries(reader, view)
            tellers = await _tellers(reader, view, there.now)
            tiers = await load_attention_tiers(view)
        silent = {who for who in there.stays if not tiers.get(who, self._attention).is_awake}
        spread = _Spread(there, tellers, silent, _held(knowers))
        spread.run()
        known = spread.held.keys()
        kept = (tellers.kept_out(who, knowers) for who in there.stays if who not in known)
        return FactForesight(
            now=there.now,
            until=there.until,
            hearings=tuple(spread.hearings),
            kept_out=tuple(one for one in kept if one is not None),
            looked_at=len(tellers.characters),
            people=sum(not one.person.is_player for one in there.present.values()),
        )


_Variant = tuple[tuple[Secret, ...], str]
"""The secrets that a memory of the fact carries, and who said it; "" where nobody did."""


def _held(knowers: Sequence[Knower]) -> dict[str, tuple[_Variant, ...]]:
    return {
        one.character_id: tuple({(secrets_of(m), teller_of(m)): None for m in one.memories})
        for one in knowers
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tellers:
    """How characters stand to each other, and what they may tell whom."""

    characters: Mapping[str, Character]
    moved: Mapping[str, Record]
    flags: frozenset[str]
    now: datetime
    _known: dict[tuple[str, str], Standing] = field(default_factory=dict)

    def standing(self, who: str, other: Person) -> Standing:
        """Return how a character stands to another."""
        found = self._known.get((who, other.id))
        if found is None:
            moved = standing_now(self.moved.get(subject_key(who, other.id)), self.now)
            found = self._known[who, other.id] = standing_from(moved, self.characters[who], other)
        return found

    def discretion(self, who: str, audience: Iterable[Person]) -> Discretion:
        """Return what a character may reveal to an audience."""
        stood = tuple((one, self.standing(who, one)) for one in audience)
        return Discretion(audience=stood, flags=self.flags)

    def would_tell(self, who: str, other: Person) -> bool:
        """Return whether a character tells another news: one it knows, and does not dislike."""
        standing = self.standing(who, other)
        return not is_stranger(standing) and standing.affinity > -KNOWN

    def kept_out(self, who: str, knowers: Sequence[Knower]) -> KeptOut | None:
        """Return why no one who knows may tell a character; None if one may."""
        if who not in self.characters:
            return None
        person = _person(self.characters[who])
        first: UnmetCondition | None = None
        for one in knowers:
            if one.character_id not in self.characters:
                continue
            before = self.discretion(one.character_id, (person,))
            for memory in one.memories:
                unmet = before.unmet(memory)
                if not unmet:
                    return None
                first = first or unmet[0]
        if first is None:
            return None
        return KeptOut(character_id=CharacterId(who), name=person.name, unmet=first)


def _person(character: Character) -> Person:
    return Person(id=character.id, name=character.name, is_player=False)


async def _tellers(reader: Reader, view: View, now: datetime) -> _Tellers:
    drafts = await drafts_in_force(view)
    published = await reader.characters(view.timeline.world_id, MOST_PEOPLE)
    relations = RecordQuery(RecordKind.RELATION, is_prefix=True, most=_MOST_STANDINGS)
    moved, flags = await view.newest((relations, RecordQuery(RecordKind.FLAG, is_prefix=True)))
    return _Tellers(
        characters={one.id: with_draft(one, drafts.get(one.id)) for one in published},
        moved=moved,
        flags=set_flags(flags),
        now=now,
    )


class _Spread:
    """The fact as it goes from one to another at the places where they meet, in order of time."""

    def __init__(
        self,
        there: Itineraries,
        tellers: _Tellers,
        silent: set[str],
        held: dict[str, tuple[_Variant, ...]],
    ) -> None:
        self.held = held
        self.hearings: list[FutureHearing] = []
        self._there = there
        self._tellers = tellers
        self._silent = silent
        self._at: dict[PlaceId, dict[str, Stay]] = {}

    def run(self) -> None:
        """Follow the fact from now on."""
        own = self._tellers.characters
        moves = [
            (stay.starts_at, who, stay)
            for who, stays in self._there.stays.items()
            if who in own
            for stay in moves_of(stays)
        ]
        place_of: dict[str, PlaceId | None] = {}
        moves.sort(key=lambda one: one[:2])
        for at, (moment, who, stay) in enumerate(moves):
            if (before := place_of.get(who)) is not None:
                self._at[before].pop(who, None)
            place_of[who] = stay.place_id
            if stay.place_id is not None:
                self._at.setdefault(stay.place_id, {})[who] = stay
            if at + 1 == len(moves) or moves[at + 1][0] != moment:
                came = {one[2].place_id for one in _same_moment(moves, at)}
                for place_id in sorted(one for one in came if one is not None):
                    self._meet(place_id, moment)

    def _meet(self, place_id: PlaceId, moment: datetime) -> None:
        """Have those at a place tell each other; all who are there hear it, or it is not told."""
        here = self._at[place_id]
        awake = [who for who, stay in here.items() if not stay.is_asleep]
        knowing = [who for who in self.held if who in awake and who not in self._silent]
        deaf = {who for who in awake if self._there.present[who].is_deaf}
        for teller in knowing:
            hearers = [one for one in awake if one not in self.held and one not in deaf]
            if not hearers:
                return
            people = {one: _person(self._tellers.characters[one]) for one in here if one != teller}
            told = [one for one in hearers if self._tellers.would_tell(teller, people[one])]
            open_ = self._open_variants(teller, people.values()) if told else ()
            for hearer in hearers if open_ else ():
                self.held[hearer] = tuple((secrets, teller) for secrets, _ in open_)
                self.hearings.append(
                    FutureHearing(
                        character_id=CharacterId(hearer),
                        name=people[hearer].name,
                        told_by_id=CharacterId(teller),
                        told_by_name=self._tellers.characters[teller].name,
                        place_id=place_id,
                        starts_at=moment,
                        basis=_weaker(here[teller].basis, here[hearer].basis),
                        is_overheard=hearer not in told,
                    )
                )

    def _open_variants(self, teller: str, audience: Iterable[Person]) -> tuple[_Variant, ...]:
        before = self._tellers.discretion(teller, audience)
        return tuple(one for one in self.held[teller] if before.may_tell(*one))


def _same_moment(
    moves: Sequence[tuple[datetime, str, Stay]], last: int
) -> Iterator[tuple[datetime, str, Stay]]:
    for at in range(last, -1, -1):
        if moves[at][0] != moves[last][0]:
            return
        yield moves[at]


_BASES = tuple(StayBasis)


def _weaker(one: StayBasis, other: StayBasis) -> StayBasis:
    return max(one, other, key=_BASES.index)
