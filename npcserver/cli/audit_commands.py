"""`npcserver audit`: verifies, exports and signs the audit logs of worlds."""

from pathlib import Path
from typing import Annotated

import typer

from npcserver.cli.options import option, runs_on_database

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
@runs_on_database("npcserver.cli.audit_files:verify")
def verify(
    world: WorldId,
    *,
    file: Annotated[
        Path | None, option(metavar="FILE", help="An export. Default: the database, with records.")
    ] = None,
    heads: Heads = None,
    key: VerifierKey = "",
) -> None:
    """Say whether a log is whole; exit with 1 if it is not."""


@audit.command()
@runs_on_database("npcserver.cli.audit_files:export")
def export(
    world: WorldId, file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")]
) -> None:
    """Write all entries and signed heads to a file."""


@audit.command()
@runs_on_database("npcserver.cli.audit_files:head")
def head(world: WorldId) -> None:
    """Sign the present head, and print it: keep it where nobody can change it."""
