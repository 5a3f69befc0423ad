"""The files of `deploy/` for HAProxy, nginx and Envoy, before two real servers, with TLS."""

import asyncio
import base64
import os
import re
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import npcclient
import pytest

from tests.benchmarks.cluster import servers_on
from tests.benchmarks.restarts import import_sample_world, restarted
from tests.conftest import NewDatabase, variant
from tests.engines import proxies
from tests.engines.home import need
from tests.engines.ports import of_worker, two_free
from tests.engines.recipes import why_missing
from tests.engines.servers import Certificate, Server, certificate
from tests.processes import PATIENCE

pytestmark = [pytest.mark.engines, pytest.mark.postgres, pytest.mark.timeout(600)]
TALKS = 6
_TURNS = re.compile(r"^npcserver_turns_total\{.*\} (\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Proxied:
    """Two servers on one database, and the port of the proxy before them."""

    servers: tuple[Server, ...]
    port: int
    tls: Certificate

    def turns(self) -> list[int]:
        """Return how many turns each server has answered."""
        pages = []
        for server in self.servers:
            log = (server.folder / "serve.log").read_text(encoding="utf-8")
            (page,) = re.findall(r"Metrics on (\S+)", log)
            with urllib.request.urlopen(page, timeout=10) as answer:  # noqa: S310
                pages.append(answer.read().decode())
        return [sum(int(count) for count in _TURNS.findall(page)) for page in pages]


@pytest.fixture(
    params=["haproxy", pytest.param("nginx", marks=variant), pytest.param("envoy", marks=variant)]
)
def proxied(
    request: pytest.FixtureRequest, new_migrated_postgres: NewDatabase, tmp_path: Path
) -> Generator[Proxied, None, None]:
    name = request.param
    need(why_missing("envoy" if name == "envoy" else "proxies"))
    if name == "nginx" and os.geteuid():
        pytest.skip("nginx of Debian writes to folders of root")
    url = new_migrated_postgres()
    import_sample_world(url, tmp_path)
    worker = of_worker(os.environ.get("PYTEST_XDIST_WORKER", "gw0")).start // 100
    hosts = [f"127.50.{worker % 250}.{number}" for number in (1, 2)]
    tls, port = certificate(tmp_path / "tls"), two_free()[0]
    servers = servers_on(url, tmp_path, hosts)
    with ExitStack() as ends:
        for server in servers:
            ends.callback(server.stop)
            server.start()
        ends.enter_context(proxies.running(name, tmp_path / name, port, hosts, tls))
        yield Proxied(servers, port, tls)


def test_the_file_of_shards_goes_by_the_world_of_a_call(tmp_path: Path) -> None:
    """By its metadata, or by the token of a player; without either to the first shard."""
    need(why_missing("proxies"))
    worker = of_worker(os.environ.get("PYTEST_XDIST_WORKER", "gw0")).start // 100
    hosts = [f"127.55.{worker % 250}.{number}" for number in (1, 2, 3)]
    tls, port, at = certificate(tmp_path / "tls"), two_free()[0], tmp_path / "proxy"
    at.mkdir()
    (at / proxies.MAP).write_text("harbour shard2\nalte%20m%C3%BChle shard3\n", encoding="utf-8")
    server = Server(
        tmp_path / "server",
        settings={"NPCSERVER_SERVER__HOST": hosts[0]},
        grpc=f"{hosts[0]}:{proxies.PORTS[0]}",
        http=f"http://{hosts[0]}:{proxies.PORTS[1]}",
    )
    claims = base64.urlsafe_b64encode(b'{"world":"harbour"}').decode().rstrip("=")
    asked: tuple[tuple[dict[str, str], str], ...] = (
        ({"x-npc-world": "harbour"}, "shard2"),
        ({"x-npc-world": "alte%20m%C3%BChle"}, "shard3"),
        ({"x-npc-world": "elsewhere", "x-npc-timeline": "tl_1"}, "shard1"),
        ({"authorization": f"Bearer e30.{claims}.e30", "x-npc-timeline": "tl_1"}, "shard2"),
        ({}, "shard1"),
    )
    trusted = ssl.create_default_context(cafile=str(tls.authority))
    with ExitStack() as ends:
        ends.callback(server.stop)
        server.start()
        ends.enter_context(proxies.running("shards", at, port, hosts, tls))
        for number, (headers, _) in enumerate(asked):
            page = f"https://127.0.0.1:{port}/asked/{number}"
            with suppress(urllib.error.HTTPError):
                urllib.request.urlopen(
                    urllib.request.Request(page, headers=headers), timeout=PATIENCE, context=trusted
                )
        ends_at = time.monotonic() + PATIENCE
        while (went := _went(at / "shards.log", len(asked))).count([]):  # after the answers
            assert time.monotonic() < ends_at, went
            time.sleep(0.05)
    assert went == [[shard] for _, shard in asked]


def _went(log: Path, count: int) -> list[list[str]]:
    """Return to which shards the numbered pages were sent."""
    text = log.read_text(encoding="utf-8")
    return [re.findall(rf"(shard\d)-http/\S+ .*/asked/{at} ", text) for at in range(count)]


async def test_a_file_starts_hashes_and_drains(proxied: Proxied) -> None:
    """Turns of a timeline go to one server; while one ends, no player sees an error.

    Over gRPC and Connect, with a `Watch` open for each talk.
    """
    grpc, ca = f"127.0.0.1:{proxied.port}", proxied.tls.authority
    at = []
    for number in range(8):
        async with npcclient.connect((grpc, f"https://{grpc}")[number % 2], ca=ca) as npc:
            timeline = await npc.timelines.start("farrowhithe")
            before = proxied.turns()
            for _ in range(3):
                assert await npc.play.say(timeline, "hester", "Hello!", speaker="Ann").text()
            grown = [now - then for now, then in zip(proxied.turns(), before, strict=True)]
        assert sorted(grown) == [0, 3]
        at.append(grown.index(3))

    async def drain() -> tuple[float, float]:
        told = time.monotonic()
        await asyncio.to_thread(proxied.servers[0].stop)
        return told, time.monotonic()

    seen = await restarted(TALKS, 6.0, grpc, f"https://{grpc}", drain, ca)

    assert set(at) == {0, 1}
    unharmed = {"errors": {}, "lost": 0, "repeated": 0, "uneven": 0}
    assert {name: seen[name] for name in unharmed} == unharmed
    assert seen["turns"] >= 2 * TALKS
