"""What somebody does, where and with what: how prompts list it, and how answers are read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from npcserver.language import expression
from npcserver.model.day import Step
from npcserver.model.default_day import emoji_of
from npcserver.model.ids import PlaceId
from npcserver.model.inputs import KnownPlace
from npcserver.model.place_lookup import known_place, thing_named
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import sentence
from npcserver.prompts.situation import shown
from npcserver.prompts.texts import name_of, neutralised

LONGEST_ACTIVITY = 120
"""Characters of an activity."""
LONGEST_STATE = 60
MOST_PLACES = 48
"""Places one question lists; beyond, a character's own stay before others."""

_SENTENCES = re.compile(r"\b[a-z]{3,}[.!?]\s+[A-Z]|[。！？]\S")  # not `Mr. Venn`
_SUBJECT = re.compile(r"^(?:[A-Z][\w'\u2019-]+ ){1,3}(?:is|are) (?=\w+ing\b)")
# What a memory in the prompt says of itself: `(earlier I had it that: ...)`, `(three times)`.
_REMARK = re.compile(
    r"\s*[(\uff08](?:[^()\uff08\uff09]*(?::\s|\uff1a)[^()\uff08\uff09]*[)\uff09]?"
    rf"|(?:{expression('answers', 'times')})[)\uff09])$"
)
_CLAUSE = re.compile(r"[,;] |[，；、]")
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
class IntervalView:
    """Something planned, and from when: `08:00`."""

    clock: str
    activity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionAnswer:
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
    """Return what places are called in a question: p1, p2, …; their ids where one is such a name.

    An id of an author says the path once more, and a place takes twice the tokens with it.
    """
    short = tuple(f"p{number}" for number in range(1, len(places) + 1))
    ids = tuple(str(place.id) for place in places)
    return short if set(short).isdisjoint(ids) else ids


def place_views(places: Sequence[KnownPlace]) -> tuple[PlaceView, ...]:
    """Return places as a prompt lists them."""
    return tuple(
        PlaceView(
            id=short,
            path=neutralised(place.path, _PATH),
            things=tuple(name_of(name) for name, _ in place.objects[:_THINGS]),
            hours=neutralised(place.hours, 20),
            is_own=place.is_own,
            is_private=place.is_private,
        )
        for short, place in zip(short_ids(places), places, strict=True)
    )


def place_schema(places: Sequence[PlaceView]) -> dict[str, JSON]:
    """Return the schema of a place: its short id, out of a closed list where there is one."""
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


def interval_view(step: Step, tokens: int = 24) -> IntervalView:
    """Return a step as a prompt lists it."""
    return IntervalView(clock=f"{step.starts_at:%H:%M}", activity=shown(step.activity, tokens))


def activity_in(members: Mapping[str, object]) -> str | None:
    """Return the activity of a member of an answer; None for what is none, such as a tale.

    Who does it is left out, since texts of acts name them, and so is what a prompt remarks. One
    that is too long ends with the last of its clauses that there is room for.
    """
    text = sentence(members.get("activity"), words=1)
    if text is None or _SENTENCES.search(text):
        return None
    text = _SUBJECT.sub("", _REMARK.sub("", text)).rstrip(" .。")
    if len(text) > LONGEST_ACTIVITY:
        ends = [one.start() for one in _CLAUSE.finditer(text, 0, LONGEST_ACTIVITY)]
        text = text[: ends[-1]] if ends else ""
    return text or None


def action_in(
    members: Mapping[str, object],
    places: Sequence[KnownPlace],
    otherwise: PlaceId | None = None,
) -> ActionAnswer | None:
    """Return what a member of an answer is about; None without an activity that can be kept.

    A place goes by its short id among `places`, its id, path or name. One nobody knows becomes the
    nearest known one, else `otherwise`, else the home.
    """
    activity = activity_in(members)
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
