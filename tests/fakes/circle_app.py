"""Circles over any store, with a model that keeps its prompts."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import partial

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.store import SqlStore
from npcserver.app.admission import Admission, AdmissionLimits
from npcserver.app.background_work import Foreground
from npcserver.app.budget_accounts import Hold
from npcserver.app.circles import Circles
from npcserver.app.context.conversation_line import TalkWindow
from npcserver.app.conversation.circle_conversation import (
    CircleConversation,
    CircleEvent,
    CircleTurnEvent,
    FloorTaken,
    Quiet,
)
from npcserver.app.conversation.circle_utterance import SayInCircle, StoredUtterance
from npcserver.app.conversation.dialogue import Dialogue
from npcserver.app.conversation.known_characters import KnownCharacters
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_lock import TurnGate, TurnLock
from npcserver.memory.embedding_texts import Nearness
from npcserver.memory.score_profiles import DEFAULT
from npcserver.memory.stream import MemoryStream
from npcserver.mind.reply import ReplyTuning, reply
from npcserver.model.budget_accounts import BudgetReached, Payer
from npcserver.model.character import Person, Persona
from npcserver.model.circle import Circle
from npcserver.model.ids import CharacterId, IntentId, PlaceId, TimelineId, new_id
from npcserver.model.inputs import ReplyInput
from npcserver.model.job import JobKind
from npcserver.model.model_use import Cost, Purpose
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Vantage
from npcserver.model.turn import Line, TurnEvent, Usage
from npcserver.ports.language_model import Finished, Request
from npcserver.ports.storage import UnitOfWork
from npcserver.ports.vectors import Embedder
from npcserver.prompts.render import Templates
from tests.fakes.language_models import AskedThinker, ManualClock, question_now
from tests.fakes.memory_store import MemoryStore, NumpyIndex
from tests.fakes.store_world import (
    GENESIS,
    INN,
    WORLD,
    character,
    genesis,
    moved,
    place,
    put,
    records_of,
    start,
    world,
)

ANN, BOB = Person(id="p-ann", name="Ann"), Person(id="p-bob", name="Bob")
TOM, MIRA, HAGEN = (
    Person(id=name.lower(), name=name, is_player=False) for name in ("Tom", "Mira", "Hagen")
)
YARD = PlaceId("yard")
Answer = str | asyncio.Event | Callable[[ReplyInput], str]
TEMPLATES = Templates()


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of the model: who was to speak, in which scene, and the whole prompt."""

    mind: str
    scene: ReplyInput
    prompt: str


@dataclass
class PromptRecorder:
    """A model that keeps what it is asked."""

    says: dict[str, Sequence[Answer]] = field(default_factory=dict)
    asked: list[ModelCall] = field(default_factory=list)
    was_asked: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    name: str = "ring"

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        scene = question_now()
        assert isinstance(scene, ReplyInput)
        prompt = "\n".join(message.text for message in request.messages)
        mind = scene.character.id
        self.asked.append(ModelCall(mind, scene, prompt))
        self.was_asked.release()
        said: list[str] = []
        for step in self.says.get(mind, ("I am listening.",)):
            if isinstance(step, asyncio.Event):
                yield '{"say": "' + "".join(f"{one} " for one in said)
                said = []
                await step.wait()
            elif callable(step):
                said.append(step(scene))
            else:
                said.append(step)
        text = json.dumps({"say": " ".join(said), "emotion": {}, "intents": [], "importance": 5})
        has_begun = any(isinstance(one, asyncio.Event) for one in self.says.get(mind, ()))
        yield text.removeprefix('{"say": "') if has_begun else text
        yield Finished(model=self.name, usage=Usage())


