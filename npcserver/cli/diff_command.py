"""The arguments of `npcserver diff`."""

from typing import Annotated

import typer

from npcserver.cli.options import Data, Database, Json


def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="A save, a timeline, or TIMELINE@SEQ.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another moment of the same world.")],
    *,
    character: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Whom to compare; may be repeated. Default: all.",
            show_default=False,
        ),
    ] = None,
    memories: Annotated[
        int, typer.Option(min=1, max=500, help="Memories to show of each character and side.")
    ] = 50,
    json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Show who has what in mind at one moment of play, and not at another.

    Memories and how they came, beliefs, relations, moods, plans and promises, and the things
    around: `-` is only so in A, `+` only in B. Exit code 0 when nothing differs, 1 when something
    does, 2 when it cannot be told.
    """
    from npcserver.cli import diffing, given  # noqa: PLC0415

    wish = diffing.DiffWish(
        a=a, b=b, characters=tuple(character or ()), memories=memories, is_json=json
    )
    raise typer.Exit(given.run(diffing.diff(given.settings(data=data, database=database), wish)))
