"""What every store promises about worlds, places, characters, timelines, saves and vectors."""

from dataclasses import replace
from datetime import UTC, datetime, time

import numpy as np
import pytest

from npcserver.model.calendar import Calendar, Era
from npcserver.model.character import FallbackLine, Persona, Relation
from npcserver.model.draft import PersonaDraft
from npcserver.model.errors import (
    AlreadyExists,
    Conflict,
    CursorTooNew,
    InvalidInput,
    NotFound,
    NotPossibleNow,
    Reason,
)
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.portrait import Portrait
from npcserver.model.record import Draft, RecordKind, subject_key
from npcserver.model.relation_axes import RelationAxis, Threshold
from npcserver.model.timeline import Vantage
from npcserver.model.world import Hours, LocalText, Place, Price
from npcserver.ports.storage import Store, UnitOfWork
from npcserver.ports.view import MemoryRef
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, INN, MIRA, WORLD, put, seen

SPACE = "hashing:16"
RICH = Persona(
    name="Mira",
    age=41,
    traits="patient, curious",
    goals=("keep the inn", "find her brother"),
    relations=(Relation(to="otto", view="owes me money", affinity=-20),),
    greetings=("Evening.",),
    fallback_lines=(FallbackLine(text="Hm.", emotion="boredom"),),
    language="zh",
    is_deaf=True,
)


async def test_a_world_is_read_as_written(store: Store) -> None:
    """Every field survives, and the etag is not empty."""
    await store_world.set_up(store)

    async with store.read() as reader:
        found = await reader.world(WORLD)
        everything = await reader.worlds(10)

    assert replace(found, etag="") == store_world.world()
    assert found.etag
    assert everything == (found,)


async def test_the_timelines_played_last_come_first(store: Store) -> None:
    """By their newest record, or their beginning; a world's genesis is not played."""
    await store_world.set_up(store)
    await put(store, seen("A cart came."))
    for name in ("tl_a", "tl_b", "tl_c"):
        await store_world.start(store, name, Vantage(GENESIS, 1))
    for name in ("tl_c", "tl_a"):
        await put(store, seen("It rained."), to=name)
    await put(store, seen("A cart left."))

    async with store.read() as reader:
        found = await reader.timelines_played_last(10)
        newest = await reader.timelines_played_last(1)
        own = await reader.timelines_played_last(10, found[0].world_id)
        others = await reader.timelines_played_last(10, WorldId("elsewhere"))

    assert [timeline.id for timeline in found] == ["tl_a", "tl_c", "tl_b"]
    assert newest == found[:1]
    assert (own, others) == (found, ())


async def test_the_turns_of_a_world_are_found_by_a_part_of_their_bodies(store: Store) -> None:
    """Newest first and after a place, whatever the case of ASCII letters; no part is a pattern."""
    await store_world.set_up(store)
    await store_world.start(store, "tl_a", Vantage(GENESIS, 0))
    await put(store, store_world.turn("trn_1"), to="tl_a")
    await put(store, store_world.turn("trn_2"))
    await put(store, seen("Sit down."))

    async with store.read() as reader:
        both = await reader.turns_of_world(WORLD, "SIT down.", None, 10)
        (newest, _), (oldest, label) = both
        after = (newest.written_at, newest.timeline_id, newest.seq)
        second = await reader.turns_of_world(WORLD, "", after, 10)
        none = [
            await reader.turns_of_world(world_id, part, None, 10)
            for world_id, part in ((WORLD, "S%t"), (WORLD, "s_t"), (WorldId("other"), ""))
        ]

    assert [newest.timeline_id, oldest.timeline_id, label] == [GENESIS, "tl_a", ""]
    assert second == both[1:]
    assert none == [(), (), ()]


async def test_drafts_and_people_are_read_of_all_timelines_of_a_world(store: Store) -> None:
    """A fork after its parent; where a draft holds from, and where it ended; who was there."""
    await store_world.set_up(store)
    for name in ("tl_a", "tl_b"):
        await store_world.start(store, name, Vantage(GENESIS, 0))
    drafted = Draft(RecordKind.DRAFT, PersonaDraft(persona=RICH), MIRA)
    other = Draft(RecordKind.DRAFT, PersonaDraft(persona=RICH), "otto")
    ended = Draft(RecordKind.DRAFT, PersonaDraft(published=2), MIRA)
    known = Draft(RecordKind.RELATION, Standing(other_id="carl"), subject_key(MIRA, "carl"))
    of_otto = Draft(RecordKind.RELATION, Standing(other_id="dan"), subject_key("otto", "dan"))
    await put(store, drafted, ended, store_world.turn("trn_1"), known, of_otto, to="tl_a")
    await put(
        store, other, store_world.moved("ben", INN), store_world.moved("ben", None), to="tl_b"
    )
    await store_world.start(store, "tl_0_fork", Vantage(TimelineId("tl_a"), 1))

    async with store.read() as reader:
        found = await reader.branch_drafts(WORLD, RecordKind.DRAFT, MIRA)
        people = await reader.people_of_world(WORLD, MIRA)
        elsewhere = await reader.people_of_world(WorldId("other"), MIRA)

    assert [(one.id, one.parent_id, one.forked_at, one.drafts) for one in found] == [
        (GENESIS, None, 0, ()),
        ("tl_a", GENESIS, 0, ((1, True), (2, False))),
        ("tl_b", GENESIS, 0, ()),
        ("tl_0_fork", "tl_a", 1, ()),
    ]
    assert people == {"tl_a": {"player", "carl"}, "tl_b": {"ben"}}
    assert elsewhere == {}


