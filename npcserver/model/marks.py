"""Bodies of small records: leaving a timeline, story flags and pins."""

from dataclasses import dataclass

from npcserver.model.ids import SaveId, TimelineId


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """Body of a leave: the game loaded a save and continues in another timeline."""

    save_id: SaveId
    to_id: TimelineId


@dataclass(frozen=True, slots=True, kw_only=True)
class Flagged:
    """Body of a story flag."""

    is_set: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """Body of a pin: whether the memory at `seq` of this lineage is recalled in every turn."""

    seq: int
    is_pinned: bool
