"""Carrying on a conversation between two characters, one line a job.

Every line is one call of a model and one append, which also queues the next line; between two lines
the only state is the log and that job. So a talk holds no worker, a server that dies in the middle
costs at most the line that was being generated, and a player who speaks to one of the two never
waits: the line is dropped and the conversation ends.
"""

from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from npcserver.aio import unless
from npcserver.app.authored import roster_at
from npcserver.app.context.commitments import promised_by
from npcserver.app.context.conversation_line import (
    ConversationLine,
    Listener,
    Provenance,
    names_of,
    open_lines,
)
from npcserver.app.context.discretion import before, carried
from npcserver.app.context.history import grounds_of
from npcserver.app.context.mindset import (
    Minds,
    Mindset,
    acquainted_with,
    beliefs,
    moved_mood,
    standing_with,
    standings,
)
from npcserver.app.context.open_intents import lately, open_matters
from npcserver.app.context.recall import RecalledContext
from npcserver.app.context.town_knowledge import EARLIER_LINES, town_facts
from npcserver.app.conversation.audience import Attentiveness, bystanders, voice_of_words
from npcserver.app.conversation.conversation_state import (
    ABSENCE,
    INTERRUPTION,
    SILENCE,
    Conversation,
    ConversationState,
    TalkTuning,
    abandoned,
    conversation_of,
    is_disturbed,
    jobs_after_conversation,
    lines_of,
    parting,
    person,
)
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.perception.tiers import load_attention_tiers
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.mind.conversation import is_stranger, without_told
from npcserver.mind.distortion import LineCast
from npcserver.mind.reply_trace import AUTHORED
from npcserver.model.canned_lines import canned_utterance, repeats
from npcserver.model.character import Attention, Person
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.ids import CharacterId, TimelineId, TurnId, new_id
from npcserver.model.inputs import ConverseInput, Spoken
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import Recollection
from npcserver.model.model_use import Purpose
from npcserver.model.record import (
    Draft,
    Record,
    RecordKind,
    Remembered,
    TurnTaken,
    subject_key,
)
from npcserver.model.secret import UnmetCondition, joined
from npcserver.model.thought import AnswerStatus
from npcserver.model.turn import (
    Line,
    RecalledMemory,
    Receipt,
    ReplyAnswer,
    Rung,
    Timings,
    TurnFinished,
    TurnOutcome,
    origin_of,
)
from npcserver.model.world import TownFact
from npcserver.ports.storage import Fence, Reader
from npcserver.ports.thinker import Ask, AskResult

_RESTS_ON = (
    RecordKind.CONVERSATION,
    RecordKind.PRESENCE,
    RecordKind.ATTENTION,
    RecordKind.LINE,
    RecordKind.TURN,
)
_ENDS_ON = (RecordKind.CONVERSATION, RecordKind.ACT, RecordKind.DAY)
_LAST_LINES = 4  # the last lines are the cue for recall (the released code of the paper: 4)
_BELIEFS = 5
_OWN_TURNS = 20  # more than a character has in one talk


LineGenerator = Callable[
    [ConverseInput, Ask], Coroutine[Any, Any, tuple[ReplyAnswer, AskResult[ReplyAnswer]]]
]
"""Returns the next line of a conversation, and the answer behind it. Raises a `ModelFault`."""


@dataclass(frozen=True, slots=True)
class _LineContext:
    """What a line is generated from, and all that was recalled for it."""

    exchange: ConverseInput
    recalled: RecalledContext
    withheld_for: tuple[tuple[UnmetCondition, ...], ...]


