"""Drafts on real databases: published for all timelines at once, and replayed as they were."""

from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from npcmodels.schema_model import SchemaLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.drafts import EditDraft
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import TurnTaken
from npctools.bootstrap import replays
from npctools.replay.recorded import RecordedModel
from tests.benchmarks.played import quiet
from tests.fakes.running_server import server_settings

HESTER = CharacterId("hester")
ADA = Person(id="ada", name="Ada")
VOICE = "She sings every word."


async def say(here: RunningServer, timeline_id: TimelineId, text: str) -> None:
    words = SayToCharacter(timeline_id=timeline_id, character_id=HESTER, speaker=ADA, text=text)
    async with aclosing(here.services.dialogue.say(words)) as events:
        async for _ in events:
            pass


async def draft(here: RunningServer, timeline_id: TimelineId, voice: str) -> int:
    drafted = await here.services.drafts.edit(
        EditDraft(
            timeline_id=timeline_id,
            character_id=HESTER,
            apply=lambda before: replace(before, voice=voice),
        )
    )
    return drafted.seq


async def test_a_published_draft_is_in_the_next_turn_of_all_and_in_their_replays(
    database: str, tmp_path: Path
) -> None:
    """Each turn replays with the persona that it was spoken with: published, drafted or not."""
    model = SchemaLanguageModel()
    settings = server_settings(database, tmp_path, cognition={"workers": 0})
    async with bootstrap.running(settings, serve=False, model=model) as here:
        file = load_world(sample_world())
        await here.importing.put(file)
        mine = (await here.services.timelines.start(file.world.id)).id
        other = (await here.services.timelines.start(file.world.id)).id
        await say(here, mine, "Good evening.")
        seq = await draft(here, mine, VOICE)
        await say(here, mine, "How are you?")
        save = await here.services.timelines.save(timeline_id=mine, name="drafted")
        late = (await here.services.timelines.load(save.id)).id

        done = await here.services.drafts.publish(timeline_id=mine, character_id=HESTER)
        for timeline_id in (mine, late, other):
            await say(here, timeline_id, "And now?")
        session = await replays.record(settings, here.store, mine)
        turns = [one.body.receipt for one in session.records if isinstance(one.body, TurnTaken)]
        voices = [
            (await here.services.drafts.in_force(one, HESTER)).persona.voice
            for one in (mine, late, other)
        ]

    assert (done.version, set(done.timeline_ids)) == (2, {mine, late})
    assert voices == [VOICE] * 3
    told = [(one.draft_seq, one.persona_version) for one in turns]
    assert told == [(0, 1), (seq, 1), (0, 2)]
    assert len({one.prompt_digest for one in turns}) == 3
    replaying = await replays.build_replay(quiet(tmp_path), session, RecordedModel())
    replayed = await replaying.replay()
    assert (replayed.turns, replayed.differences) == (3, ())
