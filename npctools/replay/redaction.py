"""Taking the words and names of other players out of a session.

What is of a player is judged as `ForgetPlayer` judges it: by ids, names, evidence over any number
of steps, and words that stand in the player's words and nowhere else. A memory of it keeps its
place in the prompt, without its words; other records are left out.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import regex

from npcserver.adapters.files.world_dump import dump_world
from npcserver.adapters.store.codec import decode, encode
from npcserver.adapters.store.dialect import to_moment
from npcserver.model.erasure import PlayerTraces, SearchedTimeline, StoredRecord
from npcserver.model.ids import TimelineId
from npcserver.model.record import (
    MEMORY_KINDS,
    Correction,
    Record,
    RecordKind,
    Remembered,
    TurnTaken,
    owner_of_subject,
    subject_topic,
)
from npctools.session import RecordedSession

REDACTED: Final = "[redacted: from another player]"
_MASK: Final = "▒▒▒"
_ALIAS: Final = "another-player"
_RUN: Final = 4  # words in a row that two texts share by no accident
_WORD: Final = regex.compile(r"\w+")
_TEXTS: Final = frozenset(
    {"heard", "text", "say", "raw_answer", "torn", "detail", "name", "speaker"}
)
"""Fields of bodies that hold words; others without a space in them are ids and labels."""
_IDS: Final = ("speaker_id", "told_by", "told_to", "with_id")


@dataclass(frozen=True, slots=True)
class Redaction:
    """A session without other players, and how many records were of them."""

    session: RecordedSession
    redacted: int


def redact(session: RecordedSession) -> Redaction:
    """Return a session in which only the player of its last turn has words and a name."""
    own = session.records[-1].body
    if not isinstance(own, TurnTaken):
        raise TypeError("the last record is no turn")
    rows = [_stored(one) for one in session.records]
    cast = {one.id for one in session.world.characters}
    others = sorted(_people(rows) - cast - {own.speaker_id, ""})
    if not others:
        return Redaction(_without_authors(session), 0)
    traces = [_traced(session, one, rows) for one in others]
    gone = {
        row.seq
        for each in traces
        for row in rows
        if (made := each.judge(row)[0]) is not None and made.body is None
    }
    mask = _Mask(others, traces, _told_by(others, rows))
    kept: list[Record] = []
    for record, row in zip(session.records, rows, strict=True):
        if record.seq not in gone or own.turn_id == row.turn_id:
            masked = mask.value(data := json.loads(row.body))
            changed = replace(
                record,
                body=record.body if masked == data else decode(record.kind, json.dumps(masked)),
                subject_id=mask.identifier(record.subject_id),
                text=mask.words(record.text),
            )
            kept.append(changed)
            gone |= {record.seq} if changed != record else set()
        elif record.kind in MEMORY_KINDS:
            kept.append(_blank(record))
    return Redaction(_without_authors(replace(session, records=tuple(kept))), len(gone))


def _without_authors(session: RecordedSession) -> RecordedSession:
    """Return a session that does not say which keys corrected memories."""
    records = (
        replace(one, body=replace(one.body, author_id=""))
        if isinstance(one.body, Correction)
        else one
        for one in session.records
    )
    return replace(session, records=tuple(records))


def _stored(record: Record) -> StoredRecord:
    return StoredRecord(
        timeline_id=record.timeline_id,
        seq=record.seq,
        kind=str(record.kind),
        subject_id=record.subject_id,
        text=record.text,
        written_at=to_moment(record.written_at),
        turn_id=getattr(record.body, "turn_id", None),
        body=encode(record.body),
    )


def _traced(session: RecordedSession, player: str, rows: Sequence[StoredRecord]) -> PlayerTraces:
    authored = [dump_world(session.world), *(str(one.persona) for one in session.personas)]
    names = [name for one in session.world.characters for name in (one.id, one.persona.name)]
    traces = PlayerTraces(player, authored, names, max(row.written_at for row in rows))
    branches: dict[TimelineId, SearchedTimeline] = {
        one.id: SearchedTimeline(one.parent_id, one.forked_at) for one in session.branches
    }
    traces.start(branches)
    for row in rows:
        traces.read(row)
    traces.read_done()
    return traces


def _people(rows: Iterable[StoredRecord]) -> set[str]:
    """Return the ids of all who may be players."""
    found: set[str] = set()
    for row in rows:
        data = json.loads(row.body)
        found.update(str(data[name]) for name in _IDS if data.get(name))
        found.update(data.get("players", ()))
        if row.kind == RecordKind.RELATION:
            found.add(subject_topic(row.subject_id))
        if row.kind == RecordKind.PRESENCE:
            found.add(owner_of_subject(row.subject_id))
        members = [*data.get("members", ()), *(data.get("circle") or {}).get("members", ())]
        found.update(one["id"] for one in members if isinstance(one, dict) and "id" in one)
    return found


def _told_by(others: Sequence[str], rows: Iterable[StoredRecord]) -> Iterator[str]:
    for row in rows:
        data = json.loads(row.body)
        if data.get("speaker_id") in others:
            yield str(data.get("heard", ""))
        if data.get("told_by") in others:
            yield row.text


def _blank(record: Record) -> Record:
    """Return a memory with nothing but its place, its time and how it came."""
    body = record.body
    if not isinstance(body, Remembered):
        return record
    kept = Remembered(
        source=body.source, trust=body.trust, depth=body.depth, is_standing=body.is_standing
    )
    return replace(record, text=REDACTED, body=kept)


class _Mask:
    """Hides names, telling words, and what other players said, in what is kept."""

    def __init__(
        self, others: Sequence[str], traces: Sequence[PlayerTraces], told: Iterable[str]
    ) -> None:
        self._others = frozenset(others)
        self._traces = traces
        self._runs = {run for text in told for run in _runs(_folded(text))}

    def value(self, value: Any, key: str = "") -> Any:
        """Return JSON values masked."""
        if isinstance(value, dict):
            return {name: self.value(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [self.value(one, key) for one in value]
        if not isinstance(value, str):
            return value
        is_words = key in _TEXTS or key.endswith("_name") or " " in value
        return self.words(value) if is_words else self.identifier(value)

    def identifier(self, value: str) -> str:
        """Return an id, or a subject such as `mira>ann`, without those of other players."""
        parts = regex.split("([>/])", value)
        return "".join(_ALIAS if one in self._others else one for one in parts)

    def words(self, text: str) -> str:
        """Return a text without the words and names of other players."""
        words = [*_WORD.finditer(text)]
        hidden = [span for each in self._traces for span in each.spans(text)]
        for at, run in enumerate(_runs([one.group().casefold() for one in words])):
            if run in self._runs:
                hidden += [one.span() for one in words[at : at + _RUN]]
        end = len(text)
        for start, stop in sorted(set(hidden), reverse=True):
            if stop <= end:
                text, end = f"{text[:start]}{_MASK}{text[stop:]}", start
        return text


def _folded(text: str) -> list[str]:
    return [one.group().casefold() for one in _WORD.finditer(text)]


def _runs(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield from (tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1))
