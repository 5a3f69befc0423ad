"""Encodes turns: lines, intents and outcomes as messages."""

from collections.abc import Iterable

from npcserver.model.feelings import Emotion
from npcserver.model.ids import CharacterId
from npcserver.model.turn import (
    IntentProposed,
    Line,
    LineDelta,
    Rung,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnStarted,
    TurnWaiting,
)
from npcserver.rpc import affordance_messages
from npcserver.v1 import affordance_pb2
from npcserver.v1 import turn_pb2 as pb

OUTCOMES = {
    TurnOutcome.COMPLETED: pb.TURN_OUTCOME_COMPLETED,
    TurnOutcome.FALLBACK: pb.TURN_OUTCOME_FALLBACK,
    TurnOutcome.INTERRUPTED: pb.TURN_OUTCOME_INTERRUPTED,
    TurnOutcome.CUT_SHORT: pb.TURN_OUTCOME_CUT_SHORT,
    TurnOutcome.LEFT: pb.TURN_OUTCOME_LEFT,
}
RUNGS = {
    Rung.PRIMARY: pb.RUNG_PRIMARY,
    Rung.RETRY: pb.RUNG_RETRY,
    Rung.OFFLINE: pb.RUNG_OFFLINE,
    Rung.AUTHORED: pb.RUNG_AUTHORED,
}


class TurnEncoder:
    """Writes the events of one turn, numbered from 0."""

    def __init__(self, character_id: CharacterId) -> None:
        self._character_id = character_id
        self._turn_id = ""
        self._sequence = 0

    def event(self, event: TurnEvent) -> pb.TurnEvent:
        """Write the next event; the first one carries the turn's id."""
        if isinstance(event, TurnStarted | TurnFinished):
            self._turn_id = event.turn_id
        message = pb.TurnEvent(turn_id=self._turn_id, sequence=self._sequence)
        self._sequence += 1
        match event:
            case TurnStarted():
                message.started.character_id = self._character_id
            case TurnWaiting():
                message.waiting.SetInParent()
            case LineDelta():
                message.delta.text = event.text
            case Line():
                message.line.CopyFrom(encode_line(event))
            case IntentProposed():
                message.intent.CopyFrom(affordance_messages.encode_intent(event.intent))
            case TurnFinished():
                message.finished.CopyFrom(_finished(event))
        return message


def encode_lines(events: Iterable[TurnEvent]) -> list[pb.Line]:
    """Write the lines in a turn's events."""
    return [encode_line(event) for event in events if isinstance(event, Line)]


def encode_intents(events: Iterable[TurnEvent]) -> list[affordance_pb2.ActionIntent]:
    """Write the intents in a turn's events."""
    return [
        affordance_messages.encode_intent(event.intent)
        for event in events
        if isinstance(event, IntentProposed)
    ]


def encode_outcome(events: Iterable[TurnEvent]) -> "pb.TurnOutcome.ValueType":
    """Write how a turn ended; without a final event it was interrupted."""
    for event in events:
        if isinstance(event, TurnFinished):
            return OUTCOMES[event.outcome]
    return pb.TURN_OUTCOME_INTERRUPTED


def encode_line(value: Line) -> pb.Line:
    """Write a line."""
    felt = value.emotion
    return pb.Line(text=value.text, emotion=None if felt is None else _emotion(felt))


def _emotion(value: Emotion) -> pb.Emotion:
    return pb.Emotion(label=value.label, valence=value.valence, arousal=value.arousal)


def _finished(event: TurnFinished) -> pb.TurnFinished:
    return pb.TurnFinished(
        outcome=OUTCOMES[event.outcome],
        rung=RUNGS[event.rung],
        receipt_id=event.turn_id,
        prompt_tokens=event.usage.prompt_tokens,
        completion_tokens=event.usage.completion_tokens,
        tokens_estimated=event.usage.estimated,
        seq=event.seq,
    )
