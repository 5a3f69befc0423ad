"""Interviews and reflection trees over the wire."""

from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
import pytest

from npcserver.admin.v1 import memory_service_pb2, persona_service_pb2
from npcserver.model.errors import Reason
from npcserver.model.record import RecordKind, Remembered, Source
from npcserver.v1 import play_service_pb2, timeline_service_pb2, turn_pb2
from tests.fakes.server import LoopbackServer, append_thought, get_mind, thought_draft
from tests.fakes.wires import read_refusal

INVALID = grpc.StatusCode.INVALID_ARGUMENT
EIGHT = datetime(2000, 1, 1, 8, tzinfo=UTC)


async def interview(
    loopback: LoopbackServer, timeline: str, *ablations: persona_service_pb2.Ablation.ValueType
) -> persona_service_pb2.InterviewResponse:
    return await loopback.personas.Interview(
        persona_service_pb2.InterviewRequest(
            timeline_id=timeline,
            character_id="mira",
            question="Who swept the pier?",
            ablations=ablations,
        )
    )


async def test_an_interview_is_answered_from_memory_and_leaves_no_trace(
    loopback: LoopbackServer,
) -> None:
    """What came to mind is shown; no record is written, and nothing counts as accessed."""
    timeline = await loopback.open()
    lived = Remembered(source=Source.WITNESSED)
    await append_thought(
        loopback,
        timeline,
        thought_draft(RecordKind.OBSERVATION, lived, text="Jon swept the pier at noon."),
    )
    clock = play_service_pb2.AdvanceClockRequest(timeline_id=timeline)
    clock.world_time.FromDatetime(EIGHT + timedelta(hours=5))
    await loopback.play.AdvanceClock(clock)
    before = await get_mind(loopback, timeline)

    answered = await interview(loopback, timeline)

    listed = memory_service_pb2.ListMemoriesRequest(timeline_id=timeline, character_id="mira")
    (kept,) = (await loopback.memories.ListMemories(listed)).memories
    assert answered.answer == "I keep the inn."
    assert (answered.model, answered.rung) == ("scripted:tavern", turn_pb2.RUNG_PRIMARY)
    assert answered.prompt_tokens > 0
    assert [one.memory.text for one in answered.recollections] == [kept.text]
    assert kept.world_last_access_time == kept.world_create_time
    assert await get_mind(loopback, timeline) == before


async def test_an_ablated_interview_goes_without(loopback: LoopbackServer) -> None:
    """Without what it observed the character has nothing to recall here."""
    timeline = await loopback.open()
    lived = Remembered(source=Source.WITNESSED)
    await append_thought(
        loopback, timeline, thought_draft(RecordKind.OBSERVATION, lived, text="Jon swept the pier.")
    )

    whole = await interview(loopback, timeline, persona_service_pb2.ABLATION_PLANS)
    less = await interview(loopback, timeline, persona_service_pb2.ABLATION_OBSERVATIONS)

    assert len(whole.recollections) == 1
    assert not less.recollections


async def test_an_interview_without_a_model_says_so_in_authored_words(
    loopback: LoopbackServer,
) -> None:
    """The rung tells that no model spoke, and what it wrote is never shown."""
    timeline = await loopback.open()
    loopback.script.thought = "SYSTEM PROMPT: you are a"

    answered = await interview(loopback, timeline)

    assert answered.rung == turn_pb2.RUNG_AUTHORED
    assert answered.answer
    assert "SYSTEM" not in answered.answer


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"question": " "}, "question"),
        ({"question": "q" * 2001}, "question"),
        ({"ablations": [0]}, "ablations[0]"),
        ({"ablations": [1, 9]}, "ablations[1]"),
        ({"seq": -1}, "seq"),
    ],
)
async def test_an_interview_that_makes_no_sense_is_refused(
    loopback: LoopbackServer, fields: dict[str, Any], named: str
) -> None:
    """The field that is wrong is named."""
    timeline = await loopback.open()
    known = {"timeline_id": timeline, "character_id": "mira", "question": "Who are you?"}
    request = persona_service_pb2.InterviewRequest(**{**known, **fields})

    refusal = await read_refusal(loopback.personas.Interview(request))

    assert (refusal.code, refusal.fields) == (INVALID, (named,))


async def infer(
    loopback: LoopbackServer, timeline: str, text: str, depth: int, *evidence: int
) -> int:
    body = Remembered(source=Source.INFERRED, evidence=evidence, depth=depth)
    return (
        await append_thought(
            loopback, timeline, thought_draft(RecordKind.REFLECTION, body, text=text)
        )
    ).first


