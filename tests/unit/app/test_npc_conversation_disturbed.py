"""What comes between two characters who talk: players, departures, loads, and servers that die."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.model.day import Act, Cause, Step
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import ConverseInput
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, RecordKind
from npcserver.model.reply import ReplyAnswer
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import NpcConversationApp, new_npc_conversation_app, numbered_line
from tests.fakes.store_world import START, WORLD, clock, moved, turn


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
