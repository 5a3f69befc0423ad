"""Turns whose server died while it spoke them: stored as interrupted unless they are repeated.

A repeat of the request goes on with such a turn (`dialogue`). Without one it is stored with what
was heard and delivered: when the character is spoken to again, when a mind of the timeline is asked
for, and in any case `REPEAT_SECONDS` after this server found it.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

import structlog

from npcserver.app.broadcast import Broadcast
from npcserver.app.material.facing import Say, said_in
from npcserver.app.speech.floor import Floor
from npcserver.app.speech.keeping import Turn
from npcserver.app.speech.staging import Stage
from npcserver.app.speech.storing import store_turn
from npcserver.model.errors import Conflict, Fault, OverLimit, Unavailable
from npcserver.model.ids import CharacterId, TimelineId, new_id
from npcserver.model.record import RecordKind
from npcserver.model.turn import Outcome
from npcserver.ports.clock import Clock
from npcserver.ports.storage import RequestKey, Store
from npcserver.ports.turn_journal import BegunTurn, TurnJournal

REPEAT_SECONDS = 10.0
_LOOK_SECONDS = 5.0
_PASSING = (Unavailable, OverLimit, Conflict)
_log = structlog.get_logger(__name__)


class TurnRecovery:
    """Finds turns that nobody speaks any more, and stores them as interrupted.

    `owner` names this dialogue in the journal.
    """

    def __init__(
        self,
        store: Store,
        stage: Stage,
        journal: TurnJournal,
        *,
        clock: Clock,
        broadcast: Broadcast,
        floor: Floor,
        lull: timedelta,
    ) -> None:
        self._store = store
        self._stage = stage
        self._journal = journal
        self._clock = clock
        self._broadcast = broadcast
        self._floor = floor
        self._lull = lull
        self._waiting: dict[TimelineId, tuple[BegunTurn, ...]] = {}
        self.owner = new_id("dlg")

    async def left_with(
        self, timeline_id: TimelineId, character_id: CharacterId
    ) -> tuple[BegunTurn, ...]:
        """Return turns of a character that nobody speaks; its floor is held by the caller."""
        return await self._journal.left_with(timeline_id, character_id, self.owner)

    async def left_under(self, key: RequestKey, timeline_id: TimelineId) -> Say | None:
        """Return the words whose turn was begun under a key and is spoken by nobody any more."""
        for begun in await self._journal.left_under(key, self.owner):
            if begun.timeline_id == timeline_id:
                return said(begun)
        return None

    async def find(self) -> None:
        """Look for turns of servers that are gone."""
        found: dict[TimelineId, tuple[BegunTurn, ...]] = {}
        for begun in await self._journal.abandoned():
            found[begun.timeline_id] = (*found.get(begun.timeline_id, ()), begun)
        self._waiting = found

    async def run(self) -> None:
        """Store what was found once its time for a repeat is over, and look again; never ends."""
        while True:
            waiting = list(self._waiting)
            await asyncio.sleep(REPEAT_SECONDS if waiting else _LOOK_SECONDS)
            for timeline_id in waiting:
                await self.settle_all(timeline_id)
            try:
                await self.find()
            except _PASSING:
                _log.warning("unfinished_turns_not_read", exc_info=True)

    async def settle_all(self, timeline_id: TimelineId) -> None:
        """Store all turns of a timeline that were found; returns at once where there are none."""
        for begun in self._waiting.pop(timeline_id, ()):
            try:
                async with self._floor.taken(timeline_id, begun.character_id):
                    left = await self.left_with(timeline_id, begun.character_id)
                    await self.settle(left)
            except _PASSING:
                _log.warning("unfinished_turn_waits", turn=begun.turn.turn_id, exc_info=True)

    async def settle(self, left: Iterable[BegunTurn]) -> None:
        """Store turns as interrupted, with what was delivered of them.

        The floor of their character is held by the caller. One that cannot be stored, since who
        spoke in it is gone, is dropped. Raises `Unavailable` or `OverLimit` of the store.
        """
        for begun in left:
            try:
                turn = await self.turn_of(begun)
                await store_turn(self._store, turn, self._clock.now() + self._lull)
            except _PASSING as fault:
                if not isinstance(fault, Conflict):  # else another server was quicker
                    raise
            except Fault as fault:
                _log.warning("unfinished_turn_dropped", turn=begun.turn.turn_id, why=fault.message)
                await self._journal.drop(begun)
            self._broadcast.announce(begun.timeline_id)

    async def was_left(self, begun: BegunTurn) -> bool:
        """Say whether the game has left the timeline since the turn began."""
        async with self._store.read() as reader:
            view = await reader.head(begun.timeline_id)
            left = await view.latest(RecordKind.LEFT, "")
        return left is not None and left.seq > begun.turn.receipt.vantage_seq

    async def turn_of(self, begun: BegunTurn) -> Turn:
        """Return a turn as it stood when its server died, in the scene of then."""
        staged = await self._stage.set_as_then(said(begun), begun.turn)
        profile = begun.turn.receipt.profile
        turn = Turn(id=begun.turn.turn_id, say=said(begun), staged=staged, profile=profile)
        turn.resume(begun.delivered)
        turn.made_from, turn.is_entered = begun.turn.receipt, True
        if await self.was_left(begun):
            turn.cut_off = Outcome.LEFT
        return turn


def said(begun: BegunTurn) -> Say:
    """Return the words that a turn answers, under the key of their request."""
    is_player = begun.speaker_is_player
    say = said_in(begun.turn, begun.timeline_id, begun.character_id, is_player=is_player)
    return replace(say, key=begun.key)
