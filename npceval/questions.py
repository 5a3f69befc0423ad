"""The 25 questions of Generative Agents (section 6.1, appendix B), in our own words.

They stand in `questions_en.toml`; its slots are filled for each person by the seed.
"""

import random
import tomllib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from npceval.run_folder import RunFolder

_DATA: Final = tomllib.loads(
    (Path(__file__).parent / "questions_en.toml").read_text(encoding="utf-8")
)
AREAS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(_DATA["areas"])


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
    free: list[str] = [name for name in _DATA["strangers"] if not taken & set(name.split())]
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
    facts = [fact.question for fact in run.header.facts if fact.question] + _DATA["facts"]
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
