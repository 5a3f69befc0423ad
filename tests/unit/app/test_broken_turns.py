"""Turns whose connection broke before the first word: a repeat has the whole answer."""

import asyncio
from contextlib import suppress
from dataclasses import replace

import pytest

from npcserver.app.conversation import turn_recovery
from npcserver.model.character import Person
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.record import RecordKind, TurnTaken
from npcserver.model.turn import TurnOutcome, TurnStarted
from npcserver.ports.storage import RequestKey
from tests.fakes.circle_app import ANN, MIRA, TOM, new_circle_app, spoken_lines
from tests.fakes.dialogue_app import DialogueApp, end_of, line_texts, new_dialogue_app
from tests.fakes.language_models import settle_tasks
from tests.fakes.store_world import delete_timeline, left, put

KEY = RequestKey("tl_play", "r-1", "d")
OTHER = RequestKey("tl_play", "r-2", "d")
ANSWER = ["Come in.", "Mind the step."]


async def broken(key: RequestKey | None = KEY) -> DialogueApp:
    """Let a connection break while the model thinks about its first word."""
    here = await new_dialogue_app()
    await break_off(here, key)
    return here


async def break_off(here: DialogueApp, key: RequestKey | None = KEY) -> None:
    here.steps = [asyncio.Event()]
    taking = asyncio.ensure_future(here.turn(key=key))
    await here.was_asked.acquire()
    await settle_tasks()
    taking.cancel()
    with suppress(asyncio.CancelledError):
        await taking
    here.steps = list[object](ANSWER)


async def outcomes(here: DialogueApp) -> list[TurnOutcome]:
    """Return how each turn in the log ended."""
    bodies = [one.body for one in await here.records(RecordKind.TURN)]
    return [end_of(body.events).outcome for body in bodies if isinstance(body, TurnTaken)]


async def test_a_repeat_has_the_whole_answer_in_one_turn() -> None:
    """Under the id that the player may have received, and once."""
    here = await broken()
    (started,) = here.received
    assert await here.texts() == []

    again = await here.turn(key=KEY)

    assert (again[0], line_texts(again)) == (started, ANSWER)
    assert end_of(again).outcome is TurnOutcome.COMPLETED
    assert await outcomes(here) == [TurnOutcome.COMPLETED]
    assert await here.texts() == ["Good evening.", " ".join(ANSWER)]
    assert await here.turn(key=KEY) == again
    assert here.asked == 2
    assert here.store.begun_turns == {}


async def test_a_repeat_that_breaks_too_leaves_it_for_the_next() -> None:
    """However often the connection breaks before a word was out."""
    here = await broken()
    await break_off(here)

    again = await here.turn(key=KEY)

    assert line_texts(again) == ANSWER
    assert await outcomes(here) == [TurnOutcome.COMPLETED]


async def test_a_repeat_may_come_before_the_server_notices() -> None:
    """It waits for the first turn, has that one's answer, and the model is asked once."""
    here = await new_dialogue_app()
    goes_on = asyncio.Event()
    here.steps = [goes_on, *ANSWER]
    first = asyncio.ensure_future(here.turn(key=KEY))
    await here.was_asked.acquire()
    again = asyncio.ensure_future(here.turn(key=KEY))
    await settle_tasks()
    goes_on.set()

    assert await again == await first
    assert here.asked == 1


async def test_what_was_about_to_go_out_was_not_heard() -> None:
    """A line that is only written down yet is no beginning that a repeat must have."""
    here = await new_dialogue_app()
    taking = asyncio.ensure_future(here.turn(key=KEY))
    await here.was_asked.acquire()
    here.store.turns.gate.clear()  # the first line waits to be noted
    await settle_tasks()
    taking.cancel()
    await settle_tasks()
    here.store.turns.gate.set()
    with pytest.raises(asyncio.CancelledError):
        await taking
    here.steps = ["Go away."]

    again = await here.turn(key=KEY)

    assert line_texts(again) == ["Go away."]
    assert end_of(again).outcome is TurnOutcome.COMPLETED


async def test_another_server_has_it_at_once() -> None:
    """It does not wait for the first one, which lives and speaks the turn no more."""
    here = await broken()
    here.dialogue = here.new_dialogue()

    async with asyncio.timeout(1):
        again = await here.turn(key=KEY)

    assert line_texts(again) == ANSWER
    assert await outcomes(here) == [TurnOutcome.COMPLETED]


async def test_a_repeat_with_other_words_is_refused() -> None:
    """The id belongs to the request that broke."""
    here = await broken()

    with pytest.raises(InvalidInput):
        await here.turn("Good day.", key=replace(KEY, digest="other"))


