"""What happens in the game is stored: observations, outcomes of intents, the clock."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from npcserver.app.perception.observations import GameEvent, Movement, Observe, ObserveResult
from npcserver.app.play import ReportOutcome
from npcserver.model.affordance import ActionIntent, Entity
from npcserver.model.commitment import CommitmentStatus
from npcserver.model.errors import InvalidInput, NotFound, NotPossibleNow, Reason
from npcserver.model.ids import CharacterId, IntentId, PlaceId, TimelineId, TurnId
from npcserver.model.inputs import Attempt
from npcserver.model.job import JobKind
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
    subject_key,
)
from npcserver.model.turn import IntentProposed, TurnStarted
from npcserver.ports.storage import Append, RequestKey, UnitOfWork
from tests.fakes.dialogue_app import (
    ALE,
    ANN_HERE,
    GIVE,
    KEY,
    DialogueApp,
    give_intent,
    last_turn_id,
    new_dialogue_app,
    only_commitment,
)
from tests.fakes.life_app import new_jobs
from tests.fakes.store_world import HOUR, INN, MIRA, START, WORLD, character, place

REQUEST_KEY = RequestKey("tl_play", "r-1", "d")
YARD = PlaceId("yard")
BRAM = CharacterId("bram")
INTENT = IntentProposed(intent=ActionIntent(id=IntentId("int_1"), affordance="nod"))


async def with_yard() -> DialogueApp:
    """Open an app with a yard, and Bram in it."""
    here = await new_dialogue_app()

    async def add(unit: UnitOfWork) -> None:
        await unit.add_place(place(YARD))
        await unit.add_character(character(BRAM, YARD))

    await here.store.write(add)
    return here


def batch(here: DialogueApp, *happenings: GameEvent, **more: object) -> Observe:
    observe = Observe(timeline_id=here.timeline, happenings=happenings)
    return replace(observe, **more)  # type: ignore[arg-type]


async def test_those_who_are_there_perceive_it_and_nobody_else() -> None:
    """Without named witnesses the place decides."""
    here = await with_yard()
    observed = await here.play.observe(batch(here, GameEvent(text="A dog barks.", place_id=YARD)))

    assert observed == ObserveResult(1, 1, 1)
    assert await here.texts(BRAM) == ["A dog barks."]
    assert await here.texts(MIRA) == []


async def test_who_moves_in_a_batch_perceives_what_happens_after_it() -> None:
    """Movements come first: who has left knows nothing, who has come does."""
    here = await with_yard()
    moves = (Movement(subject_id=BRAM, place_id=INN), Movement(subject_id=MIRA, place_id=YARD))

    observed = await here.play.observe(
        batch(here, GameEvent(text="A dog barks.", place_id=YARD), movements=moves)
    )

    assert observed == ObserveResult(1, 5, 1)
    left = await here.records(RecordKind.KNOWLEDGE)
    assert [record.subject_id for record in left] == [
        subject_key(BRAM, YARD),
        subject_key(MIRA, INN),
    ]
    assert await here.texts(MIRA) == ["A dog barks."]
    assert await here.texts(BRAM) == []


async def test_named_witnesses_perceive_it_once_wherever_they_are() -> None:
    """A name that is given twice is still one mind."""
    here = await with_yard()
    happening = GameEvent(text="A bell.", place_id=YARD, witness_ids=(MIRA, BRAM, MIRA))

    assert (await here.play.observe(batch(here, happening))).memories == 2
    assert await here.texts(MIRA) == ["A bell."]


async def test_what_nobody_perceives_is_acknowledged_with_an_empty_range() -> None:
    """Also when it is repeated, after other things happened."""
    here = await with_yard()
    await here.play.observe(batch(here, GameEvent(text="A bell.", witness_ids=(MIRA,))))
    lonely = batch(here, GameEvent(text="Nothing.", place_id=YARD), key=REQUEST_KEY)
    leaving = Movement(subject_id=BRAM, place_id=None)
    await here.play.observe(batch(here, movements=(leaving,)))

    first = await here.play.observe(lonely)
    await here.play.observe(batch(here, GameEvent(text="A bell.", witness_ids=(MIRA,))))

    assert first == ObserveResult(4, 3, 0)
    assert await here.play.observe(lonely) == first


async def test_a_repeat_gets_the_first_answer() -> None:
    """Also with one key at the same time, and when what it names was deleted since."""
    here = await with_yard()
    moves = (Movement(subject_id="p1", place_id=YARD, name="Ann"),)
    observe = batch(
        here, GameEvent(text="A bell.", witness_ids=(BRAM, MIRA)), movements=moves, key=REQUEST_KEY
    )

    answers = await asyncio.gather(here.play.observe(observe), here.play.observe(observe))

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, BRAM)

    await here.store.write(delete)
    here.clock.seconds += 60
    assert [*answers, await here.play.observe(observe)] == [ObserveResult(1, 3, 2)] * 3
    with pytest.raises(NotFound):
        await here.play.observe(replace(observe, key=None))


async def test_what_lies_in_the_future_has_not_happened_yet() -> None:
    """It is refused with its field; the past is remembered as such."""
    here = await with_yard()
    late = GameEvent(text="A bell.", witness_ids=(MIRA,), game_time=START + timedelta(minutes=1))

    with pytest.raises(InvalidInput) as refused:
        await here.play.observe(batch(here, replace(late, game_time=START), late))
    assert refused.value.field == "observations[1].world_time"

    await here.play.observe(batch(here, replace(late, game_time=START - HOUR)))
    (record,) = await here.records()
    assert record.game_time == START - HOUR


@pytest.mark.parametrize(
    "wrong",
    [
        GameEvent(text="A bell.", witness_ids=(CharacterId("nobody"),)),
        GameEvent(text="A bell.", place_id=PlaceId("nowhere")),
    ],
)
async def test_unknown_witnesses_and_places_are_refused(wrong: GameEvent) -> None:
    """And of their batch nothing is stored."""
    here = await with_yard()

    with pytest.raises(NotFound):
        await here.play.observe(batch(here, GameEvent(text="A dog.", place_id=YARD), wrong))
    with pytest.raises(NotFound):
        await here.play.observe(
            batch(here, movements=(Movement(subject_id="p1", place_id=PlaceId("nowhere")),))
        )

    assert await here.records() == []


async def test_an_unknown_timeline_is_refused() -> None:
    """There is no world to look into."""
    here = await with_yard()
    with pytest.raises(NotFound):
        await here.play.observe(batch(here, timeline_id=TimelineId("tl_nowhere")))


async def test_the_clock_runs_forward_only() -> None:
    """A repeat is no step back."""
    here = await new_dialogue_app()
    advance = partial(here.play.advance_clock, timeline_id=here.timeline, game_time=START + HOUR)

    advanced = await advance(key=REQUEST_KEY)

    assert (advanced.game_time, advanced.seq) == (START + HOUR, 1)
    assert await advance(key=REQUEST_KEY) == advanced
    with pytest.raises(NotPossibleNow):
        await advance(game_time=START)


async def test_the_clock_lets_the_timeline_live_on() -> None:
    """One job for all characters, and no work for any of them yet."""
    here = await new_dialogue_app()
    await here.play.advance_clock(timeline_id=here.timeline, game_time=START + HOUR)

    assert await new_jobs(here.store) == {(JobKind.LIVE, "")}


async def test_a_plain_batch_costs_one_append_and_no_look() -> None:
    """Named witnesses of events are not looked for; those of a place are, once."""
    here = await with_yard()
    bell = GameEvent(text="A bell.", witness_ids=(MIRA,))
    await here.play.observe(batch(here, bell))
    looks, here.store.looks = here.store.looks, 0

    await here.play.observe(batch(here, bell))
    assert (looks, here.store.looks) == (2, 0)

    await here.play.observe(batch(here, GameEvent(text="A dog.", place_id=YARD)))
    assert here.store.looks == 1


async def test_an_intent_is_settled_once_by_who_comes_first() -> None:
    """Two reports at the same time cannot both be last; a repeat gets its answer again."""
    here = await new_dialogue_app()
    report = await reported(here)
    again = replace(report, key=RequestKey("tl_play", "r-2", "d"))

    outcomes = await asyncio.gather(
        here.play.report_outcome(report),
        here.play.report_outcome(again),
        here.play.report_outcome(report),
        return_exceptions=True,
    )

    assert isinstance(outcomes[1], NotPossibleNow)
    assert outcomes[0] == outcomes[2]
    assert (await here.texts()).count("She nodded.") == 1
    assert len(await here.records(RecordKind.OUTCOME)) == 1


async def test_an_accepted_intent_is_still_to_be_settled() -> None:
    """Then it completes or fails, with nothing to perceive if nothing is told."""
    here = await new_dialogue_app()
    report = await reported(here)
    begun = replace(report, status=OutcomeStatus.ACCEPTED, detail="", key=None)

    first = await here.play.report_outcome(begun)
    last = await here.play.report_outcome(report)

    assert last == first + 1


@pytest.mark.parametrize(
    "wrong", [{"turn_id": TurnId("trn_nobody")}, {"intent_id": IntentId("int_nobody")}]
)
async def test_what_was_never_intended_cannot_be_settled(wrong: dict[str, str]) -> None:
    """The turn must be there, and the intent one of its own."""
    here = await new_dialogue_app()
    report = await reported(here)

    with pytest.raises(NotFound):
        await here.play.report_outcome(replace(report, **wrong))  # type: ignore[arg-type]


async def reported(here: DialogueApp) -> ReportOutcome:
    """Let Mira intend something, and return a report of what came of it."""
    here.steps = ["Aye.", INTENT]
    started, *_ = await here.turn()
    assert isinstance(started, TurnStarted)
    (turn,) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    return ReportOutcome(
        timeline_id=here.timeline,
        turn_id=started.turn_id,
        intent_id=INTENT.intent.id,
        status=OutcomeStatus.COMPLETED,
        detail="She nodded.",
        key=REQUEST_KEY,
    )


FINAL = (OutcomeStatus.REFUSED, OutcomeStatus.FAILED, OutcomeStatus.COMPLETED)
DEED = "give item (item: brass key, to: Ann)"


async def intend(
    here: DialogueApp, number: int = 1, *, says: str = "I have given you the key."
) -> None:
    """Let Mira say something and want to give Ann the key."""
    here.steps = [says, give_intent(1)]
    await here.turn("The key, please.", affordances=(GIVE,), entities=(KEY, ANN_HERE))


async def report(
    here: DialogueApp, status: OutcomeStatus, detail: str = "", number: int = 1, key: str = ""
) -> int:
    """Say what became of it."""
    return await here.play.report_outcome(
        ReportOutcome(
            timeline_id=here.timeline,
            turn_id=await last_turn_id(here),
            intent_id=give_intent(number).intent.id,
            status=status,
            detail=detail,
            key=RequestKey(here.timeline, key, "d") if key else None,
        )
    )


async def test_what_is_settled_is_settled_behind_however_many_other_outcomes() -> None:
    """Six hundred outcomes of other intents later it cannot be settled again."""
    here = await new_dialogue_app()
    await intend(here)
    await report(here, OutcomeStatus.COMPLETED)
    other = Settled(
        turn_id=await last_turn_id(here), intent_id=IntentId("x"), status=OutcomeStatus.ACCEPTED
    )
    drafts = (Draft(kind=RecordKind.OUTCOME, subject_id="mira", body=other),) * 600
    await here.store.append(Append(timeline_id=here.timeline, drafts=drafts))

    with pytest.raises(NotPossibleNow):
        await report(here, OutcomeStatus.FAILED)


async def memories(here: DialogueApp) -> list[Record]:
    """Return what Mira remembers besides words."""
    return await here.records(RecordKind.OBSERVATION)


async def test_a_completed_intent_is_remembered_as_a_deed_of_ones_own() -> None:
    """It is in the game's words, rated by rule, and about what it was done with."""
    here = await new_dialogue_app()
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
    here = await new_dialogue_app()
    await intend(here)

    await report(here, OutcomeStatus.COMPLETED)

    assert [one.text for one in await memories(here)] == [f"You did it: {DEED}."]


