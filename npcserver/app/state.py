"""The newest records that the present of a character is made of, looked up all at once."""

from collections.abc import Mapping
from dataclasses import dataclass

from npcserver.model.record import Record, RecordKind, facet
from npcserver.ports.view import View, Wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everybody's newest movements, a character's beliefs, and where it stands with one other."""

    moved: Mapping[str, Record]
    beliefs: Mapping[str, Record]
    standing: Record | None
    act: Record | None
    day: Record | None
    mood: Record | None


async def state_of(view: View, character_id: str, other_id: str) -> State:
    """Return the state of a character before somebody, in one look: a player is waiting."""
    standing = facet(character_id, other_id)
    moved, beliefs, stood, acted, planned, felt = await view.newest(
        (
            Wanted(RecordKind.PRESENCE, is_prefix=True),
            Wanted(RecordKind.BELIEF, facet(character_id, ""), is_prefix=True),
            Wanted(RecordKind.RELATION, standing),
            Wanted(RecordKind.ACT, character_id),
            Wanted(RecordKind.DAY, character_id),
            Wanted(RecordKind.MOOD, character_id),
        )
    )
    return State(
        moved=moved,
        beliefs=beliefs,
        standing=stood.get(standing),
        act=acted.get(character_id),
        day=planned.get(character_id),
        mood=felt.get(character_id),
    )
