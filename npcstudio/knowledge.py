"""Who knows a fact, from whom and since when, as a list and drawn; and who could learn it soon."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from npcserver.app.ledger.foresight import FactForesight, FutureHearing
from npcserver.app.ledger.provenance import Knower
from npcserver.app.pagination import Page
from npcserver.app.perception.itineraries import MOST_PEOPLE, StayBasis
from npcserver.model import limits
from npcserver.model.character import Character
from npcserver.model.memory import Memory
from npcstudio.diagram import Drawing, Edge, Node
from npcstudio.visits import Visit
from npcstudio.worlds import CAST

_COLUMN: Final = 190
_ROW: Final = 52
_MARGIN: Final = 26
_PATHS: Final = 100
"""Those who could hear a fact and are shown, the first ones."""
_BASES: Final = tuple(StayBasis)
_ROWS: Final = 8
"""Circles of those who do not know in one column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HearingPath:
    """The way on which a character could hear the fact; `basis` is the least sure of its steps."""

    steps: tuple[FutureHearing, ...]
    basis: StayBasis


async def show_known(visit: Visit) -> Response:
    """Show who knows what a memory says, or a text."""
    asked, services = visit.asked, visit.services
    memory_id = asked.text("memory", limits.IDENTIFIER)
    text = "" if memory_id else asked.text("text", limits.UTTERANCE)
    knowers: tuple[Knower, ...] = ()
    memory: Memory | None = None
    if memory_id or text:
        knowers = await services.knowing.who_knows(
            timeline_id=visit.timeline_id, memory_id=memory_id, text=text, seq=visit.seq
        )
    if memory_id:
        memory = (await services.knowing.trace(visit.timeline_id, memory_id, visit.seq))[0].memory
    cast = await services.characters.list(visit.world_id, Page(CAST.size))
    foreseen: FactForesight | None = None
    places: dict[str, str] = {}
    if knowers:
        foreseen = await services.foreseeing.hearings(visit.timeline_id, knowers, visit.seq)
        listed = await services.worlds.list_places(visit.world_id, Page(limits.PLACES))
        places = {one.id: one.name for one in listed.items}
    of_knowers = [memory for one in knowers for memory in one.memories[:1]]
    return visit.page(
        "known",
        memory=memory,
        locked=memory or next(iter(of_knowers), None),
        text=text,
        seq=visit.seq,
        knowers=knowers,
        cast=cast.items,
        drawing=draw(knowers, cast.items) if knowers else None,
        foreseen=foreseen,
        paths=tuple(paths_of(foreseen.hearings)) if foreseen else (),
        most_paths=_PATHS,
        most_people=MOST_PEOPLE,
        places=places,
    )


def paths_of(hearings: Sequence[FutureHearing]) -> Iterator[HearingPath]:
    """Yield how each could hear it, from one who knows it now; `hearings` are in order of time."""
    found: dict[str, tuple[FutureHearing, ...]] = {}
    for one in hearings:
        steps = found[one.character_id] = (*found.get(one.told_by_id, ()), one)
        yield HearingPath(steps=steps, basis=max((each.basis for each in steps), key=_BASES.index))


def draw(knowers: Sequence[Knower], cast: Sequence[Character]) -> Drawing:
    """Return the drawing: knowers by how far from the origin, and then those who do not know.

    Its columns from left to right say how often the fact was passed on.
    """
    told = {str(one.character_id): _teller(one) for one in knowers}
    columns: dict[int, list[tuple[str, str]]] = {}
    for one in knowers:
        columns.setdefault(_depth(told, one.character_id), []).append((one.character_id, one.name))
    last = max(columns, default=-1)
    ignorant = [(one.id, one.name) for one in cast if one.id not in told]
    for number, person in enumerate(ignorant):
        columns.setdefault(last + 1 + number // _ROWS, []).append(person)
    nodes = tuple(_placed(columns, told))
    at = {one.id: one for one in nodes}
    edges = tuple(
        Edge(f"M{at[teller].x} {at[teller].y}L{at[who].x} {at[who].y}")
        for who, teller in told.items()
        if teller in at
    )
    rows = max(map(len, columns.values()), default=1)
    return Drawing(
        nodes=nodes, edges=edges, width=_COLUMN * len(columns), height=_ROW * rows + _MARGIN
    )


def _placed(
    columns: Mapping[int, Sequence[tuple[str, str]]], told: Mapping[str, str]
) -> Iterator[Node]:
    for place, number in enumerate(sorted(columns)):
        for row, (who, name) in enumerate(columns[number]):
            yield Node(
                id=who,
                name=name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…",
                x=_MARGIN + _COLUMN * place,
                y=_MARGIN + _ROW * row,
                knows=who in told,
            )


_LONGEST: Final = 18  # letters of a name that fit into a column


def _teller(one: Knower) -> str:
    """Return from whom a character has it, "" for one who was there or has always known."""
    return one.hops[0].told_by_id if one.hops else ""


def _depth(told: Mapping[str, str], who: str) -> int:
    seen = {who}
    while (teller := told.get(who, "")) in told and teller not in seen:
        seen.add(teller)
        who = teller
    return len(seen) - 1
