"""A character's authored persona and its versions."""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime

from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.secret import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """What a character thinks of another person, as its author wrote it.

    `affinity` lies in -100..100; 0 is indifference. `to` is the display name; `to_id` is the id of
    that character or player, empty if the person is neither.
    """

    to: str
    view: str
    affinity: int = 0
    to_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FallbackLine:
    """An authored line, with its emotion, for when no model can answer."""

    text: str
    emotion: str = "neutral"


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """Who a character is: authored, versioned, and the same on all timelines of its world."""

    name: str
    age: int | None = None
    traits: str = ""
    background: str = ""
    currently: str = ""
    lifestyle: str = ""
    voice: str = ""
    goals: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    greetings: tuple[str, ...] = ()
    fallback_lines: tuple[FallbackLine, ...] = ()
    daily_plan: str = ""
    language: str = "en"
    is_deaf: bool = False
    is_blind: bool = False

    @property
    def digest(self) -> str:
        """SHA-256 of the content; a persona whose digest changed is a new version."""
        content = asdict(self)
        for relation in content["relations"]:  # so digests from before `to_id` existed still match
            if not relation["to_id"]:
                del relation["to_id"]
        text = json.dumps(content, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A character of a world, with its latest persona and that persona's version.

    `knows` are the places it knows at the start, each with all its parts; empty means every place.
    """

    id: CharacterId
    world_id: WorldId
    persona: Persona
    version: int = 1
    place_id: PlaceId | None = None
    knows: tuple[PlaceId, ...] = ()
    etag: str = ""
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

    text: str
    importance: int | None = None
    secret: Secret | None = None
