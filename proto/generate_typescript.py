"""Generate `npc.d.ts` and `npc-admin.d.ts` of `clients/web` from the protos.

With `--check`, only say if they are up to date.

    python -m proto.generate_typescript [--check]

The types are those of proto JSON as the server writes it: fields with default values are left out,
so all fields are optional, but for messages that a response always has.
"""

import sys
from collections.abc import Iterator

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
)

from proto.csharp.protos import (
    ENUM_TYPE,
    ENUM_VALUE,
    MESSAGE_FIELD,
    MESSAGE_TYPE,
    ROOT,
    SERVICE,
    SERVICE_METHOD,
    ProtoFile,
    is_repeated,
    map_entry,
    read,
)

WEB = ROOT / "clients/web"
CLIENT = ROOT / "proto/npc_client.d.ts.txt"
ADMIN = ROOT / "proto/npc_admin.d.ts.txt"
_OF_GAMES = ".npcserver.v1."
FIRST = "// Generated from proto/npcserver by proto/generate_typescript.py; do not edit."
_WELL_KNOWN = {".google.protobuf.Timestamp": "string", ".google.protobuf.FieldMask": "string"}
_TEXT = {  # 64 bits are text in proto JSON
    FieldDescriptorProto.TYPE_STRING,
    FieldDescriptorProto.TYPE_BYTES,
    FieldDescriptorProto.TYPE_INT64,
    FieldDescriptorProto.TYPE_UINT64,
}


def texts() -> dict[str, str]:
    """Return what each file is to hold, by its name."""
    protos = read()
    games = [proto for proto in protos if not proto.is_admin]
    admin = [proto for proto in protos if proto.is_admin]
    named = sorted({"CallOptions", "NpcClient", *_named_of_games(admin)})
    imports = ["import type {", *(f"  {name}," for name in named), '} from "./npc.js";', ""]
    return {
        "npc.d.ts": _text(games, CLIENT.read_text(encoding="utf-8")),
        "npc-admin.d.ts": _text(admin, "\n".join([*imports, ADMIN.read_text(encoding="utf-8")])),
    }


def _named_of_games(admin: list[ProtoFile]) -> Iterator[str]:
    for proto in admin:
        for service in proto.described.service:
            for method in service.method:
                yield from _of_games(method.input_type, method.output_type)
        for message in proto.described.message_type:
            for part in (message, *message.nested_type):
                yield from _of_games(*(field.type_name for field in part.field))


def _of_games(*full: str) -> Iterator[str]:
    return (_name(name) for name in full if name.startswith(_OF_GAMES))


def _text(protos: list[ProtoFile], client: str) -> str:
    lines = [FIRST, "", client.rstrip()]
    for name, is_stream in (("UnaryMethods", False), ("StreamMethods", True)):
        lines += ["", f"export interface {name} {{"]
        lines += [line for proto in protos for line in _methods(proto, is_stream=is_stream)]
        lines.append("}")
    for proto in protos:
        for number, enum in enumerate(proto.described.enum_type):
            lines += ["", *_enum(proto, enum, (ENUM_TYPE, number))]
        for number, message in enumerate(proto.described.message_type):
            lines += ["", *_message(proto, message, (MESSAGE_TYPE, number))]
    return "\n".join([*lines, ""])


def _methods(proto: ProtoFile, *, is_stream: bool) -> Iterator[str]:
    for number, service in enumerate(proto.described.service):
        for place, method in enumerate(service.method):
            if method.server_streaming != is_stream:
                continue
            yield from _comment(proto, (SERVICE, number, SERVICE_METHOD, place), "  ")
            types = f"request: {_name(method.input_type)}; response: {_name(method.output_type)}"
            yield f'  "{service.name}/{method.name}": {{ {types} }};'


def _enum(proto: ProtoFile, enum: EnumDescriptorProto, path: tuple[int, ...]) -> Iterator[str]:
    yield from _comment(proto, path, "")
    yield f"export type {enum.name} ="
    for number, value in enumerate(enum.value):
        yield from _comment(proto, (*path, ENUM_VALUE, number), "  ")
        end = ";" if number + 1 == len(enum.value) else ""
        yield f'  | "{value.name}"{end}'


def _message(proto: ProtoFile, message: DescriptorProto, path: tuple[int, ...]) -> Iterator[str]:
    if message.enum_type or any(not it.options.map_entry for it in message.nested_type):
        raise SystemExit(f"no TypeScript for types inside of {message.name}")
    yield from _comment(proto, path, "")
    yield f"export interface {message.name} {{"
    for number, field in enumerate(message.field):
        yield from _comment(proto, (*path, MESSAGE_FIELD, number), "  ")
        is_there = (
            message.name.endswith("Response")
            and field.type == FieldDescriptorProto.TYPE_MESSAGE
            and not is_repeated(field)
            and not field.HasField("oneof_index")
        )
        yield f"  {field.json_name}{'' if is_there else '?'}: {_type(message, field)};"
    yield "}"


def _type(message: DescriptorProto, field: FieldDescriptorProto) -> str:
    entry = map_entry(message, field)
    if entry is not None:
        return f"Record<string, {_type(entry, entry.field[1])}>"
    if field.type_name:
        kind = _WELL_KNOWN.get(field.type_name) or _name(field.type_name)
    elif field.type == FieldDescriptorProto.TYPE_BOOL:
        kind = "boolean"
    else:
        kind = "string" if field.type in _TEXT else "number"
    return f"{kind}[]" if is_repeated(field) else kind


def _name(full: str) -> str:
    return full.rpartition(".")[2]


def _comment(proto: ProtoFile, path: tuple[int, ...], indent: str) -> Iterator[str]:
    lines = [
        line.strip() for line in proto.comment(*path).replace("*/", "* /").strip().splitlines()
    ]
    if len(lines) == 1:
        yield f"{indent}/** {lines[0]} */"
    elif lines:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}".rstrip() for line in lines)
        yield f"{indent} */"


def main() -> None:
    """Write the files, or fail if one is not what the protos say."""
    for name, wanted in texts().items():
        path = WEB / name
        if "--check" not in sys.argv:
            path.write_text(wanted, encoding="utf-8", newline="\n")
        elif not path.is_file() or path.read_text(encoding="utf-8") != wanted:
            raise SystemExit(f"not up to date: {name}; run: python -m proto.generate_typescript")


if __name__ == "__main__":
    main()
