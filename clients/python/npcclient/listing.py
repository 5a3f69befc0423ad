"""Paged lists: awaited as a whole, or iterated."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterable
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")
P = TypeVar("P", bound="Page")
MOST = 500
"""Items of the longest page."""


class Page(Protocol):
    """A page of a list."""

    @property
    def next_page_token(self) -> str:
        """Token of the next page; empty when this is the last."""
        ...


class Listing(Generic[T]):
    """A list on the server: `await` returns all of it, `async for` fetches pages as needed."""

    def __init__(self, walk: Callable[[], AsyncGenerator[T, None]]) -> None:
        self._walk = walk

    def __aiter__(self) -> AsyncIterator[T]:
        return self._walk()

    def __await__(self) -> Generator[Any, None, list[T]]:
        return self._all().__await__()

    async def _all(self) -> list[T]:
        return [item async for item in self._walk()]


def listing(fetch: Callable[[str], Awaitable[P]], items: Callable[[P], Iterable[T]]) -> Listing[T]:
    """Return the list for a `fetch` of pages by token; the first token is empty."""

    async def walk() -> AsyncGenerator[T, None]:
        token = ""
        while True:
            page = await fetch(token)
            for item in items(page):
                yield item
            token = page.next_page_token
            if not token:
                return

    return Listing(walk)


async def pages(call: Callable[[Any, Any], Awaitable[P]], method: Any, request: Any) -> list[P]:
    """Return all pages of a list; a page has as many items as the server allows."""
    request.page_size = MOST
    found = [await call(method, request)]
    while token := found[-1].next_page_token:
        request.page_token = token
        found.append(await call(method, request))
    return found
