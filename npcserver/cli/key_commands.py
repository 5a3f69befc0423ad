"""The arguments of `npcserver keys` and `npcserver people`: who may call, and who signs in."""

from typing import Annotated

import typer

from npcserver.cli.options import Json, option, runs_on_database

keys = typer.Typer(
    help="Keys that callers show: who may call the server, and for what. A running server notices "
    "changes within seconds.",
    no_args_is_help=True,
)

people = typer.Typer(
    help="Accounts of the studio: who signs in with a name and a password, or by a provider. "
    "Administrators do the rest on its page People.",
    no_args_is_help=True,
)

OnlyWorlds = Annotated[
    list[str] | None,
    option("--world", metavar="ID", help="Only for this world; may be repeated. Default: all."),
]
KeyId = Annotated[str, typer.Argument(metavar="KEY_ID", help="Id of the key: see the list.")]


@keys.command()
@runs_on_database("npcserver.cli.key_list:create")
def create(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose it is, such as `build farm`.")],
    *,
    role: Annotated[
        str,
        option(help="`admin`, `designer`, `game_server`, `tools`, `read_only` or `figures`."),
    ] = "game_server",
    worlds: OnlyWorlds = None,
    days: Annotated[
        int, typer.Option(min=0, max=3650, help="Days until it ends; 0: it does not.")
    ] = 0,
    is_json: Json = False,
) -> None:
    """Make a key, and show its secret, once."""


@keys.command("list")
@runs_on_database("npcserver.cli.key_list:show")
def list_(is_json: Json = False) -> None:
    """List all keys, without their secrets."""


@keys.command()
@runs_on_database("npcserver.cli.key_list:rotate")
def rotate(
    key_id: KeyId,
    *,
    overlap_hours: Annotated[
        float, typer.Option(min=0, max=720, help="For how long the secret before counts on.")
    ] = 24.0,
    is_json: Json = False,
) -> None:
    """Give a key a new secret, and show it, once."""


@keys.command()
@runs_on_database("npcserver.cli.key_list:revoke")
def revoke(key_id: KeyId) -> None:
    """Revoke a key, with all tokens that were made for it."""


@keys.command("rotate-tokens")
@runs_on_database("npcserver.cli.key_list:rotate_tokens")
def rotate_tokens() -> None:
    """Sign tokens of players with a new secret; those of the last secret count until they end."""


PersonName = Annotated[str, typer.Argument(metavar="NAME", help="Name to sign in with.")]


@people.command("add")
@runs_on_database("npcserver.cli.key_list:invite")
def add_person(
    name: PersonName,
    *,
    role: Annotated[str, option(help="Roles are those of keys, such as `designer`.")] = "admin",
    worlds: OnlyWorlds = None,
) -> None:
    """Make an account, and print the link with which its person chooses a password, once."""


@people.command("list")
@runs_on_database("npcserver.cli.key_list:show_people")
def list_people() -> None:
    """List all accounts."""


@people.command("link")
@runs_on_database("npcserver.cli.key_list:renew_link")
def renew_link(name: PersonName) -> None:
    """Print another link, such as for who forgot the password; the one before ends."""
