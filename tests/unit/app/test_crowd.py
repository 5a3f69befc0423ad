"""Extras: what they notice, how they become whole minds, and extras again."""

from datetime import timedelta

import pytest

from npcserver.app.attention import AttentionSettings, SetAttention
from npcserver.app.authoring.directory import Directory
from npcserver.app.background_work import Foreground
from npcserver.app.context.extras import awaken_now
from npcserver.app.life.crowd import EXTRA_AFTER
from npcserver.app.perception.observations import GameEvent, Movement, Observe
from npcserver.app.perception.presence import Presence, load_presences
from npcserver.app.play import Play
from npcserver.model.character import Attention
from npcserver.model.day import DayPlan
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.record import Attended, Moved, RecordKind, Remembered, Source
from npcserver.model.timeline import Vantage
from npcserver.model.world import ObjectState
from tests.fakes.language_models import ManualClock
from tests.fakes.life_app import (
    ANN,
    BEN,
    CAT,
    COTTAGE,
    GREEN,
    LODGE,
    LifeApp,
    day_plan_of,
    new_life_app,
    time_of_day,
)


class Hamlet:
    """Ben and Cat are extras, Ann is a whole mind."""

    def __init__(self, app: LifeApp) -> None:
        self.app = app
        directory = Directory(app.store, ManualClock())
        self.attending = AttentionSettings(app.store, directory)
        self.play = Play(app.store, directory, Foreground(ManualClock()))

    async def set(self, tier: Attention, *who: CharacterId) -> None:
        changes = tuple((one, tier) for one in who)
        await self.attending.set_attention(
            SetAttention(timeline_id=self.app.timeline, changes=changes)
        )

    async def observe(self, **what: object) -> None:
        await self.play.observe(Observe(timeline_id=self.app.timeline, **what))  # type: ignore[arg-type]

    async def present(self, seq: int | None = None) -> dict[str, Presence]:
        async with self.app.store.read() as reader:
            view = await reader.head(self.app.timeline)
            if seq is not None:
                view = await reader.at(Vantage(self.app.timeline, seq))
            return await load_presences(reader, view)

    async def memories(self, who: str) -> list[str]:
        return [one.text for one in await self.app.records(RecordKind.OBSERVATION, who=who)]

    async def tier(self, who: str) -> Attention:
        body = (await self.app.records(RecordKind.ATTENTION, who=who))[-1].body
        assert isinstance(body, Attended)
        return body.attention


@pytest.fixture
async def hamlet() -> Hamlet:
    here = Hamlet(await new_life_app())
    await here.app.advance(time_of_day("05:00"))
    await here.set(Attention.CROWD, BEN, CAT)
    return here


async def test_extras_go_by_their_plans_and_leave_no_record(hamlet: Hamlet) -> None:
    """Only the tier of each is stored, and the plans that they share."""
    where: list[PlaceId | None] = []
    for hour in (5, 8, 15, 23):
        await hamlet.app.tick(time_of_day(f"{hour:02}:00"))
        where.append((await hamlet.present())[BEN].place_id)
    kinds = {one.kind for one in await hamlet.app.records() if one.subject_id in (BEN, CAT)}
    assert where == [LODGE, LODGE, GREEN, LODGE]
    assert kinds == {RecordKind.ATTENTION}


async def test_who_comes_sees_extras_and_is_greeted(hamlet: Hamlet) -> None:
    """The greeting is a memory of both; the other extra keeps nothing."""
    await hamlet.app.mean(
        ANN, day_plan_of(("06:00", "sewing", COTTAGE), ("15:00", "resting", GREEN))
    )
    await hamlet.app.tick(time_of_day("14:50"))
    await hamlet.app.tick(time_of_day("15:00"))
    seen = await hamlet.memories(ANN)
    assert [one for one in seen if "Ben" in one or "Cat" in one] == [
        "Ben greets Ann.",
        "Cat is spending time among people",
    ]
    assert await hamlet.memories(BEN) == ["Ben greets Ann."]
    assert await hamlet.memories(CAT) == []


async def test_extras_keep_only_what_is_important(hamlet: Hamlet) -> None:
    """A fire, an importance of seven, and what names them; they react to nothing."""
    await hamlet.app.tick(time_of_day("15:00"))
    await hamlet.observe(
        happenings=(
            GameEvent(text="A cart rolls by.", place_id=GREEN),
            GameEvent(text="The tower falls.", place_id=GREEN, importance=7),
            GameEvent(text="A letter for Cat.", witness_ids=(CAT,)),
        ),
        objects=(
            ObjectState(place_id=GREEN, object="bench", state="burning"),
            ObjectState(place_id=GREEN, object="bench", state="black"),
        ),
    )
    assert await hamlet.memories(BEN) == ["the bench is burning", "The tower falls."]
    assert await hamlet.memories(CAT) == [*await hamlet.memories(BEN), "A letter for Cat."]
    assert not [
        one for one in await hamlet.app.wishes() if one[1] in (BEN, CAT) and one[0] == "react"
    ]


