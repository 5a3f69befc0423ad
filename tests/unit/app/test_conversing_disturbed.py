"""What comes between two characters who talk: players, departures, loads, and servers that die."""

import asyncio
from dataclasses import replace

import pytest

from npcserver.model.act import Acting, Cause
from npcserver.model.day import Step
from npcserver.model.errors import Conflict, Reason
from npcserver.model.ids import CharacterId
from npcserver.model.pondering import Exchange, Utterance
from npcserver.model.record import Draft, RecordKind
from npcserver.ports.storage import UnitOfWork
from tests.fakes.neighbours import neighbours, numbered
from tests.fakes.stage import START, WORLD, moved, turn


class Killed(Exception):  # noqa: N818 - what befalls a server
    """A server died here."""


async def test_a_player_is_not_kept_waiting() -> None:
    """Whoever speaks to one of the two interrupts: the line in the air is let go, and it ends."""
    here = await neighbours()
    here.gate = asyncio.Event()
    await here.begin()
    talking = asyncio.ensure_future(here.talk())
    await here.was_asked.wait()

    async with asyncio.timeout(20), here.floor.taken(here.timeline, CharacterId("bram")):
        await talking

    assert await here.said() == []
    assert await here.ends() == [("interruption", 0)]


async def test_a_turn_taken_on_another_server_interrupts_too() -> None:
    """It stands in the log, and a line thought of meanwhile is not said."""
    here = await neighbours()
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
    here = await neighbours()

    def dying(exchange: Exchange) -> Utterance:
        if len(exchange.conversation) == 3:
            raise Killed
        return numbered(exchange)

    here.chat = dying
    await here.begin()
    with pytest.raises(Killed):
        await here.talk()
    here.chat = numbered
    await here.worker()(here.job())
    await here.worker()(here.job())

    said = await here.said()
    assert len(said) == len(set(said)) == 6
    assert await here.ends() == [("goodbye", 6)]


async def test_a_load_in_the_middle_of_a_conversation_leaks_no_line() -> None:
    """The loaded timeline goes on from the line it was saved at; the abandoned one goes its way."""
    here = await neighbours()
    here.gate = asyncio.Event()
    here.gate.set()
    await here.begin()

    def stopping(exchange: Exchange) -> Utterance:
        if len(exchange.conversation) == 2:
            raise Killed
        return numbered(exchange)

    here.chat = stopping
    with pytest.raises(Killed):
        await here.talk()
    saved = (await here.records())[-1].seq
    here.gate.clear()
    here.was_asked.clear()
    here.chat = numbered
    talking = asyncio.ensure_future(here.talk())
    await here.was_asked.wait()
    loaded = await here.fork(saved)
    here.gate.set()
    await talking

    abandoned, here.timeline = here.timeline, loaded
    assert len(await here.said()) == 2
    here.chat = lambda exchange: replace(numbered(exchange), say=numbered(exchange).say + " Again.")
    await here.talk()
    assert [line.endswith("Again.") for line in await here.said()] == [False] * 2 + [True] * 4
    here.timeline = abandoned
    assert not any(line.endswith("Again.") for line in await here.said())


async def test_who_leaves_or_falls_asleep_ends_the_conversation() -> None:
    """Nobody talks with somebody who is not there."""
    asleep = Acting(step=Step(starts_at=START, minutes=60, activity="sleeping"), cause=Cause.SLEEP)
    for change in (
        moved("bram", None),
        Draft(kind=RecordKind.ACT, subject_id="bram", body=asleep),
    ):
        here = await neighbours()
        await here.begin()
        await here.put(change)
        await here.talk()

        assert await here.ends() == await here.ends("bram") == [("absence", 0)]


async def test_a_partner_who_is_deleted_ends_it_too() -> None:
    """Nobody stays in a conversation with a ghost for ever."""
    here = await neighbours()
    await here.begin()

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, CharacterId("bram"))

    await here.store.write(delete)
    await here.talk()

    assert [ended for ended, _ in await here.ends()] == ["absence"]
