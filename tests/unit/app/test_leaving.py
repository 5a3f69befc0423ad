"""What is being said, thought and watched in a timeline while the game leaves it."""

import asyncio
from contextlib import aclosing

import pytest

from npcserver.app.life.clock_effects import LiveHandler
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.timeline_watch import (
    Checkpoint,
    LatenessChange,
    LogFollower,
    TimelineWatch,
    WatchedRecord,
    WatchRequest,
)
from npcserver.app.timelines import ResumeHandler, Timelines
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobKind
from npcserver.model.record import RecordKind, TurnTaken
from npcserver.model.timeline import Timeline, Vantage
from npcserver.model.turn import Line, TurnEvent, TurnFinished, TurnOutcome, TurnStarted
from tests.fakes.dialogue_app import (
    DialogueApp,
    NpcConversationApp,
    line_texts,
    new_dialogue_app,
    new_npc_conversation_app,
)
from tests.fakes.language_models import ManualClock, settle_tasks
from tests.fakes.store_world import put, seen, start


def timelines_of(here: DialogueApp | NpcConversationApp) -> Timelines:
    floor = here.floor if isinstance(here, NpcConversationApp) else here.dialogue.floor
    return Timelines(here.store, ManualClock(), floor=floor)


async def load_away(here: DialogueApp | NpcConversationApp) -> Timeline:
    """Save the moment, and load it at once, leaving the timeline."""
    timelines = timelines_of(here)
    save = await timelines.save(timeline_id=here.timeline, name="now")
    return await timelines.load(save.id, leaving=here.timeline)


def outcome(events: list[TurnEvent]) -> TurnOutcome:
    assert isinstance(events[-1], TurnFinished)
    return events[-1].outcome


async def test_a_turn_ends_with_what_was_delivered_when_the_game_leaves() -> None:
    """It is remembered there as far as it was heard, and in the new timeline not at all."""
    here = await new_dialogue_app()
    here.steps = ["Come in.", asyncio.Event(), "Never said."]
    events: list[TurnEvent] = []
    async with aclosing(here.say()) as said:
        async for event in said:
            events.append(event)
            if isinstance(event, Line):
                loaded = await load_away(here)

    assert line_texts(events) == ["Come in."]
    assert outcome(events) is TurnOutcome.LEFT
    (taken,) = await here.records(RecordKind.TURN)
    assert isinstance(taken.body, TurnTaken)
    assert outcome(list(taken.body.events)) is TurnOutcome.LEFT
    assert "Come in." in await here.texts()
    here.timeline = loaded.id
    assert await here.texts() == []


async def test_a_turn_that_waits_for_its_turn_is_left_as_well() -> None:
    """It says nothing; what was said to the character stands."""
    here = await new_dialogue_app()
    here.steps = ["Come in.", asyncio.Event()]
    first = asyncio.ensure_future(here.turn("Hello."))
    async with asyncio.timeout(60):
        await here.was_asked.acquire()
        second = asyncio.ensure_future(here.turn("Are you there?"))
        await asyncio.sleep(0)
        await load_away(here)
        both = await asyncio.gather(first, second)

    assert [outcome(events) for events in both] == [TurnOutcome.LEFT, TurnOutcome.LEFT]
    assert [type(event) for event in both[1]] == [TurnStarted, TurnFinished]
    assert "Are you there?" in await here.texts()


async def test_a_turn_in_the_left_timeline_is_taken_as_ever() -> None:
    """Anyone who plays on there is answered."""
    here = await new_dialogue_app()
    await load_away(here)

    assert outcome(await here.turn()) is TurnOutcome.COMPLETED


async def test_a_line_among_characters_comes_too_late() -> None:
    """The talk stops where it is, and goes on in the new timeline from there."""
    here = await new_npc_conversation_app()
    here.gate = asyncio.Event()
    await here.begin("the roof")
    talking = asyncio.ensure_future(here.talk())
    await here.was_asked.wait()

    loaded = await load_away(here)
    with pytest.raises(Conflict) as refused:
        async with asyncio.timeout(60):
            await talking

    assert refused.value.reason is Reason.TIMELINE_LEFT
    assert await here.said() == []
    assert await here.ends() == []
    here.gate.set()
    here.timeline = loaded.id
    assert (JobKind.RESUME, "") in await here.jobs()
    await ResumeHandler(here.store)(here.job("", JobKind.RESUME))
    assert (JobKind.CONVERSE, "mira") in await here.jobs()
    await here.talk()
    assert await here.ends() == [("goodbye", 6)]


