"""Perception, acts and plans over the in-memory store, in two small worlds."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcserver.app.attention import AttentionSettings, SetAttention
from npcserver.app.authoring.directory import Directory
from npcserver.app.background_work import Foreground
from npcserver.app.context.mindset import Minds
from npcserver.app.life.clock_effects import LiveHandler
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.perception.observations import (
    GameEvent,
    Movement,
    Observe,
    ObserveResult,
)
from npcserver.app.perception.pipeline import PerceptionPipeline
from npcserver.app.play import Play
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.day_plans import DecomposeHandler, PlanHandler
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.app.worlds import ObjectStates
from npcserver.memory.score_profiles import DEFAULT
from npcserver.memory.stream import MemoryStream
from npcserver.model.character import Attention, Character, Persona
from npcserver.model.day import Act, Block, Cause, DayPlan, Step
from npcserver.model.errors import Conflict, ModelUnreachable, NotFound
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.inputs import DecomposeInput, PlanInput
from npcserver.model.job import Job, JobKind
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import (
    Attended,
    ClockMoved,
    Draft,
    Moved,
    Record,
    RecordKind,
    Remembered,
    Source,
    subject_key,
)
from npcserver.model.thought import Thought
from npcserver.model.timeline import Timeline, Vantage
from npcserver.model.turn import Usage
from npcserver.model.world import Hours, ObjectState, Place, World, object_key
from npcserver.ports.language_model import Finished, Request
from npcserver.ports.storage import Append, Appended, Store, UnitOfWork
from npcserver.prompts.render import Templates
from tests.fakes.language_models import AskedThinker, ManualClock, question_now
from tests.fakes.memory_store import MemoryStore, NumpyIndex
from tests.fakes.store_world import (
    GENESIS,
    START,
    character,
    genesis,
    place,
    put,
    records_of,
    start,
    world,
)

HOME, KITCHEN, HALL = PlaceId("house"), PlaceId("kitchen"), PlaceId("hall")
YARD, SHED = PlaceId("yard"), PlaceId("shed")
MIRA, BRAM, CATO = CharacterId("mira"), CharacterId("bram"), CharacterId("cato")
DORA, EDDA = CharacterId("dora"), CharacterId("edda")
STOVE = object_key(KITCHEN, "stove")
FIRE = ObjectState(place_id=KITCHEN, object="stove", state="burning")
OUT = replace(FIRE, state="idle")
BURNING = "the stove is burning"
HOME_PLACES = {MIRA: KITCHEN, BRAM: KITCHEN, CATO: HALL, DORA: SHED, EDDA: None}


class PerceptionApp:
    """The use cases of taking in, over the in-memory store."""

    def __init__(self, store: Store, attention: Attention = Attention.BACKGROUND) -> None:
        self.store = store
        self.clock = ManualClock()
        self.timeline = GENESIS
        self.attention = attention
        self.directory = Directory(store, self.clock)
        self.play = self.another_replica()
        self.surroundings = ObjectStates(store, self.directory)
        self.attending = AttentionSettings(store, self.directory, attention=attention)

    def another_replica(self) -> Play:
        """Return the use cases of a server that has nothing in mind yet."""
        return Play(
            self.store,
            self.directory,
            Foreground(self.clock),
            perception=PerceptionPipeline(self.directory, attention=self.attention),
        )

    async def observe(self, *happenings: GameEvent, **more: object) -> ObserveResult:
        told = Observe(timeline_id=self.timeline, happenings=happenings)
        return await self.play.observe(replace(told, **more))  # type: ignore[arg-type]

    async def change(self, *changes: ObjectState) -> ObserveResult:
        return await self.observe(objects=changes)

    async def attend(self, who: CharacterId, attention: Attention) -> int:
        wish = SetAttention(timeline_id=self.timeline, changes=((who, attention),))
        return await self.attending.set_attention(wish)

    async def known(self, who: CharacterId, place_id: PlaceId) -> list[Record]:
        """Return what a character knew of a place, oldest first."""
        records = await self.records(RecordKind.KNOWLEDGE)
        return [record for record in records if record.subject_id == subject_key(who, place_id)]

    async def move(self, subject_id: str, place_id: PlaceId | None) -> ObserveResult:
        return await self.observe(movements=(Movement(subject_id=subject_id, place_id=place_id),))

    async def sleep(self, who: CharacterId, minutes: int = 60) -> None:
        """Let a character sleep from now on."""
        step = Step(starts_at=START, minutes=minutes, activity="sleeping")
        acting = Act(step=step, cause=Cause.SLEEP)
        await put(
            self.store, Draft(kind=RecordKind.ACT, subject_id=who, body=acting), to=self.timeline
        )

    async def records(self, *kinds: RecordKind) -> list[Record]:
        return await records_of(self.store, self.timeline, *kinds)

    async def memories(self, who: str) -> list[str]:
        """Return what a character observed, oldest first."""
        records = await self.records(RecordKind.OBSERVATION)
        return [record.text for record in records if record.subject_id == who]

    async def who_perceived(self, text: str) -> set[str]:
        records = await self.records(RecordKind.OBSERVATION)
        return {record.subject_id for record in records if record.text == text}

    async def fork(self, name: str) -> TimelineId:
        """Load the present as another timeline and play there from now on."""
        async with self.store.read() as reader:
            vantage = (await reader.timeline(self.timeline)).vantage
        self.timeline = await start(self.store, name, vantage)
        return self.timeline


async def new_jobs(store: MemoryStore) -> set[tuple[JobKind, str]]:
    """Return the work that was wished for since the last call."""
    found: set[tuple[JobKind, str]] = set()
    later = datetime.now(UTC) + timedelta(days=1)
    while (job := await store.jobs.claim(later, 60)) is not None:
        found.add((job.kind, job.subject_id))
        await store.jobs.finish(job)
    return found


async def write_home(store: Store, lacking: Sequence[tuple[CharacterId, str]] = ()) -> None:
    """Write the home and its people; `lacking` says who `is_deaf` or `is_blind`."""

    async def work(unit: UnitOfWork) -> None:
        await unit.add_world(world())
        await unit.add_timeline(genesis())
        await unit.add_place(place(HOME))
        await unit.add_place(replace(place(KITCHEN, HOME), objects=("stove", "sink")))
        await unit.add_place(place(HALL, HOME))
        await unit.add_place(place(YARD))
        await unit.add_place(replace(place(SHED, YARD), objects=("lamp",)))
        for who, home in HOME_PLACES.items():
            lacks: dict[str, object] = {name: True for one, name in lacking if one == who}
            made = character(who, home)
            persona = replace(made.persona, **lacks)  # type: ignore[arg-type]
            await unit.add_character(replace(made, persona=persona))

    await store.write(work)


async def new_perception_app(
    *lacking: tuple[CharacterId, str], attention: Attention = Attention.BACKGROUND
) -> tuple[PerceptionApp, MemoryStore]:
    """Open the home on a new timeline."""
    store = MemoryStore()
    await write_home(store, lacking)
    made = PerceptionApp(store, attention)
    made.timeline = await start(store, "tl_play", Vantage(GENESIS, 0))
    return made, store


WORLD = WorldId("hamlet")
PLAY = TimelineId("tl_play")
ROOT = TimelineId("tl_root")
MONDAY = datetime(2000, 1, 3, tzinfo=UTC)
ANN, BEN, CAT = (CharacterId(name) for name in ("ann", "ben", "cat"))
COTTAGE, LODGE, WASH, SHOP, GREEN = (
    PlaceId(name) for name in ("cottage", "lodge", "wash-house", "shop", "green")
)


def time_of_day(clock: str, day: int = 0) -> datetime:
    """Return a time of a day, counted from Monday: `07:30`."""
    hours, minutes = map(int, clock.split(":"))
    return MONDAY + timedelta(days=day, hours=hours, minutes=minutes)


def day_plan_of(
    *strokes: tuple[str, str, PlaceId], sleeps: str = "22:00", day: int = 0, **more: object
) -> DayPlan:
    """Return a plan of strokes (when, what, where); waking is the first."""
    starts = [time_of_day(when, day) for when, _, _ in strokes]
    ends = [*starts[1:], time_of_day(sleeps, day)]
    blocks = tuple(
        Block(
            starts_at=start,
            minutes=int((end - start).total_seconds() // 60),
            activity=what,
            place_id=where,
        )
        for start, end, (_, what, where) in zip(starts, ends, strokes, strict=True)
    )
    made = DayPlan(
        day=time_of_day("00:00", day).date(), wakes_at=starts[0], sleeps_at=ends[-1], blocks=blocks
    )
    return replace(made, **more)  # type: ignore[arg-type]


DAY_IN_HAMLET = day_plan_of(
    ("06:00", "getting up", COTTAGE),
    ("06:30", "washing", WASH),
    ("07:00", "having breakfast", COTTAGE),
    ("08:00", "walking", GREEN),
    ("09:00", "shopping", SHOP),
    ("12:00", "having lunch", COTTAGE),
    ("13:00", "reading", GREEN),
    ("18:00", "having dinner", COTTAGE),
    ("20:00", "sewing", COTTAGE),
)


def acting(activity: str, when: str, minutes: int, **more: object) -> Act:
    step = Step(starts_at=time_of_day(when), minutes=minutes, activity=activity, place_id=GREEN)
    return Act(step=step, **more)  # type: ignore[arg-type]


class OvertakenStore(MemoryStore):
    """A store in which something else happens just before the next appends."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: list[tuple[Draft, ...]] = []

    async def append(self, append: Append) -> Appended:
        if self.meanwhile:
            first = self.meanwhile.pop()
            await super().append(Append(timeline_id=append.timeline_id, drafts=first))
        return await super().append(append)


