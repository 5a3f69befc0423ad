"""What the offline actor says of its own person: age, household, trade, home, and the date.

Age and home are fields. Household and trade are read from the background, which is written for a
model: no sentence of it is said. Only a closed set of facts is taken from it, each in words of the
language's folder, and none from a sentence that hides something.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from npcmodels.actor.phrase_book import PhraseChooser, Phrases
from npcserver import language
from npcserver.language.actor_grammar import grammar_of
from npcserver.language.trades import is_hidden, is_office, occupation_of, sentences
from npcserver.model.character import Persona
from npcserver.model.inputs import ReplyInput

MARRIED, CHILDREN, SIBLINGS = "married", "children", "siblings"
_FAMILY = (MARRIED, CHILDREN, SIBLINGS)


class OwnFacts:
    """What a character may say of itself in a scene; each method returns "" for what is unknown."""

    def __init__(self, scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> None:
        self._scene = scene
        self._persona = scene.character.persona
        self._wording = wording
        self._phrases = phrases

    def age(self) -> str:
        """Return the age, from its field."""
        if self._persona.age is None:
            return ""
        return self._wording.say("own_age", age=str(self._persona.age))

    def household(self, *kinds: str) -> str:
        """Return what the background says of marriage, children, brothers and sisters."""
        told = (_household(self._persona, kind) for kind in kinds or _FAMILY)
        return self._phrases.forms["gap"].join(filter(None, told))

    def trade(self) -> str:
        """Return the trade with which the background begins, and no more of it."""
        about, _ = occupation_of(self._persona.background, self._persona.name)
        if not about or is_office(about):
            return ""
        return self._wording.say(
            "own_trade", about=grammar_of(self._phrases.language).as_trade(about)
        )

    def home(self) -> str:
        """Return where the character is mostly found, if it is there now or owns a place."""
        place, who = self._scene.place, self._scene.character
        if place is not None and place.id == who.place_id:
            return self._wording.say("own_home", place=place.name)
        owned = next((one.name for one in self._scene.town if one.is_own), "")
        return self._wording.say("own_place", place=owned) if owned else ""

    def date(self) -> str:
        """Return the day of game time."""
        now, tag = self._scene.now, self._phrases.language
        names = {
            "weekday": language.texts("calendar", "weekdays", tag)[now.weekday()],
            "month": language.texts("calendar", "months", tag)[now.month - 1],
        }
        date = language.text("calendar", "date", tag).format(day=now.day, year=now.year, **names)
        return self._wording.say("date", date=date)

    def year(self) -> str:
        """Return the year of game time."""
        return self._phrases.forms["year"].format(year=self._scene.now.year)


@cache
def _facts(tag: str, kind: str) -> Sequence[tuple[re.Pattern[str], str]]:
    found = language.filled("household", tag)[kind]
    return tuple((re.compile(one["found"]), one["said"]) for one in found)


def _household(persona: Persona, kind: str) -> str:
    tag = language.code_of_text(persona.background, persona.language)
    of_others, lost = (
        re.compile(language.text("household", key, tag)) for key in ("of_others", "lost")
    )
    for found, said in _facts(tag, kind):
        for sentence in sentences(persona.background):
            match = found.search(sentence.strip())
            if match is None or is_hidden(sentence):
                continue
            is_gone = kind != MARRIED and lost.search(sentence)
            if not is_gone and not of_others.search(sentence.strip()[: match.start()]):
                return _filled(said, match.groupdict())
    return ""


def _filled(said: str, groups: Mapping[str, str | None]) -> str:
    return said.format(**{name: (text or "").lower() if name == "what" else text or ""
                          for name, text in groups.items()})  # fmt: skip
