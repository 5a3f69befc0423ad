"""A scripted mind for towns, `scripted:town`: it says at once what it is shown; it invents nothing.

It passes on what others are meant to hear (`language.intentions`) in the words of its author, and
goes where people are asked to come on the day that is named. All else is left to the offline actor.
What differs from town to town is drawn by the ids of world and people, so that the same town lives
the same.
"""

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Final

from npcserver.language import filled, pattern
from npcserver.language.clock import clocks
from npcserver.language.deadlines import day_to_come
from npcserver.language.intentions import announced
from npcserver.language.past_times import date_to_come
from npcserver.language.person import first_person
from npcserver.language.sentences import sentences
from npcserver.model.character import Persona
from npcserver.model.day import Block, Cause, DayPlan, minutes_between
from npcserver.model.default_day import default_day, filled_by_habit
from npcserver.model.feelings import named
from npcserver.model.inputs import ConverseInput, PlanInput, RatingInput, Situation
from npcserver.model.memory import Memory, Recollection
from npcserver.model.place_lookup import nearest_place
from npcserver.model.record import RecordKind, Source
from npcserver.model.turn import ReplyAnswer

TELLS: Final = 0.3
"""How likely one passes on to another what a third one said. With 1 all of a town of 25 know all
after two days, with 0 only those to whom its source spoke."""

_ANNOUNCED: Final = pattern("intentions", "announced")
_NOON: Final = 12 * 60
_STAYS: Final = 120
"""Minutes for which one goes to what others were asked to come to."""
_NEWS_IMPORTANCE: Final = 7
_ORDINARY: Final = 2
_LAST_LINE: Final = 4
"""Lines of a talk after which one says goodbye."""
_SMALL_TALK: Final = 2
"""The first lines, in which one without news says what one is doing."""


@dataclass(frozen=True, slots=True)
class NewsItem:
    """What is meant for others to hear, and the game time from which its times are seen."""

    text: str
    since: datetime


_TOLD_KINDS: Final = (RecordKind.OBSERVATION, RecordKind.UTTERANCE, RecordKind.WHISPER)
"""Kinds of memories that are passed on: what one planned or thought is one's own."""


class TownMind:
    """A script for `ScriptedThinker`: answers some questions, and None to the others."""

    def __call__(self, question: object) -> object:
        """Return the answer; None leaves it to the offline actor."""
        match question:
            case PlanInput():
                return self._plan(question)
            case ConverseInput():
                return self._line(question)
            case RatingInput():
                return tuple(
                    _NEWS_IMPORTANCE if _ANNOUNCED.search(one) else _ORDINARY
                    for one in question.texts
                )
        return None

    def _plan(self, asked: PlanInput) -> DayPlan | None:
        if asked.rest_from is not None and asked.so_far is not None:
            return None  # what is left of the day stays, apart from what made it change
        told = _news(asked.situation, asked.recollections)
        blocks = [block for one in told if (block := _visit(one, asked)) is not None]
        if not blocks:
            return None
        day = default_day(asked)
        midnight = datetime.combine(asked.day, time(), tzinfo=asked.situation.now.tzinfo)
        begins, ends = (minutes_between(midnight, one) for one in (day.wakes_at, day.sleeps_at))
        whole = filled_by_habit(asked, blocks, begins, ends)
        return replace(day, is_default=False, blocks=whole)

    def _line(self, asked: ConverseInput) -> ReplyAnswer | None:
        situation, count = asked.situation, len(asked.conversation)
        if asked.should_end or count >= _LAST_LINE:
            return None
        who, other = situation.character, asked.partner
        bank = filled("actor_thoughts", who.persona.language)
        said = " ".join(one.text for one in asked.conversation)
        own = {one.text for one in _news(situation, ())}
        for news in _news(situation, asked.recollections, asked.about):
            is_others = news.text not in own and not _draws(situation, other.id, news.text, TELLS)
            if news.text in said or news.text.startswith(other.name.split()[0]) or is_others:
                continue
            ways = [
                way.format(person=other.name, text=news.text) for way in bank["opening"]["news"]
            ]
            fresh = [way for way in ways if way not in asked.own_lines]
            if fresh:
                return ReplyAnswer(say=fresh[0], emotion=named("curiosity"))
        act, town = situation.act, bank["town"]
        if act is not None and act.cause is not Cause.TALK and count < _SMALL_TALK:
            way = town["doing"][count % len(town["doing"])]
            since = f"{act.step.starts_at:%H:%M}"
            say = way.format(person=other.name, doing=act.step.activity, since=since)
            return ReplyAnswer(say=say, emotion=named("calm"))
        # not left to the offline actor, which would tell what chance keeps back
        plain = bank["going_on" if count else "opening"]["plain"]
        lines = [one.format(person=other.name) for one in plain]
        left = [one for one in lines if one not in asked.own_lines]
        return ReplyAnswer(say=left[situation.seed % len(left)]) if left else None


