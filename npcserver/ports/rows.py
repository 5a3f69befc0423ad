"""Types of bulk reads from the store."""

from dataclasses import dataclass

from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.record import Record

BACKGROUND = 240
"""Characters of a background text that are read with a resident: a sentence or two."""


@dataclass(frozen=True, slots=True)
class MemoryRows:
    """A chunk of one character's memories and their amendments, for an index that catches up.

    `memories` are records of memory kinds; `amendments` are TURN and RATING records of the same
    subject. Both are in order of seq, from one segment of one timeline.
    """

    memories: tuple[Record, ...]
    amendments: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Resident:
    """A character in brief: name, authored place, and missing senses.

    `background` is the beginning of its authored background.
    """

    id: CharacterId
    name: str
    place_id: PlaceId | None
    is_deaf: bool = False
    is_blind: bool = False
    background: str = ""


@dataclass(frozen=True, slots=True)
class BrokenCell:
    """A column of an authored row that was made unreadable by a manual edit.

    `wanted` is what to write there; `meanwhile` is what applies until then.
    """

    table: str
    world_id: str
    row_id: str
    column: str
    problem: str
    wanted: str
    meanwhile: str

    def __str__(self) -> str:
        return (
            f"table {self.table}, row {self.row_id!r} of world {self.world_id!r}, column "
            f"{self.column}: {self.problem}; write {self.wanted}. Until then {self.meanwhile}"
        )


@dataclass(frozen=True, slots=True)
class MemoryRef:
    """Reference to a memory: the timeline that owns it, and its seq."""

    timeline_id: TimelineId
    seq: int
