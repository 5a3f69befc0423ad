"""Scenes without a language model: nothing new is played, and what was begun stays."""

from contextlib import aclosing
from pathlib import Path

import pytest
from npcclient import NotPossibleNow, connect

from npcmodels.offline import OfflineActor
from npcscenes.cli import scenes
from npcscenes.cli.scenes import SceneArgs
from npcserver.model.errors import InvalidInput
from tests.conftest import NewDatabase
from tests.fakes.running_server import open_village_server, server_settings
from tests.fakes.scene_app import MILL_SCENE


async def test_own_scenes_need_a_model(new_migrated_sqlite: NewDatabase, tmp_path: Path) -> None:
    """A designer's own file is refused with what to do next."""
    kept = server_settings(new_migrated_sqlite(), tmp_path, model={"name": "offline"})
    file = tmp_path / "mill.yaml"
    file.write_text(MILL_SCENE)

    with pytest.raises(InvalidInput) as refused:
        await scenes.run_scene(kept, SceneArgs(scene=str(file)))

    assert "needs a language model" in refused.value.message
    for advice in ("npcserver models pull", "--model scripted", "Recorded games"):
        assert advice in refused.value.message


async def test_a_server_without_a_model_opens_no_scene(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """The call fails at once, and says what the server lacks."""
    async with (
        open_village_server(new_migrated_sqlite(), tmp_path, OfflineActor(), serve=True) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        with pytest.raises(NotPossibleNow) as refused:
            await npc.scenes.open(app.timeline_id, MILL_SCENE)
        listed = await npc.scenes.list(app.timeline_id)

    assert refused.value.reason == "MODEL_UNAVAILABLE"
    assert "npcserver models pull" in refused.value.message
    assert list(listed) == []


async def test_a_scene_from_before_waits_for_a_model(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """A server without a model refuses to advance it, and it can still be watched and closed."""
    database = new_migrated_sqlite()
    async with open_village_server(database, tmp_path, serve=True) as app:
        timeline = app.timeline_id
        async with connect(f"127.0.0.1:{app.here.port}") as npc:
            chat = await npc.scenes.open(timeline, MILL_SCENE)
    async with (
        open_village_server(database, tmp_path, OfflineActor(), serve=True) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        with pytest.raises(NotPossibleNow, match="scenes need a language model"):
            await npc.scenes.advance(timeline, chat)
        await npc.scenes.close(timeline, chat)
        async with aclosing(npc.scenes.watch(timeline, chat)) as events:
            seen = [one async for one in events]

    assert seen[-1].HasField("closed")
