"""The talk so far between a character and somebody, as far as it may be spoken of here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from npcserver.app.material.discretion import Discretion, carried, secrets_of, teller_of
from npcserver.model.record import SPEECH_KINDS, Record, RecordKind, Remembered, Source
from npcserver.model.scene import Spoken
from npcserver.model.secret import Secret
from npcserver.ports.view import View

_OTHERS_TALK = 4  # how much more talk is read than shown, since some of it was with others


@dataclass(frozen=True, slots=True)
class TalkSoFar:
    """What was said, oldest first, and the secrets it carries.

    `answered` are the seqs of memories of the words that are answered, where they stand already.
    """

    spoken: tuple[Spoken, ...] = ()
    secrets: tuple[Secret, ...] = ()
    answered: frozenset[int] = frozenset()


async def talk_between(
    view: View, character_id: str, partner_id: str, lines: int, discretion: Discretion
) -> TalkSoFar:
    """Return the last lines of a character's talk with somebody.

    What was said in confidence is left out while somebody is there who may not be told.
    """
    tail = await view.tail(character_id, SPEECH_KINDS, lines * _OTHERS_TALK)
    with_partner = [record for record in tail if _is_with(record, partner_id)]
    told = sifted(with_partner[:lines], partner_id, discretion)
    return TalkSoFar(tuple(_spoken(record) for record in reversed(told)), carried(told))


def sifted(talk: Sequence[Record], partner_id: str, discretion: Discretion) -> tuple[Record, ...]:
    """Return what of a talk may be spoken of, in the order given."""
    theirs = told_by(partner_id, ((teller_of(one), secrets_of(one)) for one in talk))
    return tuple(
        record
        for record in talk
        if discretion.may_tell(
            secrets_of(record),
            partner_id if theirs.issuperset(secrets_of(record)) else teller_of(record),
        )
    )


def told_by(partner_id: str, said: Iterable[tuple[str, tuple[Secret, ...]]]) -> frozenset[Secret]:
    """Return the secrets that somebody's words carried; `said` is who said what with which.

    Whoever has told them knows what it was answered: those words only pass them back.
    """
    return frozenset(one for who, secrets in said if who == partner_id for one in secrets)


def _is_with(record: Record, partner_id: str) -> bool:
    """Say whether it was said to or by the partner; what was overheard is no talk with it."""
    body = record.body
    if not isinstance(body, Remembered) or body.source is Source.OVERHEARD:
        return False
    return partner_id in (body.told_by, body.told_to)


def _spoken(record: Record) -> Spoken:
    body, is_own = record.body, record.kind is RecordKind.LINE
    if not isinstance(body, Remembered):
        return Spoken(speaker="", text=record.text, is_own=is_own, seq=record.seq)
    return Spoken(
        speaker=body.speaker,
        text=record.text,
        is_own=is_own,
        seq=record.seq,
        feeling=body.feeling,
        intents=body.intents,
    )
