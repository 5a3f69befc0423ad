"""One id for each memory, whichever timeline it is seen from, in every answer that names one."""

import re
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime

import pytest
from google.protobuf.message import Message

from npcserver.admin.v1 import memory_service_pb2, persona_service_pb2
from npcserver.model.day import Act, Cause, Step
from npcserver.model.errors import Reason
from npcserver.model.feelings import Belief, Standing
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.v1 import memory_pb2, play_service_pb2
from tests.fakes.server import LoopbackServer, append_thought, get_mind, thought_draft
from tests.fakes.wires import read_refusal

EIGHT = datetime(2000, 1, 1, 8, tzinfo=UTC)
STEP = Step(starts_at=EIGHT, minutes=10, activity="looking for the lamp")
_ID = re.compile(r"tl_[0-9a-z]+\.[0-9]+")


def inferred(text: str, *evidence: int) -> Draft:
    body = Remembered(source=Source.INFERRED, evidence=evidence, depth=1)
    return thought_draft(RecordKind.REFLECTION, body, text=text)


def resting_on(*evidence: int) -> tuple[Draft, ...]:
    """Return all state of a mind that names memories."""
    jon = Standing(other_id="jon", other_name="Jon", affinity=-20, evidence=evidence)
    ada = Standing(other_id="p1", other_name="Ada", affinity=9, evidence=evidence)
    lamp = Belief(topic="lamp", text="Jon put the lamp out.", score=80, evidence=evidence)
    return (
        thought_draft(RecordKind.RELATION, jon, "mira>jon"),
        thought_draft(RecordKind.RELATION, ada, "mira>p1"),
        thought_draft(RecordKind.BELIEF, lamp, "mira>lamp"),
        thought_draft(RecordKind.ACT, Act(step=STEP, cause=Cause.REACTION, because=evidence[0])),
    )


async def lives(loopback: LoopbackServer) -> tuple[str, str]:
    """Return a timeline, and one loaded from it in which minds rest on memories of both."""
    parent = await loopback.open("Mira", "Jon")
    await loopback.happen(parent, "The lamp went dark.", "Jon ran down the stairs.")
    await append_thought(
        loopback, parent, inferred("Jon put the lamp out.", 1, 2), *resting_on(2, 1)
    )
    await loopback.turn(parent, "Who put out the lamp?")
    child = await loopback.load(await loopback.save(parent))
    await loopback.happen(child, "Jon bought oil.", "Jon bought oil.")
    own = (await memories(loopback, child))[0].seq
    await append_thought(loopback, child, inferred("Jon is sorry for the lamp.", 1, 3, own))
    await append_thought(loopback, child, *resting_on(2, own))
    await loopback.happen(parent, "The lamp fell.")
    return parent, child


async def memories(loopback: LoopbackServer, timeline: str) -> list[memory_pb2.Memory]:
    found: list[memory_pb2.Memory] = []
    for who in ("mira", "jon"):
        request = memory_service_pb2.ListMemoriesRequest(
            timeline_id=timeline, character_id=who, page_size=500
        )
        found += (await loopback.memories.ListMemories(request)).memories
    return found


async def listed(loopback: LoopbackServer, timeline: str) -> set[str]:
    return {memory.memory_id for memory in await memories(loopback, timeline)}


def ids_in(message: Message) -> Iterator[tuple[str, str]]:
    """Yield every id of a memory in an answer, with the name of the field that holds it."""
    for field, value in message.ListFields():
        for one in value if field.is_repeated else (value,):
            if isinstance(one, Message):
                yield from ids_in(one)
            elif isinstance(one, str) and _ID.fullmatch(one):
                yield field.name, one


async def watched(loopback: LoopbackServer, timeline: str) -> list[play_service_pb2.WatchResponse]:
    head = (await get_mind(loopback, timeline)).seq
    request = play_service_pb2.WatchRequest(timeline_id=timeline, after_seq=0)
    found = []
    async for event in loopback.play.Watch(request):
        found.append(event)
        if event.seq >= head:
            break
    return found


Asked = Callable[[LoopbackServer, str, str], Awaitable[list[Message]]]


