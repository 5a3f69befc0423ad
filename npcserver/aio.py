"""Helpers for concurrent work that keep errors and cancellation simple."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from types import TracebackType
from typing import Any, Generic, TypeVar

A = TypeVar("A")
B = TypeVar("B")


async def both(first: Coroutine[Any, Any, A], second: Coroutine[Any, Any, B]) -> tuple[A, B]:
    """Run two coroutines side by side; the first failure is raised bare and cancels the other."""
    async with together() as group:
        one, two = group.create_task(first), group.create_task(second)
    return one.result(), two.result()


async def drop(*works: asyncio.Future[Any]) -> None:
    """Cancel what is pending of some work, and wait for its cleanup; failures are irrelevant now.

    The loop would log a failure that nothing retrieved.
    """
    for work in works:
        work.cancel()
    pending = [work for work in works if not work.done()]
    if pending:
        await asyncio.wait(pending)
    for work in works:
        if not work.cancelled():
            work.exception()


async def until(stop: asyncio.Event, items: AsyncGenerator[A, None]) -> AsyncGenerator[A, None]:
    """Yield what `items` yields until it ends or `stop` is set; then cancel what is pending."""
    stopped = asyncio.ensure_future(stop.wait())
    try:
        while not stop.is_set():
            pending = asyncio.ensure_future(_next(items))
            try:
                await asyncio.wait((pending, stopped), return_when=asyncio.FIRST_COMPLETED)
            finally:
                await drop(pending)
            # An item that arrived at the moment of the stop is still yielded.
            if pending.cancelled():
                return
            found, item = pending.result()
            if not found:
                return
            yield item  # type: ignore[misc]
    finally:
        stopped.cancel()
        await items.aclose()


async def _next(items: AsyncGenerator[A, None]) -> tuple[bool, A | None]:
    try:
        return True, await anext(items)
    except StopAsyncIteration:
        return False, None


async def with_notice(
    items: AsyncGenerator[A, None], seconds: float, notice: B
) -> AsyncGenerator[A | B, None]:
    """Yield what `items` yields, after `notice` if the first takes more than `seconds`.

    Closing the generator cancels what is pending, and closes `items`.
    """
    first = asyncio.ensure_future(_next(items))
    try:
        await asyncio.wait((first,), timeout=seconds)
        if not first.done():
            yield notice
        found, item = await first
        if found:
            yield item  # type: ignore[misc]
        async for item in items:
            yield item
    finally:
        await drop(first)
        await items.aclose()


@asynccontextmanager
async def begun(items: AsyncGenerator[A, None]) -> AsyncGenerator[AsyncGenerator[A, None], None]:
    """Begin `items` now, not when the first one is asked for; yield what yields them.

    The end of the block cancels what is pending, and closes `items`.
    """
    first = asyncio.ensure_future(_next(items))

    async def every() -> AsyncGenerator[A, None]:
        found, item = await first
        if found:
            yield item  # type: ignore[misc]
            async for item in items:
                yield item

    try:
        async with aclosing(every()) as rest:
            yield rest
    finally:
        await drop(first)
        await items.aclose()


_BESIDE: set[asyncio.Future[Any]] = set()


def beside(work: Coroutine[Any, Any, A]) -> asyncio.Future[A]:
    """Start work that goes on even if nothing awaits it; a failure is only in its future."""
    going = asyncio.ensure_future(work)
    _BESIDE.add(going)
    going.add_done_callback(_done_beside)
    return going


def _done_beside(going: asyncio.Future[Any]) -> None:
    _BESIDE.discard(going)
    if not going.cancelled():
        going.exception()  # else the loop would log a failure that nothing retrieved


async def within(seconds: float | None, work: Awaitable[A]) -> A:
    """Await `work` for at most `seconds`, None for ever; raises `TimeoutError` after that."""
    async with asyncio.timeout(seconds):
        return await work


async def unless(stop: asyncio.Event, work: Coroutine[Any, Any, A]) -> A | None:
    """Return what `work` returns, or None once `stop` is set; `work` has then been cancelled."""
    working = asyncio.ensure_future(work)
    stopped = asyncio.ensure_future(stop.wait())
    try:
        if not stop.is_set():
            await asyncio.wait((working, stopped), return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        await drop(stopped, working)


async def to_the_end(seconds: float, work: Awaitable[A]) -> A:
    """Await `work` for at most `seconds`, even if cancelled during that time.

    The cancellation is raised once the work has ended, so that its result is always known. Raises
    `TimeoutError` after `seconds`.
    """
    working = asyncio.ensure_future(within(seconds, work))
    try:
        return await asyncio.shield(working)
    finally:
        if not working.done():
            await asyncio.wait((working,))


async def attended(
    work: Awaitable[A], look: Callable[[], Awaitable[bool]], seconds: float
) -> A | None:
    """Await `work`, and call `look` every `seconds` while it runs.

    Once `look` returns False the work is cancelled and None is returned. Neither a `look` that
    raises nor a cancellation leaves the work running.
    """
    working = asyncio.ensure_future(work)
    try:
        while True:
            await asyncio.wait((working,), timeout=seconds)
            if working.done():
                return working.result()
            if not await look():
                return None
    finally:
        await drop(working)


class Wake:
    """An event that one task at a time waits for.

    A tenth of the size of `asyncio.Event`, which matters where there is one for each stream.
    """

    __slots__ = ("_is_set", "_waiter")

    def __init__(self) -> None:
        self._is_set = False
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Set the event, and wake who waits for it."""
        self._is_set = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def clear(self) -> None:
        """Let the next `wait` wait for another `set`."""
        self._is_set = False

    async def wait(self) -> None:
        """Return once the event is set."""
        while not self._is_set:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None


