"""Recall equals a plain float64 brute force, whatever the stream, the lineage and the question."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.memory.cue import Cue
from npcserver.memory.profiles import PROFILES, LexicalTuning, Profile
from npcserver.memory.stream import MemoryStream
from npcserver.memory.tokens import tokens
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.memory import NEUTRAL_IMPORTANCE, Recollection, searchable_text
from npcserver.model.record import Rated, Record, RecordKind, Remembered, TurnTaken
from npcserver.model.timeline import Lineage
from npcserver.ports.embedder import Vectors
from tests.fakes.numpy_index import NumpyIndex
from tests.fakes.tiny_log import SUBJECT, TinyEmbedder, TinyLog

DIMENSION = 8
WORDS = ("bread", "mayor", "party", "Klaus", "idle", "market", "我们去市场", "市", "the")

PALETTE: Vectors = np.random.default_rng(7).normal(size=(6, DIMENSION)).astype(np.float32)
PALETTE /= np.linalg.norm(PALETTE, axis=1, keepdims=True)

PROFILE_CHOICES = (
    *PROFILES.values(),
    replace(PROFILES["default"], name="words", lexical=LexicalTuning(cosine=0.0, neighbours=0.0)),
    replace(PROFILES["default"], name="own words", context=False, w_recency=1.0),
    replace(PROFILES["paper_v2"], name="no decay", decay=1.0, constant=0.25),
    replace(PROFILES["paper_v2"], name="recency only", w_relevance=0.0, w_importance=0.0),
    replace(PROFILES["reference_code"], name="right way up", recency_by="hours"),
)


# --- the oracle: the formulas of the papers, one memory at a time ---------------------------------


@dataclass
class Seen:
    """What one vantage knows of one memory."""

    record: Record
    text: str
    accessed: float
    importance: int | None


def seen_from(log: TinyLog, lineage: Lineage, profile: Profile) -> list[Seen]:
    """Fold the visible records one by one."""
    seen: dict[int, Seen] = {}
    for record in log.visible(lineage):
        at = record.game_time.timestamp()
        if isinstance(record.body, Remembered):
            text = searchable_text(record.kind, record.text, record.body)
            seen[record.seq] = Seen(record, text, at, record.importance)
        elif isinstance(record.body, TurnTaken):
            for recalled in record.body.receipt.recalled:
                if recalled.seq in seen:
                    seen[recalled.seq].accessed = max(seen[recalled.seq].accessed, at)
        elif isinstance(record.body, Rated):
            for seq, importance in record.body.ratings:
                if seq in seen:
                    seen[seq].importance = importance
    return [m for m in seen.values() if not (profile.skips_idle and "idle" in m.text)]


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
    last_said: dict[str, int] = {}
    for at, memory in enumerate(memories):
        body = memory.record.body
        if isinstance(body, Remembered) and memory.record.kind in (
            RecordKind.UTTERANCE,
            RecordKind.LINE,
        ):
            partner = body.told_by or body.told_to
            if partner in last_said:
                before = last_said[partner]
                lent[at] += tuning.neighbours * plain[before]
                lent[before] += tuning.neighbours * plain[at]
            last_said[partner] = at
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
    log: TinyLog, lineage: Lineage, cue: Cue, k: int, profile: Profile
) -> list[tuple[int, float, float, float, float]]:
    """Return (seq, score, recency, importance, relevance) of the k best."""
    memories = seen_from(log, lineage, profile)
    if not memories:
        return []
    columns = (
        recency(memories, profile),
        [float(m.importance or NEUTRAL_IMPORTANCE) for m in memories],
        relevance(log, memories, cue, profile),
    )
    rows = []
    for memory, *terms in zip(memories, *(scaled(c, profile.constant) for c in columns), strict=True):
        weights = (profile.w_recency, profile.w_importance, profile.w_relevance)
        score = round(sum(w * t for w, t in zip(weights, terms, strict=True)), 9)
        rows.append((memory.record.seq, score, *terms))
    return sorted(rows, key=lambda row: (-row[1], -row[0]))[:k]


# --- random lives ---------------------------------------------------------------------------------


@st.composite
def logs(draw: st.DrawFn) -> TinyLog:
    """A tree of timelines grown by a random sequence of forks and records."""
    log = TinyLog(chunk=draw(st.integers(1, 7)), dimension=DIMENSION)
    hours = 0.0
    for step in range(draw(st.integers(1, 45))):
        timeline = draw(st.sampled_from(sorted(log.records)))
        kind = draw(st.sampled_from(("see", "see", "hear", "say", "rate", "touch", "fork")))
        hours += draw(st.sampled_from((0.0, 0.0, 0.5, 24.0, 100.0)))
        grow(log, draw, kind, timeline, hours, f"t{step}")
    return log


def grow(
    log: TinyLog, draw: st.DrawFn, kind: str, timeline: str, hours: float, fresh: str
) -> None:
    head = log.head(timeline)
    text = " ".join(draw(st.lists(st.sampled_from(WORDS), max_size=4)))
    axis = draw(st.sampled_from((None, 0, 1, 2, 3, 4, 5)))
    vector = None if axis is None else PALETTE[axis]
    seqs = st.lists(st.integers(1, max(head, 1)), max_size=3)
    if kind == "see":
        importance = draw(st.sampled_from((None, 1, 4, 10)))
        context = PALETTE[draw(st.integers(0, 5))]
        log.see(
            text,
            timeline=timeline,
            hours=hours,
            importance=importance,
            vector=vector,
            context=context,
        )
    elif kind in ("hear", "say"):
        by = draw(st.sampled_from(("player", "other")))
        log.hear(text, by=by, timeline=timeline, hours=hours, is_own=kind == "say", vector=vector)
    elif kind == "rate":
        log.rate(*((seq, draw(st.integers(1, 10))) for seq in draw(seqs)), timeline=timeline)
    elif kind == "touch":
        log.touch(*draw(seqs), timeline=timeline, hours=hours)
    else:
        log.fork(fresh, timeline, draw(st.integers(log.parents[timeline][1], head)))


@st.composite
def cues(draw: st.DrawFn) -> Cue:
    own = PALETTE[draw(st.integers(0, 5))]
    context = draw(st.sampled_from((own, PALETTE[0], np.zeros(DIMENSION, np.float32))))
    return Cue(" ".join(draw(st.lists(st.sampled_from(WORDS), max_size=3))), own, context)


@st.composite
def vantages(draw: st.DrawFn, log: TinyLog) -> Lineage:
    timeline = draw(st.sampled_from(sorted(log.records)))
    return log.lineage(timeline, draw(st.integers(0, log.head(timeline))))


async def recall(
    stream: MemoryStream, log: TinyLog, lineage: Lineage, cue: Cue, k: int, profile: Profile
) -> tuple[Recollection, ...]:
    view = replace(log.view(), lineage=lineage)
    return await stream.recall(log, view, WorldId("town"), CharacterId(SUBJECT), cue, k, profile)


def agrees(
    got: Sequence[Recollection], expected: Sequence[tuple[int, float, float, float, float]]
) -> None:
    assert [r.memory.seq for r in got] == [row[0] for row in expected]
    for recollection, (_, *numbers) in zip(got, expected, strict=True):
        found = (
            recollection.score,
            recollection.recency,
            recollection.importance,
            recollection.relevance,
        )
        np.testing.assert_allclose(found, numbers, atol=2e-9)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), log=logs())
async def test_recall_equals_brute_force(data: st.DataObject, log: TinyLog) -> None:
    """One warm stream, asked from many vantages with many profiles, is always exact."""
    stream = MemoryStream(FaissIndex, TinyEmbedder(DIMENSION))
    for _ in range(data.draw(st.integers(1, 6))):
        lineage = data.draw(vantages(log))
        cue, k = data.draw(cues()), data.draw(st.integers(1, 12))
        profile = data.draw(st.sampled_from(PROFILE_CHOICES))
        got = await recall(stream, log, lineage, cue, k, profile)

        agrees(got, brute_force(log, lineage, cue, k, profile))


@settings(max_examples=60, deadline=None)
@given(data=st.data(), log=logs())
async def test_catching_up_equals_starting_afresh(data: st.DataObject, log: TinyLog) -> None:
    """A mind that grew with the log, was evicted in between, or is new gives one answer."""
    grown = MemoryStream(FaissIndex, TinyEmbedder(DIMENSION))
    starved = MemoryStream(NumpyIndex, TinyEmbedder(DIMENSION), budget_bytes=0)
    cue, profile = data.draw(cues()), data.draw(st.sampled_from(PROFILE_CHOICES))
    for timeline in sorted(log.records):
        for seq in range(0, log.head(timeline) + 1, 3):
            await recall(grown, log, log.lineage(timeline, seq), cue, 3, profile)
    lineage = data.draw(vantages(log))
    late = [r for r in log.visible(lineage) if isinstance(r.body, Remembered) and not log.knows(r)]
    for record in late[: data.draw(st.integers(0, 3))]:
        log.embed(record, PALETTE[data.draw(st.integers(0, 5))])
    if data.draw(st.booleans()):
        starved.evict(WorldId("town"))
    for stream in (grown, starved, MemoryStream(FaissIndex, TinyEmbedder(DIMENSION))):
        got = await recall(stream, log, lineage, cue, 8, profile)

        agrees(got, brute_force(log, lineage, cue, 8, profile))


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(300, 12_000),
    tied=st.sampled_from((0.0, 0.02, 0.5)),
    profile=st.sampled_from([PROFILES["paper_v2"], PROFILES["default"]]),
)
def test_ranking_many_equals_sorting_all(
    seed: int, count: int, tied: float, profile: Profile
) -> None:
    """The float32 screen over thousands of near-equal vectors loses none of the best."""
    from npcserver.memory.ranking import Meaning, rank  # noqa: PLC0415 - one test looks inside
    from npcserver.memory.reading import plan_for  # noqa: PLC0415
    from npcserver.memory.selection import Selection  # noqa: PLC0415

    chance = np.random.default_rng(seed)
    centre = chance.normal(size=32)
    vectors = centre + chance.normal(size=(count, 32)) * chance.choice((1e-4, 1e-2, 1.0))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    same = chance.random(count) < tied
    vectors[same] = vectors[0]
    stored, query = vectors.astype(np.float32), vectors[1].astype(np.float32)
    scattered = np.sort(chance.permutation(2 * count)[:count])
    storage = np.zeros((2 * count, 32), np.float32)
    storage[scattered] = stored
    selection = Selection(
        (),
        skips_idle=False,
        rows=scattered,
        seqs=np.arange(count) * 2,
        last_access=np.where(same, 0.0, chance.integers(0, 1000, count) * 3600.0),
        ratings=np.where(same, 5, chance.integers(0, 11, count)).astype(np.int8),
    )
    has_vector = np.ones(2 * count, np.bool_)
    meaning = Meaning(storage, has_vector, 1.001, plan_for(scattered), query)
    match = np.where(chance.random(count) < 0.1, chance.random(count), 0.0)
    match[same] = 0.0
    match = match if profile.lexical is not None else None
    ranked = rank(selection, meaning, match, profile, 10)

    def column(values: np.ndarray) -> np.ndarray:
        return (values - values.min()) / (values.max() - values.min())

    close = stored.astype(np.float64) @ query.astype(np.float64)
    if match is not None:
        close = 0.7 * column(close) + column(match)
    given = np.where(selection.ratings == 0, NEUTRAL_IMPORTANCE, selection.ratings)
    score = (
        profile.w_recency * column(0.995 ** (-selection.last_access / 3600.0 + 999))
        + profile.w_importance * column(given)
        + profile.w_relevance * column(close)
    ).round(9)
    assert ranked.places.tolist() == np.lexsort((-selection.seqs, -score))[:10].tolist()
