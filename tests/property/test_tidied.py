"""Putting in order what came to mind loses nothing and makes nothing up."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from npcserver.app.context.discretion import Discretion
from npcserver.app.context.recall import put_in_order
from npcserver.memory.deduplication import deduplicate_recollections, merge_recollections
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind
from tests.fakes.retrieval_log import heard_memory, memory_of, ranked, spoken_memory

_TEXTS = (
    "The party is at five.",
    "The party is at six!",
    "the party is at SIX",
    "The party starts at seven o'clock.",
    "The mill burned down.",
    "The door is open.",
    "The door is locked.",
    "I am hungry.",
    "I am not hungry.",
    "Good morning.",
    "聚会在五点。",
    "聚会在六点。",
    "",
)


@st.composite
def memories(draw: st.DrawFn, seq: int) -> Memory:
    """Draw a memory with a seq of its own."""
    text = draw(st.sampled_from(_TEXTS))
    kind = draw(st.sampled_from(("seen", "told", "said", "thought", "fact")))
    if kind == "told":
        by = draw(st.sampled_from(("ann", "bram")))
        return heard_memory(text, seq, by, trust=draw(st.integers(0, 100)))
    if kind == "said":
        evidence = draw(st.lists(st.integers(1, 40), max_size=3))
        return spoken_memory(text, seq, evidence=tuple(one for one in evidence if one < seq))
    if kind == "thought":
        return memory_of(text, seq, kind=RecordKind.REFLECTION)
    if kind == "fact":
        thing = draw(st.sampled_from(("inn/door", "mill/door")))
        return memory_of(text, seq, is_standing=True, about=(thing,))
    return memory_of(text, seq)


@st.composite
def recollections(draw: st.DrawFn) -> tuple[Recollection, ...]:
    """Draw what came to mind, best first, pins before the rest."""
    seqs = draw(st.lists(st.integers(1, 40), unique=True, max_size=24))
    pins = draw(st.integers(0, min(4, len(seqs))))
    found = ranked(*(draw(memories(seq)) for seq in seqs), pinned=tuple(seqs[:pins]))
    return tuple(
        replace(one, score=draw(st.floats(0, 1))) if place < pins else one
        for place, one in enumerate(found)
    )


@given(recollections())
def test_each_is_shown_or_counted_or_out_of_date(found: tuple[Recollection, ...]) -> None:
    """Exactly once each, and nothing else comes out; only what was taken in is counted."""
    tidy = deduplicate_recollections(found)
    groups = {group.kept.memory.seq: group for group in merge_recollections(found)}
    shown = [one.memory.seq for kept in tidy for one in groups[kept.memory.seq].members]
    superseded = [memory.seq for one in tidy for memory in one.superseded]

    assert sorted((*shown, *superseded)) == sorted(one.memory.seq for one in found)
    for one in tidy:
        members = groups[one.memory.seq].members
        heard = sum(other.memory.kind is not RecordKind.LINE for other in members)
        assert 1 <= one.times <= max(heard, 1 if heard else len(members))


@given(recollections())
def test_groups_part_what_came_to_mind(found: tuple[Recollection, ...]) -> None:
    """Each is in one group; groups and members stay in order; the best stands for its group."""
    groups = merge_recollections(found)
    places = {id(one): place for place, one in enumerate(found)}
    members = [[places[id(one)] for one in group.members] for group in groups]

    assert sorted(place for group in members for place in group) == [*range(len(found))]
    assert all(group == sorted(group) for group in members)
    assert [group[0] for group in members] == sorted(group[0] for group in members)
    for group in groups:
        others = [one for one in group.members if one.memory.kind is not RecordKind.LINE]
        assert group.kept.is_pinned or group.kept.score == max(
            one.score for one in others or group.members
        )


@given(recollections())
def test_pins_come_first_and_none_is_lost(found: tuple[Recollection, ...]) -> None:
    """In the order in which they were given, whatever they say and whatever k is."""
    pins = [one.memory.seq for one in found if one.is_pinned]

    recalled = put_in_order(found, 1, Discretion()).recollections

    assert [one.memory.seq for one in recalled][: len(pins)] == pins
    assert len(recalled) <= max(1, len(pins))


@given(recollections())
def test_no_line_stands_beside_what_it_passes_on(found: tuple[Recollection, ...]) -> None:
    """What a character only repeats is no knowledge beside the knowledge, unless it is pinned."""
    shown = deduplicate_recollections(found)
    seqs = {one.memory.seq for one in shown}

    for one in shown:
        if one.memory.kind is RecordKind.LINE and not one.is_pinned:
            assert seqs.isdisjoint(one.memory.body.evidence)


@given(recollections())
def test_order_is_a_function_of_what_is_given(found: tuple[Recollection, ...]) -> None:
    """Again gives the same; and of what is in order nothing more is made."""
    tidy = deduplicate_recollections(found)

    assert deduplicate_recollections(found) == tidy
    again = deduplicate_recollections(tuple(replace(one, times=1, superseded=()) for one in tidy))
    assert {one.memory.seq for one in again} <= {one.memory.seq for one in tidy}


@given(recollections(), st.integers(1, 12))
def test_a_smaller_k_shows_the_beginning(found: tuple[Recollection, ...], k: int) -> None:
    """Cutting comes last."""
    whole = put_in_order(found, len(found) + 1, Discretion()).recollections

    pins = sum(one.is_pinned for one in found)
    assert put_in_order(found, k, Discretion()).recollections == whole[: max(k, pins)]
