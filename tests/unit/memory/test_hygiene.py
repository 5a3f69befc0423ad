"""What came to mind, put in order."""

from datetime import timedelta

from npcserver.memory.deduplication import tidy_recollections
from npcserver.model.memory import Recollection
from npcserver.model.record import RecordKind, Source
from tests.fakes.prompt_inputs import NOW
from tests.fakes.retrieval_log import heard_memory, memory_of, ranked, spoken_memory

FIVE, SIX, SEVEN = "The party is at five.", "The party is at six.", "The party is at seven."


def shown(found: tuple[Recollection, ...]) -> list[tuple[int, int, list[int]]]:
    """Return seq, times, and the seqs of what was put out of date."""
    return [
        (one.memory.seq, one.times, [older.seq for older in one.superseded])
        for one in tidy_recollections(found)
    ]


def test_the_newer_of_two_stands_where_the_better_stood() -> None:
    """The older goes along with it, for the receipt and the prompt."""
    found = ranked(memory_of(FIVE, 1), memory_of("It rains in the hills.", 2), memory_of(SIX, 3))

    assert shown(found) == [(3, 1, [1]), (2, 1, [])]


def test_all_that_is_out_of_date_goes_with_the_newest() -> None:
    """Newest first, repeats included, so that nothing is lost."""
    found = ranked(memory_of(FIVE, 1), memory_of(SIX, 2), memory_of(SEVEN, 5), memory_of(FIVE, 3))

    assert shown(found) == [(5, 1, [3, 2, 1])]


def test_what_was_said_again_last_is_the_newest() -> None:
    """Whoever heard "five" again after "six" believes five."""
    found = ranked(memory_of(FIVE, 1), memory_of(SIX, 2), memory_of(FIVE, 3))

    assert shown(found) == [(1, 2, [2])]


def test_a_mind_does_not_convince_itself() -> None:
    """That it said "five" again after it had heard "six" makes five no newer."""
    found = ranked(memory_of(FIVE, 1), heard_memory(SIX, 2), spoken_memory(FIVE, 3, evidence=(1,)))

    assert shown(found) == [(2, 1, [3, 1])]


def test_what_was_concluded_makes_nothing_newer() -> None:
    """A thought of yesterday's news is no news."""
    thought = memory_of(FIVE, 3, kind=RecordKind.REFLECTION, source=Source.INFERRED)

    assert shown(ranked(memory_of(FIVE, 1), memory_of(SIX, 2), thought)) == [(2, 1, [3, 1])]


def test_what_was_said_once_was_heard_once() -> None:
    """Neither one's own line that passes it on nor a thought that quotes it counts as another."""
    heard = heard_memory(FIVE, 1, by="ann")
    line = spoken_memory("The party is at five!", 2, evidence=(1,))
    quote = memory_of(
        f"What stayed with Mira is that Ann said: {FIVE}",
        3,
        kind=RecordKind.REFLECTION,
        source=Source.INFERRED,
        evidence=(1,),
    )

    assert shown(ranked(heard, line)) == [(1, 1, [])]
    assert shown(ranked(quote, heard, line)) == [(1, 1, [])]
    assert shown(ranked(heard, heard_memory(FIVE, 4, by="ann"))) == [(1, 2, [])]


def test_what_was_concluded_from_words_stays_beside_them() -> None:
    """A thought that says more than what it quotes is another memory."""
    more = memory_of(
        f"Ann said: {FIVE[:-1]}, so the tables must be laid by four.",
        2,
        kind=RecordKind.REFLECTION,
        source=Source.INFERRED,
        evidence=(1,),
    )

    assert [one[0] for one in shown(ranked(heard_memory(FIVE, 1), more))] == [1, 2]


def test_at_equal_times_the_later_record_counts() -> None:
    """A batch of observations has one game time."""
    found = ranked(memory_of(FIVE, 8, at=NOW), memory_of(SIX, 9, at=NOW))

    assert shown(found) == [(9, 1, [8])]


def test_game_time_counts_before_the_order_of_records() -> None:
    """An engine may hand in late what happened early."""
    found = ranked(memory_of(FIVE, 8, at=NOW), memory_of(SIX, 9, at=NOW - timedelta(hours=1)))

    assert shown(found) == [(8, 1, [9])]


def test_hearsay_of_the_distrusted_stands_beside_what_was_seen() -> None:
    """Both are shown; the prompt says who told it."""
    found = ranked(heard_memory(SIX, 2, trust=30), memory_of(FIVE, 1))

    assert shown(found) == [(2, 1, []), (1, 1, [])]


def test_what_is_pinned_never_gives_way() -> None:
    """It stays, first, and the newer beside it."""
    found = ranked(memory_of(FIVE, 1), memory_of(SIX, 2), pinned=(1,))

    assert shown(found) == [(1, 1, []), (2, 1, [])]


def test_a_pin_may_put_others_out_of_date() -> None:
    """A newer pin is the newer."""
    found = ranked(memory_of(SIX, 2), memory_of(FIVE, 1), pinned=(2,))

    assert shown(found) == [(2, 1, [1])]


def test_nothing_comes_of_nothing() -> None:
    """No recollections, no trouble."""
    assert tidy_recollections(()) == ()
