"""What comes out of the actor's turn."""

from collections.abc import Mapping
from dataclasses import dataclass

from npcserver.ports.language_model import JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """Words, how they feel, what is wished for, and how much the occasion matters (1..10)."""

    say: str
    emotion: str
    intents: tuple[tuple[str, Mapping[str, JSON]], ...] = ()
    importance: int = 3
