"""By what a group chat was won, in the words of its own language: English, or Chinese."""

from collections.abc import Mapping, Sequence

_ENGLISH = {
    "nobody": "Nobody was to win; the votes show where the members stand.",
    "no_vote": "There was no vote that could decide.",
    "decided": "{decider} decides, and chose {names}.",
    "undecided": "{decider} was to decide, and did not vote.",
    "named_self": "{decider} was to decide, but named nobody else, so all votes count. ",
    "passed": "{decider} was to decide, but did not vote, so all votes count. ",
    "most": "{names} has the most votes: {votes}.",
    "equal": "{names} have the most votes, {votes} each",
    "parted": "; without votes for oneself {names} has the most of them, {votes}.",
    "alike": "; without votes for oneself {names} are equal too, with {votes} each.",
    "not_parted": ", and nothing parts them.",
    "one": "1 vote",
    "several": "{count} votes",
    "comma": ", ",
    "and": " and ",
}
_CHINESE = {
    "nobody": "这里不分输赢，票数只说明各人站在哪一边。",
    "no_vote": "没有一票能够定夺。",
    "decided": "由{decider}定夺，选的是{names}。",
    "undecided": "该由{decider}定夺，但{decider}没有投票。",
    "named_self": "该由{decider}定夺，但{decider}没有选别人，所以看全部的票。",
    "passed": "该由{decider}定夺，但{decider}没有投票，所以看全部的票。",
    "most": "{names}得票最多，共{votes}。",
    "equal": "{names}并列最多，各得{votes}",
    "parted": "；不算投给自己的票，{names}最多，有{votes}。",
    "alike": "；不算投给自己的票，{names}仍然相等，各有{votes}。",
    "not_parted": "，分不出高下。",
    "one": "1票",
    "several": "{count}票",
    "comma": "、",
    "and": "和",
}


class Because:
    """Says by what it was won; its methods take names as they are to be told."""

    def __init__(self, language: str) -> None:
        self._words: Mapping[str, str] = _CHINESE if language[:2] == "zh" else _ENGLISH

    def nobody(self) -> str:
        """Nobody was to win."""
        return self._words["nobody"]

    def no_vote(self) -> str:
        """There was no vote that counts."""
        return self._words["no_vote"]

    def decided(self, decider: str, winner: str) -> str:
        """Who was to decide has done so."""
        return self._words["decided"].format(decider=decider, names=winner)

    def undecided(self, decider: str) -> str:
        """Who alone was to decide has not voted."""
        return self._words["undecided"].format(decider=decider)

    def all_count(self, decider: str, *, has_voted: bool) -> str:
        """Return why all votes count; what they come to follows."""
        return self._words["named_self" if has_voted else "passed"].format(decider=decider)

    def most(self, name: str, votes: int) -> str:
        """One has the most votes."""
        return self._words["most"].format(names=name, votes=self._votes(votes))

    def not_parted(self, names: Sequence[str], votes: int) -> str:
        """Several have the most votes."""
        return self._equal(names, votes) + self._words["not_parted"]

    def parted(
        self, names: Sequence[str], votes: int, winners: Sequence[str], without_self: int
    ) -> str:
        """Several have the most votes, and these of them the most without votes for oneself."""
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
