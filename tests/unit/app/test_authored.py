"""What authors write: worlds, places, characters and files; repeats, lookups and warnings."""

from dataclasses import replace
from functools import partial

import pytest

from npcserver.app.authoring.directory import Directory
from npcserver.app.authoring.world_review import review
from npcserver.app.characters import Characters
from npcserver.app.context.mindset import Minds
from npcserver.app.pagination import Page
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.timelines import Timelines
from npcserver.app.world_files import ImportedKind, ImportEffect, WorldFiles
from npcserver.app.worlds import Worlds
from npcserver.model.character import Persona, Relation, SeedMemory
from npcserver.model.errors import Conflict, CursorTooNew, InvalidInput, NotFound, Reason
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, WorldId
from npcserver.model.lore import Book
from npcserver.model.model_use import Budget
from npcserver.model.record import RecordKind
from npcserver.model.secret import Secret
from npcserver.model.timeline import Vantage
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.storage import RequestKey, UnitOfWork
from tests.fakes.language_models import ManualClock
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import (
    GENESIS,
    INN,
    MIRA,
    START,
    WORLD,
    character,
    place,
    put,
    seen,
    set_up,
)

KEY = RequestKey("harbour", "r-1", "d")
KEYHOLE = SeedMemory(text="You keep the cellar key.", importance=7)
BAKER = SeedMemory(text="You bake.")


class Desk:
    """An author's desk: all use cases of authored things on one empty store."""

    def __init__(self) -> None:
        self.store, clock = MemoryStore(), ManualClock()
        self.worlds = Worlds(self.store, clock)
        budgets = Budgets(self.store, default=Budget())
        self.characters = Characters(Minds(self.store), clock, budgets)
        self.timelines = Timelines(self.store, clock)
        self.importing = WorldFiles(self.store, clock)

    async def seeds(self, name: str) -> list[str]:
        """Return what a character remembers in a playthrough that starts now."""
        timeline = await self.timelines.start(WORLD)
        async with self.store.read() as reader:
            view = await reader.at(timeline.vantage)
            return [record.text for record in await view.after(0, 100) if record.subject_id == name]


async def desk() -> Desk:
    made = Desk()
    await made.worlds.create(World(id=WORLD, name="The Lantern", start_time=START))
    await made.worlds.create_place(place())
    return made


async def test_every_creation_and_edit_with_a_key_happens_once() -> None:
    """A repeat gets the first answer, equal in every field, and changes nothing."""
    here = await desk()

    def renamed(world: World) -> World:
        return replace(world, name=world.name + "!")

    edit = partial(here.worlds.edit, world_id=WORLD, apply=renamed, key=KEY)
    first = await edit()
    assert await edit() == first == await here.worlds.get(WORLD)

    keys = [RequestKey("harbour", f"k-{number}", "d") for number in range(4)]
    mira = [await here.characters.create(character(), (BAKER,), keys[0]) for _ in range(2)]
    yard = [await here.worlds.create_place(place(PlaceId("yard")), keys[1]) for _ in range(2)]
    timeline = [await here.timelines.start(WORLD, "", keys[2]) for _ in range(2)]
    save = partial(here.timelines.save, timeline_id=timeline[0].id, name="dawn", key=keys[3])
    saved = [await save() for _ in range(2)]

    for one, again in (mira, yard, timeline, saved):
        assert one == again
    assert await here.seeds("mira") == ["You bake."]


async def test_deleting_twice_with_one_key_is_deleting_once() -> None:
    """Without the key the second time finds nothing."""
    here = await desk()
    await here.characters.create(character())
    for _ in range(2):
        await here.characters.delete(WORLD, MIRA, key=KEY)
    with pytest.raises(NotFound):
        await here.characters.delete(WORLD, MIRA)

    await here.worlds.delete_place(WORLD, INN)
    await here.worlds.delete(WORLD)
    with pytest.raises(NotFound):
        await here.worlds.get(WORLD)


