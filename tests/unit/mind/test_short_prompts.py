"""Talk among characters and interviews keep to the budget that the model's context leaves."""

from dataclasses import replace

import pytest

from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.model.inputs import ConverseInput, InterviewInput
from npcserver.ports.language_model import fixed_budget
from npcserver.prompts.budget import prompt_tokens
from npcserver.prompts.converse import ConverseQuestion
from npcserver.prompts.interview import InterviewQuestion
from npcserver.prompts.render import Templates
from tests.fakes.language_models import FragmentModel
from tests.fakes.prompt_inputs import converse_input, day_situation, recollection

LONG = "The nets were torn again this week, and nobody in the harbour would say how it was done. "
MEMORIES = tuple(recollection(f"{number}. {LONG * 3}") for number in range(20))
TALK = tuple(("Mira" if number % 2 else "Bram", f"{number}. {LONG}") for number in range(20))


def talk() -> ConverseInput:
    return converse_input(*TALK, recollections=MEMORIES)


def questioned() -> InterviewInput:
    return InterviewInput(
        situation=day_situation(), question="What of the nets?", recollections=MEMORIES
    )


@pytest.mark.parametrize("tokens", [2048, 2900])
def test_short_prompts_hold_the_last_lines_and_some_memories(tokens: int) -> None:
    """A prompt that may have few tokens keeps 8 lines, the best memories, and the budget."""
    said = ConverseQuestion.of(talk(), tokens)
    asked = InterviewQuestion.of(questioned(), tokens)

    assert prompt_tokens(said.messages(Templates(), "en")) <= tokens
    assert prompt_tokens(asked.messages(Templates(), "en")) <= tokens
    assert len(said.conversation) >= 8
    assert len(said.memories) >= 6
    assert len(asked.memories) >= 6


async def test_budget_is_asked_and_noted_down() -> None:
    """The budget at the moment of asking shapes the question, and stands in the receipt."""
    answer = ['{"say": "I know nothing of nets.", "ends": false}']
    thinker = PromptedThinker(FragmentModel(answer), Templates(), budget=fixed_budget(2048))

    asked = await thinker.think(talk())
    answered = await thinker.think(questioned())

    assert asked.prompt_budget == 2048
    assert answered.answer == "I know nothing of nets."


def test_room_is_not_taken_from_who_needs_none() -> None:
    """What fits is the same under any budget, so that a longer one changes nothing."""
    short = replace(talk(), recollections=MEMORIES[:1], conversation=talk().conversation[:4])

    assert ConverseQuestion.of(short, 2900) == ConverseQuestion.of(short)
