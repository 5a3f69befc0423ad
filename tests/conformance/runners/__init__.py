"""Who plays the cases: each client of ours and of others, started the same way.

A runner is given a *program*: where the server is, and cases made of steps. It plays them in order
and returns a transcript of each. `tests/conformance/README.md` says what a step and a transcript
are; a client in another language reads the program from a file and prints `CASE {json}` lines and
a last `DONE`, and its starter is a `CommandRunner`.

To add one: a module in this folder with `RUNNERS`, a tuple of `Runner`s, named in `_MODULES`.
"""

import importlib
import importlib.util
import json
import os
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

ROOT = Path(__file__).resolve().parents[3]
_MODULES = ("python_grpc", "python_connect", "grpc_js", "buf_curl", "browser", "godot", "csharp")


class Failure(TypedDict):
    """How a step failed: `code` in snake case, the rest from `google.rpc.ErrorInfo`."""

    code: str
    reason: str
    message: str
    metadata: dict[str, str]


class StepResult(TypedDict, total=False):
    """What came of one step; see the README."""

    id: str
    messages: list[dict[str, Any]]
    facts: list[Any]
    error: Failure | None
    askedAtMs: float
    during: "StepResult"


class Transcript(TypedDict, total=False):
    """What came of one case; `unable` says why this client cannot play it.

    A case of the second list has `told`, what the game was told by whom, and `asked`, the wall
    clock in milliseconds whenever it wanted a character silent.
    """

    name: str
    steps: list[StepResult]
    told: dict[str, list[list[Any]]]
    asked: list[float]
    unable: str


class Program(TypedDict):
    """Where the server is, and what to do there."""

    http: str
    grpc: str
    key: str
    cases: list[dict[str, Any]]


class RunnerBrokeError(Exception):
    """A client did not come to the end of its program; the text says how, and what it printed.

    `transcripts` are those of the cases that it had played by then.
    """

    def __init__(self, text: str, transcripts: "dict[str, Transcript] | None" = None) -> None:
        super().__init__(text)
        self.transcripts = transcripts or {}


class Runner(ABC):
    """One client that plays programs."""

    name: str
    """Name in the table, such as `python-grpc`."""
    client: str
    """Its name in `lacking.yaml`."""
    is_optional_in_ci = False
    """Whether CI may go without its engine: only for engines from a package that moves."""
    family = ""
    """Those of one family share the cases out among them in CI; empty: it plays all."""
    parts = 1
    """How many parts of them it takes; those of a family are one client, or quick and slow ones."""
    needs_engine = True
    """Whether it runs in something else than Python."""

    @abstractmethod
    def why_missing(self) -> str | None:
        """Say what is missing to run it and which command brings that; None when nothing is."""

    @abstractmethod
    def version(self) -> str:
        """Return what plays, in a few words, such as `Node 20.1, @grpc/grpc-js 1.14.7`."""

    @abstractmethod
    def run(self, program: Program) -> dict[str, Transcript]:
        """Play all cases, in order; raises `RunnerBrokeError` if the client breaks down."""


class CommandRunner(Runner):
    """A client that is a program of its own: reads a file, prints `CASE` lines and `DONE`."""

    seconds = 360.0
    """How long the whole program may take."""

    @abstractmethod
    def command(self, program_file: Path) -> Sequence[str]:
        """Return the command that plays the program in a file."""

    def environment(self) -> Mapping[str, str]:
        """Return what its environment has beside ours."""
        return {}

    def run(self, program: Program) -> dict[str, Transcript]:
        """Start the command and read what it prints."""
        with tempfile.TemporaryDirectory(prefix="npc-conformance-") as folder:
            file = Path(folder, "program.json")
            file.write_text(json.dumps(program, ensure_ascii=False), encoding="utf-8")
            return self._started(self.command(file))

    def _started(self, command: Sequence[str]) -> dict[str, Transcript]:
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            cwd=ROOT,
            env={**os.environ, **self.environment()},
        ) as process:
            try:
                printed, complaints = process.communicate(timeout=self.seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                printed, complaints = process.communicate()
                complaints += f"\nnot done after {self.seconds:g} s"
        return transcripts(self.name, printed, complaints)


def transcripts(name: str, printed: str, complaints: str = "") -> dict[str, Transcript]:
    """Return the transcripts that a client printed; lines without `CASE` or `DONE` are its log."""
    found: dict[str, Transcript] = {}
    log = []
    for line in printed.split("\n"):  # `splitlines` would split texts that hold U+2028
        if line.strip() == "DONE":
            return found
        if line.startswith("CASE "):
            case: Transcript = json.loads(line.removeprefix("CASE "))
            found[case["name"]] = case
        else:
            log.append(line)
    told = "\n".join([*log[-20:], complaints[-3000:]])
    raise RunnerBrokeError(
        f"{name} ended before it was DONE, after {len(found)} cases; it printed last:\n{told}",
        found,
    )


def all_runners() -> Iterator[Runner]:
    """Yield every client there is, in the order of the table."""
    for module in _MODULES:
        name = f"{__name__}.{module}"
        if importlib.util.find_spec(name) is not None:
            yield from importlib.import_module(name).RUNNERS
