"""The prompts behind receipts, compressed; a beginning that prompts share is stored once."""

import hashlib
import json
import re
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache

import structlog
import zstandard
from cachetools import LRUCache
from sqlalchemy import Connection, delete, exists, func, select, tuple_

from npcserver.adapters.store import dialect
from npcserver.adapters.store.dialect import from_moment, to_moment
from npcserver.adapters.store.faults import ends_transaction, savepoint
from npcserver.adapters.store.tables import PROMPT, PROMPT_BEGINNING
from npcserver.adapters.store.transactions import (
    Queries,
    Transactions,
    as_read,
    keep_note,
    read_note,
)
from npcserver.model.ids import TimelineId
from npcserver.model.prompt import PromptBounds
from npcserver.ports.language_model import Message, digest_of

SINCE_NOTE = "prompts_since"  # when the database began to keep prompts; migration 0021 writes it
DROPPED_NOTE = "prompts_dropped_to"  # the newest time that retention has dropped
_MOST_WAITING = 4_096
_MOST_HELD = 8 << 20  # characters: a thousand turns at one time
_HEADING = re.compile(r"^# ", re.MULTILINE)
_CHUNK = 500
_log = structlog.get_logger(__name__)

PromptPlace = tuple[TimelineId, int, str]
"""Timeline and seq of a record, and the digest of the prompt that it was made from."""


class RecentPrompts:
    """The prompts that this process sent lately, by digest, for the records that follow.

    Thread-safe: noted on the event loop, read by the writer. They are hashed when they are read,
    since nobody waits for a word then.
    """

    def __init__(self) -> None:
        self._fresh: deque[Sequence[Message]] = deque(maxlen=_MOST_WAITING)
        self._held: LRUCache[str, Sequence[Message]] = LRUCache(
            _MOST_HELD, lambda messages: min(_length(messages), _MOST_HELD)
        )
        self._lock = threading.Lock()

    def note(self, messages: Sequence[Message]) -> None:
        """Remember a prompt that is about to be sent."""
        self._fresh.append(messages)

    def discard(self, is_unwanted: Callable[[str], bool]) -> None:
        """Drop the prompts with a text that is unwanted."""
        with self._lock:
            self._fresh = deque(
                (one for one in self._fresh if not _any(is_unwanted, one)), _MOST_WAITING
            )
            for digest in [one for one, held in self._held.items() if _any(is_unwanted, held)]:
                del self._held[digest]

    def get(self, digest: str) -> Sequence[Message] | None:
        """Return the prompt with a digest, or None."""
        with self._lock:
            while self._fresh:
                messages = self._fresh.popleft()
                self._held[digest_of(messages)] = messages
            return self._held.get(digest)


def _any(test: Callable[[str], bool], messages: Iterable[Message]) -> bool:
    return any(test(message.text) for message in messages)


def _length(messages: Iterable[Message]) -> int:
    return sum(len(message.text) for message in messages)


class _Compressor(threading.local):
    """One context for each thread: making one takes longer than compressing a prompt."""

    def __init__(self) -> None:
        self.zstd = zstandard.ZstdCompressor(level=3)


_compressor = _Compressor()


def keep(
    connection: Connection, sent: RecentPrompts, places: Sequence[PromptPlace], now: int
) -> None:
    """Store the prompts of records that are being appended, as far as this process sent them.

    A failure is logged and leaves the records as they are, unless it ends the whole transaction.
    """
    found = [
        (timeline_id, seq, messages)
        for timeline_id, seq, digest in places
        if (messages := sent.get(digest))
    ]
    if not found:
        return

    def insert() -> None:
        beginnings: dict[str, bytes] = {}
        rows = []
        for timeline_id, seq, messages in found:
            beginning, rest = _split(messages)
            digest = None
            if beginning:
                digest, data = _stored_beginning(beginning)
                beginnings[digest] = data
            body = _compressor.zstd.compress(json.dumps(rest, ensure_ascii=False).encode())
            rows.append((timeline_id, seq, now, digest, len(body), body))
        into = "prompt_beginning(digest, data)"
        dialect.insert_many(
            connection, into, sorted(beginnings.items()), "ON CONFLICT (digest) DO NOTHING"
        )
        dialect.insert_many(
            connection, "prompt(timeline_id, seq, written_at, beginning, size, body)", rows
        )

    # Another server may drop a beginning between the two statements; then it is inserted again.
    problem = _apart(connection, insert) and _apart(connection, insert)
    if problem is not None:
        _log.warning("prompts_not_kept", count=len(found), problem=type(problem).__name__)


