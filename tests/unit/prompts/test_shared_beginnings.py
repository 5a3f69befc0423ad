"""What prompts of one kind have in common from their first letter on, so that it is read once."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from npcserver.model.inputs import RatingInput, Situation
from npcserver.ports.language_model import Message
from npcserver.prompts.decompose import DecomposeQuestion
from npcserver.prompts.importance import ImportanceQuestion
from npcserver.prompts.impressions import RelationQuestion, SummaryQuestion
from npcserver.prompts.plan import PlanQuestion
from npcserver.prompts.react import ReactQuestion
from npcserver.prompts.reflection import FocalPointsQuestion, InsightsQuestion
from npcserver.prompts.render import Templates
from tests.fakes import prompt_inputs

LANGUAGES = ("en", "zh")
TEMPLATES = Templates()
Asked = Callable[[Situation, str], tuple[Message, ...]]


def rate(at: Situation, language: str) -> tuple[Message, ...]:
    persona = at.character.persona
    statements = RatingInput(
        name=at.character.name, texts=("It rained.",), traits=persona.traits, goals=persona.goals
    )
    return ImportanceQuestion.of(statements).messages(TEMPLATES, language)


def plan(at: Situation, language: str) -> tuple[Message, ...]:
    return PlanQuestion.of(replace(prompt_inputs.plan_input(), situation=at)).messages(
        TEMPLATES, language
    )


def decompose(at: Situation, language: str) -> tuple[Message, ...]:
    return DecomposeQuestion.of(replace(prompt_inputs.decompose_input(), situation=at)).messages(
        TEMPLATES, language
    )


def react(at: Situation, language: str) -> tuple[Message, ...]:
    return ReactQuestion.of(replace(prompt_inputs.react_input(), situation=at)).messages(
        TEMPLATES, language
    )


def relate(at: Situation, language: str) -> tuple[Message, ...]:
    material = replace(prompt_inputs.relation_input(), situation=at)
    return RelationQuestion.of(material).messages(TEMPLATES, language)


def summarise(at: Situation, language: str) -> tuple[Message, ...]:
    material = replace(prompt_inputs.summary_input(), situation=at)
    return SummaryQuestion.of(material).messages(TEMPLATES, language)


def wonder(at: Situation, language: str) -> tuple[Message, ...]:
    material = replace(prompt_inputs.focal_questions_input(), situation=at)
    return FocalPointsQuestion.of(material).messages(TEMPLATES, language)


def infer(at: Situation, language: str) -> tuple[Message, ...]:
    material = replace(prompt_inputs.insights_input(), situation=at)
    return InsightsQuestion.of(material).messages(TEMPLATES, language)


KINDS: Mapping[str, Asked] = {
    "plan": plan, "decompose": decompose, "react": react, "relate": relate,
    "summarise": summarise, "questions": wonder, "insights": infer, "importance": rate,
}  # fmt: skip
PLACED = ("plan", "decompose", "react")
FORM = {"en": "One JSON object", "zh": "只有一个 JSON 对象"}
WHO = {"en": "# Who you are", "zh": "# 你是谁"}
NOW = {"en": "It is Tuesday", "zh": "现在是"}


def prompt(kind: str, language: str, at: Situation) -> str:
    """Return a question as one text."""
    return "\n".join(message.text for message in KINDS[kind](at, language))


def somebody_else(at: Situation) -> Situation:
    """Return the situation of a character of another name and nature."""
    persona = replace(
        at.character.persona, name="Bellamy Quince", traits="loud", background="Came by sea."
    )
    return replace(at, character=replace(at.character, persona=persona))


def shared(one: str, other: str) -> str:
    """Return what two texts begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return one[: next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_rules_and_form_are_the_same_for_all_characters(kind: str, language: str) -> None:
    """They stand first and name nobody, and so do the world and its places."""
    at = prompt_inputs.day_situation()
    mine, its = prompt(kind, language, at), prompt(kind, language, somebody_else(at))

    common = shared(mine, its)

    assert "Mira" not in common
    if kind == "importance":
        assert '"ratings"' in common
        return
    assert FORM[language] in common
    assert "Fenwick" in common
    assert WHO[language] in common
    assert kind not in PLACED or "p4 = Orchard mill" in common


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"importance"}))
def test_the_hour_changes_the_end_of_a_prompt_only(kind: str, language: str) -> None:
    """All that stands before the moment is the same half an hour later."""
    at = prompt_inputs.day_situation()
    now, later = (
        prompt(kind, language, one) for one in (at, replace(at, now=at.now + timedelta(minutes=30)))
    )

    common = shared(now, later)

    assert NOW[language] in common
    assert len(common) > 0.75 * len(now)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", PLACED)
def test_parts_stand_in_the_order_in_which_they_change(kind: str, language: str) -> None:
    """Rules, form, world, places, persona, plan and memories, things, the moment."""
    text = prompt(kind, language, prompt_inputs.day_situation())
    order = (
        FORM[language], "A harbour town", "p1 = ", WHO[language], "<memories", "<things", "<moment",
    )  # fmt: skip

    places = [text.rindex(words) for words in order]

    assert all(before < after for before, after in pairwise(places))
