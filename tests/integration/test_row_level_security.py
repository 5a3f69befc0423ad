"""The second wall on PostgreSQL: a limited caller reads and writes no row of another world."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from google.protobuf.message_factory import GetMessageClass
from sqlalchemy import (
    JSON,
    Connection,
    Table,
    create_engine,
    delete,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.pool import NullPool

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.adapters.store import SqlStore, open_store
from npcserver.adapters.store import migrate as migrations
from npcserver.adapters.store.engine import parse_url, reading_engine
from npcserver.adapters.store.reader_pool import ReaderPool
from npcserver.adapters.store.tables import METADATA
from npcserver.adapters.store.unit_of_work import SqlUnit
from npcserver.admin.v1 import access_service_pb2 as access
from npcserver.admin.v1 import lore_service_pb2
from npcserver.admin.v1 import memory_service_pb2 as memories
from npcserver.admin.v1 import persona_service_pb2 as personas
from npcserver.admin.v1 import spending_service_pb2 as spending_pb
from npcserver.admin.v1 import world_service_pb2 as worlds
from npcserver.app.access import AccessControl
from npcserver.model.access import KeyRole, Verb
from npcserver.model.errors import NotFound, Reason
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.record import Draft, Flagged, RecordKind
from npcserver.model.world import World
from npcserver.ports.storage import Append, Appended, limit_to_worlds
from npcserver.rpc.access import FILES, POLICIES
from npcserver.v1 import affordance_pb2, budget_pb2, timeline_service_pb2
from npcserver.v1 import play_service_pb2 as play
from tests.conformance import schema
from tests.conftest import NewDatabase
from tests.fakes.running_server import (
    INN_FILE,
    InnServer,
    eventually,
    open_inn_server,
    reply_answer,
)
from tests.fakes.wires import BothWires, CallOutcome, call_outcome, serve_both_wires

pytestmark = pytest.mark.postgres
T = TypeVar("T")
OURS, THEIRS = "inn", "harbour"
OF_ACCESS = {"access_key", "account", "account_session"}
OF_THE_SERVER = OF_ACCESS | {"note", "prompt_beginning", "turn_lease"}
"""Tables whose rows are of no world."""
WITHOUT_KEY = {"record", "memory_vector", "prompt", "request"}
"""Tables whose rows belong to a timeline without a foreign key."""
SECRET = "pelican"  # noqa: S105 - a word that is in all that the other world holds
HARBOUR_FILE = replace(
    INN_FILE,
    world=World(id=WorldId(THEIRS), name=f"Port {SECRET}", description=f"A {SECRET} sits there."),
    characters=tuple(
        replace(role, persona=replace(role.persona, traits=f"fond of the {SECRET}"))
        for role in INN_FILE.characters
    ),
)


@pytest.fixture
def owned(new_postgres: NewDatabase) -> str:
    """URL of a migrated database whose tables belong to a role that is no superuser."""
    url = new_postgres()
    role = f"owner_of_{make_url(url).database}"
    engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(f"CREATE ROLE {role} LOGIN"))
        connection.execute(text(f"ALTER DATABASE {make_url(url).database} OWNER TO {role}"))
        connection.execute(text(f"GRANT ALL ON SCHEMA public TO {role}"))
    return make_url(url).set(username=role).render_as_string(hide_password=False)


def filled(table: Table, world: str) -> dict[str, object]:
    """Return a row of a world, in which every text is the id of the world, so that keys agree."""
    number = 1 if world == OURS else 2
    values: dict[type, object] = {
        str: world,
        int: number,
        float: 1.0,
        bool: False,
        bytes: b"",
        datetime: datetime(2000, 1, 1, tzinfo=UTC),
    }
    row: dict[str, object] = {}
    for column in table.columns:
        is_needed = column.name == "world_id" or not column.nullable
        if is_needed and column.server_default is None:
            kind = getattr(column.type, "impl", column.type)
            row[column.name] = [] if isinstance(kind, JSON) else values[kind.python_type]
    return row


def fill(url: str) -> None:
    """Give every table a row of each of two worlds."""
    engine = create_engine(parse_url(url), poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM note"))  # of migrations
        for table in METADATA.sorted_tables:
            connection.execute(insert(table), [filled(table, one) for one in (OURS, THEIRS)])


def worlds_by_table(connection: Connection) -> dict[str, set[str]]:
    """Return the worlds whose rows each table shows."""
    found = {}
    for table in METADATA.sorted_tables:
        (key, *_) = table.primary_key if table.name != "job" else (table.c.timeline_id,)
        found[table.name] = set(connection.execute(select(key)).scalars())
    return found


@asynccontextmanager
async def one_reader(url: str) -> AsyncGenerator[ReaderPool, None]:
    """Open a pool of one connection, which every snapshot uses."""
    engine = reading_engine(parse_url(url), 1)
    pool = ReaderPool(engine, 1)
    try:
        yield pool
    finally:
        await pool.close()
        engine.dispose()


async def seen(pool: ReaderPool) -> dict[str, set[str]]:
    """Return what a snapshot of this task shows."""
    async with pool.lane() as lane:
        return await lane.run(worlds_by_table)


async def test_a_limited_snapshot_shows_no_row_of_another_world(owned: str) -> None:
    """In no table; the same connection shows all again to who is not limited."""
    await migrations.migrate(owned)
    fill(owned)

    async def seen_with(pool: ReaderPool, *worlds: str) -> dict[str, set[str]]:
        limit_to_worlds(frozenset(worlds))
        return await seen(pool)

    async with one_reader(owned) as pool:
        everything = await seen(pool)
        limited = await asyncio.create_task(seen_with(pool, OURS))
        of_two = await asyncio.create_task(seen_with(pool, OURS, THEIRS))
        of_none = await asyncio.create_task(seen_with(pool))
        again = await seen(pool)

    both = {OURS, THEIRS}
    walled = everything.keys() - OF_THE_SERVER
    for whole in (everything, of_two, again):
        assert all(worlds == both for worlds in whole.values())
    assert {name for name, worlds in limited.items() if worlds == {OURS}} == walled
    assert {name for name, worlds in of_none.items() if not worlds} == walled
    assert all(limited[name] == of_none[name] == both for name in OF_THE_SERVER)


async def test_tasks_that_a_limited_one_starts_are_not_limited(owned: str) -> None:
    """They may work for other callers, too, as what reads for many of them at once."""
    await migrations.migrate(owned)
    fill(owned)

    async def starts_another(pool: ReaderPool) -> tuple[set[str], set[str]]:
        limit_to_worlds(frozenset((OURS,)))
        other = await asyncio.create_task(seen(pool))
        return other["world"], (await seen(pool))["world"]

    async with one_reader(owned) as pool:
        found = await asyncio.create_task(starts_another(pool))

    assert found == ({OURS, THEIRS}, {OURS})


@dataclass
class Harbour:
    """Two worlds that are played, and a key that is limited to the other one."""

    wires: BothWires
    store: Any
    timeline: str
    turn: str
    admin: str
    limited: str

    async def call(self, method: str, request: Any, shown: str, wire: str = "grpc") -> CallOutcome:
        headers = {"authorization": f"Bearer {shown}"}
        return await call_outcome(self.wires.by(wire), method, request, headers)


@pytest.fixture
async def harbour(
    owned: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Harbour, None]:
    """Give a server on PostgreSQL that does not check what callers name: the first wall is open."""
    await migrations.migrate(owned)
    model = ScriptedLanguageModel(lambda _: reply_answer(f"The {SECRET} again."))
    async with open_inn_server(owned, tmp_path, model) as inn:
        await inn.here.importing.put(HARBOUR_FILE)
        timeline = (await inn.here.services.timelines.start(WorldId(THEIRS))).id
        there = InnServer(inn.here, timeline)
        await there.observe(f"The {SECRET} takes a fish.")
        begun = (await there.turn("What was that?"))[0]
        keys = inn.here.services.keys
        _, admin = await keys.create(name="owner", role=KeyRole.ADMIN)
        _, limited = await keys.create(name="inn", role=KeyRole.DESIGNER, world_ids=(OURS,))

        async def lets_pass(*_: object) -> None:
            return None

        monkeypatch.setattr(AccessControl, "authorise", lets_pass)
        async with serve_both_wires(inn.here.services) as wires:
            yield Harbour(wires, inn.here.store, timeline, begun.turn_id, admin, limited)  # type: ignore[union-attr]


READS = sorted(
    path.removeprefix("/")
    for path, policy in POLICIES.items()
    if policy.verb in (Verb.READ_WORLD, Verb.READ_PLAY, Verb.READ_MINDS) and not policy.is_endless
)


def request_of(path: str, harbour: Harbour) -> Any:
    """Return a request for what the other world has."""
    service, _, name = path.rpartition("/")
    (method,) = (
        found.methods_by_name[name]
        for file in FILES
        for found in file.DESCRIPTOR.services_by_name.values()
        if found.full_name == service
    )
    request: Any = GetMessageClass(method.input_type)()
    values = {
        "world_id": THEIRS,
        "timeline_id": harbour.timeline,
        "character_id": "mira",
        "turn_id": harbour.turn,
        "text": SECRET,
        "subject": SECRET,
        "memory_seq": 1,
    }
    for field in method.input_type.fields:
        if field.name in values:
            setattr(request, field.name, values[field.name])
    if name == "Diff":
        request.a.timeline_id = request.b.timeline_id = harbour.timeline
    return request


async def test_without_the_first_wall_a_limited_key_reads_nothing_of_another_world(
    harbour: Harbour,
) -> None:
    """Whatever is asked, although others have just read the same; with another key it is there."""
    told = []
    for path in READS:
        request = request_of(path, harbour)
        with_admin = await harbour.call(path, request, harbour.admin)
        for wire in ("grpc", "json"):
            with_limited = await harbour.call(path, request, harbour.limited, wire)
            assert SECRET not in str(with_limited.messages), path
        if SECRET in str(with_admin.messages):
            told.append(path.rpartition("/")[2])

    assert {"GetWorld", "ListWorlds", "GetCharacter", "ListMemories", "Explain", "Recall"} <= {
        *told
    }


async def test_what_is_hidden_is_there_for_others_afterwards(harbour: Harbour) -> None:
    """What a limited caller did not find is not remembered as missing."""
    listing = memories.ListMemoriesRequest(timeline_id=harbour.timeline, character_id="mira")
    path = "npcserver.admin.v1.MemoryService/ListMemories"
    assert (
        await harbour.call(path, listing, harbour.limited)
    ).why.reason == Reason.TIMELINE_NOT_FOUND

    came = await harbour.call(path, listing, harbour.admin)
    assert SECRET in str(came.messages)
    said = play.SayRequest(
        timeline_id=harbour.timeline,
        character_id="mira",
        speaker=play.Speaker(id="ann", name="Ann"),
        text="And now?",
    )
    came = await harbour.call("npcserver.v1.PlayService/Say", said, harbour.admin)
    assert SECRET in str(came.messages)


@asynccontextmanager
async def writing(url: str) -> AsyncGenerator[SqlStore, None]:
    """Open a store that writes what was asked before all in one transaction."""
    store = await open_store(url)
    run = asyncio.ensure_future(store.run())
    try:
        yield store
    finally:
        await store.close()
        await run


async def limited_to(world: str, work: Awaitable[T]) -> T:
    """Await what a task of a caller does that is limited to a world."""
    limit_to_worlds(frozenset((world,)))
    return await work


async def in_task(world: str, work: Awaitable[T]) -> T:
    """Do that in a task of its own."""
    return await asyncio.create_task(limited_to(world, work))


async def rows_changed(unit: SqlUnit, change: Any) -> int:
    """Run a statement and return how many rows it changed."""
    counted = change.execution_options(preserve_rowcount=True)
    result: Any = await unit.run(Connection.execute, counted)
    return int(result.rowcount)


async def test_a_limited_write_changes_no_row_of_another_world(owned: str) -> None:
    """In no table: one is not added, and of those that are there none is changed or deleted."""
    await migrations.migrate(owned)
    tables = [one for one in METADATA.sorted_tables if one.name not in OF_THE_SERVER]
    tables.sort(key=lambda one: one.name in WITHOUT_KEY)
    async with writing(owned) as store:

        async def written(change: Any) -> int:
            return await in_task(OURS, store.write(lambda unit: rows_changed(unit, change)))

        for table in tables:
            theirs = insert(table).values(filled(table, THEIRS))
            with pytest.raises(ProgrammingError, match="row-level security"):
                await written(theirs)
            await store.write(partial(rows_changed, change=theirs))
            assert await written(insert(table).values(filled(table, OURS))) == 1, table
        for table in tables:
            (column, *_) = table.primary_key
            assert await written(update(table).values({column.name: column})) == 1, table
        for table in reversed(tables):
            assert await written(delete(table)) == 1, table

    async with one_reader(owned) as pool:
        left = await seen(pool)
    assert all(left[table.name] == {THEIRS} for table in tables)


def flag(world: str) -> Append:
    """Return a record of the timeline that `fill` has given a world."""
    body = Flagged(is_set=True)
    draft = Draft(kind=RecordKind.FLAG, subject_id="bell", body=body)
    return Append(timeline_id=TimelineId(world), drafts=(draft,))


async def test_a_refused_write_leaves_the_others_of_its_commit(owned: str) -> None:
    """They are written and acknowledged, as if they had been alone."""
    await migrations.migrate(owned)
    fill(owned)
    record = METADATA.tables["record"]
    strange = filled(record, THEIRS) | {"seq": 1000}

    async def adds_strange(unit: SqlUnit) -> int:
        await unit.append(flag(OURS))
        return await rows_changed(unit, insert(record).values(strange))

    store = await open_store(owned)
    asked = [
        asyncio.create_task(work)
        for work in (
            limited_to(OURS, store.append(flag(OURS))),
            limited_to(OURS, store.append(flag(THEIRS))),
            limited_to(THEIRS, store.append(flag(THEIRS))),
            limited_to(OURS, store.write(adds_strange)),
            store.append(flag(THEIRS)),
            limited_to(OURS, store.append(flag(OURS))),
        )
    ]
    while store.writes_waiting < len(asked):  # noqa: ASYNC110 - each takes a few steps
        await asyncio.sleep(0)
    run = asyncio.ensure_future(store.run())  # now all of them are in its first transaction
    ended = await asyncio.gather(*asked, return_exceptions=True)
    await store.close()
    await run

    first, hidden, own, refused, unlimited, last = ended
    assert isinstance(hidden, NotFound)
    assert isinstance(refused, ProgrammingError)
    assert "row-level security" in str(refused)
    appended = [one for one in (own, unlimited, first, last) if isinstance(one, Appended)]
    kept = [(one.timeline_id, one.first) for one in appended]
    assert kept == [(THEIRS, 3), (THEIRS, 4), (OURS, 2), (OURS, 3)]
    async with one_reader(owned) as pool, pool.lane() as lane:
        flags = select(record.c.timeline_id, record.c.seq).where(record.c.subject_id == "bell")
        found = await lane.run(lambda connection: connection.execute(flags).all())
    assert sorted(map(tuple, found)) == kept


def all_rows(url: str) -> dict[str, list[str]]:
    """Return the rows of each table that another world may have."""
    engine = create_engine(parse_url(url), poolclass=NullPool)
    with engine.connect() as connection:
        return {
            table.name: sorted(map(str, connection.execute(select(table))))
            for table in METADATA.sorted_tables
            if table.name not in OF_THE_SERVER
        }


def writes(world: str, timeline: str, save: str) -> list[tuple[str, Any]]:
    """Return calls that write something of each kind; the last ones delete."""
    ann = play.Speaker(id="ann", name="Ann")
    mira: dict[str, Any] = {"timeline_id": timeline, "character_id": "mira"}
    rain = play.Observation(text="It rains.", witness_ids=["mira"])
    ring = affordance_pb2.Affordance(name="ring", description="Ring the bell.")
    place = worlds.Place(world_id=world, place_id="quay", name="Quay")
    book = lore_service_pb2.Book(
        world_id=world,
        book_id="tides",
        title="Tides",
        chapters=[lore_service_pb2.Chapter(title="One", text="The tide comes in twice a day.")],
    )
    calls: list[tuple[str, Any]] = [
        ("PlayService/Say", play.SayRequest(**mira, speaker=ann, text="Hello!")),
        ("PlayService/Observe", play.ObserveRequest(timeline_id=timeline, observations=[rain])),
        ("PersonaService/Whisper", personas.WhisperRequest(**mira, text="It will rain.")),
        (
            "AccessService/PutAffordanceSet",
            access.PutAffordanceSetRequest(timeline_id=timeline, name="quay", affordances=[ring]),
        ),
        ("WorldService/CreatePlace", worlds.CreatePlaceRequest(place=place)),
        ("LoreService/PutBook", lore_service_pb2.PutBookRequest(book=book)),
        (
            "SpendingService/SetSpendingLimit",
            spending_pb.SetSpendingLimitRequest(
                world_id=world,
                scope=budget_pb2.BudgetScope.BUDGET_SCOPE_WORLD,
                limit=spending_pb.SpendingLimit(tokens=9),
            ),
        ),
        ("TimelineService/Load", timeline_service_pb2.LoadRequest(save_id=save)),
        ("TimelineService/DeleteSave", timeline_service_pb2.DeleteSaveRequest(save_id=save)),
        (
            "TimelineService/DeleteTimeline",
            timeline_service_pb2.DeleteTimelineRequest(timeline_id=timeline),
        ),
        ("WorldService/DeleteWorld", worlds.DeleteWorldRequest(world_id=world)),
    ]
    for path, request in calls:
        if "request_id" in request.DESCRIPTOR.fields_by_name:
            request.request_id = path
    return [(schema.path(path), request) for path, request in calls]


async def test_without_the_first_wall_a_limited_key_writes_nothing_of_another_world(
    harbour: Harbour, owned: str
) -> None:
    """Whatever is called; in its own world the same calls write, and may be repeated."""
    services = harbour.wires.loopback.services
    _, limited = await services.keys.create(name="inn", role=KeyRole.ADMIN, world_ids=(OURS,))
    save = timeline_service_pb2.SaveRequest(timeline_id=harbour.timeline, name="before")
    came = await harbour.call("npcserver.v1.TimelineService/Save", save, harbour.admin)
    theirs = came.messages[0].save.save_id

    async def is_quiet() -> bool:
        return bool(await harbour.store.jobs.pending() == 0)

    await eventually(is_quiet)
    before = await asyncio.to_thread(all_rows, owned)

    for path, request in writes(THEIRS, harbour.timeline, theirs):
        came = await harbour.call(path, request, limited)
        assert came.refused is not None, path
    assert await asyncio.to_thread(all_rows, owned) == before

    start = timeline_service_pb2.StartTimelineRequest(world_id=OURS)
    came = await harbour.call("npcserver.v1.TimelineService/StartTimeline", start, limited)
    timeline = came.messages[0].timeline.timeline_id
    save.timeline_id = timeline
    came = await harbour.call("npcserver.v1.TimelineService/Save", save, limited)
    for path, request in writes(OURS, timeline, came.messages[0].save.save_id):
        for _ in range(2):
            came = await harbour.call(path, request, limited)
            assert came.refused is None, (path, came.refused)