def _news(
    situation: Situation, found: Sequence[Recollection], about: str = ""
) -> tuple[NewsItem, ...]:
    """Return what is shown and meant for others; one's own first, each once."""
    now, who = situation.now, situation.character.persona
    words = filled("actor_thoughts", who.language)["town"]
    shown = [(situation.currently, now), (about, now)]
    shown += [
        (_as_own(one.memory), one.memory.created_at)
        for one in found
        if one.memory.kind in _TOLD_KINDS
    ]
    heard = {one.memory.text for one in found if one.memory.source is not Source.AUTHORED}
    items = {
        said: NewsItem(said, since)
        for text, since in shown
        for said in _announced(_with_subjects(text, who, words["means"]), since, now, words)
        # what a third one said about itself would be wrong as one's own words
        if text not in heard or not re.search(words["self"], said)
    }
    return tuple(items.values())


def _with_subjects(text: str, who: Persona, means: str) -> str:
    """Return a text in which goals, which authors write without a subject, say whose they are."""
    for goal in who.goals:
        text = text.replace(goal, means.format(name=who.name, text=f"{goal[:1].lower()}{goal[1:]}"))
    return text


def _as_own(memory: Memory) -> str:
    """Return a memory as its holder would say it: authors write to a character as "you"."""
    return first_person(memory.text) if memory.source is Source.AUTHORED else memory.text


def _announced(
    text: str, since: datetime, now: datetime, words: Mapping[str, str]
) -> Iterator[str]:
    """Yield the sentences of a text that are news, with the one before for what only refers."""
    news, before = set(announced(text, since, now)), ""
    for sentence in sentences(text):
        # what stands behind "about this:" or "told me:" is the news itself
        plain = sentence.rpartition(": ")[2].strip('"')
        if sentence in news and plain != sentence and announced(plain, since, now):
            yield plain
            continue
        whole = f"{before} {sentence}" if re.match(words["refers"], sentence) else sentence
        if sentence in news and (before or whole is sentence):
            yield whole
        before = whole


def _visit(news: NewsItem, asked: PlanInput) -> Block | None:
    """Return the block of a day in which one goes where a sentence asks people to come."""
    over = date_to_come(news.text, news.since) or day_to_come(news.text, news.since)
    clock = next(iter(clocks(news.text)), None)
    place = nearest_place(news.text, asked.places)
    if over is None or clock is None or place is None or _day_before(over) != asked.day:
        return None
    midnight = datetime.combine(asked.day, time(), tzinfo=asked.situation.now.tzinfo)
    starts = clock.after(_NOON)
    return Block(
        starts_at=midnight.replace(hour=starts // 60, minute=starts % 60),
        minutes=_STAYS,
        activity=filled("actor_thoughts", asked.language)["town"]["joins"],
        place_id=place.id,
        emoji="🎉",
    )


def _day_before(over: datetime) -> date:
    return datetime.fromtimestamp(over.timestamp() - 1, tz=over.tzinfo).date()


def _draws(situation: Situation, other: str, text: str, chance: float) -> bool:
    """Return whether chance has it, each time the same for a day, two people and what is told."""
    named_for = (situation.world.id, situation.character.id, other, situation.now.date(), text)
    return zlib.crc32("|".join(map(str, named_for)).encode()) / 2**32 < chance
