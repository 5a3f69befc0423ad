"""One model's answer on its way to being spoken: fragments in, lines out, each looked at before.

Emotion. The answer names its feeling before its words, so that every line carries it. Where a model
names it after them, early lines do not wait for it and go out without any; the last line is
withheld the few tokens until the feeling is known and carries it, and so does the only line of a
short answer. None of this depends on how the answer was sliced.
"""

from collections.abc import Iterator, Sequence

from npcserver.language import listed
from npcserver.mind.guard import LONGEST_RUN, Guard, Recited
from npcserver.mind.speech import SpeechCutter
from npcserver.model.emotion import Emotion
from npcserver.model.errors import Unspeakable
from npcserver.model.scene import Scene
from npcserver.model.turn import Line, LineDelta
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.nonsense import is_dots
from npcserver.prompts.streaming import ReplyAnswer, SayReader

_SELF = listed("roles", "model")
_OTHERS = listed("roles", "others")


class Performance:
    """What one answer said so far.

    Generators raise `Recited` instead of a line that recites the prompt, and `Unspeakable` instead
    of a first line that nobody would say.
    """

    def __init__(
        self, scene: Scene, guard: Guard, *, want_deltas: bool, is_last_try: bool = True
    ) -> None:
        own, others = _names(scene)
        self._reader = SayReader()
        self._cutter = SpeechCutter(own_names=own, other_names=others)
        self.guard = guard
        self._want_deltas = want_deltas
        self._is_last_try = is_last_try
        self._streamed = ""  # of `say`, as far as the cutter has it
        self._written = ""  # with what is left out
        self._said = ""
        self._shown = ""  # of the line that is being spoken, by deltas
        self._is_spoken_out = False

    @property
    def answer(self) -> str:
        """The raw answer so far."""
        return self._reader.answer

    @property
    def has_begun(self) -> bool:
        """Say whether any word went out; from then on nothing can be taken back."""
        return bool(self._said or self._shown)

    @property
    def is_over(self) -> bool:
        """Say whether reading on is pointless: too long, or a script for other people's parts."""
        return self._reader.is_overlong or (self._cutter.has_strayed and self._reader.is_plain)

    def take(self, fragment: str) -> Iterator[Line | LineDelta]:
        """Take in a fragment; yield what can be spoken by now."""
        growth = self._reader.feed(fragment)
        self._streamed += growth
        if self._is_spoken_out:
            return
        for line in self._cutter.feed(growth):
            yield from self._speak(line, self._early_emotion)
        if self._reader.is_closed and self._reader.emotion is not None:
            yield from self._speak_out(self._reader.emotion)
        elif self._want_deltas:
            yield from self._show(self._cutter.withheld or self._cutter.unfinished)

    def finish(self) -> ReplyAnswer:
        """Read the whole answer; raises `Unparseable`. What is left to say comes from `rest`."""
        return self._reader.finish()

    def rest(self, answer: ReplyAnswer) -> Iterator[Line | LineDelta]:
        """Yield the lines that are still unspoken; raises `Unparseable` if there was not one."""
        if not self._is_spoken_out:
            # Held back while it was open what an answer is, and what a look-ahead waited for.
            left = answer.say.removeprefix(self._streamed)
            if answer.say.startswith(self._streamed):
                for line in self._cutter.feed(left):
                    yield from self._speak(line, self._early_emotion)
            yield from self._speak_out(answer.emotion)
        if not self._said:
            if is_dots(answer.say):
                raise Unspeakable("the answer holds no words")
            raise Unparseable("the answer holds nothing that can be spoken")

    def kept(self) -> Iterator[Line | LineDelta]:
        """After a fault: yield whole sentences that were withheld. `is_torn` tells the rest."""
        emotion = self._reader.emotion
        if self._reader.is_closed or self._cutter.ends_whole:
            yield from self._speak_out(emotion)
        elif self._cutter.withheld:
            line = self._cutter.withheld
            self._cutter.drop_withheld()
            yield from self._speak(line, emotion)

    @property
    def is_torn(self) -> bool:
        """Say whether a sentence was begun that never ended."""
        return not self._is_spoken_out and (bool(self._shown) or self._cutter.is_inside_sentence)

    def broken_off(self) -> Line | None:
        """Return the begun sentence as far as it was shown, with an ellipsis; None if unseen."""
        shown, self._shown = self._shown, ""
        return Line(text=f"{shown}\u2026") if shown else None

    @property
    def _early_emotion(self) -> Emotion | None:
        return self._reader.emotion if self._reader.is_felt_first else None

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
            raise Recited("the answer repeats its instructions")
        problem = self.guard.problem(line)
        if problem:
            raise Recited(problem) if self.has_begun else Unspeakable(problem)
        # Later lines may quote. Those that only go on with what was repeated are left out: of "Good
        # evening. My name is Ann", said again, the greeting is an answer.
        is_first = not (self.has_begun or self._shown)
        self._written = f"{self._written} {line}".strip()
        if self.guard.repeats(self._written, is_strict=not self._is_last_try):
            if not is_first:
                return
            raise Unspeakable("the answer repeats what has been said")
        if not is_first and not self._shown and self.guard.copies(line, self._said):
            return  # the words that it answers, behind a greeting that is made of them
        if self._want_deltas:
            yield from self._show(line, is_whole=True)
        self._said = f"{self._said} {line}".strip()
        self._shown = ""
        yield Line(text=line, emotion=emotion)

    def _show(self, text: str, *, is_whole: bool = False) -> Iterator[LineDelta]:
        """Yield what a line grew by, where it still begins with what was shown of it."""
        if len(text) <= len(self._shown) or not text.startswith(self._shown):
            return
        if not is_whole and self._is_withheld(text):
            return
        if self.guard.leaks(f"{self._said[-LONGEST_RUN:]} {text}"):
            raise Recited("the answer repeats its instructions")
        growth = text[len(self._shown) :]
        self._shown = text
        yield LineDelta(text=growth)

    def _is_withheld(self, begun: str) -> bool:
        return (
            self.guard.is_doubtful(begun)
            or self.guard.may_repeat(f"{self._written} {begun}")
            or (bool(self._written) and self.guard.may_copy(begun, self._said))
        )


def _names(scene: Scene) -> tuple[Sequence[str], Sequence[str]]:
    """Return the names under which the character and the others may appear in a script."""
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
