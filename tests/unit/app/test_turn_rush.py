"""A rush: more players than slots are turned away, and the processor is short."""

import asyncio
from collections import Counter

import pytest

from npcserver.app.admission import AdmissionLimits, CallClass, GateLimits
from npcserver.app.conversation.turn_context import ContextLoader, LoadedTurn
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.model.ids import TimelineId, TurnId
from npcserver.model.turn import TurnOutcome, TurnReason
from tests.fakes.dialogue_app import DialogueApp, end_of, head_vantage, line_texts, new_dialogue_app
from tests.fakes.store_world import start


async def app_of(at_once: int, queue: int) -> DialogueApp:
    """Open an app of so many slots, where so many turns may wait for one."""
    here = await new_dialogue_app()
    gate = GateLimits(at_once=at_once, queue=queue, wait_seconds=60)
    here.dialogue = here.new_dialogue(limits=AdmissionLimits(gates={CallClass.TURNS: gate}))
    here.steps = ["Come in."]
    return here


async def starts(here: DialogueApp, count: int) -> list[TimelineId]:
    """Start timelines at the present end of the played one."""
    begins_at = await head_vantage(here)
    return [await start(here.store, f"tl_new_{one}", begins_at) for one in range(count)]


async def test_in_a_rush_as_many_contexts_are_loaded_as_there_are_slots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The processor is short: it is left to the lines of those who are turned away."""
    here = await app_of(at_once=2, queue=8)
    timelines = await starts(here, 200)
    loads: list[str] = []
    load = ContextLoader.load

    async def counted(self: ContextLoader, say: SayToCharacter, turn_id: TurnId) -> LoadedTurn:
        loads.append(say.timeline_id)
        await asyncio.sleep(0.01)  # all have come by then
        here.late_seconds = 1.0
        return await load(self, say, turn_id)

    monkeypatch.setattr(ContextLoader, "load", counted)

    came = await asyncio.gather(*(here.turn("Good evening.", timeline_id=one) for one in timelines))

    assert all(line_texts(events) for events in came)
    assert len(loads) == here.asked == 2
    assert Counter(end_of(events).reason for events in came)[TurnReason.OVERLOADED] == 198


async def test_a_free_slot_is_taken_once_the_rush_is_over() -> None:
    """While it lasts, other players have authored lines; fewer players than slots are no rush."""
    here, gate = await app_of(at_once=1, queue=0), asyncio.Event()
    first, second, third = await starts(here, 3)
    here.steps = [gate, "At last."]
    speaking = asyncio.ensure_future(here.turn("Well?"))
    await here.was_asked.acquire()
    here.late_seconds = 1.0
    for one in (first, second):
        assert end_of(await here.turn("Hello?", timeline_id=one)).outcome is TurnOutcome.SHED
    gate.set()
    await speaking
    here.steps = ["Come in."]

    assert end_of(await here.turn("Hello?", timeline_id=third)).outcome is TurnOutcome.SHED
    here.clock.seconds += 2.0
    assert end_of(await here.turn("Hello?", timeline_id=third)).outcome is TurnOutcome.COMPLETED


@pytest.mark.parametrize(
    ("players", "late", "are_turned_away"),
    [(40, 1.0, True), (40, 0.0, False), (20, 1.0, False)],
)
async def test_a_crowd_that_waits_is_a_rush_where_the_processor_is_short(
    players: int,
    late: float,
    are_turned_away: bool,  # noqa: FBT001
) -> None:
    """Nobody needs to be turned away first: many who wait for a slot tell it as well."""
    here = await app_of(at_once=2, queue=60)
    timelines = await starts(here, players)
    here.late_seconds = late

    came = await asyncio.gather(*(here.turn("Good evening.", timeline_id=one) for one in timelines))

    assert all(line_texts(events) for events in came)
    reasons = Counter(end_of(events).reason for events in came)
    assert (reasons[TurnReason.OVERLOADED] > 0) == are_turned_away
    assert here.asked == reasons[None] >= 2
