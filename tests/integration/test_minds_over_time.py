"""What a mind does over time on a real database: digesting, restarting, loading, importing."""

from dataclasses import replace
from pathlib import Path

from sqlalchemy import create_engine, text

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.app.memories import Recall
from npcserver.app.timelines import SaveMoment
from npcserver.model.character import SeedMemory
from npcserver.model.errors import ModelUnreachable
from npcserver.model.ids import TimelineId
from tests.fakes.running_server import INN_FILE, MIRA, RunningInn, eventually, open_inn


async def test_a_load_sees_the_past_and_nothing_of_the_future(
    database: str, tmp_path: Path
) -> None:
    """What came after a save is unknown in what is loaded from it, and not lost where it was."""
    model = ScriptedLanguageModel()
    async with open_inn(database, tmp_path, model) as inn:
        await inn.observe("The bell rang twice.")
        save = await inn.services.timelines.save(
            SaveMoment(timeline_id=inn.timeline_id, name="before")
        )
        await inn.observe("The roof burned down.")
        loaded = await inn.services.timelines.load(save.id)
        recalled, _ = await inn.services.memories.recall(
            Recall(timeline_id=loaded.id, character_id=MIRA, text="Did the roof burn?", limit=50)
        )
        old, new = await inn.texts(), await inn.texts(loaded.id)

    assert "The roof burned down." in old
    assert "The roof burned down." not in new
    assert "The bell rang twice." in new
    assert "The roof burned down." not in [found.memory.text for found in recalled]


async def test_digest_embeds_and_rates_in_the_background(database: str, tmp_path: Path) -> None:
    """Observing asks no model; later every memory has a rating, and a question finds it."""
    model = ScriptedLanguageModel()
    async with open_inn(database, tmp_path, model) as inn:
        await inn.observe("A stranger buried a chest under the oak.", "It rained.")

        async def rated() -> bool:
            return all(memory.is_rated for memory in await inn.memories())

        await eventually(rated)

        async def embedded() -> bool:
            found, _ = await inn.services.memories.recall(
                Recall(
                    timeline_id=inn.timeline_id,
                    character_id=MIRA,
                    text="chest under the oak",
                    profile="paper_v2",
                )
            )
            best = max(found, key=lambda each: each.relevance)
            return best.memory.text == "A stranger buried a chest under the oak."

        await eventually(embedded)
        metering = {each.purpose: each.calls for each in inn.here.meter.snapshot()}

    assert set(metering) == {"rate"}


async def test_an_unreadable_rating_keeps_the_neutral_value(database: str, tmp_path: Path) -> None:
    """Bad answers never lose a memory: asked twice, then it stays at the neutral importance."""
    model = ScriptedLanguageModel(lambda _: "no idea")
    async with open_inn(database, tmp_path, model) as inn:
        await inn.observe("The cat slept.")

        async def rated() -> bool:
            return all(memory.is_rated for memory in await inn.memories())

        await eventually(rated)
        cat = (await inn.memories())[-1]

    assert (cat.text, cat.importance) == ("The cat slept.", 4)
    assert model.calls == 2


async def test_an_unreachable_model_leaves_the_rating_for_later(
    database: str, tmp_path: Path
) -> None:
    """While the model is away memories count as neutral; the job stays and is done afterwards."""
    model = ScriptedLanguageModel(faults={0: ModelUnreachable("gone"), 1: ModelUnreachable("gone")})
    async with open_inn(database, tmp_path, model) as inn:
        await inn.observe("A ship came in.")

        async def tried() -> bool:
            return model.calls >= 2

        await eventually(tried)
        ship = (await inn.memories())[-1]

    assert (ship.importance, ship.is_rated) == (4, False)


async def test_a_restarted_server_remembers(database: str, tmp_path: Path) -> None:
    """What one process was told, the next one recalls."""
    model = ScriptedLanguageModel()
    async with open_inn(database, tmp_path, model) as inn:
        await inn.turn("I keep bees in the orchard.")
        timeline_id = inn.timeline_id
    async with open_inn(database, tmp_path, model) as inn:
        found, _ = await inn.services.memories.recall(
            Recall(timeline_id=timeline_id, character_id=MIRA, text="Who keeps bees?")
        )

    assert "I keep bees in the orchard." in [each.memory.text for each in found]


async def test_another_embedder_embeds_everything_anew(database: str, tmp_path: Path) -> None:
    """A change of embedder gives old memories new vectors in the background, never mixed."""
    model = ScriptedLanguageModel()
    soon = {"lease_seconds": 5.0}  # a job lost with its server is done again within the test
    async with open_inn(database, tmp_path, model, cognition=soon) as inn:
        await inn.observe("A heron stood on the jetty.")
        timeline_id = inn.timeline_id
        await eventually(lambda: _finds_the_heron(inn, timeline_id))
    other = {"name": "hashing", "dimension": 384}
    async with open_inn(database, tmp_path, model, embedder=other, cognition=soon) as inn:
        await eventually(lambda: _finds_the_heron(inn, timeline_id))
        engine = create_engine(database)
        with engine.connect() as connection:
            spaces = connection.execute(text("SELECT DISTINCT space FROM memory_vector")).scalars()
            names = {space.rsplit("/", 1)[0] for space in spaces}
        engine.dispose()

    assert len(names) == 2


async def _finds_the_heron(inn: RunningInn, timeline_id: TimelineId) -> bool:
    found, _ = await inn.services.memories.recall(
        Recall(
            timeline_id=timeline_id,
            character_id=MIRA,
            text="heron on the jetty",
            profile="paper_v2",
        )
    )
    best = max(found, key=lambda each: each.relevance)
    return best.memory.text == "A heron stood on the jetty."


async def test_importing_again_updates_and_adds(database: str, tmp_path: Path) -> None:
    """A file imported twice changes nothing; edits make versions, seeds join new playthroughs."""
    model = ScriptedLanguageModel()
    (role,) = INN_FILE.characters
    async with open_inn(database, tmp_path, model, cognition={"workers": 0}) as inn:
        same = await inn.here.importing.put(INN_FILE)
        more = replace(role, memories=(*role.memories, SeedMemory(text="You dislike fog.")))
        added = await inn.here.importing.put(replace(INN_FILE, characters=(more,)))
        persona = replace(role.persona, voice="gruff")
        other = replace(role, persona=persona, memories=(SeedMemory(text="You love fog."),))
        changed = await inn.here.importing.put(replace(INN_FILE, characters=(other,)))
        fresh = await inn.services.timelines.start(INN_FILE.world.id)
        old, new = await inn.texts(), await inn.texts(fresh.id)
        written = await inn.here.importing.get(INN_FILE.world.id)

    assert (same.unchanged, same.memories) == (1, 0)
    assert (added.memories, added.has_new_genesis) == (1, False)
    assert (changed.updated, changed.has_new_genesis) == (1, True)
    assert old == ["You keep the only key to the cellar."]
    assert new == ["You love fog."]
    assert written.characters == (other,)
