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


@dataclass(frozen=True, slots=True)
class Attempts:
    """The attempts that prompts show, newest first, and the secrets they may carry."""

    shown: tuple[Attempt, ...] = ()
    secrets: tuple[Secret, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenIntents:
    """Recent intents of a character that were not carried out, by the turn that proposed them.

    `done` are the texts of intents that were.
    """

    by_turn: Mapping[str, tuple[Attempt, ...]]
    done: frozenset[str]
    language: str

    def beside(self, memories: Sequence[_M]) -> tuple[_M, ...]:
        """Return memories; own lines with a note on intents that did not happen."""
        return tuple(self._noted(memory) for memory in memories)

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
        """Return the note on a memory; empty for most."""
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

    def _noted(self, memory: _M) -> _M:
        beside = self._note_of(memory)
        # In front, where a tight token budget does not cut it off.
        return replace(memory, text=f"({beside}) {memory.text}") if beside else memory


async def lately(view: View, mind: str) -> tuple[Record, ...]:
    """Return the last turns of a character and their outcomes, newest first."""
    return await view.tail(mind, _KINDS, SHOWN)


def recent_attempts(
    records: Sequence[Record], now: datetime, language: str, discretion: Discretion
) -> Attempts:
    """Return recent attempts that are pending, or failed and have not been mentioned since.

    `records` are those of `lately`. What may not be revealed to all present is left out.
    """
    found = [
        one
        for one in _attempted(records, language)
        if now - one.at <= _LATELY
        and not _was_spoken_of(one, records)
        and discretion.may_tell(one.secrets)
    ][:_MOST]
    return Attempts(tuple(one.attempt for one in found), joined(*(one.secrets for one in found)))


async def open_intents_of(view: View, mind: str, language: str) -> OpenIntents:
    """Return the intents a character has not carried out, for thoughts about what it said."""
    records = await view.tail(mind, _KINDS, _THOUGHT_OF)
    done = _done(records, language)
    by_turn: dict[str, tuple[Attempt, ...]] = {}
    for one in _attempted(records, language):
        if one.attempt.text not in done:
            by_turn[one.turn_id] = (*by_turn.get(one.turn_id, ()), one.attempt)
    return OpenIntents(by_turn, done, language)


def _attempted(records: Sequence[Record], language: str) -> Iterator[AttemptedIntent]:
    """Yield the intents that were not carried out, newest first."""
    settled = _settled(records)
    for record in records:
        body = record.body
        if not isinstance(body, TurnTaken):
            continue
        for event in body.events:
            if not isinstance(event, IntentProposed):
                continue
            last = settled.get(event.intent.id, record)
            outcome = last.body if isinstance(last.body, Settled) else None
            if outcome is not None and outcome.status is OutcomeStatus.COMPLETED:
                continue
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


def _settled(records: Sequence[Record]) -> dict[str, Record]:
    """Return the newest outcome of each intent."""
    found: dict[str, Record] = {}
    for record in records:
        if isinstance(record.body, Settled):
            found.setdefault(record.body.intent_id, record)
    return found


def _done(records: Sequence[Record], language: str) -> frozenset[str]:
    """Return the texts of the intents that were carried out."""
    settled = _settled(records)
    return frozenset(
        deed(event.intent, record.body.entities, language)
        for record in records
        if isinstance(record.body, TurnTaken)
        for event in record.body.events
        if isinstance(event, IntentProposed)
        and (last := settled.get(event.intent.id)) is not None
        and isinstance(last.body, Settled)
        and last.body.status is OutcomeStatus.COMPLETED
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
    secrets = joined(tried.secrets, *(one.secrets for one in commitments))
    return OpenMatters(commitments=commitments, attempts=tried.shown, secrets=secrets)
