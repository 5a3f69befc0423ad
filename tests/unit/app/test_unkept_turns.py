"""Turns that cannot be stored: answered, marked as not kept, and never stored later."""

import asyncio
from dataclasses import replace

import pytest

from npcserver.app.conversation import turn_recovery
from npcserver.model.errors import OutcomeUnknown, OverLimit, Reason, Unavailable
from npcserver.model.turn import Rung, TurnEvent, TurnFinished, TurnOutcome, TurnReason
from npcserver.ports.storage import RequestKey
from tests.fakes.dialogue_app import GIVE, line_texts, new_dialogue_app
from tests.fakes.language_models import settle_tasks

KEY = RequestKey("tl_play", "r-1", "d")
FULL = OverLimit("the disk is full", Reason.STORAGE_FULL)
LOCKED = Unavailable("another program is writing", Reason.STORAGE_UNAVAILABLE)


def end_of(events: list[TurnEvent]) -> TurnFinished:
    assert isinstance(events[-1], TurnFinished)
    return events[-1]


@pytest.mark.parametrize("fault", [FULL, LOCKED])
async def test_a_turn_that_cannot_be_stored_is_not_kept(fault: Exception) -> None:
    """The player heard the words, and the last event says that they will not be remembered."""
    here = await new_dialogue_app()
    here.store.fault = fault
    writes = here.store.writes

    events = await here.turn(key=KEY)

    assert line_texts(events) == ["Come in.", "Mind the step."]
    finished = end_of(events)
    assert (finished.outcome, finished.rung) == (TurnOutcome.COMPLETED, Rung.PRIMARY)
    assert (finished.seq, finished.is_lost) == (0, True)
    assert finished.reason is TurnReason.STORAGE_UNAVAILABLE
    assert here.store.writes == writes + 1
    assert len(here.observer.turns) == 1


async def test_a_turn_that_was_not_kept_is_never_stored() -> None:
    """Not from the journal either, where its words are already: it drops them, and is answered."""
    here = await new_dialogue_app()
    here.store.fault = LOCKED
    await here.turn("I lost my key.", key=KEY)
    here.store.fault = None
    assert len(here.store.begun_turns) == 1

    repeat = await here.turn("I lost my key.", key=KEY)

    assert here.asked == 2
    assert end_of(repeat).seq == (await here.records())[-1].seq
    assert await here.texts() == ["I lost my key.", "Come in. Mind the step."]
    assert here.store.begun_turns == {}


async def test_the_journal_is_cleared_of_what_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that takes over would store it as interrupted."""
    monkeypatch.setattr(turn_recovery, "_LOOK_SECONDS", 0.0)
    here = await new_dialogue_app()
    here.store.fault = LOCKED
    await here.turn()
    assert len(here.store.begun_turns) == 1

    recovering = asyncio.ensure_future(here.dialogue.recovery.run())
    await settle_tasks()
    recovering.cancel()

    assert here.store.begun_turns == {}
    assert await here.records() == []


async def test_while_nothing_can_be_written_no_turn_waits_for_it() -> None:
    """It knows what was said meanwhile, repeats word for word, and proposes nothing."""
    here = await new_dialogue_app()
    stored = await here.turn("Good evening.", key=replace(KEY, request_id="r-0"))
    here.refuses_writes = True
    writes = here.store.writes

    events = await here.turn("I lost my key.", key=KEY, affordances=(GIVE,))
    again = await here.turn("I lost my key.", key=KEY, affordances=(GIVE,))
    await here.turn("Did you see it?")

    assert here.store.writes == writes
    assert (end_of(events).is_lost, end_of(events).outcome) == (True, TurnOutcome.COMPLETED)
    assert again == events
    assert here.heard[1].affordances == ()
    spoken = [line.text for line in here.heard[2].conversation]
    assert spoken[-2:] == ["I lost my key.", "Come in. Mind the step."]
    assert "Good evening." in spoken
    assert await here.turn("Good evening.", key=replace(KEY, request_id="r-0")) == stored
    assert not here.store.begun_turns


async def test_what_is_not_kept_is_known_until_a_turn_is_stored() -> None:
    """A turn that tries to be stored knows nothing of it, since it might be; the next one does."""
    here = await new_dialogue_app()
    here.store.fault = LOCKED
    await here.turn("I lost my key.")
    await here.turn("Did you see it?")
    here.refuses_writes = True
    await here.turn("It is of brass.")
    here.store.fault, here.refuses_writes = None, False
    await here.turn("There it is.")
    here.refuses_writes = True
    await here.turn("Thank you.")

    told = [[line.text for line in scene.conversation if not line.is_own] for scene in here.heard]
    assert told == [[], [], ["I lost my key.", "Did you see it?"], [], ["There it is."]]


async def test_a_character_that_cannot_be_read_says_an_authored_line() -> None:
    """One turn was enough to know it; its memories are nowhere."""
    here = await new_dialogue_app()
    await here.turn()
    here.refuses_writes, here.store.read_fault = True, LOCKED

    events = await here.turn("Are you there?")

    assert line_texts(events)
    assert (end_of(events).outcome, end_of(events).is_lost) == (TurnOutcome.SHED, True)
    assert here.asked == 1


async def test_a_commit_whose_answer_is_lost_is_an_error() -> None:
    """It may be kept: neither a position nor its loss can be told."""
    here = await new_dialogue_app()
    here.store.fault = OutcomeUnknown("silent", Reason.STORAGE_UNAVAILABLE)

    with pytest.raises(OutcomeUnknown):
        await here.turn()

    assert line_texts(here.received) == ["Come in.", "Mind the step."]
    assert len(here.store.begun_turns) == 1
