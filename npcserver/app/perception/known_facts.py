"""What characters know of the states of objects, read from the log and cached."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from cachetools import LRUCache

from npcserver.memory import retention
from npcserver.memory.retention import Facts
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.record import (
    Draft,
    Record,
    RecordKind,
    Remembered,
    owner_of_subject,
    subject_key,
)
from npcserver.model.world import IDLE, ObjectState, PlaceSeen, object_key
from npcserver.ports.view import View


async def objects_in_use(view: View, place_id: PlaceId | None) -> tuple[ObjectState, ...]:
    """Return the states of the objects at a place that are not idle, by name."""
    if place_id is None:
        return ()
    records = await view.latest_by_subject(RecordKind.OBJECT, object_key(place_id, ""))
    bodies = (record.body for _, record in sorted(records.items()))
    return tuple(one for one in bodies if isinstance(one, ObjectState) and one.state != IDLE)


async def read_states_at(view: View, place_id: PlaceId) -> dict[str, str]:
    """Return the states of the objects at a place that are not idle, by object."""
    return {one.object: one.state for one in await objects_in_use(view, place_id)}


async def read_all_states(view: View) -> defaultdict[PlaceId, dict[str, str]]:
    """Return the states of all objects that are not idle, by place and object."""
    found: defaultdict[PlaceId, dict[str, str]] = defaultdict(dict)
    for record in (await view.latest_by_subject(RecordKind.OBJECT)).values():
        if isinstance(one := record.body, ObjectState) and one.state != IDLE:
            found[one.place_id][one.object] = one.state
    return found


async def read_places_seen(view: View, character_id: str) -> dict[PlaceId, PlaceSeen]:
    """Return what a character last saw, of each place that it has left."""
    records = await view.latest_by_subject(RecordKind.KNOWLEDGE, subject_key(character_id, ""))
    bodies = (record.body for record in records.values() if not record.text)
    return {body.place_id: body for body in bodies if isinstance(body, PlaceSeen)}


def place_knowledge(
    character_id: str, place_id: PlaceId, states: Mapping[str, str] | None, before: Record | None
) -> Draft | None:
    """Return the knowledge of a place with these states, None if `before` is the same.

    Stored when a character leaves, so that it knows the place as it last saw it. States of None are
    for the blind: they know that they have been there, and nothing more.
    """
    seen = PlaceSeen(place_id=place_id, objects=tuple(sorted((states or {}).items())))
    if before is not None and (states is None or before.body == seen):
        return None
    return Draft(RecordKind.KNOWLEDGE, seen, subject_key(character_id, place_id))


_KINDS = (
    RecordKind.OBSERVATION,
    RecordKind.KNOWLEDGE,
    RecordKind.OBJECT,
    RecordKind.CORRECTION,
)
_TIMELINES_AT_MOST = 200
_BEHIND_AT_MOST = 2_000


@dataclass(slots=True)
class _TimelineFacts:
    """The facts of characters on one timeline, valid up to `seq`."""

    seq: int
    minds: dict[str, Facts] = field(default_factory=dict)


class KnownFactsCache:
    """A cache of the log: the last state of each object that a character perceived, per timeline.

    It is brought up to the view of the caller, so records written in between count, whichever
    replica wrote them. A forked timeline starts from what its own view shows. A timeline that is
    `behind_at_most` records behind is read again.
    """

    def __init__(self, *, behind_at_most: int = _BEHIND_AT_MOST) -> None:
        self._behind_at_most = behind_at_most
        self._timelines: LRUCache[TimelineId, _TimelineFacts] = LRUCache(_TIMELINES_AT_MOST)
        self._reading = asyncio.Lock()

    async def known(self, view: View, minds: Iterable[str]) -> Mapping[str, Facts]:
        """Return what characters know at the head of a timeline; copies that may be changed."""
        wanted = list(dict.fromkeys(minds))
        async with self._reading:
            here = await self._caught_up(view)
            for mind in wanted:
                if mind not in here.minds:
                    here.minds[mind] = await _read(view, mind)
            return {mind: dict(here.minds[mind]) for mind in wanted}

    def forget(self, timeline_id: TimelineId) -> None:
        """Drop what is kept for a timeline that was deleted."""
        self._timelines.pop(timeline_id, None)

    async def _caught_up(self, view: View) -> _TimelineFacts:
        timeline_id, seq = view.vantage.timeline_id, view.vantage.seq
        here = self._timelines.get(timeline_id)
        if here is None or here.seq > seq:  # none, or a newer snapshot than this one
            here = self._timelines[timeline_id] = _TimelineFacts(seq)
        elif here.seq < seq:
            news = await view.after(here.seq, self._behind_at_most, _KINDS)
            if len(news) == self._behind_at_most:
                here.minds.clear()
            for record in news:
                if record.kind is RecordKind.CORRECTION:  # what it saw may have been withdrawn
                    here.minds.pop(record.subject_id, None)
            for record in news:
                own = here.minds.get(owner_of_subject(record.subject_id))
                changed = [own] if own is not None else []
                if record.kind is RecordKind.OBJECT:  # all may know of it
                    changed = [*here.minds.values()]
                for facts in changed:
                    retention.recollect(facts, (record,))
            here.seq = seq
        return here


async def _read(view: View, mind: str) -> Facts:
    """Return what a character knows, from its latest observations."""
    records = list(await view.tail(mind, (RecordKind.OBSERVATION,), retention.FACTS))
    lost = await view.latest_by_subject(RecordKind.KNOWLEDGE, subject_key(mind, retention.LOST))
    records += lost.values()
    about = (
        record.body.about
        for record in records
        if isinstance(record.body, Remembered) and record.body.is_standing
    )
    if any(one and "/" in one[0] for one in about):  # it may be of an object
        records += (await view.latest_by_subject(RecordKind.OBJECT)).values()
    facts: Facts = {}
    retention.recollect(facts, sorted(records, key=lambda one: one.seq))
    return facts
