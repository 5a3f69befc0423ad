"""`npcserver backup`, `restore`, `archive` and `restore-archive`."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rich.console import Console

from npcserver.adapters.files import tombstones
from npcserver.adapters.store import backups, world_archive
from npcserver.adapters.store.world_archive import ArchiveHeader
from npcserver.adapters.store.world_rows import ShardDatabase, open_shard
from npcserver.bootstrap.databases import make_current
from npcserver.cli.world_import import quietly_running
from npcserver.config import Settings

T = TypeVar("T")


async def back_up(settings: Settings, folder: Path) -> None:
    """Write a backup, and print what is in it."""
    made = await asyncio.to_thread(backups.back_up, settings.database_url, folder)
    _console().print(
        f"Wrote {folder}: {made.records} records in {made.timelines} timelines, as of "
        f"{made.created_at}, {made.size / 1e6:.1f} MB; read back, and the same."
    )


async def restore(settings: Settings, backup: Path, *, replace: bool) -> None:
    """Restore a backup, and print what was done."""
    if settings.is_embedded:
        settings.data.mkdir(parents=True, exist_ok=True)
    aside = await backups.restore(settings.database_url, backup, replaces=replace)
    console = _console()
    console.print(f"Restored {backup}; `npcserver serve` starts with it.")
    if aside is not None:
        console.print(
            f"What was there before is kept as {aside}; delete that once you do not need it."
        )


async def put_away(settings: Settings, what: str, to: Path) -> None:
    """Write an archive, free the rows, and print what is in it."""
    await make_current(settings.database_url)
    done = await _within(settings, lambda here: world_archive.put_away(here, what, to))
    size = (await asyncio.to_thread(to.stat)).st_size / 1e6
    _console().print(
        f"Wrote {_what(done.header)} to {to}: {done.records} records, {size:.1f} MB; read back, "
        "and the same. Its rows are deleted."
    )


async def bring_back(settings: Settings, file: Path) -> None:
    """Restore an archive, and forget who was forgotten since, before players find it."""
    await make_current(settings.database_url)
    done = await _within(settings, lambda here: world_archive.bring_back(here, file))
    filed = tombstones.JsonTombstones(settings.data / tombstones.FILE)
    if done.must_forget or await filed.read():
        async with quietly_running(settings.changed(cognition={"workers": 0})):
            pass  # a server forgets again before it serves
    await _within(settings, lambda here: world_archive.show(here, file))
    _console().print(f"{_what(done.header)} is back, with {done.records} records.")


async def _within(settings: Settings, action: Callable[[ShardDatabase], T]) -> T:
    def whole() -> T:
        with open_shard(settings.database_url) as here:
            return action(here)

    return await asyncio.to_thread(whole)


def _what(header: ArchiveHeader) -> str:
    if header.timeline_id:
        return f"timeline {header.timeline_id} of world {header.world_id}"
    return f"world {header.world_id}"


def _console() -> Console:
    return Console(highlight=False, markup=False, soft_wrap=True)
