"""An endpoint's answer is data of a stranger: no value in any place ends a turn without a line."""

import asyncio
import copy
import json
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.fakes.odd_endpoints import DONE, Oddity, chunk, data, words
from tests.fakes.odd_turns import played

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from([2**31, 2**63, 10**40, -1, "stop", "length", "\ud800", "\0"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)
USAGE = {"prompt_tokens": 9, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": 3}}
TIMINGS = {"prompt_ms": 5.0, "cache_n": 2}


def stream(text: str) -> list[dict[str, object]]:
    """Return the events of a stream with all that is read of one."""
    events = [chunk(delta) for delta in words(text)]
    return [*events, chunk({}, "stop"), {**chunk({}), "usage": USAGE, "timings": TIMINGS}]


def places(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Yield the paths of all values within one."""
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))


@st.composite
def spoilt(draw: st.DrawFn) -> list[tuple[float, float, object]]:
    """Return which events and places, as shares, get which values."""
    share = st.floats(0, 0.999)
    return draw(st.lists(st.tuples(share, share, VALUES), min_size=1, max_size=4))


def with_values(
    events: list[dict[str, object]], changes: list[tuple[float, float, object]]
) -> list[object]:
    """Return events with values put in places."""
    found: list[object] = copy.deepcopy(list(events))
    for event, place, value in changes:
        at = int(event * len(found))
        paths = list(places(found[at]))
        path = paths[int(place * len(paths))]
        if not path:
            found[at] = value
            continue
        inner: object = found[at]
        for key in path[:-1]:
            inner = inner[key]  # type: ignore[index]
        inner[path[-1]] = value  # type: ignore[index]
    return found


@settings(max_examples=examples(60), deadline=None)
@given(spoilt())
def test_any_value_anywhere_leaves_a_line(changes: list[tuple[float, float, object]]) -> None:
    """A turn has a line, and a thought an answer or a fault of the model."""

    def body(text: str) -> Iterator[bytes]:
        yield from (data(json.dumps(one)) for one in with_values(stream(text), changes))
        yield DONE

    outcome = asyncio.run(played(Oddity(name="random", seen="here", body=body)))

    assert outcome.lines


@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.binary(max_size=40), max_size=6), st.sampled_from([b"data: ", b"", b"\xef"]))
def test_any_bytes_leave_a_line(pieces: list[bytes], before: bytes) -> None:
    """Bytes that are no stream at all cost the model's line, and nothing else."""

    def body(text: str) -> Iterator[bytes]:
        yield from (before + piece + b"\n" for piece in pieces)
        yield from (data(one) for one in stream(text))

    outcome = asyncio.run(played(Oddity(name="random", seen="here", body=body)))

    assert outcome.lines


@settings(max_examples=examples(40), deadline=None)
@given(
    VALUES, st.sampled_from(["say", "feeling", "intents", "importance", "promises", "settles", "x"])
)
def test_any_member_of_the_answer_leaves_a_line(value: object, member: str) -> None:
    """The same holds of the answer's own members."""

    def says(text: str) -> str:
        return json.dumps({**json.loads(text), member: value})

    outcome = asyncio.run(played(Oddity(name="random", seen="here", says=says)))

    assert outcome.lines
