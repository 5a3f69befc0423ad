"""What stems from players alone is told on with their names, and never stated as a fact."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache

from npcserver import language
from npcserver.language import text, texts
from npcserver.language.scripts import ENDS, QUESTION_MARKS, has_han
from npcserver.language.stems import words
from npcserver.mind.past_claims import (
    PARTNER,
    SELF,
    Grounds,
    base_of,
    claimant_of,
    is_claim,
    is_open,
    nearness,
    stated_in,
    statement_of,
    tells_on,
    weight_of,
)
from npcserver.mind.provenance import split
from npcserver.model.character import Person
from npcserver.model.inputs import ReplyInput
from npcserver.model.memory import Memory
from npcserver.model.past_claim import ClaimVerdict, PastClaim, Stance
from npcserver.model.record import RecordKind


def attributed(
    told: str, memories: Sequence[Memory], name: str, *, is_aside: bool = False
) -> tuple[str, Memory | None]:
    """Return a thought with the names of those on whose word alone its sentences rest.

    And the first memory of such a word, if any. `memories` are what the thought was made from, and
    `name` is that of its thinker. `is_aside` for a few words.
    """
    claimed = [one for one in memories if claimant_of(one)]
    if not claimed or not told.strip():
        return told, None
    parts, first = list(split(told)), None
    for at, part in enumerate(parts):
        told_on = [one for one in claimed if tells_on(part, stated_in(one.text))]
        source = max(told_on, key=lambda one: nearness(part, one.text), default=None)
        if source is None or is_open(part.rstrip(_ASKS), (claimant_of(source),)):
            continue
        who = claimant_of(source)
        grounds = Grounds(name, Person(id=source.body.told_by, name=who))
        if grounds.proves(source.text, part, memories, ()):
            continue
        first = first or source
        plain = part.rstrip(f"{ENDS} ") if is_aside else part
        form = text("hearsay", "aside" if is_aside else "said", _code(part))
        parts[at] = form.format(who=who, text=plain)
    return (told if first is None else _join(told, parts)), first


_ASKS = "".join(QUESTION_MARKS) + " "
_JOINTS = re.compile("[;\uff1b]")


@lru_cache(maxsize=64)
def _named_in(told: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of a plan or a present situation that it attributes, each with a name."""
    return tuple(
        (found["who"], found["text"])
        for piece in _JOINTS.split(told)
        for form in _forms()
        if (found := form.search(piece.strip(f"{ENDS} ")))
    )


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(
            re.escape(form)
            .replace(r"\{who\}", r"(?P<who>[\w ]{1,40}?)")
            .replace(r"\{text\}", "(?P<text>.+)")
        )
        for key in ("aside", "said")
        for _, form in language.entries("hearsay", key)
    )


def _join(whole: str, parts: Iterable[str]) -> str:
    return ("" if has_han(whole) else " ").join(parts)


def _code(sentence: str) -> str:
    return language.code_of_text(sentence, language.DEFAULT)


class HearsayGuard:
    """What a character's lines may not state as a fact: what players claim and it does not know.

    A line that answers such a claim by stating it becomes a doubt, a question or a concession, by
    trust and nature; one that tells on what a player claimed earlier gets that player's name.
    """

    def __init__(self, scene: ReplyInput) -> None:
        self._scene = scene
        self._claims = [one for one in scene.claims if one.verdict is not ClaimVerdict.KNOWN]
        self._has_answered = False

    @property
    def may_change(self) -> bool:
        """Whether lines may be said otherwise than they were written."""
        return bool(self._claims or self._earlier)

    @cached_property
    def _earlier(self) -> tuple[tuple[Person, str], ...]:
        """Return what players claimed earlier, and what characters told on: by whom, and words."""
        scene, partner = self._scene, self._scene.partner
        said = [
            (partner, one.text)
            for one in scene.conversation
            if partner.is_player and not one.is_own and one.speaker == partner.name
        ]
        remembered = (
            (Person(id=one.memory.body.told_by, name=who), one.memory.text)
            for one in scene.recollections
            if (who := claimant_of(one.memory))
        )
        recalled = (one.memory for one in scene.recollections)
        plans = (one.text for one in recalled if one.kind is RecordKind.PLAN and one.body.players)
        present = scene.day.currently if scene.day is not None and scene.day.players else ""
        named = (
            (partner if who == partner.name else Person(id="", name=who), words_)
            for told in (*plans, present)
            for who, words_ in _named_in(told)
        )
        return tuple(
            (who, sentence)
            for who, words_ in dict.fromkeys((*said, *remembered, *named))
            for sentence in split(words_)
            if is_claim(sentence)
        )

    def spoken(self, line: str) -> str:
        """Return the line as it may be said; empty where nothing is left of it."""
        parts = split(line)
        changed = [self._sentence(part) for part in parts]
        return line if changed == list(parts) else _join(line, filter(None, changed))

    def _sentence(self, part: str) -> str:
        for claim in self._claims:
            if tells_on(part, claim.text) and not self._may_state(part):
                return self._answer(claim, part)
        told_on = [one for one in self._earlier if tells_on(part, one[1])]
        if not told_on:
            return part
        who, said = max(told_on, key=lambda one: nearness(part, one[1]))
        is_partner = who.id == self._scene.partner.id
        memories = [one.memory for one in self._scene.recollections]
        grounds = Grounds(self._scene.character.name, who)
        if is_open(part, self._you if is_partner else (who.name,)) or grounds.proves(
            said, part, memories, self._scene.commitments
        ):
            return part
        form = text("hearsay", "as_you_told" if is_partner else "as_told", _code(part))
        return form.format(who=who.name, text=part)

    def _may_state(self, part: str) -> bool:
        """Return whether a sentence states no fact, or one that the author wrote."""
        if is_open(part, self._you):
            return True
        stated = statement_of(part, SELF, PARTNER, ()).actors
        return weight_of(one for one in stated if one not in self._authored) == 0

    @cached_property
    def _authored(self) -> frozenset[str]:
        scene = self._scene
        persona, place = scene.character.persona, scene.place
        known = [persona.background, persona.lifestyle, *(one.about for one in scene.town)]
        known += [one.passage.text for one in scene.lore]
        known += [] if place is None else [place.description]
        return frozenset(base_of(word) for one in known for word in words(one))

    @property
    def _you(self) -> tuple[str, ...]:
        return (self._scene.partner.name, *language.listed("hearsay", "you"))

    def _answer(self, claim: PastClaim, part: str) -> str:
        if self._has_answered:
            return ""
        self._has_answered = True
        if not (claim.stance is Stance.DOUBT or claim.is_of_listener):
            return text("hearsay", "as_you_told", _code(part)).format(who="", text=part)
        forms = texts("hearsay", claim.answered_with, _code(part))
        return forms[self._scene.seed % len(forms)]
