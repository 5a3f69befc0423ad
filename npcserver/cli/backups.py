"""`npcserver backup` and `npcserver restore`."""

import asyncio
from pathlib import Path

from rich.console import Console

from npcserver.adapters.store import backups
from npcserver.config import Settings


async def back_up(settings: Settings, folder: Path) -> None:
    """Write a backup, and print what is in it."""
    made = await asyncio.to_thread(backups.back_up, settings.database_url, folder)
    _console().print(
        f"Wrote {folder}: {made.records} records in {made.timelines} timelines, as of "
        f"{made.created_at}, {made.size / 1e6:.1f} MB; read back, and the same."
    )


async def restore(settings: Settings, backup: Path, *, replaces: bool) -> None:
    """Restore a backup, and print what was done."""
    if settings.is_embedded:
        settings.data.mkdir(parents=True, exist_ok=True)
    aside = await backups.restore(settings.database_url, backup, replaces=replaces)
    console = _console()
    console.print(f"Restored {backup}; `npcserver serve` starts with it.")
    if aside is not None:
        console.print(
            f"What was there before is kept as {aside}; delete that once you do not need it."
        )


def _console() -> Console:
    return Console(highlight=False, markup=False, soft_wrap=True)
