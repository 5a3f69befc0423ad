"""Reading what an author wrote about somebody's days."""

import pytest

from npcserver.language.habits import Errand, dinner_time, doing, errands, minutes_of, waking_hours


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("06:00", 360),
        ("6am", 360),
        ("6 a.m.", 360),
        ("6:30 pm", 1110),
        ("18h30", 1110),
        ("18.30", 1110),
        ("6", 360),
        ("22", 1320),
        ("noon", 720),
        ("midnight", 0),
        ("half past six", 390),
        ("quarter to seven in the evening", 1125),
        ("07:00:00", 420),
        ("2023-02-13T06:30:00", 390),
        ("六点半", 390),
        ("早上9:30", 570),
        ("晚上十一点", 1380),
        ("24", 1440),
        ("25", None),
        ("soon", None),
        ("", None),
    ],
)
def test_times_are_read_however_they_are_written(text: str, minutes: int | None) -> None:
    """Twelve hours or twenty-four, figures or words, English or Chinese."""
    assert minutes_of(text) == minutes


@pytest.mark.parametrize(
    ("lifestyle", "hours"),
    [
        ("Ann goes to bed around 11pm, awakes up around 6am.", (360, 1380)),
        ("Ann goes to bed around midnight, awakes up around 7amam.", (420, 1440)),
        ("Ann goes to bed around 2am, awakes up around 10am.", (600, 1560)),
        ("Up at half past five, in bed by midnight, sits down twice.", (330, 1440)),
        ("Sleeps from eight in the morning until two; awake all night.", (840, 1680)),
        ("Oven lit at three, asleep by eight.", (420, 1200)),
        ("Eats standing up.", (420, 1350)),
        ("", (420, 1350)),
        ("goes to bed at 7am and wakes up at 6am", (360, 1680)),
        ("goes to bed at 9am and wakes up at 6am", (360, 1680)),
        ("早上六点起床，晚上十一点半睡觉", (360, 1410)),
    ],
)
def test_waking_hours(lifestyle: str, hours: tuple[int, int]) -> None:
    """Bedtimes after midnight belong to the day before; what is not written is usual."""
    wakes, sleeps = waking_hours(lifestyle)

    if lifestyle.endswith("wakes up at 6am"):  # absurd: anything sensible will do
        assert sleeps - wakes >= 360
    else:
        assert (wakes, sleeps) == hours


@pytest.mark.parametrize(
    ("lifestyle", "minutes"),
    [("eats dinner around 17:30pm.", 1050), ("eats dinner around 5", 1020), ("eats late", None)],
)
def test_dinner_time(lifestyle: str, minutes: int | None) -> None:
    """A dinner at five is in the afternoon."""
    assert dinner_time(lifestyle) == minutes


@pytest.mark.parametrize(
    ("plan", "found"),
    [
        (
            "Ann Lee opens the Rose and Crown at 5pm everyday, and stands at it until 10pm.",
            [Errand(1020, 1320, "opening the Rose and Crown")],
        ),
        ("Ann Lee goes to the hall from 10am to 2pm.", [Errand(600, 840, "going to the hall")]),
        ("Bake from three, sell at half past four.", [Errand(900, None, "baking")]),
        ("Works at least 6 hours a day.", []),
        ("Walks in the afternoon.", []),
        ("早上八点开店，站到晚上八点", [Errand(480, 1200, "开店")]),
    ],
)
def test_errands(plan: str, found: list[Errand]) -> None:
    """What happens at a stated time, until when, and in the words of the author."""
    assert list(errands(plan, wakes=420, name="Ann Lee"))[:1] == found


@pytest.mark.parametrize(
    ("clause", "activity"),
    [
        ("Ann teaches", "teaching"),
        ("she studies law", "studying law"),
        ("Ann goes home", "going home"),
        ("he closes the shop", "closing the shop"),
        ("Open the door", "opening the door"),
        ("trim the wicks", "trimming the wicks"),
        ("taproom", "seeing to taproom"),
        ("Opens the door", "opening the door"),
        ("lanterns for sale", "seeing to lanterns for sale"),
        ("sweeping the floor", "sweeping the floor"),
        ("开店", "开店"),
        ("", ""),
    ],
)
def test_a_clause_becomes_an_activity(clause: str, activity: str) -> None:
    """Without its subject, in a form that fits after `is`; what names no deed is seen to."""
    assert doing(clause, "Ann Lee") == activity
