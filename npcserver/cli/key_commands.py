"""`npcserver keys`: makes, lists, rotates and revokes the keys that callers show."""

from typing import Annotated

import typer

from npcserver.cli.options import Json, option, runs_on_database

keys = typer.Typer(
    help="Keys that callers show: who may call the server, and for what. A running server notices "
    "changes within seconds.",
    no_args_is_help=True,
)

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
    world: Annotated[
        list[str] | None,
        option(metavar="ID", help="Only for this world; may be repeated. Default: all."),
    ] = None,
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
