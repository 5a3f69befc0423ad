"""The question what happened in one round of a group chat, for all votes on all knowledge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from npcserver.model.acting.material import Digesting
from npcserver.model.group.known import Known
from npcserver.ports.language_model import JSON, Message
from npcserver.prompts.answer import found_object
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.group_answer import form, note, text_schema
from npcserver.prompts.group_history import ChapterView, Eyes, chapters, fitted
from npcserver.prompts.group_names import Names
from npcserver.prompts.group_question import room_left
from npcserver.prompts.group_scene import PROMPT_TOKENS, SceneView, scene_view
from npcserver.prompts.putting import NOT_SHOWN, Put
from npcserver.prompts.render import Templates
from npcserver.prompts.spoken import token
from npcserver.prompts.tokens import estimate_tokens

LONGEST = 420
"""Tokens of a digest."""

_WORDS = 250
_OF_WHOLE = 2 / 5  # of a prompt, what all that was said takes at most where no digest is made
_PER_LINE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest(Put):
    """Ask for one round in short: all that any member knows of it."""

    template: ClassVar[str] = "group_digest"

    scene: SceneView
    round: int
    chapters: tuple[ChapterView, ...]
    words: int
    mark: str
    tokens: int = field(default=PROMPT_TOKENS, metadata=NOT_SHOWN)

    @classmethod
    def of(cls, material: Digesting, tokens: int = PROMPT_TOKENS) -> Self:
        """Put the question."""
        eyes = Eyes(member_id="", label=Names.of_members(material.script.members).label)
        return cls(
            scene=scene_view(material.script, tokens),
            round=material.round,
            chapters=chapters(material.known, eyes),
            words=_WORDS,
            mark=token("mark", material.chat_id),
            tokens=tokens,
        )

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]:
        """Render the question with as much of the round as fits."""
        room = room_left(replace(self, chapters=()), self.tokens, templates, language)
        shown = replace(self, chapters=fitted(self.chapters, room))
        return Put.messages(shown, templates, language)

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        return form({"digest": text_schema()}, has_thinking=False)

    def read(self, text: str) -> str:
        """Return the digest, or raise `Unparseable`."""
        found = found_object(text, "digest", "summary")
        digest = note(found.get("digest", found.get("summary")), LONGEST)
        if not digest:
            raise Unparseable('"digest" must tell in plain sentences what happened')
        return digest


def is_needed(material: Digesting, tokens: int) -> bool:
    """Say whether a round has to be condensed: it and all later ones do not fit in a vote."""
    whole = _tokens(material.known) + _tokens(material.newer)
    return bool(material.known) and whole > tokens * _OF_WHOLE


def _tokens(known: Sequence[Known]) -> int:
    return sum(
        estimate_tokens("".join(str(getattr(one, name, "")) for name in _TEXTS)) + _PER_LINE
        for one in known
    )


_TEXTS = ("text", "summary", "reflection")
