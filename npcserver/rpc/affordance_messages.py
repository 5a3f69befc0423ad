"""Affordances, entities and intents, from and to messages."""

from collections.abc import Sequence

from npcserver.model import limits
from npcserver.model.affordance import (
    ActionIntent,
    Affordance,
    Entity,
    Parameter,
    ParameterType,
    Value,
    check_all,
)
from npcserver.model.errors import InvalidInput
from npcserver.rpc import fields
from npcserver.v1 import affordance_pb2 as pb
from npcserver.v1 import play_service_pb2

PARAMETER_TYPES = {
    pb.PARAMETER_TYPE_STRING: ParameterType.STRING,
    pb.PARAMETER_TYPE_INTEGER: ParameterType.INTEGER,
    pb.PARAMETER_TYPE_NUMBER: ParameterType.NUMBER,
    pb.PARAMETER_TYPE_BOOLEAN: ParameterType.BOOLEAN,
    pb.PARAMETER_TYPE_CHOICE: ParameterType.CHOICE,
    pb.PARAMETER_TYPE_ENTITY: ParameterType.ENTITY,
}


def decode_offered(
    request: play_service_pb2.SayRequest | play_service_pb2.SayInCircleRequest,
) -> tuple[tuple[Affordance, ...] | None, tuple[Entity, ...] | None]:
    """Read what a turn offers; None stands for the world's own affordances or entities.

    The world's entities apply only together with the world's affordances: a game that declares
    affordances declares their entities as well.
    """
    declared = decode_affordances(request.affordances)
    things = decode_entities(request.entities)
    if declared or request.affordance_source == pb.AFFORDANCE_SOURCE_DECLARED_ONLY:
        return declared, things
    return None, things or None


def decode_affordances(
    messages: Sequence[pb.Affordance], path: str = "affordances"
) -> tuple[Affordance, ...]:
    """Read declared affordances. Raises `InvalidInput` for the first one that is not valid."""
    fields.few(path, messages, limits.AFFORDANCES)
    declared = tuple(
        Affordance(
            name=message.name,
            description=limits.without_c1(message.description),
            parameters=tuple(
                _decode_parameter(parameter, f"{path}[{position}].parameters[{number}]")
                for number, parameter in enumerate(message.parameters)
            ),
            max_uses=message.max_uses or 1,
        )
        for position, message in enumerate(messages)
    )
    for part, problem in check_all(declared):
        raise InvalidInput(f"{path}{part}", problem)
    return declared


def decode_entities(messages: Sequence[pb.Entity], path: str = "entities") -> tuple[Entity, ...]:
    """Read the entities that arguments may name."""
    fields.few(path, messages, limits.ENTITIES)
    fields.distinct(path, "id", [message.id for message in messages])
    return tuple(
        Entity(
            id=fields.reference(f"{path}[{position}].id", message.id),
            name=fields.name(f"{path}[{position}].name", message.name),
            kind=fields.text(
                f"{path}[{position}].kind",
                message.kind,
                limits.LABEL,
                may_be_empty=True,
                is_one_line=True,
            ),
        )
        for position, message in enumerate(messages)
    )


def _decode_parameter(message: pb.Parameter, path: str) -> Parameter:
    return Parameter(
        name=message.name,
        type=fields.choice(f"{path}.type", message.type, PARAMETER_TYPES),
        description=limits.without_c1(message.description),
        required=not message.optional,
        minimum=message.minimum if message.HasField("minimum") else None,
        maximum=message.maximum if message.HasField("maximum") else None,
        options=tuple(message.options),
        entity_kinds=tuple(message.entity_kinds),
    )


_TYPES = {type_: number for number, type_ in PARAMETER_TYPES.items()}
_INT32 = range(-(2**31), 2**31)


def encode_affordance(value: Affordance) -> pb.Affordance:
    """Write an affordance."""
    return pb.Affordance(
        name=value.name,
        description=value.description,
        parameters=map(_encode_parameter, value.parameters),
        max_uses=value.max_uses,
    )


def encode_entity(value: Entity) -> pb.Entity:
    """Write an entity."""
    return pb.Entity(id=value.id, name=value.name, kind=value.kind)


def encode_intent(value: ActionIntent) -> pb.ActionIntent:
    """Write an intent."""
    return pb.ActionIntent(
        intent_id=value.id,
        affordance=value.affordance,
        arguments=[_argument(name, argument) for name, argument in value.arguments],
    )


def _encode_parameter(value: Parameter) -> pb.Parameter:
    return pb.Parameter(
        name=value.name,
        type=_TYPES[value.type],
        description=value.description,
        optional=not value.required,
        minimum=value.minimum,
        maximum=value.maximum,
        options=value.options,
        entity_kinds=value.entity_kinds,
    )


def _argument(name: str, value: Value) -> pb.Argument:
    match value:
        case bool():
            return pb.Argument(name=name, boolean=value)
        case int() if value in _INT32:
            return pb.Argument(name=name, integer=value)
        case str():
            return pb.Argument(name=name, text=value)
        case _:
            return pb.Argument(name=name, number=value)
