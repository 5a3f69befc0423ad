"""BM25 as one vantage sees it."""

import math
from dataclasses import replace

import numpy as np
import pytest

from npcserver.language.tokens import tokens
from npcserver.memory.embedding_texts import own_text
from npcserver.memory.lexical import Postings, VisibleTerms
from npcserver.memory.mind_rows import MindRows
from npcserver.memory.score_profiles import LexicalTuning
from npcserver.model.ids import TimelineId
from npcserver.model.record import Remembered
from tests.fakes.retrieval_log import RetrievalLog

PLAIN = LexicalTuning(neighbours=0.0)


def match(
    log: RetrievalLog, question: str, tuning: LexicalTuning, rows: list[int] | None = None
) -> list[float]:
    """Match a question with the memories of genesis, or with some rows of them."""
    records = [record for record in log.records["genesis"] if isinstance(record.body, Remembered)]
    texts = [own_text(record) for record in records]
    mind, postings = MindRows(), Postings()
    mind.add(TimelineId("genesis"), (), records, texts)
    postings.add(texts)
    visible = np.array(range(len(records)) if rows is None else rows, np.int64)
    scores: list[float] = (
        VisibleTerms(postings, mind, visible).match(tokens(question), tuning).tolist()
    )
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

    assert match(log, "Where is the bread?", PLAIN) == pytest.approx([expected, 0.0, 0.0])


def test_a_repeated_question_word_counts_once() -> None:
    """Saying a word twice in the question does not make it worth more."""
    log = RetrievalLog()
    log.see("bread and butter")
    log.see("rain")

    assert match(log, "bread bread bread", PLAIN) == match(log, "bread", PLAIN)


def test_chinese_words_match_by_pairs() -> None:
    """The memory that shares a pair of characters with the question is the one that matches."""
    log = RetrievalLog()
    log.see("伊莎贝拉在咖啡馆准备派对")
    log.see("克劳斯在图书馆写论文")

    scores = match(log, "谁准备派对?", PLAIN)
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

    assert match(log, "bread", PLAIN, [0, 1]) == match(early, "bread", PLAIN)
    middle = RetrievalLog()
    middle.see("rain")
    middle.see("bread")
    assert match(log, "bread", PLAIN, [1, 3]) == match(middle, "bread", PLAIN)


def test_neighbours_in_a_conversation_lend_each_other() -> None:
    """The answer next to the question that names the thing is found, other talk is not."""
    log = RetrievalLog()
    log.hear("tell me of the wedding")
    log.hear("sunshine", by="other")
    log.hear("lovely", is_own=True)
    log.see("clouds")
    plain = match(log, "wedding", PLAIN)
    lent = match(log, "wedding", replace(PLAIN, neighbours=0.3))

    assert plain[0] > 0.0
    assert plain[1:] == [0.0, 0.0, 0.0]
    assert lent == pytest.approx([plain[0], 0.0, 0.3 * plain[0], 0.0])


def test_lending_stops_at_the_edge_of_what_is_seen() -> None:
    """A neighbour the vantage cannot see neither lends nor borrows."""
    log = RetrievalLog()
    log.hear("tell me of the wedding")
    log.hear("lovely wedding", is_own=True)

    assert match(log, "lovely", LexicalTuning(), [0]) == [0.0]


def test_no_words_match_nothing() -> None:
    """Questions of stop words, unknown words or none leave zeros."""
    log = RetrievalLog()
    log.see("bread")
    log.see("...")

    for question in ("", "the", "zeppelin"):
        assert match(log, question, LexicalTuning()) == [0.0, 0.0]
