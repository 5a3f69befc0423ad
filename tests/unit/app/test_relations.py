"""What a mind makes of others: moved by what happens, by bounded steps, one person at a time."""

from dataclasses import replace
from datetime import timedelta

from structlog.testing import capture_logs

from npcserver.model.feelings import CHANGE, MOOD_CHANGE, Belief, Mood, Standing, named
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import RelationInput
from npcserver.model.job import JobKind
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import Draft, RecordKind, Remembered, Source, subject_key
from npcserver.ports.storage import UnitOfWork
from tests.fakes.store_world import INN, MIRA, character, moved, seen
from tests.fakes.thought_app import LULL, ThoughtApp, heard_draft, new_thought_app, said_draft

REVISED = {
    "affinity": 6,
    "trust": -3,
    "familiarity": 4,
    "view": "Ann means well.",
    "beliefs": [{"topic": "toms-plan", "text": "Tom's plan is sound.", "change": 8}],
    "feeling": "joy",
}


async def acquainted(**more: object) -> ThoughtApp:
    """Return a den where Mira has talked with the player Ann, a while ago."""
    here = await new_thought_app(0, **more)  # type: ignore[arg-type]
    here.model.says = {"relate": REVISED}
    await here.live(heard_draft("Tom has a plan.", importance=8), said_draft("I will hear it."))
    here.clock.ahead = timedelta(seconds=LULL + 1)
    return here


async def relate(here: ThoughtApp) -> None:
    await here.want(JobKind.RELATE)
    while job := await here.here.store.jobs.claim(here.clock.now(), 60):
        await here.cognition.do(job)


async def standings(here: ThoughtApp) -> list[Standing]:
    bodies = [record.body for record in await here.here.records(RecordKind.RELATION)]
    return [body for body in bodies if isinstance(body, Standing)]


async def test_a_talk_moves_relation_beliefs_and_mood() -> None:
    """All are records of the timeline, with what moved them."""
    here = await acquainted()
    await relate(here)

    (standing,) = await standings(here)
    assert standing == Standing(
        other_id="p1", other_name="Ann", affinity=6, trust=47, familiarity=4,
        view="Ann means well.", evidence=(1, 2),
    )  # fmt: skip
    (belief,) = await here.here.records(RecordKind.BELIEF)
    assert belief.subject_id == subject_key(MIRA, "toms-plan")
    assert belief.body == Belief(
        topic="toms-plan", text="Tom's plan is sound.", score=58, evidence=(1, 2)
    )
    (mood,) = await here.here.records(RecordKind.MOOD)
    assert isinstance(mood.body, Mood)
    assert 0 < mood.body.valence <= min(MOOD_CHANGE, named("joy").valence)
    assert len(await here.here.records(RecordKind.THOUGHT)) == 1


async def test_nothing_jumps_however_strongly_a_model_puts_it() -> None:
    """Every number moves by its bound at most, and a lower familiarity there is not."""
    here = await acquainted()
    here.model.says["relate"] = {
        **REVISED, "affinity": 10, "trust": -10, "familiarity": 10,
        "beliefs": [{"topic": "toms-plan", "text": "It is sound.", "change": 10}],
    }  # fmt: skip
    for number in range(3):
        await here.live(heard_draft(f"Again, {number}!"))
        here.clock.ahead += timedelta(seconds=LULL + 1)
        await relate(here)

    found = await standings(here)
    assert [one.affinity for one in found] == [CHANGE, 2 * CHANGE, 3 * CHANGE]
    assert [one.trust for one in found] == [40, 30, 20]
    scores = [record.body for record in await here.here.records(RecordKind.BELIEF)]
    assert [one.score for one in scores if isinstance(one, Belief)] == [60, 70, 80]
    moods = [record.body for record in await here.here.records(RecordKind.MOOD)]
    steps = [one.valence for one in moods if isinstance(one, Mood)]
    assert all(b - a <= MOOD_CHANGE for a, b in zip([0.0, *steps], steps, strict=False))


async def test_what_happened_moves_once() -> None:
    """A job done again finds nothing new."""
    here = await acquainted()
    await relate(here)
    await relate(here)

    assert len(here.model.asked) == 1
    assert len(await standings(here)) == 1


async def test_what_arrives_during_the_thought_counts_the_next_time() -> None:
    """Nothing falls between two thoughts."""
    here = await acquainted()

    async def speak() -> None:
        here.model.meanwhile = None
        await here.live(heard_draft("One more thing.", importance=9))

    here.model.meanwhile = speak
    await relate(here)
    here.clock.ahead += timedelta(seconds=LULL + 1)
    await relate(here)

    material = here.model.questions
    seen_then = [one.memories for one in material if isinstance(one, RelationInput)]
    texts = [[memory.text for memory in memories] for memories in seen_then]
    assert texts == [["Tom has a plan.", "I will hear it."], ["One more thing."]]


