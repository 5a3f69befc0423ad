"""`MemoryService` over the wire: lists, recall, pins and reports."""

import itertools
import json
from pathlib import Path
from typing import Any

import grpc
import npcclient
import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.admin.v1 import memory_service_pb2 as pb
from npcserver.config import Settings
from npcserver.model.errors import NotFound, Reason
from npcserver.v1 import affordance_pb2, memory_pb2, play_service_pb2, turn_pb2
from npctools.cli import inspection
from tests.conftest import NewDatabase
from tests.fakes.running_server import open_inn_server, reply_answer, server_settings
from tests.fakes.server import LoopbackServer, proposed_intent
from tests.fakes.wires import read_refusal


async def say(loopback: LoopbackServer, timeline_id: str, text: str, **fields: Any) -> str:
    """Say something to Mira and return the id of her turn."""
    speaker = play_service_pb2.Speaker(id="p1", name="Ada")
    request = play_service_pb2.SayRequest(
        timeline_id=timeline_id, character_id="mira", speaker=speaker, text=text, **fields
    )
    events = [response.event async for response in loopback.play.Say(request)]
    return str(events[0].turn_id)


async def test_memories_are_listed_newest_first_page_by_page(loopback: LoopbackServer) -> None:
    """A position looks back in time, and kinds choose."""
    timeline = await loopback.open()
    await loopback.happen(timeline, *(f"Knock {n}." for n in range(5)))
    await say(loopback, timeline, "Who is there?")
    request = pb.ListMemoriesRequest(
        timeline_id=timeline,
        character_id="mira",
        kinds=[memory_pb2.MEMORY_KIND_OBSERVATION],
        page_size=3,
    )

    first = await loopback.memories.ListMemories(request)
    request.page_token = first.next_page_token
    second = await loopback.memories.ListMemories(request)
    earlier = await loopback.memories.ListMemories(
        pb.ListMemoriesRequest(timeline_id=timeline, character_id="mira", seq=2)
    )

    assert [m.text for m in first.memories] == ["Knock 4.", "Knock 3.", "Knock 2."]
    assert [m.text for m in second.memories] == ["Knock 1.", "Knock 0."]
    assert second.next_page_token == ""
    assert [m.text for m in earlier.memories] == ["Knock 1.", "Knock 0."]


async def test_recall_says_why_something_comes_to_mind(loopback: LoopbackServer) -> None:
    """The best match comes first, with the three terms between 0 and 1."""
    timeline = await loopback.open()
    await loopback.happen(timeline, "The cellar is locked.", "A gull stole a herring.")
    request = pb.RecallRequest(
        timeline_id=timeline, character_id="mira", text="herring", limit=1, profile="paper_v2"
    )

    answer = await loopback.memories.Recall(request)

    (found,) = answer.recollections
    assert found.memory.text == "A gull stole a herring."
    assert answer.profile == "paper_v2"
    assert all(0 <= term <= 1 for term in (found.recency, found.importance, found.relevance))


async def test_explain_shows_what_a_turn_was_made_from(loopback: LoopbackServer) -> None:
    """The receipt holds what was heard, said, wanted and recalled, and who spoke for it."""
    timeline = await loopback.open()
    await loopback.happen(timeline, "The cellar is locked.")
    loopback.will_say("Locked, alas.", proposed_intent("wave"))
    wave = affordance_pb2.Affordance(name="wave")
    turn = await say(loopback, timeline, "Is the cellar open?", affordances=[wave])

    receipt = (
        await loopback.memories.Explain(pb.ExplainRequest(timeline_id=timeline, turn_id=turn))
    ).receipt

    assert (receipt.turn_id, receipt.character_id) == (turn, "mira")
    assert (receipt.speaker_id, receipt.speaker_name) == ("p1", "Ada")
    assert receipt.heard == "Is the cellar open?"
    assert [line.text for line in receipt.lines] == ["Locked, alas."]
    assert [intent.affordance for intent in receipt.intents] == ["wave"]
    assert [r.memory.text for r in receipt.recollections] == ["The cellar is locked."]
    assert (receipt.model, receipt.template) == ("scripted:tavern", "reply")
    assert receipt.outcome == turn_pb2.TURN_OUTCOME_COMPLETED
    assert (receipt.prompt_tokens, receipt.vantage_seq) == (120, 1)
    assert receipt.seed.isdecimal()


