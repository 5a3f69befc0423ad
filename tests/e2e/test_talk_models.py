"""Models of the server over the wire: starved prompts, echoes, and rendered prompts."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import npcclient
import pytest
from npcclient import messages
from npcclient.errors import NotFound

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.schema_model import SchemaLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.cli.worlds import sample_world
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import SeedMemory
from npcserver.model.model_use import Purpose
from npcserver.model.worldfile import WorldFile
from npcserver.ports.language_model import Request
from npcserver.v1 import turn_pb2
from tests.benchmarks.played import quiet
from tests.fakes.model_servers import NAME, SAID, ModelServer, serve_model
from tests.fakes.running_server import INN_FILE, reply_answer, server_settings

TURNS = 6
NEEDED = tuple(f"Mira counted {number} barrels on the quay in the rain." for number in range(8))
PROSE = "Whoever asks for it in a fair way may have it done before the evening bell. "


def crowded() -> WorldFile:
    """Return an inn of 40 affordances and 200 things, a quarter of which nothing offered takes."""
    item = Parameter(name="item", type=ParameterType.ENTITY, entity_kinds=("item",))
    offers = tuple(
        Affordance(name=f"deed_{number}", description=PROSE * 3, parameters=(item,))
        for number in range(40)
    )
    things = tuple(
        Entity(id=f"thing-{number}", name=f"thing {number}", kind="item" if number % 4 else "star")
        for number in range(200)
    )
    (role,) = INN_FILE.characters
    memories = tuple(SeedMemory(text=text, importance=6) for text in NEEDED)
    world = replace(INN_FILE.world, affordances=offers, entities=things)
    return replace(INN_FILE, world=world, characters=(replace(role, memories=memories),))


def long_winded() -> WorldFile:
    """Return an inn whose innkeeper's persona alone is longer than a prompt may be."""
    (role,) = INN_FILE.characters
    persona = replace(role.persona, background=PROSE * 30, lifestyle=PROSE * 30)
    return replace(INN_FILE, characters=(replace(role, persona=persona),))


@asynccontextmanager
async def served(
    llm: ModelServer, folder: Path, file: WorldFile, tokens: int
) -> AsyncGenerator[npcclient.NpcClient, None]:
    dialogue = {"first_word_seconds": 30.0, "total_seconds": 60.0, "prompt_tokens": tokens}
    chosen = server_settings(
        f"sqlite:///{folder / 'inn.db'}",
        folder,
        model={"name": f"openai:{NAME}", "base_url": llm.base_url},
        dialogue=dialogue,
        cognition={"workers": 0},
        server={"port": 0},
        http={"port": 0},
    )
    async with bootstrap.running(chosen) as here:
        await here.importing.put(file)
        async with npcclient.connect(f"127.0.0.1:{here.port}") as npc:
            yield npc


async def talked(npc: npcclient.NpcClient) -> tuple[list[str], messages.Receipt]:
    """Return the line of each turn, and the receipt of the last."""
    timeline = await npc.timelines.start("inn")
    lines = []
    for number in range(TURNS):
        turn = npc.play.say(timeline, "mira", f"{number}. {PROSE}", speaker="Ann")
        lines += [event.line.text async for event in turn if event.HasField("line")]
    receipt = await npc.memories.explain(timeline, turn.turn_id)
    assert isinstance(receipt, messages.Receipt)
    return lines, receipt


async def test_a_persona_longer_than_the_prompt_is_cut_and_told(tmp_path: Path) -> None:
    """What of it did not fit is counted, and the prompt keeps to its budget."""
    async with (
        serve_model("llama.cpp", context=8192) as llm,
        served(llm, tmp_path, long_winded(), 1200) as npc,
    ):
        lines, receipt = await talked(npc)

    persona = next(one for one in receipt.prompt_parts if one.part == "persona")
    assert lines == [SAID] * TURNS
    assert persona.left_out + persona.cut > 0
    assert sum(one.tokens for one in receipt.prompt_parts) <= receipt.prompt_budget == 1200


async def test_in_a_crowded_world_talk_and_memories_come_first(tmp_path: Path) -> None:
    """Eight lines and six memories whole, things that may be taken only, the rest counted."""
    async with (
        serve_model("llama.cpp", context=8192) as llm,
        served(llm, tmp_path, crowded(), 2000) as npc,
    ):
        lines, receipt = await talked(npc)

    prompt, parts = llm.prompts[-1], {one.part: one for one in receipt.prompt_parts}
    assert lines == [SAID] * TURNS
    assert all(f"{number}. {PROSE.strip()}" in prompt for number in range(1, TURNS))
    assert prompt.count(SAID) >= 4
    assert sum(text in prompt for text in NEEDED) >= 6
    shown = [int(number) for number in re.findall(r"\bthing-(\d+)", prompt)]
    assert shown
    assert all(number % 4 for number in shown)
    assert parts["affordances"].left_out > 0
    assert parts["things"].left_out > 0


