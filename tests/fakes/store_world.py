"""A small world to store, and helpers that grow, save, delete and free timelines of it."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
from sqlalchemy import Connection, text

from npcserver.adapters.store import SqlStore
from npcserver.adapters.store.unit_of_work import SqlUnit
from npcserver.model.character import Character, Persona
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, TurnId, WorldId
from npcserver.model.job import Job, JobDraft
from npcserver.model.record import (
    ClockMoved,
    Draft,
    Moved,
    Rated,
    Record,
    RecordKind,
    Remembered,
    Source,
    TimelineLeft,
    TurnTaken,
)
from npcserver.model.timeline import Save, Timeline, Vantage
from npcserver.model.turn import Line, Receipt, Rung, Timings, TurnFinished, TurnOutcome, Usage
from npcserver.model.world import Place, World
from npcserver.ports.storage import Append, Appended, RequestKey, Store, UnitOfWork
from npcserver.ports.view import MemoryRef

START = datetime(2000, 1, 1, 8, 0, tzinfo=UTC)
WORLD = WorldId("lantern")
GENESIS = TimelineId("tl_genesis")
INN = PlaceId("inn")
MIRA = CharacterId("mira")
HOUR = timedelta(hours=1)


def world(world_id: WorldId = WORLD, genesis_id: TimelineId = GENESIS) -> World:
    return World(
        id=world_id,
        name="The Lantern",
        start_time=START,
        genesis_id=genesis_id,
        created_at=START,
        updated_at=START,
    )


def place(place_id: PlaceId = INN, parent_id: PlaceId | None = None) -> Place:
    return Place(id=place_id, world_id=WORLD, name=place_id.title(), parent_id=parent_id)


def character(
    character_id: CharacterId = MIRA, place_id: PlaceId | None = INN, traits: str = "patient"
) -> Character:
    return Character(
        id=character_id,
        world_id=WORLD,
        persona=Persona(name=character_id.title(), traits=traits),
        place_id=place_id,
        created_at=START,
        updated_at=START,
    )


def genesis(timeline_id: TimelineId = GENESIS, world_id: WorldId = WORLD) -> Timeline:
    return Timeline(id=timeline_id, world_id=world_id, game_time=START, created_at=START)


def fork(timeline_id: str, vantage: Vantage, game_time: datetime = START) -> Timeline:
    return Timeline(
        id=TimelineId(timeline_id),
        world_id=WORLD,
        parent_id=vantage.timeline_id,
        forked_at=vantage.seq,
        head=vantage.seq,
        game_time=game_time,
        created_at=START,
    )


def save(save_id: str, vantage: Vantage) -> Save:
    return Save(
        id=SaveId(save_id),
        world_id=WORLD,
        vantage=vantage,
        name="before the storm",
        game_time=START,
        created_at=START,
    )


async def set_up(store: Store) -> None:
    """Write the world, its inn, Mira and genesis."""

    async def work(unit: UnitOfWork) -> None:
        await unit.add_world(world())
        await unit.add_timeline(genesis())
        await unit.add_place(place())
        await unit.add_character(character())

    await store.write(work)


async def records_of(store: Store, timeline: TimelineId, *kinds: RecordKind) -> list[Record]:
    """Return all records of a timeline, in order."""
    async with store.read() as reader:
        return list(await (await reader.head(timeline)).after(0, 10_000, kinds))


def seen(
    text: str, subject_id: str = MIRA, *, at: datetime | None = None, importance: int | None = None
) -> Draft:
    return Draft(
        kind=RecordKind.OBSERVATION,
        body=Remembered(source=Source.WITNESSED, place_id=INN),
        subject_id=subject_id,
        text=text,
        game_time=at,
        importance=importance,
    )


def rated(*ratings: tuple[int, int], subject_id: str = MIRA) -> Draft:
    return Draft(kind=RecordKind.RATING, body=Rated(ratings=ratings), subject_id=subject_id)


def moved(subject_id: str, place_id: PlaceId | None) -> Draft:
    return Draft(kind=RecordKind.PRESENCE, body=Moved(place_id=place_id), subject_id=subject_id)


def clock(time: datetime) -> Draft:
    return Draft(kind=RecordKind.CLOCK, body=ClockMoved(), game_time=time)


def left(save_id: str, to: str) -> Draft:
    return Draft(
        kind=RecordKind.LEFT, body=TimelineLeft(save_id=SaveId(save_id), to_id=TimelineId(to))
    )


def turn(turn_id: str, subject_id: str = MIRA) -> Draft:
    receipt = Receipt(
        vantage_seq=0,
        persona_version=1,
        profile="default",
        recalled=(),
        template="reply",
        template_digest="0",
        model="scripted:echo",
        rung=Rung.PRIMARY,
        seed=0,
        usage=Usage(),
        timings=Timings(),
        raw_answer="{}",
    )
    own = TurnId(turn_id)
    finished = TurnFinished(
        turn_id=own, outcome=TurnOutcome.COMPLETED, rung=Rung.PRIMARY, usage=Usage()
    )
    body = TurnTaken(
        turn_id=own,
        speaker_id="player",
        speaker_name="Ada",
        heard="Good evening.",
        events=(Line(text="Sit down."), finished),
        receipt=receipt,
    )
    return Draft(kind=RecordKind.TURN, body=body, subject_id=subject_id)


def key(request_id: str, digest: str = "d", scope: str = GENESIS) -> RequestKey:
    return RequestKey(scope, request_id, digest)


async def put(
    store: Store,
    *drafts: Draft,
    to: str = GENESIS,
    jobs: Sequence[JobDraft] = (),
    request: RequestKey | None = None,
) -> Appended:
    """Append drafts to a timeline."""
    return await store.append(
        Append(timeline_id=TimelineId(to), drafts=drafts, jobs=tuple(jobs), key=request)
    )


async def start(store: Store, timeline_id: str, vantage: Vantage) -> TimelineId:
    """Fork a timeline."""

    async def work(unit: UnitOfWork) -> None:
        await unit.add_timeline(fork(timeline_id, vantage))

    await store.write(work)
    return TimelineId(timeline_id)


SPACE = "test@2/own"


async def grow_timeline(
    store: SqlStore,
    timeline_id: str,
    vantage: Vantage,
    count: int,
    *,
    jobs: Sequence[JobDraft] = (),
    embedded: bool = False,
) -> TimelineId:
    """Fork a timeline and let Mira see something `count` times: `<timeline> <seq>`."""
    made = await start(store, timeline_id, vantage)
    seqs = range(vantage.seq + 1, vantage.seq + count + 1)
    await put(store, *(seen(f"{made} {seq}") for seq in seqs), to=made, jobs=jobs)
    if embedded:
        await store_vectors(store, made, seqs)
    return made


async def store_vectors(store: SqlStore, timeline_id: TimelineId, seqs: Iterable[int]) -> None:
    """Store a vector for each of these seqs."""
    refs = [MemoryRef(timeline_id, seq) for seq in seqs]

    async def work(unit: UnitOfWork) -> None:
        await unit.add_vectors(SPACE, refs, np.ones((len(refs), 2), np.float32))

    await store.write(work)


async def add_save(store: SqlStore, save_id: str, vantage: Vantage) -> None:
    """Name a vantage."""

    async def work(unit: UnitOfWork) -> None:
        await unit.add_save(save(save_id, vantage))

    await store.write(work)


async def delete_timeline(store: SqlStore, timeline_id: TimelineId, *, saves: bool = False) -> None:
    """Delete a timeline."""

    async def work(unit: UnitOfWork) -> None:
        await unit.delete_timeline(timeline_id, saves=saves)

    await store.write(work)


async def delete_save(store: SqlStore, save_id: str) -> None:
    """Delete a save."""

    async def work(unit: UnitOfWork) -> None:
        await unit.delete_save(SaveId(save_id))

    await store.write(work)


async def free_rows(store: SqlStore, timeline_id: TimelineId, most: int) -> bool:
    """Free some rows of a timeline."""

    async def work(unit: UnitOfWork) -> bool:
        return await unit.free(timeline_id, most)

    return await store.write(work)


async def free_all_rows(store: SqlStore, timeline_id: TimelineId, most: int = 2) -> None:
    """Free all rows of a timeline that nobody sees, a few at a time."""
    while not await free_rows(store, timeline_id, most):
        pass


async def claim_job(store: SqlStore) -> Job | None:
    """Take the next job, wherever it is."""
    return await store.jobs.claim(datetime.now(UTC) + timedelta(minutes=1), 60)


async def take_all_jobs(store: SqlStore) -> list[tuple[str, str]]:
    """Take all jobs there are, by (timeline, kind), and finish them."""
    found: list[tuple[str, str]] = []
    while (job := await claim_job(store)) is not None:
        found.append((job.timeline_id, str(job.kind)))
        await store.jobs.finish(job)
    return found


async def run_free_jobs(store: SqlStore, most: int = 100) -> None:
    """Do what a worker does about the jobs of freeing until none is left."""
    while (job := await claim_job(store)) is not None:
        if await free_rows(store, job.timeline_id, most):
            await store.jobs.finish(job)
        else:
            await store.jobs.fail(job, "", datetime.now(UTC))


async def texts_at(store: SqlStore, vantage: Vantage) -> list[str]:
    """Return what can be seen from a vantage."""
    async with store.read() as reader:
        return [record.text for record in await (await reader.at(vantage)).after(0, 10_000)]


async def texts_of_save(store: SqlStore, save_id: str) -> list[str]:
    """Return what can be seen from a save."""
    async with store.read() as reader:
        view = await reader.saved(SaveId(save_id))
        return [record.text for record in await view.after(0, 10_000)]


async def rows_left(store: SqlStore, timeline_id: str) -> tuple[int, int, int]:
    """Count the rows a timeline has in the store: of its own (0 or 1), records and vectors."""
    return await store.write(lambda unit: _counted(unit, timeline_id))


async def _counted(unit: SqlUnit, timeline_id: str) -> tuple[int, int, int]:
    def count(connection: Connection, table: str, key: str) -> int:
        statement = text(f"SELECT COUNT(*) FROM {table} WHERE {key} = :t")  # noqa: S608 - names of ours
        found: int = connection.execute(statement, {"t": timeline_id}).scalar_one()
        return found

    return (
        await unit.run(count, "timeline", "id"),
        await unit.run(count, "record", "timeline_id"),
        await unit.run(count, "memory_vector", "timeline_id"),
    )
