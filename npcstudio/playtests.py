"""Expectations of lines, and suites that say those lines again with the characters of now."""

from collections.abc import Iterator, Mapping
from typing import Final

from starlette.responses import Response

from npcserver.app.access import Subject
from npcserver.app.suites import SuiteLine, SuiteRun
from npcserver.model import limits
from npcserver.model.access import Verb
from npcserver.model.errors import InvalidInput
from npcserver.model.expectation import NEAR, Expectation, ExpectationKind
from npcserver.model.ids import TimelineId, TurnId
from npcstudio.visits import Visit

_SHOWN: Final = 200
_MAY_RUN: Final = (Verb.SAY, Verb.PLAY)


async def expect(visit: Visit) -> Response:
    """Add an expectation to a turn, or take one away."""
    timeline_id, author_id = visit.timeline_id, visit.principal.id
    turn_id = TurnId(visit.request.path_params["turn"])
    transcripts = visit.services.transcripts
    if (place := visit.form.number("remove", 0, limits.PAGE)) is not None:
        await transcripts.unexpect(
            timeline_id=timeline_id, turn_id=turn_id, place=place, author_id=author_id
        )
        return visit.back("unexpected")
    await transcripts.expect(
        timeline_id=timeline_id,
        turn_id=turn_id,
        expectation=await _expectation(visit, turn_id),
        author_id=author_id,
    )
    return visit.back("expected")


async def _expectation(visit: Visit, turn_id: TurnId) -> Expectation:
    form = visit.form
    kinds = [str(one) for one in ExpectationKind]
    if (kind := form.text("expected", needed=True)) not in kinds:
        raise InvalidInput("expected", f"must be one of these: {', '.join(kinds)}")
    memory_id = form.text("memory", limits.IDENTIFIER)
    if kind == ExpectationKind.NEVER_TELLS:
        made = await visit.services.explaining.turn(visit.timeline_id, turn_id)
        kept = (one.memory for one in made.reason.kept_back)
        known = {one.id: one for one in (*(one.memory for one in made.recollections), *kept)}
        if memory_id not in known:
            raise InvalidInput("memory", "is none of this line; choose one that came to mind")
        text = known[memory_id].text
        return Expectation(kind=ExpectationKind(kind), text=text, memory_id=memory_id)
    least = form.number("likeness", 0, 100)
    return Expectation(
        kind=ExpectationKind(kind),
        text=form.text("text", limits.MEMORY, needed=True),
        least=NEAR if least is None else least / 100,
    )


async def show_suite(visit: Visit) -> Response:
    """Show the expectations of a world, and how the last runs went."""
    flags = [
        one for one in await visit.services.transcripts.flags(visit.world_id) if one.expectations
    ]
    runs = visit.services.suites.of(visit.world_id)
    wanted = visit.asked.text("run", limits.IDENTIFIER)
    run = next(
        (one for one in runs if one.id == wanted), None if wanted else next(iter(runs), None)
    )
    timelines = await visit.services.timelines.played_last(visit.world_id, limits.PAGE)
    return visit.page(
        "suite",
        drafted=[one for one in timelines if one.is_drafted],
        flags=flags,
        runs=runs,
        run=run,
        lines=() if run is None else tuple(_in_order(run))[:_SHOWN],
        is_lost=bool(wanted) and run is None,
        may_run=all(map(visit.may, _MAY_RUN)),
    )


def _in_order(run: SuiteRun) -> Iterator[SuiteLine]:
    """Yield the lines of a run, those first that need a look."""
    yield from sorted(run.lines, key=lambda one: (one.holds, not one.is_changed, one.flag.seq))


async def run_suite(visit: Visit) -> Response:
    """Begin a run, or stop the one that goes on."""
    named: Mapping[str, str] = visit.request.path_params
    for verb in _MAY_RUN:
        await visit.services.access.authorise(
            visit.principal, verb, [(Subject.WORLD, named["world"])]
        )
    suites = visit.services.suites
    if stopped := visit.form.text("stop", limits.IDENTIFIER):
        for run in suites.of(visit.world_id):
            if run.id == stopped:
                await suites.stop(run)
        return visit.to("w", visit.world_id, "suite", run=stopped, done="stopped")
    drafted_id = visit.form.text("drafted", limits.IDENTIFIER)
    if drafted_id:
        await visit.require(Verb.READ_MINDS, TimelineId(drafted_id))
    run = await suites.start(
        visit.world_id, visit.principal.id, TimelineId(drafted_id) if drafted_id else None
    )
    return visit.to("w", visit.world_id, "suite", run=run.id, done="begun")
