"""`npcserver import`, `npcserver export` and `npcserver migrate`."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from rich.console import Console

from npcserver import bootstrap
from npcserver.adapters.files import dump_files, dump_world
from npcserver.adapters.store.engine import require_existing
from npcserver.adapters.store.migrate import current_revision, go_back, head_revision
from npcserver.adapters.store.migrate import migrate as bring_up
from npcserver.adapters.store.row_copy import drafted
from npcserver.app.world_files import ImportedKind, ImportEffect, ImportSummary
from npcserver.cli.console_streams import write_data
from npcserver.cli.event_log import logging_to
from npcserver.cli.options import Format
from npcserver.cli.progress import wait_until_embedded
from npcserver.cli.worlds import not_found, read_world_file
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import WorldId


async def migrate(settings: Settings, to: str | None) -> None:
    """Migrate the database to the newest revision, or back to one, and print what was done."""
    if to is not None:
        require_existing(settings.database_url)
    elif settings.is_embedded:
        settings.data.mkdir(parents=True, exist_ok=True)
    before = await current_revision(settings.database_url)
    if to is None:
        await bring_up(settings.database_url)
    else:
        bootstrap.require_unused(settings)
        await go_back(settings.database_url, to)
    after = to or head_revision()
    console = Console(highlight=False, soft_wrap=True)
    if before == after:
        console.print(f"The database is up to date (revision {after}).")
    else:
        console.print(f"The database went from {before or 'empty'} to revision {after}.")


async def import_world(settings: Settings, file: Path, kind: Format) -> None:
    """Import a file, and wait until its memories can be recalled."""
    world = read_world_file(file, is_smallville=kind is Format.SMALLVILLE)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    async with quietly_running(settings, may_create=True) as here:
        imported = await here.importing.put(world)
        console.print(import_summary(imported))
        for warning in imported.warnings:
            console.print(f"Look at {warning}", style="yellow")
        if not await wait_until_embedded(here, imported.world_id, Console(stderr=True)):
            console.print(
                "The embedder does not get on: `npcserver check` tries it. The server goes on "
                "with it by itself; until then these memories are found by their words only.",
                style="yellow",
            )
    if world.characters:
        console.print(f"Talk to them: npcserver play --world {imported.world_id}", style="dim")


async def export_world(settings: Settings, world: str, file: Path | None) -> None:
    """Write a world as a file, or to standard output."""
    if file is not None:
        check_target(file)
    async with quietly_running(settings) as here:
        try:
            found = await here.importing.get(WorldId(world))
        except NotFound as error:
            raise await not_found(here.store, world) from error
    if file is None:
        write_data(dump_world(found))
        return
    files = dump_files(found, file.name)
    try:
        for name, text in files.items():
            with drafted(file.with_name(name)) as draft:
                draft.write_text(text, encoding="utf-8")
    except OSError as error:  # its own file name is that of the temporary file
        problem = f"cannot be written: {error.strerror}; name a file in another folder"
        raise InvalidInput(str(file), problem) from error
    told = f"{file}" + (f", which includes {len(files) - 1} others" if len(files) > 1 else "")
    Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(f"Wrote {told}.")


@asynccontextmanager
async def quietly_running(
    settings: Settings, *, may_create: bool = False
) -> AsyncGenerator[bootstrap.RunningServer, None]:
    """Run the server's services without a listener, with the log in a file.

    Raises `InvalidInput` where there is no database, unless it may be created.
    """
    if not may_create:
        require_existing(settings.database_url)
    with logging_to(settings.data / "npcserver.log", settings.log):
        async with bootstrap.running(settings, serve=False) as here:
            yield here


def import_summary(imported: ImportSummary) -> str:
    """Return a summary of an import."""
    parts = [
        f"{count} {what}"
        for count, what in (
            (imported.count(ImportedKind.CHARACTER, ImportEffect.CREATED), "new"),
            (len(imported.changed), f"changed: {', '.join(imported.changed)}"),
            (imported.count(ImportedKind.CHARACTER, ImportEffect.UNCHANGED), "unchanged"),
        )
        if count
    ]
    characters = ", ".join(parts) or "none"
    text = f"{imported.name} ({imported.world_id}): characters {characters}"
    text += f"; {imported.memories} memories taken in."
    if books := imported.count(ImportedKind.BOOK):
        text += f" Books: {books}."
    if imported.has_new_genesis:
        text += " Seed memories changed: new playthroughs begin with them, those under way do not."
    return text


def check_target(file: Path) -> None:
    """Raise `InvalidInput` for a file that cannot be written."""
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise InvalidInput(str(file), "cannot be written; name a file in a folder that is there")
