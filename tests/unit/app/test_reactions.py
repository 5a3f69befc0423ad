"""Characters react to what they perceive, by rule or by a question to the model."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.model.character import Attention
from npcserver.model.day import Act, Block, Cause, DayPlan, Step, faults_of_day
from npcserver.model.errors import Conflict
from npcserver.model.feelings import Standing
from npcserver.model.ids import PlaceId
from npcserver.model.inputs import Reaction
from npcserver.model.job import JobKind
from npcserver.model.model_use import Purpose
from npcserver.model.record import Draft, RecordKind, Remembered, Source, subject_key
from npcserver.model.thought import Conversed, Thought
from npcserver.model.world import IDLE, ObjectState, object_key, statement
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import YARD, NpcConversationApp, new_npc_conversation_app
from tests.fakes.language_models import settle_tasks
from tests.fakes.store_world import INN, MIRA, START, WORLD, clock, moved, seen

NOON = START + timedelta(hours=4, minutes=7, seconds=30)


async def test_a_burning_stove_makes_the_cook_react_and_plan_from_that_moment() -> None:
    """The act begins at once, says what it is about, and the rest of the day follows it."""
    here = await kitchen()
    fire = await burning(here)

    await here.notice()

    act, day = await act_of(here), await day_of(here)
    assert (act.cause, act.because) == (Cause.REACTION, fire)
    assert "burning" in act.step.activity
    assert act.step.starts_at == NOON.replace(second=0)
    assert faults_of_day(day) == ()
    assert day.step_at(NOON) == act.step
    assert [block.activity for block in day.blocks] == ["cook", act.step.activity, "cook", "rest"]


async def test_the_server_carries_out_what_a_background_character_does() -> None:
    """The thing changes its state, and those who are there see what is done about it."""
    here = await kitchen()
    await burning(here)

    await here.notice()

    (state,) = [record.body for record in await here.records(RecordKind.OBJECT)][-1:]
    assert isinstance(state, ObjectState)
    assert (state.object, state.by) == ("stove", "mira")
    assert state.state != "burning"
    seen_by_cy = [record.text for record in await here.records(RecordKind.OBSERVATION, of="cy")]
    assert any("Mira is" in text for text in seen_by_cy)


async def test_the_game_carries_out_what_a_foreground_character_does() -> None:
    """The server says what it does, and moves neither it nor a thing."""
    here = await kitchen()
    await here.attend("mira", Attention.FOREGROUND)
    await burning(here)
    step = Step(starts_at=NOON, minutes=15, activity="run for water", place_id=YARD)
    here.reaction = Reaction(choice="react", step=step)
    before = len(await here.records(RecordKind.PRESENCE, RecordKind.OBJECT))

    await here.notice()

    assert len(here.noticings) == 1
    act = await act_of(here)
    assert (act.step.activity, act.step.place_id) == ("run for water", YARD)
    assert len(await here.records(RecordKind.PRESENCE, RecordKind.OBJECT)) == before
    (receipt,) = await thoughts(here)
    assert (receipt.purpose, receipt.calls) == (Purpose.REACT, 1)


async def test_going_on_leaves_nothing_but_the_thought() -> None:
    """No act, no plan; a rule decided it and no model was asked."""
    here = await kitchen()
    await here.put(seen("It rains."))
    acts = len(await here.records(RecordKind.ACT, RecordKind.DAY))

    await here.notice()

    assert len(await here.records(RecordKind.ACT, RecordKind.DAY)) == acts
    assert here.noticings == []
    assert [(one.purpose, one.calls) for one in await thoughts(here)] == [(Purpose.REACT, 0)]


async def test_nothing_is_considered_twice() -> None:
    """A job that is done again finds nothing; only what came since the last thought counts."""
    here = await kitchen()
    await burning(here)
    await here.notice()
    before = len(await here.records())

    await here.notice()

    assert len(await here.records()) == before
    await here.put(seen("It rains."))
    await here.notice()
    assert len(await thoughts(here)) == 2
    assert len(await here.records(RecordKind.ACT, of="mira")) == 1


async def test_idle_things_and_old_news_are_no_news() -> None:
    """What is idle, what was long ago, and what one did oneself make nobody turn round."""
    here = await kitchen()
    idle = Remembered(source=Source.WITNESSED, place_id=INN, is_standing=True)
    own = Remembered(source=Source.OWN, place_id=INN)
    await here.put(
        Draft(kind=RecordKind.OBSERVATION, subject_id="mira", text=f"the bar is {IDLE}", body=idle),
        Draft(kind=RecordKind.OBSERVATION, subject_id="mira", text="I burned it.", body=own),
        seen("The stove is burning.", at=NOON - timedelta(hours=1)),
    )

    await here.notice()

    assert await thoughts(here) == []


async def test_the_dormant_do_nothing_of_their_own_accord() -> None:
    """Not even when it burns."""
    here = await kitchen()
    await here.attend("mira", Attention.DORMANT)
    await burning(here)

    await here.notice()

    assert await thoughts(here) == []
    assert await here.records(RecordKind.ACT, of="mira") == []


async def test_only_an_alarm_wakes_who_is_asleep() -> None:
    """Rain does not; a burning stove does."""
    here = await kitchen()
    step = Step(starts_at=NOON, minutes=600, activity="sleeping")
    asleep = Act(step=step, cause=Cause.SLEEP)
    await here.put(Draft(kind=RecordKind.ACT, subject_id="mira", body=asleep), seen("It rains."))
    await here.notice()
    assert await thoughts(here) == []

    await burning(here)
    await here.notice()

    assert (await act_of(here)).cause is Cause.REACTION


async def test_an_alarm_is_noticed_behind_however_much_else() -> None:
    """A fire that was seen before sixty other things is dealt with all the same."""
    here = await kitchen()
    fire = await burning(here)
    await here.put(*(seen(f"Guest number {number} came in.") for number in range(60)))

    await here.notice()

    act = await act_of(here)
    assert (act.cause, act.because) == (Cause.REACTION, fire)


@pytest.mark.parametrize(("state", "acts"), [("idle", 0), ("soaked", 0), ("burning fiercely", 1)])
async def test_a_thing_is_looked_at_before_it_is_dealt_with(state: str, acts: int) -> None:
    """What was put out since it was seen burning is left alone; what burns on is not."""
    here = await kitchen()
    await burning(here)
    now = ObjectState(place_id=INN, object="stove", state=state, by="cy")
    key, text = object_key(INN, "stove"), statement("stove", state)
    await here.put(Draft(kind=RecordKind.OBJECT, subject_id=key, text=text, body=now))

    await here.notice()

    assert len(await here.records(RecordKind.ACT, of="mira")) == acts


async def test_who_deals_with_a_danger_is_not_spoken_to() -> None:
    """A friend who comes in does not draw the cook away from the fire."""
    here = await kitchen()
    await burning(here)
    await here.notice()
    await here.put(moved("bram", INN))

    await here.notice("bram")

    assert (await act_of(here)).cause is Cause.REACTION
    assert await here.records(RecordKind.CONVERSATION) == []


SUPPER = "Mira gives a supper on 3 October and invites all she knows."


async def test_a_host_invites_without_being_asked() -> None:
    """Her author's words bring her to talk with one she knows, once."""
    here = await new_npc_conversation_app()

    async def give_intention(unit: UnitOfWork) -> None:
        mira = await unit.character(WORLD, MIRA)
        persona = replace(mira.persona, currently=f"Mira is tired. {SUPPER}")
        await unit.put_character(replace(mira, persona=persona))

    await here.store.write(give_intention)
    known = Standing(other_id="bram", other_name="Bram", affinity=30, familiarity=40)
    subject = subject_key("mira", "bram")
    await here.put(
        moved("cy", None),
        Draft(kind=RecordKind.RELATION, subject_id=subject, body=known),
        clock(NOON),
        moved("bram", INN),
    )
    await here.notice()
    begun = [one.body for one in await here.records(RecordKind.CONVERSATION, of="mira")]
    await here.talk()
    await here.put(clock(NOON + timedelta(hours=3)), moved("bram", None), moved("bram", INN))
    await here.notice()
    again = [one.body for one in await here.records(RecordKind.CONVERSATION, of="mira")]

    assert [one.about for one in begun if isinstance(one, Conversed)] == [SUPPER]
    assert {one.conversation_id for one in again if isinstance(one, Conversed)} == {
        one.conversation_id for one in begun if isinstance(one, Conversed)
    }


