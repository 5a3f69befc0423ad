"""The genesis timeline of a world: seed memories, and the first standings they imply."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import chain

from npcserver.mind.initial_relations import NameFinder, Seed, initial_relations
from npcserver.model.author_change import ChangeKind, State
from npcserver.model.character import Character, SeedMemory
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, TimelineId, WorldId, new_id
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source, subject_key
from npcserver.model.timeline import Timeline
from npcserver.model.world import World
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Append, Reader, UnitOfWork
from npcserver.ports.view import View

_ALL = 1_000_000
_QUERIES = 20  # characters that are read one by one, with their seeds; for more, all at once

Seeds = Mapping[CharacterId, Sequence[SeedMemory]]


async def add_genesis(unit: UnitOfWork, world: World, clock: Clock) -> None:
    """Add an empty genesis timeline for a new world, or for one whose genesis is renewed."""
    await unit.add_timeline(
        Timeline(
            id=world.genesis_id,
            world_id=world.id,
            game_time=world.start_time,
            label="genesis",
            created_at=clock.now(),
        )
    )


async def load_seeds(
    reader: Reader, world: World, minds: Collection[CharacterId]
) -> dict[CharacterId, tuple[SeedMemory, ...]]:
    """Return the seeds of some characters, each in the order in which they were written."""
    view = await reader.at((await reader.timeline(world.genesis_id)).vantage)
    records = await _load_seed_records(view, minds)
    return {
        mind: tuple(
            SeedMemory(
                text=record.text,
                importance=record.importance,
                secret=record.body.secrets[0] if record.body.secrets else None,
            )
            for record in records[mind]
            if isinstance(record.body, Remembered)
        )
        for mind in minds
    }


async def _load_seed_records(
    view: View, minds: Collection[CharacterId]
) -> defaultdict[CharacterId, list[Record]]:
    found: defaultdict[CharacterId, list[Record]] = defaultdict(list)
    if len(minds) > _QUERIES:
        records = await view.after(0, _ALL, (RecordKind.OBSERVATION,))
    else:
        tails = [await view.tail(one, (RecordKind.OBSERVATION,), _ALL) for one in minds]
        records = tuple(chain.from_iterable(map(reversed, tails)))
    for record in records:
        if isinstance(record.body, Remembered) and record.body.source is Source.AUTHORED:
            found[record.character_id].append(record)
    return found


async def add_seeds(
    unit: UnitOfWork, world: World, character_id: CharacterId, seeds: Sequence[SeedMemory]
) -> None:
    """Append the seed memories of a character, and the job that digests them."""
    if not seeds:
        return
    drafts = tuple(
        Draft(
            RecordKind.OBSERVATION,
            Remembered(
                source=Source.AUTHORED, secrets=() if seed.secret is None else (seed.secret,)
            ),
            character_id,
            text=seed.text,
            importance=seed.importance,
        )
        for seed in seeds
    )
    job = JobDraft(JobKind.DIGEST, world.genesis_id, character_id)
    await unit.append(Append(world.genesis_id, drafts, jobs=(job,)))


async def put_seeds(
    unit: UnitOfWork, world: World, seeds: Seeds, clock: Clock
) -> tuple[int, frozenset[str], bool]:
    """Replace the seed memories of these characters in the genesis.

    Returns how many were written, whose changed, and whether the genesis is a new one.
    """
    kept = await load_seeds(unit, world, seeds)
    changed = frozenset(one for one in seeds if kept[one] != tuple(seeds[one]))
    for mind in [one.id for one in await unit.roster(world.id)] if changed else ():
        if mind in changed:
            before, after = map(_noted, (kept[mind], seeds[mind]))
            await unit.note_edit(ChangeKind.CHARACTER, world.id, mind, before, after)
    # The genesis is append-only: added seeds are appended, any other change needs a new one.
    if all(tuple(seeds[one][: len(kept[one])]) == kept[one] for one in seeds):
        written = 0
        for one, memories in seeds.items():
            fresh = memories[len(kept[one]) :]
            await add_seeds(unit, world, one, fresh)
            written += len(fresh)
        return written, changed, False
    await replace_genesis(unit, world, seeds, clock)
    return sum(map(len, seeds.values())), changed, True


def _noted(seeds: Sequence[SeedMemory]) -> State:
    return {"memories": [asdict(one) for one in seeds]}


async def replace_genesis(unit: UnitOfWork, world: World, seeds: Seeds, clock: Clock) -> World:
    """Give the world a new genesis with these seeds; characters not among them keep theirs.

    Timelines that exist keep what they had. Seeds of deleted characters are left behind.
    """
    others = [one.id for one in await unit.roster(world.id) if one.id not in seeds]
    kept = await load_seeds(unit, world, others)
    renewed = replace(world, genesis_id=TimelineId(new_id("tl")), updated_at=clock.now())
    await add_genesis(unit, renewed, clock)
    await unit.put_world(renewed)
    for character_id, memories in {**seeds, **kept}.items():
        await add_seeds(unit, renewed, character_id, memories)
    return renewed


async def put_first_standings(
    unit: UnitOfWork, world: World, only: Collection[CharacterId] | None = None
) -> int:
    """Write how characters stand to those their seed memories name; return how many are new.

    `only` limits it to these characters; None means all of the world. A standing that is already
    stored is not written again. A timeline sees what was written before it began; standings that
    play has changed stay.
    """
    roster = await unit.roster(world.id)
    people = {str(one.id): one.name for one in roster}
    minds = [one.id for one in roster if only is None or one.id in only]
    view = await unit.at((await unit.timeline(world.genesis_id)).vantage)
    seeds = await _load_seed_records(view, minds)
    kept: defaultdict[str, dict[str, Standing]] = defaultdict(dict)
    for record in (await view.latest_by_subject(RecordKind.RELATION)).values():
        if isinstance(record.body, Standing):
            kept[record.character_id][record.body.other_id] = record.body
    minds = [one for one in minds if one in seeds or one in kept]
    if not minds:
        return 0  # no text names anyone, and a search for all names of a large world takes seconds
    names = NameFinder(people)
    drafts: list[Draft] = []
    for character in await load_characters(unit, world.id, minds):
        mind = character.id
        drafts += _changes(character, seeds[mind], kept[mind], names, people)
    if drafts:
        await unit.append(Append(world.genesis_id, tuple(drafts)))
    return len(drafts)


async def load_characters(
    reader: Reader, world_id: WorldId, ids: Sequence[CharacterId]
) -> Sequence[Character]:
    """Return some characters of a world, in order: one by one, or many in one query."""
    if len(ids) <= _QUERIES:
        return [await reader.character(world_id, one) for one in ids]
    known = {one.id: one for one in await reader.characters(world_id, _ALL)}
    return [known[one] for one in ids]


def _changes(
    character: Character,
    records: Sequence[Record],
    kept: Mapping[str, Standing],
    names: NameFinder,
    people: Mapping[str, str],
) -> list[Draft]:
    seeds = tuple(
        Seed(
            seq=record.seq,
            text=record.text,
            is_secret=isinstance(record.body, Remembered) and bool(record.body.secrets),
        )
        for record in records
    )
    wanted = {one.other_id: one for one in initial_relations(character, seeds, names, people)}
    authored = {relation.to_id for relation in character.persona.relations}
    for other, standing in kept.items():
        if other not in wanted and other not in authored:  # such as a name that two have by now
            stranger = Standing(other_id=other, other_name=standing.other_name, is_first=True)
            wanted[other] = stranger
    return [
        Draft(RecordKind.RELATION, standing, subject_key(character.id, other))
        for other, standing in sorted(wanted.items())
        if kept.get(other) != standing
    ]
