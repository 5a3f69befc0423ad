"""A judge behind an endpoint: what it is asked, and what becomes of its faults."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from npceval import judge
from npceval.interviews import judge_all
from npceval.judge import AnswerPair, EndpointJudge, open_judge
from npceval.kept_answers import EvaluationError, KeptAnswers
from tests.unit.npceval.test_interviews import made_item

ASKED = AnswerPair(
    about="Mira keeps the inn.",
    memories=("Jon swept the pier.",),
    question="Who swept the pier?",
    first="Jon did.",
    second="The king of France.",
)


class Endpoint(ThreadingHTTPServer):
    """Answers with each of `answers` in turn, the last again and again; a number is a status."""

    def __init__(self, *answers: str | int) -> None:
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    """One call of an `Endpoint`."""

    server: Endpoint

    def do_POST(self) -> None:
        """Answer it."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append(json.loads(body))
        self.server.keys.append(self.headers["Authorization"])
        waiting = self.server.answers
        answer = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        self.send_response(answer if isinstance(answer, int) else 200)
        self.end_headers()
        said = {"choices": [{"message": {"content": answer}}]}
        self.wfile.write(json.dumps(said).encode() if isinstance(answer, str) else b"overloaded")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def serving() -> Iterator[list[Endpoint]]:
    """Give a list whose endpoints are served, and closed at the end."""
    endpoints: list[Endpoint] = []
    yield endpoints
    for one in endpoints:
        one.shutdown()
        one.server_close()


def serve(endpoints: list[Endpoint], *answers: str | int) -> Endpoint:
    endpoint = Endpoint(*answers)
    endpoints.append(endpoint)
    threading.Thread(target=endpoint.serve_forever, daemon=True).start()
    return endpoint


async def test_the_judge_sees_answers_and_no_conditions(
    serving: list[Endpoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what is known of the person, without chance, and with its key."""
    endpoint = serve(serving, "2, for sure")
    long = replace(ASKED, memories=("Jon swept the pier.", "and so on " * 90))
    monkeypatch.setenv(judge.KEY, "hush")

    async with open_judge(endpoint.url, model="wise", seed=7) as asked:
        assert await asked.better(long) == (2, "2, for sure")

    (body,) = endpoint.asked
    text = body["messages"][0]["content"]
    assert (body["model"], body["temperature"], body["seed"]) == ("wise", 0, 7)
    for part in (ASKED.about, *ASKED.memories, ASKED.question, ASKED.first, ASKED.second):
        assert part in text
    assert text.index(ASKED.first) < text.index(ASKED.second)
    assert text.count("and so on") < 21
    assert endpoint.keys == ["Bearer hush"]


async def test_a_judge_that_is_overloaded_is_asked_again(
    serving: list[Endpoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a pause."""
    monkeypatch.setattr(judge, "RETRIES", 1)
    endpoint = serve(serving, 503, "1")

    assert await EndpointJudge(endpoint.url, "m").better(ASKED) == (1, "1")
    assert len(endpoint.asked) == 2


async def test_an_outage_of_the_judge_loses_nothing(
    serving: list[Endpoint], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It says so; a later call asks only what is missing, and gives what it would have given."""
    monkeypatch.setattr(judge, "RETRIES", 1)
    path = tmp_path / "kept.jsonl"
    dying = EndpointJudge(serve(serving, *["1"] * 5, 500).url, "m")
    with pytest.raises(EvaluationError, match="call the command again"):
        await judge_all([made_item()], dying, KeptAnswers(path), seed=0)
    well = serve(serving, "1")

    found = await judge_all([made_item()], EndpointJudge(well.url, "m"), KeptAnswers(path), seed=0)

    assert len(well.asked) == 12 - 5
    assert (found["asked"], found["first"], found["agreed"]) == (12, 12, 0)


async def test_an_endpoint_that_is_none_is_refused_in_words(serving: list[Endpoint]) -> None:
    """With what it said."""
    endpoint = serve(serving, 404)

    with pytest.raises(EvaluationError, match="404 overloaded"):
        await EndpointJudge(endpoint.url, "m").better(ASKED)
