"""The reason for a group chat's result, as a sentence in the chat's language."""

from collections.abc import Mapping, Sequence

from npcserver.language import DEFAULT, code_of, data


class Because:
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
