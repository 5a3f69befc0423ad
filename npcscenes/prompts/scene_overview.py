"""A scene as all of its members see it, and the names that answers may use.

A model is shown names and answers with names, ids, or something near them. What fits one of those
in question and no other is that one; what fits two is nobody, so that two members with similar
names are never taken for each other.

It stands in every prompt of a group chat right after the rules, and is the same for every member,
so that a model server reads it once.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from npcserver.language import listed
from npcserver.language.scripts import FULL_STOPS
from npcserver.model.group.script import SUPPORT, Candidate, Member, Resource, Script, WinRule
from npcserver.prompts.texts import name_of, neutralised
from npcserver.prompts.tokens import clip, estimate_tokens, words_in

NOBODY = "nobody"
"""The answer for no one."""

_NONE = frozenset(("", NOBODY, *listed("answers", "nobody")))
_KEYS = ("id", "member", "candidate", "partner", "name")


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedEntry:
    """One of a list: its label in the prompt, and other names for it."""

    id: str
    label: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NameChoices:
    """A closed list of those whom an answer may name."""

    all: tuple[NamedEntry, ...]

    @classmethod
    def of_members(cls, members: Sequence[Member], within: Sequence[Member] = ()) -> Self:
        """Return the names of members; two of one name among `within` have ids in their labels."""
        labels = _labels([(one.id, one.name) for one in within or members])
        return cls(
            all=tuple(
                NamedEntry(id=one.id, label=labels[one.id], aliases=(name_of(one.name),))
                for one in members
            )
        )

    @classmethod
    def of_candidates(cls, candidates: Sequence[Candidate], members: Iterable[Member]) -> Self:
        """Return the names of candidates; one that is a member also has the member's name."""
        labels = _labels([(one.id, one.name) for one in candidates])
        named = {one.id: name_of(one.name) for one in members}
        return cls(
            all=tuple(
                NamedEntry(
                    id=one.id,
                    label=labels[one.id],
                    aliases=(name_of(one.name), one.member, named.get(one.member, "")),
                )
                for one in candidates
            )
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in a prompt, in order."""
        return tuple(one.label for one in self.all)

    def label(self, called_id: str) -> str:
        """Return the label of an id; empty for an unknown one."""
        return next((one.label for one in self.all if one.id == called_id), "")

    def found(self, value: object) -> str | None:
        """Return the id that an answer names; None for no one on the list, or for two."""
        text = _text(value)
        if text is None or not text:
            return None
        for ids in (
            [one.id for one in self.all if _folded(one.label) == text],
            [one.id for one in self.all if _folded(one.id) == text],
            _by_alias(self.all, text),
            _within_name(self.all, text),
            _name_within(self.all, text),
        ):
            if ids:
                return ids[0] if len(ids) == 1 else None
        return None

    def is_nobody(self, value: object) -> bool:
        """Return whether an answer means no one; a listed person of such a name comes first."""
        text = "" if value is None else _text(value)
        return (
            text is not None and text.strip(f" {FULL_STOPS}") in _NONE and self.found(value) is None
        )


def _labels(named: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return labels by id: the name, with the id where the name is not unique."""
    names = [_folded(name_of(name)) for _, name in named]
    return {
        one: name_of(name)
        if names.count(_folded(name_of(name))) == 1
        else f"{name_of(name)} ({one})"
        for one, name in named
    }


def _text(value: object) -> str | None:
    """Return the name in an answer, case-folded; None where it has no single one."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict):
        value = next((value[key] for key in _KEYS if key in value), None)
    return _folded(value) if isinstance(value, str) else None


def _folded(text: str) -> str:
    text = unicodedata.normalize("NFKC", text.encode("utf-8", "replace").decode())
    return " ".join(text.split()).strip("\"'").casefold()


def _by_alias(called: Sequence[NamedEntry], text: str) -> list[str]:
    words = words_in(text)
    return [
        one.id
        for one in called
        if any(words and words_in(_folded(alias)) == words for alias in (one.label, *one.aliases))
    ]


def _within_name(called: Sequence[NamedEntry], text: str) -> list[str]:
    """Return the ids whose name contains the text, such as the first name alone."""
    words = words_in(text)
    if len("".join(words)) < 2:
        return []
    return [one.id for one in called if _has_run(words_in(_folded(one.label)), words)]


def _name_within(called: Sequence[NamedEntry], text: str) -> list[str]:
    """Return the ids whose whole name is in the text, without names that are part of another."""
    words = words_in(text)
    standing = [
        (one.id, name)
        for one in called
        if (name := words_in(_folded(one.aliases[0] if one.aliases else one.label)))
        and _has_run(words, name)
    ]
    return [
        one
        for one, name in standing
        if not any(len(other) > len(name) and _has_run(other, name) for _, other in standing)
    ]


def _has_run(words: Sequence[str], run: Sequence[str]) -> bool:
    length = len(run)
    return any(words[at : at + length] == run for at in range(len(words) - length + 1))


PROMPT_TOKENS = 8_192
"""Tokens of a prompt by default."""

_WHOLE = 1_200  # tokens; no text of a scene file has more
_LIMITS = (_WHOLE, 800, 600, 400, 300, 220, 160, 120, 90, 64, 48, 36, 26, 20, 14)
_TOPICS_WHERE_BUDGET_IS_SHORT = 4
_SHORT = 60  # tokens a text; below that topics are left out
_LONGEST = 8_000  # characters, before tokens are counted
_REST = 1_600  # tokens for rules, standings and the newest lines
_OF_SCENE = 5 / 8  # of authored texts, the share common to all members


@dataclass(frozen=True, slots=True, kw_only=True)
class CampView:
    """A side and its aim."""

    name: str
    aim: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StageView:
    """A stage of a round, and its chat rounds (0 for none)."""

    key: str
    chat_rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneOverview:
    """The public part of a scene from the beginning; `win` is a `WinRule`'s value.

    Names of members and of owners are labels, and texts are cut. Members have no other texts than
    the public one.
    """

    title: str
    premise: str
    opening: str
    camps: tuple[CampView, ...]
    members: tuple[Member, ...]
    resources: tuple[Resource, ...]
    rounds: int
    stages: tuple[StageView, ...]
    question: str
    candidates: tuple[str, ...]
    win: str
    decider: str
    support: int
    has_supporting: bool


def authored_budgets(tokens: int) -> tuple[int, int]:
    """Return the token budgets of authored texts in a prompt: of the scene, and of one member."""
    budget = max(tokens // 5, min(tokens * 11 // 20, tokens - _REST))
    return int(budget * _OF_SCENE), budget - int(budget * _OF_SCENE)


def limit(texts: Iterable[str], budget: int) -> int:
    """Return the most tokens that each of some texts may have so that together they fit.

    Short texts stay whole; only the longest are cut.
    """
    lengths = [estimate_tokens(text) for text in texts]
    return next((most for most in _LIMITS if sum(min(one, most) for one in lengths) <= budget), 14)


def scene_overview(script: Script, tokens: int = PROMPT_TOKENS) -> SceneOverview:
    """Return the public part of a scene; its longest texts are cut to fit in `tokens`."""
    names = NameChoices.of_members(script.members)
    ballot, course = script.ballot, script.course
    most = limit(_public_texts(script), authored_budgets(tokens)[0])
    topics = None if most >= _SHORT else _TOPICS_WHERE_BUDGET_IS_SHORT
    return SceneOverview(
        title=name_of(script.title),
        premise=authored(script.premise, most),
        opening=authored(script.opening, most),
        camps=tuple(
            CampView(name=name_of(camp.id), aim=authored(camp.aim, most)) for camp in script.camps
        ),
        members=tuple(
            Member(
                id=one.id,
                name=names.label(one.id),
                rank=one.rank,
                camp=name_of(one.camp) if one.camp else "",
                public=authored(one.public, most),
            )
            for one in script.members
        ),
        resources=tuple(
            replace(
                one,
                name=name_of(one.name),
                owner=names.label(one.owner),
                topics=tuple(authored(topic, most) for topic in one.topics[:topics]),
                description=authored(one.description, most),
            )
            for one in script.resources
        ),
        rounds=course.rounds,
        stages=tuple(
            StageView(key=stage.value, chat_rounds=course.chat_rounds(stage))
            for stage in course.stages
        ),
        question=authored(ballot.question, most),
        candidates=candidate_names(script).labels,
        win=ballot.win.value,
        decider=names.label(ballot.decider) if ballot.win is not WinRule.PLURALITY else "",
        support=SUPPORT,
        has_supporting=len(script.principals) < len(script.members),
    )


def _public_texts(script: Script) -> Iterator[str]:
    yield from (script.premise, script.opening, script.ballot.question)
    yield from (camp.aim for camp in script.camps)
    yield from (member.public for member in script.members)
    for resource in script.resources:
        yield from (resource.description, *resource.topics)


def candidate_names(script: Script, candidates: tuple[Candidate, ...] = ()) -> NameChoices:
    """Return the names of candidates: of some, or of all on the ballot."""
    return NameChoices.of_candidates(candidates or script.ballot.candidates, script.members)


def authored(text: str, tokens: int) -> str:
    """Return an author's text on one line, cut after a sentence where it is longer."""
    return clip(neutralised(text, _LONGEST), tokens)
