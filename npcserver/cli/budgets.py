"""`npcserver budget`: limits of a calendar day are set and shown in the database of a server.

A server may be running meanwhile, even with an SQLite file: it reads the limits again by itself.
"""

import json
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from npcserver import bootstrap
from npcserver.cli.worlds import not_found
from npcserver.config import Settings
from npcserver.model.budget_accounts import (
    EACH,
    SpendingAccount,
    SpendingLimit,
    SpendingScope,
    SpendingSubject,
    read_day,
    subject_id,
)
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import WorldId
from npcserver.model.model_use import MICROS

_WIDTH = 120


async def set_limit(
    settings: Settings,
    world: str,
    *,
    money: float | None,
    tokens: int | None,
    thoughts: int | None,
    **chosen: str | None,
) -> None:
    """Set a limit, None for none, and say what holds now; for `chosen` see `_subject`."""
    micros = None if money is None else round(money * MICROS)
    limit = SpendingLimit(tokens=tokens, micros=micros, thoughts_percent=thoughts)
    await _put(settings, _subject(world, **chosen), limit)


async def remove_limit(settings: Settings, world: str, **chosen: str | None) -> None:
    """Remove a limit, and say so; for `chosen` see `_subject`."""
    await _put(settings, _subject(world, **chosen), None)


def _subject(world: str, *, each: str | None, **named: str | None) -> SpendingSubject:
    """Return what a limit is for: the world, or the player, timeline or purpose that is `named`.

    `each` is the scope of all that have no limit of their own. Raises `InvalidInput` for more than
    one of them.
    """
    chosen = [(SpendingScope(scope), name) for scope, name in named.items() if name is not None]
    if each is not None:
        chosen.append((SpendingScope(each), EACH))
    if len(chosen) > 1:
        raise InvalidInput(
            "--" + chosen[1][0], "one of --player, --timeline, --purpose and --each at a time"
        )
    scope, name = chosen[0] if chosen else (SpendingScope.WORLD, "")
    return SpendingSubject(WorldId(world), scope, subject_id(scope, name))


async def _put(settings: Settings, of: SpendingSubject, wanted: SpendingLimit | None) -> None:
    async with bootstrap.opened(settings) as store:
        try:
            await bootstrap.spending_accounts(settings, store).set_limit(of, wanted)
        except NotFound as error:
            raise await not_found(store, of.world_id) from error
    told = "removed" if wanted is None else limit_text(wanted)
    Console(highlight=False, markup=False, soft_wrap=True).print(f"{_name(of)}: {told}")


async def show(settings: Settings, world: str, day: str, *, is_json: bool) -> None:
    """Print the accounts of a world, as a table or as JSON."""
    world_id, when = WorldId(world), read_day("--day", day)
    async with bootstrap.opened(settings) as store:
        async with store.read() as reader:
            try:
                await reader.world(world_id)
            except NotFound as error:
                raise await not_found(store, world_id) from error
        accounts = await bootstrap.spending_accounts(settings, store).accounts(world_id, when)
    if is_json:
        sys.stdout.write(json.dumps([_as_json(one) for one in accounts]) + "\n")
        return
    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH)
    console.print(accounts_table(accounts))


def accounts_table(accounts: Sequence[SpendingAccount]) -> Table:
    """Return limits and what was spent, one row for each account."""
    shown = Table("budget", "limit", box=None, header_style="dim", pad_edge=False)
    for name in ("calls", "tokens", "money", "reserved"):
        shown.add_column(name, justify="right")
    for one in accounts:
        reserved = one.reserved.micros or one.reserved.tokens
        shown.add_row(
            Text(_name(one.key.subject) + (", thoughts" if one.key.is_of_thoughts else "")),
            limit_text(one.limit),
            f"{one.spent.calls:,}",
            f"{one.spent.tokens:,}",
            _money(one.spent.micros),
            _money(reserved) if one.reserved.micros else f"{reserved:,}",
        )
    return shown


def limit_text(limit: SpendingLimit) -> str:
    """Return a limit in words."""
    parts = []
    if limit.micros is not None:
        parts.append(f"{_money(limit.micros)} of money")
    if limit.tokens is not None:
        parts.append(f"{limit.tokens:,} tokens")
    told = " and ".join(parts) + " a day" if parts else "no limit"
    if limit.thoughts_percent is not None and parts:
        told += f", thoughts {limit.thoughts_percent} %"
    return told


def _name(of: SpendingSubject) -> str:
    if of.scope is SpendingScope.WORLD:
        return f"world {of.world_id}"
    return f"each {of.scope}" if of.id == EACH else f"{of.scope} {of.id}"


def _money(micros: int) -> str:
    return f"{micros / MICROS:,.6f}".rstrip("0").rstrip(".")


def _as_json(one: SpendingAccount) -> dict[str, object]:
    return {
        "scope": one.key.subject.scope,
        "id": one.key.subject.id,
        "of_thoughts": one.key.is_of_thoughts,
        "day": one.key.day,
        "limit": {
            "money": None if one.limit.micros is None else one.limit.micros / MICROS,
            "tokens": one.limit.tokens,
            "thoughts_percent": one.limit.thoughts_percent,
        },
        "calls": one.spent.calls,
        "tokens": one.spent.tokens,
        "money": one.spent.micros / MICROS,
        "tokens_reserved": one.reserved.tokens,
        "money_reserved": one.reserved.micros / MICROS,
    }
