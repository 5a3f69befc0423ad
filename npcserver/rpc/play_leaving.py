"""Watching a timeline in a session of `Play`, until the game leaves it."""

from contextlib import aclosing

from npcserver.aio import Put
from npcserver.app.services import Services
from npcserver.app.watching import Watch, Watched
from npcserver.model.ids import TimelineId
from npcserver.model.marks import Left
from npcserver.rpc import encode_watch
from npcserver.v1 import play_service_pb2 as pb


class Leaving:
    """Notices that the game left a timeline after `since`; sends watched records, if any."""

    def __init__(
        self,
        services: Services,
        timeline_id: TimelineId,
        since: int,
        after: int | None,
        put: Put[pb.PlayResponse],
    ) -> None:
        self._watching = services.watching
        self._timeline_id = timeline_id
        self._since = since
        self._after = after
        self._put = put

    async def passed(self) -> Left | None:
        """Send all records until the game left, and return where it went; None if it stayed."""
        found = await self._watching.left_after(self._timeline_id, self._since)
        if found is None:
            return None
        seq, left = found
        # A client that has watched past the leaving has no records left to receive.
        return left if self._after is not None and self._after >= seq else await self.to_come()

    async def to_come(self) -> Left:
        """Return once the game leaves; until then send the watched records."""
        after = self._after
        if after is None:
            return await self._watching.until_left(self._timeline_id, self._since)
        while True:
            watch = Watch(timeline_id=self._timeline_id, after_seq=after)
            async with aclosing(self._watching.watch(watch)) as items:
                async for item in items:
                    await self._put(pb.PlayResponse(watched=encode_watch.watched(item)))
                    body = item.record.body if isinstance(item, Watched) else None
                    if isinstance(body, Left) and item.seq > self._since:
                        return body
                    after = item.seq  # an earlier leaving does not end this session
