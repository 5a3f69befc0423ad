"""A game under way: what it printed so far, and its end; the same for every engine."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.engines import godot

PATIENCE = godot.PATIENCE


class Game:
    """Takes what a game prints, and lets a test wait for it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._code: int | None = None
        self._changed = asyncio.Condition()

    async def printed(self, text: str) -> None:
        """Take what the engine prints."""
        async with self._changed:
            self.lines += text.split("\n")
            self._changed.notify_all()

    async def ended(self, code: int) -> None:
        """Take the exit code."""
        async with self._changed:
            self._code = code
            self._changed.notify_all()

    async def line(self, beginning: str, patience: float = PATIENCE, *, count: int = 1) -> str:
        """Wait for the `count`-th line that begins so, and return what follows in it.

        Raises AssertionError, with all that was printed, when the game ends without or is too slow.
        """

        def found() -> list[str]:
            return [line for line in self.lines if line.startswith(beginning)]

        def is_over() -> bool:
            return len(found()) >= count or self._code is not None

        await self._wait(is_over, patience)
        lines = found()
        assert len(lines) >= count, f"no line {beginning!r} in:\n" + "\n".join(self.lines)
        return lines[count - 1].removeprefix(beginning).strip()

    async def end(self, patience: float = PATIENCE) -> godot.Ended:
        """Wait for the end of the game; code -1 when it does not come."""
        await self._wait(lambda: self._code is not None, patience)
        code = -1 if self._code is None else self._code
        return godot.Ended(list(self.lines), code)

    async def _wait(self, condition: Callable[[], bool], patience: float) -> None:
        async with self._changed:
            try:
                await asyncio.wait_for(self._changed.wait_for(condition), patience)
            except TimeoutError:
                self.lines.append(f"not after {patience:.0f} s")


@asynccontextmanager
async def playing(project: Path, program: str, *arguments: str) -> AsyncGenerator[Game, None]:
    """Play a script or scene in native Godot for as long as the block runs."""
    godot.start_with(project, program)
    process = await asyncio.create_subprocess_exec(
        *godot.command("--path", str(project), "--", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    game = Game()

    async def read() -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            await game.printed(line.decode(errors="replace").rstrip("\n"))
        await game.ended(await process.wait())

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(read())
        try:
            yield game
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
