"""Who has the floor: one turn at a time for each character, and the ways to cut it off."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from npcserver.model.errors import Conflict, Reason
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.turn import Outcome

_WAITING_AT_MOST = 4


@dataclass(slots=True)
class _Queue:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class Stop(asyncio.Event):
    """Set to end a turn; `outcome` is then how it ends. `is_too_late` once all was said."""

    def __init__(self, timeline_id: TimelineId) -> None:
        super().__init__()
        self.timeline_id = timeline_id
        self.outcome = Outcome.INTERRUPTED
        self.is_too_late = False
        self.other_name = TurnId("")

    def end(self, outcome: Outcome) -> None:
        """End the turn; what ended it first counts."""
        if not self.is_set():
            self.outcome = outcome
            self.set()


class Floor:
    """Serialises the turns of a character in a timeline, in order of arrival.

    Characters who talk among themselves do not take it: they give way to whoever wants it.
    """

    def __init__(self) -> None:
        self._queues: dict[tuple[TimelineId, CharacterId], _Queue] = {}
        self._speaking: dict[TurnId, Stop] = {}
        self._yielding: dict[asyncio.Event, frozenset[tuple[TimelineId, str]]] = {}

    @asynccontextmanager
    async def taken(
        self, timeline_id: TimelineId, character_id: CharacterId
    ) -> AsyncGenerator[None, None]:
        """Hold the floor. Raises `Conflict` (CHARACTER_BUSY) when too many wait for it."""
        name = (timeline_id, character_id)
        queue = self._queues.setdefault(name, _Queue())
        if queue.waiting > _WAITING_AT_MOST:
            raise Conflict(
                f"{character_id!r} is answering and {queue.waiting - 1} more are waiting; "
                "try again when one of them is done",
                Reason.CHARACTER_BUSY,
                characterId=character_id,
            )
        queue.waiting += 1
        for wanted, names in self._yielding.items():
            if name in names:
                wanted.set()
        try:
            async with queue.lock:
                yield
        finally:
            queue.waiting -= 1
            if queue.waiting == 0:
                self._queues.pop(name, None)

    @contextmanager
    def yielding(
        self, timeline_id: TimelineId, character_ids: Iterable[str]
    ) -> Iterator[asyncio.Event]:
        """Give an event that is set once somebody has or wants the floor of one of these."""
        names = frozenset((timeline_id, one) for one in character_ids)
        wanted = asyncio.Event()
        if any(name in names for name in self._queues):
            wanted.set()
        self._yielding[wanted] = names
        try:
            yield wanted
        finally:
            del self._yielding[wanted]

    @contextmanager
    def speaking(self, turn_id: TurnId, timeline_id: TimelineId) -> Iterator[Stop]:
        """Give the event that is set when this turn is to end before its time."""
        stop = self._speaking[turn_id] = Stop(timeline_id)
        try:
            yield stop
        finally:
            for name in (turn_id, stop.other_name):
                self._speaking.pop(name, None)

    def rename(self, stop: Stop, turn_id: TurnId) -> None:
        """Let a turn be stopped by another id as well: it had begun before, under that one."""
        stop.other_name = turn_id
        self._speaking[turn_id] = stop

    def interrupt(self, turn_id: TurnId, outcome: Outcome = Outcome.INTERRUPTED) -> bool:
        """Stop a turn; say whether it was being spoken here."""
        stop = self._speaking.get(turn_id)
        if stop is None or stop.is_too_late:
            return False
        stop.end(outcome)
        return True

    def leave(self, timeline_id: TimelineId) -> None:
        """Stop all that is being said in a timeline, or is about to: the game has left it."""
        for stop in self._speaking.values():
            if stop.timeline_id == timeline_id:
                stop.end(Outcome.LEFT)
        for wanted, names in self._yielding.items():
            if any(where == timeline_id for where, _ in names):
                wanted.set()
