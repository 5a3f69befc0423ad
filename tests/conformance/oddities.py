"""Oddities picked by hand: what a server that is newer, stricter or stranger than ours may send."""

import base64
import json
from dataclasses import dataclass
from typing import Any

from google.rpc import error_details_pb2

_TURN = "npcserver.v1.TurnFinished"
_EVENT = "npcserver.v1.TurnEvent"
_CLOCK = "npcserver.v1.AdvanceClockResponse"
_LINE = "npcserver.v1.Line"
_ARGUMENT = "npcserver.v1.Argument"


@dataclass(frozen=True, slots=True)
class Odd:
    """A message in an odd form; `tail` is put before its bytes, in hexadecimal."""

    name: str
    type: str
    json: str
    tail: str = ""


MESSAGES = (
    Odd("enum by a name nobody knows", _TURN, '{"outcome":"TURN_OUTCOME_FROM_TOMORROW","seq":3}'),
    Odd("enum by a number nobody knows", _TURN, '{"outcome":99,"seq":3}'),
    Odd("enum by its number", _TURN, '{"outcome":2}'),
    Odd("enum by its zero name", _TURN, '{"outcome":"TURN_OUTCOME_UNSPECIFIED"}'),
    Odd(
        "fields nobody knows",
        _LINE,
        '{"text":"Hm.","accent":"northern","more":{"a":[1,{"b":null}]},"numbers":[1e3,-0.0]}',
        # field 15 as a number, field 14 as text, field 13 as a fixed64
        "78ac02" + "7203616263" + "690000000000000440",
    ),
    Odd("an arm nobody knows", _EVENT, '{"turnId":"t","sequence":1,"gesture":{"name":"nod"}}'),
    Odd("an arm with nothing in it", _EVENT, '{"turnId":"t","started":{}}'),
    Odd("whole number written as a string", _TURN, '{"seq":"7"}'),
    Odd("whole number written with a fraction of nothing", _TURN, '{"seq":7.0}'),
    Odd("whole number written with an exponent", _TURN, '{"seq":1e3}'),
    Odd("least int32", _ARGUMENT, '{"name":"n","integer":-2147483648}'),
    Odd("greatest int32", _ARGUMENT, '{"name":"n","integer":2147483647}'),
    Odd("zero in an arm is not nothing", _ARGUMENT, '{"name":"n","integer":0}'),
    Odd("false in an arm is not nothing", _ARGUMENT, '{"name":"n","boolean":false}'),
    Odd("empty text in an arm is not nothing", _ARGUMENT, '{"name":"n","text":""}'),
    Odd("number without a fraction", _ARGUMENT, '{"name":"n","number":5}'),
    Odd("number beyond 32 bits", _ARGUMENT, '{"name":"n","number":9007199254740993}'),
    Odd("greatest double", _ARGUMENT, '{"name":"n","number":1.7976931348623157e+308}'),
    Odd("least double above zero", _ARGUMENT, '{"name":"n","number":5e-324}'),
    Odd("tenth", _ARGUMENT, '{"name":"n","number":0.1}'),
    Odd("number as a string", _ARGUMENT, '{"name":"n","number":"0.5"}'),
    Odd("null is absent", _TURN, '{"outcome":null,"receiptId":null,"seq":null}'),
    Odd("null for a list", "npcserver.v1.TurnTaken", '{"lines":null,"intents":null}'),
    Odd("empty list", "npcserver.v1.TurnTaken", '{"lines":[],"intents":[]}'),
    Odd("empty messages in a list", "npcserver.v1.TurnTaken", '{"lines":[{},{"text":"a"},{}]}'),
    Odd(
        "default values written out",
        _TURN,
        '{"outcome":"TURN_OUTCOME_UNSPECIFIED","receiptId":"","promptTokens":0,'
        '"tokensEstimated":false,"seq":0}',
    ),
    Odd("optional zero is there", "npcserver.v1.WatchRequest", '{"timelineId":"t","afterSeq":0}'),
    Odd("optional left out", "npcserver.v1.WatchRequest", '{"timelineId":"t"}'),
    Odd("astral, by a pair of escapes", _LINE, '{"text":"\\ud83d\\udc09 \\uD83D\\uDE00"}'),
    Odd("astral, as it is", _LINE, '{"text":"\U0001f409 \U0001f600"}'),
    Odd("combining marks are kept apart", _LINE, '{"text":"e\\u0301 \\u00e9"}'),
    Odd("right to left, with marks of direction", _LINE, '{"text":"\u05e9\u05dc\\u200f \\u202e"}'),
    Odd("zero width", _LINE, '{"text":"a\\u200bb\\u200dc\\ufeff"}'),
    Odd("every short escape", _LINE, '{"text":"\\"\\\\\\/\\b\\f\\n\\r\\t"}'),
    Odd("controls and line ends of JavaScript", _LINE, '{"text":"\\u0001\\u001f\\u2028\\u2029"}'),
    Odd("space everywhere", _LINE, ' {\r\n\t"text" : "a" ,\n "emotion" : { "valence" : -1 } }\n'),
    Odd(
        "time with nanoseconds",
        _CLOCK,
        '{"worldTime":"1904-03-14T16:30:00.123456789Z"}',
    ),
    Odd(
        "time with an offset",
        _CLOCK,
        '{"worldTime":"2023-02-13T10:00:00+01:00"}',
    ),
    Odd(
        "first and last time",
        _CLOCK,
        '{"worldTime":"0001-01-01T00:00:00Z"}',
    ),
    Odd("map in an odd order", "npcserver.admin.v1.SceneTally", '{"counts":{"z":1,"":2,"a":-3}}'),
)


