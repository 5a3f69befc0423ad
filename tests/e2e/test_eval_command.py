"""`npcserver eval` over a run that was recorded of a real server."""

import json
import re
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Command
from tests.fakes.forked_towns import forked_towns
from tests.fakes.recorded_run import record_run

_ELSEWHERE = re.compile(r"(?:src|href)=|url\(|@import|https?://(?!www\.w3\.org)")


@pytest.fixture(scope="module", autouse=True)
def quick_starts() -> Generator[None, None, None]:
    with forked_towns():
        yield


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a run of four hours; evaluations only add to its folder `eval`."""
    return record_run(tmp_path_factory.mktemp("run"))


def result_of(run: Path, name: str) -> dict[str, Any]:
    page = (run / "eval" / f"{name}.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert not _ELSEWHERE.search(page)
    assert "prefers-color-scheme: dark" in page
    found: dict[str, Any] = json.loads((run / "eval" / f"{name}.json").read_text(encoding="utf-8"))
    return found


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.timeout(600)
def test_interviews_are_asked_once_and_ranked(npcserver: Command, run: Path) -> None:
    """A second call goes on from what was asked, and gives the same; the run stays as it was."""
    events = (run / "events.jsonl").read_bytes()
    asked = ("eval", "interviews", str(run), "--people", "2", "--of-area", "2", "--seed", "3")
    first = npcserver(*asked)
    assert first.code == 0, first.err
    result = result_of(run, "interviews")
    kept = run / "eval" / "interviews.jsonl"
    whole = lines_of(kept)

    kept.write_text("\n".join(whole[:40]) + "\n" + whole[40][:30], encoding="utf-8")
    again = npcserver(*asked)

    assert again.code == 0, again.err
    assert result_of(run, "interviews") == result
    assert sorted(lines_of(kept)) == sorted(whole)
    assert result["items"] == 2 * 5 * 2
    assert set(result["by_judge"]["mean_rank"]) == {
        "full", "no_reflection", "no_reflection_no_planning", "no_memory",
    }  # fmt: skip
    assert result["paper"]["trueskill"]["full"] == [29.89, 0.72]
    assert (run / "events.jsonl").read_bytes() == events


def test_without_memory_nothing_is_recalled(run: Path, npcserver: Command) -> None:
    """The server takes away what the condition says."""
    ended = npcserver("eval", "interviews", str(run), "--people", "1", "--of-area", "1")
    assert ended.code == 0, ended.err
    rows = [json.loads(line) for line in lines_of(run / "eval" / "interviews.jsonl")]
    recalled = {
        name: [row["memories"] for row in rows if row["key"][0] == "answer" and name in row["key"]]
        for name in ("full", "no_memory")
    }

    assert any(recalled["full"])
    assert not any(recalled["no_memory"])


Given = Callable[[Path], None]


def _of_another_format(folder: Path) -> None:
    (folder / "run.json").write_text('{"format": "npcserver/run/9"}', encoding="utf-8")


def _without_data(folder: Path) -> None:
    text = (
        '{"format": "npcserver/run/1", "town": "t", "world_id": "w", "timeline_id": "t", "map": "",'
        ' "model": "scripted", "seed": 1, "started": "1904-03-14T16:30:00", "tick_minutes": 15}'
    )
    (folder / "run.json").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (lambda _: None, "no run.json"),
        (_of_another_format, "of the format 'npcserver/run/9'"),
        (_without_data, "--server HOST:PORT"),
    ],
)
def test_a_run_that_cannot_be_asked_is_refused_in_words(
    npcserver: Command, tmp_path: Path, given: Given, told: str
) -> None:
    """One message and exit code 1."""
    given(tmp_path)

    ended = npcserver("eval", "interviews", str(tmp_path))

    assert ended.code == 1
    assert told in ended.err


def test_a_judge_that_is_none_is_refused_in_words(npcserver: Command, run: Path) -> None:
    """What was asked before is kept."""
    ended = npcserver(
        "eval", "interviews", str(run), "--people", "1", "--of-area", "1", "--judge", "nobody.gguf"
    )

    assert ended.code == 1
    assert "OpenAI-compatible" in ended.err


def test_what_spread_is_asked_and_checked(npcserver: Command, run: Path) -> None:
    """Who saw it knows it; what was made up is counted; a second call asks nothing again."""
    asked = ("eval", "diffusion", str(run), "--pairs", "12")
    first = npcserver(*asked)
    assert first.code == 0, first.err
    result = result_of(run, "diffusion")
    kept = lines_of(run / "eval" / "diffusion.jsonl")

    again = npcserver(*asked)

    assert again.code == 0, again.err
    assert lines_of(run / "eval" / "diffusion.jsonl") == kept
    assert result_of(run, "diffusion") == result
    election, feast = result["facts"]
    knew = {one["who"]: one for one in election["people"] if one["since"] is not None}
    assert {"hester", "orrel"} <= set(knew)
    assert knew["hester"]["verdict"] == "supported"
    assert (election["knew_at_start"], feast["knew_at_start"]) == (2, 2)
    assert result["interviews"]["pairs_asked"] == 12
    assert result["interviews"]["claimed_to_know_an_invented_person"]["count"] == 0
    (came,) = result["feasts"]
    assert came["asked"] == 3
    assert sum(came["why"].values()) == 3
    assert {one["who"]: one["why"] for one in came["people"]}["dorcas"] == "never_heard"


def test_behaviour_and_bill_read_the_same_log(
    npcserver: Command, run: Path, tmp_path: Path
) -> None:
    """Calls are those of the server; the bill is for as many players as asked."""
    plan = tmp_path / "plan.json"
    plan.write_text('{"models": {"any": {"input": 1, "output": 2, "seconds": 1}}}')
    behaved = npcserver("eval", "behaviour", str(run), "--plan", str(plan))
    assert behaved.code == 0, behaved.err
    billed = npcserver("eval", "bill", str(run), "--plan", str(plan), "--players", "600")
    assert billed.code == 0, billed.err

    found, bill = result_of(run, "behaviour"), result_of(run, "bill")

    assert found["cost"]["calls"] > 10
    assert found["cost"]["by_purpose"]["plan"]["calls"] >= 7
    assert found["plans"]["blocks"] > 10
    # four hours of one game, and each player plays a day
    assert bill["calls"] == pytest.approx(found["cost"]["calls"] * 6 * 600)
    assert len(bill["hours"]) == 24


def test_a_bill_of_played_sessions(npcserver: Command, run: Path, tmp_path: Path) -> None:
    """Each session is a player's day, whatever time passed in it."""
    timeline = json.loads((run / "run.json").read_text(encoding="utf-8"))["timeline_id"]
    played = tmp_path / "played.json"
    played.write_text(json.dumps({"scenarios": [{"timelineId": timeline}] * 2}), encoding="utf-8")
    plan = tmp_path / "plan.json"
    plan.write_text('{"models": {"any": {"input": 1, "seconds": 1}}}', encoding="utf-8")

    ended = npcserver(
        "eval", "bill", "--plan", str(plan), "--playtest", str(played), "--data",
        str(run / "server"), "--players", "100",
    )  # fmt: skip

    assert ended.code == 0, ended.err
    found = result_of(tmp_path, "bill")
    assert found["recorded"]["sessions"] == 2
    assert found["calls"] == pytest.approx(found["recorded"]["uses"] / 2 * 100)


