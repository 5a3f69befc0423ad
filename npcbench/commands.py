"""The commands `npcserver bench …` and their arguments; the benchmarks are imported when run."""

from datetime import time
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from npcserver.cli.options import BaseUrl, Json, option, runs

bench = typer.Typer(no_args_is_help=True)

measures = partial(runs, by="npcbench.harness:measure")
"""Makes a command of its options: it runs a benchmark, and shows what came of it."""

BenchModel = Annotated[
    str | None,
    option(
        "--model",
        metavar="NAME",
        help="Model to ask: `openai:NAME`, `local:FILE.gguf`, `local` (a model that was pulled). "
        "Default: those that the settings name, purpose by purpose; where they name none, a "
        "stand-in that is no language model.",
    ),
]


WorldFile = Annotated[
    Path | None,
    option(help="World file, or Smallville's personas.json. Default: the sample world."),
]


class Half(StrEnum):
    """The halves of the conversations of `bench talk`."""

    OPEN = "open"
    KEPT = "kept"
    ALL = "all"


def _hour(given: str | time) -> time:
    """Return a time of day; typer also passes the default, which is a `time` already."""
    return given if isinstance(given, time) else time.fromisoformat(given)


@bench.command("recall")
@measures("npcbench.recall:run")
def measure_recall(*, json: Json = False) -> None:
    """Measure how long it takes until something comes to mind."""


@bench.command("cold")
@measures("npcbench.cold:run")
def measure_cold(*, json: Json = False) -> None:
    """Measure the first recall after a start, and the bytes on disk of a memory."""


@bench.command("turn")
@measures("npcbench.turn:run")
def measure_turn(
    *,
    json: Json = False,
    turns: Annotated[int, typer.Option(min=5, help="Turns to take.")] = 60,
    memories: Annotated[int, typer.Option(min=0, help="Memories the character has.")] = 10_000,
    players: Annotated[int, typer.Option(min=1, help="Players who speak at once.")] = 50,
    database: Annotated[
        str, typer.Option(metavar="URL", help="An empty database; by default an SQLite file.")
    ] = "",
) -> None:
    """Measure what is added to the model's own time before the first word, and its cost."""


@bench.command("service")
@measures("npcbench.service_times:run")
def measure_service(
    *,
    json: Json = False,
    turns: Annotated[int, typer.Option(min=5, help="Single turns to take.")] = 30,
    seconds: Annotated[float, typer.Option(min=1, help="How long players talk at once.")] = 10.0,
    database: Annotated[
        str, typer.Option(metavar="URL", help="An empty PostgreSQL; by default one of its own.")
    ] = "",
) -> None:
    """Measure what a turn takes of server, database and client, for `npcbench.fleet`."""


@bench.command("start")
@measures("npcbench.start:run")
def measure_start(
    *,
    json: Json = False,
    rounds: Annotated[int, typer.Option(min=1, help="Starts to time.")] = 5,
    idle: Annotated[float, typer.Option(min=1, help="Seconds without a call, at the end.")] = 60.0,
    database: Annotated[
        str,
        typer.Option(metavar="URL", help="An empty PostgreSQL to be idle on; by default a file."),
    ] = "",
) -> None:
    """Measure how soon `serve` answers, and what it costs while nothing happens."""


@bench.command("ticks")
@measures("npcbench.ticks:run")
def measure_ticks(
    *,
    json: Json = False,
    people: Annotated[
        list[int] | None,
        typer.Option(min=2, help="People of a town; may be repeated. Default: 25 to 10,000."),
    ] = None,
    awake: Annotated[int, typer.Option(min=1, help="People who are no extras.")] = 50,
    ticks: Annotated[int, typer.Option(min=1, help="Minutes of game time.")] = 30,
) -> None:
    """Measure what a tick of the clock costs in towns where most people are extras."""


@bench.command("first-word")
@measures("npcbench.first_word:run")
def measure_first_word(
    *,
    json: Json = False,
    model: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Local model that speaks: `local:FILE.gguf`, `local` (a model that was pulled), "
            "or `openai:NAME` with `--base-url`.",
        ),
    ],
    base_url: BaseUrl = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of five turns.")] = 2,
) -> None:
    """Measure how soon a local model speaks: cold, read ahead, after a turn given up."""


@bench.command("observe")
@measures("npcbench.observe:run")
def measure_observe(
    *,
    json: Json = False,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long each part takes.")] = 10.0,
    clients: Annotated[int, typer.Option(min=1, max=1000, help="Clients at one time.")] = 100,
) -> None:
    """Measure how many observations a second are taken in, durably, over gRPC."""


