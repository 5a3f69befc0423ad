"""Whether a line tells a memory otherwise: denied, of another agent, the other way round.

Rules over words; what they do not see is left to the question that sums up a talk. They compare
the sentence of the line that is nearest to one of the memory. In doubt it is the same.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain

from npcserver import language
from npcserver.language.claims import are_opposite
from npcserver.language.scripts import HAN, QUESTION_MARKS, has_han
from npcserver.language.stems import STOP, stem, words
from npcserver.mind.past_claims import base_of
from npcserver.mind.provenance import split

_AUXILIARIES = language.words("distortion", "auxiliaries")
_DATES = language.pattern("distortion", "dates")
_LACKING = language.pattern("distortion", "lacking")
_SPANS = language.words("distortion", "spans")
_PASSIVE = language.pattern("distortion", "passive")
_BETWEEN = language.words("distortion", "between")
_NUMBERS = {
    word: n for _, found in language.entries("distortion", "numbers") for word, n in found.items()
}
_WIDE_DIGITS = "".join(one for one in _NUMBERS if has_han(one))
# a two that follows a number is a measure of silver
_WIDE_NUMBER = re.compile(f"[{_WIDE_DIGITS}\\d][{_WIDE_DIGITS.replace(chr(0x4E24), '')}\\d]*")
_ARTICLES = ("a", "an")
_DENIALS = language.words("hearsay", "negations") | language.words("distortion", "denials")
_CLAUSE = re.compile("[,;:\u2014\uff0c\uff1b\uff1a\u3001]")
_FIRST, _SECOND = (
    language.words("hearsay", f"subjects_{one}") | language.words("hearsay", one)
    for one in ("first", "second")
)
_WORD = re.compile(rf"[{HAN}]|[^\W_{HAN}]+(?:['\u2019][^\W\d_{HAN}]+)?")
_DEEDS = frozenset(base_of(form) for _, one in language.entries("attempts", "past") for form in one)
_NAME = 3  # letters of a word that stands for a name; "of" does not
_LEAST = 2.0  # weight of the words that sentences share before they are compared, or half of them
_WIDE = 0.5  # of a Chinese character


@dataclass(frozen=True, slots=True, kw_only=True)
class LineCast:
    """Who speaks, to whom, and who told the speaker; the names of all `people` that are known."""

    speaker: str
    listener: str
    teller: str = ""
    people: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, speaker: str, listener: str, names: Iterable[str], texts: Sequence[str]
    ) -> "LineCast":
        """Return the cast of a line with those people of whom some texts may speak."""
        whole = "\n".join(texts)
        people = tuple(one for one in names if any(key in whole for key in _keys(one)))
        return cls(speaker=speaker, listener=listener, people=people)

    def told_by(self, name: str) -> "LineCast":
        """Return the cast of a memory of what a person said; of oneself that is none."""
        return replace(self, teller="" if name == self.speaker else name)


def is_distorted(line: str, text: str, cast: LineCast) -> bool:
    """Return whether a line tells what a memory says, otherwise than the memory says it."""
    pairs = [
        (weight, said, known)
        for known in split(text)
        for said in split(line)
        if not said.rstrip(" \"'").endswith(QUESTION_MARKS)
        and (weight := _weight(_content(said) & _content(known)))
        >= min(_LEAST, _weight(_content(known)) / 2)
    ]
    if not pairs:
        return False
    _, said, known = max(pairs, key=lambda pair: pair[0])
    return (
        _is_opposed(said, known)
        or _has_other_numbers(said, known)
        or _has_other_people(line, known, cast)
        or _is_swapped(said, known, cast)
    )


@lru_cache(maxsize=4096)
def _content(text: str) -> frozenset[str]:
    return frozenset(base_of(word) for word in words(text) if word not in STOP)


def _weight(shared: Iterable[str]) -> float:
    return sum(_WIDE if has_han(word) else 1.0 for word in shared)


def _is_opposed(said: str, known: str) -> bool:
    is_denied = _denied(said, known) != _denied(known, said)
    return is_denied != _has_opposite(said, known)


def _denied(sentence: str, other: str) -> frozenset[str]:
    """Return what a sentence denies of another: the first words that count after its denials."""
    found, plain = set[str](), _LACKING.sub(" ", sentence)
    known = _content(other)
    is_denied = False
    for word in chain.from_iterable((*words(clause), "") for clause in _CLAUSE.split(plain)):
        if not word:
            is_denied = False
        elif word in _DENIALS or word.endswith("n't"):
            is_denied = True
        elif is_denied and word not in STOP and word not in _AUXILIARIES:
            is_denied = False
            base = base_of(word)
            if base in known:
                found.add(base)
            else:
                found |= {one for one in known if are_opposite(word, one)}
    return frozenset(found)


@cache
def _rows(topic: str, key: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    lines = (line for _, rows in language.entries(topic, key) for line in rows.splitlines())
    sides = (line.split("|") for line in lines if line.strip())
    return tuple((frozenset(one.split()), frozenset(other.split())) for one, other in sides)


def _across(said: str, known: str, key: str, topic: str = "distortion") -> bool:
    """Return whether two sentences have words of different sides of a row."""
    return any(
        (_any(one, known, other, said) and not (_any(one, said) or _any(other, known)))
        or (_any(other, known, one, said) and not (_any(other, said) or _any(one, known)))
        for one, other in _rows(topic, key)
    )


def _any(
    side: frozenset[str], sentence: str, other: frozenset[str] = frozenset(), there: str = ""
) -> bool:
    """Return whether words of a side are in a sentence, and of the other side `there`, if any.

    Of two single characters, which may be parts of any word, that is not known.
    """
    found = _of_side(side, sentence)
    if not there:
        return bool(found)
    twins = _of_side(other, there)
    return bool(found and twins) and any(
        len(word) > 1 or not has_han(word) for word in (*found, *twins)
    )


def _of_side(side: frozenset[str], sentence: str) -> list[str]:
    found = frozenset(words(sentence))
    return [word for word in side if (word in sentence if has_han(word) else word in found)]


def _has_opposite(said: str, known: str) -> bool:
    return _across(said, known, "opposed") or _across(said, known, "rows", "opposites")


def _has_other_numbers(said: str, known: str) -> bool:
    dates, others = (frozenset(map(str.lower, _DATES.findall(one))) for one in (said, known))
    if dates - others and others - dates:
        return True
    counts, known_counts = dict(_counted(said)), dict(_counted(known))
    both = counts.keys() & known_counts.keys()
    if any(counts[unit] != known_counts[unit] for unit in both):
        return True
    spans, known_spans = counts.keys() & _SPANS, known_counts.keys() & _SPANS
    if spans and known_spans and not spans & known_spans:
        return True
    new = {n for unit, n in counts.items() if n > 1 and unit not in both}
    gone = {n for unit, n in known_counts.items() if n > 1 and unit not in both}
    return bool(new - {*known_counts.values()} and gone - {*counts.values()})


def _counted(sentence: str) -> Iterator[tuple[str, int]]:
    """Yield what is counted, and the number."""
    plain = _DATES.sub(" ", sentence)
    for wide in _WIDE_NUMBER.finditer(plain):
        if has_han(wide[0]) or has_han(plain[wide.end() : wide.end() + 1]):
            yield plain[wide.end() : wide.end() + 1].strip(), _number(wide[0])
    found = [word for word in words(plain) if not has_han(word)]
    at = 0
    while at < len(found):
        end = at
        while end < len(found) and (found[end] in _NUMBERS or found[end].isdecimal()):
            end += 1
        if end > at:
            an_article = end - at > 1 and found[at] in _ARTICLES  # "a couple", "a hundred"
            number = _number(found[at + an_article : end])
            while end < len(found) and found[end] in _BETWEEN:
                end += 1
            yield (stem(found[end]) if end < len(found) else ""), number
        at = max(end, at + 1)


def _number(found: Sequence[str]) -> int:
    whole = part = 0
    is_wide = has_han("".join(found))
    for one in found:
        value = int(one) if one.isdecimal() else _NUMBERS[one]
        if one.isdecimal() and is_wide:
            part = part * 10 + value
        elif value >= (10 if is_wide else 100):
            whole, part = whole + max(part, 1) * value, 0
        else:
            part += value
    return whole + part


def _has_other_people(line: str, known: str, cast: LineCast) -> bool:
    """Return whether a line names another than the memory does, in that one's place."""
    told, meant = _named(line, cast.people), _named(known, cast.people)
    teller = cast.teller or cast.speaker
    if _FIRST & {*words(known)}:
        meant |= {teller}
    new = told - meant - {cast.teller, cast.listener, cast.speaker}
    voices = ((_FIRST, cast.speaker), (_SECOND, cast.listener))
    told |= {name for said, name in voices if said & {*words(line)}}
    mentioned = {
        name
        for name in meant
        if any(part in {*words(line)} for part in words(name) if not has_han(part))
    }
    return bool(new and meant - told - mentioned - {cast.teller})


