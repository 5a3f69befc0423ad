"""Intents a character has not carried out, and matters open between two.

An intent that the game has not answered, or has refused, did not happen. Prompts and thoughts say
so, so that an announcement is not remembered as a deed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

from npcserver.app.context.commitments import between
from npcserver.app.context.discretion import Discretion
from npcserver.mind.intents import CAME_TO_NOTHING, PROPOSED, claims, deed, is_told, note, speaks_of
from npcserver.model.character import Character
from npcserver.model.commitment import Commitment
from npcserver.model.ids import TurnId
from npcserver.model.inputs import Attempt, RelationUpdate
from npcserver.model.memory import Memory
from npcserver.model.record import OutcomeStatus, Record, RecordKind, Remembered, Settled, TurnTaken
from npcserver.model.secret import Secret, joined
from npcserver.model.turn import IntentProposed, Line
from npcserver.ports.view import View

_M = TypeVar("_M", Memory, Record)

SHOWN = 12
"""Turns and outcomes read before a turn: a player is waiting."""
_THOUGHT_OF = 400  # the same for a thought, which may take longer
_LATELY = timedelta(days=1)
_MOST = 3
_KINDS = (RecordKind.TURN, RecordKind.OUTCOME)


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptedIntent:
    """An attempt, its turn, when it reached its present status, and the secrets it may carry."""

    attempt: Attempt
    turn_id: TurnId
    seq: int
    at: datetime
    secrets: tuple[Secret, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether the game has reported that it was carried out."""
        return self.attempt.status == OutcomeStatus.COMPLETED


@dataclass(frozen=True, slots=True)
class OpenIntents:
    """Recent intents of a character that were not carried out, by the turn that proposed them.

    `done` are the texts of intents that were.
    """

    by_turn: Mapping[str, tuple[Attempt, ...]]
    done: frozenset[str]
    language: str

    def beside(self, memories: Sequence[_M]) -> tuple[_M, ...]:
        """Return memories; own lines with a note on intents that did not happen.

        The note is in front, where a tight token budget does not cut it off.
        """
        return tuple(
            replace(one, text=f"({beside}) {one.text}") if (beside := self._note_of(one)) else one
            for one in memories
        )

    def notes(self, lines: Sequence[Record]) -> dict[int, str]:
        """Return the notes on lines, by seq."""
        return {line.seq: beside for line in lines if (beside := self._note_of(line))}

    def honest(self, revised: RelationUpdate) -> RelationUpdate:
        """Return a revised relation without claims that something happened which did not."""
        return replace(
            revised,
            view="" if self.claims(revised.view) else revised.view,
            beliefs=tuple(one for one in revised.beliefs if not self.claims(one.text)),
        )

    def _note_of(self, record: Memory | Record) -> str:
        body = record.body
        if record.kind is not RecordKind.LINE or not isinstance(body, Remembered):
            return ""
        attempts = self.by_turn.get(body.turn_id or "", ())
        return "; ".join(note(attempt, self.language) for attempt in attempts)

    def claims(self, text: str) -> bool:
        """Return whether a thought states something as done that was not."""
        if any(is_told(text, deed) for deed in self.done):
            return False
        return any(claims(text, one) for attempts in self.by_turn.values() for one in attempts)


async def lately(view: View, mind: str) -> tuple[Record, ...]:
    """Return the last turns of a character and their outcomes, newest first."""
    return await view.tail(mind, _KINDS, SHOWN)


def recent_attempts(
    records: Sequence[Record], now: datetime, language: str, discretion: Discretion
) -> list[AttemptedIntent]:
    """Return recent attempts that are pending, or failed and have not been mentioned since.

    `records` are those of `lately`. What may not be revealed to all present is left out.
    """
    return [
        one
        for one in _proposed(records, language)
        if not one.is_done
        and now - one.at <= _LATELY
        and not _was_spoken_of(one, records)
        and discretion.may_tell(one.secrets)
    ][:_MOST]


async def open_intents_of(view: View, mind: str, language: str) -> OpenIntents:
    """Return the intents a character has not carried out, for thoughts about what it said."""
    records = await view.tail(mind, _KINDS, _THOUGHT_OF)
    proposed = list(_proposed(records, language))
    done = frozenset(one.attempt.text for one in proposed if one.is_done)
    by_turn: dict[str, tuple[Attempt, ...]] = {}
    for one in proposed:
        if not one.is_done and one.attempt.text not in done:
            by_turn[one.turn_id] = (*by_turn.get(one.turn_id, ()), one.attempt)
    return OpenIntents(by_turn, done, language)


def _proposed(records: Sequence[Record], language: str) -> Iterator[AttemptedIntent]:
    """Yield the intents of turns with their newest outcomes, the newest turn first."""
    settled: dict[str, Record] = {}
    for record in records:
        if isinstance(record.body, Settled):
            settled.setdefault(record.body.intent_id, record)
    for record in records:
        body = record.body
        if not isinstance(body, TurnTaken):
            continue
        for event in body.events:
            if not isinstance(event, IntentProposed):
                continue
            last = settled.get(event.intent.id, record)
            outcome = last.body if isinstance(last.body, Settled) else None
            yield AttemptedIntent(
                attempt=Attempt(
                    text=deed(event.intent, body.entities, language),
                    status=PROPOSED if outcome is None else outcome.status.value,
                    why="" if outcome is None else outcome.detail,
                ),
                turn_id=body.turn_id,
                seq=last.seq,
                at=last.game_time,
                secrets=body.receipt.secrets,
            )


def _was_spoken_of(one: AttemptedIntent, records: Sequence[Record]) -> bool:
    """Return whether a failed attempt was mentioned since; False for one that is still pending."""
    if one.attempt.status not in CAME_TO_NOTHING:
        return False
    return any(
        speaks_of(event.text, one.attempt)
        for record in records
        if record.seq > one.seq and isinstance(record.body, TurnTaken)
        for event in record.body.events
        if isinstance(event, Line)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMatters:
    """What is open between a character and its partner, and the secrets that it carries."""

    commitments: tuple[Commitment, ...]
    attempts: tuple[Attempt, ...]
    secrets: tuple[Secret, ...]


def open_matters(
    character: Character,
    partner_id: str,
    now: datetime,
    promised: Mapping[str, Record],
    records: Sequence[Record],
    discretion: Discretion,
) -> OpenMatters:
    """Return the promises between two, and the character's intents not carried out.

    `promised` are records of promises, by subject, and `records` those of `lately`. What may not be
    revealed to all present is left out.
    """
    commitments = between(promised, character.id, partner_id, discretion)
    tried = recent_attempts(records, now, character.persona.language, discretion)
    return OpenMatters(
        commitments=commitments,
        attempts=tuple(one.attempt for one in tried),
        secrets=joined(*(one.secrets for one in tried), *(one.secrets for one in commitments)),
    )