@bench.command("saves")
@measures("npcbench.saves:run")
def measure_saves(
    *,
    json: Json = False,
    loads: Annotated[int, typer.Option(min=20, help="Saves and loads to time.")] = 200,
    memories: Annotated[
        int, typer.Option(min=1000, help="Memories the character has, beside a thousand.")
    ] = 100_000,
    depth: Annotated[int, typer.Option(min=0, help="Loads on top of each other; 0 is none.")] = (
        1000
    ),
) -> None:
    """Measure what saving and loading cost, and that they wait for no thought."""


@bench.command("day")
@measures("npcbench.day:run")
def measure_day(
    *,
    json: Json = False,
    world: WorldFile = None,
    characters: Annotated[int, typer.Option(min=0, help="How many to show; 0 is all.")] = 3,
    background: Annotated[
        int, typer.Option(min=0, help="So many more characters live in the background.")
    ] = 0,
    hours: Annotated[float, typer.Option(min=0.1, max=240, help="Game hours of a day.")] = 24.0,
    days: Annotated[int, typer.Option(min=1, max=30, help="Days to live, one by one.")] = 1,
    minutes: Annotated[int, typer.Option(min=1, max=60, help="Game minutes of a tick.")] = 5,
    model: BenchModel = None,
    base_url: BaseUrl = None,
    page: Annotated[
        Path | None, option(help="File to write plans, acts, talk and thoughts to, in Markdown.")
    ] = None,
) -> None:
    """Live a day and count the model calls of each character, and what each model cost."""


@bench.command("jump")
@measures("npcbench.jump:run")
def measure_jump(
    *,
    json: Json = False,
    world: WorldFile = None,
    people: Annotated[
        int, typer.Option(min=0, help="So many strangers in one place, for the cost alone.")
    ] = 0,
    model: BenchModel = None,
    base_url: BaseUrl = None,
) -> None:
    """Skip 8 hours, 3 days and 30 days, and ask everybody what they have been doing."""


@bench.command("late")
@measures("npcbench.late:run")
def measure_late(
    *,
    json: Json = False,
    world: WorldFile = None,
    people: Annotated[int, typer.Option(min=1, help="How many live; the rest is dormant.")] = 7,
    characters: Annotated[
        int, typer.Option(min=0, help="How many of them are in the foreground.")
    ] = 0,
    model: BenchModel = None,
    base_url: BaseUrl = None,
    delay: Annotated[
        float, typer.Option(min=0, help="Seconds of a call, where no model is named.")
    ] = 2.0,
    pace: Annotated[float, typer.Option(min=1, help="Game seconds in a real second.")] = 60.0,
    since: Annotated[
        time,
        typer.Option("--from", parser=_hour, help="Game time of the beginning."),
    ] = time(11, 30),
    until: Annotated[time, typer.Option(parser=_hour, help="Game time of the end.")] = time(14),
    whisper: Annotated[
        time,
        typer.Option(parser=_hour, help="Game time at which an inner voice wants another plan."),
    ] = time(12, 30),
    seed: Annotated[int, typer.Option(help="Chance, where no model is named.")] = 0,
) -> None:
    """Measure how late thoughts, plans and acts are beside the clock of a game."""


@bench.command("talk")
@runs("npcbench.talk:run", by="npcbench.talk_report:play")
def measure_talk(
    *,
    json: Json = False,
    model: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Model that speaks: `openai:NAME`, `local:FILE.gguf`, `local` (a model that was "
            "pulled), `offline`.",
        ),
    ],
    base_url: BaseUrl = None,
    half: Annotated[
        Half, typer.Option(help="Half of the talks: `open` to tune by, `kept` to look at once.")
    ] = Half.ALL,
    talks: Annotated[
        list[str] | None, option(help="Id of a talk to play; may be repeated.")
    ] = None,
    patience: Annotated[
        float,
        typer.Option(min=0, help="Seconds until the first word; 0 leaves it to the settings."),
    ] = 1800.0,
    out: Annotated[
        Path | None,
        option(
            metavar="FILE",
            help="JSON lines to write turn by turn, and to go on with after a break.",
        ),
    ] = None,
    transcripts: Annotated[
        Path | None, option(metavar="DIR", help="Write each talk as Markdown.")
    ] = None,
    markdown: Annotated[
        bool, typer.Option(metavar="", help="Print the table as Markdown.")
    ] = False,
) -> None:
    """Play a hundred written turns with a model and check what it says, without a judge."""
