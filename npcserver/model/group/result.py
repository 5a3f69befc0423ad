"""Results of a group chat: who won, how the members voted, and at what cost."""

from dataclasses import dataclass

from npcserver.model.group.script import VoteRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The votes under one rule: (member, candidate) in the order of the script, and the counts.

    `counts` are (candidate, votes), most first. Members who did not vote are left out of `votes`;
    `abstained` are those who were asked and voted for no one. The votes of those in `by_default`
    are defaults, since no answer could be had.
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
    """Cost of a group chat: model calls, repaired answers, defaults taken, and tokens."""

    calls: int = 0
    repaired: int = 0
    defaulted: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Result of a group chat; `winners` are candidates: none, one, or several that tied.

    `because` says by what vote they won; `camp` is the side that won, if there is one. `summary` is
    what happened, in a few sentences.
    """

    winners: tuple[str, ...] = ()
    camp: str = ""
    because: str = ""
    tallies: tuple[Tally, ...] = ()
    summary: str = ""
    effort: Effort
