"""What is reported to operators as it happens; never a player's words, and never an id."""

from dataclasses import dataclass
from enum import StrEnum

from npcserver.model.job import JobKind
from npcserver.model.turn import Rung, TurnOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnMeasures:
    """A turn in figures: how it ended, and seconds since the words arrived.

    `first_beat` is the first event that a game can show, be it that the character waits; it and
    `first_word` are None for a turn without one. A turn without the model, that was shed, has no
    times. `commit` is how long storing took. `proposed`
    and `refused` count intents.
    """

    outcome: TurnOutcome
    rung: Rung
    recall: float | None = None
    first_beat: float | None = None
    first_word: float | None = None
    commit: float | None = None
    whole: float | None = None
    proposed: int = 0
    refused: int = 0


class JobResult(StrEnum):
    """How one attempt at a job ended."""

    DONE = "done"
    GONE = "gone"  # its timeline or character was deleted
    NOT_DUE = "not_due"  # its moment has not come
    CHANGED = "changed"  # its character's state had changed; it is tried again
    LEFT = "left"  # the game had left its timeline
    LOST = "lost"  # another worker has it
    FAILED = "failed"


class Observer:
    """Receives figures, and must return at once; this one ignores them, for a server without.

    All strings are members of closed sets: methods of the wire, codes of gRPC, classes of calls
    and reasons that the code names.
    """

    def call_began(self, method: str) -> None: ...

    def call_failed(self, method: str, code: str) -> None: ...

    def call_shed(self, call_class: str, reason: str) -> None: ...

    def turn_ended(self, turn: TurnMeasures) -> None: ...

    def job_ended(self, kind: JobKind, result: JobResult, seconds: float) -> None: ...


NO_OBSERVER = Observer()