@dataclass(frozen=True, slots=True)
class Stream:
    """Frames of a Connect stream: flags (2 ends it) and text. `cut` leaves that many bytes off."""

    name: str
    frames: tuple[tuple[int, str], ...]
    cut: int = 0

    def wire(self) -> bytes:
        """Return the bytes as they travel."""
        whole = b"".join(
            bytes([flags]) + len(body := text.encode()).to_bytes(4, "big") + body
            for flags, text in self.frames
        )
        return whole[: len(whole) - self.cut]

    @property
    def is_torn(self) -> bool:
        """Say whether it ends without its end: the connection was cut, `unavailable`."""
        return self.cut > 0 or not any(flags & 2 for flags, _ in self.frames)


def _reason(reason: str, **metadata: str) -> dict[str, Any]:
    info = error_details_pb2.ErrorInfo(reason=reason, domain="npcserver", metadata=metadata)
    value = base64.b64encode(info.SerializeToString(deterministic=True)).decode().rstrip("=")
    return {
        "type": "google.rpc.ErrorInfo",
        "value": value,
        "debug": {"reason": reason, "domain": "npcserver", "metadata": metadata},
    }


_END_ERROR = json.dumps(
    {
        "error": {
            "code": "resource_exhausted",
            "message": "too much at once",
            "details": [_reason("OVER_LIMIT", limit="8")],
        }
    }
)
STREAMS = (
    Stream("nothing but an end", ((2, "{}"),)),
    Stream("three messages and an end", ((0, '{"a":1}'), (0, "{}"), (0, '{"b":"世"}'), (2, "{}"))),
    Stream("empty frame", ((0, ""), (2, "{}"))),
    Stream("a long message", ((0, json.dumps({"text": "x" * 70_000})), (2, "{}"))),
    Stream("an error after a message", ((0, '{"a":1}'), (2, _END_ERROR))),
    Stream("an error at once", ((2, _END_ERROR),)),
    Stream("an end with metadata", ((2, '{"metadata":{"x-request-id":["req_1"]}}'),)),
    Stream("torn in a body", ((0, '{"a":1}'), (0, '{"b":2}')), cut=3),
    Stream("torn in a head", ((0, '{"a":1}'), (0, "")), cut=2),
    Stream("no end", ((0, '{"a":1}'),)),
    Stream("nothing at all", ()),
)


def errors() -> list[dict[str, Any]]:
    """Return answers to unary calls that failed, and what a client must tell its game."""
    not_found = {
        "code": "not_found",
        "message": "there is no world 'wörld'; create or import it first",
        "details": [_reason("WORLD_NOT_FOUND", world="wörld")],
    }
    bare = {"code": "unavailable", "message": "try again"}
    return [
        _error("with a reason", 404, not_found, "not_found", "WORLD_NOT_FOUND", world="wörld"),
        _error("without details", 503, bare, "unavailable"),
        _error("without a message", 401, {"code": "unauthenticated"}, "unauthenticated"),
        _error("a code nobody knows", 418, {"code": "teapot", "message": "?"}, "unknown"),
        _error("a page of a proxy", 502, "<html>Bad Gateway</html>", "unavailable"),
        _error("a page that is not there", 404, "Not Found", "unimplemented"),
        _error("nothing", 503, "", "unavailable"),
        _error("too many of them", 429, "", "unavailable"),
        _error("not let in", 403, "", "permission_denied"),
        _error("broken", 500, "", "unknown"),
        _error("a body that is no error", 500, '{"hello":"there"}', "unknown"),
    ]


def _error(
    name: str, status: int, body: dict[str, Any] | str, code: str, reason: str = "", **told: str
) -> dict[str, Any]:
    """Return one answer; the codes of those without a Connect error are Connect's own table."""
    message = body.get("message", "") if isinstance(body, dict) else None
    return {
        "name": name,
        "status": status,
        "body": body if isinstance(body, str) else json.dumps(body, ensure_ascii=False),
        "error": {"code": code, "reason": reason, "message": message, "metadata": told},
    }