def test_a_bill_without_anything_played_is_refused(npcserver: Command, tmp_path: Path) -> None:
    """In words."""
    plan = tmp_path / "plan.json"
    plan.write_text('{"models": {"any": {}}}')

    ended = npcserver("eval", "bill", "--plan", str(plan))

    assert ended.code == 1
    assert "Name a run" in ended.err


SET = [
    {
        "sample_id": "c",
        "conversation": {
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "My grey cat is called Pepper."},
                {"speaker": "Ben", "dia_id": "D1:2", "text": "I take lessons on the cello."},
                {"speaker": "Ann", "dia_id": "D1:3", "text": "We drove to Lisbon in the rain."},
            ],
        },
        "qa": [
            {"question": "What is the grey cat called?", "evidence": ["D1:1"], "category": 4},
            {"question": "Who takes lessons on the cello?", "evidence": ["D1:2"], "category": 4},
            {"question": "Which horse?", "evidence": [], "category": 5},
        ],
    }
]


def test_a_set_of_conversations_is_told_and_recalled(npcserver: Command, tmp_path: Path) -> None:
    """By a real server; a second call asks nothing again."""
    (tmp_path / "set.json").write_text(json.dumps(SET), encoding="utf-8")
    asked = ("eval", "retrieval", "set.json", "--limit", "1")
    first = npcserver(*asked)
    assert first.code == 0, first.err
    kept = (tmp_path / "eval" / "retrieval.jsonl").read_bytes()

    again = npcserver(*asked)

    assert again.code == 0, again.err
    assert (tmp_path / "eval" / "retrieval.jsonl").read_bytes() == kept
    found = result_of(tmp_path, "retrieval")
    assert found["all"]["recall"]["mean"] == 1
    assert found["all"]["newest_lines"]["mean"] == 0
    assert list(found["left_out"]) == ["c:2"]


