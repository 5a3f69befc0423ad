"""Reading of memories after a start, before a player talks with their characters."""

from contextlib import suppress

from npcserver.app.background_work import Foreground
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import RecordKind
from npcserver.ports.storage import Store

_TIMELINES = 4
_CHARACTERS = 8
"""Most timelines and characters of each whose memories are read."""

_PATIENCE = 60.0
"""Seconds for which a call of the game that is under way is given way to."""


class MemoryWarmUp:
    """Reads the memories of the characters that took turns last, in the timelines played last.

    The first recall of a character reads all of its memories, which takes a second for 100,000.
    """

    def __init__(
        self, store: Store, stream: MemoryStream, profile: Profile, foreground: Foreground
    ) -> None:
        self._store = store
        self._stream = stream
        self._profile = profile
        self._foreground = foreground

    async def run(self) -> None:
        """Read them one after the other, while no call of the game is under way."""
        async with self._store.read() as reader:
            timelines = await reader.timelines_played_last(_TIMELINES)
        for timeline in timelines:
            with suppress(NotFound):  # deleted meanwhile
                await self._read_all(timeline.id)

    async def _read_all(self, timeline_id: TimelineId) -> None:
        async with self._store.read() as reader:
            turns = await (await reader.head(timeline_id)).latest_by_subject(RecordKind.TURN)
        latest = sorted(turns.values(), key=lambda turn: turn.seq, reverse=True)
        for turn in latest[:_CHARACTERS]:
            await self._foreground.lull(_PATIENCE)
            async with self._store.read() as reader:
                view = await reader.head(timeline_id)
                whose = view.timeline.world_id, CharacterId(turn.subject_id)
                await self._stream.wake(reader, view, *whose, self._profile)
