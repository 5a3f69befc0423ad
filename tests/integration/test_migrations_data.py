"""What migrations do with what is there already, and with what is not ours."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import timedelta

from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from npcserver.adapters.store import migrate as migrations
from npcserver.model.ids import CharacterId, TimelineId, TurnId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.model_use import Budget
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.conftest import execute_sql, opened
from tests.contract.test_jobs import now
from tests.fakes import store_world

# As revision 0001 kept a persona: without the senses.
PERSONA = {
    "name": "Ada",
    "age": None,
    "traits": "",
    "background": "",
    "currently": "",
    "lifestyle": "",
    "voice": "",
    "goals": [],
    "relations": [{"to": "otto", "view": "een vriend", "affinity": 3}],
    "greetings": [],
    "fallback_lines": [],
    "daily_plan": "",
    "language": "en",
}
BEFORE = (
    "INSERT INTO world (id, name, start_time) VALUES ('w', 'W', '2000-01-01 08:00:00')",
    "INSERT INTO place (world_id, id, name) VALUES ('w', 'p', 'P')",
    "INSERT INTO character (world_id, id, name, relations) VALUES ('w', 'ada', 'Ada', :relations)",
    "INSERT INTO persona_version VALUES ('w', 'ada', 1, :persona, :digest, '2000-01-01 08:00:00')",
    "INSERT INTO timeline VALUES ('tl', 'w', NULL, 0, 0, 0, '', 0)",
    "INSERT INTO job (timeline_id, subject_id, kind, due_at) VALUES ('tl', 'ada', 'digest', 0)",
)


def _execute(url: str, *statements: str) -> None:
    values = {
        "relations": json.dumps(PERSONA["relations"]),
        "persona": json.dumps(PERSONA),
        "digest": _digest(),
    }
    _run(url, statements, values)


def _run(url: str, statements: Sequence[str], values: Mapping[str, str]) -> None:
    engine = create_engine(
        url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool
    )
    with engine.begin() as connection:
        for statement in statements:
            wanted = {name: value for name, value in values.items() if f":{name}" in statement}
            connection.execute(text(statement), wanted)


def _digest() -> str:
    return hashlib.sha256(
        json.dumps(PERSONA, sort_keys=True, ensure_ascii=False).encode()
    ).hexdigest()


async def test_what_the_first_version_kept_is_still_there(empty_database: str) -> None:
    """Authored rows get defaults, no persona looks edited, and open jobs are done."""
    await migrations.migrate(empty_database, "0001")
    _execute(empty_database, *BEFORE)

    await migrations.migrate(empty_database)

    async with opened(empty_database) as store:
        async with store.read() as reader:
            world = await reader.world(WorldId("w"))
            (place,) = await reader.places(WorldId("w"), 5)
            ada = await reader.character(WorldId("w"), CharacterId("ada"))
            (version,) = await reader.persona_versions(WorldId("w"), CharacterId("ada"), 5)
        job = await store.jobs.claim(now(), 30)
    assert (world.budget, place.owner_ids, ada.knows) == (Budget(), (), ())
    assert (ada.version, version.persona) == (1, ada.persona)
    assert job is not None
    assert (job.kind, job.subject_id) == (JobKind.DIGEST, "ada")


async def test_the_way_back_restores_the_digests(empty_database: str) -> None:
    """An older version of the server finds its personas unedited as well."""
    await migrations.migrate(empty_database, "0001")
    _execute(empty_database, *BEFORE)
    await migrations.migrate(empty_database)

    await migrations.downgrade(empty_database, "0001")

    assert execute_sql(empty_database, "SELECT digest FROM persona_version") == _digest()
    assert execute_sql(empty_database, "SELECT kind FROM job") == "digest"


async def test_the_way_back_shows_what_is_kept_of_deleted_timelines(empty_database: str) -> None:
    """They end at their last record that was kept, and nobody is asked to free them."""
    await migrations.migrate(empty_database)
    async with opened(empty_database) as store:
        await store_world.set_up(store)
        left = await store_world.grow_timeline(store, "tl_left", Vantage(store_world.GENESIS, 0), 5)
        await store_world.add_save(store, "sv", Vantage(left, 3))
        await store_world.delete_timeline(store, left)
        await store_world.free_all_rows(store, left)

    await migrations.downgrade(empty_database, "0002")

    assert execute_sql(empty_database, "SELECT head FROM timeline WHERE id = 'tl_left'") == 3
    assert execute_sql(empty_database, "SELECT count(*) FROM job") == 0


async def test_answers_of_earlier_versions_name_the_timelines_that_they_began(
    empty_database: str,
) -> None:
    """Of all answers those that began a timeline alone."""
    began = f"tl_{'0' * 20}"
    answers = {
        "load": f'{{"id":"{began}","world_id":"w"}}',
        "save": f'{{"id":"sav_{"0" * 20}","world_id":"w"}}',
        "observe": "3:4",
        "delete": "true",
    }
    await migrations.migrate(empty_database, "0004")
    values = ", ".join(f"('s', '{name}', 'd', '{told}', 0)" for name, told in answers.items())
    _execute(empty_database, f"INSERT INTO request VALUES {values}".replace(":", "\\:"))  # noqa: S608

    await migrations.migrate(empty_database)

    found = "SELECT request_id || ' ' || timeline_id FROM request WHERE timeline_id IS NOT NULL"
    assert execute_sql(empty_database, found) == f"load {began}"
    assert execute_sql(empty_database, "SELECT count(*) FROM request") == 4


async def test_turns_of_older_versions_are_saved_whole(empty_database: str) -> None:
    """Which records belong to a turn is found out; what stands beside it stands alone."""
    await migrations.migrate(empty_database)
    async with opened(empty_database) as store:
        await store_world.set_up(store)
        heard = Draft(
            kind=RecordKind.UTTERANCE,
            subject_id=store_world.MIRA,
            text="Good evening.",
            body=Remembered(source=Source.TOLD, turn_id=TurnId("trn_1")),
        )
        await store_world.put(store, store_world.seen("before"))
        await store_world.put(
            store, heard, store_world.moved("ada", None), store_world.turn("trn_1")
        )
        await store_world.put(store, store_world.seen("after"))
    await migrations.downgrade(empty_database, "0005")

    await migrations.migrate(empty_database)

    async with opened(empty_database) as store:

        async def ends(unit: UnitOfWork) -> list[int]:
            return [await unit.append_end(Vantage(store_world.GENESIS, seq)) for seq in range(1, 6)]

        assert await store.write(ends) == [1, 4, 4, 4, 5]


def _secret(*to: str, is_by_id: bool = False) -> dict[str, object]:
    """Return a secret as it was kept when names could stand in it."""
    conditions = {"affinity": None, "trust": None, "flag": ""}
    return {"key": "bell", "to": to, **conditions, "is_by_id": is_by_id}


def _memory(secret: dict[str, object]) -> str:
    return json.dumps({"source": "witnessed", "secrets": [secret]}, separators=(",", ":"))


BY_NAME = """
INSERT INTO world (id, name, start_time) VALUES ('w', 'W', '2000-01-01 08:00:00');
INSERT INTO character (world_id, id, name, created_at) VALUES
 ('w', 'hester', 'Hester Quillam', '2000-01-01 08:00:00'),
 ('w', 'tom-a', 'Tom', '2000-01-01 08:00:02'), ('w', 'tom-b', 'Tom', '2000-01-01 08:00:01');