async def test_a_talk_does_not_go_on_in_the_pause_between_two_lines() -> None:
    """With the game goes the wish for the next line, and a line that was taken up is let go."""
    here = await new_npc_conversation_app()
    await here.begin()
    await here.worker()(here.job())
    wish = (here.timeline, "mira", JobKind.CONVERSE)
    assert wish in here.store.open_jobs

    here.gate = asyncio.Event()
    here.was_asked.clear()
    talking = asyncio.ensure_future(here.worker()(here.job()))
    await here.was_asked.wait()
    await load_on_another_server(here)
    here.gate.set()
    with pytest.raises(Conflict) as refused:
        async with asyncio.timeout(60):
            await talking

    assert refused.value.reason is Reason.TIMELINE_LEFT
    assert len(await here.said()) == 1
    assert wish not in here.store.open_jobs


async def load_on_another_server(here: NpcConversationApp) -> Timeline:
    timelines = Timelines(here.store, ManualClock())
    save = await timelines.save(timeline_id=here.timeline, name="now")
    return await timelines.load(save.id, leaving=here.timeline)


async def test_a_talk_that_was_left_is_taken_up_when_the_game_plays_on() -> None:
    """The clock moves in the left timeline, and the two are not silent for ever."""
    here = await new_npc_conversation_app()
    await here.begin()
    await load_away(here)
    await here.jobs()
    living = LiveHandler(here.minds, KnownFactsCache())

    await living(here.job("", JobKind.LIVE))
    assert (JobKind.CONVERSE, "mira") in await here.jobs()
    await here.talk()
    await living(here.job("", JobKind.LIVE))

    assert await here.ends() == [("goodbye", 6)]
    assert (JobKind.CONVERSE, "mira") not in await here.jobs()


async def test_the_clock_takes_no_effect_once_the_game_has_left() -> None:
    """A tick that was looked at before is let go, and is not looked at again."""
    here = await new_npc_conversation_app()
    living = LiveHandler(here.minds, KnownFactsCache())
    look = living._tick

    async def slow(timeline_id: TimelineId) -> object:
        found = await look(timeline_id)
        await load_away(here)
        return found

    living._tick = slow  # type: ignore[assignment, method-assign]
    with pytest.raises(Conflict) as refused:
        await living(here.job("", JobKind.LIVE))

    assert refused.value.reason is Reason.TIMELINE_LEFT
    assert {record.kind for record in await here.records()} == {RecordKind.LEFT}


async def seqs(
    watching: TimelineWatch, watch: WatchRequest
) -> list[WatchedRecord | Checkpoint | LatenessChange]:
    async with asyncio.timeout(60), aclosing(watching.watch(watch)) as items:
        return [item async for item in items]


async def test_watching_ends_with_the_timeline_being_left_and_can_be_resumed() -> None:
    """The mark is the last thing seen; after it everything goes on."""
    here = await new_dialogue_app()
    watching = TimelineWatch(LogFollower(here.store))
    await put(here.store, seen("one"), to=here.timeline)
    loaded = await load_away(here)
    await put(here.store, seen("two"), to=here.timeline)

    items = await seqs(watching, WatchRequest(timeline_id=here.timeline, after_seq=0))
    resumed = WatchRequest(timeline_id=here.timeline, after_seq=items[-1].seq)
    async with asyncio.timeout(60), aclosing(watching.watch(resumed)) as more:
        after = await anext(more)

    assert [item.record.body for item in items if isinstance(item, WatchedRecord)][
        -1
    ].to_id == loaded.id  # type: ignore[union-attr]
    assert [item.seq for item in items] == [1, 2]
    assert isinstance(after, WatchedRecord)
    assert after.record.text == "two"


async def test_that_an_ancestor_was_left_is_no_news() -> None:
    """Anyone who plays on from there and saves again has not left what is played now."""
    here = await new_dialogue_app()
    watching = TimelineWatch(LogFollower(here.store))
    await put(here.store, seen("one"), to=here.timeline)
    await load_away(here)
    await put(here.store, seen("two"), to=here.timeline)
    child = await start(here.store, "tl_child", Vantage(here.timeline, 3))
    await put(here.store, seen("three"), to=child)

    watch = WatchRequest(timeline_id=child, after_seq=0)
    async with asyncio.timeout(60), aclosing(watching.watch(watch)) as items:
        found = [await anext(items) for _ in range(3)]

    assert [one.record.text for one in found if isinstance(one, WatchedRecord)] == [
        "one",
        "two",
        "three",
    ]


async def test_who_watches_a_deleted_timeline_is_told_that_it_is_gone() -> None:
    """The watch ends with an error, and nothing is left of it."""
    here = await new_dialogue_app()
    watching = TimelineWatch(LogFollower(here.store))
    items = watching.watch(WatchRequest(timeline_id=here.timeline))
    waiting = asyncio.ensure_future(anext(items))
    await settle_tasks()

    await timelines_of(here).delete(here.timeline)

    with pytest.raises(NotFound):
        async with asyncio.timeout(60):
            await waiting
    assert here.store.broadcast._ears == {}
