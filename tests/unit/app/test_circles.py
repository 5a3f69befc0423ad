"""Circles: who comes together, joins and leaves, and speaking while another speaks."""

import asyncio
from contextlib import aclosing
from functools import partial

import pytest

from npcserver.app.conversation.circle_conversation import CircleEvent, CircleTurnEvent
from npcserver.app.conversation.turn_lock import CircleLeases
from npcserver.model import limits
from npcserver.model.character import Person
from npcserver.model.circle import Circle
from npcserver.model.errors import InvalidInput, NotFound, NotPossibleNow, OverLimit, Reason
from npcserver.model.ids import PlaceId, TimelineId, TurnId
from npcserver.model.record import RecordKind
from npcserver.model.turn import TurnFinished, TurnOutcome, TurnStarted
from tests.fakes.circle_app import (
    ANN,
    BOB,
    HAGEN,
    MIRA,
    TOM,
    YARD,
    CircleApp,
    heard_event,
    load_at,
    new_circle_app,
    quiet_event,
    spoken_lines,
    turn_outcomes,
    turn_takers,
)
from tests.fakes.language_models import settle_tasks
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import INN, key, left, put


def names(circle: Circle) -> list[str]:
    return [one.name for one in circle.members]


async def test_a_circle_stands_where_its_first_character_is() -> None:
    """Without a place of its own; characters bear the names they have in the world."""
    here = await new_circle_app()
    nameless = Person(id="tom", name="", is_player=False)

    circle = await here.open(ANN, nameless, MIRA, place_id=None)

    assert (circle.place_id, names(circle)) == (INN, ["Ann", "Tom", "Mira"])
    assert await here.get() == circle


async def test_who_is_elsewhere_cannot_stand_there() -> None:
    """Nobody hears what is said at another place, no matter who asks for it."""
    here = await new_circle_app()
    await here.move(MIRA, YARD)
    await here.move(ANN, YARD)

    with pytest.raises(InvalidInput, match=r"members\[1\]\.id: 'mira' is at 'yard', not at 'inn'"):
        await here.open(TOM, MIRA)
    with pytest.raises(InvalidInput, match=r"members\[0\]\.id: 'p-ann' is at 'yard'"):
        await here.open(ANN, TOM)
    assert names(await here.open(ANN, MIRA, place_id=YARD)) == ["Ann", "Mira"]


async def test_a_circle_is_opened_by_who_is_in_the_world() -> None:
    """Unknown characters and places, players alone, and a character as a player are refused."""
    here = await new_circle_app()
    nobody = Person(id="nobody", name="Nobody", is_player=False)

    with pytest.raises(NotFound, match="no character 'nobody'"):
        await here.open(TOM, nobody)
    with pytest.raises(NotFound, match="no place 'moon'"):
        await here.open(TOM, MIRA, place_id=PlaceId("moon"))
    with pytest.raises(InvalidInput, match="names no character"):
        await here.open(ANN, BOB)
    with pytest.raises(InvalidInput, match="is a character"):
        await here.open(ANN, Person(id="tom", name="Tom"))
    with pytest.raises(InvalidInput, match="at least two"):
        await here.open(TOM)


async def test_a_repeated_request_changes_nothing() -> None:
    """Opening, joining and leaving under a key that was used are answered as before."""
    here = await new_circle_app()
    opened = partial(
        here.circles.open, timeline_id=here.timeline, members=(ANN, TOM), key=key("open")
    )

    first, again = await opened(), await opened()

    assert first == again
    assert len(await here.records(RecordKind.CIRCLE)) == 1


async def test_who_joins_another_circle_leaves_the_first() -> None:
    """Nobody stands in two circles; the first breaks up where too few are left."""
    here = await new_circle_app()
    first = await here.open(ANN, TOM, MIRA)
    second = await here.open(BOB, HAGEN)

    assert names(await here.join(TOM)) == ["Bob", "Hagen", "Tom"]
    assert names(await here.get(first.id)) == ["Ann", "Mira"]
    assert names(await here.join(MIRA)) == ["Bob", "Hagen", "Tom", "Mira"]
    assert names(await here.get(first.id)) == []
    assert names(await here.get(second.id)) == ["Bob", "Hagen", "Tom", "Mira"]


async def test_joining_twice_is_joining_once() -> None:
    """Who stands there already goes on standing there."""
    here = await new_circle_app()
    await here.open(ANN, TOM)
    await here.join(MIRA)
    before = await here.records(RecordKind.CIRCLE)

    assert names(await here.join(MIRA)) == ["Ann", "Tom", "Mira"]
    assert await here.records(RecordKind.CIRCLE) == before


