"""Calls over HTTP/1.1 byte for byte, for clients in engines that have none of ours.

    python -m tests.engines.wire_vectors   asks servers, writes docs/examples/wire-vectors.json

In the file each character of a request or answer is one byte. docs/unreal.md shows one of them.
"""

import json
import re
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.engines.home import HERE, ROOT
from tests.engines.servers import Server

VECTORS = ROOT / "docs" / "examples" / "wire-vectors.json"
PAGE = ROOT / "docs" / "unreal.md"
SCRIPTED, PROMPTED = f"scripted:{HERE / 'tavern_answers.yaml'}", "schema:0"
ANN = {"id": "ann", "name": "Ann"}
_HEAD = 5  # bytes before each message of a stream
_BLOCK = re.compile(r"(<!-- say -->\n```text\n).*?(```\n)", re.DOTALL)
_TIMELINE = re.compile(rb"tl_[0-9a-z]{20}")
_ID = re.compile(r"\b(tl|trn|req|int)_[0-9a-z]{20}\b")
_VARYING = re.compile(r'"(\w*[sS]eq|promptTokens|completionTokens|createTime|value)":("[^"]*"|\d+)')

Vector = dict[str, str]
Calls = list[tuple[str, str, dict[str, Any]]]


def asked(url: str, calls: Calls) -> Iterator[Vector]:
    """Yield each call of a name, method and message with its answer, in one timeline."""
    timeline: dict[str, Any] = {}
    for name, method, message in calls:
        to = {"timelineId": timeline["timelineId"]} if timeline else {}
        since = {"afterSeq": timeline["forkSeq"]} if name == "watch" else {}
        request = request_of(method, {**to, **message, **since})
        answer = answered(url, request)
        timeline = timeline or messages(answer)[0][1]["timeline"]
        yield {"name": name, "request": as_text(request), "answer": as_text(answer)}


def made(scripted: str, prompted: str) -> list[Vector]:
    """Return all vectors, of a server with a script and of one whose model is sent prompts."""
    world: dict[str, Any] = {"worldId": "farrowhithe"}
    start = ("start_timeline", "TimelineService/StartTimeline", world)
    words = {"characterId": "hester", "speaker": ANN, "requestId": "a1b2c3d4"}
    ring = {**words, "text": "Please ring the bell.", "streamDeltas": True}
    seen = {"observations": [{"text": "A bell rings.", "placeId": "taproom"}]}
    empty = {"observations": [{"text": "", "placeId": "taproom"}]}
    nobody = {**words, "characterId": "nobody", "text": "Hello!", "requestId": "b2c3d4e5"}
    calls: Calls = [
        start,
        ("observe", "PlayService/Observe", seen),
        ("say", "PlayService/Say", ring),
        ("watch", "PlayService/Watch", {}),
        ("error_of_a_call", "PlayService/Observe", empty),
        ("error_in_a_stream", "PlayService/Say", nobody),
    ]
    first = {**words, "speaker": {"id": "una", "name": "Una"}, "text": "Good evening!"}
    disclosed: Calls = [start, ("disclosure", "PlayService/Say", first)]
    return [*asked(scripted, calls), *list(asked(prompted, disclosed))[1:]]


