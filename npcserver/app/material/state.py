"""The newest records that the present of a character is made of, looked up all at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from npcserver.app.material.discretion import Discretion, set_flags
from npcserver.app.material.mindset import body_of, faded, standing_from, strongest
from npcserver.model.act import Acting
from npcserver.model.character import Character, Relation
from npcserver.model.day import DayPlan
from npcserver.model.feelings import Standing
from npcserver.model.ids import PlaceId
from npcserver.model.person import Person
from npcserver.model.record import Record, RecordKind, facet, of_what
from npcserver.model.scene import Scene
from npcserver.model.surroundings import IDLE, ObjectState, object_key
from npcserver.ports.view import View, Wanted

_BELIEFS = 3
_PROMISES = 100  # touched last: a player waits, and what matters of promises is recent


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everybody's newest movements, a character's beliefs, standings and promises, story flags.

    `pin` is the newest pin; without one no memory of the character was ever pinned.
    """

    moved: Mapping[str, Record]
    beliefs: Mapping[str, Record]
    standings: Mapping[str, Record]
    flags: Mapping[str, Record]
    commitments: Mapping[str, Record]
    act: Record | None
    day: Record | None
    mood: Record | None
    pin: Record | None


async def state_of(view: View, character_id: str) -> State:
    """Return the state of a character, in one look: a player is waiting."""
    moved, beliefs, stood, flags, promised, acted, planned, felt, pinned = await view.newest(
        (
            Wanted(RecordKind.PRESENCE, is_prefix=True),
            Wanted(RecordKind.BELIEF, facet(character_id, ""), is_prefix=True),
            Wanted(RecordKind.RELATION, facet(character_id, ""), is_prefix=True),
            Wanted(RecordKind.FLAG, is_prefix=True),
            Wanted(RecordKind.COMMITMENT, facet(character_id, ""), is_prefix=True, most=_PROMISES),
            Wanted(RecordKind.ACT, character_id),
            Wanted(RecordKind.DAY, character_id),
            Wanted(RecordKind.MOOD, character_id),
            Wanted(RecordKind.PIN, character_id),
        )
    )
    return State(
        moved=moved,
        beliefs=beliefs,
        standings={of_what(subject): record for subject, record in stood.items()},
        flags=flags,
        commitments=promised,
        act=acted.get(character_id),
        day=planned.get(character_id),
        mood=felt.get(character_id),
        pin=pinned.get(character_id),
    )


def discretion_of(state: State, character: Character, hearers: Sequence[Person]) -> Discretion:
    """Return the discretion of a character before those who would hear it, its partner first."""
    stood = ((person, body_of(state.standings.get(person.id), Standing)) for person in hearers)
    return Discretion(
        audience=tuple(
            (person, standing_from(standing, character, person)) for person, standing in stood
        ),
        flags=set_flags(state.flags),
    )


def relation_of(state: State, character: Character, partner: Person) -> Relation | None:
    """Return what a character makes of its partner by now, None of one it knows nothing of."""
    found = body_of(state.standings.get(partner.id), Standing)
    authored = next(
        (one for one in character.persona.relations if one.to_id and one.to_id == partner.id), None
    )
    if found is None or (found.is_first and authored is not None):
        return authored
    return Relation(to=partner.name, to_id=partner.id, view=found.view, affinity=found.affinity)


async def objects_in_use(view: View, place_id: PlaceId | None) -> tuple[ObjectState, ...]:
    """Return the states of the things at a place that are not idle, by name."""
    if place_id is None:
        return ()
    records = await view.latest_by_subject(RecordKind.OBJECT, object_key(place_id, ""))
    bodies = (record.body for _, record in sorted(records.items()))
    return tuple(one for one in bodies if isinstance(one, ObjectState) and one.state != IDLE)


def in_state(scene: Scene, state: State) -> Scene:
    """Return the scene with what the character does, means, feels and believes."""
    return replace(
        scene,
        act=body_of(state.act, Acting),
        day=body_of(state.day, DayPlan),
        mood=faded(state.mood, scene.now),
        beliefs=strongest(state.beliefs)[:_BELIEFS],
    )
