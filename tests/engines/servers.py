"""A real npcserver in a process of its own, for engines to call; and what stands in its way."""

import asyncio
import atexit
import json
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import trustme

from tests.engines.home import ROOT
from tests.engines.ports import two_free
from tests.processes import PATIENCE, ForkedCommand, environment_of, run_forked

ADDRESSES = re.compile(r"Listening on (\S+:\d+)[\s\S]*?(https?://[^\s/]+)")
_LONGEST_ANSWER = 10.0
SAMPLE_WORLD = ROOT / "worlds" / "farrowhithe.yaml"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A server's certificate and key, and the certificate of who vouches for it; PEM files."""

    chain: Path
    key: Path
    authority: Path


def certificate(folder: Path) -> Certificate:
    """Make a certificate for 127.0.0.1 and localhost, by an authority that nobody knows."""
    folder.mkdir(parents=True, exist_ok=True)
    made = Certificate(folder / "chain.pem", folder / "key.pem", folder / "authority.pem")
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1", "localhost")
    for number, blob in enumerate(issued.cert_chain_pems):
        blob.write_to_path(str(made.chain), append=number > 0)
    issued.private_key_pem.write_to_path(str(made.key))
    authority.cert_pem.write_to_path(str(made.authority))
    return made


@dataclass(slots=True)
class Server:
    """`npcserver serve` with both listeners; starts again where it was.

    Its data folder, `data`, begins with `world`, or as it was found where that is None. `afresh`
    starts Python anew each time, for where the time of a start or the seed of its hashes matters.
    `sheds`: it sheds turns as a server of players does.
    """

    folder: Path
    model: str = "scripted:echo"
    keys: tuple[str, ...] = ()
    tls: Certificate | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    world: Path | None = SAMPLE_WORLD
    afresh: bool = False
    sheds: bool = False
    grpc: str = ""
    http: str = ""
    _process: "subprocess.Popen[bytes] | ForkedCommand | None" = None

    def start(self) -> "Server":
        """Start, on the ports it had before if it ran already, and wait until it listens."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.grpc:
            self.grpc, self.http = (f"127.0.0.1:{port}" for port in two_free())
            if self.world is not None:
                shutil.copytree(_imported(self.world), self.data, dirs_exist_ok=True)
        log = self.folder / "serve.log"
        log.touch()
        begins_at = log.stat().st_size
        grpc_port, http_port = (found.rpartition(":")[2] for found in (self.grpc, self.http))
        words = ("serve", "--port", grpc_port, "--http-port", http_port, "--model", self.model)
        if self.afresh:
            with log.open("ab") as written:
                self._process = subprocess.Popen(
                    _command(*words), stdout=written, stderr=written, env=self._environment()
                )
        else:
            self._process = ForkedCommand(
                *words, environment=self._environment(), output=log, errors=log
            )
        ends_at = time.monotonic() + PATIENCE
        while not (found := ADDRESSES.search(log.read_text(encoding="utf-8")[begins_at:])):
            told = log.read_text(encoding="utf-8")
            assert self._process.poll() is None, f"the server ended:\n{told}"
            assert time.monotonic() < ends_at, f"the server does not say where it listens:\n{told}"
            select.select([], [], [], 0.05)
        self.grpc, self.http = found[1], found[2]
        return self

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def http_port(self) -> int:
        return int(self.http.rpartition(":")[2])

    @property
    def pid(self) -> int:
        assert self._process is not None, "the server does not run"
        return self._process.pid

    def has_logged(self, text: str) -> bool:
        """Return whether a text is in what it has printed and logged, over all its starts."""
        log = self.folder / "serve.log"
        return log.exists() and text in log.read_text(encoding="utf-8")

    def terminate(self) -> None:
        """Tell it to end, and do not wait."""
        assert self._process is not None, "the server does not run"
        self._process.send_signal(signal.SIGTERM)

    def wait(self) -> int:
        """Wait until it has ended; return its exit code."""
        assert self._process is not None, "the server does not run"
        return self._process.wait(PATIENCE)

    def stop(self) -> None:
        """End it as an operator does, and wait for it."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut does."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Kill it and start it again on the same ports."""
        self.kill()
        self.start()

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(how)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _environment(self) -> dict[str, str]:
        given = environment_of(self.data) | {
            # pages of other tests' servers call it from a browser
            "NPCSERVER_HTTP__ORIGINS": '["*"]',
        }
        if not self.sheds:  # a machine that is busy with other tests is no reason to
            given["NPCSERVER_LIMITS__TURN_WAIT_SECONDS"] = "60"
        if self.keys:
            given["NPCSERVER_SERVER__KEYS"] = json.dumps(self.keys)
        if self.tls:
            given["NPCSERVER_SERVER__TLS_CERTIFICATE"] = str(self.tls.chain)
            given["NPCSERVER_SERVER__TLS_PRIVATE_KEY"] = str(self.tls.key)
        return given | dict(self.settings)


@asynccontextmanager
async def living(server: Server) -> AsyncGenerator[Server, None]:
    """Start a server, and kill it in the end."""
    try:
        await asyncio.to_thread(server.start)
        yield server
    finally:
        server.kill()


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "npcserver", *words]


@cache
def _imported(world: Path) -> Path:
    """Import a world once for all servers of this run, which begin with a copy of this folder."""
    made = Path(tempfile.mkdtemp(prefix="npc-imported-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    ended = run_forked("import", str(world), environment=environment_of(made))
    assert ended.returncode == 0, ended.stderr
    return made


class Proxy:
    """A proxy on a free port that passes bytes on, and cuts connections on which nothing passes.

    `target` is a port of this machine or a socket's file.

    `cut_after` is how long a connection may be idle once the server has spoken, in seconds; None
    lets it be. For an answer it waits `_LONGEST_ANSWER` seconds, since a busy server is not idle.
    `cut()` cuts all at once, with a reset, and `turn_away(n)` the next n as soon as they are made.
    Between `hold()` and `release()` nothing passes, and nobody is told. `connections`, `idle_cuts`
    and `turned_away` count.
    """

    def __init__(self, target: int | Path, cut_after: float | None = None) -> None:
        self._target = target
        self._passes = threading.Event()
        self._passes.set()
        self._cut_after = cut_after
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._pairs: set[tuple[socket.socket, socket.socket]] = set()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._to_turn_away = 0
        self.connections = 0
        self.turned_away = 0
        self.idle_cuts = 0
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def turn_away(self, count: int) -> None:
        """Cut the next connections before anything passes."""
        self._to_turn_away = count

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def hold(self) -> None:
        """Pass nothing on from now, as a network does that is broken."""
        self._passes.clear()

    def release(self) -> None:
        """Pass on what was held, and what comes."""
        self._passes.set()

    def cut(self) -> None:
        """Cut every connection."""
        with self._lock:
            pairs = list(self._pairs)
        for pair in pairs:
            _reset(*pair)

    def close(self) -> None:
        """Cut every connection and take no more."""
        # a thread that waits for connections is woken by `shutdown`, not by `close`
        self._listener.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._listener.close()
        self.release()
        self.cut()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            if self.turned_away < self._to_turn_away:
                self.turned_away += 1
                _reset(caller)
                caller.close()
                continue
            try:
                server = _connected(self._target)
            except OSError:
                caller.close()
                continue
            self.connections += 1
            thread = threading.Thread(target=self._pass_on, args=(caller, server), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _pass_on(self, caller: socket.socket, server: socket.socket) -> None:
        other = {caller: server, server: caller}
        with self._lock:
            self._pairs.add((caller, server))
        waits = {server: self._cut_after, caller: self._cut_after and _LONGEST_ANSWER}
        spoke_last = caller
        try:
            while True:
                ready, _, _ = select.select([caller, server], [], [], waits[spoke_last])
                if not ready:
                    self.idle_cuts += 1
                    _reset(caller, server)
                    return
                self._passes.wait()
                for spoke_last in ready:
                    piece = spoke_last.recv(65536)
                    if not piece:
                        return
                    other[spoke_last].sendall(piece)
        except (OSError, ValueError):
            return  # cut, by one end or by `cut`
        finally:
            with self._lock:
                self._pairs.discard((caller, server))
            caller.close()
            server.close()


def _connected(target: int | Path) -> socket.socket:
    if isinstance(target, int):
        return socket.create_connection(("127.0.0.1", target))
    server = socket.socket(socket.AF_UNIX)
    server.connect(str(target))
    return server


def _reset(*sockets: socket.socket) -> None:
    for one in sockets:
        try:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            continue  # it is closed already
