"""`npcserver scene check` and `list`: scene files, and the stories that come along."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

from npcscenes.files.scene_file import load_scene, shipped_scenes
from npcscenes.model.director import most_thoughts
from npcscenes.prompts.scene_member import text_cuts
from npcscenes.prompts.scene_overview import PROMPT_TOKENS
from npcserver.model.errors import InvalidInput
from npcserver.model.group.moves import GroupMoved, Move
from npcserver.model.group.script import Script
from npcserver.model.ids import is_authored_id
from npcserver.plugins import RECORDED_SESSION, load


def check_scene(scene: str, tokens: int = PROMPT_TOKENS) -> None:
    """Read a scene file and print its contents, its cost, and what does not fit in prompts.

    `tokens` is the size of a prompt.
    """
    script = read_scene(scene)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    supporting = len(script.members) - len(script.principals)
    console.print(
        f"{script.title}: {len(script.principals)} principals, {supporting} supporting, "
        f"{len(script.resources)} resources, {script.course.rounds} rounds."
    )
    most = most_thoughts(script)
    allowed = script.course.most_calls
    held = f"; held to {allowed:,}" if 0 < allowed < most else ""
    console.print(f"At most {most:,} model calls, but for answers asked for again{held}.")
    found = text_cuts(script, tokens)
    for cut in found:
        where = f" {cut.where}" if cut.where else ""
        if cut.is_list:
            told = f"only {cut.shown} of {cut.length} are shown to members{where}"
        else:
            told = f"members are shown {cut.shown:,} of {cut.length:,} characters{where}"
        console.print(f"{cut.path}: {told}", style="yellow")
    if found:
        console.print("Put first what matters most, or shorten these; the rest no model reads.")


def list_shipped_scenes() -> None:
    """List the shipped scenes, and of which a game is recorded."""
    columns = ("story", "title", "members", "rounds", "recorded")
    table = Table(*columns, box=None, padding=(0, 2, 0, 0))
    recorded = recorded_stories()
    for story, file in shipped_scenes().items():
        script = load_scene(file)
        counts = str(len(script.members)), str(script.course.rounds)
        table.add_row(story, script.title, *counts, "yes" if story in recorded else "")
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(table)
    console.print("Run one: npcserver scene run STORY", style="dim")


def read_scene(scene: str) -> Script:
    """Return the scene of a file, or a shipped one by its name."""
    shipped = shipped_scenes()
    if scene in shipped:
        return load_scene(shipped[scene])
    if is_authored_id(scene) and not Path(scene).exists():
        there = ", ".join(shipped)
        raise InvalidInput(scene, f"is neither a file nor a story; there are: {there}")
    return load_scene(Path(scene))


def recorded_stories() -> tuple[str, ...]:
    """Return the shipped stories of which a game is recorded."""
    return tuple(story for story in shipped_scenes() if _recording(story).exists())


def recorded_moves(scene: str) -> tuple[Move, ...]:
    """Return the moves of the recorded game of a shipped story; empty if there is none."""
    if scene not in recorded_stories():
        return ()
    session = load(RECORDED_SESSION)(_recording(scene))
    bodies = [record.body for record in session.records]
    return tuple(body.what for body in bodies if isinstance(body, GroupMoved))


def _recording(story: str) -> Path:
    return shipped_scenes()[story].parent / "recorded" / f"{story}.jsonl.gz"
