"""What would keep a balancer from hearing of a move is told before a world leaves."""

import socket
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from npcserver.cli.world_moves import require_routes
from npcserver.model.errors import InvalidInput

ANSWERS = {
    "show backend": "# name\nshard1-grpc\nshard1-http\nshard2-grpc\nshard2-http\n",
}
UNKNOWN = "Unknown map identifier. Please use #<id> or <file>.\n"


@pytest.fixture
def haproxy() -> Iterator[Path]:
    """Answer on a socket as HAProxy 2.6 did, a connection for each command."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
        path = Path(folder) / "admin.sock"
        listener.bind(str(path))
        listener.listen()

        def answer() -> None:
            while True:
                connection, _ = listener.accept()
                with connection:
                    command = connection.recv(4096).decode().strip()
                    if not command:
                        return
                    connection.sendall(ANSWERS.get(command, UNKNOWN).encode())

        answering = threading.Thread(target=answer)
        answering.start()
        yield path
        with socket.socket(socket.AF_UNIX) as last:
            last.connect(str(path))
        answering.join()


@pytest.mark.parametrize(
    ("shard", "name", "told"),
    [
        ("shard2", "world.map", "--map: HAProxy has not read"),
        ("shrd2", "worlds.map", "--shard: HAProxy has no backends shrd2-grpc and shrd2-http"),
    ],
)
def test_what_haproxy_does_not_know_is_refused(
    haproxy: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    shard: str,
    name: str,
    told: str,
) -> None:
    """Once the world had left, its calls would go to where it was, or nowhere."""
    known = tmp_path / "worlds.map"
    monkeypatch.setitem(ANSWERS, f"show map {known}", "0x1 harbour shard1\n")

    require_routes("shard2", known, haproxy)
    with pytest.raises(InvalidInput) as refused:
        require_routes(shard, tmp_path / name, haproxy)

    assert refused.value.message.startswith(told)


def test_a_map_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """Its folder has to be there, since the file is replaced as a whole."""
    with pytest.raises(InvalidInput, match=r"--map: .*nothing is no folder in which this user"):
        require_routes("shard2", tmp_path / "nothing" / "worlds.map", None)
    with pytest.raises(InvalidInput, match="--haproxy: needs --map"):
        require_routes("shard2", None, tmp_path / "admin.sock")