class NpcConversation:
    """Runs CONVERSE jobs, for the character that began the conversation."""

    def __init__(
        self,
        minds: Minds,
        thinking: ThoughtRuntime,
        say_next: LineGenerator,
        *,
        floor: TurnLock,
        tuning: TalkTuning | None = None,
        new_turn_id: Callable[[], str] = lambda: new_id("trn"),
    ) -> None:
        self._minds = minds
        self._thinking = thinking
        self._say_next = say_next
        self._floor = floor
        self._tuning = tuning or TalkTuning()
        self._new_turn_id = new_turn_id

    async def __call__(self, job: Job) -> None:
        """Say the next line, or end the conversation.

        The line is dropped when the game has left the timeline since this began. Raises `Conflict`
        when one of the two did something else in the meantime: the repeated job decides anew from
        the log.
        """
        timeline_id, mind = job.timeline_id, CharacterId(job.subject_id)
        async with self._minds.store.read() as reader:
            since = (await reader.timeline(timeline_id)).head
        try:
            await self._go_on(timeline_id, mind, since)
        except NotFound:
            await self._close(timeline_id, mind, since)
            raise

    async def _go_on(self, timeline_id: TimelineId, mind: CharacterId, since: int) -> None:
        async with self._minds.store.read() as reader:
            own = await self._minds.load(reader, timeline_id, mind)
            state = await self._state(reader, own, since)
            ended_by = "" if state is None else state.ended_by(self._tuning)
            context = None
            if state is not None and not ended_by:
                context = await self._context(reader, state)
        if state is None:
            await self._close(timeline_id, mind, since)
            return
        if context is not None:
            ended_by = await self._say(state, context)
        if ended_by:
            await self._end(state, ended_by)

    async def _close(self, timeline_id: TimelineId, mind: CharacterId, since: int) -> None:
        """End a conversation that cannot go on, for each of the two that still exists."""
        left: list[tuple[Mindset, Conversation, int]] = []
        async with self._minds.store.read() as reader:
            view = await reader.head(timeline_id)
            last = await abandoned(view, mind)
            if last is None:
                return
            for one in (mind, CharacterId(last.partner.id)):
                talk = await abandoned(view, one)
                if talk is None or talk.conversation_id != last.conversation_id:
                    continue
                with suppress(NotFound):
                    whose = await self._minds.load_at(reader, view, one)
                    left.append((whose, talk, len(await lines_of(view, talk))))
        for whose, talk, lines in left:
            await self._minds.save(
                whose,
                [parting(talk, whose.id, talk.partner, lines, ABSENCE)],
                fences=[whose.fence(RecordKind.CONVERSATION)],
                jobs=jobs_after_conversation(timeline_id, [whose.id], lines),
                since=since,
            )

    async def _state(self, reader: Reader, own: Mindset, since: int) -> ConversationState | None:
        talk = await conversation_of(own.view, own.present, own.id)
        if talk is None:
            return None
        other = await self._minds.load_at(reader, own.view, CharacterId(talk.partner.id))
        theirs = await conversation_of(own.view, own.present, other.id)
        sides = [side for side in (talk, theirs) if side is not None and side.has_taken_leave]
        return ConversationState(
            talk=talk,
            own=own,
            other=other,
            lines=await lines_of(own.view, talk),
            leavers=frozenset(side.mind for side in sides),
            is_disturbed=await is_disturbed(own.view, talk),
            since=since,
        )

    async def _context(self, reader: Reader, state: ConversationState) -> _LineContext:
        """Return the context of the next speaker, and what it withholds.

        All people present hear the line. Where all lines carry secrets closed to a listener, it is
        time to part.
        """
        mind, partner = state.speaker, person(state.listener)
        audience = dict.fromkeys((partner, *mind.situation.company))
        discretion = await before(mind.view, mind.character, tuple(audience))
        lines = open_lines(state.lines, partner.id, discretion)
        about = state.talk.about if mind is state.own else ""
        last = [line.text for line in lines[-_LAST_LINES:]]
        cue = " ".join(filter(None, (partner.name, about, *last)))
        asked = last[-1] if last else about
        said = await mind.view.tail(mind.id, (RecordKind.LINE,), self._tuning.own_lines)
        own_lines, _ = discretion.sift(said)
        held = await beliefs(mind.view, mind.id)
        kept = await _first_recalled(mind, state.talk.began_at)
        recalled = await self._thinking.recall_in_talk(
            reader, mind, cue, self._tuning.recall, tuple(audience),
            asked=asked,
            since=state.talk.began_at, kept=kept,
        )  # fmt: skip
        recollections = await _untold(
            mind, partner, recalled.recollections, said, asked=asked, about=about
        )
        promised = await mind.view.latest_by_subject(
            RecordKind.COMMITMENT, subject_key(mind.id, "")
        )
        matters = open_matters(
            mind.character,
            partner.id,
            mind.situation.now,
            promised,
            await lately(mind.view, mind.id),
            discretion,
        )
        exchange = ConverseInput(
            situation=mind.situation,
            partner=partner,
            about=about,
            conversation=tuple(_spoken(line, mind.id) for line in lines),
            standing=await standing_with(mind.view, mind.character, partner, mind.world.axes),
            beliefs=held[:_BELIEFS],
            recollections=recollections,
            kept=_leading(recollections, kept),
            lore=recalled.lore.quotes,
            town=await _town(reader, mind, partner, (about, *last[-EARLIER_LINES - 1 :])),
            own_lines=tuple(record.text for record in reversed(own_lines)),
            should_end=state.should_end(self._tuning) or (bool(state.lines) and not lines),
            secrets=joined(
                *(line.secrets for line in lines),
                carried(own_lines),
                recalled.secrets,
                matters.secrets,
            ),
            commitments=matters.commitments,
            attempts=matters.attempts,
        )
        return _LineContext(exchange, recalled, tuple(map(discretion.unmet, recalled.withheld)))

    async def _say(self, state: ConversationState, context: _LineContext) -> str:
        """Generate and store the next line; return what ends the conversation instead, or ""."""
        exchange = context.exchange
        timeline_id, both = state.own.timeline_id, (state.own.id, state.other.id)
        with self._floor.yielding(timeline_id, both) as wanted:
            ask = self._thinking.asking(state.speaker)
            thought = await unless(wanted, self._say_next(exchange, ask))
        if thought is None:
            return INTERRUPTION
        utterance, asked = thought
        if not utterance.say.strip():
            return SILENCE
        if repeats(utterance.say, exchange.own_lines):  # without anything new to say it takes leave
            utterance = canned_utterance(replace(exchange, should_end=True))
        await self._store_line(state, context, utterance, asked)
        return ""

    async def _store_line(
        self,
        state: ConversationState,
        context: _LineContext,
        utterance: ReplyAnswer,
        asked: AskResult[ReplyAnswer],
    ) -> None:
        mind, listener = state.speaker, state.listener
        talkers = (person(mind), person(listener))
        known = [found.memory for found in context.exchange.recollections]
        place_id = mind.present[mind.id].place_id
        async with self._minds.store.read() as reader:
            try:
                await reader.character(mind.world.id, listener.id)
            except NotFound as gone:
                raise Conflict(f"{gone.message}; think again", Reason.MIND_MOVED) from gone
            view = await reader.at(mind.view.vantage)
            residents = await roster_at(reader, view)
            tiers, default = await load_attention_tiers(view), self._minds.default_attention
            shown = {one for one in mind.present if tiers.get(one, default) is Attention.FOREGROUND}
            attentive = Attentiveness(
                foreground=shown, talk=f"{state.talk.began_at}", about=state.talk.about
            )
            present = await bystanders(
                reader, view, mind.present, place_id, talkers,
                loudness=voice_of_words(utterance.say), attentive=attentive,
            )  # fmt: skip
            if context.exchange.secrets:
                here = [one for one in present if mind.present[one.id].is_at(place_id)]
                present = tuple(here)  # those whom a shout reaches elsewhere were not weighed
            standing = await standing_with(view, listener.character, person(mind))
        cast = LineCast.of(
            mind.character.name,
            listener.character.name,
            (one.name for one in residents),
            (utterance.say, *(one.text for one in known)),
        )
        people = names_of((*talkers, *mind.situation.company))
        provenance = await self._thinking.provenance(utterance, known, cast, people)
        told = Listener(id=listener.id, trust={mind.id: standing.trust})
        drafts = self._records(state, context, utterance, asked, (told, *present), provenance)
        digests = (JobDraft(JobKind.DIGEST, mind.timeline_id, one.id) for one in present)
        await self._minds.save(
            mind,
            drafts,
            fences=_fences(state, _RESTS_ON),
            jobs=(*state.jobs(is_over=False), *digests),
            since=state.since,
        )

    def _records(
        self,
        state: ConversationState,
        context: _LineContext,
        utterance: ReplyAnswer,
        asked: AskResult[ReplyAnswer],
        listeners: tuple[Listener, ...],
        provenance: Provenance,
    ) -> tuple[Draft, ...]:
        """Return the records of a line: memories of speaker and listeners, and its receipt.

        The first listener is addressed, the others overhear it.
        """
        mind, listener, exchange = state.speaker, state.listener, context.exchange
        turn_id = TurnId(self._new_turn_id())
        line = ConversationLine(
            text=utterance.say,
            speaker=person(mind),
            to_id=listener.id,
            turn_id=turn_id,
            place_id=mind.present[mind.id].place_id,
            provenance=provenance,
            secrets=exchange.secrets,
            language=mind.character.persona.language,
        )
        leave = parting(state.talk, mind.id, person(listener), len(state.lines) + 1)
        # A line that repeated an earlier one was replaced, so that it is not the model's answer.
        made = self._receipt(mind, context, asked, is_own=asked.answer == utterance)
        outcome = TurnOutcome.FALLBACK if made.rung is Rung.AUTHORED else TurnOutcome.COMPLETED
        finished = TurnFinished(turn_id=turn_id, outcome=outcome, rung=made.rung, usage=asked.usage)
        said = Line(text=utterance.say, emotion=utterance.emotion, origin=origin_of(made))
        turn = TurnTaken(
            turn_id=turn_id,
            speaker_id=listener.id,
            speaker_name=listener.character.name,
            heard=state.lines[-1].text if state.lines else "",
            events=(said, finished),
            receipt=made,
        )
        return (
            *line.memories(listeners, (listener.id,)),
            *moved_mood(mind.situation.mood, (utterance.emotion,), mind.id),
            *((leave,) if utterance.ends else ()),
            *promised_by(utterance, exchange, turn_id, is_own=asked.answer is not None),
            Draft(RecordKind.TURN, turn, mind.id),
        )

    def _receipt(
        self, mind: Mindset, context: _LineContext, asked: AskResult[ReplyAnswer], *, is_own: bool
    ) -> Receipt:
        """Return the receipt; a line that is not the model's own has the rung AUTHORED."""
        exchange, recalled = context.exchange, context.recalled
        first = Rung.PRIMARY if asked.verdict is AnswerStatus.ANSWERED else Rung.RETRY
        return Receipt(
            vantage_seq=mind.seq,
            persona_version=mind.authored.version,
            draft_seq=mind.authored.draft_seq,
            profile=self._thinking.profile.name,
            recalled=tuple(found.as_recalled for found in exchange.recollections),
            template=asked.template,
            template_digest=asked.template_digest,
            prompt_digest=asked.prompt_digest,
            prompt_budget=asked.prompt_budget,
            model=asked.model if is_own else AUTHORED,
            rung=first if is_own else Rung.AUTHORED,
            seed=mind.situation.seed,
            usage=asked.usage,
            timings=Timings(),
            raw_answer="\n".join(asked.raw_answers),
            answer=None if asked.raw_answers else asked.answer,
            faults=asked.faults,
            purpose=Purpose.CONVERSE,
            standing=exchange.standing,
            lore=tuple(quote.cited for quote in exchange.lore),
            withheld=tuple(found.memory.seq for found in recalled.withheld),
            withheld_for=context.withheld_for,
            withheld_lore=recalled.lore.withheld,
            secrets=exchange.secrets,
        )

    async def _end(self, state: ConversationState, ended_by: str) -> None:
        await self._minds.save(
            state.own,
            state.over(ended_by),
            fences=_fences(state, _ENDS_ON),
            jobs=state.jobs(is_over=True),
            since=state.since,
        )


