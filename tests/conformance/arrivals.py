"""What arrives at the server of the cases: each request, and the case that sent it.

A client is judged by what the server received, whatever it says itself. A case is known by the
label of its timelines, and by the ids that its answers held.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import json_format
from google.protobuf.message import Message

from npcserver.rpc.interceptor import EdgeInterceptor, Handler
from tests.conformance.schema import message_class, method

_ID = re.compile(r'"([a-z]{1,3}_[0-9a-hjkmnp-tv-z]{20})"')

Arrival = Mapping[str, Any]
"""`case` (empty where it is not known), `method` and `request`, as proto JSON."""


class ArrivalLog:
    """Writes down what arrives at the servers of this process, a line of JSON each."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._cases: dict[str, str] = {}

    def listen(self) -> None:
        """Note each request before the server looks at it, and the ids in each answer."""
        inner = EdgeInterceptor._wrap

        def wrap(edge: EdgeInterceptor, handler: Handler, path: str, policy: Any) -> Handler:
            return self._heard(inner(edge, handler, path, policy), path.removeprefix("/"))

        EdgeInterceptor._wrap = wrap  # type: ignore[method-assign, assignment]

    def _heard(self, handler: Handler, method: str) -> Handler:
        """Return a handler that notes what it is given."""
        codec = handler.request_deserializer, handler.response_serializer
        one: Any = handler.unary_unary
        many: Any = handler.unary_stream

        async def streamed(request: Message, context: Any) -> None:
            heard = _Heard(context, self, self._note(method, request))
            await many(request, heard)

        async def answered(request: Message, context: Any) -> Any:
            case = self._note(method, request)
            response = await one(request, context)
            self.keep(case, response)
            return response

        if handler.request_streaming:  # reflection
            return handler
        if handler.response_streaming:
            return grpc.unary_stream_rpc_method_handler(streamed, *codec)
        return grpc.unary_unary_rpc_method_handler(answered, *codec)

    def _note(self, method: str, request: Any) -> str:
        """Write a request down and return its case."""
        if not isinstance(request, Message):  # it did not parse
            return ""
        shown = json_format.MessageToDict(request)
        text = json.dumps(shown, ensure_ascii=False)
        case = next((self._cases[one] for one in _ID.findall(text) if one in self._cases), "")
        if method.endswith("/StartTimeline") and shown.get("label", "").startswith("game_"):
            case = shown["label"]
        line = {"case": case, "method": method, "request": shown}
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        return case

    def keep(self, case: str, response: Message) -> None:
        """Remember the ids of an answer as those of a case."""
        if case:
            for one in _ID.findall(json.dumps(json_format.MessageToDict(response))):
                self._cases.setdefault(one, case)


class _Heard:
    """The context of a stream, which keeps the ids of what is written to it."""

    def __init__(self, inner: Any, log: ArrivalLog, case: str) -> None:
        self._inner = inner
        self._log = log
        self._case = case

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def write(self, response: Message) -> None:
        self._log.keep(self._case, response)
        await self._inner.write(response)


def read(file: Path) -> list[Arrival]:
    """Return what arrived so far, oldest first."""
    if not file.is_file():
        return []
    lines = file.read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def parsed(arrival: Arrival) -> Message:
    """Return the request of an arrival."""
    called = method(arrival["method"])
    assert called is not None
    message = message_class(called.input_type.full_name)()
    json_format.ParseDict(dict(arrival["request"]), message)
    return message
