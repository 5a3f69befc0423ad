"""Small lines of our own stock, goodbyes, and repetitions."""

import pytest

from npcserver.model.canned_lines import canned_utterance, is_goodbye, repeats
from npcserver.prompts.garbage import is_garbage
from tests.fakes import prompt_inputs

TALK = (("Mira", "Is it true?"), ("Bram", "Who told you that?"))


def test_an_opening_greets_and_says_why() -> None:
    """By the hour of the day, by name, with what brought them to talk."""
    line = canned_utterance(prompt_inputs.converse_input())

    assert line.say.startswith("Good day, Bram.")
    assert "Bram means to sell the boat" in line.say
    assert not line.ends


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("about", ["", "the boat", "茶馆着火了", "a {0} {name} b"])
@pytest.mark.parametrize("seed", range(9))
def test_lines_are_lines(language: str, about: str, seed: int) -> None:
    """At every stage of a talk, in either language: words, and never remains of a form."""
    situation = prompt_inputs.day_situation(prompt_inputs.landlady(language=language), seed=seed)
    for said in ((), TALK, TALK * 4):
        line = canned_utterance(
            prompt_inputs.converse_input(*said, situation=situation, about=about)
        )

        assert line.say
        assert "{" not in line.say
        assert not is_garbage(line.say)


@pytest.mark.parametrize(
    "exchange",
    [
        prompt_inputs.converse_input(*TALK, should_end=True),
        prompt_inputs.converse_input(*TALK, ("Mira", "Ann."), ("Bram", "I must be off. Goodbye!")),
        prompt_inputs.converse_input(*TALK * 3),
    ],
)
def test_leave_is_taken(exchange: object) -> None:
    """When it is time, when the other does, or when there is nothing more to say."""
    line = canned_utterance(exchange)  # type: ignore[arg-type]

    assert line.ends
    assert is_goodbye(line.say)


@pytest.mark.parametrize(
    "text",
    [
        "Goodbye, Bram.",
        "Bye!",
        "See you tomorrow.",
        "I must be going.",
        "Well, I should get back to it. Take care.",
        "Take care of yourself.",
        "I have to go now.",
        "Until next time.",
        "Good night, all.",
    ],
)
def test_goodbyes_are_known(text: str) -> None:
    """In many words."""
    assert is_goodbye(text)


@pytest.mark.parametrize(
    "text",
    [
        "I will take care of it.",
        "I must go to the market at noon; will you come?",
        "It can wait until tomorrow.",
        "We had a good night at the inn.",
        "As long as you pay, so long as you live.",
        "He said goodbye to her.",
        "She came to the farewell party.",
        "再说一遍。",
    ],
)
def test_what_is_no_goodbye(text: str) -> None:
    """Words that only look like one end nothing."""
    assert not is_goodbye(text)


def test_chinese_goodbyes_are_known() -> None:
    """To who speaks Chinese."""
    assert is_goodbye("我先走了，回头见。", "zh")
    assert not is_goodbye("我先走了，回头见。", "en")


@pytest.mark.parametrize(
    ("line", "earlier", "is_again"),
    [
        ("The cider is gone!", "the cider is gone", True),
        ("The cider is gone by now, Bram.", "The cider is gone by now.", True),
        ("The cider is gone.", "The ale is gone.", False),
        ("No.", "No.", True),
        ("No, Bram.", "No, Ann.", False),
        ("今天的酒卖完了。", "今天的酒卖完了", True),
        ("今天的酒卖完了。", "明天的鱼要早点买", False),
        ("One two three four five.", "Five four three two one.", True),
    ],
)
def test_repetitions_are_found(line: str, earlier: str, is_again: bool) -> None:  # noqa: FBT001
    """Word for word, in other marks, or nearly; short answers only word for word."""
    assert bool(repeats(line, ["Hm.", earlier])) is is_again
