"""What the last turns of a character leave for the prompt of the next."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.model.model_use import Purpose
from npcserver.model.record import SPEECH_KINDS, Record, Remembered, TurnTaken
from npcserver.model.turn import RecalledMemory
from npcserver.ports.view import View

_OF_A_TURN = 4
"""More memories than a turn leaves its character."""
TALK_LASTS = timedelta(minutes=30)
"""Game time without a turn after which a talk is over, and its memories are chosen anew."""


def recalled_earlier(
    records: Sequence[Record], say: SayToCharacter, now: datetime
) -> tuple[RecalledMemory, ...]:
    """Return the memories of the last prompt of this talk; empty after `TALK_LASTS`."""
    for turn, game_time in _replies(records):
        if _is_same_talk(turn, say):
            return turn.receipt.recalled if abs(now - game_time) <= TALK_LASTS else ()
    return ()


async def memories_of_turn_before(
    view: View, records: Sequence[Record], say: SayToCharacter, now: datetime
) -> tuple[Record, ...]:
    """Return the memories of the last turn; none of the same talk, or after `TALK_LASTS`."""
    turn, game_time = next(_replies(records), (None, now))
    if turn is None or abs(now - game_time) > TALK_LASTS or _is_same_talk(turn, say):
        return ()
    return tuple(
        record
        for record in reversed(await view.tail(say.character_id, SPEECH_KINDS, _OF_A_TURN))
        if isinstance(record.body, Remembered) and record.body.turn_id == turn.turn_id
    )


def _replies(records: Sequence[Record]) -> Iterator[tuple[TurnTaken, datetime]]:
    for record in records:
        body = record.body
        if isinstance(body, TurnTaken) and body.receipt.purpose is Purpose.REPLY:
            yield body, record.game_time


def _is_same_talk(turn: TurnTaken, say: SayToCharacter) -> bool:
    if say.circle is None or turn.circle is None:
        return say.circle is turn.circle and turn.speaker_id == say.speaker.id
    return turn.circle.circle_id == say.circle.circle_id
