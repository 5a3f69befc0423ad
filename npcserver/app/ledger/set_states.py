"""States that authors set: the mood, a belief, a standing and the place of a character."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from npcserver.app.context.mindset import standing_with
from npcserver.app.perception.presence import check_available, load_presences
from npcserver.model import limits
from npcserver.model.bounds import Affinity, Id, Name, NumberRange, ShortProse, Text
from npcserver.model.character import Character, Person
from npcserver.model.errors import InvalidInput
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.ids import PlaceId, slug
from npcserver.model.record import (
    Body,
    Draft,
    Moved,
    Record,
    RecordKind,
    subject_key,
    subject_topic,
)
from npcserver.model.relation_axes import moved_along, score_of
from npcserver.ports.storage import UnitOfWork
from npcserver.ports.view import View

_SIDE = Annotated[float, NumberRange(-1, 1)]
_SHARE = Annotated[int, NumberRange(0, 100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoodSetting:
    """A mood, 0 and 0 for calm; `why` is its cause in a few words."""

    valence: _SIDE = 0.0
    arousal: _SIDE = 0.0
    why: Annotated[str, Text(limits.VIEW)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefSetting:
    """How far a statement is held true, 0 to 100.

    An empty topic is made from the text; an empty text leaves that of the topic.
    """

    score: _SHARE
    text: ShortProse = ""
    topic: Id = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingSetting:
    """How a character stands to another; what is None, empty or not named stays as it is."""

    other_id: Id
    affinity: Affinity | None = None
    trust: _SHARE | None = None
    familiarity: _SHARE | None = None
    view: ShortProse = ""
    axes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceSetting:
    """Where a character is; `spot` is where in the place."""

    place_id: PlaceId
    spot: Name = ""


Setting = MoodSetting | BeliefSetting | StandingSetting | PlaceSetting


async def state_draft(
    unit: UnitOfWork, view: View, character: Character, setting: Setting
) -> Draft:
    """Return the record that sets a state from the head that a view shows.

    Raises `NotFound` for a place, `InvalidInput`, and `NotPossibleNow` for one who is not there.
    """
    match setting:
        case MoodSetting():
            mood = Mood(valence=setting.valence, arousal=setting.arousal, why=setting.why)
            return Draft(RecordKind.MOOD, replace(mood, is_authored=True), character.id)
        case BeliefSetting():
            return await _belief(view, character, setting)
        case StandingSetting():
            return await _standing(unit, view, character, setting)
        case PlaceSetting():
            return await _place(unit, view, character, setting)


async def _belief(view: View, character: Character, setting: BeliefSetting) -> Draft:
    if not (setting.topic or setting.text):
        raise InvalidInput("belief.text", "must not be empty; write what it believes")
    subject = subject_key(character.id, setting.topic or slug(setting.text))
    known = await view.latest(RecordKind.BELIEF, subject)
    text = setting.text
    if not text and known is not None and isinstance(known.body, Belief):
        text = known.body.text
    topic = subject_topic(subject)
    body = Belief(topic=topic, text=text, score=setting.score, is_authored=True)
    return Draft(RecordKind.BELIEF, body, subject)


async def _standing(
    unit: UnitOfWork, view: View, character: Character, setting: StandingSetting
) -> Draft:
    if setting.other_id == character.id:
        raise InvalidInput("standing.other_id", "is the character itself; name another")
    axes = (await unit.world(view.timeline.world_id)).axes
    bounds = {one.name: (one.low, one.high) for one in axes}
    for name, score in setting.axes.items():
        if name not in bounds:
            there = ", ".join(bounds) or "none"
            problem = f"{name!r} is no axis of this world; it has: {there}"
            raise InvalidInput("standing.axes", problem)
        low, high = bounds[name]
        if not low <= score <= high:
            raise InvalidInput("standing.axes", f"{name!r} must be {low} to {high}, not {score}")
    known = (await load_presences(unit, view)).get(setting.other_id)
    other = Person(id=setting.other_id, name="") if known is None else known.person
    before = await standing_with(view, character, other, axes)
    by = {
        one.name: setting.axes[one.name] - score_of(before, one)
        for one in axes
        if one.name in setting.axes
    }
    wanted = {name: getattr(setting, name) for name in ("affinity", "trust", "familiarity")}
    given = {name: value for name, value in wanted.items() if value is not None}
    moved = moved_along(before.moved(view=setting.view), axes, by)
    body = replace(moved, **given, is_authored=True)
    return Draft(RecordKind.RELATION, body, subject_key(character.id, setting.other_id))


async def _place(
    unit: UnitOfWork, view: View, character: Character, setting: PlaceSetting
) -> Draft:
    await unit.place(view.timeline.world_id, setting.place_id)
    here = (await load_presences(unit, view))[character.id]
    check_available(here)
    if here.is_extra:
        raise InvalidInput(
            "place", "is that of an extra, whom its plan moves; set its attention first"
        )
    moved = here.at(setting.place_id, setting.spot).moved
    return Draft(RecordKind.PRESENCE, moved, character.id)


async def blank_state(unit: UnitOfWork, view: View, state: Record) -> Body | None:
    """Return what stands for no state before the first one of a subject; None if nothing does."""
    body = state.body
    if isinstance(body, Mood):
        return Mood()
    if isinstance(body, Belief):
        return Belief(topic=body.topic, text="")
    if isinstance(body, Standing):
        return Standing(other_id=body.other_id, other_name=body.other_name, is_first=True)
    if isinstance(body, Moved):
        character = await unit.character(view.timeline.world_id, state.character_id)
        return Moved(place_id=character.place_id)
    return None
