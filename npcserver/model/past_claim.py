"""What a player says of the past, as a character takes it."""

from dataclasses import dataclass
from enum import StrEnum


class ClaimVerdict(StrEnum):
    """What a character's memory says of a claim."""

    KNOWN = "known"
    UNKNOWN = "unknown"
    CONTRADICTED = "contradicted"


class Stance(StrEnum):
    """How a character takes a claim that it does not remember."""

    DOUBT = "doubt"
    ASK = "ask"
    BELIEVE = "believe"  # as hearsay


@dataclass(frozen=True, slots=True, kw_only=True)
class PastClaim:
    """A sentence of a player about the past, weighed against what the character remembers.

    `ground` is the text of the memory that says the same, or otherwise, and `seq` its position; a
    claim that a promise proves has none. `is_of_listener` tells that the character itself is said
    to have done or met with it.
    """

    text: str
    verdict: ClaimVerdict
    stance: Stance
    is_of_listener: bool
    seq: int = 0
    ground: str = ""

    @property
    def answered_with(self) -> str:
        """The texts of `hearsay` that answer it where it is not known."""
        return "otherwise" if self.verdict is ClaimVerdict.CONTRADICTED else self.stance
