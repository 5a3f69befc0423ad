"""Scores of memories: published profiles, BM25, and the texts that are embedded."""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcmodels.embed.registry import CachingEmbedder
from npcserver.language.tokens import tokens
from npcserver.memory import score_profiles
from npcserver.memory.embedding_texts import Nearness, conversation_partner, own_text
from npcserver.memory.lexical import Postings, TextBatch, VisibleTerms
from npcserver.memory.mind_rows import MindRows
from npcserver.memory.score_profiles import (
    CHOICES,
    DEFAULT_V3,
    PROFILES,
    ColumnWeights,
    Profile,
)
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.ids import TimelineId
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.ports.vectors import Vectors
from tests.fakes.language_models import CountingEmbedder
from tests.fakes.retrieval_log import RetrievalLog

HOUR = 3600.0


@pytest.mark.parametrize(
    ("profile", "powers"),
    [("paper_v2", (1.0, 0.88665, 0.43080)), ("paper_v1", (1.0, 0.78568, 0.18480))],
)
def test_recency_decays_with_game_hours(profile: str, powers: tuple[float, ...]) -> None:
    """After 0, 24 and 168 hours recency is decay to that power, then scaled to 0..1."""
    accessed = np.array([168.0, 144.0, 0.0]) * HOUR
    steps = score_profiles.steps_behind(accessed, PROFILES[profile])
    recency = score_profiles.recency_of(float(steps.max()), PROFILES[profile])

    assert steps.tolist() == [0.0, 24.0, 168.0]
    np.testing.assert_allclose(PROFILES[profile].decay ** steps, powers, atol=5e-6)
    scaled = [(power - powers[2]) / (powers[0] - powers[2]) for power in powers]
    np.testing.assert_allclose(recency.apply(steps), scaled, atol=2e-5)


def test_recency_is_the_same_whenever_one_looks() -> None:
    """Shifting all accesses by a century changes nothing, and nothing over- or underflows."""
    accessed = np.array([0.0, 1.0, 5e6]) * HOUR
    for profile in (PROFILES["paper_v1"], PROFILES["reference_code"]):
        steps = score_profiles.steps_behind(accessed, profile)
        later = score_profiles.steps_behind(accessed + 876_000 * HOUR, profile)

        np.testing.assert_array_equal(steps, later)
        recency = score_profiles.recency_of(float(steps.max()), profile).apply(steps)
        assert recency.min() == 0.0
        assert recency.max() == 1.0


def test_recency_by_rank_is_upside_down_as_in_the_reference_code() -> None:
    """Of six memories the one accessed longest ago gets 1 and the latest 0."""
    accessed = np.array([5.0, 1.0, 3.0, 0.0, 4.0, 2.0])
    profile = PROFILES["reference_code"]
    steps = score_profiles.steps_behind(accessed, profile)
    recency = score_profiles.recency_of(5.0, profile).apply(steps)

    assert np.argsort(-recency).tolist() == [3, 1, 5, 2, 4, 0]
    assert (recency[3], recency[0]) == (1.0, 0.0)
    powers = 0.99 ** np.arange(1, 7)
    expected = (powers - powers[-1]) / (powers[0] - powers[-1])
    np.testing.assert_allclose(np.sort(recency)[::-1], expected, atol=1e-12)


def test_a_constant_column_scales_to_the_stated_constant() -> None:
    """No spread, or one below a billionth, counts as none."""
    for values in ([3.0, 3.0], [3.0, 3.0 + 1e-10]):
        scale = score_profiles.scale_of(np.array(values), 0.25)

        assert scale.apply(np.array(values)).tolist() == [0.25, 0.25]


def test_a_single_memory_has_constant_columns() -> None:
    """One memory has nothing to be compared with: all its terms are the constant."""
    profile = replace(PROFILES["paper_v2"], constant=0.75)
    steps = score_profiles.steps_behind(np.array([12.0]), profile)

    assert score_profiles.recency_of(0.0, profile).apply(steps).tolist() == [0.75]


def test_without_decay_recency_is_constant() -> None:
    """A decay of one forgets the time."""
    profile = replace(PROFILES["paper_v2"], decay=1.0)

    assert score_profiles.recency_of(100.0, profile).apply(np.array([0.0, 100.0])).tolist() == [
        0.5,
        0.5,
    ]


def test_ties_go_to_the_newer_memory() -> None:
    """Equal scores are ordered by seq, the greater one first; so it stays for long columns."""
    scores = np.array([0.5, 0.9, 0.5, 0.5])

    assert score_profiles.best_first(scores, np.array([1, 2, 3, 4]), 3).tolist() == [1, 3, 2]
    many = np.zeros(5000)
    assert score_profiles.best_first(many, np.arange(5000), 2).tolist() == [4999, 4998]


