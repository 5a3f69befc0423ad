"""`npcserver report`: how many of the characters' memories are useful."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from npcserver.app.ledger.reporting import MemoryReport, ReportMemories
from npcserver.cli.moments import listed
from npcserver.cli.worlds import quietly_running
from npcserver.config import Settings
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.rpc import encode_hygiene

_WIDE = 120
_COUNTS = ("memories", "twice", "echoes", "say nothing", "out of date", "pinned", "never recalled")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportWish:
    """What the command line asked for; an empty character means all of them."""

    timeline: str
    character: str = ""
    is_json: bool = False


async def report(settings: Settings, wish: ReportWish) -> None:
    """Print the reports."""
    asked = ReportMemories(
        timeline_id=TimelineId(wish.timeline),
        character_id=CharacterId(wish.character) if wish.character else None,
    )
    async with quietly_running(settings) as here:
        try:
            reports = await here.services.reporting.report(asked)
        except NotFound as fault:
            raise listed(fault) from fault
    if wish.is_json:
        sys.stdout.write(f"{encode_hygiene.as_json(reports)}\n")
        return
    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDE)
    console.print(table(reports))
    if wish.character:
        for one in reports:
            console.print(examples(one))


def table(reports: Sequence[MemoryReport]) -> Table:
    """Return the counts, one row for each character."""
    shown = Table("character", box=None, header_style="dim", pad_edge=False)
    for name in (*_COUNTS, "junk"):
        shown.add_column(name, justify="right")
    for one in reports:
        counts = (
            one.total,
            one.duplicates,
            one.echoes,
            one.leftovers,
            one.superseded,
            one.pinned,
            one.never_recalled,
        )
        shown.add_row(Text(one.name), *map(str, counts), f"{one.junk:.1%}")
    return shown


def examples(of: MemoryReport) -> Table:
    """Return examples of a character's faulty memories."""
    shown = Table("memory", "what", "of", "text", box=None, header_style="dim", pad_edge=False)
    for one in of.examples:
        shown.add_row(one.memory.id, one.fault.value, one.of_id, Text(one.memory.text))
    return shown
