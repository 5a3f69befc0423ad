"""The order of the prompt of `reply`: what seldom changes first, what each turn changes last."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise, takewhile

import pytest

from npcserver.model.commitment import Commitment
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import ReplyInput, Spoken
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion
from tests.fakes.prompt_inputs import NOW, character, midday_state, persona, reply_scene

LANGUAGES = ("en", "zh")
PROMISE = Commitment(
    commitment_id="com_1",
    by_id="mira",
    by_name="Mira Holt",
    to_id="ann",
    to_name="Ann",
    what="bring Ann the ale",
)


def prompt(where: ReplyInput, language: str = "en", mark: str = "m") -> str:
    question = replace(ReplyQuestion.of(where), mark=mark, canary=mark)
    return "\n".join(message.text for message in question.messages(Templates(), language))


def common(one: str, other: str) -> str:
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(letter for letter, _ in same)


def full(**changes: object) -> ReplyInput:
    return reply_scene(**{**midday_state(), "commitments": (PROMISE,), **changes})


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_and_form_are_the_same_for_all_characters(language: str) -> None:
    """Up to the persona, the prompts of two characters have no byte that differs."""
    other = replace(character(persona(name="Tom Reed", age=20)), id=CharacterId("tom"))
    prompts = [prompt(full(), language), prompt(full(character=other), language, mark="n")]
    instructions = ReplyQuestion.of(full()).instructions(Templates(), language)

    shared = common(*prompts)

    assert "Mira" not in shared
    assert all(line in shared for line in instructions.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_stand_in_the_order_in_which_they_change(language: str) -> None:
    """Persona, place, offers, people, promises, memories, talk, the moment, the words heard."""
    now = {"en": "It is Tuesday", "zh": "现在是"}[language]
    text = prompt(full(), language)
    order = (
        '"promises"', "dry, patient", "harbour town", "- pour", "p1 = Ann", "<people", "Pays late",
        "<promises", "<present", "<memories", "There was.", now, "<now", "<closest", "door?",
    )  # fmt: skip

    places = [text.rindex(words) for words in order]

    assert all(before < after for before, after in pairwise(places))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_next_turn_shares_the_prompt_up_to_the_end_of_the_talk(language: str) -> None:
    """A clock that went on, another mood and two more lines change nothing before the talk ends."""
    first = full()
    said = (
        Spoken(speaker="Ann", text=first.heard, is_own=False),
        Spoken(speaker="Mira Holt", text="The storm took it.", is_own=True),
    )
    later = replace(
        first,
        conversation=(*first.conversation, *said),
        heard="Who will mend it?",
        now=NOW + timedelta(minutes=2),
        mood=replace(first.mood, valence=0.5, why="somebody asks"),
    )

    shared = common(prompt(first, language), prompt(later, language))

    assert shared.rstrip().endswith('"say": "There was.", "intents": []}')
