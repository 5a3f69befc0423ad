"""Minds over the wire: what they hold, seen from any position, and watched as they change."""

import asyncio
from datetime import UTC, date, datetime, timedelta

import grpc
import pytest

from npcserver.admin.v1 import memory_service_pb2, spending_service_pb2, spending_service_pb2_grpc
from npcserver.admin.v1 import persona_service_pb2 as personas
from npcserver.model.character import Attention
from npcserver.model.day import Act, Block, Cause, DayPlan, Step
from npcserver.model.errors import Reason
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.ids import PlaceId
from npcserver.model.model_use import Cost, Purpose
from npcserver.model.record import Attended, RecordKind, ReflectedUpTo, subject_key
from npcserver.model.thought import AnswerStatus, Conversed, Spent, Thought
from npcserver.v1 import mind_pb2, play_service_pb2, timeline_service_pb2
from tests.fakes.server import LoopbackServer, append_thought, get_mind, thought_draft
from tests.fakes.wires import read_refusal

INVALID = grpc.StatusCode.INVALID_ARGUMENT
NOT_FOUND = grpc.StatusCode.NOT_FOUND
RAW = "what a model wrote"
EIGHT = datetime(2000, 1, 1, 8, tzinfo=UTC)
INN = PlaceId("inn")
STANDING = Standing(
    other_id="jon", other_name="Jon", affinity=12, trust=60, familiarity=30, view="Kind."
)
BELIEF = Belief(topic="lamp", text="The lamp was put out.", score=80, evidence=(2, 3))
TALK = Conversed(conversation_id="cnv_1", with_id="jon", with_name="Jon", about="the lamp")
COST = Spent(day="2000-01-01", total=Cost(calls=3, tokens=900, micros=250_000))


def act(activity: str = "lighting the stove", cause: Cause = Cause.PLAN) -> Act:
    step = Step(
        starts_at=EIGHT,
        minutes=10,
        activity=activity,
        place_id=INN,
        object="stove",
        object_state="being lit",
        emoji="🔥",
    )
    return Act(step=step, cause=cause, because=0)


def day() -> DayPlan:
    blocks = (
        Block(starts_at=EIGHT, minutes=60, activity="opening the inn", place_id=INN),
        Block(starts_at=EIGHT + timedelta(hours=1), minutes=60, activity="baking", emoji="🥖"),
    )
    return DayPlan(
        day=date(2000, 1, 1),
        wakes_at=EIGHT,
        sleeps_at=EIGHT + timedelta(hours=2),
        currently="Mira has a party to prepare.",
        outline=("open", "bake"),
        blocks=blocks,
    )


async def test_a_fresh_mind_is_calm_and_knows_whom_its_author_wrote_of(
    loopback: LoopbackServer,
) -> None:
    """Authored relations stand in until play moves them, to people in the world or not."""
    timeline = await loopback.open("Mira", "Jon")
    relations = [
        personas.Relation(to="Jon", view="Owes me a window.", affinity=-20),
        personas.Relation(to="the bailiff", view="He will be back.", affinity=-60),
    ]
    await loopback.personas.UpdateCharacter(
        personas.UpdateCharacterRequest(
            character=personas.Character(
                world_id="harbour",
                character_id="mira",
                persona=personas.Persona(relations=relations),
            )
        )
    )

    seen = await get_mind(loopback, timeline)

    assert (seen.character_id, seen.place_id, seen.mood.label) == ("mira", "inn", "neutral")
    assert [(one.other_id, one.other_name, one.affinity) for one in seen.relations] == [
        ("jon", "Jon", -20),
        ("", "the bailiff", -60),
    ]
    for part in ("act", "next", "day_plan", "conversation"):
        assert not seen.HasField(part)


async def test_a_mind_shows_what_it_does_means_feels_and_believes(loopback: LoopbackServer) -> None:
    """The latest of each kind, with numbers in their ranges and evidence by id."""
    timeline = await loopback.open("Mira", "Jon")
    appended = await append_thought(
        loopback,
        timeline,
        thought_draft(RecordKind.DAY, day()),
        thought_draft(RecordKind.ACT, act()),
        thought_draft(RecordKind.MOOD, Mood(valence=-0.5, arousal=0.4, why="the lamp is dark")),
        thought_draft(RecordKind.RELATION, STANDING, subject_key("mira", "jon")),
        thought_draft(RecordKind.BELIEF, BELIEF, subject_key("mira", "lamp")),
        thought_draft(RecordKind.CONVERSATION, TALK),
        thought_draft(RecordKind.SPENDING, COST, ""),
    )

    seen = await get_mind(loopback, timeline)

    assert seen.seq == appended.last
    assert (seen.act.activity, seen.act.emoji) == ("lighting the stove", "🔥")
    assert (seen.act.cause, seen.act.object_state) == (mind_pb2.ACT_CAUSE_PLAN, "being lit")
    assert seen.act.world_end_time.ToDatetime(UTC) == EIGHT + timedelta(minutes=10)
    assert (seen.next.activity, seen.next.minutes) == ("baking", 60)
    assert (seen.day_plan.world_day, len(seen.day_plan.blocks)) == ("2000-01-01", 2)
    assert seen.day_plan.currently == "Mira has a party to prepare."
    assert (seen.mood.label, seen.mood.why) == ("worry", "the lamp is dark")
    (relation,) = seen.relations
    assert (relation.affinity, relation.trust, relation.familiarity) == (12, 60, 30)
    (believed,) = seen.beliefs
    assert (believed.score, list(believed.evidence_ids)) == (80, [f"{timeline}.2", f"{timeline}.3"])
    assert seen.conversation.with_name == "Jon"
    spent = (await get_day_spending(loopback, timeline)).spending
    assert (spent.calls, spent.tokens, spent.money_micros) == (3, 900, 250_000)


