"""Dialogue over the in-memory store: with players, with commitments, among characters."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TypeVar

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.store.reader import SqlReader
from npcserver.adapters.store.unit_of_work import SqlUnit
from npcserver.app.admission import Admission, AdmissionLimits
from npcserver.app.authoring.directory import Directory
from npcserver.app.background_work import Foreground
from npcserver.app.context.commitments import SettleCommitment
from npcserver.app.context.conversation_line import TalkWindow
from npcserver.app.context.mindset import Minds
from npcserver.app.conversation.authored_turns import AuthoredTurns
from npcserver.app.conversation.conversation_state import TalkTuning, beginning
from npcserver.app.conversation.dialogue import LULL, Dialogue
from npcserver.app.conversation.disclosures import Disclosures
from npcserver.app.conversation.npc_conversation import NpcConversation
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_lock import TurnGate, TurnLock
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.life.action_starts import ActionStarter, TalkPartners
from npcserver.app.life.clock_effects import LiveHandler
from npcserver.app.life.reactions import ReactHandler
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.play import Play
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory.score_profiles import DEFAULT
from npcserver.memory.stream import MemoryStream
from npcserver.mind.authored_lines import authored_line
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import Part
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.model.affordance import ActionIntent, Affordance, Entity
from npcserver.model.character import Attention, Person, Relation
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.feelings import NEUTRAL
from npcserver.model.ids import CharacterId, IntentId, PlaceId, TimelineId, TurnId
from npcserver.model.inputs import ConverseInput, ReactInput, Reaction, ReplyInput
from npcserver.model.job import Job, JobKind
from npcserver.model.model_use import Budget
from npcserver.model.record import Attended, Draft, Record, RecordKind, Remembered, TurnTaken
from npcserver.model.thought import Conversed
from npcserver.model.timeline import Vantage
from npcserver.model.turn import (
    IntentProposed,
    Line,
    LineDelta,
    Origin,
    ReplyAnswer,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnStarted,
    Usage,
)
from npcserver.ports.observer import JobResult, Observer, TurnMeasures
from npcserver.ports.storage import Append, Appended, Reader, Store, UnitOfWork, Work
from npcserver.ports.thinker import Ask, AskResult
from npcserver.ports.vectors import Vectors
from npcserver.prompts.render import Templates
from tests.fakes.language_models import FragmentModel, ManualClock
from tests.fakes.memory_store import MemoryStore, NumpyIndex
from tests.fakes.store_world import (
    GENESIS,
    INN,
    MIRA,
    START,
    character,
    place,
    put,
    records_of,
    set_up,
    start,
)

T = TypeVar("T")
ANN = Person(id="p1", name="Ann")


class SlowStore(MemoryStore):
    """A store whose writes wait for `gate`, and fail with `fault` while there is one.

    Reads fail with `read_fault`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.fault: Exception | None = None
        self.read_fault: Exception | None = None
        self.is_writing = asyncio.Event()
        self.writes = 0
        self.looks = 0

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[SqlReader, None]:
        self.looks += 1
        if self.read_fault is not None:
            raise self.read_fault
        async with super().read() as reader:
            yield reader

    async def write(self, work: Callable[[SqlUnit], Awaitable[T]]) -> T:
        self.writes += 1
        self.is_writing.set()
        await self.gate.wait()
        if self.fault is not None:
            raise self.fault
        return await super().write(work)


class FailingEmbedder(HashingEmbedder):
    """Embeds nothing while it is `down`, and never answers while it `hangs`."""

    is_down = False
    hangs = False

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if self.is_down:
            raise Unavailable("no connection", Reason.EMBEDDER_UNAVAILABLE)
        if self.hangs:
            await asyncio.Event().wait()
        return await super().embed(texts)


class RecordingObserver(Observer):
    """Keeps what it is told of turns and jobs."""

    def __init__(self) -> None:
        self.turns: list[TurnMeasures] = []
        self.jobs: list[tuple[JobKind, JobResult]] = []

    def turn_ended(self, turn: TurnMeasures) -> None:
        self.turns.append(turn)

    def job_ended(self, kind: JobKind, result: JobResult, seconds: float) -> None:
        self.jobs.append((kind, result))


