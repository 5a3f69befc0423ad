"""Scene files, version 1; `docs/scenes.md` describes every key.

Members are read before all parts that refer to them, wherever they are in the file.
"""

from pathlib import Path, PurePath

from npcserver.adapters.files import (
    casting,
    scene_ballot,
    scene_course,
    scene_members,
    scene_resources,
    scene_ties,
)
from npcserver.adapters.files.fields import Table
from npcserver.adapters.files.head import root_table
from npcserver.adapters.files.naming import Names
from npcserver.adapters.files.problems import Problems
from npcserver.adapters.files.text import read_text
from npcserver.model import limits
from npcserver.model.group.script import Script

FORMAT = "npcserver/scene/1"
_PACKAGE = Path(__file__).resolve().parents[2]
_FOLDERS = (
    _PACKAGE / "_shipped" / "worlds" / "scenes",  # in a wheel
    _PACKAGE.parent / "worlds" / "scenes",  # in a checkout
)


def shipped_scenes() -> dict[str, Path]:
    """Return the scene files that ship with the server, by id."""
    for folder in _FOLDERS:
        files = {file.stem: file for file in sorted(folder.glob("*.yaml"))}
        if files:
            return files
    return {}


def load_scene(path: Path) -> Script:
    """Read a scene file. Raises `BrokenFile` with all its problems."""
    return parse_scene(read_text(path, Problems(str(path))), str(path))


def parse_scene(text: str, file: str) -> Script:
    """Read the text of a scene file; messages call it `file`. Raises `BrokenFile`.

    A scene without a title is named after its file.
    """
    problems = Problems(file)
    table = root_table(text, problems, FORMAT)
    script = _script(table, _title_of(file))
    table.finish()
    problems.raise_if_any()
    return script


def _title_of(file: str) -> str:
    words = PurePath(file).stem.replace("-", " ").replace("_", " ").strip()
    return (words[:1].upper() + words[1:])[: limits.NAME] or "Scene"


def _script(table: Table, default_title: str) -> Script:
    head = table.get("scene", is_required=True)
    inner = None if head is None else head.table()
    title, language = default_title, "en"
    scene_id, premise, opening = "", "", ""
    if inner is not None:
        title = inner.text("title", limits.NAME, is_one_line=True) or default_title
        language = casting.language(inner, "en")
        scene_id = Names("scene").authored_id(inner, title)
        premise = inner.text("premise", limits.DESCRIPTION, is_required=True)
        opening = inner.text("opening", limits.UTTERANCE)
        inner.finish()
    camps, members = scene_members.read(table)
    resources = scene_resources.read(table, members)
    ties = scene_ties.read(table, members)
    course = scene_course.read(table)
    return Script(
        id=scene_id,
        title=title,
        premise=premise,
        opening=opening,
        language=language,
        camps=camps,
        members=members,
        resources=resources,
        ties=ties,
        ballot=scene_ballot.read(table, members, camps, language),
        course=course,
    )
