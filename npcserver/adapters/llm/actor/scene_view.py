"""A group chat as a member sees it: members, resources, sides, and the phrases for them."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from npcserver.language import filled, pattern
from npcserver.language.scripts import ENDS, WIDE_SEMICOLON
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import AUDIENCE, LineSpoken
from npcserver.model.group.script import (
    RELATION,
    SUPPORT,
    Candidate,
    Member,
    Rank,
    Resource,
    Script,
)
from npcserver.model.group.visibility import Meeting
from npcserver.model.group_inputs import Standpoint

_SLOT = re.compile(r"\{(\w+)\}")
_EDGES = ' ,.:;?!"\u201c\u201d\uff0c\u3002\uff1a\uff1b\uff1f\uff01'
_WIDE_FROM = "\u3040"

_KINDS: Mapping[str, str] = {
    "agreed": "praise",
    "answer.dodge": "hedge",
    "answer.open": "argument",
    "argued.agree": "agreement",
    "argued.deny": "denial",
    "argued.weigh": "hedge",
    "asked.maybe": "hedge",
    "asked.no": "refusal",
    "asked.yes": "agreement",
    "attacked.cool": "hedge",
    "attacked.hot": "attack",
    "close": "farewell",
    "group.answer": "argument",
    "group.appeal": "appeal",
    "group.ask": "appeal",
    "group.back": "backing",
    "group.claim": "argument",
    "group.close": "farewell",
    "group.contradict": "denial",
    "group.lean": "lean",
    "group.mine": "argument",
    "group.neutral": "hedge",
    "memory": "argument",
    "move.claim": "argument",
    "move.condition": "hedge",
    "move.confide": "trust",
    "move.lean": "lean",
    "move.mine": "argument",
    "move.plan": "trust",
    "move.rival": "slight",
    "move.support": "request",
    "move.topic": "argument",
    "move.truce": "offer",
    "move.warn": "attack",
    "move.yours": "praise",
    "nod": "farewell",
    "open.ally": "trust",
    "open.rival": "challenge",
    "open.undecided": "courtship",
    "praised": "hedge",
    "refused.accept": "farewell",
    "refused.press": "pressure",
    "statement.other": "lean",
}
"""What a phrase of an act amounts to for its hearers."""

_SILENT = ("hearing", "temper", "bias", "endorsing", "generic")


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A sentence with slots: the names of the slots, and the pieces between them in order."""

    act: str
    text: str
    gaps: frozenset[str]
    pieces: tuple[str, ...]

    @classmethod
    def of(cls, act: str, text: str) -> Self:
        """Read a phrase as written in the data file."""
        pieces = (one.strip(_EDGES) for one in _SLOT.split(text)[::2])
        return cls(
            act=act,
            text=text,
            gaps=frozenset(_SLOT.findall(text)),
            pieces=tuple(one for one in pieces if len(one) > 1),
        )

    def fits(self, fillings: Mapping[str, str]) -> bool:
        """Return whether every slot can be filled."""
        return all(fillings.get(gap) for gap in self.gaps)

    def is_in(self, line: str) -> bool:
        """Return whether a line contains this phrase, whatever its slots were filled with."""
        at = 0
        for piece in self.pieces:
            found = line.find(piece, at)
            if found < 0:
                return False
            at = found + len(piece)
        return bool(self.pieces)


