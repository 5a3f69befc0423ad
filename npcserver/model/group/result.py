"""What came of a group chat: who won, how everybody voted, and how they came to stand."""

from dataclasses import dataclass

from npcserver.model.group.script import VoteRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The votes under one rule: (member, candidate) in the order of the script, and the counts.

    `counts` are (candidate, votes), most first. Who did not vote is left out of `votes`;
    `abstained` are those who were asked and voted for nobody. For those in `by_default` no answer
    could be had, and what stands here is what the defaults say.
    """

    rule: VoteRule
    votes: tuple[tuple[str, str], ...]
    counts: tuple[tuple[str, int], ...]
    abstained: tuple[str, ...] = ()
    by_default: tuple[str, ...] = ()

    @property
    def leaders(self) -> tuple[str, ...]:
        """The candidates with the most votes."""
        most = max((votes for _, votes in self.counts), default=0)
        return tuple(one for one, votes in self.counts if votes == most and votes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """What it took: model calls, answers asked for again, and defaults taken in their place."""

    calls: int = 0
    repaired: int = 0
    defaulted: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of it. `winners` are candidates: none, one, or several who could not be parted.

    `because` says by what vote they won, `camp` is the side that did, if one did. `summary` is
    what happened, in a few sentences.
    """

    winners: tuple[str, ...] = ()
    camp: str = ""
    because: str = ""
    tallies: tuple[Tally, ...] = ()
    summary: str = ""
    effort: Effort
