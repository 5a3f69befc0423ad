"""Pins and reports over the wire, from Python and from the terminal."""

import json
from pathlib import Path

import npcclient
import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.cli import inspection
from npcserver.cli.inspection import ReportArgs
from npcserver.config import Settings
from npcserver.model.errors import NotFound, Reason
from npcserver.v1 import memory_service_pb2 as pb
from npcserver.v1 import play_service_pb2
from tests.conftest import NewDatabase
from tests.fakes.running_server import open_inn, reply_answer, server_settings
from tests.fakes.server import LoopbackServer
from tests.fakes.wires import read_refusal

QUIET = {"workers": 0}


async def happen(tavern: LoopbackServer, timeline_id: str, *texts: str) -> None:
    seen = [play_service_pb2.Observation(text=text, witness_ids=["mira"]) for text in texts]
    await tavern.play.Observe(
        play_service_pb2.ObserveRequest(timeline_id=timeline_id, observations=seen)
    )


async def ask(npc: npcclient.NpcClient, timeline_id: str) -> None:
    async for _ in npc.play.say(timeline_id, "mira", "How was Guest 9?", speaker="Ann"):
        pass


async def test_a_pinned_memory_comes_to_mind_in_every_turn(tavern: LoopbackServer) -> None:
    """Until it is unpinned; the answer is the position of the record."""
    timeline = await tavern.open()
    await happen(tavern, timeline, "I fear gulls.", *(f"Guest {n} ate." for n in range(30)))
    async with npcclient.connect(f"127.0.0.1:{tavern.port}") as npc:
        (oldest,) = [m for m in await npc.memories.list(timeline, "mira") if "gulls" in m.text]
        seq = await npc.memories.pin(timeline, oldest)
        await ask(npc, timeline)
        await npc.memories.pin(timeline, oldest, unpin=True)
        await ask(npc, timeline)

    first, second = (scene.recollections for scene in tavern.script.heard)
    assert seq == 32
    assert (first[0].memory.text, first[0].is_pinned) == ("I fear gulls.", True)
    assert not any(one.is_pinned for one in second)


async def test_a_repeated_pin_gets_the_first_answer(tavern: LoopbackServer) -> None:
    """The same id for another memory is refused, and so is a memory that is not there."""
    timeline = await tavern.open()
    await happen(tavern, timeline, "Rain.", "Fog.")
    request = pb.PinMemoryRequest(request_id="r1", timeline_id=timeline, memory_id=f"{timeline}.1")

    first = await tavern.memories.PinMemory(request)
    again = await tavern.memories.PinMemory(request)

    assert (first.seq, again.seq) == (3, 3)
    request.memory_id = f"{timeline}.2"
    reused = await read_refusal(tavern.memories.PinMemory(request))
    nowhere = pb.PinMemoryRequest(timeline_id=timeline, memory_id=f"{timeline}.9")
    unknown = await read_refusal(tavern.memories.PinMemory(nowhere))
    assert reused.reason == Reason.REQUEST_ID_REUSED
    assert unknown.reason == Reason.MEMORY_NOT_FOUND


async def test_a_report_says_what_is_wrong_with_what(tavern: LoopbackServer) -> None:
    """Of one character, or of all of the world by id."""
    timeline = await tavern.open("Mira", "Bram")
    await happen(tavern, timeline, "The party is at five.", "Rain falls.", "rain falls!")
    await happen(tavern, timeline, "The party is at six.")
    async with npcclient.connect(f"127.0.0.1:{tavern.port}") as npc:
        (mira,) = await npc.memories.report(timeline, "mira")
        everybody = await npc.memories.report(timeline, seq=1)

    assert (mira.total, mira.duplicates, mira.superseded, mira.never_recalled) == (4, 1, 1, 4)
    assert mira.junk == pytest.approx(0.25)
    assert [(one.fault, one.memory.text, one.of_id) for one in mira.examples] == [
        (pb.MEMORY_FAULT_DUPLICATE, "rain falls!", f"{timeline}.2"),
        (pb.MEMORY_FAULT_SUPERSEDED, "The party is at five.", f"{timeline}.4"),
    ]
    assert [(one.character_id, one.total) for one in everybody] == [("bram", 0), ("mira", 1)]


@pytest.fixture
def stored(new_migrated_sqlite: NewDatabase, tmp_path: Path) -> Settings:
    """Return where a game is kept."""
    return server_settings(new_migrated_sqlite(), tmp_path, cognition=QUIET)


async def test_the_terminal_shows_the_report(
    stored: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row for each character; with one named also examples; and as JSON."""
    model = ScriptedLanguageModel([reply_answer("So it goes.")])
    async with open_inn(stored.database_url, stored.data, model, cognition=QUIET) as inn:
        await inn.observe("A mug falls.", "A mug falls!")
        timeline = inn.timeline_id

    await inspection.report(stored, ReportArgs(timeline=timeline, character="mira"))
    shown = capsys.readouterr().out
    await inspection.report(stored, ReportArgs(timeline=timeline, is_json=True))
    (read,) = json.loads(capsys.readouterr().out)["reports"]

    assert "Mira" in shown
    assert "33.3%" in shown
    assert "A mug falls!" in shown
    assert (read["characterId"], read["total"], read["duplicates"]) == ("mira", 3, 1)
    with pytest.raises(NotFound):
        await inspection.report(stored, ReportArgs(timeline="tl_nowhere"))
