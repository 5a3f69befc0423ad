"""What came to mind, put in order."""

from datetime import timedelta

from npcserver.memory.hygiene import tidied
from npcserver.model.memory import Recollection
from npcserver.model.record import RecordKind, Source
from tests.fakes.recalled import came, kept, said, told
from tests.fakes.scenes import NOW

FIVE, SIX, SEVEN = "The party is at five.", "The party is at six.", "The party is at seven."


def shown(found: tuple[Recollection, ...]) -> list[tuple[int, int, list[int]]]:
    """Return seq, times, and the seqs of what was put out of date."""
    return [
        (one.memory.seq, one.times, [older.seq for older in one.superseded])
        for one in tidied(found)
    ]


def test_the_newer_of_two_stands_where_the_better_stood() -> None:
    """The older goes along with it, for the receipt and the prompt."""
    found = came(kept(FIVE, 1), kept("It rains in the hills.", 2), kept(SIX, 3))

    assert shown(found) == [(3, 1, [1]), (2, 1, [])]


def test_all_that_is_out_of_date_goes_with_the_newest() -> None:
    """Newest first, repeats included, so that nothing is lost."""
    found = came(kept(FIVE, 1), kept(SIX, 2), kept(SEVEN, 5), kept(FIVE, 3))

    assert shown(found) == [(5, 1, [3, 2, 1])]


def test_what_was_said_again_last_is_the_newest() -> None:
    """Whoever heard "five" again after "six" believes five."""
    found = came(kept(FIVE, 1), kept(SIX, 2), kept(FIVE, 3))

    assert shown(found) == [(1, 2, [2])]


def test_a_mind_does_not_convince_itself() -> None:
    """That it said "five" again after it had heard "six" makes five no newer."""
    found = came(kept(FIVE, 1), told(SIX, 2), said(FIVE, 3, evidence=(1,)))

    assert shown(found) == [(2, 1, [3, 1])]


def test_what_was_concluded_makes_nothing_newer() -> None:
    """A thought of yesterday's news is no news."""
    thought = kept(FIVE, 3, kind=RecordKind.REFLECTION, source=Source.INFERRED)

    assert shown(came(kept(FIVE, 1), kept(SIX, 2), thought)) == [(2, 1, [3, 1])]


def test_what_was_said_once_was_heard_once() -> None:
    """Neither one's own line that passes it on nor a thought that quotes it counts as another."""
    heard = told(FIVE, 1, by="ann")
    line = said("The party is at five!", 2, evidence=(1,))
    quote = kept(
        f"What stayed with Mira is that Ann said: {FIVE}",
        3,
        kind=RecordKind.REFLECTION,
        source=Source.INFERRED,
        evidence=(1,),
    )

    assert shown(came(heard, line)) == [(1, 1, [])]
    assert shown(came(quote, heard, line)) == [(1, 1, [])]
    assert shown(came(heard, told(FIVE, 4, by="ann"))) == [(1, 2, [])]


def test_what_was_concluded_from_words_stays_beside_them() -> None:
    """A thought that says more than what it quotes is another memory."""
    more = kept(
        f"Ann said: {FIVE[:-1]}, so the tables must be laid by four.",
        2,
        kind=RecordKind.REFLECTION,
        source=Source.INFERRED,
        evidence=(1,),
    )

    assert [one[0] for one in shown(came(told(FIVE, 1), more))] == [1, 2]


def test_at_equal_times_the_later_record_counts() -> None:
    """A batch of observations has one game time."""
    found = came(kept(FIVE, 8, at=NOW), kept(SIX, 9, at=NOW))

    assert shown(found) == [(9, 1, [8])]


def test_game_time_counts_before_the_order_of_records() -> None:
    """An engine may hand in late what happened early."""
    found = came(kept(FIVE, 8, at=NOW), kept(SIX, 9, at=NOW - timedelta(hours=1)))

    assert shown(found) == [(8, 1, [9])]


def test_hearsay_of_the_distrusted_stands_beside_what_was_seen() -> None:
    """Both are shown; the prompt says who told it."""
    found = came(told(SIX, 2, trust=30), kept(FIVE, 1))

    assert shown(found) == [(2, 1, []), (1, 1, [])]


def test_what_is_pinned_never_gives_way() -> None:
    """It stays, first, and the newer beside it."""
    found = came(kept(FIVE, 1), kept(SIX, 2), pinned=(1,))

    assert shown(found) == [(1, 1, []), (2, 1, [])]


def test_a_pin_may_put_others_out_of_date() -> None:
    """A newer pin is the newer."""
    found = came(kept(SIX, 2), kept(FIVE, 1), pinned=(2,))

    assert shown(found) == [(2, 1, [1])]


def test_nothing_comes_of_nothing() -> None:
    """No recollections, no trouble."""
    assert tidied(()) == ()
