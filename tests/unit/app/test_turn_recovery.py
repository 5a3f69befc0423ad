"""Turns whose server died: told again, gone on with, or stored as far as they were delivered."""

import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest

from npcserver.app.conversation import turn_recovery
from npcserver.app.conversation.turn_recovery import DeliveredPrefix
from npcserver.model.affordance import ActionIntent
from npcserver.model.errors import Conflict, InvalidInput, OutcomeUnknown, Reason, Unavailable
from npcserver.model.ids import IntentId
from npcserver.model.record import RecordKind, TurnTaken
from npcserver.model.turn import (
    Delivered,
    IntentProposed,
    Line,
    LineDelta,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnStarted,
)
from npcserver.ports.storage import RequestKey
from tests.fakes.dialogue_app import DialogueApp, line_texts, new_dialogue_app
from tests.fakes.language_models import settle_tasks
from tests.fakes.store_world import left, put

KEY = RequestKey("tl_play", "r-1", "d")
OTHER = RequestKey("tl_play", "r-2", "d")


async def dead(*lines: str, is_gone: bool = True) -> DialogueApp:
    """Let a server die after it has delivered some lines, and open the next one on its store."""
    here = await new_dialogue_app()
    here.steps = [*lines, asyncio.Event()]
    here.received = []
    events = here.say(key=KEY)

    async def listen() -> None:
        async for event in events:
            here.received.append(event)

    here.dying = asyncio.ensure_future(listen())
    await here.was_asked.acquire()
    await settle_tasks()
    if is_gone:
        here.store.lose(here.dialogue.recovery.owner)
    here.dialogue = here.new_dialogue()
    here.heard.clear()
    return here


def outcome(events: list[TurnEvent]) -> TurnOutcome:
    finished = events[-1]
    assert isinstance(finished, TurnFinished)
    return finished.outcome


async def test_what_goes_out_is_in_the_journal_before() -> None:
    """Each line is written down when it comes, and the turn with its words when it begins."""
    here = await new_dialogue_app()
    async with aclosing(here.say(key=KEY)) as events:
        async for event in events:
            await settle_tasks()
            if isinstance(event, TurnStarted):
                (begun,) = here.store.begun_turns.values()
                assert (begun.turn.heard, begun.key) == ("Good evening.", KEY)
            if isinstance(event, Line):
                (begun,) = here.store.begun_turns.values()
                assert begun.delivered.events[-1] == event
    assert here.store.begun_turns == {}


async def test_a_repeat_says_the_same_lines_and_goes_on_from_there() -> None:
    """With the id and the seed of the turn that was cut, stored once."""
    here = await dead("Come in.")
    here.steps = ["Come in.", "Mind the step."]

    again = await here.turn(key=KEY)

    assert line_texts(again) == ["Come in.", "Mind the step."]
    assert outcome(again) is TurnOutcome.COMPLETED
    assert again[0] == here.received[0]
    assert await here.texts() == ["Good evening.", "Come in. Mind the step."]
    assert await here.turn(key=KEY) == again
    assert here.store.begun_turns == {}


async def frozen(*lines: str) -> DialogueApp:
    """Let a server stand still after some lines, not known to be gone; open another beside it."""
    return await dead(*lines, is_gone=False)


