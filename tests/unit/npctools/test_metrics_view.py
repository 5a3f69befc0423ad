"""What `npcserver top` makes of the metrics of a server."""

import io

import pytest
from rich.console import Console

from npcserver.adapters.telemetry import catalogue
from npcserver.adapters.telemetry.metrics import Metrics, Reading, parsed
from npcserver.config import Settings
from npcserver.model.job import JobKind
from npcserver.model.turn import Rung, TurnOutcome
from npcserver.ports.observer import JobResult, TurnMeasures
from npcserver.sockets import listening
from npctools.cli.metrics_view import Scrape, Window, address_of, frame, scraped


def turn(outcome: TurnOutcome = TurnOutcome.COMPLETED, first_word: float = 1.0) -> TurnMeasures:
    return TurnMeasures(
        outcome=outcome,
        rung=Rung.PRIMARY if outcome is TurnOutcome.COMPLETED else Rung.OFFLINE,
        recall=0.01,
        first_beat=0.7,
        first_word=first_word,
        commit=0.02,
        whole=2.0,
    )


async def at(seconds: float, metrics: Metrics) -> Scrape:
    return Scrape(seconds, parsed((await metrics.exposition("text/plain"))[0].decode()))


def started(seconds: float) -> Scrape:
    return Scrape(seconds, {"process_start_time_seconds": [({}, 100.0)]})


def text(window: Window) -> str:
    console = Console(file=io.StringIO(), width=120)
    console.print(frame(window, "127.0.0.1:9464"))
    printed = console.file
    assert isinstance(printed, io.StringIO)
    return " ".join(printed.getvalue().split())


async def test_a_window_shows_what_came_in_it() -> None:
    """Of a counter only the growth between two looks counts."""
    metrics = Metrics("1.2.3")
    metrics.turn_ended(turn())
    before = await at(1000.0, metrics)
    for _ in range(3):
        metrics.turn_ended(turn())
    metrics.turn_ended(turn(TurnOutcome.FALLBACK))
    window = Window(await at(1002.0, metrics), before)

    assert window.grown(catalogue.TURNS) == 4
    assert window.grown_by(catalogue.TURNS, "outcome") == {"completed": 3, "fallback": 1}
    assert window.grown(catalogue.TURNS, rung="offline") == 1


async def test_a_server_that_began_anew_counts_from_nothing() -> None:
    """Counters that are smaller than before are those of a new process."""
    old, new = Metrics("1.2.3"), Metrics("1.2.3")
    for _ in range(5):
        old.turn_ended(turn())
    new.turn_ended(turn())
    new.turn_ended(turn())
    window = Window(await at(1060.0, new), await at(1000.0, old))

    assert window.grown(catalogue.TURNS) == 2


@pytest.mark.parametrize(
    ("words", "share", "expected"),
    [
        ([1.2] * 4, 0.5, 1.25),  # the middle of the bucket from 1.0 to 1.5
        ([1.2] * 4, 1.0, 1.5),
        ([0.3, 0.3, 0.3, 3.0], 0.95, 3.7),  # a fifth of the last observation is left
        ([1000.0], 0.95, 60.0),  # beyond the last bound nothing is known
    ],
)
async def test_quantiles_are_those_of_promql(
    words: list[float], share: float, expected: float
) -> None:
    """Observations are evenly spread within a bucket; beyond the last bound it is that bound."""
    metrics = Metrics("1.2.3")
    for seconds in words:
        metrics.turn_ended(turn(first_word=seconds))
    window = Window(await at(1000.0, metrics))

    assert window.quantile(catalogue.FIRST_WORD, share) == pytest.approx(expected)


async def test_without_turns_there_is_no_quantile() -> None:
    """Nothing was observed, so there is nothing to tell."""
    assert Window(await at(1000.0, Metrics("1.2.3"))).quantile(catalogue.FIRST_WORD, 0.5) is None


def test_one_look_covers_the_time_since_the_start() -> None:
    """Rates of a single look are the average of the process."""
    assert Window(started(160.0)).seconds == 60.0
    assert Window(started(160.0), started(150.0)).seconds == 10.0
    assert "since start, 60 s" in Window(started(160.0)).text


