"""What was recalled is not learned again as new, and weighs on a mind once."""

from datetime import timedelta

import numpy as np
import pytest

from npcserver.app.thoughts.reflection import is_reflection_due
from npcserver.memory.deduplication import deduplicate
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobKind
from npcserver.model.record import (
    Draft,
    Rated,
    RecordKind,
    ReflectedUpTo,
    Remembered,
    Source,
)
from npcserver.ports.vectors import Vectors
from tests.fakes.retrieval_log import RetrievalLog
from tests.fakes.store_world import GENESIS, MIRA, seen
from tests.fakes.thought_app import (
    ThoughtApp,
    heard_draft,
    insights_answer,
    new_thought_app,
    place_in_question,
    records_of,
    run_reflect_job,
    thought_app_with_memories,
)


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
