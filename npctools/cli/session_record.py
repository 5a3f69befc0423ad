"""`npcserver record`: lists what can be recorded, and writes session files."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

from npcserver import bootstrap
from npcserver.cli.event_log import logging_to
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput
from npcserver.model.record import RecordKind
from npcserver.ports.storage import Store
from npctools.replay.session_list import recordable, view_to_record

_LISTED = 20


async def record(settings: Settings, timeline: str, first: int, output: Path | None) -> None:
    """Write a session, or list what can be recorded if nothing was named."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    async with bootstrap.opened(settings) as store:
        with logging_to(settings.data / "npcserver.log", settings.log):
            if not timeline:
                console.print(await _recordable_table(store), soft_wrap=False)
                return
            async with store.read() as reader:
                await view_to_record(store, reader, timeline)  # refused before anything is loaded
            # These load what replays, and all kinds of files.
            from npctools.bootstrap import replays  # noqa: PLC0415
            from npctools.files.session_file import write_session  # noqa: PLC0415

            session = await replays.record(settings, store, timeline, first)
    target = output or Path(f"{timeline}.session.jsonl.gz")
    if target.is_dir() or not target.absolute().parent.is_dir():
        raise InvalidInput(str(target), "cannot be written; name a file in a folder that is there")
    write_session(target, session)
    turns = sum(one.kind is RecordKind.TURN and one.seq >= session.first for one in session.records)
    console.print(f"Wrote {target}: {turns:,} turns, {len(session.records):,} records.")
    console.print(f"Replay it: npcserver replay {target}", style="dim")


async def _recordable_table(store: Store) -> Table | str:
    timelines, saves = await recordable(store)
    if not timelines and not saves:
        return "Nothing was played yet: `npcserver play` begins, and all of it can be recorded."
    table = Table("what", "id", "name", "game time", "records", box=None, padding=(0, 2, 0, 0))
    for one in timelines[:_LISTED]:
        moment = f"{one.game_time:%Y-%m-%d %H:%M}"
        table.add_row("timeline", one.id, one.label, moment, str(one.head))
    for save in saves[:_LISTED]:
        moment = f"{save.game_time:%Y-%m-%d %H:%M}"
        table.add_row("save", save.id, save.name, moment, str(save.vantage.seq))
    return table
