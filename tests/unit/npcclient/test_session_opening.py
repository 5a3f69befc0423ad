"""A session whose server refuses it while the opening is still being written."""

import grpc
import pytest
from npcclient import errors
from npcclient.connect_calls import raised

from tests.fakes.canned_server import PlayConnection, connected_session

STATUS_LOST = raised(grpc.StatusCode.INTERNAL, "Internal error from Core")
REFUSED = raised(grpc.StatusCode.UNAUTHENTICATED, "this server does not take that key")


async def test_a_refusal_that_was_overwritten_is_asked_for_again() -> None:
    """GRPC's own status in place of the server's is not what the game is told."""
    with pytest.raises(errors.NotAllowed, match="does not take that key"):
        async with connected_session(
            PlayConnection((STATUS_LOST,)),
            PlayConnection((STATUS_LOST,)),
            PlayConnection((REFUSED,)),
        ):
            pass


async def test_a_server_that_only_fails_is_asked_four_times() -> None:
    """A server that fails at every opening is told as that."""
    lines = [PlayConnection((STATUS_LOST,)) for _ in range(5)]

    with pytest.raises(errors.ServerFailed):
        async with connected_session(*lines):
            pass

    assert [line.opening.timeline_id for line in lines] == ["tl_1"] * 4 + [""]
