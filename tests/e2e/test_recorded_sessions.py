"""Sessions recorded by earlier code replay as they were, byte for byte."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from npcserver.cli import app

FOLDER = Path(__file__).parents[1] / "recorded"
TRANSCRIPTS = {
    "play": (10, "634ccb9be6576a4775f1dface07ff6f96e0a7bf8c4488ef15f086b6edb0e338a"),
    "circle": (9, "bba93e8d22f1a46d82f1107c05e7a8a28b0c2bafdfe8d7763228f384410a4d11"),
    "scene": (6, "f5217f94e2b32e91707e10b74c1788e9309928b3d28988ced97245b15748fee3"),
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
