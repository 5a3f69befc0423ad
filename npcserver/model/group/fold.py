"""State of a group chat that is read often, updated with each move.

It follows from the moves alone; kept beside them, it saves scanning them all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from npcserver.model.group.moves import (
    Began,
    Chose,
    Closed,
    Digested,
    Move,
    Seated,
    Spoke,
    Updated,
    Voted,
    Wished,
)
from npcserver.model.group.result import Effort
from npcserver.model.person import Person
from npcserver.model.thought import Thought, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """State after some moves: the latest of each kind that counts, and sums.

    `began_at` is the index of the move that began the stage under way, `parted_at` that of the
    latest beginning or close; -1 before any. `asked` counts the thoughts for which a model was
    called; `calls_before` and `asked_before` are the counts when the stage under way began.
    `situations` are the latest by member, each with its round, and `digests` the texts by round.
    """

    began: Began | None = None
    began_at: int = -1
    parted_at: int = -1
    wish: Wished | None = None
    closed: Closed | None = None
    seats: Mapping[str, Person | None] = field(default_factory=dict)
    updates: tuple[Updated, ...] = ()
    votes: tuple[Voted, ...] = ()
    situations: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    digests: Mapping[int, str] = field(default_factory=dict)
    effort: Effort = field(default_factory=Effort)
    asked: int = 0
    calls_before: int = 0
    asked_before: int = 0

    def then(self, move: Move, at: int) -> "Fold":
        """Return the state after one more move, at index `at`."""
        spent = self._spent(move)
        match move:
            case Began():
                calls, asked = self.effort.calls, self.asked
                spent = replace(self, began=move, calls_before=calls, asked_before=asked)
                spent = replace(spent, began_at=at, parted_at=at)
            case Wished():
                spent = replace(self, wish=move)
            case Seated(member=member, person=person):
                spent = replace(self, seats={**self.seats, member: person})
            case Chose(situation=situation) | Spoke(situation=situation) if situation:
                latest = {move.member: (move.round, situation)}
                spent = replace(spent, situations={**self.situations, **latest})
            case Digested():
                spent = replace(spent, digests={**self.digests, move.round: move.text})
            case Updated():
                spent = replace(spent, updates=(*self.updates, move))
            case Voted():
                spent = replace(spent, votes=(*self.votes, move))
            case Closed():
                spent = replace(spent, closed=move, parted_at=at)
        return spent

    def _spent(self, move: Move) -> "Fold":
        thought = getattr(move, "made_from", None)
        if thought is None:
            return self
        asked = self.asked + bool(thought.calls)
        return replace(self, effort=with_thought(self.effort, thought), asked=asked)


def with_thought(effort: Effort, thought: Thought) -> Effort:
    """Return the effort with one more thought added."""
    return Effort(
        calls=effort.calls + thought.calls,
        repaired=effort.repaired + (thought.verdict is Verdict.REPAIRED),
        defaulted=effort.defaulted + (thought.verdict is Verdict.DEFAULTED),
        prompt_tokens=effort.prompt_tokens + thought.usage.prompt_tokens,
        completion_tokens=effort.completion_tokens + thought.usage.completion_tokens,
    )