async def test_waiting_is_an_act_too() -> None:
    """For a while, and nothing is planned anew."""
    here = await kitchen()
    await here.attend("mira", Attention.FOREGROUND)
    event = await burning(here)
    here.reaction = Reaction(choice="wait")

    await here.notice()

    act = await act_of(here)
    assert (act.cause, act.because, act.step.minutes) == (Cause.WAIT, event, 10)
    assert len(await here.records(RecordKind.DAY, of="mira")) == 1


async def test_a_norm_keeps_a_reaction_out_of_a_full_place() -> None:
    """It is done where one is, and the act says where it was to be."""
    here = await kitchen()

    async def fill(unit: object) -> None:
        await unit.put_place(replace(await unit.place("lantern", YARD), capacity=1))  # type: ignore[attr-defined]

    await here.store.write(fill)
    await here.put(moved("cy", YARD))
    await here.attend("mira", Attention.FOREGROUND)
    await burning(here)
    step = Step(starts_at=NOON, minutes=10, activity="fetch water", place_id=YARD)
    here.reaction = Reaction(choice="react", step=step)

    await here.notice()

    act = await act_of(here)
    assert (act.step.place_id, act.wanted_place_id) == (INN, YARD)


async def test_a_whisper_makes_a_new_plan() -> None:
    """Once; a plan made since then knows of it already."""
    here = await kitchen()
    whisper = Remembered(source=Source.INNER_VOICE)
    await here.put(
        Draft(kind=RecordKind.WHISPER, subject_id="mira", text="You stand for mayor.", body=whisper)
    )

    await here.notice()
    assert (JobKind.PLAN, "mira") in await here.jobs()
    await here.notice()
    assert (JobKind.PLAN, "mira") not in await here.jobs()


