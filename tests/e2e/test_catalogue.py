"""What a turn offers that declares nothing: what the world's author wrote."""

from collections.abc import Awaitable, Callable
from typing import Any

import npcclient
import pytest

from npcserver.admin.v1 import world_service_pb2
from npcserver.v1 import affordance_pb2
from npcserver.v1 import play_service_pb2 as pb
from tests.fakes.server import LoopbackServer, proposed_intent

ADA = pb.Speaker(id="p1", name="Ada")
DECLARED_ONLY = affordance_pb2.AFFORDANCE_SOURCE_DECLARED_ONLY
POUR = affordance_pb2.Affordance(
    name="pour",
    description="Pour somebody a drink.",
    parameters=[
        affordance_pb2.Parameter(
            name="to", type=affordance_pb2.PARAMETER_TYPE_ENTITY, entity_kinds=["person"]
        )
    ],
)
WAVE = affordance_pb2.Affordance(name="wave", description="Wave.")
VISITOR = affordance_pb2.Entity(id="player", name="the visitor", kind="person")
MUG = affordance_pb2.Entity(id="mug", name="a mug", kind="item")
Offer = tuple[list[str], list[str]]
WORLDS: Offer = (["pour"], ["player"])
NONE: Offer = ([], [])


@pytest.fixture
async def timeline(loopback: LoopbackServer) -> str:
    """Return a timeline of a world with a catalogue."""
    timeline = await loopback.open("Mira", "Tom")
    world = world_service_pb2.World(
        world_id="harbour", name="Harbour", affordances=[POUR], entities=[VISITOR]
    )
    await loopback.worlds.UpdateWorld(world_service_pb2.UpdateWorldRequest(world=world))
    return timeline


async def by_say(loopback: LoopbackServer, timeline: str, offered: dict[str, Any]) -> None:
    say = pb.SayRequest(
        timeline_id=timeline, character_id="mira", speaker=ADA, text="Hello?", **offered
    )
    async for _ in loopback.play.Say(say):
        pass


async def in_circle(loopback: LoopbackServer, timeline: str, offered: dict[str, Any]) -> None:
    members = [ADA, *(pb.Speaker(id=one, is_character=True) for one in ("mira", "tom"))]
    opened = await loopback.play.OpenCircle(
        pb.OpenCircleRequest(timeline_id=timeline, members=members)
    )
    say = pb.SayInCircleRequest(
        timeline_id=timeline,
        circle_id=opened.circle.circle_id,
        speaker_id="p1",
        text="Mira, hello?",
        most_turns=1,
        **offered,
    )
    async for _ in loopback.play.SayInCircle(say):
        pass


Saying = Callable[[LoopbackServer, str, dict[str, Any]], Awaitable[None]]


@pytest.mark.parametrize("saying", [by_say, in_circle])
@pytest.mark.parametrize(
    ("offered", "expected"),
    [
        ({}, WORLDS),
        ({"entities": [MUG]}, (["pour"], ["mug"])),
        ({"affordances": [WAVE]}, (["wave"], [])),
        ({"affordances": [WAVE], "entities": [MUG]}, (["wave"], ["mug"])),
        ({"affordance_source": DECLARED_ONLY}, NONE),
        ({"affordance_source": DECLARED_ONLY, "entities": [MUG]}, ([], ["mug"])),
        ({"affordance_source": DECLARED_ONLY, "affordances": [WAVE]}, (["wave"], [])),
        ({"affordance_source": 99}, WORLDS),
    ],
)
async def test_a_turn_that_declares_none_gets_the_worlds(
    loopback: LoopbackServer,
    timeline: str,
    saying: Saying,
    offered: dict[str, Any],
    expected: Offer,
) -> None:
    """The world offers its affordances, and entities with them, unless the game declares any."""
    await saying(loopback, timeline, offered)

    (scene,) = loopback.script.heard
    assert [one.name for one in scene.affordances] == expected[0]
    assert [one.id for one in scene.entities] == expected[1]


async def test_an_intent_of_the_worlds_is_settled_like_any_other(
    loopback: LoopbackServer, timeline: str, npc: npcclient.NpcClient
) -> None:
    """What came of it is remembered by the name of the world's entity."""
    loopback.will_say("Here.", proposed_intent("pour", ("to", "player")))
    turn = npc.play.say(timeline, "mira", "A mug, please.", speaker="Ada")
    (intent,) = [one.intent async for one in turn if one.HasField("intent")]

    await npc.play.report_outcome(timeline, turn.turn_id, intent, pb.OUTCOME_STATUS_COMPLETED)

    texts = [one.text async for one in npc.memories.list(timeline, "mira")]
    assert any("the visitor" in text for text in texts)


async def test_the_client_asks_for_the_declared_ones_alone(
    loopback: LoopbackServer, timeline: str, npc: npcclient.NpcClient
) -> None:
    """`affordance_source` of the Python client goes with all it says."""
    circle = await npc.circles.open(timeline, [ADA, pb.Speaker(id="mira", is_character=True)])
    async for _ in npc.play.say(
        timeline, "mira", "Hi", speaker=ADA, affordance_source=DECLARED_ONLY
    ):
        pass
    async for _ in npc.circles.say(
        timeline, circle, "Mira?", who=ADA, affordance_source=DECLARED_ONLY, most_turns=1
    ):
        pass

    assert [scene.affordances for scene in loopback.script.heard] == [(), ()]
