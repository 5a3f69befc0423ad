"""The process that commands are forked from has all that a server needs."""

import subprocess
import sys

_SERVES = """
import asyncio, sys, tempfile
from pathlib import Path
import tests.preloaded
before = set(sys.modules)
from npcserver import bootstrap
from tests.fakes.running_server import INN_FILE, InnServer, server_settings

async def serve(folder):
    settings = server_settings(f"sqlite:///{folder / 'inn.db'}", folder, http={"enabled": "on"})
    async with bootstrap.running(settings) as running:
        await running.importing.put(INN_FILE)
        timeline = await running.services.timelines.start(INN_FILE.world.id)
        await InnServer(running, timeline.id).turn("Is there a ferry?")

with tempfile.TemporaryDirectory() as folder:
    asyncio.run(serve(Path(folder)))
late = [one for one in sys.modules if one not in before and one.startswith("npcserver.")]
print("late:", *late)
"""


def test_a_forked_server_imports_nothing_of_its_own() -> None:
    """Else each of hundreds of starts takes two seconds of processor time more."""
    ended = subprocess.run(
        [sys.executable, "-c", _SERVES], capture_output=True, text=True, check=True
    )

    assert ended.stdout.splitlines()[-1] == "late:"