UPDATE character SET relations = :relations WHERE id = 'tom-a';
INSERT INTO timeline (id, world_id, forked_at, head, clock, label, created_at)
 VALUES ('tl', 'w', 0, 2, 0, '', 0);
INSERT INTO record (timeline_id, seq, kind, subject_id, text, game_time, clock, written_at, body)
 VALUES ('tl', 1, 'observation', 'tom-a', 'x', 0, 0, 0, :named),
 ('tl', 2, 'observation', 'tom-a', 'y', 0, 0, 0, :whisper);
INSERT INTO book (world_id, id, title, author, shelf, readers, etag)
 VALUES ('w', 'b', 'B', '', '', '[]', '');
INSERT INTO chapter (world_id, book_id, number, title, text, secret)
 VALUES ('w', 'b', 1, '', 'z', :chapter)
"""
RELATIONS = [
    {"to": "hester quillam", "view": "a", "affinity": 1},
    {"to": "Tom", "view": "b", "affinity": 2},
    {"to": "the bailiff", "view": "c", "affinity": 3},
]


async def test_names_of_people_become_their_ids(empty_database: str) -> None:
    """In relations where one is meant, and in secrets of memories, of whispers and of chapters."""
    await migrations.migrate(empty_database, "0006")
    values = {
        "relations": json.dumps(RELATIONS),
        "named": _memory(_secret("Hester Quillam", "Tom", "ann")),
        "whisper": _memory(_secret("Hester Quillam", "Tom", is_by_id=True)),
        "chapter": json.dumps(_secret("HESTER")),
    }
    _run(empty_database, BY_NAME.split(";"), values)

    await migrations.migrate(empty_database)

    async with opened(empty_database) as store, store.read() as reader:
        tom = await reader.character(WorldId("w"), CharacterId("tom-a"))
        view = await reader.at(Vantage(TimelineId("tl"), 2))
        memories = await view.tail("tom-a", (RecordKind.OBSERVATION,), 5)
        book = await reader.library.book(WorldId("w"), "b")
        order = await reader.order(WorldId("w"))
    assert [(one.to, one.to_id) for one in tom.persona.relations] == [
        ("Hester Quillam", "hester"),
        ("Tom", ""),
        ("the bailiff", ""),
    ]
    bodies = [one.body for one in reversed(memories)]
    told = [one.secrets[0].to for one in bodies if isinstance(one, Remembered)]
    assert told == [
        ("hester", "tom-a", "tom-b", "ann"),
        ("Hester Quillam", "Tom"),  # a whisper held ids already
    ]
    assert book.chapters[0].secret is not None
    assert book.chapters[0].secret.to == ("hester",)
    assert order.characters == ("hester", "tom-b", "tom-a")


async def test_open_jobs_of_older_versions_are_done_in_the_new_order(empty_database: str) -> None:
    """Jobs that were due, stood in the old line or were worked on are given out by urgency."""
    kinds = (JobKind.DIGEST, JobKind.CONVERSE, JobKind.PLAN, JobKind.LIVE)
    await migrations.migrate(empty_database)
    async with opened(empty_database) as store:
        await store_world.set_up(store)
        due = now() - timedelta(seconds=2)
        wishes = [JobDraft(kind, store_world.GENESIS, f"npc-{kind}", due) for kind in kinds]
        await store.write(lambda unit: unit.want(wishes))
    await migrations.downgrade(empty_database, "0008")
    is_postgresql = empty_database.startswith("postgresql")
    if is_postgresql:
        _run(empty_database, _IN_THE_OLD_QUEUE, {})

    await migrations.migrate(empty_database)

    if is_postgresql:
        assert execute_sql(empty_database, _LEFT_OF_THE_OLD_QUEUE) == 0
    done = []
    async with opened(empty_database) as store:
        while (job := await store.jobs.claim(now(), 30)) is not None:
            done.append(job.kind)
            await store.jobs.finish(job)
    assert done == [*reversed(kinds)]


# The objects whose names procrastinate's schema has, as far as the migration has to remove them.
_IN_THE_OLD_QUEUE = (
    "CREATE TYPE procrastinate_job_status AS ENUM ('todo', 'doing')",
    (
        "CREATE TABLE procrastinate_jobs (id bigserial PRIMARY KEY, lock text, priority integer,"
        " args jsonb, status procrastinate_job_status)"
    ),
    (
        "CREATE FUNCTION procrastinate_finish_job(job bigint) RETURNS void LANGUAGE sql"
        " AS 'DELETE FROM procrastinate_jobs WHERE id = job'"
    ),
    (
        "CREATE FUNCTION job_leaves_the_line() RETURNS trigger LANGUAGE plpgsql"
        " AS 'BEGIN RETURN OLD; END'"
    ),
    (
        "CREATE TRIGGER job_leaves_the_line AFTER DELETE ON job"
        " FOR EACH ROW EXECUTE FUNCTION job_leaves_the_line()"
    ),
    (
        "INSERT INTO procrastinate_jobs (lock, priority, args, status)"
        " SELECT timeline_id || '/' || subject_id, 1 - rank,"
        " jsonb_build_object('job', id), CASE kind WHEN 'plan' THEN 'doing' ELSE 'todo' END"
        "::procrastinate_job_status FROM job"
    ),
    (
        "UPDATE job SET ticket = queued.id FROM procrastinate_jobs AS queued"
        " WHERE (queued.args->>'job')::bigint = job.id"
    ),
    "UPDATE job SET lease = 'x', lease_until = 0 WHERE kind = 'plan'",
)
_LEFT_OF_THE_OLD_QUEUE = (
    "SELECT (SELECT count(*) FROM pg_class WHERE relname LIKE '%procrastinate%')"
    " + (SELECT count(*) FROM pg_proc WHERE proname LIKE '%procrastinate%')"
    " + (SELECT count(*) FROM pg_proc WHERE proname = 'job_leaves_the_line')"
    " + (SELECT count(*) FROM pg_type WHERE typname LIKE '%procrastinate%')"
)
