"""A turn whose first word takes long tells the game so, once."""

import asyncio
from contextlib import aclosing

from npcserver.app.conversation.turn_records import replayed
from npcserver.model.record import RecordKind
from npcserver.model.turn import (
    Line,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnStarted,
    TurnWaiting,
)
from npcserver.ports.storage import RequestKey
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app

KEY = RequestKey("tl_play", "r-1", "d")
AT_ONCE, NEVER_HERE = 0.0, 3600.0


async def thoughtful(waiting_seconds: float | None) -> tuple[DialogueApp, asyncio.Event]:
    """Return a parlour whose first word comes when the event is set."""
    here, may_speak = await new_dialogue_app(), asyncio.Event()
    here.dialogue = here.new_dialogue(waiting_seconds)
    here.steps = [may_speak, *here.steps]
    return here, may_speak


async def test_waiting_is_told_once_before_the_first_word() -> None:
    """A gesture can play from then until a line comes."""
    here, may_speak = await thoughtful(AT_ONCE)
    told: list[TurnEvent] = []

    async with aclosing(here.say()) as events:
        async for event in events:
            told.append(event)
            if isinstance(event, TurnWaiting):
                may_speak.set()

    kinds = [TurnStarted, TurnWaiting, Line, Line, TurnFinished]
    assert [type(event) for event in told] == kinds


async def test_whoever_answers_in_time_does_not_wait() -> None:
    """Nor does anybody where the server is told never to say so."""
    for seconds in (NEVER_HERE, None):
        here, may_speak = await thoughtful(seconds)
        may_speak.set()

        assert TurnWaiting not in map(type, await here.turn())


async def test_waiting_is_neither_stored_nor_played_again() -> None:
    """What is remembered of a turn does not depend on how fast the machine was."""
    here, may_speak = await thoughtful(AT_ONCE)
    async with aclosing(here.say(key=KEY)) as events:
        async for event in events:
            if isinstance(event, TurnWaiting):
                may_speak.set()

    (turn,) = await here.records(RecordKind.TURN)

    assert TurnWaiting not in map(type, replayed(turn))
    assert TurnWaiting not in map(type, await here.turn(key=KEY))


async def test_a_turn_can_be_interrupted_while_it_waits() -> None:
    """It ends as interrupted, with nothing said; the answer that was thought of is given up."""
    here, _ = await thoughtful(AT_ONCE)
    told: list[TurnEvent] = []
    turn_id = None

    async with aclosing(here.say()) as events:
        async for event in events:
            told.append(event)
            if isinstance(event, TurnStarted):
                turn_id = event.turn_id
            if isinstance(event, TurnWaiting) and turn_id is not None:
                assert here.dialogue.interrupt(turn_id)

    finished = told[-1]
    assert isinstance(finished, TurnFinished)
    assert finished.outcome is TurnOutcome.INTERRUPTED
    assert Line not in map(type, told)


async def test_hanging_up_while_it_waits_leaves_the_turn_stored() -> None:
    """What was heard is remembered, as when somebody hangs up at any other moment."""
    here, _ = await thoughtful(AT_ONCE)

    async with aclosing(here.say()) as events:
        async for event in events:
            if isinstance(event, TurnWaiting):
                break

    assert [record.kind for record in await here.records()][-1] is RecordKind.TURN
