"""A made-up log of one character, held in arrays, only for measuring recall."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.embedding_texts import Cue
from npcserver.model.ids import CharacterId, TimelineId, TurnId, WorldId
from npcserver.model.record import Record, RecordKind, Remembered, Source, TurnTaken
from npcserver.model.timeline import Lineage, Segment
from npcserver.model.turn import RecalledMemory, Receipt, Rung, Timings, Usage
from npcserver.model.world import DEFAULT_START
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import MemoryRef, MemoryRows

DIMENSION = 512
WORLD = WorldId("bench")
SUBJECT = CharacterId("character-0")
TIMELINE = TimelineId("tl_" + 20 * "0")

_VOCABULARY = 8000
_STOPPED = 120  # the most frequent words, which are never looked up
_WORDS = 12
_CLUSTERS = 64
_ASKS = 5  # every so many lines of speech end with a question mark
_NAMES = 20  # every so many words are a name
_SPARE = 100  # rows that are added while recall is measured


class BenchEmbedder:
    """Names a vector space; a benchmark's questions come with their vectors."""

    name = "drawn:1"
    dimension = DIMENSION

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return zeros."""
        return np.zeros((len(texts), DIMENSION), np.float32)


@dataclass(frozen=True, slots=True)
class BenchView:
    """A view from the newest vantage."""

    log: "BenchLog"
    lineage: Lineage

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return records by position."""
        return tuple(self.log.records[seq - 1] for seq in seqs)


class BenchLog:
    """Memories with clustered unit vectors, and words with natural frequencies (Zipf).

    `own`, `accessed` (seconds), `importance` and `seqs` are the columns that brute force reads; the
    first `size` rows count.
    """

    def __init__(self, size: int, seed: int) -> None:
        self._chance = np.random.default_rng(seed)
        self.size = 0
        capacity = size + _SPARE
        centres = self._chance.normal(size=(_CLUSTERS, DIMENSION))
        self.own = self._units(centres[self._chance.integers(0, _CLUSTERS, capacity)])
        self.accessed = np.zeros(capacity)
        self.importance = self._chance.integers(1, 11, capacity).astype(np.float64)
        self.seqs = np.zeros(capacity, np.int64)
        self.records: list[Record] = []
        self._words = 1.0 / (np.arange(_VOCABULARY) + _STOPPED)
        self._words /= self._words.sum()
        texts = self._texts(capacity)
        # a name at the beginning would be whom an observation is about
        self._lines = [f"so {' '.join(map(_word, line))}" for line in texts]
        for _ in range(size):
            self._remember()

    @property
    def now(self) -> float:
        """Game time of the last record, in seconds."""
        return self.records[-1].game_time.timestamp()

    def view(self) -> BenchView:
        """Return a view from the last record."""
        return BenchView(self, (Segment(TIMELINE, 1, len(self.records)),))

    def cue(self, number: int) -> Cue:
        """Return a question near some memory: half of its words, and a vector close to its own."""
        row = (number * 7919) % self.size
        words = self._lines[row].split()[1 : 1 + _WORDS // 2]
        return Cue(" ".join(words), self._units(self.own[row][None])[0])

    def live_on(self, recalled: object) -> None:
        """Simulate a turn: two memories are added, and a receipt touches the recalled ones."""
        seqs = recalled if isinstance(recalled, list) else []
        self._remember()
        self._remember()
        turn = self._record(RecordKind.TURN, _turn(seqs), "", None)
        self.accessed[np.searchsorted(self.seqs[: self.size], seqs)] = turn.game_time.timestamp()

    async def memory_rows(
        self,
        segment: Segment,
        subject_id: str,  # noqa: ARG002 - every subject has the same memories
        chunk: int = 5000,
    ) -> AsyncGenerator[MemoryRows, None]:
        """Yield the records of a segment."""
        for start in range(segment.first - 1, segment.last, chunk):
            records = self.records[start : min(start + chunk, segment.last)]
            yield MemoryRows(
                tuple(record for record in records if isinstance(record.body, Remembered)),
                tuple(record for record in records if isinstance(record.body, TurnTaken)),
            )

    async def vectors(
        self,
        space: str,  # noqa: ARG002 - there is nothing in any space
        refs: Sequence[MemoryRef],
    ) -> tuple[NDArray[np.bool_], Vectors]:
        """Return that no vector is stored: the index reads all of them in `vector_rows`."""
        return np.zeros(len(refs), np.bool_), np.zeros((len(refs), 0), np.float32)

    async def vector_rows(
        self,
        space: str,  # noqa: ARG002 - there is one
        segment: Segment,
        subject_id: str,  # noqa: ARG002 - every subject has the same memories
    ) -> tuple[NDArray[np.int64], Vectors]:
        """Return the positions and vectors of a segment."""
        seqs = self.seqs[: self.size]
        rows = slice(*np.searchsorted(seqs, (segment.first, segment.last + 1)).tolist())
        return seqs[rows], self.own[rows]

    def _remember(self) -> None:
        row = self.size
        is_speech = row % 2 == 1
        body = Remembered(
            source=Source.TOLD if is_speech else Source.WITNESSED,
            told_by="player" if is_speech else "",
            speaker="Player" if is_speech else "",
        )
        kind = RecordKind.UTTERANCE if is_speech else RecordKind.OBSERVATION
        line = self._lines[row] + ("?" if is_speech and row % _ASKS == 0 else "")
        record = self._record(kind, body, line, int(self.importance[row]))
        self.seqs[row], self.accessed[row] = record.seq, record.game_time.timestamp()
        self.size += 1

    def _record(
        self,
        kind: RecordKind,
        body: Remembered | TurnTaken,
        text: str,
        importance: int | None,
    ) -> Record:
        record = Record(
            timeline_id=TIMELINE,
            seq=len(self.records) + 1,
            kind=kind,
            body=body,
            subject_id=SUBJECT,
            text=text,
            game_time=DEFAULT_START + timedelta(minutes=len(self.records)),
            importance=importance,
            written_at=DEFAULT_START,
        )
        self.records.append(record)
        return record

    def _units(self, around: NDArray[np.floating]) -> Vectors:
        """Return unit vectors scattered around others of any length."""
        lengths = np.linalg.norm(around, axis=1, keepdims=True)
        spread = self._chance.standard_normal(around.shape, np.float32) / np.float32(DIMENSION**0.5)
        drawn = (around / lengths).astype(np.float32) + spread
        units: Vectors = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
        return units

    def _texts(self, count: int) -> list[list[int]]:
        drawn: list[list[int]] = self._chance.choice(
            _VOCABULARY, (count, _WORDS), p=self._words
        ).tolist()
        return drawn


def _word(number: int) -> str:
    if number % _NAMES:
        return f"word{number}"
    # a name has no digits
    return "Name" + "".join("abcdefghij"[int(digit)] for digit in str(number))


def _turn(seqs: Sequence[int]) -> TurnTaken:
    recalled = tuple(
        RecalledMemory(seq=seq, score=0.0, recency=0.0, importance=0.0, relevance=0.0)
        for seq in seqs
    )
    receipt = Receipt(
        vantage_seq=0,
        persona_version=1,
        profile="default",
        recalled=recalled,
        template="",
        template_digest="",
        model="",
        rung=Rung.PRIMARY,
        seed=0,
        usage=Usage(),
        timings=Timings(),
        raw_answer="",
    )
    return TurnTaken(
        turn_id=TurnId("tn_bench"),
        speaker_id="player",
        speaker_name="Player",
        heard="",
        events=(),
        receipt=receipt,
    )
