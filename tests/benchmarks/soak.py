"""Whether a server that plays for an hour stays as large as it was, and makes no error.

    python -m tests.benchmarks.soak [--minutes 60] [--warm 10] [--talks 50] [--pause 8]
                                    [--out soak.csv] [--json]

A server in a process of its own, with keys and a model that answers after a fifth of a second. In
each of `talks` timelines one player, whose client has a token and watches, talks with characters
and circles, and now and then interrupts; the game reports observations, moves the clock, saves, and
holds a session. Characters think meanwhile. After a few lines the game loads the save that all
began with and deletes what was played, so that minds stay as large as they are. Every other player
comes over Connect. A player waits about `pause` seconds between two lines.

`out` gets a line each ten seconds. The verdict is of the median of each minute: from minute `warm`
on resident memory may be at most 5 % above that of minute `warm`, and no call may fail.
"""

import asyncio
import csv
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from npcclient import NpcClient, Patience, connect
from npcclient.admin.v1.access_service_pb2 import MintPlayerTokenRequest
from npcclient.admin.v1.access_service_pb2_grpc import AccessServiceStub
from npcclient.messages import Attention, Movement, Observation, Speaker
from npcclient.v1.timeline_service_pb2 import Timeline
from npcclient.v1.turn_pb2 import TurnFinished, TurnOutcome

from npcbench.harness import machine
from npcserver.adapters.telemetry import catalogue
from npcserver.cli.settings_args import run_coroutine
from npctools.cli.metrics_view import Scrape, scraped
from tests.benchmarks.options import read_options
from tests.engines.ports import two_free
from tests.engines.servers import Server
from tests.fakes.channels import insecure_channel

if TYPE_CHECKING:  # the asynchronous class of a stub exists for type checkers only
    from npcclient.admin.v1.access_service_pb2_grpc import AccessServiceAsyncStub

KEY = "key-of-the-game-that-soaks-the-server"
_SHOWN = (("authorization", f"Bearer {KEY}"),)
TALKERS = ("hester", "ambrose", "wenna", "dorcas", "isidor")
_AT_THE_INN = ("hester", "ambrose")
_ATTENTION = {
    Attention.ATTENTION_FOREGROUND: _AT_THE_INN,
    Attention.ATTENTION_DORMANT: ("wenna", "dorcas", "isidor", "linnet", "orrel"),
}
"""Two of the seven think: what 50 talks ask of one processor is then done in time."""
ALLOWED_GROWTH = 0.05
LINES = 20
"""Lines of a player before the game loads the save."""
_PACE = timedelta(minutes=4)
_SAMPLED_EVERY = 10.0
_MODEL = "scripted:delay=0.2,fragment_delay=0.02"
_WORDS = (
    "Good evening. Is there a bed for the night?",
    "Who paid your debt, do you know?",
    "I saw a light on Lantern Head.",
    "What do you make of the captain?",
    "Tell me about the bell.",
    "When does the tide turn?",
)
_SEEN = (
    "A gull lands on the bar and is fed.",
    "Somebody drops a plate in the kitchen.",
    "The wind turns and smells of rain.",
)


@dataclass(frozen=True, slots=True)
class Game:
    """The game's own connection to a server, with a key; and what all clients did."""

    grpc_address: str
    http_address: str
    npc: NpcClient
    access: "AccessServiceAsyncStub"
    save_id: str
    pause: float
    over: asyncio.Event = field(default_factory=asyncio.Event)
    done: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)

    async def token(self, timeline_id: str, player_id: str) -> str:
        """Have a token made for a player."""
        request = MintPlayerTokenRequest(
            timeline_id=timeline_id, player_id=player_id, player_name="Ann"
        )
        return str((await self.access.MintPlayerToken(request, metadata=_SHOWN, timeout=60)).token)