async def test_a_world_keeps_its_calendar_its_axes_and_what_players_are_told(store: Store) -> None:
    """And an edit of any changes its etag."""
    own = Calendar(
        weekdays=("Ash", "Birch", "Cedar", "Dew", "Elm", "Fir", "Gorse"),
        eras=(Era(name="the Thaw", first_year=1900),),
        hours_in_day=20,
    )
    texts = (LocalText("en", "A machine speaks."),)
    fear = RelationAxis(
        name="fear", low=0, per_day=0.5, thresholds=(Threshold(name="afraid", above=60),)
    )
    world = replace(store_world.world(), calendar=own, disclosures=texts, axes=(fear,))
    await store.write(lambda unit: unit.add_world(world))
    await store.write(lambda unit: unit.add_timeline(store_world.genesis()))
    async with store.read() as reader:
        found = await reader.world(world.id)
    await store.write(lambda unit: unit.put_world(replace(found, calendar=Calendar())))
    async with store.read() as reader:
        plain = await reader.world(world.id)
    await store.write(lambda unit: unit.put_world(replace(plain, axes=())))
    async with store.read() as reader:
        bare = await reader.world(world.id)

    assert (found.calendar, found.disclosures, found.axes) == (own, texts, (fear,))
    assert (plain.calendar, plain.axes) == (Calendar(), (fear,))
    assert bare.axes == ()
    assert len({found.etag, plain.etag, bare.etag}) == 3


async def test_a_world_is_changed_only_by_who_saw_it_last(store: Store) -> None:
    """A stale etag is a conflict; an empty one asks no questions; genesis stays."""
    await store_world.set_up(store)
    later = datetime(2001, 1, 1, tzinfo=UTC)
    async with store.read() as reader:
        seen_world = await reader.world(WORLD)
    renamed = replace(seen_world, name="The Anchor", updated_at=later, genesis_id=TimelineId(""))

    await store.write(lambda unit: unit.put_world(renamed, if_etag=seen_world.etag))
    with pytest.raises(Conflict) as refusal:
        await store.write(lambda unit: unit.put_world(seen_world, if_etag=seen_world.etag))

    assert refusal.value.reason is Reason.ETAG_MISMATCH
    async with store.read() as reader:
        found = await reader.world(WORLD)
    assert (found.name, found.updated_at, found.genesis_id) == ("The Anchor", later, GENESIS)
    assert found.etag != seen_world.etag


async def test_taken_ids_are_refused(store: Store) -> None:
    """The second thing of an id is not added, and nothing of the first changes."""
    await store_world.set_up(store)
    additions = (
        lambda unit: unit.add_world(replace(store_world.world(), name="Other")),
        lambda unit: unit.add_place(replace(store_world.place(), name="Other")),
        lambda unit: unit.add_character(store_world.character(traits="other")),
        lambda unit: unit.add_timeline(replace(store_world.genesis(), label="other")),
    )

    for addition in additions:
        with pytest.raises(AlreadyExists):
            await store.write(addition)

    async with store.read() as reader:
        assert (await reader.world(WORLD)).name == "The Lantern"
        assert (await reader.character(WORLD, MIRA)).persona.traits == "patient"


