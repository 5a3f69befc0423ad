"""The audit log as it is stored, and what signs its heads."""

from collections.abc import Iterable
from typing import Protocol

from npcserver.model.audit import AuditEntry, AuditHead
from npcserver.model.ids import WorldId


class AuditArchive(Protocol):
    """The entries of all worlds. Methods for a world raise `NotFound` for an unknown one."""

    async def head(self, world_id: WorldId) -> AuditHead:
        """Return the present head, without a note; number 0 where nothing was written."""

    async def entries(
        self, world_id: WorldId, limit: int, after: int = 0
    ) -> tuple[AuditEntry, ...]:
        """Return up to `limit` entries with a number above `after`."""

    async def unsigned(self) -> tuple[AuditHead, ...]:
        """Return the heads of the worlds that have grown since their last signed one."""

    async def heads(self, world_id: WorldId) -> tuple[str, ...]:
        """Return the signed notes of a world, oldest first."""

    async def records(
        self, places: Iterable[tuple[str, int]]
    ) -> dict[tuple[str, int], tuple[str, str, str]]:
        """Return kind, text and body of the records at some places, as they are stored."""

    async def add_head(self, head: AuditHead) -> None:
        """Store a signed head."""


class HeadSigner(Protocol):
    """Signs notes under a name."""

    @property
    def name(self) -> str: ...
    @property
    def verifier_key(self) -> str: ...
    def sign(self, text: str) -> str:
        """Return the signed note of a text. Raises `InvalidInput` if the key cannot be used."""