async def test_nobody_is_born_with_the_memories_of_a_namesake_who_was_deleted() -> None:
    """A new Mira has her own seeds in new playthroughs; others keep theirs; old ones stay."""
    here = await desk()
    await here.characters.create(character(), (KEYHOLE,))
    await here.characters.create(character(CharacterId("bram")), (BAKER,))
    old = await here.timelines.start(WORLD)
    await here.characters.delete(WORLD, MIRA)

    await here.characters.create(character(), (SeedMemory(text="You are new here."),))

    assert await here.seeds("mira") == ["You are new here."]
    assert await here.seeds("bram") == ["You bake."]
    async with here.store.read() as reader:
        view = await reader.at(old.vantage)
        assert [record.text for record in await view.after(0, 9)] == [KEYHOLE.text, "You bake."]


async def test_a_character_without_a_language_is_given_its_worlds() -> None:
    """When it is created, and when its language is taken away."""
    here = await desk()
    await here.worlds.edit(world_id=WORLD, apply=lambda world: replace(world, language="zh"))
    mute = replace(character(), persona=Persona(name="Mira", language=""))

    made = await here.characters.create(replace(mute, id=CharacterId("")))
    edited = await here.characters.edit(
        world_id=WORLD, character_id=MIRA, apply=lambda known: replace(mute, id=known.id)
    )

    assert made.id == MIRA
    assert made.persona.language == edited.persona.language == "zh"


async def test_an_edit_of_what_another_changed_is_refused() -> None:
    """Anyone who names an etag wants to know."""
    here = await desk()
    mira = await here.characters.create(character())
    change = partial(
        here.characters.edit,
        world_id=WORLD,
        character_id=MIRA,
        apply=lambda known: replace(known, persona=replace(known.persona, voice="low")),
        if_etag=mira.etag,
    )
    await change()

    with pytest.raises(Conflict):
        await change()
    with pytest.raises(NotFound):
        await change(if_etag="", apply=lambda known: replace(known, place_id=PlaceId("no")))
    versions = await here.characters.versions(WORLD, MIRA, Page(1))
    older = await here.characters.versions(WORLD, MIRA, Page(1, versions.next_cursor))
    assert [page.items[0].version for page in (versions, older)] == [2, 1]
    assert older.next_cursor == ""


async def test_a_place_cannot_lie_inside_itself() -> None:
    """However long the way round is."""
    here = await desk()
    await here.worlds.create_place(place(PlaceId("bar"), INN))

    with pytest.raises(InvalidInput, match="inside itself"):
        await here.worlds.edit_place(
            world_id=WORLD, place_id=INN, apply=lambda inn: replace(inn, parent_id=PlaceId("bar"))
        )

    places = await here.worlds.list_places(WORLD, Page())
    assert [found.parent_id for found in places.items] == [INN, None]


async def test_loading_shows_the_past_and_nothing_after_it() -> None:
    """A load is a fork; what its parent does later it never sees, and it has its own time."""
    here = await desk()
    await here.characters.create(character(), (BAKER,))
    timeline = await here.timelines.start(WORLD, "first")
    await put(here.store, seen("before"), to=timeline.id)
    save = await here.timelines.save(timeline_id=timeline.id, name="noon")
    await put(here.store, seen("after"), to=timeline.id)

    loaded = await here.timelines.load(save.id)
    await put(here.store, seen("instead"), to=loaded.id)

    async with here.store.read() as reader:
        view = await reader.at((await reader.timeline(loaded.id)).vantage)
        texts = [record.text for record in await view.after(0, 9)]
    assert texts == ["You bake.", "before", "instead"]
    assert (loaded.label, loaded.forked_at) == ("noon", save.vantage.seq)
    assert [found.id for found in (await here.timelines.saves(WORLD, Page())).items] == [save.id]
    with pytest.raises(CursorTooNew):
        await here.timelines.save(timeline_id=timeline.id, name="x", seq=99)
    with pytest.raises(NotFound):
        await here.timelines.load(SaveId("sav_none"))


async def test_a_whisper_is_heard_by_one_mind_once() -> None:
    """The answer names the memory; nobody is whispered to who is not there."""
    here = await desk()
    await here.characters.create(character())
    timeline = await here.timelines.start(WORLD)
    whisper = partial(
        here.characters.whisper,
        timeline_id=timeline.id,
        character_id=MIRA,
        text="Beware.",
        key=KEY,
    )

    named = [await whisper() for _ in range(2)]

    assert named == [f"{timeline.id}.1"] * 2
    with pytest.raises(NotFound):
        await whisper(character_id=CharacterId("nobody"))
    with pytest.raises(NotFound):
        await whisper(timeline_id=TimelineId("tl_none"))


