"""Random scenes in which every text can be told from every other, and a model that says such.

Each text holds one word that stands nowhere else, so it is enough to look for that word to know
whether the text is before a character.
"""

import json
import random
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from npcscenes.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    DigestInput,
    MemberInput,
    SpeakInput,
    Standpoint,
    UpdateInput,
    VoteInput,
)
from npcserver.model.feelings import Belief
from npcserver.model.group.script import (
    Ballot,
    Camp,
    Candidate,
    Course,
    Knowledge,
    Member,
    Rank,
    Resource,
    Script,
    Stage,
    VoteRule,
    WinRule,
)
from npcserver.ports.language_model import JSON

NAMES = ("Aruna", "Belk", "Corvin", "Dessa", "Ewald", "Finna", "Gorm")
ROUND = (Stage.PRIVATE_CHAT, Stage.CONFIDENTIAL_MEETING, Stage.GROUP_CHAT, Stage.UPDATE)
_SYLLABLES = tuple(f"{first}{second}" for first in "bdfgklmnprtvz" for second in "aeiou")
_WORD = re.compile(r"(?<![a-z])x[a-z]{10}(?![a-z])")


class Kind(StrEnum):
    """What a marked text is."""

    PUBLIC = "public"  # of the scene, or of a member, for all
    HIDDEN = "hidden"  # a goal or a private persona
    NATURE = "nature"  # a scratch
    BELIEF = "belief"
    LINE = "line"
    AUDIENCE = "audience"
    PLAN = "plan"  # situation, strategy or topics of who chose
    NOTE = "note"  # summary or reflection
    DIGEST = "digest"  # of a round, for votes on all knowledge
    STATEMENT = "statement"
    REASONS = "reasons"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Whose a marked text is."""

    kind: Kind
    by: str = ""


class Marks:
    """Gives out marked texts, and knows again what it gave out."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._given: dict[str, Mark] = {}

    def text(self, kind: Kind, by: str = "") -> str:
        """Return a short text that nobody else has; its first word is the mark."""
        word = self._word()
        self._given[word] = Mark(kind=kind, by=by)
        return f"{word.capitalize()} {self._word()} {self._word()}."

    def topic(self, by: str) -> str:
        """Return a mark alone, as something to talk about."""
        word = self._word()
        self._given[word] = Mark(kind=Kind.PLAN, by=by)
        return word

    def of(self, word: str) -> Mark:
        """Return whose a mark is."""
        return self._given[word]

    def all(self, kind: Kind) -> frozenset[str]:
        """Return all marks of a kind."""
        return frozenset(word for word, mark in self._given.items() if mark.kind is kind)

    def found(self, text: str) -> frozenset[str]:
        """Return the marks that stand in a text."""
        return frozenset(_WORD.findall(text.casefold())) & self._given.keys()

    def first(self, text: str) -> str:
        """Return the mark of a text that was given out here; empty for an empty one."""
        return next((word for word in _WORD.findall(text.casefold()) if word in self._given), "")

    def _word(self) -> str:
        return f"x{''.join(self._chance.choice(_SYLLABLES) for _ in range(5))}"


def random_scene(number: int, marks: Marks, chance: random.Random) -> Script:
    """Return a scene of three to six members, of any stages in any order."""
    count = chance.randint(3, 6)
    ids = [name.casefold() for name in NAMES[:count]]
    principals = set(ids[: chance.randint(2, count)])
    camps = tuple(Camp(id=one, aim=marks.text(Kind.PUBLIC)) for one in ("east", "west"))
    return Script(
        id=f"scene-{number}",
        title=f"Scene {number}",
        premise=marks.text(Kind.PUBLIC),
        opening=marks.text(Kind.PUBLIC),
        camps=camps,
        members=tuple(_member(one, principals, marks, chance) for one in ids),
        resources=tuple(
            Resource(
                id=f"good-{at}",
                name=f"Good {at}",
                owner=chance.choice(["", *ids]),
                impact=chance.randint(0, 40),
                description=marks.text(Kind.PUBLIC),
            )
            for at in range(chance.randint(0, 3))
        ),
        ballot=_ballot(ids, chance),
        course=_course(chance),
    )


