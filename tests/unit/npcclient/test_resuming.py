"""Streams that go on after a lost connection, and how long they look for the server."""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field

import grpc
import npcclient
import pytest
from npcclient import errors
from npcclient.connect_calls import raised
from npcclient.resuming import read_on

from npcserver.v1.play_service_pb2 import WatchResponse

HASTE = npcclient.Patience(pause=0.001, away=30.0)
GONE = raised(grpc.StatusCode.UNAVAILABLE, "going away")


@dataclass
class Lines:
    """Connections that bring some positions each, and then end with an error or without."""

    connections: list[tuple[list[int], BaseException | None]]
    asked: list[int] = field(default_factory=list)
    hung_up: int = 0
    reached: int = 0

    def begin(self) -> "Line":
        self.asked.append(self.reached)
        seqs, end = self.connections.pop(0)
        return Line(self, [WatchResponse(seq=seq) for seq in seqs], end)

    def took(self, event: WatchResponse) -> bool:
        is_new = event.seq > self.reached
        self.reached = max(self.reached, event.seq)
        return is_new


@dataclass
class Line:
    lines: Lines
    events: list[WatchResponse]
    end: BaseException | None

    async def read(self) -> object:
        if self.events:
            return self.events.pop(0)
        if self.end is not None:
            raise self.end
        return grpc.aio.EOF

    def cancel(self) -> bool:
        self.lines.hung_up += 1
        return True


async def read_all(
    lines: Lines,
    patience: npcclient.Patience = HASTE,
    lost: Callable[[npcclient.NpcError], None] = lambda _: None,
) -> list[int]:
    events = read_on(lines.begin, WatchResponse, lines.took, patience, lost)
    async with aclosing(events):
        return [event.seq async for event in events]


async def test_no_gap_and_nothing_twice() -> None:
    """After each loss the stream is asked for from where it was, and repeats are left out."""
    told: list[npcclient.NpcError] = []
    lines = Lines([([1, 2], GONE), ([], GONE), ([2, 3], GONE), ([4], None)])

    assert await read_all(lines, lost=told.append) == [1, 2, 3, 4]
    assert lines.asked == [0, 2, 2, 3]
    assert lines.hung_up == 4
    assert len(told) == 3


async def test_a_slow_reader_comes_back() -> None:
    """A stream that was ended because nobody read it goes on, too."""
    lines = Lines([([1], raised(grpc.StatusCode.RESOURCE_EXHAUSTED, "too slow")), ([2], None)])

    assert await read_all(lines) == [1, 2]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (grpc.StatusCode.NOT_FOUND, errors.NotFound),
        (grpc.StatusCode.OUT_OF_RANGE, errors.CursorTooNew),
        (grpc.StatusCode.UNAUTHENTICATED, errors.NotAllowed),
        (grpc.StatusCode.INVALID_ARGUMENT, errors.InvalidInput),
    ],
)
async def test_refusals_are_final(code: grpc.StatusCode, kind: type[npcclient.NpcError]) -> None:
    """What asking again would not change is raised at once."""
    lines = Lines([([1], raised(code, "no"))])

    with pytest.raises(kind):
        await read_all(lines)
    assert lines.hung_up == 1


async def test_a_server_that_stays_away() -> None:
    """After the stated time without a server the loss is the caller's to know."""
    lines = Lines([([1], GONE), *(([], GONE) for _ in range(1000))])
    patience = npcclient.Patience(pause=0.001, away=0.5)

    with pytest.raises(npcclient.Unavailable, match="going away"):
        await read_all(lines, patience)
    assert len(lines.asked) > 2


async def test_leaving_hangs_up() -> None:
    """Whoever stops reading ends the call."""
    lines = Lines([([1, 2], None)])
    events = read_on(lines.begin, WatchResponse, lines.took, HASTE)
    async with aclosing(events):
        async for _ in events:
            break

    assert lines.hung_up == 1
