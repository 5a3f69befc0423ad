"""The DIGEST and EMBED jobs: vectors and importance ratings of new memories."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from cachetools import LRUCache

from npcserver.app.background_work import not_left_fence
from npcserver.app.context.discretion import before
from npcserver.app.context.mindset import speaking
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.job_worker import JobNotDue
from npcserver.app.thoughts.reflection import is_idle, is_reflection_due, load_earlier_ratings
from npcserver.memory.embedding_texts import conversation_key, own_text, texts_for
from npcserver.memory.stream import CONTEXT, OWN, space_name
from npcserver.model.character import Character
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.inputs import RatingInput
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import NEUTRAL_IMPORTANCE
from npcserver.model.model_use import Purpose
from npcserver.model.record import (
    SPEECH_KINDS,
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
from npcserver.ports.storage import Append, Fence, Store, UnitOfWork
from npcserver.ports.thinker import AskResult, Thinker
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
_TALK_LOOKED_AT = 40
_EMBED_BATCH = 32
_RATE_BATCH = 20
_RATED_LATELY = 400
_TOKENS_PER_RATING = 14
_IDLE_IMPORTANCE = 1
SECRET_IMPORTANCE = 8
"""Of a memory that may not be told: no model is asked, and what is kept secret matters."""
_MINDS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class _Mind:
    """Whose memories are digested, and where its timeline stood when that began."""

    world: World
    character: Character
    seq: int


@dataclass(frozen=True, slots=True)
class _RatingResult:
    """What rating a batch came to: how many, and whether only what waits is left."""

    is_all: bool = True
    count: int = 0
    waits_until: datetime | None = None


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
        mind = await self._mind(job)
        is_embedded = await self._embed(job)
        done = await self._rate_unrated(job, mind)
        await self._tell(job, mind)
        if not (is_embedded and done.is_all):
            await self._wish(job, mind, job.kind)
        elif done.waits_until is not None:
            raise JobNotDue(done.waits_until)

    async def rate_now(self, job: Job) -> bool:
        """Rate what waits, for a thought that ranks memories; say whether anything was rated."""
        mind, is_rated = await self._mind(job), False
        while True:
            done = await self._rate_unrated(job, mind, is_needed=True)
            is_rated = is_rated or done.count > 0
            if done.is_all:
                return is_rated

    async def embed(self, job: Job) -> None:
        """Embed a batch of what lacks vectors of the present embedder, or has broken ones."""
        mind = await self._mind(job)
        is_embedded = await self._embed(job)
        if is_embedded and await self._drop_broken(job):
            is_embedded = await self._embed(job)
        await self._tell(job, mind)
        if not is_embedded:  # timelines forked from this one need them as well
            await self._want(JobDraft(job.kind, job.timeline_id, job.subject_id))

    async def reembed(self) -> None:
        """Wish for new vectors of everything if the embedder is not the one last used."""
        name = space_name(self._embedder, OWN)
        async with self._store.read() as reader:
            if await reader.note("embedder") == name:
                return
        after: tuple[TimelineId, str] | None = None
        while True:
            async with self._store.read() as reader:
                minds = await reader.minds(_MINDS_AT_ONCE, after)
            if not minds:
                break
            await self._want(*(JobDraft(JobKind.EMBED, *whose) for whose in minds))
            after = minds[-1]
        await self._store.write(lambda unit: unit.keep_note("embedder", name))

    async def _want(self, *jobs: JobDraft) -> None:
        await self._store.write(lambda unit: unit.want(jobs))

    async def _mind(self, job: Job) -> _Mind:
        async with self._store.read() as reader:
            timeline = await reader.timeline(job.timeline_id)
            world = await reader.world(timeline.world_id)
            character = await reader.character(world.id, CharacterId(job.subject_id))
            return _Mind(world, speaking(character, world), timeline.head)

    async def _tell(self, job: Job, mind: _Mind) -> None:
        if self._digested is not None:
            await self._digested(job.timeline_id, mind.character.id)

    async def _wish(self, job: Job, mind: _Mind, kind: JobKind) -> None:
        """Wish for what comes next. Raises `Conflict` (TIMELINE_LEFT) where nothing is to come."""
        await self._store.append(
            Append(
                job.timeline_id,
                (),
                jobs=(JobDraft(kind, job.timeline_id, job.subject_id),),
                fences=(not_left_fence(mind.seq),),
            )
        )

    async def _embed(self, job: Job) -> bool:
        own_space = space_name(self._embedder, OWN)
        context_space = space_name(self._embedder, CONTEXT)
        whose = job.timeline_id, job.subject_id
        async with self._store.read() as reader:
            records = await reader.lacking_vectors(own_space, *whose, _EMBED_BATCH)
            if not records:
                return True
            previous = await _said_before(await reader.head(job.timeline_id), records)
        texts = texts_for(records, previous)
        wanted = list(dict.fromkeys(text for pair in texts for text in (pair.own, pair.context)))
        vectors = await self._embedder.embed(wanted)
        row = {text: position for position, text in enumerate(wanted)}
        refs = [MemoryRef(job.timeline_id, pair.seq) for pair in texts]

        async def save(unit: UnitOfWork) -> None:
            own = vectors[[row[pair.own] for pair in texts]]
            context = vectors[[row[pair.context] for pair in texts]]
            await unit.add_vectors(own_space, refs, own)
            await unit.add_vectors(context_space, refs, context)

        await self._store.write(save)
        return len(records) < _EMBED_BATCH

    async def _drop_broken(self, job: Job) -> bool:
        """Delete vectors that cannot be read; return whether there were any."""
        spaces = [space_name(self._embedder, space) for space in (OWN, CONTEXT)]
        broken: set[MemoryRef] = set()
        async with self._store.read() as reader:
            for space in spaces:
                broken |= {*await reader.broken_vectors(space, job.timeline_id, job.subject_id)}
        if not broken:
            return False
        refs = sorted(broken, key=lambda ref: ref.seq)

        async def drop(unit: UnitOfWork) -> None:
            for space in spaces:  # a memory is embedded anew where both of its vectors are missing
                await unit.drop_vectors(space, refs)

        await self._store.write(drop)
        return True

    async def _rate_unrated(
        self, job: Job, mind: _Mind, *, is_needed: bool = False
    ) -> _RatingResult:
        """Rate a batch of memories; say whether nothing is left but what waits."""
        async with self._store.read() as reader:
            view = await reader.head(job.timeline_id)
            records = await view.unrated(job.subject_id, _RATE_BATCH)
            if not records:
                genesis_id = mind.world.genesis_id
                if await is_reflection_due(
                    view, job.subject_id, self._threshold, genesis_id=genesis_id
                ):
                    await self._wish(job, mind, JobKind.REFLECT)
                return _RatingResult()
            known = await load_earlier_ratings(view, job.subject_id, _RATED_LATELY)
            discretion = await before(view, mind.character, ())
            known |= {own_text(record): _IDLE_IMPORTANCE for record in records if is_idle(record)}
            told, kept = discretion.sift(records)
            known |= {own_text(record): SECRET_IMPORTANCE for record in kept}
            new = [record for record in told if own_text(record) not in known]
            waits_until = None if is_needed else await self._waits(job, mind, view, new)
        is_all = len(records) < _RATE_BATCH
        if waits_until is not None:
            waiting = {record.seq for record in new}
            records = tuple(record for record in records if record.seq not in waiting)
            new = []
        texts = tuple(dict.fromkeys(map(own_text, new)))
        asked, receipt = await self._asked(job, mind, view, texts)
        ratings = {
            record.seq: asked.get(own_text(record), known.get(own_text(record), NEUTRAL_IMPORTANCE))
            for record in records
        }
        if ratings:
            await self._save(job, mind, view.vantage.seq, ratings, receipt)
        return _RatingResult(is_all=is_all, count=len(ratings), waits_until=waits_until)

    async def _waits(
        self, job: Job, mind: _Mind, view: View, new: Sequence[Record]
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
            view, job.subject_id, self._threshold, taken, genesis_id=mind.world.genesis_id
        )
        return None if is_needed else until

    async def _save(
        self, job: Job, mind: _Mind, seq: int, ratings: Mapping[int, int], receipt: Thought | None
    ) -> None:
        """Append ratings, and with them the wish for a reflection when they make one due."""
        body = Rated(ratings=tuple(ratings.items()))
        drafts = [Draft(RecordKind.RATING, body, job.subject_id)]
        if receipt is not None:
            drafts.append(Draft(RecordKind.THOUGHT, receipt, job.subject_id))
        async with self._store.read() as reader:
            view = await reader.head(job.timeline_id)
            is_due = await is_reflection_due(
                view, job.subject_id, self._threshold, ratings, genesis_id=mind.world.genesis_id
            )
        reflect = JobDraft(JobKind.REFLECT, job.timeline_id, job.subject_id)
        await self._store.append(
            Append(
                job.timeline_id,
                tuple(drafts),
                jobs=(reflect,) if is_due else (),
                fences=(not_left_fence(mind.seq), Fence(job.subject_id, (RecordKind.RATING,), seq)),
            )
        )

    async def _asked(
        self, job: Job, mind: _Mind, view: View, texts: Sequence[str]
    ) -> tuple[dict[str, int], Thought | None]:
        """Return ratings by text, and the receipt; what nobody could rate is neutral.

        What cannot be rated even when asked again keeps the neutral value, so that a bad answer
        costs one question and no memory. So does everything when the day's budget is spent.
        """
        if not texts:
            return {}, None
        tokens = _TOKENS_PER_RATING * len(texts)
        account = await self._budgets.reserve(
            job.timeline_id, mind.world.budget, Purpose.RATE, max_tokens=tokens
        )
        if account is None:
            return {}, None
        asked: AskResult[tuple[int, ...]] | None = None
        try:
            statements = RatingInput(
                name=mind.character.name,
                texts=tuple(texts),
                traits=mind.character.persona.traits,
                goals=mind.character.persona.goals,
                character_id=mind.character.id,
                day=view.timeline.game_time.date(),
                playthrough=playthrough(view.lineage, view.vantage.timeline_id),
                language=mind.character.persona.language,
            )
            asked = await self._thinker.think(statements)
        finally:
            calls, usage = (1, None) if asked is None else (asked.calls, asked.usage)
            await self._budgets.settle(account, calls, usage)
        receipt = asked.receipt(
            Purpose.RATE, vantage_seq=view.vantage.seq, persona_version=mind.character.version
        )
        ratings = dict(zip(texts, asked.answer or (), strict=False))
        unrated = len(texts) - len(ratings)
        _log.info("importance_rated", rated=len(ratings), unrated=unrated)
        return ratings, receipt


async def _said_before(view: View, records: Sequence[Record]) -> dict[int, str]:
    """Return, for the first speech of each conversation, the speech before it."""
    previous: dict[int, str] = {}
    seen: set[str] = set()
    for record in records:
        key = conversation_key(record)
        if key is None or key in seen:
            continue
        seen.add(key)
        talk = await view.tail(record.subject_id, SPEECH_KINDS, _TALK_LOOKED_AT, before=record.seq)
        for earlier in talk:
            if conversation_key(earlier) == key:
                previous[record.seq] = own_text(earlier)
                break
    return previous
