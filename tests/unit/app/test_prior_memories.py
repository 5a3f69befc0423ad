"""Memories of a talk: those on a mind as it begins come first, and they stay while it lasts."""

from dataclasses import replace

from npcserver.app.context.recall import RecalledContext, carried_on, uncalled, with_prior
from npcserver.model.memory import Recollection
from npcserver.model.secret import whispered
from tests.fakes.prompt_inputs import recollection

K = 5


def found(*seqs: int, text: str = "memory {}") -> list[Recollection]:
    return [
        replace(one, memory=replace(one.memory, seq=seq))
        for seq in seqs
        for one in [recollection(text.format(seq))]
    ]


def recalled(*seqs: int) -> RecalledContext:
    return RecalledContext(recollections=tuple(found(*seqs)))


def seqs(shown: RecalledContext, *, prior: bool) -> list[int]:
    return [one.memory.seq for one in shown.recollections if one.is_prior is prior]


def test_it_stands_first_and_in_one_order_whatever_is_called_up() -> None:
    """In the order in which it came about; what words call up follows, best first, k in all."""
    one = with_prior(found(7, 3), recalled(9, 3, 8, 6, 5, 4), K)
    other = with_prior(found(3, 7), recalled(4, 2), K)

    assert (seqs(one, prior=True), seqs(one, prior=False)) == ([3, 7], [9, 8, 6])
    assert (seqs(other, prior=True), seqs(other, prior=False)) == ([3, 7], [4, 2])


def test_what_words_call_up_of_it_keeps_its_terms() -> None:
    """It counts as an access; what they do not call up has no terms, and does not."""
    shown = {one.memory.seq: one for one in with_prior(found(7, 3), recalled(3), K).recollections}

    assert (shown[3].score, shown[3].is_called) == (1.0, True)
    assert (shown[7].score, shown[7].is_called) == (0.0, False)


def test_what_says_the_same_is_shown_once() -> None:
    """Once as what was called up, which has the score."""
    shown = with_prior(found(3, text="The quay was mended."), RecalledContext(
        recollections=(*found(8, text="The quay was mended."), *found(9)),
    ), K)  # fmt: skip

    assert [one.memory.seq for one in shown.recollections] == [8, 9]


def test_pins_stand_with_it_unless_they_are_secret() -> None:
    """A secret one is shown to some and not to others, and would change how a prompt begins."""
    pin, secret_pin = (replace(one, is_pinned=True) for one in found(4, 5))
    body = replace(secret_pin.memory.body, secrets=(whispered(("ann",)),))
    secret_pin = replace(secret_pin, memory=replace(secret_pin.memory, body=body))
    shown = with_prior(found(7), RecalledContext(recollections=(pin, secret_pin, *found(9))), K)

    assert (seqs(shown, prior=True), seqs(shown, prior=False)) == ([4, 7], [5, 9])


def test_it_stays_for_the_whole_talk() -> None:
    """Also where the talk has moved on, so that the rest of the set is made anew."""
    first = with_prior(found(3, 7), recalled(9, 8), K)
    earlier = [one.as_recalled for one in first.recollections]
    kept = [uncalled(one.memory) for one in first.recollections]

    goes_on = carried_on(earlier, recalled(9, 8, 11), kept, 12)
    moved_on = carried_on(earlier, recalled(21, 22, 23, 24, 25), kept, 12)

    assert seqs(goes_on, prior=True) == seqs(moved_on, prior=True) == [3, 7]
    assert seqs(goes_on, prior=False) == [9, 8, 11]
    assert seqs(moved_on, prior=False) == [21, 22, 23, 24, 25]


MOST = 12


def numbered(*seqs: int) -> list[Recollection]:
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
    return carried_on(earlier, RecalledContext(recollections=tuple(numbered(*seqs))), kept, MOST)


def seqs_of(recalled: RecalledContext, *, fresh: bool) -> list[int]:
    return [one.memory.seq for one in recalled.recollections if one.is_fresh is fresh]


FIRST = RecalledContext(recollections=tuple(numbered(1, 2, 3, 4)))


def test_the_set_stays_in_its_order_and_what_is_new_stands_behind() -> None:
    """Whatever the order in which they are called up this time, or whether they are."""
    second = turn(FIRST, 4, 9, 2)
    third = turn(second, 2, 8, 9)

    assert (seqs_of(second, fresh=False), seqs_of(second, fresh=True)) == ([1, 2, 3, 4], [9])
    assert (seqs_of(third, fresh=False), seqs_of(third, fresh=True)) == ([1, 2, 3, 4], [9, 8])


def test_what_was_not_called_up_says_so() -> None:
    """It has no terms of a score, and counts as no access."""
    second = turn(FIRST, 4, 9, 2)

    called = {one.seq: one.is_called for one in (it.as_recalled for it in second.recollections)}
    assert called == {1: False, 2: True, 3: False, 4: True, 9: True}


def test_fresh_ones_join_the_set_together() -> None:
    """Once there are more than six of them, so that the set seldom changes."""
    second = turn(FIRST, 1, 11, 12, 13)
    third = turn(second, 2, 11, 14, 15, 16, 17)

    assert seqs_of(third, fresh=False) == [1, 2, 3, 4, 11, 12, 13, 14, 15, 16, 17]
    assert seqs_of(third, fresh=True) == []


def test_the_set_is_made_anew_where_the_talk_has_moved_on() -> None:
    """Where less than a quarter of what comes to mind stood there before, or too much would."""
    moved = turn(FIRST, 21, 22, 23, 24, 25)
    crowded = turn(turn(FIRST, 1, 11, 12, 13), 1, 2, 3, *range(14, 21))

    assert (seqs_of(moved, fresh=False), seqs_of(moved, fresh=True)) == ([21, 22, 23, 24, 25], [])
    assert seqs_of(crowded, fresh=False) == [1, 2, 3, *range(14, 21)]
