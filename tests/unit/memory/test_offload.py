"""Work in a thread ends before its caller goes on."""

import asyncio
import threading

import pytest

from npcserver.memory.arrays import ReadersWriterLock, in_thread


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