async def test_what_does_not_exist_is_not_found(store: Store) -> None:
    """Reading, changing and deleting unknown things say which thing."""
    await store_world.set_up(store)
    nobody, nowhere, other = CharacterId("nobody"), PlaceId("nowhere"), WorldId("other")
    changes = (
        lambda unit: unit.put_world(store_world.world(other)),
        lambda unit: unit.delete_world(other),
        lambda unit: unit.put_place(store_world.place(nowhere)),
        lambda unit: unit.delete_place(WORLD, nowhere),
        lambda unit: unit.put_character(store_world.character(nobody)),
        lambda unit: unit.delete_character(WORLD, nobody),
        lambda unit: unit.adopt(WORLD, nobody, RICH),
        lambda unit: unit.add_place(replace(store_world.place(nowhere), world_id=other)),
        lambda unit: unit.add_place(store_world.place(PlaceId("cellar"), nowhere)),
        lambda unit: unit.add_character(store_world.character(nobody, nowhere)),
        lambda unit: unit.add_timeline(store_world.genesis(TimelineId("tl_1"), other)),
        lambda unit: unit.add_timeline(store_world.fork("tl_1", Vantage(TimelineId("tl_none"), 0))),
        lambda unit: unit.add_save(store_world.save("sv_1", Vantage(TimelineId("tl_none"), 0))),
    )

    for change in changes:
        with pytest.raises(NotFound):
            await store.write(change)
    async with store.read() as reader:
        for missing in (
            reader.world(other),
            reader.place(WORLD, nowhere),
            reader.character(WORLD, nobody),
            reader.timeline(TimelineId("tl_none")),
            reader.save(SaveId("sv_none")),
        ):
            with pytest.raises(NotFound):
                await missing


async def test_places_form_a_tree_and_keep_their_hours(store: Store) -> None:
    """Hours, capacity, owners and objects survive; a place in use cannot be deleted."""
    await store_world.set_up(store)
    cellar = Place(
        id=PlaceId("cellar"),
        world_id=WORLD,
        name="The cellar",
        parent_id=INN,
        hours=Hours(opens=time(22), closes=time(2, 30)),
        capacity=3,
        objects=("barrel", "rat trap"),
        prices=(Price("dark ale", "threepence"), Price("a bed", "one shilling")),
        owner_ids=(MIRA, CharacterId("otto")),
    )
    await store.write(lambda unit: unit.add_place(cellar))

    with pytest.raises(NotPossibleNow) as refusal:
        await store.write(lambda unit: unit.delete_place(WORLD, INN))

    assert refusal.value.reason is Reason.STILL_IN_USE
    async with store.read() as reader:
        found = await reader.place(WORLD, cellar.id)
        assert [place.id for place in await reader.places(WORLD, 9)] == ["cellar", "inn"]
    assert replace(found, etag="") == cellar
    await store.write(lambda unit: unit.delete_place(WORLD, cellar.id, if_etag=found.etag))
    await store.write(lambda unit: unit.delete_character(WORLD, MIRA))
    await store.write(lambda unit: unit.delete_place(WORLD, INN))
    async with store.read() as reader:
        assert await reader.places(WORLD, 9) == ()


async def test_a_place_is_changed_under_its_etag(store: Store) -> None:
    """The second of two editors is told."""
    await store_world.set_up(store)
    async with store.read() as reader:
        found = await reader.place(WORLD, INN)
    wider = replace(found, capacity=80)

    await store.write(lambda unit: unit.put_place(wider, if_etag=found.etag))
    with pytest.raises(Conflict):
        await store.write(lambda unit: unit.put_place(found, if_etag=found.etag))

    async with store.read() as reader:
        assert (await reader.place(WORLD, INN)).capacity == 80


async def test_a_changed_persona_is_a_new_version(store: Store) -> None:
    """Versions count from 1 and stay; the same persona again is no version."""
    await store_world.set_up(store)
    async with store.read() as reader:
        mira = await reader.character(WORLD, MIRA)

    changed = await store.write(
        lambda unit: unit.put_character(replace(mira, persona=RICH), if_etag=mira.etag)
    )
    await store.write(lambda unit: unit.put_character(changed))
    moved = await store.write(lambda unit: unit.put_character(replace(changed, place_id=None)))
    with pytest.raises(Conflict):
        await store.write(lambda unit: unit.put_character(mira, if_etag=mira.etag))

    async with store.read() as reader:
        found = await reader.character(WORLD, MIRA)
        versions = await reader.persona_versions(WORLD, MIRA, 10)
        older = await reader.persona_versions(WORLD, MIRA, 10, before=2)
    assert (mira.version, changed.version, moved.version) == (1, 2, 2)
    assert (found.persona, found.place_id) == (RICH, None)
    assert [(each.version, each.persona) for each in versions] == [(2, RICH), (1, mira.persona)]
    assert [each.version for each in older] == [1]


async def test_adopting_gives_a_number_once(store: Store) -> None:
    """A persona that is the newest version already keeps its number."""
    await store_world.set_up(store)

    async def adopt(persona: Persona) -> int:
        return await store.write(lambda unit: unit.adopt(WORLD, MIRA, persona))

    numbers = [await adopt(each) for each in (store_world.character().persona, RICH, RICH)]

    assert numbers == [1, 2, 2]