async def test_a_repeat_takes_over_a_turn_whose_server_stands_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same lines come first; what the first server would store in the end is refused."""
    monkeypatch.setattr(turn_recovery, "_GLANCE_SECONDS", 0.01)
    monkeypatch.setattr(turn_recovery, "_STANDSTILL_SECONDS", 0.05)
    here = await frozen("Come in.")
    late = here.steps[-1]
    here.steps = ["Come in.", "Mind the step."]

    again = await here.turn(key=KEY)
    assert isinstance(late, asyncio.Event)
    late.set()
    with pytest.raises(Conflict):
        await here.dying

    assert line_texts(again) == ["Come in.", "Mind the step."]
    assert again[0] == here.received[0]
    assert await here.texts() == ["Good evening.", "Come in. Mind the step."]
    assert len(await here.records(RecordKind.TURN)) == 1


async def test_a_repeat_waits_for_a_server_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """And gets the turn that it stores."""
    monkeypatch.setattr(turn_recovery, "_GLANCE_SECONDS", 0.01)
    here = await frozen("Come in.")
    going_on = here.steps[-1]
    assert isinstance(going_on, asyncio.Event)
    again = asyncio.ensure_future(here.turn(key=KEY))
    await asyncio.sleep(0.05)
    assert not again.done()
    going_on.set()
    await here.dying

    assert await again == here.received
    assert len(await here.records(RecordKind.TURN)) == 1


async def test_a_repeat_with_other_words_does_not_wait() -> None:
    """It is refused at once, since its id belongs to another request."""
    here = await frozen("Come in.")

    with pytest.raises(InvalidInput):
        await here.turn(key=replace(KEY, digest="other"))
    here.dying.cancel()


async def test_a_repeat_ends_where_the_model_has_other_words() -> None:
    """The player has heard what the character said, and nothing else is made of it."""
    here = await dead("Come in.", "Sit.")
    (begun,) = here.store.begun_turns.values()
    first = begun.delivered.prompt_digest
    here.steps = ["Come in.", "Go away.", "Now."]

    again = await here.turn(key=KEY)

    assert line_texts(again) == ["Come in.", "Sit."]
    assert outcome(again) is TurnOutcome.INTERRUPTED
    assert await here.texts() == ["Good evening.", "Come in. Sit."]
    (turn,) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    assert turn.body.receipt.prompt_digest == first


async def test_a_turn_of_which_nothing_was_heard_is_taken_anew() -> None:
    """Whatever the model says: nobody has heard anything else."""
    here = await dead()
    here.steps = ["Go away."]

    again = await here.turn(key=KEY)

    assert (line_texts(again), outcome(again)) == (["Go away."], TurnOutcome.COMPLETED)
    assert again[0] == here.received[0]


async def test_without_a_repeat_a_turn_is_known_as_far_as_it_was_delivered() -> None:
    """The next words to the character find it in its memory, and its receipt has the lines."""
    here = await dead("Come in.")
    here.steps = ["What?"]

    await here.turn("Hello?", key=OTHER)

    assert await here.texts() == ["Good evening.", "Come in.", "Hello?", "What?"]
    assert [said.text for said in here.heard[0].conversation] == ["Good evening.", "Come in."]
    first, _ = await here.records(RecordKind.TURN)
    assert isinstance(first.body, TurnTaken)
    assert line_texts(list(first.body.delivered)) == ["Come in."]
    assert outcome(list(first.body.events)) is TurnOutcome.INTERRUPTED
    late = await here.turn(key=KEY)
    assert (line_texts(late), outcome(late)) == (["Come in."], TurnOutcome.INTERRUPTED)


async def test_who_looks_into_a_mind_finds_it_settled() -> None:
    """What the server found when it came up is stored at once when the timeline is asked for."""
    here = await dead("Come in.")
    recovery = here.dialogue.recovery
    await recovery.find()

    await recovery.settle_all(here.timeline)
    await recovery.settle_all(here.timeline)

    assert await here.texts() == ["Good evening.", "Come in."]
    assert len(await here.records(RecordKind.TURN)) == 1


async def test_a_timeline_that_was_left_meanwhile_has_it_as_left() -> None:
    """As any turn that was being spoken when the game loaded a save."""
    here = await dead("Come in.")
    await put(here.store, left("sav_1", "tl_other"), to=here.timeline)

    again = await here.turn(key=KEY)

    assert (line_texts(again), outcome(again)) == (["Come in."], TurnOutcome.LEFT)
    assert here.heard == []
    assert await here.texts() == ["Good evening.", "Come in."]


async def test_a_turn_gone_on_with_can_be_interrupted_by_its_old_id() -> None:
    """That is the id under which the player knows it."""
    here = await dead("Come in.")
    here.steps = ["Come in.", asyncio.Event()]
    async with aclosing(here.say(key=KEY)) as events:
        started = await anext(events)
        assert isinstance(started, TurnStarted)
        assert line_texts([await anext(events)]) == ["Come in."]
        assert here.dialogue.interrupt(started.turn_id)
        rest = [event async for event in events]

    assert outcome(rest) is TurnOutcome.INTERRUPTED
    assert not here.dialogue.interrupt(started.turn_id)


async def test_a_server_whose_turn_was_taken_over_falls_silent() -> None:
    """Once it goes on, its player hears no more than the other server knew of."""
    here = await new_dialogue_app()
    goes_on, heard = asyncio.Event(), list[TurnEvent]()
    here.steps = ["Come in.", goes_on, "Mind the step."]
    events = here.say(key=KEY)

    async def listen() -> None:
        async for event in events:
            heard.append(event)

    frozen = asyncio.ensure_future(listen())
    await here.was_asked.acquire()
    await settle_tasks()
    here.store.lose(here.dialogue.recovery.owner)
    here.dialogue, here.steps = here.new_dialogue(), ["Come in.", "Sit down."]

    again = await here.turn(key=KEY)
    goes_on.set()
    with pytest.raises(Conflict):
        await frozen

    assert line_texts(again) == ["Come in.", "Sit down."]
    assert line_texts(heard) == ["Come in."]
    assert await here.texts() == ["Good evening.", "Come in. Sit down."]


async def test_a_server_that_was_only_thought_dead_does_not_store_its_turn_again() -> None:
    """Its player is told that the turn was stored as far as it was delivered."""
    here = await dead("Come in.")
    here.steps = ["What?"]
    await here.turn("Hello?", key=OTHER)

    here.dying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await here.dying

    assert await here.texts() == ["Good evening.", "Come in.", "Hello?", "What?"]


async def test_a_journal_that_fails_silences_nobody() -> None:
    """The turn is spoken and stored as ever."""
    here = await new_dialogue_app()
    here.store.turns.fault = Unavailable("no answer", Reason.STORAGE_UNAVAILABLE)

    events = await here.turn()

    assert line_texts(events) == ["Come in.", "Mind the step."]
    assert await here.texts() == ["Good evening.", "Come in. Mind the step."]


async def test_a_turn_that_may_not_be_stored_is_said_again_in_the_same_words() -> None:
    """The player has heard it, though the database went silent; a repeat stores it."""
    here = await new_dialogue_app()
    here.store.fault = OutcomeUnknown("silent", Reason.STORAGE_UNAVAILABLE)
    with pytest.raises(OutcomeUnknown):
        await here.turn(key=KEY)
    first = here.received
    here.store.fault = None
    here.steps = ["Go away."]

    again = await here.turn(key=KEY)

    assert again[:3] == first[:3]
    assert outcome(again) is TurnOutcome.INTERRUPTED
    assert await here.texts() == ["Good evening.", "Come in. Mind the step."]


async def test_the_model_does_not_wait_for_the_journal() -> None:
    """It is asked while the turn is being entered."""
    here = await new_dialogue_app()
    here.store.turns.gate.clear()
    taking = asyncio.ensure_future(here.turn())

    await here.was_asked.acquire()
    here.store.turns.gate.set()

    assert line_texts(await taking) == ["Come in.", "Mind the step."]


async def test_what_was_torn_off_in_deltas_stands_in_the_receipt() -> None:
    """With the dash that the memory has, and a repeat says it too."""
    here = await new_dialogue_app()
    heard = ""
    async with aclosing(here.say(want_deltas=True, key=KEY)) as events:
        async for event in events:
            heard += event.text if isinstance(event, LineDelta) else ""
            if heard.strip() == "Come in.":
                break
    async with aclosing(here.say(want_deltas=True, key=KEY)) as events:
        again = [event async for event in events]

    (turn,) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    torn = "Come in.\N{EM DASH}"
    assert line_texts(list(turn.body.delivered)) == line_texts(again) == [torn]
    assert await here.texts() == ["Good evening.", torn]


WAVE = ActionIntent(id=IntentId("int_1"), affordance="wave", arguments=(("times", 3),))


@pytest.mark.parametrize(
    ("torn", "now", "fresh", "is_reached"),
    [
        ("", ["A.", "B."], ["B."], True),
        ("", ["X.", "B."], [], False),
        ("Be", ["A.", ("B",), ("etter",), "Better."], [("tter",), "Better."], True),
        ("Be", ["A.", ("Bo",), "Bold."], [], False),
        ("Be", ["A."], [], False),
        ("Be", ["A.", "Better."], ["Better."], True),
        ("", ["A.", ("B",), "B."], [("B",), "B."], True),
    ],
)
def test_what_is_beyond_the_beginning_goes_out(
    torn: str, now: list[object], fresh: list[object], *, is_reached: bool
) -> None:
    """Words that were delivered are passed over, deltas too; other words end it."""

    def event(one: object) -> TurnEvent:
        return LineDelta(text=one[0]) if isinstance(one, tuple) else Line(text=str(one))

    beginning = DeliveredPrefix(Delivered(events=(Line(text="A."),), torn=torn))
    found: list[TurnEvent] = []
    for each in now:
        if not beginning.is_other:
            found += beginning.beyond(event(each))

    assert found == [event(one) for one in fresh]
    assert beginning.is_reached is is_reached


def test_an_intent_is_the_same_under_another_id() -> None:
    """The game has the first, and is not asked twice."""
    beginning = DeliveredPrefix(Delivered(events=(Line(text="A."), IntentProposed(intent=WAVE))))
    other = ActionIntent(id=IntentId("int_2"), affordance="wave", arguments=WAVE.arguments)

    assert not list(beginning.beyond(Line(text="A.")))
    assert not list(beginning.beyond(IntentProposed(intent=other)))
    assert beginning.is_reached
