"""Axes of a world over a served town: the game moves them, the clock fades them, Watch tells."""

import asyncio
from contextlib import aclosing
from datetime import timedelta
from pathlib import Path

import pytest
from npcclient import NpcClient, connect, errors
from npcclient.admin.v1 import world_service_pb2 as world_pb2
from npcclient.v1 import mind_pb2

from npcserver.adapters.files import parse_world
from npcserver.app.life.thresholds import ThresholdCrossings
from npcserver.model.feelings import Standing
from npcserver.model.ids import TimelineId
from npcserver.model.record import RecordKind
from npcserver.model.relation_axes import MARGIN, RelationAxis, Threshold
from npcserver.ports.view import View
from tests.conftest import NewDatabase
from tests.fakes.running_server import (
    ADA,
    BEN,
    VillageServer,
    open_village_server,
    role,
    village_file,
    village_time,
)

FEAR = RelationAxis(
    name="fear",
    low=0,
    per_day=24,
    after_days=1,
    thresholds=(Threshold(name="afraid", above=60), Threshold(name="frozen", above=90)),
)
RESPECT = RelationAxis(name="respect", thresholds=(Threshold(name="despised", below=-50),))
BROOK = village_file(role(ADA), role(BEN), axes=(FEAR, RESPECT))


async def _mind_of(npc: NpcClient, app: VillageServer) -> mind_pb2.Standing:
    mind = await npc.characters.mind(app.timeline_id, ADA)
    return next(one for one in mind.relations if one.other_id == "ann")


async def _advance(npc: NpcClient, app: VillageServer, hours: float) -> None:
    """Move the clock in steps that are no jumps, and let its effects happen."""
    now = (await app.services.timelines.get(app.timeline_id)).game_time
    until = now + timedelta(hours=hours)
    while now < until:
        now = min(until, now + timedelta(hours=5))
        await npc.play.advance_clock(app.timeline_id, now)
        await app.game.settle()


