"""The last look at a sentence before it goes out: whether it recites the prompt.

Models can be talked into repeating their instructions. Asking them not to does not hold; this
does, for wording that comes through unchanged. What must stay secret should not be in a prompt.
"""

from collections.abc import Sequence

from npcserver.model.errors import ModelTalkedNonsense
from npcserver.prompts.nonsense import (
    FormEchoes,
    claims_to_be_machine,
    is_dots,
    is_foreign,
    is_gibberish,
    may_become_gibberish,
    names_machine,
    split_sentences,
)
from npcserver.prompts.recital import is_labelled, may_become_labelled
from npcserver.prompts.runs import folded_words, half_words, runs

WORDS_IN_A_ROW = 8
"""Words (or twice as many Chinese characters) of the instructions that give them away."""

_FEWEST_LABEL_WORDS = 3
_HINT_WORDS_IN_A_ROW = 6
_LABEL_WORDS_IN_A_ROW = 7
_FEWEST_WORDS = 4  # of a line that counts as a repetition
_FEWEST_HANZI = 6
_LATIN = frozenset(("LATIN",))

LONGEST_RUN = 240
"""Characters before a new sentence that can belong to a run which ends in it."""
_QUOTES = ('"', "'", "\u2018", "\u201c", "\u300c", "\u300e")
_COLONS = (":", "\N{FULLWIDTH COLON}")


class Recited(ModelTalkedNonsense):
    """The character was about to speak its instructions."""


