"""Answers about days, steps, reactions and lines, however spoiled: sound, known, or refused."""

import json
import random
from datetime import timedelta
from typing import cast

from hypothesis import example, given, settings
from hypothesis import strategies as st

from npcserver.mind.conversation import last_own_lines, say_next
from npcserver.model.canned_lines import repeats
from npcserver.model.day import DayPlan, Step, faults_of_day, faults_of_steps
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.questions.converse import ConverseQuestion
from npcserver.prompts.questions.decompose import DecomposeQuestion
from npcserver.prompts.questions.plan import PlanQuestion
from npcserver.prompts.questions.react import CHOICES, ReactQuestion
from npcserver.prompts.reply_reader import Unparseable
from tests.conftest import examples
from tests.fakes import prompt_inputs
from tests.fakes.language_models import GARBAGE, CannedAnswers
from tests.fakes.prompt_inputs import NOW

KNOWN = {place.id: {name for name, _ in place.objects} for place in prompt_inputs.PLACES}
MIDNIGHT = NOW.replace(hour=0, minute=0)

DAY: dict[str, object] = {
    "currently": "Mira Holt wants the roof mended before winter.",
    "wake_up": "06:00",
    "sleep": "23:00",
    "outline": ["open the taproom", "serve", "count"],
    "blocks": [
        {"start": "06:00", "minutes": 60, "activity": "getting up", "place": "loft", "emoji": "🛏"},
        {"start": "07:00", "minutes": 30, "activity": "breakfast", "place": "loft", "emoji": "🍞"},
        {"start": "07:30", "minutes": 300, "activity": "walking", "place": "quay", "emoji": "🚶"},
        {"start": "12:30", "minutes": 630, "activity": "serving", "place": "anchor", "emoji": "🍺"},
    ],
}
STEPS: dict[str, object] = {
    "steps": [
        {
            "minutes": 15,
            "activity": f"serving guest {number}",
            "place": "anchor",
            "object": "long table",
            "object_state": "being wiped",
            "emoji": "🍺",
        }
        for number in range(4)
    ]
}
REACTION: dict[str, object] = {
    "choice": "react",
    "activity": "dousing the stove",
    "minutes": 20,
    "place": "anchor",
    "object": "stove",
    "object_state": "wet",
    "emoji": "🪣",
    "with": "bram",
    "about": "the smoke",
}
LINE: dict[str, object] = {
    "say": "Ann did. She saw it.",
    "emotion": {"label": "calm"},
    "ends": False,
}

values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**6), 10**6),
        st.floats(),
        st.text(max_size=30),
        st.sampled_from(GARBAGE),
        st.sampled_from(
            ["anchor", "QUAY", "the moon", "bram", "lunch", "6am", "25:61", "sleeping"]
        ),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["start", "minutes", "activity", "place", "choice", "say"]),
            inner,
            max_size=5,
        ),
    ),
    max_leaves=8,
)


@st.composite
def spoiled(draw: st.DrawFn, answer: dict[str, object]) -> str:
    """Return an answer with members replaced, rows shuffled, letters changed or its end cut off."""
    chance = random.Random(draw(st.integers(0, 10**6)))
    text = json.dumps(_spoil(answer, chance, draw), ensure_ascii=False)
    match draw(st.integers(0, 4)):
        case 0:
            return text[: chance.randrange(len(text) + 1)]
        case 1:
            letters = list(text)
            for _ in range(draw(st.integers(1, 12))):
                letters[chance.randrange(len(letters))] = chance.choice('{}[],:"\\\0\ufffd09')
            return "".join(letters)
        case 2:
            return f"Certainly! ```json\n{text}\n``` I hope that this helps."
        case _:
            return text


def _spoil(value: object, chance: random.Random, draw: st.DrawFn) -> object:
    if chance.random() < 0.08:
        return draw(values)
    if isinstance(value, dict):
        return {key: _spoil(each, chance, draw) for key, each in value.items()}
    if isinstance(value, list):
        rows = [_spoil(each, chance, draw) for each in value]
        if chance.random() < 0.1:
            chance.shuffle(rows)
        return rows * 2 if chance.random() < 0.05 else rows
    return value


