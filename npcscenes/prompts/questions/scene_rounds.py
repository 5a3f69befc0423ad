"""The questions on a round of a scene: update, vote, digest and chronicle.

Changes are bounded, and a name that no member has is ignored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from npcscenes.model.group_inputs import (
    ChronicleInput,
    DigestInput,
    MemberUpdate,
    UpdateInput,
    Vote,
    VoteInput,
)
from npcscenes.model.visibility import Known
from npcscenes.prompts.scene_history import ChapterView, MemberPerspective, chapters, fitted
from npcscenes.prompts.scene_member import SUMMARY, names_of_others
from npcscenes.prompts.scene_overview import (
    NOBODY,
    PROMPT_TOKENS,
    NameChoices,
    SceneOverview,
    candidate_names,
    scene_overview,
)
from npcscenes.prompts.scene_prompt import (
    GroupQuestion,
    budget_left,
    form,
    note,
    pairs,
    reasons_of,
    standing,
    text_schema,
)
from npcserver.model.feelings import CHANGE
from npcserver.model.group.script import Knowledge
from npcserver.ports.language_model import JSON, Message
from npcserver.prompts.answer import (
    found_object,
    items,
    optional_sentence,
    sameness,
    tidy,
    whole_number,
)
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.question import NOT_SHOWN, ThoughtQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.schemas import integer_schema, object_schema
from npcserver.prompts.situation import TopicBeliefView, shown
from npcserver.prompts.texts import name_of, slug, token
from npcserver.prompts.tokens import clip, estimate_tokens

MOST_INFERRED = 6
"""Relations between others that one answer may give, after the first round."""
FIRST_INFERRED = 12
"""Relations between others that are asked for in the first round (AgentGroupChat: Reflect)."""
MOST = 100

_REFLECTION = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateQuestion(GroupQuestion):
    """Ask a member what it keeps of a round, and how that changes what it feels and holds."""

    template: ClassVar[str] = "group_update"
    asks: ClassVar = UpdateInput
    temperature: ClassVar = 0.5

    others: NameChoices
    most_change: int
    least_inferred: int
    most_inferred: int

    @classmethod
    def of(cls, question: UpdateInput, tokens: int = PROMPT_TOKENS) -> Self:
        """Return the question about a round."""
        at = question.standpoint
        others = names_of_others(at)
        first = min(FIRST_INFERRED, len(others.all)) if at.round <= 1 < len(others.all) else 0
        return cls(
            **standing(at, tokens),
            others=others,
            most_change=CHANGE,
            least_inferred=first,
            most_inferred=2 * FIRST_INFERRED if first else MOST_INFERRED,
        )

    @property
    def topics(self) -> tuple[TopicBeliefView, ...]:
        """The beliefs that may change."""
        return self.stand.beliefs

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer: every relation, and beliefs where there are any."""
        change: JSON = integer_schema(-CHANGE, CHANGE)
        other: JSON = {"type": "string", "enum": list(self.others.labels)}
        inferred: JSON = object_schema({"of": other, "to": other, "score": integer_schema(0, MOST)})
        parts: dict[str, JSON] = {
            "summary": text_schema(),
            "reflection": text_schema(),
            "relations": object_schema(dict.fromkeys(self.others.labels, change)),
        }
        if len(self.others.all) > 1:
            parts["inferred"] = {
                "type": "array",
                "items": inferred,
                "minItems": self.least_inferred,
                "maxItems": self.most_inferred,
            }
        if self.topics:
            parts["beliefs"] = object_schema({held.topic: change for held in self.topics})
        return form(parts, has_thinking=self.has_thinking)

    def read(self, text: str) -> MemberUpdate:
        """Return what changed, every number within its bound, or raise `Unparseable`."""
        found = found_object(text, "relations", "summary")
        summary = note(found.get("summary"), SUMMARY)
        relations = self._relations(found.get("relations"))
        if not summary and not relations:
            raise Unparseable('"summary" and "relations" hold nothing that can be kept')
        return MemberUpdate(
            summary=summary,
            reflection=clip(optional_sentence(found.get("reflection")) or "", _REFLECTION),
            relations=tuple((one, change) for one, change in relations.items() if change),
            inferred=self._inferred(found.get("inferred")),
            beliefs=self._beliefs(found.get("beliefs")),
            reasons=reasons_of(found, has_thinking=self.has_thinking),
        )

    def _relations(self, value: object) -> dict[str, int]:
        changes: dict[str, int] = {}
        for name, said in pairs(value, "member", "to", "id", "name"):
            member, change = self.others.found(name), whole_number(said, -CHANGE, CHANGE)
            if member is not None and change is not None:
                changes.setdefault(member, change)
        return changes

    def _inferred(self, value: object) -> tuple[tuple[str, str, int], ...]:
        """Return relations between two others, the first for each pair."""
        scores: dict[tuple[str, str], int] = {}
        for item in items(value):
            if not isinstance(item, dict):
                continue
            of, to = self.others.found(item.get("of")), self.others.found(item.get("to"))
            score = whole_number(item.get("score"), 0, MOST)
            if of is not None and to is not None and of != to and score is not None:
                scores.setdefault((of, to), score)
        return tuple((of, to, score) for (of, to), score in scores.items())[: self.most_inferred]

    def _beliefs(self, value: object) -> tuple[tuple[str, int], ...]:
        changes: dict[str, int] = {}
        for name, said in pairs(value, "topic", "belief", "id"):
            topic, change = self._topic(name), whole_number(said, -CHANGE, CHANGE)
            if topic is not None and change is not None:
                changes.setdefault(topic, change)
        return tuple((topic, change) for topic, change in changes.items() if change)

    def _topic(self, value: object) -> str | None:
        """Return the topic that an answer names, by its key or by its text."""
        if not isinstance(value, str):
            return None
        for held in self.topics:
            if value == held.key or slug(value) == held.topic:
                return held.key
        said = sameness(value)
        return next(
            (held.key for held in self.topics if said and sameness(held.text) == said), None
        )