class LifeApp:
    """The store, who lives there, and the clock that takes effect."""

    def __init__(self, *, attention: Attention = Attention.BACKGROUND) -> None:
        self.store = OvertakenStore()
        self.minds = Minds(self.store, attention=attention)
        self.living = LiveHandler(self.minds, KnownFactsCache())
        self.timeline = PLAY

    async def write(self, *drafts: Draft) -> None:
        """Append to the timeline."""
        await self.store.append(Append(timeline_id=self.timeline, drafts=drafts))

    async def mean(self, who: str, day: DayPlan) -> None:
        """Give a character a plan."""
        await self.write(Draft(kind=RecordKind.DAY, subject_id=who, body=day))

    async def tier(self, who: str, tier: Attention) -> None:
        """Set how finely a character thinks."""
        body = Attended(attention=tier)
        await self.write(Draft(kind=RecordKind.ATTENTION, subject_id=who, body=body))

    async def go(self, who: str, place_id: PlaceId | None) -> None:
        """Move a character as a game does."""
        name = "" if who in (ANN, BEN, CAT) else who.title()
        body = Moved(place_id=place_id)
        await self.write(Draft(kind=RecordKind.PRESENCE, subject_id=who, text=name, body=body))

    async def whisper(self, who: str, text: str) -> None:
        """Let the inner voice say something."""
        body = Remembered(source=Source.INNER_VOICE)
        await self.write(Draft(kind=RecordKind.WHISPER, subject_id=who, text=text, body=body))

    def happens_meanwhile(self, *drafts: Draft, times: int = 1) -> None:
        """Let something come before each of the next things that are written."""
        self.store.meanwhile = [drafts] * times

    async def advance(self, now: datetime) -> None:
        """Move the clock, without effect."""
        await self.write(Draft(kind=RecordKind.CLOCK, body=ClockMoved(), game_time=now))

    async def live(self) -> None:
        """Let the clock take effect."""
        await self.living(claimed_job(JobKind.LIVE, "", self.timeline))

    async def tick(self, now: datetime) -> None:
        """Move the clock and let it take effect."""
        await self.advance(now)
        await self.live()

    async def run(self, since: datetime, until: datetime, minutes: int = 5) -> None:
        """Let the clock run."""
        while since <= until:
            await self.tick(since)
            since += timedelta(minutes=minutes)

    async def records(self, *kinds: RecordKind, who: str = "") -> list[Record]:
        """Return what was written down, in order, of a character or of all."""
        async with self.store.read() as reader:
            view = await reader.head(self.timeline)
            found = await view.after(0, 100_000, kinds)
        return [record for record in found if not who or record.subject_id == who]

    async def acts(self, who: str) -> list[Act]:
        """Return what a character did, in order."""
        bodies = [record.body for record in await self.records(RecordKind.ACT, who=who)]
        return [body for body in bodies if isinstance(body, Act)]

    async def deeds(self, who: str) -> list[str]:
        """Return what a character did, in order: `07:00 washing`, with the time it began."""
        records = await self.records(RecordKind.ACT, who=who)
        return [
            f"{record.game_time:%H:%M} {record.body.step.activity}"
            for record in records
            if isinstance(record.body, Act)
        ]

    async def where(self, who: str) -> PlaceId | None:
        """Return where a character is."""
        moves = await self.records(RecordKind.PRESENCE, who=who)
        bodies = [record.body for record in moves if isinstance(record.body, Moved)]
        return bodies[-1].place_id if bodies else HAMLET_HOMES[CharacterId(who)]

    async def wishes(self) -> list[tuple[JobKind, str]]:
        """Take all wishes for work, and forget them."""
        found: list[tuple[JobKind, str]] = []
        while (claimed := await self.store.jobs.claim(FUTURE, 60)) is not None:
            found.append((claimed.kind, claimed.subject_id))
            await self.store.jobs.finish(claimed)
        return found


