"""The arguments of the commands for authors and operators; what they do is loaded later."""

from pathlib import Path
from typing import Annotated, Any

import typer

from npcserver.cli.options import BaseUrl, Data, Database, Json, Model, option, runs
from npcserver.plugins import load

WorldToPlay = Annotated[
    str,
    option(
        metavar="FILE-or-ID",
        help="A world file, or the id of a world that was imported. Default: the last one, or "
        "the sample world.",
    ),
]
WorldToCheck = Annotated[
    str | None,
    typer.Argument(
        metavar="[WORLD]",
        help="A world file, or the id of a world in the database: look at it alone. Default: try "
        "every part of the server.",
        show_default=False,
    ),
]
As = Annotated[str, option("--as", metavar="NAME", help="Who you are.")]
With = Annotated[
    str,
    option("--with", metavar="CHARACTER", help="Whom you talk with; a first name will do."),
]
Say = Annotated[
    list[str] | None,
    option(
        "--say",
        metavar="TEXT",
        help="Say this, show the answer, and leave. May be given several times, and may be a "
        "command such as `/explain`. The exit code is 0 when all went well.",
    ),
]
Output = Annotated[
    Path | None,
    option(
        "--output",
        "-o",
        metavar="FILE",
        help="File to write; one that ends in `.gz` is compressed. Default: a file of that name "
        "in this folder.",
    ),
]
Transcript = Annotated[
    Path | None, option(metavar="FILE", help="Write what was replayed as text: always the same.")
]
Persona = Annotated[
    Path | None,
    option(
        metavar="FILE",
        help="World file, or file of one character: ask each turn again of who they are there.",
    ),
]
OnlyOf = Annotated[str, option(metavar="ID", help="Only the turns of this character.")]
Expect = Annotated[
    Path | None, option(metavar="FILE", help="Expectations to hold the session against.")
]
JUnit = Annotated[
    Path | None,
    option(
        "--junit", metavar="FILE", help="Write how the expectations did, as CI systems read it."
    ),
]


def alone(target: str, given: dict[str, Any]) -> Any:
    """Run `target` with the settings of a server that this machine alone can call."""
    from npcserver import bootstrap  # noqa: PLC0415
    from npcserver.cli import settings_args  # noqa: PLC0415

    told = {name: given.pop(name) for name in ("data", "model", "base_url")}
    settings = settings_args.load_settings(**told, server={"host": "127.0.0.1", "port": 0})
    bootstrap.require_unserved(settings)  # before anything heavy is loaded
    return settings_args.run_coroutine(load(target)(settings, **given))


@runs("npctools.cli.play_console:play", by="npctools.cli:alone")
def play(
    world: WorldToPlay = "",
    player: As = "",
    partner: With = "",
    lines: Say = None,
    data: Data = None,
    model: Model = None,
    base_url: BaseUrl = None,
    language: Annotated[
        str,
        option(
            metavar="TAG",
            help="Language that you speak in a new game, such as `pt-BR`. Default: the world's.",
        ),
    ] = "",
    *,
    is_yes: Annotated[
        bool,
        typer.Option(
            "--yes",
            metavar="",
            help="Use a hosted model whose key stands in the environment without asking.",
        ),
    ] = False,
) -> None:
    """Talk with a character, here in the terminal.

    Starts a server of its own, and goes on where you left the last time.
    """


@runs("npctools.cli.world_check:check")
def check(
    world: WorldToCheck = None,
    data: Data = None,
    database: Database = None,
    model: Model = None,
    base_url: BaseUrl = None,
) -> None:
    """Show the settings in force, and try every part once; or look at a world.

    Says what to do about each failure, and what an author should look at in a world. Exit code 1
    when a part failed, or the world cannot be read.
    """


@runs("npctools.cli.metrics_view:show")
def top(
    address: Annotated[
        str,
        typer.Argument(
            metavar="[HOST:PORT]",
            help="Where the metrics of a server are. Default: `metrics.port` of the settings, or "
            "9464 on this machine.",
            show_default=False,
        ),
    ] = "",
    every: Annotated[
        float, typer.Option(min=0.2, max=60, metavar="SECONDS", help="Look so often.")
    ] = 2.0,
    *,
    once: Annotated[
        bool, typer.Option("--once", help="Print one picture, of all since the start, and leave.")
    ] = False,
) -> None:
    """Show what a server does: turns, waits, queues, models and their cost, until Ctrl-C.

    The server has to run with `--metrics-port`.
    """


