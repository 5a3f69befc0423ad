"""Worlds, their timelines and saves as a tree, and who takes part in a timeline."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from operator import attrgetter
from typing import Final, TypeVar

from starlette.responses import Response

from npcserver.app.pagination import Page, ResultPage
from npcserver.model import limits
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Save, Timeline
from npcstudio.first_visit import first_steps
from npcstudio.visits import Visit

T = TypeVar("T")
_SHOWN: Final = 100
"""Timelines of the tree, the newest with all that they were branched from."""
_READ: Final = 4_000
"""Timelines and saves of a world that are read at most."""
CAST: Final = Page(200)
_LONGEST_HOURS: Final = 24 * 7


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeRow:
    """A timeline in the tree, `depth` levels below the first; `saves` are its own."""

    timeline: Timeline
    depth: int
    saves: tuple[Save, ...]


async def show_worlds(visit: Visit) -> Response:
    """Show the worlds that the key is for."""
    page = Page(100, visit.asked.text("after", limits.IDENTIFIER))
    worlds = await visit.services.worlds.list(page, visit.principal.worlds)
    steps = await first_steps(visit, worlds.items)
    return visit.page("worlds", worlds=worlds, steps=steps)


async def show_world(visit: Visit) -> Response:
    """Show a world's timelines and saves."""
    timelines = visit.services.timelines
    found = await _whole(lambda page: timelines.list(visit.world_id, page))
    saves = await _whole(lambda page: timelines.saves(visit.world_id, page))
    shown = visit.asked.number("most", 1, _READ) or _SHOWN
    rows = tuple(tree(found, saves, shown))
    return visit.page("world", rows=rows, is_cut=len(rows) < len(found), more=shown * 4)


async def start_timeline(visit: Visit) -> Response:
    """Start a timeline in which nothing has happened."""
    label = visit.form.text("label")
    started = await visit.services.timelines.start(visit.world_id, label, visit.request_key)
    return visit.to("t", started.id, done="started")


async def show_timeline(visit: Visit) -> Response:
    """Show who takes part in a timeline, where they are and what they do."""
    page = Page(CAST.size, visit.asked.text("after", limits.IDENTIFIER))
    cast = await visit.services.characters.cast(
        world_id=visit.world_id, page=page, timeline_id=visit.timeline_id
    )
    places = await visit.services.worlds.list_places(visit.world_id, Page(limits.PAGE))
    return visit.page(
        "timeline",
        cast=cast,
        places={one.id: one.name for one in places.items},
    )


async def save(visit: Visit) -> Response:
    """Name a moment of a timeline."""
    await visit.services.timelines.save(
        timeline_id=visit.timeline_id,
        name=visit.form.text("name", needed=True),
        seq=visit.form.number("seq", 0, 2**53),
        key=visit.request_key,
    )
    return visit.to("t", visit.timeline_id, done="saved")


async def pass_time(visit: Visit) -> Response:
    """Move the clock of a timeline on, as a game does."""
    hours = visit.form.number("hours", 1, _LONGEST_HOURS)
    if hours is None:
        raise InvalidInput("hours", "must not be empty; say how many are to pass")
    timeline = await visit.services.timelines.get(visit.timeline_id)
    await visit.services.play.advance_clock(
        timeline_id=timeline.id,
        game_time=timeline.game_time + timedelta(hours=hours),
        key=visit.request_key,
    )
    return visit.to("t", timeline.id, done="passed")


async def _whole(read: Callable[[Page], Awaitable[ResultPage[T]]]) -> list[T]:
    found: list[T] = []
    cursor = ""
    while len(found) < _READ:
        page = await read(Page(limits.PAGE, cursor))
        found += page.items
        cursor = page.next_cursor
        if not cursor:
            break
    return found


def tree(timelines: Sequence[Timeline], saves: Sequence[Save], most: int) -> Iterator[TreeRow]:
    """Yield the newest timelines and all that these were branched from, parents first."""
    known = {one.id: one for one in timelines}
    kept: set[TimelineId] = set()
    for timeline in sorted(timelines, key=attrgetter("created_at"), reverse=True)[:most]:
        above: Timeline | None = timeline
        while above is not None and above.id not in kept:
            kept.add(above.id)
            above = known.get(above.parent_id) if above.parent_id else None
    below: dict[TimelineId | None, list[Timeline]] = {}
    for timeline in sorted(timelines, key=attrgetter("created_at")):
        if timeline.id in kept:
            parent = timeline.parent_id if timeline.parent_id in known else None
            below.setdefault(parent, []).append(timeline)
    own: dict[TimelineId, list[Save]] = {}
    for save in sorted(saves, key=attrgetter("vantage.seq")):
        own.setdefault(save.vantage.timeline_id, []).append(save)
    stack = [(one, 0) for one in reversed(below.get(None, ()))]
    while stack:
        timeline, depth = stack.pop()
        yield TreeRow(timeline=timeline, depth=depth, saves=tuple(own.get(timeline.id, ())))
        stack += [(one, depth + 1) for one in reversed(below.get(timeline.id, ()))]
