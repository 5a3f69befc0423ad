"""Turns of a whole mind on a real database, and what a mind does over time."""

from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from structlog.testing import capture_logs

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.scripted import Pace
from npcserver import bootstrap
from npcserver.app.pagination import Page
from npcserver.app.play import ReportOutcome
from npcserver.app.world_files import ImportedKind, ImportEffect
from npcserver.model.character import SeedMemory
from npcserver.model.errors import ModelTooSlow, ModelUnreachable, NotPossibleNow
from npcserver.model.ids import TimelineId
from npcserver.model.record import MEMORY_KINDS, OutcomeStatus
from npcserver.model.turn import (
    IntentProposed,
    Line,
    Rung,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnStarted,
)
from npcserver.ports.storage import RequestKey
from tests.conftest import execute_sql
from tests.fakes.running_server import (
    GIVE,
    INN_FILE,
    LAMP,
    MIRA,
    InnServer,
    eventually,
    open_inn_server,
    reply_answer,
    server_settings,
)


async def test_a_turn_asks_the_model_once_and_leaves_all_its_records(
    database: str, tmp_path: Path
) -> None:
    """One model call makes the words; what was heard, what was said and the receipt are stored."""
    model = ScriptedLanguageModel([reply_answer("Welcome, Ann! Sit by the fire.")])
    async with open_inn_server(database, tmp_path, model, cognition={"workers": 0}) as app:
        events = await app.turn("Good evening.")
        texts = await app.texts()
        finished = events[-1]
        assert isinstance(finished, TurnFinished)
        told = await app.services.explaining.turn(app.timeline_id, finished.turn_id)

    assert model.calls == 1
    assert isinstance(events[0], TurnStarted)
    assert [event.text for event in events if isinstance(event, Line)] == [
        "Welcome, Ann!",
        "Sit by the fire.",
    ]
    assert (finished.outcome, finished.rung) == (TurnOutcome.COMPLETED, Rung.PRIMARY)
    assert texts[-2:] == ["Good evening.", "Welcome, Ann! Sit by the fire."]
    assert told.turn.receipt.importance == 6
    assert [found.memory.text for found in told.recollections] == [
        "You keep the only key to the cellar."
    ]


async def test_closing_a_turn_keeps_only_what_was_delivered(database: str, tmp_path: Path) -> None:
    """Words that never left the server were never said."""
    model = ScriptedLanguageModel(
        [reply_answer("Come in. Mind the step. The cellar is locked.")], pace=Pace(fragment=0.02)
    )
    async with open_inn_server(database, tmp_path, model, cognition={"workers": 0}) as app:
        async with aclosing(app.say("Hello?")) as events:
            async for event in events:
                if isinstance(event, Line) and event.text == "Come in.":
                    break
        texts = await app.texts()

    assert texts[-2:] == ["Hello?", "Come in."]


async def test_interrupting_by_turn_id_ends_the_turn(database: str, tmp_path: Path) -> None:
    """An engine that cannot cancel names the turn; it ends, and says how."""
    model = ScriptedLanguageModel(
        [reply_answer("One. Two. Three. Four.")], pace=Pace(fragment=0.05)
    )
    async with open_inn_server(database, tmp_path, model, cognition={"workers": 0}) as app:
        seen: list[TurnEvent] = []
        async with aclosing(app.say("Count for me.")) as events:
            async for event in events:
                seen.append(event)
                if isinstance(event, TurnStarted):
                    turn_id = event.turn_id
                if isinstance(event, Line) and event.text == "One.":
                    assert app.services.dialogue.interrupt(turn_id)
        texts = await app.texts()
        was_speaking = app.services.dialogue.interrupt(turn_id)

    finished = seen[-1]
    assert isinstance(finished, TurnFinished)
    assert finished.outcome is TurnOutcome.INTERRUPTED
    assert texts[-1] == "One."
    assert not was_speaking


async def test_a_silent_model_costs_a_line_of_the_actor(database: str, tmp_path: Path) -> None:
    """The player never waits in silence: the actor answers, and the end of the turn says so."""
    model = ScriptedLanguageModel([ModelTooSlow("nothing came")])
    async with open_inn_server(database, tmp_path, model, cognition={"workers": 0}) as app:
        events = await app.turn("Are you there?")

    lines = [event.text for event in events if isinstance(event, Line)]
    finished = events[-1]
    assert isinstance(finished, TurnFinished)
    assert all(lines)
    assert len(lines) > 0
    assert (finished.outcome, finished.rung) == (TurnOutcome.FALLBACK, Rung.OFFLINE)


