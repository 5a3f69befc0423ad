"""`npcserver check WORLD`: whether a world can be read, and what its author should look at."""

from pathlib import Path

from rich.text import Text

from npcserver.adapters.clock import SystemClock
from npcserver.app.authoring.world_review import review
from npcserver.cli import worlds
from npcserver.config import Settings
from npcserver.model.errors import NotFound
from npcserver.model.ids import WorldId
from npcserver.model.worldfile import WorldFile
from npctools.cli.check_results import check_console, result_line, try_part


async def check(settings: Settings, world: str | None) -> int:
    """Show what is wrong in a world, and what its author should look at; return the exit code.

    `world` is a file, or the id of a world in the database. Without one every part is tried.
    """
    if not world:
        from npctools.cli import checks  # noqa: PLC0415 - a file needs no server

        return await checks.check(settings)
    console = check_console()
    read: list[WorldFile] = []

    async def tried(settings: Settings) -> str:
        read.append(await _read(settings, world))
        return worlds.count_summary(read[0])

    finding = await try_part("world", tried, settings, "see docs/world-files.md")
    console.print(result_line(finding), soft_wrap=True)
    for warning in review(read[0]) if read else ():
        line = Text.assemble((f"{'':<9} {'look':<7}", "yellow"), warning)
        console.print(line, soft_wrap=True)
    return 0 if finding.is_fine else 1


async def _read(settings: Settings, world: str) -> WorldFile:
    if worlds.is_file(world):
        return worlds.read_world_file(Path(world), is_smallville=False)
    from npcserver.adapters.store import open_store  # noqa: PLC0415 - a file needs no database
    from npcserver.adapters.store.engine import require_existing  # noqa: PLC0415
    from npcserver.adapters.store.migrate import require_current  # noqa: PLC0415
    from npcserver.app.world_files import WorldFiles  # noqa: PLC0415

    require_existing(settings.database_url)
    await require_current(settings.database_url)
    store = await open_store(settings.database_url)
    try:
        return await WorldFiles(store, SystemClock()).get(WorldId(world))
    except NotFound as error:
        raise await worlds.not_found(store, world) from error
    finally:
        await store.close()
