"""The memory stream as its callers see it: cues, screening, results and their price."""

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.memory import relevance
from npcserver.memory.arrays import plan_reads
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.score_profiles import DEFAULT, PROFILES, Profile
from npcserver.memory.stream import MemoryStream, RecallQuery
from npcserver.model.errors import InvalidInput, Unavailable
from npcserver.model.ids import TimelineId
from npcserver.model.memory import NEUTRAL_IMPORTANCE, Recollection
from npcserver.model.record import RecordKind
from npcserver.model.world import DEFAULT_START
from tests.fakes.retrieval_log import (
    AXES,
    BY_IMPORTANCE,
    BY_MEANING,
    BY_RECENCY,
    MIRA,
    PAPER,
    TOWN,
    AxisEmbedder,
    RetrievalLog,
    new_stream,
    recall,
    recall_request,
    seqs,
)


async def test_nobody_remembers_nothing() -> None:
    """A mind without memories recalls none, before the first record and after one that is none."""
    log = RetrievalLog()
    stream = new_stream()

    assert await recall(stream, log) == ()
    log.touch()
    assert await recall(stream, log) == ()


async def test_a_single_memory_comes_to_mind_with_constant_terms() -> None:
    """Its three terms are 0.5 and its score their sum."""
    log = RetrievalLog()
    log.see("bread", vector=AXES[0])
    (only,) = await recall(new_stream(), log)

    assert (only.recency, only.importance, only.relevance, only.score) == (0.5, 0.5, 0.5, 1.5)
    assert only.memory.text == "bread"


async def test_the_paper_adds_three_scaled_terms() -> None:
    """Recency after 0, 24 and 168 hours, importance and cosine are scaled and added."""
    log = RetrievalLog()
    log.see("old", hours=0, importance=10, vector=AXES[1])
    log.see("newer", hours=144, importance=1, vector=AXES[0])
    log.see("newest", hours=168, importance=4, vector=AXES[1])
    found = {r.memory.text: r for r in await recall(new_stream(), log)}

    middle = (0.88665 - 0.43080) / (1 - 0.43080)
    expected = {"old": (0, 1, 0), "newer": (middle, 0, 1), "newest": (1, 3 / 9, 0)}
    for text, terms in expected.items():
        shown = (found[text].recency, found[text].importance, found[text].relevance)
        assert shown == pytest.approx(terms, abs=2e-5)
        assert found[text].score == pytest.approx(sum(terms), abs=2e-5)


async def test_equal_memories_come_newest_first() -> None:
    """The same text at the same time ties, and the newer one wins."""
    log = RetrievalLog()
    for _ in range(5):
        log.see("bread", vector=AXES[0])

    assert seqs(await recall(new_stream(), log)) == [5, 4, 3]


async def test_what_is_not_embedded_has_no_cosine() -> None:
    """It ranks between what is alike and what is opposite."""
    log = RetrievalLog()
    log.see("opposite", vector=-AXES[0])
    log.see("unknown")
    log.see("alike", vector=AXES[0])

    assert seqs(await recall(new_stream(), log, profile=BY_MEANING)) == [3, 2, 1]


async def test_a_query_without_vectors_is_compared_with_no_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A recall by words alone finds the same as one that multiplies every row with zeros."""
    log = RetrievalLog()
    for number in range(30):
        log.see(f"The {number}th cart brought word{number}.", vector=AXES[number % 4])
    stream = new_stream()
    words = stream.words("Who saw word7 on a cart?")
    multiplied: list[int] = []

    def exact_products(*args: np.ndarray) -> np.ndarray:
        multiplied.append(len(args[1]))
        return products(*args)

    products = relevance.exact_products
    monkeypatch.setattr(relevance, "exact_products", exact_products)
    found = await stream.recall(log.snapshot(), log.view(), TOWN, MIRA, words, 3, DEFAULT)

    assert "word7" in found[0].memory.text
    assert multiplied == []


async def test_a_wide_recall_works_out_each_cosine_and_reads_each_memory_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of nearly equal ones each step of a ranking asks for all, and a recall widens by parts."""
    log = RetrievalLog()
    for number in range(400):
        log.see(f"Barrel {number} was sold.", vector=AXES[0])
    wide = RecallQuery(recall_request(0), 390, DEFAULT)
    whose = (log.snapshot(), log.view(), TOWN, MIRA)
    multiplied: list[int] = []

    def exact_products(*args: np.ndarray) -> np.ndarray:
        multiplied.append(len(args[1]))
        return products(*args)

    products = relevance.exact_products
    monkeypatch.setattr(relevance, "exact_products", exact_products)
    stream = new_stream()
    ranked = await stream.rank(*whose, wide)
    best = [await ranked.best(k) for k in (10, 50, 390)]

    assert sum(multiplied) == 400
    assert log.fetched <= 390
    assert best == [await recall(stream, log, profile=DEFAULT, k=k) for k in (10, 50, 390)]


