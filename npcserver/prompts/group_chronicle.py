"""The question what happened in a group chat, for whoever was not there."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from npcserver.model.acting.material import Chronicling
from npcserver.ports.language_model import JSON, Message
from npcserver.prompts.answer import found_object, tidy
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.group_answer import form, text_schema
from npcserver.prompts.group_history import ChapterView, Eyes, chapters, fitted
from npcserver.prompts.group_names import Names
from npcserver.prompts.group_question import room_left
from npcserver.prompts.group_scene import PROMPT_TOKENS, SceneView, candidate_names, scene_view
from npcserver.prompts.putting import NOT_SHOWN, Put
from npcserver.prompts.render import Templates
from npcserver.prompts.situation import shown
from npcserver.prompts.spoken import token
from npcserver.prompts.tokens import clip

LONGEST = 260
"""Tokens of a chronicle."""

_BECAUSE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicle(Put):
    """Ask for what was said before all, and what came of it, in a few sentences."""

    template: ClassVar[str] = "group_chronicle"

    scene: SceneView
    chapters: tuple[ChapterView, ...]
    winners: tuple[str, ...]
    because: str
    mark: str
    tokens: int = field(default=PROMPT_TOKENS, metadata=NOT_SHOWN)

    @classmethod
    def of(cls, material: Chronicling, tokens: int = PROMPT_TOKENS) -> Self:
        """Put the question."""
        script = material.script
        candidates = candidate_names(script)
        eyes = Eyes(member_id="", label=Names.of_members(script.members).label)
        return cls(
            scene=scene_view(script, tokens),
            chapters=chapters(material.lines, eyes),
            winners=tuple(filter(None, map(candidates.label, material.winners))),
            because=shown(material.because, _BECAUSE),
            mark=token("mark", material.chat_id),
            tokens=tokens,
        )

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]:
        """Render the question with as much of what was said before all as fits."""
        room = room_left(replace(self, chapters=()), self.tokens, templates, language)
        shown = replace(self, chapters=fitted(self.chapters, room))
        return Put.messages(shown, templates, language)

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        return form({"summary": text_schema()}, has_thinking=False)

    def read(self, text: str) -> str:
        """Return the chronicle, or raise `Unparseable`."""
        told = found_object(text, "summary").get("summary")
        if isinstance(told, list):
            told = " ".join(one for one in told if isinstance(one, str))
        summary = tidy(told) if isinstance(told, str) else ""
        if not summary or is_garbage(summary):
            raise Unparseable('"summary" must tell in three to six sentences what happened')
        return clip(summary, LONGEST)