def test_ratings_of_a_real_server_are_correlated(npcserver: Command, tmp_path: Path) -> None:
    """What is rated by rule goes with what was given: a death matters more than a walk."""
    given = {
        "Ann sits on the bench": 1, "Ann waters the plants": 1, "Ann sweeps the floor": 2,
        "Ann eats bread for breakfast": 2, "Ann walks to the shop": 1, "Ann reads a book": 2,
        "Ann's mother died in the night": 10, "The mill burned down and two people died": 10,
        "Ben asked Ann to marry him": 9, "Ann was robbed and beaten by thieves": 9,
        "Ann quarrelled with her sister about money": 6, "Ann lost her work at the mill": 8,
    }  # fmt: skip
    lines = [json.dumps({"text": text, "importance": one}) for text, one in given.items()]
    (tmp_path / "given.jsonl").write_text("\n".join(lines), encoding="utf-8")

    ended = npcserver("eval", "importance", "given.jsonl", "--most", "0")

    assert ended.code == 0, ended.err
    found = result_of(tmp_path, "importance")
    assert found["rated"] == len(given)
    assert found["correlation"]["spearman"] > 0.5


def test_games_of_a_scene_are_compared(npcserver: Command, tmp_path: Path) -> None:
    """Results as the command prints them."""
    names = []
    for name, options in (("a", ()), ("b", ("--without", "memory"))):
        played = npcserver(
            "scene", "run", "casting", "--model", "scripted", "--rounds", "1",
            "--chat-rounds", "1", "--json", *options,
        )  # fmt: skip
        assert played.code == 0, played.err
        (tmp_path / f"{name}.json").write_text(played.out, encoding="utf-8")
        names.append(f"{name}.json")

    ended = npcserver("eval", "scenes", *names)

    assert ended.code == 0, ended.err
    found = result_of(tmp_path, "scenes")
    assert set(found["groups"]) == {"casting", "casting without memory"}
    assert found["groups"]["casting"]["belief_moves"]["within_bounds"]["share"] == 1
    assert "too_small" in found["entropy_test"]


def test_runs_are_compared_by_their_settings(npcserver: Command, run: Path, tmp_path: Path) -> None:
    """A run beside itself differs in nothing."""
    ended = npcserver("eval", "ablations", str(run), str(run))

    assert ended.code == 0, ended.err
    found = result_of(tmp_path, "ablations")
    assert found["runs"] == {"all alike": 2}
    assert found["figures"]["talks_a_day"]["all alike"]["n"] == 2


@pytest.mark.timeout(900)
def test_all_of_it_has_a_page_that_leads_to_the_others(npcserver: Command, run: Path) -> None:
    """With a plan of prices the bill too."""
    (run / "plan.json").write_text('{"models": {"any": {"input": 1}}}', encoding="utf-8")
    ended = npcserver(
        "eval", "all", str(run), "--people", "1", "--of-area", "1", "--pairs", "4",
        "--plan", str(run / "plan.json"),
    )  # fmt: skip

    assert ended.code == 0, ended.err
    page = (run / "eval" / "index.html").read_text(encoding="utf-8")
    led_to = set(re.findall(r'href="([^"]+)"', page))
    assert {"behaviour.html", "bill.html", "diffusion.html", "interviews.html"} <= led_to
    assert all((run / "eval" / name).is_file() for name in led_to)