def request_of(method: str, message: dict[str, Any]) -> bytes:
    """Return a call as it goes over the wire."""
    body = json.dumps(message, separators=(",", ":")).encode()
    is_stream = method.endswith(("/Say", "/Watch"))
    if is_stream:
        body = b"\0" + len(body).to_bytes(4) + body
    head = (
        f"POST /npcserver.v1.{method} HTTP/1.1\r\n"
        "host: 127.0.0.1:50052\r\n"
        "npc-client: unreal/0.1 wire/2\r\n"
        f"content-type: application/{'connect+json' if is_stream else 'json'}\r\n"
        f"content-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def answered(url: str, request: bytes) -> bytes:
    """Send a request; return its answer, of a watch as far as the first turn."""
    host, _, port = url.removeprefix("http://").rpartition(":")
    answer = b""
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(request)
        while not _is_whole(answer) and not (b"/Watch " in request and b'"turn":' in answer):
            grown = connection.recv(1 << 16)
            if not grown:
                break
            answer += grown
    return answer


def _is_whole(answer: bytes) -> bool:
    head, is_there, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
    if length is not None:
        return len(body) >= int(length[1])
    return bool(is_there) and body.endswith(b"0\r\n\r\n")


def messages(answer: bytes) -> list[tuple[int, dict[str, Any]]]:
    """Return the flags and message of each envelope, or the one message with the HTTP status."""
    head, _, body = answer.partition(b"\r\n\r\n")
    is_chunked = b"transfer-encoding: chunked" in head.lower()
    stream = _without_chunks(body) if is_chunked else body
    if b"application/connect+json" not in head.lower():
        return [(int(head.split()[1]), json.loads(stream))]
    found = []
    while len(stream) >= _HEAD:
        end = _HEAD + int.from_bytes(stream[1:_HEAD])
        found.append((stream[0], json.loads(stream[_HEAD:end])))
        stream = stream[end:]
    return found


def _without_chunks(body: bytes) -> bytes:
    stream = b""
    while (size := int(body.partition(b"\r\n")[0] or b"0", 16)) > 0:
        body = body.partition(b"\r\n")[2]
        stream, body = stream + body[:size], body[size + 2 :]
    return stream


def facts(vector: Vector) -> list[str]:
    """Return what stays of an answer when it is asked for again: no ids, times, sizes of pieces.

    Of a disclosure what comes after it is left out: a model says that.
    """
    found: list[str] = []
    pieces = ""
    for flags, message in messages(as_bytes(vector["answer"])):
        event = message.get("event", {})
        if "delta" in event:
            pieces += event["delta"]["text"]
        elif "waiting" not in event and "checkpoint" not in message:
            event.pop("sequence", None)  # counts the pieces
            # maps come in any order, also inside of the `value` of an error's details
            text = json.dumps(message, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
            steady = _VARYING.sub(r"\1", _ID.sub(r"\1", text))
            found.append(f"{flags} {steady}")
        if "disclosure" in event:
            return found
    return [*found, pieces]


def played(url: str, vectors: list[Vector]) -> list[Vector]:
    """Send recorded requests again, in the timeline that the first of them starts now."""
    timeline = b""
    played: list[Vector] = []
    for vector in vectors:
        request = as_bytes(vector["request"])
        answer = answered(url, _TIMELINE.sub(timeline, request))
        timeline = timeline or str(messages(answer)[0][1]["timeline"]["timelineId"]).encode()
        played.append({**vector, "answer": as_text(answer)})
    return played


def as_text(data: bytes) -> str:
    """Return text of which each character is a byte."""
    return data.decode("latin-1")


def as_bytes(text: str) -> bytes:
    return text.encode("latin-1")


def shown(vector: Vector) -> str:
    """Return a vector for people: a byte that is no letter as its number, lines as they end."""

    def written(text: str) -> str:
        lines = text.replace("\r\n", "\n")
        return re.sub(r"[^\n -~]", lambda found: f"\\x{ord(found[0]):02x}", lines)

    return f"{written(vector['request'])}\n\n{written(vector['answer'])}"


def main() -> None:
    """Write the vectors, and the one that the page shows."""
    with tempfile.TemporaryDirectory() as folder:
        servers = [
            Server(Path(folder) / name, model=model)
            for name, model in (("scripted", SCRIPTED), ("prompted", PROMPTED))
        ]
        try:
            vectors = made(*(server.start().http for server in servers))
        finally:
            for server in servers:
                server.kill()
    VECTORS.write_text(json.dumps(vectors, indent=1) + "\n", encoding="utf-8")
    if PAGE.exists():
        (say,) = (one for one in vectors if one["name"] == "say")
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(_BLOCK.sub(lambda it: it[1] + shown(say) + it[2], page), encoding="utf-8")


if __name__ == "__main__":
    main()