class DialogueApp:
    """All that takes part in play. `steps` is what the character says: lines, gates, failures."""

    def __init__(self, embed_seconds: float = 60) -> None:
        self.store = SlowStore()
        self.clock = ManualClock()
        self.embedder = FailingEmbedder()
        self.speaker = ANN
        self.foreground = Foreground(self.clock)
        self.stream = MemoryStream(NumpyIndex, self.embedder)
        self.stage = ContextLoader(
            self.store,
            self.stream,
            profile=DEFAULT,
            recall=8,
            window=TalkWindow(12),
            embed_seconds=embed_seconds,
        )
        self.observer = RecordingObserver()
        self.refuses_writes = False
        self.late_seconds = 0.0
        self.dialogue = self.new_dialogue()
        self.play = Play(self.store, Directory(self.store, self.clock), self.foreground)
        self.steps: list[object] = ["Come in.", "Mind the step."]
        self.feeling = NEUTRAL
        self.origin: Origin | None = None
        self.told = self.store.disclosures
        self.heard: list[ReplyInput] = []
        self.was_asked = asyncio.Semaphore(0)
        self.asked = 0
        self.received: list[TurnEvent] = []
        self.timeline = GENESIS
        self.dying: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def new_dialogue(
        self,
        waiting_seconds: float | None = None,
        limits: AdmissionLimits | None = None,
        kept_seconds: float = 0.0,
        budgets: Budgets | None = None,
        disclosures: Disclosures | None = None,
    ) -> Dialogue:
        """Return the use cases of another replica on the same store."""
        authored = self._authored_turns(kept_seconds, floor := TurnLock())
        gate = TurnGate(
            Admission(self.clock, limits),
            floor,
            authored.known,
            self.clock,
            late_seconds=lambda: self.late_seconds,
        )
        return Dialogue(
            self.store,
            self.stage,
            self._answer,
            self.store.turns,
            clock=self.clock,
            foreground=self.foreground,
            waiting_seconds=waiting_seconds,
            floor=floor,
            gate=gate,
            authored=authored,
            observer=self.observer,
            budgets=budgets,
            reply_tokens=300,
            refuses_writes=lambda: self.refuses_writes,
            disclosures=disclosures,
        )

    def _authored_turns(self, kept_seconds: float, floor: TurnLock) -> AuthoredTurns:
        return AuthoredTurns(
            self.store,
            self.stage,
            partial(authored_line, templates=Templates()),
            clock=self.clock,
            lull=LULL,
            floor=floor,
            kept_seconds=kept_seconds,
        )

    async def _answer(
        self,
        scene: ReplyInput,
        want_deltas: bool,  # noqa: FBT001 - as `Answer` has it
        notes: ReplyTrace,
        deadline: float | None = None,
        over_budget: str = "",
    ) -> AsyncGenerator[Part, None]:
        if over_budget:
            notes.faults += (over_budget,)
            yield Line(text="Not now.")
            yield notes.so_far(TurnOutcome.OVER_BUDGET)
            return
        self.heard.append(scene)
        self.was_asked.release()
        self.asked += 1
        notes.importance, notes.prompt_digest = 5, f"prompt {self.asked}"
        for step in self.steps:
            if isinstance(step, BaseException):
                raise step
            if isinstance(step, asyncio.Event):
                await step.wait()
            elif isinstance(step, str):
                if want_deltas:
                    yield LineDelta(text=step, is_by_model=self.origin is not None)
                yield Line(text=step, emotion=self.feeling, origin=self.origin)
            elif isinstance(step, IntentProposed):
                yield step
        yield notes.so_far(TurnOutcome.COMPLETED)

    def say(self, text: str = "Good evening.", **more: object) -> AsyncGenerator[TurnEvent, None]:
        told = SayToCharacter(timeline_id=self.timeline, character_id=MIRA, speaker=ANN, text=text)
        return self.dialogue.say(replace(told, **more))  # type: ignore[arg-type]

    async def turn(
        self, text: str = "Good evening.", *, during: Work[None] | None = None, **more: object
    ) -> list[TurnEvent]:
        """Take a turn and return its events; `during` is done once it has started.

        `received` has what came of it also when it fails.
        """
        self.received = received = []
        async with aclosing(self.say(text, **more)) as events:
            async for event in events:
                received.append(event)
                if during is not None and isinstance(event, TurnStarted):
                    await self.store.write(during)
        return received

    async def records(self, *kinds: RecordKind) -> list[Record]:
        """Return all records of the timeline, in order."""
        return await records_of(self.store, self.timeline, *kinds)

    async def texts(self, subject_id: str = MIRA) -> list[str]:
        """Return what a character remembers, oldest first."""
        return [
            record.text
            for record in await self.records()
            if record.subject_id == subject_id and record.text
        ]


