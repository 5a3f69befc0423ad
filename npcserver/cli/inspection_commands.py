"""The arguments of `npcserver diff`, `report` and `prompts`; what they do is loaded later."""

from typing import Annotated

import typer

from npcserver.cli.options import Data, Database, Json, option


def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="A save, a timeline, or TIMELINE@SEQ.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another moment of the same world.")],
    *,
    character: Annotated[
        list[str] | None,
        option(metavar="NAME", help="Whom to compare; may be repeated. Default: all."),
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
    from npcserver.cli import inspection, settings_args  # noqa: PLC0415

    args = inspection.DiffArgs(
        a=a, b=b, characters=tuple(character or ()), memories=memories, is_json=json
    )
    raise typer.Exit(
        settings_args.run_coroutine(
            inspection.diff(settings_args.load_settings(data=data, database=database), args)
        )
    )


def report(
    timeline: Annotated[str, typer.Argument(metavar="TIMELINE", help="Id of the timeline.")],
    *,
    character: Annotated[
        str | None,
        option(metavar="ID", help="Only this character, with examples. Default: all of the world."),
    ] = None,
    json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Report how much of what characters remember is of use.

    Counts what is said twice, what only repeats the character itself, what says nothing, and what
    is out of date. Changes nothing.
    """
    from npcserver.cli import inspection, settings_args  # noqa: PLC0415

    settings = settings_args.load_settings(data=data, database=database)
    args = inspection.ReportArgs(timeline=timeline, character=character or "", is_json=json)
    settings_args.run_coroutine(inspection.report(settings, args))


prompts = typer.Typer(
    help="The questions that are put to a model: what it would be shown, word for word.",
    no_args_is_help=True,
)

Kind = Annotated[
    str, typer.Argument(metavar="KIND", help="Which question: see `npcserver prompts list`.")
]
Who = Annotated[
    str | None,
    option(
        "--with",
        metavar="CHARACTER",
        help="Who is asked; a first name will do. Default: the first of the world.",
    ),
]
Words = Annotated[
    str | None,
    option(
        "--say",
        metavar="WORDS",
        help="What is said, asked or seen, or what a talk or a scene is about.",
    ),
]
Visitor = Annotated[str | None, option("--as", metavar="NAME", help="Who says it.")]
World = Annotated[
    str | None,
    option(
        metavar="WORLD",
        help="A world file, or the id of a world in the database. Default: the sample world.",
    ),
]
Timeline = Annotated[
    str | None,
    option(
        metavar="ID",
        help="A timeline or save of the database, as it stands at its end; `last` is the newest.",
    ),
]
Tokens = Annotated[
    int | None,
    option(min=500, max=100_000, help="Longest question, in place of `dialogue.prompt_tokens`."),
]


@prompts.command("list")
def list_(*, json: Json = False) -> None:
    """List the questions there are."""
    from npcserver.cli import inspection  # noqa: PLC0415

    inspection.show_prompt_kinds(is_json=json)


@prompts.command()
def show(
    kind: Kind,
    *,
    with_: Who = None,
    say: Words = None,
    as_: Visitor = None,
    world: World = None,
    timeline: Timeline = None,
    tokens: Tokens = None,
    json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Show a question as it would be asked now, by parts, with their tokens.

    No model is asked, and nothing is stored. Where nothing calls for the question its occasion is
    made up, and what was made up is said first.
    """
    from npcserver.cli import inspection, settings_args  # noqa: PLC0415

    settings = settings_args.load_settings(data=data, database=database)
    args = inspection.PreviewArgs(
        kind=kind,
        character=with_ or "",
        words=say or "",
        visitor=as_ or "",
        world=world or "",
        timeline=timeline or "",
        tokens=tokens or 0,
        is_json=json,
    )
    settings_args.run_coroutine(inspection.show_prompt(settings, args))
