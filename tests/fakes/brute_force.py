"""What comes to mind, worked out plainly: the formulas of the papers, one memory at a time.

It shares nothing with what it checks but the profiles, the cutting into words and the model.
"""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from npcserver.language.tokens import tokens
from npcserver.memory.cue import Cue
from npcserver.memory.profiles import LexicalTuning, Profile
from npcserver.model.memory import NEUTRAL_IMPORTANCE, searchable_text
from npcserver.model.record import Rated, Record, RecordKind, Remembered, TurnTaken
from npcserver.model.timeline import Lineage
from tests.fakes.tiny_log import TinyLog


@dataclass
class Seen:
    """What one vantage knows of one memory."""

    record: Record
    text: str
    accessed: float
    importance: int | None
    previous: int | None


def seen_from(
    log: TinyLog, lineage: Lineage, profile: Profile, kinds: Collection[RecordKind] = ()
) -> list[Seen]:
    """Fold the visible records one by one; `previous` is what was said before, left out or not."""
    seen: dict[int, Seen] = {}
    last_said: dict[str, int] = {}
    for record in log.visible(lineage):
        at = record.game_time.timestamp()
        if isinstance(record.body, Remembered):
            text = searchable_text(record.kind, record.text, record.body)
            previous = None
            if record.kind in (RecordKind.UTTERANCE, RecordKind.LINE):
                partner = record.body.told_by or record.body.told_to
                previous = last_said.get(partner)
                last_said[partner] = record.seq
            seen[record.seq] = Seen(record, text, at, record.importance, previous)
        elif isinstance(record.body, TurnTaken):
            for recalled in record.body.receipt.recalled:
                if recalled.seq in seen:
                    seen[recalled.seq].accessed = max(seen[recalled.seq].accessed, at)
        elif isinstance(record.body, Rated):
            for seq, importance in record.body.ratings:
                if seq in seen:
                    seen[seq].importance = importance
    return [
        m
        for m in seen.values()
        if not (profile.skips_idle and "idle" in m.text) and (not kinds or m.record.kind in kinds)
    ]


def scaled(column: Sequence[float], constant: float) -> list[float]:
    low, high = min(column), max(column)
    if high - low <= 1e-9:
        return [constant for _ in column]
    return [(value - low) / (high - low) for value in column]


def recency(memories: Sequence[Seen], profile: Profile) -> list[float]:
    now = max(memory.accessed for memory in memories)
    if profile.recency_by == "hours":
        return [profile.decay ** ((now - memory.accessed) / 3600) for memory in memories]
    oldest_first = sorted(memories, key=lambda m: (m.accessed, -m.record.seq))
    place = {memory.record.seq: at for at, memory in enumerate(oldest_first, start=1)}
    return [profile.decay ** place[memory.record.seq] for memory in memories]


def bm25(memories: Sequence[Seen], question: str, tuning: LexicalTuning) -> list[float]:
    bags = [Counter(tokens(memory.text)) for memory in memories]
    lengths = [bag.total() for bag in bags]
    typical = sum(lengths) / len(lengths)
    plain = [0.0] * len(memories)
    for term in set(tokens(question)):
        holders = sum(term in bag for bag in bags)
        idf = math.log(1 + (len(bags) - holders + 0.5) / (holders + 0.5))
        for at, bag in enumerate(bags):
            if bag[term]:
                norm = tuning.k1 * (1 - tuning.b + tuning.b * lengths[at] / typical)
                plain[at] += idf * bag[term] * (tuning.k1 + 1) / (bag[term] + norm)
    lent = list(plain)
    place = {memory.record.seq: at for at, memory in enumerate(memories)}
    for at, memory in enumerate(memories):
        before = place.get(memory.previous or 0)
        if before is not None:
            lent[at] += tuning.neighbours * plain[before]
            lent[before] += tuning.neighbours * plain[at]
    return lent


def relevance(log: TinyLog, memories: Sequence[Seen], cue: Cue, profile: Profile) -> list[float]:
    space = "tiny:test@8/context" if profile.context else "tiny:test@8/own"
    query = cue.context if profile.context else cue.own
    cosines = []
    for memory in memories:
        vector = log.stored.get((space, memory.record.timeline_id, memory.record.seq))
        pairs = [] if vector is None else zip(vector.tolist(), query.tolist(), strict=True)
        cosines.append(math.fsum(a * b for a, b in pairs))
    if profile.lexical is None:
        return cosines
    meaning = scaled(cosines, profile.constant)
    words = scaled(bm25(memories, cue.text, profile.lexical), profile.constant)
    tuning = profile.lexical
    return [tuning.cosine * m + tuning.words * w for m, w in zip(meaning, words, strict=True)]


def brute_force(
    log: TinyLog,
    lineage: Lineage,
    cue: Cue,
    k: int,
    profile: Profile,
    kinds: Collection[RecordKind] = (),
) -> list[tuple[int, float, float, float, float]]:
    """Return (seq, score, recency, importance, relevance) of the k best."""
    memories = seen_from(log, lineage, profile, kinds)
    if not memories:
        return []
    columns = (
        recency(memories, profile),
        [float(m.importance or NEUTRAL_IMPORTANCE) for m in memories],
        relevance(log, memories, cue, profile),
    )
    rows = []
    for memory, *terms in zip(
        memories, *(scaled(c, profile.constant) for c in columns), strict=True
    ):
        weights = (profile.w_recency, profile.w_importance, profile.w_relevance)
        score = round(sum(w * t for w, t in zip(weights, terms, strict=True)), 9)
        rows.append((memory.record.seq, score, *terms))
    return sorted(rows, key=lambda row: (-row[1], -row[0]))[:k]
