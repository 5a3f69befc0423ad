"""Servers of towns as forks: a new Python takes two seconds of processor time for each."""

import asyncio
import signal
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from npctown import server
from tests.processes import ForkedCommand


class ForkedServer:
    """As much of `asyncio.subprocess.Process` as a town needs."""

    def __init__(self, process: ForkedCommand) -> None:
        self._process = process

    @property
    def returncode(self) -> int | None:
        return self._process.poll()

    def terminate(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self._process.kill()

    async def wait(self) -> int:
        while (code := self.returncode) is None:  # noqa: ASYNC110 - it is a process
            await asyncio.sleep(0.05)
        return code


@contextmanager
def forked_towns() -> Generator[None, None, None]:
    """Have towns of this process fork their servers while the block runs."""

    async def start(
        words: Sequence[str], environment: Mapping[str, str], log: Path
    ) -> ForkedServer:
        return ForkedServer(ForkedCommand(*words, environment=environment, output=log, errors=log))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "start_process", start)
        yield