@pytest.mark.parametrize("status", [OutcomeStatus.REFUSED, OutcomeStatus.FAILED])
async def test_what_came_to_nothing_is_remembered_as_that(status: OutcomeStatus) -> None:
    """With the reason, and not as a deed."""
    here = await new_dialogue_app()
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
    here = await new_dialogue_app()
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
    here = await new_dialogue_app()
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
    here = await new_dialogue_app()
    await intend(here)
    here.steps = ["Aye."]

    await here.turn("Thank you!")
    await report_on_first(here, OutcomeStatus.ACCEPTED)
    await here.turn("Where is it?")

    assert here.heard[1].attempts == (Attempt(text=DEED, status="proposed"),)
    assert here.heard[2].attempts == (Attempt(text=DEED, status="accepted"),)


async def test_what_did_not_come_off_is_told_until_it_was_spoken_of() -> None:
    """Once the character has passed it on there is no need to remind it."""
    here = await new_dialogue_app()
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
    here = await new_dialogue_app()
    await intend(here)
    await report(here, OutcomeStatus.COMPLETED)

    await here.turn("Thank you!")

    assert here.heard[-1].attempts == ()


async def test_a_deed_keeps_the_promise_it_was_promised_with() -> None:
    """Only what is done to whom it was promised, with what was promised, keeps it."""
    here = await new_dialogue_app()
    here.steps = ["I'll bring you the ale tomorrow."]
    await here.turn("I am thirsty.")
    await intend(here)
    await report(here, OutcomeStatus.COMPLETED)
    assert (await only_commitment(here)).status is CommitmentStatus.OPEN

    here.steps = ["Here.", give_intent(2, ALE)]
    await here.turn("The ale?", affordances=(GIVE,), entities=(ALE, ANN_HERE))
    await report(here, OutcomeStatus.COMPLETED, "You gave the ale to Ann.", number=2)

    kept = await only_commitment(here)
    assert (kept.status, kept.because) == (CommitmentStatus.KEPT, "You gave the ale to Ann.")
    assert [one.text for one in await memories(here)].count("You gave the ale to Ann.") == 1


