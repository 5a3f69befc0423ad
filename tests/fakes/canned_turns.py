"""Events of turns, as short as they can be said."""

from typing import Any

from npcserver.v1 import affordance_pb2, turn_pb2


def event(**arm: Any) -> turn_pb2.TurnEvent:
    return turn_pb2.TurnEvent(turn_id="trn_1", **arm)


def line(text: str, emotion: str | None = "neutral") -> turn_pb2.TurnEvent:
    felt = None if emotion is None else turn_pb2.Emotion(label=emotion)
    return event(line=turn_pb2.Line(text=text, emotion=felt))


def delta(text: str) -> turn_pb2.TurnEvent:
    return event(delta=turn_pb2.LineDelta(text=text))


def intent(name: str, **texts: str) -> turn_pb2.TurnEvent:
    arguments = [affordance_pb2.Argument(name=key, text=value) for key, value in texts.items()]
    return event(intent=affordance_pb2.ActionIntent(affordance=name, arguments=arguments))


def ended(outcome: str = "COMPLETED", rung: str = "PRIMARY") -> turn_pb2.TurnEvent:
    finished = turn_pb2.TurnFinished(
        outcome=turn_pb2.TurnOutcome.Value(f"TURN_OUTCOME_{outcome}"),
        rung=turn_pb2.Rung.Value(f"RUNG_{rung}"),
        receipt_id="trn_1",
    )
    return event(finished=finished)


STARTED = event(started=turn_pb2.TurnStarted(character_id="mira"))