async def test_a_crossing_is_told_once_and_fading_crosses_too(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Up by the game, and back by the clock, which stores a standing for the crossing alone."""
    async with (
        open_village_server(new_migrated_sqlite(), tmp_path, file=BROOK, serve=True) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
        asyncio.timeout(120),
    ):
        begun = await npc.characters.move_standing(app.timeline_id, ADA, "ann", {"fear": 55})
        risen = await npc.characters.move_standing(app.timeline_id, ADA, "ann", {"fear": 10})
        again = await npc.characters.move_standing(app.timeline_id, ADA, "ann", {"fear": 2})
        await _advance(npc, app, 30)
        faded, still = await _mind_of(npc, app), len(await app.records(RecordKind.RELATION))
        await _advance(npc, app, 24)
        let_go = await _mind_of(npc, app)
        records = await app.records(RecordKind.RELATION)
        head = await app.head()
        told: list[mind_pb2.Standing] = []
        async with aclosing(npc.play.watch(app.timeline_id, after_seq=0)) as events:
            async for event in events:
                if event.HasField("relation"):
                    told.append(event.relation)
                if event.seq >= head or len(told) == 4:
                    break

    assert (dict(begun.axes), list(begun.crossed)) == ({"fear": 55, "respect": 0}, [])
    assert (risen.axes["fear"], list(risen.crossed)) == (65, ["afraid"])
    assert (again.axes["fear"], list(again.crossed), list(again.thresholds)) == (67, [], ["afraid"])
    assert (faded.axes["fear"], list(faded.thresholds)) == (61, ["afraid"])
    assert (let_go.axes["fear"], list(let_go.thresholds), list(let_go.left)) == (37, [], [])
    assert (still, len(records)) == (3, 4)
    assert [(list(one.crossed), list(one.left)) for one in told] == [
        ([], []),
        (["afraid"], []),
        ([], []),
        ([], ["afraid"]),
    ]


async def test_a_jump_of_the_clock_crosses_as_well(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """All that has faded in ten days is told at once, however many thresholds it passed."""
    async with (
        open_village_server(new_migrated_sqlite(), tmp_path, file=BROOK, serve=True) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        await npc.characters.move_standing(app.timeline_id, ADA, "ann", {"fear": 95})
        await npc.play.advance_clock(app.timeline_id, village_time("06:00", day=11))
        await app.game.settle()
        last = (await app.records(RecordKind.RELATION))[-1]

    assert isinstance(last.body, Standing)
    assert list(last.body.left) == ["afraid", "frozen"]


async def test_what_does_not_fit_is_refused(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """An axis that the world has not, and a standing to oneself; a repeated request counts once."""
    async with (
        open_village_server(new_migrated_sqlite(), tmp_path, file=BROOK, serve=True) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        move, where = npc.characters.move_standing, app.timeline_id
        with pytest.raises(errors.InvalidInput, match="no axis of this world; it has: fear, resp"):
            await move(where, ADA, "ann", {"debt": 5})
        with pytest.raises(errors.InvalidInput, match="other_id"):
            await move(where, ADA, ADA, {"fear": 5})
        with pytest.raises(errors.NotFound):
            await move(where, "nobody", "ann", {"fear": 5})
        for _ in range(2):
            once = await move(where, ADA, "ann", {"respect": -60}, request_id="once", trust=-70)

    assert (once.axes["respect"], once.trust, list(once.crossed)) == (-60, 0, ["despised"])


async def test_a_world_is_written_with_its_axes(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Those of a request are those of a file; what is left out has its default."""
    async with (
        open_village_server(new_migrated_sqlite(), tmp_path, file=BROOK, serve=True) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        brook = await npc.worlds.get("brook")
        mark = world_pb2.RelationThreshold(name="owing", below=-20)
        debt = world_pb2.RelationAxis(name="debt", per_day=0.5, thresholds=[mark])
        changed = world_pb2.World(world_id="brook", axes=[debt])
        kept = await npc.worlds.update(changed, "axes")
        export = (await npc.worlds.export_file("brook")).yaml
        twice = world_pb2.World(world_id="brook", axes=[debt, debt])
        with pytest.raises(errors.InvalidInput, match="stands twice"):
            await npc.worlds.update(twice, "axes")
        debt.thresholds[0].above = 5
        with pytest.raises(errors.InvalidInput, match="needs `above` or `below`"):
            await npc.worlds.update(world_pb2.World(world_id="brook", axes=[debt]), "axes")

    assert [(one.name, one.low, one.high) for one in brook.axes] == [
        ("fear", 0, 100),
        ("respect", -100, 100),
    ]
    assert parse_world(export, "brook.yaml").world.axes == (
        RelationAxis(name="debt", per_day=0.5, thresholds=(Threshold(name="owing", below=-20),)),
    )
    assert kept.axes[0].thresholds[0].margin == MARGIN


class _CountedView:
    """A view that counts how often all standings are read."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.scans = 0

    def __getattr__(self, name: str) -> object:
        if name == "latest_by_subject":
            self.scans += 1
        return getattr(self._view, name)


async def test_a_tick_before_the_next_crossing_reads_no_old_standing(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """The moment of the next crossing is kept; a world without fading thresholds reads nothing."""
    async with (
        open_village_server(new_migrated_sqlite(), tmp_path, file=BROOK, serve=True) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        await npc.characters.move_standing(app.timeline_id, ADA, "ann", {"fear": 70})
        crossings, scans = ThresholdCrossings(), []
        for hours in (0.1, 5, 5, 30):
            await npc.play.advance_clock(
                app.timeline_id,
                (await app.services.timelines.get(app.timeline_id)).game_time
                + timedelta(hours=hours),
            )
            async with app.here.store.read() as reader:
                view = _CountedView(await reader.head(TimelineId(app.timeline_id)))
                due = await crossings.due(view, BROOK.world.axes)  # type: ignore[arg-type]
                assert await crossings.due(view, (RESPECT,)) is not due  # type: ignore[arg-type]
            scans.append((view.scans, len(due.drafts)))

    assert scans == [(1, 0), (0, 0), (0, 0), (1, 1)]
