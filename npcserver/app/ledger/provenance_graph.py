"""The sources of memories: which line was heard, and what its speaker told in it, right or not."""

from collections.abc import Iterable, Sequence
from itertools import chain

from npcserver.app.context.history import newest_first
from npcserver.model.record import (
    Rated,
    Record,
    RecordKind,
    ReflectedUpTo,
    Remembered,
    subject_key,
)
from npcserver.ports.view import RecordQuery, View

_WINDOWS = (8, 64, 1_024)
_RATINGS = 1_000  # ratings read by one query
_LINES_OF_A_CIRCLE = 12  # a speaker says no more in a circle before a line is heard


LOOKED_AT = 500
"""Memories among which the nearest origin is looked for."""


class ProvenanceGraph:
    """The sources of memories, seen from one vantage. Reads many at once, and each once."""

    def __init__(self, view: View) -> None:
        self._view = view.as_recorded
        self._confirmed: dict[str, dict[int, tuple[int, ...]]] = {}
        self._read: dict[int, tuple[Record, ...]] = {}

    async def sources(self, records: Sequence[Record]) -> dict[int, tuple[Record, ...]]:
        """Return, by seq, the sources of memories, oldest first; empty at an origin.

        The line that was heard, what the speaker of a line passed on, or what an inference was
        drawn from and confirmed by. Words of players have no known source.
        """
        unread = [record for record in records if record.seq not in self._read]
        if unread:
            self._read |= await self._sources(unread)
        return {record.seq: self._read[record.seq] for record in records}

    async def read_back(self, records: Sequence[Record]) -> None:
        """Read what several paths have in common, level by level, before each is walked."""
        level, known = list(records), {record.seq for record in records}
        while level and len(known) < LOOKED_AT:
            found = await self.sources(level)
            level = []
            for source in chain.from_iterable(found.values()):
                if source.seq not in known:
                    known.add(source.seq)
                    level.append(source)

    async def _sources(self, records: Sequence[Record]) -> dict[int, tuple[Record, ...]]:
        lines = await self.lines([record for record in records if is_heard(record)])
        wanted = {record.seq: await self.evidence(record) for record in records}
        seqs = sorted({seq for evidence in wanted.values() for seq in evidence})
        found = {record.seq: record for record in await self._view.get(seqs)}
        return {
            record.seq: tuple(
                source
                for source in (
                    *((lines[record.seq],) if record.seq in lines else ()),
                    *(found[seq] for seq in wanted[record.seq] if seq in found),
                )
                if isinstance(source.body, Remembered)
            )
            for record in records
        }

    async def lines(self, heard: Sequence[Record]) -> dict[int, Record]:
        """Return the lines of heard memories, by the seq of the memory, where characters said them.

        They are in the same append, a little before. Those of a circle or a group chat may be heard
        later than they were said: they are among the last lines of their speaker.
        """
        found: dict[int, Record] = {}
        lacking = [record for record in heard if _is_of_character(record)]
        for window in _WINDOWS:
            if not lacking:
                break
            seqs = {seq for one in lacking for seq in range(one.seq - window, one.seq) if seq > 0}
            near = await self._view.get(sorted(seqs))
            said = {
                utterance_key(record): record for record in near if record.kind is RecordKind.LINE
            }
            of_turn = {record.seq: utterance_key(record)[0] for record in near}
            found |= {
                one.seq: said[utterance_key(one)] for one in lacking if utterance_key(one) in said
            }
            lacking = [
                one
                for one in lacking
                if one.seq not in found and of_turn.get(one.seq - window) == utterance_key(one)[0]
            ]
        for one in heard:
            if one.seq in found or not _is_of_character(one) or not _circle(one):
                continue
            _, speaker = utterance_key(one)
            lines = await self._view.tail(
                speaker, (RecordKind.LINE,), _LINES_OF_A_CIRCLE, before=one.seq
            )
            own = (line for line in lines if utterance_key(line) == utterance_key(one))
            if (line := next(own, None)) is not None:
                found[one.seq] = line
        return found

    async def evidence(self, record: Record) -> Sequence[int]:
        """Return the seqs of what a memory was drawn from and confirmed by."""
        body = record.body
        if not isinstance(body, Remembered):
            return ()
        if record.kind is not RecordKind.REFLECTION:
            return body.evidence
        confirmed = await self._confirmations(record.subject_id)
        return sorted({*body.evidence, *confirmed.get(record.seq, ())} - {record.seq})

    async def _confirmations(self, mind: str) -> dict[int, tuple[int, ...]]:
        """Return the seqs that have confirmed each inference of a character, by its seq."""
        if mind not in self._confirmed:
            found = self._confirmed[mind] = {}
            rated = newest_first(self._view, mind, (RecordKind.RATING,), at_once=_RATINGS)
            async for record in rated:
                body = record.body
                if isinstance(body, Rated) and body.evidence:
                    for seq, _ in body.ratings:
                        found[seq] = (*found.get(seq, ()), *body.evidence)
        return self._confirmed[mind]


def is_heard(record: Record) -> bool:
    """Return whether a memory is of words that another said."""
    return record.kind is RecordKind.UTTERANCE


def _is_of_character(record: Record) -> bool:
    """Return whether a character said the words, so that there is a line, and not a player."""
    body = record.body
    if not isinstance(body, Remembered) or not body.turn_id or not body.told_by:
        return False
    return body.told_by not in body.players


def _circle(record: Record) -> str:
    return record.body.circle_id if isinstance(record.body, Remembered) else ""


def utterance_key(record: Record) -> tuple[str, str]:
    """Return what identifies words: their turn, and their speaker."""
    body = record.body
    return (body.turn_id or "", body.told_by) if isinstance(body, Remembered) else ("", "")


async def distorted_by(view: View, records: Iterable[Record]) -> set[tuple[int, int]]:
    """Return lines with the memories that they tell otherwise, by seq.

    As their words showed at once, and as the speaker's summary of the talk found.
    """
    found: set[tuple[int, int]] = set()
    talks: dict[str, RecordQuery] = {}
    for record in records:
        if record.kind is RecordKind.LINE and isinstance(record.body, Remembered):
            found |= {(record.seq, source) for source in record.body.distorted}
            subject = subject_key(record.subject_id, record.body.told_to)
            talks[subject] = RecordQuery(RecordKind.REFLECTED, subject)
    for marks in await view.newest([*talks.values()]) if talks else ():
        for mark in marks.values():
            found |= {*mark.body.distorted} if isinstance(mark.body, ReflectedUpTo) else set()
    return found