def test_scores_are_compared_at_nine_decimals() -> None:
    """Differences below the resolution make no difference."""
    one = np.array([1.0, 1.0])
    score = score_profiles.combined(PROFILES["paper_v2"], one, one, np.array([0.5, 0.5 + 1e-11]))

    assert score.tolist() == [2.5, 2.5]


def test_profiles_are_known_by_name() -> None:
    """Every profile is found under its own name, and `default` chooses the newest of ours."""
    own = {"default_v3", "paper_v1", "paper_v2", "reference_code"}
    assert {name: profile.name for name, profile in PROFILES.items()} == {one: one for one in own}
    assert {**PROFILES, "default": DEFAULT_V3} == CHOICES


@pytest.mark.parametrize(("name", "decay"), [("paper_v1", 0.99), ("paper_v2", 0.995)])
def test_papers_weigh_all_terms_alike(name: str, decay: float) -> None:
    """Both versions of the paper have weights of one, hours, and their own decay."""
    paper = PROFILES[name]

    assert (paper.w_recency, paper.w_importance, paper.w_relevance) == (1.0, 1.0, 1.0)
    assert (paper.decay, paper.recency_by, paper.columns) == (decay, "hours", None)


def test_reference_code_weighs_as_its_code_does() -> None:
    """The reference code has 0.5 : 2 : 3, ranks, 0.5 for constants, and no idle memories."""
    code = PROFILES["reference_code"]

    assert (code.w_recency, code.w_importance, code.w_relevance) == (0.5, 2.0, 3.0)
    assert (code.recency_by, code.constant, code.skips_idle) == ("rank", 0.5, True)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("decay", 0.0),
        ("decay", 1.1),
        ("w_recency", -1.0),
        ("w_relevance", math.nan),
        ("constant", 2.0),
    ],
)
def test_a_profile_that_makes_no_sense_is_refused(field: str, value: float) -> None:
    """Numbers outside their range never become a profile."""
    numbers = {"decay": 0.995, "w_recency": 1.0, "w_relevance": 1.0, "constant": 0.5}
    numbers[field] = value

    with pytest.raises(ValueError, match=field):
        Profile(
            name="wrong",
            decay=numbers["decay"],
            w_recency=numbers["w_recency"],
            w_relevance=numbers["w_relevance"],
            constant=numbers["constant"],
        )


def test_a_penalty_for_length_that_makes_no_sense_is_refused() -> None:
    """`b` is a share."""
    with pytest.raises(ValueError, match="b lies"):
        ColumnWeights(b=1.5)


def match(log: RetrievalLog, question: str, rows: list[int] | None = None) -> list[float]:
    """Match a question with the memories of genesis, or with some rows of them."""
    records = [record for record in log.records["genesis"] if isinstance(record.body, Remembered)]
    texts = [own_text(record) for record in records]
    mind, postings = MindRows(), Postings()
    mind.add(TimelineId("genesis"), (), records, texts)
    postings.add(TextBatch(texts))
    visible = np.array(range(len(records)) if rows is None else rows, np.int64)
    scores: list[float] = VisibleTerms(postings, mind, visible).match(tokens(question)).tolist()
    return scores


def test_bm25_of_a_word_by_hand() -> None:
    """One word in one of three texts of different lengths scores what the formula says."""
    log = RetrievalLog()
    log.see("Klaus bought bread bread")
    log.see("rain")
    log.see("market opened")
    typical = (4 + 1 + 2) / 3
    rarity = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    expected = rarity * 2 * 2.2 / (2 + 1.2 * (1 - 0.75 + 0.75 * 4 / typical))

    assert match(log, "Where is the bread?") == pytest.approx([expected, 0.0, 0.0])


def test_a_repeated_question_word_counts_once() -> None:
    """Saying a word twice in the question does not make it worth more."""
    log = RetrievalLog()
    log.see("bread and butter")
    log.see("rain")

    assert match(log, "bread bread bread") == match(log, "bread")


def test_chinese_words_match_by_pairs() -> None:
    """The memory that shares a pair of characters with the question is the one that matches."""
    log = RetrievalLog()
    log.see("伊莎贝拉在咖啡馆准备派对")
    log.see("克劳斯在图书馆写论文")

    scores = match(log, "谁准备派对?")
    assert scores[0] > 0.0
    assert scores[1] == 0.0


def test_what_cannot_be_seen_is_not_counted() -> None:
    """How rare a word is and how long texts are depends on visible memories only."""
    log = RetrievalLog()
    for text in ("bread today", "rain", "bread bread bread market market", "bread"):
        log.see(text)
    early = RetrievalLog()
    early.see("bread today")
    early.see("rain")

    assert match(log, "bread", [0, 1]) == match(early, "bread")
    middle = RetrievalLog()
    middle.see("rain")
    middle.see("bread")
    assert match(log, "bread", [1, 3]) == match(middle, "bread")


