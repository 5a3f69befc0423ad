"""Expectations, figures, addresses, and scenarios on a server of canned answers."""

import io
from pathlib import Path

import npcclient
import pytest
from npcclient.playtest import reports
from npcclient.playtest.figures import spread
from npcclient.playtest.hearing import Heard
from npcclient.playtest.judging import judge
from npcclient.playtest.options import Transport
from npcclient.playtest.reaching import Misused, Reach, chosen_timeline, explained
from npcclient.playtest.reading import read
from npcclient.playtest.running import RunResult, run
from npcclient.playtest.scenario import Expectation, WantedAction
from rich.console import Console

from npcserver.v1.affordance_pb2 import ActionIntent, Argument
from npcserver.v1.timeline_service_pb2 import DeleteTimelineRequest
from tests.fakes.canned_server import (
    STARTED_EVENT,
    ServerControl,
    delta_event,
    ended_event,
    line_event,
)

GIVE = ActionIntent(
    intent_id="int_1",
    affordance="give",
    arguments=[
        Argument(name="item", text="Lamp"),
        Argument(name="times", integer=2),
        Argument(name="gladly", boolean=True),
    ],
)


def heard() -> Heard:
    given = Heard(first_token=0.25, intents=[("trn_1", GIVE)])
    for event in (
        STARTED_EVENT,
        line_event("Take the\nlamp.", "joy"),
        line_event("Mind it."),
        ended_event(),
    ):
        given.take(event, "mira")
    return given


def wanting(name: str, **arguments: str | float | bool) -> Expectation:
    action = WantedAction(name=name, arguments=tuple(arguments.items()))
    return Expectation(kind="action", action=action)


@pytest.mark.parametrize(
    ("expectation", "problem"),
    [
        (Expectation(kind="contains", wanted=("TAKE the lamp",)), ""),
        (Expectation(kind="contains", wanted=("lamp", "oil")), "'oil' was not said"),
        (Expectation(kind="not_contains", wanted=("oil",)), ""),
        (Expectation(kind="not_contains", wanted=("lamp",)), "'lamp' was said"),
        (Expectation(kind="mood", wanted=("fear", "joy")), ""),
        (Expectation(kind="mood", wanted=("fear",)), "felt was: joy, neutral"),
        (wanting("give"), ""),
        (wanting("give", item="lamp", times=2, gladly=True), ""),
        (wanting("give", times=3), "wishes were: give("),
        (wanting("give", gladly=1), "nobody wanted to give(gladly=1)"),
        (wanting("give", colour="red"), "nobody wanted to"),
        (wanting("take"), "nobody wanted to take()"),
        (Expectation(kind="no_action"), "somebody wanted to give("),
        (Expectation(kind="outcome", wanted=("completed",)), ""),
        (Expectation(kind="outcome", wanted=("fallback",)), "ended with 'completed'"),
        (Expectation(kind="max_first_token_ms", most=300), ""),
        (Expectation(kind="max_first_token_ms", most=200), "took 250 ms"),
        (Expectation(kind="speaks", wanted=("mira",)), ""),
        (Expectation(kind="speaks", wanted=("tom",)), "who spoke: mira"),
        (Expectation(kind="remembers", wanted=("bees",)), ""),
        (Expectation(kind="remembers", wanted=("wasps",)), "in none of 1 memories"),
    ],
)
def test_judgements(expectation: Expectation, problem: str) -> None:
    """Each kind of expectation holds where it should, and says what was instead where not."""
    finding = judge(expectation, heard(), ["Ann keeps  BEES."])

    assert finding.holds == (not problem)
    assert problem in finding.problem


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("contains", "said was: nothing"),
        ("mood", "nothing was said"),
        ("outcome", "no turn came to an end"),
        ("max_first_token_ms", "no word came"),
        ("speaks", "who spoke: nobody"),
    ],
)
def test_silence(kind: str, problem: str) -> None:
    """Where nothing was heard, nothing that is expected of words holds."""
    finding = judge(Expectation(kind=kind, wanted=("x",), most=1), Heard(), [])

    assert problem in finding.problem


def test_a_line_without_a_feeling_is_not_neutral() -> None:
    """A feeling is never made up: where no line told one, no mood is found."""
    heard = Heard()
    heard.take(line_event("Mind it.", None), "mira")

    finding = judge(Expectation(kind="mood", wanted=("neutral",)), heard, [])

    assert finding.problem == "no line felt 'neutral'; felt was: nothing that a line told"


