"""What somebody does, where and with what: how prompts list it, and how answers are read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from npcserver.model.day import Step
from npcserver.model.ids import PlaceId
from npcserver.model.pondering import KnownPlace
from npcserver.model.usual_steps import emoji_of
from npcserver.model.whereabouts import known_place, thing_named
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import sentence
from npcserver.prompts.situation import shown
from npcserver.prompts.spoken import name_of, neutralised

LONGEST_ACTIVITY = 120
"""Characters of an activity."""
LONGEST_STATE = 60
MOST_PLACES = 48
"""Places one question lists; a character's own come first, then as it knows them."""

_SENTENCES = re.compile(r"\b[a-z]{3,}[.!?]\s+[A-Z]|[。！？]\S")  # not `Mr. Venn`
_PATH = 120  # characters
_THINGS = 10
_STATE = 30  # tokens
_STATES = 12
_LONGEST_EMOJI = 12
_LETTER = re.compile(r"[\w\s\"'{}<>\[\]:;,.!?/\\|`=()#*+-]")
_MARKS = "\u200d\ufe0f"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceView:
    """A place to choose from, and its things by name: nothing that play could have written."""

    id: str
    path: str
    things: tuple[str, ...]
    hours: str
    is_own: bool
    is_private: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeView:
    """Something planned, and from when: `08:00`."""

    clock: str
    activity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What an answer says about one thing to do; the place is certainly known, so is the thing."""

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


def offered(places: Sequence[KnownPlace], first: PlaceId | None = None) -> tuple[KnownPlace, ...]:
    """Return the places that a question lists: `first` before all, then one's own."""
    ranked = sorted(places, key=lambda place: (place.id != first, not place.is_own))
    return tuple(ranked[:MOST_PLACES])


def place_views(places: Sequence[KnownPlace]) -> tuple[PlaceView, ...]:
    """Return places as a prompt lists them."""
    return tuple(
        PlaceView(
            id=place.id,
            path=neutralised(place.path, _PATH),
            things=tuple(name_of(name) for name, _ in place.objects[:_THINGS]),
            hours=neutralised(place.hours, 20),
            is_own=place.is_own,
            is_private=place.is_private,
        )
        for place in places
    )


def place_schema(places: Sequence[PlaceView]) -> dict[str, JSON]:
    """Return the schema of a place: its id, out of a closed list where there is one."""
    ids: list[JSON] = [place.id for place in places]
    return {"type": "string", "enum": ids} if ids else {"type": "string"}


def states_of(places: Sequence[KnownPlace]) -> tuple[str, ...]:
    """Return the things that are in a state: `stove (Inn: kitchen): burning`, as data."""
    lines = (
        shown(f"{name} ({place.path}): {state}", _STATE)
        for place in places
        for name, state in place.objects
        if state
    )
    return tuple(lines)[:_STATES]


def stroke_view(step: Step, tokens: int = 24) -> StrokeView:
    """Return a step as a prompt lists it."""
    return StrokeView(clock=f"{step.starts_at:%H:%M}", activity=shown(step.activity, tokens))


def activity_in(members: Mapping[str, object]) -> str | None:
    """Return the activity of a member of an answer; None for what is none, such as a tale."""
    said = members.get("activity")
    text = sentence(said, LONGEST_ACTIVITY, words=1)
    if text is None or _SENTENCES.search(text):
        return None
    return text.rstrip(" .。")


def deed_in(
    members: Mapping[str, object],
    places: Sequence[KnownPlace],
    otherwise: PlaceId | None = None,
) -> Deed | None:
    """Return what a member of an answer is about; None without an activity that can be kept.

    A place nobody knows becomes the nearest known one, else `otherwise`, else the home.
    """
    activity = activity_in(members)
    if activity is None:
        return None
    written = members.get("place")
    place_id = known_place(written if isinstance(written, str) else "", activity, places, otherwise)
    place = next((one for one in places if one.id == place_id), None)
    named = members.get("object")
    thing = thing_named(named, place) if isinstance(named, str) else ""
    return Deed(
        activity=activity,
        place_id=place_id,
        object=thing,
        object_state=_state(members.get("object_state"), thing),
        emoji=_emoji(members.get("emoji"), activity),
    )


def _state(value: object, thing: str) -> str:
    """Return the state of a thing, without the sentence around it; empty for none."""
    text = sentence(value, LONGEST_STATE, words=1) if thing else None
    if text is None:
        return ""
    start = re.match(rf"(?:the )?{re.escape(thing)} (?:is|are) ", text, re.IGNORECASE)
    return (text[start.end() :] if start else text).rstrip(" .。")


def _emoji(value: object, activity: str) -> str:
    if not isinstance(value, str):
        return emoji_of(activity)
    text = value.strip()
    is_short = 0 < len(text) <= _LONGEST_EMOJI
    plain = text.translate(dict.fromkeys(map(ord, _MARKS)))
    if not is_short or not plain.isprintable() or _LETTER.search(plain) or ord(plain[0]) < 0x203C:
        return emoji_of(activity)
    return text
