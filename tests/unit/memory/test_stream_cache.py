"""What the memory stream keeps and asks the store for, its concurrent users, and threads."""

import asyncio
import threading

import numpy as np
import pytest
from structlog.testing import capture_logs

from npcserver.memory.arrays import ReadersWriterLock, in_thread
from npcserver.memory.row_features import RowFeatures
from npcserver.memory.score_profiles import DEFAULT
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.timeline import Segment
from tests.fakes.retrieval_log import (
    AXES,
    BY_MEANING,
    MIRA,
    PAPER,
    TOWN,
    RetrievalLog,
    new_stream,
    recall,
    recall_request,
    seqs,
)


async def test_the_store_is_asked_for_what_is_new_and_nothing_else() -> None:
    """A second recall asks for nothing, a third only for the records since."""
    log = RetrievalLog()
    for at in range(10):
        log.see(f"thing {at}", vector=AXES[at % 8])
    stream = new_stream()
    await recall(stream, log)
    await recall(stream, log)
    assert log.asked == [Segment(log.view().lineage[0].timeline_id, 1, 10)]
    assert (log.asked_vectors, log.fetched) == (10, 0)
    log.see("thing 10", vector=AXES[0])
    await recall(stream, log)

    assert log.asked[1:] == [Segment(log.view().lineage[0].timeline_id, 11, 11)]
    assert log.asked_vectors == 11


async def test_vectors_that_come_late_are_fetched() -> None:
    """A memory whose vector is stored after it was read is found by it in the next recall."""
    log = RetrievalLog()
    log.see("here", vector=AXES[1])
    late = log.see("late")
    stream = new_stream()
    assert seqs(await recall(stream, log, profile=BY_MEANING))[0] == 2  # a tie, so the newer one
    log.embed(late, -AXES[0])
    again = await recall(stream, log, profile=BY_MEANING)
    asked = log.asked_vectors
    await recall(stream, log, profile=BY_MEANING)

    assert seqs(again) == [1, 2]
    assert log.asked_vectors == asked


async def test_a_vector_with_nan_counts_as_none() -> None:
    """What the store should never hold does not poison the scale of the others."""
    log = RetrievalLog()
    log.see("broken", vector=[float("nan")] * 8)
    log.see("opposite", vector=-AXES[0])
    log.see("alike", vector=AXES[0])
    found = await recall(new_stream(), log, profile=BY_MEANING)

    assert seqs(found) == [3, 1, 2]
    assert [r.relevance for r in found] == [1.0, 0.5, 0.0]


async def test_a_catch_up_that_broke_off_goes_on() -> None:
    """After the database went away in the middle nothing is lost and nothing is there twice."""
    log = RetrievalLog(breaks_after=2)
    for at in range(10):
        log.see(f"thing {at}", hours=at)
    stream = new_stream()
    with pytest.raises(ConnectionError):
        await recall(stream, log)
    log.breaks_after = None
    found = await recall(stream, log, k=20)

    assert seqs(found) == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert stream.stats().rows == 10


