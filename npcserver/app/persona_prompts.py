"""The prompts that a persona enters, as a model would get them."""

from dataclasses import dataclass
from typing import Protocol

from npcserver.model.character import Persona
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.prompt import PromptSection


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaPrompt:
    """A prompt by its sections; `assumed` tells what was made up for it, in order."""

    kind: str
    sections: tuple[PromptSection, ...]
    assumed: tuple[str, ...]

    @property
    def tokens(self) -> int:
        """The estimated tokens of all sections."""
        return sum(one.tokens for one in self.sections)


class PersonaPrompts(Protocol):
    """Previews prompts with a persona that need not be stored; no model is asked."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """All questions there are, by the names of their templates."""
        ...

    async def show(
        self, of: TimelineId, character_id: CharacterId, persona: Persona, kind: str, words: str
    ) -> PersonaPrompt:
        """Return the prompt at the end of a timeline or save, with the words of a visitor.

        Raises `NotFound`, and `InvalidInput` where nothing leads to the question there.
        """
        ...
