"""Killing the server at random moments of play: all that a game was told is there, once."""

import asyncio
import os
import random
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

import grpc
import pytest
from npcclient import NpcClient, NpcError, connect
from npcclient.messages import Character, Observation, Persona, Speaker, World
from npcclient.v1.turn_pb2 import TurnFinished
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from tests.conftest import DATABASES
from tests.engines.servers import Server, living

KILLS = int(os.environ.get("NPCSERVER_TEST_KILLS", "1"))
ACKNOWLEDGED = 25
"""Acknowledgements that a kill waits for, so that each falls into play under load."""
TALKERS = ("ada", "bea", "cy")
IN_CIRCLE = ("dov", "eve")
UNACKNOWLEDGED = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,  # a busy server refuses, and is asked again
    grpc.StatusCode.ABORTED,  # the cut turn was just recovered; a repeat gets it
)
SETTINGS = {
    "NPCSERVER_COGNITION__LEASE_SECONDS": "2",
    "NPCSERVER_COGNITION__RATED_FROM": "1",
    "NPCSERVER_COGNITION__REFLECTION_THRESHOLD": "40",
    "NPCSERVER_BUDGET__PLAYER_TOKENS_PER_DAY": "1000000000",
    "NPCSERVER_BUDGET__BLOCK_PERCENT": "1",
}
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """A record, as the database has it."""

    seq: int
    kind: str
    text: str
    turn_id: str


@dataclass
class Told:
    """What the server acknowledged.

    `observed` are positions and texts, `turns` ids, words and lines, `circles` words that were
    heard, and `saves` what a character remembered in each save.
    """

    observed: list[tuple[int, int, list[str]]] = field(default_factory=list)
    turns: list[tuple[str, str, list[str]]] = field(default_factory=list)
    circles: list[str] = field(default_factory=list)
    saves: dict[str, list[str]] = field(default_factory=dict)
    count: int = 0
    tokens: int = 0


class Play:
    """Clients that play for as long as they are let, and repeat what was not acknowledged."""

    def __init__(self, server: Server, timeline_id: str, circle_id: str) -> None:
        self._server = server
        self._timeline = timeline_id
        self._circle = circle_id
        self.told = Told()
        self.is_over = False

    def begin(self) -> list["asyncio.Task[None]"]:
        """Let all clients begin."""
        clients = [self._observe(), self._advance(), self._save(), self._say_in_circle()]
        clients += [self._talk(who) for who in TALKERS]
        return [asyncio.create_task(each) for each in clients]

    async def _until_acknowledged(self, call: Callable[[NpcClient], Awaitable[T]]) -> T:
        while True:
            try:
                async with connect(self._server.grpc) as npc:
                    answer = await asyncio.wait_for(call(npc), 60)
            except NpcError as error:
                if error.code not in UNACKNOWLEDGED:
                    raise
                await asyncio.sleep(0.1)
            except TimeoutError:
                continue
            else:
                self.told.count += 1
                return answer

    async def _observe(self) -> None:
        number = 0
        while not self.is_over:
            number += 1
            await self._report(f"bell {number}")

    async def _report(self, key: str) -> None:
        texts = [f"{key}-{part}" for part in range(4)]
        seen = [Observation(text=each, witness_ids=["ada"]) for each in texts]
        answer = await self._until_acknowledged(
            lambda npc: npc.play.observe(self._timeline, seen, request_id=key)
        )
        self.told.observed.append((answer.first_seq, answer.last_seq, texts))

    async def _advance(self) -> None:
        now = datetime(2000, 1, 1, 8)  # noqa: DTZ001 - game time has no zone
        while not self.is_over:
            now += timedelta(minutes=10)
            await self._move_clock(now)
            await asyncio.sleep(0.3)

    async def _move_clock(self, now: datetime) -> None:
        key = f"clock {now:%d %H:%M}"
        await self._until_acknowledged(
            lambda npc: npc.play.advance_clock(self._timeline, now, request_id=key)
        )

    async def _save(self) -> None:
        number = 0
        while not self.is_over:
            number += 1
            await self._save_as(f"save {number}")
            await asyncio.sleep(1)

    async def _save_as(self, key: str) -> None:
        save = await self._until_acknowledged(
            lambda npc: npc.timelines.save(self._timeline, key, request_id=key)
        )
        self.told.saves[save.save_id] = await self.remembered(save.save_id)

    async def remembered(self, save_id: str) -> list[str]:
        """Return what a character remembers in a save, which is loaded for it."""

        async def load(npc: NpcClient) -> list[str]:
            loaded = await npc.timelines.load(save_id)
            found = [memory.text async for memory in npc.memories.list(loaded, "ada")]
            await npc.timelines.delete_timeline(loaded)
            return found

        return await self._until_acknowledged(load)

    async def _talk(self, who: str) -> None:
        number = 0
        while not self.is_over:
            number += 1
            await self._talk_once(who, f"{who} {number}, how are you?")

    async def _talk_once(self, who: str, words: str) -> None:
        turn_id, lines, finished = await self._until_acknowledged(
            lambda npc: self._say(npc, who, words)
        )
        if finished.seq:  # one that was shed is stored later
            self.told.turns.append((turn_id, words, lines))
            self.told.tokens += finished.prompt_tokens + finished.completion_tokens

    async def _say(
        self, npc: NpcClient, who: str, words: str
    ) -> tuple[str, list[str], TurnFinished]:
        player = Speaker(id=f"player-{who}", name="Pia")
        key = words.partition(",")[0]
        turn = npc.play.say(self._timeline, who, words, speaker=player, request_id=key)
        async with turn:
            lines = [event.line.text async for event in turn if event.HasField("line")]
        assert turn.finished is not None
        return turn.turn_id, lines, turn.finished

    async def _say_in_circle(self) -> None:
        number = 0
        while not self.is_over:
            number += 1
            words = f"circle {number}, well?"
            await self._until_acknowledged(partial(self._heard_in_circle, words))
            self.told.circles.append(words)

    async def _heard_in_circle(self, words: str, npc: NpcClient) -> None:
        key = words.partition(",")[0]
        talk = npc.circles.say(
            self._timeline, self._circle, words, who="Pia", most_turns=2, request_id=key
        )
        async with talk:
            async for _ in talk:
                pass


