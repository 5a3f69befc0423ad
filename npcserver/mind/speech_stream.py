"""An answer on its way to being spoken: fragments in, checked lines out.

Models can be talked into repeating their instructions. Asking them not to does not hold; this
does, for wording that comes through unchanged. What must stay secret should not be in a prompt.

Emotion. The answer names its feeling before its words, so that every line carries it. Where a model
names it after them, early lines do not wait for it and go out without any; the last line is
withheld the few tokens until the feeling is known and carries it, and so does the only line of a
short answer. None of this depends on how the answer was sliced.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import regex

from npcserver.language import listed
from npcserver.language.scripts import KANA, UNSPACED
from npcserver.mind.beats import tells_any
from npcserver.mind.copied_words import (
    EchoGuard,
    has_other_numbers,
    is_denied,
    is_describing,
    is_left_out,
    may_be_lead,
    own_description,
    without_lead,
)
from npcserver.mind.hearsay import HearsayGuard
from npcserver.mind.speech import SpeechCutter, worded
from npcserver.model.errors import ModelTalkedNonsense, Unspeakable
from npcserver.model.feelings import Emotion
from npcserver.model.inputs import ReplyInput
from npcserver.model.turn import (
    BY_AUTHOR,
    BY_RULE,
    Line,
    LineDelta,
    Origin,
    ReplyAnswer,
    ReplyText,
)
from npcserver.prompts.garbage import (
    FormEchoes,
    claims_to_be_machine,
    has_stray_letter,
    is_dots,
    is_foreign,
    is_gibberish,
    is_labelled,
    may_become_gibberish,
    may_become_labelled,
    names_machine,
    split_sentences,
)
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.tokens import folded_words, half_words, is_hanzi, runs

WORDS_IN_A_ROW = 8
"""Words (or twice as many Chinese characters) in a row that identify the instructions."""

_FEWEST_LABEL_WORDS = 3
_HINT_WORDS_IN_A_ROW = 6
_LABEL_WORDS_IN_A_ROW = 7
_LABEL_HANZI_IN_A_ROW = 10
_FEWEST_WORDS = 4  # least words of a line that counts as a repetition
_FEWEST_HANZI = 6
_FEWEST_KANA = 16  # a greeting of three words has a dozen
_KANA = regex.compile(f"[{KANA}]")
_IS_UNSPACED = regex.compile(f"[{UNSPACED}]")

LONGEST_RUN = 240
"""Characters before a new sentence that may belong to a run which ends in it."""
_QUOTES = ('"', "'", "\u2018", "\u201c", "\u300c", "\u300e")
_PAUSES = " ,;:\uff0c\uff1b\uff1a\u3001"  # shown with what follows, if anything does
_COLONS = (":", "\N{FULLWIDTH COLON}")


class InstructionsRecited(ModelTalkedNonsense):
    """The character was about to speak its instructions."""


class RecitalGuard:
    """Knows the instructions, the canary and the form of one prompt.

    `context` is the rest of the prompt before the talk, whose headings and labels are never speech;
    `remarks` are lines near the words heard, of which no whole sentence is speech; `scripts` are
    those in which the character and the player write. `heard` are the words that are answered and
    `said` what others said before them: a small model repeats them as its own. `own` are lines of
    the character, which it appends to other answers. `fillers` are lines that stand for an answer
    where there was none, and are no answer either. `label` directly precedes the words heard. No
    line is, or begins up to a colon with, this label or one in the remarks, or the end of either;
    none has a long one in it, or seven words (or ten Chinese characters) in a row of one. No line
    has six words in a row of a `hint` that an action is asked for. The character does not claim to
    be a machine that talks, unless `context` speaks of one, nor to be what `others` say of
    themselves, in stems.
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
        own: Sequence[str] = (),
        fillers: Sequence[str] = (),
        label: str = "",
        hint: str = "",
        others: frozenset[str] = frozenset(),
        is_small: bool = False,
    ) -> None:
        self._others = others
        self._is_small = is_small
        self.echoes = EchoGuard(heard if is_small else "")
        self._heard = _line(heard)
        self._own = [_line(one) for one in own]
        self._said = [_line(one) for one in said]
        self._fillers = [_line(one) for one in fillers]
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
        """Return whether `text` has the canary, however spaced, or a run of the instructions."""
        words = folded_words(text)
        if self._canary and self._canary in "".join(words):
            return True
        return any(_spaced(run) in self._instructions for run in runs(words, WORDS_IN_A_ROW))

    def problem(self, line: str) -> str:
        """Return why a line is no speech, empty where it is speech."""
        words = folded_words(line)
        begin = folded_words(line.replace(_COLONS[1], _COLONS[0]).partition(_COLONS[0])[0])
        is_label = len(begin) >= _FEWEST_LABEL_WORDS and any(
            one.endswith(_spaced(begin)) for one in self._labels
        )
        hints = runs(words, _HINT_WORDS_IN_A_ROW)
        if (
            self._echoes.holds(line)
            or is_labelled(line)
            or is_label
            or any(_spaced(run) in self._hint for run in hints)
            or self._holds_label(words)
        ):
            return "the answer repeats the form that it was asked for in"
        if is_gibberish(line):
            return "the answer is letters without words"
        if not self._may_be_machine and claims_to_be_machine(line):
            return "the character speaks as an assistant"
        if is_foreign(line, self._scripts) or has_stray_letter(line, self._scripts):
            return "the answer is in a script that is not used here"
        return ""

    def is_of_another(self, line: str) -> bool:
        """Return whether the speaker of a line calls itself what only others are called."""
        return not self._others.isdisjoint(own_description(line))

    def repeats(self, line: str, *, is_strict: bool) -> bool:
        """Return whether a line is what another said before, or a filler.

        Unless it `is_strict`, only fillers and the words that are answered count; of a small model
        these also behind "You said:" and the like.
        """
        answer = _Line(line)
        asked = _Line(without_lead(line)) if self._is_small else answer
        if asked.can_repeat and asked.text in self._heard.text:
            return True
        before = (*self._fillers, *(self._said if is_strict else ()))
        return answer.can_repeat and any(answer.text in one.text for one in before)

    def may_repeat(self, begun: str) -> bool:
        """Return whether a line that begins so can still repeat what was said before."""
        if self._is_small:
            if may_be_lead(begun):
                return True
            begun = without_lead(begun)
        words = _Line(begun).text.removesuffix(" ")
        before = (self._heard, *self._fillers, *self._said)
        return any(one.can_repeat and words in one.text for one in before)

    def adds_nothing(self, line: str, behind: str) -> bool:
        """Return whether a later line is one of the character's own again, or copies what it heard.

        It copies where it consists of whole sentences of the words that are answered, behind
        nothing but words of these. It does not in quotation marks, or where it repeats only part of
        a sentence: that is how people answer.
        """
        found = _Line(line)
        if not found.can_repeat or line.lstrip().startswith(_QUOTES):
            return False
        is_own = any(found.text in one.text for one in self._own)
        return is_own or (self._holds_words(behind) and _sentences(line) <= self._sentences)

    def may_add_nothing(self, begun: str, behind: str) -> bool:
        """Return whether a later line that begins so can still add nothing."""
        *whole, last = split_sentences(begun.rstrip()) or [""]
        words = _spaced(folded_words(last)).removesuffix(" ")
        line = _spaced(folded_words(begun)).removesuffix(" ")
        return any(one.can_repeat and line in one.text for one in self._own) or (
            self._holds_words(behind)
            and _sentences("".join(whole)) <= self._sentences
            and any(one.startswith(words) for one in self._sentences)
        )

    def _holds_words(self, text: str) -> bool:
        return all(f" {word} " in self._heard.text for word in folded_words(text))

    def is_doubtful(self, begun: str) -> bool:
        """Return whether a line that begins so can still turn out to be no speech."""
        words = folded_words(begun)
        # the last three words or so may be of the hint; the last may be incomplete
        last = next(runs(words[::-1], _HINT_WORDS_IN_A_ROW // 2), None)
        return (
            self._echoes.may_become(begun)
            or (bool(words) and any(f" {' '.join(words)}" in one for one in self._labels))
            or (last is not None and f" {' '.join(reversed(last))}" in self._hint)
            or may_become_labelled(begun)
            or is_dots(begun)
            or (bool(self._others) and is_describing(begun))
            or self.is_of_another(begun)
            or may_become_gibberish(begun)
            or is_foreign(begun, self._scripts, fewest=1)
            or bool(self.problem(begun))
        )

    def _holds_label(self, words: Sequence[str]) -> bool:
        whole = _spaced(words)
        return any(
            one in whole and half_words(one.split()) >= 2 * _HINT_WORDS_IN_A_ROW
            for one in self._labels
        ) or any(
            _spaced(run) in one
            for run in (
                *runs(words, _LABEL_WORDS_IN_A_ROW),
                *(run for run in runs(words, _LABEL_HANZI_IN_A_ROW // 2) if is_hanzi(run)),
            )
            for one in self._labels
        )


class _Line:
    """A line for comparison: folded words with a space before, between and after them."""

    def __init__(self, line: str) -> None:
        words = folded_words(line)
        fewest = _FEWEST_HANZI if _IS_UNSPACED.search(line) else _FEWEST_WORDS
        fewest = _FEWEST_KANA if _KANA.search(line) else fewest
        self.text = _spaced(words)
        self.can_repeat = len(words) >= fewest


# cached, since the lines of a talk are compared turn by turn
_line = lru_cache(maxsize=1024)(_Line)


def _sentences(text: str) -> frozenset[str]:
    found = (_spaced(folded_words(one)) for one in split_sentences(text))
    return frozenset(one for one in found if one.strip())


def _spaced(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "


_SELF = listed("roles", "model")
_OTHERS = listed("roles", "others")


class SpeechStream:
    """What one answer said so far; `model` made its words, None where no model writes them.

    `fact` answers what was heard, "" for none: lines against it are left out, and it is said where
    no line tells it.

    Generators raise `InstructionsRecited` instead of a line that recites the prompt, and
    `Unspeakable` instead of a first line that nobody would say.
    """

    def __init__(
        self, scene: ReplyInput, guard: RecitalGuard, *, want_deltas: bool, is_last_try: bool = True
    ) -> None:
        own, others = _names(scene)
        self.model: Origin | None = None
        self.fact = ""
        self._persona = scene.character.persona
        self._latest = ReplyText()
        self._cutter = SpeechCutter(own_names=own, other_names=others)
        self.guard = guard
        self._heard = scene.heard
        self._hearsay = HearsayGuard(scene)
        self._want_deltas = want_deltas
        self._is_last_try = is_last_try
        self._streamed = ""  # of `say`, as far as the cutter has it
        self._written = ""  # with what is left out
        self._said = ""
        self._shown = ""  # of the line that is being spoken, by deltas
        self._is_spoken_out = False
        self._has_erred = False
        self._untold = scene.untold

    @property
    def written(self) -> str:
        """All that the model wrote so far; empty where none wrote."""
        return self._latest.written

    @property
    def so_far(self) -> ReplyAnswer:
        """The reply as far as it has come."""
        return ReplyAnswer(say=self._streamed, emotion=self._latest.emotion)

    @property
    def has_begun(self) -> bool:
        """Say whether any word went out; from then on nothing can be taken back."""
        return bool(self._said or self._shown)

    @property
    def is_over(self) -> bool:
        """Say whether reading on is pointless: it is a script for other people's parts."""
        return self._cutter.has_strayed and self._latest.is_plain

    def take(self, part: ReplyText) -> Iterator[Line | LineDelta]:
        """Take in a part; yield what can be spoken by now."""
        self._latest = part
        self._streamed += part.growth
        if self._is_spoken_out:
            return
        for line in self._cutter.feed(part.growth):
            yield from self._speak(line, self._early_emotion)
        if part.is_closed and part.emotion is not None:
            yield from self._speak_out(part.emotion)
        elif self._want_deltas:
            yield from self._show(
                (self._cutter.withheld or self._cutter.unfinished).rstrip(_PAUSES)
            )

    def rest(self, answer: ReplyAnswer) -> Iterator[Line | LineDelta]:
        """Yield the lines that are still unspoken; raises `Unparseable` if there was not one."""
        if not self._is_spoken_out:
            # Held back while it was open what an answer is, and what a look-ahead waited for.
            left = answer.say.removeprefix(self._streamed)
            if answer.say.startswith(self._streamed):
                for line in self._cutter.feed(left):
                    yield from self._speak(line, self._early_emotion)
            yield from self._speak_out(answer.emotion)
        if not self._said and not self.fact:
            if is_dots(answer.say):
                raise Unspeakable("the answer holds no words")
            if tells_any(self._untold, answer.say):
                raise Unspeakable("the answer tells a story beat that is still to come")
            raise Unparseable("the answer holds nothing that can be spoken")

    def add_fact(self, emotion: Emotion | None) -> Iterator[Line | LineDelta]:
        """Yield the fact that answers what was heard, where no line tells it."""
        if self.fact and is_left_out(self.fact, self._heard, self._said):
            yield from self._say(worded(self.fact), emotion, BY_RULE)

    def kept(self) -> Iterator[Line | LineDelta]:
        """After a fault: yield whole sentences that were withheld. `is_torn` tells the rest."""
        emotion = self._latest.emotion
        if self._latest.is_closed or self._cutter.ends_whole:
            yield from self._speak_out(emotion)
        elif self._cutter.withheld:
            line = self._cutter.withheld
            self._cutter.withheld = ""
            yield from self._speak(line, emotion)

    @property
    def is_torn(self) -> bool:
        """Say whether a sentence was begun that never ended."""
        return not self._is_spoken_out and (bool(self._shown) or self._cutter.is_inside_sentence)

    def broken_off(self) -> Line | None:
        """Return the begun sentence as far as it was shown, with an ellipsis; None if unseen."""
        shown, self._shown = self._shown, ""
        return Line(text=f"{shown}\u2026", origin=self._origin(shown)) if shown else None

    @property
    def _early_emotion(self) -> Emotion | None:
        return self._latest.emotion if self._latest.is_felt_first else None

    def _speak_out(self, emotion: Emotion | None) -> Iterator[Line | LineDelta]:
        self._is_spoken_out = True
        lines = self._cutter.finish()
        for index, line in enumerate(lines):
            is_last = index == len(lines) - 1
            yield from self._speak(line, emotion if is_last else self._early_emotion)

    def _speak(self, line: str, emotion: Emotion | None) -> Iterator[Line | LineDelta]:
        if not self._said and is_dots(line):  # words may follow
            return
        if self.guard.leaks(f"{self._said[-LONGEST_RUN:]} {line}"):
            raise InstructionsRecited("the answer repeats its instructions")
        problem = self.guard.problem(line)
        if problem:
            raise InstructionsRecited(problem) if self.has_begun else Unspeakable(problem)
        # Later lines may quote. Those that only go on with what was repeated are left out: of "Good
        # evening. My name is Ann", said again, the greeting is an answer.
        is_first = not (self.has_begun or self._shown)
        self._written = f"{self._written} {line}".strip()
        own = self.guard.echoes.without_echo(line)
        if not own or self.guard.repeats(self._written, is_strict=not self._is_last_try):
            if not is_first:
                return
            raise Unspeakable("the answer repeats what has been said")
        if self.guard.is_of_another(line):
            if self._said and not self._shown:
                return
            problem = "the character takes another's name or trade for its own"
            raise InstructionsRecited(problem) if self.has_begun else Unspeakable(problem)
        if not is_first and not self._shown and self.guard.adds_nothing(line, self._said):
            return
        if self._is_against_fact(own) or tells_any(self._untold, f"{self._said} {own}"):
            return
        spoken = self._hearsay.spoken(own)
        is_kept = any(one.strip() in spoken for one in split_sentences(own))
        yield from self._say(spoken, emotion, self._origin(own) if is_kept else BY_RULE)

    def _is_against_fact(self, line: str) -> bool:
        """Return whether a line says otherwise than the fact, or only goes on with one that did."""
        if not self.fact:
            return False
        heard = self._heard
        if self._has_erred:
            return is_left_out(self.fact, heard, line)
        self._has_erred = has_other_numbers(self.fact, heard, line) or is_denied(
            self.fact, heard, line
        )
        return self._has_erred

    def _origin(self, line: str) -> Origin:
        """Return who made a line: the model, or without one the persona's author or the rules."""
        if self.model is not None:
            return self.model
        persona = self._persona
        authored = (*persona.greetings, *(one.text for one in persona.fallback_lines))
        is_authored = any(_sentences(line) <= _sentences(one) for one in authored)
        return BY_AUTHOR if is_authored else BY_RULE

    def _say(
        self, line: str, emotion: Emotion | None, origin: Origin
    ) -> Iterator[Line | LineDelta]:
        if not line:
            return
        if self._want_deltas:
            yield from self._show(line, is_whole=True)
        self._said = f"{self._said} {line}".strip()
        self._shown = ""
        yield Line(text=line, emotion=emotion, origin=origin)

    def _show(self, text: str, *, is_whole: bool = False) -> Iterator[LineDelta]:
        """Yield what a line grew by, where it still begins with what was shown of it."""
        if len(text) <= len(self._shown) or not text.startswith(self._shown):
            return
        if not is_whole and self._is_withheld(text):
            return
        if self.guard.leaks(f"{self._said[-LONGEST_RUN:]} {text}"):
            raise InstructionsRecited("the answer repeats its instructions")
        growth = text[len(self._shown) :]
        self._shown = text
        yield LineDelta(text=growth, is_by_model=self.model is not None)

    def _is_withheld(self, begun: str) -> bool:
        return (
            bool(self.fact)
            or bool(self._untold)
            or self.guard.is_doubtful(begun)
            or self._hearsay.may_change
            or self.guard.may_repeat(f"{self._written} {begun}")
            or self.guard.echoes.may_echo(begun)
            or (bool(self._written) and self.guard.may_add_nothing(begun, self._said))
        )


def _names(scene: ReplyInput) -> tuple[Sequence[str], Sequence[str]]:
    own = [*_short_and_long(scene.character.name), *_SELF]
    others = [
        name
        for person in (scene.partner, *scene.company)
        if person.id != scene.character.id
        for name in _short_and_long(person.name)
    ]
    return own, [*others, *_OTHERS]


def _short_and_long(name: str) -> list[str]:
    words = name.split()
    return list(dict.fromkeys((" ".join(words), words[0]))) if words else []
