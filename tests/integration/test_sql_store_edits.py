"""What a store makes of rows that somebody edited by hand."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.files import parse_world
from npcserver.app.world_files import WorldFiles
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.model_use import Budget
from tests.conftest import NewDatabase, opened
from tests.fakes import store_world
from tests.fakes.store_world import MIRA, WORLD

_MAYOR = """
format: npcserver/world/1
world: {id: mill, name: The Mill}
characters:
  - {id: eve, name: Eve, relations: [{to: the mayor, view: Missed.}]}
  - {id: bea, name: Bea Quill}
"""


def _edit(url: str, statement: str, **values: object) -> None:
    engine = create_engine(
        url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool
    )
    with engine.begin() as connection:
        connection.execute(text(statement), values)


async def test_a_persona_edited_by_hand_is_the_next_version(database: str) -> None:
    """It shows at the next read under the number it will have, and `adopt` stores it."""
    async with opened(database) as store:
        await store_world.set_up(store)
        async with store.read() as reader:
            before = await reader.character(WORLD, MIRA)

        _edit(database, "UPDATE character SET traits = 'jealous', goals = :g", g='["revenge"]')

        async with store.read() as reader:
            edited = await reader.character(WORLD, MIRA)
            listed = await reader.characters(WORLD, 5)
        assert (edited.persona.traits, edited.persona.goals) == ("jealous", ("revenge",))
        assert (before.version, edited.version) == (1, 2)
        assert edited.etag != before.etag
        assert listed == (edited,)
        number = await store.write(lambda unit: unit.adopt(WORLD, MIRA, edited.persona))
        async with store.read() as reader:
            again = await reader.character(WORLD, MIRA)
            versions = await reader.persona_versions(WORLD, MIRA, 5)
        assert (number, again.version) == (2, 2)
        assert [each.persona for each in versions] == [edited.persona, before.persona]


async def test_a_row_written_by_hand_is_a_character(database: str) -> None:
    """Only ids and a name are needed; the rest has defaults."""
    async with opened(database) as store:
        await store_world.set_up(store)

        _edit(database, "INSERT INTO character (world_id, id, name) VALUES ('lantern', 'o', 'O')")

        async with store.read() as reader:
            found = await reader.character(WORLD, CharacterId("o"))
        assert (found.name, found.version, found.persona.goals) == ("O", 1, ())
        assert abs(found.created_at - datetime.now(UTC)) < timedelta(days=1)


async def test_norms_may_be_edited_by_hand(database: str) -> None:
    """Limits, owners, knowledge and senses are plain columns."""
    async with opened(database) as store:
        await store_world.set_up(store)

        _edit(database, "UPDATE world SET budget_calls = 40")
        _edit(database, "UPDATE place SET owner_ids = :o", o='["mira"]')
        _edit(database, "UPDATE character SET is_blind = true, knows = :k", k='["inn"]')

        async with store.read() as reader:
            world, inn = await reader.world(WORLD), await reader.place(WORLD, store_world.INN)
            mira = await reader.character(WORLD, MIRA)
        assert world.budget == Budget(calls=40)
        assert inn.owner_ids == (MIRA,)
        assert (mira.knows, mira.persona.is_blind, mira.version) == ((store_world.INN,), True, 2)


async def test_a_sense_in_words_is_understood_or_named(new_migrated_sqlite: NewDatabase) -> None:
    """SQLite takes any text for a flag: a quoted false is no true, and nonsense says where."""
    url = new_migrated_sqlite()
    async with opened(url) as store:
        await store_world.set_up(store)
        _edit(url, "UPDATE character SET is_deaf = 'false', is_blind = 'yes'")
        async with store.read() as reader:
            persona = (await reader.character(WORLD, MIRA)).persona
        assert (persona.is_deaf, persona.is_blind) == (False, True)

        _edit(url, "UPDATE character SET is_deaf = 'sometimes'")
        _edit(url, "UPDATE world SET budget_tokens = 'plenty'")
        async with store.read() as reader:
            again = (await reader.character(WORLD, MIRA)).persona
            limit = (await reader.world(WORLD)).budget
            broken = await reader.broken_cells()

        assert (again.is_deaf, again.is_blind) == (False, False)
        assert limit == Budget()
        assert [(cell.table, cell.row_id, cell.column) for cell in broken] == [
            ("world", "lantern", "budget_tokens"),
            ("character", "mira", "is_deaf"),
        ]


async def test_a_broken_edit_names_its_column(new_migrated_sqlite: NewDatabase) -> None:
    """A list that is no JSON, or of the wrong shape, says where, and harms nobody else."""
    url = new_migrated_sqlite()
    async with opened(url) as store:
        await store_world.set_up(store)
        for broken in ("[1, 2", '{"a": 1}', '[{"to": "otto"}]'):
            _edit(url, "UPDATE character SET relations = :r", r=broken)

            async with store.read() as reader:
                mira = await reader.character(WORLD, MIRA)
                (cell,) = await reader.broken_cells()

            assert (mira.version, mira.persona.relations) == (1, ())
            assert (cell.table, cell.row_id, cell.column) == ("character", "mira", "relations")
            assert "JSON list" in cell.wanted


async def test_a_relation_finds_whom_it_names_once_they_are_there(database: str) -> None:
    """It was to nobody when its row was first read, and that row has not changed since."""
    async with opened(database) as store:
        await WorldFiles(store, SystemClock()).put(parse_world(_MAYOR, "mill.yaml"))
        for to_id in ("", "bea"):
            async with store.read() as reader:
                eve = await reader.character(WorldId("mill"), CharacterId("eve"))
            assert [one.to_id for one in eve.persona.relations] == [to_id]
            _edit(database, "UPDATE character SET name = 'the mayor' WHERE id = 'bea'")
