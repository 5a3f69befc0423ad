"""Questions whose answers are looked at once more, and what of an answer somebody says itself."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from npcserver.mind.asker import Question
from npcserver.mind.speech import SpeechCutter
from npcserver.ports.language_model import JSON, Message
from npcserver.prompts.render import Templates

T = TypeVar("T")

MOST_SENTENCES = 4
"""Sentences of a line; one to three are asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Generic[T]):
    """A question whose answer is looked at once more after it was read.

    `check` returns what is kept of it, or raises `Unparseable`, so that it is asked for again.
    """

    question: Question[T]
    check: Callable[[T], T]

    @property
    def template(self) -> str:
        """Name of its template."""
        return self.question.template

    def within(self, templates: Templates, language: str, tokens: int) -> "tuple[Checked[T], int]":
        """Return the question as far as there is room for it, and what is left out."""
        question, left_out = self.question.within(templates, language, tokens)
        return replace(self, question=question), left_out

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]:
        """Render the question."""
        return self.question.messages(templates, language)

    def complaint(self, templates: Templates, language: str, problem: str) -> Message:
        """Render what to say to a model whose answer could not be used."""
        return self.question.complaint(templates, language, problem)

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        return self.question.schema()

    def read(self, text: str) -> T:
        """Return the answer as far as it is kept, or raise `Unparseable`."""
        return self.check(self.question.read(text))


def own_speech(
    text: str, own_name: str, others: Iterable[str], language: str, most: int = MOST_SENTENCES
) -> str:
    """Return what of a line is speech of one's own: no name in front, no stage directions.

    What is said for `others` (their names), and all after it, is left out; so is what exceeds
    `most` sentences. Empty when nothing remains.
    """
    own = names_of(own_name)
    theirs = [name for known in others for name in names_of(known) if name not in own]
    cutter = SpeechCutter(own_names=own, other_names=theirs)
    sentences = (*cutter.feed(text), *cutter.finish())[:most]
    return ("" if language[:2] == "zh" else " ").join(sentences)


def names_of(name: str) -> tuple[str, ...]:
    """Return by what somebody may be called: the whole name, and its first part."""
    first = name.partition(" ")[0]
    return tuple(dict.fromkeys((name, first)))
