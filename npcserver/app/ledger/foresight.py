"""Who could hear a fact by the end of the next day: by plans, standings and locks.

No model is asked. Characters who meet by their plans could talk; whether they do, nobody knows.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from npcserver.app.authored import drafts_in_force, with_draft
from npcserver.app.context.discretion import Discretion, secrets_of, set_flags, teller_of
from npcserver.app.context.mindset import standing_from, standing_now
from npcserver.app.ledger.provenance import Knower
from npcserver.app.memories import view_at
from npcserver.app.perception.itineraries import (
    MOST_PEOPLE,
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
from npcserver.model.record import (
    Record,
    RecordKind,
    owner_of_subject,
    subject_topic,
)
from npcserver.model.secret import Secret, UnmetCondition
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import RecordQuery, View

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

    Of more than `MOST_PEOPLE` characters only the first were looked at: it `is_cut`.
    """

    now: datetime
    until: datetime
    hearings: tuple[FutureHearing, ...]
    kept_out: tuple[KeptOut, ...]
    is_cut: bool


_BASES = tuple(StayBasis)  # the surest first
_Variant = tuple[tuple[Secret, ...], str]
"""The secrets that a memory of the fact carries, and who said it; "" where nobody did."""


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
            is_cut=there.is_cut,
        )


def _held(knowers: Sequence[Knower]) -> dict[str, tuple[_Variant, ...]]:
    return {
        one.character_id: tuple({(secrets_of(m), teller_of(m)): None for m in one.memories})
        for one in knowers
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tellers:
    """How characters stand to each other, and what they may tell whom.

    `moved` are the recorded standings of each, by the id of the other.
    """

    characters: Mapping[str, Character]
    moved: Mapping[str, Mapping[str, Record]]
    flags: frozenset[str]
    now: datetime

    def discretion(self, who: str, audience: Iterable[Person]) -> Discretion:
        """Return what a character may reveal to an audience."""
        stood = tuple((one, self._standing(who, one)) for one in audience)
        return Discretion(audience=stood, flags=self.flags)

    def friends(self, who: str) -> frozenset[str]:
        """Return whom a character tells news: those whom it knows, and does not dislike."""
        known = {one.to_id for one in self.characters[who].persona.relations}
        known |= self.moved.get(who, {}).keys()
        people = (_person(self.characters[one]) for one in known if one in self.characters)
        return frozenset(
            one.id
            for one in people
            for standing in (self._standing(who, one),)
            if not is_stranger(standing) and standing.affinity > -KNOWN
        )

    def closed_to(self, who: str, variant: _Variant) -> frozenset[str]:
        """Return the characters who may not hear from one what it knows in this variant."""
        if not variant[0]:
            return frozenset()
        people = (_person(one) for name, one in self.characters.items() if name != who)
        return frozenset(
            one.id for one in people if not self.discretion(who, (one,)).may_tell(*variant)
        )

    def _standing(self, who: str, other: Person) -> Standing:
        moved = self.moved.get(who, {}).get(other.id)
        return standing_from(standing_now(moved, self.now), self.characters[who], other)

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
    stood, flags = await view.newest((relations, RecordQuery(RecordKind.FLAG, is_prefix=True)))
    moved: defaultdict[str, dict[str, Record]] = defaultdict(dict)
    for subject, record in stood.items():
        moved[owner_of_subject(subject)][subject_topic(subject)] = record
    return _Tellers(
        characters={one.id: with_draft(one, drafts.get(one.id)) for one in published},
        moved=moved,
        flags=set_flags(flags),
        now=now,
    )


@dataclass(slots=True)
class _Gathering:
    """Those at a place; awake are those who know the fact and may tell it, and who may hear it."""

    stays: dict[str, Stay] = field(default_factory=dict)
    tellers: set[str] = field(default_factory=set)
    hearers: set[str] = field(default_factory=set)


class _Spread:
    """The fact as it goes from one to another at the places where they meet, in order of time."""

    def __init__(
        self,
        there: Itineraries,
        tellers: _Tellers,
        silent: AbstractSet[str],
        held: dict[str, tuple[_Variant, ...]],
    ) -> None:
        self.held = held
        self.hearings: list[FutureHearing] = []
        self._there = there
        self._tellers = tellers
        self._silent = silent
        self._at: defaultdict[PlaceId, _Gathering] = defaultdict(_Gathering)
        self._order = {who: place for place, who in enumerate(held)}
        self._friends: dict[str, frozenset[str]] = {}
        self._closed: dict[tuple[str, _Variant], frozenset[str]] = {}

    def run(self) -> None:
        """Follow the fact from now on: when one comes or leaves, others can talk."""
        moves = [
            (stay.starts_at, who, stay)
            for who, stays in self._there.stays.items()
            if who in self._tellers.characters
            for stay in moves_of(stays)
        ]
        moves.sort(key=itemgetter(0, 1))
        place_of: dict[str, PlaceId | None] = {}
        for moment, group in groupby(moves, itemgetter(0)):
            touched: set[PlaceId] = set()
            for _, who, stay in group:
                before, place_of[who] = place_of.get(who), stay.place_id
                if before is not None:
                    self._leave(who, self._at[before])
                if stay.place_id is not None:
                    self._enter(who, stay, self._at[stay.place_id])
                touched |= {one for one in (before, stay.place_id) if one is not None}
            for place_id in sorted(touched):
                self._meet(place_id, moment)

    def _leave(self, who: str, gathering: _Gathering) -> None:
        del gathering.stays[who]
        gathering.tellers.discard(who)
        gathering.hearers.discard(who)

    def _enter(self, who: str, stay: Stay, gathering: _Gathering) -> None:
        gathering.stays[who] = stay
        if stay.is_asleep:
            return
        if who not in self.held:
            if not self._there.present[who].is_deaf:
                gathering.hearers.add(who)
        elif who not in self._silent:
            gathering.tellers.add(who)

    def _meet(self, place_id: PlaceId, moment: datetime) -> None:
        """Have one who knows tell a friend there; all others hear it, or it is not told."""
        here = self._at[place_id]
        if not here.hearers:
            return
        for teller in sorted(here.tellers, key=self._order.__getitem__):
            told = here.hearers & self._friends_of(teller)
            open_ = [one for one in self.held[teller] if self._is_open(teller, one, here.stays)]
            if not told or not open_:
                continue
            for hearer in sorted(here.hearers):
                bases = here.stays[teller].basis, here.stays[hearer].basis
                self.held[hearer] = tuple((secrets, teller) for secrets, _ in open_)
                self._order[hearer] = len(self._order)
                self.hearings.append(
                    FutureHearing(
                        character_id=CharacterId(hearer),
                        name=self._tellers.characters[hearer].name,
                        told_by_id=CharacterId(teller),
                        told_by_name=self._tellers.characters[teller].name,
                        place_id=place_id,
                        starts_at=moment,
                        basis=max(bases, key=_BASES.index),
                        is_overheard=hearer not in told,
                    )
                )
            here.tellers |= here.hearers - self._silent
            here.hearers.clear()
            return

    def _friends_of(self, teller: str) -> frozenset[str]:
        if teller not in self._friends:
            self._friends[teller] = self._tellers.friends(teller)
        return self._friends[teller]

    def _is_open(self, teller: str, variant: _Variant, here: Mapping[str, Stay]) -> bool:
        key = (teller, variant)
        if key not in self._closed:
            self._closed[key] = self._tellers.closed_to(teller, variant)
        return not any(one in here for one in self._closed[key])
