"""The question what to keep of a conversation that is over (Generative Agents, released code)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from npcserver.model.memory import NEUTRAL_IMPORTANCE
from npcserver.model.pondering import Keepsake, Parting
from npcserver.model.scene import Spoken
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import found_object, optional_sentence, sameness, whole_number
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.putting import Put, integer_schema, object_schema
from npcserver.prompts.situation import SituationView, situation_view
from npcserver.prompts.spoken import mark_of, name_of
from npcserver.prompts.tokens import estimate_tokens
from npcserver.prompts.views import SpokenView, spoken_view

ROOM = 3_000
"""Tokens of talk; what was said last is kept."""
_PER_LINE = 8
FEWEST = 8
"""Lines that are shown whatever the room."""

_PLANS = "for_my_plans"
_INTERESTING = "interesting"


@dataclass(frozen=True, slots=True, kw_only=True)
class SummariseTalk(Put):
    """Ask what of a conversation matters for a character's plans, and what was interesting."""

    template: ClassVar[str] = "summarise"

    name: str
    situation: SituationView
    partner: str
    conversation: tuple[SpokenView, ...]
    mark: str

    @classmethod
    def of(cls, material: Parting) -> Self:
        """Put the question."""
        situation = material.situation
        return cls(
            name=name_of(situation.character.name),
            situation=situation_view(situation),
            partner=name_of(material.partner.name),
            conversation=_end_of(material.conversation),
            mark=mark_of(situation),
        )

    def lighter(self) -> tuple[Self, int] | None:
        """Return the question without the oldest line."""
        if len(self.conversation) <= FEWEST:
            return None
        line = self.conversation[0]
        saved = estimate_tokens(line.text) + _PER_LINE
        return replace(self, conversation=self.conversation[1:]), saved

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        return object_schema(
            {
                _PLANS: {"type": "string"},
                _INTERESTING: {"type": "string"},
                "importance": integer_schema(1, 10),
            }
        )

    def read(self, text: str) -> Keepsake:
        """Return what to keep, either part of which may be empty, or raise `Unparseable`."""
        found = found_object(text, _PLANS, _INTERESTING)
        plans = optional_sentence(found.get(_PLANS))
        interesting = optional_sentence(found.get(_INTERESTING))
        if not plans and not interesting and (plans is None or interesting is None):
            raise Unparseable("neither text is a whole sentence of ordinary length")
        if plans and interesting and sameness(plans) == sameness(interesting):
            interesting = ""
        importance = whole_number(found.get("importance"), 1, 10)
        return Keepsake(
            for_plans=plans or "",
            interesting=interesting or "",
            importance=NEUTRAL_IMPORTANCE if importance is None else importance,
        )


def _end_of(conversation: tuple[Spoken, ...]) -> tuple[SpokenView, ...]:
    """Return the last lines that there is room for, oldest first."""
    room = ROOM
    kept: list[SpokenView] = []
    for line in reversed(conversation):
        view = spoken_view(line)
        room -= estimate_tokens(view.text) + _PER_LINE
        if room < 0:
            break
        kept.append(view)
    return tuple(reversed(kept))
