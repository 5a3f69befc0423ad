"""Reading a scenario file. A mistake is reported with its line and key."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from npcclient.playtest import reading_offers
from npcclient.playtest.pieces import Piece, read_file
from npcclient.playtest.reading_expectations import EXPECTATIONS, expectations
from npcclient.playtest.reading_happenings import happening
from npcclient.playtest.scenario import (
    Advance,
    Deed,
    Load,
    Look,
    Report,
    Save,
    Say,
    SayInCircle,
    Scenario,
    Step,
)

_HEAD = (
    "name",
    "world",
    "timeline",
    "player",
    "character",
    "affordances",
    "entities",
    "keep_timeline",
    "steps",
)
_SPAN = re.compile(r"(\d+)\s*(m|min|minutes?|h|hours?|d|days?)", re.IGNORECASE)
_UNITS: Mapping[str, timedelta] = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
}
_STATUSES = ("accepted", "refused", "failed", "completed")
_BESIDE: Mapping[str, tuple[str, ...]] = {
    "say": ("to", "as", "private"),
    "circle": ("say", "to", "as", "whisper", "most_turns"),
    "report": ("action", "detail"),
    "look": (),
}
MOST_STEPS = 1_000


def read(path: Path) -> Scenario:
    """Return the scenario of a file. Raises `Mistake`."""
    head = read_file(path).fields(_HEAD, needed=("steps",))

    def text(key: str, otherwise: str = "") -> str:
        return head[key].text(120) if key in head else otherwise

    steps = list(head["steps"].items())
    if not head["steps"].is_list or not 0 < len(steps) <= MOST_STEPS:
        raise head["steps"].mistake(f"must be a list of 1 to {MOST_STEPS:,} steps, each with a `-`")
    offered = head.get("affordances")
    return Scenario(
        path=path,
        name=text("name", path.stem),
        world=text("world"),
        timeline=text("timeline"),
        player=text("player", "Traveller"),
        character=text("character"),
        affordances=None if offered is None else reading_offers.affordances(offered),
        entities=reading_offers.entities(head["entities"]) if "entities" in head else (),
        keeps_timeline="keep_timeline" in head and head["keep_timeline"].of(bool),
        steps=[_step(piece) for piece in steps],
    )


def _step(piece: Piece) -> Step:
    if not piece.is_mapping:
        raise piece.mistake("must be a step with a key, such as `say: Hello!`")
    known = {*_DEEDS, "expect", *(key for keys in _BESIDE.values() for key in keys)}
    fields = piece.fields(sorted(known))
    # `say` may come with `circle`, and `action` with `report`: the first of these decides.
    word = next((name for name in _DEEDS if name in fields), "")
    if not word and "expect" not in fields:
        raise piece.mistake(f"a step needs one of: {', '.join(_DEEDS)}; or `expect` alone")
    for name, beside in fields.items():
        if name not in (word, "expect", *_BESIDE.get(word, ())):
            raise beside.mistake(f"cannot stand beside {word or 'expect'!r}; make it its own step")
    expected = expectations(fields["expect"]) if "expect" in fields else ()
    deed = _DEEDS[word](fields) if word else Look()
    _check(fields, word, deed)
    return Step(line=piece.line, word=word or "expect", deed=deed, expectations=expected)


def _check(fields: Mapping[str, Piece], word: str, deed: Deed) -> None:
    """Raise for expectations about words in steps without speech."""
    if isinstance(deed, Say | SayInCircle) or "expect" not in fields:
        return
    spoken = tuple(EXPECTATIONS)
    for name, piece in fields["expect"].fields(spoken).items():
        if name != "remembers":
            raise piece.mistake(
                f"nobody speaks in {word or 'this step'!r}; expect it of a step with `say` "
                "(only `remembers` goes anywhere)"
            )


def _say(fields: Mapping[str, Piece]) -> Deed:
    return Say(
        text=fields["say"].text(2_000),
        to=fields["to"].text(120) if "to" in fields else "",
        speaker=fields["as"].text(80) if "as" in fields else "",
        is_private="private" in fields and fields["private"].of(bool),
    )


def _circle(fields: Mapping[str, Piece]) -> Deed:
    members = fields["circle"].texts()
    if len(members) > 20:
        raise fields["circle"].mistake("a circle has at most 20 members")
    return SayInCircle(
        members=members,
        text=fields["say"].text(2_000) if "say" in fields else "",
        speaker=fields["as"].text(80) if "as" in fields else "",
        to=fields["to"].texts() if "to" in fields else (),
        is_whisper="whisper" in fields and fields["whisper"].of(bool),
        most_turns=int(fields["most_turns"].number(1, 20)) if "most_turns" in fields else 0,
    )


def _wait(fields: Mapping[str, Piece]) -> Deed:
    piece = fields["wait"]
    found = _SPAN.fullmatch(piece.text())
    if found is None or not int(found[1]):
        raise piece.mistake("must be a span of game time, such as `45m`, `2h` or `1d`")
    try:
        return Advance(span=int(found[1]) * _UNITS[found[2][0].lower()])
    except OverflowError as error:
        raise piece.mistake("is longer than any game; wait for less") from error


def _advance(fields: Mapping[str, Piece]) -> Deed:
    piece = fields["advance_clock"]
    try:
        to = datetime.fromisoformat(piece.text())
    except ValueError as error:
        raise piece.mistake("must be a game time, such as `2000-01-01 20:15`") from error
    return Advance(to=to)


def _report(fields: Mapping[str, Piece]) -> Deed:
    return Report(
        status=fields["report"].choice(_STATUSES),
        action=fields["action"].text(63) if "action" in fields else "",
        detail=fields["detail"].text() if "detail" in fields else "",
    )


_DEEDS: Mapping[str, Callable[[Mapping[str, Piece]], Deed]] = {
    "circle": _circle,
    "report": _report,
    "say": _say,
    "observe": lambda fields: happening("observe", fields["observe"]),
    "move": lambda fields: happening("move", fields["move"]),
    "object": lambda fields: happening("object", fields["object"]),
    "flag": lambda fields: happening("flag", fields["flag"]),
    "wait": _wait,
    "advance_clock": _advance,
    "save": lambda fields: Save(name=fields["save"].text(80)),
    "load": lambda fields: Load(name=fields["load"].text(80)),
    "look": lambda fields: Look(of=fields["look"].text(120)),
}
