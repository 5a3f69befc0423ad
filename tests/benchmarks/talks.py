"""Lets characters talk, many times over, and counts how their conversations end.

Run with `python -m tests.benchmarks.talks --json`. Pairs of the sample world meet, one after the
other; the offline actor speaks, or the model that is named.
"""

import asyncio
import json
import re
import tempfile
from collections import Counter
from datetime import timedelta
from itertools import permutations
from pathlib import Path

import structlog

from npcbench.little_game import LittleGame
from npcmodels.offline import OfflineActor
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.perception.observations import Movement, Observe
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.config import CognitionSettings, EmbedderSettings, ModelSettings, Settings
from npcserver.model.character import Attention
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.record import Record, RecordKind
from npcserver.model.thought import Conversed
from tests.benchmarks.options import read_options

_PLACE = PlaceId("market-square")
_NOON = timedelta(hours=12)


async def run(*, meetings: int, model: str = "", seed: int = 0) -> dict[str, object]:
    """Let pairs meet at noon, each pair on a timeline of its own, and count."""
    with tempfile.TemporaryDirectory() as folder, structlog.testing.capture_logs():
        settings = Settings(
            data=Path(folder),
            embedder=EmbedderSettings(name="hashing"),
            cognition=CognitionSettings(rated_from=1, workers=0, attention="dormant"),
            model=ModelSettings(name=model or "offline"),
        )
        given = None if model else OfflineActor()
        async with bootstrap.running(settings, serve=False, model=given) as here:
            file = load_world(sample_world())
            await here.importing.put(file)
            people = [role.id for role in file.characters]
            pairs = [*permutations(people, 2)][seed:]
            records: list[Record] = []
            for one, other in (pairs * (meetings // len(pairs) + 1))[:meetings]:
                records += await _meeting(here, one, other)
    return _counted(records)


async def _meeting(here: RunningServer, one: CharacterId, other: CharacterId) -> list[Record]:
    file = load_world(sample_world())
    timeline = await here.services.timelines.start(file.world.id)
    game = LittleGame(here, timeline.id, (one, other))
    noon = timeline.game_time.replace(hour=0, minute=0) + timedelta(days=1) + _NOON
    await game.tick(noon)
    await game.begin((one, other), Attention.DORMANT)
    for who in (one, other):
        await here.services.play.observe(
            Observe(timeline_id=timeline.id, movements=(Movement(subject_id=who, place_id=_PLACE),))
        )
    await game.settle()
    return await _log(here, timeline.id, timeline.head)


async def _log(here: RunningServer, timeline_id: TimelineId, seq: int) -> list[Record]:
    found: list[Record] = []
    async with here.store.read() as reader:
        view = await reader.head(timeline_id)
        while records := await view.after(seq, 500):
            found += records
            seq = records[-1].seq
    return found


def _counted(records: list[Record]) -> dict[str, object]:
    ends = Counter(
        record.body.ended_by
        for record in records
        if isinstance(record.body, Conversed) and record.body.is_over
    )
    said = [record for record in records if record.kind is RecordKind.LINE]
    repeats = 0
    spoken: dict[tuple[str, str], set[str]] = {}
    for line in said:
        plain = re.sub(r"\W+", " ", line.text.casefold()).strip()
        own = spoken.setdefault((line.timeline_id, line.subject_id), set())
        repeats += plain in own
        own.add(plain)
    conversations = sum(ends.values()) // 2
    return {
        "conversations": conversations,
        "ended_by": {how: count // 2 for how, count in sorted(ends.items())},
        "share_at_the_limit": ends["limit"] / 2 / conversations if conversations else 0.0,
        "share_with_goodbye": ends["goodbye"] / 2 / conversations if conversations else 0.0,
        "lines": len(said),
        "lines_said_before_by_the_same": repeats,
        "example": [f"{line.subject_id}: {line.text}" for line in said[:8]],
    }


def main() -> None:
    """Print the counts."""
    given = read_options(__doc__, meetings=40, model="")  # such as local:FILE.gguf
    found = asyncio.run(run(meetings=given.meetings, model=given.model))
    print(json.dumps(found, ensure_ascii=False, indent=None if given.json else 2))


if __name__ == "__main__":
    main()
