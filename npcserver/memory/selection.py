"""The rows visible from one vantage, with their last access and importance there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from npcserver.memory import score_profiles
from npcserver.memory.arrays import ReadPlan, plan_reads
from npcserver.memory.lexical import Postings, VisibleTerms
from npcserver.memory.mind_rows import UNRATED, MindRows
from npcserver.memory.relevance_columns import MindTexts, VisibleColumns
from npcserver.memory.score_profiles import ColumnWeights, Floats, Profile
from npcserver.model.memory import NEUTRAL_IMPORTANCE
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Lineage, Segment
from npcserver.ports.vectors import Vectors

_IMPORTANCE = np.arange(11.0)
"""Importance by rating; `UNRATED` counts as neutral."""
_IMPORTANCE[UNRATED] = NEUTRAL_IMPORTANCE


@dataclass(frozen=True, slots=True, eq=False)
class BaseScore:
    """The part of a score that does not depend on the query: recency and importance.

    `total` is their weighted sum in float32. `recency` is the scaled term of each memory, and
    `importance` the scaled term by rating (index 0: unrated).
    """

    total: Vectors
    recency: Floats
    importance: Floats

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self.total.nbytes + self.recency.nbytes


@dataclass(kw_only=True, eq=False)
class Selection:
    """The rows a lineage sees, ascending, which is also their order of seq.

    With `kinds` only memories of these kinds, as if there were no others. Rows never change; costly
    parts are computed on first use.
    """

    lineage: Lineage
    skips_idle: bool
    kinds: tuple[RecordKind, ...] = ()
    rows: NDArray[np.int64]
    seqs: NDArray[np.int64]
    last_access: Floats
    ratings: NDArray[np.int8]
    _standings: dict[Profile, BaseScore] = field(default_factory=dict, init=False)
    _wording: VisibleTerms | None = field(default=None, init=False)
    _columns: dict[ColumnWeights, VisibleColumns] = field(default_factory=dict, init=False)

    @property
    def size(self) -> int:
        """Number of memories."""
        return len(self.rows)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        columns = (self.rows, self.seqs, self.last_access, self.ratings)
        parts: list[BaseScore | VisibleColumns] = [*self._standings.values()]
        parts += self._columns.values()
        return (
            sum(column.nbytes for column in columns)
            + sum(part.nbytes for part in parts)
            + (0 if self._wording is None else self._wording.nbytes)
        )

    @cached_property
    def plan(self) -> ReadPlan:
        """The plan for reading the vectors of these rows."""
        return plan_reads(self.rows)

    def standing(self, profile: Profile) -> BaseScore:
        """Return recency and importance under a profile; the selection must not be empty."""
        known = self._standings.get(profile)
        if known is None:
            steps = score_profiles.steps_behind(self.last_access, profile)
            recency = score_profiles.recency_of(float(steps.max()), profile).apply(steps)
            given = np.flatnonzero(np.bincount(self.ratings))
            scale = score_profiles.scale_of(_IMPORTANCE[given], profile.constant)
            importance = scale.apply(_IMPORTANCE)
            total = (profile.w_recency * recency).astype(np.float32)
            total += (profile.w_importance * importance).astype(np.float32)[self.ratings]
            known = self._standings[profile] = BaseScore(total, recency, importance)
        return known

    def standings(self, seqs: Sequence[int]) -> dict[int, tuple[int, float]]:
        """Return (rating or `UNRATED`, last access in seconds) by seq, for visible seqs."""
        wanted = np.array(sorted(set(seqs)), np.int64)
        if self.size == 0 or len(wanted) == 0:
            return {}
        places, there = _locate(self.seqs, wanted)
        pairs = zip(self.ratings[places].tolist(), self.last_access[places].tolist(), strict=True)
        return dict(zip(wanted[there].tolist(), pairs, strict=True))

    def is_ready(self, profile: Profile) -> bool:
        """Return whether the standing under this profile is cached."""
        return profile in self._standings

    def wording(self, postings: Postings, mind: MindRows) -> VisibleTerms:
        """Return the words of these rows."""
        if self._wording is None:
            self._wording = VisibleTerms(postings, mind, self.rows)
        return self._wording

    def columns(self, texts: MindTexts, weights: ColumnWeights) -> VisibleColumns:
        """Return the columns of these rows."""
        known = self._columns.get(weights)
        if known is None:
            known = self._columns[weights] = VisibleColumns(texts, self.rows, weights)
        return known


def nothing(*, skips_idle: bool, kinds: tuple[RecordKind, ...] = ()) -> Selection:
    """Return an empty selection."""
    return Selection(
        lineage=(),
        skips_idle=skips_idle,
        kinds=kinds,
        rows=np.empty(0, np.int64),
        seqs=np.empty(0, np.int64),
        last_access=np.empty(0),
        ratings=np.empty(0, np.int8),
    )


def remainder(seen: Lineage, lineage: Lineage) -> Lineage | None:
    """Return what `lineage` sees beyond `seen`; None if it does not see all of `seen`.

    Moving forward on a timeline, or to one forked from its head, only adds records.
    """
    if not seen:
        return lineage
    last = len(seen) - 1
    if len(lineage) <= last or seen[:last] != lineage[:last]:
        return None
    old, new = seen[last], lineage[last]
    if (old.timeline_id, old.first) != (new.timeline_id, new.first) or old.last > new.last:
        return None
    if old.last == new.last:
        return lineage[last + 1 :]
    return (Segment(new.timeline_id, old.last + 1, new.last), *lineage[last + 1 :])


def extended(mind: MindRows, seen: Selection, lineage: Lineage, beyond: Lineage) -> Selection:
    """Return `seen` plus the rows of `beyond`; columns are copied, not changed.

    Where `beyond` has corrections (`is_corrected`) it must be the whole lineage: a memory that was
    restored is not in `seen`.
    """
    rows, seqs = [seen.rows], [seen.seqs]
    for segment in beyond:
        strand = mind.strand(segment.timeline_id)
        own_seqs, own_rows = strand.seqs.values, strand.rows.values
        within = slice(*np.searchsorted(own_seqs, (segment.first, segment.last + 1)).tolist())
        found, found_seqs = own_rows[within], own_seqs[within]
        if seen.skips_idle:
            kept = ~mind.idle[found]
            found, found_seqs = found[kept], found_seqs[kept]
        if seen.kinds:
            kept = mind.of_kinds(found, seen.kinds)
            found, found_seqs = found[kept], found_seqs[kept]
        rows.append(found)
        seqs.append(found_seqs)
    all_rows, all_seqs = np.concatenate(rows), np.concatenate(seqs)
    fresh = all_rows[seen.size :]
    last_access = np.concatenate((seen.last_access, mind.created[fresh]))
    ratings = np.concatenate((seen.ratings, mind.importance[fresh]))
    # After all rows are there: amendments may concern memories of earlier segments.
    for segment in beyond:
        _amend(mind, segment, all_seqs, last_access, ratings)
    is_kept: NDArray[np.bool_] | slice = slice(None)
    if withdrawn := _withdrawn(mind, beyond):
        is_kept = ~np.isin(all_seqs, np.array(withdrawn, np.int64))
    return Selection(
        lineage=lineage,
        skips_idle=seen.skips_idle,
        kinds=seen.kinds,
        rows=all_rows[is_kept],
        seqs=all_seqs[is_kept],
        last_access=last_access[is_kept],
        ratings=ratings[is_kept],
    )


def is_corrected(mind: MindRows, lineage: Lineage) -> bool:
    """Return whether an author withdrew or restored memories in some segments."""
    strands = ((mind.strand(segment.timeline_id), segment) for segment in lineage)
    return any(strand.withdrawn and any(strand.corrections(own)) for strand, own in strands)


def _withdrawn(mind: MindRows, lineage: Lineage) -> list[int]:
    holds: dict[int, bool] = {}
    for segment in lineage:
        holds.update(mind.strand(segment.timeline_id).corrections(segment))
    return [seq for seq, is_held in holds.items() if not is_held]


def _amend(
    mind: MindRows,
    segment: Segment,
    seqs: NDArray[np.int64],
    last_access: Floats,
    ratings: NDArray[np.int8],
) -> None:
    """Apply the accesses and ratings of one segment, oldest first, so that the last one counts."""
    strand = mind.strand(segment.timeline_id)
    if len(seqs) == 0:
        return
    within = slice(*np.searchsorted(strand.touched_at.values, (segment.first, segment.last + 1)))
    places, there = _locate(seqs, strand.touched_seq.values[within])
    # the latest game time counts, not the latest record, since the game may set its time back
    np.maximum.at(last_access, places, strand.touched_time.values[within][there])
    within = slice(*np.searchsorted(strand.rated_at.values, (segment.first, segment.last + 1)))
    places, there = _locate(seqs, strand.rated_seq.values[within])
    ratings[places] = strand.rated_importance.values[within][there]


def _locate(
    seqs: NDArray[np.int64], wanted: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the places of the wanted seqs that exist, and a mask of which these are."""
    places = np.minimum(np.searchsorted(seqs, wanted), len(seqs) - 1)
    there = seqs[places] == wanted
    return places[there], there
