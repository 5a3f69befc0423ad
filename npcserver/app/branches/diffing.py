"""Comparing two moments of play: what each character has in one and not in the other.

It reads what lies beyond the last record that both see, and the newest state at both ends. What
they share is never read, so that it is quick however long they were one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from npcserver.app.branches.mind_sides import End, MindSide, end_at, side_of
from npcserver.app.context.discretion import set_flags
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import CharacterId, SaveId, TimelineId, WorldId
from npcserver.model.record import Record, RecordKind
from npcserver.model.surroundings import IDLE, ObjectState
from npcserver.model.timeline import Lineage, Vantage, shared
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

MEMORIES = 50
"""Memories shown of each character and side, where nobody says how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A moment of play: a save, or a position of a timeline (None means its head)."""

    save_id: SaveId | None = None
    timeline_id: TimelineId | None = None
    seq: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """A wish to compare two moments, of these characters (none: of all)."""

    a: Moment
    b: Moment
    character_ids: tuple[CharacterId, ...] = ()
    memories: int = MEMORIES


@dataclass(frozen=True, slots=True, kw_only=True)
class MindDiff:
    """How a mind differs between two moments."""

    character_id: CharacterId
    name: str
    a: MindSide
    b: MindSide


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What differs between two moments: minds by id, and the same things on both sides.

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


class Diffing:
    """The use case of `TimelineService.Diff`. It asks no model and leaves no trace."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def diff(self, wish: Diff) -> Difference:
        """Compare two moments.

        Raises `NotFound` for a save, timeline or character, `CursorTooNew` for a position beyond
        the head, `InvalidInput` for moments of different worlds.
        """

        async def work(reader: Reader) -> Difference:
            a, b = await _view(reader, wish.a), await _view(reader, wish.b)
            return await _compared(reader, a, b, wish)

        async with self._store.read() as reader:
            return await reader.together(work)


async def _view(reader: Reader, moment: Moment) -> View:
    if moment.save_id is not None:
        return await reader.saved(moment.save_id)
    if moment.timeline_id is None:
        raise ValueError("a moment names a save or a timeline")
    if moment.seq is None:
        return await reader.head(moment.timeline_id)
    return await reader.at(Vantage(moment.timeline_id, moment.seq))


async def _compared(reader: Reader, a: View, b: View, wish: Diff) -> Difference:
    world_id = a.timeline.world_id
    if b.timeline.world_id != world_id:
        raise InvalidInput(
            "b",
            f"is a moment of world {b.timeline.world_id!r}, and the other one of {world_id!r}; "
            "compare two moments of one world",
        )
    residents = await reader.roster(world_id)
    common = shared(a.lineage, b.lineage)
    until = 0 if common is None else common.seq
    mine, theirs = await end_at(a, residents, until), await end_at(b, residents, until)
    names = {resident.id: resident.name for resident in residents}
    objects_a, objects_b = _objects(mine, theirs)
    flags_a, flags_b = (set_flags(end.latest[RecordKind.FLAG]) for end in (mine, theirs))
    return Difference(
        world_id=world_id,
        a=a.vantage,
        b=b.vantage,
        lineage_a=a.lineage,
        lineage_b=b.lineage,
        shared=common,
        time_a=mine.now,
        time_b=theirs.now,
        minds=await _minds(names, mine, theirs, wish),
        objects_a=objects_a,
        objects_b=objects_b,
        flags_a=tuple(sorted(flags_a - flags_b)),
        flags_b=tuple(sorted(flags_b - flags_a)),
    )


async def _minds(
    names: Mapping[CharacterId, str], mine: End, theirs: End, wish: Diff
) -> tuple[MindDiff, ...]:
    """Return the minds that differ, those of characters that were deleted since among them."""
    known = {*names, *mine.minds, *theirs.minds}
    for character_id in wish.character_ids:
        if character_id not in known:
            raise NotFound("character", character_id, "name one who lives in this world")
    found: list[MindDiff] = []
    for who in sorted(set(wish.character_ids) or known):
        mind = CharacterId(who)
        a = await side_of(mind, mine, theirs, wish.memories)
        b = await side_of(mind, theirs, mine, wish.memories)
        if a != b or a.memory_count:
            found.append(MindDiff(character_id=mind, name=names.get(mind, mind), a=a, b=b))
    return tuple(found)


def _objects(mine: End, theirs: End) -> tuple[tuple[ObjectState, ...], tuple[ObjectState, ...]]:
    """Return the things whose state differs, as either moment has them, in the same order."""
    a, b = mine.latest[RecordKind.OBJECT], theirs.latest[RecordKind.OBJECT]
    pairs = [(_thing(a, b, key), _thing(b, a, key)) for key in sorted({*a, *b})]
    differing = [(one, other) for one, other in pairs if one.state != other.state]
    return tuple(one for one, _ in differing), tuple(other for _, other in differing)


def _thing(own: Mapping[str, Record], other: Mapping[str, Record], key: str) -> ObjectState:
    """Return a thing as one moment has it; one that nobody touched there is idle."""
    found = (own[key] if key in own else other[key]).body
    if not isinstance(found, ObjectState):
        raise TypeError(f"{key} is no thing")
    if key in own:
        return found
    return ObjectState(place_id=found.place_id, object=found.object, state=IDLE)
