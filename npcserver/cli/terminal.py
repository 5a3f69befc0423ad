"""Where the server's log goes, and progress shown on the terminal."""

import asyncio
import logging
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import structlog
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from npcserver.bootstrap import RunningServer
from npcserver.config import LogSettings
from npcserver.memory.stream import OWN, space_name
from npcserver.model.ids import CharacterId, WorldId

_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def log_to_terminal(settings: LogSettings) -> None:
    """Write the log to standard error."""
    _configure(settings, sys.stderr, colours=sys.stderr.isatty())


@contextmanager
def logging_to(file: Path, settings: LogSettings) -> Generator[None, None, None]:
    """Append the log to a file, so that it does not mix with a conversation on the terminal.

    An event with a `notice` is for the person in front of it: that sentence is shown as well.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8", buffering=1) as stream:
        _configure(settings, stream, colours=False, first=(_show_notice,))
        try:
            yield
        finally:
            structlog.reset_defaults()
            logging.basicConfig(level=logging.WARNING, force=True)


@contextmanager
def without_log() -> Generator[None, None, None]:
    """Write no log: for commands that only read and report every failure themselves."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL),
        cache_logger_on_first_use=False,
    )
    try:
        yield
    finally:
        structlog.reset_defaults()


def _show_notice(
    _: object, __: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    if "notice" in event:
        console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
        console.print(str(event["notice"]), style="yellow")
    return event


def _configure(
    settings: LogSettings,
    stream: TextIO,
    *,
    colours: bool,
    first: Sequence[structlog.typing.Processor] = (),
) -> None:
    level = _LEVELS[settings.level]
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if settings.format == "json"
        else structlog.dev.ConsoleRenderer(
            colors=colours, exception_formatter=structlog.dev.plain_traceback
        )
    )
    processors: list[structlog.typing.Processor] = [
        *first,
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if settings.format == "json":
        processors.append(structlog.processors.dict_tracebacks)
    structlog.configure(
        processors=[*processors, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=stream),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(
        level=max(level, logging.WARNING), stream=stream, format="%(name)s: %(message)s", force=True
    )


_POLL_SECONDS = 0.2
_PATIENCE_SECONDS = 60.0
_MANY = 10_000


def progress_bar(console: Console) -> Progress:
    """Return a bar with counts that disappears when it is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )


async def wait_until_embedded(here: RunningServer, world_id: str, console: Console) -> bool:
    """Wait until all seed memories of a world's characters are embedded.

    The server does the work by itself; this only watches. Returns False if nothing was embedded for
    `_PATIENCE_SECONDS`.
    """
    loop = asyncio.get_running_loop()
    characters = await _characters(here, world_id)
    total = left = await _lacking(here, world_id, characters)
    if not left:
        return True
    moved_at = loop.time()
    with progress_bar(console) as progress:
        task = progress.add_task("Taking in memories", total=total)
        while left:
            await asyncio.sleep(_POLL_SECONDS)
            now = await _lacking(here, world_id, characters)
            if now != left:
                moved_at = loop.time()
            elif loop.time() - moved_at > _PATIENCE_SECONDS:
                return False
            left = now
            progress.update(task, completed=total - left)
    return True


async def _characters(here: RunningServer, world_id: str) -> tuple[CharacterId, ...]:
    async with here.store.read() as reader:
        return tuple(resident.id for resident in await reader.roster(WorldId(world_id)))


async def _lacking(here: RunningServer, world_id: str, characters: Sequence[CharacterId]) -> int:
    space = space_name(here.embedder, OWN)
    async with here.store.read() as reader:
        genesis_id = (await reader.world(WorldId(world_id))).genesis_id
        lacking = [
            await reader.lacking_vectors(space, genesis_id, character, _MANY)
            for character in characters
        ]
    return sum(map(len, lacking))