async def test_an_index_whose_parts_disagree_is_read_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A failure between two parts costs one recall, and what was read of the chunk."""
    log = RetrievalLog()
    log.see("bread")
    stream = new_stream()
    await recall(stream, log)
    for text in ("the oven", "a loaf", "the mill", "flour"):
        log.see(text)
    expected = await recall(new_stream(), log)

    with monkeypatch.context() as patched:
        patched.setattr(RowFeatures, "add", _fail)
        with pytest.raises(MemoryError):
            await recall(stream, log)

    with capture_logs() as told:
        assert await recall(stream, log) == expected
    assert [entry["event"] for entry in told] == ["broken_index"]


def _fail(*_: object) -> None:
    raise MemoryError


async def test_minds_beyond_the_budget_are_let_go_oldest_first() -> None:
    """The least recently used mind goes, is read again when needed, and answers the same."""
    log = RetrievalLog()
    for at in range(50):
        log.see(f"thing {at}", hours=at, vector=AXES[at % 8])
    probe = new_stream()
    expected = await recall(probe, log)
    stream = new_stream(budget_bytes=2 * probe.stats().bytes)

    async def of(name: str) -> None:
        await stream.recall(
            log.snapshot(), log.view(), WorldId(name), MIRA, recall_request(0), 3, PAPER
        )

    for name in ("a", "b", "a", "c"):
        await of(name)
    asked = len(log.asked)
    await of("a")
    assert len(log.asked) == asked
    await of("b")
    assert len(log.asked) == asked + 1
    assert stream.stats().minds == 2
    assert stream.stats().evictions == 2
    assert stream.stats().bytes <= 2 * probe.stats().bytes
    assert await recall(stream, log) == expected


async def test_an_index_that_holds_mostly_deleted_rows_is_read_anew() -> None:
    """Rows of deleted timelines are let go once they are the larger part, and many."""
    log = RetrievalLog()
    for at in range(400):
        log.see(f"thing {at}", hours=at, vector=AXES[at % 8])
    for name in ("left", "played"):
        log.fork(name, "genesis", 400)
        for at in range(600):
            log.see(f"{name} {at}", hours=400 + at, vector=AXES[at % 8], timeline=name)
    stream = new_stream()
    for name in ("left", "played"):
        expected = await recall(stream, log, view=log.view(name))
    assert stream.stats().rows == 1600

    stream.forget(TimelineId("left"))
    assert stream.stats().rows == 1600  # most are seen still
    stream.forget(TimelineId("genesis"))
    assert (stream.stats().rows, stream.stats().bytes) == (0, 0)
    assert await recall(stream, log, view=log.view("played")) == expected
    assert stream.stats().rows == 1000


async def test_the_mind_in_use_stays_however_small_the_budget() -> None:
    """A budget of nothing keeps the one mind that was asked last."""
    log = RetrievalLog()
    log.see("bread")
    stream = new_stream(budget_bytes=0)
    await recall(stream, log)
    asked = len(log.asked)
    await recall(stream, log)

    assert len(log.asked) == asked
    assert stream.stats().minds == 1


async def test_recalls_at_the_same_time_agree() -> None:
    """Many callers of one mind that grows and moves its storage meanwhile get exact answers."""
    log = RetrievalLog(chunk=400)
    chance = np.random.default_rng(5)
    for at in range(1200):
        drawn = chance.normal(size=8)
        log.see("", hours=at, vector=drawn / np.linalg.norm(drawn))
    vantages = [100 * step for step in range(1, 13)]
    alone = [seqs(await recall(new_stream(), log, view=log.view(seq=at))) for at in vantages]
    stream = new_stream()
    together = await asyncio.gather(
        *(recall(stream, log, view=log.view(seq=at)) for at in vantages)
    )

    assert [seqs(found) for found in together] == alone


async def test_a_cancelled_recall_leaves_the_mind_whole() -> None:
    """Anyone who asks next gets the full answer."""
    log = RetrievalLog(chunk=400)
    for at in range(2000):
        log.see("", hours=at, vector=AXES[at % 8])
    stream = new_stream()
    task = asyncio.ensure_future(recall(stream, log))
    for _ in range(3):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert seqs(await recall(stream, log)) == seqs(await recall(new_stream(), log))
    assert stream.stats().rows == 2000


async def test_one_snapshot_is_asked_once_for_vectors_that_are_not_there() -> None:
    """A recall asks nothing more of the snapshot its mind was woken from; the next one does."""
    log = RetrievalLog()
    log.see("here", vector=AXES[1])
    log.see("late")
    stream = new_stream()
    await recall(stream, log, profile=BY_MEANING)
    log.asked_vectors = 0
    snapshot = log.snapshot()

    await stream.wake(snapshot, log.view(), TOWN, MIRA, BY_MEANING)
    woken = log.asked_vectors
    await stream.recall(snapshot, log.view(), TOWN, MIRA, recall_request(0), 3, BY_MEANING)
    recalled = log.asked_vectors
    await recall(stream, log, profile=BY_MEANING)

    assert woken > 0
    assert recalled == woken
    assert log.asked_vectors == 2 * woken


async def test_what_is_prepared_of_a_question_changes_no_answer() -> None:
    """Neither that of the question, asked once or twice, nor that of another one."""
    log = RetrievalLog()
    for at in range(40):
        log.see(f"the miller sold {at} sacks to Ann", vector=AXES[at % 8])
    questions = [recall_request(0, "Who sold 7 sacks?"), recall_request(1, "Was Ann at the mill?")]
    expected = [await recall(new_stream(), log, each, DEFAULT, k=9) for each in questions]
    stream = new_stream()
    await stream.wake(log.snapshot(), log.view(), TOWN, MIRA, DEFAULT, questions[0].text)

    for each in (1, 0, 0, 1):
        assert await recall(stream, log, questions[each], DEFAULT, k=9) == expected[each]


async def test_the_result_comes_back_from_another_thread() -> None:
    """The loop's own thread is not the one that works."""
    assert await in_thread(threading.get_ident) != threading.get_ident()


async def test_a_failure_comes_back_as_it_is() -> None:
    """Errors of the work are raised where it is awaited."""

    def fail() -> None:
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        await in_thread(fail)


async def test_cancelling_waits_for_the_work() -> None:
    """A caller that is cancelled, even twice, ends only when the thread has ended."""
    may_end, has_ended = threading.Event(), threading.Event()

    def work() -> None:
        may_end.wait(10)
        has_ended.set()

    task = asyncio.ensure_future(in_thread(work))
    for _ in range(2):
        await asyncio.sleep(0)
        task.cancel()
    await asyncio.sleep(0)
    assert not task.done()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert has_ended.is_set()


async def test_a_writer_waits_until_nobody_reads() -> None:
    """Two readers keep it out until both have ended."""
    gate = ReadersWriterLock()
    gate.begin_reading()
    gate.begin_reading()
    writer = asyncio.ensure_future(gate.quiet())
    await asyncio.sleep(0)
    gate.end_reading()
    await asyncio.sleep(0)
    assert not writer.done()
    gate.end_reading()
    await asyncio.wait_for(writer, 60)

    await gate.quiet()
