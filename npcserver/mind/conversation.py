"""Conversations of two characters: whether one is begun, and the next line."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from types import MappingProxyType

from npcserver.language import has_spaces, pattern
from npcserver.language.intentions import announced
from npcserver.mind.asker import names_of, own_speech
from npcserver.mind.provenance import passed_on, retells
from npcserver.model.canned_lines import canned_utterance, is_goodbye, repeats
from npcserver.model.character import Persona
from npcserver.model.day import DayPlan
from npcserver.model.feelings import Standing
from npcserver.model.inputs import ConverseInput
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind
from npcserver.model.turn import ReplyAnswer
from npcserver.ports.thinker import Ask, AskResult
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.reply_reader import Unparseable

PRESSING = 6
"""Importance from which a memory is worth telling."""
KNOWN = 20
"""Affinity (either way) or familiarity from which a person is no stranger."""

NEWS = (RecordKind.WHISPER, RecordKind.UTTERANCE, RecordKind.REFLECTION, RecordKind.PLAN)
"""Kinds of memories that are worth telling."""

_NO_GROUNDS: Mapping[int, Sequence[str]] = MappingProxyType({})
_SELDOM, _MOST = 0.1, 0.9
"""Bounds of the chance with a known person: nobody is silent for good, nor a chatterbox."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkRates:
    """How likely a character speaks to a person it meets, 0..1; the settings `talk` say why."""

    known: float = 0.5
    liking: float = 0.5
    acquaintance: float = 0.4
    household: float = 0.2
    mood: float = 0.1
    again: float = 0.8
    stranger: float = 0.25
    stranger_news: float = 0.3

    def chance(self, standing: Standing, *, is_household: bool, valence: float) -> float:
        """Return the chance with a person it knows, without news for it."""
        found = (
            self.known
            + self.liking * standing.affinity / 100
            + self.acquaintance * standing.familiarity / 100
            + self.household * is_household
            + self.mood * valence
        )
        return min(_MOST, max(_SELDOM, found))


def wants_to_talk(
    standing: Standing,
    about: str,
    name: str,
    *,
    has_talked: bool = False,
    is_household: bool = False,
    valence: float = 0.0,
    rates: TalkRates = TalkRates(),
) -> bool:
    """Return whether a character speaks to a person it meets.

    With news for a person it knows it talks. Else chance decides by `rates`, its mood (`valence`,
    -1..1), and whether they live together; `name` makes it repeatable. Two who `has_talked` to each
    other that day talk again only with news, or at home. It sometimes speaks to strangers, and
    never to people it dislikes.
    """
    is_known = not is_stranger(standing)
    if has_talked and not about and not (is_household and is_known):
        return False
    chance = random.Random(name).random()  # noqa: S311 - chance that repeats itself is wanted
    if standing.affinity <= -KNOWN:
        return False
    if not is_known:
        return chance < (rates.stranger_news if about else rates.stranger)
    often = rates.chance(standing, is_household=is_household, valence=valence)
    return bool(about) or chance < often * (rates.again if has_talked else 1)


def is_stranger(standing: Standing) -> bool:
    """Return whether a person is neither liked, nor disliked, nor known."""
    return abs(standing.affinity) < KNOWN and standing.familiarity < KNOWN


def news_for(
    other_id: str,
    memories: Sequence[Memory],
    told: Sequence[str],
    told_others: Sequence[str] = (),
    grounds: Mapping[int, Sequence[str]] = _NO_GROUNDS,
) -> str:
    """Return what is most worth telling a person; empty for nothing.

    News is important (a whisper always is), was not heard from that person, and not told to that
    person: `told` are the lines it heard. Hearsay is none that `told_others` passed on that day.
    `grounds` are the texts on which inferences rest, by seq.
    """
    stale = _told_by(told_others, memories, grounds)
    known = _told_by(told, memories, grounds)
    fresh = [
        memory
        for memory in memories
        if memory.kind in NEWS
        and memory.seq not in stale
        and (memory.kind is RecordKind.WHISPER or memory.importance >= PRESSING)
        and other_id != memory.body.told_by
        and memory.seq not in known
        and not any(passed_on(line, (memory,)) for line in told)
    ]
    found = max(fresh, key=lambda memory: (memory.importance, memory.seq), default=None)
    return "" if found is None else found.text


HEARSAY = (RecordKind.UTTERANCE, RecordKind.REFLECTION)
"""Kinds of memories that are passed on unasked to one person a day."""


def without_told(
    found: Sequence[Recollection],
    told: Sequence[str],
    asked: str,
    grounds: Mapping[int, Sequence[str]] = _NO_GROUNDS,
    *,
    is_for_stranger: bool = False,
) -> tuple[Recollection, ...]:
    """Return recollections without hearsay that was `told` to others that day, unless `asked` for.

    Else who says what comes to mind tells everybody everything, and in a day all know it. A
    stranger is told no hearsay unasked. `grounds` are the texts on which inferences rest, by seq.
    """
    heard = [one.memory for one in found]
    hearsay = {one.seq for one in heard if one.kind in HEARSAY}
    gone = hearsay if is_for_stranger else _told_by(told, heard, grounds)
    gone -= _told_by([asked] if asked else (), heard, grounds)
    return tuple(one for one in found if one.memory.seq not in gone)


