"""Benchmarks ask the models that options and settings name, and say where one does not answer."""

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fakes.faulty_call import Call
from tests.fakes.model_server import NAME, model_server

PATIENCE = 240.0
DAY = ("day", "--characters", "1", "--minutes", "30", "--json")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    status: int | None
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
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "npcserver", "bench", *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**clean, "NPCSERVER_EMBEDDER__NAME": "hashing", "COLUMNS": "200", **(more or {})},
        cwd=folder,
    )  # fmt: skip
    try:
        async with asyncio.timeout(PATIENCE):
            out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    return Ended(process.returncode, out.decode(), err.decode())


async def test_a_day_tells_who_answered_what_and_what_it_cost(tmp_path: Path) -> None:
    """Thoughts and ratings go to the endpoints of options and environment, at their own prices."""
    async with model_server("plain") as thinker, model_server("plain") as rater:
        day = await bench(
            tmp_path, *DAY, "--hours", "1",
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
    async with model_server("plain") as thinker, model_server("plain") as rater:
        answer = rater.complete

        async def once(call: Call) -> None:
            if len(rater.bodies) == 1:
                await answer(call)
            else:
                await call.refuse("401 Unauthorized", {"message": "no"})

        rater.complete = once  # type: ignore[method-assign]
        day = await bench(
            tmp_path, *DAY, "--hours", "1",
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


async def test_a_model_that_is_not_there_is_told_before_anything_is_measured(
    tmp_path: Path,
) -> None:
    """No day is lived without the model that was to think in it."""
    day = await bench(tmp_path, *DAY, "--model", "openai:x", "--base-url", "http://127.0.0.1:9/v1")

    assert (day.status, day.out) == (1, "")
    assert "The model openai:x at http://127.0.0.1:9/v1 does not answer: no connec" in day.err
