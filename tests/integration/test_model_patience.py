"""A local model is waited for in a server as it is in `play`."""

import asyncio
from pathlib import Path

from npcserver import bootstrap
from npcserver.model.turn import Line
from tests.fakes.model_endpoints import EndpointCall
from tests.fakes.model_servers import NAME, SAID, ModelServer, serve_model
from tests.fakes.running_server import INN_FILE, RunningInn, server_settings

LONGER_THAN_A_HOSTED_MODEL_GETS = 2.7


async def test_a_local_model_that_reads_slowly_is_heard(tmp_path: Path) -> None:
    """Its line is spoken where a hosted model would have been given up."""
    async with serve_model("llama.cpp") as llm:
        answer = llm.complete

        async def late(call: EndpointCall) -> None:
            if "schema" in str(call.body):
                await asyncio.sleep(LONGER_THAN_A_HOSTED_MODEL_GETS)
            await answer(call)

        llm.complete = late  # type: ignore[method-assign]
        assert await _said(llm, tmp_path) == [SAID]


async def _said(llm: ModelServer, folder: Path) -> list[str]:
    """Return what is said in one turn, with the defaults of all settings of a turn."""
    chosen = {
        "model": {"name": f"openai:{NAME}", "base_url": llm.base_url},
        "cognition": {"workers": 0},
        "dialogue": {},
    }
    async with bootstrap.running(
        server_settings(f"sqlite:///{folder / 'inn.db'}", folder, **chosen), serve=False
    ) as running:
        await running.importing.put(INN_FILE)
        timeline = await running.services.timelines.start(INN_FILE.world.id)
        events = await RunningInn(running, timeline.id).turn("Is there a ferry?")
    return [event.text for event in events if isinstance(event, Line)]