class Guard:
    """Knows the instructions, the canary and the form of one prompt.

    `context` is the rest of what stands before the talk, whose headings and labels nobody says, and
    `remarks` are lines beside the words heard, of which nobody says a whole sentence;
    `scripts` are those in which the character and the player write. `heard` are the words that are
    answered and `said` what others said before them: a small model says it again as if it was its
    own. `label` stands right before the words heard. No line is, or begins up to a colon with, this
    or what announces memories and the like, or the end of either; none holds a long one of them, or
    seven words in a row of it. No line holds six words in a row of a `hint` that an action is asked
    for. The character does not claim to be a machine that talks, unless `context` speaks of one.
    """

    def __init__(  # noqa: PLR0913 - each part of a prompt is guarded in its own way
        self,
        *,
        canary: str,
        instructions: str,
        context: str = "",
        remarks: Sequence[str] = (),
        scripts: frozenset[str] = frozenset(),
        heard: str = "",
        said: Sequence[str] = (),
        label: str = "",
        hint: str = "",
    ) -> None:
        self._heard = _Line(heard)
        self._said = [_Line(one) for one in said]
        self._sentences = _sentences(heard)
        labels = [line for line in remarks if line.endswith(_COLONS)]
        self._labels = [_spaced(folded_words(one)) for one in (*labels, label) if one]
        instructions = "\n".join((instructions, *labels))
        self._echoes = FormEchoes(instructions, context, remarks)
        self._hint = _spaced(folded_words(hint))
        self._may_be_machine = names_machine(context)
        self._scripts = scripts
        self._canary = "".join(folded_words(canary))
        self._instructions = _spaced(folded_words(instructions))

    def leaks(self, text: str) -> bool:
        """Say whether `text` holds the canary, however spaced, or a run of the instructions."""
        words = folded_words(text)
        if self._canary and self._canary in "".join(words):
            return True
        return any(_spaced(run) in self._instructions for run in runs(words, WORDS_IN_A_ROW))

    def problem(self, line: str) -> str:
        """Return what makes a line no speech, empty where it is speech."""
        is_of_form = self._echoes.holds(line) or is_labelled(line) or self._begins_with_label(line)
        if is_of_form or self._holds_hint(line) or self._holds_label(line):
            return "the answer repeats the form that it was asked for in"
        if is_gibberish(line):
            return "the answer is letters without words"
        if not self._may_be_machine and claims_to_be_machine(line):
            return "the character says that it is a machine"
        if is_foreign(line, self._scripts):
            return "the answer is in a script that nobody here uses"
        return ""

    def repeats(self, line: str, *, is_strict: bool) -> bool:
        """Say whether a line is what somebody else said before.

        Unless it `is_strict`, only the words that are answered count.
        """
        answer = _Line(line)
        before = (self._heard, *self._said) if is_strict else (self._heard,)
        return answer.can_repeat and any(answer.text in one.text for one in before)

    def may_repeat(self, begun: str) -> bool:
        """Say whether a line that begins so can still repeat what was said before."""
        words = _Line(begun).text.removesuffix(" ")
        return any(one.can_repeat and words in one.text for one in (self._heard, *self._said))

    def copies(self, line: str, behind: str) -> bool:
        """Say whether a line is nothing but whole sentences of the words that are answered.

        It is no copy behind any word that is not in them, in quotation marks, or where it says a
        part of a sentence: whoever says so answers.
        """
        is_quoted = line.lstrip().startswith(_QUOTES)
        return (
            not is_quoted
            and _Line(line).can_repeat
            and self._holds_words(behind)
            and _sentences(line) <= self._sentences
        )

    def may_copy(self, begun: str, behind: str) -> bool:
        """Say whether a line that begins so can still copy what it answers."""
        *whole, last = split_sentences(begun.rstrip()) or [""]
        words = _spaced(folded_words(last)).removesuffix(" ")
        return (
            self._holds_words(behind)
            and _sentences("".join(whole)) <= self._sentences
            and any(one.startswith(words) for one in self._sentences)
        )

    def _holds_words(self, text: str) -> bool:
        return all(f" {word} " in self._heard.text for word in folded_words(text))

    def is_doubtful(self, begun: str) -> bool:
        """Say whether a line that begins so can still turn out to be no speech."""
        return (
            self._echoes.may_become(begun)
            or self._may_begin_with_label(begun)
            or self._may_hold_hint(begun)
            or may_become_labelled(begun)
            or is_dots(begun)
            or may_become_gibberish(begun)
            or is_foreign(begun, self._scripts, fewest=1)
            or bool(self.problem(begun))
        )

    def _begins_with_label(self, line: str) -> bool:
        words = folded_words(line.replace(_COLONS[1], _COLONS[0]).partition(_COLONS[0])[0])
        return len(words) >= _FEWEST_LABEL_WORDS and any(
            one.endswith(_spaced(words)) for one in self._labels
        )

    def _holds_hint(self, line: str) -> bool:
        found = runs(folded_words(line), _HINT_WORDS_IN_A_ROW)
        return any(_spaced(run) in self._hint for run in found)

    def _holds_label(self, line: str) -> bool:
        words = folded_words(line)
        whole = _spaced(words)
        return any(
            one in whole and half_words(one.split()) >= 2 * _HINT_WORDS_IN_A_ROW
            for one in self._labels
        ) or any(
            _spaced(run) in one
            for run in runs(words, _LABEL_WORDS_IN_A_ROW)
            for one in self._labels
        )

    def _may_hold_hint(self, begun: str) -> bool:
        """Say whether the last three words or so are of the hint; the last may be half written."""
        last = next(runs(folded_words(begun)[::-1], _HINT_WORDS_IN_A_ROW // 2), None)
        return last is not None and f" {' '.join(reversed(last))}" in self._hint

    def _may_begin_with_label(self, begun: str) -> bool:
        words = folded_words(begun)
        return bool(words) and any(f" {' '.join(words)}" in one for one in self._labels)


class _Line:
    """A line as it is compared: folded words with a space before, between and after them."""

    def __init__(self, line: str) -> None:
        words = folded_words(line)
        fewest = _FEWEST_HANZI if is_foreign(line, _LATIN) else _FEWEST_WORDS
        self.text = _spaced(words)
        self.can_repeat = len(words) >= fewest


def _sentences(text: str) -> frozenset[str]:
    found = (_spaced(folded_words(one)) for one in split_sentences(text))
    return frozenset(one for one in found if one.strip())


def _spaced(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "
