"""What the offline actor answers."""

from collections.abc import Mapping
from dataclasses import dataclass

from npcserver.model.turn import AnswerBasis
from npcserver.ports.language_model import JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenAnswer:
    """Words, their emotion, intents, and the importance of the occasion (1..10).

    `ends` says that the speaker takes leave, `basis` what the words rest on.
    """

    say: str
    emotion: str = "neutral"
    intents: tuple[tuple[str, Mapping[str, JSON]], ...] = ()
    importance: int = 3
    ends: bool = False
    basis: AnswerBasis | None = None
