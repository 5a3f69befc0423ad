"""The arguments of `npcserver report`; `reporting` does the work."""

from typing import Annotated

import typer

from npcserver.cli.options import Data, Database, Json


def report(
    timeline: Annotated[str, typer.Argument(metavar="TIMELINE", help="Id of the timeline.")],
    *,
    character: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Only this character, with examples. Default: all of the world.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Report how much of what characters remember is of use.

    Counts what is said twice, what only repeats the character itself, what says nothing, and what
    is out of date. Changes nothing.
    """
    from npcserver.cli import given, reporting  # noqa: PLC0415

    settings = given.settings(data=data, database=database)
    wish = reporting.ReportWish(timeline=timeline, character=character or "", is_json=json)
    given.run(reporting.report(settings, wish))
