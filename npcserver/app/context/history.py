"""Reading a character's history: its records, and its talks with each partner."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from npcserver.app.context.mindset import Mindset
from npcserver.memory.embedding_texts import conversation_partner
from npcserver.model.character import Person
from npcserver.model.inputs import Spoken
from npcserver.model.memory import Memory
from npcserver.model.record import Record, RecordKind, Remembered
from npcserver.model.thought import Conversed
from npcserver.ports.view import View

AT_ONCE = 64
"""Records read by one query."""
TALK = (RecordKind.UTTERANCE, RecordKind.LINE)
_LOOKED_AT = 200


async def newest_first(
    view: View, subject_id: str, kinds: Sequence[RecordKind], *, at_once: int = AT_ONCE
) -> AsyncIterator[Record]:
    """Yield all records of a subject that a view sees, newest first; reads on while iterated.

    Use this for "the last of a kind": a look-back of fixed length misses what lies behind it.
    """
    before: int | None = None
    while True:
        records = await view.tail(subject_id, kinds, at_once, before=before)
        for record in records:
            yield record
        if len(records) < at_once:
            return
        before = records[-1].seq


async def outcomes_after(view: View, turn: Record) -> tuple[Record, ...]:
    """Return what the game has reported to a character since one of its turns, oldest first."""
    found: list[Record] = []
    async for record in newest_first(view, turn.subject_id, (RecordKind.OUTCOME,)):
        if record.seq < turn.seq:
            break
        found.append(record)
    return tuple(reversed(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberedTalk:
    """The lines between a character and a partner, oldest first.

    `over_at` is the real time from which it counts as over: in the past for a conversation that
    ended, after a lull for one that was never ended, None for an open one. `notes` belong to lines,
    by seq.
    """

    partner: Person
    lines: tuple[Record, ...]
    over_at: datetime | None
    notes: Mapping[int, str] = field(default_factory=dict)

    @property
    def conversation(self) -> tuple[Spoken, ...]:
        """The lines as prompts show them."""
        return tuple(
            Spoken(
                speaker=record.body.speaker if isinstance(record.body, Remembered) else "",
                text=record.text,
                is_own=record.kind is RecordKind.LINE,
                note=self.notes.get(record.seq, ""),
            )
            for record in self.lines
        )


async def talks(mindset: Mindset, lull: timedelta) -> tuple[RememberedTalk, ...]:
    """Return the recent talk with each partner, the last partner first."""
    said = await mindset.view.tail(mindset.id, TALK, _LOOKED_AT)
    by_partner: dict[str, list[Record]] = {}
    for place, record in enumerate(said):
        if partner := conversation_partner(record) or _answered(record, said[place + 1 :]):
            by_partner.setdefault(partner, []).append(record)
    conversed = await _conversed(mindset, set(by_partner))
    return tuple(
        RememberedTalk(
            partner=person(mindset, partner, lines),
            lines=tuple(reversed(lines)),
            over_at=_over_at(lines[0], conversed.get(partner), lull),
        )
        for partner, lines in by_partner.items()
    )


def _answered(record: Record, earlier: Sequence[Record]) -> str | None:
    """Return the id of the person a line to a whole circle answers: the last who spoke to it."""
    body = record.body
    if record.kind is not RecordKind.LINE or not isinstance(body, Remembered):
        return None
    if not body.circle_id or body.told_to:
        return None
    for one in earlier:
        if isinstance(one.body, Remembered) and one.body.circle_id == body.circle_id:
            return conversation_partner(one) if one.kind is RecordKind.UTTERANCE else None
    return None


def person(mindset: Mindset, identifier: str, records: list[Record]) -> Person:
    """Return a person, known by presence or by its name when it spoke."""
    known = mindset.present.get(identifier)
    if known is not None:
        return known.person
    names = (
        record.body.speaker
        for record in records
        if isinstance(record.body, Remembered) and record.body.told_by == identifier
    )
    return Person(id=identifier, name=next(names, "") or identifier)


async def _conversed(mindset: Mindset, partners: set[str]) -> dict[str, Record]:
    present = mindset.present
    lacking = {one for one in partners if one not in present or not present[one].person.is_player}
    found: dict[str, Record] = {}
    if not lacking:
        return found
    async for record in newest_first(mindset.view, mindset.id, (RecordKind.CONVERSATION,)):
        if isinstance(record.body, Conversed) and record.body.with_id in lacking:
            found[record.body.with_id] = record
            lacking.discard(record.body.with_id)
        if not lacking:
            break
    return found


def _over_at(last: Record, conversed: Record | None, lull: timedelta) -> datetime | None:
    if conversed is not None and isinstance(conversed.body, Conversed):
        if not conversed.body.is_over:
            return None
        if conversed.seq > last.seq:
            return conversed.written_at
    return last.written_at + lull


async def grounds_of(view: View, memories: Iterable[Memory]) -> dict[int, tuple[str, ...]]:
    """Return the texts on which inferences rest, by the seq of the inference."""
    evidence = {one.seq: one.body.evidence for one in memories if one.body.evidence}
    wanted = tuple(dict.fromkeys(seq for some in evidence.values() for seq in some))
    texts = {record.seq: record.text for record in await view.get(wanted)}
    return {
        seq: tuple(texts[one] for one in some if one in texts) for seq, some in evidence.items()
    }
