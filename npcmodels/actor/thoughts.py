"""Thoughts without a language model: plans, questions, insights, reactions, impressions.

Made from the material of a question, deterministic by its seed, and no more than is there: days
and hours as the server plans them by default, insights that say what was remembered.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from npcmodels.actor import sentiment
from npcmodels.actor.sentiment import Lexicon
from npcserver.language import code_of, pattern
from npcserver.language.alarm import is_alarming
from npcserver.language.scripts import (
    FULL_STOPS,
    QUESTION_MARKS,
    WIDE_COMMA,
    WIDE_LIST_MARKS,
    WIDE_SEMICOLON,
    WIDE_STOP,
)
from npcserver.model import canned_lines
from npcserver.model import feelings as emotions
from npcserver.model.day import Step, at_minute
from npcserver.model.default_day import default_day, default_steps
from npcserver.model.inputs import (
    ConversationSummary,
    DecomposeInput,
    FocalQuestionsInput,
    Insight,
    InsightsInput,
    PlanInput,
    ReactInput,
    Reaction,
    RelationInput,
    RelationUpdate,
    Situation,
    Spoken,
    SummaryInput,
)
from npcserver.model.memory import Memory
from npcserver.model.place_lookup import known_place
from npcserver.model.question import TypedQuestion
from npcserver.model.record import SPEECH_KINDS, RecordKind

_QUESTIONS = 3
_INSIGHTS = 5
_QUOTED = 150
_TELLING = 28  # characters of the shortest line that tells something
_LONGEST_ACTIVITY = 120  # characters
_CLAUSE = re.compile(f"[,;] |[{WIDE_COMMA}{WIDE_SEMICOLON}{WIDE_LIST_MARKS[0]}]")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_WIDE_FROM = "\u3040"
_UPSETTING = pattern("actor_feelings", "upsetting")
_OF_PLANS = pattern("actor_feelings", "plans")
_UNKIND = pattern("actor_feelings", "unkind")

ThoughtPhrases = Mapping[str, Mapping[str, Sequence[str]]]
"""How thoughts are put in a language. Data: `actor_thoughts.toml`."""


class ThoughtComposer:
    """Answers the questions that are not spoken."""

    def __init__(self, banks: Mapping[str, ThoughtPhrases], lexicon: Lexicon) -> None:
        self._banks = banks
        self._lexicon = lexicon

    def bank(self, situation: Situation) -> ThoughtPhrases:
        """Return the phrases for a character's thoughts, in its language."""
        return self._banks[code_of(situation.character.persona.language)]

    def think(self, question: TypedQuestion[object]) -> object:  # noqa: PLR0911 - for each question
        """Return the answer to a question; by the question's own rule if there is none here."""
        match question:
            case PlanInput():
                plan = default_day(question)
                ends = f" {FULL_STOPS}"
                blocks = (replace(one, activity=one.activity.rstrip(ends)) for one in plan.blocks)
                return replace(plan, blocks=tuple(blocks), is_default=False)
            case DecomposeInput():
                return default_steps(question)
            case FocalQuestionsInput():
                return tuple(dict.fromkeys(self._questions(question)))
            case InsightsInput():
                return tuple({one.text: one for one in self._insights(question)}.values())
            case ReactInput():
                return self._reaction(question)
            case SummaryInput():
                return self._keepsake(question)
            case RelationInput():
                return self._impression(question)
            case _:
                return question.answer_by_rule()

    def _questions(self, question: FocalQuestionsInput) -> Iterator[str]:
        bank, name = self.bank(question.situation)["questions"], question.situation.character.name
        chance = chance_of(question.situation)
        people = list(dict.fromkeys(_speaker(one) for one in reversed(question.memories)))
        fit = [person for person in people if person and person != name][: _QUESTIONS - 1]
        for person in fit:
            yield chance.choice(bank["person"]).format(name=name, person=person)
        for phrase in chance.sample(list(bank["plain"]), _QUESTIONS - len(fit)):
            yield phrase.format(name=name)

    def _insights(self, question: InsightsInput) -> Iterator[Insight]:
        name = question.situation.character.name
        bank = self.bank(question.situation)["insights"]
        chance = chance_of(question.situation)
        places = sorted(
            range(len(question.evidence)),
            key=lambda at: (-question.evidence[at].importance, -question.evidence[at].seq),
        )
        own = f"{name} "
        lived = [
            at
            for at in places
            if _is_lived(question.evidence[at]) and not question.evidence[at].text.startswith(own)
        ]
        for at in (lived or places)[:_INSIGHTS]:
            one = question.evidence[at]
            person = _speaker(one)
            is_heard = bool(person) and person != name
            phrase = chance.choice(bank["heard" if is_heard else "seen"])
            kin = [other for other in places if _speaker(question.evidence[other]) == person]
            yield Insight(
                text=phrase.format(name=name, person=person, text=_quoted(one.text)),
                evidence=(at, *[other for other in kin[:3] if other != at]),
                importance=one.importance,
            )

    def _reaction(self, question: ReactInput) -> Reaction:
        text = question.event.text
        if not (is_alarming(text) or _UPSETTING.search(text)):
            return Reaction()
        bank = self.bank(question.situation)["reaction"]
        chance = chance_of(question.situation)
        quoted = _quoted(_SENTENCE_END.split(text.strip(), maxsplit=1)[0])
        activity = _clauses(chance.choice(bank["plain"]).format(text=quoted))
        place = question.situation.place
        here = None if place is None else place.id
        step = Step(
            starts_at=at_minute(question.situation.now),
            minutes=10,
            activity=activity,
            place_id=known_place(here or "", activity, question.places, here),
            emoji="❗",
        )
        return Reaction(choice="react", step=step)

    def _keepsake(self, question: SummaryInput) -> ConversationSummary:
        bank = self.bank(question.situation)["keepsake"]
        chance = chance_of(question.situation)
        heard = [one for one in question.conversation if not one.is_own and is_news(one.text)]
        planned = [one for one in heard if _OF_PLANS.search(one.text)]
        rest = [one for one in heard if one not in planned[-1:]]

        def put(kind: str, said: Sequence[Spoken]) -> str:
            if not said:
                return ""
            return chance.choice(bank[kind]).format(
                name=question.situation.character.name,
                person=question.partner.name,
                text=_quoted(said[-1].text),
            )

        matters = max((sentiment.importance(one.text, self._lexicon) for one in heard), default=3)
        return ConversationSummary(
            for_my_plans=put("plans", planned),
            interesting=put("interesting", sorted(rest, key=lambda one: len(one.text))),
            importance=matters,
        )

    def _impression(self, question: RelationInput) -> RelationUpdate:
        heard = " ".join(one.text for one in question.memories)
        is_unkind = _UNKIND.search(heard) is not None
        liked = -4 if is_unkind else 1 + (1 if sentiment.is_glad(heard, self._lexicon) else 0)
        affinity = question.standing.affinity + liked
        tone = "cool" if affinity < -10 else "warm" if affinity > 15 else "even"
        view = chance_of(question.situation).choice(self.bank(question.situation)["view"][tone])
        return RelationUpdate(
            affinity=liked,
            trust=-3 if is_unkind else 1,
            familiarity=3,
            view=view.format(name=question.situation.character.name, person=question.other.name),
            feeling=emotions.named(sentiment.of_words(heard, "plain", self._lexicon)),
        )