async def test_lists_are_pages_by_id(store: Store) -> None:
    """A page starts after an id and ends at its limit; other worlds do not show."""
    await store_world.set_up(store)
    ids = [CharacterId(name) for name in ("zoe", "a-b", "a_b", "ab", "a1")]
    other = WorldId("other")

    async def work(unit: UnitOfWork) -> None:
        await unit.add_world(store_world.world(other))
        for each in ids:
            await unit.add_character(store_world.character(each))
        for i in range(3):
            await unit.add_save(store_world.save(f"sv_{i}", Vantage(GENESIS, 0)))
            await unit.add_timeline(store_world.fork(f"tl_{i}", Vantage(GENESIS, 0)))

    await store.write(work)

    everybody = sorted([*ids, MIRA])
    async with store.read() as reader:
        first = await reader.characters(WORLD, 4)
        second = await reader.characters(WORLD, 4, after=first[-1].id)
        assert [each.id for each in (*first, *second)] == everybody
        assert [each.id for each in await reader.saves(WORLD, 2, after="sv_0")] == ["sv_1", "sv_2"]
        assert [each.id for each in await reader.timelines(WORLD, 2)] == ["tl_0", "tl_1"]
        assert [each.id for each in await reader.worlds(5, after=WORLD)] == ["other"]
        assert await reader.characters(other, 10) == ()


async def test_a_save_is_a_vantage_with_a_name(store: Store) -> None:
    """It is read as written, and a vantage that is not there yet cannot be saved or forked."""
    await store_world.set_up(store)
    await put(store, seen("1"))
    wanted = store_world.save("sv_1", Vantage(GENESIS, 1))
    await store.write(lambda unit: unit.add_save(wanted))

    with pytest.raises(CursorTooNew):
        await store.write(lambda unit: unit.add_save(store_world.save("sv_2", Vantage(GENESIS, 2))))
    with pytest.raises(CursorTooNew):
        await store.write(
            lambda unit: unit.add_timeline(store_world.fork("tl_1", Vantage(GENESIS, 2)))
        )
    with pytest.raises(InvalidInput):
        await store.write(
            lambda unit: unit.add_timeline(
                replace(store_world.fork("tl_1", Vantage(GENESIS, 1)), head=5)
            )
        )

    async with store.read() as reader:
        assert await reader.save(SaveId("sv_1")) == wanted


async def test_deleting_a_world_takes_everything_with_it(store: Store) -> None:
    """Nothing of it can be found, and a world of the same id starts empty."""
    await store_world.set_up(store)
    await put(store, seen("1"), store_world.turn("tn_1"))
    fork = await store_world.start(store, "tl_1", Vantage(GENESIS, 1))
    await put(store, seen("2"), to=fork, jobs=(JobDraft(JobKind.DIGEST, fork, MIRA),))
    ref = MemoryRef(GENESIS, 1)

    async def work(unit: UnitOfWork) -> None:
        await unit.add_place(store_world.place(PlaceId("cellar"), INN))
        await unit.add_save(store_world.save("sv_1", Vantage(fork, 2)))
        await unit.add_vectors(SPACE, (ref,), np.ones((1, 16), np.float32))

    await store.write(work)
    with pytest.raises(Conflict):
        await store.write(lambda unit: unit.delete_world(WORLD, if_etag="stale"))

    await store.write(lambda unit: unit.delete_world(WORLD))
    await store_world.set_up(store)

    async with store.read() as reader:
        assert [each.id for each in await reader.timelines(WORLD, 9)] == [GENESIS]
        assert (await reader.timeline(GENESIS)).head == 0
        assert await reader.saves(WORLD, 9) == ()
        assert [each.id for each in await reader.places(WORLD, 9)] == [INN]
        assert len(await reader.persona_versions(WORLD, MIRA, 9)) == 1
        assert not (await reader.vectors(SPACE, (ref,)))[0].any()


async def test_a_portrait_is_a_row_that_goes_with_its_character(store: Store) -> None:
    """A new one takes the place of the one before; another world does not see it."""
    await store_world.set_up(store)
    first, second = (
        Portrait(character_id=MIRA, media_type="image/png", content=bytes([0, 13, 10, 255, one]))
        for one in (1, 2)
    )
    await store.write(lambda unit: unit.put_portrait(WORLD, first))
    await store.write(lambda unit: unit.put_portrait(WORLD, second))
    async with store.read() as reader:
        assert await reader.portrait(WORLD, MIRA) == second
        assert list(await reader.portraits(WORLD)) == [MIRA]
        assert await reader.portrait(WorldId("elsewhere"), MIRA) is None
    await store.write(lambda unit: unit.delete_character(WORLD, MIRA))
    async with store.read() as reader:
        assert await reader.portraits(WORLD) == {}
