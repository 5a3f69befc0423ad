"""A day of Smallville, told again: most of what the released code remembers is no news."""

import pytest

from npcserver.adapters.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.store import SqlStore
from tests.benchmarks import replayed_day

MOST_LEFT = 0.40
HIGHEST_COSINE = 0.95


@pytest.mark.smallville
@pytest.mark.skipif(
    not replayed_day.DAY.exists(), reason="the optional Smallville data is not beside the checkout"
)
async def test_at_most_two_fifths_of_a_day_are_worth_remembering(sqlite_store: SqlStore) -> None:
    """Idleness and repeats go, placeholders too; no two insights say the same."""
    day = replayed_day.entries(replayed_day.DAY)

    replayed = await replayed_day.replay(sqlite_store, day)

    assert replayed.records == 912
    assert 0.2 < replayed.share <= MOST_LEFT
    assert len(replayed.memories) + replayed.coalesced == replayed.records
    texts = [text.casefold() for text in replayed.memories]
    assert not [text for text in texts if "this is blank" in text or text.endswith(" is idle")]
    mused = await replayed_day.muse(sqlite_store, day, HashingEmbedder())
    assert mused.highest_cosine < HIGHEST_COSINE
    assert 0 < len(mused.kept) < mused.had
    chats = {entry.text for entry in day if entry.kind == "chat"}
    assert chats <= {*replayed.memories}