async def test_nobody_is_thought_about_in_the_middle_of_a_talk() -> None:
    """The job waits until the talk has had its lull."""
    here = await acquainted()
    here.clock.ahead = timedelta(0)
    await relate(here)
    assert here.model.asked == []
    here.clock.ahead = timedelta(seconds=LULL + 1)
    await relate(here)

    assert len(await standings(here)) == 1


async def test_an_answer_nobody_can_read_makes_those_who_talked_familiar() -> None:
    """A rule in the place of a model: two points, and nothing else."""
    here = await acquainted()
    here.model.says["relate"] = "{}"
    with capture_logs():
        await relate(here)

    (standing,) = await standings(here)
    assert standing == Standing(
        other_id="p1", other_name="Ann", familiarity=2, evidence=(1, 2)
    )  # fmt: skip
    assert await here.here.records(RecordKind.BELIEF, RecordKind.MOOD) == []


async def test_a_spent_budget_does_so_too() -> None:
    """Without a call, and without a receipt of one."""
    here = await acquainted(budget=Budget(calls=1))
    await relate(here)

    assert here.model.asked == []
    assert [one.familiarity for one in await standings(here)] == [2]
    assert await here.here.records(RecordKind.THOUGHT) == []


async def test_three_people_at_a_time_the_most_important_first() -> None:
    """The others have their turn in another job."""
    here = await new_thought_app(0)
    here.model.says = {"relate": {**REVISED, "beliefs": [], "feeling": "neutral"}}
    await here.live(
        *(
            heard_draft("Hear me.", by=f"p{number}", speaker=f"P{number}", importance=number)
            for number in range(2, 7)
        )
    )  # fmt: skip
    here.clock.ahead = timedelta(hours=1)
    await here.want(JobKind.RELATE)
    job = await here.here.store.jobs.claim(here.clock.now(), 60)
    assert job is not None
    await here.cognition.do(job)
    first = [one.other_id for one in await standings(here)]
    await relate(here)

    assert first == ["p6", "p5", "p4"]
    assert [one.other_id for one in await standings(here)][3:] == ["p3", "p2"]


async def test_deeds_matter_only_when_they_matter() -> None:
    """Something about somebody moves a relation from an importance of six on, without talk."""
    here = await new_thought_app(0)
    here.model.says = {"relate": {**REVISED, "beliefs": [], "feeling": "neutral"}}

    async def add(unit: UnitOfWork) -> None:
        await unit.add_character(character(CharacterId("otto"), INN))

    await here.here.store.write(add)
    arrived = replace(moved("p9", INN), text="Ann")
    await here.live(_about("otto", 5), arrived, _about("p9", 6), _about("lamp", 9))
    await relate(here)

    assert [one.other_id for one in await standings(here)] == ["p9"]


async def test_a_mood_that_moved_meanwhile_is_not_written_over() -> None:
    """The thought is dropped and had again on the mood as it is now."""
    here = await acquainted()

    async def grieve() -> None:
        here.model.meanwhile = None
        await here.live(
            Draft(kind=RecordKind.MOOD, subject_id=MIRA, body=Mood(valence=-0.9, arousal=0.1))
        )

    here.model.meanwhile = grieve
    await relate(here)

    assert here.cognition.dropped == 1
    last = (await here.here.records(RecordKind.MOOD))[-1].body
    assert isinstance(last, Mood)
    assert last.valence <= -0.9 + MOOD_CHANGE + 1e-9
    assert len(await standings(here)) == 1


async def test_what_was_overheard_moves_without_making_familiar() -> None:
    """The rule rewards having talked, not having listened at a door."""
    here = await new_thought_app(0, budget=Budget(calls=1))
    overheard = heard_draft(
        "I stole it.", by="p1", importance=9, source=Source.OVERHEARD
    )  # fmt: skip
    assert isinstance(overheard.body, Remembered)
    await here.live(replace(overheard, body=replace(overheard.body, told_to="p2")))
    await relate(here)

    assert {one.familiarity for one in await standings(here)} == {0}
    assert {one.other_id for one in await standings(here)} == {"p1", "p2"}
    assert {request.purpose for request in here.model.asked} <= {Purpose.RELATE}


def _about(who: str, importance: int) -> Draft:
    draft = seen(f"{who} did something.", importance=importance)
    assert isinstance(draft.body, Remembered)
    return replace(draft, body=replace(draft.body, about=(who,)))
