"""Intents are transactions: what is remembered is what happened."""

import pytest

from npcserver.app.outcomes import ReportOutcome
from npcserver.model.affordance import Entity
from npcserver.model.commitment import CommitmentStatus
from npcserver.model.errors import NotPossibleNow, Reason
from npcserver.model.ids import IntentId
from npcserver.model.record import (
    MEMORY_KINDS,
    Draft,
    OutcomeStatus,
    Record,
    RecordKind,
    Remembered,
    Settled,
    Source,
    TurnTaken,
)
from npcserver.model.scene import Attempt
from npcserver.ports.storage import Append, RequestKey
from tests.fakes.parlour import Parlour, parlour
from tests.fakes.pledged import ALE, ANN_HERE, GIVE, KEY, giving, last_turn, promise_of

FINAL = (OutcomeStatus.REFUSED, OutcomeStatus.FAILED, OutcomeStatus.COMPLETED)
DEED = "give item (item: brass key, to: Ann)"


async def intend(
    here: Parlour, number: int = 1, *, says: str = "I have given you the key."
) -> None:
    """Let Mira say something and want to give Ann the key."""
    here.steps = [says, giving(1)]
    await here.turn("The key, please.", affordances=(GIVE,), entities=(KEY, ANN_HERE))


async def report(
    here: Parlour, status: OutcomeStatus, detail: str = "", number: int = 1, key: str = ""
) -> int:
    """Say what became of it."""
    return await here.play.report_outcome(
        ReportOutcome(
            timeline_id=here.timeline,
            turn_id=await last_turn(here),
            intent_id=giving(number).intent.id,
            status=status,
            detail=detail,
            key=RequestKey(here.timeline, key, "d") if key else None,
        )
    )


async def test_what_is_settled_is_settled_behind_however_many_other_outcomes() -> None:
    """Six hundred outcomes of other intents later it cannot be settled again."""
    here = await parlour()
    await intend(here)
    await report(here, OutcomeStatus.COMPLETED)
    other = Settled(
        turn_id=await last_turn(here), intent_id=IntentId("x"), status=OutcomeStatus.ACCEPTED
    )
    drafts = (Draft(kind=RecordKind.OUTCOME, subject_id="mira", body=other),) * 600
    await here.store.append(Append(timeline_id=here.timeline, drafts=drafts))

    with pytest.raises(NotPossibleNow):
        await report(here, OutcomeStatus.FAILED)


async def memories(here: Parlour) -> list[Record]:
    """Return what Mira remembers besides words."""
    return await here.records(RecordKind.OBSERVATION)


async def test_a_completed_intent_is_remembered_as_a_deed_of_ones_own() -> None:
    """It is in the game's words, rated by rule, and about what it was done with."""
    here = await parlour()
    await intend(here)

    await report(here, OutcomeStatus.COMPLETED, "You gave the brass key to Ann.")

    (deed,) = await memories(here)
    assert isinstance(deed.body, Remembered)
    assert deed.text == "You gave the brass key to Ann."
    assert deed.importance == 4
    assert (deed.body.source, deed.body.about) == (Source.OWN, ("key-1", "p1"))
    assert deed.body.players == ("p1",)


async def test_a_deed_the_game_has_no_words_for_is_told_by_its_affordance() -> None:
    """Things are called by their names."""
    here = await parlour()
    await intend(here)

    await report(here, OutcomeStatus.COMPLETED)

    assert [one.text for one in await memories(here)] == [f"You did it: {DEED}."]


@pytest.mark.parametrize("status", [OutcomeStatus.REFUSED, OutcomeStatus.FAILED])
async def test_what_came_to_nothing_is_remembered_as_that(status: OutcomeStatus) -> None:
    """With the reason, and not as a deed."""
    here = await parlour()
    await intend(here)

    await report(here, status, "The door is locked.")

    (memory,) = await memories(here)
    assert isinstance(memory.body, Remembered)
    assert memory.text == (
        f"You wanted to do this, but it did not happen: {DEED}; The door is locked."
    )
    assert memory.body.source is Source.WITNESSED


async def test_what_is_accepted_leaves_no_memory_and_may_be_accepted_again() -> None:
    """The same answer is given again, with a request id and without, and nothing is added."""
    here = await parlour()
    await intend(here)

    first = await report(here, OutcomeStatus.ACCEPTED, "She reaches for it.")
    again = await report(here, OutcomeStatus.ACCEPTED, key="r-1")
    repeated = await report(here, OutcomeStatus.ACCEPTED, key="r-1")

    assert first == again == repeated
    assert await memories(here) == []
    assert len(await here.records(RecordKind.OUTCOME)) == 1