def chance_of(situation: Situation) -> random.Random:
    """Return chance that repeats itself for the same situation."""
    return random.Random(situation.seed)  # noqa: S311 - repeatable, not secret


def is_news(text: str) -> bool:
    """Say whether a line tells something: no question, no farewell, no mere word of politeness."""
    is_short = len(text) < (_TELLING if text.isascii() else _TELLING // 3)
    return not (
        is_short or text.rstrip().endswith(QUESTION_MARKS) or canned_lines.is_goodbye(text, "zh")
    )


def _is_lived(memory: Memory) -> bool:
    """Say whether an insight may quote a memory: one of its own kind only repeats itself."""
    if memory.kind in SPEECH_KINDS:
        return is_news(memory.text)
    return memory.kind is not RecordKind.REFLECTION


def _speaker(memory: Memory) -> str:
    return memory.body.speaker if memory.kind in SPEECH_KINDS else ""


def _clauses(activity: str) -> str:
    """Return as many whole clauses of an activity as one may have."""
    text = activity.rstrip(f" {FULL_STOPS}\N{HORIZONTAL ELLIPSIS}")
    if len(text) <= _LONGEST_ACTIVITY:
        return text
    ends = [one.start() for one in _CLAUSE.finditer(text, 0, _LONGEST_ACTIVITY)]
    return text[: ends[-1] if ends else _LONGEST_ACTIVITY]


def _quoted(text: str) -> str:
    """Return a text short enough to stand in a thought, cut at the end of a word."""
    line = " ".join(text.split()).rstrip(f" {FULL_STOPS}")
    if len(line) <= _QUOTED:
        return f"{line}{WIDE_STOP if line[-1:] > _WIDE_FROM else '.'}"
    whole = line[:_QUOTED]
    return f"{whole.rpartition(' ')[0] or whole}…"
