"""Generate the Godot add-on's messages and services from the protos; `--check` only compares."""

import pathlib
import re
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import grpc_tools
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)
from grpc_tools import protoc

from proto.csharp.protos import ADMIN, has_field_options
from proto.gdscript_fields import Names, alias, indented, member, snake

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "clients/godot/addons/npc_dialogue"
FIRST = "# Generated from proto/{} by proto/generate_gdscript.py; do not edit."
MESSAGES, ENUMS, SERVICES = 4, 5, 6  # numbers of the fields of FileDescriptorProto
WIDTH = 92


@dataclass(frozen=True, slots=True)
class Source:
    """One proto file with its comments, which are found by the path of what they stand over."""

    file: FileDescriptorProto
    comments: Mapping[tuple[int, ...], str]

    @property
    def stem(self) -> str:
        """Name of the file of GDScript that it becomes."""
        return pathlib.PurePath(self.file.name).stem

    @property
    def is_admin(self) -> bool:
        """Whether it belongs to authors and operators."""
        return self.file.package == ADMIN

    @property
    def declares(self) -> list[str]:
        """Names of its enums and messages."""
        names = [enum.name for enum in self.file.enum_type]
        return [*names, *(message.name for message in self.file.message_type)]

    def doc(self, *path: int) -> list[str]:
        """Return the comment at a path as lines of GDScript documentation."""
        # documentation of Godot is set in another type than the protos' comments
        text = self.comments.get(path, "").replace("[", "[lb]")
        text = re.sub(r"`([^`]+)`", r"[code]\1[/code]", text)
        paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
        return [
            f"## {line}".rstrip()
            for number, part in enumerate(filter(None, paragraphs))
            for line in ([""] if number else []) + textwrap.wrap(part, WIDTH)
        ]


