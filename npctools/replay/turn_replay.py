"""Replaying one turn of a session: the same scene and code, with the recorded model answers.

A receipt records how the turn went, and so which model calls there were and how each ended. They
are played to `mind.reply`, which does not notice. A line among characters is said again by
`NpcConversation` itself, over a store that catches what it would have stored.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TypeVar, cast

from npcserver.app.authoring.lore_index import book_drafts, with_drafts
from npcserver.app.context.mindset import Minds
from npcserver.app.context.recall import recited
from npcserver.app.conversation.audience import NOBODY
from npcserver.app.conversation.authored_turns import without_model
from npcserver.app.conversation.npc_conversation import NpcConversation
from npcserver.app.conversation.turn_context import ContextLoader, LoadedTurn
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.conversation.turn_records import DialogueTurn, audience_of
from npcserver.app.conversation.turn_request import SayToCharacter, said_in
from npcserver.memory.lore import NOTHING_READ, LoreIndex, PassageMatches
from npcserver.memory.passages import cut
from npcserver.memory.score_profiles import DEFAULT
from npcserver.mind.authored_lines import authored_line
from npcserver.mind.conversation import say_next
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import ReplyTuning, reply
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.character import Attention
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, IntentId, TurnId, new_id
from npcserver.model.job import Job, JobKind
from npcserver.model.lore import Book
from npcserver.model.memory import Memory, Recollection
from npcserver.model.model_use import Purpose
from npcserver.model.record import Draft, RecordKind, Remembered
from npcserver.model.thought import Conversed
from npcserver.model.timeline import Vantage
from npcserver.model.turn import Receipt, Rung, TurnEvent, TurnFinished, TurnOutcome, TurnReason
from npcserver.ports.clock import StillClock
from npcserver.ports.language_model import fixed_budget
from npcserver.ports.storage import Append, Appended, Reader
from npcserver.ports.thinker import Thinker
from npcserver.prompts.question import PROMPT_TOKENS
from npcserver.prompts.render import Templates
from npctools.replay.recorded import RecordedModel
from npctools.replay.recorded_runtime import AnsweredThinker, RecordedThoughtRuntime
from npctools.replay.recorded_turn import (
    RecordedTurn,
    TurnCut,
    answers_of,
    answers_to,
    as_draft,
    recollections,
    withheld,
)
from npctools.replay.session_log import LEFT_BEHIND, SessionLog, SessionView
from npctools.replay.session_reader import Cast, SessionReader, SessionStore

_SETTLES = datetime(1, 1, 1, tzinfo=UTC)
_CLOCK = StillClock(_SETTLES)
_OVER_BUDGET = ("over budget",)
_WITH_FALLBACK = 2  # answers of a turn in which one model failed and another spoke

T = TypeVar("T")


Newcomers = Callable[
    [Reader, SessionView, SayToCharacter, tuple[Recollection, ...]],
    Awaitable[tuple[Recollection, ...]],
]
"""Adds memories that are new in today's world to the recalled ones, where recall ranks them."""


class _CaughtError(Exception):
    """A line was said; `append` is what would have been stored."""

    def __init__(self, append: Append) -> None:
        super().__init__(append.timeline_id)
        self.append = append