async def new_dialogue_app(embed_seconds: float = 60) -> DialogueApp:
    """Open an app on a new timeline."""
    made = DialogueApp(embed_seconds)
    await set_up(made.store)
    made.timeline = await start(made.store, "tl_play", Vantage(GENESIS, 0))
    return made


def end_of(events: Sequence[TurnEvent]) -> TurnFinished:
    (end,) = (event for event in events if isinstance(event, TurnFinished))
    return end


def line_texts(events: Sequence[TurnEvent]) -> list[str]:
    """Return the words of lines."""
    return [event.text for event in events if isinstance(event, Line)]


KEY = Entity(id="key-1", name="brass key", kind="item")
ALE = Entity(id="ale-1", name="ale", kind="item")
ANN_HERE = Entity(id="p1", name="Ann", kind="person")
GIVE = Affordance(name="give_item", description="Hand something over.")


def give_intent(number: int, item: Entity = KEY, to: Entity = ANN_HERE) -> IntentProposed:
    """Return the wish to give a character something."""
    arguments = (("item", item.id), ("to", to.id))
    intent = ActionIntent(id=IntentId(f"int_{number}"), affordance=GIVE.name, arguments=arguments)
    return IntentProposed(intent=intent)


async def only_commitment(here: DialogueApp, mind: str = MIRA) -> Commitment:
    """Return the only promise of a mind as it stands."""
    (promise,) = (await commitments_by_id(here, mind)).values()
    return promise


async def commitments_by_id(here: DialogueApp, mind: str = MIRA) -> dict[str, Commitment]:
    """Return the promises of a mind as they stand, by id."""
    found: dict[str, Commitment] = {}
    for record in await here.records(RecordKind.COMMITMENT):
        assert isinstance(record.body, Commitment)
        if record.character_id == mind:
            found[record.body.commitment_id] = record.body
    return found


async def move_clock(here: DialogueApp, to: datetime) -> None:
    """Move the clock and let it take effect."""
    await here.play.advance_clock(timeline_id=here.timeline, game_time=to)
    await run_live_job(here)


class _DisturbedStore:
    """A store in which something else happens just before the first append."""

    def __init__(self, store: Store, meanwhile: Callable[[], Awaitable[object]]) -> None:
        self._store = store
        self._meanwhile: list[Callable[[], Awaitable[object]]] = [meanwhile]

    def read(self) -> AbstractAsyncContextManager[Reader]:
        return self._store.read()

    async def write(self, work: Work[T]) -> T:
        return await self._store.write(work)

    async def append(self, append: Append) -> Appended:
        while self._meanwhile:
            await self._meanwhile.pop()()
        return await self._store.append(append)


async def run_live_job(
    here: DialogueApp, meanwhile: Callable[[], Awaitable[object]] | None = None
) -> None:
    """Let the clock take effect, and something happen just before it does."""
    store = here.store if meanwhile is None else _DisturbedStore(here.store, meanwhile)
    living = LiveHandler(Minds(store), KnownFactsCache())
    await living(
        Job(
            id=1,
            kind=JobKind.LIVE,
            timeline_id=here.timeline,
            subject_id="",
            attempts=1,
            lease="mine",
        )
    )


async def settle_promise(
    here: DialogueApp, promise: Commitment, status: CommitmentStatus, detail: str = ""
) -> int:
    """Let the game say how a promise came out."""
    return await here.play.settle_commitment(
        SettleCommitment(
            timeline_id=here.timeline,
            commitment_id=promise.commitment_id,
            status=status,
            detail=detail,
        )
    )


async def last_turn_id(here: DialogueApp) -> TurnId:
    """Return the id of the turn that was taken last."""
    *_, last = await here.records(RecordKind.TURN)
    assert isinstance(last.body, TurnTaken)
    return last.body.turn_id


async def app_with_promise(says: str = "I'll bring you the ale tomorrow.") -> DialogueApp:
    """Open an app and let Mira give her word."""
    here = await new_dialogue_app()
    here.steps = [says]
    await here.turn("I am thirsty.")
    here.steps = ["Well."]
    return here


