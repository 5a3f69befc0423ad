"""Characters and persons: personas, their versions, attention tiers, and names.

Authors may write a name; what is kept, and what decides who may know, is the id.
"""

import difflib
import hashlib
import json
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Annotated

from npcserver.model import limits
from npcserver.model.bounds import (
    Affinity,
    AuthoredLine,
    Flag,
    Form,
    Importance,
    Items,
    Language,
    Name,
    NumberRange,
    Prose,
    ShortProse,
    Text,
)
from npcserver.model.feelings import emotion_problem, warmth
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.secret import Secret


class Availability(StrEnum):
    """Whether a character takes part in a timeline."""

    PRESENT = "present"
    ABSENT = "absent"
    DEAD = "dead"


class Attention(StrEnum):
    """Attention tier of a character.

    FOREGROUND: players may see it. It plans in steps of minutes, reacts with a model's help, and
    the game carries out its acts and reports where it goes.
    BACKGROUND: no player sees it. It plans by the hour, reacts by rules, and the server itself
    moves it and lets others perceive its acts.
    DORMANT: it perceives, remembers and reflects, and starts nothing on its own.
    CROWD: an extra. It lives by a plan that it shares with others and thinks nothing; spoken to, it
    becomes a whole mind.
    """

    FOREGROUND = "foreground"
    BACKGROUND = "background"
    DORMANT = "dormant"
    CROWD = "crowd"

    @property
    def is_awake(self) -> bool:
        """Whether a character of this tier plans, reacts, and starts things on its own."""
        return self in (Attention.FOREGROUND, Attention.BACKGROUND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A player or a character."""

    id: str
    name: Name
    is_player: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """What a character thinks of another person, as its author wrote it.

    `affinity` lies in -100..100; 0 is indifference. `to` is the display name; `to_id` is the id of
    that character or player, empty if the person is neither.
    """

    to: Name
    view: ShortProse
    affinity: Affinity = 0
    to_id: str = ""

    @property
    def warmth(self) -> str:
        """The word for the affinity."""
        return warmth(self.affinity)


@dataclass(frozen=True, slots=True, kw_only=True)
class FallbackLine:
    """An authored line, with its emotion, for when no model can answer."""

    text: AuthoredLine
    emotion: Annotated[str, Form(emotion_problem)] = "neutral"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """A story beat: a fact that the character must tell once a story flag is set, and not before.

    It is told within so many answers (`within`) of the character's, in its own words; `line` is
    said where no answer told it. `key` names it among the character's beats.
    """

    key: Name
    fact: Annotated[str, Text(limits.VIEW, is_authored=True)]
    flag: Flag
    line: AuthoredLine
    within: Annotated[int, NumberRange(1, limits.BEAT_TURNS)] = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBeat:
    """A beat whose flag is set, from the record at `since` on; it `is_due` by the next answer."""

    beat: Beat
    since: int
    is_due: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """Who a character is: authored, versioned, and the same on all timelines of its world."""

    name: Name
    age: Annotated[int, NumberRange(0, limits.AGE)] | None = None
    traits: Prose = ""
    background: Prose = ""
    currently: Prose = ""
    lifestyle: Prose = ""
    voice: Prose = ""
    goals: Annotated[tuple[ShortProse, ...], Items(limits.GOALS)] = ()
    relations: Annotated[tuple[Relation, ...], Items(limits.RELATIONS)] = ()
    greetings: Annotated[tuple[AuthoredLine, ...], Items(limits.LINES)] = ()
    fallback_lines: Annotated[tuple[FallbackLine, ...], Items(limits.LINES)] = ()
    daily_plan: Prose = ""
    language: Language = "en"
    is_deaf: bool = False
    is_blind: bool = False
    beats: Annotated[tuple[Beat, ...], Items(limits.BEATS, key="key")] = ()

    @property
    def digest(self) -> str:
        """SHA-256 of the content; a persona whose digest changed is a new version."""
        content = asdict(self)
        if not content["beats"]:  # so digests from before there were beats still match
            del content["beats"]
        for relation in content["relations"]:  # so digests from before `to_id` existed still match
            if not relation["to_id"]:
                del relation["to_id"]
        text = json.dumps(content, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A character of a world, with its latest persona and that persona's version.

    Where the persona is a draft of a timeline, `draft_seq` is the position of its record, and
    `version` that of what is published; 0 for a published persona. `knows` are the places it knows
    at the start, each with all its parts; empty means every place.
    """

    id: CharacterId
    world_id: WorldId
    persona: Persona
    version: int = 1
    place_id: PlaceId | None = None
    knows: Annotated[tuple[PlaceId, ...], Items(limits.PLACES)] = ()
    etag: str = ""
    draft_seq: int = 0
    created_at: datetime
    updated_at: datetime

    @property
    def name(self) -> str:
        """Display name, from the persona."""
        return self.persona.name


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaVersion:
    """One version of a persona; versions count from 1 and never change."""

    character_id: CharacterId
    version: int
    persona: Persona
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedMemory:
    """A memory from before play began; importance 1..10, or None to have it rated.

    A `secret` limits to whom the character may tell it.
    """

    text: Annotated[str, Text(limits.MEMORY, is_authored=True)]
    importance: Importance | None = None
    secret: Secret | None = None


_ALIKE = 0.6  # similarity (0..1) from which a word counts as a misspelling of another


@lru_cache(maxsize=8192)
def folded(name: str) -> str:
    """Return a name without case, width, surplus spaces and invisible characters."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    shown = "".join(one for one in plain if unicodedata.category(one) not in ("Cf", "Cc"))
    return " ".join(shown.split())


# Letters and digits that look like Latin ones in most fonts: capitals, before they are folded, and
# small letters of Cyrillic, Greek, Armenian and Latin. `i`, `l` and `1` are one.
_CAPITALS = str.maketrans(
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХ|",
    "abezhikmnoptyxabesijkmhopctyxl",
)
_SMALL = str.maketrans(
    "авԁеіјкӏмпногԛрсѕтуүхьһԝαβγεηικνορτυχωօսհցոզıɑɡɩłøđ01i",
    "abdeljklmnhorqpcstyyxbhwabyenlkvoptuxwoshgnqlagloldoll",
)


@lru_cache(maxsize=8192)
def skeleton(name: str) -> str:
    """Return what a name looks like: names that a reader could take for each other share it.

    As in Unicode's report on confusable names (UTS 39), cut down to letters that look like the
    Latin ones that ids consist of; accents, case, blanks and punctuation do not count.
    """
    capital = unicodedata.normalize("NFKC", name).translate(_CAPITALS)
    letters = "".join(
        one
        for one in unicodedata.normalize("NFKD", folded(capital))
        if unicodedata.category(one)[0] in "LNM" and not "\u0300" <= one <= "\u036f"
    )
    return letters.translate(_SMALL).replace("rn", "m").replace("vv", "w") or folded(name)


@dataclass(frozen=True, slots=True)
class People:
    """The characters of a world: display names by id."""

    names: Mapping[str, str]
    _named: dict[str, list[str]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def named(self, word: str) -> tuple[str, ...]:
        """Return the ids a word may mean: the word if it is an id, else all with that name."""
        if word in self.names:
            return (word,)
        wanted = folded(word)
        if wanted in self.names:
            return (wanted,)
        if not self._named:  # read once: an import asks for each relation of a town
            for one, name in self.names.items():
                self._named.setdefault(folded(name), []).append(one)
        return tuple(self._named.get(wanted, ()))

    def name_of(self, identifier: str) -> str:
        """Return the name of a character, or the id if it is unknown."""
        return self.names.get(identifier, identifier)

    def nearest(self, word: str, alike: float = _ALIKE) -> str:
        """Return the id of the character whose id or name is most like a word; empty if none is."""
        known = {folded(called): one for one, name in self.names.items() for called in (one, name)}
        near = difflib.get_close_matches(folded(word), known, n=1, cutoff=alike)
        return known[near[0]] if near else ""

    def ambiguous(self, word: str) -> str:
        """Return the problem with a name that several characters have; empty otherwise."""
        found = self.named(word)
        if len(found) < 2:
            return ""
        ids = " and ".join(map(repr, found)) if len(found) == 2 else ", ".join(map(repr, found))
        return f"{word!r} is the name of {len(found)} characters, {ids}; write one of these ids"


def addressed(persona: Persona, people: People) -> Persona:
    """Return the persona with its relations' names resolved to character ids.

    A relation that has an id keeps it. One whose name is unknown or ambiguous stays without an id.
    """

    def addressed_to(relation: Relation) -> Relation:
        found = () if relation.to_id else people.named(relation.to)
        if len(found) != 1:
            return relation
        return replace(relation, to=people.name_of(found[0]), to_id=found[0])

    relations = tuple(map(addressed_to, persona.relations))
    return persona if relations == persona.relations else replace(persona, relations=relations)
