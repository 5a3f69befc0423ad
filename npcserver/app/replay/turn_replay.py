"""Taking one turn of a session again: the same scene, the same code, the model's own old words.

A receipt tells how the turn went, and so which calls of a model there were and how each ended. They
are played to `mind.reply`, which knows nothing of it.
"""

from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Protocol

from npcserver.app.context.recall import recited
from npcserver.app.conversation.audience import NOBODY
from npcserver.app.conversation.turn_context import (
    ContextLoader,
    LoadedTurn,
    SayToCharacter,
    said_in,
)
from npcserver.app.conversation.turn_records import DialogueTurn, audience_of
from npcserver.app.replay.recorded_turn import (
    RecordedTurn,
    TurnCut,
    answers_of,
    as_draft,
    recollections,
    withheld,
)
from npcserver.app.replay.session_log import LEFT_BEHIND, SessionLog, SessionView
from npcserver.app.replay.session_reader import Cast, SessionReader
from npcserver.memory.lore import NOTHING_READ, Found, LoreIndex
from npcserver.mind.notes import Reply
from npcserver.mind.reply import Part, ReplyTuning, reply
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.ids import IntentId, TurnId, new_id
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import Draft, RecordKind, Remembered
from npcserver.model.session import RecordedAnswer
from npcserver.model.timeline import Vantage
from npcserver.model.turn import Rung, TurnEvent
from npcserver.ports.language_model import LanguageModel
from npcserver.prompts.render import Templates

_SETTLES = datetime(1, 1, 1, tzinfo=UTC)


class PlayingModel(LanguageModel, Protocol):
    """A model that plays what it is cued with, and is asked nothing else unless it may.

    `played` counts the recorded answers that were played.
    """

    played: int

    def cue(
        self, answers: Sequence[RecordedAnswer], *, only_for: str = "", letter_by_letter: bool
    ) -> None:
        """Lay out the answers to the next questions; with `only_for`, to the prompt of a digest."""
        ...


class Newcomers(Protocol):
    """Lets memories come to mind that are new in the world."""

    async def __call__(
        self,
        reader: SessionReader,
        view: SessionView,
        say: SayToCharacter,
        recalled: tuple[Recollection, ...],
    ) -> tuple[Recollection, ...]:
        """Return what comes to mind: what was recalled, and what of the new belongs there."""
        ...


class _StillClock:
    """A clock that stands still: a replay is never too slow."""

    def now(self) -> datetime:
        return _SETTLES

    def monotonic(self) -> float:
        return 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedTurn:
    """A turn as it was taken again: `turn` holds all that came of it, `drafts` what it leaves."""

    taken: RecordedTurn
    turn: DialogueTurn
    receipt: Draft
    drafts: tuple[Draft, ...] = ()

    @property
    def staged(self) -> LoadedTurn:
        """The scene it was taken in."""
        return self.turn.staged

    @property
    def reply(self) -> Reply:
        """What the reply came to."""
        return self.turn.reply

    @property
    def events(self) -> tuple[TurnEvent, ...]:
        """What went out."""
        return tuple(self.turn.delivered)


