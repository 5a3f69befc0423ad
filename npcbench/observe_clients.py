"""The client process of `npcserver bench observe`: observes as fast as it is answered."""

import asyncio
import json
import math
import sys
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter

import npcclient
from npcclient.messages import Observation

from npcserver.cli.error_messages import run_guarded
from npcserver.cli.settings_args import run_coroutine


@dataclass(slots=True)
class Count:
    """What was acknowledged within the measured time, and how long each answer took."""

    begins_at: float = math.inf
    ends_at: float = math.inf
    observations: int = 0
    seconds: list[float] = field(default_factory=list)

    def begin(self, seconds: float) -> None:
        """Count for some seconds, after as many that are not counted, up to two."""
        self.begins_at = perf_counter() + min(2.0, seconds)
        self.ends_at = self.begins_at + seconds

    def add(self, batch: int, started: float) -> None:
        """Count an answer that has just arrived."""
        now = perf_counter()
        if self.begins_at <= now <= self.ends_at:
            self.observations += batch
            self.seconds.append(now - started)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The work of one client."""

    target: str
    world_id: str
    batch: int
    characters: int

    def observations(self, number: int) -> list[Observation]:
        """Return a batch of observations; each has one witness."""
        return [
            Observation(
                text=f"A cart with barrels rolled over the market, the {number + at}th today.",
                witness_ids=[f"c{(number + at) % self.characters}"],
                place_id="market",
                importance=2,
            )
            for at in range(self.batch)
        ]


async def observe(job: Job, count: Count, is_ready: asyncio.Barrier) -> None:
    """Run one client, on a connection and a timeline of its own."""
    async with npcclient.connect(job.target) as npc:
        timeline = await npc.timelines.start(job.world_id)
        await is_ready.wait()
        number = 0
        while perf_counter() < count.ends_at:
            batch = job.observations(number)
            number += len(batch)
            started = perf_counter()
            await npc.play.observe(timeline, batch)
            count.add(len(batch), started)


async def work(job: Job, seconds: float, clients: int) -> dict[str, float]:
    """Run all clients, and count once all are connected."""
    count = Count()
    is_ready = asyncio.Barrier(clients + 1)
    async with asyncio.TaskGroup() as group:
        for _ in range(clients):
            group.create_task(observe(job, count, is_ready))
        await is_ready.wait()
        count.begin(seconds)
    answers = sorted(count.seconds)
    return {
        "per_second": count.observations / seconds,
        "median_ms": round(1e3 * answers[len(answers) // 2], 2) if answers else 0.0,
        "p99_ms": round(1e3 * answers[int(len(answers) * 0.99)], 2) if answers else 0.0,
    }


def main(arguments: list[str]) -> None:
    """Run the clients that the arguments describe, and print their counts."""
    target, world_id, seconds, clients, batch, characters = arguments
    job = Job(target=target, world_id=world_id, batch=int(batch), characters=int(characters))
    sys.stdout.write(json.dumps(run_coroutine(work(job, float(seconds), int(clients)))))


if __name__ == "__main__":
    run_guarded(partial(main, sys.argv[1:]))
