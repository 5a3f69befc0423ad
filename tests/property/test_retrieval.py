"""Recall equals a plain float64 brute force, whatever the stream, the lineage and the question."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.language.past_times import TimeSpan
from npcserver.language.tokens import characters
from npcserver.memory import mind_rows
from npcserver.memory.arrays import plan_reads
from npcserver.memory.eight_bit import EightBitRows
from npcserver.memory.embedding_texts import Cue, own_text
from npcserver.memory.lexical import Postings, TextBatch
from npcserver.memory.mind_rows import MindRows, moment, seconds
from npcserver.memory.relevance import CueVectors
from npcserver.memory.relevance_columns import MindTexts
from npcserver.memory.row_features import RowFeatures
from npcserver.memory.score_profiles import DEFAULT, PROFILES, ColumnWeights, Profile
from npcserver.memory.selection import Selection
from npcserver.memory.stream import MemoryStream
from npcserver.memory.top_k import rank, rank_by_columns
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.memory import NEUTRAL_IMPORTANCE, Recollection
from npcserver.model.record import MEMORY_KINDS, RecordKind, Remembered
from npcserver.model.timeline import Lineage
from npcserver.ports.vectors import Vectors
from tests.conftest import examples
from tests.fakes.memory_store import NumpyIndex
from tests.fakes.retrieval_log import SUBJECT, AxisEmbedder, RetrievalLog, brute_force

DIMENSION = 8
ASKERS = ("", "player", "other", "nobody")
WORDS = (
    "bread", "mayor", "party", "Klaus", "idle", "market", "我们去市场", "市", "the",
    "say", "noon", "when", "Player", "Other", "why?", "几点？",
)  # fmt: skip

KINDS = ("see", "see", "see", "hear", "say", "rate", "touch", "fork")

PALETTE: Vectors = np.random.default_rng(7).normal(size=(6, DIMENSION)).astype(np.float32)
PALETTE /= np.linalg.norm(PALETTE, axis=1, keepdims=True)

WORDS_ALONE = replace(PROFILES["paper_v2"], name="words", by_words=True)
PROFILE_CHOICES = (
    *PROFILES.values(),
    WORDS_ALONE,
    replace(WORDS_ALONE, name="idle words", w_recency=0.0, skips_idle=True),
    replace(DEFAULT, name="one step", columns=ColumnWeights(second_step=0.0), w_recency=1.0),
    replace(DEFAULT, name="texts", columns=ColumnWeights(own=0.0, before=0.0, length=0.0)),
    replace(PROFILES["paper_v2"], name="no decay", decay=1.0, constant=0.25),
    replace(PROFILES["paper_v2"], name="recency only", w_relevance=0.0, w_importance=0.0),
    replace(PROFILES["reference_code"], name="right way up", recency_by="hours"),
)


@st.composite
def logs(draw: st.DrawFn) -> RetrievalLog:
    """Grow a tree of timelines by a random sequence of forks and records."""
    log = RetrievalLog(chunk=draw(st.integers(1, 7)), dimension=DIMENSION)
    hours = 0.0
    for step in range(draw(st.integers(1, 60))):
        timeline = draw(st.sampled_from(sorted(log.records)))
        kind = draw(st.sampled_from(KINDS))
        hours += draw(st.sampled_from((0.0, 0.0, 0.5, 24.0, 100.0)))
        grow(log, draw, kind, timeline, hours, f"t{step}")
    return log


def grow(
    log: RetrievalLog, draw: st.DrawFn, kind: str, timeline: str, hours: float, fresh: str
) -> None:
    head = log.head(timeline)
    text = " ".join(draw(st.lists(st.sampled_from(WORDS), max_size=4)))
    axis = draw(st.sampled_from((None, 0, 1, 2, 3, 4, 5)))
    vector = None if axis is None else PALETTE[axis]
    seqs = st.lists(st.integers(1, max(head, 1)), max_size=3)
    if kind == "see":
        importance = draw(st.sampled_from((None, 1, 4, 10)))
        log.see(text, timeline=timeline, hours=hours, importance=importance, vector=vector)
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
    vector = draw(st.sampled_from((*PALETTE, np.zeros(DIMENSION, np.float32))))
    return Cue(" ".join(draw(st.lists(st.sampled_from(WORDS), max_size=3))), vector)


@st.composite
def vantages(draw: st.DrawFn, log: RetrievalLog) -> Lineage:
    timeline = draw(st.sampled_from(sorted(log.records)))
    return log.lineage(timeline, draw(st.integers(0, log.head(timeline))))


async def recall(  # noqa: PLR0917 - the arguments of the stream, and of whom
    stream: MemoryStream,
    log: RetrievalLog,
    lineage: Lineage,
    cue: Cue,
    k: int,
    profile: Profile,
    kinds: Collection[RecordKind] = (),
    who: str = SUBJECT,
) -> tuple[Recollection, ...]:
    view = replace(log.view(), lineage=lineage)
    return await stream.recall(
        log.snapshot(), view, WorldId("town"), CharacterId(who), cue, k, profile, kinds=kinds
    )


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


@contextmanager
def in_eight_bits_from(count: int) -> Iterator[None]:
    """Keep minds of so many rows in eight bits as well."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(mind_rows, "SCREENED", count)
        yield


