"""A group chat as it stands: what follows from all of its moves so far, in order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from npcserver.model.feelings import CHANGE, Belief
from npcserver.model.group import influence
from npcserver.model.group.fold import Fold
from npcserver.model.group.moves import (
    AUDIENCE,
    Began,
    Chose,
    Closed,
    Move,
    Opened,
    Spoke,
    Updated,
    Voted,
    Wished,
)
from npcserver.model.group.result import Effort
from npcserver.model.group.script import RELATION, Script, Stage
from npcserver.model.person import Person
from npcserver.model.thought import Thought


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChat:
    """A group chat, folded from its moves; `moves` are (seq, move), oldest first.

    Nothing else is kept of it: whoever reads the moves can go on with it. It is made by `of`, and
    from another by `then` and `going_on`, which fold only what is new.
    """

    id: str
    script: Script
    seed: int = 0
    moves: tuple[tuple[int, Move], ...]
    fold: Fold = field(compare=False, repr=False)
    ended: tuple["Ended", ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of(cls, chat_id: str, moves: Iterable[tuple[int, Move]]) -> Self:
        """Return what the moves come to. Raises `ValueError` where they do not begin with one."""
        kept = tuple(moves)
        if not kept or not isinstance(kept[0][1], Opened):
            raise ValueError(f"group chat {chat_id!r} does not begin with its opening; read it all")
        opened = kept[0][1]
        fresh = cls(id=chat_id, script=opened.script, seed=opened.seed, moves=kept[:1], fold=Fold())
        return fresh.going_on(kept[1:])

    def then(self, *moves: Move) -> Self:
        """Return it after more moves, at the positions that follow."""
        return self.going_on(enumerate(moves, start=self.seq + 1))

    def going_on(self, moves: Iterable[tuple[int, Move]]) -> Self:
        """Return it after more moves, each at its position."""
        kept = (*self.moves, *moves)
        fold, ended = self.fold, self.ended
        for at in range(len(self.moves), len(kept)):
            seq, move = kept[at]
            if isinstance(move, Began | Closed):
                before = replace(self, moves=kept[:at], fold=fold, ended=())
                ended = (*ended, Ended(before=before, seq=seq, is_closed=isinstance(move, Closed)))
            fold = fold.then(move, at)
        return replace(self, moves=kept, fold=fold, ended=ended)

    # Where it is.

    @property
    def seq(self) -> int:
        """Position of its newest move."""
        return self.moves[-1][0]

    @property
    def began(self) -> Began | None:
        """The stage under way, or None before the first."""
        return self.fold.began

    @property
    def round(self) -> int:
        """Round under way, from 1; 0 before anything began."""
        began = self.began
        return 0 if began is None else began.round

    @property
    def stage(self) -> Stage | None:
        """Stage under way, or None before the first."""
        began = self.began
        return None if began is None else began.stage

    @property
    def since_began(self) -> tuple[Move, ...]:
        """What has happened in the stage under way; everything, before the first."""
        return tuple(move for _, move in self.moves[self.fold.began_at + 1 :])

    @property
    def lines(self) -> tuple[Spoke, ...]:
        """What the members have said in the stage under way, oldest first."""
        return tuple(
            move for move in self.since_began if isinstance(move, Spoke) and move.member != AUDIENCE
        )

    @property
    def choices(self) -> tuple[Chose, ...]:
        """Who was chosen in the stage under way, in the order of the choosing."""
        return tuple(move for move in self.since_began if isinstance(move, Chose))

    @property
    def chat_round(self) -> int:
        """Chat round of the newest line of the stage under way, from 1; 0 where there is none."""
        return max((line.chat_round for line in self.lines), default=0)

    @property
    def wish(self) -> Wished | None:
        """How far it is to go on by itself; None: nobody has said so yet."""
        return self.fold.wish

    @property
    def closed(self) -> Closed | None:
        """How it ended, or None while it has not."""
        return self.fold.closed

    @property
    def is_closed(self) -> bool:
        """Whether it is over."""
        return self.closed is not None

    @property
    def votes(self) -> tuple[Voted, ...]:
        """All votes that were cast, oldest first."""
        return self.fold.votes

    def situation(self, member_id: str) -> tuple[int, str]:
        """Return what a member last made of where it stands, with its round; (0, "") for none."""
        return self.fold.situations.get(member_id, (0, ""))

    @property
    def effort(self) -> Effort:
        """What it took so far: whatever its moves were made from, and defaults taken."""
        return self.fold.effort

    @property
    def thoughts(self) -> tuple[Thought, ...]:
        """What its moves were made from, oldest first."""
        return tuple(
            thought
            for _, move in self.moves
            if (thought := getattr(move, "made_from", None)) is not None
        )

    # Who is in it, and how they stand.

    def seat(self, member_id: str) -> Person | None:
        """Return who speaks and decides for a member, or None where it does so itself."""
        return self.fold.seats.get(member_id)

    def updates(self, member_id: str, after_round: int | None = None) -> Iterator[Updated]:
        """Yield what a member made of the rounds, up to and with a round."""
        for move in self.fold.updates:
            if move.member == member_id and (after_round is None or move.round <= after_round):
                yield move

    def relations(self, member_id: str, after_round: int | None = None) -> dict[str, int]:
        """Return how a member stands to each other, 0..100, now or after a round (0: before any).

        In the order of the script. Each round changes one by at most `CHANGE`.
        """
        scores = {one.id: RELATION for one in self.script.members if one.id != member_id}
        for tie in self.script.ties:
            if tie.of == member_id and not tie.inferred_by and tie.to in scores:
                scores[tie.to] = tie.score
        for updated in self.updates(member_id, after_round):
            for other, change in updated.relations:
                if other in scores:
                    scores[other] = held(scores[other] + held(change, -CHANGE, CHANGE), 0, 100)
        return scores

    def inferred(self, member_id: str) -> tuple[tuple[str, str, int], ...]:
        """Return what a member believes of how others stand to each other: (of, to, 0..100)."""
        scores = {
            (tie.of, tie.to): tie.score for tie in self.script.ties if tie.inferred_by == member_id
        }
        for updated in self.updates(member_id):
            scores.update({(of, to): score for of, to, score in updated.inferred})
        return tuple((of, to, score) for (of, to), score in scores.items())

    def beliefs(self, member_id: str, after_round: int | None = None) -> tuple[Belief, ...]:
        """Return what a member holds, now or after a round, in the order of the script."""
        beliefs = {belief.topic: belief for belief in self.script.member(member_id).beliefs}
        for updated in self.updates(member_id, after_round):
            for topic, change in updated.beliefs:
                if topic in beliefs:
                    beliefs[topic] = beliefs[topic].moved(change)
        return tuple(beliefs.values())

    def backs(self, member_id: str, after_round: int | None = None) -> str:
        """Return the principal whom a member backs; empty for nobody."""
        return influence.backed(self.script, member_id, self.relations(member_id, after_round))

    def camp(self, member_id: str, after_round: int | None = None) -> str:
        """Return the side a member is on: that of whom it backs, unless its own is fixed."""
        member = self.script.member(member_id)
        principal = "" if member.is_camp_fixed else self.backs(member_id, after_round)
        return self.script.member(principal).camp if principal else member.camp

    def influence(self, after_round: int | None = None) -> dict[str, int]:
        """Return what each member counts for, in the order of the script."""
        backs = {one.id: self.backs(one.id, after_round) for one in self.script.members}
        return influence.influence(self.script, backs)


@dataclass(frozen=True, slots=True, eq=False)
class Ended:
    """A stage that is over, or what was before the first: the group chat right before its end.

    `seq` is the position of the move that ended it: the next beginning, or the close. It stays the
    same object however the group chat goes on, so what follows from it can be worked out once.
    """

    before: GroupChat
    seq: int
    is_closed: bool


def held(value: int, low: int, high: int) -> int:
    """Return a number held to its bounds."""
    return max(low, min(high, value))
