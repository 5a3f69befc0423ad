"""HAProxy, nginx and Envoy as `deploy/` configures them, before servers on this machine."""

import os
import pwd
import re
import ssl
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from tests.engines.home import ROOT
from tests.engines.recipes import envoy
from tests.engines.servers import Certificate
from tests.processes import PATIENCE

PORTS = (50051, 50052)
"""Of gRPC and HTTP, as the files name them; so each server has an address of its own."""
FILES = {
    "haproxy": "haproxy/haproxy.cfg",
    "shards": "haproxy/shards.cfg",
    "nginx": "nginx/nginx.conf",
    "envoy": "envoy/envoy.yaml",
}
_HOSTS = ("127.0.0.1", "127.0.0.2")  # the servers of the files
_SHARDS = (*_HOSTS, "127.0.0.3")
MAP = "worlds.map"
"""What `npcserver move-world` changes, in the folder of HAProxy before shards."""


def admin_socket(folder: Path) -> Path:
    """Return HAProxy's socket for a folder: the paths of sockets may have 97 characters at most."""
    return Path(tempfile.gettempdir()) / f"{sha256(bytes(folder)).hexdigest()[:16]}.sock"


@dataclass(slots=True)
class RunningProxy:
    """A proxy in a process of its own."""

    command: Sequence[str]
    log: Path
    port: int
    authority: Path
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start it, and wait for a ready server."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        _wait_until_ready(self.process, self.port, self.authority, self.log)

    def stop(self, patience: float = 10.0) -> None:
        """End it; streams that still run after so many seconds are cut."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(patience)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def restart(self) -> None:
        """End it with all that passes through it, and start it again."""
        self.stop(1.0)
        self.start()


@contextmanager
def running(
    name: str,
    folder: Path,
    port: int,
    hosts: Sequence[str],
    certificate: Certificate,
    *,
    is_by_turns: bool = False,
) -> Generator[RunningProxy, None, None]:
    """Run a proxy on a port of loopback until the end of the block; waits for a ready server.

    If it `is_by_turns`, HAProxy sends each call to the next server, whatever its timeline.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / Path(FILES[name]).name
    pem = folder / "npcserver.pem"
    (folder / MAP).touch()
    pem.write_bytes(certificate.chain.read_bytes() + certificate.key.read_bytes())
    text = (ROOT / "deploy" / FILES[name]).read_text(encoding="utf-8")
    text = _moved(name, text, port, hosts, pem)
    if is_by_turns:
        assert "balance hash var(txn.route)" in text
        text = text.replace("balance hash var(txn.route)", "balance roundrobin")
        text = re.sub(r"^ +hash-.*\n", "", text, flags=re.MULTILINE)
    file.write_text(text, encoding="utf-8")
    command = {
        "haproxy": ["haproxy", "-f", str(file)],
        "shards": ["haproxy", "-f", str(file)],
        "nginx": ["nginx", "-p", str(folder), "-c", str(file), "-g", _nginx_options(folder)],
        "envoy": [str(envoy()), "-c", str(file), "--disable-hot-restart", "-l", "warn"],
    }[name]
    proxy = RunningProxy(command, folder / f"{name}.log", port, certificate.authority)
    try:
        proxy.start()
        yield proxy
    finally:
        proxy.stop()


def _moved(name: str, text: str, port: int, hosts: Sequence[str], pem: Path) -> str:
    """Return a file with its port, certificate and servers changed, and nothing else."""
    listens = (":443}", f"127.0.0.1:{port}}}")
    folder, servers = pem.parent, _SHARDS if name == "shards" else _HOSTS
    program = "haproxy" if name == "shards" else name
    changes = {
        "haproxy": [listens],
        "shards": [
            listens,
            (f"/etc/haproxy/{MAP}", str(folder / MAP)),
            ("/run/haproxy/admin.sock", str(admin_socket(folder))),
        ],
        "nginx": [("listen 443", f"listen 127.0.0.1:{port}")],
        "envoy": [("address: 0.0.0.0, port_value: 443", f"address: 127.0.0.1, port_value: {port}")],
    }[name]
    changes += [(f"/etc/{program}/npcserver.pem", str(pem))]
    # in one pass, since one address may be in another's place afterwards
    changes += [(f"\0{number}", host) for number, host in enumerate(hosts[: len(servers)])]
    for number, host in enumerate(servers):
        text = re.sub(rf"{re.escape(host)}(?=[:}},])", f"\0{number}", text)
    for old, new in changes:
        assert old in text, f"deploy/{FILES[name]} has no {old!r}"
        text = text.replace(old, new)
    if name == "haproxy":
        text = _with_more_servers(text, hosts[len(_HOSTS) :])
    cannot_become = os.geteuid() or "haproxy" not in {one.pw_name for one in pwd.getpwall()}
    if program == "haproxy" and cannot_become:
        text = re.sub(r"^ +(user|group) haproxy\n", "", text, flags=re.MULTILINE)
    return text


def _with_more_servers(text: str, hosts: Sequence[str]) -> str:
    """Return a file of HAProxy with lines for more servers, as docs/deploy.md tells to add them."""
    for number, host in enumerate(hosts, 3):
        text = re.sub(
            r"^( +server )npc2 \S+?(:\d+) id 2(.*)$",
            rf"\g<0>\n\g<1>npc{number} {host}\g<2> id {number}\g<3>",
            text,
            flags=re.MULTILINE,
        )
    return text


def _nginx_options(folder: Path) -> str:
    return f"daemon off; pid {folder}/nginx.pid;"


def _wait_until_ready(
    process: "subprocess.Popen[bytes]", port: int, authority: Path, log: Path
) -> None:
    trusted = ssl.create_default_context(cafile=str(authority))
    ends_at = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, log.read_text(encoding="utf-8")
        assert time.monotonic() < ends_at, log.read_text(encoding="utf-8")
        try:
            page = f"https://127.0.0.1:{port}/healthz/ready"
            with urllib.request.urlopen(page, timeout=5, context=trusted):
                return
        except (OSError, urllib.error.URLError):
            time.sleep(0.2)
