"""Reading the affordances and entities of a scenario file as messages."""

from npcclient.playtest.pieces import Piece
from npcclient.v1.affordance_pb2 import Affordance, Entity, Parameter, ParameterType

_TYPES = ("string", "integer", "number", "boolean", "choice", "entity")
_PARAMETER = (
    *("name", "type", "description", "optional", "minimum", "maximum"),
    *("options", "entity_kinds"),
)


def affordances(piece: Piece) -> tuple[Affordance, ...]:
    """Return the affordances. Raises `Mistake`."""
    if piece.is_empty:
        return ()
    return tuple(_affordance(item) for item in piece.items())


def entities(piece: Piece) -> tuple[Entity, ...]:
    """Return the entities that arguments may name. Raises `Mistake`."""
    return tuple(_entity(item) for item in piece.items())


def _affordance(piece: Piece) -> Affordance:
    keys = ("name", "description", "parameters", "max_uses")
    fields = piece.fields(keys, needed=("name",))
    given = fields["parameters"].items() if "parameters" in fields else ()
    return Affordance(
        name=fields["name"].text(63),
        description=fields["description"].text() if "description" in fields else "",
        parameters=[_parameter(item) for item in given],
        max_uses=int(fields["max_uses"].number(1, 16)) if "max_uses" in fields else 0,
    )


def _parameter(piece: Piece) -> Parameter:
    fields = piece.fields(_PARAMETER, needed=("name", "type"))
    kind = fields["type"].choice(_TYPES).upper()
    parameter = Parameter(
        name=fields["name"].text(63),
        type=ParameterType.Value(f"PARAMETER_TYPE_{kind}"),
        description=fields["description"].text(500) if "description" in fields else "",
        is_optional="is_optional" in fields and fields["is_optional"].of(bool),
        options=fields["options"].texts() if "options" in fields else (),
        entity_kinds=fields["entity_kinds"].texts() if "entity_kinds" in fields else (),
    )
    if "minimum" in fields:
        parameter.minimum = fields["minimum"].of(float)
    if "maximum" in fields:
        parameter.maximum = fields["maximum"].of(float)
    return parameter


def _entity(piece: Piece) -> Entity:
    fields = piece.fields(("id", "name", "kind"), needed=("id", "name"))
    return Entity(
        id=fields["id"].text(120),
        name=fields["name"].text(80),
        kind=fields["kind"].text(40) if "kind" in fields else "",
    )
