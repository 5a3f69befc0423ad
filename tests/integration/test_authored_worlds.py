"""World files in real databases: who is meant, in what order, and what their author is told."""

import pytest

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.files import dump_world, parse_world
from npcserver.app.authoring.directory import load_people
from npcserver.app.context.mindset import standing_from
from npcserver.app.world_files import ImportedKind, ImportEffect, ImportSummary, WorldFiles
from npcserver.app.worlds import Worlds
from npcserver.model.character import Person
from npcserver.model.errors import AlreadyExists, InvalidInput, NotFound
from npcserver.model.ids import CharacterId, WorldId
from npcserver.ports.storage import Store
from tests.conftest import NewDatabase, opened

NAMESAKES = """
format: npcserver/world/1
world: {id: mill, name: The Mill}
places:
  - {id: yard, name: Yard, places: [{id: shed, name: Shed}, {id: barn, name: Barn}]}
  - {id: alley, name: Alley}
characters:
  - {id: tom-smith, name: Tom}
  - {id: eve, name: Eve, relations: [
      {to: tom-smith, view: Loved., affinity: 80}, {to: tom-baker, view: Hated., affinity: -80},
      {to: the late mayor, view: Missed.}, {to: Ann, player: p-1, view: A friend., affinity: 60}],
     memories: [{text: You baked the bell., secret: {key: bell, to: [tom-baker, Bea Quill]}}]}
  - {id: tom-baker, name: Tom, relations: [{to: Eve, view: She glares., affinity: 1}]}
  - {id: bea, name: Bea Quill}
books:
  - {id: zoo, title: Zoo, readers: [bea, Eve], chapters: [{text: A lion., secret: {to: [Eve]}}]}
  - {id: ark, title: Ark, chapters: [{text: Two of each.}]}
"""
MILL, EVE = WorldId("mill"), CharacterId("eve")


async def put(store: Store, text: str) -> ImportSummary:
    return await WorldFiles(store, SystemClock()).put(parse_world(text, "mill.yaml"))


async def written(store: Store) -> str:
    return dump_world(await WorldFiles(store, SystemClock()).get(MILL))


async def test_namesakes_and_order_survive_import_and_export(
    new_migrated_sqlite: NewDatabase, database: str
) -> None:
    """Ids, both Toms and the author's order: an exported file is a fixed point."""
    async with opened(new_migrated_sqlite()) as store:
        await put(store, NAMESAKES)
        exported = await written(store)
    async with opened(database) as store:
        again = await put(store, exported)
        assert await written(store) == exported
        async with store.read() as reader:
            eve = await reader.character(MILL, EVE)
            order = await reader.order(MILL)
            first = await reader.first_character(MILL)
        assert (await Worlds(store, SystemClock()).get(MILL)).first_character_id == "tom-smith"

    assert again.count(ImportedKind.CHARACTER, ImportEffect.CREATED) == 4
    assert [(one.to_id, one.to, one.affinity) for one in eve.persona.relations] == [
        ("tom-smith", "Tom", 80),
        ("tom-baker", "Tom", -80),
        ("", "the late mayor", 0),
        ("p-1", "Ann", 60),
    ]
    ann, stranger = Person(id="p-1", name="Tom"), Person(id="p-2", name="Ann")
    assert [standing_from(None, eve, one).affinity for one in (ann, stranger)] == [60, 0]
    assert order.places == ("yard", "shed", "barn", "alley")
    assert order.characters == ("tom-smith", "eve", "tom-baker", "bea")
    assert order.books == ("zoo", "ark")
    assert first == "tom-smith"
    assert parse_world(exported, "out.yaml") == parse_world(NAMESAKES, "in.yaml")
    assert exported.index("id: zoo") < exported.index("id: ark")


async def test_a_file_in_another_order_moves_the_first(database: str) -> None:
    """Whom newcomers meet is the first of the file as it was imported last."""
    lines = NAMESAKES.splitlines()
    moved = next(line for line in lines if "id: bea" in line)
    at = lines.index("characters:")
    lines.remove(moved)
    lines.insert(at + 1, moved)
    async with opened(database) as store:
        await put(store, NAMESAKES)
        imported = await put(store, "\n".join(lines))
        async with store.read() as reader:
            order = await reader.order(MILL)

    assert order.characters == ("bea", "tom-smith", "eve", "tom-baker")
    assert (
        len(imported.changed),
        imported.count(ImportedKind.CHARACTER, ImportEffect.UNCHANGED),
    ) == (0, 4)