async def test_a_promise_is_not_kept_by_a_deed_for_another() -> None:
    """Who is named by the deed is whom it was done for, no matter who stood by."""
    here = await new_dialogue_app()
    here.steps = ["I'll bring you the ale tomorrow."]
    await here.turn("I am thirsty.")
    bram = Entity(id="p2", name="Bram", kind="person")
    here.steps = ["Here, Bram.", give_intent(2, ALE, bram)]

    await here.turn("The ale?", affordances=(GIVE,), entities=(ALE, bram))
    await report(here, OutcomeStatus.COMPLETED, number=2)

    assert (await only_commitment(here)).status is CommitmentStatus.OPEN


async def report_on_first(here: DialogueApp, status: OutcomeStatus) -> None:
    """Report on the intent of the first turn."""
    first, *_ = await here.records(RecordKind.TURN)
    assert isinstance(first.body, TurnTaken)
    await here.play.report_outcome(
        ReportOutcome(
            timeline_id=here.timeline,
            turn_id=first.body.turn_id,
            intent_id=give_intent(1).intent.id,
            status=status,
        )
    )


async def test_an_outcome_leaves_no_other_kind_of_memory() -> None:
    """What is not observed is not made up."""
    here = await new_dialogue_app()
    await intend(here, says="Aye.")
    before = len(await here.records(*MEMORY_KINDS))

    await report(here, OutcomeStatus.COMPLETED)

    assert len(await here.records(*MEMORY_KINDS)) == before + 1
