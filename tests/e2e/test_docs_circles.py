"""The worked example of docs/circles.md, run as it stands there."""

import re
import textwrap
from pathlib import Path

import npcclient
import pytest
from typer.testing import CliRunner

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.cli import app
from npcserver.config import (
    CognitionSettings,
    EmbedderSettings,
    ModelSettings,
    ServerSettings,
    Settings,
)

PAGE = Path(__file__).parents[2] / "docs" / "circles.md"


def blocks(language: str) -> list[str]:
    """Return the blocks of the page that are written in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), flags=re.DOTALL)


def put_world(folder: Path) -> Path:
    """Write the world of the page where its first line says."""
    (world,) = blocks("yaml")
    file = folder / "mill.yaml"
    assert world.startswith(f"# {file.name}\n")
    file.write_text(world, "utf-8")
    return file


async def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    """A reader who types the example sees what the page says."""
    settings = Settings(
        data=tmp_path,
        server=ServerSettings(port=0),
        embedder=EmbedderSettings(name="hashing"),
        cognition=CognitionSettings(workers=1, attention="dormant"),
        model=ModelSettings(name="offline"),
    )
    python = blocks("python")
    program = "async def example():\n" + textwrap.indent("\n".join(python), "    ")
    async with bootstrap.running(settings) as here:
        await here.importing.put(load_world(put_world(tmp_path)))
        async with npcclient.connect(f"127.0.0.1:{here.port}") as npc:
            names: dict[str, object] = {"npc": npc}
            exec(compile(program, str(PAGE), "exec"), names)  # noqa: S102 - our own page

            assert len(python) > 5
            await names["example"]()  # type: ignore[operator]


def test_the_command_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands below the command is part of what it prints."""
    put_world(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NPCSERVER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")
    (console,) = blocks("console")
    command, _, expected = console.removeprefix("$ npcserver ").partition("\n")
    words = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', command)]

    done = CliRunner().invoke(app, words)

    assert done.exit_code == 0, (done.output, done.exception)
    for line in expected.splitlines():
        assert line in done.output
