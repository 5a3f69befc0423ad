"""The differences between two moments of play, character by character."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, TypeVar

from npcserver.app.context.discretion import set_flags
from npcserver.app.context.history import newest_first
from npcserver.app.context.mindset import body_of, decayed_mood
from npcserver.app.perception.presence import locate_people
from npcserver.model import limits, memory
from npcserver.model.bounds import Items, NumberRange, Seq
from npcserver.model.commitment import Commitment
from npcserver.model.day import Act, DayPlan
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, WorldId
from npcserver.model.memory import Memory
from npcserver.model.record import MEMORY_KINDS, Rated, Record, RecordKind, owner_of_subject
from npcserver.model.timeline import Lineage, Vantage, shared
from npcserver.model.world import IDLE, ObjectState
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import RecordQuery, Resident, View

_B = TypeVar("_B")

_FACETS = (RecordKind.BELIEF, RecordKind.RELATION, RecordKind.COMMITMENT)
_WHOLE = (RecordKind.MOOD, RecordKind.DAY, RecordKind.ACT)
_AROUND = (RecordKind.PRESENCE, RecordKind.OBJECT, RecordKind.FLAG)
_STATE = (*_FACETS, *_WHOLE, *_AROUND)
_RATINGS_AT_ONCE = 200
_SAVE = "sav_"
_DIGITS = 10  # more than any seq has


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffSide:
    """What one of two moments has of a character and the other has not.

    `memories` are the newest of the `memory_count` that only this moment has, newest first. State
    that differs is given as this moment has it; an absent value does not differ, or is not known.
    """

    memories: tuple[Memory, ...] = ()
    memory_count: int = 0
    beliefs: tuple[Belief, ...] = ()
    standings: tuple[Standing, ...] = ()
    mood: Mood | None = None
    day: DayPlan | None = None
    act: Act | None = None
    place_id: PlaceId | None = None
    commitments: tuple[Commitment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffPoint:
    """One of two compared moments: all its state, and how many memories only it has.

    `facets` are the subjects of one kind that belong to one character, sorted.
    """

    view: View
    now: datetime
    latest: Mapping[RecordKind, Mapping[str, Record]]
    facets: Mapping[tuple[RecordKind, str], tuple[str, ...]]
    places: Mapping[str, PlaceId | None]
    counts: Mapping[str, int]

    @property
    def minds(self) -> frozenset[str]:
        """The ids of all characters with state or memories here."""
        known = {mind for _, mind in self.facets} | self.counts.keys()
        return frozenset(known.union(*(self.latest[kind] for kind in _WHOLE)))


async def load_diff_point(view: View, residents: tuple[Resident, ...], shared: int) -> DiffPoint:
    """Return a moment for comparison with another that shares all records up to seq `shared`."""
    found = await view.newest([RecordQuery(kind, is_prefix=True) for kind in _STATE])
    latest = dict(zip(_STATE, found, strict=True))
    present = locate_people(residents, latest[RecordKind.PRESENCE])
    facets: defaultdict[tuple[RecordKind, str], list[str]] = defaultdict(list)
    for kind in _FACETS:
        for subject in latest[kind]:
            facets[kind, owner_of_subject(subject)].append(subject)
    return DiffPoint(
        view=view,
        now=await view.game_time(),
        latest=latest,
        facets={key: tuple(sorted(subjects)) for key, subjects in facets.items()},
        places={who: presence.place_id for who, presence in present.items()},
        counts=await view.count(shared, MEMORY_KINDS),
    )


async def load_diff_side(
    mind: CharacterId, end: DiffPoint, other: DiffPoint, limit: int
) -> DiffSide:
    """Return what one moment has of a character and another has not."""
    return DiffSide(
        memories=await _memories(mind, end, limit),
        memory_count=end.counts.get(mind, 0),
        beliefs=tuple(_facets(RecordKind.BELIEF, Belief, mind, end, other)),
        standings=tuple(_facets(RecordKind.RELATION, Standing, mind, end, other)),
        mood=_mood(mind, end, other),
        day=_whole(RecordKind.DAY, DayPlan, mind, end, other),
        act=_whole(RecordKind.ACT, Act, mind, end, other),
        place_id=end.places.get(mind) if end.places.get(mind) != other.places.get(mind) else None,
        commitments=tuple(_facets(RecordKind.COMMITMENT, Commitment, mind, end, other)),
    )


def _facets(
    kind: RecordKind, body: type[_B], mind: str, end: DiffPoint, other: DiffPoint
) -> Iterator[_B]:
    own, theirs = end.latest[kind], other.latest[kind]
    for subject in end.facets.get((kind, mind), ()):
        found = own[subject].body
        if isinstance(found, body) and _differs(own[subject], end, theirs.get(subject), other):
            yield found


def _whole(
    kind: RecordKind, body: type[_B], mind: str, end: DiffPoint, other: DiffPoint
) -> _B | None:
    """Return a state that a character has only one of, where it differs and is still in force."""
    record = end.latest[kind].get(mind)
    is_other = _differs(record, end, other.latest[kind].get(mind), other)
    return body_of(record, body) if is_other and _comparable(record, end) is not None else None


def _mood(mind: str, end: DiffPoint, other: DiffPoint) -> Mood | None:
    """Return a mood after fading, where it differs from the other by more than the time passed."""
    record = end.latest[RecordKind.MOOD].get(mind)
    if record is None or not _differs(record, end, other.latest[RecordKind.MOOD].get(mind), other):
        return None
    return decayed_mood(record, end.now)


def _differs(record: Record | None, end: DiffPoint, other: Record | None, there: DiffPoint) -> bool:
    """Return whether two records state different things; the same record never does.

    What only fades or ends with time is not a difference.
    """
    if record == other:
        return False
    return _comparable(record, end) != _comparable(other, there)


def _comparable(record: Record | None, end: DiffPoint) -> object:
    """Return what a record states, without what depends on positions in its own timeline."""
    body = None if record is None else record.body
    match body:
        case Belief() | Standing():
            return replace(body, evidence=())
        case Commitment():
            return replace(body, has_come_up=False)
        case Act():
            return replace(body, because=0) if end.now < body.ends_at else None
        case _:
            return body


async def _memories(mind: CharacterId, end: DiffPoint, limit: int) -> tuple[Memory, ...]:
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
    async for record in newest_first(view, mind, (RecordKind.RATING,), at_once=_RATINGS_AT_ONCE):
        if record.seq < since:
            break
        if isinstance(record.body, Rated):
            found = dict(record.body.ratings) | found
    return found


MEMORIES_SHOWN = 50
"""Memories returned for each character and side when the request sets no limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentRef:
    """A moment of play: a save, or a position of a timeline (None means its head)."""

    save_id: SaveId | None = None
    timeline_id: TimelineId | None = None
    seq: Seq | None = None

    @classmethod
    def parse(cls, typed: str) -> "MomentRef":
        """Read a moment: the id of a save or timeline, or `TIMELINE@SEQ`. Raises `InvalidInput`."""
        if typed.startswith(_SAVE):
            return cls(save_id=SaveId(typed))
        name, at, seq = typed.partition("@")
        if not name or (at and not (seq.isascii() and seq.isdecimal() and len(seq) < _DIGITS)):
            raise InvalidInput(
                typed or "A and B", "is no moment; name a save, a timeline, or TIMELINE@SEQ"
            )
        return cls(timeline_id=TimelineId(name), seq=int(seq) if at else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffRequest:
    """A request to compare two moments, for these characters (empty: for all)."""

    a: MomentRef
    b: MomentRef
    character_ids: Annotated[tuple[CharacterId, ...], Items(limits.BATCH)] = ()
    memories: Annotated[int, NumberRange(0, limits.PAGE)] = MEMORIES_SHOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class MindDiff:
    """How the state of a character differs between two moments."""

    character_id: CharacterId
    name: str
    a: DiffSide
    b: DiffSide


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineDiff:
    """What differs between two moments: characters by id, objects in the same order on both sides.

    `shared` is the last record that both see. `flags_a` are story flags that only `a` has set.
    `lineage_a` is what `a` sees.
    """

    world_id: WorldId
    a: Vantage
    b: Vantage
    lineage_a: Lineage
    lineage_b: Lineage
    shared: Vantage | None
    time_a: datetime
    time_b: datetime
    minds: tuple[MindDiff, ...] = ()
    objects_a: tuple[ObjectState, ...] = ()
    objects_b: tuple[ObjectState, ...] = ()
    flags_a: tuple[str, ...] = ()
    flags_b: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs."""
        return not (self.minds or self.objects_a or self.flags_a or self.flags_b)


class TimelineComparer:
    """The use case of `MemoryService.Diff`. It asks no model and writes nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def diff(self, request: DiffRequest) -> TimelineDiff:
        """Compare two moments.

        Raises `NotFound` for a save, timeline or character, `CursorTooNew` for a position beyond
        the head, `InvalidInput` for moments of different worlds.
        """

        async def work(reader: Reader) -> TimelineDiff:
            a, b = await _view(reader, request.a), await _view(reader, request.b)
            return await _compare(reader, a, b, request)

        async with self._store.read() as reader:
            return await reader.together(work)


async def _view(reader: Reader, moment: MomentRef) -> View:
    if moment.save_id is not None:
        return await reader.saved(moment.save_id)
    if moment.timeline_id is None:
        raise ValueError("a moment names a save or a timeline")
    if moment.seq is None:
        return await reader.head(moment.timeline_id)
    return await reader.at(Vantage(moment.timeline_id, moment.seq))


async def _compare(reader: Reader, a: View, b: View, request: DiffRequest) -> TimelineDiff:
    world_id = a.timeline.world_id
    if b.timeline.world_id != world_id:
        raise InvalidInput(
            "b",
            f"is a moment of world {b.timeline.world_id!r}, and the other one of {world_id!r}; "
            "compare two moments of one world",
        )
    residents = await reader.roster(world_id)
    common = shared(a.lineage, b.lineage)
    # Seq 0 is before all records, so two lineages without a common part are compared whole.
    until = 0 if common is None else common.seq
    mine, theirs = (
        await load_diff_point(a, residents, until),
        await load_diff_point(b, residents, until),
    )
    names = {resident.id: resident.name for resident in residents}
    objects_a, objects_b = _objects(mine, theirs)
    flags_a, flags_b = (set_flags(end.latest[RecordKind.FLAG]) for end in (mine, theirs))
    return TimelineDiff(
        world_id=world_id,
        a=a.vantage,
        b=b.vantage,
        lineage_a=a.lineage,
        lineage_b=b.lineage,
        shared=common,
        time_a=mine.now,
        time_b=theirs.now,
        minds=await _minds(names, mine, theirs, request),
        objects_a=objects_a,
        objects_b=objects_b,
        flags_a=tuple(sorted(flags_a - flags_b)),
        flags_b=tuple(sorted(flags_b - flags_a)),
    )


async def _minds(
    names: Mapping[CharacterId, str], mine: DiffPoint, theirs: DiffPoint, request: DiffRequest
) -> tuple[MindDiff, ...]:
    known = {*names, *mine.minds, *theirs.minds}
    for character_id in request.character_ids:
        if character_id not in known:
            raise NotFound("character", character_id, "name one who lives in this world")
    found: list[MindDiff] = []
    for who in sorted(set(request.character_ids) or known):
        mind = CharacterId(who)
        a = await load_diff_side(mind, mine, theirs, request.memories)
        b = await load_diff_side(mind, theirs, mine, request.memories)
        if a != b or a.memory_count:
            found.append(MindDiff(character_id=mind, name=names.get(mind, mind), a=a, b=b))
    return tuple(found)


def _objects(
    mine: DiffPoint, theirs: DiffPoint
) -> tuple[tuple[ObjectState, ...], tuple[ObjectState, ...]]:
    """Return the objects whose state differs, as either moment has them, in the same order."""
    a, b = mine.latest[RecordKind.OBJECT], theirs.latest[RecordKind.OBJECT]
    pairs = [(_thing(a, b, key), _thing(b, a, key)) for key in sorted({*a, *b})]
    differing = [(one, other) for one, other in pairs if one.state != other.state]
    return tuple(one for one, _ in differing), tuple(other for _, other in differing)


def _thing(own: Mapping[str, Record], other: Mapping[str, Record], key: str) -> ObjectState:
    """Return an object as one moment has it; one that was never touched there is idle."""
    found = (own[key] if key in own else other[key]).body
    if not isinstance(found, ObjectState):
        raise TypeError(f"{key} is no thing")
    if key in own:
        return found
    return ObjectState(place_id=found.place_id, object=found.object, state=IDLE)
