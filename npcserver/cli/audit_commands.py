"""`npcserver audit`: verifies, exports and signs the audit logs of worlds."""

from pathlib import Path
from typing import Annotated

import typer

from npcserver.cli.options import Data, Database, option

audit = typer.Typer(
    help="The audit log of a world: that models were asked, and digests of what came of it.",
    no_args_is_help=True,
)

WorldId = Annotated[str, typer.Argument(metavar="WORLD", help="Id of the world.")]
Heads = Annotated[
    list[Path] | None,
    option("--head", metavar="FILE", help="A signed head that you kept; may be repeated."),
]
VerifierKey = Annotated[
    str,
    option(
        "--key",
        metavar="NAME+HASH+KEY",
        help="Public half of the key that signs heads. Default: that of the key file in use here.",
    ),
]


@audit.command()
def verify(
    world: WorldId,
    *,
    file: Annotated[
        Path | None, option(metavar="FILE", help="An export. Default: the database, with records.")
    ] = None,
    head: Heads = None,
    key: VerifierKey = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Say whether a log is whole; exit with 1 if it is not."""
    from npcserver.cli import audit_files, settings_args  # noqa: PLC0415

    settings = settings_args.load_settings(data=data, database=database)
    run = settings_args.run_coroutine
    raise typer.Exit(run(audit_files.verify(settings, world, file, tuple(head or ()), key)))


@audit.command()
def export(
    world: WorldId,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")],
    *,
    data: Data = None,
    database: Database = None,
) -> None:
    """Write all entries and signed heads to a file."""
    from npcserver.cli import audit_files, settings_args  # noqa: PLC0415

    settings = settings_args.load_settings(data=data, database=database)
    settings_args.run_coroutine(audit_files.export(settings, world, file))


@audit.command()
def head(world: WorldId, *, data: Data = None, database: Database = None) -> None:
    """Sign the present head, and print it: keep it where nobody can change it."""
    from npcserver.cli import audit_files, settings_args  # noqa: PLC0415

    settings = settings_args.load_settings(data=data, database=database)
    settings_args.run_coroutine(audit_files.head(settings, world))
