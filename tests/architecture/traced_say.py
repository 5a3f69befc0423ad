"""Writes to a file, as JSON, which files of the server one `Say` enters, in order of first entry.

Run by `tests.architecture.size` in a process of its own, with the checkout to be measured on the
path. Uses the actor without a model, the hashing embedder and a fresh SQLite folder. Generated
code is left out; work of the background stands still while the call is traced.
"""

import asyncio
import json
import os
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGES = ("npcserver", "npcmodels", "npcscenes", "npctools")
SETTLES = 3.0
"""Seconds that jobs of the first turn get before the second is traced."""


class Trace:
    """Notes the files whose functions are called while it is on."""

    def __init__(self, root: str) -> None:
        """Note the files of the packages in a folder."""
        self._root = root
        self._packages = tuple(f"{root}{name}{os.sep}" for name in PACKAGES)
        self.files: dict[str, None] = {}
        self.is_on = False

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call, as `sys.setprofile` reports it."""
        name = frame.f_code.co_filename
        if (
            self.is_on
            and event == "call"
            and name.startswith(self._packages)
            and "/v1/" not in name
        ):
            self.files.setdefault(name.removeprefix(self._root))


async def traced(trace: Trace) -> list[str]:
    """Play two turns in the sample world and return the files that the second entered."""
    import npcclient  # noqa: PLC0415 - not before the settings stand in the environment

    from npcserver import bootstrap  # noqa: PLC0415
    from npcserver.cli import worlds  # noqa: PLC0415
    from npcserver.cli.worlds import sample_world  # noqa: PLC0415
    from npcserver.config import Settings  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        async with bootstrap.running(Settings(data=Path(folder))) as here:
            await here.importing.put(worlds.read_world_file(sample_world(), is_smallville=False))
            async with npcclient.connect(f"127.0.0.1:{here.port}") as npc:
                world = (await npc.worlds.list())[0]
                who = (await npc.characters.list(world.world_id))[0].character_id
                timeline = await npc.timelines.start(world.world_id)
                await say(npc, timeline, who)
                await asyncio.sleep(SETTLES)
                here.cognition.do = stand_still  # type: ignore[method-assign,assignment]
                await asyncio.sleep(1)
                trace.is_on = True
                await say(npc, timeline, who)
                trace.is_on = False
    return [*trace.files]


async def say(npc: Any, timeline: Any, who: str) -> None:
    """Take one turn to its end."""
    async for _ in npc.play.say(timeline, who, "What do you sell?", speaker="Ann"):
        pass


async def stand_still(_job: object) -> None:
    """Do no job while a call is traced."""
    await asyncio.sleep(3600)


def main() -> None:
    """Trace, and write the files."""
    import npcserver  # noqa: PLC0415 - of the checkout that is measured

    os.environ |= {
        "NPCSERVER_SERVER__PORT": "0",
        "NPCSERVER_EMBEDDER__NAME": "hashing",
        "NPCSERVER_MODEL__NAME": "offline",
    }
    trace = Trace(str(Path(npcserver.__file__).parents[1]) + os.sep)
    sys.setprofile(trace)
    threading.setprofile(trace)
    Path(sys.argv[1]).write_text(json.dumps(asyncio.run(traced(trace))), encoding="utf-8")
    os._exit(0)  # jobs that stand still are not waited for


if __name__ == "__main__":
    main()
