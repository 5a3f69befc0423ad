"""A server with both listeners whose use cases do nothing but answer: `python -m` it.

Prints one line of JSON when it is up: `grpc` and `http`, its ports. For each line on its standard
input it prints the seconds of the processor that it has used so far, and it ends with the input.
"""

import asyncio
import json
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from dataclasses import replace

from npcserver.app.conversation.dialogue import Dialogue
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.worlds import Worlds
from npcserver.bootstrap.servers import start_servers
from npcserver.cli.event_log import without_log
from npcserver.cli.settings_args import run_coroutine
from npcserver.config import ServerSettings, Settings
from npcserver.model.ids import TurnId, WorldId
from npcserver.model.turn import LineDelta, TurnEvent, TurnStarted
from npcserver.model.world import World
from tests.fakes.server import ReplyScript, use_cases

PAUSE = 0.002  # between tokens; a fast model takes longer


class _Known(Worlds):
    """Has a world at hand."""

    def __init__(self) -> None:
        self._world = World(id=WorldId("harbour"), name="Harbour", description="Salt and rope.")

    async def get(self, world_id: WorldId) -> World:
        return self._world


class _Talkative(Dialogue):
    """Speaks as many tokens as it is asked for, each with the moment at which it was spoken."""

    def __init__(self) -> None:
        return

    async def say(
        self, say: SayToCharacter, circle: object = None
    ) -> AsyncGenerator[TurnEvent, None]:
        yield TurnStarted(turn_id=TurnId("trn_1"))
        for _ in range(int(say.text)):
            await asyncio.sleep(PAUSE)
            yield LineDelta(text=f" at={time.monotonic_ns()}.")


async def main() -> None:
    """Serve until the standard input ends."""
    services = replace(use_cases(ReplyScript()), worlds=_Known(), dialogue=_Talkative())
    settings = Settings(server=ServerSettings(port=0, grace_seconds=0))
    loop, over = asyncio.get_running_loop(), asyncio.Event()

    def asked() -> None:
        if not sys.stdin.readline():
            over.set()
            return
        print(time.process_time(), flush=True)

    async with AsyncExitStack() as stack:
        ports = await start_servers(settings, stack, services, b"a secret of the benchmarks")
        loop.add_reader(sys.stdin.fileno(), asked)
        print(json.dumps({"grpc": ports.grpc, "http": ports.http}), flush=True)
        await over.wait()


if __name__ == "__main__":
    with without_log():  # who started it reads its output
        run_coroutine(main())
