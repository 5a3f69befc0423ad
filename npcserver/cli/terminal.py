"""Where the log of a command goes."""

import logging
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import structlog

from npcserver.config import LogSettings

_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def log_to_terminal(settings: LogSettings) -> None:
    """Write the log to standard error."""
    _configure(settings, sys.stderr, colours=sys.stderr.isatty())


@contextmanager
def logging_to(file: Path, settings: LogSettings) -> Generator[None, None, None]:
    """Append the log to a file, so that it does not mix with a conversation on the terminal."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8", buffering=1) as stream:
        _configure(settings, stream, colours=False)
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


def _configure(settings: LogSettings, stream: TextIO, *, colours: bool) -> None:
    level = _LEVELS[settings.level]
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if settings.format == "json"
        else structlog.dev.ConsoleRenderer(
            colors=colours, exception_formatter=structlog.dev.plain_traceback
        )
    )
    processors: list[structlog.typing.Processor] = [
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
