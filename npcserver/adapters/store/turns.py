"""The journal of turns, in the database of the log and through its writer."""

from npcserver.adapters.store import turn_journal
from npcserver.adapters.store.lanes import Lanes
from npcserver.adapters.store.unit import SqlUnit
from npcserver.adapters.store.writer import Writer
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.ports.storage import RequestKey
from npcserver.ports.turn_journal import BegunTurn


class SqlTurnJournal:
    """Keeps turns in progress."""

    def __init__(self, writer: Writer, lanes: Lanes) -> None:
        self._writer = writer
        self._lanes = lanes

    async def begin(self, turn: BegunTurn) -> None:
        """Enter a turn, or take over one with the same id."""

        async def work(unit: SqlUnit) -> None:
            await unit.run(turn_journal.begin, turn, unit.now)

        await self._writer.work(work)

    async def note(self, turn: BegunTurn) -> None:
        """Replace what was delivered of a turn, if it is still in the journal."""

        async def work(unit: SqlUnit) -> None:
            await unit.run(turn_journal.note, turn)

        await self._writer.work(work)

    async def drop(self, turn: BegunTurn) -> None:
        """Remove a turn that can no longer be stored."""

        async def work(unit: SqlUnit) -> None:
            await unit.run(turn_journal.end, turn.turn.turn_id)

        await self._writer.work(work)

    async def left_with(
        self, timeline_id: TimelineId, character_id: CharacterId, owner: str
    ) -> tuple[BegunTurn, ...]:
        """Return a character's turns that no dialogue speaks any more, oldest first."""
        async with self._lanes.lane() as lane:
            return await lane.run(turn_journal.left_with, timeline_id, character_id, owner)

    async def left_under(self, key: RequestKey, owner: str) -> tuple[BegunTurn, ...]:
        """Return a request's turns that no dialogue speaks any more, oldest first."""
        async with self._lanes.lane() as lane:
            return await lane.run(turn_journal.left_under, key, owner)

    async def abandoned(self) -> tuple[BegunTurn, ...]:
        """Return turns of servers that are gone, oldest first."""
        async with self._lanes.lane() as lane:
            return await lane.run(turn_journal.abandoned)