async def observed_texts(here: DialogueApp, mind: str = MIRA) -> list[str]:
    """Return what a mind perceived of how things came out."""
    records = await here.records(RecordKind.OBSERVATION)
    return [record.text for record in records if record.subject_id == mind]


async def add_bram(here: DialogueApp) -> None:
    """Let Bram live in the world as well."""

    async def work(unit: UnitOfWork) -> None:
        await unit.add_character(character(CharacterId("bram")))

    await here.store.write(work)


async def head_vantage(here: DialogueApp) -> Vantage:
    """Return the newest vantage of the timeline."""
    async with here.store.read() as reader:
        return (await reader.timeline(here.timeline)).vantage


MIRA_PERSON = Person(id="mira", name="Mira", is_player=False)
BRAM_PERSON = Person(id="bram", name="Bram", is_player=False)
YARD = PlaceId("yard")
CY_PERSON = Person(id="cy", name="Cy", is_player=False)

_SUBJECTS = (
    "The mill needs a new wheel before winter.",
    "My sister wrote from across the border.",
    "Cider will be dear this autumn, mark my words.",
    "They found a grey cat under the church roof.",
    "I never learned to swim, would you believe it?",
    "Salt costs twice what it did last year.",
    "Old Piet sold both of his boats to a stranger.",
    "There was frost on the beans again this morning.",
    "Nobody has mended that fence since spring.",
    "What would you do with a hundred crowns?",
    "A lantern was burning in the tower all night.",
    "My knee says that rain is on its way.",
    "The baker's bread tastes of smoke nowadays.",
    "Who taught the schoolmaster to fiddle so badly?",
    "I dreamt of whales, three of them, in the harbour.",
    "Give me honest pepper over perfume any day.",
)
Chat = Callable[[ConverseInput], ReplyAnswer]


def numbered_line(exchange: ConverseInput) -> ReplyAnswer:
    """Say something new each time, and goodbye when it is time."""
    name, count = exchange.situation.character.name, len(exchange.conversation)
    if exchange.should_end:
        return ReplyAnswer(say=f"Goodbye from {name} after {count} lines.", ends=True)
    return ReplyAnswer(say=f"{name}: {_SUBJECTS[count % len(_SUBJECTS)]}")


