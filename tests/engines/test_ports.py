"""Ports of servers that run beside each other."""

import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.engines.ports import of_worker, two_free


def test_workers_share_no_port() -> None:
    """What one worker gives to its servers no worker beside it gives to its own."""
    shares = [set(of_worker(f"gw{number}")) for number in range(16)]

    assert all(len(share) > 500 for share in shares)
    assert len(set.union(*shares)) == sum(len(share) for share in shares)


def test_a_port_in_use_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ports that are all taken but two, those two are found."""
    first = next(port for port in of_worker("gw15") if _are_free(port))
    monkeypatch.setattr("tests.engines.ports.of_worker", lambda name: range(first, first + 3))
    with socket.create_server(("127.0.0.1", first)):
        assert set(two_free()) == {first + 1, first + 2}


def test_servers_that_start_together_get_ports_of_their_own() -> None:
    """None listens yet when the others are given theirs."""
    with ThreadPoolExecutor(8) as pool:
        given = [port for pair in pool.map(lambda _: two_free(), range(100)) for port in pair]

    assert len(given) == len(set(given))


def _are_free(port: int) -> bool:
    try:
        for each in range(port, port + 3):
            socket.create_server(("127.0.0.1", each)).close()
    except OSError:
        return False
    return True
