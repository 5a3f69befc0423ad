"""What somebody sees of a place: the states of its things, now and when last looked at."""

from collections.abc import Mapping

from npcserver.model.ids import PlaceId
from npcserver.model.record import Draft, Record, RecordKind, facet
from npcserver.model.surroundings import IDLE, ObjectState, PlaceSeen, object_key
from npcserver.ports.view import View


async def states_at(view: View, place_id: PlaceId) -> dict[str, str]:
    """Return the states of the things at a place that are not idle, by name."""
    records = await view.latest_by_subject(RecordKind.OBJECT, object_key(place_id, ""))
    bodies = (record.body for record in records.values())
    return {
        body.object: body.state
        for body in bodies
        if isinstance(body, ObjectState) and body.state != IDLE
    }


async def places_seen(view: View, character_id: str) -> dict[PlaceId, PlaceSeen]:
    """Return what a character saw when it last looked, of each place that it has left."""
    records = await view.latest_by_subject(RecordKind.KNOWLEDGE, facet(character_id, ""))
    bodies = (record.body for record in records.values() if not record.text)
    return {body.place_id: body for body in bodies if isinstance(body, PlaceSeen)}


def as_seen(
    character_id: str, place_id: PlaceId, states: Mapping[str, str] | None, before: Record | None
) -> Draft | None:
    """Return the knowledge of a place with these states, None if `before` says the same.

    Kept when somebody leaves, so that it knows the place as it last saw it. States None is for the
    blind: they know that they have been there, and nothing more.
    """
    seen = PlaceSeen(place_id=place_id, objects=tuple(sorted((states or {}).items())))
    if before is not None and (states is None or before.body == seen):
        return None
    return Draft(kind=RecordKind.KNOWLEDGE, subject_id=facet(character_id, place_id), body=seen)