async def set_up(server: Server) -> tuple[str, str]:
    """Make a world, and begin a timeline with a circle; return their ids."""
    async with connect(server.grpc) as npc:
        await npc.worlds.create(World(world_id="tower", name="Tower"))
        for who in (*TALKERS, *IN_CIRCLE):
            persona = Persona(name=who.title())
            await npc.characters.create(
                Character(world_id="tower", character_id=who, persona=persona)
            )
        timeline = await npc.timelines.start("tower")
        members: list[Speaker | str] = [
            "Pia",
            *(Speaker(id=who, is_character=True) for who in IN_CIRCLE),
        ]
        circle = await npc.circles.open(timeline, members)
        return timeline.timeline_id, circle.circle_id


async def kept(server: Server, play: Play, timeline_id: str, url: str) -> list[Row]:
    """Return what the log has, and see that no save changed and that budgets are settled."""
    async with living(server), connect(server.grpc) as npc:
        for save_id, remembered in play.told.saves.items():
            assert await play.remembered(save_id) == remembered
        await asyncio.to_thread(server.stop)  # which gives back what is reserved
    async with living(server), connect(server.grpc) as npc:
        accounts = [each async for each in npc.worlds.spending("tower")]
    players = [each for each in accounts if each.subject_id.startswith("player-")]
    assert len(players) == len(TALKERS)
    assert [each for each in accounts if each.tokens_reserved] == []
    assert sum(each.tokens for each in players) >= play.told.tokens > 0

    engine = create_engine(url, poolclass=NullPool)
    with engine.connect() as connection:
        query = "SELECT seq, kind, text, turn_id FROM record WHERE timeline_id = :t ORDER BY seq"
        return [Row(*row) for row in connection.execute(text(query), {"t": timeline_id})]


def lost(rows: list[Row], told: Told) -> list[object]:
    """Return what was acknowledged and is not in the log, or is there twice."""
    by_seq = {row.seq: row for row in rows}
    found: list[object] = [
        (first, texts)
        for first, last, texts in told.observed
        if [by_seq[seq].text for seq in range(first, last + 1) if seq in by_seq] != texts
    ]
    texts = Counter((row.kind, row.text) for row in rows)
    turns = Counter(row.turn_id for row in rows if row.kind == "turn")
    for turn_id, words, lines in told.turns:
        said = texts["line", " ".join(lines)] if lines else 1
        if {turns[turn_id], texts["utterance", words], said} != {1}:
            found.append((turn_id, words))
    return found + [words for words in told.circles if not texts["utterance", words]]


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("kind", DATABASES)
async def test_play_survives_kill(
    kind: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    """No acknowledged words, events or saves are lost or doubled, and seq has no gap."""
    file = tmp_path / "data" / "npcserver.db"
    url = f"sqlite:///{file}"
    settings = dict(SETTINGS)
    if kind == "postgres":
        url = settings["NPCSERVER_DATABASE__URL"] = request.getfixturevalue(
            "new_migrated_postgres"
        )()
    server = Server(
        tmp_path, "scripted:delay=0.05,fragment_delay=0.01", settings=settings, world=None
    )
    chance = random.Random(KILLS)
    async with living(server):
        timeline_id, circle_id = await set_up(server)
    play = Play(server, timeline_id, circle_id)
    clients = play.begin()
    for _ in range(KILLS):
        before = play.told.count
        async with living(server):
            while play.told.count < before + ACKNOWLEDGED:
                await asyncio.sleep(0.02)
                failed = [each for each in clients if each.done()]
                assert not failed, await asyncio.gather(*failed)
            await asyncio.sleep(chance.uniform(0, 0.5))
    play.is_over = True
    async with living(server):
        await asyncio.gather(*clients)
    rows = await kept(server, play, timeline_id, url)

    record_property(
        "figure",
        f"{kind}: {KILLS} kills, {play.told.count} acknowledged, {len(play.told.turns)} turns, "
        f"{len(play.told.saves)} saves, {len(rows)} records, {len(lost(rows, play.told))} lost",
    )
    assert lost(rows, play.told) == []
    assert [row.seq for row in rows] == list(range(rows[0].seq, rows[0].seq + len(rows)))
    if kind == "sqlite":
        with sqlite3.connect(file) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        database.close()
