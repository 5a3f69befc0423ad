"""Sessions recorded by earlier code replay as they were, byte for byte."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from npcserver.cli.commands import app

FOLDER = Path(__file__).parents[1] / "recorded"
TRANSCRIPTS = {
    "play": (10, "1fe62ba24f1d1872c9274ccd9fc067861073a9c2fcd29f546e3d49dea114f11a"),
    "circle": (9, "09f7beca1a46c911f7b0fc0bb114885c56ae0eae62282300438aaa61c6f75087"),
    "scene": (6, "61d6aa6d8dda7d04cc8e6c6d98f4e35bf3d25798f5f51a16eafb6fc16481351f"),
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