async def test_nonsense_from_the_model_loses_nothing_that_was_heard(
    database: str, tmp_path: Path
) -> None:
    """A malformed answer costs a fallback line, not a crash and not a lost memory."""
    model = ScriptedLanguageModel(['{"sya": [}'])
    async with open_inn_server(database, tmp_path, model, cognition={"workers": 0}) as app:
        events = await app.turn("My brother is called Tom.")
        memories = await app.memories()

    finished = events[-1]
    assert isinstance(finished, TurnFinished)
    assert finished.outcome is TurnOutcome.FALLBACK
    assert "My brother is called Tom." in [memory.text for memory in memories]
    assert not any("sya" in memory.text for memory in memories)


async def test_a_persona_edited_in_the_database_speaks_next_turn(
    database: str, tmp_path: Path
) -> None:
    """A designer's edit of the row is in force at once, as a new version that the receipt names."""
    model = ScriptedLanguageModel([reply_answer("Aye.")])
    async with open_inn_server(database, tmp_path, model, cognition={"workers": 0}) as app:
        await app.turn("Hello.")
        engine = create_engine(database)
        with engine.begin() as connection:
            connection.execute(text("UPDATE character SET voice = 'speaks in riddles'"))
        engine.dispose()
        events = await app.turn("Hello again.")
        started = events[0]
        assert isinstance(started, TurnStarted)
        told = await app.services.explaining.turn(app.timeline_id, started.turn_id)
        versions = await app.services.characters.versions(INN_FILE.world.id, MIRA, Page())

    assert "speaks in riddles" in "".join(each.text for each in model.requests[-1].messages)
    assert told.turn.receipt.persona_version == 2
    assert [version.version for version in versions.items] == [2, 1]


async def test_a_repeated_request_replays_the_turn(database: str, tmp_path: Path) -> None:
    """The same request id gets the same turn and asks the model nothing."""
    model = ScriptedLanguageModel([reply_answer("Once only.")])
    key = RequestKey("tl", "r-1", "digest")
    async with open_inn_server(database, tmp_path, model, cognition={"workers": 0}) as app:
        first = await app.turn("Speak.", key=key)
        again = await app.turn("Speak.", key=key)
        texts = await app.texts()

    assert first == again
    assert model.calls == 1
    assert texts.count("Once only.") == 1


async def test_intents_are_only_what_was_declared_and_outcomes_are_remembered(
    database: str, tmp_path: Path
) -> None:
    """A wish outside the declaration is dropped and explained; a settled one is remembered once."""
    wishes = [
        {"name": "give", "arguments": {"item": "lamp-1"}},
        {"name": "burn_inn", "arguments": {}},
        {"name": "give", "arguments": {"item": "crown"}},
    ]
    model = ScriptedLanguageModel([reply_answer("Take it.", intents=wishes)])
    async with open_inn_server(database, tmp_path, model, cognition={"workers": 0}) as app:
        events = await app.turn("A lamp, please.", affordances=(GIVE,), entities=(LAMP,))
        (proposed,) = [event for event in events if isinstance(event, IntentProposed)]
        started = events[0]
        assert isinstance(started, TurnStarted)
        told = await app.services.explaining.turn(app.timeline_id, started.turn_id)
        report = ReportOutcome(
            timeline_id=app.timeline_id,
            turn_id=started.turn_id,
            intent_id=proposed.intent.id,
            status=OutcomeStatus.COMPLETED,
            detail="Mira handed Ann the lamp.",
        )
        await app.services.play.report_outcome(report)
        with pytest.raises(NotPossibleNow):
            await app.services.play.report_outcome(report)
        texts = await app.texts()

    assert proposed.intent.arguments == (("item", "lamp-1"),)
    assert {dropped.affordance for dropped in told.turn.receipt.dropped} == {"burn_inn", "give"}
    assert texts.count("Mira handed Ann the lamp.") == 1


async def test_a_load_sees_the_past_and_nothing_of_the_future(
    database: str, tmp_path: Path
) -> None:
    """What came after a save is unknown in what is loaded from it, and not lost where it was."""
    model = ScriptedLanguageModel()
    async with open_inn_server(database, tmp_path, model) as app:
        await app.observe("The bell rang twice.")
        save = await app.services.timelines.save(timeline_id=app.timeline_id, name="before")
        await app.observe("The roof burned down.")
        loaded = await app.services.timelines.load(save.id)
        recalled, _ = await app.services.memories.recall(
            timeline_id=loaded.id, character_id=MIRA, text="Did the roof burn?", limit=50
        )
        old, new = await app.texts(), await app.texts(loaded.id)

    assert "The roof burned down." in old
    assert "The roof burned down." not in new
    assert "The bell rang twice." in new
    assert "The roof burned down." not in [found.memory.text for found in recalled]


