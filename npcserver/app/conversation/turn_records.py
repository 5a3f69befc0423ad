"""The records that a turn leaves, and storing them in one transaction."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from npcserver.app.authored import adopt
from npcserver.app.context.beats import beat_drafts
from npcserver.app.context.commitments import PromiseExchange, unmoved
from npcserver.app.context.conversation_line import (
    ConversationLine,
    Listener,
    Provenance,
    cast_of,
    names_here,
)
from npcserver.app.context.mindset import moved_mood
from npcserver.app.conversation.audience import (
    NOBODY,
    Audience,
    CircleAnswer,
    as_listeners,
    bystanders,
    jobs_after,
    listeners_of,
    voice_of_words,
)
from npcserver.app.conversation.turn_context import LoadedTurn
from npcserver.app.conversation.turn_request import SayToCharacter, private_words
from npcserver.app.perception.presence import load_presences
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.model.action_request import requested_action
from npcserver.model.budget_accounts import BudgetReached
from npcserver.model.character import Person
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.ids import CharacterId, TurnId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Draft, RecordKind, TurnTaken
from npcserver.model.secret import joined
from npcserver.model.senses import Loudness
from npcserver.model.turn import (
    Delivered,
    DisclosureMade,
    IntentProposed,
    Line,
    LineDelta,
    Receipt,
    Rung,
    Timings,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnReason,
    TurnWaiting,
    cut_off,
)
from npcserver.ports.observer import TurnMeasures
from npcserver.ports.storage import Append, Appended, Reader, Store, UnitOfWork
from npcserver.ports.turn_leases import TurnLease
from npcserver.ports.view import View

_OTHERS = 100  # more promises than a turn makes to its partner

# The fields of an answer's notes that deliveries and receipts have too, under the same names. They
# have no record of their own: the order of fields is that of stored bodies, which sessions compare.
_NOTED = (
    *("model", "rung", "usage", "template", "template_digest", "prompt_digest", "prompt_budget"),
    *("prompt_profile", "prompt_parts", "context_limit", "answer", "raw_answer", "faults"),
)


@dataclass(slots=True, kw_only=True)
class DialogueTurn:
    """A turn while it is spoken: what was delivered so far, and the reply once it is complete.

    `made_from` is the receipt of a turn that began on a server that died. `is_entered` once the
    turn is in the journal under `owner`, None for anybody. `reason` is why no model was used or
    nothing is stored. No model was asked if the budget `over_budget` was used up; `reports_budget`
    for the first such. `disclosure` is what the player was told of models before the first words.
    """

    id: TurnId
    say: SayToCharacter
    loaded: LoadedTurn
    profile: str
    delivered: list[TurnEvent] = field(default_factory=list)
    growing: str = ""
    notes: ReplyTrace = field(default_factory=ReplyTrace)
    concluded: ReplyTrace | None = None
    cut_off: TurnOutcome = TurnOutcome.INTERRUPTED
    recalled_ms: float = 0.0
    first_beat_ms: float = 0.0
    first_word_ms: float = 0.0
    finished_ms: float = 0.0
    made_from: Receipt | None = None
    is_entered: bool = False
    owner: str | None = ""
    lease: TurnLease | None = None
    reason: TurnReason | None = None
    over_budget: BudgetReached | None = None
    reports_budget: bool = False
    disclosure: DisclosureMade | None = None
    _lines: tuple[ConversationLine, ConversationLine] | None = None

    def deliver(self, event: TurnEvent, milliseconds: float) -> None:
        """Note an event that has gone out."""
        self.first_beat_ms = self.first_beat_ms or milliseconds
        if isinstance(event, Line | LineDelta):
            self.first_word_ms = self.first_word_ms or milliseconds
        if isinstance(event, LineDelta):
            self.growing += event.text
        elif not isinstance(event, TurnWaiting | DisclosureMade):
            self.growing = "" if isinstance(event, Line) else self.growing
            self.delivered.append(event)

    def resume(self, earlier: Delivered) -> None:
        """Restore the state that a turn had when its server died."""
        self.delivered, self.growing = list(earlier.events), earlier.torn
        self.first_word_ms = earlier.first_word_ms
        self.notes = ReplyTrace(**_noted(earlier))

    @property
    def reply(self) -> ReplyTrace:
        """The reply; as far as it got, when it was cut off."""
        return self.concluded or self.notes.so_far(self.cut_off)

    @property
    def spoken(self) -> str:
        """All words that were delivered; a sentence that was cut off ends in a dash."""
        lines = [event.text for event in self.delivered if isinstance(event, Line)]
        if self.torn:
            lines.append(cut_off(self.torn))
        return " ".join(lines)

    @property
    def torn(self) -> str:
        """The delivered part of a line that was cut off; empty for none."""
        return self.growing if self.growing.strip() and self.concluded is None else ""

    def so_far(self, about_to_go: TurnEvent | None = None) -> Delivered:
        """Return what was delivered, with an event that is about to go out."""
        events, torn = tuple(self.delivered), self.growing
        if isinstance(about_to_go, LineDelta):
            torn += about_to_go.text
        elif about_to_go is not None:
            events, torn = (*events, about_to_go), ""
        return Delivered(
            **_noted(self.notes.so_far(self.cut_off)),
            events=events,
            torn=torn,
            first_word_ms=self.first_word_ms,
        )

    def finished(self, seq: int) -> TurnFinished:
        """Return the last event, once the turn is stored at `seq`."""
        return TurnFinished(
            turn_id=self.id,
            outcome=self.reply.outcome,
            rung=self.reply.rung,
            usage=self.reply.usage,
            seq=seq,
            reason=self.reason,
            budget=self.over_budget,
        )

    def measures(self, commit: float, whole: float) -> TurnMeasures:
        """Return the turn in figures, once storing it took `commit` seconds of `whole`."""
        return TurnMeasures(
            outcome=self.reply.outcome,
            rung=self.reply.rung,
            recall=self.recalled_ms / 1000,
            first_beat=self.first_beat_ms / 1000 if self.first_beat_ms else None,
            first_word=self.first_word_ms / 1000 if self.first_word_ms else None,
            commit=commit,
            whole=whole,
            proposed=sum(isinstance(event, IntentProposed) for event in self.delivered),
            refused=len(self.reply.dropped),
        )

    def append(self, persona_version: int, audience: Audience, settles_at: datetime) -> Append:
        """Return the records of this turn: what was heard, what was said, and the receipt.

        The thoughts about the talk run from `settles_at` on, unless more is said.
        """
        timeline_id = self.say.timeline_id
        answered, (_, answering) = self.answered, self.talkers
        if answered is None:
            talkers = [one.id for one in self.talkers if not one.is_player]
        else:
            to_ids = answered.to_ids if answered.said else ()
            talkers = [answering.id, *(one.id for one in audience.listeners if one.id in to_ids)]
        hearers = (*audience.listeners, *audience.heard_words)
        minds = dict.fromkeys((*talkers, *(one.id for one in hearers)))
        embed = (JobDraft(JobKind.EMBED, one, answering.id) for one in self.loaded.pending)
        budget = self.over_budget if self.reports_budget else None
        return Append(
            timeline_id,
            (
                *self._memories(audience),
                *self._mood(),
                *self._promises(),
                *beat_drafts(self.loaded.scene, self.spoken, self.id),
                *(() if budget is None else (Draft(RecordKind.BUDGET, budget),)),
                self._receipt_draft(persona_version),
            ),
            jobs=(*jobs_after(timeline_id, minds, talkers, settles_at), *embed),
            key=self.say.key,
        )

    @property
    def talkers(self) -> tuple[Person, Person]:
        """The first speaker, and the one who answers."""
        character = self.loaded.scene.character
        answering = Person(id=character.id, name=character.name, is_player=False)
        return self.say.speaker, answering

    @property
    def is_between_two(self) -> bool:
        """Whether a player speaks with a character, and no other character can hear them."""
        is_alone = all(person.is_player for person in self.loaded.scene.company)
        is_near = Loudness.SHOUT not in (self.say.loudness, self.answer_loudness)
        return self.say.speaker.is_player and (self.say.is_private or (is_alone and is_near))

    @property
    def answer_loudness(self) -> Loudness:
        """How loud the answer is: whispered after a whisper; a shout is not answered by one."""
        is_whisper = self.say.loudness is Loudness.WHISPER
        return Loudness.WHISPER if is_whisper else voice_of_words(self.spoken)

    def may_be_heard_by(self, listener: Listener) -> bool:
        """Return whether a listener heard it: one elsewhere, or who arrived meanwhile, no secret.

        Who hears half catches nothing of it in any case.
        """
        scene = self.loaded.scene
        is_weighed = any(person.id == listener.id for person in scene.company)
        return listener.is_half or not scene.secrets or is_weighed

    @property
    def answered(self) -> CircleAnswer | None:
        """The answer to a circle; None for a turn outside circles."""
        if self.say.circle is None:
            return None
        partner, speaker = self.talkers
        return CircleAnswer(
            circle=self.say.circle,
            speaker=speaker,
            partner=partner,
            heard=self.say.text,
            said=self.spoken,
        )

    def _promises(self) -> tuple[Draft, ...]:
        """Return the promise records that follow the turn.

        In a circle a player's promise counts where it was said to this character; a character's is
        stored. Those of the answer are made to its addressee, else to the one it answers.
        """
        answered, scene, reply = self.answered, self.loaded.scene, self.reply
        partner, answering = self.talkers
        is_own = reply.rung is not Rung.AUTHORED
        is_told = answered is None or (answered.circle.is_addressed and partner.is_player)
        exchanged = PromiseExchange(
            speaker=answering,
            partner=partner,
            turn_id=self.id,
            now=scene.now,
            own=self.spoken if is_own else "",
            heard=self.say.text if is_told else "",
            answered=self.say.text,
            named=reply.promises if is_own else (),
            verdicts=reply.verdicts if is_own else (),
            shown=scene.commitments,
            secrets=scene.secrets,
            language=scene.character.persona.language,
            calendar=scene.world.calendar,
            profile=reply.prompt_profile,
        )
        to = None if answered is None else answered.to
        if to is None or to.id == partner.id:
            return exchanged.drafts()
        own = replace(exchanged, partner=to, heard="", verdicts=(), shown=(), after=_OTHERS)
        return (*replace(exchanged, own="").drafts(), *own.drafts())

    def _memories(self, audience: Audience) -> Iterator[Draft]:
        """Yield the memories of the words that were heard, and of the answer.

        In a circle those of the words that were heard are stored already.
        """
        answered, (speaker, answering) = self.answered, self.talkers
        if answered is not None:
            answer = self._answer_line(answered.to, answering)
            if answer.text:
                yield from answer.memories(audience.listeners, answered.to_ids)
            return
        told = Listener(
            id=answering.id,
            trust={speaker.id: self.loaded.scene.trust},
            importance=self.reply.importance,
        )
        heard, answer = self.lines
        yield from heard.memories((told, *audience.heard_words), (answering.id,))
        if answer.text:
            yield from answer.memories(audience.answered, (speaker.id,))

    @property
    def lines(self) -> tuple[ConversationLine, ConversationLine]:
        """The line that was answered and the answer, of a turn that is over; read once."""
        if self._lines is None:
            speaker, answering = self.talkers
            players = self._players(speaker, answering)
            private = private_words(self.say, self.loaded.scene.world)
            heard = replace(
                self._line(self.say.text, speaker, answering),
                provenance=Provenance.of_memories(self.loaded.quoted, players),
                secrets=joined(self.loaded.confided, private),
                is_merely_whispered=not self.loaded.confided,
            )
            self._lines = heard, self._answer_line(speaker, answering)
        return self._lines

    def _answer_line(self, to: Person | None, answering: Person) -> ConversationLine:
        """Return the line of the answer, with the memories that it passed on."""
        scene = self.loaded.scene
        known = [found.memory for found in scene.recollections]
        players = self._players(answering, to)
        felt = [event.emotion for event in self.delivered if isinstance(event, Line)]
        # Later prompts show the intents that the heard words asked for. They leave out the others,
        # since a small model repeats in every line a proposal that it sees there.
        asked = requested_action(scene)
        proposed = (one.intent for one in self.delivered if isinstance(one, IntentProposed))
        return replace(
            self._line(self.spoken, answering, to),
            provenance=Provenance.of_words(
                self.spoken,
                known,
                names_here(scene),
                players,
                cast=cast_of(scene, self.spoken),
            ),
            secrets=scene.secrets,
            feeling=felt[-1].label if felt and felt[-1] is not None else "",
            intents=tuple(one for one in proposed if asked and one.affordance == asked.affordance),
        )

    def _line(self, text: str, speaker: Person, to: Person | None) -> ConversationLine:
        circle = self.say.circle
        return ConversationLine(
            text=text,
            speaker=speaker,
            to_id="" if to is None else to.id,
            turn_id=self.id,
            place_id=self.loaded.place_id,
            circle_id="" if circle is None else circle.circle_id,
            is_whisper=circle is not None and circle.is_whisper,
            language=self.loaded.scene.character.persona.language,
        )

    def _players(self, speaker: Person, to: Person | None) -> tuple[str, ...]:
        """Return the players among speaker and addressees; without one addressee, all hearers."""
        circle = self.say.circle
        told = (to,) if to is not None else () if circle is None else circle.hearers
        return tuple(one.id for one in (speaker, *told) if one.is_player)

    def _mood(self) -> tuple[Draft, ...]:
        """Return how its own words moved the character's mood; authored words do not."""
        if self.reply.rung is Rung.AUTHORED:
            return ()
        lines = [event for event in self.delivered if isinstance(event, Line)]
        # A reply's felt values follow its words, after its lines have gone out.
        felt = [self.reply.felt or line.emotion for line in lines]
        return moved_mood(self.loaded.scene.mood, felt, self.say.character_id)

    def _receipt_draft(self, persona_version: int) -> Draft:
        body = self.begun(persona_version)
        mind, events = self.loaded.scene.character.id, (*self.delivered, self.finished(0))
        return Draft(RecordKind.TURN, replace(body, events=events, torn=self.torn), mind)

    def begun(self, persona_version: int) -> TurnTaken:
        """Return the turn's record before its end, without events."""
        say, scene = self.say, self.loaded.scene
        return TurnTaken(
            turn_id=self.id,
            speaker_id=say.speaker.id,
            speaker_name=say.speaker.name,
            heard=say.text,
            events=(),
            receipt=self._receipt(persona_version),
            affordances=scene.affordances,
            entities=scene.entities,
            is_private=say.is_private,
            want_deltas=say.want_deltas,
            circle=say.circle,
            disclosure=self.disclosure,
            language=say.language or self.loaded.timeline.language,
            loudness=say.loudness,
        )

    def _receipt(self, persona_version: int) -> Receipt:
        reply, scene, authored = self.reply, self.loaded.scene, self.loaded.authored
        timings = Timings(
            recalled=self.recalled_ms, first_word=self.first_word_ms, finished=self.finished_ms
        )
        if self.made_from is not None:
            return replace(self.made_from, **_noted(reply), timings=timings)
        return Receipt(
            **_noted(reply),
            vantage_seq=self.loaded.timeline.head,
            persona_version=persona_version,
            draft_seq=authored.draft_seq,
            profile=self.profile,
            recalled=tuple(found.as_recalled for found in scene.recollections),
            seed=scene.seed,
            timings=timings,
            dropped=reply.dropped,
            importance=reply.importance,
            standing=self.loaded.standing,
            lore=tuple(quote.cited for quote in scene.lore),
            withheld=tuple(found.memory.seq for found in self.loaded.withheld),
            withheld_for=self.loaded.withheld_for,
            withheld_lore=self.loaded.withheld_lore,
            secrets=scene.secrets,
        )