async def test_a_circle_of_fewer_than_two_or_without_a_character_breaks_up() -> None:
    """It is not joined any more, nor spoken in."""
    here = await new_circle_app()
    await here.open(ANN, BOB, TOM)

    assert names(await here.leave(TOM)) == []
    with pytest.raises(NotFound, match="may have broken up"):
        await here.join(MIRA)
    with pytest.raises(NotFound):
        await here.leave(ANN)
    with pytest.raises(NotFound):
        await here.say(ANN, "Anybody?")
    with pytest.raises(NotFound):
        await here.get("cir_unknown")


async def test_who_is_not_in_a_circle_neither_leaves_it_nor_speaks_in_it() -> None:
    """Nor is it spoken to there."""
    here = await new_circle_app()
    await here.open(ANN, TOM)

    for refused in (
        here.leave(MIRA),
        here.say(BOB, "Hello."),
        here.say(ANN, "Mira?", to_ids=("mira",)),
        here.whisper(ANN, "Psst.", TOM, MIRA),
    ):
        with pytest.raises(NotPossibleNow) as fault:
            await refused
        assert fault.value.reason is Reason.NOT_IN_CIRCLE
    assert await here.records(RecordKind.UTTERANCE) == []


async def test_who_goes_to_another_place_has_left() -> None:
    """From the next look on; it is written down with the next words, and they hear no more."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)
    await here.move(MIRA, YARD)

    assert names(await here.get()) == ["Ann", "Tom"]
    await here.say(ANN, "Is she gone?", most_turns=1)

    assert "mira" not in await here.minds()
    assert [names(one.body) for one in await here.records(RecordKind.CIRCLE)] == [  # type: ignore[arg-type]
        ["Ann", "Tom", "Mira"],
        ["Ann", "Tom"],
    ]
    await here.move(MIRA, INN)
    assert names(await here.get()) == ["Ann", "Tom"]


async def test_who_comes_back_before_anybody_looks_has_not_left() -> None:
    """Going away leaves no mark by itself: it shows at the next look."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)
    await here.move(MIRA, YARD)
    await here.move(MIRA, INN)

    assert names(await here.get()) == ["Ann", "Tom", "Mira"]


async def test_no_more_than_twenty_stand_in_a_circle() -> None:
    """The one too many is told what to do."""
    many = [f"C{number}" for number in range(limits.CIRCLE)]
    here = await new_circle_app(*many)
    people = [Person(id=name.lower(), name=name, is_player=False) for name in many]
    await here.open(*people)

    with pytest.raises(OverLimit, match="20 stand in the circle"):
        await here.join(TOM)


