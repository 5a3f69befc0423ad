"""What arrives at the server of the cases: each request, and the case that sent it.

A client is judged by what the server received, whatever it says itself. A case is known by the
label of its timelines, and by the ids that its answers held.
"""

import json
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import json_format
from google.protobuf.message import Message

from npcserver.rpc.interceptor import EdgeInterceptor, Handler
from tests.conformance.schema import message_class, method

_ID = re.compile(r'"([a-z]{1,3}_[0-9a-hjkmnp-tv-z]{20})"')
_SESSION = "npcserver.v1.PlayService/Play"

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

    def _heard(self, handler: Any, method: str) -> Handler:
        """Return a handler that notes what it is given."""
        if handler.request_streaming:
            answer = handler.stream_stream

            async def in_session(requests: AsyncIterator[Message], context: Any) -> None:
                heard = _Heard(context, self)
                await answer(self._each(requests, method, heard), heard)

            behaviour: Any = in_session
        elif handler.response_streaming:
            answer = handler.unary_stream

            async def streamed(request: Message, context: Any) -> None:
                heard = _Heard(context, self)
                heard.case = self._note(method, request)
                await answer(request, heard)

            behaviour = streamed
        else:
            answer = handler.unary_unary

            async def answered(request: Message, context: Any) -> Any:
                case = self._note(method, request)
                response = await answer(request, context)
                self.keep(case, response)
                return response

            behaviour = answered
        make: Any = {
            (False, False): grpc.unary_unary_rpc_method_handler,
            (False, True): grpc.unary_stream_rpc_method_handler,
            (True, True): grpc.stream_stream_rpc_method_handler,
        }[handler.request_streaming, handler.response_streaming]
        made: Handler = make(behaviour, handler.request_deserializer, handler.response_serializer)
        return made

    async def _each(
        self, requests: AsyncIterator[Message], method: str, heard: "_Heard"
    ) -> AsyncIterator[Message]:
        async for request in requests:
            heard.case = self._note(method, request, heard.case)
            yield request

    def _note(self, method: str, request: Any, case: str = "") -> str:
        """Write a request down and return its case."""
        if not isinstance(request, Message):  # it did not parse
            return case
        shown = json_format.MessageToDict(request)
        text = json.dumps(shown, ensure_ascii=False)
        case = next((self._cases[one] for one in _ID.findall(text) if one in self._cases), case)
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

    def __init__(self, inner: Any, log: ArrivalLog) -> None:
        self._inner = inner
        self._log = log
        self.case = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def write(self, response: Message) -> None:
        self._log.keep(self.case, response)
        await self._inner.write(response)


def read(file: Path) -> list[Arrival]:
    """Return what arrived so far, oldest first; inputs of a session as the calls that they are."""
    if not file.is_file():
        return []
    lines = file.read_text(encoding="utf-8").split("\n")
    return [arrival for line in lines if line for arrival in _with_inputs(json.loads(line))]


def parsed(arrival: Arrival) -> Message:
    """Return the request of an arrival."""
    called = method(arrival["method"])
    assert called is not None
    message = message_class(called.input_type.full_name)()
    json_format.ParseDict(dict(arrival["request"]), message)
    return message


def _with_inputs(arrival: Arrival) -> list[Arrival]:
    if arrival["method"] != _SESSION:
        return [arrival]
    found, request = [arrival], arrival["request"]
    for field, name in INPUTS.items():
        if field in request:
            # a session names its timeline once
            shared = {"requestId": request.get("requestId", ""), "timelineId": "of the session"}
            inner = shared | request[field]
            found.append(
                {**arrival, "method": f"npcserver.v1.PlayService/{name}", "request": inner}
            )
    return found


INPUTS = {
    "observe": "Observe",
    "say": "Say",
    "interrupt": "Interrupt",
    "outcome": "ReportOutcome",
    "clock": "AdvanceClock",
    "attention": "SetAttention",
    "openCircle": "OpenCircle",
    "getCircle": "GetCircle",
    "joinCircle": "JoinCircle",
    "leaveCircle": "LeaveCircle",
    "sayInCircle": "SayInCircle",
}
