"""After a deletion a player's words are nowhere on the disk of the server."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import npcclient
from npcclient import messages

from tests.engines.servers import Server, living
from tests.processes import PATIENCE

PLAYER = "Zanzibarquux"
BATCHES = 3
BATCH = 100


async def play_as(npc: npcclient.NpcClient, player: str) -> tuple[list[str], str]:
    """Play in two timelines with a save between them; return the timelines and the save."""
    first = await npc.timelines.start("farrowhithe", label=f"{player} begins")
    for batch in range(BATCHES):
        texts = [f"{player} paid for round {batch}, glass {glass}." for glass in range(BATCH)]
        await npc.play.observe(
            first, [messages.Observation(text=text, witness_ids=["wenna"]) for text in texts]
        )
    await say(npc, first.timeline_id, player)
    save = await npc.timelines.save(first, f"{player}'s first evening")
    second = await npc.timelines.load(save, leaving=first, label=f"{player} again")
    await say(npc, second.timeline_id, player)
    return [first.timeline_id, second.timeline_id], save.save_id


async def say(npc: npcclient.NpcClient, timeline_id: str, player: str) -> None:
    speaker = messages.Speaker(id=player, name=player)
    words = f"My name is {player}, and I live behind the chandlery."
    async for _ in npc.play.say(timeline_id, "wenna", words, speaker=speaker):
        pass


def mentions(data: Path, words: str) -> dict[str, int]:
    """Return how often words stand in the bytes of each file of the database."""
    files = [path for path in data.glob("npcserver.db*") if not path.name.endswith("-shm")]
    found = {path.name: path.read_bytes().count(words.encode()) for path in files}
    return {name: count for name, count in found.items() if count}


def gone(data: Path, words: str) -> dict[str, int]:
    """Return what is left once nothing is, or once it should long have been nothing."""
    ends_at = time.monotonic() + PATIENCE
    while (left := mentions(data, words)) and time.monotonic() < ends_at:
        time.sleep(0.2)
    return left


def checkpoint(data: Path) -> None:
    """Write the log into the database file, as SQLite does by itself once it is long enough."""
    with closing(sqlite3.connect(data / "npcserver.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


async def test_deleted_words_are_not_on_the_disk(tmp_path: Path) -> None:
    """Neither the database file nor its log has a byte of them, and who plays on keeps theirs."""
    async with living(Server(tmp_path)) as server, npcclient.connect(server.grpc) as npc:
        timelines, save = await play_as(npc, PLAYER)
        others, _ = await play_as(npc, "Quuxibarzan")
        checkpoint(server.data)
        before = mentions(server.data, PLAYER)

        await npc.timelines.delete_timeline(timelines[0])
        await npc.timelines.delete_timeline(timelines[1], saves=True)
        await npc.timelines.delete_save(save)

        assert sum(before.values()) > BATCHES * BATCH  # the write-ahead log may still hold some
        assert await asyncio.to_thread(gone, server.data, PLAYER) == {}
        for timeline in others:
            kept = await npc.memories.list(timeline, "wenna")
            assert sum("Quuxibarzan" in memory.text for memory in kept) > BATCHES * BATCH
