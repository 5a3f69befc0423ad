"""The genesis of a world: the timeline of its seed memories, from which all others fork."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from npcserver.model.character import SeedMemory
from npcserver.model.ids import CharacterId, TimelineId, new_id
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source
from npcserver.model.timeline import Timeline
from npcserver.model.world import World
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Append, Reader, UnitOfWork
from npcserver.ports.view import View

_ALL = 1_000_000

Seeds = Mapping[CharacterId, Sequence[SeedMemory]]


async def begin(unit: UnitOfWork, world: World, clock: Clock) -> None:
    """Add the empty timeline that a new world, or one that begins afresh, descends from."""
    await unit.add_timeline(
        Timeline(
            id=world.genesis_id,
            world_id=world.id,
            game_time=world.start_time,
            label="genesis",
            created_at=clock.now(),
        )
    )


async def seeds_of(
    reader: Reader, world: World, character_id: CharacterId
) -> tuple[SeedMemory, ...]:
    """Return the seeds of a character in the order in which they were written."""
    view = await reader.at((await reader.timeline(world.genesis_id)).vantage)
    return tuple(
        SeedMemory(
            text=record.text,
            importance=record.importance,
            secret=record.body.secrets[0] if record.body.secrets else None,
        )
        for record in await seed_records(view, character_id)
        if isinstance(record.body, Remembered)
    )


async def seed_records(view: View, character_id: CharacterId) -> tuple[Record, ...]:
    """Return the records of the seeds of a character in the order in which they were written."""
    records = await view.tail(character_id, (RecordKind.OBSERVATION,), _ALL)
    return tuple(
        record
        for record in reversed(records)
        if isinstance(record.body, Remembered) and record.body.source is Source.AUTHORED
    )


async def sow(
    unit: UnitOfWork, world: World, character_id: CharacterId, seeds: Sequence[SeedMemory]
) -> None:
    """Give a character seed memories."""
    if not seeds:
        return
    drafts = tuple(
        Draft(
            kind=RecordKind.OBSERVATION,
            subject_id=character_id,
            text=seed.text,
            importance=seed.importance,
            body=Remembered(
                source=Source.AUTHORED, secrets=() if seed.secret is None else (seed.secret,)
            ),
        )
        for seed in seeds
    )
    job = JobDraft(JobKind.DIGEST, world.genesis_id, character_id)
    await unit.append(Append(timeline_id=world.genesis_id, drafts=drafts, jobs=(job,)))


async def renew(unit: UnitOfWork, world: World, seeds: Seeds, clock: Clock) -> World:
    """Give the world a new genesis with these seeds; who is not among them keeps its own.

    Timelines under way keep what they had. Seeds of characters that were deleted are left behind.
    """
    kept = {
        resident.id: await seeds_of(unit, world, resident.id)
        for resident in await unit.roster(world.id)
        if resident.id not in seeds
    }
    renewed = replace(world, genesis_id=TimelineId(new_id("tl")), updated_at=clock.now())
    await begin(unit, renewed, clock)
    await unit.put_world(renewed)
    for character_id, memories in {**seeds, **kept}.items():
        await sow(unit, renewed, character_id, memories)
    return renewed
