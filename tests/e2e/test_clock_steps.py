"""Steps of the clock that wait until characters have caught up."""

import asyncio
import os
import re
from dataclasses import replace
from datetime import UTC, timedelta
from pathlib import Path

import grpc
import pytest
from npcclient import NpcClient, connect
from npcclient.v1 import play_service_pb2 as pb

from npcmodels.scripted import ScriptedThinker
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.cli.worlds import sample_world
from npcserver.model.ids import TimelineId
from npcserver.model.model_use import Purpose
from npcserver.model.record import RecordKind
from tests.conftest import NewDatabase
from tests.fakes.language_models import GatedThinker
from tests.fakes.running_server import (
    ADA,
    BEN,
    DAYS,
    GossipModel,
    open_village_server,
    role,
    server_settings,
    village_file,
    village_time,
)

ACTS, THOUGHTS = pb.ClockWait.CLOCK_WAIT_ACTS, pb.ClockWait.CLOCK_WAIT_THOUGHTS
STEPS = int(os.environ.get("NPCSERVER_TEST_DAYS", "0")) * 96 or 12  # of a quarter of an hour
FIRST, LATER = village_time("06:30"), village_time("09:00")


async def test_a_step_returns_once_all_have_thought_and_acted(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """What is still due after the wait is told; the same step again waits for it."""
    gate, file = GatedThinker(GossipModel("mayor", DAYS)), village_file(role(ADA), role(BEN))
    gate.held = Purpose.PLAN
    async with (
        open_village_server(
            new_migrated_sqlite(), tmp_path, gate, file, serve=True, workers=2
        ) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
        asyncio.timeout(60),
    ):
        left = await npc.play.step_clock(app.timeline_id, FIRST, THOUGHTS, seconds=0.5)
        # acts that are due begin without the thought: no wait of 50 seconds
        begun = await npc.play.step_clock(app.timeline_id, FIRST, ACTS, seconds=50)
        gate.held = None
        gate.opened.set()
        done = await npc.play.step_clock(app.timeline_id, FIRST, THOUGHTS, seconds=50)
        plans = await app.records(RecordKind.PLAN)
        again = await npc.play.step_clock(app.timeline_id, LATER, THOUGHTS, seconds=50)
        acts = [one for one in await app.records(RecordKind.ACT) if one.game_time == LATER]

    assert left > 0
    assert begun > 0
    assert (done, again) == (0, 0)
    assert {one.subject_id for one in plans} >= {ADA, BEN}
    assert acts


async def _raw(npc: NpcClient, timeline_id: str, wait_ms: int = 0) -> pb.AdvanceClockResponse:
    request = pb.AdvanceClockRequest(request_id="step-1", timeline_id=timeline_id)
    if wait_ms:
        request.wait_for, request.wait_ms = THOUGHTS, wait_ms
    request.world_time.FromDatetime(FIRST)
    answer: pb.AdvanceClockResponse = await npc.play._stub.AdvanceClock(request)
    return answer


async def test_a_step_that_is_repeated_may_wait_otherwise(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """A retry with another patience is the same step, stored once."""
    async with (
        open_village_server(new_migrated_sqlite(), tmp_path, serve=True, workers=2) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        plain = await _raw(npc, app.timeline_id)
        waited = await _raw(npc, app.timeline_id, wait_ms=50_000)

        assert not plain.HasField("open_thoughts")
        assert (waited.seq, waited.open_thoughts) == (plain.seq, 0)
        with pytest.raises(grpc.aio.AioRpcError, match="wait_ms"):
            await _raw(npc, app.timeline_id, wait_ms=50_001)


_IDS = re.compile(r"\b[a-z]{2,4}_[0-9a-z]{16,}")


async def _lived(folder: Path) -> list[str]:
    """Let the sample world live for some hours over the wire; return its log but for ids."""
    folder.mkdir()  # noqa: ASYNC240 - one folder of a test
    settings = server_settings(
        f"sqlite:///{folder / 'town.db'}", folder, cognition={"in_order": True}
    )
    async with (
        bootstrap.running(settings, model=ScriptedThinker()) as here,
        connect(f"127.0.0.1:{here.port}") as npc,
        asyncio.timeout(240),
    ):
        file = load_world(sample_world())
        await here.importing.put(file)
        timeline = await npc.timelines.start(file.world.id)
        now = timeline.world_time.ToDatetime(UTC)
        for _ in range(STEPS):
            now += timedelta(minutes=15)
            left = await npc.play.step_clock(timeline.timeline_id, now, THOUGHTS, seconds=50)
            assert left == 0
        async with here.store.read() as reader:
            view = await reader.head(TimelineId(timeline.timeline_id))
            records = await view.after(view.timeline.forked_at, 100_000)
    return [_IDS.sub("ID", repr(replace(one, written_at=file.world.start_time))) for one in records]


async def test_jobs_in_order_leave_the_same_log_of_the_same_play(tmp_path: Path) -> None:
    """With answers that do not change, and steps that let all thoughts end: nothing differs."""
    first, second = await _lived(tmp_path / "first"), await _lived(tmp_path / "second")

    assert [one for one in first if "RecordKind.LINE" in one]
    assert second == first