async def test_without_a_repeat_it_is_stored_as_interrupted_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As after a crash, by whichever server finds it; a repeat that comes later gets that turn."""
    monkeypatch.setattr(turn_recovery, "REPEAT_SECONDS", 0.05)
    monkeypatch.setattr(turn_recovery, "_LOOK_SECONDS", 0.05)
    here = await broken()
    finders = (here.dialogue.recovery, here.new_dialogue().recovery)
    running = [asyncio.ensure_future(one.run()) for one in finders]
    async with asyncio.timeout(10):
        while here.store.begun_turns:  # noqa: ASYNC110 - what is stored has no event
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    for one in running:
        one.cancel()

    late = await here.turn(key=KEY)

    assert await outcomes(here) == [TurnOutcome.INTERRUPTED]
    assert await here.texts() == ["Good evening."]
    assert (line_texts(late), end_of(late).outcome) == ([], TurnOutcome.INTERRUPTED)
    assert here.asked == 1


async def test_newer_words_win() -> None:
    """The old turn ends as interrupted, and is known; a repeat after that does not revive it."""
    here = await broken()

    newer = await here.turn("Hello?", key=OTHER)
    late = await here.turn(key=KEY)

    assert line_texts(newer) == ANSWER
    assert [said.text for said in here.heard[-1].conversation] == ["Good evening."]
    assert await outcomes(here) == [TurnOutcome.INTERRUPTED, TurnOutcome.COMPLETED]
    assert await here.texts() == ["Good evening.", "Hello?", " ".join(ANSWER)]
    assert (line_texts(late), end_of(late).outcome) == ([], TurnOutcome.INTERRUPTED)


async def test_words_of_another_player_do_not_end_it() -> None:
    """Both are answered, each once; the one who repeats has the whole answer."""
    here = await broken()
    bob = Person(id="p2", name="Bob")

    other = await here.turn("Hello?", key=OTHER, speaker=bob)
    again = await here.turn(key=KEY)

    assert line_texts(other) == line_texts(again) == ANSWER
    assert await outcomes(here) == [TurnOutcome.COMPLETED] * 2
    assert await here.texts() == [
        *("Hello?", " ".join(ANSWER)),
        *("Good evening.", " ".join(ANSWER)),
    ]
    assert here.store.begun_turns == {}


async def test_a_game_that_leaves_for_a_save_leaves_it() -> None:
    """It ends as every turn that is spoken then, and the model is not asked again."""
    here = await broken()
    await put(here.store, left("sav_1", "tl_other"), to=here.timeline)

    again = await here.turn(key=KEY)

    assert (line_texts(again), end_of(again).outcome) == ([], TurnOutcome.LEFT)
    assert here.asked == 1


async def test_it_goes_with_the_timeline_of_its_player() -> None:
    """Deleting that deletes the words, and nothing is stored of them."""
    here = await broken()
    await here.dialogue.recovery.find()
    await delete_timeline(here.store, here.timeline)

    await here.dialogue.recovery.settle_all(here.timeline)

    assert here.store.begun_turns == {}
    with pytest.raises(NotFound):
        await here.turn(key=KEY)


async def test_without_a_key_it_is_interrupted_at_once() -> None:
    """Nobody can repeat it."""
    here = await broken(None)

    assert await outcomes(here) == [TurnOutcome.INTERRUPTED]
    assert here.store.begun_turns == {}


async def test_a_turn_that_the_player_interrupted_is_not_left_open() -> None:
    """Hanging up after that changes nothing."""
    here = await new_dialogue_app()
    here.steps = [asyncio.Event()]
    taking = asyncio.ensure_future(here.turn(key=KEY))
    await here.was_asked.acquire()
    await settle_tasks()
    (started,) = here.received
    assert isinstance(started, TurnStarted)
    here.dialogue.interrupt(started.turn_id)
    taking.cancel()
    with suppress(asyncio.CancelledError):
        await taking

    assert await outcomes(here) == [TurnOutcome.INTERRUPTED]


async def test_a_call_in_a_circle_that_broke_is_answered_whole() -> None:
    """The words are heard once, and the turn that had begun is the first."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)
    here.will_say(tom=asyncio.Event(), mira="I do not.")
    words, key = "Tom, where is the lens?", replace(KEY, scope=here.timeline)
    talking = asyncio.ensure_future(here.say(ANN, words, key=key))
    await here.model.was_asked.acquire()
    await settle_tasks()
    talking.cancel()
    with suppress(asyncio.CancelledError):
        await talking
    assert await here.records(RecordKind.TURN) == []
    here.will_say(tom="In the tower.")

    again = await here.say(ANN, words, key=key)

    assert spoken_lines(again)[0] == ("tom", "In the tower.")
    assert (await here.minds())["tom"][:2] == [words, "In the tower."]
    assert [one.mind for one in here.asked][:2] == ["tom", "tom"]
