"""A discrete simulation of a fleet: how many turns a second some servers take, and how long each.

    npcserver bench service --json > service.json
    python -m npcbench.fleet --service service.json --servers 12 --talks 20000 --think 30
        [--model 1.5] [--model-p95 4] [--machine 2] [--database 8] [--sharing 1]
    python -m npcbench.fleet --compare [--points 5,10,40] [--servers 1,2] [--seconds 15]
        [--repeats 2]

Players speak, wait for the whole turn, and pause for `think` seconds on average. A turn waits for
its character, which `sharing` players speak to by turns; its context takes the server's processor
and the database's; then come the model's time, and two writes: of the first line, and of the whole
turn. Jobs follow it. A server is a process that uses one core at a time, for its event loop or for
its one writer, which commits together what came in during the transaction before; so turns that are
many wait together. Each server has a machine of `machine` cores, and the database one of `database`
cores. `model` is the model's median in seconds and `model-p95` its 95th percentile, of a log-normal
distribution.

`--compare` measures service times and then some points on this machine, where servers, database,
players and other programs share all cores, and prints that run of `repeats` during which other
programs used least beside what the simulation says; these have in it what they used then.
"""

import argparse
import asyncio
import json
import math
import random
import statistics
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

from npcbench import service_times
from npcbench.harness import machine
from npcbench.turn import quantile

_SLICE = 0.005
"""Seconds of a processor after which the next task has its turn, about as an event loop's do."""
_NORMAL_95 = 1.645  # of the standard normal distribution
_WARMING = 0.25  # share of the simulated time that does not count
_MANY = 1 << 30
_HALVED = 8  # times, until simulated and measured waits agree