def _named(text: str, people: Iterable[str]) -> set[str]:
    return {name for name in people if name and _places(name, text)}


@lru_cache(maxsize=4096)
def _places(name: str, text: str) -> tuple[int, ...]:
    """Return where a text names a person, by the name or a word of it."""
    edge = "" if has_han(name) else r"\b"
    form = "|".join(f"{edge}{re.escape(key)}{edge}" for key in _keys(name))
    return tuple(found.start() for found in re.finditer(form, text)) if form else ()


def _keys(name: str) -> tuple[str, ...]:
    """Return what may stand in a text for a name: all of a Chinese one, else any of its words."""
    if has_han(name):
        return (name,)
    return tuple(one for one in name.split() if len(one) >= _NAME and not one.endswith("."))


def _is_swapped(said: str, known: str, cast: LineCast) -> bool:
    """Return whether who did something, and to whom, have changed places around the deed."""
    own = cast
    if cast.teller:
        own = replace(cast, speaker=cast.teller, listener=cast.speaker)
    now, then = _order(said, cast), _order(known, own)
    names = {*cast.people, cast.speaker, cast.listener, cast.teller} & now.keys() & then.keys()
    shared = now.keys() & then.keys()
    is_crossed = any(
        (then[one] < then[deed] < then[other] and now[other] < now[deed] < now[one])
        or (then[other] < then[deed] < then[one] and now[one] < now[deed] < now[other])
        for one in names
        for other in shared - {one}
        for deed in shared - names
        if other in names or deed in _DEEDS
    )
    return is_crossed and not (
        _across(said, known, "converse")
        or bool(_PASSIVE.search(said)) != bool(_PASSIVE.search(known))
    )


def _order(sentence: str, cast: LineCast) -> dict[str, int]:
    """Return where in a sentence people and words that count stand first."""
    places: dict[str, int] = {}
    for name in cast.people:
        if found := _places(name, sentence):
            places[name] = found[0]
    parts = {part for name in cast.people for part in words(name)}
    for found_word in _WORD.finditer(sentence):
        word = found_word[0].lower()
        if word in _FIRST or word in _SECOND:
            places.setdefault(cast.speaker if word in _FIRST else cast.listener, found_word.start())
        elif word not in STOP and (word not in parts or has_han(word)):
            places.setdefault(base_of(word), found_word.start())
    return places
