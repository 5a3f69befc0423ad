"""Moments of play: their differences, branches from any of them, and what was said in any."""

from starlette.responses import Response

from npcserver.app.ledger.transcripts import FoundTurn
from npcserver.app.pagination import Page, ResultPage
from npcserver.app.timeline_diff import DiffRequest, MomentRef
from npcserver.model import limits
from npcserver.model.access import Verb
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import WorldId
from npcserver.model.timeline import Save, Timeline
from npcstudio.visits import Visit

_TURNS = 30
_MEMORIES = 20  # of each character and side
_TWO = 2
_LONGEST = 2 * limits.IDENTIFIER
"""Characters of a moment, such as `TIMELINE@SEQ`."""


async def show_diff(visit: Visit) -> Response:
    """Show what differs between two moments of a world."""
    typed = [value for name, value in visit.asked.pairs if name == "of" and value]
    if len(typed) != _TWO:
        raise InvalidInput("of", f"names {len(typed)} moments; choose two in the tree of the world")
    for one in typed:
        if problem := limits.text_problem(one, _LONGEST, is_one_line=True):
            raise InvalidInput("of", problem)
    a, b = (MomentRef.parse(one) for one in typed)
    named = [await _named(visit, one, visit.world_id) for one in (a, b)]
    found = await visit.services.diffing.diff(DiffRequest(a=a, b=b, memories=_MEMORIES))
    places = await visit.services.worlds.list_places(visit.world_id, Page(limits.PAGE))
    return visit.page(
        "diff",
        found=found,
        named=named,
        ids=typed,
        places={one.id: one.name for one in places.items},
    )


async def _named(visit: Visit, moment: MomentRef, world_id: WorldId) -> Save | Timeline:
    """Return the save or timeline of a moment. Raises `InvalidInput` for one of another world."""
    timelines = visit.services.timelines
    one: Save | Timeline
    if moment.save_id is not None:
        one = await timelines.get_save(moment.save_id)
    elif moment.timeline_id is not None:
        one = await timelines.get(moment.timeline_id)
    if one.world_id != world_id:
        raise InvalidInput("of", "is a moment of another world; choose two of this one")
    return one


async def show_search(visit: Visit) -> Response:
    """Show the turns of all timelines of a world in which some words were said."""
    text = visit.asked.text("text", limits.UTTERANCE)
    page = Page(_TURNS, visit.asked.text("before", limits.NOTE))
    found: ResultPage[FoundTurn] = ResultPage(())
    if text:
        found = await visit.services.transcripts.search(visit.world_id, text, page)
    names = await visit.services.characters.list(visit.world_id, Page(limits.PAGE))
    return visit.page(
        "search",
        text=text,
        turns=found.items,
        before=found.next_cursor,
        names={one.id: one.name for one in names.items},
    )


async def branch(visit: Visit) -> Response:
    """Start a timeline that begins at any position of another."""
    await visit.require(Verb.PLAY, visit.timeline_id)
    started = await visit.services.timelines.branch(
        timeline_id=visit.timeline_id,
        seq=visit.form.number("seq", 0, 2**53),
        label=visit.form.text("label"),
        key=visit.request_key,
    )
    return visit.to("t", started.id, done="started")
