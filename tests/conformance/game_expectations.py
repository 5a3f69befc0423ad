"""What a game must be told, as the cases in `cases/game` say it.

`told` of a case is a list for each who tells: a character, its moods (clients differ in whether a
mood is told before its line or after it), a watch, `game` for what became of the game's own calls,
`server` for what the server has. Nothing else may be told, and each list has its
order. An item is what is told with its values, such as `[line, Good day.]`; with `"?"` as its last
value it may be missing. The item `"..."` stands for any number of lines and words.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Item = Sequence[Any]
_ANY_WORDS = "..."
_OPTIONAL = "?"
_WORDS = ("line", "words")


def misheard(
    wanted: Mapping[str, Sequence[Any]], found: Mapping[str, Sequence[Item]]
) -> Iterator[str]:
    """Yield what a game was told otherwise than it should be, for people."""
    for who in dict.fromkeys((*wanted, *found)):
        items, told = list(wanted.get(who, [])), list(found.get(who, []))
        if not _fits(items, told):
            yield from (f"{who}: {problem}" for problem in _problems(items, told))


def _fits(wanted: list[Any], told: list[Item]) -> bool:
    if not wanted:
        return not told
    first, rest = wanted[0], wanted[1:]
    if first == _ANY_WORDS:
        has_words = bool(told) and told[0][0] in _WORDS
        return _fits(rest, told) or (has_words and _fits(wanted, told[1:]))
    if first[-1] == _OPTIONAL and _fits(rest, told):
        return True
    item = [value for value in first if value != _OPTIONAL]
    return bool(told) and told[0] == item and _fits(rest, told[1:])


def _problems(wanted: list[Any], told: list[Item]) -> Iterator[str]:
    """Yield what is missing and what is too much; otherwise that order or number are wrong."""
    items = [[one for one in item if one != _OPTIONAL] for item in wanted if item != _ANY_WORDS]
    needed = [item for item in wanted if item != _ANY_WORDS and item[-1] != _OPTIONAL]
    missing = [item for item in needed if item not in told]
    known = _WORDS if _ANY_WORDS in wanted else ()
    beside = [item for item in told if item not in items and item[0] not in known]
    yield from (f"was not told {_written(item)}" for item in missing)
    yield from (f"was told {_written(item)}" for item in beside)
    if not missing and not beside:
        order = ", ".join(map(_written, told))
        yield f"was told in another order, or not as often: {order}"


def _written(item: Sequence[Any]) -> str:
    """Return an item without quotes, so that what differs stays in the kinds of differences."""
    return " ".join(map(str, item))
