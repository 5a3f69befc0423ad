"""`npcserver drafts`: over the same use cases as the API, in a database that may be in use."""

import asyncio
import json
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.files import load_world
from npcserver.app.drafts import Drafts, EditDraft
from npcserver.app.timelines import Timelines
from npcserver.app.world_files import WorldFiles
from npcserver.bootstrap.storage import open_storage
from npcserver.cli.commands import app
from npcserver.cli.worlds import sample_world
from npcserver.config import Settings
from npcserver.model.draft import subject_named
from npcserver.model.ids import TimelineId

BOOK = "book:tide-tables"
DRAFTED = {"hester": "voice", BOOK: "author", "affordance:give_item": "description"}


def _changed(field: str, before: Any) -> Any:
    return replace(before, **{field: "Quite new."})


async def two_timelines(folder: Path) -> list[TimelineId]:
    """Make the sample world, and start two timelines; draft in the first."""
    settings, clock = Settings(data=folder), SystemClock()
    async with AsyncExitStack() as stack:
        store = await open_storage(settings, stack)
        file = load_world(sample_world())
        await WorldFiles(store, clock).put(file)
        timelines = Timelines(store, clock)
        made = [(await timelines.start(file.world.id)).id for _ in range(2)]
        for what, field in DRAFTED.items():
            subject = subject_named(what)
            assert subject is not None
            apply = partial(_changed, field)
            edit = EditDraft(timeline_id=made[0], subject=subject, apply=apply, why="to try it")
            await Drafts(store, clock).edit(edit)
    return made


def test_drafts_are_listed_shown_moved_published_and_discarded(tmp_path: Path) -> None:
    """A dry run changes nothing; what is wrong is said, with what to do."""
    mine, other = asyncio.run(two_timelines(tmp_path))

    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, ["drafts", *words, "--data", str(tmp_path)])
        return done.exit_code, done.output + str(done.exception or "")

    shown = run("show", mine, "affordance:give_item")[1]
    assert "  +  description: Quite new." in shown
    assert f"Timelines that would use it (2): {min(mine, other)}" in shown
    assert "WHAT: must begin with" in run("show", mine, "tale:x")[1]
    file = str(tmp_path / "draft.yaml")
    assert run("export", mine, file)[0] == 0
    assert run("export", mine, "--only", BOOK)[1].count("Quite new.") == 1
    assert run("import", other, str(tmp_path))[0] != 0
    tried = run("import", other, file, "--dry-run")[1]
    assert "Nothing was drafted" in tried
    assert tried.count("Quite new.") == len(DRAFTED)
    assert "Nothing is drafted here" in run("list", other)[1]
    assert run("import", other, file, "--why", "to see it")[0] == 0

    assert "Published as version" in run("publish", mine, BOOK)[1]
    assert "has no draft in timeline" in run("publish", mine, BOOK)[1]
    assert "The draft is over" in run("discard", other, "hester")[1]
    left = json.loads(run("list", other, "--json")[1])["drafts"]
    assert [(one["what"], one["why"]) for one in left] == [
        (BOOK, "to see it"),
        ("affordance:give_item", "to see it"),
    ]
