"""Turns as messages: what a game offers for one, and its lines, intents and outcome."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeVar

from npcserver.app.conversation.circle_utterance import SayInCircle
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.model import limits
from npcserver.model.affordance import (
    Affordance,
    Entity,
    Parameter,
    ParameterType,
    Value,
    check_all,
)
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId
from npcserver.model.turn import (
    DisclosureMade,
    IntentProposed,
    Line,
    LineDelta,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnStarted,
    TurnWaiting,
)
from npcserver.rpc import fields
from npcserver.rpc.decoder import decode
from npcserver.rpc.encoder import encode, sources
from npcserver.v1 import affordance_pb2, play_service_pb2
from npcserver.v1 import turn_pb2 as pb

PARAMETER_TYPES = fields.members_of(ParameterType, affordance_pb2.ParameterType)
WAITS = ("first_beat_ms", "total_ms")
"""Fields that a repeat of a request may change."""
_SENDING_SECONDS = 1.5  # for a turn to be stored, and its last event to be sent

_Say = play_service_pb2.SayRequest | play_service_pb2.SayInCircleRequest
_Words = TypeVar("_Words", SayToCharacter, SayInCircle)


def _seconds(
    name: Literal["first_beat_ms", "total_ms"], least: int, most: int
) -> Callable[[_Say], float | None]:
    """Return what reads a time that the caller waits; None if it is not set."""

    def read(request: _Say) -> float | None:
        if not request.HasField(name):
            return None
        milliseconds: int = getattr(request, name)
        return fields.within(name, milliseconds, least, most) / 1000

    return read


def bounded(say: _Words, seconds: float | None) -> _Words:
    """Return words whose turns are over before the deadline of their call, `seconds` from now.

    The last event has to reach the caller, too. A call with less than twice the time for that ends
    at its deadline, unless the words say how long their turns may take.
    """
    if seconds is None or seconds < 2 * _SENDING_SECONDS:
        return say
    total = seconds - _SENDING_SECONDS
    if say.total_seconds is not None:
        total = min(total, say.total_seconds)
    return replace(say, total_seconds=total)


def _is_declared(request: _Say) -> bool:
    """Say whether a turn offers what it declares, and not the world's own.

    The world's entities apply only together with the world's affordances: a game that declares
    affordances declares their entities as well.
    """
    only = affordance_pb2.AFFORDANCE_SOURCE_DECLARED_ONLY
    return bool(request.affordances) or request.affordance_source == only


def decode_affordances(
    messages: Sequence[affordance_pb2.Affordance],
) -> tuple[Affordance, ...]:
    """Read declared affordances. Raises `InvalidInput` for the first one that is not valid."""
    fields.few("affordances", messages, limits.AFFORDANCES)
    declared = tuple(
        Affordance(
            name=message.name,
            description=limits.cleaned(message.description),
            parameters=tuple(
                _decode_parameter(parameter, f"affordances[{position}].parameters[{number}]")
                for number, parameter in enumerate(message.parameters)
            ),
            max_uses=message.max_uses or 1,
        )
        for position, message in enumerate(messages)
    )
    for part, problem in check_all(declared):
        raise InvalidInput(f"affordances{part}", problem)
    return declared


def _entities(request: _Say) -> tuple[Entity, ...]:
    fields.few("entities", request.entities, limits.ENTITIES)
    fields.distinct("entities", "id", [one.id for one in request.entities])
    return fields.each("entities", partial(decode, Entity), request.entities)


OFFERED: dict[str, Callable[[Any], Any]] = {
    "affordances": lambda request: (
        decode_affordances(request.affordances) if _is_declared(request) else None
    ),
    "entities": lambda request: _entities(request) or (() if _is_declared(request) else None),
    "key": lambda request: fields.request_key(
        request.DESCRIPTOR.name.removesuffix("Request"),
        request.timeline_id,
        request.request_id,
        request,
        WAITS,
    ),
    "beat_seconds": _seconds("first_beat_ms", 0, limits.BEAT_MS),
    "total_seconds": _seconds("total_ms", 1, limits.TURN_MS),
}
"""What words to a character and in a circle say of their turns; None stands for the world's own."""


def _decode_parameter(message: affordance_pb2.Parameter, path: str) -> Parameter:
    return Parameter(
        name=message.name,
        type=fields.choice(f"{path}.type", message.type, PARAMETER_TYPES),
        description=limits.cleaned(message.description),
        required=not message.is_optional,
        minimum=message.minimum if message.HasField("minimum") else None,
        maximum=message.maximum if message.HasField("maximum") else None,
        options=tuple(message.options),
        entity_kinds=tuple(message.entity_kinds),
    )


_INT32 = range(-(2**31), 2**31)

sources(Parameter, affordance_pb2.Parameter, is_optional=lambda parameter: not parameter.required)
sources(
    IntentProposed,
    affordance_pb2.ActionIntent,
    "intent",
    intent_id="intent.id",
    arguments=lambda event: [_argument(name, value) for name, value in event.intent.arguments],
)


def _argument(name: str, value: Value) -> affordance_pb2.Argument:
    match value:
        case bool():
            return affordance_pb2.Argument(name=name, boolean=value)
        case int() if value in _INT32:
            return affordance_pb2.Argument(name=name, integer=value)
        case str():
            return affordance_pb2.Argument(name=name, text=value)
        case _:
            return affordance_pb2.Argument(name=name, number=value)


sources(
    TurnFinished,
    pb.TurnFinished,
    "usage",
    receipt_id="turn_id",
    tokens_estimated="usage.estimated",
    not_kept="is_lost",
)


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
            case DisclosureMade():
                message.disclosure.CopyFrom(encode(event, pb.Disclosure))
            case LineDelta():
                message.delta.text = event.text
            case Line():
                message.line.CopyFrom(encode(event, pb.Line))
            case IntentProposed():
                message.intent.CopyFrom(encode(event, affordance_pb2.ActionIntent))
            case TurnFinished():
                message.finished.CopyFrom(encode(event, pb.TurnFinished))
        return message


def lines(events: Iterable[TurnEvent]) -> list[Line]:
    """Return the lines in a turn's events."""
    return [event for event in events if isinstance(event, Line)]


def intents(events: Iterable[TurnEvent]) -> list[IntentProposed]:
    """Return the intents in a turn's events."""
    return [event for event in events if isinstance(event, IntentProposed)]


def outcome(events: Iterable[TurnEvent]) -> TurnOutcome:
    """Return how a turn ended; without a final event it was interrupted."""
    finished = (event.outcome for event in events if isinstance(event, TurnFinished))
    return next(finished, TurnOutcome.INTERRUPTED)
