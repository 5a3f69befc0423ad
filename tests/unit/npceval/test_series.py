"""Runs under different settings, and repeated games of a scene."""

import json
import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from npceval import run_comparison, scene_series
from npceval.kept_answers import EvaluationError
from npceval.run_folder import RunFolder
from tests.fakes.written_run import write_run


def played(folder: Path, seed: int, *, hears: bool) -> RunFolder:
    events: list[tuple[float, str, dict[str, Any]]] = [
        (0, "talk", {"id": "1", "who": ["ann", "ben"], "place": "inn", "is_over": False}),
        (
            1,
            "line",
            {"talk": "1", "who": "ann", "to": "ben", "text": "A feast on Friday!"},
        ),
        (2, "talk", {"id": "1", "who": ["ann", "ben"], "place": "inn", "is_over": True}),
    ]
    events += [
        (3, "heard", {"who": who, "by": "ann", "text": "feast", "whole": True})
        for who in ("cora", "dan") if hears
    ]  # fmt: skip
    knowing = ["ann", "ben", *(["cora"] if hears else [])]
    events += [(4, "knows", {"fact": "feast", "who": who, "how": "told"}) for who in knowing]
    events += [
        (5, "relation", {"who": a, "to": b, "affinity": 0, "trust": 50, "familiarity": 3})
        for a, b in (("ann", "ben"), ("ben", "ann"), ("cora", "ann"))
    ]
    events.append((1_440, "tick", {"n": 96, "calls": 60 + seed, "open": 0}))
    return write_run(folder, events, settings={"overhearing": hears}, seed=seed)


def test_runs_are_grouped_by_what_varies(tmp_path: Path) -> None:
    """Seeds are repeats; with five runs of each there is a test."""
    runs = [
        played(tmp_path / f"{hears}{seed}", seed, hears=hears)
        for hears in (True, False)
        for seed in range(5)
    ]

    found = run_comparison.compare(runs, seed=0)

    assert found["varied"] == ["overhearing"]
    assert found["runs"] == {"overhearing = True": 5, "overhearing = False": 5}
    heard = found["figures"]["overheard_a_line"]
    assert heard["overhearing = True"]["mean"] == 2
    assert heard["overhearing = False"]["mean"] == 0
    knows = found["figures"]["knows feast"]
    assert knows["overhearing = True"]["mean"] == pytest.approx(3 / 6)
    assert found["tests"]["knows feast"]["p"] < 0.01
    assert found["figures"]["density"]["overhearing = True"]["mean"] == pytest.approx(1 / 15)
    calls = found["figures"]["calls_a_person_day"]["overhearing = True"]
    assert calls["mean"] == pytest.approx(62 / 6)
    assert "overhearing" in run_comparison.page(found).html()


def test_single_runs_are_compared_without_a_test(tmp_path: Path) -> None:
    """It says how many it would need."""
    runs = [played(tmp_path / "a", 1, hears=True), played(tmp_path / "b", 1, hears=False)]

    found = run_comparison.compare(runs, seed=0)

    assert "too_small" in found["tests"]["knows feast"]
    assert found["figures"]["knows feast"]["overhearing = True"]["low"] is None


def game(seed: int, **fields: Any) -> dict[str, Any]:
    chance = random.Random(seed)
    words = ["crown", "trust", "road", "gold", "dawn", "stone"]
    return {
        "format": "npcserver/scene-result/1", "scene": "crown", "seed": seed, "is_settled": True,
        "course": {"has_memory": True, "has_summaries": True, "stages": ["group_chat"]},
        "members": [], "winners": [{"id": "a", "name": "Anna"}], "guesses": {"a": "a", "b": "b"},
        "counts": {"own": {"a": 2, "b": 1}, "all": {"a": 3, "b": 0}},
        "rounds": [
            {"relations": {"a": {"b": 10}}, "beliefs": {"a": {"t": 50}}},
            {"relations": {"a": {"b": 22}}, "beliefs": {"a": {"t": 45}}},
        ],
        "transcript": [{"text": " ".join(chance.choices(words, k=20))} for _ in range(5)],
        "entropy": {"telling": {"share": 0.25}},
        "effort": {"calls": 10, "defaulted": 1}, "answers": 4,
    } | fields  # fmt: skip


def test_games_are_measured_by_group() -> None:
    """A game without memory is of another group."""
    without = {"has_memory": False, "has_summaries": True, "stages": ["group_chat"]}
    games = [game(seed) for seed in range(6)]
    games += [game(seed + 10, course=without, winners=[]) for seed in range(6)]
    games[0]["winners"] = [{"id": "b", "name": "Bert"}]

    found = scene_series.measure(games, seed=0)

    one = found["groups"]["crown"]
    assert set(found["groups"]) == {"crown", "crown without memory"}
    assert one["winners"]["Anna"]["count"] == 5
    assert one["outcome_bits"] == pytest.approx(0.650022, abs=1e-6)
    assert one["relation_moves"] == {
        "mean": 12, "largest": 12, "within_bounds": one["relation_moves"]["within_bounds"],
    }  # fmt: skip
    assert one["relation_moves"]["within_bounds"]["count"] == 0
    assert one["belief_moves"]["within_bounds"]["share"] == 1
    assert one["votes_agree"]["share"] == 1
    assert one["guessed_right"]["share"] == 0.5
    assert one["by_default"]["share"] == 0.25
    assert found["groups"]["crown without memory"]["winners"]["nobody"]["count"] == 6
    assert "p" in found["entropy_test"]
    assert "Anna" in scene_series.page(found).html()


def test_the_papers_entropy_is_its_published_vector() -> None:
    """`abab` has the pairs ab, ba, ab."""
    assert scene_series.agc_char2_nats(["abab"]) == pytest.approx(0.63651, abs=1e-5)
    assert scene_series.agc_char2_nats(["ab", "ba"]) == pytest.approx(math.log(2))


def test_entropy_of_equal_samples_is_the_mean_over_all_of_them() -> None:
    """Against all samples of three of five words, counted out; a whole one is the plain entropy."""
    from itertools import combinations  # noqa: PLC0415

    pool = ["a", "a", "a", "b", "c"]
    every = [scene_series._bits(Counter(one).values()) for one in combinations(pool, 3)]

    assert scene_series.rarefied_bits(Counter(pool), 3) == pytest.approx(sum(every) / len(every))
    assert scene_series.rarefied_bits(Counter(pool), 5) == pytest.approx(1.370951, abs=1e-6)
    assert scene_series.rarefied_bits(Counter(pool), 6) == 0


def test_a_longer_game_is_no_more_varied_by_equal_samples() -> None:
    """Four times the lines of the same words: the paper's entropy is higher, ours is not."""
    chance = random.Random(3)
    words = [f"word{at}" for at in range(60)]
    short = [" ".join(chance.choices(words, k=10)) for _ in range(5)]
    long = [" ".join(chance.choices(words, k=10)) for _ in range(40)]

    assert scene_series.agc_char2_nats(long) > scene_series.agc_char2_nats(short) + 0.02
    short_bits = scene_series.rarefied_bits(scene_series._grams(short), 50)
    assert scene_series.rarefied_bits(scene_series._grams(long), 50) == pytest.approx(
        short_bits, abs=0.25
    )


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "npcserver/scene-result/9"}', "{}"])
def test_what_is_no_result_is_refused_in_words(tmp_path: Path, text: str) -> None:
    """With the command that makes one."""
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(EvaluationError, match="scene run --json"):
        scene_series.read_results([path])
    path.write_text(json.dumps(game(1)), encoding="utf-8")
    assert scene_series.read_results([path])[0]["seed"] == 1
