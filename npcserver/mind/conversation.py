"""Saying the next line to another character: fresh, one's own, and with a goodbye at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from npcserver.mind.asker import Ask, Asked
from npcserver.mind.speech import SpeechCutter
from npcserver.model.pondering import Exchange, Utterance
from npcserver.model.purpose import Purpose
from npcserver.model.small_talk import is_goodbye, repeats, usual_utterance
from npcserver.ports.language_model import JSON, Message
from npcserver.prompts.converse import TakeTurn
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.render import Templates

REMEMBERED_LINES = 30
"""Lines of one's own that a new one must not repeat."""
MOST_SENTENCES = 4

_TOKENS = 260


async def say_next(exchange: Exchange, ask: Ask) -> tuple[Utterance, Asked[Utterance]]:
    """Return the next line; a small one of our own stock where no answer can be used.

    A line that repeats an earlier one is asked for once more, as one that cannot be read. Raises
    `ModelUnreachable` and `ModelTooSlow`.
    """
    question = _Line(question=TakeTurn.of(exchange), exchange=exchange)
    asked = await ask(question, purpose=Purpose.CONVERSE, material=exchange, max_tokens=_TOKENS)
    return asked.answer or _ending(usual_utterance(exchange), exchange), asked


def spoken_only(text: str, exchange: Exchange) -> str:
    """Return what of a line is speech of one's own: no name in front, no stage directions.

    What is said for others, and all after it, is left out; empty when nothing remains.
    """
    own = _names(exchange.situation.character.name)
    company = (person.name for person in exchange.situation.company)
    others = [
        name
        for known in (exchange.partner.name, *company)
        for name in _names(known)
        if name not in own
    ]
    cutter = SpeechCutter(own_names=own, other_names=others)
    sentences = (*cutter.feed(text), *cutter.finish())[:MOST_SENTENCES]
    gap = "" if exchange.situation.character.persona.language[:2] == "zh" else " "
    return gap.join(sentences)


def last_own_lines(exchange: Exchange) -> tuple[str, ...]:
    """Return the lines that must not be said again, latest first."""
    here = tuple(line.text for line in exchange.conversation if line.is_own)
    return tuple(dict.fromkeys((*here[::-1], *exchange.own_lines[::-1])))[:REMEMBERED_LINES]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """The question for a line, read with everything that makes a line unusable."""

    question: TakeTurn
    exchange: Exchange

    @property
    def template(self) -> str:
        return self.question.template

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]:
        return self.question.messages(templates, language)

    def complaint(self, templates: Templates, language: str, problem: str) -> Message:
        return self.question.complaint(templates, language, problem)

    def schema(self) -> Mapping[str, JSON]:
        return self.question.schema()

    def read(self, text: str) -> Utterance:
        """Return the line, or raise `Unparseable` saying which earlier line it says again."""
        utterance = self.question.read(text)
        say = spoken_only(utterance.say, self.exchange)
        if not say or is_garbage(say):
            raise Unparseable("there are no words of one's own in it")
        problem = _repetition(say, self.exchange, self.question.own_lines)
        if problem:
            raise Unparseable(problem)
        line = _ending(replace(utterance, say=say), self.exchange)
        if self.exchange.should_end and not line.ends:
            raise Unparseable("it is time to go; say goodbye and why")
        return line


def _repetition(say: str, exchange: Exchange, shown: Sequence[str]) -> str:
    """Return which earlier line is said again, empty for none; nobody's words are quoted.

    A goodbye may be like the other's. `shown` are one's own lines as the prompt numbers them.
    """
    heard = [line.text for line in exchange.conversation if not line.is_own]
    is_parting = is_goodbye(say, exchange.situation.character.persona.language)
    if not is_parting and repeats(say, heard):
        return "it echoes what the other has said"
    if repeats(say, [line.text for line in exchange.conversation if line.is_own]):
        return "it repeats what was said before in this talk"
    again = repeats(say, shown)
    if again:
        return f"it repeats line {shown.index(again) + 1} of those said before"
    return "it repeats a line said before" if repeats(say, last_own_lines(exchange)) else ""


def _ending(utterance: Utterance, exchange: Exchange) -> Utterance:
    """Return a line that ends the talk where it says goodbye, whatever its flag says.

    Nobody takes leave with the first line.
    """
    language = exchange.situation.character.persona.language
    ends = utterance.ends or is_goodbye(utterance.say, language)
    return replace(utterance, ends=ends and not exchange.is_opening)


def _names(name: str) -> tuple[str, ...]:
    first = name.partition(" ")[0]
    return tuple(dict.fromkeys((name, first)))
