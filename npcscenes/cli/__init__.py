"""The arguments of `npcserver scene`."""

import shlex
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from npcserver.cli.options import BaseUrl, Data, Database, Json, Model, option, runs

scene = typer.Typer(
    help="Scenes in which many characters scheme, debate and vote, after AgentGroupChat.",
    no_args_is_help=True,
)


class AblationOption(StrEnum):
    """A part that a scene can be run without, to see what the part contributes."""

    MEMORY = "memory"
    GROUP_CHAT = "group-chat"
    SUMMARY = "summary"


SceneFile = Annotated[
    str,
    typer.Argument(
        metavar="SCENE",
        help="A scene file, or one of the stories that come along: see `npcserver scene list`.",
    ),
]
Html = Annotated[
    Path | None, option("--html", metavar="FILE", help="Write the result as a page with plots.")
]
Seat = Annotated[
    str, option("--seat", metavar="MEMBER", help="Speak and decide for a member yourself.")
]
Eyes = Annotated[
    str,
    option(
        "--eyes", metavar="MEMBER", help="Show only what this member may know, or the `audience`."
    ),
]
Tokens = Annotated[
    int, typer.Option(min=500, max=1_000_000, help="Tokens that a prompt may have, by the model.")
]
Seed = Annotated[int, typer.Option(help="Makes whatever is left to chance repeatable.")]
Rounds = Annotated[int | None, option(min=1, max=20, help="Rounds, in place of those of the file.")]
ChatRounds = Annotated[
    int | None,
    option(min=1, max=20, help="Chat rounds of every stage, in place of those of the file."),
]
Without = Annotated[
    list[AblationOption] | None, option(help="Run it without this; may be given several times.")
]
InWorld = Annotated[
    str,
    option(
        "--world",
        metavar="FILE-or-ID",
        help="World whose characters are cast. Default: a world of the scene's own.",
    ),
]


_OF_DISPLAY = ("seat", "eyes", "html")
_plays = partial(runs, by="npcscenes.cli:play")


def play(name: str, given: dict[str, Any]) -> int:
    """Run a scene, or go on with one, and return the exit code."""
    from npcscenes.cli import scenes  # noqa: PLC0415
    from npcserver.cli import settings_args  # noqa: PLC0415

    of_settings = {one: given.pop(one) for one in settings_args.OF_SETTINGS}
    settings = settings_args.load_settings(**of_settings)
    shown = {one: given.pop(one) for one in _OF_DISPLAY}
    where = _options(**of_settings)
    show = scenes.SceneDisplay(**shown, is_json=given.pop("json"), where=where)
    if name == "run":
        return settings_args.run_coroutine(
            scenes.run_scene(settings, scenes.SceneArgs(**given, show=show))
        )
    return settings_args.run_coroutine(scenes.resume_scene(settings, **given, show=show))


@scene.command("run")
@_plays("run")
def run_(
    scene: SceneFile,
    seed: Seed = 0,
    rounds: Rounds = None,
    chat_rounds: ChatRounds = None,
    without: Without = None,
    seat: Seat = "",
    eyes: Eyes = "",
    html: Html = None,
    world: InWorld = "",
    model: Model = None,
    base_url: BaseUrl = None,
    data: Data = None,
    database: Database = None,
    *,
    json: Json = False,
) -> None:
    """Run a scene to its end, and show what is said as it is said.

    Ctrl-C leaves it where it is; `npcserver scene go` goes on. Exit code 0 once it is settled.
    """


@scene.command()
@_plays("go")
def go(
    timeline: Annotated[
        str, typer.Argument(metavar="TIMELINE", help="Timeline in which the scene is played.")
    ],
    seat: Seat = "",
    eyes: Eyes = "",
    html: Html = None,
    model: Model = None,
    base_url: BaseUrl = None,
    data: Data = None,
    database: Database = None,
    *,
    json: Json = False,
) -> None:
    """Go on with a scene that was left, or show again what came of it."""


@scene.command()
def check(file: SceneFile, tokens: Tokens = 8_192) -> None:
    """Say whether a scene file is in order, what it costs at most, and which texts are cut."""
    from npcscenes.cli import scene_files  # noqa: PLC0415

    scene_files.check_scene(file, tokens)


@scene.command("list")
def list_(
    data: Data = None,
    database: Database = None,
    *,
    is_open: Annotated[
        bool,
        typer.Option(
            "--open", metavar="", help="List the scenes that were begun and are not over."
        ),
    ] = False,
) -> None:
    """List the stories that come along, or the scenes that can go on."""
    if is_open:
        from npcscenes.cli import scenes  # noqa: PLC0415
        from npcserver.cli import settings_args  # noqa: PLC0415

        settings_args.run_coroutine(
            scenes.list_open_scenes(settings_args.load_settings(data=data, database=database))
        )
    else:
        from npcscenes.cli import scene_files  # noqa: PLC0415

        scene_files.list_shipped_scenes()


def _options(**given: object) -> str:
    """Return options as they were typed, so that a command can be repeated."""
    return "".join(
        f" --{name.replace('_', '-')} {shlex.quote(str(value))}"
        for name, value in given.items()
        if value is not None
    )
