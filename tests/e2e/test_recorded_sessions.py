"""Sessions recorded by earlier code replay as they were, byte for byte."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from npcserver.cli.commands import app

FOLDER = Path(__file__).parents[1] / "recorded"
TRANSCRIPTS = {
    "play": (10, "afcd6f7a1436a9a67b7e143212587ab2391036c895b27a9102f32eb4cc8a400c"),
    "circle": (9, "7de1377eae9f2902f2c4e4fde070ba406fda3fd196336f695b1007e474d31590"),
    "scene": (6, "02f10051f3a48027b2c4ee7d370e1aefc8485a38a3375ce5b02e4fe36237ba49"),
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
