"""Messages as bytes: protobuf and JSON, with a refusal that names what is wrong."""

import json
from typing import Any, TypeVar

from connectrpc.code import Code
from connectrpc.codec import Codec
from connectrpc.errors import ConnectError
from google.protobuf.any_pb2 import Any as GoogleAny
from google.protobuf.json_format import MessageToDict, Parse, ParseError
from google.protobuf.message import DecodeError, Message
from google.rpc import error_details_pb2

from npcserver.http.details import error_detail

M = TypeVar("M", bound=Message)
_DOMAIN = "npcserver"
_FIELD = "request"


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
                "is no message of this method; texts must be UTF-8 without lone surrogates"
            ) from error


class JsonCodec(Codec[Message, Any]):
    """Protobuf's JSON, compact and in UTF-8. Fields that this server does not know are skipped."""

    def __init__(self, name: str) -> None:
        self._name = name

    def name(self) -> str:
        """Return the name that content types carry."""
        return self._name

    def encode(self, message: Message) -> bytes:
        """Return the message as bytes."""
        shown = MessageToDict(message)
        return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()

    def decode(self, data: bytes | bytearray, message_class: type[M]) -> M:
        """Return the message; raises `ConnectError` that says which field is wrong."""
        message = message_class()
        try:
            Parse(bytes(data), message, ignore_unknown_fields=True)
        except (ParseError, UnicodeError, ValueError, RecursionError) as error:
            raise _refused(f"is no JSON of this method; {error}") from error
        return message


def codecs() -> list[Codec[Message, Any]]:
    """Return the encodings in which a message may come."""
    return [ProtoCodec(), JsonCodec("json"), JsonCodec("json; charset=utf-8")]


def _refused(problem: str) -> ConnectError:
    info, packed = error_details_pb2.ErrorInfo(), GoogleAny()
    info.reason, info.domain, info.metadata["field"] = "INVALID_FIELD", _DOMAIN, _FIELD
    packed.Pack(info)
    return ConnectError(Code.INVALID_ARGUMENT, f"{_FIELD}: {problem}", [error_detail(packed)])
