"""`npcserver models`: its commands and their help, imported before the command is known."""

from typing import Annotated

import typer

from npcserver.cli.options import Data, runs

models = typer.Typer(
    help="Language models that run inside the server: show, fetch and choose them.",
    no_args_is_help=True,
)


ModelName = Annotated[
    str, typer.Argument(metavar="NAME", help="Name as `npcserver models list` shows it.")
]


@models.command("list")
@runs("npcmodels.cli.model_download:show_catalogue")
def list_models(data: Data = None) -> None:
    """Show the models that can be pulled, and which of them suits this machine."""


@models.command()
@runs("npcmodels.cli.model_download:pull_model")
def pull(name: ModelName = "smollm2-135m", data: Data = None) -> None:
    """Fetch a language model that runs inside the server; goes on where it broke off.

    Without a name: a small one (98 MB), good for trying things out; a weak actor.
    """


@models.command()
@runs("npcmodels.cli.model_download:use_model")
def use(name: ModelName, data: Data = None) -> None:
    """Make a pulled model the one that speaks; `npcserver models use auto` takes that back.

    It is written into the data folder. Settings that name a model still win.
    """