class Mailbox(Generic[A]):
    """Items for one task that takes them in order; much smaller than `asyncio.Queue`."""

    __slots__ = ("_items", "_news")

    def __init__(self) -> None:
        self._items: list[A] = []
        self._news = Wake()

    def put(self, item: A) -> None:
        """Add an item."""
        self._items.append(item)
        self._news.set()

    async def get(self) -> A:
        """Return the oldest item, and wait for it if there is none."""
        while not self._items:
            self._news.clear()
            await self._news.wait()
        return self._items.pop(0)


Put = Callable[[A], Awaitable[None]]
"""Passes an item on, and returns when it has been handled."""


async def piped(produce: Callable[[Put[A]], Coroutine[Any, Any, None]]) -> AsyncGenerator[A, None]:
    """Yield what `produce`, and any tasks it runs, put.

    Each `put` returns when the consumer comes back for more, so no producer is ahead by more than
    one item. A failure of `produce` is raised after what it had put. Closing the generator cancels
    it and waits for its cleanup; later puts are dropped.
    """
    items: Mailbox[tuple[A, Wake] | None] = Mailbox()
    is_closed = False

    async def put(item: A) -> None:
        if not is_closed:
            done = Wake()
            items.put((item, done))
            await done.wait()

    producer = asyncio.ensure_future(produce(put))
    # The end mark comes after all items, so those put before a failure are yielded first.
    producer.add_done_callback(lambda _: items.put(None))
    try:
        while (entry := await items.get()) is not None:
            item, done = entry
            yield item
            done.set()
        await producer
    finally:
        is_closed = True
        await drop(producer)


async def in_order(
    works: Sequence[Callable[[], Coroutine[Any, Any, A]]], at_once: int
) -> AsyncGenerator[A, None]:
    """Yield what each of `works` returns, in order, each as soon as all before it are done.

    Up to `at_once` run side by side, also while the consumer handles an item. A failure is raised
    in its place, after the results before it; once something has failed, nothing else is started.
    Closing the generator cancels the rest.
    """
    free, has_failed = asyncio.Semaphore(at_once), False

    async def one(work: Callable[[], Coroutine[Any, Any, A]]) -> A:
        nonlocal has_failed
        async with free:
            if has_failed:
                await asyncio.Event().wait()  # until it is cancelled with the others
            try:
                return await work()
            except BaseException:
                has_failed = True
                raise

    working = [asyncio.ensure_future(one(work)) for work in works]
    try:
        for each in working:
            yield await each
    finally:
        await drop(*working)


def together() -> asyncio.TaskGroup:
    """Return a task group whose first failure is raised bare, not as a group."""
    return _BareGroup()


class _BareGroup(asyncio.TaskGroup):
    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            await super().__aexit__(kind, error, trace)
        except BaseExceptionGroup as failures:
            raise first_of(failures) from None


def first_of(failures: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first failure in a group of failures, at any depth."""
    first = failures.exceptions[0]
    return first_of(first) if isinstance(first, BaseExceptionGroup) else first


class Signal:
    """Counts events for any number of waiters.

    Who reads `count` before a look and waits since then misses none that came during the look.
    """

    def __init__(self) -> None:
        self.count = 0
        self._next = asyncio.Event()

    def send(self) -> None:
        """Count an event, and wake all who wait."""
        self.count += 1
        following, self._next = self._next, asyncio.Event()
        following.set()

    async def wait(self, since: int, seconds: float) -> None:
        """Return once `count` differs from `since`, at the latest after `seconds`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.count == since:
                    await self._next.wait()


_LAG_EVERY = 0.05  # seconds


class EventLoopLag:
    """How late the running event loop does what is due, lately; measured only while asked for."""

    def __init__(self) -> None:
        self._due: float | None = None
        self._late = 0.0
        self._is_asked = False

    @property
    def seconds(self) -> float:
        """By how many seconds it is late, at least; 0 where it was not asked for lately."""
        now = time.monotonic()
        self._is_asked = True
        if self._due is None:
            self._late = 0.0
            self._wait(now)
            return 0.0
        return max(self._late, now - self._due)

    def _wait(self, now: float) -> None:
        self._due = now + _LAG_EVERY
        asyncio.get_running_loop().call_later(_LAG_EVERY, self._measure, self._due)

    def _measure(self, due: float) -> None:
        now = time.monotonic()
        self._late, self._due = (self._late + max(now - due, 0.0)) / 2, None
        if self._is_asked:
            self._is_asked = False
            self._wait(now)