async def test_what_nobody_rated_is_neutral() -> None:
    """Until a rating comes, importance is neutral and says so; the last visible rating counts."""
    log = RetrievalLog()
    log.see("rated at birth", importance=6)
    log.see("never rated")
    log.see("rated later")
    stream = new_stream()
    before = await recall(stream, log, profile=BY_IMPORTANCE)
    log.rate((3, 9), (1, 2), (99, 5))
    log.rate((3, 7))
    after = await recall(stream, log, profile=BY_IMPORTANCE)

    assert [(r.memory.seq, r.memory.importance, r.memory.is_rated) for r in before] == [
        (1, 6, True),
        (3, NEUTRAL_IMPORTANCE, False),
        (2, NEUTRAL_IMPORTANCE, False),
    ]
    assert [(r.memory.seq, r.memory.importance) for r in after] == [(3, 7), (2, 4), (1, 2)]


async def test_being_recalled_counts_as_access() -> None:
    """Receipts of turns are the access log: a touched memory is recent again."""
    log = RetrievalLog()
    log.see("old", hours=0)
    log.see("new", hours=10)
    stream = new_stream()
    assert seqs(await recall(stream, log, profile=BY_RECENCY)) == [2, 1]
    log.touch(1, hours=20)
    first, second = await recall(stream, log, profile=BY_RECENCY)

    assert first.memory.last_accessed_at == DEFAULT_START + timedelta(hours=20)
    assert first.memory.created_at == DEFAULT_START
    assert second.memory.last_accessed_at == second.memory.created_at


async def test_the_reference_code_leaves_idle_memories_out() -> None:
    """They neither come to mind nor stretch the columns."""
    log = RetrievalLog()
    log.see("the stove is idle", vector=-AXES[0])
    log.see("bread", vector=AXES[1])
    log.see("rain", vector=AXES[0])
    found = await recall(new_stream(), log, profile=PROFILES["reference_code"])

    assert seqs(found) == [3, 2]
    assert [r.relevance for r in found] == [1.0, 0.0]


async def test_a_name_is_found_although_other_vectors_are_nearer() -> None:
    """The default profile matches words where meaning is of no help."""
    log = RetrievalLog()
    log.see("Klaus studies at the library", vector=0.6 * AXES[1] + 0.8 * AXES[2])
    log.see("rain", vector=-AXES[1])
    for _ in range(5):
        log.see("people are at the market", vector=AXES[1])
    cue = recall_request(1, "What about Klaus?")

    assert seqs(await recall(new_stream(), log, cue, DEFAULT))[0] == 1
    assert seqs(await recall(new_stream(), log, cue, PAPER))[0] != 1


async def test_a_vantage_sees_neither_the_future_nor_the_other_branch() -> None:
    """One index serves all timelines, and each vantage sees its own lineage."""
    log = RetrievalLog()
    log.see("shared", hours=1)
    log.see("lost", hours=2)
    log.fork("loaded", "genesis", 1)
    log.see("gained", timeline="loaded", hours=3)
    stream = new_stream()

    def texts(found: tuple[Recollection, ...]) -> set[str]:
        return {r.memory.text for r in found}

    assert texts(await recall(stream, log)) == {"shared", "lost"}
    assert texts(await recall(stream, log, view=log.view("loaded"))) == {"shared", "gained"}
    assert texts(await recall(stream, log, view=log.view("genesis", 1))) == {"shared"}
    assert stream.stats().rows == 3


async def test_asking_for_no_memories_is_refused() -> None:
    """At least one is asked for."""
    with pytest.raises(InvalidInput, match="at least one"):
        await recall(new_stream(), RetrievalLog(), k=0)


async def test_a_cue_of_another_dimension_is_refused() -> None:
    """Vectors of different embedders are never compared."""
    other = np.full(4, 0.5, np.float32)
    with pytest.raises(InvalidInput, match="8 numbers"):
        await recall(new_stream(), RetrievalLog(), Cue("?", other))


async def test_memories_are_shown_as_the_vantage_has_them() -> None:
    """Records become memories with the rating and last access of the vantage."""
    log = RetrievalLog()
    seen = log.see("bread")
    later = log.see("rain", hours=1)
    log.rate((1, 8))
    log.touch(1, hours=5)
    stream = new_stream()
    now = await stream.as_memories(log, log.view(), TOWN, MIRA, [later, seen])
    early = await stream.as_memories(log, log.view(seq=1), TOWN, MIRA, [later, seen])

    assert [(m.seq, m.importance, m.is_rated) for m in now] == [(2, 4, False), (1, 8, True)]
    assert now[1].last_accessed_at == DEFAULT_START + timedelta(hours=5)
    assert [(m.seq, m.importance) for m in early] == [(1, 4)]