async def test_digest_embeds_and_rates_in_the_background(database: str, tmp_path: Path) -> None:
    """Observing asks no model; later every memory has a rating, and a question finds it."""
    model = ScriptedLanguageModel()
    async with open_inn_server(database, tmp_path, model) as app:
        await app.observe("A stranger buried a chest under the oak.", "It rained.")

        async def rated() -> bool:
            return all(memory.is_rated for memory in await app.memories())

        await eventually(rated)

        async def embedded() -> bool:
            found, _ = await app.services.memories.recall(
                timeline_id=app.timeline_id,
                character_id=MIRA,
                text="chest under the oak",
                profile="paper_v2",
            )
            best = max(found, key=lambda each: each.relevance)
            return best.memory.text == "A stranger buried a chest under the oak."

        await eventually(embedded)
        metering = {each.purpose: each.calls for each in app.here.meter.snapshot()}

    assert set(metering) == {"rate"}


async def test_an_unreadable_rating_keeps_the_neutral_value(database: str, tmp_path: Path) -> None:
    """Bad answers never lose a memory: asked twice, then it stays at the neutral importance."""
    model = ScriptedLanguageModel(lambda _: "no idea")
    async with open_inn_server(database, tmp_path, model) as app:
        await app.observe("The cat slept.")

        async def rated() -> bool:
            return all(memory.is_rated for memory in await app.memories())

        await eventually(rated)
        cat = (await app.memories())[-1]

    assert (cat.text, cat.importance) == ("The cat slept.", 4)
    assert model.calls == 2


async def test_an_unreachable_model_leaves_the_rating_for_later(
    database: str, tmp_path: Path
) -> None:
    """While the model is away memories count as neutral; the job stays and is done afterwards."""
    model = ScriptedLanguageModel(faults={0: ModelUnreachable("gone"), 1: ModelUnreachable("gone")})
    async with open_inn_server(database, tmp_path, model) as app:
        await app.observe("A ship came in.")

        async def tried() -> bool:
            return model.calls >= 2

        await eventually(tried)
        ship = (await app.memories())[-1]

    assert (ship.importance, ship.is_rated) == (4, False)


async def test_a_restarted_server_remembers(database: str, tmp_path: Path) -> None:
    """What one process was told, the next one recalls."""
    model = ScriptedLanguageModel()
    async with open_inn_server(database, tmp_path, model) as app:
        await app.turn("I keep bees in the orchard.")
        timeline_id = app.timeline_id
    async with open_inn_server(database, tmp_path, model) as app:
        found, _ = await app.services.memories.recall(
            timeline_id=timeline_id, character_id=MIRA, text="Who keeps bees?"
        )

    assert "I keep bees in the orchard." in [each.memory.text for each in found]


async def test_a_restarted_server_reads_the_minds_that_were_talked_with_last(
    database: str, tmp_path: Path
) -> None:
    """Before anybody asks for it, the memory of the last partner is in the cache."""
    model = ScriptedLanguageModel()
    async with open_inn_server(database, tmp_path, model) as app:
        await app.turn("I keep bees in the orchard.")
    settings = server_settings(database, tmp_path, http={"port": 0})
    async with bootstrap.running(settings, model=model) as here:

        async def is_read() -> bool:  # awake is not enough: its rows are read a moment later
            return here.stream.stats().rows > 0

        await eventually(is_read)
        assert here.stream.is_awake(INN_FILE.world.id, MIRA)


async def test_another_embedder_embeds_everything_anew(database: str, tmp_path: Path) -> None:
    """A change of embedder gives old memories new vectors in the background, never mixed."""
    model = ScriptedLanguageModel()
    soon = {"lease_seconds": 5.0}  # a job lost with its server is done again within the test
    async with open_inn_server(database, tmp_path, model, cognition=soon) as app:
        await app.observe("A heron stood on the jetty.")
        timeline_id = app.timeline_id
        await eventually(lambda: _is_embedded(database, "hashing:1@512"))
    other = {"name": "hashing", "dimension": 384}
    async with open_inn_server(database, tmp_path, model, embedder=other, cognition=soon) as app:
        await eventually(lambda: _is_embedded(database, "hashing:1@384"))

        assert await _finds_the_heron(app, timeline_id)


