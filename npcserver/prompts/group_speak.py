"""The question what to say next in a talk of two, or before all (AgentGroupChat: Speak)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from npcserver.model.acting.material import Speaking, Words
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import found_object
from npcserver.prompts.group_answer import (
    form,
    is_silence,
    is_yes,
    line,
    note,
    reasons_of,
    text_schema,
)
from npcserver.prompts.group_history import SaidView, said
from npcserver.prompts.group_question import GroupQuestion
from npcserver.prompts.group_scene import PROMPT_TOKENS, scene_view
from npcserver.prompts.group_views import (
    SITUATION,
    eyes_of,
    names_in,
    stand_view,
)
from npcserver.prompts.situation import shown
from npcserver.prompts.spoken import token

_PLAN = 40
_TOPIC = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeakUp(GroupQuestion):
    """Ask for one line: to `partner` or, where that is empty, to all."""

    template: ClassVar[str] = "group_speak"

    partner: str
    chat_round: int
    chat_rounds: int
    strategy: str
    topic: str
    talk: tuple[SaidView, ...] = ()
    is_last: bool
    perceives: bool

    @classmethod
    def of(cls, material: Speaking, tokens: int = PROMPT_TOKENS) -> Self:
        """Put the question."""
        at = material.standpoint
        stand = stand_view(at, material.lines, tokens)
        partner = material.partner
        return cls(
            scene=scene_view(at.script, tokens),
            stand=stand,
            partner="" if partner is None else names_in(at).label(partner.id),
            chat_round=material.chat_round,
            chat_rounds=material.chat_rounds,
            strategy=shown(material.strategy, _PLAN),
            topic=shown(material.topic, _TOPIC),
            talk=tuple(said(one, eyes_of(at)) for one in material.lines),
            is_last=material.is_last,
            perceives=material.perceives,
            has_thinking=at.script.course.has_thinking,
            has_summaries=at.script.course.has_summaries,
            is_in_talk=True,
            mark=token("mark", at.chat_id),
            tokens=tokens,
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        ends: JSON = {"type": "boolean"}
        first: dict[str, JSON] = {"situation": text_schema()} if self.perceives else {}
        return form({**first, "say": text_schema(), "ends": ends}, has_thinking=self.has_thinking)

    def read(self, text: str) -> Words:
        """Return the line as it was written, or raise `Unparseable`; before all it may be empty."""
        found = found_object(text, "say")
        ends = self.is_last or is_yes(found.get("ends"))
        reasons = reasons_of(found, has_thinking=self.has_thinking)
        situation = note(found.get("situation"), SITUATION) if self.perceives else ""
        words = found.get("say")
        say = "" if not self.partner and is_silence(words) else line(words)
        return Words(say=say, ends=ends, situation=situation, reasons=reasons)
