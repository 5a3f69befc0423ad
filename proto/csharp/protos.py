"""What the protos say, with their comments, as `protoc` reads them."""

import pathlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field

import grpc_tools
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)
from grpc_tools import protoc

ROOT = pathlib.Path(__file__).resolve().parents[2]
ADMIN = "npcserver.admin.v1"
"""Package of what authors and operators call, which a shipped game can do without."""
MESSAGE_TYPE, ENUM_VALUE, SERVICE_METHOD, MESSAGE_FIELD = 4, 2, 2, 2
ENUM_TYPE, SERVICE = 5, 6


class NotSupportedError(Exception):
    """A proto uses something that the C# classes cannot carry; says what."""


@dataclass(frozen=True, slots=True)
class ProtoFile:
    """One proto file: its description, and comments by the path of what they stand at."""

    described: FileDescriptorProto
    comments: dict[tuple[int, ...], str] = field(repr=False)

    @property
    def stem(self) -> str:
        """Name of the file without folder and ending, such as `play_service`."""
        return pathlib.PurePosixPath(self.described.name).stem

    @property
    def is_admin(self) -> bool:
        """Whether it belongs to authors and operators."""
        return self.described.package == ADMIN

    def comment(self, *path: int) -> str:
        """Return the comment at a path of the description; empty where there is none."""
        return self.comments.get(path, "")


def read(folder: pathlib.Path = ROOT / "proto") -> list[ProtoFile]:
    """Read all protos below a folder, by name. Raises SystemExit if one is wrong."""
    sources = sorted(folder.glob("**/*.proto"))
    well_known = pathlib.Path(grpc_tools.__file__).parent / "_proto"
    with tempfile.TemporaryDirectory() as scratch:
        target = pathlib.Path(scratch) / "set"
        status = protoc.main(
            [
                "protoc",
                f"-I{folder}",
                f"-I{well_known}",
                f"--descriptor_set_out={target}",
                "--include_source_info",
                *map(str, sources),
            ]
        )
        if status != 0:
            raise SystemExit(status)
        described = FileDescriptorSet.FromString(target.read_bytes())
    return [
        ProtoFile(each, _comments(each)) for each in described.file if not has_field_options(each)
    ]


def has_field_options(described: FileDescriptorProto) -> bool:
    """Return whether a file is that of an option of fields, which is in no message."""
    return any(one.extendee == ".google.protobuf.FieldOptions" for one in described.extension)


def _comments(described: FileDescriptorProto) -> dict[tuple[int, ...], str]:
    return {
        tuple(location.path): location.leading_comments
        for location in described.source_code_info.location
        if location.leading_comments
    }


def pascal(name: str) -> str:
    """`request_id` → `RequestId`; `TURN_OUTCOME` → `TurnOutcome`."""
    return "".join(part[:1].upper() + part[1:].lower() for part in name.split("_"))


def summary(text: str, indent: str) -> Iterator[str]:
    """Yield a comment of a proto as lines of C# documentation."""
    words = text.strip() or "Not described."
    words = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    pieces = words.split("`")
    if len(pieces) % 2:  # every mark has its partner
        words = "".join(
            f"<c>{piece}</c>" if number % 2 else piece for number, piece in enumerate(pieces)
        )
    lines = [line.strip() for line in words.splitlines()]
    if len(lines) == 1:
        yield f"{indent}/// <summary>{lines[0]}</summary>"
        return
    yield f"{indent}/// <summary>"
    yield from (f"{indent}/// {line}".rstrip() for line in lines)
    yield f"{indent}/// </summary>"


def is_repeated(described: FieldDescriptorProto) -> bool:
    """Whether the field holds many values."""
    return described.label == FieldDescriptorProto.LABEL_REPEATED


def map_entry(message: DescriptorProto, described: FieldDescriptorProto) -> DescriptorProto | None:
    """Return the entry's message where a field is a map; None otherwise."""
    for nested in message.nested_type:
        if nested.options.map_entry and described.type_name.endswith(f".{nested.name}"):
            return nested
    return None
