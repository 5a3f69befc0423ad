"""`npcserver people`: the first account of the studio, and a way in for who forgot a password."""

import sys
from typing import Annotated

import typer

from npcserver.cli.options import Data, Database, option

people = typer.Typer(
    help="Accounts of the studio: who signs in with a name and a password, or by a provider. "
    "Administrators do the rest on its page People.",
    no_args_is_help=True,
)

PersonName = Annotated[str, typer.Argument(metavar="NAME", help="Name to sign in with.")]


@people.command()
def add(
    name: PersonName,
    *,
    role: Annotated[str, option(help="Roles are those of keys, such as `designer`.")] = "admin",
    world: Annotated[
        list[str] | None,
        option(metavar="ID", help="Only for this world; may be repeated. Default: all."),
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Make an account, and print the link with which its person chooses a password, once."""
    from npcserver import bootstrap  # noqa: PLC0415
    from npcserver.cli import settings_args  # noqa: PLC0415
    from npcserver.model import limits  # noqa: PLC0415
    from npcserver.model.access import KeyRole  # noqa: PLC0415
    from npcserver.model.errors import InvalidInput  # noqa: PLC0415

    if role not in set(KeyRole):
        raise InvalidInput("--role", f"must be one of {', '.join(KeyRole)}, not {role!r}")
    if problem := limits.text_problem(name, limits.NAME, is_one_line=True):
        raise InvalidInput("NAME", problem)
    settings = settings_args.load_settings(data=data, database=database)

    async def made() -> str:
        async with bootstrap.people_management(settings, may_create=True) as accounts:
            worlds = tuple(world or ())
            return (await accounts.invite(name=name, role=KeyRole(role), world_ids=worlds))[1]

    _print_link(settings.studio_address, settings_args.run_coroutine(made()))


@people.command("list")
def list_(data: Data = None, database: Database = None) -> None:
    """List all accounts."""
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    from npcserver import bootstrap  # noqa: PLC0415
    from npcserver.cli import settings_args  # noqa: PLC0415

    settings = settings_args.load_settings(data=data, database=database)

    async def show() -> None:
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

    settings_args.run_coroutine(show())


@people.command()
def link(name: PersonName, data: Data = None, database: Database = None) -> None:
    """Print another link, such as for who forgot the password; the one before ends."""
    from npcserver import bootstrap  # noqa: PLC0415
    from npcserver.cli import settings_args  # noqa: PLC0415
    from npcserver.model.errors import InvalidInput  # noqa: PLC0415

    settings = settings_args.load_settings(data=data, database=database)

    async def renewed() -> str:
        async with bootstrap.people_management(settings) as accounts:
            for one in await accounts.list():
                if one.key.name == name:
                    return await accounts.renew_link(one.key.id)
        raise InvalidInput("NAME", "is that of no account; `npcserver people list` shows them")

    _print_link(settings.studio_address, settings_args.run_coroutine(renewed()))


def _print_link(address: str, secret: str) -> None:
    sys.stdout.write(f"{address}/join?link={secret}\n")
    sys.stderr.write(
        "Open this link in a browser while the studio runs (`npcserver serve --studio`), and "
        "choose a password. It counts once, for a week, and is not kept. If the server prints "
        "another port for its studio, put that one into the link.\n"
    )
