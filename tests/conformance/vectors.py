"""Messages and envelopes as text and as bytes, for the unit tests of clients in any language.

`python -m tests.conformance.vectors` writes `vectors.json`; with `--check` it only says whether the
file is up to date. `messages` are made from the descriptors, one for each message (and for each arm
of a `oneof`) with every field set; then come oddities picked by hand. `json` is the text of what a
client may be sent, `canonical` what its class must make of it when it is encoded again (default
values left out; a client that writes them is right too); without `canonical` that is what `json`
says.
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
from tests.conformance.schema import message_class, own_messages

FILE = Path(__file__).with_name("vectors.json")
_DEEPEST = 1  # levels of messages within messages of one type; trees go on for ever
_NUMBERS = {
    FieldDescriptor.CPPTYPE_INT32: (7, 2_147_483_647, -2_147_483_648),
    FieldDescriptor.CPPTYPE_DOUBLE: (0.25, -1.5, 1e21),
    FieldDescriptor.CPPTYPE_BOOL: (True, True, True),
}


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
        if not arms:
            yield _vector(f"{kind.name} full", _filled(kind, {}))
        for arm in arms:
            made = _filled(kind, {_oneof(arm): arm.name})
            yield _vector(f"{kind.name} full, {_oneof(arm)} {arm.name}", made)


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


def _filled(kind: Descriptor, arms: dict[str, str], depth: int = 0) -> Message:
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
        _set(message, field, depth)
    return message


def _is_real(oneof: OneofDescriptor) -> bool:
    """Say whether this is a oneof somebody wrote, and not the one behind an `optional`."""
    return not oneof.name.startswith("_")


def _set(message: Message, field: FieldDescriptor, depth: int) -> None:
    inner = field.message_type
    if inner is None:
        values = _scalars(field, depth)
        if field.is_repeated:
            getattr(message, field.name).extend(values)
        else:
            setattr(message, field.name, values[field.number % len(values)])
    elif inner.GetOptions().map_entry:
        values = _scalars(inner.fields_by_name["value"], 0)
        for key, value in zip(("a", "b c", "\u00e9"), values, strict=True):
            getattr(message, field.name)[key] = value
    elif depth < _DEEPEST:
        made = _well_known(inner) or _filled(inner, {}, depth + 1)
        if field.is_repeated:
            getattr(message, field.name).add().CopyFrom(made)
        else:
            getattr(message, field.name).CopyFrom(made)


def _well_known(kind: Descriptor) -> Message | None:
    if kind.full_name == "google.protobuf.Timestamp":
        return message_class(kind.full_name)(seconds=1_676_278_800, nanos=500_000_000)
    if kind.full_name == "google.protobuf.FieldMask":
        return message_class(kind.full_name)(paths=["persona.fallback_lines", "place_id"])
    return None


def _scalars(field: FieldDescriptor, depth: int) -> tuple[Any, ...]:
    if field.enum_type is not None:
        numbers = [value.number for value in field.enum_type.values]
        return numbers[1 % len(numbers)], numbers[-1], numbers[1 % len(numbers)]
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return ("ab",) if depth else ("one", "Gr\u00fc\u00dfe \u4e16\u754c \U0001f409", '"\\\n/')
    return _NUMBERS[field.cpp_type]


if __name__ == "__main__":
    sys.exit(main())
