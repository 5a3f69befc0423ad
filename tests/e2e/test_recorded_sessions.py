"""Sessions recorded by earlier code replay as they were, byte for byte."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from npcserver.cli.commands import app

FOLDER = Path(__file__).parents[1] / "recorded"
TRANSCRIPTS = {
    "play": (10, "4ddc0b880b81d7a0ac0bcbcf578ae83459cce3fc9e37ad6a815f6839b07df76a"),
    "circle": (9, "9552c4e620a0fb34bc68a63873b9f631d042ec5f587a914f98b164e2ca283284"),
    "scene": (6, "cd02293bdc31a4bd4fe554441ac28a77ec5075064df65e63651e423c5de8ddca"),
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