async def get_day_spending(
    loopback: LoopbackServer, timeline: str
) -> spending_service_pb2.GetDaySpendingResponse:
    stub = spending_service_pb2_grpc.SpendingServiceStub(loopback.channel)
    return await stub.GetDaySpending(
        spending_service_pb2.GetDaySpendingRequest(timeline_id=timeline)
    )


async def test_what_is_over_is_not_shown(loopback: LoopbackServer) -> None:
    """An act whose time is up, a talk that ended, the costs of yesterday; a mood fades."""
    timeline = await loopback.open("Mira", "Jon")
    over = Conversed(conversation_id="cnv_1", with_id="jon", is_over=True, ended_by="goodbye")
    await append_thought(
        loopback,
        timeline,
        thought_draft(RecordKind.ACT, act()),
        thought_draft(RecordKind.MOOD, Mood(valence=0.8, arousal=0.0)),
        thought_draft(RecordKind.CONVERSATION, over),
        thought_draft(RecordKind.SPENDING, Spent(day="2000-01-01", total=Cost(calls=3)), ""),
    )
    clock = play_service_pb2.AdvanceClockRequest(timeline_id=timeline)
    clock.world_time.FromDatetime(EIGHT + timedelta(days=1))
    await loopback.play.AdvanceClock(clock)

    seen = await get_mind(loopback, timeline)

    for part in ("act", "conversation"):
        assert not seen.HasField(part)
    assert 0 < seen.mood.valence < 0.01
    assert not (await get_day_spending(loopback, timeline)).HasField("spending")


async def test_looking_leaves_no_trace(loopback: LoopbackServer) -> None:
    """Neither a look into a mind nor one at its reflections appends anything."""
    timeline = await loopback.open()
    seen = await get_mind(loopback, timeline)
    await loopback.memories.GetReflectionTree(
        memory_service_pb2.GetReflectionTreeRequest(timeline_id=timeline, character_id="mira")
    )

    request = timeline_service_pb2.GetTimelineRequest(timeline_id=timeline)
    assert (await loopback.timelines.GetTimeline(request)).timeline.head_seq == seen.seq


@pytest.mark.parametrize("character", ["", "nobody"])
async def test_a_mind_that_is_none_is_refused(loopback: LoopbackServer, character: str) -> None:
    """An empty id is a wrong field; an unknown one is not found."""
    timeline = await loopback.open()
    code = NOT_FOUND if character else INVALID
    reason = Reason.CHARACTER_NOT_FOUND if character else Reason.INVALID_FIELD

    refusal = await read_refusal(get_mind(loopback, timeline, character=character))

    assert (refusal.code, refusal.reason) == (code, reason)


def thought(vantage_seq: int) -> Thought:
    return Thought(
        purpose=Purpose.PLAN,
        vantage_seq=vantage_seq,
        persona_version=1,
        model="scripted:tavern",
        calls=2,
        verdict=AnswerStatus.REPAIRED,
        raw_answers=(RAW,),
    )


async def watched(
    loopback: LoopbackServer, request: play_service_pb2.WatchRequest, *, until: str
) -> list[play_service_pb2.WatchResponse]:
    """Watch up to the first event of a kind."""
    seen: list[play_service_pb2.WatchResponse] = []
    call = loopback.play.Watch(request)
    async with asyncio.timeout(60):
        async for event in call:
            seen.append(event)
            if event.WhichOneof("event") == until:
                break
    call.cancel()
    return seen


async def test_watchers_see_minds_act_and_think(loopback: LoopbackServer) -> None:
    """Each kind of record has its event, facets count for their mind, accounts only move on."""
    timeline = await loopback.open("Mira", "Jon")
    start = (await get_mind(loopback, timeline)).seq
    await append_thought(
        loopback,
        timeline,
        thought_draft(RecordKind.THOUGHT, thought(start)),
        thought_draft(RecordKind.SPENDING, Spent(day="2000-01-01", total=Cost(calls=2)), ""),
        thought_draft(RecordKind.REFLECTED, ReflectedUpTo(seq=start)),
        thought_draft(RecordKind.DAY, day()),
        thought_draft(RecordKind.ACT, act("laughing at Jon", Cause.REACTION)),
        thought_draft(RecordKind.ACT, act(), "jon"),
        thought_draft(RecordKind.MOOD, Mood(valence=0.7, arousal=0.4)),
        thought_draft(RecordKind.RELATION, Standing(other_id="jon"), subject_key("mira", "jon")),
        thought_draft(
            RecordKind.BELIEF, Belief(topic="lamp", text="It is dark."), subject_key("mira", "lamp")
        ),
        thought_draft(RecordKind.ATTENTION, Attended(attention=Attention.DORMANT)),
        thought_draft(RecordKind.CONVERSATION, Conversed(conversation_id="cnv_1", with_id="jon")),
    )
    request = play_service_pb2.WatchRequest(
        timeline_id=timeline, after_seq=start, character_ids=["mira"]
    )

    seen = await watched(loopback, request, until="conversation")

    kinds = "thought day_plan act mood relation belief attention conversation"
    assert [event.WhichOneof("event") for event in seen] == kinds.split()
    assert {event.character_id for event in seen} == {"mira"}
    assert (seen[0].thought.purpose, seen[0].thought.verdict) == (
        mind_pb2.PURPOSE_PLAN,
        mind_pb2.VERDICT_REPAIRED,
    )
    assert RAW.encode() not in b"".join(event.SerializeToString() for event in seen)
    assert seen[2].act.activity == "laughing at Jon"
    assert seen[3].mood.label == "amusement"