def _split(messages: Sequence[Message]) -> tuple[str, list[tuple[str, str]]]:
    """Return the beginning that other prompts may share, and role and text of what follows it.

    All templates begin with a purpose and two headings of rules; persona and world follow.
    """
    pairs: list[tuple[str, str]] = [(message.role, message.text) for message in messages]
    third = [found.start() for found in _HEADING.finditer(pairs[0][1])][2:3] if pairs else []
    if not third:
        return "", pairs
    role, text = pairs[0]
    return text[: third[0]], [(role, text[third[0] :]), *pairs[1:]]


@lru_cache(maxsize=64)  # a few for each language: one a template
def _stored_beginning(text: str) -> tuple[str, bytes]:
    data = text.encode()
    return hashlib.sha256(data).hexdigest()[:32], _compressor.zstd.compress(data)


def _read(connection: Connection, timeline_id: TimelineId, seq: int) -> tuple[Message, ...] | None:
    both = select(PROMPT.c.body, PROMPT_BEGINNING.c.data).outerjoin(
        PROMPT_BEGINNING, PROMPT_BEGINNING.c.digest == PROMPT.c.beginning
    )
    own = (PROMPT.c.timeline_id == timeline_id, PROMPT.c.seq == seq)
    row = connection.execute(both.where(*own)).first()
    if row is None:
        return None
    try:
        found = [(role, text) for role, text in json.loads(zstandard.decompress(row.body))]
        if row.data is not None:
            (role, text), *rest = found
            found = [(role, zstandard.decompress(row.data).decode() + text), *rest]
    except (zstandard.ZstdError, ValueError, TypeError) as error:
        _log.warning("broken_prompt", timeline=timeline_id, seq=seq, problem=str(error))
        return None
    return tuple(Message(role, text) for role, text in found)


def _newest_expired(connection: Connection, before: int, most_bytes: int) -> int | None:
    """Return the time up to which prompts are to be dropped, or None if all may stay."""
    oldest, size = connection.execute(
        select(func.min(PROMPT.c.written_at), func.sum(PROMPT.c.size))
    ).one()
    expired = before - 1 if oldest is not None and oldest < before else None
    excess = int(size or 0) - most_bytes
    if excess > 0:
        by_age = select(PROMPT.c.written_at, PROMPT.c.size).order_by(PROMPT.c.written_at)
        for written_at, own in connection.execute(by_age):
            excess -= own
            if excess <= 0:
                return max(int(written_at), expired or 0)
    return expired


def _drop_expired(connection: Connection, newest: int) -> int:
    """Drop some of the prompts written up to `newest`, oldest first; return how many."""
    key = (PROMPT.c.timeline_id, PROMPT.c.seq)
    oldest = select(*key).where(PROMPT.c.written_at <= newest).order_by(PROMPT.c.written_at)
    rows = connection.execute(oldest.limit(_CHUNK)).all()
    if rows:
        connection.execute(delete(PROMPT).where(tuple_(*key).in_([tuple(row) for row in rows])))
        drop_unused_beginnings(connection)
        keep_note(connection, DROPPED_NOTE, str(newest))
    return len(rows)


def drop_unused_beginnings(connection: Connection) -> None:
    """Drop the beginnings that no prompt has any more.

    If another server stores a prompt with one at this moment, they stay for the next time.
    """
    is_used = exists().where(PROMPT.c.beginning == PROMPT_BEGINNING.c.digest)
    _apart(connection, lambda: connection.execute(delete(PROMPT_BEGINNING).where(~is_used)))


def _apart(connection: Connection, action: Callable[[], object]) -> Exception | None:
    """Run under a savepoint; return what failed, if anything. Raises what ends the transaction."""
    try:
        with savepoint(connection):
            action()
    except Exception as error:
        if ends_transaction(error):
            raise
        return error
    return None


class SqlPromptArchive(Queries):
    """Keeps the prompts behind receipts, stored with the records that they led to."""

    def __init__(self, transactions: Transactions, sent: RecentPrompts) -> None:
        super().__init__(transactions)
        self.note = sent.note

    get = as_read(_read)

    async def bounds(self) -> PromptBounds:
        """Return from when on prompts were stored, and up to when they were dropped since."""
        names = (SINCE_NOTE, DROPPED_NOTE)
        found = [await self._transactions.read(read_note, name) for name in names]
        since, dropped_to = (from_moment(int(note)) if note else None for note in found)
        return PromptBounds(since=since, dropped_to=dropped_to)

    async def drop_expired(self, before: datetime, most_bytes: int) -> None:
        """Drop prompts written before a time, and the oldest beyond so many bytes."""
        read, write = self._transactions.read, self._transactions.write
        newest = await read(_newest_expired, to_moment(before), most_bytes)
        while newest is not None and await write(_drop_expired, newest) > 0:
            pass
