"""Updates with a mask: what a request proposes, as a function of what is stored."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import reduce
from typing import Any

from google.protobuf.field_mask_pb2 import FieldMask
from google.protobuf.message import Message

from npcserver.model.errors import InvalidInput
from npcserver.rpc import fields
from npcserver.rpc.encoder import attribute_of

_UNCHANGED = "unchanged"


def read_edit(
    request: Any,
    path: str,
    read: Callable[[Any], Any],
    known: Collection[str],
    required: Collection[str] = (),
) -> Callable[[Any], Any]:
    """Return what gives a resource the values that a request has for it in the field `path`.

    Changed are the paths of `update_mask`, or the populated ones if it is empty. `read` makes a
    dataclass of the message; what it does not take empty is `required`, and has a stand-in there if
    it is not changed. Raises `InvalidInput`, also for a path that is not among the `known`.
    """
    resource = getattr(request, path)
    for position, one in enumerate(request.update_mask.paths):
        if one not in known:
            raise InvalidInput(
                f"update_mask.paths[{position}]",
                f"{one[:80]!r} cannot be changed; choose from {', '.join(sorted(known))}",
            )
    chosen = frozenset(request.update_mask.paths or _populated(resource, known))
    part = type(resource)()
    FieldMask(paths=chosen).MergeMessage(resource, part, True, True)
    for name in required:
        *outer, last = name.split(".")
        if chosen.isdisjoint((name, *outer)):
            owner: Any = reduce(getattr, outer, part)
            setattr(owner.add() if hasattr(owner, "add") else owner, last, _UNCHANGED)
    proposed = fields.within_path(path, read, part)

    def edited(before: Any) -> Any:
        values: dict[str, Any] = {}
        for one in sorted(chosen):  # a whole message comes before its parts
            head, _, inner = one.partition(".")
            name = attribute_of(type(before), type(resource), head)
            value = getattr(proposed, name)
            if inner:
                whole = values.get(name, getattr(before, name))
                value = replace(whole, **{inner: getattr(value, inner)})
            values[name] = value
        return replace(before, **values)

    return edited


def _populated(resource: Message, known: Collection[str]) -> Iterator[str]:
    for field, value in resource.ListFields():
        nested = {path for path in known if path.startswith(f"{field.name}.")}
        if nested:
            yield from nested & {f"{field.name}.{part.name}" for part, _ in value.ListFields()}
        elif field.name in known:
            yield field.name
