"""Turns what was delivered of a turn into the records it leaves."""

from dataclasses import dataclass, field, replace

from npcserver.app.staging import Say, Staged
from npcserver.mind.notes import Notes, Reply
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, TurnId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source, TurnTaken
from npcserver.model.turn import (
    Line,
    LineDelta,
    Outcome,
    Receipt,
    Timings,
    TurnEvent,
    TurnFinished,
    TurnStarted,
)
from npcserver.ports.storage import Append, Appended, UnitOfWork

_CUT = "—"


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
        """What the reply came to; as far as it got, when it was interrupted."""
        return self.concluded or self.notes.so_far(Outcome.INTERRUPTED)

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

    def append(self, persona_version: int) -> Append:
        """Return the records of this turn: what was heard, what was said, and the receipt."""
        timeline_id, mind = self.say.timeline_id, self.say.character_id
        jobs = [JobDraft(JobKind.DIGEST, timeline_id, mind)]
        if self.say.speaker.is_player is False:
            jobs.append(JobDraft(JobKind.DIGEST, timeline_id, self.say.speaker.id))
        jobs += [JobDraft(JobKind.EMBED, owner, mind) for owner in self.staged.pending]
        return Append(
            timeline_id=timeline_id,
            drafts=(*self._memories(), self._receipt_draft(persona_version)),
            jobs=tuple(jobs),
            key=self.say.key,
        )

    def _memories(self) -> list[Draft]:
        say, character = self.say, self.staged.scene.character
        drafts = [
            _utterance(
                self,
                mind=character.id,
                speaker_id=say.speaker.id,
                speaker=say.speaker.name,
                text=say.text,
                importance=self.reply.importance,
            )
        ]
        if self.spoken:
            drafts.append(
                _line(
                    self,
                    mind=character.id,
                    speaker=character.name,
                    to=say.speaker.id,
                    text=self.spoken,
                )
            )
        if say.speaker.is_player is False:
            other = CharacterId(say.speaker.id)
            drafts.append(
                _line(self, mind=other, speaker=say.speaker.name, to=character.id, text=say.text)
            )
            if self.spoken:
                drafts.append(
                    _utterance(
                        self,
                        mind=other,
                        speaker_id=character.id,
                        speaker=character.name,
                        text=self.spoken,
                        importance=None,
                    )
                )
        return drafts

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
        )


async def keep(turn: Turn, unit: UnitOfWork) -> Appended:
    """Store a turn with the persona it spoke with, which may have been edited in the database."""
    authored = turn.staged.authored
    try:
        version = await unit.adopt(authored.world_id, authored.id, authored.persona)
    except NotFound:  # deleted while it spoke; what it did stays
        version = authored.version
    return await unit.append(turn.append(version))


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


def _utterance(
    turn: Turn,
    *,
    mind: CharacterId,
    speaker_id: str,
    speaker: str,
    text: str,
    importance: int | None,
) -> Draft:
    """Return the memory of having been told something."""
    return Draft(
        kind=RecordKind.UTTERANCE,
        subject_id=mind,
        text=text,
        importance=importance,
        body=Remembered(
            source=Source.TOLD,
            told_by=speaker_id,
            told_to=mind,
            speaker=speaker,
            turn_id=turn.id,
            place_id=turn.staged.place_id,
        ),
    )


def _line(turn: Turn, *, mind: CharacterId, speaker: str, to: str, text: str) -> Draft:
    """Return the memory of having said something."""
    return Draft(
        kind=RecordKind.LINE,
        subject_id=mind,
        text=text,
        body=Remembered(
            source=Source.OWN,
            told_to=to,
            told_by=mind,
            speaker=speaker,
            turn_id=turn.id,
            place_id=turn.staged.place_id,
        ),
    )