async def test_a_reflection_tree_leads_down_to_what_was_lived_through(
    loopback: LoopbackServer,
) -> None:
    """An insight may rest on insights; each memory comes once, with those it rests on."""
    timeline = await loopback.open()
    lived = Remembered(source=Source.WITNESSED)
    swept = thought_draft(RecordKind.OBSERVATION, lived, text="Jon swept the pier.")
    fed = thought_draft(RecordKind.OBSERVATION, lived, text="Jon fed the gulls.")
    first = (await append_thought(loopback, timeline, swept, fed)).first
    second = await infer(loopback, timeline, "Jon is kind.", 1, first, first + 1)
    third = await infer(loopback, timeline, "I trust Jon.", 2, second, first)
    request = memory_service_pb2.GetReflectionTreeRequest(timeline_id=timeline, character_id="mira")

    whole = (await loopback.memories.GetReflectionTree(request)).nodes
    request.max_depth = 2
    shallow = (await loopback.memories.GetReflectionTree(request)).nodes
    request.memory_id = f"{timeline}.{second}"
    part = (await loopback.memories.GetReflectionTree(request)).nodes

    found = {node.memory.text: node for node in whole}
    assert [node.level for node in whole] == sorted(node.level for node in whole)
    assert {text: node.level for text, node in found.items()} == {
        "I trust Jon.": 0,
        "Jon is kind.": 1,
        "Jon swept the pier.": 1,
        "Jon fed the gulls.": 2,
    }
    assert list(found["I trust Jon."].child_ids) == [f"{timeline}.{first}", f"{timeline}.{second}"]
    assert found["I trust Jon."].memory.memory_id == f"{timeline}.{third}"
    assert list(found["Jon fed the gulls."].child_ids) == []
    assert {node.memory.text for node in shallow} == {*found} - {"Jon fed the gulls."}
    assert part[0].memory.text == "Jon is kind."
    assert len(part) == 3


async def test_a_tree_of_a_loaded_save_goes_on_where_it_was(loopback: LoopbackServer) -> None:
    """Whatever sees a memory may name it; what a sibling lived through names nothing here."""
    timeline = await loopback.open()
    lived = Remembered(source=Source.WITNESSED)
    seen = await append_thought(
        loopback, timeline, thought_draft(RecordKind.OBSERVATION, lived, text="Jon ran.")
    )
    saved = await loopback.timelines.Save(timeline_service_pb2.SaveRequest(timeline_id=timeline))
    loaded, other = [
        (
            await loopback.timelines.Load(
                timeline_service_pb2.LoadRequest(save_id=saved.save.save_id)
            )
        ).timeline.timeline_id
        for _ in range(2)
    ]
    insight = Remembered(source=Source.INFERRED, evidence=(seen.first,), depth=1)
    await append_thought(
        loopback, loaded, thought_draft(RecordKind.REFLECTION, insight, text="Jon is late.")
    )
    elsewhere = await append_thought(
        loopback, other, thought_draft(RecordKind.OBSERVATION, lived, text="Jon fell.")
    )

    async def tree(of_timeline: str, memory_id: str) -> list[str]:
        request = memory_service_pb2.GetReflectionTreeRequest(
            timeline_id=of_timeline, character_id="mira", memory_id=memory_id
        )
        found = await loopback.memories.GetReflectionTree(request)
        return [node.memory.text for node in found.nodes]

    top = (
        await loopback.memories.GetReflectionTree(
            memory_service_pb2.GetReflectionTreeRequest(timeline_id=loaded, character_id="mira")
        )
    ).nodes[0]
    (evidence,) = top.memory.evidence_ids
    strange = await read_refusal(tree(loaded, f"{other}.{elsewhere.first}"))

    assert await tree(loaded, "") == ["Jon is late.", "Jon ran."]
    assert await tree(loaded, evidence) == ["Jon ran."]
    assert evidence == f"{timeline}.{seen.first}"
    for sees in (loaded, other):
        assert await tree(loaded, f"{sees}.{seen.first}") == ["Jon ran."]
    assert await tree(other, "") == []
    assert strange.reason == Reason.MEMORY_NOT_FOUND


@pytest.mark.parametrize("fields", [{"max_depth": 17}, {"max_depth": -1}])
async def test_a_tree_that_cannot_be_shown_is_refused(
    loopback: LoopbackServer, fields: dict[str, int]
) -> None:
    """Depths lie in 1 to 16, and a tree begins at a memory of that mind."""
    timeline = await loopback.open()

    request = memory_service_pb2.GetReflectionTreeRequest(
        timeline_id=timeline,
        character_id="mira",
        **fields,  # type: ignore[arg-type]
    )

    refusal = await read_refusal(loopback.memories.GetReflectionTree(request))

    assert (refusal.code, refusal.fields) == (INVALID, tuple(fields))