_STATEMENT = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateView:
    """A candidate; `is_self` where it is the voter."""

    name: str
    camp: str
    is_self: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteQuestion(GroupQuestion):
    """Ask a member for its vote, by what it knows or by all that is known.

    `others` are the candidates apart from itself; `is_candidate` is true where it is one. With
    `may_abstain` an answer may name no candidate.
    """

    template: ClassVar[str] = "group_vote"
    asks: ClassVar = VoteInput
    temperature: ClassVar = 0.3

    listed: tuple[CandidateView, ...]
    candidates: NameChoices
    others: NameChoices
    is_candidate: bool
    may_abstain: bool
    has_statement: bool

    @classmethod
    def of(cls, question: VoteInput, tokens: int = PROMPT_TOKENS) -> Self:
        """Return the question of a vote."""
        at = question.standpoint
        everyone = candidate_names(at.script, question.candidates)
        others = {one.id for one in question.others}
        return cls(
            **standing(at, tokens),
            listed=tuple(
                CandidateView(
                    name=everyone.label(one.id),
                    camp=name_of(one.camp) if one.camp else "",
                    is_self=one.member == at.member.id,
                )
                for one in question.candidates
            ),
            candidates=everyone,
            others=NameChoices(all=tuple(one for one in everyone.all if one.id in others)),
            is_candidate=bool(others) and len(others) < len(question.candidates),
            may_abstain=at.script.ballot.may_abstain,
            has_statement=question.knowledge is Knowledge.OWN,
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer, without members that do not apply."""
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
        """Return the vote, or raise `Unparseable`; a guess that names no candidate is empty."""
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


LONGEST_DIGEST = 420
"""Tokens of a digest."""

_WORDS = 250
_OF_WHOLE = 2 / 5  # most of a prompt that all lines take without a digest
_PER_LINE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountQuestion(ThoughtQuestion):
    """The common part of questions for an account of what happened, as much of it as fits."""

    scene: SceneOverview
    chapters: tuple[ChapterView, ...]
    mark: str
    tokens: int = field(default=PROMPT_TOKENS, metadata=NOT_SHOWN)

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]:
        """Render the question with as much of the chapters as fits."""
        budget = budget_left(replace(self, chapters=()), self.tokens, templates, language)
        shown = replace(self, chapters=fitted(self.chapters, budget))
        return ThoughtQuestion.messages(shown, templates, language)


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestQuestion(AccountQuestion):
    """Ask for one round in short: all that any member knows of it."""

    template: ClassVar[str] = "group_digest"
    asks: ClassVar = DigestInput
    temperature: ClassVar = 0.0

    round: int
    words: int

    @classmethod
    def of(cls, question: DigestInput, tokens: int = PROMPT_TOKENS) -> Self:
        """Return the question about a round."""
        eyes = MemberPerspective(
            member_id="", label=NameChoices.of_members(question.script.members).label
        )
        return cls(
            scene=scene_overview(question.script, tokens),
            round=question.round,
            chapters=chapters(question.known, eyes),
            words=_WORDS,
            mark=token("mark", question.chat_id),
            tokens=tokens,
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer."""
        return form({"digest": text_schema()}, has_thinking=False)

    def read(self, text: str) -> str:
        """Return the digest, or raise `Unparseable`."""
        found = found_object(text, "digest", "summary")
        digest = note(found.get("digest", found.get("summary")), LONGEST_DIGEST)
        if not digest:
            raise Unparseable('"digest" must tell in plain sentences what happened')
        return digest


def is_needed(question: DigestInput, tokens: int) -> bool:
    """Return whether a round needs a digest: it and all later ones do not fit in a vote."""
    whole = _tokens(question.known) + _tokens(question.newer)
    return bool(question.known) and whole > tokens * _OF_WHOLE


def _tokens(known: Sequence[Known]) -> int:
    return sum(
        estimate_tokens("".join(str(getattr(one, name, "")) for name in _TEXTS)) + _PER_LINE
        for one in known
    )


_TEXTS = ("text", "summary", "reflection")


LONGEST_CHRONICLE = 260
"""Tokens of a chronicle."""

_BECAUSE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ChronicleQuestion(AccountQuestion):
    """Ask for what was said before all, and what came of it, in a few sentences."""

    template: ClassVar[str] = "group_chronicle"
    asks: ClassVar = ChronicleInput
    temperature: ClassVar = 0.0

    winners: tuple[str, ...]
    because: str

    @classmethod
    def of(cls, question: ChronicleInput, tokens: int = PROMPT_TOKENS) -> Self:
        """Return the question about a chat."""
        script = question.script
        candidates = candidate_names(script)
        eyes = MemberPerspective(member_id="", label=NameChoices.of_members(script.members).label)
        return cls(
            scene=scene_overview(script, tokens),
            chapters=chapters(question.lines, eyes),
            winners=tuple(filter(None, map(candidates.label, question.winners))),
            because=shown(question.because, _BECAUSE),
            mark=token("mark", question.chat_id),
            tokens=tokens,
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer."""
        return form({"summary": text_schema()}, has_thinking=False)

    def read(self, text: str) -> str:
        """Return the chronicle, or raise `Unparseable`."""
        told = found_object(text, "summary").get("summary")
        if isinstance(told, list):
            told = " ".join(one for one in told if isinstance(one, str))
        summary = tidy(told) if isinstance(told, str) else ""
        if not summary or is_garbage(summary):
            raise Unparseable('"summary" must tell in three to six sentences what happened')
        return clip(summary, LONGEST_CHRONICLE)
