"""The question what a round changes for a member (AgentGroupChat: Summary and Reflect, in one).

Changes are bounded, and a model that names somebody who does not exist changes nothing by it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from npcserver.model.acting.material import Revising, Revision
from npcserver.model.feelings import CHANGE
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import found_object, items, optional_sentence, sameness, whole_number
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.group_answer import form, note, pairs, reasons_of, text_schema
from npcserver.prompts.group_names import Names
from npcserver.prompts.group_question import GroupQuestion
from npcserver.prompts.group_scene import PROMPT_TOKENS, scene_view
from npcserver.prompts.group_views import SUMMARY, HeldView, names_of_others, stand_view
from npcserver.prompts.putting import integer_schema, object_schema
from npcserver.prompts.relate import slug
from npcserver.prompts.spoken import token
from npcserver.prompts.tokens import clip

MOST_INFERRED = 6
"""Relations between others that one answer may tell, after the first round."""
FIRST_INFERRED = 12
"""Relations between others that are asked for in the first round (AgentGroupChat: Reflect)."""
MOST = 100

_REFLECTION = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeStock(GroupQuestion):
    """Ask a member what it keeps of a round, and how that changes what it feels and holds."""

    template: ClassVar[str] = "group_update"

    others: Names
    most_change: int
    least_inferred: int
    most_inferred: int

    @classmethod
    def of(cls, material: Revising, tokens: int = PROMPT_TOKENS) -> Self:
        """Put the question."""
        at = material.standpoint
        stand = stand_view(at, tokens=tokens)
        others = names_of_others(at)
        first = min(FIRST_INFERRED, len(others.all)) if at.round <= 1 < len(others.all) else 0
        return cls(
            scene=scene_view(at.script, tokens),
            stand=stand,
            others=others,
            has_thinking=at.script.course.has_thinking,
            most_change=CHANGE,
            least_inferred=first,
            most_inferred=2 * FIRST_INFERRED if first else MOST_INFERRED,
            has_summaries=at.script.course.has_summaries,
            mark=token("mark", at.chat_id),
            tokens=tokens,
        )

    @property
    def topics(self) -> tuple[HeldView, ...]:
        """The beliefs that may move."""
        return self.stand.beliefs

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer: every relation and belief, the latter where there are."""
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

    def read(self, text: str) -> Revision:
        """Return what changed, every number within its bound, or raise `Unparseable`."""
        found = found_object(text, "relations", "summary")
        summary = note(found.get("summary"), SUMMARY)
        relations = self._relations(found.get("relations"))
        if not summary and not relations:
            raise Unparseable('"summary" and "relations" hold nothing that can be kept')
        return Revision(
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
        """Return ties between two others, the first for each pair."""
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
        """Return the topic that an answer names, by its key or by what it says."""
        if not isinstance(value, str):
            return None
        for held in self.topics:
            if value == held.key or slug(value) == held.topic:
                return held.key
        said = sameness(value)
        return next(
            (held.key for held in self.topics if said and sameness(held.text) == said), None
        )