FUTURE = datetime(2100, 1, 1, tzinfo=UTC)
HAMLET_HOMES = {ANN: COTTAGE, BEN: LODGE, CAT: LODGE}


def claimed_job(
    kind: JobKind, subject_id: str, timeline_id: TimelineId = PLAY, attempts: int = 1
) -> Job:
    """Return a claimed job."""
    return Job(
        id=1,
        kind=kind,
        timeline_id=timeline_id,
        subject_id=subject_id,
        attempts=attempts,
        lease="now",
    )


def _places() -> tuple[Place, ...]:
    return (
        _place(COTTAGE, objects=("bed", "stove"), owner_ids=(ANN,)),
        _place(LODGE, objects=("bed", "bunk"), owner_ids=(BEN, CAT)),
        _place(WASH, objects=("tub",), capacity=1),
        _place(SHOP, objects=("counter",), hours=Hours(opens=time(9), closes=time(17))),
        _place(GREEN, objects=("bench",)),
    )


def _place(place_id: PlaceId, **more: object) -> Place:
    return replace(
        Place(id=place_id, world_id=WORLD, name=place_id.replace("-", " ").title()),
        **more,  # type: ignore[arg-type]
    )


def _character(who: CharacterId, persona: Persona | None = None) -> Character:
    lifestyle = f"{who.title()} gets up at 6 am and goes to bed at 10 pm."
    return Character(
        id=who,
        world_id=WORLD,
        persona=persona or Persona(name=who.title(), lifestyle=lifestyle, currently="content"),
        place_id=HAMLET_HOMES[who],
        created_at=MONDAY,
        updated_at=MONDAY,
    )


