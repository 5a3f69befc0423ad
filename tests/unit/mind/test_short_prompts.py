"""Talk among characters and interviews keep to the budget that the model's context leaves."""

from dataclasses import replace

import pytest

from npcserver.mind.conversation import say_next
from npcserver.mind.interview import interview
from npcserver.model.pondering import Exchange, Questioned
from npcserver.ports.language_model import fixed_budget
from npcserver.prompts.budget import prompt_tokens
from npcserver.prompts.converse import TakeTurn
from npcserver.prompts.interview import AnswerInterview
from npcserver.prompts.render import Templates
from tests.fakes.days import Answering, exchange, situation
from tests.fakes.scenes import recollection

LONG = "The nets were torn again this week, and nobody in the harbour would say how it was done. "
MEMORIES = tuple(recollection(f"{number}. {LONG * 3}") for number in range(20))
TALK = tuple(("Mira" if number % 2 else "Bram", f"{number}. {LONG}") for number in range(20))


def talk() -> Exchange:
    return exchange(*TALK, recollections=MEMORIES)


def questioned() -> Questioned:
    return Questioned(situation=situation(), question="What of the nets?", recollections=MEMORIES)


@pytest.mark.parametrize("tokens", [2048, 2900])
def test_short_prompts_hold_the_last_lines_and_some_memories(tokens: int) -> None:
    """A prompt that may have few tokens keeps 8 lines, the best memories, and the budget."""
    said = TakeTurn.of(talk(), tokens)
    asked = AnswerInterview.of(questioned(), tokens)

    assert prompt_tokens(said.messages(Templates(), "en")) <= tokens
    assert prompt_tokens(asked.messages(Templates(), "en")) <= tokens
    assert len(said.conversation) >= 8
    assert len(said.memories) >= 6
    assert len(asked.memories) >= 6


async def test_budget_is_asked_and_noted_down() -> None:
    """The budget at the moment of asking shapes the question, and stands in the receipt."""
    answer = '{"say": "I know nothing of nets.", "ends": false}'
    _, asked = await say_next(talk(), Answering(answer), fixed_budget(2048))
    answered = await interview(questioned(), Answering(answer), fixed_budget(2048))

    assert asked.prompt_budget == 2048
    assert answered.answer == "I know nothing of nets."


def test_room_is_not_taken_from_who_needs_none() -> None:
    """What fits is the same under any budget, so that a longer one changes nothing."""
    short = replace(talk(), recollections=MEMORIES[:1], conversation=talk().conversation[:4])

    assert TakeTurn.of(short, 2900) == TakeTurn.of(short)
