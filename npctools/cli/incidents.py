"""`npcserver incident`: makes files of turns, opens them, and holds them as tests."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from npcserver import bootstrap
from npcserver.app.incidents import OpenedIncident, TurnChange
from npcserver.cli.console_streams import write_data
from npcserver.cli.event_log import logging_to, without_log
from npcserver.config import Settings
from npcserver.model.errors import Fault, InvalidInput, NotFound
from npcserver.model.ids import TimelineId, TurnId
from npcserver.model.record import RecordKind, TurnTaken
from npcserver.model.timeline import Vantage
from npcserver.model.turn import IntentProposed, Line
from npctools.bootstrap import incidents, replays
from npctools.files.session_file import LARGEST_INCIDENT, packed
from npctools.replay.session_list import LAST, view_to_record
from npctools.replay.transcript import intent_text

_SHOWN = 20  # changes that are printed of one incident


async def make(settings: Settings, timeline: str, turn: str, output: Path | None) -> None:
    """Write the incident of a turn; `last` is the one that was taken last."""
    with logging_to(settings.data / "npcserver.log", settings.log):
        async with bootstrap.opened(settings) as store:
            async with store.read() as reader:
                view = await view_to_record(store, reader, timeline)
                if turn == LAST:
                    taken = await view.after(0, view.vantage.seq, (RecordKind.TURN,))
                    record = taken[-1] if taken else None
                else:
                    record = await view.turn(TurnId(turn))
            if record is None or not isinstance(record.body, TurnTaken):
                raise NotFound("turn", turn, "name one of this timeline, or `last`")
            vantage = Vantage(TimelineId(view.vantage.timeline_id), record.seq)
            text = await incidents.export(settings, store, vantage)
    target = output or Path(f"{record.body.turn_id}.incident.jsonl.gz")
    if target.is_dir() or not target.absolute().parent.is_dir():
        raise InvalidInput(str(target), "cannot be written; name a file in a folder that is there")
    content = packed(text.encode()) if target.suffix == ".gz" else text.encode()
    target.write_bytes(content)
    opened = await incidents.open_incident(settings, content, str(target))
    screen = _console()
    screen.print(f"Wrote {target}: {len(content) / 1000:,.0f} kB.")
    if opened.redacted:
        screen.print(f"{opened.redacted:,} records of other players are redacted.")
    if opened.changes:
        screen.print("Beware: the turn does not come out the same even here.", style="yellow")
        _show_changes(screen, opened.changes)
    screen.print(f"Open it elsewhere: npcserver incident open {target}", style="dim")


async def show(settings: Settings, file: Path, *, asks: bool, is_json: bool) -> int:
    """Print why a turn was said, and how it comes out here; return the exit code."""
    with without_log():
        opened = await _opened(settings, file, asks=asks)
    if is_json:
        write_data(json.dumps(_plain(opened), ensure_ascii=False, indent=2) + "\n")
    else:
        _show(_console(), opened)
    return 0


async def check(settings: Settings, files: Sequence[Path]) -> int:
    """Replay incidents, and print what comes out otherwise; return 1 if anything does."""
    screen, failed = _console(), 0
    with without_log():
        for file in files:
            try:
                opened = await _opened(settings, file)
            except Fault as fault:
                failed += 1
                screen.print(f"✗ {fault.message}", style="red")
                continue
            failed += bool(opened.changes)
            is_same = not opened.changes
            told = "comes out the same" if is_same else f"{_parts(opened)} would come out otherwise"
            screen.print(
                f"{'✓' if is_same else '✗'} {file}: {told}", style="" if is_same else "red"
            )
            if opened.changes and opened.templates:
                screen.print(f"  other templates here: {', '.join(opened.templates)}")
            _show_changes(screen, opened.changes)
    screen.print(f"{len(files) - failed:,} of {len(files):,} incidents come out the same")
    return 1 if failed else 0


async def _opened(settings: Settings, file: Path, *, asks: bool = False) -> OpenedIncident:
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST_INCIDENT + 1)
    except OSError as error:
        told = f"cannot be read ({error.strerror}); name a file of `npcserver incident make`"
        raise InvalidInput(str(file), told) from error
    if not asks:
        return await incidents.open_incident(settings, content, str(file))
    async with replays.open_model(settings) as (spoken, _):
        return await incidents.open_incident(settings, content, str(file), spoken)


def _parts(opened: OpenedIncident) -> str:
    found = list(dict.fromkeys(one.what for one in opened.changes))
    return ", ".join(found)


def _show(screen: Console, opened: OpenedIncident) -> None:
    made, receipt = opened.made, opened.made.turn.receipt
    screen.print(f"{opened.character} in {opened.world}, {made.record.game_time:%Y-%m-%d %H:%M}")
    screen.print(f"{made.turn.speaker_name}: {made.turn.heard}")
    screen.print(f"{opened.character}: {_said(opened)}", style="bold")
    for intent in _intents(opened):
        screen.print(f"  → {intent}")
    screen.print(f"Why: {made.reason.sentence}")
    screen.print(
        f"Made by {receipt.model or '-'} ({receipt.rung}) on npcserver {opened.server}, persona "
        f"{receipt.persona_version}, profile {receipt.profile}, template {receipt.template or '-'}"
    )
    _show_context(screen, opened)
    if opened.redacted:
        screen.print(f"{opened.redacted:,} records of other players are redacted.")
    if opened.templates:
        screen.print(f"Other templates here: {', '.join(opened.templates)}", style="yellow")
    if opened.changes:
        screen.print(f"Here {_parts(opened)} would come out otherwise:", style="red")
        _show_changes(screen, opened.changes)
    else:
        screen.print("Here it comes out the same.", style="green")
    if opened.answer is not None:
        screen.print(f"{opened.answer.model} says here: {opened.answer.text}", style="bold")
        for intent in opened.answer.intents:
            screen.print(f"  → {intent}")


def _show_context(screen: Console, opened: OpenedIncident) -> None:
    made = opened.made
    if made.recollections:
        table = Table("memory", "score", "recency", "importance", "relevance", box=None)
        for one in made.recollections:
            scores = (one.score, one.recency, one.importance, one.relevance)
            table.add_row(one.memory.text, *(f"{score:.2f}" for score in scores))
        screen.print(table, soft_wrap=False)
    for kept in made.reason.kept_back:
        screen.print(f"Kept back: {kept.memory.text}")
    for part in opened.prompt.sections:
        screen.print(
            f"── {part.role}: {part.name or 'beginning'} ({part.tokens} tokens)", style="dim"
        )
        screen.print(part.text)
    if opened.prompt.why:
        screen.print(opened.prompt.why)


def _show_changes(screen: Console, changes: Sequence[TurnChange]) -> None:
    for one in changes[:_SHOWN]:
        screen.print(f"  {one.what}")
        screen.print(f"    recorded: {one.recorded}", style="red")
        screen.print(f"    here:     {one.replayed}", style="green")
    if len(changes) > _SHOWN:
        screen.print(f"  … and {len(changes) - _SHOWN:,} more.")


def _said(opened: OpenedIncident) -> str:
    return " ".join(one.text for one in opened.made.turn.delivered if isinstance(one, Line))


def _intents(opened: OpenedIncident) -> Iterator[str]:
    for one in opened.made.turn.delivered:
        if isinstance(one, IntentProposed):
            yield intent_text(one.intent)


def _plain(opened: OpenedIncident) -> dict[str, object]:
    receipt = opened.made.turn.receipt
    return {
        "turn": opened.made.turn.turn_id,
        "world": opened.world,
        "character": opened.character,
        "speaker": opened.made.turn.speaker_name,
        "heard": opened.made.turn.heard,
        "said": _said(opened),
        "intents": list(_intents(opened)),
        "why": opened.made.reason.sentence,
        "model": receipt.model,
        "raw_answer": receipt.raw_answer,
        "server": opened.server,
        "prompt": [asdict(one) for one in opened.prompt.messages],
        "recalled": [
            {"text": one.memory.text, "score": one.score} for one in opened.made.recollections
        ],
        "redacted": opened.redacted,
        "templates": list(opened.templates),
        "changes": [asdict(one) for one in opened.changes],
        "answer": None if opened.answer is None else asdict(opened.answer),
    }


def _console() -> Console:
    return Console(highlight=False, markup=False, soft_wrap=True)