def sources() -> list[Source]:
    """Read the protos, with the files that they import left out."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "set"
        files = sorted((ROOT / "proto/npcserver").glob("**/*.proto"))
        well_known = pathlib.Path(grpc_tools.__file__).parent / "_proto"
        where = [f"-I{ROOT / 'proto'}", f"-I{well_known}"]
        what = [f"--descriptor_set_out={out}", "--include_source_info"]
        status = protoc.main(["protoc", *where, *what, *map(str, files)])
        if status != 0:
            raise SystemExit(status)
        found = FileDescriptorSet.FromString(out.read_bytes()).file
    return [
        Source(
            file,
            {tuple(at.path): at.leading_comments for at in file.source_code_info.location},
        )
        for file in found
        if not has_field_options(file)
    ]


def enum_lines(source: Source, number: int, enum: EnumDescriptorProto) -> Iterator[str]:
    """Write an enum with short names, and the table of its names on the wire."""
    prefix = f"{snake(enum.name)}_".upper()
    yield from source.doc(ENUMS, number)
    yield f"enum {enum.name} {{"
    for index, value in enumerate(enum.value):
        yield from indented(source.doc(ENUMS, number, 2, index))
        short = value.name.removeprefix(prefix)
        yield f"\t{short if not short[0].isdigit() else value.name} = {value.number},"
    yield "}"
    yield f"const {prefix}NAMES := {{"
    yield from (f'\t"{value.name}": {value.number},' for value in enum.value)
    yield "}"


def message_lines(
    source: Source, number: int, message: DescriptorProto, names: Names
) -> Iterator[str]:
    """Write a message as a class."""
    yield from [
        "",
        "",
        *source.doc(MESSAGES, number),
        f"class {message.name}:",
        "\textends Message",
    ]
    real = {
        field.oneof_index
        for field in message.field
        if field.HasField("oneof_index") and not field.proto3_optional
    }
    cases = [oneof.name for index, oneof in enumerate(message.oneof_decl) if index in real]
    for name in cases:
        yield from [f"\tvar _{name}: Variant = null", f'\tvar _{name}_case := ""']
    reads, writes = [], []
    for index, field in enumerate(message.field):
        written = member(field, message, names)
        yield from indented([*source.doc(MESSAGES, number, 2, index), *written.declares])
        reads += written.reads
        writes += written.writes
    for name in cases:
        yield from [
            "",
            f"\t## Which arm of `{name}` is set; empty for none, or one not known here.",
        ]
        yield from [f"\tfunc which_{name}() -> String:", f"\t\treturn _{name}_case"]
    yield from ["", f"\tstatic func from_dict(source: Variant) -> {message.name}:"]
    yield f"\t\tvar it_ := {message.name}.new()"
    if reads:
        yield from indented(indented(["var from_ := W.dictionary(source)", *reads]))
    yield from ["\t\treturn it_", "", "\tfunc to_dict() -> Dictionary:", "\t\tvar out_ := {}"]
    yield from indented(indented(writes))
    yield "\t\treturn out_"


def file_text(source: Source, homes: Mapping[str, Source]) -> str:
    """Write all that one proto file declares."""
    names = Names({full: home.stem for full, home in homes.items()}, source.stem)
    body = [
        line
        for number, message in enumerate(source.file.message_type)
        for line in message_lines(source, number, message, names)
    ]
    enums = [
        line
        for number, enum in enumerate(source.file.enum_type)
        for line in ["", *enum_lines(source, number, enum)]
    ]
    head = [FIRST.format(source.file.name), "extends RefCounted", ""]
    base = "../../" if source.is_admin else "../"
    if body:
        head += [
            f'const Message = preload("{base}message.gd")',
            f'const W = preload("{base}wire.gd")',
        ]
    text = "\n".join(body)
    others = {home.stem: home for home in homes.values() if home.stem != source.stem}
    for stem, home in sorted(others.items()):
        if f"{alias(stem)}." in text:
            folder = "" if home.is_admin == source.is_admin else f"{base}messages/"
            head.append(f'const {alias(stem)} = preload("{folder}{stem}.gd")')
    return "\n".join([*head, *enums, *body]) + "\n"


def index_text(found: list[Source], package: str, named: str, example: str) -> str:
    """Write the file that knows every message and enum of a package by its own name."""
    lines = [FIRST.format(package), f"## All messages and enums of {package}, as `{example}`."]
    lines += [f"class_name {named}", "extends RefCounted", ""]
    lines += [f'const {alias(s.stem)} = preload("messages/{s.stem}.gd")' for s in found]
    for source in found:
        lines += ["", f"# {source.file.name}"]
        lines += [f"const {name} = {alias(source.stem)}.{name}" for name in source.declares]
    return "\n".join(lines) + "\n"


def service_lines(source: Source, number: int, service: ServiceDescriptorProto) -> Iterator[str]:
    """Write a service as a class with a method for each call; those that send streams are left."""
    yield from [
        "",
        "",
        *source.doc(SERVICES, number),
        f"class {service.name}:",
        "\textends Service",
    ]
    for index, method in enumerate(service.method):
        request = _name(method.input_type)
        returns = "Stream" if method.server_streaming else "Result"
        call = "_client.stream(" if method.server_streaming else "await _client.call_unary("
        answer = _name(method.output_type)
        yield ""
        yield from indented(source.doc(SERVICES, number, 2, index))
        yield "\t##"
        article = "an" if answer[0] in "AEIOU" else "a"
        what = "Each message" if method.server_streaming else "The value"
        yield f"\t## {what} is {article} {answer}."
        head = f"\tfunc {snake(method.name)}("
        asked = f"request: M.{request}, timeout_ms: int = DEFAULT_TIMEOUT"
        yield from [head, f"\t\t{asked}", f"\t) -> {returns}:"]
        path = f"{source.file.package}.{service.name}/{method.name}"
        yield f'\t\treturn {call}"{path}", request, timeout_ms)'


def services_text(found: list[Source], package: str, base: str) -> str:
    """Write the services of a package, and the table of their calls by path."""
    lines = [FIRST.format(package), "## One class for each service, one method for each call."]
    lines += ["extends RefCounted", "", 'const M = preload("messages.gd")']
    lines += [
        f'const {name} = preload("{base}{name.lower()}.gd")'
        for name in ("Service", "Stream", "Result")
    ]
    lines.append("")
    lines += [
        "## By path: class of the request, class of the answer, whether answers are streamed."
    ]
    lines += ["const METHODS := {"]
    body: list[str] = []
    for source in found:
        for number, service in enumerate(source.file.service):
            for method in service.method:
                types = (method.input_type, method.output_type)
                asked, answered = (f"M.{_name(full)}" for full in types)
                path = f"{source.file.package}.{service.name}/{method.name}"
                streams = str(method.server_streaming).lower()
                lines += [f'\t"{path}":', f"\t[{asked}, {answered}, {streams}],"]
            body += service_lines(source, number, service)
    return "\n".join([*lines, "}", *body]) + "\n"


def _name(full: str) -> str:
    return full.rpartition(".")[2]


def generate() -> dict[str, str]:
    """Return all generated files by their path in the add-on."""
    found = sources()
    homes = {
        f".{source.file.package}.{name}": source for source in found for name in source.declares
    }
    files: dict[str, str] = {}
    for folder, package, named, example in (
        ("", "npcserver/v1", "NpcMessages", "NpcMessages.SayRequest"),
        ("admin/", "npcserver/admin/v1", "NpcAdminMessages", "NpcAdminMessages.GetWorldRequest"),
    ):
        own = [source for source in found if source.is_admin == bool(folder)]
        kept = [source for source in own if source.declares]
        files |= {f"{folder}messages/{one.stem}.gd": file_text(one, homes) for one in kept}
        files[f"{folder}messages.gd"] = index_text(kept, package, named, example)
        files[f"{folder}services.gd"] = services_text(own, package, "../" if folder else "")
    return files


def main() -> None:
    """Generate in place, or compare with what is checked in."""
    files = generate()
    present = {path.relative_to(TARGET).as_posix() for path in TARGET.glob("**/messages/*.gd")}
    surplus = present - set(files)
    if "--check" in sys.argv:
        differing = {
            name
            for name, text in files.items()
            if not (TARGET / name).exists() or (TARGET / name).read_text("utf-8") != text
        }
        if stale := sorted(differing | surplus):
            raise SystemExit(
                f"not up to date: {', '.join(stale)}; run: python -m proto.generate_gdscript"
            )
        return
    (TARGET / "admin/messages").mkdir(parents=True, exist_ok=True)
    for name in surplus:
        (TARGET / name).unlink()
    for name, text in files.items():
        (TARGET / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