def _spoken(line: ConversationLine, mind: str) -> Spoken:
    return Spoken(speaker=line.speaker.name, text=line.text, is_own=line.speaker.id == mind)


async def _first_recalled(mind: Mindset, since: int) -> tuple[RecalledMemory, ...]:
    own = [
        record.body.receipt.recalled
        for record in await mind.view.tail(mind.id, (RecordKind.TURN,), _OWN_TURNS)
        if record.seq > since
        and isinstance(record.body, TurnTaken)
        and record.body.receipt.purpose is Purpose.CONVERSE
    ]
    return own[-1] if own else ()


async def _untold(
    mind: Mindset,
    partner: Person,
    found: tuple[Recollection, ...],
    said: Sequence[Record],
    *,
    asked: str,
    about: str,
) -> tuple[Recollection, ...]:
    """Return recollections without hearsay that others were told today, or a stranger is not."""
    told = [
        line.text
        for line in said
        if line.game_time.date() == mind.situation.now.date()
        and isinstance(line.body, Remembered)
        and line.body.told_to != partner.id
    ]
    standing = await standing_with(mind.view, mind.character, partner)
    return without_told(
        found,
        told,
        asked,
        await grounds_of(mind.view, [one.memory for one in found]),
        is_for_stranger=is_stranger(standing) and not about,
    )


def _leading(found: Sequence[Recollection], kept: Sequence[RecalledMemory]) -> int:
    """Return how many leading memories are kept from the first line; all for the first line."""
    if not kept:
        return len(found)
    seqs = {one.seq for one in kept}
    new = (place for place, one in enumerate(found) if one.memory.seq not in seqs)
    return next(new, len(found))


async def _town(
    reader: Reader, mind: Mindset, partner: Person, spoken: Sequence[str]
) -> tuple[TownFact, ...]:
    moved = await standings(mind.view, mind.id)
    return await town_facts(
        reader,
        mind.view,
        mind.world,
        mind.character,
        mind.present[mind.id].place_id,
        acquainted=acquainted_with(mind.character, moved),
        spoken=spoken,
        but=(partner.id,),
    )


def _fences(state: ConversationState, kinds: tuple[RecordKind, ...]) -> tuple[Fence, ...]:
    return tuple(mind.fence(*kinds) for mind in (state.own, state.other))
