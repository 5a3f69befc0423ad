"""The worked example of docs/saves.md, run as it stands there."""

import re
import textwrap
from pathlib import Path

import npcclient

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.cli.worlds import sample_world
from npcserver.config import (
    CognitionSettings,
    EmbedderSettings,
    ModelSettings,
    ServerSettings,
    Settings,
)

PAGE = Path(__file__).parents[2] / "docs/saves.md"


def example() -> str:
    """Return the Python of the page as one program."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), flags=re.DOTALL)
    assert len(blocks) > 3
    return "async def example():\n" + textwrap.indent("\n".join(blocks), "    ")


async def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    """A reader who types the example sees what the page says."""
    settings = Settings(
        data=tmp_path,
        server=ServerSettings(port=0),
        embedder=EmbedderSettings(name="hashing"),
        cognition=CognitionSettings(workers=1, attention="dormant"),
        model=ModelSettings(name="offline"),
    )
    async with bootstrap.running(settings) as here:
        await here.importing.put(load_world(sample_world()))
        names: dict[str, object] = {
            "npcclient": npcclient,
            "address": f"127.0.0.1:{here.port}",
        }
        exec(compile(example(), str(PAGE), "exec"), names)  # noqa: S102 - our own page

        await names["example"]()  # type: ignore[operator]
