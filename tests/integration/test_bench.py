"""`npcserver bench`: what its parts count, and their pages."""

from pathlib import Path

import pytest

from npcbench import cold, day, first_word, service_times, start, turn
from npcbench.fleet import Plan, simulated
from npcbench.harness import Result
from npcbench.recall_log import DIMENSION
from npcserver.model.errors import InvalidInput, NotPossibleNow
from tests.conftest import NewDatabase, variant
from tests.fakes.model_servers import NAME, serve_prompt_reading


def figures(result: Result) -> dict[str, float]:
    found = result["figures"]
    assert isinstance(found, dict)
    return found


async def test_days_are_counted_one_by_one_with_those_in_the_background(tmp_path: Path) -> None:
    """Calls at import apart; the page tells of everybody who lived."""
    page = tmp_path / "day.md"
    result = await day.run(characters=1, background=1, hours=2, days=2, page=page)

    counted = figures(result)
    assert (counted["characters"], counted["background"], counted["days"]) == (1, 1, 2)
    by_day = result["calls_per_character_day_by_day"]
    assert isinstance(by_day, dict)
    calls = {day: value * 2 * 2 / 24 for day, value in by_day.items()}
    assert list(calls) == ["1", "2"]
    total = counted["calls_per_character_day"] * 2 * 4 / 24
    assert sum(calls.values()) + counted["calls_at_import"] == pytest.approx(total, abs=0.1)
    text = page.read_text(encoding="utf-8")
    assert text.count("\n## ") == 2 + 3  # two people; thoughts, talks, and those by default
    assert "| all |" in text


async def test_more_people_than_there_are_are_refused() -> None:
    """With how many there are."""
    with pytest.raises(InvalidInput, match="background"):
        await day.run(characters=1, background=99, hours=1)


async def test_a_page_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """By its path, before anybody has lived."""
    with pytest.raises(InvalidInput, match="cannot write"):
        await day.run(characters=1, hours=1000, page=tmp_path / "none" / "day.md")


def test_a_cold_recall_reads_a_file_in_which_a_memory_is_small() -> None:
    """A vector takes half a kilobyte; what else a memory has is no larger."""
    counted = figures(cold.run((500,), rounds=1))

    assert DIMENSION < counted["bytes_on_disk_per_memory_500"] < 2 * DIMENSION
    assert counted["first_recall_default_500_ms_least"] > 0


async def test_a_round_has_a_cold_prompt_and_one_that_was_read_ahead() -> None:
    """In the same run, with prompts that begin otherwise, so that none finds the other cached."""
    async with serve_prompt_reading() as llm:
        result = await first_word.run(
            model=f"openai:{NAME}", base_url=llm.base_url, rounds=1, progress=lambda _: None
        )

    figures = result["figures"]
    assert isinstance(figures, dict)
    assert figures["cold_cached_tokens"] < 0.1 * figures["cold_prompt_tokens"]
    assert figures["resumed_cold_cached_tokens"] < 0.1 * figures["resumed_cold_prompt_tokens"]
    assert (
        figures["resumed_read_ahead_cached_tokens"]
        > 0.65 * figures["resumed_read_ahead_prompt_tokens"]
    )
    assert figures["read_ahead_cached_tokens"] > 0.6 * figures["read_ahead_prompt_tokens"]


async def test_a_model_that_reads_nothing_ahead_is_refused() -> None:
    """With what to do instead."""
    with pytest.raises(NotPossibleNow, match="name a local model"):
        await first_word.run(model="offline", base_url=None, rounds=1, progress=lambda _: None)


@pytest.mark.parametrize(
    "kind", ["sqlite", pytest.param("postgres", marks=(pytest.mark.postgres, variant))]
)
async def test_a_start_is_timed_to_the_port_and_to_the_first_line(
    kind: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """In processes of their own, beside a server that does nothing."""
    database = "" if kind == "sqlite" else request.getfixturevalue("new_postgres")()
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")  # the other embeds the world for long
    result = await start.run(
        rounds=1,
        idle=0.2,
        settling_seconds=0.2,
        database=database,
        progress=lambda _: None,
    )

    found, ratios = figures(result), result["ratios"]
    assert isinstance(ratios, dict)
    assert 0 < found["until_the_port_answers_s"] < found["until_the_first_line_s"]
    assert found["resident_memory_mb"] > 50
    assert 1 < ratios["port"] < ratios["first_line"]
    assert ("idle_transactions_per_second" in found) is bool(database)


@pytest.mark.parametrize(
    "kind", ["sqlite", pytest.param("postgres", marks=(pytest.mark.postgres, variant))]
)
async def test_turns_are_counted_with_what_they_read_and_cost(
    kind: str, request: pytest.FixtureRequest
) -> None:
    """One call of the model each, and one statement where nothing has changed."""
    database = "" if kind == "sqlite" else request.getfixturevalue("new_postgres")()
    result = await turn.run(turns=5, memories=20, players=2, database=database)
    counted, ratios = figures(result), result["ratios"]

    assert (counted["turns"], counted["model_calls_per_turn"]) == (5, 1)
    assert counted["statements_before_model_at_rest"] == 1
    assert counted["statements_before_model_median"] >= 1
    assert 1 <= counted["hops_before_model_median"] <= counted["hops_before_model_most"]
    before, whole = "processor_before_model_ms_median", "processor_of_turn_with_jobs_ms_median"
    assert 0 < counted[before] < counted[whole]
    assert counted["players_turns_per_second"] > 0
    assert isinstance(ratios, dict)
    assert ratios["processor_before_model_to_bare_stream"] > 1


@pytest.mark.postgres
async def test_service_times_are_what_the_simulation_of_a_fleet_needs(
    new_postgres: NewDatabase,
) -> None:
    """Each part of a turn has a time, jobs and bytes are counted, and a server follows from it."""
    measured = await service_times.run(
        turns=3, seconds=1.0, settling_seconds=0.5, database=new_postgres()
    )
    single, stored = measured["single_ms"], measured["stored"]

    assert isinstance(single, dict)
    used = ("client", "server_path", "server_after", "database_path", "database_after")
    assert all(single[name] > 0 for name in used)
    assert 0 < single["recalled"] < single["first_word"] <= single["finished"]
    assert 0 < single["turn"] <= single["turn_p95"]
    assert isinstance(stored, dict)
    assert stored["bytes_per_turn"] > 1000
    told = simulated(measured, Plan(servers=1, talks=4), 20.0)
    assert 1.0 < told.per_second < 1000.0
