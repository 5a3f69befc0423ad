"""The preview of any question to a model; no model is asked and nothing is stored."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from npcscenes.app.group_chats import GroupChats
from npcscenes.app.scene_log import read_chats
from npcscenes.app.scene_performance import ScenePerformance
from npcscenes.app.scene_requests import Advance, OpenGroupChat
from npcserver.app.authored import character_at
from npcserver.app.context.conversation_line import ConversationLine, Listener, Provenance
from npcserver.app.context.mindset import Minds, latest
from npcserver.app.conversation.conversation_state import beginning
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.perception.presence import load_presences
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.interviews import Interviews
from npcserver.app.thoughts.job_worker import JobNotDue
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.app.timeline_watch import LogFollower
from npcserver.language import text
from npcserver.mind.reply import reply
from npcserver.model.character import Attention, Character, Person
from npcserver.model.day import DayPlan
from npcserver.model.errors import Fault, InvalidInput
from npcserver.model.group.script import Ballot, Candidate, Course, Member, Rank, Script, cast_of
from npcserver.model.ids import CharacterId, IntentId, PlaceId, TurnId, new_id
from npcserver.model.job import Job, JobKind
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.prompt import PromptMessage, PromptSection
from npcserver.model.question import TypedQuestion
from npcserver.model.record import (
    Attended,
    ClockMoved,
    Draft,
    Moved,
    RecordKind,
    Remembered,
    Source,
)
from npcserver.ports.clock import StillClock
from npcserver.ports.language_model import Request
from npcserver.ports.thinker import Thinker
from npcserver.prompts.catalogue import QUESTION_OF, QUESTIONS
from npcserver.prompts.sections import sections
from npctools.prompts.dry_run import PreviewThinker, PromptSetup, ThoughtHandlers
from npctools.prompts.stores import ScratchStore

KINDS = tuple(question.template for question in QUESTIONS)
"""All questions there are, by the names of their templates."""

_GROUP = "group_"
_LATER = timedelta(days=1)  # of real time, by which talk with players is over
_STRIKING = 8
_ROUNDS = 2
_LONG, _NARROW = 4, 1_500  # rounds and tokens with which a scene has to be condensed


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """Which question, of whom, by whom and with what words; empty words are the usual ones."""

    kind: str
    character_id: CharacterId
    visitor: Person
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptPreview:
    """A question as it would be asked. `assumed` tells what was made up for it, in order."""

    kind: str
    character: str
    language: str
    messages: tuple[PromptMessage, ...]
    sections: tuple[PromptSection, ...]
    template_digest: str
    digest: str
    answer_tokens: int
    assumed: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """The estimated tokens of all sections."""
        return sum(section.tokens for section in self.sections)


@dataclass(slots=True, kw_only=True)
class PromptPreviews:
    """Previews one question over one scratch store; `actor` answers what is asked before it."""

    store: ScratchStore
    setup: PromptSetup
    actor: Thinker
    now: datetime
    assumed: list[str] = field(default_factory=list)
    _character: Character = field(init=False)

    async def preview(self, occasion: Occasion) -> PromptPreview:
        """Return the question. Raises `InvalidInput` where it is not known or cannot be asked."""
        async with self.store.read() as reader:
            view = await reader.head(self.store.timeline_id)
            character = await character_at(reader, view, occasion.character_id)
        self._character = character
        recorder = self._recorder(partial(_is_asked, occasion))
        if occasion.kind not in KINDS:
            there = ", ".join(KINDS)
            raise InvalidInput("KIND", f"there is no question {occasion.kind!r}; one of: {there}")
        asked: Mapping[str, Callable[[], Awaitable[None]]] = {
            "reply": lambda: self._reply(occasion, recorder),
            "interview": lambda: self._interview(occasion, recorder),
        }
        if occasion.kind in asked:
            await asked[occasion.kind]()
        elif occasion.kind.startswith(_GROUP):
            await self._scene(occasion, recorder)
        else:
            await self._job(occasion, recorder)
        if recorder.last is None:
            raise InvalidInput(
                "KIND",
                f"nothing leads {character.name} to the question {occasion.kind!r} here; "
                "try another moment, or other words with --say",
            )
        return self._shown(occasion, recorder.last)

    def _shown(self, occasion: Occasion, request: Request) -> PromptPreview:
        language = self._language
        return PromptPreview(
            kind=occasion.kind,
            character=self._character.name,
            language=language,
            messages=tuple(PromptMessage(one.role, one.text) for one in request.messages),
            sections=sections(request.messages, request.purpose),
            template_digest=self.setup.templates.digest(occasion.kind, language),
            digest=request.digest,
            answer_tokens=request.max_tokens,
            assumed=tuple(dict.fromkeys(self.assumed)),
        )

    async def _reply(self, occasion: Occasion, recorder: PreviewThinker) -> None:
        words = occasion.words or self._usual("said")
        self.assumed.append(f"{occasion.visitor.name} says: {words}")
        loader = self.setup.loader(self.store, self.setup.profile)
        say = SayToCharacter(
            timeline_id=self.store.timeline_id,
            character_id=occasion.character_id,
            speaker=occasion.visitor,
            text=words,
            affordances=None,
            entities=None,
        )
        loaded = await loader.load(say, TurnId("trn_preview"))
        parts = reply(
            loaded.scene,
            thinker=recorder,
            rescue=None,
            templates=self.setup.templates,
            tuning=self.setup.tuning,
            new_intent_id=lambda: IntentId(new_id("int")),
            clock=StillClock(self.now),
        )
        async with aclosing(parts):
            async for _ in parts:
                pass

    async def _interview(self, occasion: Occasion, recorder: PreviewThinker) -> None:
        words = occasion.words or self._usual("asked")
        self.assumed.append(f"the question is: {words}")
        setup = self.setup
        interviewing = Interviews(
            Minds(self.store, attention=setup.attention),
            recorder,
            setup.stream,
            setup.templates,
            profile=setup.profile,
        )
        await interviewing.interview(
            timeline_id=self.store.timeline_id, character_id=occasion.character_id, question=words
        )

    async def _job(self, occasion: Occasion, recorder: PreviewThinker) -> None:
        """Do the job that asks, as things stand; where it does not ask, with an occasion for it."""
        kind = next(
            (one.job for one in QUESTION_OF.values() if one.template == occasion.kind), None
        )
        if kind is None:
            return
        if not occasion.words:
            await self._do(occasion, kind, recorder)
        if recorder.last is not None:
            return
        makes: Mapping[str, Callable[[Occasion, PreviewThinker], Awaitable[None]]] = {
            "plan": self._without_plan,
            "decompose": self._with_coarse_day,
            "react": self._with_event,
            "converse": self._with_talk_under_way,
        }
        await makes.get(occasion.kind, self._with_talk)(occasion, recorder)
        await self._do(occasion, kind, recorder)

    async def _do(self, occasion: Occasion, kind: JobKind, recorder: PreviewThinker) -> None:
        job = Job.unclaimed(kind, self.store.timeline_id, occasion.character_id)
        with suppress(JobNotDue, Fault):
            await self._minders(recorder).handlers()[kind](job)

    async def _without_plan(self, occasion: Occasion, recorder: PreviewThinker) -> None:
        """Forget the plan of the day, and be awake, so that a new one is made."""
        del recorder
        self.store.hide(RecordKind.DAY, occasion.character_id)
        self._attend(occasion, Attention.BACKGROUND)
        self.assumed.append("the day has no plan yet")

    async def _with_coarse_day(self, occasion: Occasion, recorder: PreviewThinker) -> None:
        """Have a day planned whose steps are not thought of, at an hour at which one begins."""
        self._attend(occasion, Attention.FOREGROUND)
        day = await self._day(occasion)
        if day is None or all(block.steps for block in day.blocks):
            await self._without_plan(occasion, recorder)
            self._attend(occasion, Attention.FOREGROUND)
            await self._do(occasion, JobKind.PLAN, self._recorder(lambda *_: False))
            self.assumed.append("the day is planned by the offline actor")
            day = await self._day(occasion)
        await self._do(occasion, JobKind.DECOMPOSE, recorder)
        if recorder.last is None and day is not None:
            self.store.add(
                [Draft(kind=RecordKind.CLOCK, body=ClockMoved(), game_time=day.wakes_at)]
            )
            self.assumed.append(f"it is {day.wakes_at:%A %H:%M}, when the day begins")

    async def _with_event(self, occasion: Occasion, recorder: PreviewThinker) -> None:
        """Let the character see something that no rule deals with, while a player may watch."""
        del recorder
        words = occasion.words or self._usual("happened")
        self._attend(occasion, Attention.FOREGROUND)
        seen = Remembered(source=Source.WITNESSED, place_id=await self._place(occasion))
        self.store.add(
            [
                Draft(
                    kind=RecordKind.OBSERVATION,
                    subject_id=occasion.character_id,
                    text=words,
                    importance=_STRIKING,
                    body=seen,
                )
            ]
        )
        self.assumed.append(f"this just happened: {words}")

    async def _with_talk(self, occasion: Occasion, recorder: PreviewThinker) -> None:
        """Let the visitor have said something, and been answered."""
        del recorder
        visitor = occasion.visitor
        own = self._person
        said = ConversationLine(
            text=occasion.words or self._usual("said"),
            speaker=visitor,
            to_id=own.id,
            turn_id=TurnId("trn_preview"),
            place_id=await self._place(occasion),
            provenance=Provenance(players=(visitor.id,)),
        )
        answer = replace(said, text=self._usual("answered"), speaker=own, to_id=visitor.id)
        importance = None if occasion.kind == "importance" else _STRIKING
        heard = said.memory_of(Listener(id=own.id, importance=importance))
        self.store.add([heard, answer.own_memory(importance)])
        self.assumed.append(f"{visitor.name} has said: {said.text}")
        self.assumed.append(f"{own.name} has answered: {answer.text}")

    async def _with_talk_under_way(self, occasion: Occasion, recorder: PreviewThinker) -> None:
        """Let the character have begun to talk with another who is there."""
        del recorder
        own, other = self._person, await self._other(occasion)
        here = await self._place(occasion)
        self.store.add(
            [Draft(kind=RecordKind.PRESENCE, subject_id=other.id, body=Moved(place_id=here))]
        )
        self.store.add(beginning(own, other, occasion.words))
        about = f" about this: {occasion.words}" if occasion.words else ""
        self.assumed.append(f"{own.name} begins to talk with {other.name}{about}")

    async def _scene(self, occasion: Occasion, recorder: PreviewThinker) -> None:
        """Go on with a scene in which the character is cast, or play one, up to the question."""
        chats = GroupChats(self.store, LogFollower(self.store))
        async with self.store.read() as reader:
            there = await read_chats(await reader.head(self.store.timeline_id))
        own = [
            chat
            for chat in there
            if not chat.is_closed and occasion.character_id in cast_of(chat.script).values()
        ]
        if own:
            chat_id = own[-1].id
            self.assumed.append(f"the scene {own[-1].script.title!r} goes on")
        else:
            script = self._script(occasion, await self._other(occasion))
            wish = OpenGroupChat(timeline_id=self.store.timeline_id, script=script)
            chat_id = (await chats.open(wish)).id
            names = " and ".join(one.name for one in script.members)
            self.assumed.append(f"a scene of {names} is played by a script up to here")
        await chats.move(Advance(timeline_id=self.store.timeline_id, chat_id=chat_id))
        minders = self._minders(recorder)
        if occasion.kind == "group_digest" and recorder.tokens > _NARROW:
            recorder.tokens = _NARROW  # what was said is not to fit, or nothing is condensed
            self.assumed.append(f"prompts of the scene have room for {_NARROW:,} tokens")
        performing = ScenePerformance(
            self.store,
            minders.acting(recorder.tokens),
            clock=minders.clock,
            side_by_side=1,
        )
        job = Job.unclaimed(JobKind.PERFORM, self.store.timeline_id, chat_id)
        with suppress(JobNotDue, Fault):
            await performing(job)

    def _script(self, occasion: Occasion, other: Person) -> Script:
        people = (self._person, other)
        return Script(
            id="preview",
            title=self._usual("title"),
            premise=occasion.words or self._usual("premise"),
            language=self._language,
            members=tuple(
                Member(
                    id=one.id, name=one.name, rank=Rank.PRINCIPAL, character_id=CharacterId(one.id)
                )
                for one in people
            ),
            ballot=Ballot(
                question=self._usual("question"),
                candidates=tuple(
                    Candidate(id=one.id, name=one.name, member=one.id) for one in people
                ),
            ),
            course=Course(
                rounds=_LONG if occasion.kind == "group_digest" else _ROUNDS,
                private_rounds=1,
                meeting_rounds=1,
                group_rounds=1,
            ),
        )

    def _recorder(
        self, is_wanted: Callable[[Request, TypedQuestion[object] | None], bool]
    ) -> PreviewThinker:
        return PreviewThinker(self.actor, self.setup.templates, self.setup.tuning, is_wanted)

    def _minders(self, recorder: PreviewThinker) -> ThoughtHandlers:
        setup = replace(self.setup, reflection_threshold=1)
        budgets = Budgets(self.store, default=Budget())
        return ThoughtHandlers(
            setup=setup,
            store=self.store,
            thinking=ThoughtRuntime(recorder, setup.stream, budgets, profile=setup.profile),
            thinker=recorder,
            clock=StillClock(self.now + _LATER),
        )

    def _attend(self, occasion: Occasion, attention: Attention) -> None:
        draft = Draft(
            kind=RecordKind.ATTENTION,
            subject_id=occasion.character_id,
            body=Attended(attention=attention),
        )
        self.store.add([draft])
        if attention is Attention.FOREGROUND:
            self.assumed.append("a player may be watching (attention: foreground)")

    async def _day(self, occasion: Occasion) -> DayPlan | None:
        async with self.store.read() as reader:
            view = await reader.head(self.store.timeline_id)
            return await latest(view, RecordKind.DAY, occasion.character_id, DayPlan)

    async def _place(self, occasion: Occasion) -> PlaceId | None:
        async with self.store.read() as reader:
            present = await load_presences(reader, await reader.head(self.store.timeline_id))
        return present[occasion.character_id].place_id

    async def _other(self, occasion: Occasion) -> Person:
        async with self.store.read() as reader:
            present = await load_presences(reader, await reader.head(self.store.timeline_id))
        here = present[occasion.character_id].place_id
        others = [
            present[one].person for one in self.store.base.residents if one != occasion.character_id
        ]
        if not others:
            raise InvalidInput("KIND", f"{occasion.kind!r} takes two characters; the world has one")
        near = (one for one in others if present[one.id].place_id == here)
        return next(near, others[0])

    @property
    def _person(self) -> Person:
        return Person(id=self._character.id, name=self._character.name, is_player=False)

    @property
    def _language(self) -> str:
        return self._character.persona.language or self.store.base.world.language

    def _usual(self, name: str) -> str:
        """Return what is said, asked, answered or seen, or a scene is about, if not given."""
        return text("occasions", name, self._language)


def _is_asked(occasion: Occasion, request: Request, question: TypedQuestion[object] | None) -> bool:
    """Say whether a request is the question that is wanted, of the one of whom it is wanted."""
    name = "importance" if request.purpose is Purpose.RATE else request.schema_name
    standpoint = getattr(question, "standpoint", None)
    member = getattr(standpoint, "member", None)
    is_own = member is None or member.character_id == occasion.character_id
    return name == occasion.kind and is_own
