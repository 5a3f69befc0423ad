"""The votes of a group chat: tallies by rule, winners, and the reasons in words."""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from npcscenes.model.chat import GroupChat
from npcserver.language import DEFAULT, code_of, data
from npcserver.model.group.moves import GroupResult, Voted, VoteTally
from npcserver.model.group.script import Candidate, Script, VoteRule, WinRule
from npcserver.model.thought import AnswerStatus


def _words_of(language: str) -> Mapping[str, str]:
    return {**data("votes", DEFAULT), **data("votes", code_of(language))}


def _count(words: Mapping[str, str], votes: int) -> str:
    return words["one" if votes == 1 else "several"].format(count=votes)


def _named(script: Script, words: Mapping[str, str], candidates: Sequence[str]) -> str:
    *first, last = (_candidate(script, one).name for one in candidates)
    return words["comma"].join(first) + words["and"] + last if first else last


def settle(chat: GroupChat) -> GroupResult:
    """Return the result by the votes cast so far, without a summary."""
    tallies = tuple(tally(chat, rule) for rule in chat.script.ballot.rules)
    winners, because = _decide(chat.script, {one.rule: one for one in tallies})
    camps = {camp_of(chat, _candidate(chat.script, winner)) for winner in winners}
    return GroupResult(
        winners=winners,
        camp=camps.pop() if len(camps) == 1 else "",
        because=because,
        tallies=tallies,
        effort=chat.effort,
    )


def tally(chat: GroupChat, rule: VoteRule) -> VoteTally:
    """Return the votes under one rule; all candidates are counted, also those without a vote."""
    cast = {vote.member: vote for vote in chat.votes if vote.knowledge is rule.knowledge}
    candidates = [one.id for one in chat.script.ballot.candidates]
    chosen = attrgetter("choice" if rule.allows_self else "choice_not_self")
    votes = tuple(
        (member.id, choice)
        for member in chat.script.members
        if member.id in cast and (choice := chosen(cast[member.id])) in candidates
    )
    counts = {one: sum(choice == one for _, choice in votes) for one in candidates}
    ranked = sorted(candidates, key=lambda one: -counts[one])
    voters = {member for member, _ in votes}
    asked = [one.id for one in chat.script.members if one.id in cast]
    return VoteTally(
        rule=rule,
        votes=votes,
        counts=tuple((one, counts[one]) for one in ranked),
        abstained=tuple(one for one in asked if one not in voters),
        by_default=tuple(one for one in asked if is_default(cast[one])),
    )


def is_default(vote: Voted) -> bool:
    """Return whether a vote is a default, since no answer could be had."""
    return vote.made_from is not None and vote.made_from.verdict is AnswerStatus.DEFAULTED


def _decide(script: Script, tallies: Mapping[VoteRule, VoteTally]) -> tuple[tuple[str, ...], str]:
    win, words = script.ballot.win, _words_of(script.language)
    if win is WinRule.NOBODY:
        return (), words["nobody"]
    # Own knowledge counts before all, and votes with oneself before those without.
    rules = (VoteRule.OWN, VoteRule.OWN_NOT_SELF, VoteRule.ALL, VoteRule.ALL_NOT_SELF)
    first = next((tallies[rule] for rule in rules if rule in tallies and tallies[rule].votes), None)
    if first is None:
        return (), words["no_vote"]
    if win is WinRule.PLURALITY:
        return _plurality(script, first, tallies)
    decider = script.member(script.ballot.decider)
    choice = dict(first.votes).get(decider.id, "")
    is_own = bool(choice) and _candidate(script, choice).member == decider.id
    if choice and not (win is WinRule.DECIDER_OR_PLURALITY and is_own):
        name = _candidate(script, choice).name
        return (choice,), words["decided"].format(decider=decider.name, names=name)
    if win is WinRule.DECIDER:
        return (), words["undecided"].format(decider=decider.name)
    winners, because = _plurality(script, first, tallies)
    why = words["named_self" if choice else "passed"].format(decider=decider.name)
    return winners, why + because


_WITHOUT_SELF = {VoteRule.OWN: VoteRule.OWN_NOT_SELF, VoteRule.ALL: VoteRule.ALL_NOT_SELF}


def _plurality(
    script: Script, first: VoteTally, tallies: Mapping[VoteRule, VoteTally]
) -> tuple[tuple[str, ...], str]:
    """Return the candidates with the most votes; ties are broken without votes for oneself.

    Those who are still equal all win.
    """
    leaders, words = first.leaders, _words_of(script.language)
    most = _count(words, dict(first.counts)[leaders[0]])
    names = _named(script, words, leaders)
    if len(leaders) == 1:
        return leaders, words["most"].format(names=names, votes=most)
    equal = words["equal"].format(names=names, votes=most)
    second = tallies.get(_WITHOUT_SELF.get(first.rule, first.rule), first)
    if second is first:
        return leaders, equal + words["not_parted"]
    counts = dict(second.counts)
    best = max(counts[one] for one in leaders)
    winners = tuple(one for one in leaders if counts[one] == best)
    why = words["parted" if len(winners) == 1 else "alike"]
    names = _named(script, words, winners)
    return winners, equal + why.format(names=names, votes=_count(words, best))


def _candidate(script: Script, candidate_id: str) -> Candidate:
    return next(one for one in script.ballot.candidates if one.id == candidate_id)


def camp_of(chat: GroupChat, candidate: Candidate) -> str:
    """Return the camp of a candidate; for a member, its present one."""
    return chat.camp(candidate.member) if candidate.member else candidate.camp
