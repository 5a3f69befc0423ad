"""What is left of turns that players cut off: model calls, tasks, slots, places and locks.

    python -m tests.benchmarks.barge_ins [--turns 1000] [--json]

A whole server with a model over HTTP that speaks without end and counts its open requests. Some
turns are spoken at one time; each is cut off at a random moment after it began: by `Interrupt`, by
hanging up, by an interruption with new words at once, or in a circle by new words.
`asked` is how many requests the model got, `open_after_1s` how many were open a second after the
last turn was cut off, and `open_seconds` the time until none was. The other figures are what the
server holds then.
"""

import asyncio
import json
import random
import sqlite3
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from npcclient.v1 import play_service_pb2 as pb
from npcclient.v1.play_service_pb2_grpc import PlayServiceStub

from npcbench.harness import machine
from npcserver import bootstrap
from npcserver.adapters.store.migrate import migrate
from npcserver.app.admission import CallClass
from npcserver.cli.settings_args import run_coroutine
from npcserver.model.model_use import ModelUse, Purpose
from npcserver.ports.language_model import CallLane
from tests.benchmarks.options import quieten_log, read_options
from tests.fakes.channels import insecure_channel
from tests.fakes.model_endpoints import EndpointCall, EndpointLog, serve_calls
from tests.fakes.running_server import INN_FILE, MIRA, server_settings

WAYS = ("interrupt", "hang up", "speak again", "circle")
_AT_ONCE = 20
_LONGEST_WAIT = 0.1  # seconds after a turn has begun
_PATIENCE = 120.0
_APART = (("grpc.use_local_subchannel_pool", 1),)


@dataclass
class EndlessModel(EndpointLog):
    """Speaks until its caller hangs up; `open` counts the requests that are being answered."""

    asked: int = 0
    open: int = 0

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = next(
            (line for line in head.splitlines() if line.startswith("content-length")), None
        )
        if length is None:
            return False  # it tells nothing of itself
        body = json.loads(await reader.readexactly(int(length.partition(":")[2])))
        self.asked += 1
        self.open += 1
        speaking = asyncio.ensure_future(_speak(EndpointCall(self, body, reader, writer)))
        try:
            await reader.read(1)  # nothing follows a request but its end
        finally:
            speaking.cancel()
            await asyncio.wait((speaking,))
            self.open -= 1
            self.changed.set()
        return False


async def _speak(call: EndpointCall) -> None:
    await call.head()
    await call.words('{"say": "')
    while True:
        await call.words("and so it went. ")
        await asyncio.sleep(0.02)


@dataclass(slots=True)
class Talker:
    """Cuts off one turn after the other in a timeline of its own."""

    channel: grpc.aio.Channel
    timeline: str
    circle: str
    chance: random.Random

    async def cut_off(self, way: str) -> None:
        """Begin a turn, and cut it off at some moment."""
        async with asyncio.timeout(_PATIENCE):
            match way:
                case "interrupt":
                    await self._interrupt()
                case "hang up":
                    await self._hang_up()
                case "speak again":
                    await self._speak_again()
                case _:
                    await self._in_circle()

    @property
    def _play(self) -> Any:  # the stubs know the synchronous kind only
        return PlayServiceStub(self.channel)

    def _words(self) -> pb.SayRequest:
        speaker = pb.Speaker(id="ann", name="Ann")
        return pb.SayRequest(
            timeline_id=self.timeline, character_id=MIRA, speaker=speaker, text="Tell me all."
        )

    async def _pause(self) -> None:
        await asyncio.sleep(self.chance.uniform(0, _LONGEST_WAIT))

    async def _interrupt(self) -> None:
        async for response in self._play.Say(self._words()):
            if response.event.HasField("started"):
                await self._pause()
                turn_id = response.event.turn_id
                await self._play.Interrupt(pb.InterruptRequest(turn_id=turn_id))

    async def _hang_up(self) -> None:
        call: Any = self._play.Say(self._words())
        await call.read()
        await self._pause()
        call.cancel()

    async def _speak_again(self) -> None:
        call = self._play.Say(self._words())
        started = await call.read()
        await self._pause()
        turn_id = started.event.turn_id
        interrupted = self._play.Interrupt(pb.InterruptRequest(turn_id=turn_id))
        await asyncio.gather(self._interrupt(), interrupted)
        while await call.read() is not grpc.aio.EOF:
            pass

    async def _in_circle(self) -> None:
        calls: list[Any] = []
        for _ in range(2):  # the second takes the conversation over from the first
            request = pb.SayInCircleRequest(
                timeline_id=self.timeline,
                circle_id=self.circle,
                speaker_id="ann",
                text="Tell us all.",
            )
            calls.append(self._play.SayInCircle(request))
            await calls[-1].read()
            await self._pause()
        calls[1].cancel()
        with suppress(grpc.aio.AioRpcError):  # another has taken over
            while await calls[0].read() is not grpc.aio.EOF:
                pass


