"""Progress shown on the terminal."""

import asyncio
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from npcserver.bootstrap import RunningServer
from npcserver.memory.stream import OWN, space_name
from npcserver.model.ids import CharacterId, WorldId

_POLL_SECONDS = 0.2
_PATIENCE_SECONDS = 60.0
_MANY = 10_000


def progress_bar(console: Console) -> Progress:
    """Return a bar with counts that disappears when it is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )


async def wait_until_embedded(here: RunningServer, world_id: str, console: Console) -> bool:
    """Wait until all seed memories of a world's characters are embedded.

    The server does the work by itself; this only watches. Returns False if nothing was embedded for
    `_PATIENCE_SECONDS`.
    """
    loop = asyncio.get_running_loop()
    async with here.store.read() as reader:
        characters = tuple(one.id for one in await reader.roster(WorldId(world_id)))
    total = left = await _lacking(here, world_id, characters)
    if not left:
        return True
    moved_at = loop.time()
    with progress_bar(console) as progress:
        task = progress.add_task("Taking in memories", total=total)
        while left:
            await asyncio.sleep(_POLL_SECONDS)
            now = await _lacking(here, world_id, characters)
            if now != left:
                moved_at = loop.time()
            elif loop.time() - moved_at > _PATIENCE_SECONDS:
                return False
            left = now
            progress.update(task, completed=total - left)
    return True


async def _lacking(here: RunningServer, world_id: str, characters: Sequence[CharacterId]) -> int:
    space = space_name(here.embedder, OWN)
    async with here.store.read() as reader:
        genesis_id = (await reader.world(WorldId(world_id))).genesis_id
        lacking = [
            await reader.lacking_vectors(space, genesis_id, character, _MANY)
            for character in characters
        ]
    return sum(map(len, lacking))
