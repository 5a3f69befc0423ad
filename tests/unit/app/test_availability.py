"""Characters that are absent or dead: nobody reaches them, and they do and think nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from npcserver.app.authoring.directory import Directory
from npcserver.app.availability import CharacterAvailability
from npcserver.app.background_work import Foreground
from npcserver.app.context.mindset import Minds
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.perception.observations import GameEvent
from npcserver.app.perception.presence import load_presences
from npcserver.app.play import Play
from npcserver.app.thought_handlers import unless_gone
from npcserver.model.character import Availability, Person
from npcserver.model.commitment import CommitmentStatus
from npcserver.model.day import Act
from npcserver.model.errors import InvalidInput, NotPossibleNow, Reason
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.model.record import RecordKind
from npcserver.model.senses import Range
from npcserver.model.turn import TurnFinished, TurnOutcome, TurnReason
from npcserver.ports.storage import RequestKey, Store
from tests.fakes.circle_app import new_circle_app
from tests.fakes.dialogue_app import (
    add_bram,
    app_with_promise,
    commitments_by_id,
    new_dialogue_app,
    new_npc_conversation_app,
    observed_texts,
)
from tests.fakes.language_models import ManualClock
from tests.fakes.life_app import (
    ANN,
    BEN,
    BRAM,
    CATO,
    DAY_IN_HAMLET,
    HALL,
    KITCHEN,
    MIRA,
    PerceptionApp,
    new_jobs,
    new_life_app,
    new_perception_app,
    time_of_day,
)
from tests.fakes.scene_app import new_scene_app, with_cast
from tests.fakes.scene_scripts import council_script
from tests.fakes.store_world import start

PRESENT, ABSENT, DEAD = Availability.PRESENT, Availability.ABSENT, Availability.DEAD
GONE = pytest.mark.parametrize("state", [ABSENT, DEAD])
PLAYER = Person(id="p1", name="Ann")
KEY = RequestKey("tl_play", "r-1", "d")


def setting(
    store: Store, timeline: TimelineId, clock: Any, floor: TurnLock | None = None, play: Any = None
) -> Callable[..., Awaitable[int]]:
    """Return what sets whether a character takes part in a timeline."""
    directory = Directory(store, clock)
    play = play or Play(store, directory, Foreground(clock))
    made = CharacterAvailability(store, directory, floor or TurnLock(), play.looking)

    async def change(who: str, state: Availability, **more: Any) -> int:
        return await made.set(
            timeline_id=more.pop("timeline", timeline),
            character_id=CharacterId(who),
            availability=state,
            **more,
        )

    return change


def perceiving(here: PerceptionApp) -> Callable[..., Awaitable[int]]:
    """Return the same for an app whose server has both calls."""
    made = CharacterAvailability(here.store, here.directory, TurnLock(), here.play.looking)

    async def change(who: str, state: Availability, **more: Any) -> int:
        return await made.set(
            timeline_id=here.timeline, character_id=CharacterId(who), availability=state, **more
        )

    return change


def refusal(state: Availability, who: str = "mira") -> dict[str, str]:
    return {"characterId": who, "availability": state.value}


@GONE
async def test_nobody_speaks_to_or_as_one_who_is_gone(state: Availability) -> None:
    """The refusal comes before the model, and says who it is and what to do next."""
    here = await new_dialogue_app()
    await add_bram(here)
    await setting(here.store, here.timeline, here.clock)("mira", state)

    with pytest.raises(NotPossibleNow, match=f"'mira' is {state.value}.*SetAvailability") as no:
        await here.turn()
    assert (no.value.reason, dict(no.value.metadata)) == (
        Reason.CHARACTER_UNAVAILABLE,
        refusal(state),
    )
    mira = Person(id="mira", name="Mira", is_player=False)
    with pytest.raises(NotPossibleNow, match="'mira' is"):
        await here.turn(character_id=CharacterId("bram"), speaker=mira)
    assert here.asked == 0
    assert not await here.records(RecordKind.TURN)


async def test_beyond_capacity_the_dead_have_no_authored_line_either() -> None:
    """A turn that is shed recalls nothing, but looks whether the character is there."""
    here = await new_dialogue_app()
    await setting(here.store, here.timeline, here.clock)("mira", DEAD)
    say = SayToCharacter(
        timeline_id=here.timeline, character_id=CharacterId("mira"), speaker=PLAYER, text="Hello."
    )

    with pytest.raises(NotPossibleNow, match="'mira' is dead"):
        await anext(here.dialogue.authored.turn(say, TurnReason.OVERLOADED))


async def test_a_turn_under_way_ends_with_what_was_delivered() -> None:
    """One who dies while speaking has said what was heard by then."""
    here = await new_dialogue_app()
    change = setting(here.store, here.timeline, here.clock, here.dialogue.floor)
    events = []
    async for event in here.say():
        events.append(event)
        if len(events) == 2:
            await change("mira", DEAD)

    end = events[-1]
    assert isinstance(end, TurnFinished)
    assert end.outcome is TurnOutcome.INTERRUPTED
    assert len(events) == 3


async def test_an_earlier_save_brings_the_character_back() -> None:
    """The state is in the log: a load of what was before knows nothing of it."""
    here = await new_dialogue_app()
    change = setting(here.store, here.timeline, here.clock)
    async with here.store.read() as reader:
        before = (await reader.timeline(here.timeline)).vantage
    await change("mira", DEAD)
    async with here.store.read() as reader:
        after = (await reader.timeline(here.timeline)).vantage

    here.timeline = await start(here.store, "tl_before", before)
    assert await here.turn()
    here.timeline = await start(here.store, "tl_after", after)
    with pytest.raises(NotPossibleNow):
        await here.turn()


async def test_one_who_comes_back_goes_on_where_it_was_and_so_do_the_dead() -> None:
    """A movement meanwhile is where it will be; the same state twice changes nothing."""
    here, _ = await new_perception_app()
    change = perceiving(here)
    first = await change(MIRA, ABSENT, key=KEY)
    assert await change(MIRA, ABSENT, key=KEY) == first
    assert await change(MIRA, ABSENT) == first
    assert await place_of(here) == (ABSENT, None)

    await change(MIRA, DEAD)
    await change(MIRA, PRESENT)
    assert await place_of(here) == (PRESENT, KITCHEN)
    await change(MIRA, ABSENT)
    await here.move(MIRA, HALL)
    assert await place_of(here) == (ABSENT, None)
    await change(MIRA, PRESENT)
    assert await place_of(here) == (PRESENT, HALL)


async def test_those_who_are_there_perceive_it_and_know_it_and_others_do_not() -> None:
    """Bram sees it in the kitchen; Cato in the hall cannot know."""
    here, _ = await new_perception_app()
    change = perceiving(here)
    await change(MIRA, DEAD, text="Mira chokes on a fishbone and dies.")

    assert await here.who_perceived("Mira chokes on a fishbone and dies.") == {BRAM}
    minds = Minds(here.store)
    async with here.store.read() as reader:
        bram = await minds.load(reader, here.timeline, BRAM)
        cato = await minds.load(reader, here.timeline, CATO)
    assert [(one.id, one.availability) for one in bram.situation.absences] == [(MIRA, DEAD)]
    assert cato.situation.absences == ()

    await change(MIRA, PRESENT)
    assert await here.who_perceived("Mira is back.") == {BRAM}
    async with here.store.read() as reader:
        bram = await minds.load(reader, here.timeline, BRAM)
    assert bram.situation.absences == ()


async def test_what_is_unnoticed_is_perceived_by_nobody() -> None:
    """And has no text, which nobody would read."""
    here, _ = await new_perception_app()
    change = perceiving(here)
    await change(MIRA, DEAD, is_unnoticed=True)

    assert await here.memories(BRAM) == []
    assert not await here.records(RecordKind.ABSENCE)
    with pytest.raises(InvalidInput, match="text"):
        await change(BRAM, DEAD, text="Bram falls.", is_unnoticed=True)


async def test_the_dead_perceive_nothing_and_the_absent_what_reaches_them_by_name() -> None:
    """What happens at their place, or everywhere, reaches neither."""
    here, _ = await new_perception_app()
    change = perceiving(here)
    bell = GameEvent(text="A bell.", place_id=KITCHEN)
    war = GameEvent(text="War.", range=Range.WORLD)
    letter = GameEvent(text="A letter.", witness_ids=(MIRA,))
    for state, heard in ((ABSENT, ["A letter."]), (DEAD, ["A letter."])):
        await change(MIRA, state)
        await here.observe(bell, war)
        await here.observe(letter)
        await here.observe(replace(letter, importance=9))
        assert await here.memories(MIRA) == (heard * 2)
    assert await here.who_perceived("A bell.") == {BRAM}


@GONE
async def test_a_talk_of_two_characters_ends_for_both(state: Availability) -> None:
    """By absence or by death; nobody begins another with one who is gone."""
    here = await new_npc_conversation_app()
    await here.begin("the mill")
    await here.conversing(here.job())
    change = setting(here.store, here.timeline, here.clock, here.floor)
    await change("bram", state)

    ends = {ABSENT: "absence", DEAD: "death"}[state]
    assert await here.ends("mira") == await here.ends("bram") == [(ends, 1)]
    assert (JobKind.SUMMARISE, "mira") in await here.jobs()
    said = await here.said()
    await here.conversing(here.job())
    assert await here.said() == said


@GONE
async def test_a_line_that_is_being_made_is_dropped(state: Availability) -> None:
    """The other died before it was said."""
    here = await new_npc_conversation_app()
    await here.begin("the mill")
    change = setting(here.store, here.timeline, here.clock, here.floor)

    async def dying(exchange: Any, ask: Any) -> Any:
        await change("bram", state)
        return await here.say_next(exchange, ask)

    here.conversing._say_next = dying
    with pytest.raises(Exception, match="has moved on"):
        await here.conversing(here.job())
    assert await here.said() == []


async def test_promises_from_and_to_the_dead_lapse_and_nobody_remembers_that() -> None:
    """Those of one who is away stay open; those of one who is back do not open again."""
    here = await app_with_promise()
    change = setting(here.store, here.timeline, here.clock)
    (number,) = await commitments_by_id(here)
    before = await observed_texts(here)
    await change("mira", ABSENT)
    assert (await commitments_by_id(here))[number].status is CommitmentStatus.OPEN
    await change("mira", DEAD)
    await change("mira", PRESENT)

    assert (await commitments_by_id(here))[number].status is CommitmentStatus.LAPSED
    assert await observed_texts(here) == before


@GONE
async def test_the_clock_begins_no_act_of_one_who_is_gone(state: Availability) -> None:
    """Nor is a plan wished for; one who is back goes on with its day."""
    here = await new_life_app()
    for who in (ANN, BEN):
        await here.mean(who, DAY_IN_HAMLET)
    change = setting(here.store, here.timeline, ManualClock())
    await change(ANN, state)
    await here.tick(time_of_day("08:00"))

    assert await here.records(RecordKind.ACT, who=ANN) == []
    assert await here.records(RecordKind.ACT, who=BEN)
    await change(ANN, PRESENT)
    await here.live()
    (act,) = await here.records(RecordKind.ACT, who=ANN)
    assert isinstance(act.body, Act)


@GONE
async def test_a_circle_goes_on_without_one_who_is_gone(state: Availability) -> None:
    """It breaks up where fewer than two are left, and nobody who is gone joins or opens one."""
    here = await new_circle_app()
    tom, mira, hagen = (
        Person(id=one, name=one.title(), is_player=False) for one in ("tom", "mira", "hagen")
    )
    await here.open(tom, mira, hagen)
    change = setting(here.store, here.timeline, here.clock, here.floor)
    await change("mira", state)

    assert [one.id for one in (await here.get()).members] == ["tom", "hagen"]
    with pytest.raises(NotPossibleNow, match="'mira' is"):
        await here.join(mira)
    with pytest.raises(NotPossibleNow, match="'mira' is"):
        await here.open(tom, mira)
    await change("tom", state)
    assert (await here.get()).members == ()


async def test_a_circle_that_is_nowhere_leaves_out_the_dead_too() -> None:
    """One who is gone is at no place, and so is such a circle."""
    here = await new_circle_app()
    tom, mira, hagen = (
        Person(id=one, name=one.title(), is_player=False) for one in ("tom", "mira", "hagen")
    )
    for one in (tom, mira, hagen):
        await here.move(one, None)
    await here.open(tom, mira, hagen, place_id=None)
    await setting(here.store, here.timeline, here.clock)("mira", DEAD)

    assert [one.id for one in (await here.get()).members] == ["tom", "hagen"]


@GONE
async def test_a_scene_is_neither_opened_nor_goes_on_with_one_who_is_gone(
    state: Availability,
) -> None:
    """A scene under way is broken off, as if the game had closed it."""
    here = await new_scene_app()
    script = council_script()
    script = with_cast(script, **{script.members[0].id: "mira"})
    chat_id = await here.open(script)
    await here.advance(chat_id)
    change = setting(here.store, here.timeline_id, here.clock)
    await change("mira", state)
    await here.perform(chat_id)

    chat = await here.get(chat_id)
    assert chat.closed is not None
    assert not chat.closed.is_settled
    assert here.acts == []
    with pytest.raises(NotPossibleNow, match="'mira' is"):
        await here.open(script)


@GONE
async def test_thoughts_of_one_who_is_gone_stop(state: Availability) -> None:
    """Whatever the job; a return queues what is left to think."""
    here = await new_dialogue_app()
    change = setting(here.store, here.timeline, here.clock)
    done: list[Job] = []

    async def does(job: Job) -> None:
        done.append(job)

    job = Job(
        id=1,
        kind=JobKind.REFLECT,
        timeline_id=here.timeline,
        subject_id="mira",
        attempts=1,
        lease="x",
    )
    await change("mira", state)
    await unless_gone(here.store, does, job)
    assert done == []
    await new_jobs(here.store)
    await change("mira", PRESENT)
    await unless_gone(here.store, does, job)
    assert done == [job]
    wished = {kind for kind, subject in await new_jobs(here.store) if subject == "mira"}
    assert {JobKind.DIGEST, JobKind.SUMMARISE, JobKind.RELATE, JobKind.REFLECT} == wished


async def test_a_thought_that_was_under_way_is_dropped() -> None:
    """It was begun before the death, and would be stored after it."""
    here = await new_dialogue_app()
    minds = Minds(here.store)
    async with here.store.read() as reader:
        mindset = await minds.load(reader, here.timeline, CharacterId("mira"))
    await setting(here.store, here.timeline, here.clock)("mira", DEAD)

    with pytest.raises(Exception, match="died or went away"):
        await minds.save(mindset, ())


async def test_no_movement_that_was_read_before_raises_the_dead() -> None:
    """Both calls take the lock of the timeline."""
    here, _ = await new_perception_app()
    change = perceiving(here)
    async with here.play.looking(here.timeline):
        pending = asyncio.ensure_future(change(MIRA, DEAD))
        await asyncio.sleep(0.01)
        assert not pending.done()
    await pending


async def place_of(here: PerceptionApp) -> tuple[Availability, object]:
    """Return the state and the place of Mira."""
    async with here.store.read() as reader:
        present = await load_presences(reader, await reader.head(here.timeline))
    return present[MIRA].availability, present[MIRA].place_id
