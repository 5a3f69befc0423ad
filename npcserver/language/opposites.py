"""Words that exclude each other: of one thing at one time, only one side of a row can be said."""

from functools import lru_cache

from npcserver.language import entries


@lru_cache(maxsize=1)
def words() -> frozenset[str]:
    """Return every word that has an opposite."""
    return frozenset(_sides())


def are_opposite(one: str, other: str) -> bool:
    """Say whether one word excludes the other."""
    sides, others = _sides().get(one, {}), _sides().get(other, {})
    shared = [row for row in sides if row in others]
    if any(sides[row] == others[row] for row in shared):
        return False  # "full" and "sated": the same where they meet at all
    return bool(shared)


@lru_cache(maxsize=1)
def _sides() -> dict[str, dict[int, int]]:
    """Return in which rows, and on which side of each, a word stands."""
    found: dict[str, dict[int, int]] = {}
    lines = [line for _, rows in entries("opposites", "rows") for line in rows.strip().splitlines()]
    for row, line in enumerate(lines):
        for side, group in enumerate(line.split("|")):
            for word in group.split():
                found.setdefault(word, {})[row] = side
    return found
