"""Names as people type them: `isabella` is Isabella Rodriguez."""

import difflib
import re
from collections.abc import Callable, Iterable
from typing import TypeVar

Thing = TypeVar("Thing")

NOT_IN_ID = re.compile(r"[^\w]+")


def matching(
    wanted: str, things: Iterable[Thing], names: Callable[[Thing], tuple[str, ...]]
) -> tuple[Thing, ...]:
    """Return the things that a person who typed `wanted` may mean.

    The first of these that finds any decides: a whole name, the beginning of a name or of a word in
    it, a part of it, or one with a typing mistake. `names` are a thing's name and id. Nothing is
    found for an empty text.
    """
    typed = wanted.casefold().strip()
    if not typed:
        return ()
    known = [(thing, tuple(name.casefold() for name in names(thing))) for thing in things]
    tests: tuple[Callable[[str], bool], ...] = (
        lambda name: name == typed,
        lambda name: typed in re.split(r"[\s_-]+", name),
        lambda name: name.startswith(typed) or f" {typed}" in name,
        lambda name: typed in name,
        lambda name: _is_slip(typed, name),
    )
    for test in tests:
        found = tuple(thing for thing, called in known if any(map(test, called)))
        if found:
            return found
    return ()


def closest(typed: str, known: Iterable[str]) -> str | None:
    """Return the known word that looks most like `typed`, None when none does."""
    found = difflib.get_close_matches(typed, list(known), n=1, cutoff=0.5)
    return found[0] if found else None


def player_id(name: str) -> str:
    """Return the id of a player of that name: the same at each visit."""
    return f"player-{NOT_IN_ID.sub('-', name.casefold()).strip('-') or 'unnamed'}"[:80]


def _is_slip(typed: str, name: str) -> bool:
    words = (name, *re.split(r"[\s_-]+", name))
    return bool(difflib.get_close_matches(typed, words, n=1, cutoff=0.75))
