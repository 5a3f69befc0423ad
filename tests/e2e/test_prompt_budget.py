"""What reaches the model in the sample world, with default settings and everything it offers."""

import json
import re
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

import npcclient
import pytest
from npcclient import messages

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.cli.worlds import sample_world
from npcserver.language.person import first_person
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import Request
from npcserver.v1 import play_service_pb2 as pb
from tests.benchmarks.played import quiet
from tests.fakes.running_server import reply_answer

HEARD = (
    "Good evening. My name is Marisol Vane, and I have walked the whole causeway in the wind.",
    "Is there a bed for me tonight, and what would you want for it with a breakfast?",
    "I hear that the light went out in February. Were you here in this room that night?",
    "And what became of the captain and his men, once they were out of the water?",
    "Somebody told me that you owed money to a bank. How did that come out in the end?",
    "And him? Would you pour me an ale, and tell me who I am, if you still know?",
)
SAID = (
    "Come in out of it, then, and sit by the fire; the kettle has been on since the tide turned.",
    "There is one room left under the roof, sixpence the night, and the eggs are from next door.",
    "I was at the pump with a full tray when somebody shouted, and every soul ran to the window.",
    "They dried out at my fire in shirts that were never theirs, and most went home by the coach.",
    "It was paid, all of it, on the first of December, and no name was ever put under the paper.",
    "I would not forget that so soon, and here is your ale; mind the third step on the way up.",
)
LINES, MEMORIES = 8, 6


@pytest.fixture
def model() -> ScriptedLanguageModel:
    return ScriptedLanguageModel([reply_answer(words) for words in SAID])


@pytest.fixture
async def npc(
    tmp_path: Path, model: ScriptedLanguageModel
) -> AsyncGenerator[npcclient.NpcClient, None]:
    async with bootstrap.running(quiet(tmp_path), model=model) as here:
        await here.importing.put(load_world(sample_world()))
        async with npcclient.connect(f"127.0.0.1:{here.port}") as client:
            yield client


def last_reply(model: ScriptedLanguageModel) -> Request:
    return [request for request in model.requests if request.purpose is Purpose.REPLY][-1]


def talk_of(request: Request) -> list[str]:
    """Return the lines of the talk, as they were said, and the words that are answered."""
    *before, last = request.messages[1:]
    said = [json.loads(one.text)["say"] if one.role == "assistant" else one.text for one in before]
    told = [*said, last.text.rpartition("\n")[2]]
    return [re.sub(r"^Traveller(?: \(to [^)]*\))?: ", "", line) for line in told]


def text_of(request: Request) -> str:
    return "\n".join(message.text for message in request.messages)


def block(prompt: str, label: str) -> list[str]:
    """Return the lines between the marks of a label."""
    found = re.search(rf"<{label} (\w+)>\n(.*?)\n</{label} \1>", prompt, re.DOTALL)
    return found[2].split("\n") if found else []


async def whole_memories(
    npc: npcclient.NpcClient, timeline: messages.Timeline, mind: str, prompt: str
) -> int:
    """Return how many lines of the blocks of memories end with the whole text of a memory."""
    shown = [line for label in ("lately", "memories", "more") for line in block(prompt, label)]
    texts = [first_person(memory.text) async for memory in npc.memories.list(timeline, mind)]
    return sum(any(line.endswith(text) for text in texts) for line in shown)


def lines(said: Sequence[str]) -> list[str]:
    """Return a talk line by line, without the last answer."""
    talk = zip(HEARD, said, strict=True)
    return [line for both in talk for line in both][:-1]


async def test_turn_six_holds_name_talk_and_memories(
    npc: npcclient.NpcClient, model: ScriptedLanguageModel
) -> None:
    """A name said once in turn 1, the answer before, 8 lines whole and 6 memories whole."""
    timeline = await npc.timelines.start("farrowhithe")
    for words in HEARD:
        turn = npc.play.say(timeline, "hester", words, speaker="Traveller")
        assert [event async for event in turn][-1].HasField("finished")

    reply = last_reply(model)
    prompt = text_of(reply)

    assert "Marisol Vane" in prompt.partition(HEARD[-1])[0]
    assert talk_of(reply)[-LINES - 1 :] == lines(SAID)[-LINES - 1 :]
    assert await whole_memories(npc, timeline, "hester", prompt) >= MEMORIES
    assert all(f"- {one}(" in prompt for one in ("give_item", "pour_drink", "ring_handbell"))


async def test_the_sixth_answer_in_a_circle_holds_the_same(
    npc: npcclient.NpcClient, model: ScriptedLanguageModel
) -> None:
    """With another character standing by, and asked by name each time."""
    timeline = await npc.timelines.start("farrowhithe")
    place = messages.Movement(id="orrel", place_id="taproom")
    await npc.play.observe(timeline, movements=[place])
    guest = pb.Speaker(id="guest", name="Traveller")
    members = [guest, *(pb.Speaker(id=who, is_character=True) for who in ("hester", "orrel"))]
    circle = await npc.circles.open(timeline, members, place_id="taproom")
    for words in HEARD:
        talk = npc.circles.say(timeline, circle, words, who=guest, to=members[1:2], most_turns=1)
        kinds = [event.WhichOneof("event") async for event in talk]
        assert "turn" in kinds

    reply = last_reply(model)
    prompt = text_of(reply)

    assert "Marisol Vane" in prompt.partition(HEARD[-1])[0]
    assert talk_of(reply)[-LINES - 1 :] == lines(SAID)[-LINES - 1 :]
    assert await whole_memories(npc, timeline, "hester", prompt) >= MEMORIES