class Talk:
    """One player and the game around it, in one timeline after the other."""

    def __init__(self, game: Game, number: int) -> None:
        self._game = game
        self._npc = game.npc
        self._number = number
        self._player = Speaker(id=f"player-{number}", name="Ann")
        self._chance = random.Random(number)
        self._timeline = Timeline()
        self._circle = ""

    async def run(self) -> None:
        """Play until the game is over, and delete what was played."""
        await asyncio.sleep(self._chance.uniform(0, self._game.pause))
        while not self._game.over.is_set():
            try:
                await self.round()
            except Exception as error:  # noqa: BLE001 - every failure counts, by its words
                self._game.errors[f"{type(error).__name__}: {error}"[:200]] += 1
                await asyncio.sleep(1)

    async def round(self, lines: int = LINES) -> None:
        """Load the save, play so many lines, leave, and delete what was played."""
        self._timeline = timeline = await self._npc.timelines.load(self._game.save_id)
        for attention, who in _ATTENTION.items():
            await self._npc.play.set_attention(timeline, attention, *who)
        walk = Movement(id="ambrose", place_id="taproom")
        await self._npc.play.observe(timeline, movements=[walk])
        members = [self._player, *(Speaker(id=who, is_character=True) for who in _AT_THE_INN)]
        opened = await self._npc.circles.open(timeline, members, place_id="taproom")
        token = await self._game.token(timeline.timeline_id, self._player.id)
        address = self._game.http_address if self._number % 2 else self._game.grpc_address
        async with connect(address, token=lambda: token) as player:
            watching = asyncio.create_task(self._watch(player))
            for line in range(lines):
                if self._game.over.is_set():
                    break
                await self._play(player, opened.circle_id, line)
                await asyncio.sleep(self._game.pause * self._chance.uniform(0.5, 1.5))
            after = await self._npc.timelines.load(self._game.save_id, leaving=timeline)
            await asyncio.wait_for(watching, 60)
        for each in (timeline, after):
            await self._npc.timelines.delete_timeline(each, saves=True)
        self._count("rounds")

    async def _watch(self, player: NpcClient) -> None:
        """Watch until the game leaves the timeline."""
        async for _ in player.play.watch(self._timeline):
            self._count("watched")

    async def _play(self, player: NpcClient, circle: str, line: int) -> None:
        """Let the game report what happens, and the player say something."""
        seen = Observation(text=self._chance.choice(_SEEN), witness_ids=TALKERS)
        await self._npc.play.observe(self._timeline, [seen])
        await self._npc.play.advance_clock(self._timeline, self._time_of(line))
        self._count("observed")
        # words that nobody has said before: what is kept of each would show
        text = f"{self._chance.choice(_WORDS)} I ask for the {self._game.done['observed']}th time."
        if line % 5 == 4:
            async with player.circles.say(self._timeline, circle, text, most_turns=2) as talk:
                async for response in talk:
                    if response.turn.HasField("finished"):
                        self._finished(response.turn.finished)
        else:
            await self._say(player, text, is_interrupted=line % 7 == 3)
        if line % 8 == 6:
            await self._npc.timelines.save(self._timeline, f"line {line}")
            self._count("saves")

    def _time_of(self, line: int) -> datetime:
        return self._timeline.world_time.ToDatetime() + (line + 1) * _PACE

    async def _say(self, player: NpcClient, text: str, *, is_interrupted: bool) -> None:
        who = self._chance.choice(TALKERS)
        turn = player.play.say(self._timeline, who, text, speaker=self._player, deltas=True)
        async with turn:
            async for event in turn:
                if is_interrupted and event.HasField("delta"):
                    is_interrupted = False
                    await turn.interrupt()
        if turn.finished is not None:
            self._finished(turn.finished)

    def _finished(self, finished: TurnFinished) -> None:
        name = TurnOutcome.Name(finished.outcome).removeprefix("TURN_OUTCOME_")
        self._count(f"turns {name.lower()}")

    def _count(self, what: str) -> None:
        self._game.done[what] += 1


@dataclass(frozen=True, slots=True)
class Sample:
    """What the server's metrics and the clients' counts say at a moment, in seconds and bytes."""

    seconds: float
    resident: int
    open_files: int
    in_progress: int
    watchers: int
    jobs: int
    jobs_done: int
    turns: int
    shed: int
    database: int
    errors: int


