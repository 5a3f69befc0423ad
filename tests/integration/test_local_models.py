"""Local models in a server: waited for, and removed while it runs."""

import asyncio
import sys
from pathlib import Path

import pytest

from npcmodels.embedded import EmbeddedLanguageModel
from npcmodels.runtime import has_runtime
from npcserver import bootstrap
from npcserver.model.errors import ModelUnreachable
from npcserver.model.model_use import Purpose
from npcserver.model.turn import Line, Rung, TurnFinished
from npcserver.ports.language_model import Message, Request
from tests.fakes.model_endpoints import EndpointCall
from tests.fakes.model_servers import NAME, SAID, ModelServer, serve_model
from tests.fakes.running_server import INN_FILE, InnServer, server_settings

SERVER = "npcmodels.embedded_server"


async def test_the_fault_names_the_file_and_what_to_do(tmp_path: Path) -> None:
    """As the process says it, which is started again for each model that has died."""
    gone = tmp_path / "gone.gguf"
    model = EmbeddedLanguageModel(gone, (sys.executable, "-m", SERVER, "--model", str(gone)))
    request = Request(purpose=Purpose.REPLY, messages=(Message("user", "Hello?"),))
    answer = model.generate(request)
    with pytest.raises(ModelUnreachable, match=r"no file .*gone\.gguf; put it back"):
        await anext(answer)
    await answer.aclose()
    await model.close()


@pytest.mark.skipif(not has_runtime(), reason="local models need the extra `local`")
async def test_a_player_is_answered_though_the_file_is_gone(tmp_path: Path) -> None:
    """By the actor without a model; the receipt says that the model was not there."""
    file = tmp_path / "brief.gguf"
    file.write_bytes(b"GGUF")
    chosen = {"model": {"name": f"local:{file}"}, "cognition": {"workers": 0}, "dialogue": {}}
    url = f"sqlite:///{tmp_path / 'inn.db'}"
    async with bootstrap.running(server_settings(url, tmp_path, **chosen), serve=False) as running:
        file.unlink()
        await running.importing.put(INN_FILE)
        timeline = await running.services.timelines.start(INN_FILE.world.id)
        events = await InnServer(running, timeline.id).turn("Is there a ferry tonight?")

    finished = events[-1]
    assert isinstance(finished, TurnFinished)
    assert finished.rung is Rung.OFFLINE
    assert [event for event in events if isinstance(event, Line)]


CHARACTERS_PER_SECOND = 1_200  # a reply's prompt takes longer than a hosted model would be given


async def test_a_local_model_that_reads_slowly_is_heard(tmp_path: Path) -> None:
    """Its line is spoken where a hosted model would have been given up."""
    async with serve_model("llama.cpp") as llm:
        answer = llm.complete

        async def late(call: EndpointCall) -> None:
            await asyncio.sleep(len(str(call.body)) / CHARACTERS_PER_SECOND)
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
        events = await InnServer(running, timeline.id).turn("Is there a ferry?")
    return [event.text for event in events if isinstance(event, Line)]
