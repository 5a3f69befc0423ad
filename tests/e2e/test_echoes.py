"""Pieces of the prompt, random letters and foreign scripts, answered by a model over the wire."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import npcclient
import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.cli.worlds import sample_world
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import Request
from npcserver.v1 import turn_pb2
from tests.benchmarks.played import quiet
from tests.fakes.running_server import reply_answer

NONSENSE = (
    "your words",
    "You are here: The Taproom",
    "Name: Hester Quillam, 52 years old",
    "What you remember, in your own words: the bell",
    "The talk so far:",
    "# How you speak",
    "…",
    "...",
    "asdkjh qwrtp zxcvb",
    "昨天夜里灯灭了，什么也看不见了。",
)
NATURAL = (
    "The taproom.",
    "Hm. … No.",
    "🐉.",
    "Aye.",
    "No.",
    "Hester Quillam, and who asks?",
    "You are here at last.",
)
SENSE = "Come in, and mind the step."


class Says:
    """Says `first` to the first question of a purpose, and `SENSE` after it."""

    def __init__(self, purpose: Purpose) -> None:
        self.purpose = purpose
        self.first = ""
        self.asked = 0

    def __call__(self, request: Request) -> str:
        if request.purpose is not self.purpose:
            return "{}"
        self.asked += 1
        return reply_answer(self.first if self.asked == 1 else SENSE)


@asynccontextmanager
async def served(folder: Path, says: Says) -> AsyncGenerator[npcclient.NpcClient, None]:
    async with bootstrap.running(quiet(folder), model=ScriptedLanguageModel(says)) as here:
        await here.importing.put(load_world(sample_world()))
        async with npcclient.connect(f"127.0.0.1:{here.port}") as client:
            yield client


@pytest.mark.parametrize("deltas", [False, True])
async def test_nonsense_is_asked_again_and_never_spoken(tmp_path: Path, *, deltas: bool) -> None:
    """Of what nobody says no letter goes out; the second answer is spoken."""
    says, spoken = Says(Purpose.REPLY), {}
    async with served(tmp_path, says) as npc:
        for says.first in NONSENSE:
            says.asked = 0
            timeline = await npc.timelines.start("farrowhithe")
            turn = npc.play.say(timeline, "hester", "Where am I?", speaker="Ann", deltas=deltas)
            events = [event async for event in turn]
            lines = [event.line.text for event in events if event.HasField("line")]
            shown = "".join(event.delta.text for event in events if event.HasField("delta"))
            rung = events[-1].finished.rung
            spoken[says.first] = (says.asked, lines, shown, rung)

    wanted = (2, [SENSE], SENSE if deltas else "", turn_pb2.RUNG_RETRY)
    assert {nonsense: it for nonsense, it in spoken.items() if it != wanted} == {}
    assert len(spoken) == len(NONSENSE)


async def test_short_and_natural_answers_are_spoken(tmp_path: Path) -> None:
    """Who is asked where they are may name the place, and needs one call for it."""
    says, spoken = Says(Purpose.REPLY), {}
    async with served(tmp_path, says) as npc:
        for says.first in NATURAL:
            says.asked = 0
            timeline = await npc.timelines.start("farrowhithe")
            turn = npc.play.say(timeline, "hester", "Where am I?", speaker="Ann")
            lines = [event.line.text async for event in turn if event.HasField("line")]
            spoken[says.first] = (says.asked, " ".join(lines))

    assert spoken == {natural: (1, natural) for natural in NATURAL}


async def test_an_interview_never_answers_with_its_prompt(tmp_path: Path) -> None:
    """It is asked once more, too, and takes nothing of the first answer."""
    says, answered = Says(Purpose.INTERVIEW), {}
    async with served(tmp_path, says) as npc:
        timeline = await npc.timelines.start("farrowhithe")
        for says.first in NONSENSE:
            says.asked = 0
            interview = await npc.characters.interview(timeline, "hester", "Where am I?")
            answered[says.first] = (says.asked, interview.answer)

    assert {one: it for one, it in answered.items() if it != (2, SENSE)} == {}
    assert len(answered) == len(NONSENSE)
