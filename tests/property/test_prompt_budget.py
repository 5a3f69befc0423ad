"""The prompt of a reply within any budget, whatever the scene holds."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.inputs import ReplyInput, Spoken
from npcserver.prompts.budget import LINES, MEMORIES, FittedPrompt, fit
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion
from npcserver.prompts.tokens import prompt_tokens
from tests.conftest import examples
from tests.fakes.prompt_inputs import (
    character,
    commitment,
    midday_state,
    persona,
    recollection,
    reply_scene,
)

TEMPLATES = Templates()
SENTENCES = (
    "The tide comes in at four and takes the road. ",
    "\u6f6e\u6c34\u56db\u70b9\u6da8\u4e0a\u6765\u3002",
)
KINDS = ("person", "item", "door")
PROSE = ("affordances", "things", "present", "lore", "promises", "attempts")
texts = st.builds(
    lambda sentence, times: sentence * times, st.sampled_from(SENTENCES), st.integers(0, 60)
)


@st.composite
def scenes(draw: st.DrawFn) -> ReplyInput:
    """Draw a scene with up to 40 affordances, 200 things and a persona beyond its ceilings."""
    offers = tuple(
        Affordance(
            name=f"do_{number}",
            description=draw(texts)[:200],
            parameters=(
                Parameter(
                    name="what", type=ParameterType.ENTITY, entity_kinds=(KINDS[number % 3],)
                ),
            ),
        )
        for number in range(draw(st.sampled_from((0, 1, 8, 40))))
    )
    things = tuple(
        Entity(id=f"e{number}", name=f"thing {number}", kind=KINDS[number % 3])
        for number in range(draw(st.sampled_from((0, 3, 19, 200))))
    )
    said = [draw(texts) for _ in range(draw(st.integers(0, 14)))]
    known = [draw(texts) for _ in range(draw(st.integers(0, 14)))]
    recollections = tuple(
        replace(
            recollection(f"{number}. {text}"),
            is_fresh=draw(st.booleans()),
            is_pinned=draw(st.integers(0, 9)) == 0,
            score=draw(st.floats(0, 1)),
        )
        for number, text in enumerate(known)
    )
    return reply_scene(
        **midday_state(),
        character=character(
            persona(
                background=draw(texts) * 4,
                currently=draw(texts),
                voice=draw(texts),
                lifestyle=draw(texts),
                goals=tuple(draw(st.lists(texts, max_size=4))),
            )
        ),
        affordances=offers,
        entities=things,
        conversation=tuple(
            Spoken(speaker="Ann", text=f"{number}. {text}", is_own=False)
            for number, text in enumerate(said)
        ),
        recollections=recollections,
        commitments=(commitment("pay"),) * draw(st.integers(0, 3)),
    )


def fitted(where: ReplyInput, tokens: int, language: str = "en") -> FittedPrompt:
    return fit(ReplyQuestion.of(where), TEMPLATES, language, tokens)


def shown(found: FittedPrompt) -> dict[str, int]:
    return {part.part: part.shown for part in found.parts}


@settings(max_examples=examples(60), deadline=None)
@given(scenes(), st.integers(600, 30_000), st.sampled_from(("en", "zh")))
def test_a_prompt_keeps_to_its_budget_or_holds_no_more_than_it_must(
    where: ReplyInput, tokens: int, language: str
) -> None:
    """Beyond the budget stands only what always does; and the same again for the same scene."""
    found = fitted(where, tokens, language)
    least = fitted(where, 0, language)

    assert found.tokens <= tokens or found == least
    assert found == fitted(where, tokens, language)
    assert found.tokens == prompt_tokens(found.messages)
    assert found.messages == found.question.messages(TEMPLATES, language)


@settings(max_examples=examples(60), deadline=None)
@given(scenes(), st.integers(600, 30_000))
def test_floors_come_before_prose(where: ReplyInput, tokens: int) -> None:
    """Where anything stands that is no floor, so do the last lines and the best memories, whole."""
    found = fitted(where, tokens)
    held, wanted = shown(found), ReplyQuestion.of(where)
    lines = min(LINES, len(wanted.conversation))

    if any(held.get(part) for part in PROSE):
        assert held.get("talk", 0) >= lines
        assert held.get("memories", 0) >= min(MEMORIES, len(wanted.memories))
    count = len(found.question.conversation)
    assert found.question.conversation == wanted.conversation[len(wanted.conversation) - count :]
    assert set(found.question.memories) <= set(wanted.memories)


@settings(max_examples=examples(60), deadline=None)
@given(scenes(), st.integers(600, 30_000), st.integers(0, 4_000))
def test_more_space_holds_all_that_less_does(where: ReplyInput, tokens: int, more: int) -> None:
    """No part has fewer items in a larger prompt, and none of its items is another."""
    small, large = fitted(where, tokens).question, fitted(where, tokens + more).question

    assert set(small.memories) <= set(large.memories)
    assert set(small.affordances) <= set(large.affordances)
    assert set(small.things) <= set(large.things)
    assert large.conversation[len(large.conversation) - len(small.conversation) :] == (
        small.conversation
    )
    assert len(small.persona.background) <= len(large.persona.background)


@settings(max_examples=examples(40), deadline=None)
@given(scenes(), st.integers(600, 30_000))
def test_what_was_left_out_is_counted(where: ReplyInput, tokens: int) -> None:
    """What stands there and what does not come to all there is, part by part."""
    found, whole = fitted(where, tokens), fitted(where, 10**9)
    everything = {part.part: part.shown for part in whole.parts}

    assert all(part.left_out == 0 for part in whole.parts)
    for part in found.parts:
        assert part.shown + part.left_out == everything.get(part.part, 0)
        assert 0 <= part.cut <= part.shown
    assert sum(part.tokens for part in found.parts) >= found.tokens - 8 - len(found.parts)


@settings(max_examples=examples(40), deadline=None)
@given(scenes(), st.integers(600, 30_000))
def test_text_and_schema_offer_the_same(where: ReplyInput, tokens: int) -> None:
    """Entities stand in the prompt only where something offered there can take them."""
    question = fitted(where, tokens).question
    kinds = {
        kind for offer in question.affordances for one in offer.parameters for kind in one.choices
    }

    assert {thing.kind for thing in question.things} <= kinds
    assert {one.name for one in question.offered(where.affordances)} == {
        view.name for view in question.affordances
    }
    assert [one.id for one in question.within_reach(where.entities)] == [
        thing.id for thing in question.things
    ]
