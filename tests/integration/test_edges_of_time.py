"""Worlds that begin in the year 1, or reach the last night of the year 9999."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from npcserver.model.character import Attention
from npcserver.model.record import RecordKind
from tests.fakes.running_server import EVERYBODY, open_village_server, village_file

FIRST = datetime(1, 1, 1, tzinfo=UTC)
LAST = datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)


@pytest.mark.parametrize(
    ("start", "hours"),
    [
        (FIRST, (0, 9)),
        (LAST - timedelta(hours=26), (0, 16, 26)),
        (LAST, (0,)),
    ],
    ids=["first-night", "last-days", "last-moment"],
)
async def test_people_live_and_think_at_both_edges_of_time(
    start: datetime,
    hours: tuple[float, ...],
    new_migrated_sqlite: Callable[[], str],
    tmp_path: Path,
) -> None:
    """They get up, plan, sleep and talk; no thought breaks, and none is tried again for ever."""
    file = village_file(start_time=start)
    async with open_village_server(new_migrated_sqlite(), tmp_path, file=file) as app:
        await app.attend(Attention.BACKGROUND, *EVERYBODY)
        for passed in hours:
            now = min(start + timedelta(hours=passed), LAST) if passed else start
            await app.game.tick(now)
            await app.observe("A bell rang, and the mayor ran.", who=EVERYBODY[0])
            await app.whisper(
                "Tell everybody tomorrow, in 400 years or next Friday.", who=EVERYBODY[1]
            )
            await app.game.settle()
        failures = await app.here.store.jobs.failures(10)
        left = await app.here.store.jobs.pending(app.timeline_id)
        acts = await app.records(RecordKind.ACT)

    assert failures == ()
    assert left == 0
    assert {one.subject_id for one in acts} == set(EVERYBODY)