@pytest.mark.parametrize(("claimed", "context"), [(512, 8192), (32768, 1024)])
async def test_an_endpoint_that_lies_about_its_context_costs_no_line(
    claimed: int, context: int, tmp_path: Path
) -> None:
    """Whether it claims too little or too much, each turn has its line."""
    async with (
        serve_model("llama.cpp", context=context, claimed=claimed) as llm,
        served(llm, tmp_path, INN_FILE, 8192) as npc,
    ):
        lines, _ = await talked(npc)

    assert len(lines) >= TURNS


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
async def serve_echoes(folder: Path, says: Says) -> AsyncGenerator[npcclient.NpcClient, None]:
    async with bootstrap.running(quiet(folder), model=ScriptedLanguageModel(says)) as here:
        await here.importing.put(load_world(sample_world()))
        async with npcclient.connect(f"127.0.0.1:{here.port}") as client:
            yield client


@pytest.mark.parametrize("deltas", [False, True])
async def test_nonsense_is_asked_again_and_never_spoken(tmp_path: Path, *, deltas: bool) -> None:
    """Of what nobody says no letter goes out; the second answer is spoken."""
    says, spoken = Says(Purpose.REPLY), {}
    async with serve_echoes(tmp_path, says) as npc:
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
    async with serve_echoes(tmp_path, says) as npc:
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
    async with serve_echoes(tmp_path, says) as npc:
        timeline = await npc.timelines.start("farrowhithe")
        for says.first in NONSENSE:
            says.asked = 0
            interview = await npc.characters.interview(timeline, "hester", "Where am I?")
            answered[says.first] = (says.asked, interview.answer)

    assert {one: it for one, it in answered.items() if it != (2, SENSE)} == {}
    assert len(answered) == len(NONSENSE)


async def test_what_did_not_fit_is_counted(tmp_path: Path) -> None:
    """By part, with the budget that the prompt had; the prompt is the short one all the same."""
    settings = quiet(tmp_path)
    dialogue = settings.dialogue.model_copy(update={"prompt_tokens": 900})
    settings = settings.model_copy(update={"dialogue": dialogue})
    async with bootstrap.running(settings, model=SchemaLanguageModel()) as here:
        await here.importing.put(load_world(sample_world()))
        async with npcclient.connect(f"127.0.0.1:{here.port}") as npc:
            play = await npc.timelines.start("farrowhithe")
            words = npc.play.say(play, "wenna", "Is the cellar open?", speaker="Ada")
            async for _ in words:
                pass
            prompt = await npc.memories.prompt(play, turn_id=words.turn_id)
            receipt = await npc.memories.explain(play, words.turn_id)

    assert isinstance(receipt, messages.Receipt)
    parts = {one.part: one for one in receipt.prompt_parts}
    assert parts["memories"].tokens > 0
    assert parts["memories"].shown > 0
    left_out = {name: one.left_out for name, one in parts.items() if one.left_out}
    assert left_out == {one.part: one.count for one in prompt.left_out}
    assert prompt.status == messages.PromptStatus.PROMPT_STATUS_AS_SENT
    assert 0 < prompt.budget_tokens <= 900
    assert prompt.left_out
    assert all(one.part and one.count > 0 for one in prompt.left_out)


async def test_explain_shows_the_prompt_that_was_sent(tmp_path: Path) -> None:
    """By its turn and by its position alike: the very messages, in sections with their tokens."""
    async with bootstrap.running(quiet(tmp_path), model=SchemaLanguageModel()) as here:
        await here.importing.put(load_world(sample_world()))
        async with npcclient.connect(f"127.0.0.1:{here.port}") as npc:
            play = await npc.timelines.start("farrowhithe")
            words = npc.play.say(play, "wenna", "Is the cellar open?", speaker="Ada")
            seq = [event async for event in words][-1].finished.seq

            receipt = await npc.memories.explain(play, words.turn_id)
            prompt = await npc.memories.prompt(play, turn_id=words.turn_id)
            again = await npc.memories.prompt(play, seq=seq)
            with pytest.raises(NotFound, match="name the position of a turn"):
                await npc.memories.prompt(play, seq=1)

    assert prompt == again
    assert (prompt.status, prompt.why) == (messages.PromptStatus.PROMPT_STATUS_AS_SENT, "")
    assert (prompt.digest, prompt.template) == (receipt.prompt_digest, "reply")
    assert prompt.template_digest == receipt.template_digest
    assert [message.role for message in prompt.messages] == ["system", "user"]
    for message in prompt.messages:
        own = [one.text for one in prompt.sections if one.role == message.role]
        assert "\n".join(own) == message.text
    assert "Is the cellar open?" in prompt.messages[1].text
    assert {"lately", "heard"} <= {section.name for section in prompt.sections}
    assert prompt.tokens == sum(section.tokens for section in prompt.sections) > 0
