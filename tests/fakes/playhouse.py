"""A playhouse: the use cases of group chats and who performs them, over any store.

The model answers from the material, as a function of it says, in the form it is asked for. Jobs
are done one by one, as a worker does them. The world is that of `tests.fakes.stage`.
"""

import json
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace

from npcserver.adapters.embed.hashing import HashingEmbedder
from npcserver.app.broadcast import Broadcast
from npcserver.app.context.mindset import Minds
from npcserver.app.group.member_acts import MemberActor, MemberContextBuilder
from npcserver.app.group.scene_performance import ScenePerformance
from npcserver.app.group.scene_requests import Advance, OpenGroupChat, Point, Speak, TakeSeat
from npcserver.app.group.scene_view import Eyes, VisibleEvent, Watcher, WatchGroupChat
from npcserver.app.groupchats import GroupChats
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.thinking import Thinking
from npcserver.memory.profiles import PROFILES
from npcserver.memory.stream import MemoryStream
from npcserver.mind.asker import Asker
from npcserver.model.acting.answers import Answer
from npcserver.model.acting.material import Act, Choice, Revision, Speaking, Vote, Words
from npcserver.model.budget import Budget
from npcserver.model.errors import ModelFault
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.moves import (
    Chose,
    Closed,
    Move,
    Opened,
    Spoke,
    Updated,
    Voted,
)
from npcserver.model.group.script import Course, Script
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.model.person import Person
from npcserver.model.purpose import Purpose
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.language_model import Request
from npcserver.ports.storage import Store, UnitOfWork
from npcserver.prompts.group_scene import PROMPT_TOKENS
from npcserver.prompts.render import Templates
from tests.fakes.gate import Gate
from tests.fakes.group_games import Answers, council, talkative
from tests.fakes.memory_store import MemoryStore
from tests.fakes.numpy_index import NumpyIndex
from tests.fakes.small_models import ManualClock
from tests.fakes.stage import GENESIS, character, set_up, start

TEMPLATES = Templates()
ANN = Person(id="ann", name="Ann")
BOB = Person(id="bob", name="Bob")
MIRA, BRAM = CharacterId("mira"), CharacterId("bram")
SHORT = Course(rounds=1, private_rounds=1, meeting_rounds=1, group_rounds=1)


_NOUNS = (
    "mill", "wheel", "harvest", "river", "miller", "stone", "barrel", "winter", "sister", "fence",
    "baker", "lantern", "roof", "orchard", "donkey", "ledger", "bridge", "candle", "harbour",
    "cellar", "tower", "meadow", "smoke", "kettle", "saddle", "needle", "acorn", "chapel", "market",
    "ribbon", "pepper", "feather", "anvil", "basket", "whistle", "blanket", "copper", "thimble",
)  # fmt: skip


def lively(material: Act) -> Answer | None:
    """Answer as `talkative` does, but with words that are not alike, as a model has to."""
    answer = talkative(material)
    match answer:
        case Choice(say=say):
            return replace(answer, situation="It stands well.", say=_sentence(say))
        case Words(say=say):
            assert isinstance(material, Speaking)
            to = "" if material.partner is None else material.partner.id
            return replace(answer, say=_sentence(f"{say} {to}"), ends=material.is_last)
        case Vote(statement=statement):
            return replace(answer, statement=_sentence(f"{statement} {answer.choice}"))
        case _:
            return answer


def _sentence(seed: str) -> str:
    nouns = random.Random(seed).sample(_NOUNS, 4)
    return f"Give the {nouns[0]} and {nouns[1]} for a {nouns[2]} or {nouns[3]}."


def no_scene(text: str, file: str) -> Script:
    """Read nothing: scripts are given."""
    raise NotImplementedError


def written(answer: Answer) -> str:
    """Return an answer as a model writes it."""
    match answer:
        case Choice(partner=partner):
            return json.dumps(
                {
                    "situation": answer.situation or "It stands well.",
                    "partner": partner or "nobody",
                    "strategy": answer.strategy,
                    "topics": list(answer.topics),
                    "say": answer.say,
                }
            )
        case Words(say=say, ends=ends):
            return json.dumps({"say": say, "ends": ends})
        case Revision(summary=summary, reflection=reflection):
            return json.dumps(
                {
                    "summary": summary,
                    "reflection": reflection,
                    "relations": dict(answer.relations),
                    "inferred": [],
                    "beliefs": dict(answer.beliefs),
                }
            )
        case Vote():
            return json.dumps(
                {
                    "guess": answer.guess,
                    "statement": answer.statement,
                    "vote": answer.choice,
                    "vote_not_self": answer.choice_not_self,
                }
            )
        case _:
            return json.dumps({"summary": answer})