class CircleApp:
    """All that takes part in a circle; `payers` are the players whose budgets pay for turns."""

    def __init__(
        self,
        store: SqlStore | None = None,
        embedder: Embedder | None = None,
        limits: AdmissionLimits | None = None,
    ) -> None:
        embedder = embedder or HashingEmbedder()
        self.store = store or MemoryStore()
        self.model = PromptRecorder()
        self.clock = ManualClock()
        self.stream = MemoryStream(NumpyIndex, embedder)
        self.floor = TurnLock()
        self.timeline = GENESIS
        self.circle_id = ""
        self.payers: list[str] = []
        self.refuses_writes = False
        shared = {
            "clock": self.clock,
            "foreground": Foreground(self.clock),
            "floor": self.floor,
        }
        profile = DEFAULT
        stage = ContextLoader(
            self.store, self.stream, profile=profile, recall=8, window=TalkWindow(12)
        )
        tuning = ReplyTuning(prompt_tokens=6000)
        answer = partial(
            reply,
            thinker=AskedThinker(self.model, TEMPLATES, replies=tuning),
            rescue=None,
            templates=TEMPLATES,
            tuning=tuning,
            new_intent_id=lambda: IntentId(new_id("int")),
            clock=self.clock,
        )
        admission = Admission(self.clock, limits)
        shared["gate"] = TurnGate(admission, self.floor, KnownCharacters(), self.clock)
        shared["budgets"] = self
        shared["refuses_writes"] = lambda: self.refuses_writes
        self.dialogue = Dialogue(self.store, stage, answer, self.store.turns, **shared)  # type: ignore[arg-type]
        del shared["budgets"], shared["refuses_writes"], shared["gate"]
        shared["nearness"] = Nearness(embedder)
        talk = CircleConversation(self.store, self.stream, self.dialogue, profile=profile, **shared)  # type: ignore[arg-type]
        self.circles = Circles(self.store, talk, shared["foreground"])  # type: ignore[arg-type]

    @property
    def asked(self) -> list[ModelCall]:
        """What the model was asked so far."""
        return self.model.asked

    async def hold(self, payer: Payer, max_tokens: int) -> Hold:
        self.payers.append(payer.player_id)
        return Hold()

    def price(self, purpose: Purpose, usage: Usage) -> Cost:
        return Cost(calls=1, tokens=usage.prompt_tokens + usage.completion_tokens)

    def is_news(self, timeline_id: TimelineId, reached: BudgetReached) -> bool:
        return bool(timeline_id and reached)

    def prompts_of(self, *minds: str) -> str:
        """Return all that stood in prompts of some minds."""
        return "\n".join(one.prompt for one in self.asked if one.mind in minds)

    def will_say(self, **says: Answer | Sequence[Answer]) -> None:
        for mind, said in says.items():
            single = isinstance(said, str | asyncio.Event) or callable(said)
            self.model.says[mind] = (said,) if single else tuple(said)  # type: ignore[assignment, arg-type]

    async def open(self, *members: Person, place_id: PlaceId | None = INN) -> Circle:
        """Let some people come together."""
        stands = await self.circles.open(
            timeline_id=self.timeline, members=members, place_id=place_id
        )
        self.circle_id = stands.circle.id
        return stands.circle

    async def join(self, member: Person, circle_id: str = "") -> Circle:
        circle_id = circle_id or self.circle_id
        join = self.circles.join
        return (await join(timeline_id=self.timeline, circle_id=circle_id, member=member)).circle

    async def leave(self, member: Person, circle_id: str = "") -> Circle:
        stands = await self.circles.leave(
            timeline_id=self.timeline, circle_id=circle_id or self.circle_id, member_id=member.id
        )
        return stands.circle

    async def get(self, circle_id: str = "") -> Circle:
        return await self.circles.get(self.timeline, circle_id or self.circle_id)

    def talk(
        self, who: Person | None = None, text: str = "", **more: object
    ) -> AsyncGenerator[CircleEvent, None]:
        """Say something in the circle, or let the characters go on."""
        say = SayInCircle(
            timeline_id=self.timeline,
            circle_id=self.circle_id,
            speaker_id="" if who is None else who.id,
            text=text,
        )
        return self.circles.say(replace(say, **more))  # type: ignore[arg-type]

    async def say(
        self, who: Person | None = None, text: str = "", **more: object
    ) -> list[CircleEvent]:
        async with aclosing(self.talk(who, text, **more)) as events:
            return [event async for event in events]

    async def whisper(self, who: Person, text: str, *to: Person) -> list[CircleEvent]:
        return await self.say(who, text, to_ids=tuple(one.id for one in to), is_whisper=True)

    async def move(self, who: Person, place_id: PlaceId | None) -> None:
        draft = replace(moved(who.id, place_id), text=who.name if who.is_player else "")
        await put(self.store, draft, to=self.timeline)

    async def records(self, *kinds: RecordKind) -> list[Record]:
        return await records_of(self.store, self.timeline, *kinds)

    def wished(self) -> set[tuple[JobKind, str]]:
        """Return the open jobs, by kind and subject; of the store in memory."""
        assert isinstance(self.store, MemoryStore)
        return {(kind, subject) for _, subject, kind in self.store.open_jobs}

    async def minds(self, *kinds: RecordKind) -> dict[str, list[str]]:
        """Return what each mind remembers of what was said, oldest first."""
        found: dict[str, list[str]] = {}
        for record in await self.records(*(kinds or (RecordKind.UTTERANCE, RecordKind.LINE))):
            found.setdefault(record.subject_id, []).append(record.text)
        return found