async def test_a_file_is_put_in_force_once_and_changed_seeds_begin_the_world_afresh() -> None:
    """New seeds are added; changed ones leave the timelines under way alone."""
    here = Desk()
    role = Role(id=MIRA, persona=Persona(name="Mira"), memories=(KEYHOLE,))
    file = WorldFile(world=World(id=WORLD, name="The Lantern"), characters=(role,))

    first = await here.importing.put(file)
    again = await here.importing.put(file)
    more = replace(file, characters=(replace(role, memories=(KEYHOLE, BAKER)),))
    longer = await here.importing.put(more)
    old = await here.timelines.start(WORLD)
    changed = await here.importing.put(
        replace(file, characters=(replace(role, memories=(BAKER,)),))
    )

    assert (first.count(ImportedKind.CHARACTER, ImportEffect.CREATED), first.memories) == (1, 1)
    assert (again.count(ImportedKind.CHARACTER, ImportEffect.UNCHANGED), again.memories) == (1, 0)
    assert (longer.memories, longer.has_new_genesis) == (1, False)
    assert (changed.memories, changed.has_new_genesis) == (1, True)
    assert await here.seeds("mira") == ["You bake."]
    async with here.store.read() as reader:
        assert (await reader.at(Vantage(old.id, 2))).vantage.seq == 2
    assert (await here.importing.get(WORLD)).characters[0].memories == (BAKER,)


async def test_pages_of_lists_cover_everything_once() -> None:
    """The cursor of a page begins the next; the last has none."""
    here = await desk()
    for name in ("ann", "bo", "cy"):
        await here.characters.create(character(CharacterId(name)))

    first = await here.characters.list(WORLD, Page(2))
    second = await here.characters.list(WORLD, Page(2, first.next_cursor))

    assert [one.id for one in (*first.items, *second.items)] == ["ann", "bo", "cy"]
    assert second.next_cursor == ""
    assert [one.id for one in (await here.worlds.list(Page())).items] == [WORLD]
    with pytest.raises(NotFound):
        await here.characters.list(WorldId("nowhere"), Page())


BRAM = CharacterId("bram")


async def opened() -> tuple[MemoryStore, ManualClock, Directory]:
    store, clock = MemoryStore(), ManualClock()
    await set_up(store)
    return store, clock, Directory(store, clock)


async def test_what_another_replica_created_is_found_at_once() -> None:
    """What is missing is looked up before it is refused."""
    store, _, directory = await opened()
    with pytest.raises(NotFound, match="bram"):
        await directory.check(WORLD, [MIRA, BRAM], [INN])

    async def add(unit: UnitOfWork) -> None:
        await unit.add_character(character(BRAM))

    await store.write(add)
    await directory.check(WORLD, [MIRA, BRAM], [INN])
    assert await directory.is_character(WORLD, BRAM)


async def test_what_was_deleted_is_refused_within_seconds() -> None:
    """The directory forgets what it read after a moment."""
    store, clock, directory = await opened()
    await directory.check(WORLD, [MIRA], [])

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, MIRA)

    await store.write(delete)
    clock.seconds += 6
    with pytest.raises(NotFound, match="mira"):
        await directory.check(WORLD, [MIRA], [])
    assert not await directory.is_character(WORLD, MIRA)


async def test_a_timeline_knows_its_world() -> None:
    """Unknown ones and unknown places are refused by name."""
    _, _, directory = await opened()

    assert [await directory.world_of(GENESIS) for _ in range(2)] == [WORLD, WORLD]
    with pytest.raises(NotFound, match="tl_none"):
        await directory.world_of(TimelineId("tl_none"))
    with pytest.raises(NotFound, match="attic"):
        await directory.check(WORLD, [], [PlaceId("attic")])


LEDGER = "You hid the ledger in the flour, behind the third barrel."


def world(text: str = LEDGER, **persona: object) -> WorldFile:
    seed = SeedMemory(text=text, secret=Secret(key="ledger"))
    role = Role(
        id=CharacterId("eve"),
        persona=Persona(name="Eve", **persona),  # type: ignore[arg-type]
        memories=(seed,),
    )
    return WorldFile(world=World(id=WorldId("mill"), name="Mill"), characters=(role,))


