"""The arguments of `npcserver budget`."""

from enum import StrEnum
from typing import Annotated

import typer

from npcserver.cli.options import Json, option, runs_on_database

budget = typer.Typer(
    help="What models may cost in a calendar day, by world, timeline, player and purpose.",
    no_args_is_help=True,
)


class EachOption(StrEnum):
    """Subjects that can have a limit in common."""

    PLAYER = "player"
    TIMELINE = "timeline"


WorldId = Annotated[str, typer.Argument(metavar="WORLD", help="Id of the world.")]
Player = Annotated[
    str | None, option(metavar="ID", help="The talk with this player, in place of the world.")
]
Timeline = Annotated[str | None, option(metavar="ID", help="This timeline, in place of the world.")]
PurposeOf = Annotated[
    str | None,
    option(
        "--purpose", metavar="NAME", help="Calls for this purpose, such as `plan` or `reflect`."
    ),
]
Each = Annotated[
    EachOption | None, option(help="Each player or timeline that has no limit of its own.")
]


@budget.command("set")
@runs_on_database("npcserver.cli.budgets:set_limit")
def set_(
    world: WorldId,
    *,
    money: Annotated[
        float | None,
        option(min=0, max=1e9, help="Money in a day, in the currency of `model.prompt_price`."),
    ] = None,
    tokens: Annotated[
        int | None,
        option(min=0, max=10**9, help="Tokens in a day, of questions and answers together."),
    ] = None,
    thoughts: Annotated[
        int | None,
        option(min=0, max=100, help="Percent of it that thoughts may take; the rest is for talk."),
    ] = None,
    player: Player = None,
    timeline: Timeline = None,
    purpose: PurposeOf = None,
    each: Each = None,
) -> None:
    """Limit what models may cost in a day; a server follows within seconds.

    0 allows nothing. Without `--money` and `--tokens` nothing is limited, whatever the settings
    say.
    """


@budget.command()
@runs_on_database("npcserver.cli.budgets:remove_limit")
def remove(
    world: WorldId,
    *,
    player: Player = None,
    timeline: Timeline = None,
    purpose: PurposeOf = None,
    each: Each = None,
) -> None:
    """Remove a limit, so that what holds for each, or the server's settings, applies again."""


@budget.command("list")
@runs_on_database("npcserver.cli.budgets:show")
def list_(
    world: WorldId,
    *,
    day: Annotated[
        str, option(metavar="YYYY-MM-DD", help="A day of the last 90, in UTC. Default: today.")
    ] = "",
    is_json: Json = False,
) -> None:
    """Show the limits of a world, and what was spent of them on a day."""
