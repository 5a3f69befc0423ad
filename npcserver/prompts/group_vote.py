"""The question who is to win: a guess, last words, and the vote (AgentGroupChat: Vote)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from npcserver.model.acting.material import Vote, Voting
from npcserver.model.group.script import Knowledge
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import found_object
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.group_answer import form, note, reasons_of, text_schema
from npcserver.prompts.group_names import NOBODY, Names
from npcserver.prompts.group_question import GroupQuestion
from npcserver.prompts.group_scene import PROMPT_TOKENS, candidate_names, scene_view
from npcserver.prompts.group_views import stand_view
from npcserver.prompts.spoken import name_of, token

_STATEMENT = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateView:
    """What may be voted for; `is_self` where it is the voter."""

    name: str
    camp: str
    is_self: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CastVote(GroupQuestion):
    """Ask a member for its vote, by what it knows or by all that is known.

    `others` are the candidates but for itself; `is_candidate` says that these are not all. With
    `may_abstain` an answer may name nobody.
    """

    template: ClassVar[str] = "group_vote"

    listed: tuple[CandidateView, ...]
    candidates: Names
    others: Names
    is_candidate: bool
    may_abstain: bool
    has_statement: bool

    @classmethod
    def of(cls, material: Voting, tokens: int = PROMPT_TOKENS) -> Self:
        """Put the question."""
        at = material.standpoint
        stand = stand_view(at, tokens=tokens)
        everyone = candidate_names(at.script, material.candidates)
        others = {one.id for one in material.others}
        return cls(
            scene=scene_view(at.script, tokens),
            stand=stand,
            listed=tuple(
                CandidateView(
                    name=everyone.label(one.id),
                    camp=name_of(one.camp) if one.camp else "",
                    is_self=one.member == at.member.id,
                )
                for one in material.candidates
            ),
            candidates=everyone,
            others=Names(all=tuple(one for one in everyone.all if one.id in others)),
            is_candidate=bool(others) and len(others) < len(material.candidates),
            may_abstain=at.script.ballot.may_abstain,
            has_statement=material.knowledge is Knowledge.OWN,
            has_thinking=at.script.course.has_thinking,
            has_summaries=at.script.course.has_summaries,
            mark=token("mark", at.chat_id),
            tokens=tokens,
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer; what does not apply is left out of it."""
        anybody: JSON = {"type": "string", "enum": list(self.candidates.labels)}
        parts: dict[str, JSON] = {"guess": anybody}
        if self.has_statement:
            parts["statement"] = text_schema()
        nobody = [NOBODY] if self.may_abstain else []
        parts["vote"] = {"type": "string", "enum": [*self.candidates.labels, *nobody]}
        if self.is_candidate:
            parts["vote_not_self"] = {"type": "string", "enum": [*self.others.labels, *nobody]}
        return form(parts, has_thinking=self.has_thinking)

    def read(self, text: str) -> Vote:
        """Return the vote, or raise `Unparseable`; a guess that names nobody is none."""
        found = found_object(text, "vote", "choice")
        said = found.get("vote", found.get("choice"))
        choice = self.candidates.found(said)
        if choice is None and self.may_abstain and self.candidates.is_nobody(said):
            choice = ""
        if choice is None:
            raise Unparseable('"vote" must be one of the candidates, by name')
        guess = self.candidates.found(found.get("guess"))
        statement = note(found.get("statement"), _STATEMENT) if self.has_statement else ""
        return Vote(
            choice=choice,
            choice_not_self=self._not_self(found, choice),
            guess=guess or "",
            statement=statement,
            reasons=reasons_of(found, has_thinking=self.has_thinking),
        )

    def _not_self(self, found: Mapping[str, object], choice: str) -> str:
        if not self.is_candidate:
            return choice
        named = found.get("vote_not_self")
        said = self.others.found(named)
        if said is not None:
            return said
        if self.may_abstain and (not choice or self.candidates.is_nobody(named)):
            return ""
        if choice in {one.id for one in self.others.all}:
            return choice
        raise Unparseable('"vote_not_self" must be a candidate other than yourself, by name')
