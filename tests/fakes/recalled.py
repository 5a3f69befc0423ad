"""Recollections to be put in order: a few words each, and scores that fall."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from npcserver.model.ids import TimelineId
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind, Remembered, Source
from tests.fakes.scenes import NOW


def kept(
    text: str,
    seq: int = 1,
    *,
    kind: RecordKind = RecordKind.OBSERVATION,
    source: Source = Source.WITNESSED,
    at: datetime | None = None,
    **body: object,
) -> Memory:
    """Return a memory; later seqs are a minute later each, unless `at` says when."""
    when = NOW + timedelta(minutes=seq) if at is None else at
    return Memory(
        timeline_id=TimelineId("tl_test"),
        seq=seq,
        kind=kind,
        text=text,
        created_at=when,
        last_accessed_at=when,
        importance=4,
        is_rated=False,
        body=Remembered(source=source, **body),  # type: ignore[arg-type]
    )


def told(text: str, seq: int = 1, by: str = "ann", **more: object) -> Memory:
    """Return words that somebody said to the mind."""
    how: dict[str, object] = {"trust": 50, "told_by": by, "told_to": "mira", **more}
    return kept(text, seq, kind=RecordKind.UTTERANCE, source=Source.TOLD, **how)  # type: ignore[arg-type]


def said(text: str, seq: int = 1, to: str = "ann", evidence: tuple[int, ...] = ()) -> Memory:
    """Return words of the mind itself."""
    return kept(
        text,
        seq,
        kind=RecordKind.LINE,
        source=Source.OWN,
        told_by="mira",
        told_to=to,
        evidence=evidence,
    )


def came(*memories: Memory, pinned: Sequence[int] = ()) -> tuple[Recollection, ...]:
    """Return memories as they come to mind, best first; those with a seq in `pinned` are pinned."""
    found = (
        Recollection(
            memory=memory,
            score=1.0 - place / 100,
            recency=0.5,
            importance=0.5,
            relevance=0.5,
        )
        for place, memory in enumerate(memories)
    )
    return tuple(replace(one, is_pinned=one.memory.seq in pinned) for one in found)
