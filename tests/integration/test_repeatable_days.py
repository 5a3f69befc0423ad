"""Two runs of one script are one log."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from npctools.files.session_file import session_bytes
from tests.benchmarks.town_news import lived

_ID = re.compile(rb"\b[a-z]{2,3}_[0-9a-z]{20}\b")
_AGAIN = """
import asyncio, sys
from pathlib import Path
from tests.integration.test_repeatable_days import morning

folder = Path(sys.argv[1])
(folder / "morning.jsonl").write_bytes(asyncio.run(morning(folder)))
"""


async def morning(folder: Path) -> bytes:
    """Return the session of a morning of six people, with random ids numbered as they come."""
    _, session = await lived(folder, 3, days=0.3, minutes=60, people=6)
    known: dict[bytes, bytes] = {}
    return _ID.sub(
        lambda found: known.setdefault(found[0], b"id%d" % len(known)),
        session_bytes(session),
    )


@pytest.mark.timeout(600)
async def test_two_runs_of_one_script_give_the_same_bytes(tmp_path: Path) -> None:
    """In processes that hash texts differently, with a thinker that answers at once."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    one = await morning(folders[0])
    await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", _AGAIN, str(folders[1])],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        check=True,
    )

    assert b'"line"' in one
    assert one == (folders[1] / "morning.jsonl").read_bytes()
