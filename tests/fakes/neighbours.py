"""Three characters at an inn who talk with each other: all of it but the model.

`chat` is what they say: a function of what a speaker has before it, so that a test can let them
pass on what they remember. The world is that of `tests.fakes.stage`.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from npcserver.adapters.embed.hashing import HashingEmbedder
from npcserver.app.broadcast import Broadcast
from npcserver.app.context.mindset import Minds
from npcserver.app.conversation.conversation_state import TalkTuning, beginning
from npcserver.app.conversation.npc_conversation import NpcConversation
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.life.approaching import Approaching
from npcserver.app.life.beginnings import Deeds
from npcserver.app.life.reacting import Reacting
from npcserver.app.perceiving.retaining import Retained
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.thinking import Thinking
from npcserver.memory.profiles import PROFILES
from npcserver.memory.stream import MemoryStream
from npcserver.mind.asker import Ask, Asked, Asker
from npcserver.mind.reaction import by_rule
from npcserver.model.attention import Attention
from npcserver.model.budget import Budget
from npcserver.model.character import Relation
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.model.person import Person
from npcserver.model.pondering import Exchange, Noticing, Reaction, Utterance
from npcserver.model.record import Attended, Draft, Record, RecordKind, Remembered
from npcserver.model.thought import Conversed
from npcserver.model.timeline import Vantage
from npcserver.model.turn import Usage
from npcserver.ports.storage import UnitOfWork
from npcserver.prompts.render import Templates
from tests.fakes.numpy_index import NumpyIndex
from tests.fakes.parlour import SlowStore
from tests.fakes.small_models import ManualClock, Scripted
from tests.fakes.stage import GENESIS, INN, START, character, place, put, set_up, start

MIRA = Person(id="mira", name="Mira", is_player=False)
BRAM = Person(id="bram", name="Bram", is_player=False)
YARD = PlaceId("yard")
CY = Person(id="cy", name="Cy", is_player=False)

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
Chat = Callable[[Exchange], Utterance]


def numbered(exchange: Exchange) -> Utterance:
    """Say something new each time, and goodbye when it is time."""
    name, count = exchange.situation.character.name, len(exchange.conversation)
    if exchange.should_end:
        return Utterance(say=f"Goodbye from {name} after {count} lines.", ends=True)
    return Utterance(say=f"{name}: {_SUBJECTS[count % len(_SUBJECTS)]}")


class Neighbours:
    """The use cases of talk among characters on a store of their own."""

    def __init__(self) -> None:
        self.store = SlowStore()
        self.broadcast = Broadcast()
        self.floor = TurnLock()
        self.minds = Minds(self.store, self.broadcast)
        self.embedder = HashingEmbedder()
        asker = Asker(Scripted(["{}"]), Templates())
        self.stream = MemoryStream(NumpyIndex, self.embedder)
        self.thinking = Thinking(
            asker,
            self.stream,
            Budgets(self.store, default=Budget()),
            profile=PROFILES["default"],
        )
        self.chat: Chat = numbered
        self.exchanges: list[Exchange] = []
        self.gate: asyncio.Event | None = None
        self.was_asked = asyncio.Event()
        self.conversing = self.worker()
        self.clock = ManualClock()
        self.noticings: list[Noticing] = []
        self.reaction = Reaction()
        self.reacting = Reacting(
            self.minds,
            self.thinking,
            Approaching(self.minds, self.clock),
            Deeds(self.minds, Retained()),
            by_rule=by_rule,
            react=self.react,
        )
        self.timeline = GENESIS

    def restart(self, asked_a_day: int) -> None:
        """React from now on as a server started anew would, with a daily allowance."""
        self.reacting = Reacting(
            self.minds,
            self.thinking,
            Approaching(self.minds, self.clock),
            Deeds(self.minds, Retained()),
            by_rule=by_rule,
            react=self.react,
            asked_a_day=asked_a_day,
        )

    def worker(self, tuning: TalkTuning | None = None) -> NpcConversation:
        """Return another worker, such as one after a restart."""
        return NpcConversation(
            self.minds, self.thinking, self.say_next, floor=self.floor, tuning=tuning
        )

    async def say_next(self, exchange: Exchange, ask: Ask) -> tuple[Utterance, Asked[Utterance]]:
        self.exchanges.append(exchange)
        self.was_asked.set()
        if self.gate is not None:
            await self.gate.wait()
        utterance = self.chat(exchange)
        usage = Usage(prompt_tokens=100, completion_tokens=10)
        asked = Asked(
            answer=utterance, calls=1, model="test:chat", usage=usage, template="converse",
            raw_answers=("{}",),
        )  # fmt: skip
        return utterance, asked

    async def react(self, noticing: Noticing, ask: Ask) -> tuple[Reaction, Asked[Reaction]]:
        self.noticings.append(noticing)
        return self.reaction, Asked(answer=self.reaction, calls=1, template="react")

    async def notice(self, mind: str = "mira") -> None:
        """Let somebody decide about what it has perceived."""
        await self.reacting(self.job(mind, JobKind.REACT))

    async def begin(self, about: str = "", first: Person = MIRA, second: Person = BRAM) -> None:
        await self.put(*beginning(first, second, about))

    async def put(self, *drafts: Draft) -> None:
        await put(self.store, *drafts, to=self.timeline)

    async def talk(self, mind: str = "mira") -> None:
        """Say line after line, as long as the last one wishes for the next."""
        wish = (self.timeline, mind, JobKind.CONVERSE)
        while True:
            self.store.jobs.take(wish)
            await self.conversing(self.job(mind))
            if wish not in self.store.jobs.open:
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


async def neighbours(*, likes: int = 60) -> Neighbours:
    """Open the inn on a new timeline; Mira and Bram like each other, and Cy knows nobody.

    The inn has a stove and a yard.
    """
    made = Neighbours()
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
