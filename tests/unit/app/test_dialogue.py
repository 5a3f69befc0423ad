"""Turns: delivered, stored once, interrupted, replayed, and taken while a character waits."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.life.clock_effects import LiveHandler
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.model.character import Person
from npcserver.model.day import Act, Block, Cause, DayPlan, Step, faults_of_day
from npcserver.model.errors import (
    Conflict,
    InvalidInput,
    NotFound,
    OverLimit,
    Reason,
)
from npcserver.model.ids import CharacterId, TurnId
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, RecordKind, Remembered, Source, TurnTaken
from npcserver.model.turn import (
    Line,
    LineDelta,
    TurnFinished,
    TurnOutcome,
    TurnStarted,
)
from npcserver.ports.storage import RequestKey, UnitOfWork
from tests.fakes.dialogue_app import (
    YARD,
    DialogueApp,
    NpcConversationApp,
    line_texts,
    new_dialogue_app,
    new_npc_conversation_app,
)
from tests.fakes.language_models import settle_tasks
from tests.fakes.store_world import INN, MIRA, START, WORLD, character, clock, moved, place

KEY = RequestKey("tl_play", "r-1", "d")


async def test_a_turn_is_acknowledged_once_all_of_it_is_stored() -> None:
    """`TurnFinished` names the record of the turn, which stands after what was heard and said."""
    here = await new_dialogue_app()

    events = await here.turn()

    records = await here.records()
    kinds = [RecordKind.UTTERANCE, RecordKind.LINE, RecordKind.TURN]
    assert [record.kind for record in records] == kinds
    assert [record.text for record in records[:2]] == ["Good evening.", "Come in. Mind the step."]
    finished = events[-1]
    assert isinstance(finished, TurnFinished)
    assert (finished.seq, finished.outcome) == (records[-1].seq, TurnOutcome.COMPLETED)


async def test_who_hangs_up_while_the_turn_is_stored_leaves_it_stored_once() -> None:
    """The write that is on its way is the only one, so nothing is remembered twice."""
    here = await new_dialogue_app()
    here.store.gate.clear()
    taking = asyncio.ensure_future(here.turn())
    here.store.is_writing.clear()
    await here.store.is_writing.wait()

    taking.cancel()
    await asyncio.sleep(0)
    here.store.gate.set()
    with pytest.raises(asyncio.CancelledError):
        await taking

    assert [record.kind for record in await here.records()].count(RecordKind.TURN) == 1
    (turn,) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    assert isinstance(turn.body.events[-1], TurnFinished)
    assert turn.body.events[-1].outcome is TurnOutcome.COMPLETED


async def test_who_hangs_up_while_words_are_sought_is_remembered() -> None:
    """Cancelling is the interruption: what was heard stays, and the cancellation is not lost."""
    here = await new_dialogue_app()
    here.steps = ["Come in.", asyncio.Event()]
    taking = asyncio.ensure_future(here.turn())
    await here.was_asked.acquire()
    await settle_tasks()

    taking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await taking

    assert await here.texts() == ["Good evening.", "Come in."]


async def test_a_full_disk_does_not_keep_a_cancellation_from_its_way() -> None:
    """A fault raised over the cancellation would leave the one who cancelled waiting."""
    here = await new_dialogue_app()
    here.steps = [asyncio.Event()]
    here.store.fault = OverLimit("the disk is full", Reason.STORAGE_FULL)
    taking = asyncio.ensure_future(here.turn())
    await here.was_asked.acquire()

    taking.cancel()

    with pytest.raises(asyncio.CancelledError):
        await taking


async def test_a_turn_can_be_interrupted_as_soon_as_its_id_is_known() -> None:
    """Before the first word, the model is not even asked."""
    here = await new_dialogue_app()
    async with aclosing(here.say()) as events:
        started = await anext(events)
        assert isinstance(started, TurnStarted)
        assert here.dialogue.interrupt(started.turn_id)
        rest = [event async for event in events]

    assert [type(event) for event in rest] == [TurnFinished]
    assert rest[0].outcome is TurnOutcome.INTERRUPTED  # type: ignore[union-attr]
    assert await here.texts() == ["Good evening."]
    assert not here.dialogue.interrupt(started.turn_id)


async def test_an_unknown_turn_cannot_be_interrupted() -> None:
    """Naming a turn of nobody does nothing and says so."""
    assert not (await new_dialogue_app()).dialogue.interrupt(TurnId("trn_nobody"))


async def test_a_sentence_cut_off_in_deltas_is_remembered_as_cut_off() -> None:
    """Deltas that went out were heard, though their line never came."""
    here = await new_dialogue_app()
    heard = ""
    async with aclosing(here.say(want_deltas=True)) as events:
        async for event in events:
            heard += event.text if isinstance(event, LineDelta) else ""
            if heard.strip() == "Come in.":
                break

    assert await here.texts() == ["Good evening.", "Come in.\N{EM DASH}"]


async def test_a_line_that_was_handed_out_was_heard() -> None:
    """Also by a person who hangs up over it: it went out, and the journal says so too."""
    here = await new_dialogue_app()
    async with aclosing(here.say()) as events:
        async for event in events:
            if isinstance(event, Line):
                break

    assert await here.texts() == ["Good evening.", "Come in."]


async def test_two_calls_with_one_key_at_a_time_are_one_turn() -> None:
    """The second waits for the first and hears the same."""
    here = await new_dialogue_app()

    first, second = await asyncio.gather(here.turn(key=KEY), here.turn(key=KEY))

    assert first == second
    assert len(here.heard) == 1
    assert len(await here.records(RecordKind.TURN)) == 1


async def test_two_replicas_with_one_key_at_a_time_store_one_turn() -> None:
    """The one that comes second says so, and does not acknowledge words that nobody will know."""
    here = await new_dialogue_app()
    other = here.new_dialogue()
    gate = asyncio.Event()
    here.steps = [gate, "Come in."]
    say = SayToCharacter(
        timeline_id=here.timeline,
        character_id=MIRA,
        speaker=Person(id="p1", name="Ann"),
        text="Good evening.",
        key=KEY,
    )

    async def there() -> list[object]:
        async with aclosing(other.say(say)) as events:
            return [event async for event in events]

    both = asyncio.gather(here.turn(key=KEY), there(), return_exceptions=True)
    await here.was_asked.acquire()
    await here.was_asked.acquire()
    gate.set()
    outcomes = await both

    assert [type(outcome) for outcome in outcomes].count(Conflict) == 1
    assert len(await here.records(RecordKind.TURN)) == 1
    assert line_texts(await here.turn(key=KEY)) == ["Come in."]


async def test_a_key_of_other_words_is_refused() -> None:
    """The same request id for another utterance is a mistake of the caller."""
    here = await new_dialogue_app()
    await here.turn(key=KEY)

    with pytest.raises(InvalidInput):
        await here.turn("Goodbye.", key=RequestKey("tl_play", "r-1", "other"))


async def test_a_character_deleted_while_it_speaks_has_spoken() -> None:
    """What it did stays in the timeline, as the architecture has it."""
    here = await new_dialogue_app()

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, MIRA)

    await here.turn(during=delete)

    assert await here.texts() == ["Good evening.", "Come in. Mind the step."]
    with pytest.raises(NotFound):
        await here.turn()


async def test_a_world_deleted_during_a_turn_ends_it_with_not_found() -> None:
    """There is nothing left to remember it in."""
    here = await new_dialogue_app()

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_world(WORLD)

    with pytest.raises(NotFound):
        await here.turn(during=delete)


async def test_a_turn_names_the_version_of_the_persona_it_spoke_with() -> None:
    """Although a person stored another one while it spoke."""
    here = await new_dialogue_app()

    async def edit(unit: UnitOfWork) -> None:
        await unit.put_character(character(traits="in a hurry"))

    await here.turn(during=edit)

    (turn,) = await here.records(RecordKind.TURN)
    async with here.store.read() as reader:
        versions = await reader.persona_versions(WORLD, MIRA, 10)
    assert isinstance(turn.body, TurnTaken)
    named = {version.version: version.persona for version in versions}
    assert named[turn.body.receipt.persona_version] == here.heard[0].character.persona


async def test_a_character_that_speaks_remembers_it_too() -> None:
    """Both minds keep their side of the talk, and both are digested."""
    here = await _with_bram()

    await here.turn("Is there cider?", speaker=Person(id="bram", name="Bram", is_player=False))

    assert await here.texts("bram") == ["Is there cider?", "Come in. Mind the step."]
    jobs = set()
    while job := await here.store.jobs.claim(here.clock.now().replace(year=2100), 60):
        jobs.add(job.subject_id)
    assert jobs == {"mira", "bram"}


@pytest.mark.parametrize(
    ("speaker", "error"),
    [
        (Person(id="mira", name="Mira"), InvalidInput),
        (Person(id="mira", name="Mira", is_player=False), InvalidInput),
        (Person(id="bram", name="Bram"), InvalidInput),
        (Person(id="nobody", name="Nobody", is_player=False), NotFound),
    ],
)
async def test_nobody_speaks_as_a_character_they_are_not(
    speaker: Person, error: type[Exception]
) -> None:
    """Else talk with one would pass for talk with another, and ghosts would be given memories."""
    here = await _with_bram()

    with pytest.raises(error):
        await here.turn(speaker=speaker)

    assert await here.records() == []


async def _with_bram() -> DialogueApp:
    here = await new_dialogue_app()

    async def add(unit: UnitOfWork) -> None:
        await unit.add_character(character(CharacterId("bram"), INN))

    await here.store.write(add)
    return here


NOON = START + timedelta(hours=4)
SPOKEN_TO = NOON + timedelta(minutes=7)


async def test_what_was_waited_for_is_tried_again_after_the_talk() -> None:
    """Though its time would have been over; and the day stays sound."""
    here = await before_the_yard()
    await here.notice()
    await here.talk()
    ended = (await act_of(here)).ends_at
    await here.put(moved("cy", None), clock(ended))

    await live(here)

    act, day = await act_of(here), await day_of(here)
    assert (act.cause, act.step.activity, act.step.place_id) == (Cause.PLAN, "wash", YARD)
    assert act.step.minutes >= 10
    assert faults_of_day(day) == ()
    assert [block.activity for block in day.blocks] == [
        "cook",
        "waiting",
        "talking with Bram",
        "wash",
        "rest",
    ]


async def test_where_there_is_still_no_space_one_waits_on() -> None:
    """And goes in when there is."""
    here = await before_the_yard()
    await here.notice()
    await here.talk()
    ended = (await act_of(here)).ends_at
    await here.put(clock(ended))
    await live(here)
    waiting = await act_of(here)
    await here.put(moved("cy", None), clock(ended + timedelta(minutes=5)))
    await live(here)

    assert (waiting.cause, waiting.wanted_place_id) == (Cause.WAIT, YARD)
    assert (await act_of(here)).step.activity == "wash"


@pytest.mark.parametrize("wanted", [None, INN])
async def test_who_waits_for_nothing_it_still_means_to_do_keeps_its_day(wanted: object) -> None:
    """Letting a character pass, or waiting for what the plan has dropped, puts nothing off."""
    here = await before_the_yard(wanted=wanted)
    before = await here.records(RecordKind.DAY)
    await here.notice()

    assert (await act_of(here)).cause is Cause.TALK
    assert await here.records(RecordKind.DAY) == before


async def before_the_yard(*, wanted: object = YARD) -> NpcConversationApp:
    """Mira waits since noon to wash in the yard, for ten minutes; then Bram comes."""
    here = await new_npc_conversation_app()

    async def work(unit: UnitOfWork) -> None:
        await unit.put_place(replace(place(YARD, INN), capacity=1))

    await here.store.write(work)
    await here.put(moved("bram", None), moved("cy", YARD), clock(NOON))
    await here.notice()
    wait = Step(starts_at=NOON, minutes=10, activity="waiting", place_id=INN)
    act = Act(step=wait, cause=Cause.WAIT, wanted_place_id=wanted)  # type: ignore[arg-type]
    whisper = Remembered(source=Source.INNER_VOICE)
    await here.put(
        Draft(kind=RecordKind.WHISPER, subject_id="mira", text="You will stand.", body=whisper),
        Draft(kind=RecordKind.DAY, subject_id="mira", body=a_day()),
        Draft(kind=RecordKind.ACT, subject_id="mira", text="Mira is waiting.", body=act),
        clock(SPOKEN_TO),
        moved("bram", INN),
    )
    return here


def a_day() -> DayPlan:
    wash = NOON + timedelta(minutes=10)
    return DayPlan(
        day=START.date(),
        wakes_at=START,
        sleeps_at=START + timedelta(hours=12),
        blocks=(
            Block(starts_at=START, minutes=240, activity="cook", place_id=INN),
            Block(starts_at=NOON, minutes=10, activity="wash", place_id=YARD),
            Block(starts_at=wash, minutes=470, activity="rest", place_id=INN),
        ),
    )


async def live(here: NpcConversationApp) -> None:
    """Let the clock take effect."""
    living = LiveHandler(here.minds, KnownFactsCache())
    await living(here.job("", JobKind.LIVE))


async def act_of(here: NpcConversationApp) -> Act:
    body = (await here.records(RecordKind.ACT, of="mira"))[-1].body
    assert isinstance(body, Act)
    return body


async def day_of(here: NpcConversationApp) -> DayPlan:
    body = (await here.records(RecordKind.DAY, of="mira"))[-1].body
    assert isinstance(body, DayPlan)
    return body
