"""Background thoughts over the in-memory store, and a model that answers by template."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from npcmodels.scripted import ScriptedThinker
from npcserver.app.background_work import StaleResults
from npcserver.app.context.mindset import Minds
from npcserver.app.ledger.explanations import Explanations
from npcserver.app.thoughts.budgets import Budgets, Prices
from npcserver.app.thoughts.ingestion import MemoryIngestion, RatingWait
from npcserver.app.thoughts.interviews import Interviews
from npcserver.app.thoughts.job_worker import JobHandler, JobWorker
from npcserver.app.thoughts.reflection import InsightRecorder, ReflectHandler
from npcserver.app.thoughts.relations import RelateHandler
from npcserver.app.thoughts.summaries import SummariseHandler
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory.score_profiles import DEFAULT
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.inputs import RatingInput
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.model_use import Budget
from npcserver.model.question import TypedQuestion
from npcserver.model.record import Draft, Rated, Record, RecordKind, Remembered, Source
from npcserver.model.thought import AnswerStatus
from npcserver.model.turn import Usage
from npcserver.ports.language_model import Finished, Request
from npcserver.ports.storage import Append, Appended, Reader, Store, Work
from npcserver.ports.thinker import AskResult, Check
from npcserver.prompts.render import Templates
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.language_models import AskedThinker, question_now
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import MIRA, clock, put, seen

T = TypeVar("T")
LATER = 10**6
LULL = 60.0
ModelAnswer = str | Exception | Mapping[str, object]


class RunningClock:
    """Real time, put forward by `ahead` when told to."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def monotonic(self) -> float:
        return self.now().timestamp()


class TemplateModel:
    """Answers each question by the name of its template; `meanwhile` is done during each answer."""

    name = "test:sayer"

    def __init__(self) -> None:
        self.says: dict[str, ModelAnswer | Callable[[Request], ModelAnswer]] = {}
        self.asked: list[Request] = []
        self.questions: list[Any] = []
        self.meanwhile: Callable[[], Awaitable[None]] | None = None

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        self.asked.append(request)
        self.questions.append(question_now())
        await asyncio.sleep(0)
        if self.meanwhile is not None:
            await self.meanwhile()
        said = self.says[request.schema_name]
        if callable(said):
            said = said(request)
        if isinstance(said, Exception):
            raise said
        yield said if isinstance(said, str) else json.dumps(said)
        yield Finished(model=self.name, usage=Usage(prompt_tokens=100, completion_tokens=50))

    @property
    def templates(self) -> list[str]:
        """The names of the questions that were put, in order."""
        return [request.schema_name for request in self.asked]


class YieldingStore:
    """A store that lets others run before and after each thing it does."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Reader, None]:
        await asyncio.sleep(0)
        async with self._store.read() as reader:
            yield reader

    async def write(self, work: Work[T]) -> T:
        await asyncio.sleep(0)
        result = await self._store.write(work)
        await asyncio.sleep(0)
        return result

    async def append(self, append: Append) -> Appended:
        return await self.write(lambda unit: unit.append(append))


class _Rating(ScriptedThinker):
    """Rates as a den says, and notes what it rates."""

    def __init__(self, den: "ThoughtApp") -> None:
        super().__init__()
        self._den = den

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        assert isinstance(question, RatingInput)
        self._den.asked.append((question, question.language))
        if isinstance(self._den.ratings, Exception):
            raise self._den.ratings
        found: Any = tuple(self._den.ratings or (7,) * len(question.texts))
        return AskResult(
            answer=None if None in found else found,
            calls=1,
            usage=Usage(prompt_tokens=100, completion_tokens=20),
            verdict=AnswerStatus.DEFAULTED if None in found else AnswerStatus.ANSWERED,
            raw_answers=("7",),
        )


class ThoughtApp:
    """`ratings` answers or fails, `asked` is what was rated, `told` whose mind has grown."""

    def __init__(
        self,
        here: DialogueApp,
        *,
        budget: Budget | None = None,
        threshold: int = 150,
        store: Store | None = None,
        rated_from: int = 1,
    ) -> None:
        self.here = here
        store = here.store if store is None else store
        self.clock = RunningClock()
        self.model = TemplateModel()
        self.asked: list[tuple[RatingInput, str]] = []
        self.told: list[tuple[TimelineId, CharacterId]] = []
        self.ratings: Exception | Sequence[int | None] | None = None
        self.budgets = Budgets(
            store, default=budget or Budget(), prices=Prices(prompt=2.0, completion=4.0)
        )
        self.wait = RatingWait(self.clock, rated_from)
        self.digesting = MemoryIngestion(
            store,
            here.embedder,
            _Rating(self),
            self.budgets,
            reflection_threshold=threshold,
            digested=self.tell,
            wait=self.wait,
        )
        self.minds = Minds(store)
        thinker, profile = AskedThinker(self.model, Templates()), DEFAULT
        thinking = ThoughtRuntime(thinker, here.stream, self.budgets, profile=profile)
        self.trees = Explanations(here.store, here.stream)
        self.interviewing = Interviews(
            self.minds, thinker, here.stream, Templates(), profile=profile
        )
        self.handlers = self._handlers(store, thinking, threshold)
        self.cognition = self.worker(self.handlers)

    def _handlers(
        self, store: Store, thinking: ThoughtRuntime, threshold: int
    ) -> dict[JobKind, JobHandler]:
        stream = self.here.stream
        insights = InsightRecorder(store, stream, self.here.embedder)
        return {
            JobKind.DIGEST: self.digesting.digest,
            JobKind.EMBED: self.digesting.embed,
            JobKind.REFLECT: ReflectHandler(
                self.minds, thinking, insights, stream, reflection_threshold=threshold
            ),
            JobKind.SUMMARISE: SummariseHandler(
                self.minds,
                thinking,
                insights,
                self.here.stream,
                clock=self.clock,
                lull_seconds=LULL,
            ),
            JobKind.RELATE: RelateHandler(
                self.minds, thinking, stream, clock=self.clock, lull_seconds=LULL
            ),
        }

    def worker(
        self, handlers: Mapping[JobKind, JobHandler], lease_seconds: float = 60
    ) -> JobWorker:
        return JobWorker(
            self.here.store.jobs,
            handlers,
            clock=self.clock,
            foreground=self.here.foreground,
            lease_seconds=lease_seconds,
            late_results=StaleResults(self.here.store),
            observer=self.here.observer,
        )

    async def tell(self, timeline_id: TimelineId, character_id: CharacterId) -> None:
        self.told.append((timeline_id, character_id))

    async def want(self, kind: JobKind = JobKind.DIGEST, subject_id: str = MIRA) -> None:
        draft = JobDraft(kind, self.here.timeline, subject_id)
        await put(self.here.store, to=self.here.timeline, jobs=[draft])

    async def live(self, *drafts: Draft) -> None:
        """Let a character take something in."""
        await put(self.here.store, *drafts, to=self.here.timeline)

    async def claim(self) -> Job | None:
        """Take a job that is due by now, or will be within an hour."""
        return await self.here.store.jobs.claim(self.clock.now() + timedelta(hours=1), LATER)

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

    async def next_day(self) -> None:
        """Turn the game's clock to the same time tomorrow."""
        async with self.here.store.read() as reader:
            now = (await reader.timeline(self.here.timeline)).game_time
        await self.live(clock(now + timedelta(days=1)))


