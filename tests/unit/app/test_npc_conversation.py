"""Characters talking with each other, and what comes between them."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.app.conversation.conversation_state import TalkTuning, last_end
from npcserver.app.ledger.explanations import Explanations
from npcserver.model.character import Attention
from npcserver.model.day import Act, Block, Cause, DayPlan, Step, faults_of_day
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.feelings import named
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import ConverseInput
from npcserver.model.job import JobKind
from npcserver.model.model_use import Purpose
from npcserver.model.record import Draft, RecordKind, Remembered, Source, TurnTaken
from npcserver.model.thought import Conversed
from npcserver.model.turn import ReplyAnswer
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import (
    BRAM_PERSON,
    CY_PERSON,
    NpcConversationApp,
    new_npc_conversation_app,
    numbered_line,
)
from tests.fakes.store_world import INN, START, WORLD, clock, moved, seen, turn


async def test_a_conversation_begins_goes_on_and_ends_with_goodbye_from_both() -> None:
    """The two take turns; after the usual number of lines one takes leave and the other answers."""
    here = await new_npc_conversation_app()
    await here.attend("mira", Attention.FOREGROUND)
    await here.begin("the roof")

    await here.talk()

    said = await here.said()
    assert [line.partition(":")[0] for line in said[:4]] == ["Mira", "Bram", "Mira", "Bram"]
    assert said[-2:] == ["Goodbye from Mira after 8 lines.", "Goodbye from Bram after 9 lines."]
    assert await here.ends("mira") == await here.ends("bram") == [("goodbye", 10)]
    assert await here.jobs() >= {
        (kind, mind)
        for kind in (JobKind.DIGEST, JobKind.SUMMARISE, JobKind.RELATE)
        for mind in ("mira", "bram")
    } | {(JobKind.LIVE, "")}


async def test_talk_that_nobody_watches_is_shorter() -> None:
    """Four lines, and goodbye."""
    here = await new_npc_conversation_app()
    await here.begin()
    await here.talk()

    assert await here.ends() == [("goodbye", 6)]


async def test_both_remember_what_they_heard_and_who_said_it() -> None:
    """What one said as its own, what the other said as told, and how far that is believed."""
    here = await new_npc_conversation_app(likes=80)
    await here.begin()
    await here.talk()

    said = await here.said()
    mine, theirs = await here.memories("mira"), await here.memories("bram")
    assert [words for _, _, words in mine] == [words for _, _, words in theirs] == said
    assert mine[:2] == [("own", "Mira", said[0]), ("told", "Bram", said[1])]
    assert theirs[:2] == [("told", "Mira", said[0]), ("own", "Bram", said[1])]
    (told, *_) = await here.records(RecordKind.UTTERANCE, of="bram")
    assert isinstance(told.body, Remembered)
    assert (told.body.told_by, told.body.told_to, told.body.trust) == ("mira", "bram", 70)


async def test_who_is_there_overhears_the_talk() -> None:
    """With the name of who spoke, believed a little less, and to be taken in."""
    here = await new_npc_conversation_app()
    await here.begin()
    await here.talk()

    heard = await here.memories("cy")
    assert [words for _, _, words in heard] == await here.said()
    assert {how for how, _, _ in heard} == {Source.OVERHEARD.value}
    (first, *_) = await here.records(RecordKind.UTTERANCE, of="cy")
    assert isinstance(first.body, Remembered)
    assert first.body.trust == 40
    assert (JobKind.DIGEST, "cy") in await here.jobs()
    assert (JobKind.REACT, "cy") not in await here.jobs()


async def test_who_is_in_a_talk_overhears_no_other() -> None:
    """It listens to its partner; once its own talk is over it hears again."""
    here = await new_npc_conversation_app()
    step = Step(starts_at=START, minutes=30, activity="talking")
    act = Act(step=step, cause=Cause.TALK)
    await here.put(Draft(kind=RecordKind.ACT, subject_id="cy", text="Cy talks.", body=act))
    await here.begin()
    await here.talk()
    assert await here.memories("cy") == []

    await here.put(clock(START + timedelta(hours=3)))
    await here.begin()
    await here.talk()
    assert await here.memories("cy") != []


async def test_every_line_can_be_explained() -> None:
    """Its receipt says what was answered, what came to mind, and what the model wrote."""
    here = await new_npc_conversation_app()
    await here.put(seen("The mill burned down.", "mira"))
    await here.begin("the mill that burned")
    await here.talk()

    first, second, *_ = await here.records(RecordKind.TURN)
    assert isinstance(first.body, TurnTaken)
    assert isinstance(second.body, TurnTaken)
    assert (first.subject_id, first.body.speaker_id, first.body.heard) == ("mira", "bram", "")
    assert (second.body.speaker_name, second.body.heard) == ("Mira", (await here.said())[0])
    assert first.body.receipt.purpose is Purpose.CONVERSE
    why = await Explanations(here.store, here.stream).turn(here.timeline, first.body.turn_id)
    assert [found.memory.text for found in why.recollections] == ["The mill burned down."]


async def test_only_who_began_it_knows_why() -> None:
    """The other finds out by being told."""
    here = await new_npc_conversation_app()
    await here.begin("a secret")
    await here.talk()

    assert [exchange.about for exchange in here.exchanges[:2]] == ["a secret", ""]


async def test_nobody_says_the_same_again() -> None:
    """Who has nothing new to say takes leave with a line not said before."""
    here = await new_npc_conversation_app()
    here.chat = lambda exchange: ReplyAnswer(say="It is a fine day for a walk by the river.")
    await here.begin()
    await here.talk()
    await here.put(clock(START + timedelta(hours=5)))
    await here.begin()
    await here.talk()

    by_mind = [await here.records(RecordKind.LINE, of=mind) for mind in ("mira", "bram")]
    for lines in by_mind:
        texts = [line.text for line in lines]
        assert len(texts) == len(set(texts))
    assert {ended for ended, _ in await here.ends()} == {"goodbye"}


async def test_a_mind_that_will_not_take_leave_is_held_by_the_net() -> None:
    """The hard limit ends it, and says so."""
    here = await new_npc_conversation_app()
    here.chat = lambda exchange: replace(numbered_line(replace(exchange, should_end=False)))
    await here.begin()
    here.conversing = here.worker(TalkTuning(hard=7))
    await here.talk()

    assert await here.ends() == [("limit", 7)]


async def test_silence_ends_a_conversation() -> None:
    """Who says nothing has nothing to say."""
    here = await new_npc_conversation_app()
    here.chat = lambda exchange: (
        ReplyAnswer(say="  ") if exchange.conversation else numbered_line(exchange)
    )
    await here.begin()
    await here.talk()

    assert await here.ends() == [("silence", 1)]


async def test_a_talk_takes_as_long_as_its_words_and_the_day_goes_on_after_it() -> None:
    """Characters by the minute, at least one; both days stay sound and hold the talk."""
    here = await new_npc_conversation_app()
    plan = DayPlan(
        day=START.date(),
        wakes_at=START,
        sleeps_at=START + timedelta(hours=10),
        blocks=(Block(starts_at=START, minutes=600, activity="keep the bar"),),
    )
    await here.put(
        *(Draft(kind=RecordKind.DAY, subject_id=mind, body=plan) for mind in ("mira", "bram")),
        clock(START + timedelta(hours=2)),
    )
    await here.begin()
    await here.talk()

    act = (await here.records(RecordKind.ACT, of="bram"))[-1].body
    day = (await here.records(RecordKind.DAY, of="bram"))[-1].body
    assert isinstance(act, Act)
    assert isinstance(day, DayPlan)
    letters = sum(map(len, await here.said()))
    assert (act.cause, act.step.minutes) == (Cause.TALK, -(-letters // 240))
    assert act.step.activity == "talking with Mira"
    assert faults_of_day(day) == ()
    assert day.block_at(START + timedelta(hours=2)) == day.blocks[1]
    assert [block.activity for block in day.blocks] == [
        "keep the bar",
        "talking with Mira",
        "keep the bar",
    ]


async def test_words_that_were_felt_move_the_mood() -> None:
    """As in talk with players, by the same rule."""
    here = await new_npc_conversation_app()
    here.chat = lambda exchange: replace(numbered_line(exchange), emotion=named("joy"))
    await here.begin()
    await here.talk()

    assert await here.records(RecordKind.MOOD, of="mira")


async def test_what_a_player_told_is_passed_on_with_the_player_in_it() -> None:
    """Whom a rumour stems from can be found in the one who heard it, however far it went."""
    here = await new_npc_conversation_app()
    body = Remembered(source=Source.TOLD, told_by="p1", speaker="Ann", players=("p1",))
    rumour = "Sam wants to stand for mayor this spring."
    await here.put(Draft(kind=RecordKind.UTTERANCE, subject_id="mira", text=rumour, body=body))
    here.chat = telling_what_is_remembered
    await here.begin("the mayor")
    await here.talk()

    (told, *_) = await here.records(RecordKind.UTTERANCE, of="bram")
    assert rumour in told.text
    assert isinstance(told.body, Remembered)
    assert told.body.players == ("p1",)


async def test_a_whisper_reaches_a_third_character_by_talk() -> None:
    """Mira was told by her inner voice, Bram by Mira, and Cy, who was away, by Bram."""
    here = await new_npc_conversation_app()
    await here.put(
        moved("cy", None),
        Draft(
            kind=RecordKind.WHISPER,
            subject_id="mira",
            text="You will stand for mayor.",
            body=Remembered(source=Source.INNER_VOICE),
        ),
    )
    here.chat = telling_what_is_remembered
    await here.begin("the mayor")
    await here.talk()
    await here.put(moved("cy", INN), clock(START + timedelta(hours=1)))
    await here.begin("the mayor", BRAM_PERSON, CY_PERSON)
    await here.talk("bram")

    chain = [await here.memories(mind) for mind in ("bram", "cy")]
    for memories, teller in zip(chain, ("Mira", "Bram"), strict=True):
        assert any(
            how == "told" and who == teller and "stand for mayor" in words
            for how, who, words in memories
        )
    assert all(who != "Mira" for _, who, _ in chain[1])


async def test_the_end_of_a_talk_is_remembered_for_the_next() -> None:
    """When it was, in game time; a conversation in which nobody said a word does not count."""
    here = await new_npc_conversation_app()
    await here.begin()
    await here.talk()
    async with here.store.read() as reader:
        view = await reader.head(here.timeline)
        assert await last_end(view, "mira", "bram") == START
        assert await last_end(view, "mira", "cy") is None


async def test_the_last_talk_with_a_character_is_found_behind_many_others() -> None:
    """Twenty talks with another since then do not make it one that never was."""
    here = await new_npc_conversation_app()
    await here.begin()
    await here.talk()
    over = Conversed(conversation_id="c", with_id="cy", is_over=True, lines=2)
    draft = Draft(kind=RecordKind.CONVERSATION, subject_id="mira", body=over)
    await here.put(*[draft] * 100)

    async with here.store.read() as reader:
        view = await reader.head(here.timeline)
        assert await last_end(view, "mira", "bram") == START


async def test_a_job_without_a_conversation_does_nothing() -> None:
    """It was carried to its end already; doing a job twice does no harm."""
    here = await new_npc_conversation_app()
    await here.begin()
    await here.talk()
    before = len(await here.records())
    await here.talk()

    assert len(await here.records()) == before
    (ending,) = [
        record.body
        for record in await here.records(RecordKind.CONVERSATION, of="mira")
        if isinstance(record.body, Conversed) and record.body.is_over
    ]
    assert isinstance(ending, Conversed)


def telling_what_is_remembered(exchange: ConverseInput) -> ReplyAnswer:
    """Pass on what comes to mind and was not said yet; then goodbye."""
    told = [found.memory.text for found in exchange.recollections]
    said = " ".join(line.text for line in exchange.conversation)
    news = next((text for text in told if text not in said and "mayor" in text), None)
    if news is None or exchange.should_end:
        return replace(numbered_line(replace(exchange, should_end=True)))
    return ReplyAnswer(say=f"Have you heard? {news}")


class Killed(Exception):  # noqa: N818 - what befalls a server
    """A server died here."""


async def test_a_player_is_not_kept_waiting() -> None:
    """A player who speaks to one of the two interrupts: the line in the air is let go."""
    here = await new_npc_conversation_app()
    here.gate = asyncio.Event()
    await here.begin()
    talking = asyncio.ensure_future(here.talk())
    await here.was_asked.wait()

    async with asyncio.timeout(60), here.floor.taken(here.timeline, CharacterId("bram")):
        await talking

    assert await here.said() == []
    assert await here.ends() == [("interruption", 0)]


async def test_a_turn_taken_on_another_server_interrupts_too() -> None:
    """It stands in the log, and a line thought of meanwhile is not said."""
    here = await new_npc_conversation_app()
    here.gate = asyncio.Event()
    await here.begin()
    talking = asyncio.ensure_future(here.talk())
    await here.was_asked.wait()
    await here.put(turn("trn_elsewhere", "bram"))
    here.gate.set()
    with pytest.raises(Conflict) as refused:
        await talking
    assert refused.value.reason is Reason.MIND_MOVED

    await here.talk()

    assert await here.said() == []
    assert await here.ends() == [("interruption", 0)]


async def test_a_server_killed_between_two_lines_loses_none_and_says_none_twice() -> None:
    """The next worker goes on where the log stands."""
    here = await new_npc_conversation_app()

    def dying(exchange: ConverseInput) -> ReplyAnswer:
        if len(exchange.conversation) == 3:
            raise Killed
        return numbered_line(exchange)

    here.chat = dying
    await here.begin()
    with pytest.raises(Killed):
        await here.talk()
    here.chat = numbered_line
    here.conversing = here.worker()
    await here.talk()
    await here.talk()

    said = await here.said()
    assert len(said) == len(set(said)) == 6
    assert await here.ends() == [("goodbye", 6)]


async def test_a_load_in_the_middle_of_a_conversation_leaks_no_line() -> None:
    """The loaded timeline goes on from the line it was saved at; the abandoned one goes its way."""
    here = await new_npc_conversation_app()
    here.gate = asyncio.Event()
    here.gate.set()
    await here.begin()

    def stopping(exchange: ConverseInput) -> ReplyAnswer:
        if len(exchange.conversation) == 2:
            raise Killed
        return numbered_line(exchange)

    here.chat = stopping
    with pytest.raises(Killed):
        await here.talk()
    saved = (await here.records())[-1].seq
    here.gate.clear()
    here.was_asked.clear()
    here.chat = numbered_line
    talking = asyncio.ensure_future(here.talk())
    await here.was_asked.wait()
    loaded = await here.fork(saved)
    here.gate.set()
    await talking

    abandoned, here.timeline = here.timeline, loaded
    assert len(await here.said()) == 2
    here.chat = lambda exchange: replace(
        numbered_line(exchange), say=numbered_line(exchange).say + " Again."
    )
    await here.talk()
    assert [line.endswith("Again.") for line in await here.said()] == [False] * 2 + [True] * 4
    here.timeline = abandoned
    assert not any(line.endswith("Again.") for line in await here.said())


async def test_who_leaves_or_falls_asleep_ends_the_conversation() -> None:
    """Nobody talks with a character who is not there."""
    asleep = Act(step=Step(starts_at=START, minutes=60, activity="sleeping"), cause=Cause.SLEEP)
    for change in (moved("bram", None), Draft(kind=RecordKind.ACT, subject_id="bram", body=asleep)):
        here = await new_npc_conversation_app()
        await here.begin()
        await here.put(change)
        await here.talk()

        assert await here.ends() == await here.ends("bram") == [("absence", 0)]


@pytest.mark.parametrize(("gone", "left"), [("bram", "mira"), ("mira", "bram")])
async def test_who_is_left_of_a_conversation_thinks_about_it(gone: str, left: str) -> None:
    """When the other is deleted nobody talks with a ghost; what was said is looked back on."""
    here = await new_npc_conversation_app()
    await here.begin()

    def dying(exchange: ConverseInput) -> ReplyAnswer:
        if len(exchange.conversation) == 3:
            raise Killed
        return numbered_line(exchange)

    here.chat = dying
    with pytest.raises(Killed):
        await here.talk()
    await here.jobs()
    await delete(here, gone)
    with suppress(NotFound):  # the thought of a character who is gone is dropped
        await here.talk()

    assert await here.ends(left) == [("absence", 3)]
    assert await here.ends(gone) == []
    after = {(kind, left) for kind in (JobKind.DIGEST, JobKind.SUMMARISE, JobKind.RELATE)}
    assert await here.jobs() == {(JobKind.LIVE, ""), *after}


async def test_a_conversation_without_a_word_leaves_nothing_to_think_about() -> None:
    """A character that was deleted before anything was said."""
    here = await new_npc_conversation_app()
    await here.begin()
    await delete(here, "bram")
    await here.talk()

    assert await here.ends() == [("absence", 0)]
    assert await here.jobs() == {(JobKind.LIVE, ""), (JobKind.DIGEST, "mira")}


async def test_a_conversation_that_lay_for_a_day_ends_for_both() -> None:
    """Nobody carries it on; each may talk again, and thinks about what was said."""
    here = await new_npc_conversation_app()
    await here.begin()
    await here.put(clock(START + timedelta(days=1)))
    await here.talk()

    assert await here.ends("mira") == await here.ends("bram") == [("absence", 0)]


async def delete(here: NpcConversationApp, who: str) -> None:
    """Take a character out of the world."""

    async def work(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, CharacterId(who))

    await here.store.write(work)
