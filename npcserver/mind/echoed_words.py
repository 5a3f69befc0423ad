"""Words heard that a small model gives back as if the character had said them of itself."""

from collections.abc import Sequence

import regex

from npcserver import language
from npcserver.language.scripts import WIDE_PAUSES, full_stop_after
from npcserver.prompts.tokens import half_words, words_in

_PAUSES = f",;.!?\u2026\n{WIDE_PAUSES}"  # no colon: who quotes says whose words they are
_CLAUSE = regex.compile(f"[^{regex.escape(_PAUSES)}]+")
_FIRST = language.words("hearsay", "subjects_first") | language.words("hearsay", "first")
_OTHERS = language.words("hearsay", "third")
_ALSO = language.words("hearsay", "also")
_SHORTENED = language.words("hearsay", "shortened")
_SELF = "*"
_FEWEST = 7  # half words: a pronoun with three words, or with five Chinese characters
_LEAD = regex.compile(rf"^\W*(?:{language.expression('hearsay', 'quoting')})\W*", regex.IGNORECASE)


class EchoGuard:
    """Knows the clauses of the words heard that speak of the player or of another person.

    "My sister drowned" is never the answer to "My sister drowned", nor is "I had red hair" to "She
    had red hair": who takes the words up puts the pronoun right.
    """

    def __init__(self, heard: str) -> None:
        clauses = (_clause(found[0], _FIRST | _OTHERS) for found in _CLAUSE.finditer(heard))
        self._clauses = [one for one in clauses if _SELF in one and half_words(one) >= _FEWEST]

    def without_echo(self, line: str) -> str:
        """Return a line up to the first clause that it gives back; empty where it begins so."""
        for start, words in self._clauses_of(line):
            if any(words[: len(one)] == one for one in self._clauses):
                before = line[:start].rstrip(f" {_PAUSES}")
                return before and f"{before}{full_stop_after(before)}"
        return line

    def may_echo(self, begun: str) -> bool:
        """Return whether a line that begins so can still end in such a clause."""
        *_, (_, words) = self._clauses_of(begun) or [(0, [])]
        return bool(words) and any(one[: len(words)] == words[: len(one)] for one in self._clauses)

    def _clauses_of(self, line: str) -> Sequence[tuple[int, list[str]]]:
        """Return where each clause begins, and its words up to the end of the line."""
        if not self._clauses or not _ALSO.isdisjoint(words_in(line.casefold())):
            return ()
        return [
            (found.start(), _clause(line[found.start() :], _FIRST))
            for found in _CLAUSE.finditer(line)
            if found[0].strip()
        ]


def without_lead(line: str) -> str:
    """Return a line without an opening such as "You said:"; empty for nothing but such a one."""
    return _LEAD.sub("", line, count=1)


def may_be_lead(begun: str) -> bool:
    """Return whether a line that begins so may be, or become, nothing but such an opening."""
    return _LEAD.fullmatch(begun, partial=True) is not None


def _clause(text: str, pronouns: frozenset[str]) -> list[str]:
    """Return the words of a clause, with one sign for all `pronouns`."""
    words: list[str] = []
    for word in words_in(text.casefold()):
        if word in pronouns:
            words.append(_SELF)
        elif not (word in _SHORTENED and words and words[-1] == _SELF):
            words.append(word)
    return words