async def add_residents(
    app: LifeApp,
    who: Sequence[CharacterId] = (ANN, BEN, CAT),
    *,
    now: datetime = MONDAY,
    language: str = "en",
) -> LifeApp:
    """Let people move into the hamlet."""

    async def work(unit: UnitOfWork) -> None:
        world = World(id=WORLD, name="Hamlet", start_time=now, genesis_id=ROOT, language=language)
        await unit.add_world(world)
        for site in _places():
            await unit.add_place(site)
        for one in who:
            await unit.add_character(_character(one))
        await unit.add_timeline(Timeline(id=ROOT, world_id=WORLD, game_time=now, created_at=MONDAY))
        await unit.add_timeline(forked_timeline(PLAY, Vantage(ROOT, 0), now))

    await app.store.write(work)
    return app


def forked_timeline(timeline_id: TimelineId, vantage: Vantage, now: datetime) -> Timeline:
    """Return a timeline that begins at a vantage."""
    return Timeline(
        id=timeline_id,
        world_id=WORLD,
        parent_id=vantage.timeline_id,
        forked_at=vantage.seq,
        head=vantage.seq,
        game_time=now,
        created_at=MONDAY,
    )


async def new_life_app(
    *who: CharacterId, now: datetime = MONDAY, attention: Attention = Attention.BACKGROUND
) -> LifeApp:
    """Return an app with some or all people of the hamlet."""
    return await add_residents(LifeApp(attention=attention), who or (ANN, BEN, CAT), now=now)


