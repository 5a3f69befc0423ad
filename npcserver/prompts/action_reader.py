"""What a character does, where and with what: listing it in prompts, and reading answers."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from npcserver.language import expression, pattern
from npcserver.language.habits import deed
from npcserver.language.scripts import FULL_STOPS
from npcserver.model.character import Persona
from npcserver.model.day import Step
from npcserver.model.default_day import emoji_of
from npcserver.model.ids import PlaceId
from npcserver.model.inputs import KnownPlace
from npcserver.model.place_lookup import known_place, thing_named
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import sameness, sentence
from npcserver.prompts.situation import shown
from npcserver.prompts.texts import name_of, neutralised

LONGEST_ACTIVITY = 120
"""Characters of an activity."""
LONGEST_STATE = 60
MOST_PLACES = 48
"""Places that one question lists; beyond them, a character's own are kept before others."""

_SENTENCES = re.compile(r"\b[a-z]{3,}[.!?]\s+[A-Z]|[\u3002\uff01\uff1f]\S")  # not `Mr. Venn`
_SUBJECT = pattern("doings", "subject", 0)
# What stands in brackets behind an activity and has a label, as remarks of prompts have.
_LABELLED = re.compile(r"\s*[(\uff08][^()\uff08\uff09]*(?::\s|\uff1a)[^()\uff08\uff09]*[)\uff09]?$")
_CLOCK = re.compile(r"^\d{1,2}:\d\d(?:\s*[-\u2013]\s*\d{1,2}:\d\d)?\s+")
_STATE_OF = expression("doings", "state_of")
_CLAUSE = re.compile(r"[,;] |[\uff0c\uff1b\u3001]")
_PATH = 120  # characters
_THINGS = 10
_STATE = 30  # tokens
_STATES = 12
_LONGEST_EMOJI = 12
_LETTER = re.compile(r"[\w\s\"'{}<>\[\]:;,.!?/\\|`=()#*+-]")
_MARKS = "\u200d\ufe0f"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionAnswer:
    """One thing to do, read from an answer; place and object are checked to exist."""

    activity: str
    place_id: PlaceId | None
    object: str
    object_state: str
    emoji: str

    def as_step(self, starts_at: datetime, minutes: int) -> Step:
        """Return it as a step of a day."""
        return Step(
            starts_at=starts_at,
            minutes=minutes,
            activity=self.activity,
            place_id=self.place_id,
            object=self.object,
            object_state=self.object_state,
            emoji=self.emoji,
        )


def offered(places: Sequence[KnownPlace], also: PlaceId | None = None) -> tuple[KnownPlace, ...]:
    """Return the places that a question lists, in the order in which they are known.

    It is the same list for every question of a character. Where it knows too many, its own and
    `also` stay.
    """
    if len(places) <= MOST_PLACES:
        return tuple(places)
    ranked = sorted(places, key=lambda place: (place.id != also, not place.is_own))
    kept = {place.id for place in ranked[:MOST_PLACES]}
    return tuple(place for place in places if place.id in kept)


def short_ids(places: Sequence[KnownPlace]) -> tuple[str, ...]:
    """Return short names of places, p1, p2, …; their ids where one of those is such a name.

    An author's id repeats the path, which doubles the tokens of a place.
    """
    short = tuple(f"p{number}" for number in range(1, len(places) + 1))
    ids = tuple(str(place.id) for place in places)
    return short if set(short).isdisjoint(ids) else ids


def place_views(places: Sequence[KnownPlace]) -> tuple[KnownPlace, ...]:
    """Return places as a prompt lists them: with short ids, and objects without states."""
    return tuple(
        replace(
            place,
            id=PlaceId(short),
            path=neutralised(place.path, _PATH),
            objects=tuple((name_of(name), "") for name, _ in place.objects[:_THINGS]),
            hours=neutralised(place.hours, 20),
        )
        for short, place in zip(short_ids(places), places, strict=True)
    )


