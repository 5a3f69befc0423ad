"""What the commands of `npcserver keys` and `npcserver people` do."""

import json
import sys
from datetime import datetime, timedelta

from rich.console import Console
from rich.table import Column, Table

from npcserver import bootstrap
from npcserver.config import Settings
from npcserver.model import limits
from npcserver.model.access import AccessKey, KeyRole
from npcserver.model.errors import InvalidInput


async def create(
    settings: Settings, name: str, *, role: str, worlds: list[str] | None, days: int, is_json: bool
) -> None:
    """Make a key, and print its secret."""
    chosen = _role(role)
    async with bootstrap.key_management(settings, may_create=True) as keys:
        key, secret = await keys.create(
            name=name,
            role=chosen,
            world_ids=tuple(worlds or ()),
            lifetime=timedelta(days=days) if days else None,
        )
    _print_secret(key, secret, is_json=is_json)


async def show(settings: Settings, *, is_json: bool) -> None:
    """Print all keys."""
    async with bootstrap.key_management(settings) as keys:
        found = await keys.list()
    if is_json:
        sys.stdout.write(f"{json.dumps([_plain(key) for key in found], indent=2)}\n")
        return
    console = Console(highlight=False)
    if not found:
        console.print("No keys yet; make one with `npcserver keys create NAME --role admin`.")
        return
    # Ids are copied into other commands, so they are whole however narrow the terminal is.
    whole = (Column("id", no_wrap=True), Column("secret", no_wrap=True))
    table = Table(*whole, "name", "role", "worlds", "last used", "ends", box=None)
    for key in found:
        ends = "revoked" if key.revoked_at else _day(key.expires_at)
        worlds = ", ".join(key.world_ids) or "all"
        shown = f"{key.prefix}…"
        table.add_row(key.id, shown, key.name, key.role, worlds, _day(key.used_at), ends)
    console.print(table)


async def rotate(settings: Settings, key_id: str, *, overlap_hours: float, is_json: bool) -> None:
    """Give a key a new secret, and print it."""
    async with bootstrap.key_management(settings) as keys:
        key, secret = await keys.rotate(key_id, timedelta(hours=overlap_hours))
    _print_secret(key, secret, is_json=is_json)


async def revoke(settings: Settings, key_id: str) -> None:
    """Revoke a key."""
    async with bootstrap.key_management(settings) as keys:
        key = await keys.revoke(key_id)
    Console(highlight=False, markup=False).print(
        f"{key.id} ({key.name}) is revoked; servers refuse it within seconds."
    )


async def rotate_tokens(settings: Settings) -> None:
    """Sign tokens with a new secret."""
    async with bootstrap.key_management(settings) as keys:
        await keys.rotate_signing()
    Console(highlight=False).print("New tokens are signed with a new secret.")


async def invite(settings: Settings, name: str, *, role: str, worlds: list[str] | None) -> None:
    """Make an account, and print its link."""
    chosen = _role(role)
    if problem := limits.text_problem(name, limits.NAME, is_one_line=True):
        raise InvalidInput("NAME", problem)
    async with bootstrap.people_management(settings, may_create=True) as accounts:
        _, link = await accounts.invite(name=name, role=chosen, world_ids=tuple(worlds or ()))
    _print_link(settings.studio_address, link)


async def show_people(settings: Settings) -> None:
    """Print all accounts."""
    async with bootstrap.people_management(settings) as accounts:
        found = await accounts.list()
    console = Console(highlight=False, markup=False)
    if not found:
        console.print("No accounts yet; make one with `npcserver people add NAME`.")
        return
    table = Table("name", "role", "worlds", "may sign in", box=None)
    for one in found:
        is_in = one.account.can_sign_in and one.key.revoked_at is None
        worlds = ", ".join(one.key.world_ids) or "all"
        table.add_row(one.key.name, one.key.role, worlds, "yes" if is_in else "no")
    console.print(table)


async def renew_link(settings: Settings, name: str) -> None:
    """Print another link to an account."""
    async with bootstrap.people_management(settings) as accounts:
        ids = [one.key.id for one in await accounts.list() if one.key.name == name]
        if not ids:
            raise InvalidInput("NAME", "is that of no account; `npcserver people list` shows them")
        link = await accounts.renew_link(ids[0])
    _print_link(settings.studio_address, link)


def _role(named: str) -> KeyRole:
    if named not in set(KeyRole):
        raise InvalidInput("--role", f"must be one of {', '.join(KeyRole)}, not {named!r}")
    return KeyRole(named)


def _print_link(address: str, secret: str) -> None:
    sys.stdout.write(f"{address}/join?link={secret}\n")
    sys.stderr.write(
        "Open this link in a browser while the studio runs (`npcserver serve --studio`), and "
        "choose a password. It counts once, for a week, and is not kept. If the server prints "
        "another port for its studio, put that one into the link.\n"
    )


def _print_secret(key: AccessKey, secret: str, *, is_json: bool) -> None:
    if is_json:
        sys.stdout.write(f"{json.dumps({**_plain(key), 'secret': secret}, indent=2)}\n")
        return
    sys.stdout.write(f"{secret}\n")
    sys.stderr.write(
        f"This is the secret of {key.id} ({key.role}). It is not kept: store it now. Callers send "
        "it as `authorization: Bearer SECRET`.\n"
    )


def _plain(key: AccessKey) -> dict[str, object]:
    return {
        "id": key.id,
        "prefix": key.prefix,
        "name": key.name,
        "role": key.role,
        "worlds": key.world_ids,
        "created_at": key.created_at.isoformat(),
        "expires_at": key.expires_at and key.expires_at.isoformat(),
        "revoked_at": key.revoked_at and key.revoked_at.isoformat(),
        "used_at": key.used_at and key.used_at.isoformat(),
    }


def _day(moment: datetime | None) -> str:
    return "never" if moment is None else f"{moment:%Y-%m-%d %H:%M}"
