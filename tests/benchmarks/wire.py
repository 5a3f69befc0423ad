"""What the HTTP listener adds to native gRPC: to a single call, and to each token of a stream.

    python -m tests.benchmarks.wire [--rounds 5] [--calls 400] [--tokens 200] [--json]

One process serves both listeners, another calls: over native gRPC, Connect in JSON, Connect in
protobuf, and gRPC-Web, in turns of a few calls so that all meet the same weather. What is called
answers without work of its own, so that the wire is all there is.

The clients are made alike, that none is counted as the listener's: each takes the bytes of an
answer and decodes nothing. gRPC is called by its own library with raw bytes; over HTTP a request
that was written beforehand goes out over a plain connection that is kept, and its answer is read to
its end. `calls` is milliseconds of a single call. `tokens` is milliseconds from the moment a use
case speaks a token until its bytes have arrived, by the clock that both processes share. Both are
of the quietest round of each wire, by its p95: other work on the machine adds, and never takes
away. `added` is what a wire takes more than native gRPC there, and less where it is below 0;
`added_usually` is that difference within a round, as the median over all rounds. `processor` is
what the server spends on a call and on a token, in milliseconds of the processor, over all rounds,
and there is no client in it.
"""

import json
import statistics
import subprocess
import sys
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

from npcbench.harness import machine
from npcserver.cli.settings_args import run_coroutine
from tests.benchmarks.options import read_options
from tests.benchmarks.wire_clients import WIRES, Client, GrpcClient, HttpClient

ROUNDS, CALLS, TOKENS = 5, 400, 200
_AT_A_TIME = 20
_PERCENTILES = (50, 95, 99)
Measured = dict[str, list[float]]


@dataclass
class _Taken:
    """Seconds of each call or token, by round and wire; seconds of the processor by wire."""

    rounds: list[Measured] = field(default_factory=list)
    processor: dict[str, float] = field(default_factory=lambda: dict.fromkeys(WIRES, 0.0))

    def begin(self) -> None:
        self.rounds.append({wire: [] for wire in WIRES})

    def add(self, wire: str, taken: Sequence[float], processor: float) -> None:
        self.rounds[-1][wire] += taken
        self.processor[wire] += processor

    def count(self, wire: str) -> int:
        return sum(len(each[wire]) for each in self.rounds)


class _Server:
    """The server's process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.wire_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        ports: Mapping[str, int] = json.loads(self._asked())
        self.grpc, self.http = ports["grpc"], ports["http"]

    def processor(self) -> float:
        """Return the seconds of the processor that it has used."""
        _of(self._process.stdin).write("\n")
        _of(self._process.stdin).flush()
        return float(self._asked())

    def close(self) -> None:
        _of(self._process.stdin).close()
        self._process.wait(30)
        _of(self._process.stdout).close()

    def _asked(self) -> str:
        return _of(self._process.stdout).readline()


async def measured(rounds: int, calls: int, tokens: int) -> dict[str, object]:
    """Return all figures, in milliseconds."""
    server = _Server()
    clients: dict[str, Client] = {"grpc": GrpcClient(server.grpc)}
    for wire in WIRES[1:]:
        clients[wire] = await HttpClient.connect(server.http, wire)
    called, spoken = _Taken(), _Taken()
    try:
        for client in clients.values():  # what is made at the first call is no part of any
            await _times(client, _AT_A_TIME)
            await client.tokens(_AT_A_TIME)
        for number in range(rounds):
            called.begin()
            spoken.begin()
            for turn in range(max(1, calls // _AT_A_TIME)):
                for wire in _in_turn(number + turn):
                    await _one(called, server, wire, _times(clients[wire], _AT_A_TIME))
            for wire in _in_turn(number):
                await _one(spoken, server, wire, clients[wire].tokens(tokens))
    finally:
        for client in clients.values():
            await client.close()
        server.close()
    return _figures(called, spoken)


async def _one(taken: _Taken, server: _Server, wire: str, work: Awaitable[Sequence[float]]) -> None:
    before = server.processor()
    seconds = await work
    taken.add(wire, seconds, server.processor() - before)


async def _times(client: Client, count: int) -> list[float]:
    return [await client.call() for _ in range(count)]


def _in_turn(number: int) -> Sequence[str]:
    """Return the wires, another first each time."""
    first = number % len(WIRES)
    return (*WIRES[first:], *WIRES[:first])


def _figures(called: _Taken, spoken: _Taken) -> dict[str, object]:
    return {
        "name": "wire",
        "machine": machine(),
        "counts": {
            "rounds": len(called.rounds),
            "calls": {wire: called.count(wire) for wire in WIRES},
            "tokens": {wire: spoken.count(wire) for wire in WIRES},
        },
        "calls": _quietest(called),
        "tokens": _quietest(spoken),
        "added": {
            wire: _difference(_quietest(called), _quietest(spoken), wire) for wire in WIRES[1:]
        },
        "added_usually": {wire: _usual(called, spoken, wire) for wire in WIRES[1:]},
        "processor": {"call": _spent(called), "token": _spent(spoken)},
    }


def _quietest(taken: _Taken) -> dict[str, dict[str, float]]:
    rounds = [{wire: _shown(each[wire]) for wire in WIRES} for each in taken.rounds]
    return {
        wire: min((each[wire] for each in rounds), key=lambda one: one["p95"]) for wire in WIRES
    }


def _shown(seconds: Sequence[float]) -> dict[str, float]:
    return {f"p{percent}": _point(seconds, percent) for percent in _PERCENTILES}


def _difference(
    calls: Mapping[str, Mapping[str, float]], tokens: Mapping[str, Mapping[str, float]], wire: str
) -> dict[str, float]:
    return {
        f"{what}_{point}": round(taken[wire][point] - taken["grpc"][point], 3)
        for what, taken in (("call", calls), ("token", tokens))
        for point in ("p50", "p95")
    }


def _usual(called: _Taken, spoken: _Taken, wire: str) -> dict[str, float]:
    each = [
        _difference(
            {one: _shown(calls[one]) for one in ("grpc", wire)},
            {one: _shown(tokens[one]) for one in ("grpc", wire)},
            wire,
        )
        for calls, tokens in zip(called.rounds, spoken.rounds, strict=True)
    ]
    return {name: round(statistics.median(one[name] for one in each), 3) for name in each[0]}


def _spent(taken: _Taken) -> dict[str, float]:
    return {wire: round(1e3 * taken.processor[wire] / taken.count(wire), 3) for wire in WIRES}


def _point(seconds: Sequence[float], percent: int) -> float:
    """Return a percentile, in milliseconds."""
    ordered = sorted(seconds)
    return round(1e3 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)], 3)


def _of(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def main() -> None:
    """Measure, and print what was found."""
    given = read_options(__doc__, rounds=ROUNDS, calls=CALLS, tokens=TOKENS)  # in a round
    figures = run_coroutine(measured(given.rounds, given.calls, given.tokens))
    print(json.dumps(figures) if given.json else json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
