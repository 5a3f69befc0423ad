"""What is read of the log at a vantage: records, and rows for memory streams."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from npcserver.model.ids import CharacterId, PlaceId, TimelineId, TurnId, WorldId
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Lineage, Timeline, Vantage

BACKGROUND = 240
"""Characters of a background text that are read with a resident: a sentence or two."""


TurnPlace = tuple[datetime, TimelineId, int]
"""When a turn was written, and its timeline and seq: turns of a world are in this order."""
SceneRun = tuple[Record | None, Record, str]
"""The first move of a group chat, its last in a timeline, and the label of that timeline.

The first is None where it was erased; in a branch it stands in an earlier timeline.
"""


@dataclass(frozen=True, slots=True)
class BranchDrafts:
    """A timeline of a world, and where drafts of one subject were made or ended on it.

    `drafts` are the seqs of its own records, ascending, each with whether a draft holds from there.
    """

    id: TimelineId
    parent_id: TimelineId | None
    forked_at: int
    is_deleted: bool
    drafts: tuple[tuple[int, bool], ...]


@dataclass(frozen=True, slots=True)
class MemoryRows:
    """A chunk of one character's memories and their amendments, for an index that catches up.

    `memories` are records of memory kinds; `amendments` are TURN, RATING and CORRECTION records of
    the same subject. Both are in order of seq, from one segment of one timeline.
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


@dataclass(frozen=True, slots=True)
class RecordQuery:
    """A request for newest records: of one subject, or of all subjects with a prefix.

    `most` limits the number of subjects to those with the newest records; 0 means no limit.
    """

    kind: RecordKind
    subject_id: str = ""
    is_prefix: bool = False
    most: int = 0


class WorldPlay(Protocol):
    """What is read of all timelines of a world at once; every `Reader` has it."""

    async def turns_of_world(
        self, world_id: WorldId, part: str, before: TurnPlace | None, limit: int
    ) -> tuple[tuple[Record, str], ...]: ...
    async def scenes_of_world(self, world_id: WorldId, limit: int) -> tuple[SceneRun, ...]: ...
    async def branch_drafts(
        self, world_id: WorldId, kind: RecordKind, subject_id: str
    ) -> tuple[BranchDrafts, ...]:
        """Return all timelines, deleted ones too, with the drafts of a subject; parents first."""

    async def people_of_world(
        self, world_id: WorldId, character_id: str
    ) -> dict[TimelineId, set[str]]:
        """Return the ids of those who were on each timeline itself, players among them.

        Players who moved, who spoke last with each character, and whom the character knows.
        """


class MemoryVantage(Protocol):
    """The vantage from which memories are recalled; every `View` is one."""

    @property
    def lineage(self) -> Lineage:
        """The visible segments, oldest first."""

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return the visible records with these seqs, in order of seq."""


class RecordLookups(Protocol):
    """Lookups of newest records; who has `tail` and `newest` has the others by them."""

    async def tail(
        self, subject_id: str, kinds: Sequence[RecordKind], limit: int, *, before: int | None = None
    ) -> tuple[Record, ...]:
        """Return the newest records of a subject, newest first, with seq below `before`."""

    async def newest(self, wanted: Sequence[RecordQuery]) -> tuple[dict[str, Record], ...]:
        """Return the newest records by subject for each of `wanted`, in one query."""

    async def latest(self, kind: RecordKind, subject_id: str) -> Record | None:
        """Return the newest record of this kind and subject, or None."""
        return next(iter(await self.tail(subject_id, (kind,), 1)), None)

    async def latest_by_subject(self, kind: RecordKind, prefix: str = "") -> dict[str, Record]:
        """Return the newest record of this kind for every subject that has one.

        With a `prefix`, only of subjects that begin with it, such as the facets of one character.
        """
        (found,) = await self.newest((RecordQuery(kind, prefix, is_prefix=True),))
        return found


class View(MemoryVantage, RecordLookups, Protocol):
    """Play state as one vantage sees it.

    `tail`, `get` and `unrated` leave out the memories that an author has withdrawn there.
    """

    @property
    def as_recorded(self) -> "View":
        """The same vantage with the memories that an author has withdrawn."""

    @property
    def vantage(self) -> Vantage: ...
    @property
    def timeline(self) -> Timeline: ...

    async def game_time(self) -> datetime:
        """Game time at the vantage: that of its last record, or the world's start."""

    async def after(
        self, seq: int, limit: int, kinds: Sequence[RecordKind] = ()
    ) -> tuple[Record, ...]:
        """Return records with a greater seq, oldest first; of all kinds if none is named."""

    async def count(self, seq: int, kinds: Sequence[RecordKind]) -> dict[str, int]:
        """Return, by subject, the number of records of these kinds with a greater seq."""

    async def turn(self, turn_id: TurnId) -> Record | None:
        """Return the record of a turn, or None."""

    async def unrated(self, subject_id: str, limit: int) -> tuple[Record, ...]:
        """Return the subject's oldest visible memories without an importance.

        They have neither one of their own nor one from a visible RATING.
        """


@dataclass(frozen=True, slots=True)
class TurnStart:
    """What a turn begins with: the view from the timeline's head, and what may have changed.

    `answer` is that of `Reader.answer` for the turn's key. `is_begun` is whether the journal may
    hold an unfinished turn of the character there. `books` is the revision of the world's books.
    """

    view: View
    answer: str | None
    is_begun: bool
    books: str