def _member(
    member_id: str, principals: Collection[str], marks: Marks, chance: random.Random
) -> Member:
    return Member(
        id=member_id,
        name=member_id.title(),
        rank=Rank.PRINCIPAL if member_id in principals else Rank.SUPPORTING,
        camp=chance.choice(["", "east", "west"]),
        scratch=marks.text(Kind.NATURE, member_id),
        goal=marks.text(Kind.HIDDEN, member_id),
        public=marks.text(Kind.PUBLIC, member_id),
        private=marks.text(Kind.HIDDEN, member_id),
        beliefs=tuple(
            Belief(
                topic=f"belief-{at}",
                text=marks.text(Kind.BELIEF, member_id),
                score=chance.randint(0, 100),
            )
            for at in range(chance.randint(0, 2))
        ),
    )


def _ballot(ids: list[str], chance: random.Random) -> Ballot:
    rules = tuple(one for one in VoteRule if chance.random() < 0.8) or (VoteRule.ALL,)
    return Ballot(
        question="Who is right?",
        candidates=tuple(
            Candidate(id=one, name=one.title(), member=one)
            for one in ids[: chance.randint(2, len(ids))]
        ),
        rules=rules,
        win=WinRule.PLURALITY,
    )


def _course(chance: random.Random) -> Course:
    stages = list(ROUND)
    chance.shuffle(stages)
    return Course(
        rounds=chance.randint(1, 2),
        stages=tuple(stages[: chance.randint(2, 4)]),
        private_rounds=chance.randint(1, 2),
        meeting_rounds=chance.randint(1, 2),
        group_rounds=chance.randint(1, 3),
        has_thinking=chance.random() < 0.25,
        has_memory=chance.random() < 0.9,
        has_summaries=chance.random() < 0.85,
    )


class Marker:
    """Answers for members at random, with every text marked."""

    def __init__(self, marks: Marks, chance: random.Random) -> None:
        self._marks = marks
        self._chance = chance

    def answer(self, act: MemberInput) -> str:
        """Return an answer, as a model writes it."""
        match act:
            case ChooseInput():
                parts = self._choice(act, act.standpoint.member.id)
            case SpeakInput():
                passes = act.partner is None and self._chance.random() < 0.15
                say = "" if passes else self._text(Kind.LINE, act.standpoint)
                parts = {"say": say, "ends": self._chance.random() < 0.25}
                if act.perceives:
                    parts = {"situation": self._text(Kind.PLAN, act.standpoint), **parts}
            case UpdateInput():
                parts = self._revision(act.standpoint)
            case VoteInput():
                parts = self._vote(act)
            case DigestInput():
                return json.dumps({"digest": self._marks.text(Kind.DIGEST)})
            case ChronicleInput():
                return json.dumps({"summary": "They talked it over, and then they voted."})
        at = act.standpoint
        if at.script.course.has_thinking:
            parts = {"reasons": self._text(Kind.REASONS, at), **parts}
        return json.dumps(parts)

    def _text(self, kind: Kind, at: Standpoint) -> str:
        return self._marks.text(kind, at.member.id)

    def _choice(self, act: ChooseInput, own: str) -> dict[str, JSON]:
        if self._chance.random() < 0.1:
            return {"situation": self._text(Kind.PLAN, act.standpoint), "partner": "nobody"}
        return {
            "situation": self._text(Kind.PLAN, act.standpoint),
            "partner": self._chance.choice(act.partners).name,
            "strategy": self._text(Kind.PLAN, act.standpoint),
            "topics": [self._marks.topic(own) for _ in range(act.chat_rounds)],
            "say": self._text(Kind.LINE, act.standpoint),
        }

    def _revision(self, at: Standpoint) -> dict[str, JSON]:
        others = [one for one in at.script.members if one.id != at.member.id]
        relations: Mapping[str, JSON] = {one.name: self._chance.randint(-10, 10) for one in others}
        return {
            "summary": self._text(Kind.NOTE, at),
            "reflection": self._text(Kind.NOTE, at),
            "relations": dict(relations),
            "inferred": [
                {"of": others[0].name, "to": others[-1].name, "score": self._chance.randint(0, 100)}
            ],
            "beliefs": {one.topic: self._chance.randint(-10, 10) for one in at.beliefs},
        }

    def _vote(self, act: VoteInput) -> dict[str, JSON]:
        parts: dict[str, JSON] = {
            "guess": self._chance.choice(act.candidates).name,
            "vote": self._chance.choice(act.candidates).name,
        }
        if act.others:
            parts["vote_not_self"] = self._chance.choice(act.others).name
        if act.knowledge is Knowledge.OWN:
            parts["statement"] = self._text(Kind.STATEMENT, act.standpoint)
        return parts
