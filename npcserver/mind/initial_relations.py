"""How characters stand to each other at the beginning, from their seed memories: by rule.

Where an author wrote a relation it counts, and nothing is inferred. The words that are searched for
are data of languages. No model is asked.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver.language.scripts import HAN
from npcserver.language.standings import BETWEEN_NAMES, COMMON_WORDS, StandingWords, standing_words
from npcserver.model.character import Character
from npcserver.model.feelings import NEUTRAL_TRUST, Standing

_KNOWN = 30  # familiarity of a known person, where no tie is named
_DISTANT = 10
_LONGEST_VIEW = 160  # letters
_MOST_LIKED, _LEAST_LIKED = 30, -70  # how far feelings move an affinity, in all
_SHORTEST_GIVEN_NAME = 3  # letters; shorter ones ("Al", "Bo") are words as well
_HAN_FULL_NAME = 3  # letters of a Chinese name whose last two may stand alone
_MARK = re.compile(r"@(\d+)")
_HAN = re.compile(f"[{HAN}]+")
_CAPITAL = re.compile(" [A-Z]")
_NAMES = rf"@\d+(?:(?:{BETWEEN_NAMES})@\d+)*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seed:
    """A seed memory in the log. One that `is_secret` contributes only familiarity."""

    seq: int
    text: str
    is_secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _RelationEvidence:
    """What one memory says of one person; `affinity` is that of the tie, `feeling` is separate.

    `is_alone` where it names no other person.
    """

    seed: Seed
    familiarity: int
    affinity: int = 0
    feeling: int = 0
    is_alone: bool = True


class NameFinder:
    """Finds the characters of a world in a text, by full name, or by a unique first name."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """Create it from display names by id."""
        given = {
            one: (name[1:] if len(name) == _HAN_FULL_NAME else name)
            if _HAN.fullmatch(name)
            else name.strip().partition(" ")[0]
            for one, name in names.items()
        }
        bearers = Counter([*given.values(), *names.values()])
        full = Counter(names.values())
        self._ids = {name: one for one, name in names.items() if name and full[name] == 1}
        self._ids |= {
            name: one
            for one, name in given.items()
            if len(name) >= (2 if _HAN.fullmatch(name) else _SHORTEST_GIVEN_NAME)
            and bearers[name] == (2 if name == names[one] else 1)
            and name.casefold() not in COMMON_WORDS
        }
        self.places = {one: place for place, one in enumerate(names)}
        self.order = tuple(names)
        self._full = full
        known = {name for name in (*self._ids, *full) if name}
        self._lengths: dict[str, list[int]] = {}
        for initial, size in sorted({(name[0], len(name)) for name in known}, reverse=True):
            self._lengths.setdefault(initial, []).append(size)
        self._known = known

    def marked(self, text: str, owner: str, me: str) -> str:
        """Return a text with each name as `@` and its place in `order`, the owner's as `me`.

        A name that several characters bear is left as it is: it is ambiguous.
        """
        text = text.replace("@", " ")
        parts, at, end = [], 0, 0
        while at < len(text):
            name = self._name_at(text, at)
            if not name:
                at += 1
                continue
            who = self._ids.get(name, "")
            mark = me if who == owner else f"@{self.places[who]}" if who else name
            parts += [text[end:at], mark]
            at = end = at + len(name)
        return "".join((*parts, text[end:]))

    def _name_at(self, text: str, at: int) -> str:
        """Return the longest name that begins at a position, or an empty text.

        A look-up for each length, and no pattern of all names: a town has ten thousand.
        """
        for size in self._lengths.get(text[at], ()):
            name, after = text[at : at + size], text[at + size : at + size + 2]
            if name not in self._known:
                continue
            if _HAN.search(name):
                return name
            if _is_word(text[at - 1 : at]) or _is_word(after[:1]):
                continue
            # A first name before another capitalised word is another name ("Rose and Crown").
            if name in self._full or not _CAPITAL.match(after):
                return name
        return ""


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def initial_relations(
    character: Character, seeds: Sequence[Seed], names: NameFinder, people: Mapping[str, str]
) -> tuple[Standing, ...]:
    """Return how a character stands to those its seed memories name, by id of the other.

    `people` are the display names of all characters of its world. Those to whom its author wrote a
    relation are left out. The familiarity of a person who is only named is 0.
    """
    words = standing_words(character.persona.language)
    authored = {relation.to_id for relation in character.persona.relations}
    said: dict[str, list[_RelationEvidence]] = {}
    for seed in seeds:
        text = words.as_told_to(names.marked(seed.text, character.id, words.me))
        for place in sorted({int(place) for place in _MARK.findall(text)}):
            other = names.order[place]
            if other != character.id and other not in authored:
                said.setdefault(other, []).append(_said(text, place, seed, words))
    return tuple(_standing(other, people[other], found) for other, found in sorted(said.items()))


def _said(text: str, place: int, seed: Seed, words: StandingWords) -> _RelationEvidence:
    pointed = _pointed(text, place)
    if words.unmet.search(pointed):
        return _RelationEvidence(seed=seed, familiarity=0)
    tie = next((one for one in words.ties if any(p.search(pointed) for p in one.patterns)), None)
    familiarity, affinity = 0, 0
    if tie is not None:
        familiarity, affinity = tie.familiarity, tie.affinity
    elif words.known.search(pointed):
        familiarity = _KNOWN
    is_alone = len(set(_MARK.findall(text))) == 1
    felt = _felt(pointed, words) if is_alone else 0
    if felt and not familiarity:
        familiarity = _KNOWN  # a feeling about a person implies knowing them
    if words.distant.search(pointed):
        familiarity, affinity = (familiarity // 2 if tie else _DISTANT), affinity // 2
    if seed.is_secret:
        return _RelationEvidence(seed=seed, familiarity=familiarity, is_alone=is_alone)
    return _RelationEvidence(
        seed=seed, familiarity=familiarity, affinity=affinity, feeling=felt, is_alone=is_alone
    )


def _felt(pointed: str, words: StandingWords) -> int:
    """Return how far feelings move an affinity; "do not like" is not read as "like"."""
    felt = 0
    for by, pattern in words.feelings:
        # What matched is removed, so that a later pattern does not match inside it.
        rest = pattern.sub("", pointed)
        felt += by if rest != pointed else 0
        pointed = rest
    return felt


def _pointed(text: str, place: int) -> str:
    """Return a marked text in which only groups of names with the person in it are marks.

    Names in a row ("Sam and Jennifer") share what is said of them, except for a word right before
    one of them ("the husband Tom and the wife Jane").
    """

    def point(found: re.Match[str]) -> str:
        return "@" if str(place) in _MARK.findall(found[0]) else "∅"

    return re.sub(_NAMES, point, text)


def _standing(other: str, name: str, said: Sequence[_RelationEvidence]) -> Standing:
    closest = max(said, key=lambda one: (one.familiarity, abs(one.affinity), one.is_alone))
    felt = max(_LEAST_LIKED, min(_MOST_LIKED, sum(one.feeling for one in said)))
    affinity = max(-100, min(100, closest.affinity + felt))
    told = [one for one in said if not one.seed.is_secret]
    shown = closest if closest in told else (told[0] if told else None)
    if affinity < 0 and told:
        shown = min(told, key=lambda one: one.affinity + one.feeling)
    view = "" if shown is None else " ".join(shown.seed.text.split())
    if len(view) > _LONGEST_VIEW:
        view = view[: _LONGEST_VIEW - 1].rstrip() + "…"
    return Standing(
        other_id=other,
        other_name=name,
        affinity=affinity,
        trust=max(0, min(100, NEUTRAL_TRUST + affinity // 4)),
        familiarity=closest.familiarity,
        view=view,
        evidence=tuple(sorted(one.seed.seq for one in said)),
        is_first=True,
    )
