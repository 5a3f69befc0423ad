"""What is on a mind as a talk begins stands first in its prompts, whatever is said."""

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
