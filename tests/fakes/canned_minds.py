"""Canned answers about minds, for `tests.fakes.canned_server`."""

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from npcserver.v1 import (
    character_service_pb2,
    memory_pb2,
    memory_service_pb2,
    mind_pb2,
    play_service_pb2,
    world_service_pb2,
)

NINE = 1_676_278_800  # Monday 13 February 2023, 09:00


def at(minutes: int) -> Timestamp:
    return Timestamp(seconds=NINE + 60 * minutes)


MIND = mind_pb2.Mind(
    character_id="mira",
    seq=12,
    world_time=at(0),
    attention=mind_pb2.ATTENTION_FOREGROUND,
    place_id="bar",
    act=mind_pb2.Act(
        activity="polishing the long table",
        emoji="🧽",
        object="long table",
        end_time=at(15),
        cause=mind_pb2.ACT_CAUSE_REACTION,
        wanted_place_id="pier",
    ),
    next=mind_pb2.Step(start_time=at(15), activity="counting the barrels", emoji="🛢"),
    day_plan=mind_pb2.DayPlan(
        day="2023-02-13",
        blocks=[
            mind_pb2.Block(
                start_time=at(0),
                minutes=60,
                activity="opening the inn",
                place_id="bar",
                steps=[mind_pb2.Step(start_time=at(5), minutes=10, activity="lighting the stove")],
            )
        ],
    ),
    mood=mind_pb2.Mood(valence=-0.5, arousal=0.4, label="worry", why="the lamp is dark"),
    relations=[
        mind_pb2.Standing(
            other_id="isa-bell",
            other_name="Isa Bell",
            affinity=-20,
            trust=35,
            familiarity=60,
            view="She owes you for a window.",
        )
    ],
    beliefs=[mind_pb2.Belief(topic="lamp", text="The lamp was put out on purpose.", score=80)],
    conversation=mind_pb2.Conversation(with_id="isabella", with_name="Isabella Rodriguez"),
    spending=mind_pb2.Spending(
        day="2023-02-13",
        calls=17,
        tokens=20400,
        money=0.5,
        by_purpose=[
            mind_pb2.PurposeSpending(purpose="dialogue", calls=2, tokens=4400, money=0.5),
            mind_pb2.PurposeSpending(purpose="ratings", calls=15, tokens=16000),
        ],
    ),
)
INTERVIEW = character_service_pb2.InterviewResponse(
    answer="I keep the inn, and I keep quiet about the lamp.",
    recollections=[
        memory_pb2.Recollection(
            memory=memory_pb2.Memory(text="The lamp went dark.", create_time=at(0)), score=1.5
        )
    ],
    model="scripted:echo",
)
NODES = [
    memory_service_pb2.ReflectionNode(
        memory=memory_pb2.Memory(memory_id="tl_1.9", text="Isa hides something.", depth=1)
    ),
    memory_service_pb2.ReflectionNode(
        memory=memory_pb2.Memory(memory_id="tl_1.4", text="Isa hid a lamp."), level=1
    ),
]
THING = mind_pb2.ObjectState(place_id="bar", object="stove", state="burning")

MIND_ANSWERS: dict[str, Message] = {
    "GetMind": character_service_pb2.GetMindResponse(mind=MIND),
    "Interview": INTERVIEW,
    "Whisper": character_service_pb2.WhisperResponse(memory_id="tl_1.13"),
    "GetReflectionTree": memory_service_pb2.GetReflectionTreeResponse(nodes=NODES),
    "SetAttention": play_service_pb2.SetAttentionResponse(seq=14),
    "SetObjectState": world_service_pb2.SetObjectStateResponse(seq=15),
    "ListObjectStates": world_service_pb2.ListObjectStatesResponse(object_states=[THING]),
}