async def recalled(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    request = memory_service_pb2.RecallRequest(
        timeline_id=timeline, character_id="mira", text="lamp", limit=50
    )
    return [await loopback.memories.Recall(request)]


async def explained(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    turn = (await loopback.turn(timeline, "Who put out the lamp?"))[0].turn_id
    request = memory_service_pb2.ExplainRequest(timeline_id=timeline, turn_id=turn)
    return [await loopback.memories.Explain(request)]


async def grown(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    request = memory_service_pb2.GetReflectionTreeRequest(timeline_id=timeline, character_id="mira")
    return [await loopback.memories.GetReflectionTree(request)]


async def traced(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    request = memory_service_pb2.TraceMemoryRequest(timeline_id=timeline)
    found: list[Message] = []
    for request.memory_id in await listed(loopback, timeline):
        found.append(await loopback.memories.TraceMemory(request))
    return found


async def known(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    request = memory_service_pb2.WhoKnowsRequest(timeline_id=timeline, text="Jon put the lamp out.")
    return [await loopback.memories.WhoKnows(request)]


async def reported(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    request = memory_service_pb2.ReportMemoriesRequest(timeline_id=timeline)
    return [await loopback.memories.ReportMemories(request)]


async def compared(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    request = memory_service_pb2.DiffRequest(
        a=memory_service_pb2.Moment(timeline_id=timeline),
        b=memory_service_pb2.Moment(timeline_id=parent, seq=1),
    )
    return [await loopback.memories.Diff(request)]


async def interviewed(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    request = persona_service_pb2.InterviewRequest(
        timeline_id=timeline, character_id="mira", question="Who put out the lamp?"
    )
    return [await loopback.personas.Interview(request)]


async def looked_into(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    return [await get_mind(loopback, timeline)]


async def paged(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    return [*await memories(loopback, timeline)]


async def watching(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    return [*await watched(loopback, timeline)]


async def whispered(loopback: LoopbackServer, timeline: str, parent: str) -> list[Message]:
    request = persona_service_pb2.WhisperRequest(
        timeline_id=timeline, character_id="mira", text="Look after the lamp."
    )
    return [await loopback.personas.Whisper(request)]


@pytest.mark.parametrize(
    ("ask", "fields"),
    [
        (paged, {"memory_id", "evidence_ids"}),
        (looked_into, {"because_memory_id", "evidence_ids"}),
        (watching, {"memory_id", "because_memory_id", "evidence_ids"}),
        (recalled, {"memory_id", "evidence_ids"}),
        (explained, {"memory_id", "evidence_ids"}),
        (grown, {"memory_id", "evidence_ids", "child_ids"}),
        (traced, {"memory_id", "evidence_ids", "from_ids"}),
        (known, {"memory_id", "evidence_ids"}),
        (reported, {"memory_id", "of_id"}),
        (compared, {"memory_id", "because_memory_id", "evidence_ids"}),
        (interviewed, {"memory_id", "evidence_ids"}),
        (whispered, {"memory_id"}),
    ],
)
async def test_every_id_in_an_answer_is_one_that_is_listed(
    loopback: LoopbackServer, ask: Asked, fields: set[str]
) -> None:
    """After a load each memory keeps the id that `ListMemories` shows, whatever refers to it."""
    parent, child = await lives(loopback)

    answers = await ask(loopback, child, parent)

    found = [pair for answer in answers for pair in ids_in(answer)]
    unknown = {pair for pair in found if pair[1] not in await listed(loopback, child)}
    assert fields <= {field for field, _ in found}
    assert unknown == set()


async def test_the_same_position_shows_the_same_mind_in_both_timelines(
    loopback: LoopbackServer,
) -> None:
    """A mind at the save is, byte for byte, the mind at the head of what was loaded from it."""
    parent = await loopback.open("Mira", "Jon")
    await loopback.happen(parent, "The lamp went dark.", "Jon ran down the stairs.")
    await append_thought(
        loopback, parent, inferred("Jon put the lamp out.", 1, 2), *resting_on(2, 1)
    )
    child = await loopback.load(await loopback.save(parent))

    before, after = await get_mind(loopback, parent), await get_mind(loopback, child)

    assert before.seq == after.seq
    assert before == after
    assert await memories(loopback, parent) == await memories(loopback, child)


Named = Callable[[LoopbackServer, str, str], Awaitable[Message]]


async def trace_it(loopback: LoopbackServer, timeline: str, memory_id: str) -> Message:
    request = memory_service_pb2.TraceMemoryRequest(timeline_id=timeline, memory_id=memory_id)
    return await loopback.memories.TraceMemory(request)


async def explain_it(loopback: LoopbackServer, timeline: str, memory_id: str) -> Message:
    request = memory_service_pb2.ExplainRequest(timeline_id=timeline, memory_id=memory_id)
    return await loopback.memories.Explain(request)


async def ask_who_knows_it(loopback: LoopbackServer, timeline: str, memory_id: str) -> Message:
    request = memory_service_pb2.WhoKnowsRequest(timeline_id=timeline, memory_id=memory_id)
    return await loopback.memories.WhoKnows(request)


async def grow_it(loopback: LoopbackServer, timeline: str, memory_id: str) -> Message:
    request = memory_service_pb2.GetReflectionTreeRequest(
        timeline_id=timeline, character_id="mira", memory_id=memory_id
    )
    return await loopback.memories.GetReflectionTree(request)


async def pin_it(loopback: LoopbackServer, timeline: str, memory_id: str) -> Message:
    request = memory_service_pb2.PinMemoryRequest(timeline_id=timeline, memory_id=memory_id)
    return await loopback.memories.PinMemory(request)


@pytest.mark.parametrize("name", [trace_it, explain_it, ask_who_knows_it, grow_it, pin_it])
async def test_an_id_taken_anywhere_names_the_memory_wherever_it_is_seen(
    loopback: LoopbackServer, name: Named
) -> None:
    """By its owner or by any timeline that sees it; what another branch wrote stays unknown."""
    parent, child = await lives(loopback)
    sibling = await loopback.load(await loopback.save(parent))
    own = (await memories(loopback, child))[0].memory_id
    late = (await memories(loopback, parent))[0].memory_id

    for timeline in (parent, child, sibling):
        for alias in (f"{parent}.3", f"{child}.3", f"{sibling}.3"):
            await name(loopback, timeline, alias)
    for timeline, unseen in (
        (parent, own),
        (sibling, own),
        (child, late),
        (child, late.replace(parent, sibling)),
        (parent, f"{child}.9999"),
        (parent, "tl_none.3"),
    ):
        failure = await read_refusal(name(loopback, timeline, unseen))
        assert failure.reason == Reason.MEMORY_NOT_FOUND, (timeline, unseen)
