"""Requests in which every field is set that may stand beside the others."""

from collections.abc import Iterator, Mapping
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

SCENE = """\
format: npcserver/scene/1
scene: {premise: One loaf is left on the boat.}
members:
  - {name: Ann, goal: Share the loaf by weight.}
  - {name: Bob, goal: Give it to those who row.}
"""
VALUES: Mapping[str, Any] = {
    "language": "en",
    "emotion": "joy",
    "opens": "08:00",
    "closes": "17:00",
    "profile": "default",
    "persona_version": 7,
    "file_text": SCENE,
    "yaml": "format: npcserver/world/1\nworld: {name: Harbour}\n",
    "ImportWorldRequest.world_id": "harbour",
    "MintPlayerTokenRequest.lifetime_seconds": 60,
    "MintPlayerTokenRequest.verbs": 9,  # VERB_SAY
    "MoveStandingRequest.other_id": "ann",
    "RelationAxis.high": 50,
    "RelationThreshold.name": "afraid",
    "Parameter.type": 6,  # PARAMETER_TYPE_ENTITY
    "SetSpendingLimitRequest.scope": 3,  # BUDGET_SCOPE_PLAYER
    "SettleCommitmentRequest.status": 2,  # COMMITMENT_STATUS_KEPT
    **dict.fromkeys(("page_token", "request_id", "update_mask")),
    # these contradict another field, or need more than one item
    **dict.fromkeys(("affordance_set", "to_ids", "months", "weekdays")),
    **dict.fromkeys(("Moment.seq", "Place.parent_id")),
    **dict.fromkeys(("MoveStandingRequest.axes", "RelationThreshold.below")),
    **dict.fromkeys(("Parameter.minimum", "Parameter.maximum", "Parameter.options")),
}
"""Values of fields by name, with or without the message; None leaves a field out."""


def filled(kind: Descriptor) -> Any:
    """Return a message with all fields, one item in each list, and the first arm of each choice.

    Flags stay unset, since they change what the other fields mean.
    """
    made: Any = GetMessageClass(kind)()
    for field in kind.fields:
        choice = field.containing_oneof
        if choice is not None and choice.fields[0] is not field:
            continue
        name = f"{kind.name}.{field.name}"
        value = VALUES[name] if name in VALUES else VALUES.get(field.name, ...)
        value = _usual(field) if value is ... else value
        if value is None:
            continue
        if field.is_repeated:
            getattr(made, field.name).append(value)
        elif field.message_type is not None:
            getattr(made, field.name).CopyFrom(value)
        else:
            setattr(made, field.name, value)
    if kind.name == "OpenCircleRequest":
        made.members.add(id="y", name="y", is_character=True)
    return made


def _usual(field: FieldDescriptor) -> Any:
    if field.message_type is not None:
        if field.message_type.name == "Timestamp":
            moment: Any = GetMessageClass(field.message_type)()
            moment.FromJsonString("2000-01-01T09:00:00Z")
            return moment
        return filled(field.message_type)
    if field.enum_type is not None:
        return field.enum_type.values[1].number
    by_type = {FieldDescriptor.CPPTYPE_STRING: "x", FieldDescriptor.CPPTYPE_BOOL: None}
    return by_type.get(field.cpp_type, 1)


def set_fields(message: Message, before: str = "") -> Iterator[tuple[str, FieldDescriptor]]:
    """Yield each field that is set, also in messages within, by its path as errors name it."""
    for field, value in message.ListFields():
        path = f"{before}{field.name}"
        yield path, field
        if field.message_type is not None and field.message_type.full_name.startswith("npcserver."):
            within, step = (value[0], f"{path}[0].") if field.is_repeated else (value, f"{path}.")
            yield from set_fields(within, step)


def without(message: Message, path: str) -> Message:
    """Return a copy of a message without the field at a path."""
    made = type(message)()
    made.CopyFrom(message)
    *outer, last = path.split(".")
    target: Any = made
    for name in outer:
        target = getattr(target, name.removesuffix("[0]"))
        target = target[0] if name.endswith("[0]") else target
    target.ClearField(last)
    return made
