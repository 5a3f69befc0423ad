"""The fake journal of turns; passes the same contract suite as the real ones."""

import asyncio
from collections.abc import Collection
from dataclasses import replace

from npcserver.model.ids import CharacterId, TimelineId
from npcserver.ports.storage import RequestKey
from npcserver.ports.turn_journal import BegunTurn


class MemoryTurns:
    """Keeps turns by id. Those of owners in `gone` are left, as if their server had died.

    Writes wait for `gate`, and fail with `fault` while there is one.
    """

    def __init__(self) -> None:
        self.begun: dict[str, BegunTurn] = {}
        self.gone: set[str] = set()
        self.fault: Exception | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def begin(self, turn: BegunTurn) -> None:
        await self._written()
        known = self.begun.get(turn.turn.turn_id, turn)
        self.begun[turn.turn.turn_id] = replace(known, owner=turn.owner)

    async def note(self, turn: BegunTurn) -> None:
        await self._written()
        known = self.begun.get(turn.turn.turn_id)
        if known is not None:
            self.begun[turn.turn.turn_id] = replace(known, delivered=turn.delivered)

    async def drop(self, turn: BegunTurn) -> None:
        self.begun.pop(turn.turn.turn_id, None)

    async def left_with(
        self, timeline_id: TimelineId, character_id: CharacterId, owner: str
    ) -> tuple[BegunTurn, ...]:
        where = (timeline_id, character_id)
        left = self._left(owner)
        return tuple(one for one in left if (one.timeline_id, one.character_id) == where)

    async def left_under(self, key: RequestKey, owner: str) -> tuple[BegunTurn, ...]:
        return tuple(
            one
            for one in self._left(owner)
            if one.key is not None
            and (one.key.scope, one.key.request_id) == (key.scope, key.request_id)
        )

    async def abandoned(self) -> tuple[BegunTurn, ...]:
        return tuple(one for one in self.begun.values() if one.owner in self.gone)

    def forget(self, ended: Collection[str], living: Collection[str]) -> None:
        """Let go of turns that were stored, and of those whose timeline is gone."""
        self.begun = {
            name: one
            for name, one in self.begun.items()
            if name not in ended and one.timeline_id in living
        }

    async def _written(self) -> None:
        await self.gate.wait()
        if self.fault is not None:
            raise self.fault

    def _left(self, owner: str) -> list[BegunTurn]:
        return [one for one in self.begun.values() if one.owner in {owner, *self.gone}]
