"""How varied a talk is: the paper's figure, and figures that do not grow with its length."""

import math
import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.model.group.entropy import (
    LEAST,
    NgramVariety,
    Unit,
    agc_char2_nats,
    compare,
    telling,
    words,
)


def bits_of(drawn: tuple[str, ...]) -> float:
    counts = Counter(drawn)
    return -sum(x / len(drawn) * math.log2(x / len(drawn)) for x in counts.values())


def talk(seed: int, count: int, vocabulary: int) -> list[str]:
    """Lines of twelve words, some of them much commoner than others."""
    chance = random.Random(seed)
    return [
        " ".join(f"w{int(vocabulary * chance.random() ** 3)}" for _ in range(12))
        for _ in range(count)
    ]


def test_the_papers_figure_is_computed_as_its_code_does() -> None:
    """In "abab" is ab twice and ba once, in nats; strings too short hold nothing."""
    assert agc_char2_nats(["abab"]) == pytest.approx(0.63651, abs=5e-6)
    assert agc_char2_nats(["a", ""]) == 0
    assert agc_char2_nats([]) == 0


def test_the_papers_window_does_not_reach_into_the_next_string() -> None:
    """Runs are counted within each string and summed over all."""
    assert agc_char2_nats(["ab", "ab"]) == 0
    assert agc_char2_nats(["ab", "ba"]) == pytest.approx(math.log(2))


def test_words_are_split_in_english_and_in_chinese() -> None:
    """Case, width and punctuation do not count; a Chinese character is a word, "don't" is one."""
    assert words("Don’t SELL, I said: 7 ＴＩＭＥＳ!") == [
        "don’t",
        "sell",
        "i",
        "said",
        "7",
        "times",
    ]
    assert words("我不卖，OK？") == ["我", "不", "卖", "ok"]


def test_whole_figures_of_a_small_text() -> None:
    """Bits, share of the most possible, and distinct share follow from the counts."""
    [group] = compare({"a": ["to be or not to be"]}).groups

    whole = group.of(Unit.WORD, 1).whole
    assert (whole.ngrams, whole.distinct) == (6, 4)
    assert whole.bits == pytest.approx(math.log2(6) - 4 / 6)
    assert whole.evenness == pytest.approx(whole.bits / 2)
    assert whole.distinct_share == pytest.approx(4 / 6)
    assert group.of(Unit.WORD, 2).whole.ngrams == 5
    assert group.of(Unit.CHARACTER, 3).whole.ngrams == len("to be or not to be") - 2


def test_ngrams_do_not_reach_from_one_utterance_into_the_next() -> None:
    """Two utterances of two words hold two pairs, not three."""
    [group] = compare({"a": ["yes sir", "no sir"]}).groups

    assert group.of(Unit.WORD, 2).whole.ngrams == 2
    assert group.of(Unit.WORD, 3).whole == NgramVariety(ngrams=0, distinct=0, bits=0)


def test_nothing_said_has_no_figures_and_spoils_nobody_elses() -> None:
    """A group without a word is left out of the size, and has no equal sample."""
    found = compare({"a": ["one two three four"], "silent": [], "blank": ["", "…"]})

    said, silent, blank = found.groups
    assert found.sample(Unit.WORD, 1) == 4
    assert said.of(Unit.WORD, 1).equal == said.of(Unit.WORD, 1).whole
    assert silent.of(Unit.WORD, 1).equal is None
    assert blank.of(Unit.WORD, 1).whole.ngrams == 0
    assert compare({}).groups == ()


def test_a_group_of_a_few_words_does_not_shrink_the_samples_of_all() -> None:
    """Who says less than `LEAST` n-grams is not sampled, instead of making everybody's tiny."""
    found = compare({"long": talk(1, 40, 90), "middle": talk(2, 10, 90), "short": ["go on"]})

    assert found.sample(Unit.WORD, 1) == 120 >= LEAST
    assert [one.of(Unit.WORD, 1).equal is None for one in found.groups] == [False, False, True]


