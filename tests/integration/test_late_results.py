"""Thoughts that are under way while a save is loaded: none is kept, each is counted."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import pytest

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcmodels.scripted import ScriptedThinker
from npcserver.adapters.store import SqlStore
from npcserver.app.background_work import Foreground, StaleResults
from npcserver.app.conversation.conversation_state import beginning
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.ingestion import MemoryIngestion
from npcserver.app.thoughts.job_worker import JobWorker
from npcserver.app.timeline_watch import LogFollower, TimelineWatch, WatchedRecord, WatchRequest
from npcserver.app.timelines import Timelines
from npcserver.app.world_files import WorldFiles
from npcserver.model.character import Person, Persona
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.model_use import Budget, Cost
from npcserver.model.question import TypedQuestion
from npcserver.model.record import Record, RecordKind, TimelineLeft
from npcserver.model.thought import Spent
from npcserver.model.timeline import Save, Timeline
from npcserver.model.turn import Usage
from npcserver.model.world import World
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.storage import Append
from npcserver.ports.thinker import AskResult, Check
from tests.conftest import DATABASES, opened
from tests.fakes.store_world import seen
from tests.fakes.thought_app import RunningClock

T = TypeVar("T")
MANY = {"sqlite": 500, "postgres": 60}
_ALL = 10_000


def crowded(many: int) -> WorldFile:
    return WorldFile(
        world=World(id=WorldId("crowd"), name="A crowd"),
        characters=tuple(
            Role(id=CharacterId(f"c{number}"), persona=Persona(name=f"C{number}"))
            for number in range(many)
        ),
    )


class Slow(ScriptedThinker):
    """Rates once it may; until then it is thinking."""

    def __init__(self, many: int) -> None:
        super().__init__(lambda one: (9,) * len(getattr(one, "texts", ())))
        self.may_end = asyncio.Event()
        self.asked, self.many = 0, many
        self.all_asked = asyncio.Event()

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        self.asked += 1
        if self.asked == self.many:
            self.all_asked.set()
        await self.may_end.wait()
        asked = await super().think(question, check)
        return replace(asked, usage=Usage(prompt_tokens=100, completion_tokens=10))


class Crowd:
    """Many minds on one timeline, each with something to think about."""

    def __init__(self, store: SqlStore, many: int) -> None:
        clock = RunningClock()
        self.store, self.slow, self.clock, self.file = store, Slow(many), clock, crowded(many)
        foreground = Foreground(clock)
        self.timelines = Timelines(store, clock)
        budgets = Budgets(store, default=Budget(calls=10 * many))
        digesting = MemoryIngestion(store, HashingEmbedder(), self.slow, budgets)
        self.cognition = JobWorker(
            store.jobs,
            {JobKind.DIGEST: digesting.digest},
            clock=clock,
            foreground=foreground,
            lease_seconds=600,
            late_results=StaleResults(store),
        )
        self.timeline = TimelineId("")

    async def open(self) -> None:
        await WorldFiles(self.store, self.clock).put(self.file)
        self.timeline = (await self.timelines.start(self.file.world.id)).id
        await self.happen(self.timeline)

    async def happen(self, timeline: TimelineId) -> None:
        """Let everybody see something, which each then thinks about."""
        minds = [role.id for role in self.file.characters]
        await self.store.append(
            Append(
                timeline_id=timeline,
                drafts=tuple(seen("A stone fell from the sky.", mind) for mind in minds),
                jobs=tuple(JobDraft(JobKind.DIGEST, timeline, mind) for mind in minds),
            )
        )

    async def begin_to_talk(self) -> None:
        one, other = (
            Person(id=f"c{number}", name=f"C{number}", is_player=False) for number in (1, 2)
        )
        talk = beginning(one, other, "the stone")
        await self.store.append(Append(timeline_id=self.timeline, drafts=talk))

    async def leave(self, save: Save, watched_to: int) -> tuple[Timeline, list[Record]]:
        """Load a save and leave the timeline; return what a watcher is told from then on."""
        watch = WatchRequest(timeline_id=self.timeline, after_seq=watched_to)
        async with aclosing(TimelineWatch(LogFollower(self.store)).watch(watch)) as news:
            loaded = await self.timelines.load(save.id, leaving=self.timeline)
            async with asyncio.timeout(120):
                return loaded, [
                    item.record async for item in news if isinstance(item, WatchedRecord)
                ]

    async def claimed(self) -> list[Job]:
        """Take all jobs there are."""
        found, now = [], datetime.now(UTC) + timedelta(seconds=5)
        while job := await self.store.jobs.claim(now, 600):
            found.append(job)
        return found

    async def records(self, timeline: TimelineId, *kinds: RecordKind) -> list[Record]:
        async with self.store.read() as reader:
            return list(await (await reader.head(timeline)).after(0, _ALL, kinds))


@pytest.mark.parametrize("database", DATABASES)
async def test_of_500_thoughts_under_way_at_a_load_none_is_kept_and_all_are_counted(
    database: str, request: pytest.FixtureRequest
) -> None:
    """Neither here nor there; their accounts are settled, watchers are told, and play goes on."""
    many = MANY[database]
    url: str = request.getfixturevalue(f"new_migrated_{database}")()
    async with opened(url) as store:
        crowd = Crowd(store, many)
        await crowd.open()
        await crowd.begin_to_talk()
        save = await crowd.timelines.save(timeline_id=crowd.timeline, name="now")
        jobs = await crowd.claimed()
        thinking = asyncio.gather(*(crowd.cognition.do(job) for job in jobs))
        async with asyncio.timeout(120):
            await crowd.slow.all_asked.wait()
        before = await crowd.records(crowd.timeline)
        loaded, watched = await crowd.leave(save, before[-1].seq)
        crowd.slow.may_end.set()
        async with asyncio.timeout(120):
            await thinking

        left = await crowd.timelines.get(crowd.timeline)
        after = (await crowd.records(crowd.timeline))[len(before) :]
        spent = [record.body for record in after if isinstance(record.body, Spent)]
        assert len(jobs) == many
        assert (crowd.cognition.late, left.late_results) == (many, many)
        assert [record.body for record in watched] == [
            TimelineLeft(save_id=save.id, to_id=loaded.id)
        ]
        assert {record.kind for record in after} == {RecordKind.LEFT, RecordKind.SPENDING}
        assert spent[-1].reserved == Cost()
        assert spent[-1].total.calls == many
        assert await crowd.timelines.get(loaded.id) == loaded
        assert await store.jobs.pending(crowd.timeline) == 0


@pytest.mark.parametrize("database", DATABASES)
async def test_played_on_a_left_timeline_thinks_again(
    database: str, request: pytest.FixtureRequest
) -> None:
    """What is thought from after the game left is kept."""
    url: str = request.getfixturevalue(f"new_migrated_{database}")()
    async with opened(url) as store:
        crowd = Crowd(store, 1)
        await crowd.open()
        crowd.slow.may_end.set()
        save = await crowd.timelines.save(timeline_id=crowd.timeline, name="now")
        await crowd.timelines.load(save.id, leaving=crowd.timeline)
        await crowd.happen(crowd.timeline)
        for job in await crowd.claimed():
            await crowd.cognition.do(job)

        assert crowd.cognition.late == 0
        assert len(await crowd.records(crowd.timeline, RecordKind.RATING)) == 1
