"""The votes of a group chat: tallies by rule, winners, and the reasons in words."""

from collections.abc import Mapping, Sequence

from npcscenes.model.chat import GroupChat
from npcserver.language import DEFAULT, code_of, data
from npcserver.model.group.moves import GroupResult, Voted, VoteTally
from npcserver.model.group.script import Candidate, Script, VoteRule, WinRule
from npcserver.model.thought import AnswerStatus


class VoteReasons:
    """Sentences that say why a result came about; methods take display names."""

    def __init__(self, language: str) -> None:
        english = data("votes", DEFAULT)
        self._words: Mapping[str, str] = {**english, **data("votes", code_of(language))}

    def nobody(self) -> str:
        """Return the sentence for a scene that has no winner."""
        return self._words["nobody"]

    def no_vote(self) -> str:
        """Return the sentence for a vote without any valid vote."""
        return self._words["no_vote"]

    def decided(self, decider: str, winner: str) -> str:
        """Return the sentence for a decision by the decider."""
        return self._words["decided"].format(decider=decider, names=winner)

    def undecided(self, decider: str) -> str:
        """Return the sentence for a sole decider who did not vote."""
        return self._words["undecided"].format(decider=decider)

    def all_count(self, decider: str, *, has_voted: bool) -> str:
        """Return why all votes count; the sentence about the result follows it."""
        return self._words["named_self" if has_voted else "passed"].format(decider=decider)

    def most(self, name: str, votes: int) -> str:
        """Return the sentence for one candidate with the most votes."""
        return self._words["most"].format(names=name, votes=self._votes(votes))

    def not_parted(self, names: Sequence[str], votes: int) -> str:
        """Return the sentence for a tie."""
        return self._equal(names, votes) + self._words["not_parted"]

    def parted(
        self, names: Sequence[str], votes: int, winners: Sequence[str], without_self: int
    ) -> str:
        """Return the sentence for a tie broken by the votes without those for oneself."""
        words = self._words["parted" if len(winners) == 1 else "alike"]
        told = words.format(names=self._named(winners), votes=self._votes(without_self))
        return self._equal(names, votes) + told

    def _equal(self, names: Sequence[str], votes: int) -> str:
        return self._words["equal"].format(names=self._named(names), votes=self._votes(votes))

    def _votes(self, count: int) -> str:
        return self._words["one" if count == 1 else "several"].format(count=count)

    def _named(self, names: Sequence[str]) -> str:
        *first, last = names
        return self._words["comma"].join(first) + self._words["and"] + last if first else last


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
    votes = tuple(
        (member.id, choice)
        for member in chat.script.members
        if member.id in cast and (choice := _choice(cast[member.id], rule)) in candidates
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


def _choice(vote: Voted, rule: VoteRule) -> str:
    return vote.choice if rule.allows_self else vote.choice_not_self


def _decide(script: Script, tallies: Mapping[VoteRule, VoteTally]) -> tuple[tuple[str, ...], str]:
    """Return the winners and the reason."""
    win, decider, tell = script.ballot.win, script.ballot.decider, VoteReasons(script.language)
    if win is WinRule.NOBODY:
        return (), tell.nobody()
    first = _first(tallies)
    if first is None:
        return (), tell.no_vote()
    if win is WinRule.PLURALITY:
        return _plurality(script, first, tallies)
    name = script.member(decider).name
    choice = dict(first.votes).get(decider, "")
    if choice and not (win is WinRule.DECIDER_OR_PLURALITY and _is(script, choice, decider)):
        return (choice,), tell.decided(name, _candidate(script, choice).name)
    if win is WinRule.DECIDER:
        return (), tell.undecided(name)
    winners, because = _plurality(script, first, tallies)
    return winners, tell.all_count(name, has_voted=bool(choice)) + because


def _first(tallies: Mapping[VoteRule, VoteTally]) -> VoteTally | None:
    """Return the tally that decides: own knowledge before all, with oneself before without."""
    for rule in (VoteRule.OWN, VoteRule.OWN_NOT_SELF, VoteRule.ALL, VoteRule.ALL_NOT_SELF):
        if rule in tallies and tallies[rule].votes:
            return tallies[rule]
    return None


_WITHOUT_SELF = {VoteRule.OWN: VoteRule.OWN_NOT_SELF, VoteRule.ALL: VoteRule.ALL_NOT_SELF}


def _plurality(
    script: Script, first: VoteTally, tallies: Mapping[VoteRule, VoteTally]
) -> tuple[tuple[str, ...], str]:
    """Return the candidates with the most votes; ties are broken without votes for oneself.

    Those who are still equal all win.
    """
    leaders, tell = first.leaders, VoteReasons(script.language)
    most = dict(first.counts)[leaders[0]]
    names = _named(script, leaders)
    if len(leaders) == 1:
        return leaders, tell.most(names[0], most)
    second = tallies.get(_WITHOUT_SELF.get(first.rule, first.rule), first)
    if second is first:
        return leaders, tell.not_parted(names, most)
    counts = dict(second.counts)
    best = max(counts[one] for one in leaders)
    winners = tuple(one for one in leaders if counts[one] == best)
    return winners, tell.parted(names, most, _named(script, winners), best)


def _candidate(script: Script, candidate_id: str) -> Candidate:
    return next(one for one in script.ballot.candidates if one.id == candidate_id)


def _is(script: Script, candidate_id: str, member_id: str) -> bool:
    return _candidate(script, candidate_id).member == member_id


def _named(script: Script, candidates: Sequence[str]) -> tuple[str, ...]:
    return tuple(_candidate(script, one).name for one in candidates)


def camp_of(chat: GroupChat, candidate: Candidate) -> str:
    """Return the camp of a candidate; for a member, its present one."""
    return chat.camp(candidate.member) if candidate.member else candidate.camp
