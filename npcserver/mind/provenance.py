"""Where words come from: which of the memories before a speaker they pass on.

Told by the words alone, sentence by sentence: no model is asked, and a line that passes something
on in words that have nothing in common with it is taken for one's own.
"""

from collections.abc import Sequence
from itertools import pairwise

from npcserver.mind.telling_words import NAMED, PLAIN, Sentence, passages, split, whole
from npcserver.model.memory import Memory

SHARE = 0.6
"""Of what a sentence tells, how much another must tell too, for it to say the same."""
_ENOUGH = 3.5  # what two sentences have in common by chance tells less
_LEAST = 1.7  # two words, or three neighbouring pairs of Chinese characters
_STEM = 5
_ALIKE = 0.75


def passed_on(
    line: str, memories: Sequence[Memory], names: Sequence[str] = ()
) -> tuple[Memory, ...]:
    """Return the memories a line tells of, as far as their words show.

    `names` are those of who is there: that they are mentioned tells nothing.
    """
    return tuple(memory for memory in memories if retells(line, memory.text, names))


def retells(line: str, text: str, names: Sequence[str] = ()) -> bool:
    """Say whether something in a line, a sentence or two, says what something in a text does."""
    known = passages(text, tuple(names))
    return bool(known) and any(
        _says_the_same(said, one) for said in passages(line, tuple(names)) for one in known
    )


def retelling(line: str, text: str) -> str:
    """Return those sentences of a line that say what something in a text does."""
    parts = split(line)
    told = [retells(part, text) for part in parts]
    for at, (one, other) in enumerate(pairwise(parts)):
        if not (told[at] or told[at + 1]) and retells(f"{one} {other}", text):
            told[at] = told[at + 1] = True
    return " ".join(part for part, is_told in zip(parts, told, strict=True) if is_told)


def stated(fact: str, text: str) -> float:
    """Return how much of a fact a text states, 0..1; nothing where they only share names."""
    wanted, said = whole(fact), whole(text)
    shared, has_substance = _shared(wanted, said)
    if not wanted.words or not (has_substance or wanted.bare >= set(wanted.words)):
        return 0.0
    return shared / wanted.weight


def _says_the_same(said: Sentence, known: Sentence) -> bool:
    shared, has_substance = _shared(known, said)
    if not has_substance:
        return False
    if shared >= _ENOUGH or shared >= known.weight:
        return True
    if shared >= said.weight and said.breadth > 1:
        return True
    return shared >= _LEAST and shared >= SHARE * min(known.weight, said.weight)


def _shared(known: Sentence, said: Sentence) -> tuple[float, bool]:
    """Return the weight of what both tell, and whether it is more than names and times."""
    weight, has_substance = 0.0, False
    for word, worth in known.words.items():
        twin = word if word in said.words else _alike(word, said)
        if twin is None:
            continue
        is_bare = word in known.bare or twin in said.bare
        weight += min(worth, NAMED) if is_bare and worth <= PLAIN else worth
        has_substance = has_substance or not is_bare
    return weight, has_substance


def _alike(word: str, said: Sentence) -> str | None:
    """Return a word of the same stem: `burn` and `burnt`, `candidate` and `candidacy`."""
    if len(word) < _STEM - 1 or not word.isalpha() or not word.isascii():
        return None
    for other in said.words:
        if other[:3] != word[:3] or not other.isascii():
            continue
        longest = max(len(word), len(other))
        if longest - min(len(word), len(other)) <= 3 and (
            word.startswith(other) or other.startswith(word)
        ):
            if min(len(word), len(other)) >= _STEM - 1:
                return other
        elif len(word) >= _STEM and _common(word, other) >= max(_STEM, _ALIKE * longest):
            return other
    return None


def _common(one: str, other: str) -> int:
    """Return how many letters two words begin with alike."""
    for at, (first, second) in enumerate(zip(one, other, strict=False)):
        if first != second:
            return at
    return min(len(one), len(other))
