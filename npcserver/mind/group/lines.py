"""What of a line in a group chat is speech of one's own, and whether it was said before."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from npcserver.mind.asker import Question
from npcserver.mind.speech import SpeechCutter
from npcserver.model.acting.material import Standpoint
from npcserver.model.group.moves import Spoke
from npcserver.model.small_talk import is_goodbye, repeats
from npcserver.ports.language_model import JSON, Message
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.group_views import own_lines
from npcserver.prompts.render import Templates

T = TypeVar("T")

REMEMBERED_LINES = 30
"""Lines of one's own that a new one must not repeat."""
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


def own_words(text: str, stand: Standpoint, most: int = MOST_SENTENCES) -> str:
    """Return what of a line a member says itself: no name in front, no stage directions.

    What is said for other members, and all after it, is left out; empty when nothing remains.
    """
    own = _names(stand.member.name)
    others = [name for one in stand.script.members for name in _names(one.name) if name not in own]
    cutter = SpeechCutter(own_names=own, other_names=others)
    sentences = (*cutter.feed(text), *cutter.finish())[:most]
    gap = "" if stand.script.language[:2] == "zh" else " "
    return gap.join(sentences)


def fresh_words(text: str, stand: Standpoint, talk: Sequence[Spoke] = ()) -> str:
    """Return a line in a member's own words, or raise `Unparseable` where it says nothing new.

    In a talk of two, what the other has said is not said back.
    """
    say = own_words(text, stand)
    if not say or is_garbage(say):
        raise Unparseable("there are no words of one's own in it")
    if repeats(say, own_lines(stand, talk)[:REMEMBERED_LINES]):
        raise Unparseable("it repeats a line said before; say something new")
    heard = [one.text for one in talk if one.talk and one.member != stand.member.id]
    if repeats(say, heard) and not is_goodbye(say, stand.script.language):
        raise Unparseable("it echoes what the other has said")
    return say


def _names(name: str) -> tuple[str, ...]:
    first = name.partition(" ")[0]
    return tuple(dict.fromkeys((name, first)))
