"""Promises and attempts in a prompt, and reading what an answer says of promises."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from npcserver.language import words
from npcserver.language.deadlines import LAST_MINUTE
from npcserver.language.scripts import FULL_STOPS
from npcserver.model.calendar import Calendar
from npcserver.model.commitment import Commitment, CommitmentStatus, Promise, PromiseVerdict
from npcserver.model.inputs import Attempt
from npcserver.ports.language_model import JSON
from npcserver.prompts.schemas import object_schema
from npcserver.prompts.situation import shown
from npcserver.prompts.texts import TimeView, name_of, time_view

PLEDGES = 4
"""Promises shown by a prompt."""

_WHAT = 24  # tokens
_WHY = 20
_ATTEMPTS = 3
_NAMED = 3  # promises read from one answer
_LONGEST = 200  # characters of one
_OWN = words("answers", "own")
_SETTLED = {"kept": CommitmentStatus.KEPT, "withdrawn": CommitmentStatus.WITHDRAWN}


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitmentView:
    """A promise: whose, to or from which `other`, what, and by when (None: no time).

    It is due within a whole day if `is_of_a_day`. `is_broken` is true where its time has passed and
    it has not been mentioned yet.
    """

    is_own: bool
    other: str
    what: str
    due: TimeView | None
    is_of_a_day: bool
    is_broken: bool


def commitment_views(
    promises: Sequence[Commitment], mind: str, calendar: Calendar
) -> tuple[CommitmentView, ...]:
    """Return promises as data, in the order in which an answer may number them."""
    return tuple(
        CommitmentView(
            is_own=one.by_id == mind,
            other=name_of(one.to_name if one.by_id == mind else one.by_name),
            what=shown(one.what, _WHAT),
            due=None if one.due_at is None else time_view(one.due_at, calendar),
            is_of_a_day=one.due_at is not None
            and (one.due_at.hour, one.due_at.minute) == LAST_MINUTE,
            is_broken=one.status is CommitmentStatus.BROKEN,
        )
        for one in promises[:PLEDGES]
    )


def attempt_views(attempts: Sequence[Attempt]) -> tuple[Attempt, ...]:
    """Return attempts as data."""
    return tuple(
        replace(one, text=shown(one.text, _WHAT), why=shown(one.why, _WHY).rstrip(FULL_STOPS))
        for one in attempts[:_ATTEMPTS]
    )


def promises_schema() -> dict[str, JSON]:
    """Return the schema for promises that were just made."""
    words: JSON = {"type": "string", "maxLength": _LONGEST}
    whose: JSON = {"type": "string", "enum": ["me", "them"]}
    item: JSON = object_schema({"by": whose, "what": words, "when": words})
    return {"type": "array", "items": item, "maxItems": _NAMED}


def settles_schema(count: int) -> dict[str, JSON]:
    """Return the schema for settling promises out of the `count` that were shown."""
    place: JSON = {"type": "integer", "minimum": 1, "maximum": count}
    how: JSON = {"type": "string", "enum": [*_SETTLED]}
    item: JSON = object_schema({"id": place, "as": how})
    return {"type": "array", "items": item, "maxItems": count}


def promises_of(value: object) -> tuple[Promise, ...]:
    """Return the promises that an answer names; unreadable ones are left out."""
    found: list[Promise] = []
    for item in value if isinstance(value, list) else ():
        members = item if isinstance(item, dict) else {"what": item}
        what, when, by = (members.get(key) for key in ("what", "when", "by"))
        if not isinstance(what, str) or not what.strip():
            continue
        is_own = not isinstance(by, str) or by.strip().casefold() in _OWN
        due = when if isinstance(when, str) else ""
        found.append(Promise(what=what[:_LONGEST], is_own=is_own, due=due[:_LONGEST]))
    return tuple(found[:_NAMED])


def verdicts_of(value: object) -> tuple[PromiseVerdict, ...]:
    """Return the promises that an answer settles; unreadable ones are left out."""
    found: list[PromiseVerdict] = []
    for item in value if isinstance(value, list) else ():
        members = item if isinstance(item, dict) else {}
        place, how = members.get("id"), members.get("as")
        status = _SETTLED.get(how.strip().casefold()) if isinstance(how, str) else None
        if isinstance(place, str) and place.strip().isdecimal():
            place = int(place)
        if isinstance(place, int) and not isinstance(place, bool) and status is not None:
            found.append(PromiseVerdict(place, status))
    return tuple(found[:PLEDGES])