@settings(max_examples=examples(100), deadline=None)
@given(data=st.data(), log=logs())
async def test_recall_equals_brute_force(data: st.DataObject, log: RetrievalLog) -> None:
    """One warm stream, asked from many vantages with many profiles, is always exact."""
    stream = MemoryStream(FaissIndex, AxisEmbedder(DIMENSION))
    with in_eight_bits_from(data.draw(st.sampled_from((1, 10, 1_000)))):
        for _ in range(data.draw(st.integers(1, 6))):
            lineage = data.draw(vantages(log))
            cue, k = data.draw(cues()), data.draw(st.sampled_from((1, 2, 3, 12)))
            profile = data.draw(st.sampled_from(PROFILE_CHOICES))
            got = await recall(stream, log, lineage, cue, k, profile)

            agrees(got, brute_force(log, lineage, cue, k, profile))


@settings(max_examples=examples(40), deadline=None)
@given(data=st.data(), log=logs())
async def test_catching_up_equals_starting_afresh(data: st.DataObject, log: RetrievalLog) -> None:
    """A mind that grew with the log, was evicted in between, or is new gives one answer."""
    with in_eight_bits_from(data.draw(st.sampled_from((1, 10, 1_000)))):
        await _catching_up_equals_starting_afresh(data, log)


async def _catching_up_equals_starting_afresh(data: st.DataObject, log: RetrievalLog) -> None:
    grown = MemoryStream(FaissIndex, AxisEmbedder(DIMENSION))
    starved = MemoryStream(NumpyIndex, AxisEmbedder(DIMENSION), budget_bytes=0)
    cue, profile = data.draw(cues()), data.draw(st.sampled_from(PROFILE_CHOICES))
    for timeline in sorted(log.records):
        for seq in range(0, log.head(timeline) + 1, 3):
            await recall(grown, log, log.lineage(timeline, seq), cue, 3, profile)
    lineage = data.draw(vantages(log))
    late = [r for r in log.visible(lineage) if isinstance(r.body, Remembered) and not log.knows(r)]
    for record in late[: data.draw(st.integers(0, 3))]:
        log.embed(record, PALETTE[data.draw(st.integers(0, 5))])
    for who in (SUBJECT, "another"):  # a budget of nothing holds the last one asked alone
        await recall(starved, log, lineage, cue, 2, profile, who=who)
    for stream in (grown, starved, MemoryStream(FaissIndex, AxisEmbedder(DIMENSION))):
        got = await recall(stream, log, lineage, cue, 2, profile)

        agrees(got, brute_force(log, lineage, cue, 2, profile))


