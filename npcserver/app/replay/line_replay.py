"""Saying one line of a talk among characters again: the real conversation, led from where it stood.

`NpcConversation` itself carries it on, over a store whose head is where the line was thought of.
What it would have stored is caught, and nothing goes on from there.
"""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol, TypeVar

from npcserver.app.broadcast import Broadcast
from npcserver.app.context.discretion import before
from npcserver.app.context.mindset import Minds, Mindset
from npcserver.app.context.recall import RecalledContext, recited
from npcserver.app.conversation.npc_conversation import NpcConversation
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.replay.recorded_turn import RecordedTurn, recollections, withheld
from npcserver.app.replay.session_log import SessionLog, SessionView
from npcserver.app.replay.session_reader import Cast, SessionReader, SessionStore
from npcserver.app.thoughts.thinking import Thinking
from npcserver.memory.lore import NOTHING_READ, Found, LoreIndex
from npcserver.memory.profiles import PROFILES, Profile
from npcserver.mind.asker import Ask, Asked, Asker, Question
from npcserver.mind.conversation import say_next
from npcserver.model.attention import Attention
from npcserver.model.budget import Budget
from npcserver.model.character import Persona
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.model.memory import Recollection
from npcserver.model.person import Person
from npcserver.model.pondering import Pondering
from npcserver.model.purpose import Purpose
from npcserver.model.record import Draft, RecordKind, TurnTaken
from npcserver.model.session import RecordedAnswer
from npcserver.model.thought import Conversed, Verdict
from npcserver.model.timeline import Timeline, Vantage
from npcserver.model.turn import RecalledMemory, Rung
from npcserver.ports.language_model import fixed_budget
from npcserver.ports.storage import Append, Appended, Reader, Work
from npcserver.prompts.putting import PROMPT_TOKENS

T = TypeVar("T")

_OVER_BUDGET = ("over budget",)
_MARK = "trn_"


class _CaughtError(Exception):
    """A line was said; `append` is what it would have left."""

    def __init__(self, append: Append) -> None:
        super().__init__(append.timeline_id)
        self.append = append


class _Reader(SessionReader):
    """A session whose timeline has come no further than a vantage."""

    def __init__(self, log: SessionLog, cast: Cast, vantage: Vantage) -> None:
        super().__init__(log, cast)
        self._vantage = vantage

    async def head(self, timeline_id: TimelineId) -> SessionView:
        del timeline_id
        return await self.at(self._vantage)

    async def timeline(self, timeline_id: TimelineId) -> Timeline:
        return (await self.head(timeline_id)).timeline

    async def adopt(self, world_id: str, character_id: str, persona: Persona) -> int:
        """Nothing is adopted: the version is known."""
        del world_id, character_id, persona
        return 0

    async def append(self, append: Append) -> Appended:
        raise _CaughtError(append)


class _Store(SessionStore):
    """A store that catches what is written first."""

    def __init__(self, log: SessionLog, cast: Cast, vantage: Vantage) -> None:
        super().__init__(log, cast)
        self._at = _Reader(log, cast, vantage)

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[SessionReader, None]:
        yield self._at

    async def write(self, work: Work[T]) -> T:
        return await work(self._at)  # type: ignore[arg-type]  # all of a unit that a line asks for


class Recite(Protocol):
    """Finds the passages again that were before a mind when it was asked something."""

    async def __call__(self, reader: Reader, question: str) -> Found:
        """Return them as they stand in the books by now."""
        ...


class RecordedThinking(Thinking):
    """Thinks with what was recalled and answered then, on nobody's account."""

    def __init__(
        self,
        asker: Asker,
        found: Sequence[Recollection],
        profile: Profile,
        *,
        is_over_budget: bool,
        recite: Recite | None = None,
    ) -> None:
        self._asker = asker
        self._found = found
        self._profile = profile
        self._is_over_budget = is_over_budget
        self._recite = recite

    @property
    def profile(self) -> Profile:
        """How memories were weighed."""
        return self._profile

    def asking(self, mindset: Mindset) -> Ask:
        """Return how this mind asks."""
        return self.asking_for(
            mindset.timeline_id,
            mindset.world.budget,
            language=mindset.language,
            seed=mindset.situation.seed,
        )

    def asking_for(
        self, timeline_id: TimelineId, budget: Budget, *, language: str, seed: int
    ) -> Ask:
        """Return how somebody asks, on nobody's account."""
        del timeline_id, budget

        async def ask(
            question: Question[T],
            *,
            purpose: Purpose,
            material: Pondering,
            max_tokens: int,
            temperature: float | None = None,
        ) -> Asked[T]:
            if self._is_over_budget:
                return Asked(answer=None, verdict=Verdict.DEFAULTED, faults=_OVER_BUDGET)
            return await self._asker.ask(
                question,
                purpose=purpose,
                language=language,
                material=material,
                max_tokens=max_tokens,
                seed=seed,
                temperature=temperature,
            )

        return ask

    async def recall_before(
        self,
        reader: Reader,
        mindset: Mindset,
        text: str,
        k: int,
        audience: Sequence[Person],
        *,
        but_circle: str = "",
    ) -> RecalledContext:
        """Return what was recalled then, whatever the words."""
        del reader, text, k, but_circle
        discretion = await before(mindset.view, mindset.character, audience)
        told, kept = discretion.sift(self._found)
        return RecalledContext(recollections=told, withheld=kept)

    async def recall_in_talk(  # noqa: PLR0913 - what calls up what, before whom, since when
        self,
        reader: Reader,
        mindset: Mindset,
        text: str,
        k: int,
        audience: Sequence[Person],
        *,
        asked: str,
        since: int,
        kept: Sequence[RecalledMemory],
    ) -> RecalledContext:
        """Return what was recalled and read then, whatever the words."""
        del since, kept
        recalled = await self.recall_before(reader, mindset, text, k, audience)
        if self._recite is None:
            return recalled
        return replace(recalled, lore=await self._recite(reader, asked))


