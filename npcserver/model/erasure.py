"""Which records of a world hold something of one player, and which were derived from that.

A record is of the player if it is tied to the player's id, names the player, was made from a record
of the player (its evidence), or repeats a word that stands in the player's words and nowhere else
in the world, said by a character that has met the player's words. Works on rows as they are stored,
so that it covers each kind of record, those of other packages included.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import regex

from npcserver.language.scripts import CJK
from npcserver.model.ids import TimelineId
from npcserver.model.record import RecordKind, owner_of_subject

NOBODY = "~"
"""Stands for the player in lists that would mean something else if they were empty."""
GRACE_SECONDS = 60.0
"""What the server still writes of a player so long after it was asked to forget is erased too:
turns and thoughts under way then. Longer than any model is waited for by default."""
_WEAK = frozenset({"secrets", "withheld_for", "circle", "members"})
"""Fields that name who is present, or may be told: the rest of their record is of others."""
_PAIRS = {"id": "name", "told_by": "speaker"}
_REFERENCES = ("evidence", "memories", "because")
_INPUTS = (RecordKind.OBSERVATION, RecordKind.WHISPER)
_RUN = regex.compile(r"[^\W_]+")
_IS_CJK = regex.compile(f"[{CJK}]")
_SHORTEST = 4
_SHORTEST_NUMBER = 3


def words_of(text: str) -> Iterator[str]:
    """Yield what can tell a text: words and numbers, and each three neighbouring ideographs."""
    for run in _RUN.findall(text.casefold()):
        if _IS_CJK.search(run):
            yield from (run[at : at + 3] for at in range(len(run) - 2))
        elif len(run) >= (_SHORTEST_NUMBER if any(map(str.isdigit, run)) else _SHORTEST):
            yield run


class StoredRecord(NamedTuple):
    """A row of the log; `written_at` in microseconds since 1970, `body` is JSON text."""

    timeline_id: TimelineId
    seq: int
    kind: str
    subject_id: str
    text: str
    written_at: int
    turn_id: str | None
    body: str


class Erasure(NamedTuple):
    """What becomes of a record: `body` is its new one, None if all of it is erased."""

    seq: int
    body: str | None = None


@dataclass(slots=True)
class SearchedTimeline:
    """A timeline: where it forked, and the seqs of its own records that hold something."""

    parent_id: TimelineId | None
    forked_at: int
    seqs: set[int] = field(default_factory=set)


class PlayerTraces:
    """What is known of one player in one world while its log is searched, in two passes.

    After `start`, `read` takes each record; after `read_done`, `judge` takes each again, in order
    of seq, parents before forks. A later search goes on from what the one before found.
    `authored` are the texts of the world's authors, `others` the names of its characters. Records
    written after `until` are new play. `is_known` says whether anything was found.
    """

    def __init__(
        self, player_id: str, authored: Iterable[str], others: Iterable[str], until: int
    ) -> None:
        self.player_id = player_id
        self.until = until
        self.branches: dict[TimelineId, SearchedTimeline] = {}
        self.is_known = False
        self._authored = {word for text in authored for word in words_of(text)}
        self._others = set(others)
        self._names: set[str] = set()
        self._said: set[str] = set()
        self._begins = until
        self._turns: set[str] = set()
        self._chats: set[str] = set()
        self._exposed: set[str] = set()
        self._retold: set[tuple[str, str]] = set()  # turn and speaker of lines that were derived
        self._inputs: list[str] = []  # words of other players, and what games reported
        self._heard: list[tuple[int, str]] = []  # when other players said their words
        self._since: dict[str, int] = {}  # when another player first said each word
        self._first: dict[str, int] = {}  # when each word was first written by a character
        self._words: set[str] = set()
        self._naming: regex.Pattern[str] | None = None

    def start(self, branches: Mapping[TimelineId, SearchedTimeline]) -> None:
        """Begin a search of these timelines."""
        self.branches = dict(branches)
        self._inputs, self._heard, self._first = [], [], {}

    def read(self, row: StoredRecord) -> None:
        """Take a record into account, in any order."""
        if row.kind == RecordKind.FORGOTTEN or row.written_at > self.until:
            return
        data = json.loads(row.body)
        self._names_in(data)
        if not self._is_tied(row, data):
            if row.kind == RecordKind.TURN:
                self._inputs.append(str(data.get("heard", "")))
            elif row.kind in _INPUTS or data.get("told_by", "~") in data.get("players", ()):
                self._inputs.append(row.text)
                if row.kind not in _INPUTS:
                    self._heard.append((row.written_at, row.text))
            else:
                for word in words_of(row.text):
                    self._first[word] = min(row.written_at, self._first.get(word, row.written_at))
            return
        self.is_known = True
        self._begins = min(self._begins, row.written_at)
        self._exposed.add(owner_of_subject(row.subject_id))
        is_told = row.kind in _INPUTS or data.get("told_by") == self.player_id
        texts = [row.text] if is_told else []
        if row.kind == RecordKind.TURN and data.get("speaker_id") == self.player_id:
            self._turns.add(str(data["turn_id"]))
            texts.append(str(data.get("heard", "")))
        if row.kind == RecordKind.GROUP:
            self._chats.add(row.subject_id)
        self._said.update(word for text in texts for word in words_of(text))

    def read_done(self) -> None:
        """Settle which words and names tell the player; to be called between the passes."""
        names = {name for name in self._names - self._others if len(name) > 1}
        needles = {
            name
            for name in names | {self.player_id}
            if not set(_RUN.findall(name.casefold())) <= self._authored
        }
        bounded = (
            regex.escape(name) if _IS_CJK.search(name) else rf"(?<!\w){regex.escape(name)}(?!\w)"
            for name in sorted(needles, key=len, reverse=True)
        )
        pattern = "|".join(bounded)
        self._naming = regex.compile(pattern, regex.IGNORECASE) if pattern else None
        clean = {word for word, at in self._first.items() if at < self._begins}
        for text in self._inputs:
            if not self.names(text):
                clean.update(words_of(text))
        parts = {word for name in names for word in words_of(name)}
        self._words |= (self._said | parts) - self._authored - clean
        # What an earlier search found stays suspect, but for what others say by themselves since.
        heard = sorted((one for one in self._heard if not self.names(one[1])), reverse=True)
        self._since = {word: at for at, text in heard for word in words_of(text)}

    def judge(self, row: StoredRecord) -> tuple[Erasure | None, bool]:
        """Return what is to become of a record, and whether its prompt is to go."""
        branch = self.branches[row.timeline_id]
        if row.kind == RecordKind.FORGOTTEN:
            branch.seqs.add(row.seq)
            return None, False
        data = json.loads(row.body)
        made = self._judged(row, data)
        owner = owner_of_subject(row.subject_id)
        if made is not None and made.body is None:
            branch.seqs.add(row.seq)
            self._exposed.add(owner)
            if row.kind == RecordKind.LINE and data.get("turn_id"):
                self._retold.add((str(data["turn_id"]), row.subject_id))
        is_exposed = owner in self._exposed or row.kind == RecordKind.GROUP
        return made, made is not None or is_exposed

    def is_own(self, row: StoredRecord) -> bool:
        """Return whether a record is tied to the player's id, as an export shows it."""
        if row.kind == RecordKind.FORGOTTEN:
            return False
        return self._is_tied(row, json.loads(row.body)) or self._is_of_chat(row)

    def mentions(self, text: str, written_at: int = 0) -> bool:
        """Return whether a text names the player or has a word that tells it.

        Words that another player had said when the text was written do not tell.
        """
        known = (word for word in words_of(text) if word in self._words)
        return self.names(text) or any(
            written_at < self._since.get(word, self.until + 1) for word in known
        )

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where a text names the player or has a word that tells it."""
        if self._naming is not None:
            yield from (found.span() for found in self._naming.finditer(text))
        for run in _RUN.finditer(text):
            if any(word in self._words for word in words_of(run.group())):
                yield run.span()

    def names(self, text: str) -> bool:
        """Return whether a text has a name or the id of the player."""
        return self._naming is not None and self._naming.search(text) is not None

    def is_of_player(self, subject_id: str) -> bool:
        """Return whether the player is a subject, or a part of one such as `mira>ann`."""
        return self.player_id in (subject_id, *regex.split("[>/]", subject_id))

    def _judged(self, row: StoredRecord, data: dict[str, Any]) -> Erasure | None:
        if self._refers(row, data):
            return Erasure(row.seq)
        if row.written_at > self.until:
            return None
        said = str(data.get("turn_id")), str(data.get("told_by") or row.subject_id)
        if self._is_tied(row, data) or self._is_of_chat(row) or said in self._retold:
            return Erasure(row.seq)
        changed = self._scrubbed(data, row.kind)
        if row.kind == RecordKind.THOUGHT and any(
            self._holds(row.timeline_id, one["seq"]) for one in data.get("recalled", ())
        ):
            changed |= {"raw_answers": [], "faults": []}
        texts = [row.text, *_strings(changed)]
        speakers = {owner_of_subject(row.subject_id), str(data.get("told_by") or "")}
        if any(map(self.names, texts)) or (
            speakers & self._exposed and any(self.mentions(one, row.written_at) for one in texts)
        ):
            return Erasure(row.seq)
        if changed == data:
            return None
        return Erasure(row.seq, json.dumps(changed, separators=(",", ":")))

    def _is_of_chat(self, row: StoredRecord) -> bool:
        return row.kind == RecordKind.GROUP and row.subject_id in self._chats

    def _is_tied(self, row: StoredRecord, data: dict[str, Any]) -> bool:
        if self.is_of_player(row.subject_id) or row.turn_id in self._turns:
            return True
        if str(data.get("turn_id")) in self._turns:
            return True
        is_heard = bool(data.get("circle_id"))  # `players` are then those who only listened, too
        weak = _WEAK | {"players"} if is_heard else _WEAK
        if row.kind == RecordKind.GROUP:
            weak = frozenset()
        return any(self.is_of_player(text) for text in _strings(data, but=weak))

    def _refers(self, row: StoredRecord, data: dict[str, Any]) -> bool:
        found = [data.get(name) for name in _REFERENCES]
        if row.kind == RecordKind.PIN:
            found.append(data.get("seq"))
        seqs = (seq for one in found for seq in (one if isinstance(one, list) else [one]))
        return any(isinstance(seq, int) and self._holds(row.timeline_id, seq) for seq in seqs)

    def _holds(self, timeline_id: TimelineId, seq: int) -> bool:
        branch = self.branches[timeline_id]
        while seq <= branch.forked_at and branch.parent_id in self.branches:
            branch = self.branches[branch.parent_id]
        return seq in branch.seqs

    def _names_in(self, value: object) -> None:
        """Note the names that stand beside ids: the player's, and those of others."""
        if isinstance(value, dict):
            for key, one in value.items():
                pair = _PAIRS.get(key) or f"{key.removesuffix('_id')}_name"
                name = value.get(pair)
                if isinstance(one, str) and isinstance(name, str) and name:
                    (self._names if one == self.player_id else self._others).add(name)
                self._names_in(one)
        elif isinstance(value, list):
            for one in value:
                self._names_in(one)

    def _scrubbed(self, value: Any, key: str = "") -> Any:
        """Return JSON values without the player among those present."""
        if isinstance(value, list):
            kept = [self._scrubbed(one, key) for one in value]
            if key == "to":
                return [NOBODY if one == self.player_id else one for one in kept]
            return [one for one in kept if one != self.player_id and not self._is_person(one)]
        if isinstance(value, dict):
            made = {name: self._scrubbed(one, name) for name, one in value.items()}
            for name, one in value.items():
                if one == self.player_id and name.endswith("_id"):
                    made |= {name: NOBODY, f"{name.removesuffix('_id')}_name": ""}
            return made
        return value

    def _is_person(self, one: object) -> bool:
        return isinstance(one, Mapping) and one.get("id") == self.player_id


def _strings(value: object, *, but: frozenset[str] | set[str] = frozenset()) -> Iterator[str]:
    """Yield all texts within JSON values, except below the keys `but`."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            if key not in but:
                yield from _strings(one, but=but)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one, but=but)
