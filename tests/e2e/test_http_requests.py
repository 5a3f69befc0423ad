"""What may come over HTTP: bodies that are broken, pages from elsewhere, and names not ours."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.wires import BothWires, enveloped, serve_both_wires

GET_WORLD = "/npcserver.admin.v1.WorldService/GetWorld"
SAY = "/npcserver.v1.PlayService/Say"
START = "/npcserver.v1.TimelineService/StartTimeline"
LIST_TIMELINES = "/npcserver.v1.TimelineService/ListTimelines"
WATCH = "/npcserver.v1.PlayService/Watch"
JSON = {"content-type": "application/json"}
OURS = "http://localhost:8060"
ELSEWHERE = "https://elsewhere.example"
PREFLIGHT = {
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,connect-protocol-version,"
    "connect-timeout-ms,content-type,x-request-id",
}


def info(answer: Any) -> dict[str, Any]:
    """Return the ErrorInfo of a refused call."""
    details = {detail["type"]: detail["debug"] for detail in answer.json()["details"]}
    found: dict[str, Any] = details["google.rpc.ErrorInfo"]
    violations = details["google.rpc.BadRequest"]["fieldViolations"]
    assert [one["field"] for one in violations] == [found["metadata"]["field"]]
    return found


@pytest.mark.parametrize(
    ("path", "body", "field", "problem"),
    [
        (GET_WORLD, b"{", "request", "is no JSON; Expecting property name"),
        (GET_WORLD, b"", "request", "is no JSON; Expecting value"),
        (GET_WORLD, b"[]", "request", "must be an object, in braces"),
        (GET_WORLD, b"null", "request", "must be an object, in braces"),
        (GET_WORLD, b'{"worldId": "\xff"}', "request", "is no UTF-8: byte 13 is odd"),
        (GET_WORLD, b'{"worldId": 5}', "world_id", "must be text"),
        (GET_WORLD, b'{"worldId": "\\ud800"}', "world_id", "without lone surrogates"),
        (GET_WORLD, b'{"worldId": "a", "worldId": "b"}', "request", "has 'worldId' twice"),
        (GET_WORLD, b"[" * 200_000, "request", "is nested too deeply"),
        (GET_WORLD, b'{"worldId": ' + b"9" * 5000 + b"}", "request", "is no JSON"),
        (SAY, b'{"speaker": "Ada"}', "speaker", "must be an object, in braces"),
        (SAY, b'{"speaker": {"name": []}}', "speaker.name", "must be text"),
        (SAY, b'{"affordances": {}}', "affordances", "must be a list, in brackets"),
        (SAY, b'{"affordances": [{"name": "a"}, 5]}', "affordances[1]", "must be an object"),
        (
            SAY,
            b'{"affordances": [{"parameters": [{}, {"name": true}]}]}',
            "affordances[0].parameters[1].name",
            "must be text",
        ),
        (SAY, b'{"streamDeltas": "yes"}', "stream_deltas", "must be true or false"),
        (WATCH, b'{"afterSeq": 1e30}', "after_seq", "must be a whole number of 32 bits"),
        (WATCH, b'{"afterSeq": "far"}', "after_seq", "must be a whole number of 32 bits"),
        (WATCH, b'{"afterSeq": true}', "after_seq", "must be a whole number of 32 bits"),
    ],
    ids=lambda value: None if isinstance(value, str) else value[:40].decode("latin-1"),
)
async def test_json_that_is_wrong_is_refused_by_field(
    here: BothWires, path: str, body: bytes, field: str, problem: str
) -> None:
    """The answer names the field as the proto does, and says what should be there."""
    if path == GET_WORLD:
        answer = await here.client.post(path, content=body, headers=JSON)
        assert answer.status_code == 400
        error = answer.json()
        assert info(answer) == {
            "reason": "INVALID_FIELD",
            "domain": "npcserver",
            "metadata": {"field": field},
        }
    else:
        kind = {"content-type": "application/connect+json"}
        answer = await here.client.post(path, content=enveloped(body), headers=kind)
        assert answer.status_code == 200
        error = json.loads(answer.content[5:])["error"]

    assert error["code"] == "invalid_argument"
    assert error["message"].startswith(f"{field}: ")
    assert problem in error["message"]


async def test_fields_of_a_newer_client_are_skipped(here: BothWires) -> None:
    """What this server does not know does not hurt, be it a field or a name of a value."""
    await here.loopback.open()
    body = {"worldId": "harbour", "fromTheFuture": {"deep": [1, {"deeper": None}]}}

    answer = await here.client.post(GET_WORLD, json=body)

    assert answer.status_code == 200
    assert answer.json()["world"]["worldId"] == "harbour"


@pytest.mark.parametrize("body", [b"\x0a\x02\xff\xfe", b"\x0a\xff"])
async def test_bytes_that_are_no_message_are_the_callers_mistake(
    here: BothWires, body: bytes
) -> None:
    """Binary requests are refused in the words of the gRPC listener."""
    kind = {"content-type": "application/proto"}
    answer = await here.client.post(GET_WORLD, content=body, headers=kind)

    assert answer.status_code == 400
    assert info(answer)["metadata"] == {"field": "request"}


@pytest.mark.parametrize(
    ("method", "path", "kind", "status"),
    [
        ("GET", GET_WORLD, "", 405),
        ("POST", GET_WORLD, "text/plain", 415),
        ("POST", GET_WORLD, "application/xml", 415),
        ("POST", GET_WORLD, "application/grpc", 415),
        ("POST", "/npcserver.admin.v1.WorldService/Nothing", "application/json", 404),
        ("POST", "/", "application/json", 404),
        ("POST", GET_WORLD, "", 415),
        ("POST", GET_WORLD, "application/connect+json", 415),
        ("POST", SAY, "application/json", 415),
    ],
)
async def test_what_is_no_call_is_told_so(
    here: BothWires,
    method: str,
    path: str,
    kind: str,
    status: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Other verbs, forms and paths get a plain status, and no page can smuggle in a call."""
    answer = await here.client.request(
        method, path, content=b"{}" if kind else b"", headers={"content-type": kind} if kind else {}
    )

    assert answer.status_code == status
    if status == 415:
        assert "content-type" in answer.json()["message"] or "server.port" in answer.text
    if status == 404:
        assert answer.json()["code"] == "unimplemented"
        assert "/npcserver.v1.SERVICE/METHOD" in answer.json()["message"]
    assert caplog.records == []


