"""The arguments of `npcserver prompts`; `prompt_previews` does the work."""

from typing import Annotated

import typer

from npcserver.cli.options import Data, Database, Json

prompts = typer.Typer(
    help="The questions that are put to a model: what it would be shown, word for word.",
    no_args_is_help=True,
)

Kind = Annotated[
    str, typer.Argument(metavar="KIND", help="Which question: see `npcserver prompts list`.")
]
Who = Annotated[
    str | None,
    typer.Option(
        "--with",
        metavar="CHARACTER",
        help="Who is asked; a first name will do. Default: the first of the world.",
        show_default=False,
    ),
]
Words = Annotated[
    str | None,
    typer.Option(
        "--say",
        metavar="WORDS",
        help="What is said, asked or seen, or what a talk or a scene is about.",
        show_default=False,
    ),
]
Visitor = Annotated[
    str | None,
    typer.Option("--as", metavar="NAME", help="Who says it.", show_default=False),
]
World = Annotated[
    str | None,
    typer.Option(
        metavar="WORLD",
        help="A world file, or the id of a world in the database. Default: the sample world.",
        show_default=False,
    ),
]
Timeline = Annotated[
    str | None,
    typer.Option(
        metavar="ID",
        help="A timeline or save of the database, as it stands at its end; `last` is the newest.",
        show_default=False,
    ),
]
Tokens = Annotated[
    int | None,
    typer.Option(
        min=500,
        max=100_000,
        help="Longest question, in place of `dialogue.prompt_tokens`.",
        show_default=False,
    ),
]


@prompts.command("list")
def list_(*, json: Json = False) -> None:
    """List the questions there are."""
    from npcserver.cli import prompt_previews  # noqa: PLC0415

    prompt_previews.show_kinds(is_json=json)


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
    from npcserver.cli import given, prompt_previews  # noqa: PLC0415

    settings = given.settings(data=data, database=database)
    wish = prompt_previews.PreviewWish(
        kind=kind,
        character=with_ or "",
        words=say or "",
        visitor=as_ or "",
        world=world or "",
        timeline=timeline or "",
        tokens=tokens or 0,
        is_json=json,
    )
    given.run(prompt_previews.show(settings, wish))
