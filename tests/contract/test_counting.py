"""What every store promises about counting what a vantage sees."""

from npcserver.model.ids import TimelineId
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Store
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, INN, MIRA, put, seen

OBSERVED = (RecordKind.OBSERVATION,)


async def _fork_with(store: Store, timeline_id: str, vantage: Vantage, *texts: str) -> Vantage:
    await store_world.start(store, timeline_id, vantage)
    appended = await put(store, *(seen(text) for text in texts), to=timeline_id)
    return Vantage(TimelineId(timeline_id), appended.last)


async def test_records_are_counted_by_subject(store: Store) -> None:
    """Those after a position, through all forks that can be seen; who has none is not named."""
    await store_world.set_up(store)
    await put(store, seen("g1"), seen("g2"), seen("g3", "otto"), store_world.moved(MIRA, INN))
    left = await _fork_with(store, "tl_left", Vantage(GENESIS, 3), "l4", "l5")
    right = await _fork_with(store, "tl_right", Vantage(left.timeline_id, 4), "r5", "r6")
    await put(store, seen("r7", "otto"), to=right.timeline_id)

    async with store.read() as reader:
        view = await reader.at(right)
        counts = [await view.count(seq, OBSERVED) for seq in (0, 1, 4, 5, 6)]
        of_both = await (await reader.at(Vantage(GENESIS, 4))).count(
            2, (*OBSERVED, RecordKind.PRESENCE)
        )

    assert counts == [{MIRA: 5, "otto": 1}, {MIRA: 4, "otto": 1}, {MIRA: 2}, {MIRA: 1}, {}]
    assert of_both == {MIRA: 1, "otto": 1}
