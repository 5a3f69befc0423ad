"""A day of Smallville, told again: most of what the released code remembers is no news."""

import pytest

from npcserver.adapters.store import SqlStore
from tests.benchmarks import replayed_day

MOST_LEFT = 0.40


@pytest.mark.smallville
@pytest.mark.skipif(
    not replayed_day.DAY.exists(), reason="the optional Smallville data is not beside the checkout"
)
async def test_at_most_two_fifths_of_a_day_are_worth_remembering(sqlite_store: SqlStore) -> None:
    """Idleness and repeats go, placeholders too; whatever was said once stays."""
    day = replayed_day.entries(replayed_day.DAY)

    replayed = await replayed_day.replay(sqlite_store, day)

    assert replayed.records == 912
    assert 0.2 < replayed.share <= MOST_LEFT
    assert len(replayed.memories) + replayed.coalesced == replayed.records
    texts = [text.casefold() for text in replayed.memories]
    assert not [text for text in texts if "this is blank" in text or text.endswith(" is idle")]
    chats = {entry.text for entry in day if entry.kind == "chat"}
    assert chats <= {*replayed.memories}
