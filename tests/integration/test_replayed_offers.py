"""What a turn was offered is stored with it, so it replays whatever the world says since."""

from dataclasses import replace
from pathlib import Path

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.adapters.llm.offline import OfflineActor
from npcserver.adapters.llm.recorded import RecordedModel, RefusingModel
from npcserver.adapters.llm.schema_model import SchemaLanguageModel
from npcserver.app.conversation.turn_context import SayToCharacter
from npcserver.bootstrap import replays
from npcserver.cli.worlds import sample_world
from npcserver.model.errors import ModelUnreachable
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import TurnTaken
from npcserver.model.session import RecordedSession
from npcserver.model.turn import Rung
from npcserver.ports.language_model import LanguageModel
from npcserver.ports.thinker import Thinker
from npcserver.rpc import play_messages
from npcserver.v1 import affordance_pb2
from npcserver.v1 import play_service_pb2 as pb
from tests.benchmarks.played import quiet

DECLARED_ONLY = affordance_pb2.AFFORDANCE_SOURCE_DECLARED_ONLY


def words(
    timeline_id: TimelineId, source: affordance_pb2.AffordanceSource.ValueType
) -> SayToCharacter:
    """Return an utterance that declares nothing, as it comes from the wire."""
    return play_messages.decode_say(
        pb.SayRequest(
            timeline_id=timeline_id,
            character_id=CharacterId("hester"),
            speaker=pb.Speaker(id="ada", name="Ada"),
            text="Pour me a dark ale.",
            affordance_source=source,
        )
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
        return await replays.build_recording(settings, here.store).record(timeline.id)


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
    replaying = await replays.build_replay(quiet(tmp_path), session, RecordedModel(RefusingModel()))
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
    replaying = await replays.build_replay(quiet(tmp_path), session, RecordedModel(RefusingModel()))
    replayed = await replaying.replay()

    assert {one.rung for one in receipts} == {Rung.OFFLINE}
    assert all(one.prompt_digest and one.answer is not None for one in receipts)
    assert (replayed.turns, replayed.differences) == (2, ())
