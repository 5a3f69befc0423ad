"""Taking in what happens: who perceives it, once, and what the game made of intents."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.app.outcomes import ReportOutcome
from npcserver.app.perceiving.happening import Happening, Movement, Observe, Observed
from npcserver.app.play import AdvanceClock
from npcserver.model.affordance import ActionIntent
from npcserver.model.errors import InvalidInput, NotFound, NotPossibleNow
from npcserver.model.ids import CharacterId, IntentId, PlaceId, TimelineId, TurnId
from npcserver.model.job import JobKind
from npcserver.model.record import OutcomeStatus, RecordKind, TurnTaken, facet
from npcserver.model.turn import IntentProposed, TurnStarted
from npcserver.ports.storage import RequestKey, UnitOfWork
from tests.fakes.house import wished
from tests.fakes.parlour import Parlour, parlour
from tests.fakes.stage import HOUR, INN, MIRA, START, WORLD, character, place

KEY = RequestKey("tl_play", "r-1", "d")
YARD = PlaceId("yard")
BRAM = CharacterId("bram")
INTENT = IntentProposed(intent=ActionIntent(id=IntentId("int_1"), affordance="nod"))


async def with_yard() -> Parlour:
    """Open the parlour with a yard, and Bram in it."""
    here = await parlour()

    async def add(unit: UnitOfWork) -> None:
        await unit.add_place(place(YARD))
        await unit.add_character(character(BRAM, YARD))

    await here.store.write(add)
    return here


def batch(here: Parlour, *happenings: Happening, **more: object) -> Observe:
    observe = Observe(timeline_id=here.timeline, happenings=happenings)
    return replace(observe, **more)  # type: ignore[arg-type]


async def test_those_who_are_there_perceive_it_and_nobody_else() -> None:
    """Without named witnesses the place decides."""
    here = await with_yard()
    observed = await here.play.observe(batch(here, Happening(text="A dog barks.", place_id=YARD)))

    assert observed == Observed(1, 1, 1)
    assert await here.texts(BRAM) == ["A dog barks."]
    assert await here.texts(MIRA) == []


async def test_who_moves_in_a_batch_perceives_what_happens_after_it() -> None:
    """Movements come first: who has left knows nothing, who has come does."""
    here = await with_yard()
    moves = (Movement(subject_id=BRAM, place_id=INN), Movement(subject_id=MIRA, place_id=YARD))

    observed = await here.play.observe(
        batch(here, Happening(text="A dog barks.", place_id=YARD), movements=moves)
    )

    assert observed == Observed(1, 5, 1)
    left = await here.records(RecordKind.KNOWLEDGE)
    assert [record.subject_id for record in left] == [facet(BRAM, YARD), facet(MIRA, INN)]
    assert await here.texts(MIRA) == ["A dog barks."]
    assert await here.texts(BRAM) == []


async def test_named_witnesses_perceive_it_once_wherever_they_are() -> None:
    """A name that is given twice is still one mind."""
    here = await with_yard()
    happening = Happening(text="A bell.", place_id=YARD, witness_ids=(MIRA, BRAM, MIRA))

    assert (await here.play.observe(batch(here, happening))).memories == 2
    assert await here.texts(MIRA) == ["A bell."]


async def test_what_nobody_perceives_is_acknowledged_with_an_empty_range() -> None:
    """Also when it is repeated, after other things happened."""
    here = await with_yard()
    await here.play.observe(batch(here, Happening(text="A bell.", witness_ids=(MIRA,))))
    lonely = batch(here, Happening(text="Nothing.", place_id=YARD), key=KEY)
    leaving = Movement(subject_id=BRAM, place_id=None)
    await here.play.observe(batch(here, movements=(leaving,)))

    first = await here.play.observe(lonely)
    await here.play.observe(batch(here, Happening(text="A bell.", witness_ids=(MIRA,))))

    assert first == Observed(4, 3, 0)
    assert await here.play.observe(lonely) == first


async def test_a_repeat_gets_the_first_answer() -> None:
    """Also with one key at the same time, and when what it names was deleted since."""
    here = await with_yard()
    moves = (Movement(subject_id="p1", place_id=YARD, name="Ann"),)
    observe = batch(
        here, Happening(text="A bell.", witness_ids=(BRAM, MIRA)), movements=moves, key=KEY
    )

    answers = await asyncio.gather(here.play.observe(observe), here.play.observe(observe))

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, BRAM)

    await here.store.write(delete)
    here.clock.seconds += 60
    assert [*answers, await here.play.observe(observe)] == [Observed(1, 3, 2)] * 3
    with pytest.raises(NotFound):
        await here.play.observe(replace(observe, key=None))


async def test_what_lies_in_the_future_has_not_happened_yet() -> None:
    """It is refused with its field; the past is remembered as such."""
    here = await with_yard()
    late = Happening(text="A bell.", witness_ids=(MIRA,), game_time=START + timedelta(minutes=1))

    with pytest.raises(InvalidInput) as refused:
        await here.play.observe(batch(here, replace(late, game_time=START), late))
    assert refused.value.field == "observations[1].world_time"

    await here.play.observe(batch(here, replace(late, game_time=START - HOUR)))
    (record,) = await here.records()
    assert record.game_time == START - HOUR


@pytest.mark.parametrize(
    "wrong",
    [
        Happening(text="A bell.", witness_ids=(CharacterId("nobody"),)),
        Happening(text="A bell.", place_id=PlaceId("nowhere")),
    ],
)
async def test_unknown_witnesses_and_places_are_refused(wrong: Happening) -> None:
    """And of their batch nothing is stored."""
    here = await with_yard()

    with pytest.raises(NotFound):
        await here.play.observe(batch(here, Happening(text="A dog.", place_id=YARD), wrong))
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
    here = await parlour()
    advance = AdvanceClock(timeline_id=here.timeline, game_time=START + HOUR, key=KEY)

    advanced = await here.play.advance_clock(advance)

    assert (advanced.game_time, advanced.seq) == (START + HOUR, 1)
    assert await here.play.advance_clock(advance) == advanced
    with pytest.raises(NotPossibleNow):
        await here.play.advance_clock(replace(advance, game_time=START, key=None))


async def test_the_clock_lets_the_timeline_live_on() -> None:
    """One job for all characters, and no work for any of them yet."""
    here = await parlour()
    await here.play.advance_clock(AdvanceClock(timeline_id=here.timeline, game_time=START + HOUR))

    assert await wished(here.store) == {(JobKind.LIVE, "")}


async def test_a_plain_batch_costs_one_append_and_no_look() -> None:
    """Named witnesses of events are not looked for; those of a place are, once."""
    here = await with_yard()
    bell = Happening(text="A bell.", witness_ids=(MIRA,))
    await here.play.observe(batch(here, bell))
    looks, here.store.looks = here.store.looks, 0

    await here.play.observe(batch(here, bell))
    assert (looks, here.store.looks) == (2, 0)

    await here.play.observe(batch(here, Happening(text="A dog.", place_id=YARD)))
    assert here.store.looks == 1


async def test_an_intent_is_settled_once_by_whoever_comes_first() -> None:
    """Two reports at the same time cannot both be last; a repeat gets its answer again."""
    here = await parlour()
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
    here = await parlour()
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
    here = await parlour()
    report = await reported(here)

    with pytest.raises(NotFound):
        await here.play.report_outcome(replace(report, **wrong))  # type: ignore[arg-type]


async def reported(here: Parlour) -> ReportOutcome:
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
        key=KEY,
    )
