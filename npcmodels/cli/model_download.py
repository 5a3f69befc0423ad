"""`npcserver models`: the catalogue, pulling a model, and which one is used."""

import asyncio
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.table import Table

from npcmodels import catalogue, weights
from npcmodels.hardware import machine_memory, usable_cores
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput

_NEEDS = "It needs pip install 'npcserver[local]'."
_GB = 1e9
_WIDTH = 200  # of a table that is not printed to a terminal


def show_catalogue(settings: Settings) -> None:
    """Print the catalogue and the model that suits this machine."""
    console = _console()
    folder = settings.models_folder
    used = _used(settings)
    best = catalogue.recommended()
    table = Table("", "name", "file GB", "memory GB", "licence", "languages", "good for", "SHA-256")
    for each in catalogue.CATALOGUE:
        is_here = (folder / each.file).is_file()
        mark = "in use" if each.file == used else "pulled" if is_here else ""
        name = f"{each.name} *" if each is best else each.name
        sizes = f"{each.size / _GB:.1f}", f"{each.memory / _GB:.1f}"
        checked = "known" if each.sha256 else "stated at download"
        table.add_row(mark, name, *sizes, each.licence, each.languages, each.good_for, checked)
    console.print(table)
    console.print(
        f"* suits this machine with {machine_memory() / _GB:.0f} GB of memory and "
        f"{usable_cores()} cores: npcserver models pull {best.name}"
    )


async def pull_model(settings: Settings, name: str) -> None:
    """Fetch a model with a progress bar, and print how it was checked and how to use it."""
    entry = catalogue.catalogue_entry(name)
    console = _console()
    folder = settings.models_folder
    stated = await fetch_with_progress(console, folder, entry)
    console.print(f"Pulled {folder / entry.file}")
    if entry.sha256:
        checked = "the one that this version knows"
    elif stated.tag:
        checked = "the one that the publisher's server stated"
    else:
        checked = "remembered; nobody stated one to compare it with"
    console.print(f"SHA-256 {stated.sha256}: {checked}.", style="dim")
    console.print(
        f"To use it: npcserver models use {entry.name}. {_NEEDS} Licence: {entry.licence}.",
        style="dim",
    )


async def fetch_with_progress(
    console: Console, folder: Path, entry: catalogue.CatalogueEntry
) -> catalogue.FileFacts:
    """Fetch a model with a progress bar, and return its size and checksum.

    Where it is cut off by Ctrl-C, prints how to go on.
    """
    columns = (TextColumn(f"Fetching {entry.name}"), BarColumn(), DownloadColumn())
    more = (TransferSpeedColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, *more, console=console, transient=True) as progress:
            task = progress.add_task("weights", total=entry.size)

            def told(done: int, total: int) -> None:
                progress.update(task, completed=done, total=total)

            return await weights.pull_entry(folder, entry, told)
    except asyncio.CancelledError:
        console.print(
            f"Stopped; what has arrived is kept. To go on: npcserver models pull {entry.name}"
        )
        raise


def use_model(settings: Settings, name: str) -> None:
    """Store which pulled model is used, and print where, and which settings override it."""
    folder = settings.models_folder
    console = _console()
    if name.strip().casefold() == "auto":
        weights.use(folder, None)
        console.print("No pulled model is preferred; `auto` looks what there is.")
        return
    entry = catalogue.catalogue_entry(name)
    weights.use(folder, entry)
    console.print(f"`serve` and `play` take {entry.name} (noted in {folder / weights.RECORD_NAME})")
    if settings.model.name != "auto" or settings.model.base_url or settings.model.gguf:
        console.print(
            "Not yet: the settings name another model; take model.name, model.base_url and "
            "model.gguf out of npcserver.toml and the environment."
        )
    if entry.memory > machine_memory():
        console.print(f"It needs {entry.memory / _GB:.1f} GB of memory, more than is here.")
    console.print(f"{_NEEDS} To take it back: npcserver models use auto.", style="dim")


def _used(settings: Settings) -> str:
    """Return the file in use; empty where its record is broken, so that the table still appears."""
    try:
        used = weights.in_use(settings.models_folder)
    except InvalidInput:
        return ""
    return used.name if used else ""


def _console() -> Console:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    if not console.is_terminal:
        console.width = _WIDTH
    return console