class Playhouse:
    """Group chats on one store, with a model that does as a function says."""

    def __init__(self, store: Store, timeline_id: TimelineId, answers: Answers = lively) -> None:
        self.store = store
        self.timeline_id = timeline_id
        self.answers = answers
        self.tokens = PROMPT_TOKENS
        self.faults: list[ModelFault] = []
        self.acts: list[Act] = []
        self.model = Gate(self._answer)
        self.broadcast = Broadcast()
        self.clock = ManualClock()
        self.chats = GroupChats(store, self.broadcast, read_scene=no_scene)
        self.performing = self.worker()

    def worker(self, budget: Budget | None = None, side_by_side: int = 4) -> ScenePerformance:
        """Return somebody who performs, such as one after a restart."""
        thinking = Thinking(
            Asker(self.model, TEMPLATES),
            MemoryStream(NumpyIndex, HashingEmbedder()),
            Budgets(self.store, default=budget or Budget()),
            profile=PROFILES["default"],
        )
        minding = MemberContextBuilder(Minds(self.store, self.broadcast), thinking)
        return ScenePerformance(
            self.store,
            MemberActor(minding, thinking, budget=self._room),
            self.broadcast,
            clock=self.clock,
            side_by_side=side_by_side,
        )

    def _room(self, purpose: Purpose, answer_tokens: int) -> int:
        del purpose, answer_tokens
        return self.tokens

    def _answer(self, request: Request) -> str | ModelFault:
        assert request.material is not None
        if self.faults:
            return self.faults.pop(0)
        act: Act = request.material  # type: ignore[assignment]
        self.acts.append(act)
        answer = self.answers(act)
        return "Hm." if answer is None else written(answer)

    async def open(self, script: Script | None = None, seed: int = 0) -> str:
        """Open a group chat; return its id."""
        wish = OpenGroupChat(timeline_id=self.timeline_id, script=script or council(), seed=seed)
        return (await self.chats.open(wish)).id

    async def advance(self, chat_id: str, until: Point = Point.END) -> int:
        return await self.chats.advance(
            Advance(timeline_id=self.timeline_id, chat_id=chat_id, until=until)
        )

    def job(self, chat_id: str, timeline_id: TimelineId | None = None) -> Job:
        return Job(
            id=1,
            kind=JobKind.PERFORM,
            timeline_id=timeline_id or self.timeline_id,
            subject_id=chat_id,
            attempts=1,
            lease="lease",
        )

    async def perform(self, chat_id: str) -> None:
        """Go on as far as that is possible."""
        await self.performing(self.job(chat_id))

    async def play(self, script: Script | None = None, until: Point = Point.END) -> GroupChat:
        """Open, advance, and perform."""
        chat_id = await self.open(script)
        await self.advance(chat_id, until)
        await self.perform(chat_id)
        return await self.get(chat_id)

    async def get(self, chat_id: str) -> GroupChat:
        return await self.chats.get(self.timeline_id, chat_id)

    async def sit(self, chat_id: str, member_id: str, person: Person = ANN) -> int:
        return await self.chats.take_seat(
            TakeSeat(
                timeline_id=self.timeline_id, chat_id=chat_id, member_id=member_id, person=person
            )
        )

    async def say(self, chat_id: str, text: str, member_id: str = "", **more: object) -> int:
        wish = Speak(
            timeline_id=self.timeline_id,
            chat_id=chat_id,
            member_id=member_id,
            person=None if member_id else BOB,
            text=text,
        )
        return await self.chats.speak(replace(wish, **more))  # type: ignore[arg-type]

    def watching(self, chat_id: str, **more: object) -> AsyncGenerator[VisibleEvent, None]:
        wish = WatchGroupChat(timeline_id=self.timeline_id, chat_id=chat_id)
        return self.chats.watch(replace(wish, **more))  # type: ignore[arg-type]

    async def watched(
        self, chat_id: str, eyes: Eyes = Watcher.EVERYTHING, **more: object
    ) -> list[VisibleEvent]:
        """Watch a group chat that is closed, from a position to its end."""
        async with aclosing(self.watching(chat_id, eyes=eyes, **more)) as seen:
            return [one async for one in seen]

    async def records(self, *kinds: RecordKind, of: str = "") -> list[Record]:
        async with self.store.read() as reader:
            view = await reader.head(self.timeline_id)
            found = await view.after(0, 10_000, kinds)
        return [one for one in found if not of or one.subject_id == of]


async def playhouse(
    answers: Answers = lively, *, store: Store | None = None, cast: Sequence[str] = ()
) -> Playhouse:
    """Open a playhouse on a new timeline; `cast` are characters of its world beside Mira."""
    used = MemoryStore() if store is None else store
    await set_up(used)

    async def work(unit: UnitOfWork) -> None:
        for who in cast:
            await unit.add_character(character(CharacterId(who)))

    await used.write(work)
    return Playhouse(used, await start(used, "tl_play", Vantage(GENESIS, 0)), answers)


def with_cast(script: Script, **roles: str) -> Script:
    """Return a script in which members are played by characters."""
    members = tuple(
        replace(one, character_id=CharacterId(roles[one.id])) if one.id in roles else one
        for one in script.members
    )
    return replace(script, members=members)


def bare(chat: GroupChat) -> list[Move]:
    """Return what happened, without what it was made from: the same in the same game."""
    made = (Chose, Spoke, Updated, Voted)
    found: list[Move] = []
    for _, move in chat.moves:
        if isinstance(move, made):
            found.append(replace(move, made_from=None))
        elif isinstance(move, Closed):
            effort = replace(move.result.effort, prompt_tokens=0, completion_tokens=0)
            result = replace(move.result, effort=effort)
            found.append(replace(move, made_from=None, result=result))
        elif not isinstance(move, Opened):
            found.append(move)
    return found