def place_schema(places: Sequence[KnownPlace]) -> dict[str, JSON]:
    """Return the schema of a place: its short id, from a closed list if there are places."""
    ids: list[JSON] = [place.id for place in places]
    return {"type": "string", "enum": ids} if ids else {"type": "string"}


def states_of(places: Sequence[KnownPlace]) -> tuple[str, ...]:
    """Return the objects that have a state, as data: `stove (Inn: kitchen): burning`."""
    lines = (
        shown(f"{name} ({place.path}): {state}", _STATE)
        for place in places
        for name, state in place.objects
        if state
    )
    return tuple(lines)[:_STATES]


def activity_in(members: Mapping[str, object], who: Persona) -> str | None:
    """Return the activity in a member of an answer; None where there is none, such as for a tale.

    The subject is left out, since texts of acts name it, and so are times and remarks.
    One that is too long ends with its last clause that fits.
    """
    text = sentence(members.get("activity"), words=1)
    if text is None or _SENTENCES.search(text):
        return None
    text = _SUBJECT.sub("", _CLOCK.sub("", _LABELLED.sub("", text))).rstrip(f" {FULL_STOPS}")
    text = deed(text, who.name, who.language)
    if len(text) > LONGEST_ACTIVITY:
        ends = [one.start() for one in _CLAUSE.finditer(text, 0, LONGEST_ACTIVITY)]
        text = text[: ends[-1]] if ends else ""
    return text or None


def come_again(activities: Sequence[str], most: int) -> frozenset[int]:
    """Return the places of activities that were given up and taken up again too often.

    `most` times an activity may be taken up; all after that are returned.
    """
    taken_up: Counter[str] = Counter()
    found: set[int] = set()
    before = ""
    for place, activity in enumerate(map(sameness, activities)):
        taken_up[activity] += activity != before
        if taken_up[activity] > most:
            found.add(place)
        before = activity
    return frozenset(found)


def action_in(
    members: Mapping[str, object],
    who: Persona,
    places: Sequence[KnownPlace],
    otherwise: PlaceId | None = None,
) -> ActionAnswer | None:
    """Return the deed in a member of an answer; None without a usable activity.

    A place is given by its short id among `places`, its id, path or name. An unknown one becomes
    the nearest known one, else `otherwise`, else the home.
    """
    activity = activity_in(members, who)
    if activity is None:
        return None
    written = members.get("place")
    named = written.strip() if isinstance(written, str) else ""
    shorts = dict(zip(short_ids(places), places, strict=True))
    meant = shorts.get(named.casefold())
    place_id = meant.id if meant else known_place(named, activity, places, otherwise)
    place = next((one for one in places if one.id == place_id), None)
    thing_id = members.get("object")
    thing = thing_named(thing_id, place) if isinstance(thing_id, str) else ""
    return ActionAnswer(
        activity=activity,
        place_id=place_id,
        object=thing,
        object_state=_state(members.get("object_state"), thing),
        emoji=_emoji(members.get("emoji"), activity),
    )


def _state(value: object, thing: str) -> str:
    """Return the state of an object, without the sentence around it; empty for none."""
    text = sentence(value, LONGEST_STATE, words=1) if thing else None
    if text is None:
        return ""
    start = re.match(_STATE_OF.replace("@", re.escape(thing)), text, re.IGNORECASE)
    return (text[start.end() :] if start else text).rstrip(f" {FULL_STOPS}")


def _emoji(value: object, activity: str) -> str:
    if not isinstance(value, str):
        return emoji_of(activity)
    text = value.strip()
    is_short = 0 < len(text) <= _LONGEST_EMOJI
    plain = text.translate(dict.fromkeys(map(ord, _MARKS)))
    if not is_short or not plain.isprintable() or _LETTER.search(plain) or ord(plain[0]) < 0x203C:
        return emoji_of(activity)
    return text
