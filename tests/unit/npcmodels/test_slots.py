"""A call waits for the slot of one that was broken off, and for no other."""

import json
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from npcmodels.embedded import SlotWatch

KEY = "k"
SECONDS = 60.0


class _Server(ThreadingHTTPServer):
    """Tells of its slots what it is told to tell, one answer after the other, the last for ever."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[object] = [[]]
        self.asked = 0
        self.may_answer = threading.Event()
        self.may_answer.set()

    @asynccontextmanager
    async def silent(self) -> AsyncGenerator[None, None]:
        """Answer nothing until the block ends."""
        self.may_answer.clear()
        try:
            yield
        finally:
            self.may_answer.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        if not self.server.may_answer.is_set():
            self.server.may_answer.wait()
            return
        answers = self.server.answers
        answer = answers[min(self.server.asked, len(answers) - 1)]
        self.server.asked += 1
        is_known = self.path == "/slots" and self.headers["Authorization"] == f"Bearer {KEY}"
        self.send_response(200 if is_known and answer is not None else 501)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Say nothing."""


def slots(*are_busy: bool) -> list[dict[str, object]]:
    return [{"id": number, "is_processing": busy} for number, busy in enumerate(are_busy)]


@pytest.fixture
def server() -> Generator[_Server, None, None]:
    served = _Server()
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield served
    served.shutdown()
    served.server_close()
    thread.join()


async def broken_off(watch: SlotWatch) -> None:
    with suppress(GeneratorExit):
        async with watch.calling():
            raise GeneratorExit


async def test_the_slot_of_a_call_that_was_broken_off_is_waited_for(server: _Server) -> None:
    """Until the server says that it is free."""
    server.answers = [slots(True, False), slots(True, False), slots(False, False)]
    watch = SlotWatch()
    await broken_off(watch)

    await watch.freed(server.url, KEY, SECONDS)

    assert server.asked == 3


async def test_calls_under_way_are_not_waited_for(server: _Server) -> None:
    """Two slots are in use, of which one is that of a call that goes on."""
    server.answers = [slots(True, True), slots(True, False)]
    watch = SlotWatch()
    async with watch.calling():
        await broken_off(watch)

        await watch.freed(server.url, KEY, SECONDS)

    assert server.asked == 2


async def test_nothing_is_asked_where_every_call_came_to_its_end(server: _Server) -> None:
    """The way of nearly all calls costs nothing."""
    watch = SlotWatch()
    async with watch.calling():
        pass

    await watch.freed(server.url, KEY, SECONDS)

    assert server.asked == 0


@pytest.mark.parametrize("answer", [None, "busy", {"error": "no slots here"}])
async def test_a_server_that_does_not_tell_is_not_waited_for(
    server: _Server, answer: object
) -> None:
    """An endpoint that was switched off, or says something else."""
    server.answers = [answer]
    watch = SlotWatch()
    await broken_off(watch)

    await watch.freed(server.url, KEY, SECONDS)

    assert server.asked == 1


async def test_a_slot_that_is_never_free_keeps_nobody_for_ever(server: _Server) -> None:
    """Once the patience is over the call is made all the same."""
    server.answers = [slots(True, True)]
    watch = SlotWatch(longest=2)
    await broken_off(watch)

    await watch.freed(server.url, KEY, SECONDS)

    assert server.asked > 1


async def test_a_server_that_never_answers_keeps_nobody_for_ever(server: _Server) -> None:
    """As while it reads a batch: the patience holds for the question too."""
    watch = SlotWatch(longest=0.2)
    await broken_off(watch)

    async with server.silent():
        await watch.freed(server.url, KEY, SECONDS)

    assert server.asked == 0


async def test_a_server_that_is_gone_is_not_waited_for() -> None:
    """The call itself tells what is wrong."""
    gone = _Server()
    gone.server_close()
    watch = SlotWatch()
    await broken_off(watch)

    await watch.freed(gone.url, KEY, SECONDS)

    assert gone.asked == 0