def keeps_to_the_world(step: Step) -> bool:
    """Say whether a step is at a known place, with a thing of it, and in plain words."""
    things = KNOWN.get(step.place_id) if step.place_id else None
    texts = [text for text in (step.activity, step.object_state) if text]
    return (
        things is not None
        and (not step.object or step.object in things)
        and bool(step.activity)
        and not any(is_garbage(text) for text in texts)
    )


@settings(max_examples=examples(300), deadline=None)
@given(spoiled(DAY), st.integers(-4, 28 * 4), st.sampled_from(["new", "rest", "rest of a plan"]))
@example("[]", 0, "new")
@example(json.dumps(DAY).replace('"minutes": 630', '"": 630'), 105, "rest of a plan")
def test_a_plan_is_sound_or_refused(text: str, quarter: int, kind: str) -> None:
    """No overlap, no gap, no meal twice, no place that is not known, whatever was answered.

    The same holds for what can be made of one that was refused.
    """
    moment = MIDNIGHT + timedelta(minutes=15 * quarter)
    dawn = prompt_inputs.plan_input(
        rest_from=None if kind == "new" else moment,
        previous=prompt_inputs.day_plan((60, "wash"), (900, "serve ale"))
        if kind == "rest of a plan"
        else None,
    )
    try:
        plan = PlanQuestion.of(dawn).read(text)
    except Unparseable as fault:
        if fault.usable is None:
            return
        plan = cast("DayPlan", fault.usable)

    assert faults_of_day(plan) == ()
    assert all(keeps_to_the_world(block.as_step) for block in plan.blocks)
    assert all(block.minutes <= 240 or block.activity == "serve ale" for block in plan.blocks)
    assert not any(is_garbage(stroke) for stroke in plan.outline)
    assert not is_garbage(plan.currently)
    assert not plan.currently.casefold().startswith("status")


@settings(max_examples=examples(200), deadline=None)
@given(spoiled(STEPS), st.integers(10, 240))
def test_steps_fill_their_block_or_are_refused(text: str, minutes: int) -> None:
    """To the minute, at known places, with things that are there.

    The same holds for what can be made of those that were refused.
    """
    hour = prompt_inputs.decompose_input(minutes)
    try:
        steps = DecomposeQuestion.of(hour).read(text)
    except Unparseable as fault:
        if fault.usable is None:
            return
        steps = cast("tuple[Step, ...]", fault.usable)

    assert faults_of_steps(hour.block, steps) == ()
    assert all(keeps_to_the_world(step) for step in steps)


@settings(max_examples=examples(200), deadline=None)
@given(spoiled(REACTION), st.sampled_from(CHOICES))
def test_a_reaction_is_possible_or_refused(text: str, choice: str) -> None:
    """At a known place, or with a character who is there."""
    try:
        found = ReactQuestion.of(prompt_inputs.react_input()).read(
            text.replace('"react"', f'"{choice}"')
        )
    except Unparseable:
        return

    assert found.choice in CHOICES
    assert (found.step is not None) == (found.choice == "react")
    assert found.partner_id == ("bram" if found.choice == "talk" else "")
    assert found.step is None or keeps_to_the_world(found.step)
    assert found.step is None or 5 <= found.step.minutes <= 120
    assert not found.about or not is_garbage(found.about)


@settings(max_examples=examples(200), deadline=None)
@given(spoiled(LINE))
def test_a_line_is_spoken_words_or_refused(text: str) -> None:
    """Never the remains of a form."""
    try:
        found = ConverseQuestion.of(prompt_inputs.converse_input()).read(text)
    except Unparseable:
        return

    assert not is_garbage(found.say)


@settings(max_examples=examples(100), deadline=None)
@given(spoiled(LINE), spoiled({**LINE, "say": "The cider is gone, and so is my patience."}))
async def test_what_is_said_is_new(first: str, second: str) -> None:
    """Whatever two answers there were, a line comes that was not said before."""
    exchange = prompt_inputs.converse_input(("Mira", "Ann did. She saw it."), ("Bram", "Liar."))

    line, _ = await say_next(exchange, CannedAnswers(first, second))

    assert line.say
    assert not is_garbage(line.say)
    assert not repeats(line.say, last_own_lines(exchange))
