"""`npcserver serve`."""

import asyncio
import ctypes
import gc
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import structlog
from rich.console import Console

from npcserver.aio import within
from npcserver.cli.event_log import log_to_terminal
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput, NotPossibleNow

if TYPE_CHECKING:
    from npcserver.bootstrap import RunningServer

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_log = structlog.get_logger(__name__)
_COLLECTIONS = (700, 10, 10)  # Python's own; imports are done with greater ones
_ARENA_MAX = -8  # of glibc's malloc.h
_ARENAS = 2
"""Heaps of the C library. Each of a dozen threads had its own, with what stays among what is freed:
after 1,500 turns 57 MB were free in them, and in two of them 11."""


async def serve(
    settings: Settings, parent_pid: int | None = None, *, until_stdin_closes: bool = False
) -> None:
    """Serve until the process gets a signal to stop, or the game that started it has ended."""
    log_to_terminal(settings.log)
    _limit_heaps()
    # these imports come after the log is configured
    from npcserver import bootstrap  # noqa: PLC0415
    from npcserver.cli.game_process import set_when_ended  # noqa: PLC0415
    from npcserver.cli.listeners import (  # noqa: PLC0415
        NO_KEYS,
        grpc_port,
        http_port,
        listener_warnings,
        metrics_port,
        studio_port,
    )

    try:
        bootstrap.require_unserved(settings)
    except NotPossibleNow:
        pass  # it is waited for, and the ports may still be its own
    else:
        # Before anything is opened, which takes seconds.
        for required in (grpc_port, http_port, metrics_port, studio_port):
            await required(settings)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    with _stop_signals() as signals:
        set_when_ended(signals.stop, parent_pid, reads_stdin=until_stdin_closes)
        async with bootstrap.running(settings, stop=signals.stop) as here:
            signals.hurried = here.cut_calls
            _renew_on_hangup(settings, here.renew_certificate)
            # What was made by now stays; collections of garbage need not look through it each time.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*_COLLECTIONS)
            if here.host != settings.server.host:
                console.print(NO_KEYS.format(host=settings.server.host), style="yellow")
                settings = bootstrap.on_loopback(settings)
            console.print(f"Listening on {here.host}:{here.port}", style="bold")
            for told in _addresses(here, settings):
                console.print(told)
            for warning in listener_warnings(settings):
                console.print(warning, style="yellow")
            for told in here.models.told():
                console.print(f"Model: {told}")
            console.print(
                "Press Ctrl-C to stop (running calls finish first); "
                "press it again to stop at once.",
                style="dim",
            )
            await signals.stop.wait()
            here.leave()
            seconds = bootstrap.linger_seconds(settings)
            if seconds:
                console.print(f"Not ready any more; answering for {seconds:g} s.", style="dim")
                with suppress(TimeoutError):
                    await within(seconds, signals.hurry.wait())
            console.print("Stopping.", style="dim")


def _limit_heaps() -> None:
    """Have the C library keep less memory that was freed. Before threads are started."""
    if sys.platform == "linux":
        with suppress(AttributeError):  # another C library than glibc
            ctypes.CDLL(None).mallopt(_ARENA_MAX, _ARENAS)


def _renew_on_hangup(settings: Settings, renew: Callable[[], None]) -> None:
    if sys.platform == "win32" or settings.server.tls_certificate is None:
        return  # the signal ends the server, as where its terminal is closed; Windows has none

    def renew_certificate() -> None:
        try:
            renew()
        except InvalidInput as problem:
            _log.warning("certificate_not_renewed", problem=problem.message)
        else:
            _log.info("certificate_renewed")

    with suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, renew_certificate)


def _addresses(here: "RunningServer", settings: Settings) -> Iterator[str]:
    if here.http_port is not None:
        scheme = "http" if settings.server.tls_certificate is None else "https"
        at = f"{scheme}://{_in_url(settings.server.host)}:{here.http_port}/"
        yield f"Connect, gRPC-Web and the browser page on {at}"
    if here.metrics_port is not None:
        at = f"http://{_in_url(settings.metrics.host)}:{here.metrics_port}/metrics"
        yield f"Metrics on {at}"
    if here.studio:
        yield f"The studio, for designers, on {here.studio}"


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


class StopSignals:
    """What SIGINT and SIGTERM ask for: the first sets `stop`, the second `hurry`.

    The second also calls `hurried`, and the third ends the process.
    """

    def __init__(self) -> None:
        self.stop = asyncio.Event()
        self.hurry = asyncio.Event()
        self.hurried: Callable[[], None] = lambda: None

    def came(self) -> None:
        """Note a signal."""
        if not self.stop.is_set():
            self.stop.set()
            return
        self.hurry.set()
        self.hurried()
        self.ignore()

    def listen(self) -> None:
        """Take the signals from now on."""
        loop = asyncio.get_running_loop()
        for name in _SIGNALS:
            try:
                loop.add_signal_handler(name, self.came)
            except NotImplementedError:  # Windows
                signal.signal(name, lambda *_: loop.call_soon_threadsafe(self.came))

    def ignore(self) -> None:
        """Leave the signals to Python."""
        for name in _SIGNALS:
            try:
                asyncio.get_running_loop().remove_signal_handler(name)
            except NotImplementedError:  # Windows
                signal.signal(name, signal.default_int_handler)


@contextmanager
def _stop_signals() -> Iterator[StopSignals]:
    signals = StopSignals()
    signals.listen()
    try:
        yield signals
    finally:
        signals.ignore()
