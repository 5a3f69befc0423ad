"""How much of a day as the released code remembers it is worth remembering.

    python -m tests.benchmarks.replayed_day [--json] [--file FILE]

Replays the memory stream of one Smallville day as observations: what was seen as facts that hold
about its subject, what was thought as facts about their own words, what was talked about as
events. Prints the share of the records that is left as memories. Then the day's insights are had
by a mind that was told none of it, since what it knows is no insight, and the highest cosine
between two that are kept is printed: none says another again.
"""

import argparse
import asyncio
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

import numpy as np

from npcbench import harness
from npcmodels.embed.usem3 import Usem3Embedder
from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store import open_store
from npcserver.adapters.store.migrate import migrate
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.app.authoring.directory import Directory
from npcserver.app.background_work import Foreground
from npcserver.app.context.mindset import Minds
from npcserver.app.perception.observations import GameEvent, Observe
from npcserver.app.play import Play
from npcserver.app.thoughts.reflection import Inference, InsightRecorder
from npcserver.memory.retention import is_leftover
from npcserver.memory.stream import MemoryStream
from npcserver.model import memory
from npcserver.model.character import Character, Persona
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Timeline
from npcserver.model.world import World
from npcserver.ports.storage import Store, UnitOfWork
from npcserver.ports.vectors import Embedder

DAY = Path(__file__).parents[3] / "shared/data/smallville/replay_day1/isabella.jsonl"
MIND = CharacterId("isabella")
WORLD = WorldId("replayed")
TIMELINE = TimelineId("tl_replayed")
GENESIS = TimelineId("tl_replayed_genesis")
MUSED = TimelineId("tl_mused")
GROUND = "Isabella opens the cafe."
PLACEHOLDER = "this is blank"
_EVERYTHING = 100_000
_AT_ONCE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A record of the memory stream: an event, a thought or a chat, when, and about what."""

    kind: str
    created: datetime
    subject: str
    text: str
    is_insight: bool = False

    @property
    def happening(self) -> GameEvent:
        """The entry as it is observed."""
        if self.kind == "chat":
            return GameEvent(text=self.text, witness_ids=(MIND,))
        words = hashlib.sha256(self.text.encode()).hexdigest()
        about = self.subject if self.kind == "event" else words
        return GameEvent(text=self.text, witness_ids=(MIND,), about=(about,), is_standing=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What is left of so many records: the memories, and how many were told to be no news."""

    records: int
    memories: tuple[str, ...]
    coalesced: int

    @property
    def share(self) -> float:
        """Share of the records that are memories."""
        return len(self.memories) / self.records


