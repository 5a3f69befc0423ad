"""Work that can wait: done once, never lost, never for ever."""

import asyncio
from collections.abc import Sequence

import pytest
from structlog.testing import capture_logs

from npcserver.app.cognition import Cognition
from npcserver.model.errors import Fault, ModelUnreachable, Reason, Unavailable
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import NEUTRAL_IMPORTANCE
from npcserver.model.record import Rated, RecordKind
from npcserver.model.scene import Statements
from npcserver.ports.storage import UnitOfWork
from tests.fakes.memory_jobs import MemoryJobs
from tests.fakes.parlour import Parlour, parlour
from tests.fakes.stage import MIRA, WORLD, put, seen

LATER = 10**6


class Study:
    """A parlour with a mind at work; `ratings` answers or fails, `asked` is what was rated."""

    def __init__(self, here: Parlour) -> None:
        self.here = here
        self.asked: list[tuple[Statements, str]] = []
        self.told: list[tuple[TimelineId, CharacterId]] = []
        self.ratings: Exception | Sequence[int | None] | None = None
        self.cognition = Cognition(
            here.store,
            here.store.jobs,
            here.embedder,
            self.rate,
            clock=here.clock,
            foreground=here.foreground,
            lease_seconds=60,
            digested=self.tell,
        )

    async def tell(self, timeline_id: TimelineId, character_id: CharacterId) -> None:
        self.told.append((timeline_id, character_id))

    async def rate(self, statements: Statements, language: str) -> tuple[int | None, ...]:
        self.asked.append((statements, language))
        if isinstance(self.ratings, Exception):
            raise self.ratings
        return tuple(self.ratings or [7] * len(statements.texts))

    async def want(self, kind: JobKind = JobKind.DIGEST, subject_id: str = MIRA) -> None:
        draft = JobDraft(kind, self.here.timeline, subject_id)
        await put(self.here.store, to=self.here.timeline, jobs=[draft])

    async def claim(self) -> Job | None:
        now = self.here.clock.now().replace(year=2100)
        return await self.here.store.jobs.claim(now, LATER)

    async def do_all(self, most: int = 20) -> int:
        """Do jobs until there is none; return how many, at most `most`."""
        for done in range(most):
            job = await self.claim()
            if job is None:
                return done
            await self.cognition.do(job)
        return most

    async def rated(self) -> list[tuple[int, int]]:
        bodies = [record.body for record in await self.here.records(RecordKind.RATING)]
        return [pair for body in bodies if isinstance(body, Rated) for pair in body.ratings]


async def study(memories: int = 1) -> Study:
    made = Study(await parlour())
    drafts = [seen(f"It rained on day {day}.") for day in range(memories)]
    await put(made.here.store, *drafts, to=made.here.timeline)
    return made


async def test_a_job_that_is_broken_off_is_due_again_at_once() -> None:
    """A server that stops gives its jobs back; the next one does not wait for a lease to end."""
    here = await study()
    await here.want()
    job = await here.claim()
    assert job is not None
    with here.here.foreground.busy():  # so that the job waits for a quiet moment
        doing = asyncio.ensure_future(here.cognition.do(job))
        await asyncio.sleep(0)
        doing.cancel()
        await asyncio.wait((doing,))

    assert doing.cancelled()
    assert await here.claim() is not None


async def test_a_digest_tells_whose_mind_has_grown() -> None:
    """Who keeps minds awake hears of it once the vectors and ratings are stored."""
    here = await study()
    await here.want()

    await here.do_all()

    assert here.told == [(here.here.timeline, MIRA)]
    assert await here.rated()


async def test_a_digest_embeds_and_rates_everything_in_batches_and_ends() -> None:
    """Seventy memories take several jobs; then none is left, and each was rated once."""
    here = await study(70)
    await here.want()

    assert await here.do_all() < 20

    assert [seq for seq, _ in await here.rated()] == list(range(1, 71))
    assert {rating for _, rating in await here.rated()} == {7}
    space = f"{here.here.embedder.name}@{here.here.embedder.dimension}/own"
    async with here.here.store.read() as reader:
        assert await reader.lacking_vectors(space, here.here.timeline, MIRA, 10) == ()


async def test_a_second_digest_finds_nothing_to_do() -> None:
    """Every job may be done twice without harm."""
    here = await study()
    for _ in range(2):
        await here.want()
        await here.do_all()

    assert len(here.asked) == 1
    assert len(await here.rated()) == 1