class PhraseBank:
    """All phrases and expressions of one language."""

    def __init__(self, content: Mapping[str, Mapping[str, object]]) -> None:
        self._content = {name: dict(_entries(name, part)) for name, part in content.items()}
        self._patterns = {
            f"{part}.{name}": _any(self._content[part][f"{part}.{name}"])
            for part in ("hearing", "temper", "bias")
            for name in content[part]
        }

    @classmethod
    def load(cls, language: str) -> Self:
        """Return the phrases of a language; missing ones are taken from English."""
        return cls(filled("actor_debate", language))

    @cached_property
    def phrases(self) -> Mapping[str, tuple[Phrase, ...]]:
        """All phrases by act; an act of one temper ends in its name: `open.rival.hard`."""
        return {
            act: tuple(Phrase.of(act.removesuffix(".any"), text) for text in texts)
            for name, part in self._content.items()
            if name not in _SILENT
            for act, texts in part.items()
        }

    def of(self, act: str, temper: str = "") -> tuple[Phrase, ...]:
        """Return the phrases of an act that suit a temper."""
        found = self.phrases
        own = found.get(f"{act}.{temper}", ()) if temper else ()
        return (*own, *found.get(f"{act}.any", found.get(act, ())))

    def texts(self, part: str, name: str) -> Sequence[str]:
        """Return entries that are not phrases, such as generic topics."""
        return self._content[part][f"{part}.{name}"]

    def matches(self, entry: str, text: str) -> bool:
        """Return whether an expression, such as `temper.hard`, occurs in a text."""
        return self._patterns[entry].search(text) is not None

    def kinds(self, line: str) -> frozenset[str]:
        """Return the kinds of speech in a line, such as request, refusal, agreement or question."""
        heard = {kind for kind, phrases in self._telling if any(one.is_in(line) for one in phrases)}
        if not heard:
            names = ("request", "refusal", "agreement", "attack", "praise", "argument")
            heard = {name for name in names if self.matches(f"hearing.{name}", line)}
        if "?" in line or "\uff1f" in line:
            heard.add("question")
        return frozenset(heard)

    @cached_property
    def _telling(self) -> tuple[tuple[str, tuple[Phrase, ...]], ...]:
        named = [(_kind(act), phrases) for act, phrases in self.phrases.items()]
        return tuple((kind, phrases) for kind, phrases in named if kind)


def _kind(act: str) -> str:
    """Return what a phrase of an act amounts to; empty for nothing in particular."""
    parts = act.split(".")
    return _KINDS.get(".".join(parts[:2])) or _KINDS.get(parts[0], "")


def _any(expressions: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(expressions), re.IGNORECASE)


def is_wide(text: str) -> bool:
    """Return whether a text is written without spaces between its words."""
    return any(sign > _WIDE_FROM for sign in text)


