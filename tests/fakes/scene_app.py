"""Group chats over any store, with a model that answers from a function."""

import json
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcscenes.app.group_chats import GroupChats
from npcscenes.app.member_acts import MemberActor, MemberContextBuilder
from npcscenes.app.scene_performance import ScenePerformance
from npcscenes.app.scene_requests import Advance, OpenGroupChat, Point, Speak, TakeSeat
from npcscenes.app.scene_view import Eyes, VisibleEvent, Watcher, WatchGroupChat
from npcscenes.model.chat import GroupChat
from npcscenes.model.group_answers import Answer
from npcscenes.model.group_inputs import (
    MemberInput,
    MemberUpdate,
    PartnerChoice,
    SpeakInput,
    SpokenLine,
    Vote,
)
from npcscenes.prompts.scene_overview import PROMPT_TOKENS
from npcserver.app.context.mindset import Minds
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.app.timeline_watch import LogFollower
from npcserver.memory.score_profiles import DEFAULT
from npcserver.memory.stream import MemoryStream
from npcserver.model.character import Person
from npcserver.model.errors import ModelFault
from npcserver.model.group.moves import Chose, Closed, LineSpoken, Move, Opened, Updated, Voted
from npcserver.model.group.script import Course, Script
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.language_model import Request
from npcserver.ports.storage import FollowedStore, UnitOfWork
from npcserver.prompts.render import Templates
from tests.fakes.language_models import AskedThinker, GatedModel, ManualClock, question_now
from tests.fakes.memory_store import MemoryStore, NumpyIndex
from tests.fakes.scene_scripts import Answers, answer_talkatively, council_script
from tests.fakes.store_world import GENESIS, character, set_up, start

MILL_SCENE = """
format: npcserver/scene/1
scene:
  id: mill
  title: The mill
  premise: Somebody must run the mill from now on.
members:
  - {id: ada, name: Ada, goal: Get the mill., character: ada}
  - {id: bea, name: Bea, goal: Get the mill.}
  - {id: cob, name: Cob, rank: supporting}
resources:
  - {name: The wheel, owner: cob, impact: 30, topics: [the wheel]}
course:
  rounds: 1
  chat_rounds: {private_chat: 1, confidential_meeting: 1, group_chat: 1}
ballot:
  question: Who is to run the mill?
"""
"""Two who want it and one who backs a character; Ada is a character of the world."""
LONG_MILL_SCENE = MILL_SCENE.replace("rounds: 1\n", "rounds: 2\n").replace(
    "{private_chat: 1, confidential_meeting: 1, group_chat: 1}",
    "{private_chat: 2, confidential_meeting: 2, group_chat: 2}",
)
"""The same, and more of it."""


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


def answer_lively(material: MemberInput) -> Answer | None:
    """Answer as `answer_talkatively` does, but with words that are not alike, as a model has to."""
    answer = answer_talkatively(material)
    match answer:
        case PartnerChoice(say=say):
            return replace(answer, situation="It stands well.", say=_sentence(say))
        case SpokenLine(say=say):
            assert isinstance(material, SpeakInput)
            to = "" if material.partner is None else material.partner.id
            return replace(answer, say=_sentence(f"{say} {to}"), ends=material.is_last)
        case Vote(statement=statement):
            return replace(answer, statement=_sentence(f"{statement} {answer.choice}"))
        case _:
            return answer


def _sentence(seed: str) -> str:
    nouns = random.Random(seed).sample(_NOUNS, 4)
    return f"Give the {nouns[0]} and {nouns[1]} for a {nouns[2]} or {nouns[3]}."


def answer_json(answer: Answer) -> str:
    """Return an answer as a model writes it."""
    match answer:
        case PartnerChoice(partner=partner):
            return json.dumps(
                {
                    "situation": answer.situation or "It stands well.",
                    "partner": partner or "nobody",
                    "strategy": answer.strategy,
                    "topics": list(answer.topics),
                    "say": answer.say,
                }
            )
        case SpokenLine(say=say, ends=ends):
            return json.dumps({"say": say, "ends": ends})
        case MemberUpdate(summary=summary, reflection=reflection):
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