async def test_what_cannot_be_rated_stays_neutral_and_is_not_asked_again() -> None:
    """A bad answer costs one question and no memory."""
    here = await study()
    here.ratings = [None]
    await here.want()

    assert await here.do_all() == 1
    assert await here.rated() == [(1, NEUTRAL_IMPORTANCE)]


async def test_statements_are_rated_in_the_language_and_name_of_their_owner() -> None:
    """Not in that of whoever built the server."""
    here = await study()
    await here.want()
    await here.do_all()

    ((statements, language),) = here.asked
    assert (statements.name, language) == ("Mira", "en")


@pytest.mark.parametrize(
    "fault",
    [
        ModelUnreachable("refused"),
        Unavailable("locked", Reason.STORAGE_UNAVAILABLE),
        ZeroDivisionError("a mistake of ours"),
    ],
)
async def test_a_failure_costs_a_pause_and_no_worker(fault: Exception) -> None:
    """The job is due again later, whatever it failed with; then it is done."""
    here = await study()
    here.ratings = fault
    await here.want()
    job = await here.claim()
    assert job is not None
    await here.cognition.do(job)

    jobs = here.here.store.jobs
    assert await jobs.claim(here.here.clock.now(), 60) is None
    here.ratings = None
    assert await here.do_all() == 1
    assert await here.rated() == [(1, 7)]


async def test_what_breaks_again_and_again_is_left_for_an_operator() -> None:
    """A mistake of ours does not keep a worker busy for ever; an endpoint that is away may."""
    broken, away = await study(), await study()
    broken.ratings, away.ratings = ZeroDivisionError(), ModelUnreachable("refused")
    for here in (broken, away):
        await here.want()

    with capture_logs() as logs:
        assert await broken.do_all(most=30) < 30
        assert await away.do_all(most=30) == 30

    assert {log["event"] for log in logs} == {"job_broke", "job_failed"}


@pytest.mark.parametrize("kind", JobKind)
async def test_work_for_the_deleted_is_dropped(kind: JobKind) -> None:
    """Nobody pays for the thoughts of a character that is gone."""
    here = await study()
    await here.want(kind)

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, CharacterId("mira"))

    await here.here.store.write(delete)

    assert await here.do_all() == 1
    assert here.asked == []


async def test_work_for_a_deleted_timeline_is_dropped() -> None:
    """Also when it goes while the job is being done."""
    here = await study()
    gone = Job(
        id=1, kind=JobKind.DIGEST, timeline_id=TimelineId("tl_gone"), subject_id=MIRA,
        attempts=1, lease="x",
    )  # fmt: skip

    await here.cognition.do(gone)

    assert here.asked == []


async def test_a_worker_outlives_its_queue() -> None:
    """When the queue fails, in whatever way, the worker looks again later."""
    here = await study()
    await here.want()
    queue = _FailingQueue(here.here.store.jobs, [Unavailable("away", Reason.STORAGE_UNAVAILABLE)])
    cognition = Cognition(
        here.here.store, queue, here.here.embedder, here.rate,
        clock=here.here.clock, foreground=here.here.foreground, lease_seconds=60,
    )  # fmt: skip
    working = asyncio.ensure_future(cognition.work())
    async with asyncio.timeout(20):
        await queue.failed.wait()
        await asyncio.sleep(0)

    assert not working.done()
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working


async def test_a_new_embedder_gives_every_mind_new_vectors_once() -> None:
    """The wish is made at the first start with it, and not at the next."""
    here = await study(3)
    await here.cognition.reembed()
    assert await here.do_all() == 1
    await here.cognition.reembed()

    assert await here.do_all() == 0


class _FailingQueue:
    """A queue whose every call fails."""

    def __init__(self, jobs: MemoryJobs, faults: list[Fault]) -> None:
        self._jobs = jobs
        self._fault = faults[0]
        self.failed = asyncio.Event()

    async def claim(self, now: object, lease_seconds: float) -> Job | None:
        self.failed.set()
        raise self._fault

    async def finish(self, job: Job) -> None:
        raise self._fault

    async def fail(self, job: Job, error: str, retry_at: object) -> None:
        raise self._fault

    async def wait(self, seconds: float) -> None:
        raise self._fault