def test_first_token_is_the_first_word() -> None:
    """The wait ends with the first piece of a sentence, and not when a person begins to think."""
    waiting = Heard()
    waiting.take(STARTED_EVENT, "mira")
    before = waiting.first_token
    waiting.take(delta_event("Ta"), "mira")

    assert before is None
    assert waiting.first_token is not None


def test_percentiles_are_times_that_were_measured() -> None:
    """The nearest rank, in milliseconds; nothing of nothing."""
    figures = spread([number / 1000 for number in range(1, 101)])

    assert figures == {"p50": 50.0, "p95": 95.0, "p99": 99.0, "max": 100.0}
    assert spread([0.007]) == {"p50": 7.0, "p95": 7.0, "p99": 7.0, "max": 7.0}
    assert spread([]) is None


@pytest.mark.parametrize(
    ("reach", "address"),
    [
        (Reach(), "127.0.0.1:50051"),
        (Reach(transport=Transport.CONNECT), "http://127.0.0.1:50052"),
        (Reach(server="host:1"), "host:1"),
        (Reach(server="host:1", argument="other:2"), "other:2"),
        (Reach(server="host:1", transport=Transport.CONNECT), "http://host:1"),
        (Reach(server="host:1", transport=Transport.CONNECT, tls=True), "https://host:1"),
        (Reach(server="http://host:1", ca=Path("ca.pem")), "https://host:1"),
        (Reach(server="https://host"), "https://host"),
    ],
)
def test_addresses(reach: Reach, address: str) -> None:
    """An address and a transport become what the client takes."""
    assert reach.address == address
    assert reach.transport_name == ("connect" if address.startswith("http") else "grpc")


def test_address_against_transport() -> None:
    """A URL for gRPC is told apart."""
    with pytest.raises(Misused, match="for gRPC write host:port"):
        _ = Reach(server="http://host:1", transport=Transport.GRPC).address


async def test_errors_are_told_with_the_address() -> None:
    """Anyone who reads that a server is not there sees which."""
    async with npcclient.connect("127.0.0.1:1", patience=npcclient.Patience(attempts=1)) as npc:
        with pytest.raises(npcclient.Unavailable) as caught:
            await npc.worlds.list()

    told = explained(caught.value, "127.0.0.1:1")
    assert told.startswith("127.0.0.1:1 does not answer: nobody listens there")


HEAD = "world: a\ncharacter: mira\n"


async def play(npc: npcclient.NpcClient, folder: Path, text: str) -> RunResult:
    path = folder / "scene.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return await run(npc, read(path), "server:1")


def told(result: RunResult) -> str:
    written = io.StringIO()
    reports.show(Console(file=written, width=200), result)
    return written.getvalue()


async def test_a_server_that_goes_away_in_the_middle(
    npc: npcclient.NpcClient, control: ServerControl, tmp_path: Path
) -> None:
    """A step that loses the server ends the scenario, is no answer, and is told apart from one."""
    control.is_cut_after_event = True
    result = await play(npc, tmp_path, "steps:\n  - say: Hello!\n  - say: And?\n")

    assert result.was_unreached
    assert not result.error
    assert [step.was_skipped for step in result.steps] == [False, True]
    assert "2 steps in" in told(result)


async def test_what_was_played_is_deleted(
    npc: npcclient.NpcClient, control: ServerControl, tmp_path: Path
) -> None:
    """The timeline of a scenario goes with it, unless it is to be kept."""
    held = await play(npc, tmp_path, "steps:\n  - say: Hello!\n")
    await play(npc, tmp_path, "keep_timeline: true\nsteps:\n  - say: Hello!\n")

    assert held.holds
    assert "1 step in" in told(held)
    deleted = [request.timeline_id for request in control.asked(DeleteTimelineRequest)]
    assert deleted == [held.timeline_id]


async def test_time_beyond_all_calendars(npc: npcclient.NpcClient, tmp_path: Path) -> None:
    """A wait beyond the last year is told as what cannot be played."""
    result = await play(npc, tmp_path, "steps:\n  - wait: 99999999d\n")

    assert "the year 9999" in result.steps[0].error


async def test_a_timeline_that_is_not_there(
    npc: npcclient.NpcClient, control: ServerControl, tmp_path: Path
) -> None:
    """Anyone who names a timeline is not given another one in silence."""
    control.missing_timelines.add("tl_9")
    result = await play(npc, tmp_path, "timeline: tl_9\nsteps:\n  - say: Hello!\n")
    world = await npc.worlds.get("harbour")
    world.world_id = "elsewhere"

    assert "there is no timeline 'tl_9'" in result.error
    assert "nothing was played" in told(result)
    with pytest.raises(Misused, match="of the world 'harbour'"):
        await chosen_timeline(npc, "tl_1", world)
