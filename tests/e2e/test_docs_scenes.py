"""The worked examples of docs/scenes.md, run as they stand there."""

import re
import textwrap
from pathlib import Path

import npcclient
import pytest
from typer.testing import CliRunner

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.cli import app
from npcserver.cli.worlds import sample_world
from npcserver.config import (
    CognitionSettings,
    EmbedderSettings,
    ModelSettings,
    ServerSettings,
    Settings,
)

PAGE = Path(__file__).parents[2] / "docs" / "scenes.md"


def blocks(language: str) -> list[str]:
    """Return the blocks of the page that are written in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), flags=re.DOTALL)


def put_loaf(folder: Path) -> Path:
    """Write the ten lines of the page to the file that the page saves them as."""
    file = folder / "loaf.yaml"
    file.write_text(blocks("yaml")[0], "utf-8")
    return file


async def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    """A reader who types the example sees what the page says."""
    settings = Settings(
        data=tmp_path,
        server=ServerSettings(port=0),
        embedder=EmbedderSettings(name="hashing"),
        cognition=CognitionSettings(workers=2, attention="dormant"),
        model=ModelSettings(name="scripted"),
    )
    python = blocks("python")
    program = "async def example():\n" + textwrap.indent("\n".join(python), "    ")
    async with bootstrap.running(settings) as here:
        await here.importing.put(load_world(sample_world()))
        async with npcclient.connect(f"127.0.0.1:{here.port}") as npc:
            names: dict[str, object] = {"npc": npc, "scene": put_loaf(tmp_path)}
            exec(compile(program, str(PAGE), "exec"), names)  # noqa: S102 - our own page

            assert len(python) > 4
            await names["example"]()  # type: ignore[operator]


def test_the_commands_print_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands below a command is part of what it prints."""
    put_loaf(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NPCSERVER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")
    (console,) = [block for block in blocks("console") if "--seed" in block]
    commands = console.split("$ npcserver ")[1:]

    for command in commands:
        line, _, expected = command.partition("\n")
        done = CliRunner().invoke(app, line.split())
        assert done.exit_code == 0, (line, done.output, done.exception)
        for part in filter(None, expected.split("\n")):
            assert part in done.output, (line, part, done.output)

    assert len(commands) == 3
    assert (tmp_path / "loaf.html").exists()