async def talkers(
    here: bootstrap.RunningServer, channel: grpc.aio.Channel, chance: random.Random
) -> list[Talker]:
    """Return players, each with a timeline and a circle."""
    found = []
    for _ in range(_AT_ONCE):
        timeline = await here.services.timelines.start(INN_FILE.world.id)
        request = pb.OpenCircleRequest(
            timeline_id=timeline.id,
            members=[pb.Speaker(id="ann", name="Ann"), pb.Speaker(id=MIRA, is_character=True)],
        )
        opened = await PlayServiceStub(channel).OpenCircle(request)
        found.append(Talker(channel, timeline.id, opened.circle.circle_id, chance))
    return found


def held(here: bootstrap.RunningServer) -> dict[str, int]:
    """Return what the server holds for turns."""
    stack = here.models.of(ModelUse.DIALOGUE)
    assert stack.lanes is not None
    assert stack.breaker is not None
    depth = stack.lanes.depth(CallLane.PLAYER)
    gate = here.services.admission.gate(CallClass.TURNS)
    return {
        "slots": depth.running + depth.waiting,
        "places": gate.running + gate.waiting,
        "locks": len(here.services.dialogue.floor._queues),
        "leases": len(here.services.circles._talk._leases._leases),
        "open_breakers": sum(stack.breaker.is_open(one) for one in Purpose),
    }


def journal(database: Path) -> int:
    """Return how many turns are in progress, as the database has it."""
    with closing(sqlite3.connect(database)) as connection:
        (count,) = connection.execute("SELECT COUNT(*) FROM begun_turn").fetchone()
    return int(count)


async def cut_off_turns(folder: Path, turns: int) -> dict[str, Any]:
    """Cut off so many turns, and return what is left of them."""
    database = folder / "npc.db"
    url = f"sqlite:///{database}"
    await migrate(url)
    model = EndlessModel()
    async with serve_calls(model, model.handle):
        chosen = server_settings(
            url,
            folder,
            model={"name": "openai:endless", "base_url": model.base_url, "concurrency": 64},
            dialogue={"first_word_seconds": 30, "total_seconds": 60},
            cognition={"workers": 0},
        )
        async with bootstrap.running(chosen) as here:
            await here.importing.put(INN_FILE)
            address = f"127.0.0.1:{here.port}"
            async with insecure_channel(address, options=_APART) as channel:
                return await _measured(here, channel, model, database, turns)


async def _measured(
    here: bootstrap.RunningServer,
    channel: grpc.aio.Channel,
    model: EndlessModel,
    database: Path,
    turns: int,
) -> dict[str, Any]:
    chance, cut = random.Random(5), Counter[str]()
    players = await talkers(here, channel, chance)
    tasks = len(asyncio.all_tasks())

    async def talk(player: Talker, number: int) -> None:
        for one in range(number, turns, len(players)):
            way = WAYS[(one // len(players)) % len(WAYS)]
            await player.cut_off(way)
            cut[way] += 1

    await asyncio.gather(*(talk(player, number) for number, player in enumerate(players)))
    ended = time.monotonic()
    still_open = -1
    with suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            while model.open or any(held(here).values()) or len(asyncio.all_tasks()) > tasks:
                if still_open < 0 and time.monotonic() - ended >= 1.0:
                    still_open = model.open
                await asyncio.sleep(0.02)
    return {
        "turns": turns,
        "ways": dict(cut),
        "asked": model.asked,
        "open_after_1s": max(still_open, 0),
        "open_seconds": round(time.monotonic() - ended, 2),
        "open": model.open,
        **held(here),
        "journal": journal(database),
        "tasks": max(len(asyncio.all_tasks()) - tasks, 0),
    }


async def main() -> None:
    """Print the figures."""
    chosen = read_options(__doc__, turns=1000)
    quieten_log()
    with tempfile.TemporaryDirectory() as folder:
        figures = await cut_off_turns(Path(folder), chosen.turns)
    print(json.dumps({"machine": machine(), **figures} if chosen.json else figures))


if __name__ == "__main__":
    run_coroutine(main())
