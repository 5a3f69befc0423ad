"""What a memory's text tells about itself, whatever is asked: one row per memory of a character."""

import re
import sys
from collections.abc import Sequence

import numpy as np
import regex
from numpy.typing import ArrayLike, NDArray

from npcserver import language
from npcserver.language.scripts import CJK, ends_with_question
from npcserver.language.tokens import telling_characters, tokens
from npcserver.memory.arrays import Column
from npcserver.memory.lexical import TextBatch, TextPieces, remembered
from npcserver.model.record import SPEECH_KINDS, Record, Remembered

_WORD = regex.compile(r"[^\W\d_]+")
_IS_CJK = re.compile(f"[{CJK}]")
_TELLS_WHEN = re.compile(rf"\d|{language.expression('recall', 'tells_when')}", re.IGNORECASE)
asks_when = language.finder("recall", "asks_when")
"""Return whether a question asks for a time."""
_Read = tuple[NDArray[np.bool_], tuple[ArrayLike, ArrayLike]]

_TERM_BYTES = 100
"""Bytes of a new term: dict slot and string, which the postings share."""


def naming_terms(text: str) -> tuple[str, ...]:
    """Return the tokens of a text that may be names, each once.

    They are words with a capital letter, and pairs of ideographs that mean something one by one.
    """
    found: list[str] = []
    for word in _WORD.findall(text):
        if word[0].isupper():
            found += tokens(word)
        elif _IS_CJK.match(word):
            pairs = (pair for pair in tokens(word) if len(pair) > 1)
            found += [pair for pair in pairs if len(telling_characters(pair)) > 1]
    return tuple(dict.fromkeys(found))


class RowFeatures:
    """Columns by row number, as in `MindRows`."""

    def __init__(self) -> None:
        self.asks = Column(np.bool_)  # whether a memory ends with a question mark
        self.tells_when = Column(np.bool_)  # whether it has a number or a word of time
        # Code of the speaker; 0 for what is no speech.
        self.speaker = Column(np.int32)
        # Code of the other one, by whom it was told or to whom it was said; 0 if there is none.
        self.partner = Column(np.int32)
        self._ends = Column(np.int64)
        self._naming = Column(np.int32)
        self._terms: list[str] = []
        self._codes: dict[str, int] = {}
        self._speakers: list[str] = [""]
        self._speaker_codes: dict[str, int] = {"": 0}
        self._named_by: dict[str, set[int]] = {}
        self._partner_codes: dict[str, int] = {"": 0}

    def partner_code(self, person_id: str) -> int | None:
        """Return the code of a person; None for one who has told and was told nothing."""
        return self._partner_codes.get(person_id)

    @property
    def nbytes(self) -> int:
        """Bytes held, estimated closely."""
        columns = (
            self.asks, self.tells_when, self.speaker, self.partner, self._ends, self._naming,
        )  # fmt: skip
        terms = len(self._terms) + len(self._speakers) + len(self._named_by)
        terms += len(self._partner_codes)
        return sum(column.nbytes for column in columns) + _TERM_BYTES * terms

    def add(self, records: Sequence[Record], batch: TextBatch) -> None:
        """Append one row for each memory; the batch has their searchable texts."""
        if batch.is_small:
            tells_when, naming = self._read_whole([record.text for record in records])
        else:
            spoken = np.array([*map(_speaker_pieces, records)], np.int64)
            tells_when, naming = self._read_pieces(batch.pieces.from_place(spoken))
        counts, codes = naming
        self.tells_when.extend(tells_when)
        self._ends.extend(self._naming.size + np.cumsum(counts))
        self._naming.extend(codes)
        self.asks.extend([ends_with_question(record.text) for record in records])
        self.speaker.extend([self._speaker_code(record) for record in records])
        codes_of = self._partner_codes
        self.partner.extend(
            [codes_of.setdefault(_partner_of(record), len(codes_of)) for record in records]
        )

    def _read_whole(self, texts: Sequence[str]) -> _Read:
        """Return which texts tell when; how many terms each has that may be names, and these."""
        naming = [naming_terms(text) for text in texts]
        codes = [self._code(term) for terms in naming for term in terms]
        tells_when = [_TELLS_WHEN.search(text) is not None for text in texts]
        return np.array(tells_when, np.bool_), ([*map(len, naming)], codes)

    def _read_pieces(self, pieces: TextPieces) -> _Read:
        """Return the same; a term that a text has several times comes several times."""
        tells = np.array([*map(_piece_tells_when, pieces.distinct)], np.bool_)[pieces.numbers]
        tells_when = np.bincount(pieces.rows[tells], minlength=pieces.size) > 0
        terms, numbers, rows = pieces.spread([*map(_piece_naming, pieces.distinct)])
        codes = np.array([self._code(term) for term in terms], np.int32)
        return tells_when, (np.bincount(rows, minlength=pieces.size), codes[numbers])

    def naming(self, row: int) -> tuple[str, ...]:
        """Return the tokens of a memory that may be names, each once."""
        start = int(self._ends.values[row - 1]) if row else 0
        codes = self._naming.values[start : int(self._ends.values[row])]
        return tuple(dict.fromkeys(self._terms[code] for code in codes.tolist()))

    def speakers_named(self, terms: Sequence[str]) -> set[int]:
        """Return the codes of the speakers of whose names a question has a token."""
        return {code for term in terms for code in self._named_by.get(term, ())}

    def _code(self, term: str) -> int:
        known = self._codes.get(term)
        if known is None:
            known = self._codes[sys.intern(term)] = len(self._terms)
            self._terms.append(term)
        return known

    def _speaker_code(self, record: Record) -> int:
        name = speaker_of(record)
        known = self._speaker_codes.get(name)
        if known is None:
            known = self._speaker_codes[name] = len(self._speakers)
            self._speakers.append(name)
            for term in tokens(name):
                self._named_by.setdefault(term, set()).add(known)
        return known


_piece_tells_when = remembered(lambda piece: _TELLS_WHEN.search(piece) is not None)
_piece_naming = remembered(naming_terms)


def _speaker_pieces(record: Record) -> int:
    """Return how many pieces of a memory's searchable text are its speaker's name."""
    speaker = speaker_of(record)
    return len(f"{speaker}:".split()) if speaker else 0


def _partner_of(record: Record) -> str:
    """Return the id of the other one in what was told; empty where nobody told it."""
    body = record.body
    if not isinstance(body, Remembered):
        return ""
    is_own = body.told_by in ("", record.subject_id)
    return body.told_to if is_own else body.told_by


def speaker_of(record: Record) -> str:
    """Return the speaker's name; empty for what is no speech."""
    body = record.body
    return body.speaker if record.kind in SPEECH_KINDS and isinstance(body, Remembered) else ""