def test_no_words_match_nothing() -> None:
    """Questions of stop words, unknown words or none leave zeros."""
    log = RetrievalLog()
    log.see("bread")
    log.see("...")

    for question in ("", "the", "zeppelin"):
        assert match(log, question) == [0.0, 0.0]


def test_a_turn_is_no_memory() -> None:
    """Only memories can be embedded."""
    log = RetrievalLog()

    with pytest.raises(TypeError, match="no memory"):
        own_text(log.touch(1))


def in_circle(seq: int, kind: RecordKind, **body: Any) -> Record:
    """Return words said in a circle, as Mira has them."""
    made = Remembered(**{"source": Source.TOLD, "circle_id": "cir_1"} | body)
    return Record(
        timeline_id=TimelineId("tl"),
        seq=seq,
        kind=kind,
        body=made,
        subject_id="mira",
        text=f"words {seq}",
        game_time=datetime(2000, 1, 1, tzinfo=UTC),
        written_at=datetime(2000, 1, 1, tzinfo=UTC),
    )


def test_in_a_circle_one_speaks_with_players_and_with_whom_one_is_told_by() -> None:
    """What characters say to all of them is nobody's talk with anybody."""
    of_player = in_circle(1, RecordKind.UTTERANCE, told_by="p1", players=("p1",))
    of_tom = in_circle(2, RecordKind.UTTERANCE, told_by="tom")
    to_mira = in_circle(3, RecordKind.UTTERANCE, told_by="tom", told_to="mira")
    own = in_circle(4, RecordKind.LINE, told_by="mira")

    partners = [conversation_partner(one) for one in (of_player, of_tom, to_mira, own)]

    assert partners == ["p1", None, "tom", None]


GROUPS = (("The wolves are in the forest.", "Rabbits."), (), ("A bowl of soup.",))


async def test_the_nearest_text_of_a_group_counts() -> None:
    """Of each group the greatest cosine; 0 for one without texts."""
    found = await Nearness(CountingEmbedder()).nearest("Rabbits.", GROUPS)

    assert found is not None
    assert found[0] == 1.0
    assert found[1] == 0.0
    assert found[2] < 0.5


async def test_the_same_line_is_as_near_as_before_to_the_bit() -> None:
    """Whatever else was asked since."""
    nearness = Nearness(CountingEmbedder())
    once = await nearness.nearest("A wolf in the woods.", GROUPS)
    await nearness.nearest("A wolf in the woods.", GROUPS[2:])

    assert await nearness.nearest("A wolf in the woods.", GROUPS) == once


async def test_groups_are_embedded_once_and_a_line_is_shared() -> None:
    """Who asks for the line next through the same cache finds it there."""
    counting = CountingEmbedder()
    cache = CachingEmbedder(counting)
    nearness = Nearness(cache)
    await nearness.nearest("Soup!", GROUPS)
    await nearness.nearest("Wolves!", GROUPS)
    await cache.embed(["Wolves!"])

    texts = {one for group in GROUPS for one in group}
    assert sorted(counting.asked) == sorted({*texts, "Soup!", "Wolves!"})


async def test_an_embedder_that_was_not_measured_tells_nothing() -> None:
    """Its cosines mean something else; it is not even asked."""
    assert await Nearness(HashingEmbedder()).nearest("Rabbits.", GROUPS) is None


async def test_a_blank_line_is_near_to_nothing() -> None:
    """Nothing is embedded for it."""
    counting = CountingEmbedder()

    assert await Nearness(counting).nearest("  ", GROUPS) is None
    assert not counting.asked


async def test_an_embedder_that_fails_or_hangs_is_done_without() -> None:
    """The choice is made by words then."""

    class Failing(CountingEmbedder):
        async def embed(self, texts: Sequence[str]) -> Vectors:
            raise Unavailable("gone", Reason.EMBEDDER_UNAVAILABLE)

    class Hanging(CountingEmbedder):
        async def embed(self, texts: Sequence[str]) -> Vectors:
            await asyncio.Event().wait()
            return np.zeros((len(texts), 512), np.float32)

    assert await Nearness(Failing()).nearest("Rabbits.", GROUPS) is None
    assert await Nearness(Hanging(), seconds=0.01).nearest("Rabbits.", GROUPS) is None


async def test_what_is_cancelled_half_way_is_not_embedded_again() -> None:
    """Slices that are done stay; the next call goes on from there."""
    many = tuple(f"Text {number}." for number in range(40))

    class Stopping(CountingEmbedder):
        async def embed(self, texts: Sequence[str]) -> Vectors:
            if len(self.asked) == 32:
                await asyncio.Event().wait()
            return await super().embed(texts)

    stopping = Stopping()
    cache = CachingEmbedder(stopping)
    assert await Nearness(cache, seconds=0.05).nearest("Rabbits.", [many]) is None
    stopping.asked.append("now it goes on")

    assert await Nearness(cache).nearest("Rabbits.", [many]) is not None
    assert stopping.asked.count("Text 0.") == 1
