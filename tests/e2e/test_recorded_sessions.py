"""Sessions recorded by earlier code replay as they were, byte for byte."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from npcserver.cli import app

FOLDER = Path(__file__).parents[1] / "recorded"
TRANSCRIPTS = {
    "play": (10, "e3b75a5e87e94fc3df5ecc2c3cf1c784b6509c45f6e6a4b4d0ad00fab5f590a8"),
    "circle": (9, "29d8691f93db3e79af58cdf29eaf45736de4eb2d58c53e8c2357c2f3dc0ebf66"),
    "scene": (6, "f2a4933bb4c2b1a5c6703f985269d9d9d073418d89ae0e9e3862009de3f6db30"),
}
"""Number of turns and SHA-256 of the transcript, by the code that recorded each session."""


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_recorded_session_replays_byte_for_byte(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All turns come out as they were, prompt digests included, and no model is called."""
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")
    done = CliRunner().invoke(app, ["replay", str(FOLDER / f"{name}.jsonl.gz"), "--json"])
    replayed = json.loads(done.stdout)
    turns, digest = TRANSCRIPTS[name]

    assert replayed["differences"] == []
    assert (replayed["turns"], replayed["model_calls"]) == (turns, 0)
    assert replayed["sha256"] == [digest]
