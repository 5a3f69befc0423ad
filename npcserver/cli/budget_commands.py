"""The arguments of `npcserver budget`."""

from enum import StrEnum
from typing import Annotated

import typer

from npcserver.cli.options import Data, Database, Json, option

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
    data: Data = None,
    database: Database = None,
) -> None:
    """Limit what models may cost in a day; a server follows within seconds.

    0 allows nothing. Without `--money` and `--tokens` nothing is limited, whatever the settings
    say.
    """
    from npcserver.cli import budgets, settings_args  # noqa: PLC0415

    subject = budgets.subject(world, player, timeline, purpose, each)
    limit = budgets.limit(money, tokens, thoughts)
    settings = settings_args.load_settings(data=data, database=database)
    settings_args.run_coroutine(budgets.set_limit(settings, subject, limit))


@budget.command()
def remove(
    world: WorldId,
    *,
    player: Player = None,
    timeline: Timeline = None,
    purpose: PurposeOf = None,
    each: Each = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Remove a limit, so that what holds for each, or the server's settings, applies again."""
    from npcserver.cli import budgets, settings_args  # noqa: PLC0415

    subject = budgets.subject(world, player, timeline, purpose, each)
    settings = settings_args.load_settings(data=data, database=database)
    settings_args.run_coroutine(budgets.set_limit(settings, subject, None))


@budget.command("list")
def list_(
    world: WorldId,
    *,
    day: Annotated[
        str, option(metavar="YYYY-MM-DD", help="A day of the last 90, in UTC. Default: today.")
    ] = "",
    json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Show the limits of a world, and what was spent of them on a day."""
    from npcserver.cli import budgets, settings_args  # noqa: PLC0415

    settings = settings_args.load_settings(data=data, database=database)
    settings_args.run_coroutine(budgets.show(settings, world, day, is_json=json))