def entries(file: Path) -> tuple[Entry, ...]:
    """Read a memory stream, oldest first."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return tuple(
        Entry(
            kind=row["kind"],
            created=datetime.fromisoformat(row["created"]).replace(tzinfo=UTC),
            subject=row["spo"][0],
            text=row["text"],
            is_insight=row["kind"] == "thought" and bool(row.get("evidence")),
        )
        for row in rows
    )


async def replay(store: Store, day: Sequence[Entry]) -> Replayed:
    """Let a character live through a day in a world of its own, moment by moment."""
    await _set_up(store, day[0].created)
    clock = SystemClock()
    play = Play(store, Directory(store, clock), Foreground(clock))
    coalesced = 0
    for moment, together in groupby(day, key=lambda entry: entry.created):
        await play.advance_clock(timeline_id=TIMELINE, game_time=moment)
        happenings = tuple(entry.happening for entry in together)
        coalesced += (
            await play.observe(Observe(timeline_id=TIMELINE, happenings=happenings))
        ).coalesced
    async with store.read() as reader:
        view = await reader.head(TIMELINE)
        kept = await view.after(0, _EVERYTHING, (RecordKind.OBSERVATION,))
    memories = tuple(record.text for record in kept)
    return Replayed(records=len(day), memories=memories, coalesced=coalesced)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mused:
    """What is left of so many insights, and how near two of them come: a cosine."""

    had: int
    kept: tuple[str, ...]
    highest_cosine: float


async def muse(store: Store, day: Sequence[Entry], embedder: Embedder) -> Mused:
    """Let the character of a day have its insights, five at a time, on a timeline of its own."""
    had = [entry for entry in day if entry.is_insight]
    await store.write(lambda unit: unit.add_timeline(_forked(MUSED, day[0].created)))
    clock = SystemClock()
    play = Play(store, Directory(store, clock), Foreground(clock))
    opened = GameEvent(text=GROUND, witness_ids=(MIND,))
    await play.observe(Observe(timeline_id=MUSED, happenings=(opened,)))
    minds = Minds(store)
    insights = InsightRecorder(store, MemoryStream(FaissIndex, embedder), embedder)
    for first in range(0, len(had), _AT_ONCE):
        async with store.read() as reader:
            mindset = await minds.load(reader, MUSED, MIND)
            (seen,) = await mindset.view.tail(MIND, (RecordKind.OBSERVATION,), 1)
        ground = memory.of(seen, importance=None, last_accessed_at=seen.game_time)
        inferred = [
            Inference(text=entry.text, evidence=(ground,), importance=5)
            for entry in had[first : first + _AT_ONCE]
            if not is_leftover(entry.text)
        ]
        await minds.save(mindset, await insights.drafts(mindset, inferred))
    async with store.read() as reader:
        view = await reader.head(MUSED)
        kept = [
            record.text for record in await view.after(0, _EVERYTHING, (RecordKind.REFLECTION,))
        ]
    vectors = await embedder.embed(kept)
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, -1)
    return Mused(had=len(had), kept=tuple(kept), highest_cosine=float(cosines.max()))


def _forked(timeline_id: TimelineId, start: datetime) -> Timeline:
    """Return a line of play from the very beginning."""
    return Timeline(
        id=timeline_id, world_id=WORLD, parent_id=GENESIS, game_time=start, created_at=start
    )


async def _set_up(store: Store, start: datetime) -> None:
    genesis = Timeline(id=GENESIS, world_id=WORLD, game_time=start, created_at=start)
    played = _forked(TIMELINE, start)
    character = Character(
        id=MIND,
        world_id=WORLD,
        persona=Persona(name="Isabella Rodriguez"),
        created_at=start,
        updated_at=start,
    )

    async def work(unit: UnitOfWork) -> None:
        await unit.add_world(World(id=WORLD, name="Replayed", genesis_id=genesis.id))
        await unit.add_timeline(genesis)
        await unit.add_timeline(played)
        await unit.add_character(character)

    await store.write(work)


async def measure(file: Path) -> dict[str, object]:
    """Return how much of a day is left, and how often a placeholder is among it."""
    with harness.settings_of_its_own() as settings:
        await migrate(settings.database_url)
        store = await open_store(settings.database_url, pool_size=2)
        writing = asyncio.create_task(store.run())
        embedder = Usem3Embedder()
        try:
            day = entries(file)
            replayed = await replay(store, day)
            mused = await muse(store, day, embedder)
        finally:
            await embedder.close()
            await store.close()
            await writing
    return {
        "name": "replayed_day",
        "machine": {**harness.machine(), "embedder": embedder.name},
        "figures": {
            "records": replayed.records,
            "memories": len(replayed.memories),
            "coalesced": replayed.coalesced,
            "placeholders": sum(
                PLACEHOLDER in text.casefold() for text in (*replayed.memories, *mused.kept)
            ),
            "insights_had": mused.had,
            "insights_kept": len(mused.kept),
            "highest_cosine_of_insights": round(mused.highest_cosine, 4),
        },
        "ratios": {"share_left": round(replayed.share, 3)},
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Share of a day's records that is remembered.")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--file", type=Path, default=DAY, help="memory stream to replay")
    given = parser.parse_args()
    if not given.file.exists():
        parser.exit(1, f"{given.file} is not there; name a memory stream with --file\n")
    harness.show(asyncio.run(measure(given.file)), is_json=given.json)


if __name__ == "__main__":
    main()
