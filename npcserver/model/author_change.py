"""What authors changed: of worlds and in play, and of who may do what."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from npcserver.model.ids import TimelineId, WorldId


class ChangeKind(StrEnum):
    """What was changed."""

    WORLD = "world"
    PLACE = "place"
    CHARACTER = "character"  # with its seed memories
    PORTRAIT = "portrait"
    BOOK = "book"
    DRAFT = "draft"
    CORRECTION = "correction"
    FLAG = "flag"
    KEY = "key"
    ACCOUNT = "account"


OF_SERVER = frozenset((ChangeKind.KEY, ChangeKind.ACCOUNT))
"""Changes that are of no world."""
KEPT_BYTES = 524_288
"""Most that one change keeps of what stood before and after, as JSON: a book of 40,000 words twice.
A larger change is listed with the names of its fields, and cannot be undone."""

State = Mapping[str, Any]


class ChangeEffect(StrEnum):
    """What became of the subject."""

    ADDED = "added"
    CHANGED = "changed"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorChange:
    """A change by an author, the id of a key or account.

    `subject_id` is the id of what was changed: of a correction its own, of a flag that of the turn,
    of a portrait that of the character, of a draft the name of its subject; `timeline_id` is set
    for what is of a timeline. `before` and `after` are the fields that differ, JSON values by name,
    None for what was not there; `names` are their names. A correction has neither, since its
    records say it all. They are empty where they are too large to keep, or were erased with a
    player's data: then the change `is_kept` no longer and cannot be undone. `undoes` is the change
    that this one takes back.
    """

    id: str
    world_id: WorldId | None
    at: datetime
    author_id: str
    kind: ChangeKind
    subject_id: str
    timeline_id: TimelineId | None = None
    effect: ChangeEffect = ChangeEffect.CHANGED
    names: tuple[str, ...] = ()
    before: State | None = None
    after: State | None = None
    why: str = ""
    undoes: str = ""
    is_kept: bool = False
    is_undone: bool = False

    @property
    def can_be_undone(self) -> bool:
        """Whether it may be taken back, as far as the change itself says."""
        is_new_world = self.kind is ChangeKind.WORLD and self.effect is ChangeEffect.ADDED
        return self.is_kept and not self.is_undone and not is_new_world


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFilter:
    """Which changes of a world are listed: by one author, of one kind and subject.

    `before` leaves out those from a time and id on. `with_server` also lists those of no world.
    """

    author_id: str = ""
    kind: ChangeKind | None = None
    subject_id: str = ""
    before: tuple[datetime, str] | None = None
    with_server: bool = False
