"""The simulation of a fleet, where queueing theory or arithmetic says what must come out."""

import sys
from pathlib import Path
from typing import Any

import pytest

from npcbench.fleet import Plan, main, simulated, with_waits

SERVICE: dict[str, Any] = {
    "single_ms": {
        "client": 1.0,
        "server_path": 20.0,
        "server_after": 10.0,
        "database_path": 4.0,
        "database_after": 2.0,
        "wait": 6.0,
        "turn": 31.0,
        "turn_p95": 31.0,
        "recalled": 15.0,
        "first_word": 20.0,
        "finished": 20.0,
    },
    "loads_ms": [
        {"talks": 2, "client": 1.0, "server": 30.0, "database": 6.0, "others": 0.0},
        {"talks": 25, "client": 1.0, "server": 25.0, "database": 5.0, "others": 0.0},
    ],
}


def test_one_player_waits_for_nobody() -> None:
    """A turn takes the sum of its parts; no two of them are at one time."""
    found = simulated(SERVICE, Plan(servers=1, talks=1, think=30.0, model=1.0), 3000.0)

    assert found.median_ms == pytest.approx(1000 + 1 + 20 + 4 + 6)


def test_a_busy_server_takes_as_many_turns_as_its_core_has_time_for() -> None:
    """And players wait for as long as it takes to serve all (Little's law)."""
    found = simulated(SERVICE, Plan(servers=1, talks=50), 60.0)

    assert found.per_second == pytest.approx(1 / 0.025, rel=0.02)
    assert found.median_ms == pytest.approx(1e3 * 50 * 0.025, rel=0.05)
    assert found.server_share == pytest.approx(1.0, abs=0.02)


def test_a_second_server_doubles_the_turns_until_the_cores_end_it() -> None:
    """On machines of their own; on one of two cores, players and database need some of them."""
    own = simulated(SERVICE, Plan(servers=2, talks=50), 60.0)
    shared = simulated(SERVICE, Plan(servers=2, talks=50, is_shared=True), 60.0)

    assert own.per_second == pytest.approx(2 / 0.025, rel=0.02)
    assert shared.per_second == pytest.approx(2 / (0.025 + 0.005 + 0.001), rel=0.05)


def test_writes_wait_for_one_transaction_at_a_time() -> None:
    """What the writer takes of the database adds to what it takes of the server."""
    single = {**SERVICE["single_ms"], "recalled": 0.0, "first_word": 0.0, "finished": 0.0}
    service = {**SERVICE, "single_ms": single}
    written = simulated(service, Plan(servers=1, talks=20, think=0.2), 60.0)
    loaded = simulated(SERVICE, Plan(servers=1, talks=20, think=0.2), 60.0)

    assert written.per_second == pytest.approx(1 / (0.020 + 0.010 + 0.004), rel=0.05)
    assert written.p95_ms > loaded.p95_ms


def test_other_programs_leave_the_rest_of_a_machine() -> None:
    """Two cores, of which others use one and a half."""
    plan = Plan(servers=1, talks=50, is_shared=True, others=1.5)

    assert simulated(SERVICE, plan, 60.0).per_second == pytest.approx(
        0.5 / (0.025 + 0.005 + 0.001), rel=0.1
    )


def test_players_of_one_character_speak_by_turns() -> None:
    """A turn waits for those before it, whichever server has them."""
    alone = simulated(SERVICE, Plan(servers=4, talks=8, model=1.0), 200.0)
    shared = simulated(SERVICE, Plan(servers=4, talks=8, model=1.0, sharing=4), 200.0)

    assert shared.per_second == pytest.approx(alone.per_second / 4, rel=0.1)
    assert shared.median_ms == pytest.approx(4 * alone.median_ms, rel=0.1)


def test_the_model_has_the_latency_that_the_plan_names() -> None:
    """Median and 95th percentile, beside the little that a server adds."""
    plan = Plan(servers=20, talks=1000, think=30.0, model=1.5, model_p95=4.0)
    found = simulated(SERVICE, plan, 200.0)

    assert found.median_ms == pytest.approx(1530, rel=0.03)
    assert found.p95_ms == pytest.approx(4030, rel=0.05)


def test_waits_are_those_that_two_players_had() -> None:
    """Where turns took longer than processors were busy, the rest is a wait."""
    few, many = SERVICE["loads_ms"]
    single = {**SERVICE["single_ms"], "turn_p95": 40.0}
    seen = {"single_ms": single, "loads_ms": [{**few, "per_second": 20.0}, many]}
    fitted = with_waits(seen, 2)

    again = simulated(fitted, Plan(servers=1, talks=2, is_shared=True), 60.0)
    assert again.per_second == pytest.approx(20.0, rel=0.05)


@pytest.mark.parametrize("content", [None, "", "{}"])
def test_a_file_without_service_times_is_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    content: str | None,
) -> None:
    """Also one that is missing, or left empty by a measurement that failed."""
    file = tmp_path / "service.json"
    if content is not None:
        file.write_text(content)
    monkeypatch.setattr(sys, "argv", ["fleet", "--service", str(file)])

    with pytest.raises(SystemExit):
        main()

    assert "npcserver bench service --json > service.json" in capsys.readouterr().err
