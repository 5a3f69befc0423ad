"""What a mind makes of others, and that recalling a memory is no reason to learn it again."""

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from structlog.testing import capture_logs

from npcserver.app.thoughts.reflection import is_reflection_due
from npcserver.memory.deduplication import deduplicate
from npcserver.model.feelings import CHANGE, MOOD_CHANGE, AxisScore, Belief, Mood, Standing, named
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.inputs import RelationInput
from npcserver.model.job import JobKind
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import (
    Draft,
    Rated,
    RecordKind,
    ReflectedUpTo,
    Remembered,
    Source,
    subject_key,
)
from npcserver.model.relation_axes import RelationAxis, Threshold
from npcserver.ports.storage import UnitOfWork
from npcserver.ports.vectors import Vectors
from tests.fakes.retrieval_log import RetrievalLog
from tests.fakes.store_world import GENESIS, INN, MIRA, WORLD, character, moved, seen
from tests.fakes.thought_app import (
    LULL,
    ThoughtApp,
    heard_draft,
    insights_answer,
    new_thought_app,
    place_in_question,
    records_of,
    run_reflect_job,
    said_draft,
    thought_app_with_memories,
)

REVISED = {
    "affinity": 6,
    "trust": -3,
    "familiarity": 4,
    "view": "Ann means well.",
    "beliefs": [{"topic": "toms-plan", "text": "Tom's plan is sound.", "change": 8}],
    "feeling": "joy",
}


async def acquainted(**more: object) -> ThoughtApp:
    """Return an app where Mira has talked with the player Ann, a while ago."""
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
    """Something about a character moves a relation from an importance of six on, without talk."""
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


def unlike(count: int) -> Vectors:
    """Return vectors at right angles: only words can tell that two say the same."""
    return np.eye(16, dtype=np.float32)[:count]


def told_again(texts: list[str], known: list[str]) -> tuple[int | None, ...]:
    log = RetrievalLog()
    records = [log.see(text) for text in known]
    vectors = unlike(len(texts) + len(known))
    return deduplicate(texts, vectors[len(known) :], records, vectors[: len(known)])


def test_the_same_words_are_known() -> None:
    """Whatever their vectors; what another number, name or denial makes of them is news."""
    known = ["It rains.", "The mill burned down."]
    texts = ["the mill burned down!", "The mill never burned down.", "Two mills burned down."]

    assert told_again(texts, known) == (1, None, None)


def test_what_people_said_of_themselves_is_news_about_oneself() -> None:
    """That Ann likes bread is not that Mira does."""
    log = RetrievalLog()
    said = log.hear("I like bread.", by="ann")

    assert deduplicate(["I like bread."], unlike(2)[1:], [said], unlike(2)[:1]) == (None,)


def test_what_sounds_alike_is_known_unless_it_turns_the_sense() -> None:
    """A vector hardly tells "likes" from "does not like"."""
    log = RetrievalLog()
    known = [log.see("Tom is fond of Ann.")]
    same = np.ones((4, 4), np.float32)
    texts = ["Ann is dear to Tom.", "Tom is not fond of Ann.", "Tom is fond of two women."]

    assert deduplicate(texts, same[1:], known, same[:1]) == (0, None, None)


def test_of_two_alike_that_are_new_the_second_repeats_the_first() -> None:
    """And where the first repeats something known, so does the second."""
    same = np.ones((2, 4), np.float32)
    log = RetrievalLog()
    known = [log.see("It rains.")]
    apart = np.array([[0, 0, 0, -1]], np.float32)

    assert deduplicate(["Bram owes her.", "He owes her."], same, known, apart) == (None, 1)
    assert deduplicate(["It rains!", "Rain it is."], same, known, apart) == (0, 0)


async def test_an_insight_that_says_what_was_seen_strengthens_that() -> None:
    """No second memory; the evidence is what else it rests on."""
    here = await thought_app_with_memories()
    here.model.says["insights"] = insights_answer(("The cellar door fell off!", [1, 2]))
    await run_reflect_job(here)

    assert await records_of(here, RecordKind.REFLECTION) == []
    (rating,) = await strengthened(here)
    assert rating == Rated(ratings=((2, 7),), evidence=(1,))


