"""The worked example of docs/receipts.md, run as it stands there."""

import re
import textwrap
from pathlib import Path

import npcclient

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.config import (
    CognitionSettings,
    EmbedderSettings,
    ModelSettings,
    ServerSettings,
    Settings,
)

PAGE = Path(__file__).parents[2] / "docs/receipts.md"


def blocks(language: str) -> list[str]:
    """Return the blocks of the page that are written in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), flags=re.DOTALL)


async def test_the_page_traces_what_it_says(tmp_path: Path) -> None:
    """A reader who types the example sees what the page says."""
    (world,) = blocks("yaml")
    python = blocks("python")
    (tmp_path / "harbour.yaml").write_text(world, "utf-8")
    settings = Settings(
        data=tmp_path,
        server=ServerSettings(port=0),
        embedder=EmbedderSettings(name="hashing"),
        cognition=CognitionSettings(workers=1, attention="dormant"),
        model=ModelSettings(name="offline"),
    )
    program = "async def example():\n" + textwrap.indent("\n".join(python), "    ")
    async with bootstrap.running(settings) as here:
        await here.importing.put(load_world(tmp_path / "harbour.yaml"))
        async with npcclient.connect(f"127.0.0.1:{here.port}") as npc:
            names: dict[str, object] = {"npc": npc}
            exec(compile(program, str(PAGE), "exec"), names)  # noqa: S102 - our own page

            assert len(python) > 4
            await names["example"]()  # type: ignore[operator]
