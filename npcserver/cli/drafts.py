"""`npcserver drafts`: lists, shows, moves and publishes drafts, also while a server runs."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from difflib import unified_diff
from json import dumps
from pathlib import Path

from rich.console import Console

from npcserver import bootstrap
from npcserver.adapters.clock import SystemClock
from npcserver.adapters.files import dump_draft, parse_draft
from npcserver.adapters.store.engine import require_existing
from npcserver.app.draft_files import DraftFiles
from npcserver.app.drafts import Drafts, DraftState
from npcserver.cli.console_streams import write_data
from npcserver.cli.event_log import logging_to
from npcserver.cli.world_import import check_target
from npcserver.config import Settings
from npcserver.model import limits
from npcserver.model.draft import DraftKind, DraftSubject, subject_named
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import TimelineId

_SHOWN = 20  # timelines and players that are printed


@dataclass(frozen=True, slots=True)
class _Desk:
    drafts: Drafts
    files: DraftFiles


@asynccontextmanager
async def _desk(settings: Settings) -> AsyncGenerator[_Desk, None]:
    require_existing(settings.database_url)
    with logging_to(settings.data / "npcserver.log", settings.log):
        async with bootstrap.opened(settings) as store:
            drafts = Drafts(store, SystemClock())
            yield _Desk(drafts, DraftFiles(store, drafts, parse_draft, dump_draft))


def _subject(what: str) -> DraftSubject:
    found = subject_named(what)
    if found is None:
        raise InvalidInput("WHAT", f"must begin with {' or '.join(f'{one}:' for one in DraftKind)}")
    return found


async def list_drafts(settings: Settings, timeline: str, *, json: bool) -> None:
    """Print the drafts of a timeline."""
    async with _desk(settings) as desk:
        found = await desk.drafts.list(TimelineId(timeline))
    if json:
        told = [
            {
                "what": one.subject.name,
                "seq": one.seq,
                "changed": one.changed,
                "contested": one.contested,
                "is_deleted": one.is_deleted,
                "why": one.why,
            }
            for one in found
        ]
        write_data(dumps({"drafts": told}, ensure_ascii=False, indent=2) + "\n")
        return
    screen = _console()
    for one in found:
        _show_line(screen, one)
    if not found:
        screen.print("Nothing is drafted here. `npcserver drafts import` takes a file.")


async def show(settings: Settings, timeline: str, what: str) -> None:
    """Print what a draft changes, with what was published since, and whom it reaches."""
    subject = _subject(what)
    async with _desk(settings) as desk:
        reach = await desk.drafts.preview(TimelineId(timeline), subject)
        base, published, drafted = await desk.files.texts(reach.draft)
    screen = _console()
    _show_line(screen, reach.draft)
    if reach.draft.contested:
        screen.print("Published since the draft was begun:", style="yellow")
        _show_diff(screen, base, published)
        screen.print("In the draft:", style="yellow")
    _show_diff(screen, base if reach.draft.contested else published, drafted)
    _show_ids(screen, "Timelines that would use it", reach.timeline_ids)
    _show_ids(screen, "Timelines with another draft of it, which they keep", reach.drafted_ids)
    _show_ids(screen, "Players in the first", reach.player_ids)


async def export(settings: Settings, timeline: str, file: Path | None, only: str) -> None:
    """Write the drafts of a timeline, or one of them, as a file."""
    if file is not None:
        check_target(file)
    async with _desk(settings) as desk:
        text = await desk.files.get(TimelineId(timeline), _subject(only) if only else None)
    if file is None:
        write_data(text)
        return
    await asyncio.to_thread(file.write_text, text, encoding="utf-8")
    _console().print(f"Wrote {file}.")


def _read(file: Path) -> str:
    try:
        return limits.decoded(file.read_bytes())
    except OSError as error:
        told = f"cannot be read ({error.strerror}); name a file of `npcserver drafts export`"
        raise InvalidInput(str(file), told) from error
    except UnicodeDecodeError as error:
        raise InvalidInput(str(file), "is not UTF-8; save the file in that encoding") from error


async def import_file(
    settings: Settings, timeline: str, file: Path, why: str, *, dry_run: bool
) -> None:
    """Draft what a file says, or say what that would be."""
    yaml = _read(file)
    screen = _console()
    async with _desk(settings) as desk:
        found = await desk.files.put(
            timeline_id=TimelineId(timeline), yaml=yaml, validate_only=dry_run, why=why
        )
        for one in found:
            _show_line(screen, one)
            _, published, drafted = await desk.files.texts(one)
            _show_diff(screen, published, drafted)
    if dry_run:
        screen.print("Nothing was drafted: this is what it would do.", style="dim")


async def publish(settings: Settings, timeline: str, what: str, why: str) -> None:
    """Publish a draft, and print where it was in force."""
    async with _desk(settings) as desk:
        done = await desk.drafts.publish(
            timeline_id=TimelineId(timeline), subject=_subject(what), why=why
        )
    screen = _console()
    screen.print(f"Published as version {done.version}, for the next turn of all timelines.")
    _show_ids(screen, "The draft is over in", done.timeline_ids)


async def discard(settings: Settings, timeline: str, what: str, why: str) -> None:
    """End a draft."""
    async with _desk(settings) as desk:
        await desk.drafts.discard(timeline_id=TimelineId(timeline), subject=_subject(what), why=why)
    _console().print(f"The draft is over; {timeline} uses what is published.")


def _show_line(screen: Console, draft: DraftState) -> None:
    state = "deleted since" if draft.is_deleted else ", ".join(draft.changed) or "nothing differs"
    told = f"{draft.subject.name} ({draft.name}): {state}"
    screen.print(f"{told}; {draft.why}" if draft.why else told, style="bold")
    if draft.contested:
        told = f"  published anew since: {', '.join(draft.contested)}"
        screen.print(told, style="yellow")


def _show_diff(screen: Console, before: str, after: str) -> None:
    lines = unified_diff(before.splitlines(), after.splitlines(), n=1, lineterm="")
    for line in list(lines)[2:]:
        if not line.startswith("@@"):
            style = "red" if line.startswith("-") else "green" if line.startswith("+") else ""
            screen.print(f"  {line}", style=style)


def _show_ids(screen: Console, what: str, ids: Sequence[str]) -> None:
    if ids:
        more = f" and {len(ids) - _SHOWN:,} more" if len(ids) > _SHOWN else ""
        screen.print(f"{what} ({len(ids):,}): {', '.join(ids[:_SHOWN])}{more}")


def _console() -> Console:
    return Console(highlight=False, markup=False, soft_wrap=True)
