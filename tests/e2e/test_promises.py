"""Promises over the wire: seen in minds, watched, and settled by the game."""

import re
from pathlib import Path
from typing import Any

import grpc
import npcclient
import pytest

from npcserver.model.errors import Reason
from npcserver.v1 import mind_pb2
from npcserver.v1 import play_service_pb2 as pb
from tests.fakes.server import LoopbackServer, get_mind
from tests.fakes.wires import read_refusal

PLAYER = pb.Speaker(id="p1", name="Ada")


async def promised(loopback: LoopbackServer) -> tuple[str, mind_pb2.Commitment]:
    """Let Mira promise something; return the timeline and the promise as her mind shows it."""
    timeline = await loopback.open()
    loopback.will_say("I'll bring you the ale by noon.")
    request = pb.SayRequest(
        timeline_id=timeline, character_id="mira", speaker=PLAYER, text="I am thirsty."
    )
    _ = [response async for response in loopback.play.Say(request)]
    (promise,) = (await get_mind(loopback, timeline)).commitments
    return timeline, promise


async def test_a_promise_is_seen_in_the_mind_that_made_it(loopback: LoopbackServer) -> None:
    """Both names, what, by when, and the turn."""
    _, promise = await promised(loopback)

    assert (promise.by_id, promise.to_id, promise.to_name) == ("mira", "p1", "Ada")
    assert promise.what == "bring Ada the ale"
    assert promise.world_due_time.ToJsonString().endswith("12:00:00Z")
    assert promise.status == mind_pb2.COMMITMENT_STATUS_OPEN
    assert promise.turn_id


async def test_the_game_settles_a_promise_once(loopback: LoopbackServer) -> None:
    """A retry with the same id changes nothing; another settlement is refused."""
    timeline, promise = await promised(loopback)
    request = pb.SettleCommitmentRequest(
        request_id="r-1",
        timeline_id=timeline,
        commitment_id=promise.commitment_id,
        status=mind_pb2.COMMITMENT_STATUS_KEPT,
        detail="The ale was on the table at eleven.",
    )

    first = await loopback.play.SettleCommitment(request)
    again = await loopback.play.SettleCommitment(request)
    request.request_id = "r-2"
    failure = await read_refusal(loopback.play.SettleCommitment(request))

    (settled,) = (await get_mind(loopback, timeline)).commitments
    assert first == again
    assert settled.status == mind_pb2.COMMITMENT_STATUS_KEPT
    assert settled.because == "The ale was on the table at eleven."
    assert failure.code is grpc.StatusCode.FAILED_PRECONDITION
    assert failure.reason == Reason.COMMITMENT_ALREADY_SETTLED


@pytest.mark.parametrize(
    ("changes", "code", "reason"),
    [
        ({"commitment_id": "com_x"}, grpc.StatusCode.NOT_FOUND, Reason.COMMITMENT_NOT_FOUND),
        ({"timeline_id": "tl_x"}, grpc.StatusCode.NOT_FOUND, Reason.TIMELINE_NOT_FOUND),
        (
            {"status": mind_pb2.COMMITMENT_STATUS_OPEN},
            grpc.StatusCode.INVALID_ARGUMENT,
            Reason.INVALID_FIELD,
        ),
    ],
)
async def test_what_cannot_be_settled_is_refused(
    loopback: LoopbackServer, changes: dict[str, Any], code: grpc.StatusCode, reason: Reason
) -> None:
    """An unknown promise, an unknown timeline, and no settlement at all."""
    timeline, promise = await promised(loopback)
    fields: dict[str, Any] = {
        "timeline_id": timeline,
        "commitment_id": promise.commitment_id,
        "status": mind_pb2.COMMITMENT_STATUS_BROKEN,
    }

    failure = await read_refusal(
        loopback.play.SettleCommitment(pb.SettleCommitmentRequest(**{**fields, **changes}))
    )

    assert (failure.code, failure.reason) == (code, reason)


async def test_the_example_of_the_docs_runs(loopback: LoopbackServer) -> None:
    """What `docs/intents.md` shows settles what a character promised."""
    timeline, promise = await promised(loopback)
    page = (Path(__file__).parents[2] / "docs/intents.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(example, "docs/intents.md", "exec"), names)  # noqa: S102 - it is our own page

    async with npcclient.connect(f"127.0.0.1:{loopback.port}") as npc:
        done = await names["settle_all"](npc, timeline, "mira")

    (settled,) = (await get_mind(loopback, timeline)).commitments
    assert done == [promise.what]
    assert settled.status == mind_pb2.COMMITMENT_STATUS_KEPT


async def test_the_client_settles_what_it_watched(loopback: LoopbackServer) -> None:
    """A promise is watched as it is made, and can be handed back as it came."""
    timeline, promise = await promised(loopback)
    async with npcclient.connect(f"127.0.0.1:{loopback.port}") as npc:
        seen = npc.play.watch(timeline, after_seq=0)
        async for event in seen:
            if event.HasField("commitment"):
                break
        await seen.aclose()
        seq = await npc.play.settle_commitment(
            timeline, event.commitment, mind_pb2.COMMITMENT_STATUS_WITHDRAWN
        )

    (settled,) = (await get_mind(loopback, timeline)).commitments
    assert event.commitment == promise
    assert seq > event.seq
    assert settled.status == mind_pb2.COMMITMENT_STATUS_WITHDRAWN