@pytest.mark.parametrize(
    ("text", "persona", "field"),
    [
        (LEDGER, {"currently": "Fears for the ledger in the flour."}, "currently"),
        (LEDGER, {"background": "Old. She hid a ledger behind the third barrel."}, "background"),
        (LEDGER, {"goals": ("Bake", "Keep the ledger hidden in the flour")}, "goals[1]"),
        (LEDGER, {"greetings": ("The ledger? I hid it in the flour!",)}, "greetings[0]"),
        ("你把账本藏在面粉桶后面。", {"background": "她把账本藏在面粉桶后面。"}, "background"),
    ],
)
def test_an_open_field_that_states_a_secret_is_told(
    text: str, persona: dict[str, object], field: str
) -> None:
    """Whatever field it is, in English and in Chinese, with the key of the secret."""
    (told,) = review(world(text, **persona))

    assert told.startswith(f"eve.{field} states what the secret 'ledger' keeps")


@pytest.mark.parametrize(
    "background",
    [
        "Bakes for the whole village, and buys her flour at the mill.",
        "Keeps a ledger of what everybody owes her.",
        "Eve is the third of three sisters.",
    ],
)
def test_what_only_touches_a_secret_is_not(background: str) -> None:
    """A word in common is no secret told."""
    assert review(world(background=background)) == ()


def test_an_open_memory_is_no_secret() -> None:
    """A persona may say what anybody may be told."""
    open_world = world(background=LEDGER)
    (role,) = open_world.characters
    role = Role(id=role.id, persona=role.persona, memories=(SeedMemory(text=LEDGER),))

    assert review(WorldFile(world=open_world.world, characters=(role,))) == ()


def test_owners_and_readers_who_are_nobody_are_told() -> None:
    """Those that came over the wire or by hand; a file with such is refused."""
    file = WorldFile(
        world=World(id=WorldId("mill"), name="Mill"),
        places=(
            Place(
                id=PlaceId("yard"),
                world_id=WorldId("mill"),
                name="Yard",
                owner_ids=(CharacterId("eva"),),
            ),
        ),
        characters=(
            Role(
                id=CharacterId("eve"),
                persona=Persona(name="Eve", relations=(Relation(to="Ann", view="", to_id="p-1"),)),
            ),
        ),
        books=(Book(id="b", world_id=WorldId("mill"), title="B", readers=("zoe",)),),
    )

    assert review(file) == (
        "book b: the reader 'zoe' is nobody here; remove it",
        "place yard: the owner 'eva' is nobody here; did you mean 'eve'?",
    )


async def test_seed_memories_are_read_and_replaced() -> None:
    """Added ones are added; a changed one begins the world afresh, and old games keep theirs."""
    here = await desk()
    await here.characters.create(character(), (KEYHOLE,))
    one = SeedMemory(text="You whistle.", importance=3)

    _, first = await here.characters.seeds(WORLD, MIRA, Page())
    added = await here.characters.put_seeds(
        world_id=WORLD, character_id=MIRA, seeds=(KEYHOLE, one), if_etag=first, key=KEY
    )
    old = await here.timelines.start(WORLD)
    with pytest.raises(Conflict) as refused:
        await here.characters.put_seeds(world_id=WORLD, character_id=MIRA, if_etag=first)
    again = await here.characters.put_seeds(
        world_id=WORLD, character_id=MIRA, seeds=(KEYHOLE, one), if_etag=first, key=KEY
    )
    page, etag = await here.characters.seeds(WORLD, MIRA, Page(size=1))
    rest, _ = await here.characters.seeds(WORLD, MIRA, Page(cursor=page.next_cursor))
    changed = await here.characters.put_seeds(world_id=WORLD, character_id=MIRA, seeds=(one,))

    assert refused.value.reason is Reason.ETAG_MISMATCH
    assert (again, added.has_new_genesis, added.etag) == (added, False, etag)
    assert (page.items, rest.items, rest.next_cursor) == ((KEYHOLE,), (one,), "")
    assert changed.has_new_genesis
    assert await here.seeds("mira") == ["You whistle."]
    async with here.store.read() as reader:
        view = await reader.head(old.id)
        kept = await view.tail(MIRA, (RecordKind.OBSERVATION,), 9)
    assert {record.text for record in kept} == {KEYHOLE.text, one.text}
