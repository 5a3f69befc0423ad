"""The 25 questions of Generative Agents (section 6.1, appendix B), in our own words.

Five areas with five questions each. Slots are filled for each person by the seed: `met_a` and
`met_b` are people it knows, `stranger` is a name that nobody has, `closest` is the person it talked
with most, and `fact_a` and `fact_b` are questions about facts that the run follows.
"""

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from npceval.run_folder import RunFolder

AREAS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "self_knowledge": (
            "Who are you? Introduce yourself.",
            "What work do you do?",
            "What are you interested in?",
            "Who do you live with?",
            "What does a usual weekday of yours look like?",
        ),
        "memory": (
            "What can you tell me about {met_a}?",
            "What can you tell me about {stranger}?",
            "{fact_a}",
            "{fact_b}",
            "What can you tell me about {met_b}?",
        ),
        "plans": (
            "What will you be doing at 6 in the morning today?",
            "What will you be doing at 6 in the evening today?",
            "What will you just have finished at 1 in the afternoon today?",
            "What will you just have finished at noon today?",
            "What will you be doing at 10 at night today?",
        ),
        "reactions": (
            "Your breakfast has caught fire. What do you do?",
            "You need to wash, and another person is at the wash-basin. What do you do?",
            "You are about to cook, and there is nothing to eat at home. What do you do?",
            "A friend comes towards you in the street. What do you do or say?",
            "There is a fire in the street. What do you do?",
        ),
        "reflections": (
            "What inspires you most in your life at the moment, and why?",
            "From what you know of {closest}, which book would they like, and why?",
            "What would you give {closest} for their birthday?",
            "What would you say to {closest} as a compliment?",
            "Of the people you talked to lately, who would you like to spend time with, and why?",
        ),
    }
)

_STRANGERS = (
    "Orla Vane",
    "Casper Thule",
    "Nadia Brook",
    "Tobias Marl",
    "Ines Calloway",
    "Radek Stone",
)
_FACTS = (
    "What is the news of this place that you have heard lately?",
    "Is there anything that many people here will come together for?",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class InterviewTopic:
    """One question to one person; `id` is `AREA.NUMBER`, from 1."""

    person: str
    id: str
    text: str

    @property
    def area(self) -> str:
        """Its area, a key of `AREAS`."""
        return self.id.partition(".")[0]


def questions_for(
    run: RunFolder, person: str, known: Collection[str], seed: int, of_area: int = 5
) -> list[InterviewTopic]:
    """Return the questions to a person, of each area `of_area` drawn by the seed.

    `known` are the ids of the people it knows. A question whose slot cannot be filled is left out.
    """
    chance = random.Random(f"{seed}:{person}")
    slots = _slots(run, person, known, chance)
    asked = []
    for area, texts in AREAS.items():
        possible = [
            InterviewTopic(person=person, id=f"{area}.{number}", text=filled)
            for number, text in enumerate(texts, 1)
            if (filled := _filled(text, slots))
        ]
        drawn = chance.sample(possible, min(of_area, len(possible)))
        asked += sorted(drawn, key=lambda one: one.id)
    return asked


def stranger(names: Collection[str], chance: random.Random) -> str:
    """Return an invented name that nobody of the run has a part of."""
    taken = {part for name in names for part in name.split()}
    free = [name for name in _STRANGERS if not taken & set(name.split())]
    return chance.choice(free or ["Quillon Ostrander"])


def _slots(
    run: RunFolder, person: str, known: Collection[str], chance: random.Random
) -> dict[str, str]:
    names = run.names
    met = sorted(one for one in known if one in names and one != person)
    chance.shuffle(met)
    slots = {slot: names[one] for slot, one in zip(("met_a", "met_b"), met, strict=False)}
    slots["stranger"] = stranger(names.values(), chance)
    if closest := _closest(run, person, met):
        slots["closest"] = names[closest]
    facts = [fact.question for fact in run.header.facts if fact.question] + list(_FACTS)
    return slots | {"fact_a": facts[0], "fact_b": facts[1]}


def _closest(run: RunFolder, person: str, met: Sequence[str]) -> str:
    talked = Counter(
        other
        for event in run.of("talk")
        if not event.get("is_over") and person in event["who"]
        for other in event["who"]
        if other != person and other in run.names
    )
    if talked:
        return str(min(talked, key=lambda one: (-talked[one], one)))
    return met[0] if met else ""


def _filled(text: str, slots: dict[str, str]) -> str:
    try:
        return text.format_map(slots)
    except KeyError:
        return ""
