"""The question what to say next in a talk of two, or before all (AgentGroupChat: Speak)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from npcserver.model.acting.material import Speaking, Words
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import found_object
from npcserver.prompts.group_answer import form, is_silence, is_yes, line, reasons_of, text_schema
from npcserver.prompts.group_history import SaidView, fitted, said
from npcserver.prompts.group_scene import SceneView, scene_view
from npcserver.prompts.group_views import (
    TALK,
    StandView,
    eyes_of,
    names_in,
    stand_view,
)
from npcserver.prompts.putting import Put
from npcserver.prompts.situation import shown
from npcserver.prompts.spoken import token

_PLAN = 40
_TOPIC = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeakUp(Put):
    """Ask for one line: to `partner` or, where that is empty, to all."""

    template: ClassVar[str] = "group_speak"

    name: str
    scene: SceneView
    stand: StandView
    partner: str
    chat_round: int
    chat_rounds: int
    strategy: str
    topic: str
    talk: tuple[SaidView, ...]
    is_last: bool
    has_thinking: bool
    mark: str

    @classmethod
    def of(cls, material: Speaking) -> Self:
        """Put the question."""
        at = material.standpoint
        stand = stand_view(at, material.lines)
        partner = material.partner
        return cls(
            name=stand.me.name,
            scene=scene_view(at.script),
            stand=stand,
            partner="" if partner is None else names_in(at).label(partner.id),
            chat_round=material.chat_round,
            chat_rounds=material.chat_rounds,
            strategy=shown(material.strategy, _PLAN),
            topic=shown(material.topic, _TOPIC),
            talk=fitted([said(one, eyes_of(at)) for one in material.lines], TALK),
            is_last=material.is_last,
            has_thinking=at.script.course.has_thinking,
            mark=token("mark", at.chat_id),
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        ends: JSON = {"type": "boolean"}
        return form({"say": text_schema(), "ends": ends}, has_thinking=self.has_thinking)

    def read(self, text: str) -> Words:
        """Return the line as it was written, or raise `Unparseable`; before all it may be empty."""
        found = found_object(text, "say")
        ends = self.is_last or is_yes(found.get("ends"))
        reasons = reasons_of(found, has_thinking=self.has_thinking)
        words = found.get("say")
        if not self.partner and is_silence(words):
            return Words(ends=ends, reasons=reasons)
        return Words(say=line(words), ends=ends, reasons=reasons)
