"""The benchmark of the wires calls and counts what it says; times are for quiet machines."""

from tests.benchmarks.wire import measured
from tests.benchmarks.wire_clients import WIRES


async def test_every_wire_is_called_as_often_and_no_token_is_lost() -> None:
    """Each round brings each wire the same calls and the same tokens, and figures for all."""
    figures = await measured(2, 20, 15)

    every = dict.fromkeys(WIRES, 40)
    assert figures["counts"] == {
        "rounds": 2,
        "calls": every,
        "tokens": dict.fromkeys(WIRES, 30),
    }
    for part in ("calls", "tokens"):
        taken = figures[part]
        assert isinstance(taken, dict)
        assert set(taken) == set(WIRES)
        assert all(0 < one["p50"] <= one["p95"] <= one["p99"] for one in taken.values())
    added = figures["added"]
    assert isinstance(added, dict)
    assert set(added) == set(WIRES[1:])
