"""An audit log: entries that each name the digest of the one before, and signed heads.

An entry says which record of a timeline a model's inputs and outputs are stored in, or what an
author corrected or drafted, with a digest over them under a key of its own. Once that key is gone,
as after a player was forgotten, the digest tells nothing of them, and the chain still verifies.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from npcserver.model.ids import TimelineId, WorldId

NOTHING = "0" * 64
"""Stands for the link before the first."""


class AuditKind(StrEnum):
    """What an entry says of a record."""

    ASKED = "asked"  # a model was asked, and the record holds what came of it
    CORRECTED = "corrected"  # an author corrected what a character remembers
    DRAFTED = "drafted"  # an author drafted something for a timeline, or ended the draft
    CHANGED = "changed"  # a player who is only named in it was forgotten; `digest` is the new one
    FORGOTTEN = "forgotten"  # it was of a player who was forgotten
    DELETED = "deleted"  # the timeline was deleted; its later records may be gone
    RESTORED = "restored"  # it was brought back from an archive, with the keys of its entries


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One entry; numbers of a world count from 1.

    `digest` is HMAC-SHA256 over `payload`, under `key`; empty, as the key, where there is none.
    `link` is SHA-256 over the link before and all fields but `world_id` and `key`.
    """

    world_id: WorldId
    number: int
    kind: AuditKind
    timeline_id: TimelineId
    seq: int
    write_time: datetime
    digest: str
    link: str = ""
    key: bytes | None = None

    def link_after(self, before: str) -> str:
        """Return the link of the entry, given that before it."""
        fields = (
            before,
            self.number,
            self.kind,
            self.timeline_id,
            self.seq,
            self.write_time.isoformat(),
            self.digest,
        )
        return hashlib.sha256(json.dumps(fields).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditHead:
    """A head of a world's log, and its signed note."""

    world_id: WorldId
    number: int
    link: str
    note: str = ""

    def text(self, origin: str) -> str:
        """Return what is signed: origin, number of entries and last link, as a checkpoint."""
        root = base64.b64encode(bytes.fromhex(self.link)).decode()
        return f"{origin}/{self.world_id}\n{self.number}\n{root}\n"


def payload(text: str, body: str) -> bytes:
    """Return what the digest of an entry is over: text and body of a record as they are stored.

    The body holds the answers of the model, and the digest of the prompt.
    """
    return json.dumps([text, body]).encode()


def digest_under(key: bytes, content: bytes) -> str:
    """Return the keyed digest of a payload."""
    return hmac.new(key, content, hashlib.sha256).hexdigest()


def chained(entries: Iterable[AuditEntry], before: str, number: int) -> list[AuditEntry]:
    """Return entries with the numbers and links that follow an entry."""
    found: list[AuditEntry] = []
    for entry in entries:
        number += 1
        numbered = replace(entry, number=number)
        before = numbered.link_after(before)
        found.append(replace(numbered, link=before))
    return found


Verifies = Callable[[str], tuple[str, int, str] | None]
"""Returns origin, number and link of a signed note; None where its signature does not hold."""
RecordReader = Callable[[str, int], tuple[str, str, str] | None]
"""Returns kind, text and body of a record by timeline and seq; None where there is none."""


def chain_faults(
    world_id: str, entries: Iterable[AuditEntry], notes: Sequence[str], verifies: Verifies
) -> list[str]:
    """Return what is wrong with a chain of entries, in their order, and with heads of it."""
    faults: list[str] = []
    links: dict[int, str] = {0: NOTHING}
    before, number = NOTHING, 0
    for entry in entries:
        number += 1
        if entry.number != number:
            faults.append(f"entry {number}: has the number {entry.number}")
            number = entry.number
        if entry.link != entry.link_after(before):
            faults.append(f"entry {entry.number}: its link does not follow from its content")
        before = links[entry.number] = entry.link
    for note in notes:
        signed = verifies(note)
        if signed is None:
            faults.append("a head: its signature does not hold")
            continue
        origin, count, link = signed
        of = origin.rpartition("/")[2]
        if of != world_id:
            faults.append(f"a head: it is of the log of {of!r}; keep the heads of each world apart")
        elif links.get(count) != link:
            faults.append(f"the signed head at {count}: the log holds another entry there, or none")
    return faults


def record_faults(entries: Iterable[AuditEntry], record: RecordReader) -> list[str]:
    """Return where records differ from what the newest entry about each says.

    The caller has verified the chain. A key may be missing only where a later entry explains it.
    """
    newest: dict[tuple[str, int], AuditEntry] = {}
    deleted: set[str] = set()
    keyless: list[AuditEntry] = []
    for entry in entries:
        if entry.kind is AuditKind.DELETED:
            deleted.add(entry.timeline_id)
            continue
        if entry.kind is AuditKind.RESTORED:
            deleted.discard(entry.timeline_id)
            continue
        newest[entry.timeline_id, entry.seq] = entry
        if entry.key is None and entry.digest:
            keyless.append(entry)
    faults = [
        f"entry {entry.number}: its key is gone, and no entry says why"
        for entry in keyless
        if newest[entry.timeline_id, entry.seq] is entry and entry.timeline_id not in deleted
    ]
    for place, entry in newest.items():
        fault = _record_fault(entry, record(*place), is_deleted=entry.timeline_id in deleted)
        if fault:
            faults.append(f"entry {entry.number}: {fault}")
    return faults


def _record_fault(
    entry: AuditEntry, found: tuple[str, str, str] | None, *, is_deleted: bool
) -> str:
    if found is None:
        return "" if is_deleted else "its record is missing"
    kind, text, body = found
    if entry.kind is AuditKind.FORGOTTEN:
        return "" if kind == "forgotten" else "its record was forgotten, and is there again"
    if entry.key is None:
        return ""
    is_same = digest_under(entry.key, payload(text, body)) == entry.digest
    return "" if is_same else "its record is not the one that was stored"


def entry_of(line: Mapping[str, object], world_id: str) -> AuditEntry:
    """Return an entry of an exported line. Raises `ValueError`, `KeyError` or `TypeError`."""
    return AuditEntry(
        world_id=WorldId(world_id),
        number=int(str(line["number"])),
        kind=AuditKind(str(line["kind"])),
        timeline_id=TimelineId(str(line["timeline_id"])),
        seq=int(str(line["seq"])),
        write_time=datetime.fromisoformat(str(line["write_time"])),
        digest=str(line["digest"]),
        link=str(line["link"]),
    )


_EXPORTED = ("number", "kind", "timeline_id", "seq", "write_time", "digest", "link")


def line_of(entry: AuditEntry) -> str:
    """Return an entry as a line of an export; without its key, which never leaves the database."""
    values = {name: getattr(entry, name) for name in _EXPORTED}
    return json.dumps(values | {"write_time": entry.write_time.isoformat()})
