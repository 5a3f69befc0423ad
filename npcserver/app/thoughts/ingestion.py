"""The DIGEST and EMBED jobs: vectors and importance ratings of new memories."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

import structlog
from cachetools import LRUCache

from npcserver.app.authored import character_at
from npcserver.app.background_work import not_left_fence
from npcserver.app.context.discretion import before
from npcserver.app.context.mindset import speaking
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.job_worker import JobNotDue
from npcserver.app.thoughts.reflection import is_idle, is_reflection_due, load_earlier_ratings
from npcserver.memory.embedding_texts import own_text
from npcserver.memory.stream import OWN, space_name
from npcserver.model.character import Character
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.inputs import RatingInput
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import NEUTRAL_IMPORTANCE
from npcserver.model.model_use import Purpose
from npcserver.model.record import (
    Draft,
    Rated,
    Record,
    RecordKind,
    Remembered,
    Source,
)
from npcserver.model.thought import Thought
from npcserver.model.timeline import playthrough
from npcserver.model.world import World
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Append, Fence, Reader, Store, UnitOfWork
from npcserver.ports.thinker import Thinker
from npcserver.ports.vectors import Embedder
from npcserver.ports.view import MemoryRef, View

LONGEST_WAIT = timedelta(minutes=30)
"""Longest wait for a rating, in game time."""
LONGEST_REAL_WAIT = timedelta(minutes=5)
"""Longest wait in real time, where the game's clock stands still or runs on another server."""
_MINDS = 10_000


class RatingWait:
    """Decides when memories are rated: from `rated_from` of them on, or when the oldest is due."""

    def __init__(self, clock: Clock, rated_from: int) -> None:
        self._clock = clock
        self._rated_from = rated_from
        self._due: LRUCache[tuple[TimelineId, str], datetime] = LRUCache(_MINDS)

    def until(
        self, timeline_id: TimelineId, subject_id: str, unrated: Sequence[Record], now: datetime
    ) -> datetime | None:
        """Return the real time until which these memories wait; None when they are due.

        `now` is game time. Seed memories come all at once, and never wait.
        """
        self._due.pop((timeline_id, subject_id), None)
        if len(unrated) >= self._rated_from or any(
            isinstance(one.body, Remembered) and one.body.source is Source.AUTHORED
            for one in unrated
        ):
            return None
        oldest = min(record.game_time for record in unrated)
        ends_at = min(record.written_at for record in unrated) + LONGEST_REAL_WAIT
        if now - oldest >= LONGEST_WAIT or self._clock.now() >= ends_at:
            return None
        self._due[timeline_id, subject_id] = oldest + LONGEST_WAIT
        return ends_at

    def ended(self, timeline_id: TimelineId, now: datetime) -> tuple[JobDraft, ...]:
        """Return jobs for the memories that are due at a game time."""
        found = [
            subject_id
            for (timeline, subject_id), due_at in self._due.items()
            if timeline == timeline_id and due_at <= now
        ]
        return tuple(JobDraft(JobKind.DIGEST, timeline_id, one) for one in sorted(found))


OnDigested = Callable[[TimelineId, CharacterId], Awaitable[None]]
"""Told that a mind has new vectors and ratings, as seen from the head of a timeline."""

_log = structlog.get_logger(__name__)
_EMBED_BATCH = 32
_RATE_BATCH = 20
_RATED_LATELY = 400
_IDLE_IMPORTANCE = 1
SECRET_IMPORTANCE = 8
"""Of a memory that may not be told: no model is asked, and what is kept secret matters."""
_MINDS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class _DigestBatch:
    """Whose memories are digested, and what is to be done, as one snapshot (`view`) shows it.

    `lacking` are memories without a vector. `rated` are the ratings of `unrated` memories that need
    no question, by text; the others are `asked`, or left for later where they wait. `is_due` where
    nothing is left to rate and a reflection is due.
    """

    world: World
    character: Character
    view: View
    lacking: tuple[Record, ...]
    unrated: tuple[Record, ...] = ()
    rated: Mapping[str, int] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    is_all: bool = True
    waits_until: datetime | None = None
    is_due: bool = False