async def test_what_was_decided_upon_another_act_is_decided_anew() -> None:
    """Anyone who began something else while it thought did not mean this any more."""
    here = await kitchen()
    await here.attend("mira", Attention.FOREGROUND)
    await burning(here)
    gate = asyncio.Event()

    async def slowly(noticing: object, ask: object) -> object:
        await gate.wait()
        step = Step(starts_at=NOON, minutes=10, activity="put it out")
        return Reaction(choice="react", step=step), (await here.react(noticing, ask))[1]  # type: ignore[arg-type]

    here.reacting._react = slowly  # type: ignore[assignment]
    deciding = asyncio.ensure_future(here.notice())
    await settle_tasks()
    step = Step(starts_at=NOON, minutes=30, activity="leave")
    await here.put(Draft(kind=RecordKind.ACT, subject_id="mira", body=Act(step=step)))
    gate.set()

    with pytest.raises(Conflict):
        await deciding
    assert (await act_of(here)).step.activity == "leave"
    assert await thoughts(here) == []


async def kitchen() -> NpcConversationApp:
    """Open the inn at noon; Mira cooks, Cy is there, Bram is in the yard."""
    here = await new_npc_conversation_app()
    plan = DayPlan(
        day=START.date(),
        wakes_at=START,
        sleeps_at=START + timedelta(hours=14),
        blocks=(
            Block(starts_at=START, minutes=600, activity="cook", place_id=INN),
            Block(starts_at=START + timedelta(hours=10), minutes=240, activity="rest"),
        ),
    )
    await here.put(
        moved("bram", None),
        Draft(kind=RecordKind.DAY, subject_id="mira", body=plan),
        clock(NOON - timedelta(hours=2)),
        clock(NOON),
    )
    return here


async def burning(here: NpcConversationApp) -> int:
    """Set the stove on fire before the eyes of Mira; return the seq of what she saw."""
    state = ObjectState(place_id=INN, object="stove", state="burning")
    text = statement("stove", "burning")
    body = Remembered(source=Source.WITNESSED, place_id=INN, is_standing=True)
    await here.put(
        Draft(kind=RecordKind.OBJECT, subject_id=object_key(INN, "stove"), text=text, body=state),
        Draft(kind=RecordKind.OBSERVATION, subject_id="mira", text=text, body=body),
    )
    return (await here.records())[-1].seq


async def act_of(here: NpcConversationApp, mind: str = "mira") -> Act:
    body = (await here.records(RecordKind.ACT, of=mind))[-1].body
    assert isinstance(body, Act)
    return body


async def day_of(here: NpcConversationApp, mind: str = "mira") -> DayPlan:
    body = (await here.records(RecordKind.DAY, of=mind))[-1].body
    assert isinstance(body, DayPlan)
    return body


async def thoughts(here: NpcConversationApp, mind: str = "mira") -> list[Thought]:
    bodies = [record.body for record in await here.records(RecordKind.THOUGHT, of=mind)]
    return [body for body in bodies if isinstance(body, Thought)]


EXACT_NOON = START + timedelta(hours=4)
_AN_HOUR = timedelta(hours=1)


def sight(text: str, where: PlaceId = INN, *about: str) -> Draft:
    body = Remembered(
        source=Source.WITNESSED, place_id=where, about=about or ("cy",), is_standing=True
    )
    return Draft(kind=RecordKind.OBSERVATION, subject_id="mira", text=text, body=body)


async def yard(tier: Attention = Attention.FOREGROUND) -> NpcConversationApp:
    """Mira and Cy in the inn, where she has seen him sweep three times, and decided about it."""
    here = await new_npc_conversation_app()
    oven = Step(
        starts_at=EXACT_NOON + timedelta(hours=9), minutes=30, activity="bake", place_id=INN,
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
        clock(EXACT_NOON - timedelta(hours=3)),
        *(sight(f"Cy is sweeping the floor for the {count} time") for count in ("1st", "2nd")),
        sight("Cy is sweeping the steps"),
        clock(EXACT_NOON),
    )
    dislike = Standing(other_id="cy", other_name="Cy", affinity=-30)  # no talk comes between
    relation = Draft(kind=RecordKind.RELATION, subject_id=subject_key("mira", "cy"), body=dislike)
    await here.put(relation)
    await here.attend("mira", tier)
    return here


async def later(here: NpcConversationApp, hours: float, *drafts: Draft) -> None:
    """Let time pass, then let Mira decide about what she sees."""
    await here.put(clock(EXACT_NOON + hours * _AN_HOUR), *drafts)
    await here.notice()


async def asked(here: NpcConversationApp) -> list[int]:
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
    step = Step(
        starts_at=EXACT_NOON + _AN_HOUR, minutes=10, activity="fetch him down", place_id=INN
    )
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
