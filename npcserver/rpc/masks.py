"""Update masks: which fields of a resource change."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from google.protobuf.field_mask_pb2 import FieldMask
from google.protobuf.message import Message

from npcserver.model.character import Character, Persona
from npcserver.model.errors import InvalidInput
from npcserver.model.world import Place, World

M = TypeVar("M", bound=Message)
Authored = TypeVar("Authored", World, Place, Character, Persona)


def paths(mask: FieldMask, resource: Message, known: Collection[str]) -> frozenset[str]:
    """Return the paths to change: those of the mask, or the populated ones if it is empty.

    Raises `InvalidInput` for a path that is not among the `known`.
    """
    for position, path in enumerate(mask.paths):
        if path not in known:
            raise InvalidInput(
                f"update_mask.paths[{position}]",
                f"{path[:80]!r} cannot be changed; choose from {', '.join(sorted(known))}",
            )
    return frozenset(mask.paths or _populated(resource, known))


def only(resource: M, chosen: Collection[str]) -> M:
    """Return a copy of the resource with only the chosen paths."""
    copy = type(resource)()
    FieldMask(paths=chosen).MergeMessage(resource, copy, True, True)
    return copy


def merged(before: Authored, proposed: Authored, names: Iterable[str]) -> Authored:
    """Return `before` with the named attributes of `proposed`."""
    return replace(before, **{name: getattr(proposed, name) for name in names})


def _populated(resource: Message, known: Collection[str]) -> Iterator[str]:
    for field, value in resource.ListFields():
        nested = {path for path in known if path.startswith(f"{field.name}.")}
        if nested:
            yield from nested & {f"{field.name}.{part.name}" for part, _ in value.ListFields()}
        elif field.name in known:
            yield field.name
