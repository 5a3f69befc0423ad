"""What a turn and a job report once they have ended."""

import asyncio
from contextlib import aclosing
from datetime import UTC, datetime

import pytest

from npcserver.app.thoughts.job_worker import JobNotDue
from npcserver.model.affordance import ActionIntent
from npcserver.model.errors import Conflict, ModelUnreachable, NotFound, OutcomeUnknown, Reason
from npcserver.model.ids import IntentId
from npcserver.model.job import Job, JobKind
from npcserver.model.turn import (
    IntentProposed,
    Line,
    Rung,
    TurnOutcome,
    TurnStarted,
    TurnWaiting,
)
from npcserver.ports.observer import JobResult
from npcserver.ports.storage import RequestKey
from tests.fakes.dialogue_app import new_dialogue_app
from tests.fakes.thought_app import new_thought_app

WAVE = IntentProposed(intent=ActionIntent(id=IntentId("int_1"), affordance="wave"))
KEY = RequestKey("tl_play", "r-1", "d")


async def test_a_turn_reports_how_it_ended() -> None:
    """Once it is stored, and once: its outcome, its rung, its intents and its times."""
    here = await new_dialogue_app()
    here.steps = ["Come in.", WAVE]
    async with aclosing(here.say()) as events:
        async for event in events:
            if isinstance(event, TurnStarted):
                here.clock.seconds += 0.5
            elif isinstance(event, Line):
                here.clock.seconds += 1.0

    (turn,) = here.observer.turns
    assert (turn.outcome, turn.rung) == (TurnOutcome.COMPLETED, Rung.PRIMARY)
    assert (turn.proposed, turn.refused) == (1, 0)
    assert (turn.recall, turn.first_beat, turn.first_word) == (0.0, 0.5, 0.5)
    assert (turn.commit, turn.whole) == (0.0, 1.5)


async def test_a_repeated_turn_is_reported_once() -> None:
    """The second call under one key says again what was said; nothing happened anew."""
    here = await new_dialogue_app()
    await here.turn(key=KEY)
    await here.turn(key=KEY)

    assert len(here.observer.turns) == 1


async def test_an_interrupted_turn_is_reported_as_interrupted() -> None:
    """Also where nobody is left to hear that it has ended."""
    here = await new_dialogue_app()
    async with aclosing(here.say()) as events:
        async for event in events:
            if isinstance(event, Line):
                break

    assert [turn.outcome for turn in here.observer.turns] == [TurnOutcome.INTERRUPTED]


async def test_the_first_beat_may_be_that_the_character_waits() -> None:
    """A game can show that; the first word comes later."""
    here = await new_dialogue_app()
    may_speak = asyncio.Event()
    here.steps = [may_speak, "Hm."]
    here.dialogue = here.new_dialogue(0.5)
    async with aclosing(here.say()) as events:
        async for event in events:
            if isinstance(event, TurnStarted):
                here.clock.seconds += 0.7
            elif isinstance(event, TurnWaiting):
                here.clock.seconds += 2.0
                may_speak.set()

    (turn,) = here.observer.turns
    assert turn.first_beat == pytest.approx(0.7)
    assert turn.first_word == pytest.approx(2.7)


async def test_a_turn_that_may_not_be_stored_is_not_reported() -> None:
    """Its caller gets an error, and that is counted."""
    here = await new_dialogue_app()
    here.store.fault = OutcomeUnknown("silent", Reason.STORAGE_UNAVAILABLE)
    with pytest.raises(OutcomeUnknown):
        await here.turn()

    assert here.observer.turns == []


@pytest.mark.parametrize(
    ("error", "result"),
    [
        (None, JobResult.DONE),
        (NotFound("character", "mira", "create it"), JobResult.GONE),
        (JobNotDue(datetime(2100, 1, 1, tzinfo=UTC)), JobResult.NOT_DUE),
        (Conflict("the mind moved on", Reason.MIND_MOVED), JobResult.CHANGED),
        (Conflict("the game left", Reason.TIMELINE_LEFT), JobResult.LEFT),
        (ModelUnreachable("refused"), JobResult.FAILED),
        (ZeroDivisionError(), JobResult.FAILED),
    ],
)
async def test_a_job_reports_how_its_attempt_ended(
    error: Exception | None, result: JobResult
) -> None:
    """Every attempt is reported once, whatever came of it."""
    here = await new_thought_app()

    async def think(job: Job) -> None:
        if error is not None:
            raise error

    await here.want(JobKind.REFLECT)
    job = await here.claim()
    assert job is not None
    await here.worker({JobKind.REFLECT: think}).do(job)

    assert here.here.observer.jobs == [(JobKind.REFLECT, result)]
