"""The questions to a scene's members that start and continue talks.

One answer holds what the paper asks for in three: what to make of where one stands, whom to talk
with and about what, and the first words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from npcscenes.model.group_inputs import ChooseInput, PartnerChoice, SpeakInput, SpokenLine
from npcscenes.prompts.scene_history import SaidView, said
from npcscenes.prompts.scene_member import SITUATION, names_in, perspective_of
from npcscenes.prompts.scene_overview import NOBODY, PROMPT_TOKENS, NameChoices
from npcscenes.prompts.scene_prompt import (
    GroupQuestion,
    form,
    is_silence,
    line,
    note,
    reasons_of,
    standing,
    text_schema,
)
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import distinct, found_object, is_yes, items
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.situation import shown

_STRATEGY = 50
_TOPIC = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseQuestion(GroupQuestion):
    """Ask a principal whom to talk with in this stage, and for the first words."""

    template: ClassVar[str] = "group_choose"
    asks: ClassVar = ChooseInput
    temperature: ClassVar = 0.0

    partners: NameChoices
    chat_rounds: int
    perceives: bool

    @classmethod
    def of(cls, question: ChooseInput, tokens: int = PROMPT_TOKENS) -> Self:
        """Return the question of a choice."""
        at = question.standpoint
        return cls(
            **standing(at, tokens),
            partners=NameChoices.of_members(question.partners, within=at.script.members),
            chat_rounds=question.chat_rounds,
            perceives=question.perceives,
            is_in_talk=True,
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer."""
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

    def read(self, text: str) -> PartnerChoice:
        """Return the choice in an answer, or raise `Unparseable`."""
        found = found_object(text, "partner", "situation")
        said = found.get("partner")
        reasons = reasons_of(found, has_thinking=self.has_thinking)
        situation = note(found.get("situation"), SITUATION) if self.perceives else ""
        if "partner" in found and self.partners.is_nobody(said):
            return PartnerChoice(situation=situation, reasons=reasons)
        partner = self.partners.found(said)
        if partner is None:
            raise Unparseable(f'"partner" must be one of those listed, or "{NOBODY}"')
        if is_silence(found.get("say")):
            raise Unparseable('"say" must hold the first words to whom you chose')
        topics = [note(one, _TOPIC) for one in items(found.get("topics"))]
        return PartnerChoice(
            partner=partner,
            situation=situation,
            strategy=note(found.get("strategy"), _STRATEGY),
            topics=distinct([one for one in topics if one])[: self.chat_rounds],
            say=line(found.get("say")),
            reasons=reasons,
        )


_PLAN = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeakQuestion(GroupQuestion):
    """Ask for one line: to `partner` or, where that is empty, to all."""

    template: ClassVar[str] = "group_speak"
    asks: ClassVar = SpeakInput

    partner: str
    chat_round: int
    chat_rounds: int
    strategy: str
    topic: str
    talk: tuple[SaidView, ...] = ()
    is_last: bool
    perceives: bool

    @property
    def temperature(self) -> float:
        """The paper's; lower for a line to all."""
        return 0.5 if self.partner else 0.3

    @classmethod
    def of(cls, question: SpeakInput, tokens: int = PROMPT_TOKENS) -> Self:
        """Return the question for a line."""
        at = question.standpoint
        partner = question.partner
        return cls(
            **standing(at, tokens, question.lines),
            partner="" if partner is None else names_in(at).label(partner.id),
            chat_round=question.chat_round,
            chat_rounds=question.chat_rounds,
            strategy=shown(question.strategy, _PLAN),
            topic=shown(question.topic, _TOPIC),
            talk=tuple(said(one, perspective_of(at)) for one in question.lines),
            is_last=question.is_last,
            perceives=question.perceives,
            is_in_talk=True,
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer."""
        ends: JSON = {"type": "boolean"}
        first: dict[str, JSON] = {"situation": text_schema()} if self.perceives else {}
        return form({**first, "say": text_schema(), "ends": ends}, has_thinking=self.has_thinking)

    def read(self, text: str) -> SpokenLine:
        """Return the line as it was written, or raise `Unparseable`; to all it may be empty."""
        found = found_object(text, "say")
        ends = self.is_last or is_yes(found.get("ends"))
        reasons = reasons_of(found, has_thinking=self.has_thinking)
        situation = note(found.get("situation"), SITUATION) if self.perceives else ""
        words = found.get("say")
        say = "" if not self.partner and is_silence(words) else line(words)
        return SpokenLine(say=say, ends=ends, situation=situation, reasons=reasons)
