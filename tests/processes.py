"""`npcserver` and what else runs Python, in processes forked from one that has imported everything.

Importing the server takes two seconds of processor time, and the tests start it hundreds of times.
A forked process has its own environment, output, signals and exit code like any other. Only the
seed of its hashes is that of all the others: where two runs must be equal, start it afresh.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from io import TextIOWrapper
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATHS = os.pathsep.join((str(ROOT), str(ROOT / "clients" / "python")))


class ForkedProcess:
    """A function that runs, with as much of `subprocess.Popen` as the tests need.

    It runs in the folder of the process that starts it. Output and errors are appended to files.
    """

    def __init__(
        self,
        function: Callable[..., object],
        *arguments: object,
        environment: Mapping[str, str],
        output: Path,
        errors: Path,
    ) -> None:
        files = output.absolute(), errors.absolute()
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
    """`npcserver` with some words."""

    def __init__(
        self, *words: str, environment: Mapping[str, str], output: Path, errors: Path
    ) -> None:
        super().__init__(_command, *words, environment=environment, output=output, errors=errors)


def run_forked(
    *words: str, environment: Mapping[str, str], timeout: float
) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end; raises `TimeoutExpired` if that takes longer."""
    with tempfile.TemporaryDirectory(prefix="npc-command-") as folder:
        output, errors = Path(folder, "output"), Path(folder, "errors")
        command = ForkedCommand(*words, environment=environment, output=output, errors=errors)
        try:
            code = command.wait(timeout)
        finally:
            command.kill()
        said = (file.read_text(encoding="utf-8") for file in (output, errors))
        return subprocess.CompletedProcess(words, code, *said)


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
    folder: Path,
) -> None:
    for stream, path in ((sys.__stdout__, output), (sys.__stderr__, errors)):
        assert isinstance(stream, TextIOWrapper)
        with path.open("ab") as written:
            os.dup2(written.fileno(), stream.fileno())
        stream.reconfigure(line_buffering=True)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    function(*arguments)


def _command(*words: str) -> None:
    sys.argv = ["npcserver", *words]
    from npcserver.cli import main  # noqa: PLC0415 - nothing of it is imported by who starts this

    main()
