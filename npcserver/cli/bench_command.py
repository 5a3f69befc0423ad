"""The command `npcserver bench`: the benchmarks of a checkout, or how to get them."""

from importlib.util import find_spec

import typer

from npcserver.plugins import load

_HERE = "Measure on this machine: speed against a baseline of the same run, or what models come to."
_ELSEWHERE = """\
The benchmarks are not part of the installed package. To run them, get a checkout of npcserver, and
install it with what they need:

    pip install -e ".[bench]"
    npcserver bench --help
"""


def add_bench(app: typer.Typer) -> None:
    """Add the commands of `npcbench`, or a command that says how to get it if it is absent."""
    if find_spec("npcbench"):
        app.add_typer(load("npcbench.commands:bench"), name="bench", help=_HERE)
        return
    anything = {"allow_extra_args": True, "ignore_unknown_options": True}
    app.command("bench", help=f"{_HERE} Needs a checkout.", context_settings=anything)(_explain)


def _explain() -> None:
    typer.echo(_ELSEWHERE, err=True, nl=False)
    raise typer.Exit(1)
