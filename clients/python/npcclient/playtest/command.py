"""The command line of `npc-playtest`."""

import asyncio
import contextlib
import io
import json
import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer

from npcclient import NpcError
from npcclient.playtest import benching, following, reports, talking
from npcclient.playtest.options import (
    Ca,
    Json,
    Key,
    NoColor,
    ServerArgument,
    ServerOption,
    Tls,
    TransportOption,
    World,
)
from npcclient.playtest.pieces import Mistake
from npcclient.playtest.reaching import (
    BROKEN,
    HELD,
    MISUSED,
    UNREACHED,
    Misused,
    Reach,
    explained,
    is_unreached,
    refuse,
    sentence,
)
from npcclient.playtest.reading import read
from npcclient.playtest.running import RunResult, run
from npcclient.playtest.scenario import Scenario

app = typer.Typer(
    name="npc-playtest",
    help="Talk with the characters of an npcserver, test them, time them, and watch them. "
    "Exit codes: 0 all well, 1 not as expected, 2 wrong usage or file, 3 no server.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


@app.command()
def chat(
    server: ServerArgument = "",
    server_option: ServerOption = "",
    transport: TransportOption = None,
    key: Key = "",
    tls: Tls = False,
    ca: Ca = None,
    no_color: NoColor = False,
    world: World = "",
    player: Annotated[str, typer.Option("--as", metavar="NAME", help="Who you are.")] = "Traveller",
    partner: Annotated[
        str, typer.Option("--with", metavar="CHARACTER", help="Whom you talk with.")
    ] = "",
    timeline: Annotated[
        str, typer.Option(metavar="ID", help="Timeline to go on with. Default: a new one.")
    ] = "",
    say: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="Say this, and end. May be repeated.")
    ] = None,
) -> None:
    """Talk with a character. Ctrl-C interrupts it, a second Ctrl-C leaves; /help lists commands."""
    reach = _reach(server, server_option, transport, key, tls=tls, ca=ca, no_color=no_color)
    wish = talking.ChatWish(
        world=world, player=player, partner=partner, timeline=timeline, lines=tuple(say or ())
    )
    _exit(reach, talking.chat(reach, wish))


@app.command(name="run")
def run_command(
    scenarios: Annotated[
        list[Path], typer.Argument(metavar="SCENARIO.yaml...", help="Scenario files, in order.")
    ],
    server_option: ServerOption = "",
    transport: TransportOption = None,
    key: Key = "",
    tls: Tls = False,
    ca: Ca = None,
    no_color: NoColor = False,
    is_json: Json = False,
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write JUnit XML for a CI system.")
    ] = None,
) -> None:
    """Play scenarios and hold the characters to what they expect."""
    reach = _reach("", server_option, transport, key, tls=tls, ca=ca, no_color=no_color)
    _exit(reach, _run(reach, scenarios, junit, is_json=is_json))


@app.command()
def bench(
    server: ServerArgument = "",
    server_option: ServerOption = "",
    transport: TransportOption = None,
    key: Key = "",
    tls: Tls = False,
    ca: Ca = None,
    no_color: NoColor = False,
    world: World = "",
    is_json: Json = False,
    character: Annotated[
        str, typer.Option(metavar="NAME", help="Who is spoken to. Default: all in turn.")
    ] = "",
    sessions: Annotated[int, typer.Option(min=1, max=500, help="How many at once.")] = 8,
    turns: Annotated[int, typer.Option(min=1, max=10_000, help="Turns of each session.")] = 5,
    seconds: Annotated[
        float, typer.Option(min=1.0, max=3_600.0, help="When all end at the latest.")
    ] = 60.0,
    text: Annotated[str, typer.Option(help="What is said.")] = benching.BenchWish().text,
) -> None:
    """Let many players talk at once, and tell how long they wait."""
    reach = _reach(server, server_option, transport, key, tls=tls, ca=ca, no_color=no_color)
    wish = benching.BenchWish(
        sessions=sessions,
        turns=turns,
        seconds=seconds,
        world=world,
        character=character,
        text=text,
    )
    _exit(reach, _bench(reach, wish, is_json=is_json))


