"""The status of a refusal, as it goes into headers."""

from datetime import timedelta

import grpc
from google.rpc import status_pb2
from google.rpc.error_details_pb2 import RetryInfo

from npcserver.model.errors import BrokenFile, ModelUnreachable, NotFound, Reason
from npcserver.rpc import status


def test_a_wire_status_carries_its_details_and_the_request_id() -> None:
    """Both travel in the trailer, where every client finds them."""
    told = status.error_reply(NotFound("world", "harbour", "create it first"))

    sent = status.WireStatus(told, "req_1")

    trailer = dict(sent.trailing_metadata)
    packed = status_pb2.Status.FromString(trailer["grpc-status-details-bin"])
    assert (sent.code, packed.code) == (grpc.StatusCode.NOT_FOUND, 5)
    assert packed.message == sent.details == "no world 'harbour'; create it first"
    assert len(packed.details) == 2
    assert trailer["x-request-id"] == "req_1"


def test_a_long_list_of_problems_fits_into_headers() -> None:
    """Clients take 8 KB of metadata; what does not fit is left to the file's own report."""
    problems = [(f"inn.yaml:{line}", "x" * 900) for line in range(20)]

    sent = status.WireStatus(status.error_reply(BrokenFile(problems)), "req_1")

    assert sum(len(key) + len(value) for key, value in sent.trailing_metadata) < 7000


def test_a_wait_that_never_ends_is_told_as_a_day() -> None:
    """An endpoint's odd `Retry-After` is no fault of our own on the way to the caller."""
    told = status.error_reply(ModelUnreachable("busy", retry_after=float("inf")))

    waits = [one.retry_delay for one in told.details if isinstance(one, RetryInfo)]
    assert [wait.ToTimedelta() for wait in waits] == [timedelta(days=1)]


def test_what_is_not_ours_says_nothing_of_itself() -> None:
    """Neither its type nor its text leaves the server."""
    told = status.error_reply(ValueError("hunter2"))

    assert told.reason is Reason.INTERNAL
    assert "hunter2" not in repr(told)
    assert not status.is_expected(ValueError())
