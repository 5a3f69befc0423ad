"""Which way facts go, who knows them and why, over the wire."""

import itertools
from collections.abc import Sequence
from typing import Any

import grpc
import pytest

from npcserver.admin.v1 import memory_service_pb2 as pb
from npcserver.model.errors import Reason
from npcserver.v1 import memory_pb2, mind_pb2, play_service_pb2
from tests.fakes.server import LoopbackServer
from tests.fakes.wires import read_refusal

PARTY = "Klaus throws a party on Friday."
ADA = play_service_pb2.Speaker(id="p1", name="Ada")
MIRA = play_service_pb2.Speaker(id="mira", name="Mira", is_character=True)


async def say(
    loopback: LoopbackServer, timeline: str, speaker: play_service_pb2.Speaker, to: str, text: str
) -> str:
    """Say something to a character and return the id of the turn."""
    request = play_service_pb2.SayRequest(
        timeline_id=timeline, character_id=to, speaker=speaker, text=text, is_private=True
    )
    events = [response.event async for response in loopback.play.Say(request)]
    return str(events[0].turn_id)


async def memories(
    loopback: LoopbackServer, timeline: str, who: str
) -> Sequence[memory_pb2.Memory]:
    """Return what a character remembers, oldest first."""
    request = pb.ListMemoriesRequest(timeline_id=timeline, character_id=who)
    return (await loopback.memories.ListMemories(request)).memories[::-1]


async def gossip(loopback: LoopbackServer) -> tuple[str, str]:
    """Let Ada tell Mira, and the game let Mira tell Bram; return what names Bram's memory."""
    timeline = await loopback.open("Mira", "Bram", "Cy")
    await say(loopback, timeline, ADA, "mira", PARTY)
    await say(loopback, timeline, MIRA, "bram", "Klaus has a party on Friday!")
    heard = await memories(loopback, timeline, "bram")
    return timeline, heard[0].memory_id


async def test_a_path_leads_back_to_the_player(loopback: LoopbackServer) -> None:
    """Also through words that the game let a character say: they rest on what it remembers."""
    timeline, memory = await gossip(loopback)

    request = pb.TraceMemoryRequest(timeline_id=timeline, memory_id=memory)
    hops = (await loopback.memories.TraceMemory(request)).hops

    assert [(hop.holder_id, hop.told_by_name, hop.memory.text) for hop in hops] == [
        ("bram", "Mira", "Klaus has a party on Friday!"),
        ("mira", "", "Klaus has a party on Friday!"),
        ("mira", "Ada", PARTY),
    ]
    ids = [hop.memory.memory_id for hop in hops]
    assert [list(hop.from_ids) for hop in hops] == [ids[1:2], ids[2:], []]
    assert hops[0].turn_id == hops[1].memory.turn_id
    assert (hops[2].words, hops[1].words) == (PARTY, "")
    assert hops[0].holder_name == "Bram"


async def test_who_knows_is_told_with_how_each_came_by_it(loopback: LoopbackServer) -> None:
    """By a memory and by a text; who knows nothing of it is not listed."""
    timeline, memory = await gossip(loopback)

    by_memory = pb.WhoKnowsRequest(timeline_id=timeline, memory_id=memory)
    by_text = pb.WhoKnowsRequest(timeline_id=timeline, text="Klaus is having a party on Friday")
    for request in (by_memory, by_text):
        knowers = (await loopback.memories.WhoKnows(request)).knowers
        assert [(one.character_id, one.name) for one in knowers] == [
            ("mira", "Mira"),
            ("bram", "Bram"),
        ]
        assert {one.hops[-1].told_by_id for one in knowers} == {"p1"}
        assert knowers[1].memories[0].memory_id == memory
    earlier = pb.WhoKnowsRequest(timeline_id=timeline, memory_id=knowers[0].memories[0].memory_id)
    earlier.seq = 1
    assert len((await loopback.memories.WhoKnows(earlier)).knowers) == 1


async def test_a_memory_is_explained_by_the_turn_that_left_it(loopback: LoopbackServer) -> None:
    """With the relation of that moment, and what the turn was for; what was seen has no receipt."""
    timeline, memory = await gossip(loopback)
    seen = play_service_pb2.Observation(text="It rains.", witness_ids=["cy"])
    await loopback.play.Observe(
        play_service_pb2.ObserveRequest(timeline_id=timeline, observations=[seen])
    )
    (rain,) = await memories(loopback, timeline, "cy")

    request = pb.ExplainRequest(timeline_id=timeline, memory_id=memory)
    answer = await loopback.memories.Explain(request)
    request.memory_id = rain.memory_id
    nothing = await loopback.memories.Explain(request)

    receipt = answer.receipt
    assert not answer.HasField("thought")
    assert (receipt.character_id, receipt.speaker_id) == ("bram", "mira")
    assert receipt.purpose == mind_pb2.PURPOSE_REPLY
    assert (receipt.relation.other_id, receipt.relation.trust) == ("mira", 50)
    assert nothing == pb.ExplainResponse()


@pytest.mark.parametrize(
    ("method", "asked", "field"),
    [
        ("Explain", pb.ExplainRequest(timeline_id="tl_1"), "turn_id"),
        ("Explain", pb.ExplainRequest(timeline_id="tl_1", seq=-3), "seq"),
        ("Explain", pb.ExplainRequest(turn_id="a"), "timeline_id"),
        ("TraceMemory", pb.TraceMemoryRequest(timeline_id="tl_1"), "memory_id"),
        ("TraceMemory", pb.TraceMemoryRequest(timeline_id="tl_1", memory_id="a", seq=-1), "seq"),
        ("WhoKnows", pb.WhoKnowsRequest(timeline_id="tl_1"), "text"),
        ("WhoKnows", pb.WhoKnowsRequest(timeline_id="tl_1", text="x" * 2001), "text"),
    ],
    ids=itertools.count(),
)
async def test_a_bad_question_names_its_field(
    loopback: LoopbackServer, method: str, asked: Any, field: str
) -> None:
    """Nothing is guessed."""
    failure = await read_refusal(getattr(loopback.memories, method)(asked))

    assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failure.fields == (field,)


@pytest.mark.parametrize("method", ["Explain", "TraceMemory", "WhoKnows"])
async def test_a_memory_that_cannot_be_seen_is_not_found(
    loopback: LoopbackServer, method: str
) -> None:
    """It may be there from elsewhere, or later."""
    timeline, _ = await gossip(loopback)
    request = {
        "Explain": pb.ExplainRequest(timeline_id=timeline, memory_id=f"{timeline}.999"),
        "TraceMemory": pb.TraceMemoryRequest(timeline_id=timeline, memory_id="tl_else.1"),
        "WhoKnows": pb.WhoKnowsRequest(timeline_id=timeline, memory_id=f"{timeline}.999"),
    }[method]

    failure = await read_refusal(getattr(loopback.memories, method)(request))

    assert (failure.code, failure.reason) == (grpc.StatusCode.NOT_FOUND, Reason.MEMORY_NOT_FOUND)
