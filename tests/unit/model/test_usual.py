"""Days and hours by habit."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npcserver.language.day import activities
from npcserver.model.day import (
    LONGEST_BLOCK,
    DayPlan,
    faults_of_day,
    faults_of_steps,
    repeated_meals,
)
from npcserver.model.default_day import default_day, default_steps
from npcserver.model.ids import PlaceId
from npcserver.model.inputs import KnownPlace, PlanInput
from npcserver.prompts.garbage import is_garbage
from tests.conftest import examples
from tests.fakes import prompt_inputs
from tests.fakes.prompt_inputs import NOW

MIDNIGHT = NOW.replace(hour=0, minute=0)
KNOWN = {place.id for place in prompt_inputs.PLACES}

lifestyles = st.one_of(
    st.just(""),
    st.text(max_size=60),
    st.builds(
        "{} goes to bed around {}{}, awakes up around {}{}, eats dinner around {}pm.".format,
        st.just("Mira"),
        st.integers(0, 13),
        st.sampled_from(["", "am", "pm", ":30", ":15pm"]),
        st.integers(0, 24),
        st.sampled_from(["", "am", "pm", ":45"]),
        st.integers(1, 12),
    ),
    st.builds("早上{}点起床，晚上{}点半睡觉".format, st.integers(1, 12), st.integers(1, 12)),
    st.sampled_from(["Sleeps from eight in the morning until two; awake all night.", "Up at six."]),
)
plans = st.one_of(
    st.just(""),
    st.text(max_size=80),
    st.sampled_from(
        [
            "Opens the taproom at 10am, and stands at the bar until 9pm, then closes it.",
            "Bake from three, sell bread at half past four, has lunch at noon, lunch again at 5pm.",
            "Breakfast at 7, breakfast at 8, dinner at 9pm and supper at 10pm.",
            "早上八点开店，站到晚上八点，中午十二点吃午饭",
            "at 1am at 2am at 3am at 4pm walks from 11pm to 1am",
        ]
    ),
)
personas = st.builds(
    lambda lifestyle, plan, language: prompt_inputs.landlady(
        lifestyle=lifestyle, daily_plan=plan, language=language
    ),
    lifestyles,
    plans,
    st.sampled_from(["en", "zh", "zh-CN", "de"]),
)


def clocks(plan: DayPlan) -> list[tuple[str, str, str | None]]:
    return [(f"{one.starts_at:%H:%M}", one.activity, one.place_id) for one in plan.blocks]


def sound(plan: DayPlan) -> bool:
    places = {block.place_id for block in plan.blocks}
    return faults_of_day(plan) == () and places <= KNOWN and plan.is_default


def test_a_day_follows_from_what_its_author_wrote() -> None:
    """The habits give the hours, the plan the work, the places are those known; meals come once."""
    plan = default_day(prompt_inputs.plan_input())

    assert clocks(plan) == [
        ("06:00", "getting up and washing", "loft"),
        ("06:30", "having breakfast", "loft"),
        ("07:00", "going about the work of the day", "anchor"),
        ("10:00", "opening the taproom", "anchor"),
        ("12:30", "having lunch", "anchor"),
        ("13:15", "opening the taproom", "anchor"),
        ("15:55", "opening the taproom", "anchor"),
        ("18:30", "having dinner", "anchor"),
        ("19:30", "opening the taproom", "anchor"),
        ("21:00", "spending a quiet evening at home", "loft"),
        ("22:30", "getting ready for bed", "loft"),
    ]
    assert plan.sleeps_at == MIDNIGHT + timedelta(hours=23)


def test_a_character_without_habits_has_a_day_too() -> None:
    """From seven to half past ten."""
    plan = default_day(
        prompt_inputs.plan_input(prompt_inputs.landlady(lifestyle="", daily_plan="", background=""))
    )

    assert (f"{plan.wakes_at:%H:%M}", f"{plan.sleeps_at:%H:%M}") == ("07:00", "22:30")


def test_who_has_a_shop_works_there() -> None:
    """Its own open place comes before a place that its background mentions."""
    shop = KnownPlace(id=PlaceId("shop"), path="The Oven", hours="05:00-19:00", is_own=True)
    tower = KnownPlace(id=PlaceId("tower"), path="Lantern Head: the tower")
    baker = prompt_inputs.landlady(daily_plan="", background="Sells buns below Lantern Head.")

    plan = default_day(prompt_inputs.plan_input(baker, places=(shop, tower)))

    work = activities("en")["work"]
    assert {one.place_id for one in plan.blocks if one.activity == work} == {PlaceId("shop")}


def test_a_chinese_day_is_in_chinese() -> None:
    """Its wording follows the language of the persona."""
    plan = default_day(
        prompt_inputs.plan_input(prompt_inputs.landlady(language="zh", daily_plan="早上八点开店"))
    )

    assert plan.blocks[0].activity == "起床洗漱"
    assert all(not block.activity.isascii() for block in plan.blocks)


@settings(max_examples=examples(60), deadline=None)
@given(personas, st.dates(date(1990, 1, 1), date(2040, 1, 1)), st.booleans())
def test_every_day_is_sound(persona: object, day: date, is_told: bool) -> None:  # noqa: FBT001
    """Whatever is written of a character: no overlap, no gap, no meal twice, no invented place."""
    whispers = ("Have lunch at the quay and run for mayor.",) if is_told else ()
    plan = default_day(prompt_inputs.plan_input(persona, day=day, whispers=whispers))  # type: ignore[arg-type]

    assert sound(plan)
    assert all(block.minutes <= LONGEST_BLOCK for block in plan.blocks)
    assert not any(is_garbage(text) for text in plan.outline if "：" not in text)
    assert plan.sleeps_at <= datetime.combine(day, NOW.timetz().replace(hour=4, minute=0)) + (
        timedelta(days=1)
    )


@pytest.mark.parametrize(
    "whispers", [(), ("Run for mayor; tell them at lunch.",), ("Run.", "Hide.") * 9]
)
@pytest.mark.parametrize("before", ["none", "today", "yesterday"])
def test_the_rest_of_a_day_is_sound_at_every_quarter_hour(
    before: str, whispers: tuple[str, ...]
) -> None:
    """From whenever it is planned anew, what was done stays and all of it is a sound day."""
    today = default_day(prompt_inputs.plan_input())
    yesterday = default_day(prompt_inputs.plan_input(day=NOW.date() - timedelta(days=1)))
    previous = {"none": None, "today": today, "yesterday": yesterday}[before]
    for quarter in range(28 * 4):
        moment = MIDNIGHT + timedelta(minutes=15 * quarter, seconds=20)
        plan = default_day(
            prompt_inputs.plan_input(previous=previous, rest_from=moment, whispers=whispers)
        )

        assert sound(plan)
        minute = moment.replace(second=0)
        assert plan.block_at(minute) is not None
        done = [block for block in plan.blocks if block.ends_at <= minute]
        kept = () if before != "today" else today.changed_from(minute, ()).blocks
        assert tuple(done[: len(kept)]) == kept


def test_the_rest_of_a_day_goes_on_as_planned() -> None:
    """Without a reason to change it, a planned day stays what it was."""
    before = prompt_inputs.day_plan((480, "wash"), (240, "serve ale"), (240, "mend nets"))

    plan = default_day(prompt_inputs.plan_input(previous=before, rest_from=NOW))

    assert [(one.activity, one.minutes) for one in plan.blocks] == [
        ("wash", 480),
        ("serve ale", 5),
        ("serve ale", 235),
        ("mend nets", 240),
    ]


HEEDING = "seeing to something that came to mind"


def test_an_inner_voice_makes_space_in_the_day() -> None:
    """At the place that it names; its words are not for those who see the act."""
    plan = default_day(prompt_inputs.plan_input(whispers=("Wait for the boat on the quay.",)))

    told = [block for block in plan.blocks if block.activity == HEEDING]
    assert [block.place_id for block in told] == [prompt_inputs.QUAY]
    assert not any("boat" in block.activity for block in plan.blocks)


def test_every_inner_voice_finds_its_hour() -> None:
    """One after the other, as far as the day has space; the newest goes first."""
    voices = ("Ask Bram for a vote.", "Ask Cy for a vote.", "Wait for the boat on the quay.")

    plan = default_day(prompt_inputs.plan_input(whispers=voices))

    told = [block for block in plan.blocks if block.activity == HEEDING]
    assert sum(block.minutes for block in told) == 60 * len(voices)
    assert told[0].place_id == prompt_inputs.QUAY
    assert faults_of_day(plan) == ()


def test_who_knows_no_place_is_nowhere() -> None:
    """No place is made up."""
    plan = default_day(prompt_inputs.plan_input(places=()))

    assert {block.place_id for block in plan.blocks} == {None}
    assert faults_of_day(plan) == ()


def test_a_meal_that_was_had_is_not_had_again() -> None:
    """A rest without a plan before it starts with no meal of the past."""
    before = prompt_inputs.day_plan((480, "have breakfast, lunch and dinner"), (480, "serve ale"))
    plan = default_day(prompt_inputs.plan_input(previous=before, rest_from=NOW))

    assert repeated_meals(plan.blocks) == ()


@given(st.integers(5, 240), st.sampled_from(["serve ale", "having breakfast", "sleep", "打扫"]))
@settings(max_examples=examples(80), deadline=None)
def test_steps_fill_a_block_exactly(minutes: int, activity: str) -> None:
    """In steps of 5 to 15 minutes, whatever its length."""
    hour = prompt_inputs.decompose_input(minutes, activity)

    steps = default_steps(hour)

    assert faults_of_steps(hour.block, steps) == ()
    assert not any(is_garbage(step.activity) for step in steps)


def test_steps_differ_and_use_what_is_there() -> None:
    """Wording changes from step to step; the thing is one of the place."""
    steps = default_steps(prompt_inputs.decompose_input(60, "having breakfast"))

    assert len({step.activity for step in steps}) == len(steps)
    assert {step.object for step in steps} == {"long table"}
    assert default_steps(prompt_inputs.decompose_input(60, "wool-gathering"))[0].object == ""


def test_a_moment_is_one_step() -> None:
    """Less than five minutes cannot be cut."""
    assert [step.minutes for step in default_steps(prompt_inputs.decompose_input(3))] == [3]


def test_the_same_dawn_makes_the_same_day() -> None:
    """Nothing is left to chance."""
    dawn: PlanInput = prompt_inputs.plan_input()

    assert default_day(dawn) == default_day(replace(dawn))
