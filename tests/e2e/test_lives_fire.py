"""A fire among many people: a few fight it, and nobody fights what others see to already."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest
from npcclient import NpcClient, connect

from npcbench.little_game import LittleGame
from npcmodels.scripted import ScriptedThinker
from npcserver.model.character import Attention, Relation
from npcserver.model.day import Act, Cause
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import PlanInput, ReactInput
from npcserver.model.record import Record, RecordKind
from npcserver.prompts.questions.plan import PlanQuestion
from npcserver.prompts.questions.react import ReactQuestion
from npcserver.v1.play_service_pb2 import ObjectChange, Observation
from tests.conftest import NewDatabase, variant
from tests.fakes.running_server import (
    PARLOUR,
    Stroke,
    VillageServer,
    open_village_server,
    plan_answer,
    role,
    village_file,
    village_time,
)

PEOPLE = tuple(CharacterId(f"guest{number:02}") for number in range(25))
DAY: tuple[Stroke, ...] = (("06:00", "getting up", PARLOUR), ("07:00", "chatting", PARLOUR))
FRIENDS = {  # the last three like everybody who is there
    who: tuple(Relation(to=one.title(), view="A friend.", affinity=60) for one in PEOPLE)
    for who in PEOPLE[-3:]
}
FIGHT = json.dumps(
    {
        "choice": "react",
        "activity": "beating out the flames",
        "minutes": 15,
        "place": PARLOUR,
        "object": "table",
        "object_state": "being beaten with coats",
        "emoji": "",
        "with": "",
        "about": "",
    }
)
ONLY_DANGERS = {
    "asked_reactions": 0,  # not what is merely out of the ordinary
    "reflection_threshold": 100_000,  # nor what a day so full of news makes of itself
}
Alarm = Callable[[VillageServer, NpcClient], Awaitable[None]]


def answers(question: object) -> object:
    """Spend the day in the parlour, and fight whatever there is to react to."""
    if isinstance(question, PlanInput):
        return PlanQuestion.of(question).read(plan_answer(DAY))
    return ReactQuestion.of(question).read(FIGHT) if isinstance(question, ReactInput) else None


def guests() -> tuple[object, ...]:
    return tuple(role(who, PARLOUR, relations=FRIENDS.get(who, ())) for who in PEOPLE)


async def set_on_fire(app: VillageServer, npc: NpcClient) -> None:
    await npc.play.observe(
        app.timeline_id,
        objects=[ObjectChange(place_id=PARLOUR, object_name="table", state="burning")],
    )


async def cry_fire(app: VillageServer, npc: NpcClient) -> None:
    """Tell of a fire that no thing of the place has as its state."""
    seen = Observation(text="A fire broke out in the corner.", place_id=PARLOUR, importance=9)
    await npc.play.observe(app.timeline_id, [seen])


async def think(app: VillageServer, workers: int) -> None:
    """Do all jobs there are, several side by side."""
    here = app.here

    async def work() -> None:
        while (job := await here.store.jobs.claim(here.clock.now(), 60.0)) is not None:
            await here.cognition.do(job)

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
    await app.game.settle()


def roles_played(records: list[Record]) -> Counter[str]:
    """Return how many did what about the fire; who did several things counts as the boldest."""
    did: dict[str, set[str]] = {who: set() for who in PEOPLE}
    for record in records:
        act = record.body
        if isinstance(act, Act) and act.because and act.cause in (Cause.REACTION, Cause.WAIT):
            is_helping = act.step.activity.startswith("helping ")
            what = "helped" if is_helping else "fought"
            did[record.subject_id].add("watched" if act.cause is Cause.WAIT else what)
    order = ("fought", "helped", "watched", "went on")
    return Counter(next((one for one in order if one in mine), "went on") for mine in did.values())


async def burn(app: VillageServer, alarm: Alarm, *, workers: int, ticks: int) -> list[Record]:
    """Let it burn at noon, and ten minutes pass with each tick; return what was done since."""
    async with connect(f"127.0.0.1:{app.here.port}") as npc:
        now, seq = village_time("12:00"), await app.head()
        await alarm(app, npc)
        await think(app, workers)
        for _ in range(ticks):
            now += timedelta(minutes=10)
            await npc.play.advance_clock(app.timeline_id, now)
            await think(app, workers)
    return await app.records(RecordKind.ACT, after=seq)


@pytest.mark.parametrize(
    ("alarm", "workers"),
    [
        pytest.param(set_on_fire, 1, marks=variant),
        (set_on_fire, 6),
        pytest.param(cry_fire, 6, marks=variant),
    ],
)
async def test_of_twenty_five_at_one_place_two_see_to_a_fire(
    new_migrated_sqlite: NewDatabase, tmp_path: Path, alarm: Alarm, workers: int
) -> None:
    """One fights it and one helps; who knows them watches, the others go on; no model is asked."""
    model = ScriptedThinker(answers, remembered=5_000)
    file = village_file(*guests())  # type: ignore[arg-type]
    async with open_village_server(new_migrated_sqlite(), tmp_path, model, file, serve=True) as app:
        await app.live(village_time("12:00"), minutes=120)
        acts = await burn(app, alarm, workers=workers, ticks=6)
        states = [one.text for one in await app.records(RecordKind.OBJECT)]

    found = roles_played(acts)
    assert (found["fought"], found["helped"]) == (1, 1)
    assert found["watched"] + found["went on"] == 23
    assert found["watched"] > 0
    assert not any(isinstance(one, ReactInput) for one in model.questions)
    if alarm is set_on_fire:
        assert states[-3:] == ["the table is burning", *states[-2:]]
        assert states[-2:] == ["the table is being dealt with", "the table is idle"]


@pytest.mark.parametrize(
    ("alarm", "workers"), [pytest.param(set_on_fire, 6, marks=variant), (cry_fire, 1)]
)
async def test_a_model_that_would_have_everybody_fight_gets_two(
    new_migrated_sqlite: NewDatabase, tmp_path: Path, alarm: Alarm, workers: int
) -> None:
    """Who is asked what to do about a fire finds, before it begins, who is at it already."""
    model = ScriptedThinker(answers, remembered=5_000)
    file = village_file(*guests())  # type: ignore[arg-type]
    async with open_village_server(
        new_migrated_sqlite(), tmp_path, model, file, serve=True, **ONLY_DANGERS
    ) as app:
        await app.live(village_time("12:00"), minutes=120)
        await app.attend(Attention.FOREGROUND, *PEOPLE)
        app.game = LittleGame(app.here, app.timeline_id, PEOPLE)
        await think(app, 1)
        acts = await burn(app, alarm, workers=workers, ticks=1)

    asked = [one for one in model.questions if isinstance(one, ReactInput)]
    found = roles_played(acts)
    assert found["fought"] == 2
    assert found["watched"] + found["went on"] == 23
    assert len(asked) <= 2 * workers