async def test_an_insight_that_rests_on_what_it_repeats_leaves_nothing() -> None:
    """Recalling a thing is no second witness of it."""
    here = await thought_app_with_memories()
    text = "Bram asked for another loan."
    here.model.says["insights"] = lambda request: insights_answer(
        (text, [place_in_question(request, text)])
    )
    await run_reflect_job(here)

    assert await records_of(here, RecordKind.REFLECTION) == []
    assert await strengthened(here) == []


async def test_what_is_kept_of_a_talk_is_not_what_was_said_in_it() -> None:
    """A keepsake in the words of the talk strengthens these words."""
    here = await new_thought_app(0)
    here.model.says = {
        "summarise": {
            "for_my_plans": "The old mill burned down.",
            "interesting": "Ann seems to be afraid of fire.",
            "importance": 5,
        }
    }
    await here.live(heard_draft("The old mill burned down."), heard_draft("I smell smoke all day."))
    here.clock.ahead = timedelta(minutes=5)
    await here.want(JobKind.SUMMARISE)
    await here.do_all()

    kept = [record.text for record in await records_of(here, RecordKind.REFLECTION)]
    assert kept == ["Ann seems to be afraid of fire."]
    assert [(rating.ratings, rating.evidence) for rating in await strengthened(here)] == [
        (((1, 6),), (2,))
    ]


async def strengthened(here: ThoughtApp) -> list[Rated]:
    """Return the ratings that name what strengthened a memory."""
    found = [record.body for record in await here.here.records(RecordKind.RATING)]
    return [body for body in found if isinstance(body, Rated) and body.evidence]


async def reaches(here: ThoughtApp, threshold: int) -> bool:
    async with here.here.store.read() as reader:
        view = await reader.head(here.here.timeline)
        return await is_reflection_due(view, MIRA, threshold, genesis_id=TimelineId(GENESIS))


def mark(seq: int) -> Draft:
    return Draft(kind=RecordKind.REFLECTED, subject_id=MIRA, body=ReflectedUpTo(seq=seq))


@pytest.mark.parametrize(
    ("again", "weight"),
    [
        (heard_draft("The old mill burned down!", importance=9), 9),
        (heard_draft("The old mill burned down.", by="p2", importance=9), 9),
        (heard_draft("The old mill did not burn down.", importance=9), 17),
        (seen("The old mill burned down.", importance=9), 17),
    ],
)
async def test_what_is_told_again_weighs_once(again: Draft, weight: int) -> None:
    """With the importance it had last; what happens again happens again."""
    here = await new_thought_app(0)
    await here.live(heard_draft("The old mill burned down.", importance=8), again)

    assert await reaches(here, weight)
    assert not await reaches(here, weight + 1)


async def test_what_was_told_before_the_last_reflection_weighs_no_more() -> None:
    """It has been reflected upon; anything new weighs as ever."""
    here = await new_thought_app(0)
    await here.live(heard_draft("The old mill burned down.", importance=8), mark(1))
    await here.live(heard_draft("the old mill burned down", importance=8))
    assert not await reaches(here, 1)

    await here.live(heard_draft("Bram has drowned in the harbour.", importance=7))

    assert await reaches(here, 7)
    assert not await reaches(here, 8)


async def test_a_line_of_its_own_weighs_nothing() -> None:
    """Neither what it passes on nor anything else."""
    here = await new_thought_app(0)
    body = Remembered(source=Source.OWN, told_by=MIRA, told_to="p1", evidence=(1,))
    line = Draft(
        kind=RecordKind.LINE, subject_id=MIRA, text="It burned down.", body=body, importance=9
    )
    await here.live(heard_draft("The old mill burned down.", importance=8), line)

    assert await reaches(here, 8)
    assert not await reaches(here, 9)


async def test_a_talk_moves_the_axes_of_the_world() -> None:
    """By at most what one event moves, and the thresholds crossed stand in the record."""
    here = await acquainted()
    fear = RelationAxis(name="fear", thresholds=(Threshold(name="uneasy", above=5),))

    async def declare(unit: UnitOfWork) -> None:
        world = await unit.world(WORLD)
        await unit.put_world(replace(world, axes=(fear,)))

    await here.here.store.write(declare)
    here.model.says = {"relate": REVISED | {"axes": {"fear": 40}}}
    await relate(here)

    standing = (await standings(here))[-1]
    assert (standing.scores, standing.crossed) == ((AxisScore("fear", CHANGE),), ("uneasy",))