async def test_pending_names_timelines_that_lack_vectors() -> None:
    """Who wants to embed learns where; unknown minds lack nothing."""
    log = RetrievalLog()
    log.see("embedded", vector=AXES[0])
    log.fork("loaded", "genesis", 1)
    log.see("not yet", timeline="loaded")
    stream = new_stream()
    assert stream.pending(TOWN, MIRA) == ()
    await recall(stream, log, view=log.view("loaded"))

    assert stream.pending(TOWN, MIRA) == ("loaded",)


async def test_vectors_of_a_deleted_timeline_are_asked_for_no_more() -> None:
    """Those of others are; what was recalled there stays recallable elsewhere."""
    log = RetrievalLog()
    log.see("embedded", vector=AXES[0])
    for name in ("loaded", "left"):
        log.fork(name, "genesis", 1)
        log.see("not yet", timeline=name)
    stream = new_stream()
    for name in ("loaded", "left"):
        await recall(stream, log, view=log.view(name))
    assert stream.pending(TOWN, MIRA) == ("left", "loaded")

    stream.forget(TimelineId("left"))
    found = await recall(stream, log, view=log.view("loaded"))

    assert stream.pending(TOWN, MIRA) == ("loaded",)
    assert {one.memory.text for one in found} == {"embedded", "not yet"}


async def test_what_has_no_vector_yet_is_ranked_by_meaning_once_it_is_embedded() -> None:
    """Before a recall; the vector of the store counts as soon as it is there."""
    log = RetrievalLog()
    log.see("bread", vector=AXES[0])
    new = log.see("a storm")
    log.see("cheese", vector=AXES[2])
    embedder = AxisEmbedder(known={"a storm": np.eye(8)[1]})
    stream = MemoryStream(FaissIndex, embedder)

    async def best(axis: int) -> str:
        (found,) = await recall(stream, log, recall_request(axis), BY_MEANING, k=1)
        return found.memory.text

    assert await best(1) != "a storm"
    await stream.embed_missing(log.snapshot(), log.view(), TOWN, MIRA, BY_MEANING)
    assert (await best(1), await best(0)) == ("a storm", "bread")
    assert embedder.calls == [("a storm",)]
    await stream.embed_missing(log.snapshot(), log.view(seq=1), TOWN, MIRA, BY_MEANING)
    assert embedder.calls == [("a storm",)]

    log.embed(new, AXES[3])
    assert (await best(3), stream.pending(TOWN, MIRA)) == ("a storm", ())


async def test_the_foremost_matter_most_and_are_most_recent() -> None:
    """By the weights of the profile, whatever their meaning, without the kinds left out."""
    log = RetrievalLog()
    log.see("old", hours=0, importance=10, vector=AXES[1])
    log.see("newer", hours=144, importance=1, vector=AXES[0])
    log.see("newest", hours=168, importance=4, vector=AXES[1])
    stream = new_stream()

    async def foremost(k: int, *but: RecordKind) -> list[tuple[str, float]]:
        found = await stream.foremost(log.snapshot(), log.view(), TOWN, MIRA, k, PAPER, but=but)
        return [(one.memory.text, one.score) for one in found]

    middle = (0.88665 - 0.43080) / (1 - 0.43080)
    scores = {"newest": 1 + 3 / 9, "old": 1.0, "newer": middle}
    for k in (1, 2, 3, 9):
        found = await foremost(k)
        assert [text for text, _ in found] == list(scores)[:k]
        assert [score for _, score in found] == pytest.approx(list(scores.values())[:k], abs=2e-5)
    assert await foremost(9, RecordKind.OBSERVATION) == []


@pytest.mark.parametrize(
    "profile",
    [PAPER, DEFAULT, replace(PAPER, name="words", by_words=True)],
    ids=lambda one: one.name,
)
async def test_kinds_left_out_count_and_are_not_returned(profile: Profile) -> None:
    """The others have the scores and the order that they have among all; of few all are left."""
    log = RetrievalLog()
    for number in range(30):
        axis = AXES[number % 4]
        log.hear(f"I said word{number}.", is_own=True, hours=number, vector=axis)
        if number % 3 == 0:
            log.see(f"I saw thing{number}.", hours=number, vector=AXES[(number + 1) % 4])
    stream, cue = new_stream(), recall_request(1)

    async def found(k: int, *but: RecordKind) -> list[tuple[str, float]]:
        whose = log.snapshot(), log.view(), TOWN, MIRA
        best = await stream.recall(*whose, cue, k, profile, but=but)
        return [(one.memory.text, one.score) for one in best]

    everything = await found(100)
    seen = [one for one in everything if "saw" in one[0]]
    for k in (1, 4, 9, 10, 11, 40):
        assert await found(k, RecordKind.LINE) == seen[:k]
    assert await found(9, RecordKind.LINE, RecordKind.OBSERVATION) == []


