"""Messages and envelopes as text and as bytes, for the unit tests of clients in any language.

`python -m tests.conformance.vectors` writes `vectors.json`; with `--check` it only says whether the
file is up to date. `messages` are made from the descriptors, one for each message (and for each arm
of a `oneof`) with every field set; then come oddities picked by hand. `json` is the text of what a
client may be sent, `canonical` what its class must make of it when it is encoded again (default
values left out; a client that writes them is right too); without `canonical` that is what `json`
says. `facts` are pairs of a path, such as `lines.0.text`, and what a game reads there by the names
of its language: enums as numbers, times as texts, a `oneof` as the name of its arm.
No two values of a type are equal in a vector, so that fields which are swapped in reading and in
writing show; flags are told apart by further vectors. `enums` are names and numbers of constants.
"""

import argparse
import base64
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor, OneofDescriptor
from google.protobuf.message import Message

from tests.conformance import oddities
from tests.conformance.facts import facts
from tests.conformance.schema import message_class, own_enums, own_messages

FILE = Path(__file__).with_name("vectors.json")
_DEEPEST = 1  # levels of messages within messages of one type; trees go on for ever


def main() -> int:
    """Write or check the file; returns the exit code."""
    asked = argparse.ArgumentParser(prog="python -m tests.conformance.vectors")
    asked.add_argument(
        "--check", action="store_true", help="only compare, and fail on a difference"
    )
    made = text()
    if asked.parse_args().check:
        is_same = FILE.is_file() and FILE.read_text(encoding="utf-8") == made
        print("up to date" if is_same else "run python -m tests.conformance.vectors")
        return 0 if is_same else 1
    FILE.write_text(made, encoding="utf-8")
    return 0


def text() -> str:
    """Return what the file has to hold: one vector a line."""
    made = {
        "messages": messages(),
        "enums": [
            {"type": kind.full_name, "values": [[one.name, one.number] for one in kind.values]}
            for kind in own_enums()
        ],
        "envelopes": list(map(_streamed, oddities.STREAMS)),
        "errors": oddities.errors(),
    }
    groups = [
        f'"{name}": [\n' + ",\n".join(json.dumps(vector, sort_keys=True) for vector in vectors)
        for name, vectors in made.items()
    ]
    return "{\n" + "\n],\n".join(groups) + "\n]\n}\n"


def messages() -> list[dict[str, Any]]:
    """Return the vectors of messages."""
    return [*_generated(), *map(_picked, oddities.MESSAGES)]


def _generated() -> Iterator[dict[str, Any]]:
    for kind in own_messages():
        arms = [arm for oneof in kind.oneofs if _is_real(oneof) for arm in oneof.fields]
        for arm in arms:
            made = _Filling().filled(kind, {_oneof(arm): arm.name})
            yield _full(f"{kind.name} full, {_oneof(arm)} {arm.name}", made)
        for variant in range(1 if arms else 0, _variants(kind)):
            name = f"{kind.name} full" + (f", variant {variant}" if variant else "")
            yield _full(name, _Filling(variant).filled(kind, {}))


def _variants(kind: Descriptor) -> int:
    """Return in how many variants a message is filled, so that flags and enums are told apart."""
    flags = sum(field.cpp_type == FieldDescriptor.CPPTYPE_BOOL for field in kind.fields)
    enums = sum(field.cpp_type == FieldDescriptor.CPPTYPE_ENUM for field in kind.fields)
    return max(flags.bit_length() + 1 if flags > 1 else 1, 2 if enums > 1 else 1)


def _full(name: str, message: Message) -> dict[str, Any]:
    return {**_vector(name, message), "facts": [list(fact) for fact in facts(message)]}


def _oneof(field: FieldDescriptor) -> str:
    return "" if field.containing_oneof is None else field.containing_oneof.name


def _vector(name: str, message: Message) -> dict[str, Any]:
    return {
        "name": name,
        "type": message.DESCRIPTOR.full_name,
        "json": json_format.MessageToJson(message, indent=None, ensure_ascii=False, sort_keys=True),
        "hex": message.SerializeToString(deterministic=True).hex(),
    }


def _picked(odd: oddities.Odd) -> dict[str, Any]:
    """Return an oddity; what it must become is worked out by protobuf's own parser."""
    message = message_class(odd.type)()
    json_format.Parse(odd.json, message, ignore_unknown_fields=True)
    vector = _vector(odd.name, message)
    return {
        **vector,
        "json": odd.json,
        "hex": odd.tail + vector["hex"],
        "canonical": json_format.MessageToDict(message),
    }


