"""The engine-free core of the Unity package, under mono and .NET 8, alone and with real servers."""

import asyncio
import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

import pytest

from tests.conformance.server import Served, served
from tests.conformance.vectors import FILE as VECTORS
from tests.conftest import variant
from tests.engines import dotnet, unity_core
from tests.engines.home import need
from tests.engines.servers import Server
from tests.engines.unity_core import WHY_MISSING, positions, session, texts

pytestmark = pytest.mark.engines
WORLD, CHARACTER = "farrowhithe", "hester"
NOBODY = "http://127.0.0.1:9"


@pytest.fixture(scope="session", params=[pytest.param("dotnet", marks=variant), "mono"])
def program(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Sequence[str]:
    need(WHY_MISSING[request.param]())
    return unity_core.build(request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture(scope="module")
def slow() -> Iterator[Served]:
    """Run a server whose model speaks slowly and writes down what becomes of its calls."""
    with served() as server:
        yield server


def run(program: Sequence[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*program, *arguments],
        capture_output=True,
        encoding="utf-8",
        env=dotnet.environment(),
        check=False,
        timeout=unity_core.PATIENCE,
    )


def cancelled(server: Served) -> int:
    """How many calls of the model were cancelled so far."""
    return sum(call["event"] == "cancel" for call in server.calls())


async def eventually(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(unity_core.PATIENCE):
        while not holds():  # noqa: ASYNC110 - what it waits for is in another process's file
            await asyncio.sleep(0.05)


def plain(value: Any) -> Any:
    """Numbers as doubles and times as moments, so that only what they mean is compared."""
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, str) and value[10:11] == "T" and value.endswith("Z"):
        return datetime.fromisoformat(value).isoformat() + value[26:]
    return value


def test_the_core_alone(program: Sequence[str]) -> None:
    """Retries, deadlines, turns, watches and the queue hold without any server."""
    ended = run(program, "checks")
    failed = [line for line in ended.stdout.splitlines() if line.startswith("FAILED")]
    assert not failed, ended.stdout
    assert ended.stdout.count("\nok ") > 45
    assert ended.stdout.strip().endswith("DONE"), ended.stdout + ended.stderr


def test_shared_vectors(program: Sequence[str]) -> None:
    """Messages, envelopes cut anywhere, and errors become what every client makes of them."""
    told = [json.loads(line) for line in run(program, "vectors", str(VECTORS)).stdout.splitlines()]
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert len(told) == sum(map(len, vectors.values()))
    made = iter(told)
    for vector in vectors["messages"]:
        wanted = plain(vector.get("canonical", json.loads(vector["json"])))
        read = next(made)
        assert read.pop("facts") == [value for _, value in vector.get("facts", [])], vector["name"]
        assert plain(read) == {"json": wanted, "hex": wanted}, vector["name"]
    for kind in vectors["enums"]:
        assert next(made) == [number for _, number in kind["values"]], kind["type"]
    for vector in vectors["envelopes"]:
        wanted = {name: vector[name] for name in ("messages", "end", "is_torn")}
        for way in next(made):
            if wanted["is_torn"]:  # the vector also names the message that never came whole
                wanted["messages"] = wanted["messages"][: len(way["messages"])]
            assert way == wanted, vector["name"]
    for vector in vectors["errors"]:
        wanted, error = vector["error"], next(made)["error"]
        assert error["message"], "people are always told something"
        if not wanted["message"]:  # then the client finds words of its own
            error["message"] = wanted["message"]
        assert error == wanted, vector["name"]


async def test_a_turn_streams_and_ends(program: Sequence[str], slow: Served) -> None:
    """Tokens come before their line, and the turn ends as it should."""
    async with session(program, slow.http, slow.key) as game:
        await game.do("start", "PLAYING", world="quay")
        await game.do("say", "OVER", character="ada", text="hello there")
    words = [said for said, _ in game.lines if said in {"STARTED", "TOKEN", "LINE", "FINISHED"}]
    assert words[0] == "STARTED"
    assert words.index("TOKEN") < words.index("LINE")
    assert words[-1] == "FINISHED"
    assert game.said("OVER") == ["RanToCompletion"]
    spoken = "".join(line["text"] for line in game.said("LINE"))
    assert "".join(game.said("TOKEN")).replace(" ", "") == spoken.replace(" ", "")


async def test_hanging_up_reaches_the_model(program: Sequence[str], slow: Served) -> None:
    """The model call is cancelled, and the character remembers only what was delivered."""
    before = cancelled(slow)
    async with session(program, slow.http, slow.key) as game:
        await game.do("start", "PLAYING", world="quay")
        await game.do("say", "LINE", character="ada", text="tell me a long story")
        assert await game.do("hang up", "OVER") == "Canceled"
        await eventually(lambda: cancelled(slow) > before)
        spoken = len(game.said("LINE"))
        # another turn: what hung up says nothing more, and the character listens again
        await game.do("say", "FINISHED", character="ada", text="hello there")
    assert len(game.said("LINE")) - spoken == 3
    assert not game.said("FAILED")


async def test_interrupting_ends_the_turn_politely(program: Sequence[str], slow: Served) -> None:
    """An interruption lets the turn end with its outcome, and the model call is cancelled."""
    before = cancelled(slow)
    async with session(program, slow.http, slow.key) as game:
        await game.do("start", "PLAYING", world="quay")
        await game.do("say", "LINE", character="ada", text="tell me a long story")
        game.tell("interrupt")
        finished = await game.hears("FINISHED")
        await eventually(lambda: cancelled(slow) > before)
    assert finished["outcome"] == "TURN_OUTCOME_INTERRUPTED"


async def test_a_turn_that_takes_too_long(program: Sequence[str], slow: Served) -> None:
    """A deadline that passes is told once, as such, and the model is not left talking."""
    before = cancelled(slow)
    async with session(program, slow.http, slow.key) as game:
        await game.do("start", "PLAYING", world="quay")
        await game.do("say", "OVER", character="ada", text="endless talk", timeoutMs=3000)
        await eventually(lambda: cancelled(slow) > before)
    assert [each["error"]["code"] for each in game.said("FAILED")] == ["deadline_exceeded"]
    assert game.said("OVER") == ["Faulted"]


async def test_a_circle_talks_speaker_by_speaker(program: Sequence[str], slow: Served) -> None:
    """What is heard, who begins, what they say and that it is quiet come in order."""
    async with session(program, slow.http, slow.key) as game:
        await game.do("start", "PLAYING", world="quay")
        await game.do("circle", "OVER", characters=["ada", "tom"], text="hello", mostTurns=2)
    words = [said for said, _ in game.lines if said not in {"READY", "PLAYING", "TOKEN", "LINE"}]
    assert words[0] == "HEARD"
    assert words[1:-2] == ["STARTED", "FINISHED"] * ((len(words) - 3) // 2)
    assert words[-2:] == ["QUIET", "OVER"]
    speakers = game.said("STARTED")
    assert speakers
    assert set(speakers) <= {"ada", "tom"}
    said = [text.partition(": ") for text in game.said("FINISHED")]
    assert [name for name, _, _ in said] == speakers
    assert all(text for _, _, text in said)
    spoken = "".join(text for _, _, text in said)
    assert "".join(game.said("TOKEN")).replace(" ", "") == spoken.replace(" ", "")
    assert game.said("OVER") == ["RanToCompletion"]


async def test_hanging_up_in_a_circle_reaches_the_model(
    program: Sequence[str], slow: Served
) -> None:
    """Who speaks is interrupted, and nobody else takes the floor."""
    before = cancelled(slow)
    async with session(program, slow.http, slow.key) as game:
        await game.do("start", "PLAYING", world="quay")
        words = "Ada, tell us a long story"
        game.tell("circle", characters=["ada", "tom"], text=words, then="hang up")
        assert await game.hears("OVER") == "Canceled"
        await eventually(lambda: cancelled(slow) > before)
    assert len(game.said("STARTED")) == len(game.said("LINE")) == 1
    assert not game.said("FAILED")


async def test_wrong_key(program: Sequence[str], slow: Served) -> None:
    """A wrong key is told as such, on calls and on streams, without a retry."""
    async with session(program, slow.http, "not the key") as game:
        refused = await game.do("start", "FAILED", world="quay")
        assert await game.do("say", "OVER", character="ada", text="hello") == "Faulted"
    assert refused["error"]["code"] == "unauthenticated"
    assert refused["error"]["reason"] == "UNAUTHENTICATED"
    assert {each["error"]["code"] for each in game.said("FAILED")} == {"unauthenticated"}


async def test_no_server(program: Sequence[str]) -> None:
    """Where nobody listens, a call fails after its retries and a turn fails once."""
    async with session(program, NOBODY) as game:
        failed = await game.do("start", "FAILED", world=WORLD)
        assert await game.do("say", "OVER", character=CHARACTER, text="hello") == "Faulted"
    assert failed["error"]["code"] == "unavailable"
    assert NOBODY in failed["error"]["message"]
    assert len(game.said("FAILED")) == 2


async def test_saving_and_loading(program: Sequence[str], echo_server: Server) -> None:
    """A binding from the game's own save file leads back, and who watched is told of leaving."""
    async with session(program, echo_server.http) as game:
        playing = await game.do("start", "PLAYING", world=WORLD)
        saved = await game.do("save", "SAVED", name="before the storm")
        game.tell("watch", afterSeq=playing.get("seq", 0))
        loaded = await game.do("load", "PLAYING", binding=json.dumps(saved))
        while "left" not in await game.hears("WATCHED"):
            pass
    assert saved["timelineId"] == playing["timelineId"]
    assert saved["name"] == "before the storm"
    assert loaded["timelineId"] != playing["timelineId"]
    assert game.said("WATCHED")[-1]["left"]["toTimelineId"] == loaded["timelineId"]


async def test_a_killed_server_loses_nothing(program: Sequence[str], echo_server: Server) -> None:
    """Through a restart each observation is stored once, and the watch has no gap."""
    async with session(program, echo_server.http) as game:
        playing = await game.do("start", "PLAYING", world=WORLD)
        game.tell("watch")
        for number in range(5):
            game.tell("observe", text=f"Gull {number} lands.", witness=CHARACTER)
        await game.do("flush", "FLUSHED")
        echo_server.kill()
        try:
            await game.hears("LOST")
            for number in range(5, 10):
                game.tell("observe", text=f"Gull {number} lands.", witness=CHARACTER)
        finally:
            echo_server.start()
        assert (await game.do("flush", "FLUSHED")) == {"dropped": 0}
        while len(texts(game.said("WATCHED"))) < 10:
            await game.hears("WATCHED")
    seen = game.said("WATCHED")
    assert texts(seen) == [f"Gull {number} lands." for number in range(10)]
    assert not game.said("REFUSED")
    async with session(program, echo_server.http) as late:
        late.tell("play", binding=json.dumps(playing))
        late.tell("watch", afterSeq=playing["seq"])
        while len(texts(late.said("WATCHED"))) < 10:
            await late.hears("WATCHED")
    # what the server notes after the last of them, one may have seen and the other not
    last = next(each["seq"] for each in reversed(seen) if "memory" in each)
    one, other = (positions(each) for each in (seen, late.said("WATCHED")))
    assert [seq for seq in one if seq <= last] == [seq for seq in other if seq <= last]


async def test_a_hundred_turns_at_once(program: Sequence[str], echo_server: Server) -> None:
    """One client holds a hundred turns, and each comes to its end."""
    async with session(program, echo_server.http) as game:
        told = await game.do(
            "many", "MANY", count=100, world=WORLD, character=CHARACTER, text="Hi."
        )
    assert told == 100
