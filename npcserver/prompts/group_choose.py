"""The question whom to talk with, how, and how to begin (AgentGroupChat: Perceive and Choose).

One answer holds what the paper asks for in three: what to make of where one stands, whom to talk
with and about what, and the first words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from npcserver.model.acting.material import Choice, Choosing
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import distinct, found_object, items
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.group_answer import form, is_silence, line, note, reasons_of, text_schema
from npcserver.prompts.group_names import NOBODY, Names
from npcserver.prompts.group_question import GroupQuestion
from npcserver.prompts.group_scene import PROMPT_TOKENS, scene_view
from npcserver.prompts.group_views import SITUATION, stand_view
from npcserver.prompts.spoken import token

_STRATEGY = 50
_TOPIC = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosePartner(GroupQuestion):
    """Ask a principal whom to talk with in this stage, and for the first words."""

    template: ClassVar[str] = "group_choose"

    partners: Names
    chat_rounds: int
    perceives: bool

    @classmethod
    def of(cls, material: Choosing, tokens: int = PROMPT_TOKENS) -> Self:
        """Put the question."""
        at = material.standpoint
        stand = stand_view(at, tokens=tokens)
        return cls(
            scene=scene_view(at.script, tokens),
            stand=stand,
            partners=Names.of_members(material.partners, within=at.script.members),
            chat_rounds=material.chat_rounds,
            perceives=material.perceives,
            has_thinking=at.script.course.has_thinking,
            has_summaries=at.script.course.has_summaries,
            is_in_talk=True,
            mark=token("mark", at.chat_id),
            tokens=tokens,
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        partner: JSON = {"type": "string", "enum": [*self.partners.labels, NOBODY]}
        topics: JSON = {"type": "array", "items": text_schema(), "maxItems": self.chat_rounds}
        first: dict[str, JSON] = {"situation": text_schema()} if self.perceives else {}
        return form(
            {
                **first,
                "partner": partner,
                "strategy": text_schema(),
                "topics": topics,
                "say": text_schema(),
            },
            has_thinking=self.has_thinking,
        )

    def read(self, text: str) -> Choice:
        """Return whom to talk with and how, or raise `Unparseable`."""
        found = found_object(text, "partner", "situation")
        said = found.get("partner")
        reasons = reasons_of(found, has_thinking=self.has_thinking)
        situation = note(found.get("situation"), SITUATION) if self.perceives else ""
        if "partner" in found and self.partners.is_nobody(said):
            return Choice(situation=situation, reasons=reasons)
        partner = self.partners.found(said)
        if partner is None:
            raise Unparseable(f'"partner" must be one of those listed, or "{NOBODY}"')
        if is_silence(found.get("say")):
            raise Unparseable('"say" must hold the first words to whom you chose')
        topics = [note(one, _TOPIC) for one in items(found.get("topics"))]
        return Choice(
            partner=partner,
            situation=situation,
            strategy=note(found.get("strategy"), _STRATEGY),
            topics=distinct([one for one in topics if one])[: self.chat_rounds],
            say=line(found.get("say")),
            reasons=reasons,
        )