@runs("npctools.cli.session_record:record")
def record(
    timeline: Annotated[
        str,
        typer.Argument(
            metavar="[TIMELINE|SAVE]",
            help="What to record; `last` is what was played last. Default: list what there is.",
        ),
    ] = "",
    first: Annotated[
        int, typer.Option("--from", metavar="SEQ", min=1, help="Replay turns from here on only.")
    ] = 1,
    output: Output = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Write a session to a file, to replay it: all that a timeline or a save sees.

    Nothing has to be switched on while one plays: the log holds everything.
    """


@runs("npctools.cli.sessions:replay")
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `record` wrote.")],
    times: Annotated[int, typer.Option(min=1, max=100_000, help="Replay it so often.")] = 1,
    transcript: Transcript = None,
    persona: Persona = None,
    character: OnlyOf = "",
    expect: Expect = None,
    junit: JUnit = None,
    model: Model = None,
    base_url: BaseUrl = None,
    data: Data = None,
    *,
    is_json: Json = False,
) -> None:
    """Replay a session without a model and compare it byte for byte.

    With `--persona` the turns are asked again of characters as they are written today, and the
    lines that change are shown side by side; with `--expect` the session is tested.

    Exit code 0 when all is the same and all expectations hold, else 1.
    """


@runs("npctools.cli.inspection:diff")
def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="A save, a timeline, or TIMELINE@SEQ.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another moment of the same world.")],
    *,
    characters: Annotated[
        list[str] | None,
        option(
            "--character", metavar="NAME", help="Whom to compare; may be repeated. Default: all."
        ),
    ] = None,
    memories: Annotated[
        int, typer.Option(min=1, max=500, help="Memories to show of each character and side.")
    ] = 50,
    is_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Show who has what in mind at one moment of play, and not at another.

    Memories and how they came, beliefs, relations, moods, plans and promises, and the things
    around: `-` is only so in A, `+` only in B. Exit code 0 when nothing differs, 1 when something
    does, 2 when it cannot be told.
    """


@runs("npctools.cli.inspection:report")
def report(
    timeline: Annotated[str, typer.Argument(metavar="TIMELINE", help="Id of the timeline.")],
    *,
    character: Annotated[
        str | None,
        option(metavar="ID", help="Only this character, with examples. Default: all of the world."),
    ] = None,
    is_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Report how much of what characters remember is of use.

    Counts what is said twice, what only repeats the character itself, what says nothing, and what
    is out of date. Changes nothing.
    """


prompts = typer.Typer(
    help="The questions that are put to a model: what it would be shown, word for word.",
    no_args_is_help=True,
)

Kind = Annotated[
    str, typer.Argument(metavar="KIND", help="Which question: see `npcserver prompts list`.")
]
Who = Annotated[
    str,
    option(
        "--with",
        metavar="CHARACTER",
        help="Who is asked; a first name will do. Default: the first of the world.",
    ),
]
Words = Annotated[
    str,
    option(
        "--say",
        metavar="WORDS",
        help="What is said, asked or seen, or what a talk or a scene is about.",
    ),
]
Visitor = Annotated[str, option("--as", metavar="NAME", help="Who says it.")]
World = Annotated[
    str,
    option(
        metavar="WORLD",
        help="A world file, or the id of a world in the database. Default: the sample world.",
    ),
]
Timeline = Annotated[
    str,
    option(
        metavar="ID",
        help="A timeline or save of the database, as it stands at its end; `last`: played last.",
    ),
]
Tokens = Annotated[
    int | None,
    option(min=500, max=100_000, help="Longest question, in place of `dialogue.prompt_tokens`."),
]


@prompts.command("list")
def list_(*, json: Json = False) -> None:
    """List the questions there are."""
    from npctools.cli import inspection  # noqa: PLC0415

    inspection.show_prompt_kinds(is_json=json)


@prompts.command()
@runs("npctools.cli.inspection:show_prompt")
def show(
    kind: Kind,
    *,
    character: Who = "",
    words: Words = "",
    visitor: Visitor = "",
    world: World = "",
    timeline: Timeline = "",
    tokens: Tokens = None,
    is_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Show a question as it would be asked now, by parts, with their tokens.

    No model is asked, and nothing is stored. Where nothing calls for the question its occasion is
    made up, and what was made up is said first.
    """
