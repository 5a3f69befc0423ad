"""What `make protos` says of a proto that breaks the clients of the baseline."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.architecture import sources


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the protos and the script, without any git history."""
    for part in (".ci", "proto"):
        shutil.copytree(sources.ROOT / part, tmp_path / part)
    return tmp_path


def _compare(checkout: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "BREAKING_BASE": ""}
    return subprocess.run(
        [".ci/breaking"], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )


def test_protos_of_today_break_nobody(checkout: Path) -> None:
    """Without a git history the protos are compared with the baseline that is kept beside them."""
    done = _compare(checkout)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "no client of the baseline breaks" in done.stdout


def test_a_field_that_goes_is_found(checkout: Path) -> None:
    """A field of the baseline that is gone is found, however many commits ago it went."""
    proto = checkout / "proto/npcserver/v1/turn.proto"
    lines = proto.read_text().splitlines(keepends=True)
    gone = next(line for line in lines if line.strip().startswith("string turn_id = 1"))
    proto.write_text("".join(line for line in lines if line is not gone))

    done = _compare(checkout)

    assert done.returncode != 0
    assert "turn_id" in done.stdout + done.stderr
