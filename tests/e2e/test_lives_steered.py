"""Inner voices, from end to end: each is planned for, whenever it comes, and only once."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from npcclient import NpcClient, connect

from npcmodels.scripted import ScriptedThinker
from npcserver.model.character import Attention, SeedMemory
from npcserver.model.inputs import PlanInput, ReactInput
from npcserver.model.model_use import Purpose
from npcserver.model.record import RecordKind
from npcserver.prompts.questions.plan import PlanQuestion
from npcserver.prompts.render import Templates
from npcserver.v1.play_service_pb2 import Observation
from tests.conftest import NewDatabase
from tests.fakes.language_models import GatedThinker
from tests.fakes.running_server import (
    ADA,
    BEN,
    DAYS,
    THOUGHTS,
    DayScript,
    GossipModel,
    VillageServer,
    cause_thought,
    open_village_server,
    role,
    village_file,
    village_time,
)

VOICE = "I must run for mayor and tell everybody today."


def plans(questions: Iterable[object]) -> list[PlanInput]:
    """Return every plan that was asked for."""
    return [one for one in questions if isinstance(one, PlanInput)]


def prompts(questions: Iterable[object]) -> list[str]:
    """Return the user part of the prompt of every plan that was asked for."""
    return [PlanQuestion.of(one).messages(Templates(), "en")[1].text for one in plans(questions)]


def seen(text: str, who: str) -> Observation:
    """Return what one character sees."""
    return Observation(text=text, witness_ids=[who])


async def carts(app: VillageServer, npc: NpcClient, count: int) -> None:
    """Let Ada see so many things, and think about each by itself."""
    for number in range(count):
        await npc.play.observe(app.timeline_id, [seen(f"A cart of {number} tons went by.", ADA)])
        await app.game.settle()


@pytest.mark.parametrize("purpose", [*THOUGHTS, Purpose.DECOMPOSE])
async def test_a_whisper_in_the_middle_of_any_thought_is_planned_for(
    new_migrated_sqlite: NewDatabase, tmp_path: Path, purpose: Purpose
) -> None:
    """The rest of the day is planned anew although the thought under way writes the plan too."""
    gate, url = GatedThinker(GossipModel("mayor", DAYS)), new_migrated_sqlite()
    file = village_file(role(ADA), role(BEN))
    async with (
        open_village_server(url, tmp_path, gate, file, serve=True, reflection_threshold=30) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        if purpose is Purpose.DECOMPOSE:
            await app.live(village_time("06:30"), minutes=30)
            await app.attend(Attention.FOREGROUND, ADA)
        else:
            await cause_thought(app, purpose)
        gate.held = purpose
        async with asyncio.timeout(120), asyncio.TaskGroup() as group:
            group.create_task(app.game.settle())
            await gate.reached.wait()
            await npc.characters.whisper(app.timeline_id, ADA, VOICE)
            gate.held = None
            gate.opened.set()
        await app.game.settle()
        said = (await app.of(RecordKind.WHISPER, ADA))[-1]
        after = [one for one in await app.of(RecordKind.PLAN, ADA) if one.seq > said.seq]

    assert [one.game_time for one in after] == [said.game_time]


async def test_a_voice_that_was_obeyed_is_silent_however_busy_the_days(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """After many thoughts of other kinds the plan of the next day does not hear it again."""
    model = ScriptedThinker(DayScript(), remembered=2_000)
    file = village_file(role(ADA))
    async with (
        open_village_server(new_migrated_sqlite(), tmp_path, model, file, serve=True) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        await app.live(village_time("09:00"), minutes=60)
        await npc.characters.whisper(app.timeline_id, ADA, VOICE)
        await app.game.settle()
        await carts(app, npc, 70)
        await app.live(village_time("09:00", day=2), minutes=240)

    today, anew, tomorrow = plans(model.questions)
    assert [one.whispers for one in (today, anew, tomorrow)] == [(), (VOICE,), ()]


async def test_no_voice_is_left_out_of_a_plan_however_many_there_are(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """What came while the character was in bed is all in the prompt of the morning."""
    model = ScriptedThinker(DayScript())
    file = village_file(role(ADA))
    voices = [f"I must ask neighbour {number} for a vote." for number in range(20)]
    async with (
        open_village_server(new_migrated_sqlite(), tmp_path, model, file, serve=True) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        await app.live(village_time("23:00"), minutes=240)
        for voice in voices:
            await npc.characters.whisper(app.timeline_id, ADA, voice)
            await app.game.settle()
        await app.live(village_time("07:00", day=2), minutes=240)

    asked = prompts(model.questions)[-1]
    assert [voice for voice in voices if voice not in asked] == []


async def test_a_voice_heard_before_a_load_is_planned_for_after_it(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Also when much happened to others between the whisper, still open, and the save."""
    async with (
        open_village_server(new_migrated_sqlite(), tmp_path, serve=True) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        await app.live(village_time("09:00"), minutes=60)
        await npc.characters.whisper(app.timeline_id, ADA, VOICE)
        sheep = [seen(f"Sheep number {number} went by.", BEN) for number in range(100)]
        for _ in range(4):
            await npc.play.observe(app.timeline_id, sheep)
        save = await npc.timelines.save(app.timeline_id)
        loaded = await npc.timelines.load(save)
        other = VillageServer(app.here, loaded.timeline_id)  # type: ignore[arg-type]
        await other.game.settle()
        after = [one for one in await other.of(RecordKind.PLAN, ADA) if one.seq > save.seq]

    assert len(after) == 1


async def test_who_is_woken_from_dormancy_follows_what_it_was_told_meanwhile(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """A whisper to a dormant character changes the day in which it comes to life."""
    async with (
        open_village_server(new_migrated_sqlite(), tmp_path, serve=True) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        await app.live(village_time("09:00"), minutes=60)
        await app.attend(Attention.DORMANT, ADA)
        await npc.characters.whisper(app.timeline_id, ADA, VOICE)
        await app.game.settle()
        seq = await app.head()
        await app.attend(Attention.BACKGROUND, ADA)
        await app.game.settle()
        after = [one for one in await app.of(RecordKind.PLAN, ADA) if one.seq > seq]

    assert len(after) == 1


@pytest.mark.parametrize("moment", ["04:00", "15:00"])
async def test_a_plan_of_another_day_is_not_called_todays(
    new_migrated_sqlite: NewDatabase, tmp_path: Path, moment: str
) -> None:
    """After a jump, into the night or the middle of a day, the prompt speaks of the last plan."""
    model = ScriptedThinker(DayScript())
    async with (
        open_village_server(
            new_migrated_sqlite(), tmp_path, model, village_file(role(ADA)), serve=True
        ) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        await app.live(village_time("09:00"), minutes=60)
        await npc.play.advance_clock(app.timeline_id, village_time(moment, day=30))
        await app.game.settle()
        await npc.characters.whisper(app.timeline_id, ADA, VOICE)
        await app.game.settle()

    first, jumped, anew = prompts(model.questions)
    assert "as it was planned:" not in first
    assert "The last plan:" in jumped
    assert "as it was planned:" not in jumped
    assert "The day as it was planned:" in anew


async def test_seed_memories_are_nothing_that_just_happened(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Nobody is asked how to react to what its author wrote, although it is as old as the world."""
    model = ScriptedThinker(DayScript())
    seed = SeedMemory(text="You want no part in Dov and Gus's fight.", importance=9)
    file = village_file(*(replace(role(who, relations=()), memories=(seed,)) for who in (ADA, BEN)))
    async with open_village_server(new_migrated_sqlite(), tmp_path, model, file) as app:
        await app.attend(Attention.FOREGROUND, ADA, BEN)
        await app.live(village_time("06:20"), minutes=5)
        await app.observe("Somebody shouts in the street.", who=ADA, importance=8)
        await app.game.settle()

    asked = [one for one in model.questions if isinstance(one, ReactInput)]
    events = [one.event.text for one in asked if isinstance(one, ReactInput)]
    assert events == ["Somebody shouts in the street."]
