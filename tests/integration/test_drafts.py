"""Drafts on real databases: published for all timelines at once, and replayed as they were."""

from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from npcmodels.schema_model import SchemaLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.drafts import EditDraft
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.model.character import Person
from npcserver.model.draft import DraftKind, DraftSubject, persona_of
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.lore import Chapter
from npcserver.model.record import RecordKind, TurnTaken
from npctools.bootstrap import replays
from npctools.replay.recorded import RecordedModel
from tests.benchmarks.played import quiet
from tests.fakes.running_server import server_settings

HESTER = CharacterId("hester")
ADA = Person(id="ada", name="Ada")
VOICE = "She sings every word."
BELL = "In fog the harbour bell is struck nine times, and then the cannon is fired."
QUESTION = "How often is the harbour bell struck in fog?"


async def say(here: RunningServer, timeline_id: TimelineId, text: str) -> None:
    words = SayToCharacter(
        timeline_id=timeline_id,
        character_id=HESTER,
        speaker=ADA,
        text=text,
        affordances=None,
        entities=None,
    )
    async with aclosing(here.services.dialogue.say(words)) as events:
        async for _ in events:
            pass


async def draft(here: RunningServer, timeline_id: TimelineId, voice: str) -> int:
    drafted = await here.services.drafts.edit(
        EditDraft(
            timeline_id=timeline_id,
            subject=persona_of(HESTER),
            apply=lambda before: replace(before, voice=voice),
        )
    )
    return drafted.seq


async def draft_the_world(here: RunningServer, timeline_id: TimelineId) -> None:
    """Draft a chapter of a book, and what characters may do."""
    chapter = Chapter(title="Of Bells", text=BELL)
    changes: dict[DraftSubject, dict[str, Any]] = {
        DraftSubject(DraftKind.BOOK, "tide-tables"): {"chapters": (chapter,)},
        DraftSubject(DraftKind.AFFORDANCE, "ring_handbell"): {"description": "Ring it, loudly."},
    }
    for subject, change in changes.items():
        apply = partial(_changed, change)
        edit = EditDraft(timeline_id=timeline_id, subject=subject, apply=apply)
        await here.services.drafts.edit(edit)


def _changed(change: Mapping[str, Any], before: Any) -> Any:
    return replace(before, **change)


async def test_drafts_of_books_and_affordances_are_in_prompts_receipts_and_replays(
    database: str, tmp_path: Path
) -> None:
    """Of their timeline alone; what it cited can be read when the draft is over."""
    model = SchemaLanguageModel()
    settings = server_settings(database, tmp_path, cognition={"workers": 0})
    async with bootstrap.running(settings, serve=False, model=model) as here:
        file = load_world(sample_world())
        await here.importing.put(file)
        timelines = [(await here.services.timelines.start(file.world.id)).id for _ in range(2)]
        mine = timelines[0]
        await draft_the_world(here, mine)
        for timeline_id in timelines:
            await say(here, timeline_id, QUESTION)
        await here.services.drafts.discard(
            timeline_id=mine, subject=DraftSubject(DraftKind.BOOK, "tide-tables")
        )
        session = await replays.record(settings, here.store, mine)
        cited, offered = [], []
        for timeline_id in timelines:
            async with here.store.read() as reader:
                view = await reader.head(timeline_id)
                (record,) = await view.after(0, 99, (RecordKind.TURN,))
            assert isinstance(record.body, TurnTaken)
            made = await here.services.explaining.turn(timeline_id, record.body.turn_id)
            cited.append([one.text for one in made.lore])
            (bell,) = (one for one in record.body.affordances if one.name == "ring_handbell")
            offered.append(bell.description)

    assert BELL in cited[0]
    assert BELL not in cited[1]
    (was,) = (one for one in file.world.affordances if one.name == "ring_handbell")
    assert offered == ["Ring it, loudly.", was.description]
    replaying = await replays.build_replay(quiet(tmp_path), session, RecordedModel())
    replayed = await replaying.replay()
    assert (replayed.turns, replayed.differences) == (1, ())


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

        done = await here.services.drafts.publish(timeline_id=mine, subject=persona_of(HESTER))
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
