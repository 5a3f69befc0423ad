"""Outcomes of intents after a load, reported by the Python client over both transports."""

import npcclient
import pytest
from npcclient.messages import Affordance, Entity, OutcomeStatus, Parameter, ParameterType, Timeline

from npcserver.model.errors import Reason

COMPLETED = OutcomeStatus.OUTCOME_STATUS_COMPLETED
WAVED = "Hester waved at the lamp."
WAVE = Affordance(
    name="wave",
    parameters=[
        Parameter(name="target", type=ParameterType.PARAMETER_TYPE_ENTITY),
        Parameter(name="times", type=ParameterType.PARAMETER_TYPE_INTEGER),
    ],
)
LAMP = Entity(id="lamp_7", name="oil lamp", kind="item")


async def wish(npc: npcclient.NpcClient, timeline: Timeline) -> tuple[str, str]:
    """Let Hester want to wave; return the turn and the intent."""
    turn = npc.play.say(
        timeline, "hester", "Please wave!", speaker="Ann", affordances=[WAVE], entities=[LAMP]
    )
    async with turn:
        (intent,) = [event.intent.intent_id async for event in turn if event.HasField("intent")]
    return turn.turn_id, intent


async def deeds(npc: npcclient.NpcClient, timeline: Timeline) -> int:
    """Return how often Hester remembers that she waved."""
    return [it.text async for it in npc.memories.list(timeline, "hester")].count(WAVED)


async def test_an_outcome_follows_the_game_into_the_timeline_that_is_played(address: str) -> None:
    """Accepted before the save and completed after the load, it is a deed where it is played."""
    async with npcclient.connect(address) as npc:
        old = await npc.timelines.start("farrowhithe")
        wished = await wish(npc, old)
        accepted = OutcomeStatus.OUTCOME_STATUS_ACCEPTED
        await npc.play.report_outcome(old, *wished, accepted)
        save = await npc.timelines.save(old, "dusk")
        played = await npc.timelines.load(save, leaving=old)

        seq = await npc.play.report_outcome(old, *wished, COMPLETED, WAVED)

        assert seq > played.head_seq
        assert (await deeds(npc, played), await deeds(npc, old)) == (1, 0)


async def test_an_outcome_that_no_played_timeline_has_the_turn_of_is_dropped(address: str) -> None:
    """It raises NotPossibleNow with a reason of its own, and no timeline has the deed."""
    async with npcclient.connect(address) as npc:
        old = await npc.timelines.start("farrowhithe")
        save = await npc.timelines.save(old, "dusk")
        wished = await wish(npc, old)
        played = await npc.timelines.load(save, leaving=old)

        with pytest.raises(npcclient.NotPossibleNow) as dropped:
            await npc.play.report_outcome(old, *wished, COMPLETED, WAVED)

        assert dropped.value.reason == Reason.INTENT_TIMELINE_LEFT
        assert dropped.value.metadata["playedTimelineId"] == played.timeline_id
        assert (await deeds(npc, played), await deeds(npc, old)) == (0, 0)
