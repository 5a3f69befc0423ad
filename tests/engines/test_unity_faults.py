"""What stands between a C# game and its server, and an hour of observations; mono and .NET 8."""

import os
from collections.abc import Sequence

import pytest

from tests.conformance.dropping import DroppingProxy
from tests.conftest import variant
from tests.engines import unity_core
from tests.engines.conftest import NewProxy
from tests.engines.home import need
from tests.engines.servers import Certificate, Server
from tests.engines.unity_core import PATIENCE, WHY_MISSING, positions, session, texts

WORLD, CHARACTER = "farrowhithe", "hester"
# ten a second for an hour are 36,000; `make soak` plays them all
OBSERVATIONS = int(os.environ.get("NPCSERVER_TEST_OBSERVATIONS", "1000"))
SECONDS_TO_POUR = PATIENCE + OBSERVATIONS / 20
# what four fifths of the hour may leave behind; 100 bytes for each of them would be more
MOST_BYTES_LEFT = 2_000_000

pytestmark = [pytest.mark.engines, pytest.mark.timeout(120 + SECONDS_TO_POUR)]


@pytest.fixture(scope="module", params=[pytest.param("dotnet", marks=variant), "mono"])
def program(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Sequence[str]:
    need(WHY_MISSING[request.param]())
    return unity_core.build(request.param, tmp_path_factory.mktemp(request.param))


async def test_a_proxy_that_cuts_idle_connections_loses_nothing(
    program: Sequence[str], echo_server: Server, new_proxy: NewProxy
) -> None:
    """The watch is cut while nothing happens and while much does; each thing comes once."""
    proxy = new_proxy(echo_server.http_port, 0.6)
    async with session(program, proxy.url) as game:
        playing = await game.do("start", "PLAYING", world=WORLD)
        game.tell("watch", afterSeq=playing["seq"])
        lost = await game.hears("LOST")
        for number in range(6):
            game.tell("observe", text=f"Gull {number} lands.", witness=CHARACTER)
            await game.do("flush", "FLUSHED")
            if number % 2:
                proxy.cut()
        while len(texts(game.said("WATCHED"))) < 6:
            await game.hears("WATCHED")
    assert lost["error"]["code"] == "unavailable"
    assert proxy.idle_cuts > 0
    assert texts(game.said("WATCHED")) == [f"Gull {number} lands." for number in range(6)]
    assert positions(game.said("WATCHED")) == sorted(set(positions(game.said("WATCHED"))))
    assert not game.said("REFUSED")


async def test_a_turn_that_was_cut_before_its_first_byte_is_read_again(
    program: Sequence[str], echo_server: Server
) -> None:
    """The answer that was lost on its way comes with the second call, once, and nothing twice."""
    proxy = DroppingProxy(echo_server.http_port, "Say", 0, is_swallowed=True)
    async with await proxy.begin(), session(program, proxy.url) as game:
        playing = await game.do("start", "PLAYING", world=WORLD)
        game.tell("watch", afterSeq=playing["seq"])
        said = await game.do("say", "OVER", character=CHARACTER, text="A gull lands.")
        while not any("turn" in each for each in game.said("WATCHED")):
            await game.hears("WATCHED")
    assert said == "RanToCompletion"
    assert proxy.broken == 1
    assert [each["outcome"] for each in game.said("FINISHED")] == ["TURN_OUTCOME_COMPLETED"]
    assert len(game.said("LINE")) == 1
    assert texts(game.said("WATCHED")).count("A gull lands.") == 1


async def test_a_certificate_that_nobody_vouches_for(
    program: Sequence[str], tls_server: Server
) -> None:
    """Calls and turns fail with a sentence, once; the server hears nothing."""
    async with session(program, tls_server.http) as game:
        refused = await game.do("start", "FAILED", world=WORLD)
        assert await game.do("say", "OVER", character=CHARACTER, text="hello") == "Faulted"
    assert tls_server.http.startswith("https://")
    assert refused["error"]["code"] == "unavailable"
    assert tls_server.http in refused["error"]["message"]
    assert [each["error"]["code"] for each in game.said("FAILED")] == ["unavailable"] * 2


async def test_a_certificate_that_the_machine_trusts(
    program: Sequence[str], tls_server: Server, tls: Certificate
) -> None:
    """Over TLS everything is as without; .NET takes whom to trust from the environment."""
    if program[0] == "mono":
        pytest.skip("mono keeps whom it trusts in a store of the whole machine")
    async with session(program, tls_server.http, SSL_CERT_FILE=str(tls.authority)) as game:
        await game.do("start", "PLAYING", world=WORLD)
        assert await game.do("say", "OVER", character=CHARACTER, text="Hi.") == "RanToCompletion"


async def test_https_to_a_plain_server(program: Sequence[str], echo_server: Server) -> None:
    """Anyone who mistakes one for the other is told where, and nothing hangs."""
    async with session(program, echo_server.http.replace("http://", "https://")) as game:
        # four tries and the pauses between them, on a busy machine too
        refused = await game.do("start", "FAILED", world=WORLD, timeoutMs=60_000)
    assert refused["error"]["code"] == "unavailable"
    assert f"https://127.0.0.1:{echo_server.http_port}" in refused["error"]["message"]


@pytest.mark.slow
async def test_ten_observations_a_second_leave_nothing_behind(
    program: Sequence[str], echo_server: Server
) -> None:
    """As many as an hour has, as fast as the server takes them: all, in order, no memory kept."""
    async with session(program, echo_server.http) as game:
        await game.do("start", "PLAYING", world=WORLD)
        game.tell("pour", count=OBSERVATIONS, witness=CHARACTER)
        poured = await game.hears("POURED", SECONDS_TO_POUR)
    grown = poured.pop("grownBytes")
    assert poured == {"seen": OBSERVATIONS, "isInOrder": True, "dropped": 0}
    assert grown < MOST_BYTES_LEFT
