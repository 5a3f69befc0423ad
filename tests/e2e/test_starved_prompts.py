"""Long personas, crowded worlds and lying endpoints, over the wire: the player gets a line."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import npcclient
import pytest
from npcclient import messages

from npcserver import bootstrap
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import SeedMemory
from npcserver.model.worldfile import WorldFile
from tests.fakes.model_servers import NAME, SAID, ModelServer, serve_model
from tests.fakes.running_server import INN_FILE, server_settings

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
    """What of it had no room is counted, and the prompt keeps to its budget."""
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