async def test_a_question_is_embedded_as_it_is() -> None:
    """One text gives its one vector."""
    embedder = AxisEmbedder(known={"Where is Klaus?": AXES[3]})
    cue = await MemoryStream(FaissIndex, embedder).cue("Where is Klaus?")

    assert embedder.calls == [("Where is Klaus?",)]
    assert (cue.text, int(cue.vector.argmax())) == ("Where is Klaus?", 3)


async def test_a_blank_question_is_refused() -> None:
    """There is nothing to look for."""
    with pytest.raises(InvalidInput, match="blank"):
        await MemoryStream(FaissIndex, AxisEmbedder()).cue(" \n")


@pytest.mark.parametrize("garbage", [[float("nan")] * 8, [float("inf")] * 8, [5.0] * 8])
async def test_an_embedder_that_answers_garbage_is_unavailable(garbage: list[float]) -> None:
    """No vector that is not finite and of unit length gets through."""
    embedder = AxisEmbedder(known={"Where?": garbage})

    with pytest.raises(Unavailable, match="tiny:test"):
        await MemoryStream(FaissIndex, embedder).cue("Where?")


def test_a_cue_cannot_be_made_of_garbage() -> None:
    """Neither by hand."""
    good = np.eye(8, dtype=np.float32)[0]
    for bad in (good * np.float32("nan"), good.reshape(2, 4), good.astype(np.float64), good * 2):
        with pytest.raises(ValueError, match="vector of a cue"):
            Cue("Where?", bad)


@pytest.mark.parametrize("dimension", [8, 512])
def test_the_error_bound_holds(dimension: int) -> None:
    """Products in float32 differ from exact ones by less than the bound."""
    chance = np.random.default_rng(1)
    rows = chance.normal(size=(2000, dimension)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    query = rows[0]
    exact = relevance.exact_products(rows, np.arange(2000), query)

    assert np.abs(rows @ query - exact).max() <= relevance.product_error(dimension, 1.0001, 1.0001)


def test_extremes_keep_whatever_may_be_extreme() -> None:
    """Values within the error of the least and the greatest are kept, others not."""
    values = np.array([0.0, 0.015, 0.5, 0.99, 1.0], np.float32)
    found = relevance.extremes(values, 0.01)

    assert found is not None
    assert found.tolist() == [0, 1, 3, 4]


def test_values_that_may_all_be_equal_have_no_extremes() -> None:
    """A spread within the error tells nothing."""
    assert relevance.extremes(np.array([0.5, 0.51], np.float32), 0.01) is None


@pytest.mark.parametrize("count", [20, 20_000])
def test_the_threshold_lies_below_the_k_th(count: int) -> None:
    """At least k values pass, and few more where values are spread out."""
    values = np.random.default_rng(2).random(count).astype(np.float32)
    passed = int((values >= relevance.threshold(values, 5, 1e-6)).sum())

    assert 5 <= passed <= 15


CHANCE = np.random.default_rng(3)

SHAPES = {
    "all": np.arange(500),
    "a stretch": np.arange(100, 400),
    "small gaps": np.flatnonzero(np.arange(500) % 5 != 0),
    "two stretches": np.concatenate((np.arange(50), np.arange(300, 480))),
    "scattered": np.arange(0, 500, 40),
    "one": np.array([499]),
    "by chance": np.flatnonzero(CHANCE.random(500) < 0.3),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_products_are_those_of_the_rows(shape: str) -> None:
    """Spans, bridged gaps and copied rows all give the plain product."""
    storage = CHANCE.normal(size=(500, 8)).astype(np.float32)
    query = CHANCE.normal(size=8).astype(np.float32)
    products = plan_reads(SHAPES[shape]).products(lambda rows: storage[rows] @ query)

    np.testing.assert_allclose(products, storage[SHAPES[shape]] @ query, rtol=1e-4, atol=1e-5)


def test_neighbouring_rows_are_read_in_place() -> None:
    """Rows without gaps are one span and nothing is picked out of it."""
    plan = plan_reads(SHAPES["a stretch"])

    assert plan.spans == ((100, 400),)
    assert plan.kept is None


def test_scattered_rows_are_copied_out() -> None:
    """Rows far apart are not worth a product each."""
    assert plan_reads(SHAPES["scattered"]).spans == ()
