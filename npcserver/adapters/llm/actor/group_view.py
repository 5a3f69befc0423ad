"""A group chat from one member's view: names, resources, relations, allies and rivals."""

import random
import re
from collections.abc import Iterator, Sequence

from npcserver.adapters.llm.actor import group_names as names
from npcserver.adapters.llm.actor.group_bank import Bank
from npcserver.language import pattern
from npcserver.model.acting.material import Standpoint
from npcserver.model.feelings import Belief
from npcserver.model.group.known import Met
from npcserver.model.group.moves import AUDIENCE, Spoke
from npcserver.model.group.script import (
    RELATION,
    SUPPORT,
    Candidate,
    Member,
    Rank,
    Resource,
    Script,
)

HELD = 40
"""Least score of a belief that its holder argues for."""
_TRUSTED = 60  # least belief in a member that makes it a friend
_BIAS = 5
_SELF = pattern("actor_grammar", "first_person", 0)
_FRIENDS = SUPPORT + 4


class View:
    """The standpoint of a member, with the phrases of its language; its tables are built once."""

    def __init__(self, at: Standpoint, bank: Bank) -> None:
        self.at = at
        self.bank = bank
        self.me = at.member
        self.influence = dict(at.influence)
        self._relations = dict(at.relations)
        self._called = names.called(at.script)
        self._patterns = names.patterns(at.script)
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
        """Return the kinds of speech in a line; see `Bank.kinds`."""
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
            for name in names.parts(other.name):
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

    def spoken(self, talk: Sequence[Spoke] = ()) -> tuple[Spoke, ...]:
        """Return all lines that the member knows, oldest first, each once."""
        known = [one for one in self.at.known if isinstance(one, Spoke)]
        return tuple(dict.fromkeys((*known, *talk)))

    def own_lines(self, talk: Sequence[Spoke] = ()) -> tuple[str, ...]:
        """Return the member's own lines, oldest first."""
        return tuple(one.text for one in self.spoken(talk) if one.member == self.me.id and one.text)

    def meetings(self) -> tuple[Met, ...]:
        """Return the meetings of this round that the member knows of."""
        return tuple(
            one for one in self.at.known if isinstance(one, Met) and one.round == self.at.round
        )

    def speaker(self, line: Spoke) -> str:
        """Return the name of a line's speaker."""
        if line.member == AUDIENCE:
            return line.person.name if line.person else ""
        return self.called(line.member)


def _endorses(pattern: str, name: str, text: str) -> bool:
    return bool(name) and re.search(pattern.replace("{name}", re.escape(name)), text) is not None


def _parts(text: str) -> Iterator[str]:
    return (part for part in re.split(r"[.;:!?。；：！？]", text) if part.strip())
