"""Who is where: the latest movement of each that the vantage sees, or where its author put it."""

from dataclasses import dataclass

from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.record import Moved, RecordKind
from npcserver.model.scene import Person
from npcserver.ports.storage import Reader
from npcserver.ports.view import View


@dataclass(frozen=True, slots=True)
class Presence:
    """Where one person is."""

    person: Person
    place_id: PlaceId | None


async def presences(reader: Reader, view: View) -> dict[str, Presence]:
    """Return everybody who is known in the world, by id."""
    moved = await view.latest_by_subject(RecordKind.PRESENCE)
    found: dict[str, Presence] = {}
    for resident in await reader.roster(view.timeline.world_id):
        person = Person(id=resident.id, name=resident.name, is_player=False)
        found[resident.id] = Presence(person, resident.place_id)
    for subject_id, record in moved.items():
        if not isinstance(record.body, Moved):
            continue
        known = found.get(subject_id)
        if known is None and not record.text:
            continue  # a character that was deleted; players are written down with a name
        person = known.person if known else Person(id=subject_id, name=record.text)
        found[subject_id] = Presence(person, record.body.place_id)
    return found


def witnesses(present: dict[str, Presence], place_id: PlaceId | None) -> tuple[CharacterId, ...]:
    """Return the characters at a place, in order of id; nobody is at no place."""
    if place_id is None:
        return ()
    return tuple(
        CharacterId(presence.person.id)
        for _, presence in sorted(present.items())
        if presence.place_id == place_id and not presence.person.is_player
    )
