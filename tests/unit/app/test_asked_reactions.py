"""The few questions of a day that go to what is out of the ordinary."""

from datetime import timedelta

import pytest

from npcserver.model.attention import Attention
from npcserver.model.day import Block, DayPlan, Step
from npcserver.model.feelings import Standing
from npcserver.model.ids import PlaceId
from npcserver.model.pondering import Reaction
from npcserver.model.purpose import Purpose
from npcserver.model.record import Draft, RecordKind, Remembered, Source, facet
from npcserver.model.surroundings import object_key
from npcserver.model.thought import Thought
from tests.fakes.neighbours import YARD, Neighbours, neighbours
from tests.fakes.stage import INN, START, clock, moved

NOON = START + timedelta(hours=4)
_AN_HOUR = timedelta(hours=1)


def sight(text: str, where: PlaceId = INN, *about: str) -> Draft:
    body = Remembered(
        source=Source.WITNESSED, place_id=where, about=about or ("cy",), is_standing=True
    )
    return Draft(kind=RecordKind.OBSERVATION, subject_id="mira", text=text, body=body)


async def yard(tier: Attention = Attention.FOREGROUND) -> Neighbours:
    """Mira and Cy in the inn, where she has seen him sweep three times, and decided about it."""
    here = await neighbours()
    oven = Step(
        starts_at=NOON + timedelta(hours=9), minutes=30, activity="bake", place_id=INN,
        object="stove",
    )  # fmt: skip
    plan = DayPlan(
        day=START.date(),
        wakes_at=START,
        sleeps_at=START + timedelta(hours=15),
        blocks=(
            Block(starts_at=START, minutes=780, activity="mend a coat", place_id=INN),
            Block(
                starts_at=START + timedelta(hours=13), minutes=120, activity="bake",
                place_id=INN, steps=(oven,),
            ),
        ),
    )  # fmt: skip
    await here.put(
        moved("bram", None),
        Draft(kind=RecordKind.DAY, subject_id="mira", body=plan),
        clock(NOON - timedelta(hours=3)),
        *(sight(f"Cy is sweeping the floor for the {count} time") for count in ("1st", "2nd")),
        sight("Cy is sweeping the steps"),
        clock(NOON),
    )
    dislike = Standing(other_id="cy", other_name="Cy", affinity=-30)  # no talk comes between
    relation = Draft(kind=RecordKind.RELATION, subject_id=facet("mira", "cy"), body=dislike)
    await here.put(relation)
    await here.attend("mira", tier)
    return here


async def later(here: Neighbours, hours: float, *drafts: Draft) -> None:
    """Let time pass, then let Mira decide about what she sees."""
    await here.put(clock(NOON + hours * _AN_HOUR), *drafts)
    await here.notice()


async def asked(here: Neighbours) -> list[int]:
    """Return how many calls each decision of Mira made."""
    bodies = [record.body for record in await here.records(RecordKind.THOUGHT, of="mira")]
    return [
        one.calls for one in bodies if isinstance(one, Thought) and one.purpose is Purpose.REACT
    ]


@pytest.mark.parametrize(
    ("sighting", "questions"),
    [
        (sight("Cy is sweeping the hearth"), 0),
        (sight("Cy is dancing on a table"), 1),
        (sight("Cy is sweeping the gravel", YARD), 1),
        (sight("stove is dismantled", INN, object_key(INN, "stove")), 1),
        (sight("bar is dismantled", INN, object_key(INN, "bar")), 0),
    ],
)
async def test_only_what_is_out_of_the_ordinary_is_asked_about(
    sighting: Draft, questions: int
) -> None:
    """An odd deed, an odd place, and the thing that the plan needs next."""
    here = await yard()
    await later(here, 1, sighting)
    assert len(here.noticings) == questions
    assert await asked(here) == ([1] if questions else [0])


async def test_what_the_model_decides_is_done() -> None:
    """She leaves her coat and goes to see."""
    here = await yard()
    step = Step(starts_at=NOON + _AN_HOUR, minutes=10, activity="fetch him down", place_id=INN)
    here.reaction = Reaction(choice="react", step=step)
    await later(here, 1, sight("Cy is dancing on a table"))
    (act,) = await here.records(RecordKind.ACT, of="mira")
    assert "fetch him down" in act.text or "fetch him down" in repr(act.body)


async def test_three_a_day_and_two_hours_between_them() -> None:
    """The fourth odd thing is left to the rules; the next morning there are three again."""
    here = await yard()
    await later(here, 1, sight("Cy is dancing on a table"))
    await later(here, 1.5, sight("Cy is juggling lemons"))
    assert await asked(here) == [1, 0]
    await later(here, 3.5, sight("Cy is reciting poems"))
    await later(here, 6, sight("Cy is wrestling a goose"))
    await later(here, 8.5, sight("Cy is painting the ceiling"))
    assert await asked(here) == [1, 0, 1, 1, 0]
    await later(here, 24, sight("Cy is walking upside down"))
    assert (await asked(here))[-1] == 1


async def test_the_allowance_survives_a_restart() -> None:
    """What was asked is counted from the log, by whichever server."""
    here = await yard()
    here.restart(asked_a_day=1)
    await later(here, 1, sight("Cy is dancing on a table"))
    here.restart(asked_a_day=1)
    await later(here, 4, sight("Cy is juggling lemons"))
    assert await asked(here) == [1, 0]


async def test_nobody_asks_with_an_allowance_of_none_or_in_the_background() -> None:
    """The rules settle it."""
    here = await yard()
    here.restart(asked_a_day=0)
    await later(here, 1, sight("Cy is dancing on a table"))
    assert await asked(here) == [0]
    behind = await yard(Attention.BACKGROUND)
    await later(behind, 1, sight("Cy is dancing on a table"))
    assert await asked(behind) == [0]


async def test_memories_of_an_author_are_never_noticed() -> None:
    """What is known from the start is nothing that just happened."""
    here = await yard()
    body = Remembered(source=Source.AUTHORED)
    known = Draft(
        kind=RecordKind.OBSERVATION, subject_id="mira", text="The stove is burning.", body=body
    )
    await later(here, 1, known)
    assert here.noticings == []
    assert await asked(here) == []
