"""Saying the next line to another character: fresh, one's own, and with a goodbye at the end."""

from collections.abc import Sequence
from dataclasses import replace

from npcserver.mind.asker import Ask, Asked
from npcserver.mind.checked import Checked, own_speech
from npcserver.model.pondering import Exchange, Utterance
from npcserver.model.purpose import Purpose
from npcserver.model.small_talk import is_goodbye, repeats, usual_utterance
from npcserver.ports.language_model import PromptBudget, fixed_budget
from npcserver.prompts.converse import TakeTurn
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.putting import PROMPT_TOKENS

REMEMBERED_LINES = 30
"""Lines of one's own that a new one must not repeat."""

_TOKENS = 260
_WHOLE = fixed_budget(PROMPT_TOKENS)


async def say_next(
    exchange: Exchange, ask: Ask, budget: PromptBudget = _WHOLE
) -> tuple[Utterance, Asked[Utterance]]:
    """Return the next line; a small one of our own stock where no answer can be used.

    A line that repeats an earlier one is asked for once more, as one that cannot be read. Raises
    `ModelUnreachable` and `ModelTooSlow`.
    """
    tokens = budget(Purpose.CONVERSE, _TOKENS)
    question = TakeTurn.of(exchange, tokens)

    def check(utterance: Utterance) -> Utterance:
        return _checked(utterance, exchange, question.own_lines)

    checked = Checked(question=question, check=check)
    asked = await ask(checked, purpose=Purpose.CONVERSE, material=exchange, max_tokens=_TOKENS)
    own = asked.answer or _ending(usual_utterance(exchange), exchange)
    return own, replace(asked, prompt_budget=tokens)


def spoken_only(text: str, exchange: Exchange) -> str:
    """Return what of a line is speech of one's own: no name in front, no stage directions.

    What is said for others, and all after it, is left out; empty when nothing remains.
    """
    character = exchange.situation.character
    others = (exchange.partner.name, *(person.name for person in exchange.situation.company))
    return own_speech(text, character.name, others, character.persona.language)


def last_own_lines(exchange: Exchange) -> tuple[str, ...]:
    """Return the lines that must not be said again, latest first."""
    here = tuple(line.text for line in exchange.conversation if line.is_own)
    return tuple(dict.fromkeys((*here[::-1], *exchange.own_lines[::-1])))[:REMEMBERED_LINES]


def _checked(utterance: Utterance, exchange: Exchange, shown: Sequence[str]) -> Utterance:
    """Return the line, or raise `Unparseable` with everything that makes it unusable.

    `shown` are one's own lines as the prompt numbers them.
    """
    say = spoken_only(utterance.say, exchange)
    if not say or is_garbage(say):
        raise Unparseable("there are no words of one's own in it")
    problem = _repetition(say, exchange, shown)
    if problem:
        raise Unparseable(problem)
    line = _ending(replace(utterance, say=say), exchange)
    if exchange.should_end and not line.ends:
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
