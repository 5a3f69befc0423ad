"""Turns what was delivered of a turn into the records it leaves."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from npcserver.app.material.grounding import names_here
from npcserver.app.material.words import Listener, Words, listeners, moved_mood, trust_in
from npcserver.app.perceiving.presence import presences
from npcserver.app.speech.promising import promised_in, unmoved
from npcserver.app.speech.staging import Say, Staged
from npcserver.mind.notes import Notes, Reply
from npcserver.mind.provenance import passed_on
from npcserver.model.errors import NotFound
from npcserver.model.feelings import NEUTRAL_TRUST
from npcserver.model.ids import CharacterId, TurnId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.person import Person
from npcserver.model.record import Draft, Record, RecordKind, TurnTaken
from npcserver.model.turn import (
    Line,
    LineDelta,
    Outcome,
    Receipt,
    Rung,
    Timings,
    TurnEvent,
    TurnFinished,
    TurnStarted,
)
from npcserver.ports.storage import Append, Appended, Reader, Store, UnitOfWork
from npcserver.ports.view import View

_CUT = "—"


@dataclass(frozen=True, slots=True, kw_only=True)
class Earshot:
    """Who else heard a turn, and how far a character that spoke believes what it was answered."""

    listeners: tuple[Listener, ...] = ()
    speaker_trust: int = NEUTRAL_TRUST


@dataclass(slots=True, kw_only=True)
class Turn:
    """A turn while it is spoken: what was delivered so far, and what the reply came to."""

    id: TurnId
    say: Say
    staged: Staged
    profile: str
    delivered: list[TurnEvent] = field(default_factory=list)
    growing: str = ""
    notes: Notes = field(default_factory=Notes)
    concluded: Reply | None = None
    cut_off: Outcome = Outcome.INTERRUPTED
    recalled_ms: float = 0.0
    first_word_ms: float = 0.0
    finished_ms: float = 0.0

    def deliver(self, event: TurnEvent, milliseconds: float) -> None:
        """Take note of an event that has gone out."""
        if not self.first_word_ms and isinstance(event, Line | LineDelta):
            self.first_word_ms = milliseconds
        if isinstance(event, LineDelta):
            self.growing += event.text
            return
        if isinstance(event, Line):
            self.growing = ""
        self.delivered.append(event)

    @property
    def reply(self) -> Reply:
        """What the reply came to; as far as it got, when it was cut off."""
        return self.concluded or self.notes.so_far(self.cut_off)

    @property
    def spoken(self) -> str:
        """All words that were delivered; a sentence that was cut off ends in a dash."""
        lines = [event.text for event in self.delivered if isinstance(event, Line)]
        if self.growing.strip() and self.concluded is None:
            lines.append(self.growing.strip() + _CUT)
        return " ".join(lines)

    def finished(self, seq: int) -> TurnFinished:
        """Return the last event, once the turn is stored at `seq`."""
        return TurnFinished(
            turn_id=self.id,
            outcome=self.reply.outcome,
            rung=self.reply.rung,
            usage=self.reply.usage,
            seq=seq,
        )

    def append(self, persona_version: int, earshot: Earshot, settles_at: datetime) -> Append:
        """Return the records of this turn: what was heard, what was said, and the receipt.

        From `settles_at` on, when nobody has said more, the talk is made something of.
        """
        timeline_id = self.say.timeline_id
        talkers = [one.id for one in self.talkers if not one.is_player]
        minds = dict.fromkeys((*talkers, *(one.id for one in earshot.listeners)))
        jobs = [JobDraft(JobKind.DIGEST, timeline_id, mind) for mind in minds]
        for mind in talkers:
            jobs.append(JobDraft(JobKind.SUMMARISE, timeline_id, mind, settles_at))
            jobs.append(JobDraft(JobKind.RELATE, timeline_id, mind, settles_at))
        jobs += [
            JobDraft(JobKind.EMBED, owner, self.say.character_id) for owner in self.staged.pending
        ]
        return Append(
            timeline_id=timeline_id,
            drafts=(
                *self._memories(earshot),
                *self._mood(),
                *promised_in(self.staged.scene, self.reply, self.id, self.spoken),
                self._receipt_draft(persona_version),
            ),
            jobs=tuple(jobs),
            key=self.say.key,
        )

    @property
    def talkers(self) -> tuple[Person, Person]:
        """Who spoke first, and who answered."""
        character = self.staged.scene.character
        answering = Person(id=character.id, name=character.name, is_player=False)
        return self.say.speaker, answering

    @property
    def is_between_two(self) -> bool:
        """Whether a player speaks with a character, and nobody else is in their company."""
        is_alone = all(person.is_player for person in self.staged.scene.company)
        return self.say.speaker.is_player and (is_alone or self.say.is_private)

    def may_be_heard_by(self, mind: CharacterId) -> bool:
        """Say whether somebody who is there by now heard it.

        Whoever came while it was spoken has missed what was not meant for it.
        """
        scene = self.staged.scene
        return not scene.secrets or any(person.id == mind for person in scene.company)

    def _memories(self, earshot: Earshot) -> Iterator[Draft]:
        speaker, answering = self.talkers
        heard = self._heard(speaker, answering)
        answer = self._answer(speaker, answering)
        if not speaker.is_player:
            yield heard.said()
        yield heard.told(self.staged.scene.trust, self.reply.importance)
        yield from heard.overheard(earshot.listeners)
        if not answer.text:
            return
        yield answer.said()
        if not speaker.is_player:
            yield answer.told(earshot.speaker_trust)
        yield from answer.overheard(earshot.listeners)

    def _heard(self, speaker: Person, answering: Person) -> Words:
        """Return what was said first, with what of its memories a character passed on so."""
        words = self._words(self.say.text, speaker, answering)
        return words.resting_on(self.staged.quoted, secrets=self.staged.confided)

    def _answer(self, speaker: Person, answering: Person) -> Words:
        """Return what the character said, with what of its memories it passed on."""
        scene = self.staged.scene
        before_it = [found.memory for found in scene.recollections]
        told = passed_on(self.spoken, before_it, names_here(scene))
        words = self._words(self.spoken, answering, speaker)
        return words.resting_on(told, secrets=scene.secrets)

    def _words(self, text: str, speaker: Person, to: Person) -> Words:
        return Words(
            text=text,
            speaker=speaker,
            to=to,
            turn_id=self.id,
            place_id=self.staged.place_id,
            players=tuple(one.id for one in (speaker, to) if one.is_player),
        )

    def _mood(self) -> tuple[Draft, ...]:
        """Return what its own words did to the character; those of its author do nothing."""
        if self.reply.rung is Rung.AUTHORED:
            return ()
        felt = [event.emotion for event in self.delivered if isinstance(event, Line)]
        return moved_mood(self.staged.scene.mood, felt, self.say.character_id)

    def _receipt_draft(self, persona_version: int) -> Draft:
        say, scene = self.say, self.staged.scene
        return Draft(
            kind=RecordKind.TURN,
            subject_id=scene.character.id,
            body=TurnTaken(
                turn_id=self.id,
                speaker_id=say.speaker.id,
                speaker_name=say.speaker.name,
                heard=say.text,
                events=(*self.delivered, self.finished(0)),
                receipt=self._receipt(persona_version),
                affordances=say.affordances,
                entities=say.entities,
                is_private=say.is_private,
                want_deltas=say.want_deltas,
            ),
        )

    def _receipt(self, persona_version: int) -> Receipt:
        reply, scene = self.reply, self.staged.scene
        return Receipt(
            vantage_seq=self.staged.timeline.head,
            persona_version=persona_version,
            profile=self.profile,
            recalled=self.staged.recalled,
            template=reply.template,
            template_digest=reply.template_digest,
            model=reply.model,
            rung=reply.rung,
            seed=scene.seed,
            usage=reply.usage,
            timings=Timings(
                recalled=self.recalled_ms,
                first_word=self.first_word_ms,
                finished=self.finished_ms,
            ),
            raw_answer=reply.raw_answer,
            dropped=reply.dropped,
            faults=reply.faults,
            importance=reply.importance,
            prompt_digest=reply.prompt_digest,
            standing=self.staged.standing,
            lore=tuple(quote.cited for quote in scene.lore),
            withheld=tuple(found.memory.seq for found in self.staged.withheld),
            withheld_lore=self.staged.withheld_lore,
            secrets=scene.secrets,
        )


async def earshot(store: Store, turn: Turn) -> Earshot:
    """Return who heard a turn besides those who talked; reads nothing where nobody could."""
    if turn.is_between_two:
        return Earshot()

    async def look(reader: Reader) -> Earshot:
        return await heard_by(reader, await reader.head(turn.say.timeline_id), turn)

    async with store.read() as reader:
        return await reader.together(look)


async def heard_by(reader: Reader, view: View, turn: Turn) -> Earshot:
    """Return who hears a turn that is stored at a vantage."""
    if turn.is_between_two:
        return Earshot()
    speaker, answering = turn.talkers
    found: tuple[Listener, ...] = ()
    trust = NEUTRAL_TRUST
    if not turn.say.is_private:
        present = await presences(reader, view)
        heard = await listeners(reader, view, present, turn.staged.place_id, (speaker, answering))
        found = tuple(one for one in heard if turn.may_be_heard_by(one.id))
    if not speaker.is_player:
        trust = await trust_in(reader, view, CharacterId(speaker.id), answering)
    return Earshot(listeners=found, speaker_trust=trust)


async def keep(turn: Turn, earshot: Earshot, settles_at: datetime, unit: UnitOfWork) -> Appended:
    """Store a turn with the persona it spoke with, which may have been edited in the database."""
    authored = turn.staged.authored
    try:
        version = await unit.adopt(authored.world_id, authored.id, authored.persona)
    except NotFound:  # deleted while it spoke; what it did stays
        version = authored.version
    append = turn.append(version, earshot, settles_at)
    drafts = await unmoved(unit, append, turn.staged.scene.commitments)
    return await unit.append(replace(append, drafts=drafts))


def replayed(record: Record) -> tuple[TurnEvent, ...]:
    """Return the events of a turn that was taken before. Raises `NotFound` where there is none."""
    turn = record.body
    if not isinstance(turn, TurnTaken):
        raise NotFound("turn", "of this request", "use a new request id")
    said = (
        replace(event, seq=record.seq) if isinstance(event, TurnFinished) else event
        for event in turn.events
    )
    return (TurnStarted(turn_id=turn.turn_id), *said)
