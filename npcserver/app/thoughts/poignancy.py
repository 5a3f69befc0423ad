"""How much of what a mind has perceived weighs on it: what calls for a reflection.

Generative Agents, section 4.2: a mind reflects when the importance of what it has perceived since
it last did so adds up to a threshold. What it said, planned and inferred itself does not count,
nor does what its author gave it to begin with, nor what it was told before in the same words.
"""

from collections.abc import Mapping

from npcserver.memory import retention
from npcserver.memory.embedding_text import own_text
from npcserver.memory.sayings import Saying, saying
from npcserver.model.ids import TimelineId
from npcserver.model.record import (
    MEMORY_KINDS,
    Rated,
    Record,
    RecordKind,
    ReflectedUpTo,
    Remembered,
    Source,
)
from npcserver.ports.view import View

PERCEIVED = (RecordKind.OBSERVATION, RecordKind.UTTERANCE, RecordKind.WHISPER)
_AT_ONCE = 64
_TOLD_BEFORE = 300
"""How many of the words that were heard before the last reflection are looked through."""


def is_idle(record: Record) -> bool:
    """Say whether a memory is that a thing is idle, which is a state of the world and no news."""
    return record.kind is RecordKind.OBSERVATION and retention.is_idle(record.text)


async def reflected_up_to(view: View, subject_id: str) -> int:
    """Return the seq up to which a mind, or a facet of one, has reflected; 0 for never."""
    record = await view.latest(RecordKind.REFLECTED, subject_id)
    body = None if record is None else record.body
    return body.seq if isinstance(body, ReflectedUpTo) else 0


def seeds_end(view: View, genesis_id: TimelineId) -> int:
    """Return the seq of the last record of genesis that a view sees; 0 in genesis itself."""
    lineage = view.lineage
    is_genesis = view.vantage.timeline_id == genesis_id
    has_genesis = bool(lineage) and lineage[0].timeline_id == genesis_id
    return lineage[0].last if has_genesis and not is_genesis else 0


async def weighs(
    view: View,
    character_id: str,
    threshold: int,
    fresh: Mapping[int, int] | None = None,
    *,
    genesis_id: TimelineId,
) -> bool:
    """Say whether what was perceived since the last reflection reaches a threshold.

    `fresh` are ratings by seq that are about to be written. What nobody has rated yet does not
    count: its digest is still to come. Genesis holds nothing that was perceived, and is not read:
    a mind may begin with ten thousand memories.
    """
    since = max(await reflected_up_to(view, character_id), seeds_end(view, genesis_id))
    weight = _Weight(dict(fresh or {}))
    told: set[Saying] | None = None
    before: int | None = None
    while True:
        records = await view.tail(
            character_id, (*PERCEIVED, RecordKind.RATING), _AT_ONCE, before=before
        )
        for record in records:
            if record.seq <= since:
                return False
            weight.add(record)
            if weight.total >= threshold:
                if told is None:
                    told = await _told_up_to(view, character_id, since)
                    weight.forget(told)
                if weight.total >= threshold:
                    return True
        if len(records) < _AT_ONCE:
            return False
        before = records[-1].seq


class _Weight:
    """What weighs on a mind, added up from the newest on; what is told again weighs once."""

    def __init__(self, ratings: dict[int, int]) -> None:
        self.total = 0
        self._ratings = ratings
        self._told: dict[Saying, int] = {}
        self._known: set[Saying] = set()

    def add(self, record: Record) -> None:
        """Take in a rating or something perceived; of words that come again the last count."""
        if isinstance(record.body, Rated):  # newest first: later ratings came before
            for seq, importance in record.body.ratings:
                self._ratings.setdefault(seq, importance)
            return
        if not isinstance(record.body, Remembered) or record.body.source is Source.AUTHORED:
            return
        weight = self._ratings.get(record.seq, record.importance or 0)
        if record.kind is RecordKind.UTTERANCE:
            says = saying(record)
            if says in self._known or says in self._told:
                return
            self._told[says] = weight
        self.total += weight

    def forget(self, known: set[Saying]) -> None:
        """Leave out what had been told before."""
        self._known = known
        self.total -= sum(weight for says, weight in self._told.items() if says in known)


async def _told_up_to(view: View, character_id: str, seq: int) -> set[Saying]:
    """Return what a mind had been told up to a seq."""
    heard = await view.tail(character_id, (RecordKind.UTTERANCE,), _TOLD_BEFORE, before=seq + 1)
    return {saying(record) for record in heard}


async def rated_before(view: View, character_id: str, limit: int) -> dict[str, int]:
    """Return the ratings of a mind's latest memories by their text."""
    given: dict[int, int] = {}
    found: dict[str, int] = {}
    for record in await view.tail(character_id, (*MEMORY_KINDS, RecordKind.RATING), limit):
        if isinstance(record.body, Rated):
            for seq, importance in record.body.ratings:
                given.setdefault(seq, importance)
            continue
        rating = given.get(record.seq, record.importance)
        if rating is not None:
            found.setdefault(own_text(record), rating)
    return found