async def test_until_all_is_embedded_anew_words_answer_for_the_rest(
    database: str, tmp_path: Path
) -> None:
    """Vectors of the former embedder are not compared with the question's, nor are they lost.

    A recall embeds the newest memories itself, and no more than those.
    """
    model = ScriptedLanguageModel()
    async with open_inn_server(database, tmp_path, model) as app:
        await app.observe("A heron stood on the jetty.")
        await app.observe(*(f"Bale {number} of wool was weighed." for number in range(70)))
        timeline_id = app.timeline_id
        await eventually(lambda: _is_embedded(database, "hashing:1@512"))
    stored = execute_sql(database, "SELECT count(*) FROM memory_vector")
    other = {"name": "hashing", "dimension": 384}
    idle = {"workers": 0}
    async with open_inn_server(database, tmp_path, model, embedder=other, cognition=idle) as app:
        found, _ = await app.services.memories.recall(
            timeline_id=timeline_id, character_id=MIRA, text="heron on the jetty", limit=100
        )

    columns = {one.memory.text: {name: value for name, value, _ in one.columns} for one in found}
    heron = columns.pop("A heron stood on the jetty.")
    assert heron["words"] == max(each["words"] for each in (heron, *columns.values())) == 1.0
    unknown = [text for text, each in columns.items() if each["own"] == heron["own"]]
    assert len(unknown) >= 6  # the oldest are as near to the question as each other: 0
    assert len({each["own"] for each in columns.values()}) > 1
    assert execute_sql(database, "SELECT count(*) FROM memory_vector") == stored


async def test_vectors_that_cannot_be_read_are_told_and_made_anew(
    database: str, tmp_path: Path
) -> None:
    """Meanwhile a memory is recalled by its words; a turn that meets it has it embedded."""
    model = ScriptedLanguageModel()
    soon = {"lease_seconds": 5.0}
    async with open_inn_server(database, tmp_path, model, cognition=soon) as app:
        await app.observe("A heron stood on the jetty.", "The mill burned down.")
        timeline_id = app.timeline_id
        await eventually(lambda: _is_embedded(database, "hashing:1@512"))
    whole = execute_sql(database, "SELECT max(length(data)) FROM memory_vector")
    execute_sql(database, "UPDATE memory_vector SET data = substr(data, 1, 7)")

    async with open_inn_server(database, tmp_path, model, cognition=soon) as app:
        app.timeline_id = timeline_id
        with capture_logs() as told:
            await app.turn("Did you see the heron on the jetty?")

        async def is_whole() -> bool:
            return execute_sql(database, "SELECT min(length(data)) FROM memory_vector") == whole

        await eventually(is_whole)
        await eventually(lambda: _finds_the_heron(app, timeline_id))

    broken = [entry for entry in told if entry["event"] == "broken_vectors"]
    assert {(entry["table"], entry["problem"]) for entry in broken} == {
        ("memory_vector", f"it has 7 numbers where {whole} are needed")
    }


async def _is_embedded(database: str, embedder: str) -> bool:
    """Say whether all memories have their vector of an embedder."""
    kinds = ", ".join(f"'{kind}'" for kind in MEMORY_KINDS)
    memories = f"SELECT count(*) FROM record WHERE kind IN ({kinds})"  # noqa: S608 - our own names
    spaces = "SELECT count(*) FROM memory_vector WHERE space LIKE :space"
    count, vectors = (
        execute_sql(database, memories),
        execute_sql(database, spaces, space=f"{embedder}/%"),
    )
    assert isinstance(count, int)
    return count > 0 and vectors == count


async def _finds_the_heron(app: InnServer, timeline_id: TimelineId) -> bool:
    found, _ = await app.services.memories.recall(
        timeline_id=timeline_id, character_id=MIRA, text="heron on the jetty", profile="paper_v2"
    )
    best = max(found, key=lambda each: each.relevance)
    return best.memory.text == "A heron stood on the jetty."


async def test_importing_again_updates_and_adds(database: str, tmp_path: Path) -> None:
    """A file imported twice changes nothing; edits make versions, seeds join new playthroughs."""
    model = ScriptedLanguageModel()
    (role,) = INN_FILE.characters
    async with open_inn_server(database, tmp_path, model, cognition={"workers": 0}) as app:
        same = await app.here.importing.put(INN_FILE)
        more = replace(role, memories=(*role.memories, SeedMemory(text="You dislike fog.")))
        added = await app.here.importing.put(replace(INN_FILE, characters=(more,)))
        persona = replace(role.persona, voice="gruff")
        other = replace(role, persona=persona, memories=(SeedMemory(text="You love fog."),))
        changed = await app.here.importing.put(replace(INN_FILE, characters=(other,)))
        fresh = await app.services.timelines.start(INN_FILE.world.id)
        old, new = await app.texts(), await app.texts(fresh.id)
        written = await app.here.importing.get(INN_FILE.world.id)

    assert (same.count(ImportedKind.CHARACTER, ImportEffect.UNCHANGED), same.memories) == (1, 0)
    assert (added.memories, added.has_new_genesis) == (1, False)
    assert (len(changed.changed), changed.has_new_genesis) == (1, True)
    assert old == ["You keep the only key to the cellar."]
    assert new == ["You love fog."]
    assert written.characters == (other,)
