"""What a receipt says came to mind, as memories again."""

from collections.abc import Sequence

from npcserver.app.replay.sessions import SessionLog
from npcserver.model.memory import Recollection
from npcserver.model.turn import RecalledMemory


def recollections(
    log: SessionLog, recalled: Sequence[RecalledMemory], at: int
) -> tuple[Recollection, ...]:
    """Return what a receipt says was recalled; what is hidden by now is left out."""
    found: list[Recollection] = []
    for one in recalled:
        remembered = log.memory(one.seq, at)
        if remembered is None:
            continue
        older = (log.memory(seq, at) for seq in one.superseded)
        found.append(
            Recollection(
                memory=remembered,
                score=one.score,
                recency=one.recency,
                importance=one.importance,
                relevance=one.relevance,
                times=one.times,
                superseded=tuple(memory for memory in older if memory is not None),
                is_pinned=one.is_pinned,
                is_fresh=one.is_fresh,
                is_called=one.is_called,
                is_prior=one.is_prior,
            )
        )
    return tuple(found)


def withheld(log: SessionLog, seqs: Sequence[int], at: int) -> tuple[Recollection, ...]:
    """Return memories that came to mind and were kept back; how well they scored is lost."""
    found = (log.memory(seq, at) for seq in seqs)
    return tuple(
        Recollection(memory=one, score=0.0, recency=0.0, importance=0.0, relevance=0.0)
        for one in found
        if one is not None
    )
