"""Grows random trees of play and compares every moment of them with an oracle that shares nothing.

Run with `python -m tests.benchmarks.trees --steps 1000 --json`, by default on an SQLite file of its
own; `--database` names another, empty one. Moves are saving, loading, forking, observing, speaking,
thinking, deleting and freeing. A leak is something that can be seen and should not, a loss
something that should be seen and cannot.
"""

import asyncio
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import structlog
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from npcserver.adapters.store import SqlStore, open_store
from npcserver.adapters.store.migrate import migrate
from npcserver.model.errors import NotFound
from npcserver.ports.storage import Reader
from npcserver.ports.view import View
from tests.benchmarks.options import read_options
from tests.benchmarks.timeline_tree import PEOPLE, Entry, TimelineTree, entries_of, timeline_tree


async def grow(store: SqlStore, url: str, *, steps: int, seed: int) -> dict[str, object]:
    """Take so many steps, then look from everywhere; return what was found."""
    async with timeline_tree(store, seed) as grown:
        for _ in range(steps):
            await grown.step()
        leaks, losses = await _compared(grown)
        restored = await _restored(grown)
        return {
            "steps": steps,
            "moves": dict(sorted(grown.moves.items())),
            "timelines": len(grown.lives),
            "deleted": len(grown.gone),
            "saves": len(grown.kept),
            "records": sum(len(life) for life in grown.lives.values()),
            "leaks": leaks,
            "losses": losses,
            "saves_restored_exactly": restored,
            "embeddings_by_loads": grown.embedded_by_loads,
            "deleted_that_show": await _showing(grown),
            "rows_freed_entirely": await _freed(grown, url),
        }


async def _compared(grown: TimelineTree) -> tuple[int, int]:
    """Count what is seen too much and too little, from all heads and all saves."""
    leaks = losses = 0
    async with grown.store.read() as reader:
        for timeline_id, life in grown.lives.items():
            seen = await _seen(grown, reader, await reader.head(timeline_id))
            leaks, losses = leaks + _more(seen, life), losses + _more(life, seen)
        for kept in grown.kept.values():
            seen = await _seen(grown, reader, await reader.saved(kept.id))
            leaks += _more(seen, kept.entries)
            losses += _more(kept.entries, seen)
    return leaks, losses


async def _seen(grown: TimelineTree, reader: Reader, view: View) -> Sequence[Entry]:
    """Return what a view shows; what the indices recall there must be part of it."""
    entries = await entries_of(view)
    texts = {(entry[0], entry[3]) for entry in entries}
    for who in PEOPLE:
        recalled = await grown.recalled(reader, view, who)
        assert recalled <= texts, f"{who} recalls {recalled - texts}, which is not seen there"
    return entries


def _more(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    return len(set(one) - set(other)) + max(0, len(one) - len(set(one)))


async def _restored(grown: TimelineTree) -> bool:
    """Load every save once more; each shows what it showed when it was made."""
    for kept in [*grown.kept.values()]:
        before = grown.embedder.embedded
        loaded = await grown.container.services.timelines.load(kept.id)
        grown.embedded_by_loads += grown.embedder.embedded - before
        grown.lives[loaded.id] = list(kept.entries)
        if await grown.fingerprint(loaded.vantage) != kept.print:
            return False
    return True


async def _showing(grown: TimelineTree) -> int:
    """Count the deleted timelines that can still be looked at."""
    found = 0
    async with grown.store.read() as reader:
        for timeline_id in grown.gone:
            try:
                await reader.head(timeline_id)
            except NotFound:
                continue
            found += 1
    return found


async def _freed(grown: TimelineTree, url: str) -> bool:
    """Delete everything but genesis; then no row but those of genesis is left."""
    timelines = grown.container.services.timelines
    for save_id in grown.kept:
        await timelines.delete_save(save_id)
    for timeline_id in grown.lives:
        if timeline_id != grown.genesis:
            await timelines.delete(timeline_id, saves=True)
    await grown.finish_all_work()
    return await _owners(url) <= {grown.genesis}


async def _owners(url: str) -> set[str]:
    """Return the timelines that own rows."""

    def look() -> set[str]:
        engine = create_engine(url, poolclass=NullPool)
        with engine.connect() as connection:
            found: set[str] = set()
            for table in ("record", "memory_vector"):
                query = text(f"SELECT DISTINCT timeline_id FROM {table}")  # noqa: S608 - our own
                found |= {row[0] for row in connection.execute(query)}
            found |= {row[0] for row in connection.execute(text("SELECT id FROM timeline"))}
            return found

    return await asyncio.to_thread(look)


async def run(*, steps: int, seed: int, database: str = "") -> dict[str, object]:
    """Grow a tree in a database; without one in a file of its own."""
    with tempfile.TemporaryDirectory() as folder, structlog.testing.capture_logs():
        url = database or f"sqlite:///{Path(folder) / 'trees.db'}"
        await migrate(url)
        store = await open_store(url, pool_size=4)
        writing = asyncio.create_task(store.run())
        try:
            return await grow(store, url, steps=steps, seed=seed)
        finally:
            await store.close()
            await writing


def main() -> None:
    """Read the command line, and print what was found."""
    given = read_options(__doc__, steps=1000, seed=0, database="")
    found = asyncio.run(run(steps=given.steps, seed=given.seed, database=given.database))
    print(json.dumps(found) if given.json else "\n".join(f"{k}: {v}" for k, v in found.items()))


if __name__ == "__main__":
    main()
