"""What runs behind the scenes begins and ends with the server."""

import gc
import warnings
from pathlib import Path

from npcmodels.offline import OfflineActor
from npcserver import bootstrap
from npcserver.config import CognitionSettings, EmbedderSettings, Settings


async def test_a_server_that_stops_at_once_leaves_no_coroutine_behind(tmp_path: Path) -> None:
    """Its last tasks are cancelled before their first step, so nothing of theirs may be made."""
    settings = Settings(
        data=tmp_path,
        embedder=EmbedderSettings(name="hashing"),
        cognition=CognitionSettings(workers=0),
    )
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        async with bootstrap.running(settings, serve=False, model=OfflineActor()):
            pass
        gc.collect()

    assert [str(each.message) for each in told if each.category is RuntimeWarning] == []