async def test_a_line_that_nobody_was_asked_for_has_no_prompt(loopback: LoopbackServer) -> None:
    """The prompt comes where it is wished for, and says that no model was asked."""
    timeline = await loopback.open()
    turn = await say(loopback, timeline, "Is the cellar open?")
    plain = pb.ExplainRequest(timeline_id=timeline, turn_id=turn)
    wished = pb.ExplainRequest(timeline_id=timeline, turn_id=turn, with_prompt=True)

    silent = await loopback.memories.Explain(plain)
    prompt = (await loopback.memories.Explain(wished)).rendered_prompt

    assert not silent.HasField("rendered_prompt")
    assert prompt.status == pb.PROMPT_STATUS_NOT_ASKED
    assert prompt.why.startswith("no model was asked")
    assert [*prompt.messages, *prompt.sections] == []
    assert prompt.digest == ""


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"text": ""}, "text"),
        ({"text": "x" * 2001}, "text"),
        ({"limit": 101}, "limit"),
        ({"limit": -1}, "limit"),
        ({"profile": "psychic"}, "profile"),
        ({"seq": -5}, "seq"),
        ({"character_id": ""}, "character_id"),
    ],
    ids=itertools.count(),
)
async def test_a_bad_question_names_its_field(
    loopback: LoopbackServer, fields: dict[str, Any], path: str
) -> None:
    """The message says which field is wrong."""
    given: dict[str, Any] = {
        "timeline_id": "tl_1",
        "character_id": "mira",
        "text": "herring",
    } | fields

    failure = await read_refusal(loopback.memories.Recall(pb.RecallRequest(**given)))

    assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failure.fields == (path,)


async def test_an_unknown_kind_is_refused(loopback: LoopbackServer) -> None:
    """A kind of the future, or none at all, lists nothing by mistake."""
    for kind in (0, 99):
        request = pb.ListMemoriesRequest(timeline_id="tl_1", character_id="mira")
        request.kinds.append(memory_pb2.MemoryKind.ValueType(kind))
        failure = await read_refusal(loopback.memories.ListMemories(request))

        assert failure.fields == ("kinds[0]",)


async def test_an_unknown_turn_cannot_be_explained(loopback: LoopbackServer) -> None:
    """There is no receipt of what did not happen."""
    request = pb.ExplainRequest(timeline_id=await loopback.open(), turn_id="trn_none")

    failure = await read_refusal(loopback.memories.Explain(request))

    assert (failure.code, failure.reason) == (grpc.StatusCode.NOT_FOUND, Reason.TURN_NOT_FOUND)


QUIET = {"workers": 0}


async def ask(npc: npcclient.NpcClient, timeline_id: str) -> None:
    async for _ in npc.play.say(timeline_id, "mira", "How was Guest 9?", speaker="Ann"):
        pass


async def test_a_pinned_memory_comes_to_mind_in_every_turn(loopback: LoopbackServer) -> None:
    """Until it is unpinned; the answer is the position of the record."""
    timeline = await loopback.open()
    await loopback.happen(timeline, "I fear gulls.", *(f"Guest {n} ate." for n in range(30)))
    async with npcclient.connect(f"127.0.0.1:{loopback.port}") as npc:
        (oldest,) = [m for m in await npc.memories.list(timeline, "mira") if "gulls" in m.text]
        seq = await npc.memories.pin(timeline, oldest)
        await ask(npc, timeline)
        await npc.memories.pin(timeline, oldest, unpin=True)
        await ask(npc, timeline)

    first, second = (scene.recollections for scene in loopback.script.heard)
    assert seq == 32
    assert (first[0].memory.text, first[0].is_pinned) == ("I fear gulls.", True)
    assert not any(one.is_pinned for one in second)


async def test_a_repeated_pin_gets_the_first_answer(loopback: LoopbackServer) -> None:
    """The same id for another memory is refused, and so is a memory that is not there."""
    timeline = await loopback.open()
    await loopback.happen(timeline, "Rain.", "Fog.")
    request = pb.PinMemoryRequest(request_id="r1", timeline_id=timeline, memory_id=f"{timeline}.1")

    first = await loopback.memories.PinMemory(request)
    again = await loopback.memories.PinMemory(request)

    assert (first.seq, again.seq) == (3, 3)
    request.memory_id = f"{timeline}.2"
    reused = await read_refusal(loopback.memories.PinMemory(request))
    nowhere = pb.PinMemoryRequest(timeline_id=timeline, memory_id=f"{timeline}.9")
    unknown = await read_refusal(loopback.memories.PinMemory(nowhere))
    assert reused.reason == Reason.REQUEST_ID_REUSED
    assert unknown.reason == Reason.MEMORY_NOT_FOUND


async def test_a_report_says_what_is_wrong_with_what(loopback: LoopbackServer) -> None:
    """Of one character, or of all of the world by id."""
    timeline = await loopback.open("Mira", "Bram")
    await loopback.happen(timeline, "The party is at five.", "Rain falls.", "rain falls!")
    await loopback.happen(timeline, "The party is at six.")
    async with npcclient.connect(f"127.0.0.1:{loopback.port}") as npc:
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
    async with open_inn_server(stored.database_url, stored.data, model, cognition=QUIET) as app:
        await app.observe("A mug falls.", "A mug falls!")
        timeline = app.timeline_id

    await inspection.report(stored, timeline, character="mira")
    shown = capsys.readouterr().out
    await inspection.report(stored, timeline, is_json=True)
    (read,) = json.loads(capsys.readouterr().out)["reports"]

    assert "Mira" in shown
    assert "33.3%" in shown
    assert "A mug falls!" in shown
    assert (read["characterId"], read["total"], read["duplicates"]) == ("mira", 3, 1)
    with pytest.raises(NotFound):
        await inspection.report(stored, "tl_nowhere")
