"""Ratings in batches: what waits, until when, and what calls it up before."""

from datetime import timedelta

import pytest

from npcserver.model.job import JobKind
from npcserver.model.memory import NEUTRAL_IMPORTANCE
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from tests.fakes.pondering import LATER, Den, den
from tests.fakes.stage import MIRA, clock, seen


async def do_due(here: Den) -> None:
    """Do what is due by now, and nothing that was put off."""
    jobs = here.here.store.jobs
    while (job := await jobs.claim(here.clock.now(), LATER)) is not None:
        await here.cognition.do(job)


@pytest.mark.parametrize(("memories", "is_asked"), [(9, False), (10, True)])
async def test_ten_unrated_memories_are_one_question(memories: int, is_asked: bool) -> None:  # noqa: FBT001
    """Nine wait, and are embedded at once all the same."""
    here = await den(memories, rated_from=10)
    await here.want()
    await do_due(here)

    assert [len(statements.texts) for statements, _ in here.asked] == [10] * is_asked
    assert len(await here.rated()) == (10 if is_asked else 0)
    space = f"{here.here.embedder.name}@{here.here.embedder.dimension}/own"
    async with here.here.store.read() as reader:
        assert await reader.lacking_vectors(space, here.here.timeline, MIRA, 20) == ()


async def test_what_waits_counts_as_neutral() -> None:
    """A memory can be recalled before anybody rated it."""
    here = await den(1, rated_from=10)
    await here.want()
    await do_due(here)

    async with here.here.store.read() as reader:
        view = await reader.head(here.here.timeline)
        unrated = await view.unrated(MIRA, 5)
        (memory,) = await here.here.stream.as_memories(
            reader, view, view.timeline.world_id, MIRA, unrated
        )
    assert (memory.importance, memory.is_rated) == (NEUTRAL_IMPORTANCE, False)


@pytest.mark.parametrize(("minutes", "is_asked"), [(29, False), (30, True)])
async def test_half_a_game_hour_is_waited_at_most(minutes: int, is_asked: bool) -> None:  # noqa: FBT001
    """The clock calls up what waits; until then no job is due."""
    here = await den(2, rated_from=10)
    await here.want()
    await do_due(here)
    async with here.here.store.read() as reader:
        now = (await reader.timeline(here.here.timeline)).game_time
    later = now + timedelta(minutes=minutes)
    await here.live(clock(later))

    wished = here.wait.ended(here.here.timeline, later)
    assert [draft.kind for draft in wished] == [JobKind.DIGEST] * is_asked
    await here.want()
    await do_due(here)

    assert bool(here.asked) is is_asked


async def test_without_a_clock_five_minutes_of_real_time_are_waited() -> None:
    """A game whose clock stands still has its memories rated in the end."""
    here = await den(2, rated_from=10)
    await here.want()
    await do_due(here)
    here.clock.ahead = timedelta(minutes=4, seconds=50)
    await do_due(here)
    assert here.asked == []

    here.clock.ahead = timedelta(minutes=5, seconds=1)
    await do_due(here)

    assert len(await here.rated()) == 2


async def test_what_may_bring_on_a_reflection_is_rated_at_once() -> None:
    """Taken as neutral, four memories reach a threshold of 16 and three do not."""
    here = await den(3, rated_from=10, threshold=4 * NEUTRAL_IMPORTANCE)
    await here.want()
    await do_due(here)
    assert here.asked == []

    await here.live(seen("The mill burned down."))
    await here.want()
    job = await here.here.store.jobs.claim(here.clock.now(), LATER)
    assert job is not None
    await here.cognition.do(job)

    assert len(await here.rated()) == 4
    wished = await here.here.store.jobs.claim(here.clock.now(), LATER)
    assert wished is not None
    assert wished.kind is JobKind.REFLECT


async def test_a_thought_that_ranks_memories_has_them_rated_first() -> None:
    """All that waits, at once; a second time there is nothing to do."""
    here = await den(3, rated_from=10)
    await here.want()
    job = await here.claim()
    assert job is not None

    assert await here.digesting.rate_now(job)
    assert not await here.digesting.rate_now(job)

    assert len(await here.rated()) == 3
    assert len(here.asked) == 1


async def test_rules_rate_at_once_what_they_can() -> None:
    """Only what is to be asked waits."""
    here = await den(1, rated_from=10)
    await here.live(seen("the stove is idle"))
    await here.want()
    await do_due(here)

    assert here.asked == []
    assert await here.rated() == [(2, 1)]


async def test_what_an_author_gave_never_waits() -> None:
    """Seeds come all at once, before any clock runs."""
    here = await den(0, rated_from=10)
    body = Remembered(source=Source.AUTHORED)
    seed = Draft(kind=RecordKind.OBSERVATION, subject_id=MIRA, text="You own a cat.", body=body)
    await here.live(seed)
    await here.want()
    await do_due(here)

    assert len(here.asked) == 1


async def test_the_question_shows_who_rates() -> None:
    """The traits and goals of its owner."""
    here = await den()
    await here.want()
    await do_due(here)

    ((statements, _),) = here.asked
    async with here.here.store.read() as reader:
        timeline = await reader.timeline(here.here.timeline)
        persona = (await reader.character(timeline.world_id, MIRA)).persona
    assert (statements.traits, statements.goals) == (persona.traits, persona.goals)
