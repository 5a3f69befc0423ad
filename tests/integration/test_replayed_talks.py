"""Talks of characters among themselves are said again line by line, with no model."""

from dataclasses import replace
from pathlib import Path

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.adapters.llm.recorded import RecordedModel, RefusingModel
from npcserver.adapters.llm.schema_model import SchemaLanguageModel
from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel
from npcserver.app.replay.session_replay import ReplayResult
from npcserver.bootstrap import replays
from npcserver.cli.worlds import sample_world
from npcserver.model.ids import CharacterId
from npcserver.model.model_use import Purpose
from npcserver.model.record import Record, TurnTaken
from npcserver.model.session import RecordedSession
from tests.benchmarks import talks
from tests.benchmarks.played import quiet
from tests.fakes.language_models import CorruptingLanguageModel

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
        return await replays.build_recording(settings, here.store).record(records[-1].timeline_id)


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