@app.command()
def watch(
    server: ServerArgument = "",
    server_option: ServerOption = "",
    transport: TransportOption = None,
    key: Key = "",
    tls: Tls = False,
    ca: Ca = None,
    no_color: NoColor = False,
    world: World = "",
    is_json: Json = False,
    timeline: Annotated[
        str, typer.Option(metavar="ID", help="Timeline. Default: the world's newest.")
    ] = "",
    after: Annotated[
        int | None, typer.Option(min=0, metavar="SEQ", help="Begin after this position.")
    ] = None,
    character: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this one. May be repeated.")
    ] = None,
    count: Annotated[int, typer.Option(min=0, help="End after so many events; 0: never.")] = 0,
) -> None:
    """Tell what happens in a timeline. Goes on by itself after a lost connection."""
    reach = _reach(server, server_option, transport, key, tls=tls, ca=ca, no_color=no_color)
    wish = following.WatchWish(
        world=world,
        timeline=timeline,
        after=after,
        characters=tuple(character or ()),
        most=count,
        json=is_json,
    )
    _exit(reach, following.watch(reach, wish))


def main() -> None:
    """Run the command, and end the process.

    At once: the threads of the HTTP library may still release objects of ours, and abort the
    process if the interpreter is being finalised (glibc, Python 3.11).
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # no character ends the command
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    else:
        code = HELD
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


def _reach(argument: str, *rest: Any, **more: Any) -> Reach:
    server, transport, key = rest
    return Reach(argument=argument, server=server, transport=transport, key=key, **more)


def _exit(reach: Reach, work: Coroutine[Any, Any, int]) -> None:
    """Run it, print an error in one line, and exit."""
    console = reach.console(aside=True)
    try:
        code = asyncio.run(work)
    except Misused as misused:
        refuse(console, sentence(str(misused)))
        code = MISUSED
    except NpcError as error:
        refuse(console, explained(error, reach.address))
        code = UNREACHED if is_unreached(error) else BROKEN
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:  # the reader of our output has closed it
        sys.stdout = None  # or it is flushed at the end, and fails again
        code = HELD
    raise typer.Exit(code)


async def _run(reach: Reach, paths: list[Path], junit: Path | None, *, is_json: bool) -> int:
    out = reach.console()
    try:
        scenarios = [read(path) for path in paths]
    except Mistake as mistake:
        raise Misused(str(mistake)) from mistake
    results: list[RunResult] = []
    async with reach.connect() as npc:
        for scenario in scenarios:
            result = await run(npc, scenario, reach.address)
            results.append(result)
            if not is_json:
                reports.show(out, result)
            if result.was_unreached and result.error:  # not even at its beginning
                break
    _write(results, junit, reach, scenarios)
    if is_json:
        told = reports.as_json(results, reach.address, reach.transport_name)
        out.print(json.dumps(told, indent=1, ensure_ascii=False), markup=False)
    if any(result.was_unreached for result in results):
        return UNREACHED
    return HELD if all(result.holds for result in results) else BROKEN


def _write(
    results: list[RunResult], junit: Path | None, reach: Reach, scenarios: list[Scenario]
) -> None:
    if junit is None or not scenarios:
        return
    try:
        reports.write_junit(junit, results)
    except OSError as error:
        raise Misused(f"cannot write {junit}: {error.strerror}") from error
    reach.console(aside=True).print(f"Wrote {junit}.", style="dim")


async def _bench(reach: Reach, wish: benching.BenchWish, *, is_json: bool) -> int:
    out = reach.console()
    tally = await benching.bench(reach, wish)
    figures = benching.as_json(tally, wish, reach)
    if is_json:
        out.print(json.dumps(figures, indent=1), markup=False)
    else:
        benching.show(out, figures)
    return HELD if tally.heard and not tally.errors else BROKEN