async def test_a_load_brings_a_circle_back_as_it_was() -> None:
    """A circle is a record like any other: what came after the save has not happened there."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)
    seq = (await here.records())[-1].seq
    await here.leave(MIRA)
    played = here.timeline

    here.timeline = await load_at(here, "tl_loaded", seq)
    events = await here.say(ANN, "Mira, are you there?", most_turns=1)

    assert names(await here.get()) == ["Ann", "Tom", "Mira"]
    assert [who for who, _ in spoken_lines(events)] == ["mira"]
    here.timeline = played
    assert names(await here.get()) == ["Ann", "Tom"]


Talking = asyncio.Task[list[CircleEvent]]


async def speaking(here: CircleApp) -> Talking:
    """Let Tom begin to answer, and hold him there."""
    talking = asyncio.ensure_future(here.say(ANN, "Tom, tell us a long tale.", want_deltas=True))
    await here.model.was_asked.acquire()
    await settle_tasks()
    return talking


def outcomes(events: list[CircleEvent]) -> list[TurnOutcome]:
    return [one.outcome for one in turn_outcomes(events) if isinstance(one, TurnFinished)]


async def test_who_is_spoken_to_again_is_cut_off() -> None:
    """The older call ends; the newer one is answered, with what was said until then before it."""
    here = await new_circle_app()
    gate = asyncio.Event()
    here.will_say(tom=("Once upon a time there was a ship.", gate, "It sank."))
    await here.open(ANN, BOB, TOM, MIRA)
    older = await speaking(here)
    here.will_say(tom="What?")

    newer = await here.say(BOB, "Tom, stop!")

    first = await older
    assert outcomes(first) == [TurnOutcome.INTERRUPTED]
    assert quiet_event(first).was_overtaken
    assert spoken_lines(newer) == [("tom", "What?")]
    assert '"say": "Once upon a time there was a ship.' in here.asked[-1].prompt
    assert "It sank." not in str(await here.minds())


async def test_who_is_not_meant_finishes_and_then_the_new_words_are_answered() -> None:
    """Nobody speaks at once with another; what follows is on the new words."""
    here = await new_circle_app()
    gate = asyncio.Event()
    here.will_say(tom=("Once upon a time.", gate, "The end."), mira="Here I am.")
    await here.open(ANN, BOB, TOM, MIRA)
    older = await speaking(here)
    newer = asyncio.ensure_future(here.say(BOB, "Mira, where are you?"))
    await settle_tasks()

    assert len(here.asked) == 1
    gate.set()
    first, second = await older, await newer

    assert outcomes(first) == [TurnOutcome.COMPLETED]
    assert quiet_event(first).was_overtaken
    assert [who for who, _ in turn_takers(first)] == ["tom"]
    assert [who for who, _ in turn_takers(second)][:1] == ["mira"]
    assert "Once upon a time. The end." in here.prompts_of("mira")
    assert heard_event(second).to_ids == ("mira",)


async def test_cancelling_interrupts_and_ends_the_talk() -> None:
    """Only what was delivered is remembered, and nobody else takes the floor."""
    here = await new_circle_app()
    gate = asyncio.Event()
    here.will_say(tom=("Once upon a time.", gate, "Mira, go on!"))
    await here.open(ANN, TOM, MIRA)
    talking = await speaking(here)

    talking.cancel()
    await asyncio.wait((talking,))

    assert talking.cancelled()
    assert len(here.asked) == 1
    (turn,) = await here.records(RecordKind.TURN)
    assert turn.body.events[-1].outcome is TurnOutcome.INTERRUPTED  # type: ignore[union-attr]
    minds = await here.minds()
    assert minds["mira"][0] == "Tom, tell us a long tale."
    assert "go on" not in str(minds)


async def test_a_turn_is_interrupted_by_its_id_and_the_talk_ends() -> None:
    """As any turn can be; the call is not overtaken by anybody."""
    here = await new_circle_app()
    gate = asyncio.Event()
    here.will_say(tom=("Mira, once upon a time.", gate, "The end."))
    await here.open(ANN, TOM, MIRA)
    events: list[CircleEvent] = []
    async with aclosing(here.talk(ANN, "Tom, tell us a tale.")) as talk:
        async for event in talk:
            events.append(event)
            if isinstance(event, CircleTurnEvent) and isinstance(event.event, TurnStarted):
                assert here.dialogue.interrupt(event.event.turn_id)

    assert outcomes(events) == [TurnOutcome.INTERRUPTED]
    assert quiet_event(events).was_overtaken is False
    assert len(turn_takers(events)) == 1


async def test_a_talk_in_a_timeline_that_was_left_ends() -> None:
    """With what was delivered; nobody takes the floor after that."""
    here = await new_circle_app()
    gate = asyncio.Event()
    here.will_say(tom=("Mira, once upon a time.", gate, "The end."))
    await here.open(ANN, TOM, MIRA)
    talking = await speaking(here)

    await put(here.store, left("sv_1", "tl_other"), to=here.timeline)
    here.floor.leave(here.timeline)
    events = await talking

    assert outcomes(events) == [TurnOutcome.LEFT]
    assert len(turn_takers(events)) == 1
    assert not quiet_event(events).was_overtaken


async def test_a_repeat_says_nothing_twice() -> None:
    """The words are stored once, and the turns that were taken are told again."""
    here = await new_circle_app()
    here.will_say(tom="In the well. Mira, did you see it?", mira="I saw it fall.")
    await here.open(ANN, TOM, MIRA)

    first = await here.say(ANN, "Tom, where is the lens?", key=key("r-1"))
    head = await here.records()
    again = await here.say(ANN, "Tom, where is the lens?", key=key("r-1"))

    assert [type(one) for one in again] == [type(one) for one in first]
    assert again == first
    assert await here.records() == head
    assert len(here.asked) == 2


async def test_a_repeat_goes_on_with_what_is_left() -> None:
    """Anyone who lost the connection after the first turn hears it again, and then the second."""
    here = await new_circle_app()
    here.will_say(tom="In the well. Mira, did you see it?", mira="I saw it fall.")
    await here.open(ANN, TOM, MIRA)
    async with aclosing(here.talk(ANN, "Tom, where is the lens?", key=key("r-1"))) as talk:
        async for event in talk:
            if isinstance(event, CircleTurnEvent) and isinstance(event.event, TurnFinished):
                break

    again = await here.say(ANN, "Tom, where is the lens?", key=key("r-1"))

    assert [who for who, _ in turn_takers(again)] == ["tom", "mira"]
    assert [one.mind for one in here.asked] == ["tom", "mira"]
    assert (await here.minds())["mira"].count("Tom, where is the lens?") == 1


async def test_a_repeat_goes_on_with_the_turn_that_a_crash_cut_off() -> None:
    """The same character says the same words again, and then the next one answers them."""
    gate = asyncio.Event()
    died = await new_circle_app()
    died.will_say(tom=("In the well. Mira, did you see it?", gate), mira="I saw it fall.")
    await died.open(ANN, TOM, MIRA)
    cut: list[CircleEvent] = []

    async def listen() -> None:
        events = died.talk(ANN, "Tom, where is the lens?", key=key("r-1"))
        async for event in events:
            cut.append(event)  # noqa: PERF401 - what came before the end counts

    dying = asyncio.ensure_future(listen())
    await died.model.was_asked.acquire()
    await settle_tasks()
    assert isinstance(died.store, MemoryStore)
    died.store.lose(died.dialogue.recovery.owner)
    here = CircleApp(died.store)
    here.timeline, here.circle_id = died.timeline, died.circle_id
    here.will_say(tom="In the well. Mira, did you see it?", mira="I saw it fall.")

    again = await here.say(ANN, "Tom, where is the lens?", key=key("r-1"))

    assert spoken_lines(cut) == [("tom", "In the well.")]
    assert turn_takers(again) == [turn_takers(cut)[0], ("mira", "addressed")]
    assert spoken_lines(again) == [
        ("tom", "In the well."),
        ("tom", "Mira, did you see it?"),
        ("mira", "I saw it fall."),
    ]
    assert again[0] == cut[0]
    assert turn_outcomes(again)[0] == turn_outcomes(cut)[0]
    assert (await here.minds(RecordKind.LINE))["tom"] == ["In the well. Mira, did you see it?"]
    dying.cancel()


async def test_a_repeat_goes_no_further_once_others_have_spoken() -> None:
    """What was said meanwhile has the floor."""
    here = await new_circle_app()
    here.will_say(tom="In the well. Mira, did you see it?", mira="I saw it fall.")
    await here.open(ANN, BOB, TOM, MIRA)
    await here.say(ANN, "Tom, where is the lens?", key=key("r-1"), most_turns=1)
    await here.say(BOB, "The rain has stopped.", most_turns=1)

    again = await here.say(ANN, "Tom, where is the lens?", key=key("r-1"), most_turns=1)

    assert [who for who, _ in turn_takers(again)] == ["tom"]
    assert quiet_event(again).was_overtaken


async def test_two_circles_do_not_disturb_each_other() -> None:
    """Only who speaks in the same circle ends a talk."""
    here = await new_circle_app()
    gate = asyncio.Event()
    here.will_say(tom=("Once upon a time.", gate, "The end."))
    other = await here.open(BOB, MIRA, HAGEN)
    await here.open(ANN, TOM)
    talking = await speaking(here)

    elsewhere = await here.say(BOB, "Mira, hello?", circle_id=other.id, most_turns=1)
    gate.set()

    assert len(spoken_lines(elsewhere)) == 1
    assert outcomes(await talking) == [TurnOutcome.COMPLETED]


async def test_of_two_who_speak_at_once_the_later_one_holds_the_circle() -> None:
    """In whichever order their calls get that far."""
    cut: list[TurnId] = []

    def interrupt(turn_id: TurnId) -> bool:
        cut.append(turn_id)
        return True

    barging = CircleLeases(interrupt)
    name = (TimelineId("tl"), "cir")

    with barging.taken(name, 12, is_new=True) as later:
        with barging.taken(name, 10, is_new=True) as earlier:
            assert (later.is_overtaken, earlier.is_overtaken) == (False, True)
        later.speaker_id = "tom"
        with barging.taken(name, 14, ("tom",), is_new=True) as last:
            barging.begun(later, TurnId("trn_1"))
            assert (later.is_overtaken, last.is_overtaken) == (True, False)

    assert cut == [TurnId("trn_1")]
    assert not await last.wait(0.01) or later.is_over.is_set()


async def test_a_client_that_reads_nothing_keeps_nobody_waiting_for_ever() -> None:
    """After a while the floor is taken from its turn."""
    barging = CircleLeases(lambda _: True)
    name = (TimelineId("tl"), "cir")

    with barging.taken(name, 1, is_new=True), barging.taken(name, 2, is_new=True) as later:
        assert await later.wait(0.01) is False
