"""The clock breaks promises; a load takes it all back."""

from datetime import timedelta
from functools import partial

from npcserver.app.play import AdvanceClock
from npcserver.model.character import Person
from npcserver.model.commitment import CommitmentStatus
from npcserver.model.job import JobKind
from npcserver.model.record import RecordKind, Remembered
from tests.fakes.dialogue_app import (
    app_with_promise,
    commitments_by_id,
    head_vantage,
    move_clock,
    new_dialogue_app,
    observed_texts,
    only_commitment,
    run_live_job,
    settle_promise,
)
from tests.fakes.store_world import MIRA, START, start

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
    here = await app_with_promise("I'll bring you the ale by noon.")

    await move_clock(here, START.replace(hour=13))
    still = await only_commitment(here)
    await move_clock(here, START.replace(hour=13, minute=1))

    broken = await only_commitment(here)
    assert (still.status, broken.status) == (OPEN, BROKEN)
    (memory,) = await here.records(RecordKind.OBSERVATION)
    assert isinstance(memory.body, Remembered)
    assert memory.text == (
        "You promised Ann to bring Ann the ale by Saturday 12:00, and have not done it."
    )
    assert (memory.importance, memory.body.about) == (6, ("p1",))


async def test_a_promise_without_a_time_is_never_broken_by_the_clock() -> None:
    """Only the game, or talk, settles it."""
    here = await app_with_promise("I'll bring you the ale, I promise.")

    await move_clock(here, START + timedelta(days=400))

    assert (await only_commitment(here)).status is OPEN


async def test_a_broken_promise_makes_its_minds_think() -> None:
    """They take it in, and judge who broke it."""
    here = await app_with_promise()
    jobs = here.store.jobs
    while (job := await jobs.claim(START.replace(year=9000), 60)) is not None:
        await jobs.finish(job)

    await move_clock(here, TOMORROW + timedelta(days=2))

    wished = set()
    while (job := await jobs.claim(START.replace(year=9000), 60)) is not None:
        await jobs.finish(job)
        if job.subject_id == MIRA:
            wished.add(job.kind)
    assert {JobKind.DIGEST, JobKind.RELATE, JobKind.REACT} <= wished


async def test_two_ticks_break_a_promise_once() -> None:
    """What is broken is not broken again."""
    here = await app_with_promise()

    await move_clock(here, TOMORROW + timedelta(days=2))
    await run_live_job(here)

    assert len(await observed_texts(here)) == 1


async def test_what_is_settled_meanwhile_the_clock_leaves_alone() -> None:
    """The tick rests on nobody having settled it: it is let go and looked at again."""
    here = await app_with_promise()
    promise = await only_commitment(here)
    later = TOMORROW + timedelta(days=2)
    await here.play.advance_clock(AdvanceClock(timeline_id=here.timeline, game_time=later))

    await run_live_job(here, meanwhile=partial(settle_promise, here, promise, KEPT))

    assert (await only_commitment(here)).status is KEPT


async def test_a_broken_promise_is_before_the_character_until_it_came_up() -> None:
    """Once it has spoken of it, in whatever words, it need not do so again."""
    here = await app_with_promise()
    await move_clock(here, TOMORROW + timedelta(days=1))

    here.steps = ["Good evening."]
    await here.turn("Hello.")
    here.steps = ["Forgive me, I never brought the ale."]
    await here.turn("And?")
    await here.turn("Never mind.")

    shown = [[one.status for one in scene.commitments] for scene in here.heard[1:]]
    assert shown == [[BROKEN], [BROKEN], []]
    assert (await only_commitment(here)).has_come_up


async def test_a_load_rewinds_promises_and_what_became_of_them() -> None:
    """Before it was given there is none, before it broke it is open; the other branch stays."""
    here = await new_dialogue_app()
    before = await head_vantage(here)
    here.steps = ["I'll bring you the ale tomorrow."]
    await here.turn("I am thirsty.")
    given = await head_vantage(here)
    await move_clock(here, TOMORROW + timedelta(days=1))
    played = here.timeline

    here.timeline = await start(here.store, "tl_never", before)
    never = await commitments_by_id(here)
    here.timeline = await start(here.store, "tl_again", given)
    again = await only_commitment(here)
    again_heard = await observed_texts(here)
    here.timeline = played

    assert never == {}
    assert (again.status, again_heard) == (OPEN, [])
    assert (await only_commitment(here)).status is BROKEN