async def new_thought_app(
    memories: int = 1, *, budget: Budget | None = None, threshold: int = 150, rated_from: int = 1
) -> ThoughtApp:
    made = ThoughtApp(
        await new_dialogue_app(), budget=budget, threshold=threshold, rated_from=rated_from
    )
    await made.live(*(seen(f"It rained on day {day}.") for day in range(memories)))
    return made


def heard_draft(
    text: str,
    by: str = "p1",
    speaker: str = "Ann",
    *,
    importance: int = 5,
    trust: int = 100,
    source: Source = Source.TOLD,
) -> Draft:
    """Return words that Mira heard."""
    return Draft(
        kind=RecordKind.UTTERANCE,
        subject_id=MIRA,
        text=text,
        importance=importance,
        body=Remembered(source=source, told_by=by, told_to=MIRA, speaker=speaker, trust=trust),
    )


def said_draft(text: str, to: str = "p1", importance: int = 3) -> Draft:
    """Return words that Mira said."""
    return Draft(
        kind=RecordKind.LINE,
        subject_id=MIRA,
        text=text,
        importance=importance,
        body=Remembered(source=Source.OWN, told_by=MIRA, told_to=to, speaker="Mira"),
    )


QUESTIONS = {"questions": ["Who owes Mira?", "What of the cellar?", "Whom does Mira trust?"]}
DEBT = "Bram never pays what he owes"
CELLAR = "The cellar is in bad repair"


def insights_answer(*found: tuple[str, list[int]], importance: int = 6) -> ModelAnswer:
    return {
        "insights": [
            {"insight": text, "because": places, "importance": importance} for text, places in found
        ]
    }


async def thought_app_with_memories(**more: object) -> ThoughtApp:
    """Return an app in which enough has happened to reflect upon."""
    here = await new_thought_app(0, threshold=10, **more)  # type: ignore[arg-type]
    await here.live(
        seen("Bram asked for another loan.", importance=7),
        seen("The cellar door fell off.", importance=6),
    )
    here.model.says = {
        "questions": QUESTIONS,
        "insights": insights_answer((DEBT, [1]), (CELLAR, [1, 2])),
    }
    return here


async def run_reflect_job(here: ThoughtApp) -> None:
    await here.want(JobKind.REFLECT)
    await here.do_all()


async def records_of(here: ThoughtApp, *kinds: RecordKind) -> list[Record]:
    return await here.here.records(*kinds)


def body_of(record: Record) -> Remembered:
    assert isinstance(record.body, Remembered)
    return record.body


def place_in_question(request: Request, text: str) -> int:
    """Return the number under which a memory stands in the question."""
    del request
    evidence = question_now().evidence
    return 1 + next(at for at, memory in enumerate(evidence) if text in memory.text)
