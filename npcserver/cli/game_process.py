"""A server that a game starts for itself, and that ends with it."""

import asyncio
import os
import select
import stat
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

from npcserver.model.errors import InvalidInput

_POLL_SECONDS = 1.0
_PIECE = 4096


def set_when_ended(stop: asyncio.Event, parent_pid: int | None, *, reads_stdin: bool) -> None:
    """Set an event once a process has ended, or once standard input is closed.

    Both happen whichever way a game ends. Raises `InvalidInput` if there is no such process.
    """
    waits: list[Callable[[], object]] = [_wait_for_stdin] if reads_stdin else []
    if parent_pid is not None:
        waits.append(_process_wait(parent_pid))
    loop = asyncio.get_running_loop()

    def wait(until: Callable[[], object]) -> None:
        until()
        _silence_broken_pipes()
        if not loop.is_closed():
            loop.call_soon_threadsafe(stop.set)

    for until in waits:
        threading.Thread(target=wait, args=(until,), daemon=True).start()


def _wait_for_stdin() -> None:
    # Not by `sys.stdin`, whose lock a thread that still reads would hold when Python ends.
    while os.read(0, _PIECE):
        pass


def _silence_broken_pipes() -> None:
    # The game may have read what is printed: printing "Stopping." would end the server at once.
    for descriptor in (1, 2):
        if stat.S_ISFIFO(os.fstat(descriptor).st_mode) and _is_unread(descriptor):
            os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


if sys.platform == "win32":
    import ctypes

    _SYNCHRONIZE = 0x00100000

    def _is_unread(_: int) -> bool:
        return True  # it cannot be asked without writing

    def _process_wait(pid: int) -> Callable[[], object]:
        # `os.kill(pid, 0)` would end the process here.
        handle = ctypes.windll.kernel32.OpenProcess(_SYNCHRONIZE, False, pid)
        if not handle:
            raise _no_process(pid)
        return partial(ctypes.windll.kernel32.WaitForSingleObject, handle, -1)

else:

    def _is_unread(descriptor: int) -> bool:
        poll = select.poll()
        poll.register(descriptor, 0)  # an error is reported in any case
        return bool(poll.poll(0))

    def _process_wait(pid: int) -> Callable[[], object]:
        if not _exists(pid):
            raise _no_process(pid)
        try:
            # It stays that of this process, where another one may get the number later.
            pidfd = os.pidfd_open(pid)
        except (AttributeError, OSError):  # macOS, an old kernel, or a sandbox
            return partial(_poll, pid)
        poll = select.poll()
        poll.register(pidfd, select.POLLIN)
        return poll.poll

    def _poll(pid: int) -> None:
        while _exists(pid):
            time.sleep(_POLL_SECONDS)

    def _exists(pid: int) -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:  # it is another user's
            return True
        return True


def _no_process(pid: int) -> InvalidInput:
    return InvalidInput("--parent-pid", f"there is no process {pid}, so the game has ended already")