def _noted(answer: ReplyTrace | Delivered) -> dict[str, Any]:
    return {name: getattr(answer, name) for name in _NOTED}


async def audience_of(reader: Reader, view: View, turn: DialogueTurn) -> Audience:
    """Return who hears a turn that is stored at a vantage."""
    speaker, answering = turn.talkers
    if turn.say.circle is not None:
        return Audience(listeners=await listeners_of(reader, view, turn.say.circle, answering))
    if turn.is_between_two:
        return NOBODY
    heard: dict[Loudness, tuple[Listener, ...]] = {}
    if not turn.say.is_private:
        present, place_id = await load_presences(reader, view), turn.loaded.place_id
        for loudness in dict.fromkeys((turn.say.loudness, turn.answer_loudness)):
            found = await bystanders(
                reader, view, present, place_id, turn.talkers, loudness=loudness
            )
            heard[loudness] = tuple(one for one in found if turn.may_be_heard_by(one))
    partner = None
    if not speaker.is_player:
        mind = CharacterId(speaker.id)
        await reader.character(view.timeline.world_id, mind)  # raises if deleted
        (partner,) = await as_listeners(reader, view, (mind,), (answering,))
    listeners, of_words = heard.get(turn.answer_loudness, ()), heard.get(turn.say.loudness, ())
    return Audience(partner=partner, listeners=listeners, of_words=of_words)