async def test_headers_that_are_no_text_are_the_callers_mistake(
    here: BothWires, caplog: pytest.LogCaptureFixture
) -> None:
    """Odd bytes in a head are refused, and leave no traceback in the log."""
    answer = await here.client.post(
        GET_WORLD, content=b"{}", headers=[(b"content-type", b"application/json"), (b"x", b"\xff")]
    )

    assert answer.status_code == 400
    assert caplog.records == []


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:50052", "[::1]:50052", "game.localhost"])
async def test_our_own_names_are_answered(here: BothWires, host: str) -> None:
    """By whatever name this machine calls itself."""
    answer = await here.client.get("/", headers={"host": host})

    assert answer.status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "elsewhere.example:50052",
        "localhost.elsewhere.example",
        "localhost:80@elsewhere.example",
        "",
    ],
)
async def test_a_name_that_is_not_ours_is_refused(here: BothWires, host: str) -> None:
    """A page from elsewhere cannot reach us by pointing its own name at this machine."""
    answer = await here.client.post(
        GET_WORLD, json={"worldId": "harbour"}, headers={"host": host, "origin": f"http://{host}"}
    )

    assert answer.status_code == 403
    assert answer.json()["code"] == "permission_denied"
    assert "http.origins" in answer.json()["message"]
    assert "access-control-allow-origin" not in answer.headers


async def test_the_host_of_an_origin_is_ours() -> None:
    """A proxy on this machine may hand on the name under which players know it."""
    async with serve_both_wires(origins=("https://play.example.com",)) as here:
        answer = await here.client.get("/", headers={"host": "play.example.com"})

    assert answer.status_code == 200


async def test_a_listener_for_others_has_any_name() -> None:
    """Anyone who listens beyond this machine cannot know how it is called there."""
    async with serve_both_wires(host="0.0.0.0") as here:  # noqa: S104 - for a moment
        answer = await here.client.get(
            f"http://127.0.0.1:{here.port}/", headers={"host": "npc.example.com"}
        )

    assert answer.status_code == 200


async def test_it_listens_on_the_newer_internet_too() -> None:
    """An IPv6 host is one like any other."""
    async with serve_both_wires(host="::1") as here:
        await here.loopback.open()
        answer = await here.client.post(GET_WORLD, json={"worldId": "harbour"})

    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("origins", "origin", "allowed"),
    [
        ((), OURS, OURS),
        ((), "https://127.0.0.1", "https://127.0.0.1"),
        ((), "http://[::1]:8060", "http://[::1]:8060"),
        ((), ELSEWHERE, None),
        ((), "http://localhost.elsewhere.example", None),
        ((), "null", None),
        ((ELSEWHERE,), ELSEWHERE, ELSEWHERE),
        ((ELSEWHERE,), OURS, OURS),
        (("*",), ELSEWHERE, "*"),
    ],
)
async def test_pages_may_call_where_the_settings_say(
    origins: tuple[str, ...], origin: str, allowed: str | None
) -> None:
    """A browser learns beforehand and afterwards whether a page may call."""
    async with serve_both_wires(origins=origins) as here:
        asked = await here.client.options(GET_WORLD, headers={"origin": origin} | PREFLIGHT)
        called = await here.client.post(GET_WORLD, json={"worldId": ""}, headers={"origin": origin})

    assert asked.status_code == (403 if allowed is None else 200)
    assert asked.headers.get("access-control-allow-origin") == allowed
    assert called.headers.get("access-control-allow-origin") == allowed
    if allowed:
        assert "authorization" in asked.headers["access-control-allow-headers"]
        assert "x-request-id" in called.headers["access-control-expose-headers"]