def _entries(path: str, part: Mapping[str, object]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, value in part.items():
        if isinstance(value, dict):
            yield from _entries(f"{path}.{name}", value)
        elif isinstance(value, list):
            yield f"{path}.{name}", tuple(map(str, value))


_SHORTEST = 2


def parts(name: str) -> tuple[str, ...]:
    """Return the whole name, then its first and its last part where these are names too."""
    found = [one for one in (name.split()[:1] + name.split()[-1:]) if _is_name(one)]
    return tuple(dict.fromkeys((name, *(found if " " in name else ()))))


def called(script: Script) -> Mapping[str, str]:
    """Return what each member is called: the part of the name that the scene uses most.

    A part that two members share names neither of them.
    """
    return {one.id: _called(script, one.name) for one in script.members}


def patterns(script: Script) -> Mapping[str, re.Pattern[str]]:
    """Return a pattern for each member that finds any part of the name that is only theirs."""
    return {one.id: _finding(_own_parts(script, one.name)) for one in script.members}


def _called(script: Script, name: str) -> str:
    text = " ".join((script.premise, script.opening, *_texts(script)))
    short = [one for one in _own_parts(script, name) if one != name]
    return max(short, key=lambda one: len(_finding((one,)).findall(text)), default=name)


def _texts(script: Script) -> list[str]:
    publics = [one.public for one in script.members]
    return [*publics, *(held.text for one in script.members for held in one.beliefs)]


def _own_parts(script: Script, name: str) -> tuple[str, ...]:
    others = {part for one in script.members if one.name != name for part in parts(one.name)}
    return tuple(one for one in parts(name) if one == name or one not in others)


def _is_name(part: str) -> bool:
    return len(part) > _SHORTEST and part.isalpha() and part[0].isupper() and part != "The"


def _finding(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that finds any of some names, as whole words where words have spaces."""
    found = [
        re.escape(name) if is_wide(name) else rf"(?<!\w){re.escape(name)}(?!\w)"
        for name in names
        if name
    ]
    return re.compile("|".join(found) or r"(?!)")


HELD = 40
"""Least score of a belief that its holder argues for."""
_TRUSTED = 60  # least belief in a member that makes it a friend
_BIAS = 5
_SELF = pattern("actor_grammar", "first_person", 0)
_FRIENDS = SUPPORT + 4


class MemberStandpoint:
    """The standpoint of a member, with the phrases of its language; its tables are built once."""

    def __init__(self, at: Standpoint, bank: PhraseBank) -> None:
        self.at = at
        self.bank = bank
        self.me = at.member
        self.influence = dict(at.influence)
        self._relations = dict(at.relations)
        self._called = called(at.script)
        self._patterns = patterns(at.script)
        self._endorsed = {one.topic: self._found_endorsed(one) for one in at.beliefs}
        self._kinds: dict[str, frozenset[str]] = {}
        self._named: dict[str, tuple[str, ...]] = {}

    @property
    def members(self) -> tuple[Member, ...]:
        """All members, in the order of the script."""
        return self.at.script.members

    @property
    def script(self) -> Script:
        """The scene."""
        return self.at.script

    @property
    def others(self) -> tuple[Member, ...]:
        """All members but the one who acts."""
        return tuple(one for one in self.script.members if one.id != self.me.id)

    @property
    def place(self) -> int:
        """The member's index in the script."""
        return [one.id for one in self.members].index(self.me.id)

    @property
    def principals(self) -> tuple[Member, ...]:
        """All principals but the one who acts."""
        return tuple(one for one in self.others if one.rank is Rank.PRINCIPAL)

    @property
    def temper(self) -> str:
        """Return hard, warm or shrewd, the first that the persona's texts match; empty for none."""
        texts = (self.me.scratch, self.me.private, self.me.public)
        for text in texts:
            for name in ("hard", "shrewd", "warm"):
                if self.bank.matches(f"temper.{name}", text):
                    return name
        return ""

    def chance(self, *salt: object) -> random.Random:
        """Return a random generator that is the same for the same member, moment and salt."""
        at = self.at
        parts = (at.seed, self.me.id, at.round, at.stage.value, len(at.known), *salt)
        return random.Random("|".join(map(str, parts)))  # noqa: S311 - repeatable, not secret

    def called(self, member_id: str) -> str:
        """Return what a member is called: a short name, where no other member shares it."""
        return self._called.get(member_id, "")

    def relation(self, member_id: str) -> int:
        """Return the member's relation to another, 0..100."""
        return self._relations.get(member_id, RELATION)

    def owns(self, member_id: str) -> tuple[Resource, ...]:
        """Return a member's resources, the weightiest first."""
        owned = [one for one in self.script.resources if one.owner == member_id]
        return tuple(sorted(owned, key=lambda one: -one.impact))

    def weight(self, member_id: str) -> int:
        """Return the total impact of a member's resources."""
        return sum(one.impact for one in self.owns(member_id))

    def kinds(self, line: str) -> frozenset[str]:
        """Return the kinds of speech in a line; see `PhraseBank.kinds`."""
        if line not in self._kinds:
            self._kinds[line] = self.bank.kinds(line)
        return self._kinds[line]

    def named(self, text: str) -> tuple[str, ...]:
        """Return the members that a text names, in the order of the script."""
        if text not in self._named:
            self._named[text] = tuple(one for one in self._patterns if self._names(text, one))
        return self._named[text]

    def is_named(self, text: str, member: Member) -> bool:
        """Return whether a text names a member."""
        return self._names(text, member.id)

    def _names(self, text: str, member_id: str) -> bool:
        return self._patterns[member_id].search(text) is not None

    def endorsed(self, belief: Belief) -> str:
        """Return the id of the member that a belief speaks for; empty for none."""
        return self._endorsed.get(belief.topic, "")

    def _found_endorsed(self, belief: Belief) -> str:
        patterns = self.bank.texts("endorsing", "any")
        for other in self.others:
            if not self._names(belief.text, other.id):
                continue
            for name in parts(other.name):
                if any(_endorses(one, name, belief.text) for one in patterns):
                    return other.id
        return ""

    def esteem(self, member_id: str) -> int:
        """Return the score of the strongest belief that speaks for a member, 0 without one."""
        scores = [one.score for one in self.at.beliefs if self.endorsed(one) == member_id]
        return max(scores, default=0)

    @property
    def own_aim(self) -> int:
        """How strongly the member wants something for itself, 0 if it does not."""
        own = [
            one.score
            for one in self.at.beliefs
            if _SELF.search(one.text) and not self.endorsed(one) and one.score >= HELD
        ]
        return max(own, default=0)

    def candidate(self, member_id: str) -> Candidate | None:
        """Return the candidate that a member is, or None."""
        candidates = self.script.ballot.candidates
        return next((one for one in candidates if one.member == member_id), None)

    def parties(self, camp: str) -> tuple[Member, ...]:
        """Return the principals who stand for a camp; a neutral camp has none."""
        return tuple(
            one for one in self.script.members if camp and one.camp == camp and one in self._leads
        )

    @property
    def _leads(self) -> tuple[Member, ...]:
        return self.script.principals

    def is_rival(self, other: Member) -> bool:
        """Return whether both want the same for themselves, or stand for different camps."""
        if self.me.rank is not Rank.PRINCIPAL or other.rank is not Rank.PRINCIPAL:
            return False
        if self._is_to_decide(self.me.id) or self._is_to_decide(other.id):
            return False  # the decider has to be won over by all, and is no rival
        mine, theirs = self.candidate(self.me.id), self.candidate(other.id)
        if mine and theirs and not self._is_same_cause(other):
            return True
        return bool(self.me.camp and other.camp) and self.me.camp != other.camp

    def _is_to_decide(self, member_id: str) -> bool:
        return self.script.ballot.decider == member_id and self.candidate(member_id) is None

    def _is_same_cause(self, other: Member) -> bool:
        """Return whether both are of one camp and the member wants nothing for itself."""
        return bool(self.me.camp) and self.me.camp == other.camp and not self.own_aim

    @property
    def is_impartial(self) -> bool:
        """Whether the member may take no side, as a judge."""
        return self.me.is_camp_fixed and not self.parties(self.me.camp)

    def is_ally(self, other: Member) -> bool:
        """Return whether both stand for the same camp, or the other counts as a friend."""
        if self.is_rival(other) or self.is_impartial:
            return False
        same = bool(self.me.camp) and self.me.camp == other.camp and bool(self.parties(other.camp))
        return same or self.relation(other.id) >= _FRIENDS or self.esteem(other.id) >= _TRUSTED

    def kind_of(self, other: Member) -> str:
        """Return ally, rival, or undecided."""
        if self.is_rival(other):
            return "rival"
        return "ally" if self.is_ally(other) else "undecided"

    def bias(self, other: Member) -> int:
        """Return a constant inclination towards a member, about -8..8, taken from the persona."""
        texts = (self.me.private, self.me.scratch, self.me.public, self.me.goal)
        found = [part for text in texts for part in _parts(text) if self._names(part, other.id)]
        text = " ".join(found)
        drawn = random.Random(f"{self.script.id}|{self.me.id}|{other.id}")  # noqa: S311
        bias = drawn.choice((-2, -1, 0, 0, 1, 2, 3))
        if self.bank.matches("bias.liking", text):
            bias += _BIAS
        if self.bank.matches("bias.disliking", text):
            bias -= _BIAS
        return bias

    def spoken(self, talk: Sequence[LineSpoken] = ()) -> tuple[LineSpoken, ...]:
        """Return all lines that the member knows, oldest first, each once."""
        known = [one for one in self.at.known if isinstance(one, LineSpoken)]
        return tuple(dict.fromkeys((*known, *talk)))

    def own_lines(self, talk: Sequence[LineSpoken] = ()) -> tuple[str, ...]:
        """Return the member's own lines, oldest first."""
        return tuple(one.text for one in self.spoken(talk) if one.member == self.me.id and one.text)

    def meetings(self) -> tuple[Meeting, ...]:
        """Return the meetings of this round that the member knows of."""
        return tuple(
            one for one in self.at.known if isinstance(one, Meeting) and one.round == self.at.round
        )

    def speaker(self, line: LineSpoken) -> str:
        """Return the name of a line's speaker."""
        if line.member == AUDIENCE:
            return line.person.name if line.person else ""
        return self.called(line.member)


def _endorses(pattern: str, name: str, text: str) -> bool:
    return bool(name) and re.search(pattern.replace("{name}", re.escape(name)), text) is not None


def _parts(text: str) -> Iterator[str]:
    return (part for part in re.split(rf"[{ENDS};:{WIDE_SEMICOLON}\uff1a]", text) if part.strip())
