"""Facts that can be known of a group chat."""

from dataclasses import dataclass

from npcserver.model.group.moves import Spoke, Updated, Voted
from npcserver.model.group.script import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """Two members met, which is all that others know of it; rounds count from 1."""

    round: int
    stage: Stage
    first: str
    second: str


Known = Met | Spoke | Updated | Voted
"""Something that happened, as far as it may be known; of a `Voted`, the guess and statement."""