@pytest.mark.parametrize(
    "origin",
    [
        ELSEWHERE,
        "null",
        "file://",
        "http://localhost.elsewhere.example",
        "http://localhost:80@evil",
    ],
)
@pytest.mark.parametrize("kind", ["application/json", "APPLICATION/JSON", "text/plain", ""])
async def test_what_a_page_from_elsewhere_sends_is_not_carried_out(
    here: BothWires, origin: str, kind: str
) -> None:
    """A call with a foreign origin is refused by the server itself, whatever its content type."""
    await here.loopback.open()
    headers = {"origin": origin, "content-type": kind}
    body = json.dumps({"worldId": "harbour", "label": "theirs"})
    started = await here.client.post(START, content=body, headers=headers)
    found = await here.client.post(LIST_TIMELINES, json={"worldId": "harbour"})

    assert started.status_code == 403
    assert started.json()["code"] == "permission_denied"
    assert "http.origins" in started.json()["message"]
    assert found.status_code == 200
    assert "theirs" not in found.text


@pytest.mark.parametrize("second", ["elsewhere.example", "127.0.0.1"])
async def test_a_request_for_two_hosts_is_refused(here: BothWires, second: str) -> None:
    """Two Host headers are a trick upon a proxy, and status 400, even where they are the same."""
    reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
    head = f"POST {GET_WORLD} HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: {second}\r\n"
    rest = "Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
    writer.write((head + rest).encode())
    answer = (await reader.read()).decode()
    writer.close()

    assert answer.startswith("HTTP/1.1 400 ")
    assert '"code":"invalid_argument"' in answer
    assert "more than one Host header" in answer


async def test_our_own_page_may_call_by_whatever_name_it_was_opened() -> None:
    """Beyond this machine the page that the server serves itself needs not be named."""
    async with serve_both_wires(host="0.0.0.0") as here:  # noqa: S104 - for a moment
        await here.loopback.open()
        url = f"http://127.0.0.1:{here.port}{GET_WORLD}"
        own = {"host": "npc.example.com:8080", "origin": "https://npc.example.com:8080"}
        other = {"host": "npc.example.com:8080", "origin": "https://npc.example.com"}
        let_in = await here.client.post(url, json={"worldId": "harbour"}, headers=own)
        refused = await here.client.post(url, json={"worldId": "harbour"}, headers=other)

    assert (let_in.status_code, refused.status_code) == (200, 403)


async def test_pages_of_this_machine_may_not_call_a_listener_for_others() -> None:
    """Where others can call, a page needs to be named, wherever it is from."""
    async with serve_both_wires(host="0.0.0.0") as here:  # noqa: S104 - for a moment
        url = f"http://127.0.0.1:{here.port}{GET_WORLD}"
        answer = await here.client.options(url, headers={"origin": OURS} | PREFLIGHT)

    assert answer.status_code == 403


@pytest.mark.parametrize(
    "asked",
    [
        {"access-control-request-private-network": "true"},
        {"access-control-request-headers": "x-requested-with,X-Own,baggage,tracestate"},
        {"access-control-request-headers": "Authorization, Content-Type"},
        {"access-control-request-method": "GET"},
        {"access-control-request-method": "PUT"},
    ],
    ids=str,
)
async def test_a_page_that_may_call_gets_its_preflight_right(asked: dict[str, str]) -> None:
    """Whatever a browser, or a library in it, adds to the question."""
    async with serve_both_wires(origins=(ELSEWHERE,)) as here:
        wish = {"origin": ELSEWHERE} | PREFLIGHT | asked
        answer = await here.client.options(GET_WORLD, headers=wish)
        other = await here.client.options(GET_WORLD, headers=wish | {"origin": "https://x.example"})

    told = {name.removeprefix("access-control-allow-"): it for name, it in answer.headers.items()}
    assert answer.status_code == 200
    assert told["origin"] == ELSEWHERE
    assert told.get("private-network") == asked.get("access-control-request-private-network")
    assert wish["access-control-request-method"] in told["methods"]
    for name in wish["access-control-request-headers"].split(","):
        assert name.strip().lower() in told["headers"].lower()
    assert other.status_code == 403
    assert "http.origins" in other.json()["message"]


async def test_files_of_the_page_are_served(tmp_path: Path) -> None:
    """The page comes with its rules for browsers, and nothing beside it can be fetched."""
    site = tmp_path / "web"
    site.mkdir()
    (site / "index.html").write_text("<p>Hello", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("hunter2", encoding="utf-8")
    async with serve_both_wires(site=site) as here:
        page = await here.client.get("/")
        missing = await here.client.get("/nothing.js")
        outside = await here.client.get("/%2e%2e/secret.txt")

    assert (page.status_code, page.text) == (200, "<p>Hello")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert missing.status_code == 404
    assert outside.status_code == 404


async def test_without_a_page_there_is_a_line_that_says_what_this_is(here: BothWires) -> None:
    """Who points a browser here is not left with a riddle."""
    answer = await here.client.get("/")

    assert "Connect and gRPC-Web" in answer.text
