"""Lore: what is written in the books of a world, cut into passages that can be cited."""

from dataclasses import dataclass, field

from npcserver.model.ids import WorldId
from npcserver.model.secret import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A few sentences of a chapter: what is found and cited.

    `id` is `book/chapter/number`, from 1. `start` and `end` are offsets in the text of the
    chapter, in characters. `secrets` lock it for those who may not be told.
    """

    id: str
    book_id: str
    chapter: int
    text: str
    start: int
    end: int
    secrets: tuple[Secret, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A chapter as its author wrote it; `secret` locks all of it."""

    title: str
    text: str
    secret: Secret | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A book of a world. `readers` are the characters who have read it; empty means everybody.

    `shelf` is a word to narrow a search by.
    """

    id: str
    world_id: WorldId
    title: str
    author: str = ""
    shelf: str = ""
    readers: tuple[str, ...] = ()
    chapters: tuple[Chapter, ...] = field(default=())
    etag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A passage that answers, and how well (0..1 within one search).

    `highlight` is the (start, end) of the one sentence that says it, within the passage, and
    `context` that of the same with a neighbour.
    """

    passage: Passage
    title: str
    chapter_title: str
    score: float
    highlight: tuple[int, int] = (0, 0)
    context: tuple[int, int] = (0, 0)

    @property
    def cited(self) -> "CitedPassage":
        """The quote as a receipt keeps it."""
        return CitedPassage(passage_id=self.passage.id, score=self.score)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPassage:
    """A passage that was before a mind, as a receipt keeps it."""

    passage_id: str
    score: float