@dataclass(frozen=True, slots=True, kw_only=True)
class Retalking:
    """Says lines of talks again."""

    log: SessionLog
    asker: Asker
    attention: Attention
    lore: LoreIndex | None = None

    async def say(self, taken: RecordedTurn, cast: Cast) -> tuple[Draft, ...]:
        """Return what the line leaves, its turn last, under the id that it had.

        Raises `NotFound` where the log does not know of the talk, or a `Fault` of it.
        """
        seq = taken.receipt.vantage_seq
        vantage = Vantage(taken.record.timeline_id, seq)
        recalled = recollections(self.log, taken.receipt.recalled, seq)
        budget = fixed_budget(taken.receipt.prompt_budget or PROMPT_TOKENS)
        thinking = RecordedThinking(
            self.asker.limited(budget),
            (*recalled, *withheld(self.log, taken.receipt.withheld, seq)),
            PROFILES[taken.receipt.profile],
            is_over_budget=taken.receipt.faults == _OVER_BUDGET,
            recite=partial(self._read_then, taken),
        )
        minds = Minds(_Store(self.log, cast, vantage), Broadcast(), attention=self.attention)
        again = partial(say_next, budget=budget)
        conversing = NpcConversation(minds, thinking, again, floor=TurnLock())
        job = Job(
            id=0,
            kind=JobKind.CONVERSE,
            timeline_id=vantage.timeline_id,
            subject_id=self._initiator(taken),
            attempts=0,
            lease="",
        )
        try:
            await conversing(job)
        except _CaughtError as caught:
            return tuple(_under_its_id(caught.append.drafts, taken))
        raise NotFound("turn", taken.body.turn_id, "the talk ended before it, when replayed")

    async def _read_then(self, taken: RecordedTurn, reader: Reader, question: str) -> Found:
        del reader
        if self.lore is None:
            return NOTHING_READ
        return recited(self.lore, taken.receipt, question)

    def _initiator(self, taken: RecordedTurn) -> CharacterId:
        """Return who began the talk, and so carries it on."""
        mine = self.log.find(RecordKind.CONVERSATION, taken.record.subject_id)
        seqs = [seq for seq in mine if seq <= taken.receipt.vantage_seq]
        last = self.log.get(seqs[-1]) if seqs else None
        if last is None or not isinstance(last.body, Conversed):
            raise NotFound("turn", taken.body.turn_id, "the log tells of no talk it belongs to")
        for record in self.log.between(1, last.seq):
            body = record.body
            if isinstance(body, Conversed) and body.conversation_id == last.body.conversation_id:
                return CharacterId(record.subject_id)
        return CharacterId(last.subject_id)


def answers_to(taken: RecordedTurn) -> Iterator[tuple[RecordedAnswer, ...]]:
    """Yield how the answers of a line may have been cut: they are kept together, a line each."""
    receipt = taken.receipt
    calls = len(receipt.faults) + (receipt.rung is not Rung.AUTHORED)
    if calls < 2:
        yield (_answer(taken, receipt.raw_answer),)
        return
    lines = receipt.raw_answer.split("\n")
    for place in range(1, len(lines)):
        first, second = "\n".join(lines[:place]), "\n".join(lines[place:])
        yield (_answer(taken, first), _answer(taken, second))


def _answer(taken: RecordedTurn, text: str) -> RecordedAnswer:
    receipt = taken.receipt
    rung = receipt.rung if receipt.rung is Rung.RETRY else Rung.PRIMARY
    return RecordedAnswer(text=text, model=receipt.model, usage=receipt.usage, rung=rung)


def _under_its_id(drafts: Sequence[Draft], taken: RecordedTurn) -> Iterator[Draft]:
    """Yield drafts in which the line has the id it had, instead of a new one."""
    turn = next(draft.body for draft in drafts if isinstance(draft.body, TurnTaken))
    new, old = turn.turn_id.removeprefix(_MARK), taken.body.turn_id.removeprefix(_MARK)
    for draft in drafts:
        yield _renamed(draft, new, old)


def _renamed(draft: Draft, new: str, old: str) -> Draft:
    """Return a draft with another id of its turn, wherever that is part of an id."""
    body = draft.body
    changes: dict[str, object] = {}
    for name in ("turn_id", "commitment_id"):
        value = getattr(body, name, None)
        if isinstance(value, str) and new in value:
            changes[name] = value.replace(new, old)
    if isinstance(body, TurnTaken):
        changes["events"] = tuple(
            replace(event, turn_id=body.turn_id.replace(new, old))  # type: ignore[arg-type]
            if hasattr(event, "turn_id")
            else event
            for event in body.events
        )
    renamed = replace(body, **changes) if changes else body  # type: ignore[arg-type]
    return replace(draft, body=renamed, subject_id=draft.subject_id.replace(new, old))