def _catch(append: Append) -> Appended:
    raise _CaughtError(append)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedTurn:
    """A replayed turn: `receipt` is its record, `drafts` are the others that it leaves."""

    taken: RecordedTurn
    receipt: Draft
    drafts: tuple[Draft, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedReply(ReplayedTurn):
    """A replayed reply: `turn` has all its results."""

    turn: DialogueTurn

    @property
    def loaded(self) -> LoadedTurn:
        """The context it was generated in."""
        return self.turn.loaded

    @property
    def reply(self) -> ReplyTrace:
        """The reply of the turn."""
        return self.turn.reply

    @property
    def events(self) -> tuple[TurnEvent, ...]:
        """The delivered events."""
        return tuple(self.turn.delivered)


@dataclass(slots=True, kw_only=True)
class TurnReplay:
    """Replays turns of a session.

    A prompt gets the budget of its receipt, or `older_budget` where that has none. `offers` and
    `things` replace what a turn was offered: the keys are the recorded catalogues, the values
    today's. `beyond` answers new questions if it reads no prompts; else the `model` does.
    """

    log: SessionLog
    loader: ContextLoader
    model: RecordedModel
    templates: Templates
    tuning: ReplyTuning
    older_budget: int
    attention: Attention = Attention.BACKGROUND
    books: Sequence[Book] = ()
    beyond: Thinker | None = None
    offers: Mapping[tuple[Affordance, ...], tuple[Affordance, ...]] = field(default_factory=dict)
    things: Mapping[tuple[Entity, ...], tuple[Entity, ...]] = field(default_factory=dict)
    clock: StillClock = _CLOCK
    indices: dict[tuple[int, ...], LoreIndex] = field(default_factory=dict)
    """The books as turns had them, by the drafts that held."""

    async def load_again(
        self, taken: RecordedTurn, casting: Cast, fresh: Newcomers | None = None
    ) -> tuple[Reader, DialogueTurn]:
        """Load the context of a turn as its vantage had it, with a cast.

        `fresh` adds memories that did not exist then, where recall ranks them.
        """
        receipt, body = taken.receipt, taken.body
        reader = cast("Reader", SessionReader(self.log, casting))
        view = self.log.at(Vantage(taken.record.timeline_id, receipt.vantage_seq))
        residents = await reader.roster(casting.world.id)
        is_player = all(resident.id != body.speaker_id for resident in residents)
        record = taken.record
        say = replace(
            said_in(body, record.timeline_id, record.character_id, is_player=is_player),
            affordances=self.offers.get(body.affordances, body.affordances),
            entities=self.things.get(body.entities, body.entities),
        )
        recalled = recollections(self.log, receipt.recalled, receipt.vantage_seq)
        if fresh is not None:
            recalled = await fresh(reader, view, say, recalled)
        kept = withheld(self.log, receipt.withheld, receipt.vantage_seq)
        loaded = await self.loader.load_again(
            reader,
            view,
            say,
            body.turn_id,
            (*recalled, *kept),
            self._quoted(taken),
            await self._read_then(taken, body.heard),
        )
        return reader, DialogueTurn(
            id=body.turn_id, say=say, loaded=loaded, profile=receipt.profile
        )

    def _quoted(self, taken: RecordedTurn) -> tuple[Memory, ...]:
        """Return the memories that a character which spoke first passed on."""
        said = (
            record.body
            for record in self.log.left_by(taken.body.turn_id)
            if record.kind is RecordKind.LINE and record.subject_id == taken.body.speaker_id
        )
        seqs = next((body.evidence for body in said if isinstance(body, Remembered)), ())
        found = (self.log.memory(seq, taken.receipt.vantage_seq) for seq in seqs)
        return tuple(memory for memory in found if memory is not None)

    async def _read_then(self, taken: RecordedTurn, question: str) -> PassageMatches:
        """Return the passages that were in the prompt, as the books have them, or a draft did."""
        view = self.log.at(Vantage(taken.record.timeline_id, taken.receipt.vantage_seq))
        drafts = await book_drafts(view)
        if not self.books and not drafts:
            return NOTHING_READ
        key = tuple(one.seq for one in drafts)
        if key not in self.indices:
            books = with_drafts(self.books, drafts)
            passages = [one for book in books for one in cut(book)]
            self.indices[key] = LoreIndex(books, passages, (), None)
        return recited(self.indices[key], taken.receipt, question)

    async def takes(self, taken: RecordedTurn, cast: Cast) -> AsyncGenerator[ReplayedTurn, None]:
        """Yield the turn replayed with the recorded answers.

        Once for each way to split the answers of a line among characters; one of them fits.
        """
        if taken.receipt.purpose is Purpose.REPLY:
            yield await self.exactly(taken, cast)
            return
        for answers in answers_to(taken):
            self.model.cue(answers, letter_by_letter=False)
            drafts = await self._said_again(taken, cast)
            kept = tuple(draft for draft in drafts if draft.kind in LEFT_BEHIND)
            yield ReplayedTurn(taken=taken, receipt=drafts[-1], drafts=kept)

    async def exactly(self, taken: RecordedTurn, cast: Cast) -> ReplayedReply:
        """Replay a reply with the recorded answers."""
        reader, turn = await self.load_again(taken, cast)
        cut = TurnCut.of(taken, self.log)
        is_torn = cut is not None and bool(cut.growing)
        await self._speak(turn, taken, cut, self._as_then(taken, letter_by_letter=is_torn))
        *drafts, receipt = await self._left(taken, turn, reader)
        return ReplayedReply(taken=taken, turn=turn, receipt=receipt, drafts=tuple(drafts))

    async def afresh(
        self, taken: RecordedTurn, turn: DialogueTurn, *, only_for: str
    ) -> tuple[ReplayedReply, bool]:
        """Take a turn in today's context, and tell whether anything was asked anew.

        Recorded answers count for the prompt with the digest `only_for`, which is empty if none
        was sent. A turn with an authored line asks no model today either.
        """
        played = self.model.played
        if taken.receipt.rung is Rung.AUTHORED:
            thinkers, is_anew = self._as_then(taken, letter_by_letter=False), False
        else:
            answers = answers_of(taken.receipt) if only_for and self.beyond is None else ()
            self.model.cue(answers, only_for=only_for, letter_by_letter=False)
            thinker = self._anew(taken)
            thinkers = _Ladder(thinker, *_stepped_in(taken, thinker))
            is_anew = True
        await self._speak(turn, taken, None, thinkers)
        append = turn.append(turn.loaded.authored.version, NOBODY, _SETTLES)
        replayed = ReplayedReply(taken=taken, turn=turn, receipt=append.drafts[-1])
        return replayed, is_anew and self.model.played == played

    async def ask(self, say: SayToCharacter, turn_id: TurnId) -> DialogueTurn:
        """Let a character answer at the end of the session; nothing is stored."""
        loaded = await self.loader.load(say, turn_id)
        turn = DialogueTurn(id=turn_id, say=say, loaded=loaded, profile=self.loader.profile.name)
        self.model.cue((), letter_by_letter=False)
        await self._speak(turn, None, None, _Ladder(self._anew(None)))
        return turn

    def _as_then(self, taken: RecordedTurn, *, letter_by_letter: bool) -> "_Ladder":
        """Return who answers a turn as it was answered then, and who steps in."""
        receipt, answers = taken.receipt, answers_of(taken.receipt)
        was_asked = receipt.answer is None or bool(receipt.prompt_digest)
        own = AnsweredThinker(
            receipt, answers[-1:] if was_asked else answers, size=int(letter_by_letter)
        )
        if not was_asked:
            return _Ladder(own, *_stepped_in(taken, own))
        prompted = self._prompted(taken)
        if receipt.answer is not None:
            self.model.cue(answers[:-1], letter_by_letter=False)
            fallback = prompted if len(answers) > _WITH_FALLBACK else None
            return _Ladder(prompted, fallback, own)
        self.model.cue(answers, letter_by_letter=letter_by_letter)
        return _Ladder(prompted, *_stepped_in(taken, prompted))

    def _anew(self, taken: RecordedTurn | None) -> Thinker:
        return self._prompted(taken) if self.beyond is None else self.beyond

    def _prompted(self, taken: RecordedTurn | None) -> PromptedThinker:
        return PromptedThinker(self.model, self.templates, replies=self._tuning(taken))

    def _line_thinker(self, receipt: Receipt) -> Thinker:
        if receipt.answer is not None:
            return AnsweredThinker(receipt)
        budget = fixed_budget(receipt.prompt_budget or PROMPT_TOKENS)
        return PromptedThinker(self.model, self.templates, budget=budget)

    def _tuning(self, taken: RecordedTurn | None) -> ReplyTuning:
        return taken.tuning(self.tuning, self.older_budget) if taken else self.tuning

    async def _said_again(self, taken: RecordedTurn, cast: Cast) -> tuple[Draft, ...]:
        """Return the records of a replayed line among characters, its turn last, under its old id.

        The real conversation runs over a store whose head is the vantage of the line; what it would
        store is caught. Raises `NotFound` where the log has no such talk, or a `Fault` of it.
        """
        receipt, seq = taken.receipt, taken.receipt.vantage_seq
        vantage = Vantage(taken.record.timeline_id, seq)

        async def recite(reader: Reader, question: str) -> PassageMatches:
            del reader
            return await self._read_then(taken, question)

        recalled = recollections(self.log, receipt.recalled, seq)
        thinking = RecordedThoughtRuntime(
            self._line_thinker(receipt),
            (*recalled, *withheld(self.log, receipt.withheld, seq)),
            replace(DEFAULT, name=receipt.profile),
            is_over_budget=receipt.faults == _OVER_BUDGET,
            recite=recite,
            told_on={
                told
                for record in self.log.between(seq + 1, taken.record.seq)
                if isinstance(record.body, Remembered) and record.body.turn_id == taken.body.turn_id
                for told in record.body.evidence
            },
        )
        store = SessionStore(self.log, cast, vantage, _catch)
        minds = Minds(store, attention=self.attention)
        job = Job.unclaimed(JobKind.CONVERSE, vantage.timeline_id, self._initiator(taken))
        talking = NpcConversation(
            minds,
            thinking,
            say_next,
            floor=TurnLock(),
            new_turn_id=lambda: taken.body.turn_id,
        )
        try:
            await talking(job)
        except _CaughtError as caught:
            return caught.append.drafts
        raise NotFound("turn", taken.body.turn_id, "the talk ended before it, when replayed")

    def _initiator(self, taken: RecordedTurn) -> CharacterId:
        """Return the character that began the talk, and so carries it on."""
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

    async def _speak(
        self,
        turn: DialogueTurn,
        taken: RecordedTurn | None,
        cut: TurnCut | None,
        ladder: "_Ladder",
    ) -> None:
        """Generate the reply and deliver it; a turn that was cut off ends at the same point."""
        turn.delivered.clear()
        if taken is not None and taken.outcome is TurnOutcome.SHED:
            self._shed(turn, taken)
            return
        turn.over_budget = None if taken is None else taken.over_budget
        said = reply(
            turn.loaded.scene,
            thinker=ladder.thinker,
            fallback=ladder.fallback,
            rescue=ladder.rescue,
            templates=self.templates,
            tuning=self._tuning(taken),
            new_intent_id=_intent_ids(taken).__next__,
            clock=self.clock,
            want_deltas=turn.say.want_deltas,
            notes=turn.notes,
            over_budget="" if turn.over_budget is None else turn.over_budget.fault,
        )
        async with aclosing(said) as parts:
            async for part in parts:
                if isinstance(part, ReplyTrace):
                    turn.concluded = part
                    break
                if cut is not None and cut.is_reached(len(turn.delivered), turn.growing):
                    break
                turn.deliver(part, 0.0)
                # A client that hung up at this part asked for no more: the next was never
                # generated.
                if cut is not None and cut.is_reached(len(turn.delivered), turn.growing):
                    break
        if cut is not None and taken is not None:
            turn.concluded = None
            turn.cut_off = taken.outcome

    def _shed(self, turn: DialogueTurn, taken: RecordedTurn) -> None:
        """Let a character say the line that it says where no model is asked."""
        finished = taken.body.events[-1]
        reason = finished.reason if isinstance(finished, TurnFinished) else None
        scene = turn.loaded.scene
        turn.deliver(authored_line(scene.character, scene.seed, self.templates), 0.0)
        turn.reason = reason or TurnReason.OVERLOADED
        turn.concluded = without_model(turn.reason)

    async def _left(
        self, taken: RecordedTurn, turn: DialogueTurn, reader: Reader
    ) -> tuple[Draft, ...]:
        """Return the records of the turn: memories of its audience, and the turn itself.

        A listener may have arrived or left just before the turn was stored: earlier audiences are
        tried until one gives the recorded memories.
        """
        left = self.log.left_by(turn.id)
        end = (left[0].seq if left else taken.record.seq) - 1
        recorded = tuple(map(as_draft, self.log.left_behind(taken.record, left)))
        kept: tuple[Draft, ...] = ()
        for seq in self._moments(taken.receipt.vantage_seq, end):
            view = self.log.at(Vantage(taken.record.timeline_id, seq))
            audience = await audience_of(reader, view, turn)
            drafts = turn.append(taken.receipt.persona_version, audience, _SETTLES).drafts
            kept = tuple(each for each in drafts if each.kind in LEFT_BEHIND)
            # The first audience that explains the recorded memories is the right one.
            if kept == recorded:
                break
        return (*kept, next(each for each in drafts if each.kind is RecordKind.TURN))

    def _moments(self, first: int, last: int) -> Iterator[int]:
        """Yield positions with a possibly different audience, the last one first."""
        yield last
        kinds = (RecordKind.PRESENCE, RecordKind.ACT, RecordKind.RELATION, RecordKind.CIRCLE)
        for record in reversed(self.log.between(first + 1, last)):
            if record.kind in kinds:
                yield record.seq - 1


@dataclass(frozen=True, slots=True)
class _Ladder:
    """Who answers a turn, and who steps in where that fails."""

    thinker: Thinker
    fallback: Thinker | None = None
    rescue: Thinker | None = None


def _stepped_in(taken: RecordedTurn, thinker: Thinker) -> tuple[Thinker | None, Thinker | None]:
    """Return a thinker as fallback and as rescue, where such a one spoke or failed then."""
    rung, answers = taken.receipt.rung, len(answers_of(taken.receipt))
    if answers < _WITH_FALLBACK:
        return None, None
    fallback = thinker if rung is Rung.FALLBACK_MODEL or answers > _WITH_FALLBACK else None
    return fallback, thinker if rung is Rung.OFFLINE else None


def _intent_ids(taken: RecordedTurn | None) -> Iterator[IntentId]:
    for proposed in () if taken is None else taken.intents:
        yield proposed.intent.id
    while True:
        yield IntentId(new_id("int"))
