"""Lines of replayed turns and talks come out as they were, whatever the world says since."""

from dataclasses import replace
from pathlib import Path

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.embed.hash_embedder import HashingEmbedder
from npcmodels.offline import OfflineActor
from npcmodels.schema_model import SchemaLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel
from npcserver.adapters.store import SqlStore
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.cli.worlds import sample_world
from npcserver.model.errors import ModelUnreachable
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.model_use import Purpose
from npcserver.model.record import Record, TurnTaken
from npcserver.model.turn import Rung
from npcserver.ports.language_model import LanguageModel
from npcserver.ports.thinker import Thinker
from npcserver.rpc.decoder import decode
from npcserver.v1 import affordance_pb2
from npcserver.v1 import play_service_pb2 as pb
from npctools.bootstrap import replays
from npctools.replay.recorded import RecordedModel, RefusingModel
from npctools.replay.session_replay import ReplayResult
from npctools.session import RecordedSession
from tests.benchmarks import replayed_day, talks
from tests.benchmarks.played import quiet
from tests.fakes.language_models import CorruptingLanguageModel

DECLARED_ONLY = affordance_pb2.AFFORDANCE_SOURCE_DECLARED_ONLY


def words(
    timeline_id: TimelineId, source: affordance_pb2.AffordanceSource.ValueType
) -> SayToCharacter:
    """Return an utterance that declares nothing, as it comes from the wire."""
    return decode(
        SayToCharacter,
        pb.SayRequest(
            timeline_id=timeline_id,
            character_id=CharacterId("hester"),
            speaker=pb.Speaker(id="ada", name="Ada"),
            text="Pour me a dark ale.",
            affordance_source=source,
        ),
    )


async def played(folder: Path, model: LanguageModel | Thinker) -> RecordedSession:
    """Record a session with a turn that was offered nothing, and one that the world offered to.

    The first is as all turns were that declared nothing, before the world's catalogue counted.
    """
    settings = quiet(folder)
    async with bootstrap.running(settings, serve=False, model=model) as here:
        file = load_world(sample_world())
        await here.importing.put(file)
        timeline = await here.services.timelines.start(file.world.id)
        for source in (DECLARED_ONLY, affordance_pb2.AFFORDANCE_SOURCE_UNSPECIFIED):
            async for _ in here.services.dialogue.say(words(timeline.id, source)):
                pass
        return await replays.record(settings, here.store, timeline.id)


@pytest.mark.parametrize("catalogue", ["as it was", "emptied since"])
@pytest.mark.parametrize("model", [SchemaLanguageModel, OfflineActor])
async def test_turns_replay_with_what_they_were_offered(
    tmp_path: Path, catalogue: str, model: type[SchemaLanguageModel | OfflineActor]
) -> None:
    """A turn that was offered nothing stays so in a world with a catalogue, and the other way.

    Also where no prompt was sent: then the receipt keeps the answer.
    """
    session = await played(tmp_path, model())
    bodies = [one.body for one in session.records if isinstance(one.body, TurnTaken)]
    if catalogue != "as it was":
        emptied = replace(session.world.world, affordances=(), entities=())
        session = replace(session, world=replace(session.world, world=emptied))
    replaying = await replays.build_replay(quiet(tmp_path), session, RecordedModel())
    replayed = await replaying.replay()

    assert [len(body.affordances) for body in bodies] == [0, 8]
    assert [len(body.entities) for body in bodies] == [0, 19]
    one, other = (body.receipt for body in bodies)
    if model is OfflineActor:
        assert one.answer is not None
        assert other.answer is not None
        assert (one.prompt_digest, one.raw_answer, one.usage.prompt_tokens) == ("", "", 0)
    else:
        assert one.prompt_digest != other.prompt_digest
    assert (replayed.turns, replayed.differences) == (2, ())


