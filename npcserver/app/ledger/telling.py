"""The graph of who has what from where, as the log holds it; read, never written.

A memory of something heard points at the line in which it was said, a line at what its speaker had
in mind, an inference at its evidence. Nothing else is stored, and nothing else is needed.
"""

from collections.abc import Iterable, Sequence

from npcserver.app.context.history import newest_first
from npcserver.model.record import Rated, Record, RecordKind, Remembered
from npcserver.ports.view import View

_WINDOWS = (8, 64, 1_024)
_RATINGS = 1_000  # read at once
_LINES_OF_A_CIRCLE = 12  # nobody says more before it is heard


class Telling:
    """What memories rest on, seen from one vantage. Asks for many at once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._confirmed: dict[str, dict[int, tuple[int, ...]]] = {}

    async def sources(self, records: Sequence[Record]) -> dict[int, tuple[Record, ...]]:
        """Return, by seq, what each of some memories rests on, oldest first; empty at a beginning.

        The line that was heard, what the speaker of a line passed on, or what an inference was
        drawn from and confirmed by. Words of players rest on nothing that is known.
        """
        lines = await self.lines([record for record in records if is_heard(record)])
        wanted = {record.seq: await self._evidence(record) for record in records}
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
        """Return the lines, by the seq of who heard them, where characters said them.

        They stand in the same append, a little before; those of a circle or a group chat, which may
        be heard later than they were said, among the last that their speaker said by then.
        """
        found: dict[int, Record] = {}
        lacking = [record for record in heard if _is_of_character(record)]
        for window in _WINDOWS:
            if not lacking:
                break
            seqs = {seq for one in lacking for seq in range(one.seq - window, one.seq) if seq > 0}
            near = await self._view.get(sorted(seqs))
            said = {spoken_as(record): record for record in near if record.kind is RecordKind.LINE}
            of_turn = {record.seq: _turn(record) for record in near}
            found |= {one.seq: said[spoken_as(one)] for one in lacking if spoken_as(one) in said}
            lacking = [
                one
                for one in lacking
                if one.seq not in found and of_turn.get(one.seq - window) == _turn(one)
            ]
        later = [one for one in heard if one.seq not in found and _is_heard_later(one)]
        return found | await self._lines_before(later)

    async def _lines_before(self, heard: Sequence[Record]) -> dict[int, Record]:
        """Return the lines that were said in a circle before they were heard."""
        found: dict[int, Record] = {}
        for one in heard:
            _, speaker = spoken_as(one)
            lines = await self._view.tail(
                speaker, (RecordKind.LINE,), _LINES_OF_A_CIRCLE, before=one.seq
            )
            said = [line for line in lines if spoken_as(line) == spoken_as(one)]
            if said:
                found[one.seq] = said[0]
        return found

    async def _evidence(self, record: Record) -> Sequence[int]:
        body = record.body
        if not isinstance(body, Remembered):
            return ()
        if record.kind is not RecordKind.REFLECTION:
            return body.evidence
        confirmed = await self._confirmations(record.subject_id)
        return sorted({*body.evidence, *confirmed.get(record.seq, ())} - {record.seq})

    async def _confirmations(self, mind: str) -> dict[int, tuple[int, ...]]:
        """Return what has confirmed the inferences of a mind, by their seq."""
        if mind not in self._confirmed:
            rated = newest_first(self._view, mind, (RecordKind.RATING,), at_once=_RATINGS)
            self._confirmed[mind] = dict(_grounds([record async for record in rated]))
        return self._confirmed[mind]


def is_heard(record: Record) -> bool:
    """Say whether a memory is of words that somebody else said."""
    return record.kind is RecordKind.UTTERANCE


def _grounds(ratings: Iterable[Record]) -> Iterable[tuple[int, tuple[int, ...]]]:
    found: dict[int, tuple[int, ...]] = {}
    for record in ratings:
        body = record.body
        if isinstance(body, Rated) and body.evidence:
            for seq, _ in body.ratings:
                found[seq] = (*found.get(seq, ()), *body.evidence)
    return found.items()


def _is_of_character(record: Record) -> bool:
    """Say whether words were said by a character, of whom there is a line, and not by a player."""
    body = record.body
    if not isinstance(body, Remembered) or not body.turn_id or not body.told_by:
        return False
    return body.told_by not in body.players


def _is_heard_later(record: Record) -> bool:
    body = record.body
    return isinstance(body, Remembered) and bool(body.circle_id) and _is_of_character(record)


def spoken_as(record: Record) -> tuple[str, str]:
    """Return what names words: the turn they were said in, and who said them."""
    body = record.body
    return (body.turn_id or "", body.told_by) if isinstance(body, Remembered) else ("", "")


def _turn(record: Record) -> str:
    return spoken_as(record)[0]
