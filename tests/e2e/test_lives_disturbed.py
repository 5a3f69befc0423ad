"""Worlds that change, are saved and loaded while a character thinks."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from npcclient import NpcClient, connect

from npcserver.admin.v1.persona_service_pb2 import Character, Persona
from npcserver.model.model_use import Purpose
from npcserver.model.record import Record, RecordKind, TurnTaken
from npcserver.model.thought import Conversed, Thought
from npcserver.v1.mind_pb2 import Mind
from tests.conftest import NewDatabase, on_either_database
from tests.fakes.language_models import GatedThinker
from tests.fakes.running_server import (
    ADA,
    BEN,
    DAYS,
    THOUGHTS,
    GossipModel,
    VillageServer,
    cause_thought,
    open_village_server,
    role,
    village_file,
    village_time,
)


async def disturbed(
    purpose: Purpose, url: str, data: Path, deed: Callable[[NpcClient], Awaitable[object]]
) -> tuple[list[Record], Mind]:
    """Do a deed while Ada thinks, and let life go on; return what followed, and a mind."""
    gate = GatedThinker(GossipModel("mayor", DAYS))
    file = village_file(role(ADA), role(BEN))
    async with (
        open_village_server(url, data, gate, file, serve=True, reflection_threshold=30) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        await cause_thought(app, purpose)
        gate.held = purpose
        async with asyncio.timeout(120), asyncio.TaskGroup() as group:
            group.create_task(app.game.settle())
            await gate.reached.wait()
            seq = await app.head()
            await deed(npc)
            gate.held = None
            gate.opened.set()
        await app.live(village_time("10:00"), minutes=30)
        assert await app.here.store.jobs.failures(10) == ()
        left = [one.character_id async for one in npc.characters.list("brook")]
        mind = await npc.characters.mind(app.timeline_id, left[-1])
        return await app.records(after=seq), mind


@pytest.mark.parametrize("purpose", THOUGHTS)
async def test_a_character_deleted_in_mid_thought_leaves_nothing(
    new_migrated_sqlite: NewDatabase, tmp_path: Path, purpose: Purpose
) -> None:
    """Nothing of the thought is kept, no job is left, and the others live on."""
    later, mind = await disturbed(
        purpose, new_migrated_sqlite(), tmp_path, lambda npc: npc.characters.delete("brook", ADA)
    )

    assert {one.character_id for one in later} == {"", BEN}
    assert mind.act.activity == "a walk"
    assert not mind.HasField("conversation") or mind.conversation.is_over


@pytest.mark.parametrize("purpose", THOUGHTS)
async def test_a_persona_edited_in_mid_thought_thinks_again(
    new_migrated_sqlite: NewDatabase, tmp_path: Path, purpose: Purpose
) -> None:
    """What was thought as another is dropped, and thought once more."""
    edited = Character(world_id="brook", character_id=ADA, persona=Persona(voice="Gruff."))
    later, _ = await disturbed(
        purpose,
        new_migrated_sqlite(),
        tmp_path,
        lambda npc: npc.characters.update(edited, "persona.voice"),
    )

    versions = [
        one.body.receipt.persona_version
        if isinstance(one.body, TurnTaken)
        else one.body.persona_version
        for one in later
        if one.character_id == ADA and isinstance(one.body, Thought | TurnTaken)
    ]
    assert versions
    assert {*versions} == {2}


async def test_who_is_deleted_in_a_talk_leaves_the_other_free(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """The conversation ends for the one who is left."""
    later, _ = await disturbed(
        Purpose.CONVERSE,
        new_migrated_sqlite(),
        tmp_path,
        lambda npc: npc.characters.delete("brook", BEN),
    )

    (end,) = [one.body for one in later if isinstance(one.body, Conversed)]
    assert (end.is_over, end.ended_by) == (True, "absence")
    assert not [one for one in later if one.kind is RecordKind.LINE]


def done(records: list[Record], purpose: Purpose) -> list[str]:
    """Return for whom the thought came to an end."""
    if purpose is Purpose.CONVERSE:
        bodies = [(one.subject_id, one.body) for one in records]
        return [who for who, body in bodies if isinstance(body, Conversed) and body.is_over]
    kind = RecordKind.DAY if purpose is Purpose.PLAN else RecordKind.REFLECTED
    return [one.subject_id for one in records if one.kind is kind]


@on_either_database
@pytest.mark.parametrize("purpose", THOUGHTS)
async def test_a_load_in_mid_thought_keeps_the_lines_of_play_apart(
    database: str, tmp_path: Path, purpose: Purpose
) -> None:
    """The new line sees nothing from after the save, and in both the thought is thought out."""
    gate = GatedThinker(GossipModel("mayor", DAYS))
    file = village_file(role(ADA), role(BEN))
    async with open_village_server(database, tmp_path, gate, file, reflection_threshold=30) as app:
        await cause_thought(app, purpose)
        gate.held = purpose
        async with asyncio.timeout(120), asyncio.TaskGroup() as group:
            thinking = group.create_task(app.game.settle())
            await gate.reached.wait()
            save = await app.save()
            loaded = await app.services.timelines.load(save.id)
            other = VillageServer(app.here, loaded.id)
            theirs, is_thinking = await other.records(), not thinking.done()
            gate.held = None
            gate.opened.set()
        await other.live(village_time("10:00"), minutes=30)
        await app.live(village_time("10:00"), minutes=30)
        mine_later, theirs_later = await app.records(), await other.records()

    saved = [one for one in mine_later if one.seq <= save.vantage.seq]
    later = [one for one in theirs_later if one.seq > save.vantage.seq]
    assert is_thinking
    assert theirs == saved == theirs_later[: len(saved)]
    assert {one.timeline_id for one in later} == {loaded.id}
    assert {one.timeline_id for one in mine_later} == {one.timeline_id for one in saved}
    assert ADA not in done(saved, purpose)
    assert ADA in done(mine_later, purpose)
    assert ADA in done(later, purpose)