Interval = tuple[str, int, str, str]
"""When, for how many minutes, what, where."""


class FunctionModel:
    """Answers each question with what `answer_plans` returns for it; raises what is an exception.

    What is in `meanwhile` is done, once, while the first answer is on its way.
    """

    name = "test:oracle"

    def __init__(self, says: Callable[[Request], str | Exception]) -> None:
        self.says = says
        self.asked: list[Request] = []
        self.questions: list[Any] = []
        self.meanwhile: list[Callable[[], Awaitable[None]]] = []

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        self.asked.append(request)
        self.questions.append(question_now())
        while self.meanwhile:
            await self.meanwhile.pop(0)()
        said = self.says(request)
        if isinstance(said, Exception):
            raise said
        yield said
        yield Finished(model=self.name, usage=Usage(prompt_tokens=100, completion_tokens=50))

    def count(self, purpose: Purpose) -> int:
        """Return how often it was asked for a purpose."""
        return sum(request.purpose is purpose for request in self.asked)


class PlanningApp(LifeApp):
    """An app whose people think with an oracle; `dropped` are thoughts that came to nothing."""

    def __init__(
        self, oracle: FunctionModel, *, attention: Attention, budget: Budget | None = None
    ) -> None:
        super().__init__(attention=attention)
        self.oracle = oracle
        self.dropped: list[JobKind] = []
        self.minds = Minds(self.store, attention=attention)
        self.thinking = ThoughtRuntime(
            AskedThinker(oracle, Templates()),
            MemoryStream(NumpyIndex, HashingEmbedder()),
            Budgets(self.store, default=budget or Budget()),
            profile=DEFAULT,
        )
        self.planning = PlanHandler(self.minds, self.thinking)
        self.decomposing = DecomposeHandler(self.minds, self.thinking)

    async def do(self, job: Job) -> None:
        """Do a job as the worker does: a thought that was outrun is dropped."""
        try:
            match job.kind:
                case JobKind.LIVE:
                    await self.living(job)
                case JobKind.PLAN:
                    await self.planning(job)
                case JobKind.DECOMPOSE:
                    await self.decomposing(job)
                case _:
                    pass
        except (Conflict, NotFound):
            self.dropped.append(job.kind)

    async def think(self) -> None:
        """Do everything there is to do."""
        while (claimed := await self.store.jobs.claim(FUTURE, 60)) is not None:
            await self.do(claimed)
            await self.store.jobs.finish(claimed)

    async def spend(self, moments: Sequence[datetime]) -> None:
        """Let the clock stand at one moment after the other, and everybody think at each."""
        for moment in moments:
            await self.tick(moment)
            await self.think()


