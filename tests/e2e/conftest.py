"""A server to call, and a world to play in; and one in a process of its own, over both wires."""

import os
import sys
from collections.abc import AsyncGenerator, Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import npcclient
import pytest

from npcserver.cli.commands import app
from npcserver.cli.error_messages import run_guarded
from tests.engines.servers import Certificate, Server, certificate
from tests.fakes.server import LoopbackServer, ReplyScript, serve_use_cases, use_cases
from tests.fakes.wires import BothWires, serve_both_wires

SPEAKS = """\
fragment_delay: 0.03
answers:
  - when: wave
    say: Good day to you!
    emotion: joy
    intents: [{name: wave, arguments: {target: lamp_7, times: 3}}]
  - when: story
    say: STORY
  - say: The tide is out, and the lamp is lit.
    emotion: calm
"""
STORY = "It began with the lamp on the head, which went dark for eleven minutes. " * 20


class Ended(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Command = Callable[..., Ended]


@pytest.fixture
def npcserver(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Command:
    """Run a command in this process, with a data folder and an embedder that needs no weights."""
    for name in [name for name in os.environ if name.startswith("NPCSERVER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("NPCSERVER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["npcserver", *arguments])
        code = 0
        try:
            run_guarded(app)
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 0
        said = capsys.readouterr()
        return Ended(code, said.out, said.err)

    return run


@pytest.fixture
async def loopback() -> AsyncGenerator[LoopbackServer, None]:
    """Give a running server over an empty store in memory."""
    script = ReplyScript()
    async with serve_use_cases(use_cases(script), script) as running:
        yield running


@pytest.fixture
async def npc(loopback: LoopbackServer) -> AsyncGenerator[npcclient.NpcClient, None]:
    """Give a client of the tavern."""
    async with npcclient.connect(f"127.0.0.1:{loopback.port}") as client:
        yield client


@pytest.fixture
async def here() -> AsyncGenerator[BothWires, None]:
    """Give a tavern with both listeners."""
    async with serve_both_wires() as running:
        yield running


@pytest.fixture(scope="session")
def speaking(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Name a model that speaks slowly, tells stories, and waves when it is asked to."""
    script = tmp_path_factory.mktemp("script") / "speaks.yaml"
    script.write_text(SPEAKS.replace("STORY", STORY), encoding="utf-8")
    return f"scripted:{script}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, speaking: str) -> Iterator[Server]:
    """Give a server in a process of its own, with the sample world; tests share it."""
    running = Server(tmp_path_factory.mktemp("server"), model=speaking)
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.fixture(params=["grpc", "connect"])
def address(request: pytest.FixtureRequest, server: Server) -> str:
    """Give the address of that server, once for each transport."""
    return server.grpc if request.param == "grpc" else server.http


@pytest.fixture(params=["grpc", "connect"])
def transport(request: pytest.FixtureRequest) -> str:
    """Name each transport."""
    return str(request.param)


@pytest.fixture
def own_server(tmp_path: Path, speaking: str) -> Iterator[Server]:
    """Give a server that the test may stop, kill and start again; it is to be started first."""
    running = Server(tmp_path / "server", model=speaking)
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="session")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """Make a certificate for a server on this machine, by an authority that nobody knows."""
    return certificate(tmp_path_factory.mktemp("tls"))
