"""Benchmarks ask the models that options and settings name, and say where one does not answer."""

import asyncio
import json
import os
import re
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from npcmodels import runtime, weights
from tests.fakes.model_endpoints import EndpointCall
from tests.fakes.model_servers import NAME, serve_model
from tests.processes import run_forked

PATIENCE = 240.0
LATE = (
    "late", "--people", "1", "--from", "11:30", "--until", "11:34", "--whisper", "11:31", "--json"
)  # fmt: skip
BRIEF = ("--pace", "240")  # for where only the first plans are looked at
DAY = ("day", "--characters", "1", "--minutes", "30", "--json")
UNRATED = """\
format: npcserver/world/1
world: {id: quay, name: The Quay, start_time: "1904-03-14T16:30"}
places: [{id: pier, name: The Pier}]
characters:
  - id: wick
    name: Wick
    place: pier
    memories: [{text: The old boat has not been out since the storm.}]
"""
"""A world in which a character has a memory that its author did not rate."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def result(self) -> dict[str, Any]:
        """The object that it printed."""
        result: dict[str, Any] = json.loads(self.out)
        return result

    def answered(self, purpose: str) -> dict[str, Any]:
        """Return who answered for a purpose, and at what cost."""
        (row,) = [row for row in self.result["answers"] if row["purpose"] == purpose]
        found: dict[str, Any] = row
        return found


async def bench(folder: Path, *arguments: str, more: Mapping[str, str] | None = None) -> Ended:
    """Run `npcserver bench` beside the servers of this test."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith("NPCSERVER_")}
    given = {"NPCSERVER_EMBEDDER__NAME": "hashing", "COLUMNS": "200", **(more or {})}
    with chdir(folder):
        ended = await asyncio.to_thread(
            run_forked, "bench", *arguments, environment=clean | given, timeout=PATIENCE
        )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


async def test_a_day_tells_who_answered_what_and_what_it_cost(tmp_path: Path) -> None:
    """Thoughts and ratings go to the endpoints of options and environment, at their own prices."""
    tmp_path.joinpath("quay.yaml").write_text(UNRATED, encoding="utf-8")
    async with serve_model("plain") as thinker, serve_model("plain") as rater:
        day = await bench(
            tmp_path, *DAY, "--hours", "1", "--world", "quay.yaml",
            "--model", f"openai:{NAME}", "--base-url", thinker.base_url,
            more={
                "NPCSERVER_MODEL__PROMPT_PRICE": "1000000",
                "NPCSERVER_MODEL__RATINGS__NAME": "openai:rater",
                "NPCSERVER_MODEL__RATINGS__BASE_URL": rater.base_url,
                "NPCSERVER_MODEL__RATINGS__PROMPT_PRICE": "0",
                "NPCSERVER_MODEL__RATINGS__COMPLETION_PRICE": "2000000",
            },
        )  # fmt: skip

    assert day.status == 0, day.err
    assert set(rater.questions) == {"ratings"}
    assert {row["purpose"] for row in day.result["answers"]} == {"ratings", "thoughts"}
    assert "plan" in thinker.questions
    assert "ratings" not in thinker.questions
    thought, rated = day.answered("thoughts"), day.answered("ratings")
    assert (thought["model"], rated["model"]) == (f"openai:{NAME}", "openai:rater")
    assert thought["calls"] == len(thinker.questions)
    assert rated["calls"] == len(rater.questions)
    assert thought["money"] == thought["prompt_tokens"] > 0
    assert rated["money"] == 2 * rated["completion_tokens"] > 0
    assert thought["failed"] == rated["failed"] == 0


async def test_a_bench_whose_calls_fail_says_so(tmp_path: Path) -> None:
    """It prints what it has, says which model failed how often and why, and ends with 1."""
    async with serve_model("plain") as thinker, serve_model("plain") as rater:
        answer = rater.complete

        async def once(call: EndpointCall) -> None:
            if len(rater.bodies) == 1:
                await answer(call)
            else:
                await call.refuse("401 Unauthorized", {"message": "no"})

        rater.complete = once  # type: ignore[method-assign]
        tmp_path.joinpath("quay.yaml").write_text(UNRATED, encoding="utf-8")
        day = await bench(
            tmp_path, *DAY, "--hours", "1", "--world", "quay.yaml",
            more={
                "NPCSERVER_MODEL__NAME": f"openai:{NAME}",
                "NPCSERVER_MODEL__BASE_URL": thinker.base_url,
                "NPCSERVER_MODEL__RATINGS__BASE_URL": rater.base_url,
            },
        )  # fmt: skip

    assert day.status == 1
    rated = day.answered("ratings")
    assert rated["failed"] == rated["calls"] == len(rater.questions) > 0
    assert f"{rated['failed']} of {rated['calls']} calls of openai:{NAME} for ratings" in day.err
    assert "status 401" in day.err


