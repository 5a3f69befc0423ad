"""Session files: one JSON value per line, the first of them the header. See `docs/replay.md`.

A file whose name ends in `.gz` is compressed. The same session always gives the same bytes.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from npcserver.adapters.files.document import Problems
from npcserver.adapters.files.world_dump import dump_world
from npcserver.adapters.files.world_file import parse_world
from npcserver.adapters.store import codec
from npcserver.model.character import People, Persona, PersonaVersion
from npcserver.model.errors import BrokenFile
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.record import Record, RecordKind, TurnTaken
from npcserver.model.timeline import Vantage
from npcserver.model.world import DEFAULT_START
from npcserver.model.worldfile import WorldFile
from npcserver.ports.language_model import Message
from npctools.session import Branch, Incident, PromptShape, RecordedSession, TemplateUsed

FORMAT = "npcserver/session/1"
_LONGEST = 1 << 31  # bytes of an unpacked session; guards against gzip bombs
LARGEST_INCIDENT = 32 << 20
"""Bytes of an unpacked incident, many times what a large world and a long talk come to."""


def session_bytes(session: RecordedSession) -> bytes:
    """Return a session as the content of a file."""
    header = _header(session)
    records = [_line(_record(record)) for record in session.records]
    if session.incident is not None:
        header["incident"]["sha256"] = _digest(header, records)
    return "".join([_line(header), *records]).encode()


def write_session(path: Path, session: RecordedSession) -> None:
    """Write a session file. Raises `OSError`."""
    content = session_bytes(session)
    path.write_bytes(packed(content) if path.suffix == ".gz" else content)


def packed(content: bytes) -> bytes:
    """Return a content compressed, the same bytes each time."""
    return gzip.compress(content, mtime=0)


def read_session(path: Path, largest: int = _LONGEST) -> RecordedSession:
    """Read a session file of at most `largest` bytes. Raises `BrokenFile`."""
    problems = Problems(str(path))
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except FileNotFoundError as error:
        raise problems.broken(0, "", "does not exist; make it with `npcserver record`") from error
    except OSError as error:
        raise problems.broken(0, "", _unreadable(error)) from error
    return parse_session(content, str(path), largest)


def parse_session(content: bytes, name: str, largest: int = _LONGEST) -> RecordedSession:
    """Return the session in the content of a file of that name. Raises `BrokenFile`."""
    problems = Problems(name)
    lines = _lines(content, problems, largest)
    try:
        header = json.loads(next(lines, ""))
    except (ValueError, RecursionError) as error:
        raise problems.broken(
            1, "", "is no session file; name one that `npcserver record` wrote"
        ) from error
    form = header.get("format") if isinstance(header, dict) else None
    if form != FORMAT:
        advice = "record the session again with this version"
        if isinstance(form, str) and form.startswith(FORMAT.rpartition("/")[0]):
            advice = "it is of another version of npcserver; use that one"
        raise problems.broken(1, "format", f"is not {FORMAT!r}; {advice}")
    records: list[Record] = []
    line = 1
    try:
        texts = [*lines]
        if "incident" in header and header["incident"].get("sha256") != _digest(
            header, (f"{text}\n" for text in texts)
        ):
            raise problems.broken(
                0, "", "was changed or cut off after it was written; ask for it again"
            )
        world = parse_world(header["world"], f"{name}: world")
        for line, text in enumerate(texts, 2):  # noqa: B007 - names the line that is wrong
            records.append(_read_record(json.loads(text), world.people))
        line = 1
        return _session(header, tuple(records), world)
    except BrokenFile:
        raise
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        told = f"cannot be read ({type(error).__name__}: {error}); record the session again"
        raise problems.broken(line, "", told[:300]) from error


def _lines(content: bytes, problems: Problems, largest: int) -> Iterator[str]:
    try:
        if content[:2] == b"\x1f\x8b":
            with gzip.open(BytesIO(content)) as unpacked:
                content = unpacked.read(largest + 1)
        if len(content) > largest:
            told = f"has more than {largest >> 20:,} MB; no file of this kind has as many"
            raise problems.broken(0, "", told)
        text = content.decode()
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise problems.broken(0, "", _unreadable(error)) from error
    yield from (line for line in text.split("\n") if line)


def _unreadable(error: Exception) -> str:
    return f"cannot be read ({error}); name a file that `npcserver record` wrote"


def _digest(header: Mapping[str, Any], records: Iterable[str]) -> str:
    """Return the SHA-256 of an incident without it; it guards against damage, not against fraud."""
    own = {name: value for name, value in header["incident"].items() if name != "sha256"}
    digest = hashlib.sha256(_line({**header, "incident": own}).encode())
    for record in records:
        digest.update(record.encode())
    return digest.hexdigest()


def _header(session: RecordedSession) -> dict[str, Any]:
    header: dict[str, Any] = {
        "format": FORMAT,
        "server": session.server,
        "timeline": session.vantage.timeline_id,
        "seq": session.vantage.seq,
        "from": session.first,
        "shape": asdict(session.shape),
        "templates": [asdict(one) for one in session.templates],
        "timelines": [
            {"id": one.id, "parent": one.parent_id, "forked_at": one.forked_at}
            for one in session.branches
        ],
        "personas": [
            {"character": one.character_id, "version": one.version, "persona": asdict(one.persona)}
            for one in session.personas
        ],
        "world": dump_world(session.world),
    }
    if (made := session.incident) is not None:
        header["incident"] = {
            "turn": made.turn_id,
            "redacted": made.redacted,
            "prompt": [asdict(one) for one in made.prompt],
        }
    return header


def _record(record: Record) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "seq": record.seq,
        "timeline": record.timeline_id,
        "kind": record.kind.value,
        "subject": record.subject_id,
        "text": record.text,
        "importance": record.importance,
        "game_time": record.game_time.isoformat(),
        "body": json.loads(codec.encode(record.body)),
    }
    return {key: value for key, value in whole.items() if value not in ("", None)}


def _read_record(plain: Mapping[str, Any], people: People) -> Record:
    kind = RecordKind(plain["kind"])
    return Record(
        timeline_id=TimelineId(plain["timeline"]),
        seq=int(plain["seq"]),
        kind=kind,
        body=codec.decode(kind, json.dumps(_with_ids(plain["body"], people))),
        subject_id=plain.get("subject", ""),
        text=plain.get("text", ""),
        game_time=datetime.fromisoformat(plain["game_time"]).astimezone(UTC),
        importance=plain.get("importance"),
        written_at=DEFAULT_START,
    )


def _with_ids(value: Any, people: People) -> Any:
    """Return the body of a record with character ids in its secrets.

    Sessions of earlier versions hold names, marked by `is_by_id: false`.
    """
    if isinstance(value, list):
        return [_with_ids(one, people) for one in value]
    if not isinstance(value, dict):
        return value
    if value.get("is_by_id") is False and isinstance(value.get("to"), list):
        named = [one for word in value["to"] for one in people.named(word) or (word,)]
        return {**value, "to": named}
    return {key: _with_ids(one, people) for key, one in value.items()}


def _session(
    header: Mapping[str, Any], records: tuple[Record, ...], world: WorldFile
) -> RecordedSession:
    incident = _incident(header["incident"]) if "incident" in header else None
    for place, record in enumerate(records, 1):
        if incident is None and record.seq != place:
            raise ValueError(f"record {place} is missing")
    if incident is not None:
        last = records[-1].body
        if not isinstance(last, TurnTaken) or last.turn_id != incident.turn_id:
            raise ValueError("the last record is not the turn")
    return RecordedSession(
        vantage=Vantage(TimelineId(header["timeline"]), int(header["seq"])),
        world=world,
        records=records,
        branches=tuple(
            Branch(
                id=TimelineId(one["id"]),
                parent_id=None if one["parent"] is None else TimelineId(one["parent"]),
                forked_at=int(one["forked_at"]),
            )
            for one in header["timelines"]
        ),
        personas=tuple(
            PersonaVersion(
                character_id=CharacterId(one["character"]),
                version=int(one["version"]),
                persona=codec.read(Persona, one["persona"]),
                created_at=DEFAULT_START,
            )
            for one in header["personas"]
        ),
        shape=PromptShape(**header["shape"]),
        templates=tuple(TemplateUsed(**one) for one in header["templates"]),
        first=int(header["from"]),
        server=str(header["server"]),
        incident=incident,
    )


def _incident(plain: Mapping[str, Any]) -> Incident:
    return Incident(
        turn_id=TurnId(str(plain["turn"])),
        prompt=tuple(Message(one["role"], str(one["text"])) for one in plain["prompt"]),
        redacted=int(plain["redacted"]),
    )


def _line(value: Mapping[str, Any]) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text + "\n"
