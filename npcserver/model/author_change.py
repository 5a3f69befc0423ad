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
    CHARACTER = "character"
    CORRECTION = "correction"
    FLAG = "flag"
    KEY = "key"
    ACCOUNT = "account"


OF_SERVER = frozenset((ChangeKind.KEY, ChangeKind.ACCOUNT))
"""Changes that are of no world."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorChange:
    """A change by an author, the id of a key or account.

    `subject_id` is the id of what was changed: of a correction its own, of a flag that of the turn;
    these are of a timeline. `before` and `after` are the columns that differ, None for what was not
    there; of a character's persona the `version`. A correction has neither: its records say it all.
    """

    id: str
    world_id: WorldId | None
    at: datetime
    author_id: str
    kind: ChangeKind
    subject_id: str
    timeline_id: TimelineId | None = None
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFilter:
    """Which changes of a world are listed: by one author, of one kind, from before a time and id.

    `with_server` also those that are of no world.
    """

    author_id: str = ""
    kind: ChangeKind | None = None
    before: tuple[datetime, str] | None = None
    with_server: bool = False
