"""Saving and loading while somebody thinks: no line of play is told what belongs to another."""

import asyncio
from pathlib import Path

import pytest

from npcserver.model.model_use import Purpose
from npcserver.model.record import Record, RecordKind
from npcserver.model.thought import Conversed
from tests.fakes.language_models import GatedThinker
from tests.fakes.running_server import (
    ADA,
    BEN,
    DAYS,
    THOUGHTS,
    GossipModel,
    RunningVillage,
    cause_thought,
    open_village,
    role,
    village_file,
    village_time,
)


def done(records: list[Record], purpose: Purpose) -> list[str]:
    """Return for whom the thought came to an end."""
    if purpose is Purpose.CONVERSE:
        bodies = [(one.subject_id, one.body) for one in records]
        return [who for who, body in bodies if isinstance(body, Conversed) and body.is_over]
    kind = RecordKind.DAY if purpose is Purpose.PLAN else RecordKind.REFLECTED
    return [one.subject_id for one in records if one.kind is kind]


@pytest.mark.parametrize("purpose", THOUGHTS)
async def test_a_load_in_mid_thought_keeps_the_lines_of_play_apart(
    database: str, tmp_path: Path, purpose: Purpose
) -> None:
    """The new line sees nothing from after the save, and in both the thought is thought out."""
    gate = GatedThinker(GossipModel("mayor", DAYS))
    file = village_file(role(ADA), role(BEN))
    async with open_village(database, tmp_path, gate, file, reflection_threshold=30) as brook:
        await cause_thought(brook, purpose)
        gate.held = purpose
        async with asyncio.timeout(120), asyncio.TaskGroup() as group:
            thinking = group.create_task(brook.game.settle())
            await gate.reached.wait()
            save = await brook.save()
            loaded = await brook.services.timelines.load(save.id)
            other = RunningVillage(brook.here, loaded.id)
            theirs, is_thinking = await other.records(), not thinking.done()
            gate.held = None
            gate.opened.set()
        await other.live(village_time("10:00"), minutes=30)
        await brook.live(village_time("10:00"), minutes=30)
        mine_later, theirs_later = await brook.records(), await other.records()

    saved = [one for one in mine_later if one.seq <= save.vantage.seq]
    later = [one for one in theirs_later if one.seq > save.vantage.seq]
    assert is_thinking
    assert theirs == saved == theirs_later[: len(saved)]
    assert {one.timeline_id for one in later} == {loaded.id}
    assert {one.timeline_id for one in mine_later} == {one.timeline_id for one in saved}
    assert ADA not in done(saved, purpose)
    assert ADA in done(mine_later, purpose)
    assert ADA in done(later, purpose)
