"""The offer of `npcserver play` to fetch a model, where none was found."""

import os
import sys
from pathlib import Path

from rich.console import Console

from npcserver import bootstrap
from npcserver.adapters.llm import catalogue, weights
from npcserver.adapters.llm.catalogue import CatalogueEntry
from npcserver.adapters.llm.runtime import RUNTIME_BYTES, has_runtime, install_runtime
from npcserver.cli.model_download import fetch_with_progress
from npcserver.config import Settings
from npcserver.model.errors import Fault
from npcserver.model.model_use import ModelUse

_GB, _MB = 1e9, 1e6
_ANSWERS = {"": True, "y": True, "yes": True, "n": False, "no": False}


async def offer_model(settings: Settings, console: Console) -> None:
    """Ask whether to fetch the model that suits this machine, and do so.

    Asks only on a terminal, where the settings name no model and none was found, and never again
    after a no. A failure is told, and the talk goes on without a model.
    """
    if not await _is_wanted(settings):
        return
    folder = settings.models_folder
    there = weights.pulled(folder)
    entry = _entry_of(there) if there is not None else catalogue.recommended()
    if entry is None or (there is None and entry is catalogue.PACKAGED):
        return  # too weak to be better than no model
    answer = _asked(console, entry, is_here=there is not None)
    if answer is None:
        return
    if not answer:
        weights.decline(folder)
        later = f"npcserver models pull {entry.name}"
        console.print(f"You will not be asked again. To fetch it after all: {later}")
        return
    try:
        if not has_runtime():
            with console.status("Installing xllamacpp, which runs the model"):
                await install_runtime()
        if there is None:
            await fetch_with_progress(console, folder, entry)
    except Fault as fault:
        console.print(f"{fault.message[:1].upper()}{fault.message[1:]}.", style="yellow")
        console.print(
            "You talk without a model for now; `npcserver play` offers it again and goes on where "
            "it stopped.",
            style="yellow",
        )


async def _is_wanted(settings: Settings) -> bool:
    is_terminal = sys.stdin.isatty() and sys.stderr.isatty()
    if not is_terminal or os.environ.get("CI", "") not in ("", "0", "false"):
        return False
    if settings.model.of(ModelUse.DIALOGUE).name != "auto":
        return False
    if weights.is_declined(settings.models_folder):
        return False
    spec, _ = await bootstrap.model_spec(settings, ModelUse.DIALOGUE)
    return spec.name == "offline"


def _entry_of(file: Path) -> CatalogueEntry | None:
    return next((each for each in catalogue.CATALOGUE if each.file == file.name), None)


def _asked(console: Console, entry: CatalogueEntry, *, is_here: bool) -> bool | None:
    """Return the answer; None where the input ended."""
    console.print(
        "Characters have more to say with a language model.\n"
        f"{entry.name}: {entry.languages}; good for {entry.good_for}.\n"
        f"Licence {entry.licence}. It takes {entry.memory / _GB:.1f} GB of memory, and runs here: "
        "nothing you say leaves this machine."
    )
    if not has_runtime():
        console.print(
            f"Its runtime, the package xllamacpp ({RUNTIME_BYTES / _MB:.0f} MB), is installed too."
        )
    what = f"Fetch {entry.name} ({entry.size / _GB:.1f} GB), which suits this machine,"
    if is_here:
        what = f"{entry.name} was fetched earlier. Install what runs it,"
    while True:
        try:
            said = console.input(f"{what} and talk with it? [Y/n] ").strip().casefold()
        except EOFError:
            return None
        if said in _ANSWERS:
            return _ANSWERS[said]
        console.print("Please answer y or n.")
