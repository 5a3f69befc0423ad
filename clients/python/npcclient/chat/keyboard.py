"""Reading lines from the keyboard without blocking the event loop."""

import asyncio
import contextlib
import importlib
import sys
import threading
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self


class Interrupted(Exception):  # noqa: N818 - what happened, in a word
    """Ctrl-C was pressed instead; `times` counts since the last line."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times


class Keyboard:
    """Reads lines in a thread of its own, with the line editing of the platform.

    A thread, because `input` blocks; a daemon, because nothing else can end a pending `input`. What
    that leaves changed in the terminal's settings is restored at the end of the block.
    """

    def __init__(self) -> None:
        self._prompts: SimpleQueue[tuple[str, asyncio.Future[str]]] = SimpleQueue()
        self._pending: asyncio.Future[str] | None = None
        self._is_interrupted = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._settings: list[Any] | None = None
        self.interruptions = 0
        """How often Ctrl-C was pressed since the last line."""

    def __enter__(self) -> Self:
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # gives `input` editing and history
        self._settings = _terminal_settings()
        threading.Thread(target=self._read, name="keyboard", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _restore(self._settings)

    def interrupt(self, *, is_waiting: bool) -> None:
        """Count a Ctrl-C; one during the wait for a line ends that wait."""
        self.interruptions += 1
        if is_waiting:
            self._is_interrupted.set()

    async def line(self, prompt: str) -> str:
        """Return the next line. Raises `Interrupted` for Ctrl-C and `EOFError` for Ctrl-D.

        After an interruption the partly typed line is kept, and waited for again.
        """
        self._is_interrupted.clear()
        if self._pending is None:
            self._pending = self._loop.create_future()
            self._prompts.put((prompt, self._pending))
        interrupted = asyncio.ensure_future(self._is_interrupted.wait())
        try:
            await asyncio.wait((self._pending, interrupted), return_when=asyncio.FIRST_COMPLETED)
        finally:
            interrupted.cancel()
        if not self._pending.done():
            raise Interrupted(self.interruptions)
        line, self._pending = self._pending, None
        self.interruptions = 0
        return line.result()

    def _read(self) -> None:
        while True:
            prompt, answer = self._prompts.get()
            try:
                line = input(prompt)
            except EOFError as end:
                self._answer(answer, end)
            except (OSError, ValueError) as broken:  # the terminal went away
                self._answer(answer, EOFError(str(broken)))
            else:
                self._answer(answer, line)

    def _answer(self, answer: "asyncio.Future[str]", line: str | EOFError) -> None:
        def give() -> None:
            if answer.done():
                return
            if isinstance(line, str):
                answer.set_result(line)
            else:
                answer.set_exception(line)

        with contextlib.suppress(RuntimeError):  # the loop is closed, so no line is awaited
            self._loop.call_soon_threadsafe(give)


def _terminal_settings() -> list[Any] | None:
    if sys.platform == "win32":
        return None
    try:
        import termios  # noqa: PLC0415 - not on every platform

        return termios.tcgetattr(sys.stdin.fileno())
    except (ImportError, OSError, ValueError):
        return None
    except Exception as error:  # termios.error is no OSError
        if type(error).__module__ != "termios":
            raise
        return None


def _restore(settings: list[Any] | None) -> None:
    if sys.platform == "win32":
        return
    if settings is None:
        return
    import termios  # noqa: PLC0415 - not on every platform

    with contextlib.suppress(termios.error, ValueError):
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, settings)
