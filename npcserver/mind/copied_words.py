"""Words of a prompt that small models say as the character's own, and words that they leave out.

Its own last lines and memories that answer nothing; words heard, given back as if the character had
said them of itself; names and trades of others. And a fact that answers what was heard.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import regex

from npcserver import language
from npcserver.language.clock import DAY, clocks
from npcserver.language.person import first_person
from npcserver.language.scripts import WIDE_PAUSES, full_stop_after
from npcserver.language.stems import content
from npcserver.model.inputs import ReplyInput
from npcserver.prompts.garbage import split_sentences
from npcserver.prompts.tokens import half_words, words_in

_NAME = re.compile(r"(?<=[a-z,] )[A-Z]\w+(?: [A-Z]\w+)*")
_OWN_LINES = 6
_BEST = 2
_TELLING = 2  # telling words, from which it is plain what was spoken of
_AMOUNT = language.pattern("claims", "amount")
_DENYING = language.pattern("hearsay", "denying")
_DIGITS = re.compile(r"\d+")
_USED = 2  # telling words of a fact, from which it is plain that it was told


def copied_by_small_models(scene: ReplyInput) -> list[str]:
    """Return the character's own last lines, and memories that what was heard does not mention.

    Those of the best score are left out, which may answer in other words. Memories are returned in
    the first person, as the character would say them.
    """
    own = [one.text for one in scene.conversation if one.is_own][-_OWN_LINES:]
    heard = content(scene.heard)
    if len(heard) < _TELLING:
        return own
    by_score = sorted(scene.recollections, key=lambda one: -one.score)
    texts = [one.memory.text for one in by_score[_BEST:]]
    return own + [first_person(text) for text in texts if heard.isdisjoint(content(text))]


def is_left_out(fact: str, heard: str, said: str) -> bool:
    """Return whether an answer says nothing, or something wrong, of a fact that answers the words.

    Its first name is told, where it is not its first word, and no hours or prices but its own.
    """
    if not said or has_other_numbers(fact, heard, said):
        return True
    hours = _hours(fact)
    if hours and not hours.isdisjoint(_hours(said) - _hours(heard)):
        return False
    name = _NAME.search(fact)
    if name is not None and content(said).isdisjoint(content(name[0])):
        return content(heard).isdisjoint(content(name[0]))
    telling = content(fact) - content(heard)
    return len(telling & content(said)) < min(_USED, len(telling))


def has_other_numbers(fact: str, heard: str, said: str) -> bool:
    """Return whether words name hours, or instead of its prices others, that a fact has not."""
    hours, told = _hours(fact), _hours(said) - _hours(heard)
    if hours:
        return not told <= hours
    # It may have more numbers beside all of the fact's, as in "Sixpence, and my two sons carry it".
    for pattern in (_AMOUNT, _DIGITS):
        own, asked, other = (
            {*map(str.lower, pattern.findall(text))} for text in (fact, heard, said)
        )
        if own - other and other - own - asked:
            return True
    return False


def is_denied(fact: str, heard: str, said: str) -> bool:
    """Return whether words refuse an answer, or say no, where a fact says how it is.

    Words that tell the fact may have any "not" beside it.
    """
    is_refusing = _DENYING.search(said) is not None and _DENYING.search(fact) is None
    return is_refusing and is_left_out(fact, heard, said)


def _hours(text: str) -> frozenset[int]:
    """Return the times of day of a text, in minutes on a dial of twelve hours."""
    return frozenset(one.minutes % (DAY // 2) for one in clocks(text))


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


# Of these it can be told whether a line that goes on may match.
_OF_SELF = [
    regex.compile(found.pattern) for found in language.patterns("questions", "of_self", 0).values()
]
# Who is quoted says it, also where the quotation does not end yet.
_QUOTED = regex.compile('["\u201c\u300c\u300e][^"\u201d\u300d\u300f]*["\u201d\u300d\u300f]?')
_INTRODUCTION = language.pattern("questions", "introduction", 0)


def own_description(line: str) -> frozenset[str]:
    """Return the stems of what a line calls its speaker: `cooper` of "I'm a cooper from Wick"."""
    return _all(
        content(found[found.lastindex])
        for pattern in _OF_SELF
        for found in pattern.finditer(_QUOTED.sub(" ", line))
        if found.lastindex is not None
    )


def is_describing(begun: str) -> bool:
    """Return whether an unfinished line may end in what it calls its speaker."""
    begun = _QUOTED.sub(" ", begun)
    return any(
        found.group() and found.end() == len(begun)
        for pattern in _OF_SELF
        for found in pattern.finditer(begun, partial=True)
    )


def others_description(scene: ReplyInput) -> frozenset[str]:
    """Return the stems of names of those present, and of sentences in which they say who they are.

    The partner may have said so long ago, in words that are recalled. What the character's own
    persona has is left out.
    """
    persona, own = scene.character.persona, scene.character.id
    others = [one.name for one in (scene.partner, *scene.company) if one.id != own]
    said = [one.text for one in scene.conversation if not one.is_own]
    told = (one.memory for one in scene.recollections)
    # of nobody else: another player's words must not decide what is said in this talk
    said += [one.text for one in told if one.body.told_by == scene.partner.id]
    found = _all((*map(content, others), *map(_introduced, (*said, scene.heard))))
    return found - content(f"{scene.character.name} {persona.background} {persona.traits}")


@lru_cache(maxsize=1024)
def _introduced(text: str) -> frozenset[str]:
    return _all(content(one) for one in split_sentences(text) if _INTRODUCTION.search(one))


def _all(found: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*found)
