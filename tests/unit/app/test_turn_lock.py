"""Who has the floor, who waits, and what the game is told of a long wait."""

import asyncio
from contextlib import aclosing

import pytest

from npcserver.app.background_work import Foreground
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.idempotency import replayed
from npcserver.model.errors import OverLimit, Reason
from npcserver.model.ids import CharacterId, TimelineId, TurnId
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
from tests.fakes.language_models import ManualClock
from tests.fakes.store_world import GENESIS, MIRA


async def test_turns_come_in_the_order_of_arrival_and_the_queue_is_short() -> None:
    """Four may wait; the next is told to come back, and nothing is left when all are done."""
    floor, order, gate = TurnLock(), [], asyncio.Event()

    async def speak(number: int) -> None:
        async with floor.taken(GENESIS, MIRA, f"p{number}"):
            order.append(number)
            await gate.wait()

    speaking = [asyncio.ensure_future(speak(number)) for number in range(5)]
    await asyncio.sleep(0)
    with pytest.raises(OverLimit) as refused:
        await speak(5)
    gate.set()
    await asyncio.gather(*speaking)

    assert refused.value.reason is Reason.OVERLOADED
    assert order == [0, 1, 2, 3, 4]
    assert floor._queues == {}


async def test_of_the_turns_that_wait_for_a_character_one_is_of_each_player() -> None:
    """A player's newest words wait and the older are told so; the places of others stay free."""
    floor, order, gate = TurnLock(), [], asyncio.Event()

    async def speak(player: str, words: str) -> None:
        async with floor.taken(GENESIS, MIRA, player):
            order.append(words)
            await gate.wait()

    first, older = (asyncio.ensure_future(speak("ann", words)) for words in ("one", "two"))
    await asyncio.sleep(0)
    newest = asyncio.ensure_future(speak("ann", "three"))
    with pytest.raises(OverLimit) as refused:
        await older
    other = asyncio.ensure_future(speak("bo", "hello"))
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(first, newest, other)

    assert refused.value.reason is Reason.OVERLOADED
    assert order == ["one", "three", "hello"]
    assert floor._queues == {}


async def test_who_gives_up_waiting_takes_no_place() -> None:
    """Neither in the queue nor of the next."""
    floor, gate = TurnLock(), asyncio.Event()

    async def speak() -> None:
        async with floor.taken(GENESIS, MIRA):
            await gate.wait()

    first, second, third = (asyncio.ensure_future(speak()) for _ in range(3))
    await asyncio.sleep(0)
    second.cancel()
    first.cancel()
    gate.set()
    await asyncio.gather(first, second, third, return_exceptions=True)

    assert third.done()
    assert not third.cancelled()
    assert floor._queues == {}


async def test_another_character_has_a_floor_of_its_own() -> None:
    """Nobody waits for another's turn."""
    floor = TurnLock()
    bram = CharacterId("bram")
    async with asyncio.timeout(60), floor.taken(GENESIS, MIRA), floor.taken(GENESIS, bram):
        assert len(floor._queues) == 2


def test_only_a_turn_that_is_being_spoken_can_be_interrupted() -> None:
    """Before and after there is nothing to stop."""
    floor, turn_id = TurnLock(), TurnId("trn_1")
    assert not floor.interrupt(turn_id)
    with floor.speaking(turn_id, GENESIS) as stop:
        assert floor.interrupt(turn_id)
        assert stop.is_set()
        stop.is_too_late = True
        assert not floor.interrupt(turn_id)
    assert not floor.interrupt(turn_id)


def test_leaving_ends_all_talk_of_a_timeline_and_of_no_other() -> None:
    """Turns end as left unless they were cut off before; conversations give way."""
    floor, elsewhere = TurnLock(), TimelineId("tl_other")
    with (
        floor.speaking(TurnId("trn_1"), GENESIS) as left,
        floor.speaking(TurnId("trn_2"), GENESIS) as cut,
        floor.speaking(TurnId("trn_3"), elsewhere) as other,
        floor.yielding(GENESIS, ["mira", "bram"]) as talking,
        floor.yielding(elsewhere, ["mira", "bram"]) as talking_elsewhere,
    ):
        floor.interrupt(TurnId("trn_2"))
        floor.leave(GENESIS)

        assert (left.is_set(), left.outcome) == (True, TurnOutcome.LEFT)
        assert (cut.is_set(), cut.outcome) == (True, TurnOutcome.INTERRUPTED)
        assert not other.is_set()
        assert talking.is_set()
        assert not talking_elsewhere.is_set()


async def test_work_that_can_wait_waits_while_the_game_does() -> None:
    """It goes on in a lull, or when it has waited long enough."""
    clock = ManualClock()
    foreground = Foreground(clock)
    with foreground.busy():
        waiting = asyncio.ensure_future(foreground.lull(1.0))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        clock.seconds += 1
        await waiting

    waiting = asyncio.ensure_future(foreground.lull(1.0))
    await asyncio.sleep(0)
    assert not waiting.done()
    clock.seconds += 0.06
    await waiting


async def test_who_yields_is_told_as_soon_as_a_character_wants_the_floor() -> None:
    """At once if a character has it already; turns of others, or elsewhere, do not concern it."""
    floor = TurnLock()
    with floor.yielding(GENESIS, ["mira", "bram"]) as wanted:
        async with floor.taken(GENESIS, CharacterId("cy")):
            assert not wanted.is_set()
        async with floor.taken(TimelineId("tl_other"), CharacterId("bram")):
            assert not wanted.is_set()
        async with floor.taken(GENESIS, CharacterId("bram")):
            assert wanted.is_set()
            with floor.yielding(GENESIS, ["bram"]) as late:
                assert late.is_set()
    assert floor._yielding == {}


KEY = RequestKey("tl_play", "r-1", "d")
AT_ONCE, NEVER_HERE = 0.0, 3600.0


async def thoughtful(waiting_seconds: float | None) -> tuple[DialogueApp, asyncio.Event]:
    """Return an app whose first word comes when the event is set."""
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


async def test_who_answers_in_time_does_not_wait() -> None:
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
    """What was heard is remembered, as when a character hangs up at any other moment."""
    here, _ = await thoughtful(AT_ONCE)

    async with aclosing(here.say()) as events:
        async for event in events:
            if isinstance(event, TurnWaiting):
                break

    assert [record.kind for record in await here.records()][-1] is RecordKind.TURN
