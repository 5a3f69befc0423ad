"""Lets each client play the cases against a server of its own, and collects what came of it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.conformance import judge
from tests.conformance.cases import for_clients
from tests.conformance.judge import Difference
from tests.conformance.options import why_unable
from tests.conformance.runners import Program, Runner, RunnerBrokeError, Transcript
from tests.conformance.server import Served, served


@dataclass(slots=True, kw_only=True)
class Played:
    """What one client saw; `missing` says why it did not play, `broke` how it broke down.

    `times` says for each case how long its interruptions took to reach the model, in milliseconds.
    """

    name: str
    version: str = ""
    missing: str = ""
    broke: str = ""
    transcripts: dict[str, Transcript] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=dict)

    @property
    def delays(self) -> list[float]:
        """Return the times of all cases."""
        return [time for times in self.times.values() for time in times]

    def unable(self) -> dict[str, str]:
        """Return which cases it cannot play, and why."""
        return {
            name: transcript["unable"]
            for name, transcript in self.transcripts.items()
            if "unable" in transcript
        }

    def wrong(self) -> set[str]:
        """Return the names of cases in which something differs."""
        return {difference.case for difference in self.differences}


@dataclass(frozen=True, slots=True)
class Reference:
    """The client that others are compared with, in what they see and in how long they take."""

    runner: Runner
    played: Played


def played(
    runners: Iterable[Runner], cases: Sequence[dict[str, Any]], *, first: Reference | None = None
) -> Iterator[Played]:
    """Yield what each client saw; all are compared with `first`, or with the first that played."""
    for runner in runners:
        one = _played(runner, cases)
        if first is not None:
            one.differences += _compared(cases, first.played, one)
        one.differences += _late(runner, cases, one, first)
        if first is None and one.transcripts:
            first = Reference(runner, one)
        yield one


def _played(runner: Runner, cases: Sequence[dict[str, Any]]) -> Played:
    missing = runner.why_missing()
    if missing is not None:
        return Played(name=runner.name, missing=missing)
    made = Played(name=runner.name, version=runner.version())
    able = []
    for case in cases:
        if unable := why_unable(case, runner.client):
            made.transcripts[case["name"]] = {"name": case["name"], "unable": unable}
        else:
            able.append(case)
    if able:
        with served() as server:
            play_at(server, runner, able, made)
    return made


def play_at(server: Served, runner: Runner, cases: Sequence[dict[str, Any]], made: Played) -> None:
    """Let a client play cases that it can at a server that runs, and note what came of it."""
    before = len(server.arrivals())
    program: Program = {
        "http": server.http,
        "grpc": server.grpc,
        "key": server.key,
        "cases": [_addressed(for_clients(case), runner, server) for case in cases],
    }
    try:
        made.transcripts |= runner.run(program)
    except RunnerBrokeError as error:
        made.broke, made.transcripts = str(error), made.transcripts | error.transcripts
    calls, arrivals = server.settled_calls(), server.arrivals()[before:]
    made.times = judge.delays(cases, made.transcripts, calls)
    for case in cases:
        transcript = made.transcripts.get(case["name"])
        if transcript is None:
            text = "was not played" + (": the client broke down" if made.broke else "")
            made.differences.append(Difference(runner.name, case["name"], "", text))
        else:
            made.differences += judge.judged(case, runner.name, transcript, calls)
            made.differences += judge.misarrived(case, runner.name, arrivals)


def _addressed(case: dict[str, Any], runner: Runner, server: Served) -> dict[str, Any]:
    """Return a case whose steps name the server and its proxies by their addresses."""
    addresses = {"http": server.http, **server.proxies}
    if runner.client == "python-grpc":
        addresses = {"http": server.grpc, **server.grpc_proxies}
    steps = [
        {**one, "url": addresses[one["url"]]} if "url" in one else one for one in case["steps"]
    ]
    return {**case, "steps": steps}


def _late(
    runner: Runner, cases: Sequence[dict[str, Any]], one: Played, first: Reference | None
) -> Iterator[Difference]:
    """Yield the cases in which a client's interruptions take longer than they may.

    Those are played again, by the reference client too, before that is said.
    """

    def again(names: Collection[str]) -> tuple[judge.Times, judge.Times | None]:
        few = [case for case in cases if case["name"] in names]
        ours = None if first is None else _played(first.runner, few).times
        return _played(runner, few).times, ours

    ours = None if first is None else first.played.times
    for name, (slowest, bound) in judge.late_each_time(one.times, ours, again).items():
        text = f"took {slowest:.0f} ms to reach the model's call, where {bound:.0f} ms are allowed"
        yield Difference(one.name, name, "", text)


def _compared(
    cases: Sequence[dict[str, Any]], first: Played, other: Played
) -> Iterator[Difference]:
    for case in cases:
        one, two = first.transcripts.get(case["name"]), other.transcripts.get(case["name"])
        if one is None or two is None or "unable" in one or "unable" in two:
            continue
        yield from judge.compared(case, (first.name, one), (other.name, two))
