"""The worked example of docs/circles.md, run as it stands there."""

from pathlib import Path

from tests.e2e.test_docs import blocks, put_block, run_command, run_page, terminal

PAGE = "circles.md"

__all__ = ["terminal"]


def put_world(folder: Path) -> Path:
    """Write the world of the page where its first line says."""
    (world,) = blocks(PAGE, "yaml")
    assert world.startswith("# mill.yaml\n")
    return put_block(PAGE, folder / "mill.yaml")


async def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    """A reader who types the example sees what the page says."""
    assert len(blocks(PAGE, "python")) > 5
    await run_page(PAGE, tmp_path, put_world(tmp_path))


def test_the_command_prints_what_the_page_says(terminal: Path) -> None:
    """What stands below the command is part of what it prints."""
    put_world(terminal)
    (console,) = blocks(PAGE, "console")

    run_command(console.removeprefix("$ "))
