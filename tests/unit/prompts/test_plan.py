"""Reading a plan for a day."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import cast

import pytest

from npcserver.model.day import Block, DayPlan, faults_of_day
from npcserver.model.default_day import default_day
from npcserver.model.ids import PlaceId
from npcserver.model.inputs import KnownPlace, PlanInput
from npcserver.prompts.questions.decompose import DecomposeQuestion
from npcserver.prompts.questions.plan import PlanQuestion
from npcserver.prompts.reply_reader import Unparseable
from tests.fakes import prompt_inputs
from tests.fakes.prompt_inputs import NOW

MIDNIGHT = NOW.replace(hour=0, minute=0)
BLOCKS = (
    ("06:00", 60, "getting up", "loft"),
    ("07:00", 30, "having breakfast", "loft"),
    ("07:30", 150, "walking on the quay", "quay"),
    ("10:00", 150, "serving ale", "anchor"),
    ("12:30", 30, "having lunch", "anchor"),
    ("13:00", 480, "serving ale and cider", "anchor"),
    ("21:00", 120, "counting the barrels", "anchor"),
)
Row = tuple[object, object, str, object]


def answer(*rows: Row, **changes: object) -> str:
    members: dict[str, object] = {
        "currently": "Mira Holt wants the roof mended before winter.",
        "wake_up": "06:00",
        "sleep": "23:00",
        "outline": ["open the taproom", "serve", "count"],
        "blocks": [
            {
                "start": start,
                "minutes": minutes,
                "activity": activity,
                "place": place,
                "emoji": "🍺",
            }
            for start, minutes, activity, place in rows or BLOCKS
        ],
    }
    return json.dumps({**members, **changes}, ensure_ascii=False)


def read(text: str, dawn: PlanInput | None = None) -> DayPlan:
    return PlanQuestion.of(dawn or prompt_inputs.plan_input()).read(text)


def clocks(plan: DayPlan) -> list[tuple[str, int, str]]:
    return [(f"{one.starts_at:%H:%M}", one.minutes, one.activity) for one in plan.blocks]


def test_a_good_plan_is_taken_as_it_is() -> None:
    """Who one is by now, the hours, the strokes, and every block with its place and emoji."""
    plan = read(answer())

    assert faults_of_day(plan) == ()
    assert plan.currently == "Mira Holt wants the roof mended before winter."
    assert plan.outline == ("open the taproom", "serve", "count")
    assert plan.wakes_at == MIDNIGHT + timedelta(hours=6)
    assert plan.sleeps_at == MIDNIGHT + timedelta(hours=23)
    assert plan.blocks[0].place_id == prompt_inputs.LOFT
    assert plan.blocks[0].emoji == "🍺"
    assert not plan.is_default


def test_long_blocks_are_cut() -> None:
    """Nothing takes longer than four hours at a stretch."""
    plan = read(answer())

    assert [one.minutes for one in plan.blocks if "cider" in one.activity] == [240, 240]


@pytest.mark.parametrize(
    ("written", "clock"),
    [
        ("6am", "06:00"),
        ("6:00 a.m.", "06:00"),
        ("06:00:00", "06:00"),
        ("2023-02-14T06:00:00", "06:00"),
        (6, "06:00"),
        ("half past six", "06:30"),
        ("早上六点半", "06:30"),
        ("soon", "06:00"),
        (None, "06:00"),
    ],
)
def test_times_are_read_as_models_write_them(written: object, clock: str) -> None:
    """Twelve hours, twenty-four, words, or nothing: then the habit of the character counts."""
    first: Row = (clock, 90, "getting up", "loft")
    plan = read(answer(first, *BLOCKS[2:], wake_up=written))

    assert f"{plan.wakes_at:%H:%M}" == clock


def test_afternoons_of_twelve_hours_are_afternoons() -> None:
    """A block at 1:00 of a character who rises at six is one in the afternoon."""
    rows: tuple[Row, ...] = (
        ("6:00", 240, "mending nets", "quay"),
        ("10:00", 180, "serving ale", "anchor"),
        ("1:00", 240, "serving cider", "anchor"),
        ("5:00 pm", 240, "singing", "anchor"),
        ("9:00 pm", 120, "counting", "anchor"),
    )

    assert [clock for clock, _, _ in clocks(read(answer(*rows)))] == [
        "06:00",
        "10:00",
        "13:00",
        "17:00",
        "21:00",
    ]


def test_who_sleeps_after_midnight_has_a_long_day() -> None:
    """A bedtime of two is that of the next morning; one after four is cut to four."""
    late: tuple[Row, ...] = (*BLOCKS[:-1], ("21:00", 300, "singing", "anchor"))

    assert read(answer(*late, sleep="02:00")).sleeps_at == MIDNIGHT + timedelta(hours=26)
    latest: tuple[Row, ...] = (*late, ("02:00", 180, "weeping", "anchor"))
    assert read(answer(*latest, sleep="05:00")).sleeps_at == MIDNIGHT + timedelta(hours=28)


def test_small_gaps_and_overlaps_are_closed() -> None:
    """What bad arithmetic explains is mended: an hour and less."""
    rows: tuple[Row, ...] = (
        ("06:20", 30, "getting up", "loft"),
        ("07:00", 240, "walking on the quay", "quay"),
        ("10:00", 500, "serving ale", "anchor"),
        ("19:00", 200, "counting", "anchor"),
    )

    assert clocks(read(answer(*rows))) == [
        ("06:00", 60, "getting up"),
        ("07:00", 180, "walking on the quay"),
        ("10:00", 180, "serving ale"),
        ("13:00", 180, "serving ale"),
        ("16:00", 180, "serving ale"),
        ("19:00", 240, "counting"),
    ]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ((*BLOCKS[:2], ("07:30", 400, "walking", "quay"), *BLOCKS[3:]), "starts before"),
        ((*BLOCKS[:-1], ("21:00", 120, "having lunch", "loft")), "lunch is planned twice"),
    ],
)
def test_what_is_wrong_is_named(rows: tuple[Row, ...], fault: str) -> None:
    """Overlaps and second lunches go back to the model, in words."""
    with pytest.raises(Unparseable, match=fault):
        read(answer(*rows))


def block_at(plan: DayPlan, clock: str) -> Block:
    hours, minutes = map(int, clock.split(":"))
    found = plan.block_at(MIDNIGHT + timedelta(hours=hours, minutes=minutes))
    assert found is not None
    return found


def usable(text: str) -> DayPlan:
    with pytest.raises(Unparseable) as refused:
        read(text)
    return cast("DayPlan", refused.value.usable)


@pytest.mark.parametrize("rows", [(*BLOCKS[:3], *BLOCKS[4:]), BLOCKS[:-1], BLOCKS[2:]])
def test_a_plan_with_gaps_is_not_asked_for_again(rows: tuple[Row, ...]) -> None:
    """Whatever is missing, in the middle or at either end, is filled; what was planned stands."""
    plan = read(answer(*rows))

    assert faults_of_day(plan) == ()
    assert {activity for _, _, activity, _ in rows} <= {one.activity for one in plan.blocks}


def test_gaps_are_filled_by_habit() -> None:
    """What was planned stands at its hour and place; the rest is as usual."""
    rows: tuple[Row, ...] = (("15:00", 120, "mending the roof", "loft"),)
    plan = read(answer(*rows))

    assert faults_of_day(plan) == ()
    assert ("15:00", 120, "mending the roof") in clocks(plan)
    assert block_at(plan, "16:00").place_id == prompt_inputs.LOFT
    assert plan.currently == "Mira Holt wants the roof mended before winter."
    assert not plan.is_default
    by_habit = {one.activity for one in default_day(prompt_inputs.plan_input()).blocks}
    assert {one.activity for one in plan.blocks} <= {"mending the roof", *by_habit}
    assert "having breakfast" in {one.activity for one in plan.blocks}


def test_an_activity_that_comes_again_and_again_is_left_to_habit() -> None:
    """It is named to the model; three times a day stand."""
    rows: list[Row] = []
    for hour in range(6, 23, 2):
        rows.append((f"{hour:02}:00", 60, "trimming the wick", "loft"))
        rows.append((f"{hour + 1:02}:00", 60, f"carrying sack {hour}", "quay"))
    with pytest.raises(Unparseable, match="'trimming the wick' comes again and again"):
        read(answer(*rows))
    plan = usable(answer(*rows))

    assert faults_of_day(plan) == ()
    assert [one.activity for one in plan.blocks].count("trimming the wick") == 3


def test_of_two_blocks_that_overlap_the_later_begins_on_time() -> None:
    """As a character would who had promised both."""
    rows: tuple[Row, ...] = (
        ("06:00", 600, "mending nets", "quay"), ("13:00", 600, "serving ale", "anchor")
    )  # fmt: skip
    plan = usable(answer(*rows))

    assert faults_of_day(plan) == ()
    assert block_at(plan, "12:59").activity == "mending nets"
    assert block_at(plan, "13:00").activity == "serving ale"


def test_a_meal_that_was_planned_is_not_had_by_habit_too() -> None:
    """It is had when it was planned."""
    plan = read(answer(("15:00", 60, "having lunch with Bram", "anchor")))

    assert faults_of_day(plan) == ()
    lunches = [one for one in clocks(plan) if "lunch" in one[2]]
    assert lunches == [("15:00", 60, "having lunch with Bram")]


def test_the_rest_of_a_day_is_filled_by_habit_as_well() -> None:
    """What was done of it stays."""
    dawn = prompt_inputs.plan_input(previous=prompt_inputs.day_plan(), rest_from=NOW)
    plan = read(answer((f"{NOW:%H:%M}", 20, "looking for the key", "quay")), dawn)

    assert faults_of_day(plan) == ()
    assert block_at(plan, f"{NOW:%H:%M}").activity == "looking for the key"
    assert plan.blocks[0].activity == "get up"


@pytest.mark.parametrize(
    ("written", "activity", "place"),
    [
        ("The Anchor: taproom", "serving ale", prompt_inputs.ANCHOR),
        ("QUAY", "serving ale", prompt_inputs.QUAY),
        ("the old quay of Fenwick", "serving ale", prompt_inputs.QUAY),
        ("the moon base", "walking on the quay", prompt_inputs.QUAY),
        ("the moon base", "dreaming", prompt_inputs.LOFT),
        ("", "dreaming", prompt_inputs.LOFT),
        (17, "dreaming", prompt_inputs.LOFT),
    ],
)
def test_places_are_known_ones(written: object, activity: str, place: str) -> None:
    """A path, a name or an id is a place; an invented one becomes the nearest, or the home."""
    rows: tuple[Row, ...] = (("06:00", 1020, activity, written),)

    assert {one.place_id for one in read(answer(*rows)).blocks} == {place}


def test_without_places_nothing_is_anywhere() -> None:
    """Who knows no place plans a day at none."""
    plan = read(answer(), prompt_inputs.plan_input(places=()))

    assert {one.place_id for one in plan.blocks} == {None}


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Status: Mira Holt is planning a feast.", "Mira Holt is planning a feast."),
        ("近况：她想把屋顶修好再过冬。", "她想把屋顶修好再过冬。"),
        ("this is blank", "short of cider since the storm"),
        ("", "short of cider since the storm"),
        (None, "short of cider since the storm"),
    ],
)
def test_who_one_is_carries_no_heading(written: object, kept: str) -> None:
    """`currently` is a sentence without `Status:`; what is none leaves it as it was."""
    assert read(answer(currently=written)).currently == kept


def test_blocks_that_are_garbage_are_left_out() -> None:
    """Remains of a form and error texts are no activity; their neighbours fill the time."""
    rows: tuple[Row, ...] = (
        *BLOCKS[:2],
        ("07:30", 30, "<activity>", "quay"),
        ("08:00", 120, "walking on the quay", "quay"),
        *BLOCKS[3:],
    )

    activities = [activity for _, _, activity in clocks(read(answer(*rows)))]

    assert activities[:3] == ["getting up", "having breakfast", "walking on the quay"]


def test_emojis_are_emojis() -> None:
    """Words in their place are replaced by one that fits."""
    blocks = [{"start": "06:00", "minutes": 1020, "activity": "reading", "emoji": "book"}]

    assert read(answer(blocks=blocks)).blocks[0].emoji == "📖"


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "I cannot help.", '{"blocks": []}'])
def test_what_is_no_plan_is_refused(text: str) -> None:
    """Nothing is made of an answer that holds no block."""
    with pytest.raises(Unparseable):
        read(text)


def test_the_rest_of_a_day_follows_what_was_done() -> None:
    """From the moment on it is new; what was under way is cut off there, bedtime may move."""
    dawn = prompt_inputs.plan_input(
        previous=prompt_inputs.day_plan(), rest_from=NOW, because="The stove is burning."
    )
    rows: tuple[Row, ...] = (
        ("14:05", 55, "putting out the stove", "anchor"),
        ("15:00", 240, "mending the roof", "anchor"),
        ("19:00", 240, "grumbling", "anchor"),
    )

    plan = read(answer(*rows, wake_up="14:05", sleep="23:00"), dawn)

    assert faults_of_day(plan) == ()
    assert plan.wakes_at == MIDNIGHT + timedelta(hours=6)
    assert clocks(plan) == [
        ("06:00", 120, "get up"),
        ("08:00", 365, "serve ale"),
        ("14:05", 55, "putting out the stove"),
        ("15:00", 240, "mending the roof"),
        ("19:00", 240, "grumbling"),
    ]


def test_a_meal_that_was_had_is_not_had_again() -> None:
    """The rest of the day knows what came before it."""
    before = prompt_inputs.day_plan((360, "get up"), (60, "have lunch"), (600, "serve ale"))
    dawn = prompt_inputs.plan_input(previous=before, rest_from=NOW)
    rows: tuple[Row, ...] = (
        ("14:05", 115, "mending the roof", "anchor"),
        ("16:00", 420, "having lunch", "anchor"),
    )

    with pytest.raises(Unparseable, match="lunch is planned twice"):
        read(answer(*rows), dawn)


def test_only_known_places_are_offered() -> None:
    """The schema lists places as they are known; of too many, the character's own stay."""
    many = tuple(
        KnownPlace(id=PlaceId(f"s{number}"), path=f"Street {number}", is_own=number == 70)
        for number in range(80)
    )
    question = PlanQuestion.of(prompt_inputs.plan_input(places=many))

    assert [place.path for place in question.places] == [
        *(f"Street {number}" for number in range(47)), "Street 70",
    ]  # fmt: skip
    assert question.places[-1].is_own
    assert '"p48"' in json.dumps(question.schema())
    assert '"s70"' not in json.dumps(question.schema())


