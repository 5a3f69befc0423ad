"""What authors draft for one timeline before they publish it."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple

from npcserver.model.affordance import Affordance
from npcserver.model.character import Persona
from npcserver.model.lore import Book


class DraftKind(StrEnum):
    """What is drafted; also the name of its content in the body of a draft."""

    PERSONA = "persona"
    BOOK = "book"
    AFFORDANCE = "affordance"


class DraftSubject(NamedTuple):
    """Whose persona, which book, or the name of which affordance."""

    kind: DraftKind
    id: str

    @property
    def name(self) -> str:
        """What names it in one word: the id of a character, or `book:ID`, `affordance:NAME`."""
        return self.id if self.kind is DraftKind.PERSONA else f"{self.kind}:{self.id}"


def subject_named(name: str) -> DraftSubject | None:
    """Return the subject that a word names; None if there is no such kind."""
    kind, colon, identifier = name.partition(":")  # occurs in no authored id
    if not colon:
        return persona_of(name)
    return DraftSubject(DraftKind(kind), identifier) if kind in tuple(DraftKind) else None


def digest_of(content: object) -> str:
    """Return what stands for a version of content that has none."""
    return hashlib.sha256(repr(content).encode()).hexdigest()[:32]


Version = int | str
"""The number of a persona's version, the etag of a book, or the digest of an affordance."""


def persona_of(character_id: str) -> DraftSubject:
    """Return the persona of a character as the subject of a draft."""
    return DraftSubject(DraftKind.PERSONA, character_id)


Drafted = Persona | Book | Affordance
"""What authors draft."""


class AuthoredDraft:
    """Body of a draft: what an author wrote for this timeline alone, in force from here on.

    Its `content` was begun from `base`, which was published as version `base_version`. Without
    content the draft is over: it became version `published`, or was discarded if that is empty.
    `author_id` is the key of who made the record, empty for one without keys. The content is the
    first field, so that a query sees from its beginning whether a draft holds.
    """

    __slots__ = ()
    kind: ClassVar[DraftKind]

    @property
    def content(self) -> Drafted | None:
        """What is drafted; None if the draft is over."""
        found: Drafted | None = getattr(self, self.kind)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaDraft(AuthoredDraft):
    """The draft of a character's persona; versions are numbered from 1."""

    kind: ClassVar = DraftKind.PERSONA
    persona: Persona | None = None
    base: Persona | None = None
    base_version: int = 0
    published: int = 0
    author_id: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookDraft(AuthoredDraft):
    """The draft of a book; versions are etags. Without a `base` none was published."""

    kind: ClassVar = DraftKind.BOOK
    book: Book | None = None
    base: Book | None = None
    base_version: str = ""
    published: str = ""
    author_id: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AffordanceDraft(AuthoredDraft):
    """The draft of an affordance of the world's catalogue; versions are digests."""

    kind: ClassVar = DraftKind.AFFORDANCE
    affordance: Affordance | None = None
    base: Affordance | None = None
    base_version: str = ""
    published: str = ""
    author_id: str = ""
    why: str = ""