class NpcConversationApp:
    """The use cases of talk among characters on a store of their own."""

    def __init__(self) -> None:
        self.store = SlowStore()
        self.floor = TurnLock()
        self.minds = Minds(self.store)
        self.embedder = HashingEmbedder()
        thinker = PromptedThinker(FragmentModel(["{}"]), Templates())
        self.stream = MemoryStream(NumpyIndex, self.embedder)
        self.thinking = ThoughtRuntime(
            thinker, self.stream, Budgets(self.store, default=Budget()), profile=DEFAULT
        )
        self.chat: Chat = numbered_line
        self.exchanges: list[ConverseInput] = []
        self.gate: asyncio.Event | None = None
        self.was_asked = asyncio.Event()
        self.conversing = self.worker()
        self.clock = ManualClock()
        self.noticings: list[ReactInput] = []
        self.reaction = Reaction()
        self.reacting = ReactHandler(
            self.minds,
            self.thinking,
            TalkPartners(self.minds, self.clock),
            ActionStarter(self.minds, KnownFactsCache()),
            react=self.react,
        )
        self.timeline = GENESIS

    def restart(self, asked_a_day: int) -> None:
        """React from now on as a server started anew would, with a daily allowance."""
        self.reacting = ReactHandler(
            self.minds,
            self.thinking,
            TalkPartners(self.minds, self.clock),
            ActionStarter(self.minds, KnownFactsCache()),
            react=self.react,
            asked_a_day=asked_a_day,
        )

    def worker(self, tuning: TalkTuning | None = None) -> NpcConversation:
        """Return another worker, such as one after a restart."""
        return NpcConversation(
            self.minds, self.thinking, self.say_next, floor=self.floor, tuning=tuning
        )

    async def say_next(
        self, exchange: ConverseInput, ask: Ask
    ) -> tuple[ReplyAnswer, AskResult[ReplyAnswer]]:
        self.exchanges.append(exchange)
        self.was_asked.set()
        if self.gate is not None:
            await self.gate.wait()
        utterance = self.chat(exchange)
        usage = Usage(prompt_tokens=100, completion_tokens=10)
        asked = AskResult(
            answer=utterance, calls=1, model="test:chat", usage=usage, template="converse",
            raw_answers=("{}",),
        )  # fmt: skip
        return utterance, asked

    async def react(self, noticing: ReactInput, ask: Ask) -> tuple[Reaction, AskResult[Reaction]]:
        self.noticings.append(noticing)
        return self.reaction, AskResult(answer=self.reaction, calls=1, template="react")

    async def notice(self, mind: str = "mira") -> None:
        """Let a character decide about what it has perceived."""
        await self.reacting(self.job(mind, JobKind.REACT))

    async def begin(
        self, about: str = "", first: Person = MIRA_PERSON, second: Person = BRAM_PERSON
    ) -> None:
        await self.put(*beginning(first, second, about))

    async def put(self, *drafts: Draft) -> None:
        await put(self.store, *drafts, to=self.timeline)

    async def talk(self, mind: str = "mira") -> None:
        """Say line after line, as long as the last one wishes for the next."""
        wish = (self.timeline, mind, JobKind.CONVERSE)
        while True:
            self.store.take_job(*wish)
            await self.conversing(self.job(mind))
            if wish not in self.store.open_jobs:
                return

    def job(self, mind: str = "mira", kind: JobKind = JobKind.CONVERSE) -> Job:
        return Job(
            id=1, kind=kind, timeline_id=self.timeline, subject_id=mind, attempts=1, lease="x"
        )

    async def attend(self, mind: str, attention: Attention) -> None:
        await self.put(
            Draft(kind=RecordKind.ATTENTION, subject_id=mind, body=Attended(attention=attention))
        )

    async def records(self, *kinds: RecordKind, of: str = "") -> list[Record]:
        async with self.store.read() as reader:
            view = await reader.head(self.timeline)
            found = await view.after(0, 10_000, kinds)
            return [record for record in found if not of or record.subject_id == of]

    async def memories(self, mind: str) -> list[tuple[str, str, str]]:
        """Return (how it came, who said it, the words) of all speech in a mind, oldest first."""
        records = await self.records(RecordKind.UTTERANCE, RecordKind.LINE, of=mind)
        return [
            (record.body.source.value, record.body.speaker, record.text)
            for record in records
            if isinstance(record.body, Remembered)
        ]

    async def said(self) -> list[str]:
        """Return all lines in the order in which they were said."""
        return [record.text for record in await self.records(RecordKind.LINE)]

    async def ends(self, mind: str = "mira") -> list[tuple[str, int]]:
        """Return how each conversation of a mind ended, and after how many lines."""
        bodies = [record.body for record in await self.records(RecordKind.CONVERSATION, of=mind)]
        return [
            (body.ended_by, body.lines)
            for body in bodies
            if isinstance(body, Conversed) and body.is_over
        ]

    async def jobs(self) -> set[tuple[JobKind, str]]:
        """Claim and finish all jobs; return what they were."""
        found = set()
        while job := await self.store.jobs.claim(START.replace(year=2100), 60):
            found.add((job.kind, job.subject_id))
            await self.store.jobs.finish(job)
        return found

    async def fork(self, seq: int, name: str = "tl_loaded") -> TimelineId:
        """Load an earlier moment: a timeline that sees everything up to it."""
        return await start(self.store, name, Vantage(self.timeline, seq))


async def new_npc_conversation_app(*, likes: int = 60) -> NpcConversationApp:
    """Open the inn on a new timeline; Mira and Bram like each other, and Cy knows nobody.

    The inn has a stove and a yard.
    """
    made = NpcConversationApp()
    await set_up(made.store)

    async def add(unit: UnitOfWork) -> None:
        await unit.put_place(replace(place(), objects=("stove", "bar")))
        await unit.add_place(place(YARD, INN))
        for who, other in (("mira", "Bram"), ("bram", "Mira"), ("cy", "")):
            one = character(CharacterId(who))
            relations = (Relation(to=other, view="An old friend.", affinity=likes),)
            persona = replace(one.persona, relations=relations if other else ())
            whole = replace(one, persona=persona)
            if who == "mira":
                await unit.put_character(whole)
            else:
                await unit.add_character(whole)

    await made.store.write(add)
    made.timeline = await start(made.store, "tl_play", Vantage(GENESIS, 0))
    return made