async def test_secrets_hold_ids(database: str) -> None:
    """Those of memories and of chapters, wherever a name stood; readers too."""
    async with opened(database) as store:
        await put(store, NAMESAKES)
        file = await WorldFiles(store, SystemClock()).get(MILL)

    (seed,) = file.characters[1].memories
    assert seed.secret is not None
    assert seed.secret.to == ("tom-baker", "bea")
    assert file.books[0].readers == ("bea", "eve")
    assert file.books[0].chapters[0].secret is not None
    assert file.books[0].chapters[0].secret.to == ("eve",)


async def test_people_of_the_world_are_found_beside_those_of_the_file(database: str) -> None:
    """A file with one character may name another that was imported before; two are refused."""
    one = """
format: npcserver/world/1
world: {id: mill, name: The Mill}
characters: [{id: jon, name: Jon, relations: [{to: WHOM, view: Near.}]}]
"""
    async with opened(database) as store:
        await put(store, NAMESAKES)
        await put(store, one.replace("WHOM", "Bea Quill"))
        async with store.read() as reader:
            jon = await reader.character(MILL, CharacterId("jon"))
            people = await load_people(reader, MILL)
        with pytest.raises(InvalidInput, match="'tom-baker' and 'tom-smith'"):
            await put(store, one.replace("WHOM", "Tom"))

    assert jon.persona.relations[0].to_id == "bea"
    assert people.named("bea quill") == ("bea",)


async def test_an_import_names_who_changed(database: str) -> None:
    """Each with what of it: persona fields, place and memories."""
    changed = NAMESAKES.replace("{id: bea, name: Bea Quill}", "{id: bea, name: Bea Quill, age: 9}")
    changed = changed.replace("You baked the bell.", "You broke the bell.")
    async with opened(database) as store:
        await put(store, NAMESAKES)
        imported = await put(store, changed)

    assert imported.changed == ("eve (memories)", "bea (age)")
    assert [imported.count(ImportedKind.CHARACTER, effect) for effect in ImportEffect] == [0, 2, 2]


async def test_an_author_is_told_of_people_who_are_nobody(database: str) -> None:
    """With the nearest name, and of persons elsewhere in one line."""
    slips = NAMESAKES.replace("[tom-baker, Bea Quill]", "[tom_baker, p-7]")
    slips = slips.replace("{to: Eve, view: She", "{to: Evey, view: She")
    async with opened(database) as store:
        imported = await put(store, slips)

    told = "\n".join(imported.warnings)
    assert "tom-baker: the relation to 'Evey': 'Evey' is nobody here; did you mean 'eve'?" in told
    assert (
        "eve: the memory with the secret 'bell': 'tom_baker' is nobody here; did you mean" in told
    )
    assert "'p-7' is nobody here; only a player with this id may be told" in told
    assert "relations to people who are no characters here: 'the late mayor' (eve)" in told


async def test_an_import_that_is_only_tried_stores_nothing(database: str) -> None:
    """Neither a new world, nor changes of one with a new genesis for its seeds."""
    changed = parse_world(NAMESAKES.replace("You baked the bell.", "You broke the bell."), "f")
    async with opened(database) as store:
        files = WorldFiles(store, SystemClock())
        new = await files.put(parse_world(NAMESAKES, "mill.yaml"), validate_only=True)
        with pytest.raises(NotFound):
            await files.get(MILL)
        await put(store, NAMESAKES)
        before = await written(store)
        tried = await files.put(changed, validate_only=True, overwrite=False)
        with pytest.raises(AlreadyExists, match="'eve' already exists; the import would change it"):
            await files.put(changed, overwrite=False)

        assert await written(store) == before
    assert new.count(ImportedKind.CHARACTER, ImportEffect.CREATED) == 4
    assert (tried.changed, tried.needs_overwrite) == (("eve (memories)",), True)