def test_a_longer_talk_does_not_look_more_varied() -> None:
    """At equal size the same way of talking has the same figures, however long it goes on."""
    found = compare({"long": talk(1, 300, 400), "short": talk(2, 25, 400)})

    long, short = (one.of(Unit.WORD, 1) for one in found.groups)
    assert long.whole.bits - short.whole.bits > 0.5
    assert long.equal is not None
    assert short.equal is not None
    assert long.equal.bits == pytest.approx(short.equal.bits, abs=0.2)
    assert long.equal.distinct_share == pytest.approx(short.equal.distinct_share, abs=0.05)


def test_at_equal_size_the_poorer_talk_is_the_poorer() -> None:
    """A long talk of few words lies below a short one of many, though it is four times as long."""
    found = compare({"poor": talk(1, 200, 30), "rich": talk(2, 50, 300)})

    poor, rich = (one.of(Unit.WORD, 1).equal for one in found.groups)
    assert poor is not None
    assert rich is not None
    assert poor.bits < rich.bits
    assert poor.ngrams == rich.ngrams == 600


@given(st.lists(st.sampled_from("abcde"), min_size=2, max_size=9), st.integers(1, 8))
def test_a_sample_is_the_mean_over_all_that_could_be_drawn(tokens: list[str], size: int) -> None:
    """What is computed equals what counting every possible draw gives."""
    size = min(size, len(tokens))
    draws = [bits_of(drawn) for drawn in combinations(tokens, size)]
    distinct = [len(set(drawn)) for drawn in combinations(tokens, size)]

    found = compare({"all": [" ".join(tokens)], "few": [" ".join("abcdefgh"[:size])]})

    equal = found.groups[0].of(Unit.WORD, 1).equal
    assert equal is not None
    assert equal.ngrams == size
    assert equal.bits == pytest.approx(sum(draws) / len(draws), abs=1e-9)
    assert equal.distinct == pytest.approx(sum(distinct) / len(distinct), abs=1e-9)


def test_a_sample_of_a_long_text_is_what_drawing_gives() -> None:
    """Large counts lose no precision: seeded draws come out at the same figure."""
    texts = talk(3, 300, 200)
    tokens = [word for text in texts for word in words(text)]
    chance = random.Random(5)
    draws = [bits_of(tuple(chance.sample(tokens, 600))) for _ in range(60)]

    equal = compare({"all": texts, "some": talk(4, 50, 200)}).groups[0].of(Unit.WORD, 1).equal

    assert equal is not None
    assert equal.bits == pytest.approx(sum(draws) / len(draws), abs=0.02)


def test_words_that_only_one_says_tell_who_spoke() -> None:
    """Speakers who share no word are told apart by each; those who say the same are not."""
    apart = telling({"a": ["red green"] * 30, "b": ["left right"] * 30})
    alike = telling({"a": ["red green"] * 30, "b": ["green red"] * 30})

    assert apart.bits == pytest.approx(1)
    assert apart.speaker_bits == pytest.approx(1)
    assert apart.share == pytest.approx(1)
    assert alike.bits == pytest.approx(0)
    assert alike.share == pytest.approx(0, abs=0.02)


def test_what_chance_tells_is_not_counted() -> None:
    """Two who draw from one vocabulary seem to differ while little is said; beyond chance, no."""
    found = telling({"a": talk(1, 10, 200), "b": talk(2, 10, 200)})

    assert found.bits > 0.2
    assert found.chance == pytest.approx(found.bits, abs=0.05)
    assert abs(found.share) < 0.1


def test_one_speaker_has_nothing_to_tell() -> None:
    """Where one person or nobody spoke, words cannot tell who it was."""
    assert telling({"a": ["one two"], "b": []}).share == 0
    assert telling({}).share == 0
