"""The state of a group chat, folded from its moves in order.

Everything is summed from the start each time, so nothing given later overwrites what was there.

It follows from the moves like all else; kept beside them, it saves looking through them all.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from npcserver.model.character import Person
from npcserver.model.feelings import CHANGE, Belief
from npcserver.model.group.moves import (
    AUDIENCE,
    AdvanceRequested,
    Began,
    Chose,
    Closed,
    Digested,
    Effort,
    LineSpoken,
    Move,
    Opened,
    Seated,
    Updated,
    Voted,
)
from npcserver.model.group.script import RELATION, SUPPORT, Script, Stage
from npcserver.model.ids import TimelineId
from npcserver.model.thought import AnswerStatus, Thought


def backed(script: Script, member_id: str, relations: Mapping[str, int]) -> str:
    """Return the principal that a supporting member backs, or empty.

    `relations` are the member's own. It backs the principal with the best relation of at least
    `SUPPORT`, of equals the first in the script. Principals back no one.
    """
    if script.member(member_id).is_principal:
        return ""
    best, most = "", SUPPORT - 1
    for principal in script.principals:
        score = relations.get(principal.id, 0)
        if score > most:
            best, most = principal.id, score
    return best


def influence(script: Script, backs: Mapping[str, str]) -> dict[str, int]:
    """Return the influence of each member, in the order of the script.

    It is the impact of everything the member owns, plus, for a principal, that of its supporters.
    `backs` maps each member to the principal it backs, or to empty.
    """
    owned = {member.id: 0 for member in script.members}
    for resource in script.resources:
        if resource.owner in owned:
            owned[resource.owner] += resource.impact
    total = dict(owned)
    for member_id, principal_id in backs.items():
        if principal_id in total:
            total[principal_id] += owned[member_id]
    return total


def turn_order(weights: Mapping[str, int], seed: int, round_: int, stage: Stage) -> tuple[str, ...]:
    """Return members by influence, greatest first, and in random order where it is equal."""
    members = list(weights)
    chance = random.Random(f"{seed}/{round_}/{stage}")  # noqa: S311 - a game is repeatable by seed
    chance.shuffle(members)
    return tuple(sorted(members, key=lambda one: -weights[one]))


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
    advance: AdvanceRequested | None = None
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
            case AdvanceRequested():
                spent = replace(self, advance=move)
            case Seated(member=member, person=person):
                spent = replace(self, seats={**self.seats, member: person})
            case Chose(situation=situation) | LineSpoken(situation=situation) if situation:
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
        repaired=effort.repaired + (thought.verdict is AnswerStatus.REPAIRED),
        defaulted=effort.defaulted + (thought.verdict is AnswerStatus.DEFAULTED),
        prompt_tokens=effort.prompt_tokens + thought.usage.prompt_tokens,
        completion_tokens=effort.completion_tokens + thought.usage.completion_tokens,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChat:
    """A group chat, folded from its moves; `moves` are (seq, move), oldest first.

    The moves are all that is stored of it; `timeline_id` is where they were read, if they were.
    Make it with `of`, and from another one with `then` and `going_on`, which fold only the new
    moves.
    """

    id: str
    timeline_id: TimelineId | None = field(default=None, compare=False)
    script: Script
    seed: int = 0
    moves: tuple[tuple[int, Move], ...]
    fold: Fold = field(compare=False, repr=False)
    ended: tuple["FinishedStage", ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of(
        cls,
        chat_id: str,
        moves: Iterable[tuple[int, Move]],
        timeline_id: TimelineId | None = None,
    ) -> Self:
        """Return the state after some moves. Raises `ValueError` if the first is no `Opened`."""
        kept = tuple(moves)
        if not kept or not isinstance(kept[0][1], Opened):
            raise ValueError(f"group chat {chat_id!r} does not begin with its opening; read it all")
        opened = kept[0][1]
        fresh = cls(
            id=chat_id,
            timeline_id=timeline_id,
            script=opened.script,
            seed=opened.seed,
            moves=kept[:1],
            fold=Fold(),
        )
        return fresh.going_on(kept[1:])

    def then(self, *moves: Move) -> Self:
        """Return the chat after more moves, at the seqs that follow."""
        return self.going_on(enumerate(moves, start=self.seq + 1))

    def going_on(self, moves: Iterable[tuple[int, Move]]) -> Self:
        """Return the chat after more moves, each with its seq."""
        kept = (*self.moves, *moves)
        fold, ended = self.fold, self.ended
        for at in range(len(self.moves), len(kept)):
            seq, move = kept[at]
            if isinstance(move, Began | Closed):
                before = replace(self, moves=kept[:at], fold=fold, ended=())
                ended = (
                    *ended,
                    FinishedStage(before=before, seq=seq, is_closed=isinstance(move, Closed)),
                )
            fold = fold.then(move, at)
        return replace(self, moves=kept, fold=fold, ended=ended)

    # Position.

    @property
    def seq(self) -> int:
        """The seq of its newest move."""
        return self.moves[-1][0]

    @property
    def began(self) -> Began | None:
        """The stage under way, or None before the first."""
        return self.fold.began

    @property
    def round(self) -> int:
        """Round under way, from 1; 0 before the first stage."""
        began = self.began
        return 0 if began is None else began.round

    @property
    def stage(self) -> Stage | None:
        """Stage under way, or None before the first."""
        began = self.began
        return None if began is None else began.stage

    @property
    def since_began(self) -> tuple[Move, ...]:
        """The moves of the stage under way; before the first stage, all after the opening."""
        return tuple(move for _, move in self.moves[self.fold.began_at + 1 :])

    @property
    def lines(self) -> tuple[LineSpoken, ...]:
        """The members' lines in the stage under way, oldest first."""
        return tuple(
            move
            for move in self.since_began
            if isinstance(move, LineSpoken) and move.member != AUDIENCE
        )

    @property
    def choices(self) -> tuple[Chose, ...]:
        """The choices of partners in the stage under way, in order."""
        return tuple(move for move in self.since_began if isinstance(move, Chose))

    @property
    def chat_round(self) -> int:
        """Chat round of the newest line of the stage under way, from 1; 0 without lines."""
        return max((line.chat_round for line in self.lines), default=0)

    @property
    def advance(self) -> AdvanceRequested | None:
        """How far it is to go on by itself; None if that was never set."""
        return self.fold.advance

    @property
    def closed(self) -> Closed | None:
        """The close, or None while it is open."""
        return self.fold.closed

    @property
    def is_closed(self) -> bool:
        """Whether it is closed."""
        return self.closed is not None

    @property
    def votes(self) -> tuple[Voted, ...]:
        """All votes that were cast, oldest first."""
        return self.fold.votes

    def situation(self, member_id: str) -> tuple[int, str]:
        """Return a member's last assessment of its position, as (round, text); (0, "") for none."""
        return self.fold.situations.get(member_id, (0, ""))

    @property
    def effort(self) -> Effort:
        """Model calls, repairs, defaults and tokens so far."""
        return self.fold.effort

    # Members and their relations.

    def seat(self, member_id: str) -> Person | None:
        """Return the person who plays a member, or None if the member acts by itself."""
        return self.fold.seats.get(member_id)

    def updates(self, member_id: str, after_round: int | None = None) -> Iterator[Updated]:
        """Yield a member's updates, up to and including `after_round`."""
        for move in self.fold.updates:
            if move.member == member_id and (after_round is None or move.round <= after_round):
                yield move

    def relations(self, member_id: str, after_round: int | None = None) -> dict[str, int]:
        """Return a member's relation to each other member, 0..100, now or after a round.

        Round 0 means before any. In the order of the script. Each round changes one by at most
        `CHANGE`.
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
        """Return what a member believes about relations between others: (of, to, 0..100)."""
        scores = {
            (tie.of, tie.to): tie.score for tie in self.script.ties if tie.inferred_by == member_id
        }
        for updated in self.updates(member_id):
            scores.update({(of, to): score for of, to, score in updated.inferred})
        return tuple((of, to, score) for (of, to), score in scores.items())

    def beliefs(self, member_id: str, after_round: int | None = None) -> tuple[Belief, ...]:
        """Return a member's beliefs, now or after a round, in the order of the script."""
        beliefs = {belief.topic: belief for belief in self.script.member(member_id).beliefs}
        for updated in self.updates(member_id, after_round):
            for topic, change in updated.beliefs:
                if topic in beliefs:
                    beliefs[topic] = beliefs[topic].moved(change)
        return tuple(beliefs.values())

    def backs(self, member_id: str, after_round: int | None = None) -> str:
        """Return the principal that a member backs, or empty."""
        return backed(self.script, member_id, self.relations(member_id, after_round))

    def camp(self, member_id: str, after_round: int | None = None) -> str:
        """Return a member's camp: that of the principal it backs, unless its own is fixed."""
        member = self.script.member(member_id)
        principal = "" if member.is_camp_fixed else self.backs(member_id, after_round)
        return self.script.member(principal).camp if principal else member.camp

    def influence(self, after_round: int | None = None) -> dict[str, int]:
        """Return the influence of each member, in the order of the script."""
        backs = {one.id: self.backs(one.id, after_round) for one in self.script.members}
        return influence(self.script, backs)


@dataclass(frozen=True, slots=True, eq=False)
class FinishedStage:
    """A finished stage, or the time before the first: the group chat right before its end.

    `seq` is that of the move that ended it: the next beginning, or the close. The object stays the
    same as the chat goes on, so it can be the key of a cache.
    """

    before: GroupChat
    seq: int
    is_closed: bool


def held(value: int, low: int, high: int) -> int:
    """Return a number clamped to its bounds."""
    return max(low, min(high, value))
