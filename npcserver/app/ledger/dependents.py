"""What rests on a memory: what was inferred, said, heard and planned because of it.

Followed forwards through the log, over any number of hops. Evidence and turns connect memories;
what no record connects is found by its words, among those who hold a part of the fact.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from npcserver.app.ledger.provenance_graph import is_heard, utterance_key
from npcserver.mind.provenance import retelling, retells, told_part
from npcserver.model.commitment import Commitment
from npcserver.model.day import Act, DayPlan
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.record import (
    MEMORY_KINDS,
    Record,
    RecordKind,
    Remembered,
    owner_of_subject,
)
from npcserver.ports.view import View

STATE_KINDS = (
    RecordKind.DAY,
    RecordKind.ACT,
    RecordKind.RELATION,
    RecordKind.BELIEF,
    RecordKind.MOOD,
    RecordKind.COMMITMENT,
)
"""Kinds of records that are no memories, and may rest on some."""
_KINDS = (*MEMORY_KINDS, *STATE_KINDS)
_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependent:
    """A record that rests on a memory, `hops` inferences or retellings away.

    `words` are those that show it, all of its text where evidence does. `from_seqs` are the nearest
    records that it rests on.
    """

    record: Record
    hops: int
    words: str
    from_seqs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _HeldPart:
    """What a mind holds of the fact: a memory, its text, and the part of it that tells the fact."""

    seq: int
    text: str
    words: str
    hops: int


@dataclass(slots=True)
class DependentSearch:
    """Collects what rests on one memory, of all characters; `read_to` is the last seq it has seen.

    `found` is by seq. Read again after more was played, it takes only what is new.
    """

    asked: Record
    found: dict[int, Dependent] = field(default_factory=dict)
    read_to: int = 0
    _held: dict[str, dict[int, _HeldPart]] = field(default_factory=dict)
    _said: dict[tuple[str, str], _HeldPart] = field(default_factory=dict)
    _texts: dict[tuple[RecordKind, str], set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.read_to = self.asked.seq
        self._hold(self.asked, self.asked.text, 0)

    async def read(self, view: View) -> None:
        """Take in what was recorded up to a vantage that sees the memory."""
        recorded = view.as_recorded
        while records := await recorded.after(self.read_to, _AT_ONCE, _KINDS):
            for record in records:
                self._take(record)
            self.read_to = records[-1].seq
        self.read_to = max(self.read_to, view.vantage.seq)

    def _take(self, record: Record) -> None:
        owner = owner_of_subject(record.subject_id)
        parts = self._held.get(owner, {})
        if isinstance(record.body, Remembered):
            grounds, words = self._of_memory(record, record.body, parts)
        else:
            grounds, words = self._of_state(record, parts)
        if not grounds:
            return
        hops = 1 + min(one.hops for one in grounds)
        seqs = tuple(sorted({one.seq for one in grounds}))
        found = Dependent(record=record, hops=hops, words=words, from_seqs=seqs)
        self.found[record.seq] = found
        if isinstance(record.body, Remembered):
            self._hold(record, words, hops)

    def _of_memory(
        self, record: Record, body: Remembered, parts: dict[int, _HeldPart]
    ) -> tuple[list[_HeldPart], str]:
        if is_heard(record):
            line = self._said.get(utterance_key(record))
            return ([], "") if line is None else ([line], line.words)
        evident = [parts[seq] for seq in body.evidence if seq in parts]
        if record.kind is not RecordKind.LINE and evident:
            return evident, record.text
        told = {one.seq: told_part(record.text, one.text, one.words) for one in evident}
        if not body.evidence and record.kind in _IN_OWN_WORDS:
            told = {seq: retelling(record.text, one.words) for seq, one in parts.items()}
        grounds = [parts[seq] for seq, words in told.items() if words]
        return grounds, " ".join(dict.fromkeys(filter(None, told.values())))

    def _of_state(self, record: Record, parts: dict[int, _HeldPart]) -> tuple[list[_HeldPart], str]:
        """Return what a change of state rests on; what a state says since earlier is no change."""
        body, subject = record.body, (record.kind, record.subject_id)
        evidence = body.evidence if isinstance(body, Standing | Belief) else ()
        if isinstance(body, Act):
            evidence = (body.because,)
        texts = [text for text in texts_of(record) if text]
        known = self._texts.get(subject, set())
        if record.kind not in (RecordKind.DAY, RecordKind.ACT):  # each of these is made afresh
            self._texts[subject] = {*texts}
        fresh = [text for text in texts if text not in known]
        grounds = [
            one
            for seq, one in parts.items()
            if seq in evidence or any(retells(text, one.words) for text in fresh)
        ]
        return grounds, " ".join(texts)

    def _hold(self, record: Record, words: str, hops: int) -> None:
        part = _HeldPart(record.seq, record.text, words, hops)
        self._held.setdefault(record.subject_id, {})[record.seq] = part
        if record.kind is RecordKind.LINE:
            self._said[utterance_key(record)] = part


_IN_OWN_WORDS = (RecordKind.LINE, RecordKind.REFLECTION, RecordKind.PLAN)
"""Kinds of memories that a mind makes itself. Where no evidence is named their words are compared:
what was just talked about may be told on from the talk, without being recalled."""


def texts_of(record: Record) -> Iterator[str]:
    """Yield the texts of a state that a prompt may show."""
    body = record.body
    if isinstance(body, Standing):
        yield body.view
    elif isinstance(body, Belief):
        yield body.text
    elif isinstance(body, Mood):
        yield body.why
    elif isinstance(body, Commitment):
        yield body.what
    elif isinstance(body, Act):
        yield body.step.activity
    elif isinstance(body, DayPlan):
        yield body.currently
        yield from body.outline
        for block in body.blocks:
            yield block.activity
            yield from (step.activity for step in block.steps)
