"""Pages of lists: their size and cursor."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page:
    """Which page: at most `size` items, after the item of `cursor` (empty: the first)."""

    size: int = 50
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class ResultPage(Generic[T]):
    """One page; `next_cursor` is empty when it is the last."""

    items: tuple[T, ...]
    next_cursor: str = ""


def cut_page(items: tuple[T, ...], page: Page, cursor_of: Callable[[T], str]) -> ResultPage[T]:
    """Make a page out of up to `size + 1` items; a surplus one means that there are more."""
    if len(items) <= page.size:
        return ResultPage(items)
    shown = items[: page.size]
    return ResultPage(shown, cursor_of(shown[-1]))
