"""A session as plain text that is the same whenever and wherever it is replayed.

One block for each record, in order; turns are written from what was performed, everything else from
the log. There is no moment of real time in it and nothing that was measured.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Any

from npcserver.model.affordance import ActionIntent
from npcserver.model.record import Draft, Record, TurnTaken
from npcserver.model.turn import IntentProposed, Line, Receipt, TurnEvent, TurnFinished
from npctools.replay.recorded_turn import as_draft
from npctools.replay.turn_replay import ReplayedTurn
from npctools.session import RecordedSession

HEADING = "npcserver/transcript/1"
MEASURED = ("timings", "usage", "faults", "prompt_parts")
"""Fields of a receipt that differ between replays."""
# fields that older transcripts lack; left out where empty
_LATER = frozenset(
    (
        "asked_at",
        "axes",
        "crossed",
        "distorted",
        "draft_seq",
        "is_authored",
        "left",
        "origin",
        "rested",
        "scores",
        "tells",
        "thresholds",
    )
)


def heading(session: RecordedSession) -> str:
    """Return the first lines: what was recorded."""
    world = session.world.world
    return (
        f"{HEADING}\nworld {world.id}: {world.name}\n"
        f"timeline {session.vantage.timeline_id}, records {session.first} to "
        f"{session.vantage.seq}\n"
    )


def of_record(record: Record) -> str:
    """Return what the log says."""
    if isinstance(record.body, TurnTaken):
        return of_turn(record, record.body, record.body.events, record.body.receipt)
    return of_draft(record.seq, record.game_time, as_draft(record))


def of_draft(seq: int, game_time: datetime, draft: Draft) -> str:
    """Return a record by its content."""
    whose = f" {draft.subject_id}" if draft.subject_id else ""
    weight = "" if draft.importance is None else f" ({draft.importance})"
    text = f": {draft.text}" if draft.text else ""
    return (
        f"[{seq}] {game_time:%Y-%m-%d %H:%M:%S} {draft.kind}{whose}{weight}{text}\n"
        f"    {_plain(draft.body)}\n"
    )


def of_replayed(replayed: ReplayedTurn) -> str:
    """Return a turn as it was taken again."""
    record, draft = replayed.taken.record, replayed.receipt
    body = draft.body
    if not isinstance(body, TurnTaken):
        return of_record(record)
    return of_turn(record, body, body.events, comparable(replayed, body.receipt))


def comparable(replayed: ReplayedTurn, receipt: Receipt) -> Receipt:
    """Return the receipt of a replayed turn with what the recorded one does not tell left out."""
    recorded = replayed.taken.receipt
    if not recorded.prompt_digest:  # nobody noted it down, or nothing was asked
        receipt = replace(receipt, prompt_digest="")
    if not recorded.prompt_budget:
        receipt = replace(receipt, prompt_budget=0)
    if replayed.taken.is_cut_off:  # how much was written by then is no doing of the turn
        receipt = replace(receipt, raw_answer=recorded.raw_answer, answer=recorded.answer)
    return receipt


def of_turn(record: Record, body: TurnTaken, events: Sequence[TurnEvent], receipt: Receipt) -> str:
    """Return a turn: who heard what, what was said and wished for, and what it was made from."""
    who = f"{record.subject_id} <- {body.speaker_id} ({body.speaker_name})"
    when = f"[{record.seq}] {record.game_time:%Y-%m-%d %H:%M:%S}"
    lines = [f"{when} turn {body.turn_id} {who}: {body.heard}"]
    lines += [f"    {told}" for told in map(of_event, events)]
    lines += [f"    {name}: {_plain(value)}" for name, value in _lasting(receipt).items()]
    return "\n".join(lines) + "\n"


def of_event(event: TurnEvent) -> str:
    """Return an event in a line."""
    if isinstance(event, Line):
        felt = event.emotion
        how = "" if felt is None else f" ({felt.label} {felt.valence:g} {felt.arousal:g})"
        return f"says{how}: {event.text}"
    if isinstance(event, IntentProposed):
        return f"wants {event.intent.id}: {intent_text(event.intent)}"
    if isinstance(event, TurnFinished):
        return f"ends {event.outcome}, {event.rung}"
    return _plain(event)


def intent_text(intent: ActionIntent) -> str:
    """Return an intent without its id."""
    return f"{intent.affordance} {_plain(dict(intent.arguments))}"


def differing(recorded: str, performed: str) -> Iterator[tuple[str, str]]:
    """Yield the lines in which two texts differ, side by side; an empty one where one ends."""
    ours, theirs = recorded.splitlines(), performed.splitlines()
    longest = max(len(ours), len(theirs))
    ours += [""] * (longest - len(ours))
    theirs += [""] * (longest - len(theirs))
    yield from ((one, other) for one, other in zip(ours, theirs, strict=True) if one != other)


def _lasting(receipt: Receipt) -> Mapping[str, object]:
    """Return what of a receipt is the same at every replay: not what was measured or counted.

    Older transcripts tell neither of answers without a prompt, nor of a proven context or a draft.
    """
    names = (one.name for one in fields(receipt) if one.name not in MEASURED)
    found = {name: getattr(receipt, name) for name in names}
    for name in ("answer", "context_limit", "draft_seq"):
        if found[name] in (None, 0):
            del found[name]
    return found


@cache
def _names(shape: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(shape)) if is_dataclass(shape) else ()


def _scalar(value: object) -> object:
    """Return what JSON can hold of a value that it does not know."""
    shape: Any = type(value)
    names = _names(shape)
    if names:
        found = {name: getattr(value, name) for name in names}
        return {name: it for name, it in found.items() if it or name not in _LATER}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    return sorted(map(str, value)) if isinstance(value, frozenset | set) else str(value)


_plain = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, check_circular=False, default=_scalar
).encode
