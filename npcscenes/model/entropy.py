"""Measures of how varied a conversation is: the paper's, and ones independent of length.

The paper's measure grows with the length of a conversation, so a longer one always looks more
varied. Here any two texts compare, because both are measured at the same number of n-grams, as the
mean over all samples of that size (rarefaction: Hurlbert 1971, Ecology 52(4)). The mean is computed
from the hypergeometric distribution, so there is no random draw.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from npcserver.language.scripts import HAN, KANA

ORDERS = (1, 2, 3)
LEAST = 50
"""Fewest n-grams for which a group counts when the size of the equal samples is chosen."""

_WIDE = f"{KANA}{HAN}"
_WORD = re.compile(rf"[{_WIDE}]|[^\W_{_WIDE}]+(?:['’][^\W_{_WIDE}]+)*")
_NEGLIGIBLE = 1e-17


class Unit(StrEnum):
    """What n-grams are made of."""

    WORD = "word"  # each Chinese or Japanese character is one
    CHARACTER = "character"


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramVariety:
    """Variety of some n-grams; in a sample `distinct` is a mean, so it need not be whole.

    `bits` is their entropy, -Σ p log2 p.
    """

    ngrams: int
    distinct: float
    bits: float

    @property
    def evenness(self) -> float:
        """Entropy as a share (0..1) of the most that this many distinct n-grams can have."""
        return self.bits / math.log2(self.distinct) if self.distinct > 1 else 0.0

    @property
    def distinct_share(self) -> float:
        """Distinct n-grams as a share of all (distinct-n: Li et al. 2016, §5), 0..1."""
        return self.distinct / self.ngrams if self.ngrams else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """The n-grams of a group: all of them, and a sample as large as in the other groups.

    `equal` is None if the group has fewer than that.
    """

    whole: NgramVariety
    equal: NgramVariety | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextMeasures:
    """Measures of one group of texts (a run, a speaker, a round), by `Unit` and `ORDERS`."""

    name: str
    measures: Mapping[tuple[Unit, int], Measure]

    def of(self, unit: Unit, n: int) -> Measure:
        """Return one measure. Raises `KeyError`."""
        return self.measures[unit, n]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Groups side by side; `samples` has how many n-grams each equal sample holds."""

    samples: Mapping[tuple[Unit, int], int]
    groups: tuple[TextMeasures, ...]

    def sample(self, unit: Unit, n: int) -> int:
        """Return how many n-grams each equal sample holds."""
        return self.samples[unit, n]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeakerInformation:
    """How much a word says about its speaker: mutual information of words and speakers, in bits.

    `chance` is the mean mutual information if the same words were dealt to the speakers at random
    (each as many as it said); it is large if little was said. `speaker_bits` is the maximum: the
    entropy of the speakers.
    """

    words: int
    bits: float
    chance: float
    speaker_bits: float

    @property
    def share(self) -> float:
        """Mutual information beyond chance: 0 none, 1 all (AMI: Vinh et al. 2010, JMLR 11)."""
        most = self.speaker_bits - self.chance
        return (self.bits - self.chance) / most if most > _NEGLIGIBLE else 0.0


def agc_char2_nats(texts: Iterable[str]) -> float:
    """Return the paper's measure, as its released code computes it.

    Character bigrams are counted within each string and summed over all strings; the entropy is -Σ
    p ln p. The strings are meant to be stored lines, including all that surrounds the words.
    """
    counts = Counter(text[at : at + 2] for text in texts for at in range(len(text) - 1))
    return _bits(counts.values()) * math.log(2)


def compare(runs: Mapping[str, Sequence[str]]) -> Comparison:
    """Measure groups of bare utterances, each as a whole and at one common sample size.

    That size is, for each unit and n, the number of n-grams of the smallest group with at least
    `LEAST`; if no group has that many, of the smallest group with any.
    """
    counted = {name: _counted(texts) for name, texts in runs.items()}
    kinds = [(unit, n) for unit in Unit for n in ORDERS]
    samples = {
        kind: _sample([counts[kind].total() for counts in counted.values()]) for kind in kinds
    }
    return Comparison(
        samples=samples,
        groups=tuple(
            TextMeasures(
                name=name,
                measures={kind: _measure(counts[kind], samples[kind]) for kind in kinds},
            )
            for name, counts in counted.items()
        ),
    )


