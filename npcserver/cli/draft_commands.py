"""The arguments of `npcserver drafts`."""

from pathlib import Path
from typing import Annotated

import typer

from npcserver.cli.options import Json, option, runs_on_database

drafts = typer.Typer(
    help="Drafts: what authors changed in one timeline, before it is published for all.",
    no_args_is_help=True,
)

TimelineId = Annotated[str, typer.Argument(metavar="TIMELINE", help="Id of the timeline.")]
Subject = Annotated[
    str,
    typer.Argument(
        metavar="WHAT", help="Id of a character, `book:ID`, or `affordance:NAME`, as listed."
    ),
]
Why = Annotated[str, option(metavar="TEXT", help="Why; others read it.")]


@drafts.command("list")
@runs_on_database("npcserver.cli.drafts:list_drafts")
def list_(timeline: TimelineId, *, json: Json = False) -> None:
    """List what is drafted in a timeline, with the fields that differ."""


@drafts.command()
@runs_on_database("npcserver.cli.drafts:show")
def show(timeline: TimelineId, what: Subject) -> None:
    """Show what a draft changes, and whom its publication would reach."""


@drafts.command()
@runs_on_database("npcserver.cli.drafts:export")
def export(
    timeline: TimelineId,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="File to write. Default: standard output.", show_default=False
        ),
    ] = None,
    *,
    only: Annotated[str, option(metavar="WHAT", help="This draft alone. Default: all.")] = "",
) -> None:
    """Write what drafts change as a file, to keep in git or to import elsewhere."""


@drafts.command("import")
@runs_on_database("npcserver.cli.drafts:import_file")
def import_(
    timeline: TimelineId,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File of `drafts export`.")],
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", metavar="", help="Say what it would do, and do nothing.")
    ] = False,
    why: Why = "",
) -> None:
    """Draft in a timeline what a file says."""


@drafts.command()
@runs_on_database("npcserver.cli.drafts:publish")
def publish(timeline: TimelineId, what: Subject, *, why: Why = "") -> None:
    """Publish a draft for all timelines; `show` says whom that reaches."""


@drafts.command()
@runs_on_database("npcserver.cli.drafts:discard")
def discard(timeline: TimelineId, what: Subject, *, why: Why = "") -> None:
    """End a draft; its timeline uses what is published from then on."""
