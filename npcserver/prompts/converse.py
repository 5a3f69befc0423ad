"""The question what to say next to another character (Generative Agents, section 4.3.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from npcserver.model.emotion import LABELS
from npcserver.model.pondering import Exchange, Utterance
from npcserver.model.surroundings import TownFact
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import found_object, tidy
from npcserver.prompts.bonds import BondView, bond_view
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.evidence import first_within, views
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.pledges import (
    AttemptView,
    PledgeView,
    attempt_views,
    pledge_views,
    promises_of,
    promises_schema,
    settles_schema,
    verdicts_of,
)
from npcserver.prompts.present import BeliefView, belief_view
from npcserver.prompts.putting import Put, object_schema
from npcserver.prompts.situation import SituationView, shown, situation_view
from npcserver.prompts.spoken import mark_of, name_of
from npcserver.prompts.streaming import felt_in
from npcserver.prompts.views import MemoryView, SpokenView, spoken_view, town_view

LONGEST_LINE = 600
"""Characters of an answer that is still one line."""

PROMPT_TOKENS = 8192
"""What a prompt may have where nobody says otherwise."""

_ROOM = 700  # tokens of memories, where the prompt may be long
_ROOM_SHARE = 5  # a fifth of a short prompt
_ABOUT = 60
_BELIEFS = 6
_LINES = 16
_FEWER_LINES = 8  # in a prompt too short for more
_SHORT = 3000  # tokens
_OWN_LINES = 12
_OWN_LINE = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeTurn(Put):
    """Ask for one line of a conversation: the first, the next, or the goodbye."""

    template: ClassVar[str] = "converse"

    name: str
    situation: SituationView
    partner: str
    standing: BondView
    about: str
    beliefs: tuple[BeliefView, ...]
    memories: tuple[MemoryView, ...]
    town: tuple[TownFact, ...]
    pledges: tuple[PledgeView, ...]
    attempts: tuple[AttemptView, ...]
    conversation: tuple[SpokenView, ...]
    own_lines: tuple[str, ...]
    labels: tuple[str, ...]
    should_end: bool
    mark: str

    @classmethod
    def of(cls, exchange: Exchange, tokens: int = PROMPT_TOKENS) -> Self:
        """Put the question, with fewer memories and lines where it may have few tokens."""
        lines = _FEWER_LINES if tokens < _SHORT else _LINES
        room = min(_ROOM, tokens // _ROOM_SHARE)
        situation = exchange.situation
        memories = exchange.recollections
        said = tuple(line.text for line in exchange.conversation)
        lately = [line for line in exchange.own_lines if line not in said]
        return cls(
            name=name_of(situation.character.name),
            situation=situation_view(situation),
            partner=name_of(exchange.partner.name),
            standing=bond_view(exchange.standing),
            about=shown(exchange.about, _ABOUT),
            beliefs=tuple(map(belief_view, exchange.beliefs[:_BELIEFS])),
            memories=first_within(views(memories, situation, (exchange.partner,)), room),
            town=town_view(exchange.town),
            pledges=pledge_views(exchange.commitments, situation.character.id),
            attempts=attempt_views(exchange.attempts),
            conversation=tuple(map(spoken_view, exchange.conversation[-lines:])),
            own_lines=tuple(shown(line, _OWN_LINE) for line in lately[-_OWN_LINES:]),
            labels=tuple(LABELS),
            should_end=exchange.should_end,
            mark=mark_of(situation),
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        unit: JSON = {"type": "number", "minimum": -1, "maximum": 1}
        form: dict[str, JSON] = {
            "feeling": {"type": "string", "enum": [*LABELS]},
            "say": {"type": "string", "maxLength": LONGEST_LINE},
            "ends": {"type": "boolean"},
            "valence": unit,
            "arousal": unit,
            "promises": promises_schema(),
        }
        if self.pledges:
            form["settles"] = settles_schema(len(self.pledges))
        return object_schema(form)

    def read(self, text: str) -> Utterance:
        """Return the line as it was written, or raise `Unparseable`."""
        found = found_object(text, "say")
        said = found.get("say")
        line = tidy(said) if isinstance(said, str) else ""
        if not line:
            raise Unparseable('"say" must hold what is said')
        if len(line) > LONGEST_LINE:
            raise Unparseable('"say" is too long; one to three sentences')
        if is_garbage(line):
            raise Unparseable('"say" must be spoken words and nothing else')
        return Utterance(
            say=line,
            emotion=felt_in(found),
            ends=_is_yes(found.get("ends")),
            promises=promises_of(found.get("promises")),
            verdicts=verdicts_of(found.get("settles")),
        )


def _is_yes(value: object) -> bool:
    if isinstance(value, str):
        return value.strip().casefold() in ("true", "yes", "1", "是", "对")
    return value is True or (isinstance(value, int) and value == 1)
