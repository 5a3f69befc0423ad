"""`MemoryService.Explain` with the prompt, over the wire."""

from pathlib import Path

import npcclient
import pytest
from npcclient import messages
from npcclient.errors import NotFound

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.adapters.llm.schema_model import SchemaLanguageModel
from npcserver.cli.worlds import sample_world
from tests.benchmarks.played import quiet


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
