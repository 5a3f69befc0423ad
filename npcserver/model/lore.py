"""Lore: the books of a world, cut into passages that can be cited."""

from dataclasses import dataclass, field
from typing import Annotated

from npcserver.model import limits
from npcserver.model.bounds import Items, Name
from npcserver.model.ids import WorldId
from npcserver.model.secret import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A few sentences of a chapter; the unit of search and citation.

    `id` is `book/chapter/number`, numbered from 1. `start` and `end` are offsets in the text of the
    chapter, in characters. `chapter_title` is empty if the chapter has none. `secrets` limit to
    whom it may be told.
    """

    id: str
    book_id: str
    chapter: int
    text: str
    start: int
    end: int
    chapter_title: str = ""
    secrets: tuple[Secret, ...] = ()

    @property
    def headed(self) -> str:
        """The text below the title of its chapter, which often names what the text leaves out."""
        return f"{self.chapter_title}. {self.text}" if self.chapter_title else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A chapter as its author wrote it; `secret`, if set, covers all of it."""

    title: Name
    text: str
    secret: Secret | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A book of a world; `readers` are the characters who have read it, empty for all.

    `shelf` is a word by which a search can be narrowed.
    """

    id: str
    world_id: WorldId
    title: Name
    author: Name = ""
    shelf: Name = ""
    readers: Annotated[tuple[str, ...], Items(limits.READERS, drops_repeats=True)] = ()
    chapters: Annotated[tuple[Chapter, ...], Items(limits.CHAPTERS)] = field(default=())
    etag: str = ""


ANSWERS = 0.5
"""The least confidence with which a passage answers a question; below, it only may."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A passage found by a search, with its score (0..1), which ranks it.

    `confidence` (0..1) says how surely it answers; `ANSWERS` is the least with which it does. It is
    0 for a passage that was cited before and is shown again. `highlight` is the (start, end) within
    the passage of the sentence that answers best, `context` that of the same sentence and a
    neighbour.
    """

    passage: Passage
    title: str
    score: float
    confidence: float = 0.0
    highlight: tuple[int, int] = (0, 0)
    context: tuple[int, int] = (0, 0)

    @property
    def cited(self) -> "CitedPassage":
        """The quote in the form that a receipt stores."""
        return CitedPassage(passage_id=self.passage.id, score=self.score)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPassage:
    """A passage that was in a prompt, in the form that a receipt stores."""

    passage_id: str
    score: float