async def test_turns_that_the_actor_rescued_replay(tmp_path: Path) -> None:
    """The receipt keeps the prompt that was sent in vain, and the answer that was given instead."""
    gone = ScriptedLanguageModel(lambda _: ModelUnreachable("nobody is there"))
    session = await played(tmp_path, gone)
    receipts = [one.body.receipt for one in session.records if isinstance(one.body, TurnTaken)]
    replaying = await replays.build_replay(quiet(tmp_path), session, RecordedModel())
    replayed = await replaying.replay()

    assert {one.rung for one in receipts} == {Rung.OFFLINE}
    assert all(one.prompt_digest and one.answer is not None for one in receipts)
    assert (replayed.turns, replayed.differences) == (2, ())


_SPOKEN = 2  # lines that are no talk yet


async def _met(folder: Path) -> RecordedSession:
    """Return a session in which two characters met and talked; every third answer is spoilt."""
    settings = quiet(folder)
    model = CorruptingLanguageModel(SchemaLanguageModel(), share=0.3, seed=2)
    async with bootstrap.running(settings, serve=False, model=model) as here:
        await here.importing.put(load_world(sample_world()))
        pair = CharacterId("hester"), CharacterId("ambrose")
        records = await talks._meeting(here, *pair)
        while sum(map(_is_line, records)) <= _SPOKEN:  # whether two who meet talk is left to chance
            records = await talks._meeting(here, *pair)
        return await replays.record(settings, here.store, records[-1].timeline_id)


async def _replay(session: RecordedSession, folder: Path) -> tuple[ReplayResult, int]:
    meter = Meter()
    model = RecordedModel(MeteredLanguageModel(RefusingModel(), meter))
    replaying = await replays.build_replay(quiet(folder), session, model)
    return await replaying.replay(), sum(one.calls for one in meter.snapshot())


def _is_line(record: Record) -> bool:
    body = record.body
    return isinstance(body, TurnTaken) and body.receipt.purpose is Purpose.CONVERSE


async def test_a_talk_is_said_again_line_by_line(tmp_path: Path) -> None:
    """Lines, repaired ones too, come out as they did; forged words of a model show."""
    session = await _met(tmp_path)
    replayed, calls = await _replay(session, tmp_path)
    lines = [record for record in session.records if _is_line(record)]

    assert len(lines) > _SPOKEN
    assert (replayed.turns, calls, replayed.differences) == (len(lines), 0, ())

    last = lines[-1]
    assert isinstance(last.body, TurnTaken)
    receipt = replace(
        last.body.receipt, raw_answer='{"say": "Never said.", "ends": true}', faults=()
    )
    forged = replace(last, body=replace(last.body, receipt=receipt))
    records = tuple(forged if one is last else one for one in session.records)
    other, _ = await _replay(replace(session, records=records), tmp_path)

    assert any("Never said." in one.replayed for one in other.differences)


MOST_LEFT = 0.40
HIGHEST_COSINE = 0.95


@pytest.mark.smallville
@pytest.mark.skipif(
    not replayed_day.DAY.exists(), reason="the optional Smallville data is not beside the checkout"
)
async def test_at_most_two_fifths_of_a_day_are_worth_remembering(sqlite_store: SqlStore) -> None:
    """Idleness and repeats go, placeholders too; no two insights say the same."""
    day = replayed_day.entries(replayed_day.DAY)

    replayed = await replayed_day.replay(sqlite_store, day)

    assert replayed.records == 912
    assert 0.2 < replayed.share <= MOST_LEFT
    assert len(replayed.memories) + replayed.coalesced == replayed.records
    texts = [text.casefold() for text in replayed.memories]
    assert not [text for text in texts if "this is blank" in text or text.endswith(" is idle")]
    mused = await replayed_day.muse(sqlite_store, day, HashingEmbedder())
    assert mused.highest_cosine < HIGHEST_COSINE
    assert 0 < len(mused.kept) < mused.had
    chats = {entry.text for entry in day if entry.kind == "chat"}
    assert chats <= {*replayed.memories}
