"""The use cases of `AuditService`, and the schedule on which heads are signed."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

import structlog

from npcserver.app.pagination import Page, ResultPage, cut_page
from npcserver.model.audit import (
    AuditEntry,
    AuditHead,
    Verifies,
    chain_faults,
    line_of,
    record_faults,
)
from npcserver.model.bounds import Seq
from npcserver.model.errors import Fault
from npcserver.model.ids import WorldId
from npcserver.ports.audit import AuditArchive, HeadSigner

_AT_ONCE = 5_000
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedHead:
    """A head, signed now; `note` is empty where nothing was written yet."""

    number: int
    note: str
    verifier_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditExport:
    """A part of an export: lines of JSON, and the number to go on after; 0 at the end."""

    lines: str
    next_number: int


class AuditLog:
    """Lists, exports and signs the audit logs of worlds."""

    def __init__(self, archive: AuditArchive, signer: HeadSigner, sign_seconds: float) -> None:
        self._archive = archive
        self._signer = signer
        self._sign_seconds = sign_seconds

    async def list(self, world_id: WorldId, page: Page) -> ResultPage[AuditEntry]:
        """Return a page of entries, oldest first."""
        after = int(page.cursor) if page.cursor else 0
        found = await self._archive.entries(world_id, page.size + 1, after)
        return cut_page(found, page, lambda entry: str(entry.number))

    async def export(self, world_id: WorldId, after_number: Seq = 0) -> AuditExport:
        """Return entries as lines of JSON, without the keys of their digests; heads at the end."""
        entries = await self._archive.entries(world_id, _AT_ONCE, after_number)
        lines = [line_of(entry) for entry in entries]
        is_last = len(entries) < _AT_ONCE
        if is_last:
            notes = await self._archive.heads(world_id)
            lines += [json.dumps({"head": note}) for note in notes]
        return AuditExport(
            lines="".join(f"{line}\n" for line in lines),
            next_number=0 if is_last else entries[-1].number,
        )

    async def sign_head(self, world_id: WorldId) -> SignedHead:
        """Return the present head of a world, signed."""
        head = await self._archive.head(world_id)
        note = "" if head.number == 0 else await self._sign(head)
        return SignedHead(number=head.number, note=note, verifier_key=self._signer.verifier_key)

    async def run(self) -> None:
        """Sign the heads of all worlds on a schedule, until cancelled."""
        while True:
            try:
                for head in await self._archive.unsigned():
                    await self._sign(head)
            except Fault as fault:
                _log.warning("heads_not_signed", error=fault)
            await asyncio.sleep(self._sign_seconds)

    async def _sign(self, head: AuditHead) -> str:
        text = head.text(f"{self._signer.name}/audit")
        note = await asyncio.to_thread(self._signer.sign, text)
        await self._archive.add_head(replace(head, note=note))
        return note


async def read_entries(archive: AuditArchive, world_id: WorldId) -> list[AuditEntry]:
    """Return all entries of a world, oldest first."""
    found: list[AuditEntry] = []
    while some := await archive.entries(world_id, _AT_ONCE, found[-1].number if found else 0):
        found += some
    return found


async def stored_faults(
    archive: AuditArchive, world_id: WorldId, notes: Iterable[str], verifies: Verifies
) -> list[str]:
    """Return what is wrong with the audit log of a world, its heads and its records."""
    entries = await read_entries(archive, world_id)
    heads = [*await archive.heads(world_id), *notes]
    faults = chain_faults(world_id, entries, heads, verifies)
    records = await archive.records({(one.timeline_id, one.seq) for one in entries})
    return faults + record_faults(entries, lambda timeline, seq: records.get((timeline, seq)))
