"""What a use case is called with for a request."""

from typing import Any

from google.protobuf.message import Message

from npcserver.rpc.decoder import compile_call


def arguments(use_case: Any, request: Message, **named: Any) -> dict[str, Any]:
    """Return the arguments that a request stands for; `named` as in the row of its method."""
    found: dict[str, Any] = compile_call(use_case, type(request), named)(dict, request)
    return found
