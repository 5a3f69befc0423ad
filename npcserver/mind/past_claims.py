"""What players claim of the past, weighed against what a character remembers.

A claim about the past is known where a memory states the same, and contradicted where one states
almost the same of other people, in other numbers, or denied. It is compared by its words without
persons, times and phrases that only introduce it; who acted is the person before the first word in
common. In doubt it is unknown: a character that does not remember may ask.

What players say is never a ground, nor what a character made of it or told on.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property, lru_cache

from npcserver import language
from npcserver.language.scripts import QUESTION_MARKS, has_han
from npcserver.language.stems import STOP, stem, words
from npcserver.mind.provenance import retells, split
from npcserver.model.character import Person
from npcserver.model.commitment import Commitment
from npcserver.model.inputs import ReplyInput
from npcserver.model.memory import Memory
from npcserver.model.past_claim import ClaimVerdict, PastClaim, Stance
from npcserver.model.record import RecordKind, Source

_PAST = language.pattern("hearsay", "past")
_WEATHER = language.pattern("hearsay", "weather")
_COURTEOUS = language.pattern("hearsay", "courteous")
_EVERYDAY = language.pattern("hearsay", "everyday")
_KIN = language.pattern("hearsay", "kin")
_THIRD = language.words("hearsay", "third")
_NAME = re.compile(r"(?<=\s)[A-Z]\w")
_PROMISE = language.pattern("hearsay", "promise")
_TOLD = language.pattern("hearsay", "told")
_PRESUPPOSING = language.pattern("hearsay", "presupposing")
_ASKING = language.pattern("hearsay", "asking")
_OPENING = language.patterns("hearsay", "opening")
_REMEMBERED = language.pattern("hearsay", "remembered")
_ORDERING = language.pattern("hearsay", "ordering")
_HEDGED = language.pattern("hearsay", "hedged")
_OF_BOTH = language.pattern("hearsay", "of_both")
_FRAMING = language.words("hearsay", "framing")
_NEGATIONS = language.words("hearsay", "negations")
_NUMBERS = language.words("fingerprints", "turning") - language.words("hearsay", "uncounted")
_TIMES = language.words("content_words", "times") - _NUMBERS
_SKIPPED = STOP | _FRAMING | _TIMES
_BINDING = language.pattern("content_words", "binding", 0)
_WARY, _TRUSTING = language.words("hearsay", "wary"), language.words("hearsay", "trusting")
_BASES = {
    form: verb for _, one in language.entries("attempts", "past") for form, verb in one.items()
}
_SUBJECTS = {
    word: at
    for at, key in enumerate(("subjects_first", "subjects_second"))
    for word in language.words("hearsay", key)
}
_OBJECTS = {
    word: at
    for at, key in enumerate(("first", "second"))
    for word in language.words("hearsay", key)
}
_BEFORE_OBJECTS = language.words("hearsay", "before_objects")

SELF, PARTNER, _OTHER = "zq0", "zq1", "zq2"
"""The character, its partner, and anybody else, in texts that are compared."""

_WIDE = 0.5  # the weight of a Chinese character; a word has 1
_ENOUGH, _MORE = 1.5, 1.0  # most weight of a claim that a memory which is in it may lack
_SHARE = 0.6  # of what is claimed, for a sentence to tell it on
_GOES_ON = 4  # lines of a player in which it goes on about its family
_NAMING = 3  # words of a sentence that may name a person; "Good morning" does not
_MOST = 3  # claims of one line
_DOUBTED, _BELIEVED, _NATURE = 40, 70, 20


class _Agreement(Enum):
    NONE = auto()
    SAME = auto()
    OTHERWISE = auto()


@dataclass(frozen=True, slots=True)
class _Statement:
    """What a text states: its words, each with the person before it, if any."""

    actors: dict[str, str] = field(default_factory=dict)
    people: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    is_negated: bool = False

    def compared(self, ground: "_Statement") -> _Agreement:
        """Return whether a ground states the same, or the same otherwise."""
        shared = [word for word in ground.actors if word in self.actors]
        weight = weight_of(shared) if len(shared) >= _ENOUGH else 0.0  # no word has more than 1
        if weight < _ENOUGH:
            return _Agreement.NONE
        more, less = weight_of(self.actors) - weight, weight_of(ground.actors) - weight
        is_covered = more == 0 or (less == 0 and more <= _MORE)
        if not is_covered:
            is_near = self.is_negated == ground.is_negated and max(more, less) <= _MORE
            is_like = (
                is_near and less > 0 and weight >= 2 * _MORE and not self._differs(ground, shared)
            )
            return _Agreement.OTHERWISE if is_like else _Agreement.NONE
        is_denied = self.is_negated != ground.is_negated
        if self.numbers - ground.numbers:
            return _Agreement.OTHERWISE if ground.numbers else _Agreement.NONE
        is_otherwise = is_denied or self._differs(ground, shared)
        return _Agreement.OTHERWISE if is_otherwise else _Agreement.SAME

    def _differs(self, ground: "_Statement", shared: Sequence[str]) -> bool:
        acted = ((self.actors[word], ground.actors[word]) for word in shared)
        one, other = next(((one, other) for one, other in acted if one and other), ("", ""))
        is_for_another = PARTNER in self.people and PARTNER not in ground.people
        return one != other or (is_for_another and SELF in ground.actors.values())


class _Part(Enum):
    """What a word may be in a statement, beside a word that counts."""

    PERSON = auto()
    SUBJECT = auto()
    OBJECT = auto()
    DENIAL = auto()
    NUMBER = auto()


@lru_cache(maxsize=1 << 16)
def _part_of(word: str) -> _Part | str | None:
    """Return what a word is in a statement: of one that counts its base; None if it is skipped."""
    if word in (SELF, PARTNER, _OTHER):
        return _Part.PERSON
    if word in _SUBJECTS:
        return _Part.SUBJECT
    if word in _OBJECTS:
        return _Part.OBJECT
    if word in _NEGATIONS or word.endswith("n't"):
        return _Part.DENIAL
    if word.isdecimal() or word in _NUMBERS:
        return _Part.NUMBER
    return None if word in _SKIPPED or _BINDING.fullmatch(word) else base_of(word)


def weight_of(found: Iterable[str]) -> float:
    """Return how much words weigh together: a word 1, a Chinese character half of that."""
    told = tuple(found)
    if "".join(told).isascii():  # nearly always, and it is asked of each word of each memory
        return float(len(told))
    return sum(_WIDE if has_han(word) else 1.0 for word in told)


@lru_cache(maxsize=4096)
def statement_of(
    sentence: str, first: str, second: str, names: tuple[tuple[str, str], ...]
) -> _Statement:
    """Return what a sentence states, of which `first` is the speaker and `second` the listener."""
    plain = _REMEMBERED.sub(" ", sentence)
    is_question = plain.rstrip(" \"'”’").endswith(QUESTION_MARKS)
    for pattern in _OPENING.values():
        plain = pattern.sub(" ", plain, count=1)
    for name, marker in names:
        plain = plain.replace(name, f" {marker} ")
    voices = (first, second)
    actors: dict[str, str] = {}
    people, numbers, denials = set[str](), set[str](), 0
    actor, before = "", ""
    for word in words(plain):
        match _part_of(word):
            case None:
                pass
            case str(base):
                actors.setdefault(base, actor)
            case _Part.PERSON | _Part.SUBJECT as part:
                who = word if part is _Part.PERSON else voices[_SUBJECTS[word]]
                people.add(who)
                actor = actor if before in _BEFORE_OBJECTS else who
            case _Part.OBJECT:
                people.add(voices[_OBJECTS[word]])
            case _Part.DENIAL:
                denials += 1
            case _Part.NUMBER:
                numbers.add(word)
        before = word
    is_negated = denials % 2 == 1 and not is_question
    return _Statement(actors, frozenset(people), frozenset(numbers), is_negated)


@dataclass(frozen=True)
class Grounds:
    """What a character knows, as statements; `name` and `partner` are what texts call the two."""

    name: str
    partner: Person

    def heard(self, sentence: str) -> _Statement:
        """Return what the partner states."""
        return statement_of(sentence, PARTNER, SELF, self._names)

    def states(self, memory: Memory, claim: str) -> Iterator[_Statement]:
        """Yield what a memory states that may ground a claim; nothing for hearsay of players."""
        is_promise, is_told = _is_of_words(claim)
        is_thought = memory.kind in (RecordKind.REFLECTION, RecordKind.PLAN)
        if claimant_of(memory) or (is_thought and memory.body.players):
            return
        first, second = _OTHER, SELF
        if memory.kind is RecordKind.LINE:
            if not (is_promise or is_told):
                return
            is_to_partner = memory.body.told_to in ("", self.partner.id)
            first, second = SELF, PARTNER if is_to_partner else _OTHER
        elif memory.kind is not RecordKind.UTTERANCE:
            second, first = SELF, SELF
        for sentence in split(memory.text):
            if memory.kind is RecordKind.LINE and is_open(sentence, ()):
                continue
            is_own = memory.kind is RecordKind.LINE
            if is_promise and not (is_own or _PROMISE.search(sentence)):
                continue
            yield statement_of(sentence, first, second, self._names)

    def promised(self, promise: Commitment) -> _Statement:
        """Return what a promise states."""
        return statement_of(f"{promise.by_name} {promise.what}", _OTHER, _OTHER, self._names)

    def proves(
        self, said: str, part: str, memories: Sequence[Memory], promises: Sequence[Commitment]
    ) -> bool:
        """Return whether what the partner said, as far as a sentence tells it on, is known."""
        told = [one for one in split(stated_in(said)) if tells_on(part, one)]
        return bool(told) and all(
            _weighed(one, self, memories, promises)[0] is ClaimVerdict.KNOWN for one in told
        )

    @cached_property
    def _names(self) -> tuple[tuple[str, str], ...]:
        pairs = ((self.name, SELF), (self.partner.name, PARTNER))
        both = (pair for pair in pairs for pair in (pair, (_short(pair[0]), pair[1])))
        return tuple(dict.fromkeys((one, marker) for one, marker in both if one))


@lru_cache(maxsize=64)
def _is_of_words(claim: str) -> tuple[bool, bool]:
    """Return whether a claim is of a promise, and of something told; asked for each memory."""
    return bool(_PROMISE.search(claim)), bool(_TOLD.search(claim))


def _short(name: str) -> str:
    return name.split(maxsplit=1)[0] if name.split() else ""


def claims_in(heard: str) -> tuple[str, ...]:
    """Return the sentences that claim something of the past, of others than the speaker alone."""
    return tuple(one for one in split(heard) if is_claim(one))[:_MOST]


@lru_cache(maxsize=1024)
def is_claim(sentence: str) -> bool:
    """Return whether a sentence claims something of the past that its speaker does not know best.

    Of their own life, and of what they did for others, they do. Praise and thanks for what is done
    every day, and the weather, are small talk: nobody has to remember them.
    """
    plain = _WEATHER.sub(" ", sentence)
    if _COURTEOUS.search(plain):
        plain = _COURTEOUS.sub(" ", _EVERYDAY.sub(" ", plain))
    if not _PAST.search(plain):
        return False
    is_question = sentence.rstrip(" \"'”’").endswith(QUESTION_MARKS)
    if is_question and (_ASKING.search(sentence) or not _PRESUPPOSING.search(sentence)):
        return False
    stated = statement_of(sentence, PARTNER, SELF, ())
    return bool(stated.actors) and (PARTNER not in stated.people or is_of_listener(sentence))


@lru_cache(maxsize=1024)
def is_of_listener(sentence: str) -> bool:
    """Return whether a sentence tells what its listener did or met with.

    "I killed the wolf that took your sheep" does not.
    """
    found = words(sentence)
    if any(_SUBJECTS.get(word) == 1 for word in found):
        return True
    if _OF_BOTH.search(sentence):
        return True
    spoken = statement_of(sentence, PARTNER, SELF, ())
    is_of_speaker = PARTNER in spoken.actors.values()
    return not is_of_speaker and any(_OBJECTS.get(word) == 1 for word in found)


def grounding(scene: ReplyInput, found: Sequence[Memory]) -> tuple[int, ...]:
    """Return the seqs of the memories that prove or deny what the partner claims of the past."""
    grounds = Grounds(scene.character.name, scene.partner)
    pairs = (_weighed(claim, grounds, found, ()) for claim in claims_in(scene.heard))
    return tuple(dict.fromkeys(memory.seq for _, memory in pairs if memory is not None))


def weighed(scene: ReplyInput) -> tuple[PastClaim, ...]:
    """Return what the partner claims of the past, each weighed against what is remembered."""
    claimed = claims_in(scene.heard) if scene.partner.is_player else ()
    found = [one for one in claimed if not _is_of_kin(one, scene)]
    if not found:
        return ()
    grounds = Grounds(scene.character.name, scene.partner)
    memories = [one.memory for one in scene.recollections]
    traits = scene.character.persona.traits
    told = frozenset(words(traits))

    def has_any(wanted: frozenset[str]) -> bool:
        return any(one in told or (has_han(one) and one in traits) for one in wanted)

    # what a character does not remember it takes by its trust and its nature
    trust = scene.trust + _NATURE * (has_any(_TRUSTING) - has_any(_WARY))
    stance = Stance.BELIEVE if trust >= _BELIEVED else Stance.ASK
    stance = Stance.DOUBT if trust < _DOUBTED else stance
    claims: list[PastClaim] = []
    for claim in found:
        verdict, ground = _weighed(claim, grounds, memories, scene.commitments)
        claims.append(
            PastClaim(
                text=claim,
                verdict=verdict,
                stance=Stance.DOUBT if verdict is ClaimVerdict.CONTRADICTED else stance,
                is_of_listener=is_of_listener(claim),
                seq=0 if ground is None else ground.seq,
                ground="" if ground is None else ground.text,
            )
        )
    return tuple(claims)


def _is_of_kin(claim: str, scene: ReplyInput) -> bool:
    """Return whether a claim goes on about one of the partner's family, and nobody else.

    "My sister drowned here. She had red hair": of them, too, the partner knows best.
    """
    if not _is_of_third(claim) or is_of_listener(claim) or _NAME.search(claim.strip()):
        return False
    names = (scene.character.name, *(one.name for one in scene.company))
    if any(name and name in claim for name in names):
        return False
    lines = [one.text for one in scene.conversation if one.speaker == scene.partner.name]
    told = [one for line in (*lines[-_GOES_ON:], scene.heard) for one in split(line)]
    before = told[: told.index(claim)]
    named = [one for one in before if len(words(one)) >= _NAMING and not _is_of_third(one)]
    return bool(named) and _KIN.search(named[-1]) is not None


def _is_of_third(sentence: str) -> bool:
    return bool(_THIRD.intersection(words(sentence)[:1]))


def _weighed(
    claim: str, grounds: Grounds, memories: Sequence[Memory], promises: Sequence[Commitment]
) -> tuple[ClaimVerdict, Memory | None]:
    said, against = grounds.heard(claim), None
    if _PROMISE.search(claim):
        for promise in promises:
            if said.compared(grounds.promised(promise)) is _Agreement.SAME:
                return ClaimVerdict.KNOWN, None
    for memory in memories:
        for stated in grounds.states(memory, claim):
            match = said.compared(stated)
            if match is _Agreement.SAME:
                return ClaimVerdict.KNOWN, memory
            if match is _Agreement.OTHERWISE and against is None:
                against = memory
    return (ClaimVerdict.UNKNOWN if against is None else ClaimVerdict.CONTRADICTED), against


def base_of(word: str) -> str:
    """Return the stem of a word, of a verb in the past that of its base."""
    return stem(_BASES.get(word, word))


def claimant_of(memory: Memory) -> str:
    """Return the name of who claims what a memory holds, which stems from players; else empty.

    A player's own words, words of a character that tells them on, or a thought that rests on them.
    """
    body = memory.body
    is_heard = memory.kind is RecordKind.UTTERANCE or memory.source is Source.INFERRED
    return body.speaker if is_heard and body.told_by and body.players else ""


def tells_on(part: str, said: str) -> bool:
    """Return whether a sentence says what some words said, and leave pronouns aside."""
    if retells(part, said):
        return True
    told = statement_of(part, SELF, PARTNER, ()).actors
    for sentence in split(said):
        claimed = statement_of(sentence, PARTNER, SELF, ()).actors
        shared = weight_of(word for word in told if word in claimed)
        if shared >= max(_ENOUGH, _SHARE * weight_of(claimed)):
            return True
    return False


def nearness(part: str, said: str) -> float:
    """Return by how much more a sentence shares with the nearest of some words than it lacks."""
    told = statement_of(part, SELF, PARTNER, ()).actors
    claims = (statement_of(one, PARTNER, SELF, ()).actors for one in split(said))
    return max(
        (2 * weight_of(word for word in told if word in one) - weight_of(one) for one in claims),
        default=0.0,
    )


@lru_cache(maxsize=1024)
def stated_in(said: str) -> str:
    """Return the sentences of some words that state something: none that only asks or orders."""
    return " ".join(
        one
        for one in split(said)
        if (is_claim(one) or not (one.rstrip().endswith(QUESTION_MARKS) or _ORDERING.search(one)))
        and weight_of(statement_of(one, PARTNER, SELF, ()).actors) >= _ENOUGH
    )


def is_open(sentence: str, claimants: Sequence[str]) -> bool:
    """Return whether a sentence states nothing as a fact: it asks, doubts, denies or says who."""
    if sentence.rstrip(" \"'”’").endswith(QUESTION_MARKS) or _HEDGED.search(sentence):
        return True
    if statement_of(sentence, SELF, PARTNER, ()).is_negated:
        return True
    return any(one.search(sentence) for one in _attributions(tuple(claimants)))


@lru_cache(maxsize=256)
def _attributions(claimants: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    names = [form for one in claimants for form in dict.fromkeys((one, _short(one))) if form]
    who = "|".join(map(re.escape, names)) or r"\w+"
    return tuple(
        re.compile(language.expression_of(code, form).replace("{who}", who), re.IGNORECASE)
        for code, form in language.entries("hearsay", "attributed")
    )
