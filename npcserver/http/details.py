"""Details of errors as the Connect library sends them: as bytes, and as JSON beside them."""

from collections.abc import Iterable, Iterator

from connectrpc.errors import ErrorDetail
from google.protobuf import descriptor_pb2, duration_pb2
from google.protobuf.any_pb2 import Any as GoogleAny
from google.rpc import error_details_pb2
from protobuf import Registry
from protobuf.wkt import Any, FileDescriptorSet

_PREFIX = "type.googleapis.com/"


def _registry() -> Registry:
    """Return the known kinds of details by name, as the Connect library's own message types."""
    files = descriptor_pb2.FileDescriptorSet()
    for module in (duration_pb2, error_details_pb2):
        module.DESCRIPTOR.CopyToProto(files.file.add())
    for file in files.file:
        for message in _all_of(file.message_type):
            for field in message.field:
                field.json_name = _camel(field.name)  # generated modules leave it out
    return FileDescriptorSet.from_binary(files.SerializeToString()).to_registry()


def _all_of(
    messages: Iterable[descriptor_pb2.DescriptorProto],
) -> Iterator[descriptor_pb2.DescriptorProto]:
    for message in messages:
        yield message
        yield from _all_of(message.nested_type)


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


_KINDS = _registry()


def error_detail(packed: GoogleAny) -> ErrorDetail:
    """Return a detail for Connect; one of a known kind is readable there."""
    detail = Any(type_url=packed.type_url, value=packed.value)
    kind = _KINDS.message(packed.type_url.removeprefix(_PREFIX))
    message = None if kind is None else detail.unpack(kind)
    return ErrorDetail(detail if message is None else message)
