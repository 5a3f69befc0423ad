"""`npcserver eval`: its commands and their help, imported before the command is known."""

import asyncio
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from npcserver.cli.options import BaseUrl, Model, option, runs

NEEDED = ("scipy", "scikit_posthocs", "trueskill", "openskill")
_NOT_HERE = """\
The evaluations need libraries of statistics, which are an extra of the package:

    pip install "npcserver[eval]"
"""

_OF_SERVER = {"server": "address", "model": "model", "base_url": "base_url"}

evaluations = typer.Typer(
    help="What recorded runs of a town come to: the papers' evaluations, and some of our own.",
    no_args_is_help=True,
)

Run = Annotated[
    Path, typer.Argument(metavar="RUN", help="Folder of a run, as `npcserver town` writes it.")
]
Seed = Annotated[int, typer.Option(help="Makes whatever is drawn by chance repeatable.")]
Server = Annotated[
    str | None,
    option(
        "--server",
        metavar="HOST:PORT",
        help="Server that has the run. Default: one is started over a copy of the run's data.",
    ),
]
JudgeName = Annotated[
    str,
    typer.Option(
        "--judge",
        metavar="NAME",
        help="Who ranks answers: `scripted` (a rule), the URL of an OpenAI-compatible endpoint "
        "(its key in NPCSERVER_JUDGE_KEY), or a GGUF file.",
    ),
]
JudgeModel = Annotated[
    str, option("--judge-model", metavar="NAME", help="Model at the judge's endpoint.")
]
People = Annotated[
    int, typer.Option(min=0, help="How many people are asked, drawn by the seed; 0 asks all.")
]
OfArea = Annotated[
    int, typer.Option("--of-area", min=1, max=5, help="Questions of each area, drawn by the seed.")
]
Answers = Annotated[
    Path | None,
    option(
        "--answers",
        metavar="FILE",
        help="Answers of people as a condition of their own: CSV or JSONL with person, question "
        "and answer.",
    ),
]
Rankings = Annotated[
    list[Path] | None,
    option(
        "--rankings",
        metavar="FILE",
        help="Rankings that a person saved on ranking.html; may be given several times.",
    ),
]


_runs = partial(runs, by="npceval.cli:evaluate")


def evaluate(name: str, given: dict[str, Any]) -> None:
    """Run an evaluation of `npceval.cli.commands`; the options of the server are one."""
    if not all(map(find_spec, NEEDED)):
        typer.echo(_NOT_HERE, err=True)
        raise typer.Exit(1)
    from npceval.cli import commands  # noqa: PLC0415
    from npceval.session import SessionOptions  # noqa: PLC0415

    server = {_OF_SERVER[one]: given.pop(one) or "" for one in _OF_SERVER if one in given}
    if server:
        given["server"] = SessionOptions(**server)
    asyncio.run(getattr(commands, name)(**given))


@evaluations.command()
@_runs("interviews")
def interviews(
    run: Run,
    judge: JudgeName = "scripted",
    judge_model: JudgeModel = "",
    people: People = 0,
    of_area: OfArea = 5,
    answers: Answers = None,
    rankings: Rankings = None,
    seed: Seed = 0,
    server: Server = None,
    model: Model = None,
    base_url: BaseUrl = None,
) -> None:
    """Ask the paper's 25 questions under four conditions, and have the answers ranked.

    Also writes ranking.html, on which people rank them without knowing the conditions.
    """


Pairs = Annotated[
    int,
    typer.Option(
        min=0, help="Ordered pairs that are asked of each other, drawn by the seed; 0: up to 600."
    ),
]


@evaluations.command()
@_runs("find_diffusion")
def diffusion(
    run: Run,
    pairs: Pairs = 0,
    seed: Seed = 0,
    server: Server = None,
    model: Model = None,
    base_url: BaseUrl = None,
) -> None:
    """Say who knows of what from whom, who knows whom, and who came to what they were asked to.

    What people claim in interviews is checked against their memories, and these by their paths.
    """