async def test_a_picture_has_all_that_an_operator_asks_for() -> None:
    """Turns, waits, lanes, gates, breaker, cost, errors, watchers, queues: words and figures."""
    metrics = Metrics("1.2.3")
    for _ in range(9):
        metrics.turn_ended(turn(first_word=1.2))
    metrics.turn_ended(turn(TurnOutcome.FALLBACK, first_word=1.2))
    metrics.call_began("/npcserver.v1.PlayService/Say")
    metrics.call_failed("/npcserver.v1.PlayService/Say", "UNAVAILABLE")
    metrics.call_shed("turns", "queue_full")
    metrics.job_ended(JobKind.PLAN, JobResult.LEFT, 1.0)
    reply = ("reply", "openai:m")

    async def read() -> list[Reading]:
        return [
            Reading(catalogue.LANE_CALLS, 8, ("openai:m", "player", "running")),
            Reading(catalogue.LANE_CALLS, 6, ("openai:m", "player", "waiting")),
            Reading(catalogue.LANE_LIMIT, 8, ("openai:m", "player")),
            Reading(catalogue.BREAKER_OPEN, 1, ("openai:m", "reply")),
            Reading(catalogue.GATE_CALLS, 8, ("turns", "running")),
            Reading(catalogue.GATE_CALLS, 5, ("turns", "waiting")),
            Reading(catalogue.GATE_LIMIT, 8, ("turns",)),
            Reading(catalogue.MODEL_CALLS, 10, (*reply, "finished")),
            Reading(catalogue.MODEL_SECONDS, 15, reply),
            Reading(catalogue.MODEL_TOKENS, 9000, (*reply, "prompt")),
            Reading(catalogue.MODEL_TOKENS, 400, (*reply, "completion")),
            Reading(catalogue.MODEL_CACHED_TOKENS, 6000, reply),
            Reading(catalogue.MODEL_COST, 0.25, reply),
            Reading(catalogue.WATCHERS, 3),
            Reading(catalogue.JOBS_PENDING, 40),
            Reading(catalogue.READERS, 2, ("running",)),
            Reading(catalogue.READERS_LIMIT, 10),
        ]

    metrics.read_from(read)
    now = await at(1000.0, metrics)
    shown = text(Window(now))

    for expected in (
        "npcserver 1.2.3 on 127.0.0.1:9464",
        "completed 90%, fallback 10%",
        "primary 90%, offline 10%",
        "first word p50 1.25 s",
        "openai:m player 8 6 8 reply",
        "turns 8 5 8 1",
        "reply 10 1.5 s 9400 67% 0.2500",
        "errors: UNAVAILABLE 1, turned away: queue_full 1",
        "watchers 3",
        "40 pending",
        "stale writes left 1",
        "2 of 10 readers busy",
    ):
        assert expected in shown


async def test_a_server_that_did_nothing_yet_has_a_picture() -> None:
    """Where there are no turns and no calls, it says so."""
    shown = text(Window(await at(1000.0, Metrics("1.2.3"))))

    assert "turns/s 0.00" in shown
    assert "no calls of models" in shown
    assert "errors: none" in shown


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ("", "127.0.0.1:9464"),
        ("9500", "127.0.0.1:9500"),
        ("game-1:9464", "game-1:9464"),
        ("http://game-1:9464/metrics", "game-1:9464"),
    ],
)
def test_the_address_may_be_given_in_any_form(wish: str, expected: str) -> None:
    """A port, a host with its port, or the address as a browser has it."""
    assert address_of(Settings(), wish) == expected


def test_the_settings_name_the_address() -> None:
    """The port of the settings is looked at where none is given; `0.0.0.0` is this machine."""
    chosen = Settings.model_validate({"metrics": {"port": 9999, "host": "0.0.0.0"}})  # noqa: S104

    assert address_of(chosen, "") == "127.0.0.1:9999"


def test_where_nothing_answers_it_says_what_to_do() -> None:
    """The message names the option that turns metrics on."""
    with listening("127.0.0.1", 0, "metrics") as bound:
        port = bound.getsockname()[1]

    with pytest.raises(ConnectionError, match="start the server with --metrics-port"):
        scraped(f"127.0.0.1:{port}")
