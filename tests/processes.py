"""`npcserver` and what else runs Python, in processes forked from one that has imported everything.

Importing the server takes two seconds of processor time, and the tests start it hundreds of times.
A forked process has its own environment, output, signals and exit code like any other. Only the
seed of its hashes is that of all the others: where two runs must be equal, start it afresh.
"""

import importlib
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, tzinfo
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATHS = os.pathsep.join((str(ROOT), str(ROOT / "clients" / "python")))
PATIENCE = 120.0
STALE = "NPCSERVER_TEST_STALE"
"""The variable that names a cache of a server which does not catch up any more."""
CLOCK = "NPCSERVER_TEST_CLOCK"
"""The variable with the minutes by which a server's clock is ahead."""
PROGRAMS = {"npcserver": "npcserver.cli", "npc-playtest": "npcclient.playtest"}


class ForkedProcess:
    """A function that runs, with as much of `subprocess.Popen` as the tests need.

    It runs in the folder of the process that starts it. Output and errors are appended to files.
    `typed` is a file, pipe or terminal that it reads; a terminal becomes its own.
    """

    def __init__(
        self,
        function: Callable[..., object],
        *arguments: object,
        environment: Mapping[str, str],
        output: Path,
        errors: Path,
        typed: Path | None = None,
    ) -> None:
        files = output.absolute(), errors.absolute(), typed
        given = (function, arguments, dict(environment), *files, Path.cwd())
        self._process = _context().Process(target=_run, args=given, daemon=True)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """Return the exit code, negative after a signal; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return the exit code; raises `TimeoutExpired`."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("npcserver", timeout or 0.0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send a signal if it runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.send_signal(signal.SIGKILL)


class ForkedCommand(ForkedProcess):
    """`npcserver` with some words, another of `PROGRAMS`, or `python` with a script."""

    def __init__(
        self,
        *words: str,
        environment: Mapping[str, str],
        output: Path,
        errors: Path,
        typed: Path | None = None,
        program: str = "npcserver",
    ) -> None:
        super().__init__(
            _command,
            program,
            *words,
            environment=environment,
            output=output,
            errors=errors,
            typed=typed,
        )


def run_forked(
    *words: str,
    environment: Mapping[str, str],
    timeout: float = PATIENCE,
    typed: str | None = None,
    program: str = "npcserver",
) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end; raises `TimeoutExpired` if that takes longer.

    `typed` comes to it by a pipe.
    """
    with tempfile.TemporaryDirectory(prefix="npc-command-") as folder:
        output, errors, pipe = (Path(folder, name) for name in ("output", "errors", "pipe"))
        if typed is not None:
            os.mkfifo(pipe)
        command = ForkedCommand(
            *words,
            environment=environment,
            output=output,
            errors=errors,
            typed=None if typed is None else pipe,
            program=program,
        )
        try:
            if typed is not None:
                pipe.write_text(typed, encoding="utf-8")
            code = command.wait(timeout)
        finally:
            command.kill()
        said = (file.read_text(encoding="utf-8") for file in (output, errors))
        return subprocess.CompletedProcess(words, code, *said)


def environment_of(data: Path, **more: str) -> dict[str, str]:
    """Return what a command's process has around it, whatever the one around the tests says."""
    kept = {name: value for name, value in os.environ.items() if "NPCSERVER_" not in name}
    return kept | {
        "PYTHONPATH": PATHS,
        "PYTHONUNBUFFERED": "1",
        "NPCSERVER_DATA": str(data),
        "NPCSERVER_CONFIG": os.devnull,
        "NPCSERVER_EMBEDDER__NAME": "hashing",
        # a scripted model that a busy machine holds up is not too slow
        "NPCSERVER_DIALOGUE__FIRST_WORD_SECONDS": "60",
        "NPCSERVER_DIALOGUE__BETWEEN_WORDS_SECONDS": "60",
        **more,
    }


@cache
def _context() -> ForkServerContext:
    """Start the process that the others are forked from."""
    from npcserver.cli import ENVIRONMENT  # noqa: PLC0415 - this module is imported there as well

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, "tests.preloaded"])
    before = dict(os.environ)
    os.environ.update(ENVIRONMENT, PYTHONPATH=PATHS)
    try:
        forkserver.ensure_running()
    finally:
        os.environ.clear()
        os.environ.update(before)
    return context


def _run(
    function: Callable[..., object],
    arguments: tuple[object, ...],
    environment: dict[str, str],
    output: Path,
    errors: Path,
    typed: Path | None,
    folder: Path,
) -> None:
    if typed is not None:
        os.setsid()  # the first terminal that a session opens is its own
        with typed.open("rb", buffering=0) as read:
            os.dup2(read.fileno(), 0)
    for number, path in ((1, output), (2, errors)):
        with path.open("ab", buffering=0) as written:
            os.dup2(written.fileno(), number)
    # anew: the old ones remember whether the files of before could be sought in
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, buffering=1, encoding="utf-8", closefd=False)  # noqa: SIM115
        for number, mode in enumerate("rww")
    )
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    if minutes := os.environ.pop(CLOCK, ""):
        _put_clock_wrong(timedelta(minutes=float(minutes)))
    if cache := os.environ.pop(STALE, ""):
        importlib.import_module("tests.fakes.stale_caches").PLANTS[cache]()
    function(*arguments)


def _put_clock_wrong(ahead: timedelta) -> None:
    """Have this process find its machine's clock wrong, but for the monotonic one."""

    class WrongTime(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "WrongTime":
            return super().now(tz) + ahead

    importlib.import_module("npcserver.adapters.clock").datetime = WrongTime  # type: ignore[attr-defined]


def _command(program: str, *words: str) -> None:
    if program == "python":
        sys.argv = [*words]
        runpy.run_path(words[0], run_name="__main__")
        return
    sys.argv = [program, *words]
    importlib.import_module(PROGRAMS[program]).main()
