"""`npcserver import` and `npcserver export`."""

import os
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from rich.console import Console

from npcserver import bootstrap
from npcserver.adapters.files import dump_world, load_smallville, load_world
from npcserver.app.importing import Imported
from npcserver.cli.logs import logging_to
from npcserver.cli.progress import until_embedded
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import WorldId
from npcserver.model.worldfile import WorldFile
from npcserver.ports.storage import Store

FILES = (".yaml", ".yml")


async def bring_in(settings: Settings, file: Path, *, is_smallville: bool) -> None:
    """Import a file, and wait until its memories can be recalled."""
    world = read(file, is_smallville=is_smallville)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    async with quietly_running(settings) as here:
        imported = await here.importing.put(world)
        console.print(told(imported))
        for warning in imported.warnings:
            console.print(f"Look at {warning}", style="yellow")
        if not await until_embedded(here, imported.world_id, Console(stderr=True)):
            console.print(
                "The embedder does not get on: `npcserver check` tries it. The server goes on "
                "with it by itself; until then these memories are found by their words only.",
                style="yellow",
            )
    if world.characters:
        console.print(f"Talk to them: npcserver play --world {imported.world_id}", style="dim")


async def take_out(settings: Settings, world_id: str, file: Path | None) -> None:
    """Write a world as a file, or to standard output."""
    if file is not None:
        _check_target(file)
    async with quietly_running(settings) as here:
        text = dump_world(await _written(here, world_id))
    if file is None:
        sys.stdout.write(text)
        return
    try:
        _write_whole(file, text)
    except OSError as error:  # its own file name is that of the temporary file
        problem = f"cannot be written: {error.strerror}; name a file in another folder"
        raise InvalidInput(str(file), problem) from error
    Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(f"Wrote {file}.")


async def _written(here: bootstrap.Running, world_id: str) -> WorldFile:
    """Return a world as its authors wrote it; `NotFound` lists the worlds there are."""
    try:
        return await here.importing.get(WorldId(world_id))
    except NotFound as error:
        raise await not_found(here.store, world_id) from error


async def not_found(store: Store, world_id: str) -> NotFound:
    """Return the fault for a missing world, which lists the existing ones."""
    async with store.read() as reader:
        there = ", ".join(world.id for world in await reader.worlds(1000)) or "none yet"
    return NotFound("world", world_id, f"there are: {there}; `npcserver import FILE` brings one in")


@asynccontextmanager
async def quietly_running(settings: Settings) -> AsyncGenerator[bootstrap.Running, None]:
    """Run the server's services without a listener, with the log in a file."""
    with logging_to(settings.data / "npcserver.log", settings.log):
        async with bootstrap.running(settings, serve=False) as here:
            yield here


def read(file: Path, *, is_smallville: bool) -> WorldFile:
    """Read a world file. Raises `BrokenFile`, or `OSError`."""
    return load_smallville(file) if is_smallville else load_world(file)


def is_file(world: str) -> bool:
    """Return whether an argument is a file and not the id of a world."""
    return world.endswith(FILES) or "/" in world


def counted(world: WorldFile) -> str:
    """Return the name of a world with its counts of contents."""
    counts = (
        (len(world.characters), "characters"),
        (world.memory_count, "memories"),
        (len(world.places), "places"),
        (len(world.books), "books"),
    )
    told = ", ".join(f"{count} {what}" for count, what in counts)
    return f"{world.world.name} ({world.world.id}): {told}"


def told(imported: Imported) -> str:
    """Return a summary of an import."""
    parts = [
        f"{count} {what}"
        for count, what in (
            (imported.created, "new"),
            (imported.updated, f"changed: {', '.join(imported.changed)}"),
            (imported.unchanged, "unchanged"),
        )
        if count
    ]
    characters = ", ".join(parts) or "none"
    text = f"{imported.name} ({imported.world_id}): characters {characters}"
    text += f"; {imported.memories} memories taken in."
    if imported.books:
        text += f" Books: {imported.books}."
    if imported.has_new_genesis:
        text += " Seed memories changed: new playthroughs begin with them, those under way do not."
    return text


def _check_target(file: Path) -> None:
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise InvalidInput(str(file), "cannot be written; name a file in a folder that is there")


def _write_whole(file: Path, text: str) -> None:
    """Write a file atomically: afterwards it is complete, or unchanged after a failure."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=file.parent, prefix=f".{file.name}-", delete=False
    ) as draft:
        try:
            draft.write(text)
            draft.flush()
            os.fsync(draft.fileno())
        except BaseException:
            Path(draft.name).unlink()
            raise
    Path(draft.name).chmod(0o644)
    Path(draft.name).replace(file)
