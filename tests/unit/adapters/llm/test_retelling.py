"""Memories written to or about a character, as it tells them itself."""

import pytest

from npcserver.adapters.llm.actor.retelling import Retold
from npcserver.adapters.llm.actor.turning import turned_round

NAME = "Isabella Rodriguez"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            "You and Maria Lopez have known each other for about a year",
            "Maria Lopez and I have known each other for about a year.",
        ),
        ("Maria Lopez is a loyal friend to you", "Maria Lopez is a loyal friend to me."),
        (
            "Isabella Rodriguez is planning a party with her customers",
            "I'm planning a party with my customers.",
        ),
        (
            "Isabella Rodriguez opens the cafe at 8am, and stands there until she closes it.",
            "I open the cafe at 8am, and stand there until I close it.",
        ),
        ("Isabella Rodriguez is a poet. She loves the sea.", "I'm a poet. I love the sea."),
        ("Isabella likes cats and dogs", "I like cats and dogs."),
        ("Isabella goes to bed around 11pm, awakes up around 6am", None),
        ("You've known Tom since the time he helped you and your wife", None),
        ("You think you are kind of cute", "I think I'm kind of cute."),
        ("This is very important -- you have a crush on Maria", "I have a crush on Maria."),
        ("Tom told Isabella about the party", "Tom told me about the party."),
        ("Isabella's sister is a nurse", "My sister is a nurse."),
        ("Tom gave you your hat", "Tom gave me my hat."),
        ("Isabella Rodriguez met Maria Lopez and told her about her cafe", None),
        ("You were tired and you weren't hungry", "I was tired and I wasn't hungry."),
        ("The bell was stolen", "The bell was stolen."),
    ],
)
def test_first_person(written: str, told: str | None) -> None:
    """`You` and the character's own name become `I`, `me` and `my`, and verbs follow."""
    text = Retold(NAME).first_person(written)

    if told is not None:
        assert text == told
    assert NAME not in text
    assert "you" not in text.lower().split()


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            "Landlady of the Gull, as her mother was.",
            "I'm the landlady of the Gull, as my mother was.",
        ),
        ("A widow of nine years.", "I'm a widow of nine years."),
        ("Rises at five, eats too little.", "I rise at five, eat too little."),
        ("Open the door at six.", "I open the door at six."),
        ("Up at half past five.", "I'm up at half past five."),
        ("Collected sixty pounds for his church.", "I collected sixty pounds for my church."),
        ("Last autumn she was ill.", "Last autumn I was ill."),
        ("Her sight has been clouding.", None),
    ],
)
def test_portraits_may_leave_out_the_subject(written: str, told: str | None) -> None:
    """What a persona says of nobody in particular is about its character."""
    text = Retold(NAME).first_person(written, is_portrait=True)

    assert told is None or text == told
    assert text


def test_pronouns_of_others_stay() -> None:
    """`Her` after another woman's name is hers."""
    text = Retold(NAME).first_person("Isabella Rodriguez met Maria Lopez and told her the truth")

    assert text == "I met Maria Lopez and told her the truth."


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("Ada is a loyal friend to you and loves your bread", "You're a loyal friend to me"),
        ("You and Ada have known each other for years", "You and I have known each other"),
        ("Ada's dog bit you", "Your dog bit me."),
        ("You promised Ada a sword", "I promised you a sword."),
    ],
)
def test_the_listener_is_addressed(written: str, told: str) -> None:
    """What is remembered of the listener is said to the listener."""
    assert Retold(NAME, "Ada").first_person(written).startswith(told)


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        ("I'm allergic to nuts", "you're allergic to nuts"),
        ("My name is Ada and I was here", "your name is Ada and you were here"),
        ("I love you", "you love me"),
        ("I think you are kind", "you think I am kind"),
        ("You should visit me", "I should visit you"),
        ("You told me about your dog", "I told you about my dog"),
        ("The bridge is gone", "The bridge is gone"),
        ("I am Ann. I keep bees! My dog is old.", "you are Ann. You keep bees! Your dog is old."),
    ],
)
def test_a_speaker_hears_it_said_back(said: str, turned: str) -> None:
    """First and second person change places."""
    assert turned_round(said) == turned
