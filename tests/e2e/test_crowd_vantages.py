"""A crowd is where its plans take it, on whichever server, and whenever it is asked."""

from datetime import timedelta
from pathlib import Path

from npcbench.crowd_town import town_files
from npcmodels.scripted import ScriptedThinker
from npcserver import bootstrap
from npcserver.app.attention import SetAttention
from npcserver.app.context.extras import awaken_now
from npcserver.app.perception.observations import FlagChange, Movement, Observe
from npcserver.app.perception.presence import load_presences
from npcserver.bootstrap import RunningServer
from npcserver.model.character import Attention
from npcserver.model.crowd import WET_WEATHER
from npcserver.model.day import Act
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.timeline import Vantage
from tests.conftest import on_either_database
from tests.fakes.running_server import server_settings

EXTRAS = tuple(CharacterId(f"p{number}") for number in range(16))
MOVED, WOKEN = EXTRAS[3], EXTRAS[5]

State = dict[str, tuple[PlaceId | None, Act | None]]


async def state(here: RunningServer, timeline_id: TimelineId, seq: int | None = None) -> State:
    """Return where everyone is, and what the extras do, at a position or the head."""
    async with here.store.read() as reader:
        view = await reader.head(timeline_id)
        if seq is not None:
            view = await reader.at(Vantage(timeline_id, seq))
        present = await load_presences(reader, view)
    return {who: (one.place_id, one.act) for who, one in present.items()}


async def play(here: RunningServer, timeline_id: TimelineId) -> dict[int, State]:
    """Let half a day pass with rain, a move and a talk; return the states by position."""
    services, seen = here.services, dict[int, State]()
    await services.attending.set_attention(
        SetAttention(
            timeline_id=timeline_id, changes=tuple((who, Attention.CROWD) for who in EXTRAS)
        )
    )
    now = (await services.timelines.get(timeline_id)).game_time
    for step in range(8):
        now += timedelta(minutes=95)
        await services.play.advance_clock(timeline_id=timeline_id, game_time=now)
        if step == 2:
            await services.play.observe(
                Observe(
                    timeline_id=timeline_id,
                    movements=(Movement(subject_id=MOVED, place_id=PlaceId("square-1")),),
                )
            )
        if step == 4:
            await services.play.observe(
                Observe(timeline_id=timeline_id, flags=(FlagChange(name=WET_WEATHER),))
            )
        if step == 6:
            await awaken_now(here.store, timeline_id, (WOKEN,))
        head = (await services.timelines.get(timeline_id)).head
        seen[head] = await state(here, timeline_id)
    return seen


@on_either_database
async def test_a_crowd_is_the_same_wherever_and_whenever_it_is_asked(
    database: str, tmp_path: Path
) -> None:
    """By another server, in a save that is loaded, after a restart, and in any order."""
    (file,) = town_files(len(EXTRAS))
    settings = server_settings(database, tmp_path / "one", cognition={"workers": 0})
    other = server_settings(database, tmp_path / "two", cognition={"workers": 0})
    mind = ScriptedThinker()
    async with bootstrap.running(settings, serve=False, model=mind) as here:
        await here.importing.put(file)
        timeline_id = (await here.services.timelines.start(file.world.id)).id
        seen = await play(here, timeline_id)
        async with bootstrap.running(other, serve=False, model=mind) as replica:
            there = {seq: await state(replica, timeline_id, seq) for seq in reversed(seen)}
        again = {seq: await state(here, timeline_id, seq) for seq in seen}
        early = [*seen][5]
        save = await here.services.timelines.save(timeline_id=timeline_id, seq=early)
        loaded = (await here.services.timelines.load(save.id)).id
        at_load = await state(here, loaded)
    async with bootstrap.running(settings, serve=False, model=mind) as restarted:
        after = {seq: await state(restarted, timeline_id, seq) for seq in seen}
        loaded_after = await state(restarted, loaded)

    places = {tuple(place for place, _ in one.values()) for one in seen.values()}
    assert len(places) > 4
    assert seen[early][MOVED] != seen[[*seen][2]][MOVED]
    assert seen[[*seen][-1]][WOKEN][1] is None
    assert there == again == after == seen
    assert at_load == loaded_after == seen[early]