def telling(said: Mapping[str, Sequence[str]]) -> SpeakerInformation:
    """Return how much words say about their speaker, from each speaker's bare utterances."""
    of = {
        name: Counter(word for text in texts for word in words(text))
        for name, texts in said.items()
    }
    pool: Counter[str] = Counter()
    for counts in of.values():
        pool.update(counts)
    total = pool.total()
    sizes = {name: counts.total() for name, counts in of.items() if counts}
    shares = {name: size / total for name, size in sizes.items()}
    whole = _bits(pool.values())
    return SpeakerInformation(
        words=total,
        bits=max(0.0, whole - sum(shares[name] * _bits(of[name].values()) for name in sizes)),
        chance=max(
            0.0,
            whole
            - sum(shares[name] * _expected(pool.values(), sizes[name]).bits for name in sizes),
        ),
        speaker_bits=_bits(sizes.values()),
    )


def words(text: str) -> list[str]:
    """Return the words of a text, ignoring case and width."""
    return _WORD.findall(_folded(text))


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _counted(texts: Sequence[str]) -> dict[tuple[Unit, int], Counter[object]]:
    """Count the n-grams of each unit and order; none spans two texts."""
    in_words = [words(text) for text in texts]
    in_characters = [_folded(text) for text in texts]
    counted: dict[tuple[Unit, int], Counter[object]] = {}
    for n in ORDERS:
        counted[Unit.WORD, n] = Counter(
            gram for one in in_words for gram in zip(*(one[at:] for at in range(n)), strict=False)
        )
        counted[Unit.CHARACTER, n] = Counter(
            one[at : at + n] for one in in_characters for at in range(len(one) - n + 1)
        )
    return counted


def _sample(sizes: Sequence[int]) -> int:
    return min(
        (size for size in sizes if size >= LEAST),
        default=min((size for size in sizes if size), default=0),
    )


def _measure(counts: Counter[object], size: int) -> Measure:
    total = counts.total()
    return Measure(
        whole=NgramVariety(ngrams=total, distinct=len(counts), bits=_bits(counts.values())),
        equal=_expected(counts.values(), size) if 0 < size <= total else None,
    )


def _bits(times: Collection[int]) -> float:
    total = sum(times)
    if not total:
        return 0.0
    return max(0.0, math.log2(total) - sum(x * math.log2(x) for x in times) / total)


def _expected(times: Collection[int], size: int) -> NgramVariety:
    """Return the means over all samples of a size, drawn without replacement.

    How often an n-gram that occurs m times is in a sample follows the hypergeometric distribution;
    n-grams with equal counts are computed together.
    """
    total = sum(times)
    distinct = spread = 0.0
    for often, alike in Counter(times).items():
        absent, x_log_x = _drawn(often, total, size)
        distinct += alike * (1.0 - absent)
        spread += alike * x_log_x
    return NgramVariety(
        ngrams=size, distinct=distinct, bits=max(0.0, math.log2(size) - spread / size)
    )


def _drawn(times: int, total: int, size: int) -> tuple[float, float]:
    """Return P(X = 0) and E[X log2 X] of the number of times it is drawn (X)."""
    low, high = max(0, size - (total - times)), min(times, size)
    # Terms are summed outwards from the mode: starting at 0, they would underflow.
    mode = min(high, max(low, (times + 1) * (size + 1) // (total + 2)))
    peak = math.exp(
        _log_choose(times, mode)
        + _log_choose(total - times, size - mode)
        - _log_choose(total, size)
    )
    absent, mean = (peak if mode == 0 else 0.0), peak * _x_log_x(mode)
    chance = peak
    for x in range(mode, high):
        chance *= (times - x) * (size - x) / ((x + 1) * (total - times - size + x + 1))
        mean += chance * _x_log_x(x + 1)
        if chance < _NEGLIGIBLE:
            break
    chance = peak
    for x in range(mode, low, -1):
        chance *= x * (total - times - size + x) / ((times - x + 1) * (size - x + 1))
        mean += chance * _x_log_x(x - 1)
        if x == 1:
            absent = chance
        if chance < _NEGLIGIBLE:
            break
    return absent, mean


def _x_log_x(x: int) -> float:
    return x * math.log2(x) if x > 1 else 0.0


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
