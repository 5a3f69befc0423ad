"""What the votes of a group chat come to: tallies by rule, who won, and by what."""

from collections.abc import Mapping, Sequence

from npcserver.model.group.chat import GroupChat
from npcserver.model.group.moves import Voted
from npcserver.model.group.result import Result, Tally
from npcserver.model.group.script import Candidate, Script, VoteRule, WinRule


def settle(chat: GroupChat) -> Result:
    """Return what came of it by the votes cast so far, without a summary."""
    tallies = tuple(tally(chat, rule) for rule in chat.script.ballot.rules)
    winners, because = _decide(chat.script, {one.rule: one for one in tallies})
    camps = {_camp(chat, winner) for winner in winners}
    return Result(
        winners=winners,
        camp=camps.pop() if len(camps) == 1 else "",
        because=because,
        tallies=tallies,
        effort=chat.effort,
    )


def tally(chat: GroupChat, rule: VoteRule) -> Tally:
    """Return the votes under one rule; all candidates are counted, also those without a vote."""
    cast = {vote.member: vote for vote in chat.votes if vote.knowledge is rule.knowledge}
    candidates = [one.id for one in chat.script.ballot.candidates]
    votes = tuple(
        (member.id, choice)
        for member in chat.script.members
        if member.id in cast and (choice := _choice(cast[member.id], rule)) in candidates
    )
    counts = {one: sum(choice == one for _, choice in votes) for one in candidates}
    ranked = sorted(candidates, key=lambda one: -counts[one])
    return Tally(rule=rule, votes=votes, counts=tuple((one, counts[one]) for one in ranked))


def _choice(vote: Voted, rule: VoteRule) -> str:
    return vote.choice if rule.allows_self else vote.choice_not_self


def _decide(script: Script, tallies: Mapping[VoteRule, Tally]) -> tuple[tuple[str, ...], str]:
    """Return the winners, and by what they won."""
    win, decider = script.ballot.win, script.ballot.decider
    if win is WinRule.NOBODY:
        return (), "Nobody was to win; the votes show where the members stand."
    first = _first(tallies)
    if first is None:
        return (), "There was no vote that could decide."
    if win is not WinRule.PLURALITY:
        name = script.member(decider).name
        choice = dict(first.votes).get(decider, "")
        if choice and not (win is WinRule.DECIDER_OR_PLURALITY and _is(script, choice, decider)):
            return (choice,), f"{name} decides, and chose {_named(script, [choice])}."
        if win is WinRule.DECIDER:
            return (), f"{name} was to decide, and did not vote."
        said = "named itself" if choice else "did not vote"
        winners, because = _plurality(script, first, tallies)
        return winners, f"{name} was to decide, but {said}, so all votes count. {because}"
    return _plurality(script, first, tallies)


def _first(tallies: Mapping[VoteRule, Tally]) -> Tally | None:
    """Return the votes that decide: on own knowledge before all, with oneself before without."""
    for rule in (VoteRule.OWN, VoteRule.OWN_NOT_SELF, VoteRule.ALL, VoteRule.ALL_NOT_SELF):
        if rule in tallies and tallies[rule].votes:
            return tallies[rule]
    return None


_WITHOUT_SELF = {VoteRule.OWN: VoteRule.OWN_NOT_SELF, VoteRule.ALL: VoteRule.ALL_NOT_SELF}


def _plurality(
    script: Script, first: Tally, tallies: Mapping[VoteRule, Tally]
) -> tuple[tuple[str, ...], str]:
    """Return who has the most votes; of equals, who has the most without votes for oneself.

    Those who are equal in both all win.
    """
    leaders = first.leaders
    most = dict(first.counts)[leaders[0]]
    if len(leaders) == 1:
        return leaders, f"{_named(script, leaders)} has the most votes: {_votes(most)}."
    tied = f"{_named(script, leaders)} have the most votes, {_votes(most)} each"
    second = tallies.get(_WITHOUT_SELF.get(first.rule, first.rule), first)
    counts = dict(second.counts)
    best = max(counts[one] for one in leaders)
    winners = tuple(one for one in leaders if counts[one] == best)
    if second is first:
        return winners, f"{tied}, and nothing parts them."
    also = f"without votes for oneself {_named(script, winners)}"
    if len(winners) == 1:
        return winners, f"{tied}; {also} has the most of them, {_votes(best)}."
    return winners, f"{tied}; {also} are equal too, with {_votes(best)} each."


def _votes(count: int) -> str:
    return "1 vote" if count == 1 else f"{count} votes"


def _candidate(script: Script, candidate_id: str) -> Candidate:
    return next(one for one in script.ballot.candidates if one.id == candidate_id)


def _is(script: Script, candidate_id: str, member_id: str) -> bool:
    return _candidate(script, candidate_id).member == member_id


def _named(script: Script, candidates: Sequence[str]) -> str:
    names = [_candidate(script, one).name for one in candidates]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _camp(chat: GroupChat, candidate_id: str) -> str:
    """Return the side that wins with a candidate: its own, or the one its member is on by now."""
    candidate = _candidate(chat.script, candidate_id)
    if candidate.camp or not candidate.member:
        return candidate.camp
    return chat.camp(candidate.member)