@settings(max_examples=examples(100), deadline=None)
@given(data=st.data(), log=logs())
async def test_recall_among_some_kinds_equals_brute_force_over_them(
    data: st.DataObject, log: RetrievalLog
) -> None:
    """What is left out neither comes to mind nor counts, in one stream asked with all filters."""
    stream = MemoryStream(FaissIndex, AxisEmbedder(DIMENSION))
    spoken = st.sets(st.sampled_from(MEMORY_KINDS))
    for _ in range(data.draw(st.integers(1, 6))):
        lineage, kinds = data.draw(vantages(log)), data.draw(spoken)
        cue, k = data.draw(cues()), data.draw(st.sampled_from((1, 2, 3, 12)))
        profile = data.draw(st.sampled_from(PROFILE_CHOICES))
        got = await recall(stream, log, lineage, cue, k, profile, kinds)

        agrees(got, brute_force(log, lineage, cue, k, profile, kinds))


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data(), log=logs())
async def test_what_is_alike_is_all_that_lies_near(data: st.DataObject, log: RetrievalLog) -> None:
    """Every memory that the vantage sees and whose cosine is high enough, and no other."""
    stream = MemoryStream(FaissIndex, AxisEmbedder(DIMENSION))
    with in_eight_bits_from(data.draw(st.sampled_from((1, 1_000)))):
        for _ in range(data.draw(st.integers(1, 4))):
            lineage, cue = data.draw(vantages(log)), data.draw(cues())
            least = data.draw(st.sampled_from((0.1, 0.5, 0.999)))
            view = replace(log.view(), lineage=lineage)
            got = await stream.alike(
                log.snapshot(), view, WorldId("town"), CharacterId(SUBJECT), cue, least
            )

            near = [
                record.seq
                for record in log.visible(lineage)
                if isinstance(record.body, Remembered)
                and log.knows(record)
                and log.own_vector(record) @ cue.vector >= least
            ]
            assert list(got) == near


def _scaled(values: NDArray[np.float64]) -> NDArray[np.float64]:
    scaled: NDArray[np.float64] = (values - values.min()) / (values.max() - values.min())
    return scaled


def in_eight_bits(storage: Vectors) -> EightBitRows:
    rows = EightBitRows(storage.shape[1])
    rows.extend(storage)
    return rows


@settings(max_examples=examples(60), deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(300, 12_000),
    tied=st.sampled_from((0.0, 0.02, 0.5)),
    rough=st.sampled_from(("float32", "eight bits")),
    profile=st.sampled_from([PROFILES["paper_v2"], WORDS_ALONE]),
)
def test_ranking_many_equals_sorting_all(
    seed: int, count: int, tied: float, rough: str, profile: Profile
) -> None:
    """The rough pass over thousands of near-equal vectors loses none of the best."""
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
        lineage=(),
        skips_idle=False,
        rows=scattered,
        seqs=np.arange(count) * 2,
        last_access=np.where(same, 0.0, chance.integers(0, 1000, count) * 3600.0),
        ratings=np.where(same, 5, chance.integers(0, 11, count)).astype(np.int8),
    )
    meaning = CueVectors(
        storage, None, np.ones(2 * count, np.bool_), 1.001, plan_reads(scattered), query
    )
    match = np.where((chance.random(count) < 0.1) & ~same, chance.random(count), 0.0)
    ranked = rank(selection, meaning, match if profile.by_words else None, profile, 10)

    close = match if profile.by_words else stored.astype(np.float64) @ query.astype(np.float64)
    given = np.where(selection.ratings == 0, NEUTRAL_IMPORTANCE, selection.ratings)
    score = (
        profile.w_recency * _scaled(0.995 ** (-selection.last_access / 3600.0 + 999))
        + profile.w_importance * _scaled(given)
        + profile.w_relevance * _scaled(close)
    ).round(9)
    best = np.lexsort((-selection.seqs, -score))[:10]
    assert ranked.places.tolist() == best.tolist()
    np.testing.assert_allclose(ranked.scores, score[best], atol=2e-9)
    np.testing.assert_allclose(ranked.relevance, _scaled(close)[best], atol=1e-6)


