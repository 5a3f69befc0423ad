"""Consent before words go to a hosted model."""

import sys
from urllib.parse import urlsplit

from rich.console import Console
from rich.prompt import Confirm

from npcserver import bootstrap
from npcserver.adapters.llm.host import host_of
from npcserver.adapters.llm.hosted import host_at
from npcserver.config import Settings
from npcserver.model.model_host import ModelHost

_TOKENS_ASKED, _TOKENS_ANSWERED = 3000, 100
"""Of a typical line with a prompt of default length; the thoughts behind it take about as many."""
_MILLION = 1_000_000


async def with_consent(settings: Settings, aside: Console, *, is_yes: bool) -> Settings:
    """Return the settings, with leave to use a hosted model whose key was found if it was given.

    Says where words go and what a line costs before any hosted model is asked. Asks for leave only
    if the settings name no model and `is_yes` is not set; without a terminal it is not given.
    """
    allowed = settings.model.model_copy(update={"allow_hosted": True})
    hoped = settings.model_copy(update={"model": allowed})
    found = await bootstrap.endpoints(hoped)
    hosted = [each for each in found if host_of(each.spec) is ModelHost.HOSTED]
    for endpoint in hosted:
        aside.print(_told(endpoint, settings))
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


def _told(endpoint: bootstrap.Endpoint, settings: Settings) -> str:
    """Return the note on where words go and what they cost."""
    spec, keys = endpoint.spec, endpoint.keys
    host = host_at(spec.base_url)
    where = urlsplit(spec.base_url or "").hostname or (host.name if host else "its host")
    model = spec.name.partition(":")[2]
    told = f"What you say, and what characters remember of it, goes to {model} at {where}."
    price, answers, of = keys.prompt_price, keys.completion_price, "your settings"
    if not price and host is not None and model == host.model:
        price, answers, of = host.prompt_price, host.completion_price, f"{host.name}'s list"
    if not price and not answers:
        return f"{told} What that costs stands in the price list of {where}."
    line = (_TOKENS_ASKED * price + _TOKENS_ANSWERED * answers) / _MILLION
    unit = "" if of == "your settings" else " US dollars"
    spent = f"a line costs about {line:.4f}{unit}, and thoughts behind it as much again ({of})"
    budget = settings.cognition.calls_per_day
    bound = f"; at most {budget} thoughts a game day" if budget else ""
    return f"{told} By the prices, {spent}{bound}."
