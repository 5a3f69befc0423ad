"""Affordances, entities and intents → messages."""

from npcserver.model.affordance import (
    ActionIntent,
    Affordance,
    Entity,
    Parameter,
    Value,
)
from npcserver.rpc.decode_affordance import PARAMETER_TYPES
from npcserver.v1 import affordance_pb2 as pb

_TYPES = {type_: number for number, type_ in PARAMETER_TYPES.items()}
_INT32 = range(-(2**31), 2**31)


def affordance(value: Affordance) -> pb.Affordance:
    """Write an affordance."""
    return pb.Affordance(
        name=value.name,
        description=value.description,
        parameters=map(_parameter, value.parameters),
        max_uses=value.max_uses,
    )


def entity(value: Entity) -> pb.Entity:
    """Write an entity."""
    return pb.Entity(id=value.id, name=value.name, kind=value.kind)


def intent(value: ActionIntent) -> pb.ActionIntent:
    """Write an intent."""
    return pb.ActionIntent(
        intent_id=value.id,
        affordance=value.affordance,
        arguments=[_argument(name, argument) for name, argument in value.arguments],
    )


def _parameter(value: Parameter) -> pb.Parameter:
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
