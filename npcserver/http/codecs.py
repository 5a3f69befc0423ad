"""Messages as bytes: protobuf and JSON, with a refusal that names what is wrong."""

from typing import Any, TypeVar

from connectrpc.code import Code
from connectrpc.codec import Codec
from connectrpc.errors import ConnectError
from google.protobuf.any_pb2 import Any as GoogleAny
from google.protobuf.message import DecodeError, Message
from google.rpc import error_details_pb2

from npcserver.http.details import error_detail
from npcserver.http.reading import Unreadable, read
from npcserver.http.writing import write

M = TypeVar("M", bound=Message)
_DOMAIN = "npcserver"


class ProtoCodec(Codec[Message, Any]):
    """Protobuf's own encoding."""

    def name(self) -> str:
        """Return the name that content types carry."""
        return "proto"

    def encode(self, message: Message) -> bytes:
        """Return the message as bytes."""
        return message.SerializeToString()

    def decode(self, data: bytes | bytearray, message_class: type[M]) -> M:
        """Return the message; raises `ConnectError` for bytes that are none."""
        try:
            return message_class.FromString(bytes(data))
        except DecodeError as error:
            raise _refused(
                "request",
                "is no message of this method; texts must be UTF-8 without lone surrogates",
            ) from error


class JsonCodec(Codec[Message, Any]):
    """Protobuf's JSON, compact and in UTF-8. Fields that this server does not know are skipped."""

    def name(self) -> str:
        """Return the name that content types carry."""
        return "json"

    def encode(self, message: Message) -> bytes:
        """Return the message as bytes."""
        return write(message)

    def decode(self, data: bytes | bytearray, message_class: type[M]) -> M:
        """Return the message; raises `ConnectError` that says which field is wrong."""
        try:
            return read(bytes(data), message_class)
        except Unreadable as error:
            raise _refused(error.field, error.problem) from error


def codecs() -> list[Codec[Message, Any]]:
    """Return the encodings in which a message may come."""
    return [ProtoCodec(), JsonCodec()]


def _refused(field: str, problem: str) -> ConnectError:
    """Return what the gRPC server answers to a field that is wrong, and no other words."""
    info = error_details_pb2.ErrorInfo(reason="INVALID_FIELD", domain=_DOMAIN)
    info.metadata["field"] = field
    violation = error_details_pb2.BadRequest.FieldViolation(field=field, description=problem)
    details = []
    for detail in (info, error_details_pb2.BadRequest(field_violations=[violation])):
        packed = GoogleAny()
        packed.Pack(detail)
        details.append(error_detail(packed))
    return ConnectError(Code.INVALID_ARGUMENT, f"{field}: {problem}", details)