async def new_circle_app(
    *others: str,
    store: SqlStore | None = None,
    personas: Iterable[Persona] = (),
    embedder: Embedder | None = None,
    limits: AdmissionLimits | None = None,
) -> CircleApp:
    """Open a world with Tom, Mira and Hagen in its inn, others beside them, and a yard."""
    made = CircleApp(store, embedder, limits)
    named = {one.name: one for one in personas}

    async def work(unit: UnitOfWork) -> None:
        await unit.add_world(world())
        await unit.add_timeline(genesis())
        await unit.add_place(place())
        await unit.add_place(place(YARD))
        for name in ("Tom", "Mira", "Hagen", *others):
            who = character(CharacterId(name.lower()), INN)
            await unit.add_character(replace(who, persona=named.get(name, who.persona)))

    await made.store.write(work)
    made.timeline = await start(made.store, "tl_play", Vantage(GENESIS, 0))
    return made


async def load_at(here: CircleApp, name: str, seq: int) -> TimelineId:
    """Load what stood at a seq."""
    return await start(here.store, name, Vantage(here.timeline, seq))


def spoken_lines(events: Sequence[CircleEvent]) -> list[tuple[str, str]]:
    """Return who said what."""
    return [
        (event.character_id, event.event.text)
        for event in events
        if isinstance(event, CircleTurnEvent) and isinstance(event.event, Line)
    ]


def turn_takers(events: Sequence[CircleEvent]) -> list[tuple[str, str]]:
    """Return who took the floor, and why."""
    return [(one.character_id, one.why.value) for one in events if isinstance(one, FloorTaken)]


def turn_outcomes(events: Sequence[CircleEvent]) -> list[TurnEvent]:
    """Return what came of turns."""
    return [event.event for event in events if isinstance(event, CircleTurnEvent)]


def heard_event(events: Sequence[CircleEvent]) -> StoredUtterance:
    """Return how the words were heard: the first thing that happens."""
    first = events[0]
    assert isinstance(first, StoredUtterance)
    return first


def quiet_event(events: Sequence[CircleEvent]) -> Quiet:
    """Return how it ended: the last thing that happens."""
    last = events[-1]
    assert isinstance(last, Quiet)
    return last


__all__ = [
    "ANN",
    "BOB",
    "HAGEN",
    "MIRA",
    "TOM",
    "WORLD",
    "YARD",
    "CircleApp",
    "ModelCall",
    "new_circle_app",
]
