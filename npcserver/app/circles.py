"""Circles: groups of people who stand together and talk (`PlayService`).

A member is in at most one circle of a timeline: joining another leaves the first. A circle of fewer
than two, or of players alone, breaks up. A member who moves to another place counts as gone from
the next read on (`conversation.audience`).
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Annotated

from npcserver.app.background_work import Foreground
from npcserver.app.context.extras import awaken, jobs_of
from npcserver.app.context.mindset import bodies_of
from npcserver.app.conversation.audience import (
    circle_state,
    circles_of,
    missing,
    of_members,
    require_circle,
    still_there,
)
from npcserver.app.conversation.circle_conversation import CircleConversation, CircleEvent
from npcserver.app.conversation.circle_utterance import SayInCircle, not_in
from npcserver.app.conversation.read_ahead import ReadAhead
from npcserver.app.idempotency import run_once
from npcserver.app.perception.presence import Presence, check_available, load_presences
from npcserver.model import limits
from npcserver.model.bounds import Items
from npcserver.model.character import Person
from npcserver.model.circle import Circle
from npcserver.model.errors import InvalidInput, NotFound, OverLimit, Reason
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, new_id
from npcserver.model.record import Draft, RecordKind
from npcserver.ports.storage import Append, RequestKey, Store, UnitOfWork
from npcserver.ports.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCircle:
    """A circle as it now is, and the seq of its record."""

    circle: Circle
    seq: int


class Circles:
    """The use cases of `PlayService` about circles."""

    def __init__(
        self,
        store: Store,
        talk: CircleConversation,
        foreground: Foreground,
        read_ahead: ReadAhead | None = None,
    ) -> None:
        self._store = store
        self._talk = talk
        self._foreground = foreground
        self._read_ahead = read_ahead

    async def open(
        self,
        *,
        timeline_id: TimelineId,
        members: Annotated[tuple[Person, ...], Items(limits.CIRCLE, key="id")],
        place_id: PlaceId | None = None,
        key: RequestKey | None = None,
    ) -> StoredCircle:
        """Open a circle; without a place, where its first character is.

        Raises `InvalidInput` for a member who cannot be there, and `NotFound` for a character or
        place that is not in the world.
        """
        if len(members) < 2:
            raise InvalidInput("members", "must name at least two")

        async def work(unit: UnitOfWork) -> StoredCircle:
            view = await unit.head(timeline_id)
            present = await load_presences(unit, view)
            known = [_known(one, present, f"members[{at}].id") for at, one in enumerate(members)]
            first = next((one for one in known if not one.is_player), None)
            if first is None:
                raise InvalidInput("members", "names no character; players alone need no circle")
            if place_id is not None:
                await unit.place(view.timeline.world_id, place_id)
            here = place_id or present[first.id].place_id
            for at, one in enumerate(known):
                _check_place(one, here, present, f"members[{at}].id")
            circle = Circle(id=new_id("cir"), place_id=here, members=tuple(known))
            return await _stand(unit, view, circle, [one.id for one in known])

        stands = await self._once(timeline_id, key, work)
        if self._read_ahead is not None:
            self._read_ahead.gathered(timeline_id, stands.circle)
        return stands

    async def get(self, timeline_id: TimelineId, circle_id: str) -> Circle:
        """Return a circle; its members are empty once it has broken up. Raises `NotFound`."""
        async with self._store.read() as reader:
            return (await circle_state(reader, await reader.head(timeline_id), circle_id)).circle

    async def list(
        self, *, timeline_id: TimelineId, place_id: PlaceId | None = None, member_id: str = ""
    ) -> tuple[Circle, ...]:
        """Return the circles that have not broken up, by id; at a place, or of a member."""
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            stored = bodies_of(await view.latest_by_subject(RecordKind.CIRCLE), Circle)
            present = await load_presences(reader, view)
        there = [still_there(one, present) for _, one in sorted(stored.items())]
        return tuple(
            one
            for one in there
            if one.members
            and (place_id is None or one.place_id == place_id)
            and (not member_id or one.has(member_id))
        )

    async def join(
        self,
        *,
        timeline_id: TimelineId,
        circle_id: str,
        member: Person,
        key: RequestKey | None = None,
    ) -> StoredCircle:
        """Add a member; a present member stays.

        Raises `NotFound`, `InvalidInput` for one who is elsewhere, and `OverLimit` for a full
        circle.
        """

        async def work(unit: UnitOfWork) -> StoredCircle:
            view = await unit.head(timeline_id)
            found = await require_circle(unit, view, circle_id)
            known, circle = _known(member, found.present, "member.id"), found.circle
            _check_place(known, circle.place_id, found.present, "member.id")
            if circle.has(known.id):
                return StoredCircle(circle=circle, seq=found.seq)
            if len(circle.members) >= limits.CIRCLE:
                raise OverLimit(
                    f"{limits.CIRCLE} stand in the circle {circle.id!r} already; open another, or "
                    "let somebody leave it first",
                    Reason.OVER_LIMIT,
                    circleId=circle.id,
                )
            joined = replace(circle, members=(*circle.members, known))
            return await _stand(unit, view, joined, [known.id])

        stands = await self._once(timeline_id, key, work)
        if self._read_ahead is not None:
            self._read_ahead.gathered(timeline_id, stands.circle, member.id)
        return stands

    async def leave(
        self,
        *,
        timeline_id: TimelineId,
        circle_id: str,
        member_id: str,
        key: RequestKey | None = None,
    ) -> StoredCircle:
        """Remove a member. Raises `NotFound`, or `NotPossibleNow` for one who is not in it."""

        async def work(unit: UnitOfWork) -> StoredCircle:
            view = await unit.head(timeline_id)
            found = await circle_state(unit, view, circle_id)
            if not found.recorded.members:
                raise missing(circle_id)
            if not found.recorded.has(member_id):
                raise not_in(circle_id, member_id)
            stay = [one for one in found.circle.members if one.id != member_id]
            return await _stand(unit, view, of_members(found.circle, stay), ())

        return await self._once(timeline_id, key, work)

    async def say(self, say: SayInCircle) -> AsyncGenerator[CircleEvent, None]:
        """Say something in a circle, and yield the events of `CircleConversation.say`."""
        async with aclosing(self._talk.say(say)) as events:
            async for event in events:
                yield event

    async def _once(
        self,
        timeline_id: TimelineId,
        key: RequestKey | None,
        work: Callable[[UnitOfWork], Awaitable[StoredCircle]],
    ) -> StoredCircle:
        with self._foreground.busy():
            stands = await run_once(self._store, key, StoredCircle, work)
        members = (one for one in stands.circle.members if not one.is_player)
        await self._talk.prepare(timeline_id, [CharacterId(one.id) for one in members])
        return stands


async def _stand(unit: UnitOfWork, view: View, circle: Circle, come: Sequence[str]) -> StoredCircle:
    """Store a circle, and the other circles that those who `come` leave for it."""
    others = [one for one in await circles_of(view, come) if one.id != circle.id]
    left = [
        of_members(one, [person for person in one.members if person.id not in come])
        for one in others
    ]
    timeline_id, woken = view.vantage.timeline_id, await awaken(unit, view, come)
    drafts = (*woken, *(Draft(RecordKind.CIRCLE, one, one.id) for one in (*left, circle)))
    appended = await unit.append(Append(timeline_id, drafts, jobs=jobs_of(timeline_id, woken)))
    return StoredCircle(circle=circle, seq=appended.last)


def _known(person: Person, present: Mapping[str, Presence], field: str) -> Person:
    """Return a person with the stored name.

    Raises `InvalidInput` or `NotFound` for a wrong kind of id, and `NotPossibleNow` for a character
    that is absent or dead.
    """
    known = present.get(person.id)
    is_character = known is not None and not known.person.is_player
    if person.is_player and is_character:
        raise InvalidInput(
            field, f"{person.id!r} is a character; set `is_character`, or give players other ids"
        )
    if person.is_player:
        return person
    if known is None or not is_character:
        raise NotFound("character", person.id, "create it, or unset `is_character`")
    check_available(known)
    return known.person


def _check_place(
    person: Person, place_id: PlaceId | None, present: Mapping[str, Presence], field: str
) -> None:
    """Raise `InvalidInput` for a person known to be elsewhere: people hear only their own place."""
    known = present.get(person.id)
    if known is not None and known.place_id != place_id:
        there = repr(known.place_id) if known.place_id else "nowhere"
        raise InvalidInput(
            field,
            f"{person.id!r} is {'at ' if known.place_id else ''}{there}, not at {place_id!r}; "
            "move them there first, with `Observe.movements`",
        )
