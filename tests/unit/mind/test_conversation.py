"""Saying the next line to another character."""

import json

import pytest

from npcserver.mind.conversation import last_own_lines, say_next, spoken_only
from npcserver.model.canned_lines import is_goodbye, repeats
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from npcserver.prompts.garbage import is_garbage
from tests.fakes import prompt_inputs
from tests.fakes.language_models import CannedAnswers

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
