"""What every store promises about limits, owners, senses, and what a character knows."""

from dataclasses import replace

from npcserver.model.ids import PlaceId
from npcserver.model.model_use import Budget
from npcserver.ports.storage import Store, UnitOfWork
from tests.fakes import store_world
from tests.fakes.store_world import INN, MIRA, WORLD


async def test_the_budget_of_a_world_is_kept_as_written(store: Store) -> None:
    """Limits start without one, survive, also beyond 32 bits, and change the etag."""
    await store_world.set_up(store)
    async with store.read() as reader:
        before = await reader.world(WORLD)
    budget = Budget(calls=150, tokens=5_000_000_000, micros=2_500_000)

    await store.write(lambda unit: unit.put_world(replace(before, budget=budget)))

    async with store.read() as reader:
        after = await reader.world(WORLD)
    assert before.budget == Budget()
    assert after.budget == budget
    assert after.etag != before.etag


async def test_owners_and_knowledge_are_kept_as_written(store: Store) -> None:
    """A place says whose it is, a character which places it knows; both change the etags."""
    await store_world.set_up(store)
    async with store.read() as reader:
        inn, mira = await reader.place(WORLD, INN), await reader.character(WORLD, MIRA)
    knows = (INN, PlaceId("mill"))

    async def work(unit: UnitOfWork) -> None:
        await unit.put_place(replace(inn, owner_ids=(MIRA,)))
        await unit.put_character(replace(mira, knows=knows))

    await store.write(work)

    async with store.read() as reader:
        owned, wiser = await reader.place(WORLD, INN), await reader.character(WORLD, MIRA)
    assert (inn.owner_ids, mira.knows) == ((), ())
    assert (owned.owner_ids, wiser.knows) == ((MIRA,), knows)
    assert owned.etag != inn.etag
    assert (wiser.etag != mira.etag, wiser.version) == (True, mira.version)


async def test_senses_are_part_of_the_persona(store: Store) -> None:
    """Going deaf makes a new version, and both versions can be read."""
    await store_world.set_up(store)
    async with store.read() as reader:
        mira = await reader.character(WORLD, MIRA)
    deaf = replace(mira.persona, is_deaf=True)

    changed = await store.write(lambda unit: unit.put_character(replace(mira, persona=deaf)))

    async with store.read() as reader:
        versions = await reader.persona_versions(WORLD, MIRA, 5)
    assert (changed.persona.is_deaf, changed.persona.is_blind, changed.version) == (True, False, 2)
    assert [each.persona.is_deaf for each in versions] == [True, False]
