"""Backups restored as docs/operations.md says, after a crash, and by hand as it does not say."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import npcclient
import pytest
from npcclient import messages

from npcserver.adapters.store import sqlite_files
from tests.e2e.conftest import Command
from tests.engines.servers import Server

BEFORE = 20  # observations before the copy


class Played:
    """A server with a copy of its file, more writes after that, and then a kill."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.database = server.data / "npcserver.db"
        self.copy = server.folder / "copy.db"
        self.copied = self.written = 0
        self.timeline = self.witness = ""

    async def play(self, copying: Callable[[], None], writes: int = 40) -> None:
        await asyncio.to_thread(self.server.start)
        async with npcclient.connect(self.server.grpc) as game:
            world = await anext(aiter(game.worlds.list()))
            people = aiter(game.characters.list(world))
            self.witness = (await anext(people)).character_id
            self.timeline = (await game.timelines.start(world)).timeline_id
            await self.observe(game, BEFORE)
            self.copied = (await game.timelines.get(self.timeline)).head_seq
            copying()
            await self.observe(game, writes)
            self.written = (await game.timelines.get(self.timeline)).head_seq
        self.server.kill()

    async def observe(self, game: npcclient.NpcClient, count: int) -> None:
        for number in range(count):
            words = f"Bell {number} rings. " * 20
            seen = messages.Observation(text=words, witness_ids=[self.witness])
            await game.play.observe(self.timeline, [seen])

    async def head(self) -> int:
        """Start the server again, and return how far its timeline goes."""
        await asyncio.to_thread(self.server.start)
        async with npcclient.connect(self.server.grpc) as game:
            found = (await game.timelines.get(self.timeline)).head_seq
            await self.observe(game, 1)
        self.server.stop()
        return found

    def vacuum_into(self) -> None:
        with closing(sqlite3.connect(self.database)) as connection:
            connection.execute("VACUUM INTO ?", (str(self.copy),))

    def back_up(self) -> None:
        with (
            closing(sqlite3.connect(self.database)) as connection,
            closing(sqlite3.connect(self.copy)) as copy,
        ):
            connection.backup(copy)


@pytest.fixture
def played(own_server: Server) -> Played:
    """Give a server that has not played yet."""
    return Played(own_server)


async def restoring(
    npcserver: Command, played: Played, copy: Path | None = None
) -> tuple[int, str]:
    words = ("restore", str(copy or played.copy), "--data", str(played.server.data), "--replace")
    ended = await asyncio.to_thread(npcserver, *words)
    return ended.code, ended.out + ended.err


async def test_a_copy_is_restored_after_a_crash(played: Played, npcserver: Command) -> None:
    """As the page says; what was there before stays whole beside it."""
    await played.play(played.vacuum_into, writes=120)
    assert sqlite_files.has_log(played.database)

    code, told = await restoring(npcserver, played)

    assert code == 0, told
    assert played.copied <= await played.head() < played.written
    assert sqlite_files.problem_of(played.database) == ""
    (aside,) = played.server.data.glob("npcserver.db.before-*[0-9]")
    with closing(sqlite3.connect(aside)) as before:  # with its log
        count = before.execute("SELECT max(seq) FROM record").fetchone()[0]
        assert before.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert count >= played.written > played.copied


@pytest.mark.parametrize("how", ["vacuum_into", "back_up"])
async def test_a_copy_put_there_by_hand_does_not_meet_the_old_log(
    played: Played, npcserver: Command, how: str
) -> None:
    """The start is refused with what to do; so is any other command, and the copy stays whole."""
    await played.play(getattr(played, how))
    shutil.copyfile(played.copy, played.database)

    words = ("export", "farrowhithe", "--data", str(played.server.data))
    ended = await asyncio.to_thread(npcserver, *words)
    with pytest.raises(AssertionError, match="is the write-ahead log of another file"):
        played.server.start()

    assert "is the write-ahead log of another file" in ended.err
    assert played.database.read_bytes() == played.copy.read_bytes()
    for suffix in ("-wal", "-shm"):
        sqlite_files.beside(played.database, suffix).rename(played.server.folder / suffix)
    assert played.copied <= await played.head() < played.written
    assert sqlite_files.problem_of(played.database) == ""


async def test_a_killed_server_goes_on_with_its_own_log(played: Played) -> None:
    """Also where the file was written after the log, as a checkpoint does."""
    await played.play(lambda: None)
    played.database.touch()

    assert await played.head() >= played.written


async def test_a_start_without_the_log_says_so(played: Played) -> None:
    """Nobody can bring back what stood there."""
    await played.play(lambda: None)
    for suffix in ("-wal", "-shm"):
        sqlite_files.beside(played.database, suffix).unlink()

    played.server.start()
    played.server.stop()

    assert played.server.has_logged("write_ahead_log_missing")


async def test_what_cannot_be_restored_changes_nothing(played: Played, npcserver: Command) -> None:
    """A damaged copy, a copy of something else, and any while a server runs."""
    await played.play(played.vacuum_into)
    whole = played.copy.read_bytes()
    files = {
        "is damaged": whole[:8192] + b"\x07" * 4096 + whole[12288:],
        "is no copy of a database of npcserver": b"",
    }
    before = played.database.read_bytes()
    for why, content in files.items():
        other = played.server.folder / "other.db"
        other.write_bytes(content)
        code, told = await restoring(npcserver, played, other)
        assert (code, why in told) == (1, True), told
    assert (await restoring(npcserver, played, played.database))[0] == 1
    assert (await restoring(npcserver, played, played.server.folder / "none.db"))[0] == 1
    assert played.database.read_bytes() == before

    played.server.start()
    code, told = await restoring(npcserver, played)
    assert (code, "in use by another server" in told) == (1, True)
    words = ("restore", str(played.copy), "--database", "postgresql://npc@db/npc")
    ended = await asyncio.to_thread(npcserver, *words)
    assert "another kind of database" in ended.err


async def test_a_restore_that_broke_off_is_done_again(played: Played, npcserver: Command) -> None:
    """No server starts on what it left."""
    played.server.start()
    played.vacuum_into()
    played.server.stop()
    lock = sqlite_files.beside(played.database, ".lock")
    lock.write_text('{"pid": "1", "restoring": "yes"}', encoding="utf-8")

    with pytest.raises(AssertionError, match="was broken off"):
        played.server.start()
    assert (await restoring(npcserver, played))[0] == 0

    played.server.start()
