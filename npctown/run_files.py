"""A run of a town as a folder: what was played with, and what happened.

`run.json` has the first, `events.jsonl` the second. Views, exports and evaluations read these, and
the data of the server beside them in `server/` if the town started one. One event a line, in the
order in which it happened; `t` is in game minutes since the start of the run. A run is written as
it is lived: a reader may come at any time, and a half-written last line is no event.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

FORMAT: Final = "npcserver/run/1"

T = TypeVar("T")

EVENTS: Final[Mapping[str, str]] = {
    "tick": "n, calls, open: a tick has settled; calls of models so far, thoughts still open",
    "walk": "who, path, pace, out: goes along tiles [[x, y], …] at `pace` tiles a game minute; out"
    " of sight at their end if `out`",
    "act": "who, id, text, emoji, place, thing, minutes, cause: begins to do something",
    "act_end": "who, id, outcome: succeeded, failed or interrupted, with `detail`",
    "talk": "id, who, about, is_over: a conversation of characters begins, or ends after `lines`",
    "line": "talk, who, to, text, turn: says a sentence; `talk` is empty for talk with a visitor",
    "heard": "who, by, text, turn, whole: overhears a sentence, whole or in part",
    "plan": "who, blocks: has a plan of the day: [{t, minutes, text, place}, …]",
    "thought": "who, of, text: a reflection, reaction, whisper or other thought in words",
    "knows": "fact, who, how, by, memory, turn, distorted: first knows a fact that is followed",
    "relation": "who, to, affinity, trust, familiarity, view: what one thinks of the other",
    "mood": "who, text, valence: feels otherwise",
    "thing": "place, thing, state, by: a thing has a new state",
    "visitor": "who, name, place, is_here: a person at the keyboard comes or goes",
    "note": "text: for the reader, such as that the server was started again",
}
"""Kinds of events and their fields; readers pass over kinds and fields that they do not know."""


class RunFileError(Exception):
    """A folder is no run that can be read; the message says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPerson:
    """One person of a run: `sprite` is a number from which a picture is drawn."""

    id: str
    name: str
    sprite: int = 0
    age: int | None = None
    trade: str = ""
    home: str = ""
    start: tuple[int, int] = (0, 0)
    is_crowd: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFact:
    """Something whose spread the run follows: who knew it first, who knows it when.

    `ends` and `starts` are in game minutes since the start of the run, for something that takes
    place at `place`; `asked` are the ids of those who were to be there.
    """

    id: str
    text: str
    question: str = ""
    about: str = ""
    place: str = ""
    starts: float | None = None
    ends: float | None = None
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunHeader:
    """What was played: a town, its people and the model that thought for them.

    `started` is the game time at which `t` is 0; `branch_of` names the run, and `branch_t` the
    game minute, at which this one left it.
    """

    town: str
    world_id: str
    timeline_id: str
    map: str
    model: str
    seed: int
    started: str
    tick_minutes: int
    language: str = "en"
    people: tuple[RunPerson, ...] = ()
    facts: tuple[RunFact, ...] = ()
    branch_of: str = ""
    branch_t: float = 0.0
    format: str = FORMAT
    server_version: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)


class RunWriter:
    """Writes a run; one process at a time."""

    def __init__(self, folder: Path, header: RunHeader) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "run.json").write_text(
            json.dumps(asdict(header), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
        events = folder / "events.jsonl"
        cut_half_line(events)
        self._file = events.open("a", encoding="utf-8")

    def write(self, t: float, kind: str, **fields: Any) -> dict[str, Any]:
        """Write one event of a kind of `EVENTS` and return it."""
        event = {"t": round(t, 3), "kind": kind, **fields}
        self._file.write(json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n")
        return event

    def flush(self) -> None:
        """Hand what was written to the operating system, so that readers see it."""
        self._file.flush()

    def close(self) -> None:
        """Close the files."""
        self._file.close()


def read_header(folder: Path) -> RunHeader:
    """Return what a run was played with.

    Raises `RunFileError` for a folder that is no run, and for one of another format.
    """
    path = folder / "run.json"
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunFileError(
            f"{folder} is no run of a town: it has no run.json."
            " Runs are written by `npcserver town`."
        ) from None
    except ValueError as error:
        raise RunFileError(f"{path} is no JSON: {error}") from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        found = raw.get("format") if isinstance(raw, dict) else None
        raise RunFileError(
            f"{path} is of the format {found!r}; this version reads {FORMAT!r}."
            " Read it with the version that wrote it, or run the town again."
        )
    known = set(RunHeader.__dataclass_fields__)
    fields = {name: value for name, value in raw.items() if name in known}
    fields["people"] = tuple(_of(RunPerson, one) for one in raw.get("people", ()))
    fields["facts"] = tuple(_of(RunFact, one) for one in raw.get("facts", ()))
    return RunHeader(**fields)


def read_events(folder: Path, after: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the events of a run in order, without the first `after`."""
    path = folder / "events.jsonl"
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for n, line in enumerate(lines):
            if n >= after and line.endswith("\n"):
                yield json.loads(line)


def cut_half_line(path: Path) -> None:
    """Cut off what a process that was killed has left of a last line.

    What is written next would become a part of it.
    """
    if not path.exists():
        return
    with path.open("rb+") as file:
        written = file.read()
        file.truncate(written.rfind(b"\n") + 1)


def _of(kind: type[T], raw: Mapping[str, Any]) -> T:
    known = getattr(kind, "__dataclass_fields__", {})
    values = {name: value for name, value in raw.items() if name in known}
    return kind(**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})