@cache
def _many_texts(count: int) -> tuple[MindTexts, NDArray[np.int64]]:
    """Return the texts of a character with so many memories, and every second row."""
    chance = np.random.default_rng(11)
    log = RetrievalLog()
    for number in range(count):
        text = " ".join(chance.choice(WORDS, chance.integers(0, 5)))
        if number % 3:
            log.hear(text, by=str(chance.choice(("player", "other"))), hours=number / 4)
        else:
            log.see(text, hours=number / 4)
    records = log.records["genesis"]
    texts = [own_text(record) for record in records]
    made = MindTexts(MindRows(), Postings(), Postings(characters), RowFeatures())
    made.mind.add(TimelineId("genesis"), (), records, texts)
    pieces = TextBatch(texts)
    made.words.add(pieces)
    made.characters.add(pieces)
    made.features.add(records, pieces)
    return made, np.arange(0, count, 2)


def _lifts(
    texts: MindTexts, rows: NDArray[np.int64], cue: Cue, weights: ColumnWeights
) -> NDArray[np.float64]:
    """Return what who asks and the times that are named add to each row."""
    features, added = texts.features, np.zeros(len(rows))
    if cue.asker in ASKERS[1:-1]:
        is_theirs = features.partner[rows] == features.partner_code(cue.asker)
        added += weights.asker * is_theirs
    created = texts.mind.created[rows]
    for span in cue.times:
        is_then = (created >= seconds(span.start)) & (created < seconds(span.end))
        added += weights.then * is_then
    return added


@settings(max_examples=examples(40), deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    tied=st.sampled_from((0.0, 0.02, 0.5)),
    rough=st.sampled_from(("float32", "eight bits")),
    data=st.data(),
)
def test_ranking_many_by_columns_equals_sorting_all(
    seed: int, tied: float, rough: str, data: st.DataObject
) -> None:
    """The rough pass over thousands of near-equal vectors loses none of the best columns."""
    texts, rows = _many_texts(6000)
    chance, count = np.random.default_rng(seed), len(rows)
    vectors = chance.normal(size=32) + chance.normal(size=(count, 32)) * chance.choice((1e-4, 1.0))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    same = chance.random(count) < tied
    vectors[same] = vectors[0]
    storage = np.zeros((2 * count, 32), np.float32)
    storage[rows] = vectors
    query = vectors[1].astype(np.float32)
    selection = Selection(
        lineage=(),
        skips_idle=False,
        rows=rows,
        seqs=rows + 1,
        last_access=np.where(same, 0.0, chance.integers(0, 1000, count) * 3600.0),
        ratings=np.where(same, 5, chance.integers(0, 11, count)).astype(np.int8),
    )
    small = in_eight_bits(storage) if rough == "eight bits" else None
    meaning = CueVectors(storage, small, None, 1.001, plan_reads(rows), query)
    text = " ".join(data.draw(st.lists(st.sampled_from((*WORDS, "other")), max_size=3)))
    begins = moment(float(texts.mind.created.values[chance.integers(count)]))
    spans = (TimeSpan(begins, begins + timedelta(hours=200)),)
    asker, times = data.draw(st.tuples(st.sampled_from(ASKERS), st.sampled_from(((), spans))))
    cue = Cue(text, query, asker=asker, times=times)
    weights = DEFAULT.columns or ColumnWeights()
    columns = selection.columns(texts, weights)
    ranked = rank_by_columns(selection, meaning, columns, cue, DEFAULT, 10, is_explained=False)

    close = _scaled(storage[rows].astype(np.float64) @ query.astype(np.float64))
    asked = columns.ask(text)
    sums = (
        asked.scores.exactly(np.arange(count))
        + weights.own * close
        + weights.before * close[columns.before]
    )
    sums += _lifts(texts, rows, cue, weights)
    first = int(np.lexsort((-selection.seqs, -sums.round(9)))[0])
    second = columns.second_step(asked.question, first)
    if second is not None:
        sums[second[0]] += weights.second_step * second[1]
    relevance = _scaled(sums)
    standing = selection.standing(DEFAULT)
    score = (
        DEFAULT.w_recency * standing.recency
        + DEFAULT.w_importance * standing.importance[selection.ratings]
        + relevance
    ).round(9)
    best = np.lexsort((-selection.seqs, -score))[:10]
    assert ranked.places.tolist() == best.tolist()
    np.testing.assert_allclose(ranked.scores, score[best], atol=2e-9)
