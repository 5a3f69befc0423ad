"""Who is at which place of a timeline, now and at an hour by plan."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Final

from npcserver.app.perception.itineraries import Itineraries, StayBasis
from npcserver.language.clock import shifted
from npcserver.model import limits
from npcserver.model.access import Verb
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.timeline import Timeline
from npcserver.model.world import Place, is_rooted
from npcstudio.visits import Visit

DAYS: Final = ("today", "tomorrow")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A person at a place; `link` is None for a player, and `basis` for who is there now."""

    name: str
    link: str | None
    activity: str = ""
    is_asleep: bool = False
    basis: StayBasis | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceNode:
    """A place with who is there now and then, and the places in it."""

    place: Place
    now: tuple[Guest, ...]
    then: tuple[Guest, ...]
    parts: tuple["PlaceNode", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRoster:
    """Who is where in a timeline `now`, and `then` by plan; None where no hour was asked for.

    `elsewhere` are those at no place. `is_over` if the hour that was asked for has passed; `is_cut`
    if there are more characters than those whose plans were looked at.
    """

    timeline: Timeline
    now: datetime
    then: datetime | None
    nodes: tuple[PlaceNode, ...]
    elsewhere: tuple[Guest, ...]
    is_over: bool
    is_cut: bool


async def roster_of(visit: Visit, places: Sequence[Place]) -> PlaceRoster | None:
    """Return the roster that an address asks for; None if it names no timeline."""
    asked = visit.asked
    timeline_id = TimelineId(asked.text("on", limits.IDENTIFIER))
    if not timeline_id:
        return None
    await visit.require(Verb.READ_MINDS, timeline_id)
    timeline = await visit.services.timelines.get(timeline_id)
    if timeline.world_id != visit.world_id:
        raise NotFound("timeline", timeline.id, "it is of another world; open it from its page")
    there = await visit.services.foreseeing.itineraries(timeline.id)
    wanted = _hour(asked.text("hour"), there, asked.text("day") == DAYS[1])
    then = wanted if wanted is not None and there.now <= wanted < there.until else None
    now = _now(there)
    known = {one.id for one in places}
    later = {} if then is None else _then(there, then)
    return PlaceRoster(
        timeline=timeline,
        now=there.now,
        then=then,
        nodes=tuple(_nodes(places, now, later)),
        elsewhere=tuple(one for at, here in now.items() if at not in known for one in here),
        is_over=then is None and wanted is not None,
        is_cut=there.is_cut,
    )


_At = Mapping[PlaceId | None, Sequence[Guest]]


def _now(there: Itineraries) -> _At:
    stays, found = there.at(there.now), dict[PlaceId | None, list[Guest]]()
    for who, one in sorted(there.present.items(), key=lambda pair: pair[1].person.name):
        stay = stays.get(who)
        guest = Guest(
            name=one.person.name,
            link=None if one.person.is_player else who,
            activity=stay.activity if stay else "",
            is_asleep=stay is not None and stay.is_asleep,
        )
        found.setdefault(one.place_id, []).append(guest)
    return found


def _then(there: Itineraries, moment: datetime) -> _At:
    found = dict[PlaceId | None, list[Guest]]()
    for who, stay in there.at(moment).items():
        guest = Guest(
            name=there.present[who].person.name,
            link=who,
            activity=stay.activity,
            is_asleep=stay.is_asleep,
            basis=stay.basis,
        )
        found.setdefault(stay.place_id, []).append(guest)
    return {where: sorted(here, key=lambda one: one.name) for where, here in found.items()}


def _nodes(places: Sequence[Place], now: _At, then: _At) -> Iterator[PlaceNode]:
    parts = parts_of(places)

    def below(parent_id: PlaceId | None) -> Iterator[PlaceNode]:
        for one in parts.get(parent_id, ()):
            yield PlaceNode(
                place=one,
                now=tuple(now.get(one.id, ())),
                then=tuple(then.get(one.id, ())),
                parts=tuple(below(one.id)),
            )

    return below(None)


def parts_of(places: Sequence[Place]) -> Mapping[PlaceId | None, Sequence[Place]]:
    """Return the places that lie within each; of None the first ones, and those that are lost."""
    known = {one.id: one for one in places}
    parts: dict[PlaceId | None, list[Place]] = {}
    for one in places:
        parts.setdefault(one.parent_id if is_rooted(one, known) else None, []).append(one)
    return parts


def _hour(value: str, there: Itineraries, is_next_day: bool) -> datetime | None:  # noqa: FBT001
    if not value:
        return None
    try:
        hour = time.fromisoformat(value).replace(tzinfo=there.now.tzinfo)
    except ValueError as error:
        raise InvalidInput("hour", "must be a time of day, such as 07:30") from error
    return shifted(datetime.combine(there.now.date(), hour), days=int(is_next_day))