@dataclass(slots=True, kw_only=True)
class TurnReplay:
    """Performs turns of a session.

    A prompt gets the budget that its receipt names, or `older_budget` where it names none. What a
    turn was offered is replaced by what `offers` and `things` have for it: today's catalogue for
    that of the world as it was.
    """

    log: SessionLog
    stage: ContextLoader
    model: PlayingModel
    templates: Templates
    tuning: ReplyTuning
    older_budget: int
    lore: LoreIndex | None = None
    offers: Mapping[tuple[Affordance, ...], tuple[Affordance, ...]] = field(default_factory=dict)
    things: Mapping[tuple[Entity, ...], tuple[Entity, ...]] = field(default_factory=dict)
    clock: _StillClock = field(default_factory=_StillClock)

    async def restage(
        self, taken: RecordedTurn, cast: Cast, fresh: Newcomers | None = None
    ) -> tuple[SessionReader, DialogueTurn]:
        """Set the scene of a turn as its vantage saw it, with a cast.

        `fresh` are memories that nobody had then; they come to mind where their words call them.
        """
        receipt, body = taken.receipt, taken.body
        reader = SessionReader(self.log, cast)
        view = self.log.at(Vantage(taken.record.timeline_id, receipt.vantage_seq))
        residents = await reader.roster(cast.world.id)
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
        staged = await self.stage.restage(
            reader,
            view,
            say,
            body.turn_id,
            (*recalled, *kept),
            self._quoted(taken),
            self._read_then(taken),
        )
        return reader, DialogueTurn(
            id=body.turn_id, say=say, staged=staged, profile=receipt.profile
        )

    def _quoted(self, taken: RecordedTurn) -> tuple[Memory, ...]:
        """Return what a character that spoke first passed on of its memories."""
        said = (
            record.body
            for record in self.log.left_by(taken.body.turn_id)
            if record.kind is RecordKind.LINE and record.subject_id == taken.body.speaker_id
        )
        seqs = next((body.evidence for body in said if isinstance(body, Remembered)), ())
        found = (self.log.memory(seq, taken.receipt.vantage_seq) for seq in seqs)
        return tuple(memory for memory in found if memory is not None)

    def _read_then(self, taken: RecordedTurn) -> Found:
        """Return the passages that were before the character, as they stand in the books."""
        if self.lore is None:
            return NOTHING_READ
        return recited(self.lore, taken.receipt, taken.body.heard)

    async def exactly(self, taken: RecordedTurn, cast: Cast) -> ReplayedTurn:
        """Take a turn again with the answers that were given then."""
        reader, turn = await self.restage(taken, cast)
        cut = TurnCut.of(taken, self.log)
        answers = answers_of(taken.receipt)
        self.model.cue(answers, letter_by_letter=cut is not None and bool(cut.growing))
        await self._speak(turn, taken, cut, has_rescue=_was_rescued(taken, answers))
        *drafts, receipt = await self._left(taken, turn, reader)
        return ReplayedTurn(taken=taken, turn=turn, receipt=receipt, drafts=tuple(drafts))

    async def afresh(
        self, taken: RecordedTurn, turn: DialogueTurn, *, only_for: str
    ) -> ReplayedTurn:
        """Take a turn in a scene of today; the old answers count for the prompt of that digest.

        A turn in which no model spoke has none today either: an author's line is spoken again.
        """
        answers = answers_of(taken.receipt)
        no_model_spoke = taken.receipt.rung is Rung.AUTHORED
        self.model.cue(answers, only_for="" if no_model_spoke else only_for, letter_by_letter=False)
        await self._speak(turn, taken, None, has_rescue=_was_rescued(taken, answers))
        append = turn.append(turn.staged.authored.version, NOBODY, _SETTLES)
        return ReplayedTurn(taken=taken, turn=turn, receipt=append.drafts[-1])

    async def ask(self, say: SayToCharacter, turn_id: TurnId) -> DialogueTurn:
        """Let a character answer at the end of the session; no trace is left of it."""
        staged = await self.stage.load(say, turn_id)
        turn = DialogueTurn(id=turn_id, say=say, staged=staged, profile=self.stage.profile.name)
        self.model.cue((), letter_by_letter=False)
        await self._speak(turn, None, None, has_rescue=False)
        return turn

    async def _speak(
        self,
        turn: DialogueTurn,
        taken: RecordedTurn | None,
        cut: TurnCut | None,
        *,
        has_rescue: bool,
    ) -> None:
        """Let the mind answer, and deliver what it says; a turn that was cut off ends there."""
        turn.delivered.clear()
        async with aclosing(self._parts(turn, taken, has_rescue=has_rescue)) as parts:
            async for part in parts:
                if isinstance(part, Reply):
                    turn.concluded = part
                    break
                if cut is not None and cut.is_reached(len(turn.delivered), turn.growing):
                    break
                turn.deliver(part, 0.0)
                # Who hung up over this part asked for no other: what comes next was never read.
                if cut is not None and cut.is_reached(len(turn.delivered), turn.growing):
                    break
        if cut is not None and taken is not None:
            turn.concluded = None
            turn.cut_off = taken.outcome

    def _parts(
        self, turn: DialogueTurn, taken: RecordedTurn | None, *, has_rescue: bool
    ) -> AsyncGenerator[Part, None]:
        return reply(
            turn.staged.scene,
            model=self.model,
            rescue=self.model if has_rescue else None,
            templates=self.templates,
            tuning=self._tuning(taken),
            new_intent_id=_intent_ids(taken).__next__,
            clock=self.clock,
            want_deltas=turn.say.want_deltas,
            notes=turn.notes,
        )

    def _tuning(self, taken: RecordedTurn | None) -> ReplyTuning:
        if taken is None:
            return self.tuning
        budget = taken.receipt.prompt_budget or self.older_budget
        return replace(
            self.tuning,
            prompt_tokens=budget,
            budget=None,
            prompt_profile=taken.receipt.prompt_profile,
            profile_now=None,
        )

    async def _left(
        self, taken: RecordedTurn, turn: DialogueTurn, reader: SessionReader
    ) -> tuple[Draft, ...]:
        """Return what the turn leaves: in minds, as who was there by then heard it, and its record.

        Somebody may have come or gone in the very moment before: then it is as it was before that.
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
            if kept == recorded:
                break
        return (*kept, next(each for each in drafts if each.kind is RecordKind.TURN))

    def _moments(self, first: int, last: int) -> Iterator[int]:
        """Yield positions from which a room may have looked different, the last one first."""
        yield last
        kinds = (RecordKind.PRESENCE, RecordKind.ACT, RecordKind.RELATION, RecordKind.CIRCLE)
        for record in reversed(self.log.between(first + 1, last)):
            if record.kind in kinds:
                yield record.seq - 1


def _was_rescued(taken: RecordedTurn, answers: Sequence[RecordedAnswer]) -> bool:
    """Say whether another model spoke after the first had failed."""
    return taken.receipt.rung is Rung.OFFLINE and len(answers) > 1


def _intent_ids(taken: RecordedTurn | None) -> Iterator[IntentId]:
    """Yield the ids that the intents of a turn had, and new ones for any others."""
    for proposed in () if taken is None else taken.intents:
        yield proposed.intent.id
    while True:
        yield IntentId(new_id("int"))
