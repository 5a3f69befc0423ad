"""Messages as bytes: protobuf and JSON.

Bytes that do not parse become a fault in place of the message: the handler raises it after it has
checked the key and counted the call, as it does for native gRPC.
"""

from typing import Any, TypeVar

from connectrpc.codec import Codec
from google.protobuf.message import DecodeError, Message

from npcserver.http.reading import read
from npcserver.http.writing import write
from npcserver.model.errors import InvalidInput

M = TypeVar("M", bound=Message)


class ProtoCodec(Codec[Message, Any]):
    """Protobuf's own encoding."""

    def name(self) -> str:
        """Return the name that content types carry."""
        return "proto"

    def encode(self, message: Message) -> bytes:
        """Return the message as bytes."""
        return message.SerializeToString()

    def decode(self, data: bytes | bytearray, message_class: type[M]) -> M | InvalidInput:
        """Return the message, or the fault of bytes that do not parse."""
        try:
            return message_class.FromString(bytes(data))
        except DecodeError:
            return InvalidInput(
                "request",
                "is no message of this method; texts must be UTF-8 without lone surrogates",
            )


class JsonCodec(Codec[Message, Any]):
    """Protobuf's JSON, compact and in UTF-8. Unknown fields are skipped."""

    def name(self) -> str:
        """Return the name that content types carry."""
        return "json"

    def encode(self, message: Message) -> bytes:
        """Return the message as bytes."""
        return write(message)

    def decode(self, data: bytes | bytearray, message_class: type[M]) -> M | InvalidInput:
        """Return the message, or a fault that names the wrong field."""
        try:
            return read(bytes(data), message_class)
        except InvalidInput as fault:
            return fault


def codecs() -> list[Codec[Message, Any]]:
    """Return the encodings that a message may have."""
    return [ProtoCodec(), JsonCodec()]
