"""Real engines to play in, real servers to call, and what can stand between them."""

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pytest
from playwright.async_api import Browser

from tests.engines import chromium as chromium_engine
from tests.engines import godot as godot_engine
from tests.engines import unity_build
from tests.engines.chromium import browsing
from tests.engines.godot import Ended
from tests.engines.godot_web import playing
from tests.engines.home import HERE, need
from tests.engines.servers import Certificate, Proxy, Server, certificate
from tests.engines.web_page import TALK, script

NewServer = Callable[..., Server]
NewProxy = Callable[..., Proxy]


class Godot(Protocol):
    """Plays a script (`res://tests/x.gd`) or scene natively; returns what it printed."""

    def __call__(self, program: str, *arguments: str, patience: float = ...) -> Ended: ...


class GodotWeb(Protocol):
    """Plays a script or scene as a web export in Chromium; returns what it printed."""

    async def __call__(self, program: str, *arguments: str, patience: float = ...) -> Ended: ...


@pytest.fixture(scope="session")
def godot_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the Godot client once for all native runs, into a path as players have them."""
    need(godot_engine.why_missing(), is_moving=True)
    return godot_engine.copy_of_client(tmp_path_factory.mktemp("godot") / "Mein Spiel ä")


@pytest.fixture
def godot(godot_project: Path) -> Godot:
    """Return a function that plays a script or scene in native Godot, without a window."""

    def play(program: str, *arguments: str, patience: float = godot_engine.PATIENCE) -> Ended:
        return godot_engine.run(godot_project, program, *arguments, patience=patience)

    return play


@pytest.fixture(scope="session")
def godot_web_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the Godot client once for all web runs, which need no native engine."""
    need(godot_engine.why_web_missing())
    return godot_engine.copy_of_client(tmp_path_factory.mktemp("godot-web") / "project")


@pytest.fixture
def godot_web(godot_web_project: Path, drawing_chromium: Browser, tmp_path: Path) -> GodotWeb:
    """Return a function that plays a script or scene as a web export in Chromium."""

    async def play(program: str, *arguments: str, patience: float = godot_engine.PATIENCE) -> Ended:
        godot_engine.start_with(godot_web_project, program)
        folder = tmp_path / "web"
        async with playing(drawing_chromium, folder, godot_web_project, *arguments) as game:
            return await game.end(patience)

    return play


@pytest.fixture(scope="session")
async def chromium() -> AsyncGenerator[Browser, None]:
    """Give a headless Chromium that all tests share; each opens a context of its own."""
    need(chromium_engine.why_missing())
    async with browsing() as browser:
        yield browser


@pytest.fixture(scope="session")
async def drawing_chromium() -> AsyncGenerator[Browser, None]:
    """Give one that has WebGL, for games."""
    need(chromium_engine.why_missing())
    async with browsing(draws=True) as browser:
        yield browser


@pytest.fixture
def new_server(tmp_path: Path) -> Generator[NewServer, None, None]:
    """Return a function that starts a server with both listeners; see `Server` for its options.

    The sample world is in it. It keeps what it has when it is started again, on the same ports.
    """
    servers: list[Server] = []

    def start(**options: object) -> Server:
        server = Server(tmp_path / f"server{len(servers)}", **options)  # type: ignore[arg-type]
        servers.append(server)
        return server.start()

    yield start
    for server in servers:
        server.stop()


@contextmanager
def running(server: Server) -> Generator[Server, None, None]:
    """Run a server that tests share; each begins a game of its own.

    A test that kills it starts it again.
    """
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture(scope="session")
def echo_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    """Run a server as `Server` makes it; its characters repeat what they hear."""
    with running(Server(tmp_path_factory.mktemp("echo"))) as server:
        yield server


@pytest.fixture(scope="session")
def tls_server(
    tmp_path_factory: pytest.TempPathFactory, tls: Certificate
) -> Generator[Server, None, None]:
    """Run the same with TLS."""
    with running(Server(tmp_path_factory.mktemp("tls-server"), tls=tls)) as server:
        yield server


@pytest.fixture(scope="session")
def locked_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    """Run the same with two keys."""
    keys = ("lantern-over-the-door", "lantern & light by the door")
    with running(Server(tmp_path_factory.mktemp("locked"), keys=keys)) as server:
        yield server


@pytest.fixture(scope="session")
def tavern_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    """Run a server that answers as `tavern_answers.yaml` says."""
    model = f"scripted:{HERE / 'tavern_answers.yaml'}"
    with running(Server(tmp_path_factory.mktemp("tavern"), model=model)) as server:
        yield server


@pytest.fixture(scope="session")
def web_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    """Run a server that answers as `TALK` says, and lets in no pages from elsewhere."""
    folder = tmp_path_factory.mktemp("web")
    origins = {"NPCSERVER_HTTP__ORIGINS": "[]"}
    model = script(folder, *TALK)
    with running(Server(folder / "server", model=model, settings=origins)) as server:
        yield server


@pytest.fixture(scope="session")
def prompted_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    """Run a server whose model is sent prompts, as a script is not; it answers by their schemas."""
    with running(Server(tmp_path_factory.mktemp("prompted"), model="schema:0")) as server:
        yield server


@pytest.fixture(scope="session")
def unity_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    """Run the server that the Unity package's own tests share; some have it restarted."""
    folder = tmp_path_factory.mktemp("unity-server")
    model = f"scripted:{unity_build.SCRIPT}"
    with running(Server(folder, model=model, keys=(unity_build.KEY,))) as server:
        yield server


@pytest.fixture
def new_proxy() -> Generator[NewProxy, None, None]:
    """Return a function that puts a proxy before a port; see `Proxy`."""
    proxies: list[Proxy] = []

    def put(target_port: int, cut_after: float | None = None) -> Proxy:
        proxies.append(Proxy(target_port, cut_after))
        return proxies[-1]

    yield put
    for proxy in proxies:
        proxy.close()


@pytest.fixture(scope="session")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """Make a certificate for a server on this machine, by an authority that nobody knows."""
    return certificate(tmp_path_factory.mktemp("tls"))
