"""Work that can wait, done when the game leaves a moment for it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Protocol

import structlog

from npcserver.aio import to_the_end, within
from npcserver.app.foreground import Foreground
from npcserver.memory.embedding_text import conversation_partner, own_text, texts_for
from npcserver.memory.stream import CONTEXT, OWN, space_name
from npcserver.model.errors import Fault, ModelFault, NotFound, OverLimit, Unavailable
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import NEUTRAL_IMPORTANCE
from npcserver.model.record import Draft, Rated, Record, RecordKind
from npcserver.model.scene import Statements
from npcserver.ports.clock import Clock
from npcserver.ports.embedder import Embedder
from npcserver.ports.jobs import Jobs
from npcserver.ports.storage import Append, MemoryRef, Store, UnitOfWork
from npcserver.ports.view import View


class Rate(Protocol):
    """Rates memories."""

    async def __call__(self, statements: Statements, *, language: str) -> tuple[int | None, ...]:
        """Rate statements 1..10, asking in a language; None where no answer could be read.

        Raises a `ModelFault`.
        """
        ...


Digested = Callable[[TimelineId, CharacterId], Awaitable[None]]
"""Told that a mind has new vectors and ratings, as seen from the head of a timeline."""

_TALK = (RecordKind.UTTERANCE, RecordKind.LINE)
_TALK_LOOKED_AT = 40
_EMBED_BATCH = 32
_RATE_BATCH = 20
_LULL_SECONDS = 1.0  # where somebody is always talking, this long and no longer
_POLL_SECONDS = 1.0
_GIVE_BACK_SECONDS = 2.0
_CLAIM_SECONDS = 10.0
_FIRST_PAUSE = timedelta(seconds=2)
_LONGEST_PAUSE = timedelta(minutes=5)
_MINDS_AT_ONCE = 500
_PASSING = (Unavailable, OverLimit, ModelFault)
_MOST_ATTEMPTS = 10
_log = structlog.get_logger(__name__)


class Cognition:
    """Does the jobs that play leaves behind, one for each mind at a time.

    Every job is load, think, save, and may be done twice without harm: it looks for what lacks a
    vector or a rating and finds nothing the second time.
    """

    def __init__(  # noqa: PLR0913 - what it works on, and by whom it is told and tells
        self,
        store: Store,
        jobs: Jobs,
        embedder: Embedder,
        rate: Rate,
        *,
        clock: Clock,
        foreground: Foreground,
        lease_seconds: float,
        digested: Digested | None = None,
    ) -> None:
        self._digested = digested
        self._store = store
        self._jobs = jobs
        self._embedder = embedder
        self._rate = rate
        self._clock = clock
        self._foreground = foreground
        self._lease_seconds = lease_seconds

    async def work(self) -> None:
        """Do jobs for ever; several may run this side by side."""
        while True:
            try:
                job = await self._claimed()
                if job is not None:
                    await self.do(job)
            except Fault as fault:
                _log.warning("jobs_unavailable", error=fault.message)
                await asyncio.sleep(_POLL_SECONDS)
            except Exception:  # noqa: BLE001 - with its workers gone nobody would ever think again
                _log.exception("jobs_unavailable")
                await asyncio.sleep(_POLL_SECONDS)
            else:
                if job is None:
                    await self._jobs.wait(_POLL_SECONDS)

    async def _claimed(self) -> Job | None:
        """Take a job; one that was taken in the moment of stopping is given back."""
        taken: list[Job] = []

        async def claim() -> Job | None:
            job = await self._jobs.claim(self._clock.now(), self._lease_seconds)
            taken.extend([] if job is None else [job])
            return job

        is_told = False
        try:
            job = await to_the_end(_CLAIM_SECONDS, claim())
            is_told = True
        finally:
            if not is_told:
                for lost in taken:
                    await self._give_back(lost)
        return job

    async def do(self, job: Job) -> None:
        """Do one job; a failure is kept with the job, which is due again after a pause.

        What will not pass by itself is left for an operator to read after some attempts. Raises
        `Unavailable` when the queue itself fails; the job is then due when its lease has run out.
        """
        is_settled = False
        try:
            await self._try(job)
            is_settled = True
        finally:
            if not is_settled:
                await self._give_back(job)

    async def _try(self, job: Job) -> None:
        try:
            await self._foreground.lull(_LULL_SECONDS)
            await self._think(job)
        except NotFound:  # the timeline or the character was deleted
            await self._jobs.finish(job)
        except Fault as fault:
            _log.warning("job_failed", kind=job.kind, subject=job.subject_id, error=fault.message)
            await self._fail(job, fault.message, is_passing=isinstance(fault, _PASSING))
        except Exception as error:  # noqa: BLE001 - it is kept with the job, and in the log
            _log.exception("job_broke", kind=job.kind, subject=job.subject_id)
            await self._fail(job, f"{type(error).__name__}; see the log", is_passing=False)
        else:
            await self._jobs.finish(job)

    async def _give_back(self, job: Job) -> None:
        """Let whoever comes next have a job that was broken off, without waiting for its lease."""
        with suppress(Fault, TimeoutError):
            failing = self._jobs.fail(job, "broken off", self._clock.now())
            await within(_GIVE_BACK_SECONDS, failing)

    async def _think(self, job: Job) -> None:
        """Do a batch of a job, and wish for the next if this was not the last."""
        async with self._store.read() as reader:
            timeline = await reader.timeline(job.timeline_id)
            subject = await reader.character(timeline.world_id, CharacterId(job.subject_id))
            world = await reader.world(timeline.world_id)
        is_done = await self._embed(job)
        if job.kind is JobKind.DIGEST:
            language = subject.persona.language or world.language
            is_done = await self._rate_unrated(job, subject.name, language) and is_done
        if self._digested is not None:
            await self._digested(job.timeline_id, subject.id)
        if not is_done:
            again = JobDraft(job.kind, job.timeline_id, job.subject_id)
            await self._store.write(_wanting(again))

    async def _fail(self, job: Job, error: str, *, is_passing: bool) -> None:
        pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** min(job.attempts, 10))
        retry_at = self._clock.now() + pause
        is_hopeless = not is_passing and job.attempts >= _MOST_ATTEMPTS
        await self._jobs.fail(job, error, None if is_hopeless else retry_at)

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
            jobs = [JobDraft(JobKind.EMBED, timeline, subject) for timeline, subject in minds]
            await self._store.write(_wanting(*jobs))
            after = minds[-1]

        async def remember(unit: UnitOfWork) -> None:
            await unit.keep_note("embedder", name)

        await self._store.write(remember)

    async def _embed(self, job: Job) -> bool:
        """Embed a batch of what lacks vectors; say whether nothing is left."""
        own_space = space_name(self._embedder, OWN)
        context_space = space_name(self._embedder, CONTEXT)
        async with self._store.read() as reader:
            records = await reader.lacking_vectors(
                own_space, job.timeline_id, job.subject_id, _EMBED_BATCH
            )
            if not records:
                return True
            timeline = await reader.timeline(job.timeline_id)
            view = await reader.at(timeline.vantage)
            previous = await _said_before(view, records)
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

    async def _rate_unrated(self, job: Job, name: str, language: str) -> bool:
        """Rate a batch of memories; say whether nothing is left.

        What cannot be rated even when asked again keeps the neutral value, so that a bad answer
        costs one question and no memory.
        """
        async with self._store.read() as reader:
            timeline = await reader.timeline(job.timeline_id)
            view = await reader.at(timeline.vantage)
            records = await view.unrated(job.subject_id, _RATE_BATCH)
        if not records:
            return True
        statements = Statements(name=name, texts=tuple(own_text(record) for record in records))
        ratings = await self._rate(statements, language=language)
        rated = tuple(
            (record.seq, NEUTRAL_IMPORTANCE if rating is None else rating)
            for record, rating in zip(records, ratings, strict=True)
        )
        await self._store.append(
            Append(
                timeline_id=job.timeline_id,
                drafts=(
                    Draft(
                        kind=RecordKind.RATING,
                        subject_id=job.subject_id,
                        body=Rated(ratings=rated),
                    ),
                ),
            )
        )
        return len(records) < _RATE_BATCH


async def _said_before(view: View, records: Sequence[Record]) -> dict[int, str]:
    """Return, for the first speech with each partner, the speech before it."""
    previous: dict[int, str] = {}
    seen: set[str] = set()
    for record in records:
        partner = conversation_partner(record)
        if partner is None or partner in seen:
            continue
        seen.add(partner)
        talk = await view.tail(record.subject_id, _TALK, _TALK_LOOKED_AT, before=record.seq)
        for earlier in talk:
            if conversation_partner(earlier) == partner:
                previous[record.seq] = own_text(earlier)
                break
    return previous


def _wanting(*jobs: JobDraft) -> Callable[[UnitOfWork], Awaitable[None]]:
    async def work(unit: UnitOfWork) -> None:
        await unit.want(jobs)

    return work
