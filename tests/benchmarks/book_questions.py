"""Questions to three books written for this test, with a phrase of the sentence that answers.

`NEAR` uses words of the passage, `PLAIN` shares no content word with passage or chapter title, and
`UNANSWERED` speaks of the same people and things. `VISITORS` share stray words. Of the others every
second question was kept apart while the search was tuned: see `tuning` and `held_out`.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Chapter

_BOOKS = Path(__file__).parent / "lore_books"

Labelled = tuple[str, str]
"""A question, and words of the sentence that answers it."""

_SETS = tomllib.loads((_BOOKS / "questions.toml").read_text(encoding="utf-8"))


def _labelled(name: str) -> tuple[Labelled, ...]:
    return tuple((question, words) for question, words in _SETS[name])


NEAR, NEAR_TALE, NEAR_ZH = map(_labelled, ("near", "near_tale", "near_zh"))
PLAIN, PLAIN_TALE, PLAIN_ZH = map(_labelled, ("plain", "plain_tale", "plain_zh"))
VISITORS, VISITORS_ZH = map(_labelled, ("visitors", "visitors_zh"))
UNANSWERED: tuple[str, ...] = tuple(_SETS["unanswered"])
UNANSWERED_TALE: tuple[str, ...] = tuple(_SETS["unanswered_tale"])
UNANSWERED_ZH: tuple[str, ...] = tuple(_SETS["unanswered_zh"])

One = TypeVar("One")


def tuning(questions: Sequence[One]) -> Sequence[One]:
    """Return the questions that weights and limits may be set on."""
    return questions[::2]


def held_out(questions: Sequence[One]) -> Sequence[One]:
    """Return the questions that were looked at once, at the end."""
    return questions[1::2]


def almanac() -> Book:
    """Return the book of Kestervale, of more than 300 passages."""
    return _read("kestervale", "The Kestervale Almanac")


def tale() -> Book:
    """Return a story with talk and pronouns, of 70 passages."""
    return _read("heron", "The Copper Heron")


def gazetteer() -> Book:
    """Return the Chinese book, of some 40 passages."""
    return _read("qingshi", "青石镇志")


def _read(name: str, title: str) -> Book:
    text = (_BOOKS / f"{name}.txt").read_text(encoding="utf-8")
    chapters = (part.partition("\n") for part in text.removeprefix("# ").split("\n# "))
    return Book(
        id=name,
        world_id=WorldId("kestervale"),
        title=title,
        chapters=tuple(
            Chapter(title=heading.strip(), text=body.strip()) for heading, _, body in chapters
        ),
    )