@dataclass(frozen=True, slots=True)
class Service:
    """Seconds that a turn takes of each processor; `wait` is no processor's.

    `path` is until the turn is finished, and varies by `spread`, the standard deviation of its
    logarithm; `shares` of it are until the model is asked, for the first line's write, and for the
    turn's. `after` is what jobs take; they follow a turn with a probability of `jobs`.
    """

    client: float
    server_path: float
    server_after: float
    database_path: float
    database_after: float
    wait: float
    spread: float
    jobs: float
    shares: tuple[float, ...]

    @classmethod
    def of(cls, measured: Mapping[str, Any], plan: "Plan") -> "Service":
        """Return the times that a plan's players cause, of the result of `bench service`.

        Each turn is followed by its jobs, as in single turns. Only without pauses, the jobs of
        several turns are done at once, and all that a turn takes is as measured then: the more
        players talk through one server, the less.
        """
        one, (few, many) = measured["single_ms"], measured["loads_ms"]
        talks = min(max(plan.talks / plan.servers, few["talks"]), many["talks"])
        weight = math.log(talks / few["talks"]) / math.log(many["talks"] / few["talks"])

        def under_load(name: str) -> float:
            return float(few[name] + weight * (many[name] - few[name]))

        path, jobs, after = one["server_path"], 1.0, one["database_after"]
        if not plan.think:
            path = min(path, under_load("server"))
            jobs = min(1.0, (under_load("server") - path) / one["server_after"])
            after = max(0.0, under_load("database") - one["database_path"]) / max(jobs, 0.01)
        first_write = one["first_word"] - one["recalled"]
        last_write = max(0.0, one["turn"] - one["client"] - one["finished"])
        steps = (one["finished"] - first_write, first_write, last_write)
        return cls(
            client=under_load("client") / 1e3,
            server_path=path / 1e3,
            server_after=one["server_after"] / 1e3,
            database_path=one["database_path"] / 1e3,
            database_after=after / 1e3,
            wait=one["wait"] / 1e3,
            spread=math.log(one["turn_p95"] / one["turn"]) / _NORMAL_95,
            jobs=jobs,
            shares=tuple(step / sum(steps) for step in steps),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A fleet and its players. With `is_shared` all processes share one machine's cores.

    Of these, other programs use `others`.
    """

    servers: int
    talks: int
    think: float = 0.0
    model: float = 0.0
    model_p95: float = 0.0
    machine: int = 2
    database: int = 8
    sharing: int = 1
    is_shared: bool = False
    others: float = 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a simulation; the shares are of the cores of all servers and the database."""

    per_second: float
    median_ms: float
    p95_ms: float
    server_share: float
    database_share: float


class Queue:
    """Places that tasks wait for in order, such as the cores of a machine; `used` adds up."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.waiting: deque[Task] = deque()
        self.used = 0.0


Task = Generator["float | Queue", None, None]
"""Yields seconds to wait, or a queue in which it waits for a place."""


class Clock:
    """Runs tasks in the order of simulated time."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Task]] = []
        self._count = 0

    def start(self, task: Task, after: float = 0.0) -> None:
        """Let a task begin after some seconds."""
        self._count += 1
        heappush(self._due, (self.now + after, self._count, task))

    def leave(self, queue: Queue) -> None:
        """Give a place back; the first that waits has it."""
        if queue.waiting:
            self.start(queue.waiting.popleft())
        else:
            queue.free += 1

    def run(self, until: float) -> None:
        """Run all that is due before a time."""
        while self._due and self._due[0][0] <= until:
            self.now, _, task = heappop(self._due)
            for wanted in task:
                if isinstance(wanted, Queue):
                    if wanted.free == 0:
                        wanted.waiting.append(task)
                        break
                    wanted.free -= 1
                else:
                    self.start(task, wanted)
                    break


class Process:
    """Something that computes on a machine, so many threads at a time."""

    def __init__(self, clock: Clock, cores: Queue, threads: int) -> None:
        self._clock = clock
        self._cores = cores
        self._threads = Queue(threads)
        self.used = 0.0

    def work(self, seconds: float, loop: Queue | None = None) -> Task:
        """Use a core for so long, in slices; those of one event loop come one after another."""
        while seconds > 0:
            part = min(seconds, _SLICE)
            if loop is not None:
                yield loop
            yield self._threads
            yield self._cores
            yield part
            self._clock.leave(self._cores)
            self._clock.leave(self._threads)
            if loop is not None:
                self._clock.leave(loop)
            self.used += part
            seconds -= part


class Server:
    """A server's process: an event loop, and a writer with one transaction at a time."""

    def __init__(self, clock: Clock, process: Process, database: Process, wait: float) -> None:
        self._clock, self._database, self._wait = clock, database, wait
        self.process = process
        self._loop = Queue(1)
        self._asked: list[tuple[float, float]] = []
        self._written = Queue(0)
        self._is_writing = False

    def work(self, seconds: float) -> Task:
        """Use the event loop for so long."""
        return self.process.work(seconds, self._loop)

    def write(self, server: float, database: float) -> Task:
        """Wait for the transaction of a write that takes so many seconds of both processors."""
        self._asked.append((server, database))
        if not self._is_writing:
            self._is_writing = True
            self._clock.start(self._write())
        yield self._written

    def _write(self) -> Task:
        while self._asked:
            batch, self._asked = self._asked, []
            for server, database in batch:
                yield from self.process.work(server)
                yield from self._database.work(database)
            yield self._wait
            for _ in batch:
                self._clock.leave(self._written)
        self._is_writing = False


class Fleet:
    """Servers, a database and players."""

    def __init__(self, service: Service, plan: Plan, seed: int = 1) -> None:
        self._service, self._plan = service, plan
        self._chance = random.Random(seed)  # noqa: S311 - repeatable chance is wanted
        self._clock = Clock()
        cores = Queue(plan.machine)

        def machine_of(count: int) -> Queue:
            return cores if plan.is_shared else Queue(count)

        self._database = Process(self._clock, machine_of(plan.database), _MANY)
        self._players = Process(self._clock, machine_of(_MANY), 1 if plan.is_shared else _MANY)
        self._others = Process(self._clock, cores, _MANY)
        self._servers = [
            Server(
                self._clock,
                Process(self._clock, machine_of(plan.machine), 1),
                self._database,
                service.wait / len(service.shares),
            )
            for _ in range(plan.servers)
        ]
        self._took: list[float] = []

    def run(self, seconds: float) -> Outcome:
        """Simulate so many seconds."""
        plan, clock = self._plan, self._clock
        if plan.others:
            clock.start(self._other_programs())
        characters = [Queue(1) for _ in range(math.ceil(plan.talks / plan.sharing))]
        for number in range(plan.talks):
            server = self._servers[number % plan.servers]
            task = self._talk(server, characters[number % len(characters)])
            clock.start(task, self._pause())
        clock.run(_WARMING * seconds)
        self._took.clear()
        processes = self._database, *(one.process for one in self._servers)
        used = [one.used for one in processes]
        clock.run(seconds)
        counted = (1 - _WARMING) * seconds
        database, *servers = (
            (one.used - before) / counted for one, before in zip(processes, used, strict=True)
        )
        took = sorted(self._took) or [math.inf]
        return Outcome(
            per_second=round(len(self._took) / counted, 2),
            median_ms=round(1e3 * statistics.median(took), 1),
            p95_ms=round(1e3 * quantile(took, 0.95), 1),
            server_share=round(statistics.fmean(servers), 3),
            database_share=round(database / plan.database, 3),
        )

    def _talk(self, server: Server, character: Queue) -> Task:
        service, clock = self._service, self._clock
        while True:
            began = clock.now
            yield from self._players.work(service.client / 2)
            yield character
            factor = self._chance.lognormvariate(-(service.spread**2) / 2, service.spread)
            loading, *writing = (
                (share * factor * service.server_path, share * factor * service.database_path)
                for share in service.shares
            )
            yield from server.work(loading[0])
            yield from self._database.work(loading[1])
            yield service.wait / len(service.shares)
            yield self._model()
            for each in writing:
                yield from server.write(*each)
            clock.leave(character)
            yield from self._players.work(service.client / 2)
            self._took.append(clock.now - began)
            if self._chance.random() < service.jobs:
                clock.start(self._jobs(server))
            yield self._pause()

    def _jobs(self, server: Server) -> Task:
        yield from server.work(self._service.server_after)
        yield from self._database.work(self._service.database_after)

    def _other_programs(self) -> Task:
        while True:
            self._clock.start(self._others.work(_SLICE))
            yield self._chance.expovariate(self._plan.others / _SLICE)

    def _pause(self) -> float:
        think = self._plan.think
        return self._chance.expovariate(1 / think) if think else 0.0

    def _model(self) -> float:
        median, high = self._plan.model, self._plan.model_p95
        if not median or high <= median:
            return median
        return self._chance.lognormvariate(math.log(median), math.log(high / median) / _NORMAL_95)


def simulated(service: Mapping[str, Any], plan: Plan, seconds: float, seed: int = 1) -> Outcome:
    """Return what a fleet does with the service times of `bench service`."""
    return Fleet(Service.of(service, plan), plan, seed).run(seconds)


def with_waits(service: Mapping[str, Any], cores: int) -> dict[str, Any]:
    """Return service times in which a turn also waits for what two players were seen to wait for.

    Such as commits, and threads that wake each other: no processor's time tells of them.
    """
    few = service["loads_ms"][0]
    plan = Plan(servers=1, talks=few["talks"], is_shared=True, machine=cores, others=few["others"])
    low, high = 0.0, 1e3 * few["talks"] / few["per_second"]
    for _ in range(_HALVED):
        wait = (low + high) / 2
        found = {**service, "single_ms": {**service["single_ms"], "wait": round(wait, 2)}}
        is_faster = simulated(found, plan, 60.0).per_second > few["per_second"]
        low, high = (wait, high) if is_faster else (low, wait)
    return found


async def compared(
    points: tuple[int, ...], servers: tuple[int, ...], seconds: float, repeats: int
) -> dict[str, Any]:
    """Measure service times and some points on this machine; return both with the simulated.

    The service times are of one server and 1, 2 and 25 players, which should be none of the points.
    """
    cores = int(machine()["cpus"])
    service = with_waits(await service_times.run(seconds=seconds), cores)
    rows: list[dict[str, Any]] = []
    for count in servers:
        async with service_times.running(count) as fleet:
            for talks in points:
                seen = [await fleet.load(talks, seconds) for _ in range(repeats)]
                plan = Plan(servers=count, talks=talks, is_shared=True, machine=cores)
                rows.append(_beside(plan, seen, service))
    return {"machine": machine(), "service": service, "points": rows}


def _beside(
    plan: Plan, seen: Sequence[service_times.Load], service: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the run that other programs disturbed least beside the simulation, and all rates.

    With the processor time of a turn as it was then, and as the simulation has it.
    """
    best = min(seen, key=lambda load: load.others)
    plan = replace(plan, others=best.others)
    told, times = simulated(service, plan, 60.0), Service.of(service, plan)
    server = times.server_path + times.jobs * times.server_after
    database = times.database_path + times.jobs * times.database_after
    return {
        "servers": plan.servers,
        "talks": plan.talks,
        "measured_per_second": best.per_second,
        "simulated_per_second": told.per_second,
        "rate_off": round(told.per_second / best.per_second - 1, 3),
        "measured_p95_ms": best.p95_ms,
        "simulated_p95_ms": told.p95_ms,
        "p95_off": round(told.p95_ms / best.p95_ms - 1, 3),
        "measured_median_ms": best.median_ms,
        "simulated_median_ms": told.median_ms,
        "measured_server_client_database_ms": [best.server_ms, best.client_ms, best.database_ms],
        "simulated_server_client_database_ms": [
            round(1e3 * each, 2) for each in (server, times.client, database)
        ],
        "others": best.others,
        "all_measured_per_second": [load.per_second for load in seen],
        "all_others": [load.others for load in seen],
    }


def main() -> None:
    """Print what a plan comes to, or measured beside simulated."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--service", type=Path)
    parser.add_argument("--points", default="5,10,40")
    parser.add_argument("--servers", default="1,2")
    parser.add_argument("--talks", type=int, default=1_000)
    for name, default in (("think", 30.0), ("model", 1.5), ("model-p95", 4.0), ("seconds", 0.0)):
        parser.add_argument(f"--{name}", type=float, default=default)
    for name, number in (("machine", 2), ("database", 8), ("sharing", 1), ("repeats", 2)):
        parser.add_argument(f"--{name}", type=int, default=number)
    chosen = parser.parse_args()
    servers = tuple(map(int, chosen.servers.split(",")))
    if chosen.compare:
        points = tuple(map(int, chosen.points.split(",")))
        found = asyncio.run(compared(points, servers, chosen.seconds or 15.0, chosen.repeats))
        print(json.dumps(found, indent=1))
        return
    try:
        service = json.loads(chosen.service.read_text(encoding="utf-8")) if chosen.service else {}
    except (OSError, ValueError):
        service = {}
    if "single_ms" not in service:
        wanted = "a file that `npcserver bench service --json > service.json` wrote, or --compare"
        parser.error(f"{chosen.service or 'no file'} is not one of service times: name {wanted}")
    for count in servers:
        plan = Plan(
            servers=count,
            talks=chosen.talks,
            think=chosen.think,
            model=chosen.model,
            model_p95=chosen.model_p95,
            machine=chosen.machine,
            database=chosen.database,
            sharing=chosen.sharing,
        )
        outcome = simulated(service, plan, chosen.seconds or 4 * (chosen.think + chosen.model))
        print(f"{plan}\n  {outcome}")


if __name__ == "__main__":
    main()
