"""Builds the engine-free core of the Unity package with its test program, and talks with it."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.engines import dotnet, mono
from tests.engines.dotnet import ADMIN, CORE, sources
from tests.engines.home import HERE

PATIENCE = 120.0
WHY_MISSING = {"mono": mono.why_missing, "dotnet": dotnet.why_missing}
UNITY = HERE / "unity"


def program_sources() -> list[Path]:
    """Return the sources of the test program; of the conformance player all but its beginning."""
    found = sources(UNITY / "Core", UNITY / "Http", UNITY / "Conformance")
    return [path for path in found if path != UNITY / "Conformance" / "Program.cs"]


def build(runtime: str, folder: Path) -> Sequence[str]:
    """Build for `mono` or `dotnet`, and return the command that runs the program."""
    ours = program_sources()
    if runtime == "mono":
        core = mono.compile_sources(sources(CORE, ADMIN), folder / "NpcDialogue.dll")
        built = mono.compile_sources(
            ours, folder / "core-tests.exe", references=[core], is_program=True
        )
        return mono.command(built)
    core = dotnet.compile_sources(sources(CORE, ADMIN), folder / "NpcDialogue.dll")
    built = dotnet.compile_sources(
        ours, folder / "core-tests.dll", references=[core], is_program=True
    )
    return dotnet.command(built)


def positions(seen: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return where what was watched stands, without what only says where that is."""
    return [each["seq"] for each in seen if "checkpoint" not in each]


def texts(seen: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what was remembered of what was watched."""
    return [each["memory"]["text"] for each in seen if "memory" in each]


class Session:
    """A C# game that plays with a server as it is told."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.lines: list[tuple[str, Any]] = []

    def tell(self, do: str, **more: object) -> None:
        """Tell it what to do."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": do, **more}).encode() + b"\n")

    async def hears(self, word: str, patience: float = PATIENCE) -> Any:
        """Wait for the next line that begins with a word, and return the JSON behind it."""
        assert self._process.stdout is not None
        async with asyncio.timeout(patience):
            while line := (await self._process.stdout.readline()).decode():
                said, _, text = line.strip().partition(" ")
                assert text, f"not a line of ours: {line!r}"
                self.lines.append((said, json.loads(text)))
                if said == word:
                    return self.lines[-1][1]
        raise AssertionError(f"it ended without {word}; before that: {self.lines[-20:]}")

    async def do(self, do: str, hears: str, **more: object) -> Any:
        """Tell it what to do, and wait for what it says to that."""
        self.tell(do, **more)
        return await self.hears(hears)

    def said(self, word: str) -> list[Any]:
        """Return what stood behind each line with a word, so far."""
        return [text for said, text in self.lines if said == word]


@asynccontextmanager
async def session(
    command: Sequence[str], url: str, key: str = "", tokens: str = "", **environment: str
) -> AsyncGenerator[Session, None]:
    """Let the program play with a server while the block runs; it must end by itself after it.

    It shows the key, or what the address `tokens` gives.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        "session",
        url,
        key,
        tokens,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=dotnet.environment(environment),
    )
    made = Session(process)
    try:
        await made.hears("READY")
        yield made
        assert process.stdin is not None
        process.stdin.close()
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
