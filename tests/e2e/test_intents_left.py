"""What the game reports of intents that were wished before it loaded a save, over the wire."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import grpc
import pytest

from npcserver.model.errors import Reason
from npcserver.v1 import affordance_pb2, turn_pb2
from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1 import timeline_service_pb2 as timelines_pb
from tests.fakes.server import LoopbackServer, proposed_intent
from tests.fakes.wires import RefusedStatus, read_refusal

WAVE = affordance_pb2.Affordance(name="wave")


@dataclass(frozen=True)
class Wish:
    """An intent as the game got it: in which timeline and turn."""

    timeline: str
    turn: str
    intent: str = "int_1"

    def report(self, status: pb.OutcomeStatus.ValueType = pb.OUTCOME_STATUS_COMPLETED) -> Any:
        return pb.ReportOutcomeRequest(
            timeline_id=self.timeline, turn_id=self.turn, intent_id=self.intent, status=status
        )

    def at(self, timeline: str) -> "Wish":
        """Return the same intent, to be reported in another timeline."""
        return replace(self, timeline=timeline)


async def wish(loopback: LoopbackServer, timeline: str) -> Wish:
    """Let Mira want to wave."""
    loopback.will_say(proposed_intent("wave"))
    events = [
        response.event async for response in loopback.say(timeline, "Wave!", affordances=[WAVE])
    ]
    return Wish(timeline, events[0].turn_id)


async def refusal(
    loopback: LoopbackServer, wished: Wish
) -> tuple[RefusedStatus, Mapping[str, str]]:
    """Report what must be refused as wished in a left timeline; return how, and the metadata."""
    found = await read_refusal(loopback.play.ReportOutcome(wished.report()))
    assert found.code is grpc.StatusCode.FAILED_PRECONDITION
    assert found.reason == Reason.INTENT_TIMELINE_LEFT
    return found, dict(found.details["ErrorInfo"].metadata)


async def is_taken(loopback: LoopbackServer, wished: Wish) -> bool:
    return (await loopback.play.ReportOutcome(wished.report())).seq > 0


@pytest.mark.parametrize("is_accepted", [False, True])
async def test_an_outcome_goes_to_the_timeline_that_is_played(
    loopback: LoopbackServer, *, is_accepted: bool
) -> None:
    """The left timeline refuses and names the one that has the turn, which takes the outcome."""
    old = await loopback.open()
    wished = await wish(loopback, old)
    saved = await loopback.save(old)
    if is_accepted:  # after the save, so that it is no part of what is played then
        await loopback.play.ReportOutcome(wished.report(pb.OUTCOME_STATUS_ACCEPTED))
    played = await loopback.load(saved, leaving=old)

    found, metadata = await refusal(loopback, wished)

    assert metadata == {
        "intentId": wished.intent,
        "timelineId": old,
        "playedTimelineId": played,
        "reportTo": played,
    }
    assert played in found.message
    assert await is_taken(loopback, wished.at(played))


async def test_what_was_settled_after_the_save_is_open_where_it_is_played(
    loopback: LoopbackServer,
) -> None:
    """The loaded timeline knows nothing of that outcome, so it gets one of its own."""
    old = await loopback.open()
    wished = await wish(loopback, old)
    saved = await loopback.save(old)
    assert await is_taken(loopback, wished)
    played = await loopback.load(saved, leaving=old)

    _, metadata = await refusal(loopback, wished)

    assert metadata["reportTo"] == played
    assert await is_taken(loopback, wished.at(played))


async def test_a_wish_from_after_the_save_is_dropped(loopback: LoopbackServer) -> None:
    """Neither timeline takes its outcome, and the refusal says so."""
    old = await loopback.open()
    saved = await loopback.save(old)
    wished = await wish(loopback, old)
    played = await loopback.load(saved, leaving=old)

    found, metadata = await refusal(loopback, wished)
    there = await read_refusal(loopback.play.ReportOutcome(wished.at(played).report()))

    assert metadata["playedTimelineId"] == played
    assert "reportTo" not in metadata
    assert found.message.endswith("drop the intent")
    assert there.reason == Reason.TURN_NOT_FOUND


async def test_a_turn_taken_after_the_leaving_reports_where_it_was_taken(
    loopback: LoopbackServer,
) -> None:
    """A timeline that was left is played on as if nothing had been."""
    old = await loopback.open()
    await loopback.load(await loopback.save(old), leaving=old)

    assert await is_taken(loopback, await wish(loopback, old))


async def test_where_both_are_played_each_takes_its_outcome(loopback: LoopbackServer) -> None:
    """A load that leaves nothing makes two timelines, and in both the intent is open."""
    one = await loopback.open()
    wished = await wish(loopback, one)
    other = await loopback.load(await loopback.save(one))

    assert await is_taken(loopback, wished)
    assert await is_taken(loopback, wished.at(other))


async def test_after_two_loads_the_last_timeline_is_named(loopback: LoopbackServer) -> None:
    """It is found from the first timeline and from the one between."""
    first = await loopback.open()
    wished = await wish(loopback, first)
    saved = await loopback.save(first)
    second = await loopback.load(saved, leaving=first)
    third = await loopback.load(await loopback.save(second), leaving=second)

    for timeline in (first, second):
        _, metadata = await refusal(loopback, wished.at(timeline))
        assert (metadata["playedTimelineId"], metadata["reportTo"]) == (third, third)
    assert await is_taken(loopback, wished.at(third))


async def test_a_timeline_loaded_from_a_left_one_is_not_left_itself(
    loopback: LoopbackServer,
) -> None:
    """A save made after the leaving sees it, and what is loaded from there takes outcomes."""
    old = await loopback.open()
    wished = await wish(loopback, old)
    await loopback.load(await loopback.save(old), leaving=old)
    later = await loopback.load(await loopback.save(old))

    assert await is_taken(loopback, wished.at(later))


async def test_an_intent_of_a_turn_that_the_load_ended_is_dropped(loopback: LoopbackServer) -> None:
    """The turn is stored after the leaving, but it was begun before."""
    old = await loopback.open()
    saved = await loopback.save(old)
    loopback.will_say(proposed_intent("wave"), asyncio.Event())
    call: Any = loopback.say(old, "Wave!", affordances=[WAVE])
    wished = Wish(old, (await call.read()).event.turn_id)
    assert (await call.read()).event.HasField("intent")

    await loopback.load(saved, leaving=old)
    last = (await call.read()).event
    _, metadata = await refusal(loopback, wished)

    assert last.finished.outcome == turn_pb2.TURN_OUTCOME_LEFT
    assert "reportTo" not in metadata


async def test_a_deleted_timeline_is_not_named(loopback: LoopbackServer) -> None:
    """The outcome is refused all the same, and nothing is said of where to report it."""
    old = await loopback.open()
    wished = await wish(loopback, old)
    played = await loopback.load(await loopback.save(old), leaving=old)
    await loopback.timelines.DeleteTimeline(timelines_pb.DeleteTimelineRequest(timeline_id=played))

    found, metadata = await refusal(loopback, wished)

    assert metadata == {"intentId": wished.intent, "timelineId": old}
    assert "deleted" in found.message


async def test_a_report_repeated_after_a_load_gets_its_first_answer(
    loopback: LoopbackServer,
) -> None:
    """Its request id says that the outcome was stored before the game left."""
    old = await loopback.open()
    wished = await wish(loopback, old)
    saved = await loopback.save(old)
    report = wished.report()
    report.request_id = "rung-1"
    stored = await loopback.play.ReportOutcome(report)
    await loopback.load(saved, leaving=old)

    assert await loopback.play.ReportOutcome(report) == stored
