"""What a step must come to, as the files of cases say it.

| key | meaning |
| --- | --- |
| `messages` | exactly these, in this order |
| `match` | as many messages, each of which has at least what is written here |
| `has` | messages with at least this are among them, in this order |
| `last` | the last message has at least this |
| `count` | so many messages; `count_at_least` no fewer |
| `turn` | the messages are one whole turn: started, numbered from 0 without gaps, finished once |
| `lines` | texts of the lines, in order |
| `deltas` | the deltas before each line make up that line (true), or there is none (false) |
| `seqs` | positions grow without falling back, from this one on; with `no_gaps` by at most one |
| `same_as` | the same messages as those of another step |
| `facts` | what the client read at these paths, or how it numbers these constants of an enum |
| `error` | the failure has at least this; without it there must be none |
| `varies` | how many messages come depends on time, so clients are not compared with each other |

In what is written, `*` stands for anything that is there, `!` for absence, and `/…/` for a text in
which the pattern is found.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tests.conformance.values import at

Messages = Sequence[Mapping[str, Any]]
Check = Callable[[Any, Messages], Iterator[str]]
_PATTERN = re.compile("/.*/", re.DOTALL)


def unmet(expect: Mapping[str, Any], messages: Messages, error: Any) -> Iterator[str]:
    """Yield what is not as expected, for people."""
    unknown = set(expect) - set(_CHECKS) - {"error", "varies", "same_as", "no_gaps", "facts"}
    if unknown:
        raise ValueError(f"nobody checks {', '.join(sorted(unknown))}; see expectations.py")
    yield from _failed_as_expected(expect.get("error"), error)
    for key, check in _CHECKS.items():
        if key in expect:
            yield from (f"{key}: {problem}" for problem in check(expect[key], messages))
    if expect.get("no_gaps"):
        yield from _gaps(messages)


def misread(wanted: Mapping[str, Any], found: Sequence[Any]) -> Iterator[str]:
    """Yield the facts that a client read otherwise than they are; `found` has their order."""
    if len(found) != len(wanted):
        yield f"{len(found)} facts were read, wanted {len(wanted)}"
    for (path, value), other in zip(wanted.items(), found, strict=False):
        if not _equal(value, other):
            yield f"{path} reads as {other!r}, wanted {value!r}"


def lacking(wanted: Any, found: Any, path: str = "") -> Iterator[str]:
    """Yield what `found` lacks of `wanted`, with its path."""
    where = path or "it"
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            inner = f"{path}.{key}" if path else key
            if value == "!":
                if key in found:
                    yield f"{inner} is {found[key]!r}, and should be absent"
            elif key not in found:
                yield f"{inner} is missing, wanted {value!r}"
            else:
                yield from lacking(value, found[key], inner)
    elif isinstance(wanted, list) and isinstance(found, list):
        if len(wanted) != len(found):
            yield f"{where} has {len(found)} items, not {len(wanted)}: {found!r}"
        for number, (one, other) in enumerate(zip(wanted, found, strict=False)):
            yield from lacking(one, other, f"{path}[{number}]")
    elif not _equal(wanted, found):
        yield f"{where} is {found!r}, wanted {wanted!r}"


def _equal(wanted: Any, found: Any) -> bool:
    if wanted == "*":
        return True
    if isinstance(wanted, str) and isinstance(found, str) and _PATTERN.fullmatch(wanted):
        return re.search(wanted[1:-1], found) is not None
    return bool(wanted == found) and isinstance(wanted, bool) == isinstance(found, bool)


def _failed_as_expected(wanted: Any, error: Any) -> Iterator[str]:
    if wanted is None:
        if error is not None:
            yield f"failed with {error.get('code')}: {error.get('message')}"
    elif error is None:
        yield f"did not fail, wanted {wanted!r}"
    else:
        yield from lacking(wanted, error, "error")


def _exactly(wanted: Any, messages: Messages) -> Iterator[str]:
    for number in range(max(len(wanted), len(messages))):
        one = wanted[number] if number < len(wanted) else None
        other = messages[number] if number < len(messages) else None
        if one is None or other is None or one != other:
            yield f"message {number} is {other!r}, wanted {one!r}"


def _match(wanted: Any, messages: Messages) -> Iterator[str]:
    yield from lacking(list(wanted), list(messages), "messages")


def _has(wanted: Any, messages: Messages) -> Iterator[str]:
    left = iter(messages)
    for one in wanted:
        if not any(next(lacking(one, message), None) is None for message in left):
            yield f"no message has {one!r} (or it comes too early)"


def _last(wanted: Any, messages: Messages) -> Iterator[str]:
    if messages:
        yield from lacking(wanted, messages[-1], "last")
    else:
        yield "there is no message"


def _count(wanted: Any, messages: Messages) -> Iterator[str]:
    if len(messages) != wanted:
        yield f"{len(messages)} messages, wanted {wanted}"


def _count_at_least(wanted: Any, messages: Messages) -> Iterator[str]:
    if len(messages) < wanted:
        yield f"{len(messages)} messages, wanted at least {wanted}"


def _events(messages: Messages) -> list[Mapping[str, Any]]:
    """Return the events of the turn, from `Say` or of one turn in a circle."""
    found = [message.get("event", message.get("turn")) for message in messages]
    return [event for event in found if event is not None]


def _turn(_: Any, messages: Messages) -> Iterator[str]:
    events = _events(messages)
    numbers = [event.get("sequence", 0) for event in events]
    if numbers != list(range(len(events))):
        yield f"sequence numbers are {numbers}"
    if len({event.get("turnId") for event in events}) != 1:
        yield "more or fewer than one turn id"
    kinds = [next((arm for arm in _ARMS if arm in event), "nothing") for event in events]
    if not kinds or kinds[0] != "started" or kinds[-1] != "finished":
        yield f"does not go from started to finished: {kinds}"
    if kinds.count("started") != 1 or kinds.count("finished") != 1 or "nothing" in kinds:
        yield f"not one of each end: {kinds}"


def _lines(wanted: Any, messages: Messages) -> Iterator[str]:
    found = [at(event, "line.text") for event in _events(messages) if "line" in event]
    if found != list(wanted):
        yield f"are {found!r}, wanted {wanted!r}"


def _deltas(wanted: Any, messages: Messages) -> Iterator[str]:
    shown, count = "", 0
    for event in _events(messages):
        if "delta" in event:
            shown, count = shown + event["delta"].get("text", ""), count + 1
        elif "line" in event:
            if wanted and shown != event["line"].get("text"):
                yield f"deltas make {shown!r}, the line is {event['line'].get('text')!r}"
            shown = ""
    if bool(count) != bool(wanted):
        yield f"{count} deltas"


def _seqs(first: Any, messages: Messages) -> Iterator[str]:
    found = [message.get("seq", 0) for message in messages]
    if found != sorted(found):
        yield f"fall back: {found}"
    if found and found[0] != first:
        yield f"begin with {found[0]}, wanted {first}"


def _gaps(messages: Messages) -> Iterator[str]:
    found = [message.get("seq", 0) for message in messages]
    jumps = [b for a, b in pairwise(found) if b - a > 1]
    if jumps:
        yield f"positions are left out before {jumps}: {found}"


_ARMS = ("started", "line", "delta", "intent", "finished")
_CHECKS: Mapping[str, Check] = {
    "messages": _exactly,
    "match": _match,
    "has": _has,
    "last": _last,
    "count": _count,
    "count_at_least": _count_at_least,
    "turn": _turn,
    "lines": _lines,
    "deltas": _deltas,
    "seqs": _seqs,
}