def day_answer(*strokes: Interval, wakes: str = "06:00", sleeps: str = "22:00") -> str:
    """Return a model's plan for a day."""
    blocks = [
        {"start": start, "minutes": minutes, "activity": what, "place": where, "emoji": "🙂"}
        for start, minutes, what, where in strokes
    ]
    return json.dumps(
        {
            "currently": "Ann is saving for a loom.",
            "wake_up": wakes,
            "sleep": sleeps,
            "outline": [what for _, _, what, _ in strokes],
            "blocks": blocks,
        }
    )


def steps_answer(*steps: tuple[int, str, str]) -> str:
    """Return a model's steps for a block: minutes, what, where."""
    return json.dumps(
        {
            "steps": [
                {
                    "minutes": minutes,
                    "activity": what,
                    "place": where,
                    "object": "",
                    "object_state": "",
                    "emoji": "🙂",
                }
                for minutes, what, where in steps
            ]
        }
    )


async def new_planning_app(
    says: Callable[[Request], str | Exception],
    *who: CharacterId,
    now: datetime = MONDAY,
    attention: Attention = Attention.BACKGROUND,
    budget: Budget | None = None,
) -> PlanningApp:
    """Return an app with some or all people of the hamlet."""
    made = PlanningApp(FunctionModel(says), attention=attention, budget=budget)
    await add_residents(made, who or (ANN, BEN, CAT), now=now)
    return made


ORDINARY_DAY = (
    ("06:00", 60, "getting up", COTTAGE),
    ("07:00", 60, "having breakfast", COTTAGE),
    ("08:00", 240, "weaving", COTTAGE),
    ("12:00", 60, "having lunch", COTTAGE),
    ("13:00", 240, "walking", GREEN),
    ("17:00", 60, "having dinner", COTTAGE),
    ("18:00", 240, "sewing", COTTAGE),
)


PLANNED_DAY = day_plan_of(
    ("06:00", "getting up", COTTAGE), ("08:00", "weaving", COTTAGE), ("12:00", "walking", GREEN)
)


def answer_plans(request: Request) -> str | Exception:
    """Plan an ordinary day, its rest when asked for it, and blocks in steps of ten minutes."""
    del request
    match question_now():
        case PlanInput(rest_from=None):
            return day_answer(*ORDINARY_DAY)
        case PlanInput(rest_from=since) if since is not None:
            minutes = int((time_of_day("22:00") - since.replace(day=3)).total_seconds() // 60)
            strokes, start = [], since
            while minutes > 0:
                length = min(120, minutes)
                strokes.append((f"{start:%H:%M}", length, f"talking to all {minutes}", GREEN))
                start, minutes = start + timedelta(minutes=length), minutes - length
            return day_answer(*strokes)
        case DecomposeInput(block=block):
            count = block.minutes // 10
            return steps_answer(*((10, f"{block.activity} {n}", COTTAGE) for n in range(count)))
    return "nothing"


def raise_silence(_: Request) -> Exception:
    return ModelUnreachable("nobody there")


def answer_garbage(_: Request) -> str:
    return "I am sorry, as a language model I cannot."


async def load_day_plans(here: PlanningApp, who: str = ANN) -> list[DayPlan]:
    bodies = [record.body for record in await here.records(RecordKind.DAY, who=who)]
    return [body for body in bodies if isinstance(body, DayPlan)]


async def load_thoughts(here: PlanningApp, who: str = ANN) -> list[Thought]:
    bodies = [record.body for record in await here.records(RecordKind.THOUGHT, who=who)]
    return [body for body in bodies if isinstance(body, Thought)]


async def edit_persona(here: PlanningApp, persona: Persona) -> None:
    async def work(unit: UnitOfWork) -> None:
        character = await unit.character(WORLD, ANN)
        await unit.put_character(replace(character, persona=persona))

    await here.store.write(work)