async def test_the_game_moves_an_extra_until_its_next_block(hamlet: Hamlet) -> None:
    """There it does nothing of its plan."""
    await hamlet.app.tick(time_of_day("15:00"))
    await hamlet.observe(movements=(Movement(subject_id=BEN, place_id=COTTAGE),))
    moved = (await hamlet.present())[BEN]
    await hamlet.app.tick(time_of_day("17:30"))
    later = (await hamlet.present())[BEN]
    assert moved.place_id == COTTAGE
    assert moved.act is not None
    assert moved.act.step.activity == "carrying on with the day"
    assert later.place_id == GREEN


async def test_a_whole_mind_has_the_past_of_its_plan(hamlet: Hamlet) -> None:
    """It goes on where it was, by a plan of its own, once."""
    await hamlet.app.tick(time_of_day("15:00"))
    before = (await hamlet.present())[BEN]
    await awaken_now(hamlet.app.store, hamlet.app.timeline, (BEN, ANN))
    await awaken_now(hamlet.app.store, hamlet.app.timeline, (BEN,))  # it is one already
    after = (await hamlet.present())[BEN]
    past = await hamlet.app.records(RecordKind.OBSERVATION, who=BEN)
    (day,) = [one.body for one in await hamlet.app.records(RecordKind.DAY, who=BEN)]
    (act,) = [one.body for one in await hamlet.app.records(RecordKind.ACT, who=BEN)]
    assert await hamlet.tier(BEN) is Attention.BACKGROUND
    assert (before.is_extra, after.is_extra, after.place_id) == (True, False, GREEN)
    assert act == before.act
    assert [(f"{one.game_time:%H}", one.text) for one in past][::2] == [
        ("06", "Ben is getting up and washing"),
        ("07", "Ben is seeing to things at home"),
        ("12", "Ben is spending time among people"),
    ]
    assert {one.body.source for one in past if isinstance(one.body, Remembered)} == {Source.OWN}
    assert isinstance(day, DayPlan)
    await hamlet.app.tick(time_of_day("15:10"))
    assert await hamlet.app.acts(BEN) == [act]  # its plan goes on, and no model is asked for one
    assert not [one for one in await hamlet.app.wishes() if one == ("plan", BEN)]


async def test_one_that_nobody_speaks_with_is_an_extra_again(hamlet: Hamlet) -> None:
    """It stays where it is and keeps its memories; a tier of the game's is kept for good."""
    now = time_of_day("09:00")
    await hamlet.app.tick(now)
    await awaken_now(hamlet.app.store, hamlet.app.timeline, (BEN, CAT))
    await hamlet.set(Attention.BACKGROUND, CAT)  # by the game, and for good
    kept = await hamlet.memories(BEN)
    tiers: list[Attention] = []
    for after in (EXTRA_AFTER - timedelta(minutes=1), EXTRA_AFTER):
        await hamlet.app.tick(now + after)
        tiers.append(await hamlet.tier(BEN))
    stays, fallen = (await hamlet.present())[BEN], now + EXTRA_AFTER
    assert tiers == [Attention.BACKGROUND, Attention.CROWD]
    assert await hamlet.tier(CAT) is Attention.BACKGROUND
    assert (await hamlet.memories(BEN))[: len(kept)] == kept
    assert stays.is_extra
    assert stays.moved == Moved(place_id=stays.place_id)
    await hamlet.app.tick(fallen + timedelta(hours=4))
    await awaken_now(hamlet.app.store, hamlet.app.timeline, (BEN,))
    again = await hamlet.app.records(RecordKind.OBSERVATION, who=BEN)
    since = [f"{one.game_time:%H:%M} {one.text}" for one in again if one.game_time >= fallen]
    assert since == [
        "15:00 Ben is spending time among people",
        "17:43 Ben is having dinner",
        "18:43 Ben is spending time among people",
    ]


async def test_a_vantage_shows_the_same_whenever_it_is_asked(hamlet: Hamlet) -> None:
    """Later movements and talks change nothing of what an earlier position shows."""
    seen: dict[int, dict[str, Presence]] = {}
    for hour in range(6, 22, 3):
        await hamlet.app.tick(time_of_day(f"{hour:02}:00"))
        if hour == 12:
            await hamlet.observe(movements=(Movement(subject_id=CAT, place_id=COTTAGE),))
        if hour == 15:
            await awaken_now(hamlet.app.store, hamlet.app.timeline, (BEN,))
        async with hamlet.app.store.read() as reader:
            seq = (await reader.timeline(hamlet.app.timeline)).head
        seen[seq] = await hamlet.present()
    assert {seq: await hamlet.present(seq) for seq in sorted(seen, reverse=True)} == seen


async def test_one_that_the_game_makes_a_whole_mind_has_its_past_too(hamlet: Hamlet) -> None:
    """It stays one, since the game says so."""
    await hamlet.app.tick(time_of_day("12:00"))
    await hamlet.set(Attention.FOREGROUND, BEN)
    memories = await hamlet.memories(BEN)
    await hamlet.app.tick(time_of_day("21:00"))
    assert memories[0] == "Ben is getting up and washing"
    assert await hamlet.tier(BEN) is Attention.FOREGROUND
