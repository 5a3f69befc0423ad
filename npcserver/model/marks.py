"""Small marks in the log: that it was left, that a flag is set, that a memory is pinned."""

from dataclasses import dataclass

from npcserver.model.ids import SaveId, TimelineId


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """Body of a leave: the game loaded a save and plays on in another timeline."""

    save_id: SaveId
    to_id: TimelineId


@dataclass(frozen=True, slots=True, kw_only=True)
class Flagged:
    """Body of a story flag."""

    is_set: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """Body of a pin: the memory at `seq` of this lineage comes to mind in every turn."""

    seq: int
    is_pinned: bool