def _told_by(
    lines: Sequence[str], memories: Sequence[Memory], grounds: Mapping[int, Sequence[str]]
) -> set[int]:
    """Return the seqs of hearsay that lines pass on.

    A summary of a talk is passed on with what was said in the talk: its own words are others.
    """
    return {
        memory.seq
        for memory in memories
        if memory.kind in HEARSAY
        for text in (memory.text, *grounds.get(memory.seq, ()))
        if any(retells(line, text) for line in lines)
    }


def intentions(persona: Persona, written: datetime, now: datetime) -> tuple[str, ...]:
    """Return what a character means to do by its author's words, and others are meant to hear.

    Of `currently` and of each goal the sentences that are news at `now`. Times are read as seen
    from when the words were `written`, the start of the world.
    """
    found = (announced(text, written, now) for text in (persona.currently, *persona.goals))
    return tuple(_gap(persona).join(some) for some in found if some)


def with_intentions(plan: DayPlan, persona: Persona, written: datetime) -> DayPlan:
    """Return a plan whose `currently` still says what others are to hear from its maker.

    A model that sums up the day leaves it out.
    """
    kept = [
        text
        for text in intentions(persona, written, plan.wakes_at)
        if text not in plan.currently and not retells(plan.currently, text)
    ]
    whole = _gap(persona).join((plan.currently, *kept)).strip()
    return replace(plan, currently=whole) if kept else plan


def _gap(persona: Persona) -> str:
    return " " if has_spaces(persona.language) else ""


REMEMBERED_LINES = 30
"""Lines of one's own that a new one must not repeat."""


async def say_next(exchange: ConverseInput, ask: Ask) -> tuple[ReplyAnswer, AskResult[ReplyAnswer]]:
    """Return the next line; a small one of our own stock where no answer can be used.

    A line that repeats an earlier one is asked for once more, as one that cannot be read. Raises
    `ModelUnreachable` and `ModelTooSlow`.
    """
    asked = await ask(exchange, partial(_checked, exchange=exchange))
    return asked.answer or _ending(canned_utterance(exchange), exchange), asked


def spoken_only(text: str, exchange: ConverseInput) -> str:
    """Return what of a line is speech of one's own: no name in front, no stage directions.

    What is said for others, and all after it, is left out; empty when nothing remains.
    """
    character = exchange.situation.character
    others = (exchange.partner.name, *(person.name for person in exchange.situation.company))
    return own_speech(text, character.name, others, character.persona.language)


_NARRATED = pattern("answers", "narrated", 0)


def narrates(say: str, name: str) -> bool:
    """Say whether a line tells of its speaker: `Nell looked up` from Nell is no speech."""
    return any(
        say.startswith(f"{one} ") and _NARRATED.match(say, len(one) + 1) is not None
        for one in names_of(name)
    )


def last_own_lines(exchange: ConverseInput) -> tuple[str, ...]:
    """Return the lines that must not be said again, latest first."""
    here = tuple(line.text for line in exchange.conversation if line.is_own)
    return tuple(dict.fromkeys((*here[::-1], *exchange.own_lines[::-1])))[:REMEMBERED_LINES]


def _checked(utterance: ReplyAnswer, exchange: ConverseInput) -> ReplyAnswer:
    say = spoken_only(utterance.say, exchange)
    if not say or is_garbage(say):
        raise Unparseable("there are no words of one's own in it")
    if narrates(say, exchange.situation.character.name):
        raise Unparseable("it tells a story of who speaks; write only what is said aloud")
    heard = [line.text for line in exchange.conversation if not line.is_own]
    # a goodbye may be like the other's; nobody's words are quoted
    is_parting = is_goodbye(say, exchange.situation.character.persona.language)
    if not is_parting and repeats(say, heard):
        raise Unparseable("it echoes what the other has said")
    if repeats(say, [line.text for line in exchange.conversation if line.is_own]):
        raise Unparseable("it repeats what was said before in this talk")
    if repeats(say, last_own_lines(exchange)):
        raise Unparseable("it repeats a line said before")
    line = _ending(replace(utterance, say=say), exchange)
    if exchange.should_end and not line.ends:
        raise Unparseable("it is time to go; say goodbye and why")
    return line


def _ending(utterance: ReplyAnswer, exchange: ConverseInput) -> ReplyAnswer:
    """Return a line that ends the talk where it says goodbye, whatever its flag says.

    Nobody takes leave with the first line.
    """
    language = exchange.situation.character.persona.language
    ends = utterance.ends or is_goodbye(utterance.say, language)
    return replace(utterance, ends=ends and not exchange.is_opening)
