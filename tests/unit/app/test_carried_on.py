"""The memories of a talk stay the same set while it lasts, and what is new stands behind."""

from dataclasses import replace

from npcserver.app.context.recall import RecalledContext, carried_on, uncalled
from npcserver.model.memory import Recollection
from tests.fakes.prompt_inputs import recollection

MOST = 12


def found(*seqs: int) -> list[Recollection]:
    return [
        replace(one, memory=replace(one.memory, seq=seq))
        for seq in seqs
        for one in [recollection(f"memory {seq}")]
    ]


def turn(before: RecalledContext, *seqs: int) -> RecalledContext:
    """Return what stands in the next prompt where these are called up."""
    earlier = [one.as_recalled for one in before.recollections]
    lacking = [one for one in before.recollections if one.memory.seq not in seqs]
    kept = [uncalled(one.memory) for one in lacking]
    return carried_on(earlier, RecalledContext(recollections=tuple(found(*seqs))), kept, MOST)


def seqs(recalled: RecalledContext, *, fresh: bool) -> list[int]:
    return [one.memory.seq for one in recalled.recollections if one.is_fresh is fresh]


FIRST = RecalledContext(recollections=tuple(found(1, 2, 3, 4)))


def test_the_set_stays_in_its_order_and_what_is_new_stands_behind() -> None:
    """Whatever the order in which they are called up this time, or whether they are."""
    second = turn(FIRST, 4, 9, 2)
    third = turn(second, 2, 8, 9)

    assert (seqs(second, fresh=False), seqs(second, fresh=True)) == ([1, 2, 3, 4], [9])
    assert (seqs(third, fresh=False), seqs(third, fresh=True)) == ([1, 2, 3, 4], [9, 8])


def test_what_was_not_called_up_says_so() -> None:
    """It has no terms of a score, and counts as no access."""
    second = turn(FIRST, 4, 9, 2)

    called = {one.seq: one.is_called for one in (it.as_recalled for it in second.recollections)}
    assert called == {1: False, 2: True, 3: False, 4: True, 9: True}


def test_fresh_ones_join_the_set_together() -> None:
    """Once there are more than six of them, so that the set seldom changes."""
    second = turn(FIRST, 1, 11, 12, 13)
    third = turn(second, 2, 11, 14, 15, 16, 17)

    assert seqs(third, fresh=False) == [1, 2, 3, 4, 11, 12, 13, 14, 15, 16, 17]
    assert seqs(third, fresh=True) == []


def test_the_set_is_made_anew_where_the_talk_has_moved_on() -> None:
    """Where less than a quarter of what comes to mind stood there before, or too much would."""
    moved = turn(FIRST, 21, 22, 23, 24, 25)
    crowded = turn(turn(FIRST, 1, 11, 12, 13), 1, 2, 3, *range(14, 21))

    assert (seqs(moved, fresh=False), seqs(moved, fresh=True)) == ([21, 22, 23, 24, 25], [])
    assert seqs(crowded, fresh=False) == [1, 2, 3, *range(14, 21)]