@pytest.mark.parametrize("named", ["p3", " P3 ", "quay", "Quay", "Fenwick: quay"])
def test_a_place_is_known_by_its_short_id_its_id_and_its_path(named: str) -> None:
    """Prompts show short ids; whatever an answer writes, the plan holds the place's own id."""
    question = PlanQuestion.of(prompt_inputs.plan_input())
    block = {"start": "06:00", "minutes": 960, "activity": "wait", "place": named}

    assert question.places[2].path == "Fenwick: quay"
    plan = question.read(json.dumps({"wake_up": "06:00", "sleep": "22:00", "blocks": [block]}))
    assert {one.place_id for one in plan.blocks} == {"quay"}


def test_an_authors_id_that_looks_like_a_short_one_is_no_other_place() -> None:
    """Where an author wrote p1, p2, … places go by their ids."""
    places = tuple(
        KnownPlace(id=PlaceId(name), path=f"Street {name}") for name in ("p2", "p1", "p9")
    )
    question = PlanQuestion.of(prompt_inputs.plan_input(places=places))

    assert [place.id for place in question.places] == ["p2", "p1", "p9"]


def test_plans_and_steps_list_the_same_places() -> None:
    """All questions of a character have one list in one order, wherever the block happens."""
    hour = prompt_inputs.decompose_input(45)
    elsewhere = replace(hour, block=replace(hour.block, place_id=hour.places[-1].id))
    lists = {DecomposeQuestion.of(hour).places, DecomposeQuestion.of(elsewhere).places}

    assert lists == {PlanQuestion.of(prompt_inputs.plan_input(places=hour.places)).places}
