"""One mind as two moments have it: what either remembers alone, and what stands differently."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from npcserver.app.context.mindset import faded
from npcserver.app.perceiving.presence import whereabouts
from npcserver.model import memory
from npcserver.model.act import Acting
from npcserver.model.commitment import Commitment
from npcserver.model.day import DayPlan
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.memory import Memory
from npcserver.model.record import MEMORY_KINDS, Rated, Record, RecordKind, mind_of
from npcserver.ports.rows import Resident
from npcserver.ports.view import View, Wanted

_B = TypeVar("_B")

_FACETS = (RecordKind.BELIEF, RecordKind.RELATION, RecordKind.COMMITMENT)
_WHOLE = (RecordKind.MOOD, RecordKind.DAY, RecordKind.ACT)
_AROUND = (RecordKind.PRESENCE, RecordKind.OBJECT, RecordKind.FLAG)
_STATE = (*_FACETS, *_WHOLE, *_AROUND)
_RATINGS_AT_ONCE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class MindSide:
    """What one of two moments has of a mind and the other has not.

    `memories` are the newest of the `memory_count` that only this moment has, newest first. State
    that differs stands here as this moment has it; what is absent does not differ, or is not known.
    """

    memories: tuple[Memory, ...] = ()
    memory_count: int = 0
    beliefs: tuple[Belief, ...] = ()
    standings: tuple[Standing, ...] = ()
    mood: Mood | None = None
    day: DayPlan | None = None
    act: Acting | None = None
    place_id: PlaceId | None = None
    commitments: tuple[Commitment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """A moment that is compared: all state as it sees it, and whose memories only it has.

    `facets` are the subjects of one kind that belong to one mind, in order.
    """

    view: View
    now: datetime
    latest: Mapping[RecordKind, Mapping[str, Record]]
    facets: Mapping[tuple[RecordKind, str], tuple[str, ...]]
    places: Mapping[str, PlaceId | None]
    counts: Mapping[str, int]

    @property
    def minds(self) -> frozenset[str]:
        """Everybody whose mind has left a trace, by id."""
        known = {mind for _, mind in self.facets} | self.counts.keys()
        return frozenset(known.union(*(self.latest[kind] for kind in _WHOLE)))


async def end_at(view: View, residents: tuple[Resident, ...], shared: int) -> End:
    """Return a moment as it is compared with another, with which it shares all up to `shared`."""
    found = await view.newest([Wanted(kind, is_prefix=True) for kind in _STATE])
    latest = dict(zip(_STATE, found, strict=True))
    present = whereabouts(residents, latest[RecordKind.PRESENCE])
    return End(
        view=view,
        now=await view.game_time(),
        latest=latest,
        facets=_by_mind(latest),
        places={who: presence.place_id for who, presence in present.items()},
        counts=await view.count(shared, MEMORY_KINDS),
    )


def _by_mind(
    latest: Mapping[RecordKind, Mapping[str, Record]],
) -> dict[tuple[RecordKind, str], tuple[str, ...]]:
    found: defaultdict[tuple[RecordKind, str], list[str]] = defaultdict(list)
    for kind in _FACETS:
        for subject in latest[kind]:
            found[(kind, mind_of(subject))].append(subject)
    return {key: tuple(sorted(subjects)) for key, subjects in found.items()}


async def side_of(mind: CharacterId, end: End, other: End, limit: int) -> MindSide:
    """Return what one moment has of a mind and another has not."""
    return MindSide(
        memories=await _memories(mind, end, limit),
        memory_count=end.counts.get(mind, 0),
        beliefs=tuple(_facets(RecordKind.BELIEF, Belief, mind, end, other)),
        standings=tuple(_facets(RecordKind.RELATION, Standing, mind, end, other)),
        mood=_mood(mind, end, other),
        day=_whole(RecordKind.DAY, DayPlan, mind, end, other),
        act=_whole(RecordKind.ACT, Acting, mind, end, other),
        place_id=end.places.get(mind) if end.places.get(mind) != other.places.get(mind) else None,
        commitments=tuple(_facets(RecordKind.COMMITMENT, Commitment, mind, end, other)),
    )


def _facets(kind: RecordKind, body: type[_B], mind: str, end: End, other: End) -> Iterator[_B]:
    """Yield what differs among the things of one kind in a mind, by what they are about."""
    own, theirs = end.latest[kind], other.latest[kind]
    for subject in end.facets.get((kind, mind), ()):
        found = own[subject].body
        if isinstance(found, body) and _differs(own[subject], end, theirs.get(subject), other):
            yield found


def _whole(kind: RecordKind, body: type[_B], mind: str, end: End, other: End) -> _B | None:
    """Return what a mind has only once, where it differs and is still in force."""
    record = end.latest[kind].get(mind)
    if not _differs(record, end, other.latest[kind].get(mind), other):
        return None
    if record is None or _comparable(record, end) is None:
        return None
    return record.body if isinstance(record.body, body) else None


def _mood(mind: str, end: End, other: End) -> Mood | None:
    """Return what is left of a mood, where it differs from the other by more than the time."""
    record = end.latest[RecordKind.MOOD].get(mind)
    if record is None or not _differs(record, end, other.latest[RecordKind.MOOD].get(mind), other):
        return None
    return faded(record, end.now)


def _differs(record: Record | None, end: End, other: Record | None, there: End) -> bool:
    """Say whether two records tell different things; the same record never does.

    Whatever fades or ends by itself is not taken for a difference.
    """
    if record == other:
        return False
    return _comparable(record, end) != _comparable(other, there)


def _comparable(record: Record | None, end: End) -> object:
    """Return what a record tells apart from where in its own timeline that came from."""
    body = None if record is None else record.body
    match body:
        case Belief() | Standing():
            return replace(body, evidence=())
        case Commitment():
            return replace(body, has_come_up=False)
        case Acting():
            return replace(body, because=0) if end.now < body.ends_at else None
        case _:
            return body


async def _memories(mind: CharacterId, end: End, limit: int) -> tuple[Memory, ...]:
    count = min(limit, end.counts.get(mind, 0))
    if count == 0:
        return ()
    records = await end.view.tail(mind, MEMORY_KINDS, count)
    ratings = await _ratings(end.view, mind, records[-1].seq)
    return tuple(
        memory.of(
            record,
            importance=ratings.get(record.seq, record.importance),
            last_accessed_at=record.game_time,
            lineage=end.view.lineage,
        )
        for record in records
    )


async def _ratings(view: View, mind: CharacterId, since: int) -> dict[int, int]:
    """Return the newest rating of each memory from `since` on."""
    found: dict[int, int] = {}
    before: int | None = None
    while True:
        records = await view.tail(mind, (RecordKind.RATING,), _RATINGS_AT_ONCE, before=before)
        for record in records:
            if record.seq < since:
                return found
            if isinstance(record.body, Rated):
                found = dict(record.body.ratings) | found
        if len(records) < _RATINGS_AT_ONCE:
            return found
        before = records[-1].seq
