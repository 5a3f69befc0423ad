"""Saying the next line to another character, within the budget of the prompt."""

import json
from dataclasses import replace

import pytest

from npcserver.mind.conversation import last_own_lines, say_next, spoken_only
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.model.canned_lines import is_goodbye, repeats
from npcserver.model.inputs import ConverseInput, InterviewInput
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from npcserver.ports.language_model import fixed_budget
from npcserver.prompts.budget import prompt_tokens
from npcserver.prompts.converse import ConverseQuestion
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.interview import InterviewQuestion
from npcserver.prompts.render import Templates
from tests.fakes import prompt_inputs
from tests.fakes.language_models import CannedAnswers, FragmentModel
from tests.fakes.prompt_inputs import converse_input, day_situation, recollection

TALK = (("Mira", "Is it true about the boat?"), ("Bram", "Who told you that?"))


def said(text: str, *, ends: bool = False) -> str:
    return json.dumps({"say": text, "emotion": {"label": "calm"}, "ends": ends})


async def test_a_line_is_the_models() -> None:
    """It is asked for once."""
    ask = CannedAnswers(said("Ann did, and she saw the nets go."))

    line, asked = await say_next(prompt_inputs.converse_input(*TALK), ask)

    assert line.say == "Ann did, and she saw the nets go."
    assert not line.ends
    assert (asked.calls, ask.purposes) == (1, [Purpose.CONVERSE])


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Mira Holt: Ann did.", "Ann did."),
        ("Mira: Ann did.", "Ann did."),
        ("*wipes a cup* Ann did. [shrugs]", "Ann did."),
        ("Ann did. She saw it.\nBram: Liar!\nMira: No.", "Ann did. She saw it."),
        ("One. Two. Three. Four. Five.", "One. Two. Three. Four."),
        ("*shrugs*", ""),
        ("Bram: I sold it.", ""),
    ],
)
def test_only_ones_own_words_are_spoken(written: str, spoken: str) -> None:
    """No name in front, no stage directions, no line for the other, no sermon."""
    assert spoken_only(written, prompt_inputs.converse_input(*TALK)) == spoken


@pytest.mark.parametrize(
    ("first", "problem"),
    [
        ("Is it true about the boat?", "it repeats what was said before in this talk"),
        ("Is it true then about the boat?", "it repeats what was said before in this talk"),
        ("the cider is gone and so is my patience", "it repeats line 1 of those said before"),
        ("Who told you that?", "it echoes what the other has said"),
        ("*shrugs*", "there are no words of one's own in it"),
    ],
)
async def test_a_line_that_was_said_before_is_asked_for_again(first: str, problem: str) -> None:
    """Once, saying which it was; two calls are the most."""
    ask = CannedAnswers(said(first), said("Ann told me."))

    line, asked = await say_next(prompt_inputs.converse_input(*TALK), ask)

    assert (line.say, asked.calls) == ("Ann told me.", 2)
    assert problem in ask.complaints[0]


async def test_a_model_that_only_repeats_itself_is_not_heard() -> None:
    """Then a small line of our own is said, which is none of those said before."""
    exchange = prompt_inputs.converse_input(*TALK)
    again = said("Is it true about the boat?")

    line, asked = await say_next(exchange, CannedAnswers(again, again))

    assert asked.verdict is AnswerStatus.DEFAULTED
    assert not repeats(line.say, last_own_lines(exchange))
    assert not is_garbage(line.say)


async def test_a_goodbye_ends_the_talk_whatever_its_flag_says() -> None:
    """And an end without a goodbye is one too."""
    talk = prompt_inputs.converse_input(*TALK)

    goodbye, _ = await say_next(talk, CannedAnswers(said("Never mind. Goodbye, Bram.")))
    silent, _ = await say_next(
        talk, CannedAnswers(said("Then there is nothing to say.", ends=True))
    )

    assert goodbye.ends
    assert silent.ends


async def test_nobody_leaves_with_the_first_word() -> None:
    """A talk that has just begun is not over."""
    line, _ = await say_next(
        prompt_inputs.converse_input(), CannedAnswers(said("Goodbye, winter!", ends=True))
    )

    assert not line.ends


async def test_when_it_is_time_a_goodbye_is_said() -> None:
    """A model that talks on is asked again, and is not heard if it will not stop."""
    talk = prompt_inputs.converse_input(*TALK, should_end=True)
    more = said("And another thing.")

    line, asked = await say_next(talk, CannedAnswers(more, more))

    assert asked.answer is None
    assert line.ends
    assert is_goodbye(line.say)


async def test_every_default_of_a_long_evening_is_new() -> None:
    """Thirty lines without a model: none says the same again, and each talk ends."""
    own: list[str] = []
    for _ in range(10):
        talk: list[tuple[str, str]] = []
        for turn in range(12):
            exchange = prompt_inputs.converse_input(*talk, own_lines=tuple(own[-30:]), about="")
            line, _ = await say_next(exchange, CannedAnswers("", ""))
            assert not repeats(line.say, last_own_lines(exchange))
            own.append(line.say)
            talk += [("Mira", line.say), ("Bram", f"Hm, that was the {turn} time you said so.")]
            if line.ends:
                break
        else:
            pytest.fail("it never ends")


def test_lines_of_this_talk_come_first() -> None:
    """The last thirty lines count, the latest first."""
    exchange = prompt_inputs.converse_input(
        *TALK, own_lines=tuple(f"line {number}" for number in range(40))
    )

    found = last_own_lines(exchange)

    assert len(found) == 30
    assert found[:2] == ("Is it true about the boat?", "line 39")


LONG = "The nets were torn again this week, and nobody in the harbour would say how it was done. "
MEMORIES = tuple(recollection(f"{number}. {LONG * 3}") for number in range(20))
LONG_TALK = tuple(("Mira" if number % 2 else "Bram", f"{number}. {LONG}") for number in range(20))


def talk() -> ConverseInput:
    return converse_input(*LONG_TALK, recollections=MEMORIES)


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


def test_space_is_not_taken_from_who_needs_none() -> None:
    """What fits is the same under any budget, so that a longer one changes nothing."""
    short = replace(talk(), recollections=MEMORIES[:1], conversation=talk().conversation[:4])

    assert ConverseQuestion.of(short, 2900) == ConverseQuestion.of(short)