def _streamed(stream: oddities.Stream) -> dict[str, Any]:
    """Return the bytes of a Connect stream, and what a parser must find in it."""
    return {
        "name": stream.name,
        "base64": base64.b64encode(stream.wire()).decode(),
        "messages": [text for flags, text in stream.frames if not flags & 2],
        "end": next((text for flags, text in stream.frames if flags & 2), None),
        "is_torn": stream.is_torn,
    }


def _is_real(oneof: OneofDescriptor) -> bool:
    """Say whether this is a oneof a person wrote, and not the one behind an `optional`."""
    return not oneof.name.startswith("_")


class _Filling:
    """Fills one message and those within it, with values that differ from each other.

    In variant 0 every flag is true; in variant n those are whose number in the message, from 1, has
    its n-th lowest bit set. Enums of two fields differ in variant 0 or in another one, which counts
    the fields of enums alone.
    """

    def __init__(self, variant: int = 0) -> None:
        self._variant = variant
        self._count = 0

    def filled(self, kind: Descriptor, arms: dict[str, str], depth: int = 0) -> Message:
        """Return a message with every field set, but for the other arms of each `oneof`."""
        message: Message = message_class(kind.full_name)()
        chosen = {
            oneof.name: arms.get(oneof.name, oneof.fields[0].name)
            for oneof in kind.oneofs
            if _is_real(oneof)
        }
        for field in kind.fields:
            oneof = field.containing_oneof
            if oneof is not None and _is_real(oneof) and chosen[oneof.name] != field.name:
                continue
            self._set(message, field, depth)
        return message

    def _set(self, message: Message, field: FieldDescriptor, depth: int) -> None:
        inner = field.message_type
        if inner is None:
            if field.is_repeated:
                values = [self._scalar(field, depth) for _ in range(3)]
                getattr(message, field.name).extend(values)
            else:
                setattr(message, field.name, self._scalar(field, depth))
        elif inner.GetOptions().map_entry:
            for key in ("a", "b c", "\u00e9"):
                value = self._scalar(inner.fields_by_name["value"], depth)
                getattr(message, field.name)[key] = value
        elif depth < _DEEPEST:
            made = self._well_known(inner) or self.filled(inner, {}, depth + 1)
            if field.is_repeated:
                getattr(message, field.name).add().CopyFrom(made)
            else:
                getattr(message, field.name).CopyFrom(made)

    def _well_known(self, kind: Descriptor) -> Message | None:
        self._count += 1
        if kind.full_name == "google.protobuf.Timestamp":
            seconds = 1_676_278_800 + self._count
            return message_class(kind.full_name)(seconds=seconds, nanos=500_000_000)
        if kind.full_name == "google.protobuf.FieldMask":
            return message_class(kind.full_name)(paths=["persona.fallback_lines", "place_id"])
        return None

    def _scalar(self, field: FieldDescriptor, depth: int) -> Any:
        self._count += 1
        count, form = self._count, self._count % 3
        if field.enum_type is not None:
            numbers = [value.number for value in field.enum_type.values if value.number]
            place = _number(field) if self._variant else field.index
            return numbers[place % len(numbers)]
        if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
            return not self._variant or bool(_number(field) >> (self._variant - 1) & 1)
        if field.cpp_type == FieldDescriptor.CPPTYPE_INT32:
            return (7 + count, 2_147_483_648 - count, -2_147_483_649 + count)[form]
        if field.cpp_type == FieldDescriptor.CPPTYPE_INT64:
            return (2**53 + count, 7 + count, -(2**63) + count)[form]
        if field.cpp_type == FieldDescriptor.CPPTYPE_DOUBLE:
            return (0.25 + count, -1.5 - count, 1e21 * count)[form]
        words = (
            "ab" if depth else ("one", "Gr\u00fc\u00dfe \u4e16\u754c \U0001f409", '"\\\n/')[form]
        )
        return f"{words} {count}"


def _number(field: FieldDescriptor) -> int:
    """Return which of its message's fields of its type it is, from 1."""
    assert field.containing_type is not None  # it is no extension
    before = field.containing_type.fields[: field.index]
    return 1 + sum(one.cpp_type == field.cpp_type for one in before)


if __name__ == "__main__":
    sys.exit(main())