class MemoryIngestion:
    """Does DIGEST and EMBED jobs.

    Each looks for what lacks a vector or a rating, takes a batch, and wishes for the next; the
    second time it finds nothing.
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        thinker: Thinker,
        budgets: Budgets,
        *,
        reflection_threshold: int = 150,
        digested: OnDigested | None = None,
        wait: RatingWait | None = None,
    ) -> None:
        """Digest; without a `wait` every memory is rated at once."""
        self._store = store
        self._embedder = embedder
        self._thinker = thinker
        self._budgets = budgets
        self._threshold = reflection_threshold
        self._digested = digested
        self._wait = wait

    async def digest(self, job: Job) -> None:
        """Embed and rate a batch; wish for a reflection when enough has come together.

        Raises `JobNotDue` where memories wait to be rated with others.
        """
        batch = await self._read(job)
        is_embedded = await self._embed(job, batch)
        await self._rate(job, batch)
        await self._tell(job)
        if not (is_embedded and batch.is_all):
            await self._wish(job, batch, job.kind)
        elif batch.waits_until is not None:
            raise JobNotDue(batch.waits_until)

    async def rate_now(self, job: Job) -> bool:
        """Rate what waits, for a thought that ranks memories; say whether anything was rated."""
        is_rated = False
        while True:
            batch = await self._read(job, is_needed=True)
            await self._rate(job, batch)
            is_rated = is_rated or bool(batch.unrated)
            if batch.is_all:
                return is_rated

    async def embed(self, job: Job) -> None:
        """Embed a batch of what lacks vectors of the present embedder, or has broken ones."""
        is_embedded = await self._embed(job, await self._read(job))
        if is_embedded and await self._drop_broken(job):
            is_embedded = await self._embed(job, await self._read(job))
        await self._tell(job)
        if not is_embedded:  # timelines forked from this one need them as well
            await self._want(JobDraft(job.kind, job.timeline_id, job.subject_id))

    async def embed_all(self, job: Job) -> None:
        """Embed all of a mind that lacks vectors of the present embedder, or has broken ones."""
        await self._drop_broken(job)
        while not await self._embed(job, await self._read(job)):
            pass

    async def reembed(self) -> None:
        """Wish for new vectors of everything if the embedder is not the one last used."""
        name = space_name(self._embedder, OWN)
        async with self._store.read() as reader:
            if await reader.note("embedder") == name:
                return
        async for jobs in self.embedding_jobs():
            await self._want(*jobs)
        await self._store.write(lambda unit: unit.keep_note("embedder", name))

    async def embedding_jobs(self) -> AsyncGenerator[list[JobDraft], None]:
        """Yield jobs for all minds, some at a time."""
        after: tuple[TimelineId, str] | None = None
        while True:
            async with self._store.read() as reader:
                minds = await reader.minds(_MINDS_AT_ONCE, after)
            if not minds:
                return
            yield [JobDraft(JobKind.EMBED, *whose) for whose in minds]
            after = minds[-1]

    async def _want(self, *jobs: JobDraft) -> None:
        await self._store.write(lambda unit: unit.want(jobs))

    async def _read(self, job: Job, *, is_needed: bool = False) -> _DigestBatch:
        """Read a batch in one hop; with `is_needed` no memory waits to be rated with others."""
        async with self._store.read() as reader:
            return await reader.together(partial(self._batch, job, is_needed))

    async def _batch(self, job: Job, is_needed: bool, reader: Reader) -> _DigestBatch:  # noqa: FBT001
        who = CharacterId(job.subject_id)
        view = (await reader.turn_start(job.timeline_id, who, None)).view
        world = await reader.world(view.timeline.world_id)
        character = speaking(await character_at(reader, view, who), world)
        lacking = await reader.lacking_vectors(
            space_name(self._embedder, OWN), job.timeline_id, who, _EMBED_BATCH
        )
        batch = _DigestBatch(world, character, view, lacking)
        if job.kind is JobKind.EMBED:
            return batch
        records = await view.unrated(who, _RATE_BATCH)
        if not records:
            is_due = await is_reflection_due(
                view, who, self._threshold, genesis_id=world.genesis_id
            )
            return replace(batch, is_due=is_due)
        known = await load_earlier_ratings(view, who, _RATED_LATELY)
        discretion = await before(view, character, ())
        known |= {own_text(record): _IDLE_IMPORTANCE for record in records if is_idle(record)}
        told, kept = discretion.sift(records)
        known |= {own_text(record): SECRET_IMPORTANCE for record in kept}
        new = [record for record in told if own_text(record) not in known]
        is_all = len(records) < _RATE_BATCH
        waits_until = None if is_needed else await self._waits(job, world, view, new)
        if waits_until is not None:
            waiting = {record.seq for record in new}
            records = tuple(record for record in records if record.seq not in waiting)
            new = []
        return replace(
            batch,
            unrated=records,
            rated=known,
            asked=tuple(dict.fromkeys(map(own_text, new))),
            is_all=is_all,
            waits_until=waits_until,
        )

    async def _tell(self, job: Job) -> None:
        if self._digested is not None:
            await self._digested(job.timeline_id, CharacterId(job.subject_id))

    async def _wish(self, job: Job, batch: _DigestBatch, kind: JobKind) -> None:
        """Wish for what comes next. Raises `Conflict` (TIMELINE_LEFT) where nothing is to come."""
        await self._store.append(
            Append(
                job.timeline_id,
                (),
                jobs=(JobDraft(kind, job.timeline_id, job.subject_id),),
                fences=(not_left_fence(batch.view.vantage.seq),),
            )
        )

    async def _embed(self, job: Job, batch: _DigestBatch) -> bool:
        """Store the vectors of a batch; return whether no other memory lacks one."""
        if not batch.lacking:
            return True
        vectors = await self._embedder.embed([own_text(record) for record in batch.lacking])
        refs = [MemoryRef(job.timeline_id, record.seq) for record in batch.lacking]

        async def save(unit: UnitOfWork) -> None:
            await unit.add_vectors(space_name(self._embedder, OWN), refs, vectors)

        await self._store.write(save)
        return len(refs) < _EMBED_BATCH

    async def _drop_broken(self, job: Job) -> bool:
        """Delete vectors that cannot be read; return whether there were any."""
        space = space_name(self._embedder, OWN)
        async with self._store.read() as reader:
            broken = await reader.broken_vectors(space, job.timeline_id, job.subject_id)
        if not broken:
            return False

        async def drop(unit: UnitOfWork) -> None:
            await unit.drop_vectors(space, broken)

        await self._store.write(drop)
        return True

    async def _rate(self, job: Job, batch: _DigestBatch) -> None:
        """Rate a batch, or wish for the reflection that is due."""
        if batch.is_due:
            await self._wish(job, batch, JobKind.REFLECT)
        if not batch.unrated:
            return
        asked, receipt = await self._asked(job, batch)
        given = {**batch.rated, **asked}
        ratings = {
            record.seq: given.get(own_text(record), NEUTRAL_IMPORTANCE) for record in batch.unrated
        }
        await self._save(job, batch, ratings, receipt)

    async def _waits(
        self, job: Job, world: World, view: View, new: Sequence[Record]
    ) -> datetime | None:
        """Return until when memories wait to be rated; None where they are to be rated now.

        They are once, taken as neutral, they would bring on a reflection.
        """
        if self._wait is None or not new:
            return None
        until = self._wait.until(job.timeline_id, job.subject_id, new, await view.game_time())
        if until is None:
            return None
        taken = {record.seq: NEUTRAL_IMPORTANCE for record in new}
        is_needed = await is_reflection_due(
            view, job.subject_id, self._threshold, taken, genesis_id=world.genesis_id
        )
        return None if is_needed else until

    async def _save(
        self, job: Job, batch: _DigestBatch, ratings: Mapping[int, int], receipt: Thought | None
    ) -> None:
        """Append ratings, and with them the wish for a reflection when they make one due."""
        body = Rated(ratings=tuple(ratings.items()))
        drafts = [Draft(RecordKind.RATING, body, job.subject_id)]
        if receipt is not None:
            drafts.append(Draft(RecordKind.THOUGHT, receipt, job.subject_id))
        genesis_id, seq = batch.world.genesis_id, batch.view.vantage.seq

        async def is_due(reader: Reader) -> bool:
            view = await reader.head(job.timeline_id)
            return await is_reflection_due(
                view, job.subject_id, self._threshold, ratings, genesis_id=genesis_id
            )

        async with self._store.read() as reader:
            is_wanted = await reader.together(is_due)
        reflect = JobDraft(JobKind.REFLECT, job.timeline_id, job.subject_id)
        await self._store.append(
            Append(
                job.timeline_id,
                tuple(drafts),
                jobs=(reflect,) if is_wanted else (),
                fences=(not_left_fence(seq), Fence(job.subject_id, (RecordKind.RATING,), seq)),
            )
        )

    async def _asked(self, job: Job, batch: _DigestBatch) -> tuple[dict[str, int], Thought | None]:
        """Return ratings by text, and the receipt; what nobody could rate is neutral.

        What cannot be rated even when asked again keeps the neutral value, so that a bad answer
        costs one question and no memory. So does everything when the day's budget is spent.
        """
        texts, character, view = batch.asked, batch.character, batch.view
        if not texts:
            return {}, None
        statements = RatingInput(
            name=character.name,
            texts=texts,
            traits=character.persona.traits,
            goals=character.persona.goals,
            character_id=character.id,
            day=view.timeline.game_time.date(),
            playthrough=playthrough(view.lineage, view.vantage.timeline_id),
            language=character.persona.language,
        )
        asked = await self._budgets.ask(
            self._thinker, job.timeline_id, batch.world.budget, statements
        )
        if asked.answer is None and asked.calls == 0:
            return {}, None
        receipt = asked.receipt(
            Purpose.RATE,
            vantage_seq=view.vantage.seq,
            persona_version=character.version,
            draft_seq=character.draft_seq,
        )
        ratings = dict(zip(texts, asked.answer or (), strict=False))
        unrated = len(texts) - len(ratings)
        _log.info("importance_rated", rated=len(ratings), unrated=unrated)
        return ratings, receipt
