"""What `npcserver play` asks first: leave to use a hosted model, or to fetch one to run here."""

import os
import sys
from urllib.parse import urlsplit

from rich.console import Console
from rich.prompt import Confirm

from npcmodels import catalogue, weights
from npcmodels.catalogue import CatalogueEntry
from npcmodels.cli.model_download import fetch_with_progress
from npcmodels.discovery import host_at
from npcmodels.endpoints import Endpoint, endpoints, model_spec
from npcmodels.runtime import RUNTIME_BYTES, has_runtime, install_runtime
from npcserver.config import Settings
from npcserver.model.errors import Fault
from npcserver.model.model_use import ModelHost, ModelUse

_TOKENS_ASKED, _TOKENS_ANSWERED = 3000, 100
"""Of a typical line with a prompt of default length; the thoughts behind it take about as many."""
_MILLION = 1_000_000
_GB, _MB = 1e9, 1e6
_ANSWERS = {"": True, "y": True, "yes": True, "n": False, "no": False}


async def with_consent(settings: Settings, aside: Console, *, is_yes: bool) -> Settings:
    """Return the settings, with leave to use a hosted model whose key was found if it was given.

    Says where words go and what a line costs before any hosted model is asked. Asks for leave only
    if the settings name no model and `is_yes` is not set; without a terminal it is not given.
    """
    hoped = settings.changed(model={"allow_hosted": True})
    found = await endpoints(hoped)
    hosted = [each for each in found if each.host is ModelHost.HOSTED]
    for endpoint in hosted:
        aside.print(_consent_text(endpoint, settings))
    variables = {each.spec.found_key for each in hosted if each.spec.found_key}
    if not variables or settings.model.allow_hosted:
        return settings
    keys = " and ".join(sorted(variables))
    if is_yes:
        return hoped
    if not sys.stdin.isatty():
        aside.print(f"{keys} is not used: nobody can be asked here. --yes gives leave.")
        return settings
    is_allowed = Confirm.ask(f"Use the key in {keys}?", console=aside, default=False)
    return hoped if is_allowed else settings


def _consent_text(endpoint: Endpoint, settings: Settings) -> str:
    spec, keys = endpoint.spec, endpoint.keys
    host = host_at(spec.base_url)
    where = urlsplit(spec.base_url or "").hostname or (host.name if host else "its host")
    model = endpoint.model
    told = f"What you say, and what characters remember of it, goes to {model} at {where}."
    price, answers, of = keys.prompt_price, keys.completion_price, "your settings"
    if not price and host is not None and model == host.model:
        price, answers, of = host.prompt_price, host.completion_price, f"{host.name}'s list"
    if not price and not answers:
        return f"{told} What that costs stands in the price list of {where}."
    line = (_TOKENS_ASKED * price + _TOKENS_ANSWERED * answers) / _MILLION
    unit = "" if of == "your settings" else " US dollars"
    spent = f"a line costs about {line:.4f}{unit}, and thoughts behind it as much again ({of})"
    bounds = (
        (settings.cognition.calls_per_person, "for each character"),
        (settings.cognition.calls_per_day, "together"),
    )
    most = " and ".join(f"{calls} {whose}" for calls, whose in bounds if calls)
    bound = f"; at most {most} in a game day" if most else ""
    return f"{told} By the prices, {spent}{bound}."


async def offer_model(settings: Settings, console: Console) -> None:
    """Ask whether to fetch the model that suits this machine, and do so.

    Asks only on a terminal, where the settings name no model and none was found, and never again
    after a no. A failure is told, and the talk goes on without a model.
    """
    if not await _is_wanted(settings):
        return
    folder = settings.models_folder
    there = weights.pulled(folder)
    entry: CatalogueEntry | None = catalogue.recommended()
    if there is not None:
        entry = next((one for one in catalogue.CATALOGUE if one.file == there.name), None)
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
    spec, _ = await model_spec(settings, ModelUse.DIALOGUE)
    return spec.name == "offline"


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