@pytest.mark.parametrize("before", [None, OutcomeStatus.ACCEPTED])
@pytest.mark.parametrize("final", FINAL)
@pytest.mark.parametrize("late", [*FINAL, OutcomeStatus.ACCEPTED])
async def test_what_is_settled_stays_settled(
    before: OutcomeStatus | None, final: OutcomeStatus, late: OutcomeStatus
) -> None:
    """With or without having been accepted, one final outcome counts and no other comes after."""
    here = await parlour()
    await intend(here)
    if before is not None:
        await report(here, before)
    await report(here, final)
    remembered = await memories(here)

    with pytest.raises(NotPossibleNow) as refused:
        await report(here, late, "Something else.")

    assert refused.value.reason is Reason.INTENT_ALREADY_SETTLED
    assert "nothing left to report" in refused.value.message
    assert await memories(here) == remembered


async def test_what_the_game_has_not_answered_is_told_as_not_done() -> None:
    """The character that boasts of it has before it that nothing happened yet."""
    here = await parlour()
    await intend(here)
    here.steps = ["Aye."]

    await here.turn("Thank you!")
    await report_on_first(here, OutcomeStatus.ACCEPTED)
    await here.turn("Where is it?")

    assert here.heard[1].attempts == (Attempt(text=DEED, status="proposed"),)
    assert here.heard[2].attempts == (Attempt(text=DEED, status="accepted"),)


async def test_what_did_not_come_off_is_told_until_it_was_spoken_of() -> None:
    """Once the character has passed it on there is no need to remind it."""
    here = await parlour()
    await intend(here)
    await report(here, OutcomeStatus.FAILED, "The door is locked.")

    here.steps = ["Hm."]
    await here.turn("And now?")
    here.steps = ["I could not give you the brass key, Ann, the item is stuck."]
    await here.turn("The key?")
    await here.turn("Pity.")

    told = Attempt(text=DEED, status="failed", why="The door is locked.")
    assert [scene.attempts for scene in here.heard] == [(), (told,), (told,), ()]


async def test_what_was_done_is_a_memory_and_no_attempt() -> None:
    """A deed needs no reminder that it happened."""
    here = await parlour()
    await intend(here)
    await report(here, OutcomeStatus.COMPLETED)

    await here.turn("Thank you!")

    assert here.heard[-1].attempts == ()


async def test_a_deed_keeps_the_promise_it_was_promised_with() -> None:
    """Only what is done to whom it was promised, with what was promised, keeps it."""
    here = await parlour()
    here.steps = ["I'll bring you the ale tomorrow."]
    await here.turn("I am thirsty.")
    await intend(here)
    await report(here, OutcomeStatus.COMPLETED)
    assert (await promise_of(here)).status is CommitmentStatus.OPEN

    here.steps = ["Here.", giving(2, ALE)]
    await here.turn("The ale?", affordances=(GIVE,), entities=(ALE, ANN_HERE))
    await report(here, OutcomeStatus.COMPLETED, "You gave the ale to Ann.", number=2)

    kept = await promise_of(here)
    assert (kept.status, kept.because) == (CommitmentStatus.KEPT, "You gave the ale to Ann.")
    assert [one.text for one in await memories(here)].count("You gave the ale to Ann.") == 1


async def test_a_promise_is_not_kept_by_a_deed_for_somebody_else() -> None:
    """Who is named by the deed is whom it was done for, whoever stood by."""
    here = await parlour()
    here.steps = ["I'll bring you the ale tomorrow."]
    await here.turn("I am thirsty.")
    bram = Entity(id="p2", name="Bram", kind="person")
    here.steps = ["Here, Bram.", giving(2, ALE, bram)]

    await here.turn("The ale?", affordances=(GIVE,), entities=(ALE, bram))
    await report(here, OutcomeStatus.COMPLETED, number=2)

    assert (await promise_of(here)).status is CommitmentStatus.OPEN


async def report_on_first(here: Parlour, status: OutcomeStatus) -> None:
    """Report on the intent of the first turn."""
    first, *_ = await here.records(RecordKind.TURN)
    assert isinstance(first.body, TurnTaken)
    await here.play.report_outcome(
        ReportOutcome(
            timeline_id=here.timeline,
            turn_id=first.body.turn_id,
            intent_id=giving(1).intent.id,
            status=status,
        )
    )


async def test_an_outcome_leaves_no_other_kind_of_memory() -> None:
    """What is not observed is not made up."""
    here = await parlour()
    await intend(here, says="Aye.")
    before = len(await here.records(*MEMORY_KINDS))

    await report(here, OutcomeStatus.COMPLETED)

    assert len(await here.records(*MEMORY_KINDS)) == before + 1
