"""Circles at a vantage: their members, and what each of them has heard there.

A member that goes to another place leaves its circle. Nothing is stored at that moment: the next
read of the circle leaves the member out, and the next line said in it stores the change. So a
member that came back before the circle was read has not left.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from npcserver.app.context.conversation_line import (
    ConversationLine,
    TalkSoFar,
    TalkWindow,
    lines_in,
    open_lines,
    under_present_names,
)
from npcserver.app.context.discretion import Discretion
from npcserver.app.context.mindset import bodies_of, body_of
from npcserver.app.perception.presence import Presence, load_presences
from npcserver.model.character import Person
from npcserver.model.circle import Circle, CircleStandpoint
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId
from npcserver.model.record import SPEECH_KINDS, RecordKind, Remembered
from npcserver.model.secret import joined
from npcserver.ports.storage import Reader
from npcserver.ports.view import RecordQuery, View

CIRCLES = 500
"""How many circles, last changed first, are searched for those of a new member."""
_LOOKED_AT = 200  # lines of a character searched for those of one circle


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleState:
    """A circle as it is now, without members that went away, and as it was `recorded` at `seq`."""

    circle: Circle
    recorded: Circle
    seq: int
    present: Mapping[str, Presence]

    @property
    def has_changed(self) -> bool:
        """Whether a member went away since it was stored."""
        return self.circle != self.recorded

    @property
    def minds(self) -> tuple[CharacterId, ...]:
        """The characters in it."""
        return tuple(CharacterId(one.id) for one in self.circle.members if not one.is_player)


async def circle_state(reader: Reader, view: View, circle_id: str) -> CircleState:
    """Return a circle; it has no members once it has broken up. Raises `NotFound`."""
    record = await view.latest(RecordKind.CIRCLE, circle_id)
    recorded = body_of(record, Circle)
    if record is None or recorded is None:
        raise missing(circle_id)
    present = await load_presences(reader, view)
    return CircleState(
        circle=still_there(recorded, present), recorded=recorded, seq=record.seq, present=present
    )


async def require_circle(reader: Reader, view: View, circle_id: str) -> CircleState:
    """Return a circle; raises `NotFound` for one that has broken up as well."""
    found = await circle_state(reader, view, circle_id)
    if not found.circle.members:
        raise missing(circle_id)
    return found


def missing(circle_id: str) -> NotFound:
    """Return the error for a circle that does not exist."""
    return NotFound("circle", circle_id, "it may have broken up; open another with OpenCircle")


async def circles_of(view: View, members: Iterable[str]) -> tuple[Circle, ...]:
    """Return the recorded circles that have any of some people as members, by id."""
    wanted = RecordQuery(RecordKind.CIRCLE, is_prefix=True, most=CIRCLES)
    (found,) = await view.newest((wanted,))
    wanted_ids = frozenset(members)
    return tuple(
        one
        for _, one in sorted(bodies_of(found, Circle).items())
        if any(person.id in wanted_ids for person in one.members)
    )


def still_there(circle: Circle, present: Mapping[str, Presence]) -> Circle:
    """Return a circle without those who are elsewhere by now, or deleted.

    A player whose place was never reported counts as there.
    """
    there = [
        one
        for one in circle.members
        # a character without a presence was deleted
        if (one.is_player if one.id not in present else present[one.id].place_id == circle.place_id)
    ]
    return of_members(circle, there)


def of_members(circle: Circle, members: Sequence[Person]) -> Circle:
    """Return a circle with other members; with none, where it cannot go on with these."""
    goes_on = len(members) > 1 and any(not one.is_player for one in members)
    return replace(circle, members=tuple(members) if goes_on else ())


async def lines_heard(
    view: View, mind: str, circle_id: str, most: int
) -> tuple[ConversationLine, ...]:
    """Return the last lines that a character has heard or said in a circle, newest first."""
    tail = await view.tail(mind, SPEECH_KINDS, _LOOKED_AT)
    of_circle = (
        record
        for record in tail
        if isinstance(record.body, Remembered) and record.body.circle_id == circle_id
    )
    return tuple(islice(lines_in(of_circle), most))


async def talk_in(
    view: View,
    mind: Person,
    circle: CircleStandpoint,
    partner: Person,
    heard: str,
    window: TalkWindow,
    discretion: Discretion,
) -> TalkSoFar:
    """Return what a character heard and said in a circle before the words that it answers.

    Those words are left out, but their secrets are included. Lines that may not be revealed to all
    who will hear the answer are left out.
    """
    found = await lines_heard(view, mind.id, circle.circle_id, window.most + 1)
    answered = [
        one
        for one in found
        if not one.is_own and one.speaker.id == partner.id and one.text == heard
    ][:1]
    before = window.newest(one for one in found if one not in answered)
    named = under_present_names(before, (*circle.others, partner))
    told = open_lines([*named], partner.id, discretion)
    names = {one.id: one.name for one in (*circle.others, partner, mind)}
    return TalkSoFar(
        tuple(one.as_spoken(names) for one in reversed(told)),
        joined(*(one.secrets for one in (*told, *answered))),
        frozenset(one.seq for one in answered),
    )