async def store_turn(store: Store, turn: DialogueTurn, settles_at: datetime) -> Appended:
    """Store a turn in one transaction.

    The members of a circle are read in that transaction. Others present are read before it, and not
    at all where there can be none.
    """

    async def look(reader: Reader) -> Audience:
        return await audience_of(reader, await reader.head(turn.say.timeline_id), turn)

    async def keep_in_circle(unit: UnitOfWork) -> Appended:
        return await keep(turn, await look(unit), settles_at, unit)

    if turn.say.circle is not None:
        return await store.write(keep_in_circle)
    audience = NOBODY
    if not turn.is_between_two:
        async with store.read() as reader:
            audience = await reader.together(look)
    return await store.write(partial(keep, turn, audience, settles_at))


async def keep(
    turn: DialogueTurn, audience: Audience, settles_at: datetime, unit: UnitOfWork
) -> Appended:
    """Store a turn, and the persona it spoke with, which may have been edited in the database."""
    authored = turn.loaded.authored
    try:
        version = await adopt(unit, authored)
    except NotFound:  # deleted while it spoke; the records stay
        version = authored.version
    append = turn.append(version, audience, settles_at)
    drafts = await unmoved(unit, append, turn.loaded.scene.commitments)
    appended = await unit.append(replace(append, drafts=drafts))
    is_own = await unit.end_turn(turn.id, turn.owner) or not turn.is_entered
    if not ((await unit.end_lease(turn.lease) and is_own) or appended.is_replay):
        raise Conflict(
            "another server speaks for this character meanwhile; repeat the request",
            Reason.CHARACTER_BUSY,
            characterId=turn.say.character_id,
        )
    return appended