def sampled(scrape: Scrape, begun: float, game: Game, database: Path) -> Sample:
    """Return what is measured at one moment."""

    def total(metric: catalogue.Metric) -> int:
        return int(sum(value for _, value in scrape.of(metric)))

    return Sample(
        seconds=round(scrape.at - begun, 1),
        resident=int(scrape.value("process_resident_memory_bytes")),
        open_files=int(scrape.value("process_open_fds")),
        in_progress=total(catalogue.CALLS_IN_PROGRESS),
        watchers=total(catalogue.WATCHERS),
        jobs=total(catalogue.JOBS_PENDING),
        jobs_done=total(catalogue.JOBS),
        turns=total(catalogue.TURNS),
        shed=game.done["turns shed"],
        database=sum(each.stat().st_size for each in database.parent.glob(f"{database.name}*")),
        errors=game.errors.total(),
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """How resident memory went from a minute on, as medians of minutes, in megabytes."""

    minutes: int
    at_first: float
    at_last: float
    most: float
    least: float
    errors: int

    @property
    def growth(self) -> float:
        """By what part the largest minute lies above the first."""
        return self.most / self.at_first - 1

    @property
    def is_met(self) -> bool:
        return self.growth <= ALLOWED_GROWTH and self.errors == 0


def verdict(samples: Sequence[Sample], warm: float) -> Verdict:
    """Judge the samples from minute `warm` on."""
    minutes: dict[int, list[int]] = {}
    for one in samples:
        minutes.setdefault(int(one.seconds // 60), []).append(one.resident)
    medians = [statistics.median(minutes[each]) / 1e6 for each in sorted(minutes) if each >= warm]
    return Verdict(
        len(medians), medians[0], medians[-1], max(medians), min(medians), samples[-1].errors
    )


async def begun_save(npc: NpcClient) -> str:
    """Play a little in a new timeline, and return the save that all talks begin with."""
    timeline = await npc.timelines.start("farrowhithe")
    for who in TALKERS:
        for words in _WORDS:
            turn = npc.play.say(timeline, who, words, speaker="Ann")
            async with turn:
                await turn.text()
    return (await npc.timelines.save(timeline, "before all talks")).save_id


async def soak(server: Server, metrics: str, chosen: Any) -> tuple[list[Sample], Game]:
    """Let all talk for the chosen time; return the samples."""
    samples: list[Sample] = []
    fields_ = [each.name for each in fields(Sample)]
    async with (
        connect(server.grpc, key=KEY, patience=Patience(call=60)) as npc,
        insecure_channel(server.grpc) as channel,
    ):
        game = Game(
            server.grpc,
            server.http,
            npc,
            AccessServiceStub(channel),
            await begun_save(npc),
            chosen.pause,
        )
        talks = [asyncio.create_task(Talk(game, each).run()) for each in range(chosen.talks)]
        begun = time.time()
        database = server.data / "npcserver.db"
        with open(chosen.out, "w", newline="", encoding="utf-8") as file:  # noqa: ASYNC230, PTH123
            table = csv.DictWriter(file, fields_)
            table.writeheader()
            while time.time() < begun + 60 * chosen.minutes:
                await asyncio.sleep(_SAMPLED_EVERY)
                try:
                    scrape = await asyncio.to_thread(scraped, metrics)
                except ConnectionError:  # a busy machine answers next time
                    game.done["samples missed"] += 1
                    continue
                samples.append(sampled(scrape, begun, game, database))
                table.writerow(asdict(samples[-1]))
                file.flush()
        game.over.set()
        await asyncio.gather(*talks)
    return samples, game


async def main() -> int:
    """Print the verdict; return 1 where it is not met."""
    chosen = read_options(
        __doc__, minutes=60.0, warm=10.0, talks=50, pause=8.0, out="soak.csv", model=_MODEL
    )
    port = two_free()[0]
    settings = {
        "NPCSERVER_METRICS__PORT": str(port),
        "NPCSERVER_MODEL__CONCURRENCY": "16",
        "NPCSERVER_LOG__LEVEL": "warning",
    }
    with tempfile.TemporaryDirectory() as folder:
        server = Server(
            Path(folder), model=chosen.model, keys=(KEY,), settings=settings, afresh=True
        )
        try:
            await asyncio.to_thread(server.start)
            samples, game = await soak(server, f"127.0.0.1:{port}", chosen)
        finally:
            server.stop()
    found = verdict(samples, chosen.warm)
    print(
        json.dumps(
            {
                "machine": machine(),
                **asdict(found),
                "growth": round(found.growth, 4),
                "is_met": found.is_met,
                "done": dict(game.done),
                "failed": dict(game.errors),
            },
            indent=None if chosen.json else 2,
        )
    )
    return 0 if found.is_met else 1


if __name__ == "__main__":
    sys.exit(run_coroutine(main()))
