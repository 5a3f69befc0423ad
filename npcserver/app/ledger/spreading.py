"""How far a fact has spread: from where it began, through everything that was told."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field

from npcserver.app.ledger.telling import Telling, is_heard, spoken_as
from npcserver.mind.provenance import retelling
from npcserver.model import limits
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.ports.view import View

_KINDS = (
    RecordKind.OBSERVATION,
    RecordKind.WHISPER,
    RecordKind.UTTERANCE,
    RecordKind.LINE,
    RecordKind.REFLECTION,
    RecordKind.PLAN,
)
_PASSED_ON = (RecordKind.UTTERANCE, RecordKind.LINE)
_AT_ONCE = 2_000
_NEAR = limits.WITNESSES + 1  # those who witness the same stand one after the other


async def spread(view: View, asked: Record) -> tuple[Record, ...]:
    """Return all memories, of all minds, that hold what a memory says, in order.

    Those that it stems from, those of whoever witnessed the same, and whatever was told of it
    since, as far as the words show.
    """
    known = await _stemming_from(view, asked)
    reached = _Reached()
    for record, words in known:
        reached.begin(record, words)
    async with aclosing(_records(view, _earliest(known))) as records:
        return tuple([record async for record in records if reached.by(record)])


@dataclass(slots=True)
class _Reached:
    """What of the fact each memory holds that it has reached so far, in its own words, by seq."""

    held: dict[int, str] = field(default_factory=dict)
    said: dict[tuple[str, str], str] = field(default_factory=dict)
    seen: dict[tuple[object, ...], tuple[int, str]] = field(default_factory=dict)

    def begin(self, record: Record, words: str) -> None:
        """Begin with a memory of which it is known what it holds."""
        self.held[record.seq] = words
        if is_heard(record):
            self.said[spoken_as(record)] = words
        if record.kind is RecordKind.OBSERVATION:
            self.seen[_sight(record)] = (record.seq, words)

    def by(self, record: Record) -> bool:
        """Take note of a memory, in order of seq, and say whether the fact has reached it."""
        words = self.held.get(record.seq) or self._words(record)
        if not words:
            return False
        self.held[record.seq] = words
        if record.kind is RecordKind.LINE:
            self.said[spoken_as(record)] = words
        return True

    def _words(self, record: Record) -> str:
        body = record.body
        if not isinstance(body, Remembered):
            return ""
        if is_heard(record):
            return self.said.get(spoken_as(record), "")
        if record.kind is RecordKind.OBSERVATION:
            seq, words = self.seen.get(_sight(record), (record.seq, ""))
            is_same = body.source is Source.AUTHORED or abs(record.seq - seq) < _NEAR
            return words if is_same else ""
        parts = (self.held[seq] for seq in body.evidence if seq in self.held)
        return " ".join(filter(None, (retelling(record.text, part) for part in parts)))


async def _stemming_from(view: View, asked: Record) -> list[tuple[Record, str]]:
    """Return a memory and those its words come from, each with what of these words it holds.

    What was inferred begins with whoever inferred it.
    """
    telling = Telling(view)
    found = {asked.seq: (asked, asked.text)}
    level = [found[asked.seq]]
    while level:
        told = [record for record, _ in level if record.kind in _PASSED_ON]
        sources = await telling.sources(told)
        following: list[tuple[Record, str]] = []
        for record, words in level:
            for source in sources.get(record.seq, ()):
                part = words if is_heard(record) else retelling(source.text, words)
                if part and source.seq not in found:
                    found[source.seq] = (source, part)
                    following.append(found[source.seq])
        level = following
    return list(found.values())


def _earliest(known: Iterable[tuple[Record, str]]) -> int:
    """Return the seq after which whoever holds the same may stand."""
    return min(
        0 if isinstance(one.body, Remembered) and one.body.source is Source.AUTHORED
        else max(0, one.seq - _NEAR)
        for one, _ in known
    )  # fmt: skip


async def _records(view: View, after: int) -> AsyncGenerator[Record, None]:
    while records := await view.after(after, _AT_ONCE, _KINDS):
        for record in records:
            yield record
        after = records[-1].seq


def _sight(record: Record) -> tuple[object, ...]:
    """Return what those share who witnessed the same."""
    source = record.body.source if isinstance(record.body, Remembered) else None
    when = None if source is Source.AUTHORED else record.game_time
    return (record.text, source, when)
