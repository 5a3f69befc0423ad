"""What the pieces of texts have is what the texts have."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from npcserver.language.tokens import characters, tokens
from npcserver.memory.lexical import Postings, TextBatch
from npcserver.memory.row_features import _TELLS_WHEN, RowFeatures, naming_terms
from npcserver.model.ids import TimelineId
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.model.world import DEFAULT_START

TEXTS = st.lists(
    st.lists(
        st.one_of(
            st.sampled_from(
                ("Corvin's", "o\u2019clock,", "don't", "The", "Yesterday", "3rd", "ΑΣ", "ﬁve",
                 "科尔文在桥下", "Zoë", "last_night", "地图卖给了安大夫", "?", "Old Tom")
            ),
            st.text(max_size=8),
        ),
        max_size=6,
    ).map(" ".join),
    max_size=30,
)  # fmt: skip


@given(batches=st.lists(TEXTS, max_size=3))
def test_postings_of_pieces_are_the_tokens_of_the_texts(batches: list[list[str]]) -> None:
    """Words and characters, in few texts and in many, whatever stands between the spaces."""
    for terms_of in (tokens, characters):
        postings = Postings(terms_of)
        for texts in batches:
            postings.add(TextBatch(texts))
        counts = [Counter(terms_of(text)) for texts in batches for text in texts]
        assert postings.lengths.values.tolist() == [count.total() for count in counts]
        for term in {term for count in counts for term in count}:
            found = postings.find([term])
            held = [(row, count[term]) for row, count in enumerate(counts) if term in count]
            assert [*zip(found.rows.tolist(), found.counts.tolist(), strict=True)] == held


@given(batches=st.lists(TEXTS, max_size=3), speaker=st.sampled_from(("", "May 4th", "老王")))
def test_features_of_pieces_are_those_of_the_texts(batches: list[list[str]], speaker: str) -> None:
    """Names and words of time, without those in the name of the speaker."""
    features, said = RowFeatures(), [text for texts in batches for text in texts]
    for texts in batches:
        records = [_heard(text, speaker) for text in texts]
        whole = [f"{speaker}: {text}" if speaker else text for text in texts]
        features.add(records, TextBatch(whole))
    tells = [_TELLS_WHEN.search(text) is not None for text in said]
    np.testing.assert_array_equal(features.tells_when.values, tells)
    assert [features.naming(row) for row in range(len(said))] == [*map(naming_terms, said)]


def _heard(text: str, speaker: str) -> Record:
    return Record(
        timeline_id=TimelineId("tl"),
        seq=1,
        kind=RecordKind.UTTERANCE,
        body=Remembered(source=Source.TOLD, speaker=speaker),
        subject_id="a",
        text=text,
        game_time=DEFAULT_START,
        written_at=DEFAULT_START,
    )