async def test_lateness_is_measured_with_the_model_that_is_named(tmp_path: Path) -> None:
    """Its calls are counted, and how long they took."""
    async with serve_model("plain", delay=0.0005) as thinker:
        late = await bench(
            tmp_path, *LATE, "--model", f"openai:{NAME}", "--base-url", thinker.base_url
        )

    assert late.status == 0, late.err
    thought = late.answered("thoughts")
    assert (thought["model"], thought["failed"]) == (f"openai:{NAME}", 0)
    assert thought["calls"] == len(thinker.questions) - thinker.questions.count("ratings") > 0
    assert late.result["figures"]["calls"] > 0


async def test_lateness_is_measured_with_a_stand_in_where_no_model_is_named(tmp_path: Path) -> None:
    """It takes the seconds that are asked for."""
    late = await bench(tmp_path, *LATE, *BRIEF, "--delay", "0.25")

    assert late.status == 0, late.err
    assert {row["model"] for row in late.result["answers"]} == {"schema:0.25"}


async def test_lateness_beside_a_model_whose_calls_fail_says_so(tmp_path: Path) -> None:
    """It prints what it has, says how many calls failed and why, and ends with 1."""
    async with serve_model("plain") as thinker:
        answer = thinker.complete

        async def only_when_tried(call: EndpointCall) -> None:
            if "mended the bell" in json.dumps(call.body):
                await answer(call)
            else:
                await call.refuse("500 Internal Server Error", {"message": "no"})

        thinker.complete = only_when_tried  # type: ignore[method-assign]
        late = await bench(
            tmp_path, *LATE, *BRIEF, "--model", f"openai:{NAME}", "--base-url", thinker.base_url
        )

    assert late.status == 1
    thought = late.answered("thoughts")
    # the run may end before the last of them
    assert 0 <= thought["calls"] - thought["failed"] <= 1 <= thought["failed"]
    assert re.search(rf"\d+ of \d+ calls of openai:{NAME} for \w+ failed", late.err)
    assert "status 500" in late.err


@pytest.mark.parametrize("what", [DAY, LATE], ids=("day", "late"))
async def test_a_model_that_is_not_there_is_told_before_anything_is_measured(
    what: tuple[str, ...], tmp_path: Path
) -> None:
    """Nobody lives without the model that was to think."""
    done = await bench(
        tmp_path, *what, "--model", "openai:x", "--base-url", "http://127.0.0.1:9/v1"
    )

    assert (done.status, done.out) == (1, "")
    assert "The model openai:x at http://127.0.0.1:9/v1 does not answer: no connec" in done.err


async def test_a_key_of_the_environment_that_is_refused_is_told_by_its_variable(
    tmp_path: Path,
) -> None:
    """No setting is named that nobody set."""
    async with serve_model("plain") as thinker:

        async def refuse(call: EndpointCall) -> None:
            await call.refuse("401 Unauthorized", {"message": "no", "code": "invalid_api_key"})

        thinker.complete = refuse  # type: ignore[method-assign]
        day = await bench(
            tmp_path, *DAY, "--model", "auto",
            more={"OPENAI_API_KEY": "sk-1", "OPENAI_BASE_URL": thinker.base_url},
        )  # fmt: skip

    assert (day.status, day.out) == (1, "")
    assert "it does not take the key in OPENAI_API_KEY; correct it, or unset it" in day.err
    assert "api_key;" not in day.err


@pytest.mark.skipif(not runtime.has_runtime(), reason="needs xllamacpp")
@pytest.mark.parametrize(
    "what",
    [DAY, LATE, ("talk", "--talks", "hester"), ("first-word",)],
    ids=("day", "late", "talk", "first-word"),
)
async def test_a_model_that_was_pulled_is_found(what: tuple[str, ...], tmp_path: Path) -> None:
    """It is that of the user's data folder; here it is broken, which names the file it is in."""
    file = tmp_path / "data" / "models" / weights.FILE_NAME
    file.parent.mkdir(parents=True)
    file.write_text("no model")
    done = await bench(
        tmp_path, *what, "--model", "local", more={"NPCSERVER_DATA": str(tmp_path / "data")}
    )

    assert done.status == 1
    assert f"'{file}' is no GGUF file" in done.err
