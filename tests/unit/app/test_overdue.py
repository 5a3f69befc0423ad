"""The clock breaks promises; a load takes it all back."""

from datetime import timedelta
from functools import partial

from npcserver.app.play import AdvanceClock
from npcserver.model.commitment import CommitmentStatus
from npcserver.model.job import JobKind
from npcserver.model.person import Person
from npcserver.model.record import RecordKind, Remembered
from tests.fakes.parlour import parlour
from tests.fakes.pledged import (
    head,
    live,
    observed,
    promise_of,
    promised,
    promises_of,
    settle,
    tick,
)
from tests.fakes.stage import MIRA, START, start

BRAM = Person(id="bram", name="Bram", is_player=False)
OPEN, KEPT, BROKEN, WITHDRAWN = (
    CommitmentStatus.OPEN,
    CommitmentStatus.KEPT,
    CommitmentStatus.BROKEN,
    CommitmentStatus.WITHDRAWN,
)
TOMORROW = START + timedelta(days=1)


async def test_the_clock_breaks_what_was_not_kept_in_time() -> None:
    """Not at the hour itself, but once its grace is over; whoever was concerned remembers it."""
    here = await promised("I'll bring you the ale by noon.")

    await tick(here, START.replace(hour=13))
    still = await promise_of(here)
    await tick(here, START.replace(hour=13, minute=1))

    broken = await promise_of(here)
    assert (still.status, broken.status) == (OPEN, BROKEN)
    (memory,) = await here.records(RecordKind.OBSERVATION)
    assert isinstance(memory.body, Remembered)
    assert memory.text == (
        "You promised Ann to bring Ann the ale by Saturday 12:00, and have not done it."
    )
    assert (memory.importance, memory.body.about) == (6, ("p1",))


async def test_a_promise_without_a_time_is_never_broken_by_the_clock() -> None:
    """Only the game, or talk, settles it."""
    here = await promised("I'll bring you the ale, I promise.")

    await tick(here, START + timedelta(days=400))

    assert (await promise_of(here)).status is OPEN


async def test_a_broken_promise_makes_its_minds_think() -> None:
    """They take it in, and judge who broke it."""
    here = await promised()
    jobs = here.store.jobs
    while (job := await jobs.claim(START.replace(year=9000), 60)) is not None:
        await jobs.finish(job)

    await tick(here, TOMORROW + timedelta(days=2))

    wished = set()
    while (job := await jobs.claim(START.replace(year=9000), 60)) is not None:
        await jobs.finish(job)
        if job.subject_id == MIRA:
            wished.add(job.kind)
    assert {JobKind.DIGEST, JobKind.RELATE, JobKind.REACT} <= wished


async def test_two_ticks_break_a_promise_once() -> None:
    """What is broken is not broken again."""
    here = await promised()

    await tick(here, TOMORROW + timedelta(days=2))
    await live(here)

    assert len(await observed(here)) == 1


async def test_what_is_settled_meanwhile_the_clock_leaves_alone() -> None:
    """The tick rests on nobody having settled it: it is let go and looked at again."""
    here = await promised()
    promise = await promise_of(here)
    later = TOMORROW + timedelta(days=2)
    await here.play.advance_clock(AdvanceClock(timeline_id=here.timeline, game_time=later))

    await live(here, meanwhile=partial(settle, here, promise, KEPT))

    assert (await promise_of(here)).status is KEPT


async def test_a_broken_promise_is_before_the_character_until_it_came_up() -> None:
    """Once it has spoken of it, in whatever words, it need not do so again."""
    here = await promised()
    await tick(here, TOMORROW + timedelta(days=1))

    here.steps = ["Good evening."]
    await here.turn("Hello.")
    here.steps = ["Forgive me, I never brought the ale."]
    await here.turn("And?")
    await here.turn("Never mind.")

    shown = [[one.status for one in scene.commitments] for scene in here.heard[1:]]
    assert shown == [[BROKEN], [BROKEN], []]
    assert (await promise_of(here)).has_come_up


async def test_a_load_rewinds_promises_and_what_became_of_them() -> None:
    """Before it was given there is none, before it broke it is open; the other branch stays."""
    here = await parlour()
    before = await head(here)
    here.steps = ["I'll bring you the ale tomorrow."]
    await here.turn("I am thirsty.")
    given = await head(here)
    await tick(here, TOMORROW + timedelta(days=1))
    played = here.timeline

    here.timeline = await start(here.store, "tl_never", before)
    never = await promises_of(here)
    here.timeline = await start(here.store, "tl_again", given)
    again = await promise_of(here)
    again_heard = await observed(here)
    here.timeline = played

    assert never == {}
    assert (again.status, again_heard) == (OPEN, [])
    assert (await promise_of(here)).status is BROKEN
