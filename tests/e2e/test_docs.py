"""The worked examples of docs pages, run as they stand."""

import re
import textwrap
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import npcclient
import pytest
from typer.testing import CliRunner

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.cli.commands import app
from npcserver.cli.worlds import sample_world
from npcserver.config import Settings

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, language: str) -> list[str]:
    """Return the blocks of a page that are written in a language."""
    text = (DOCS / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


async def run_block(page: str, block: str, names: dict[str, Any]) -> None:
    """Run a block of Python; what it defines is among the names for the next one."""
    ends = "\nnames.update(locals())"
    code = "async def example(names):\n" + textwrap.indent(block + ends, "    ")
    exec(compile(code, page, "exec"), names)  # noqa: S102 - our own page
    await names["example"](names)
    names.pop("names", None)


async def run_page(
    page: str,
    folder: Path,
    world: Path,
    *,
    model: str = "offline",
    workers: int = 1,
    **more: object,
) -> None:
    """Run the Python of a page as one program, against a server with a world of its own."""
    settings = Settings.model_validate(
        {
            "data": folder,
            "server": {"port": 0},
            "embedder": {"name": "hashing"},
            "cognition": {"workers": workers, "attention": "dormant"},
            "model": {"name": model},
        }
    )
    program = "async def example():\n" + textwrap.indent("\n".join(blocks(page, "python")), "    ")
    async with bootstrap.running(settings) as here:
        await here.importing.put(load_world(world))
        address = f"127.0.0.1:{here.port}"
        async with npcclient.connect(address) as npc:
            names = {"npc": npc, "npcclient": npcclient, "address": address, **more}
            exec(compile(program, page, "exec"), names)  # noqa: S102 - our own page
            await names["example"]()  # type: ignore[operator]


def run_command(command: str) -> None:
    """Run a command line of a page; what stands below it has to be part of what it prints."""
    line, _, expected = command.partition("\n")
    line, _, code = line.partition(" ; exit code ")
    words = re.findall(r'"([^"]*)"|(\S+)', line.removeprefix("npcserver "))
    done = CliRunner().invoke(app, [quoted or plain for quoted, plain in words])

    assert done.exit_code == int(code or 0), (line, done.output, done.exception)
    for part in filter(None, expected.split("\n")):
        assert part in done.output, (line, part, done.output)


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let commands run in an empty folder, over data of their own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NPCSERVER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")
    return tmp_path


def put_block(page: str, file: Path) -> Path:
    """Write the first YAML of a page to a file."""
    file.write_text(blocks(page, "yaml")[0], "utf-8")
    return file


async def test_receipts_are_traced_as_the_page_says(tmp_path: Path) -> None:
    """A reader who types the example of docs/receipts.md sees what the page says."""
    assert len(blocks("receipts.md", "yaml")) == 1
    assert len(blocks("receipts.md", "python")) > 4
    world = put_block("receipts.md", tmp_path / "harbour.yaml")
    await run_page("receipts.md", tmp_path, world, model="schema:0")  # which reads prompts


async def test_saves_do_what_the_page_says(tmp_path: Path) -> None:
    """A reader who types the example of docs/saves.md sees what the page says."""
    assert len(blocks("saves.md", "python")) > 3
    await run_page("saves.md", tmp_path, sample_world())


async def test_scenes_do_what_the_page_says(tmp_path: Path) -> None:
    """A reader who types the example of docs/scenes.md sees what the page says."""
    scene = put_block("scenes.md", tmp_path / "loaf.yaml")

    assert len(blocks("scenes.md", "python")) > 4
    await run_page("scenes.md", tmp_path, sample_world(), model="scripted", workers=2, scene=scene)


def test_scene_commands_print_what_the_page_says(terminal: Path) -> None:
    """What stands below a command of docs/scenes.md is part of what it prints."""
    put_block("scenes.md", terminal / "loaf.yaml")
    (console,) = [block for block in blocks("scenes.md", "console") if "--seed" in block]
    commands = console.split("$ ")[1:]

    for command in commands:
        run_command(command)

    assert len(commands) == 3
    assert (terminal / "loaf.html").exists()


@pytest.mark.usefixtures("terminal")
def test_replay_commands_do_what_the_page_says() -> None:
    """A reader who types the examples sees what the page says, exit codes included.

    Those of docs/incidents.md go on from those of docs/replay.md.
    """
    commands = 0
    page = (DOCS / "replay.md").read_text("utf-8")
    for kind, text in re.findall(r"^```(\w+)\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL):
        named = re.match(r"# ([\w.-]+)\n", text)
        if kind == "yaml" and named is not None:
            Path(named[1]).write_text(text, encoding="utf-8")
        if kind == "console":
            for command in text.split("$ ")[1:]:
                run_command(command)
                commands += 1

    page = (DOCS / "incidents.md").read_text("utf-8")
    for command in page.partition("```console\n")[2].partition("```")[0].split("$ ")[2:]:
        run_command(command)  # its first command plays, as the page before did
        commands += 1

    assert commands == 10
    report = ET.parse("report.xml").getroot()  # noqa: S314 - our own report
    failures = [case.get("name") for case in report.iter("testcase") if len(case)]
    assert failures == [
        "Hester keeps the inn: says /traveller|the Gull|captain's chair|third step/"
    ]
