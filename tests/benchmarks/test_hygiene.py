"""A few hours of the soak: what comes to mind stays clean while what is kept fills with repeats."""

from tests.benchmarks.hygiene import NAMES, soak
from tests.benchmarks.mind_junk import faults
from tests.fakes.retrieval_log import memory_of, spoken_memory


async def test_what_comes_to_mind_stays_clean() -> None:
    """No junk, no echo, nothing learned again, no pin lost, and nothing outdated beside the new."""
    result = await soak(days=2, hours=2, names=NAMES[:2])

    assert result["recollections"] != 0
    assert isinstance(result["junk_share"], float)
    assert result["junk_share"] < 0.03, result["faults"]
    assert (result["echoes"], result["learned_again"], result["pins_lost"]) == (0, 0, 0)
    assert result["pins_expected"] != 0
    assert result["changed_facts_recalled"] != 0
    assert result["outdated_shown_beside"] == 0
    of_all = result["kept"]
    assert isinstance(of_all, dict)
    assert of_all["duplicates"] > 0


def test_the_judge_sees_junk() -> None:
    """By rules of its own: a soak that cannot fail would prove nothing."""
    shown = [
        memory_of("It rains.", 1),
        memory_of("it rains!", 2),
        spoken_memory("Rain, they say.", 3, evidence=(1,)),
        memory_of("[fill in]", 4),
    ]

    assert [(why, one.seq) for why, one in faults(shown)] == [
        ("duplicate", 2),
        ("echo", 3),
        ("leftover", 4),
    ]