class SceneApp:
    """Group chats on one store, with a model that does as a function says."""

    def __init__(
        self, store: FollowedStore, timeline_id: TimelineId, answers: Answers = answer_lively
    ) -> None:
        self.store = store
        self.timeline_id = timeline_id
        self.answers = answers
        self.tokens = PROMPT_TOKENS
        self.faults: list[ModelFault] = []
        self.acts: list[MemberInput] = []
        self.model = GatedModel(self._answer)
        self.clock = ManualClock()
        self.chats = GroupChats(store, LogFollower(store))
        self.performing = self.worker()

    def worker(self, budget: Budget | None = None, side_by_side: int = 4) -> ScenePerformance:
        """Return a character who performs, such as one after a restart."""
        thinking = ThoughtRuntime(
            AskedThinker(self.model, TEMPLATES, budget=self._budget_of),
            MemoryStream(NumpyIndex, HashingEmbedder()),
            Budgets(self.store, default=budget or Budget()),
            profile=DEFAULT,
        )
        minding = MemberContextBuilder(Minds(self.store), thinking)
        return ScenePerformance(
            self.store,
            MemberActor(minding, thinking, budget=self._budget_of),
            clock=self.clock,
            side_by_side=side_by_side,
        )

    def _budget_of(self, purpose: Purpose, answer_tokens: int) -> int:
        del purpose, answer_tokens
        return self.tokens

    def _answer(self, request: Request) -> str | ModelFault:
        del request
        if self.faults:
            return self.faults.pop(0)
        act: MemberInput = question_now()
        self.acts.append(act)
        answer = self.answers(act)
        return "Hm." if answer is None else answer_json(answer)

    async def open(self, script: Script | None = None, seed: int = 0) -> str:
        """Open a group chat; return its id."""
        wish = OpenGroupChat(
            timeline_id=self.timeline_id, script=script or council_script(), seed=seed
        )
        return (await self.chats.open(wish)).id

    async def advance(self, chat_id: str, until: Point = Point.END) -> int:
        return await self.chats.move(
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
        return await self.chats.move(
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
        return await self.chats.move(replace(wish, **more))  # type: ignore[arg-type]

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


async def new_scene_app(
    answers: Answers = answer_lively,
    *,
    store: FollowedStore | None = None,
    cast: Sequence[str] = (),
) -> SceneApp:
    """Open an app on a new timeline; `cast` are characters of its world beside Mira."""
    used = MemoryStore() if store is None else store
    await set_up(used)

    async def work(unit: UnitOfWork) -> None:
        for who in cast:
            await unit.add_character(character(CharacterId(who)))

    await used.write(work)
    return SceneApp(used, await start(used, "tl_play", Vantage(GENESIS, 0)), answers)


def with_cast(script: Script, **roles: str) -> Script:
    """Return a script in which members are played by characters."""
    members = tuple(
        replace(one, character_id=CharacterId(roles[one.id])) if one.id in roles else one
        for one in script.members
    )
    return replace(script, members=members)


def bare_moves(chat: GroupChat) -> list[Move]:
    """Return what happened, without what it was made from: the same in the same game."""
    made = (Chose, LineSpoken, Updated, Voted)
    found: list[Move] = []
    for _, move in chat.moves:
        if isinstance(move, made):
            bare = replace(move, made_from=None)
            found.append(replace(bare, origin=None) if isinstance(bare, LineSpoken) else bare)
        elif isinstance(move, Closed):
            effort = replace(move.result.effort, prompt_tokens=0, completion_tokens=0)
            result = replace(move.result, effort=effort)
            found.append(replace(move, made_from=None, result=result))
        elif not isinstance(move, Opened):
            found.append(move)
    return found