PlanFile = Annotated[
    Path | None,
    option("--plan", metavar="FILE", help="Prices of models, as for `npcserver eval bill`."),
]


@evaluations.command()
@_runs("measure_behaviour")
def behaviour(
    run: Run,
    plan: PlanFile = None,
    server: Server = None,
    model: Model = None,
    base_url: BaseUrl = None,
) -> None:
    """Say how people behave: repetition, agreement, norms, plans kept, calls and tokens."""


Plan = Annotated[
    Path, typer.Option("--plan", metavar="FILE", help="JSON: prices, models, budget, arrivals.")
]
Players = Annotated[int, typer.Option(min=1, help="Players a day.")]
Playtest = Annotated[
    Path | None,
    option("--playtest", metavar="FILE", help="Result of `npc-playtest run --json`, for a run."),
]
PlayedData = Annotated[
    Path | None, option("--data", metavar="DIR", help="Data folder of the playtest's server.")
]


@evaluations.command()
@_runs("make_bill")
def bill(
    plan: Plan,
    run: Annotated[Path | None, typer.Argument(metavar="[RUN]", show_default=False)] = None,
    players: Players = 1_000,
    playtest: Playtest = None,
    data: PlayedData = None,
    seed: Seed = 0,
    server: Server = None,
) -> None:
    """Price a run or a playtest for many players a day, with the queue that it needs."""


SetFile = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="Long conversations in the form of LoCoMo or LongMemEval."),
]
Limit = Annotated[
    int, typer.Option(min=1, max=100, help="How many memories are recalled at a question.")
]
Exclude = Annotated[
    Path | None,
    option("--exclude", metavar="FILE", help="Questions to leave out: `SAMPLE:INDEX reason`."),
]
Profile = Annotated[str, typer.Option(metavar="NAME", help="Retrieval profile.")]
Output = Annotated[
    Path, typer.Option("--output", "-o", metavar="DIR", help="Folder of results and answers.")
]


@evaluations.command()
@_runs("measure_recall")
def retrieval(
    file: SetFile,
    limit: Limit = 20,
    exclude: Exclude = None,
    profile: Profile = "",
    output: Output = Path("eval"),
    seed: Seed = 0,
) -> None:
    """Measure recall over a public set of long conversations, by category."""


GivenFile = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="JSON lines with `text` and `importance`, 1 to 10."),
]
Most = Annotated[int, typer.Option(min=0, help="How many texts, drawn by the seed; 0: all.")]


@evaluations.command()
@_runs("correlate_importance")
def importance(
    file: GivenFile,
    most: Most = 200,
    output: Output = Path("eval"),
    seed: Seed = 0,
    model: Model = None,
    base_url: BaseUrl = None,
) -> None:
    """Correlate the importance that a server gives to texts with what people or others gave."""


Runs = Annotated[
    list[Path], typer.Argument(metavar="RUN...", help="Runs that were played under settings.")
]


@evaluations.command()
@_runs("compare_runs")
def ablations(runs: Runs, output: Output = Path("eval"), seed: Seed = 0) -> None:
    """Compare runs that were played under different settings."""


SceneResults = Annotated[
    list[Path],
    typer.Argument(metavar="FILE...", help="Results that `npcserver scene run --json` printed."),
]


@evaluations.command()
@_runs("compare_scenes")
def scenes(results: SceneResults, output: Output = Path("eval"), seed: Seed = 0) -> None:
    """Compare repeated games of scenes: winners, votes, and how varied the talk was."""


@evaluations.command("all")
@_runs("run_all")
def all_(
    run: Run,
    judge: JudgeName = "scripted",
    judge_model: JudgeModel = "",
    people: People = 0,
    of_area: OfArea = 5,
    pairs: Pairs = 0,
    plan: PlanFile = None,
    seed: Seed = 0,
    server: Server = None,
    model: Model = None,
    base_url: BaseUrl = None,
) -> None:
    """Run all that needs no more than a run: behaviour, diffusion, interviews; a bill with --plan.

    Writes index.html, which leads to the pages.
    """
