"""What of a timeline's events the character of a player could perceive."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field

from npcserver.app.context.mindset import bodies_of
from npcserver.app.perception.presence import load_presences
from npcserver.app.timeline_watch import (
    Checkpoint,
    LatenessChange,
    TimelineWatch,
    WatchedRecord,
    WatchRequest,
    concerns,
)
from npcserver.model.circle import Circle
from npcserver.model.day import Act
from npcserver.model.ids import PlaceId, TurnId
from npcserver.model.record import (
    ClockMoved,
    Moved,
    Record,
    RecordKind,
    Settled,
    TimelineLeft,
    TurnTaken,
)
from npcserver.model.timeline import Vantage
from npcserver.model.world import ObjectState
from npcserver.ports.storage import Store

_QUIET_SECONDS = 10.0  # without anything perceived before a checkpoint, as for a quiet timeline


@dataclass(slots=True, kw_only=True)
class PlayerView:
    """Follows who is where and who talks with whom, and tells what one player perceives of it.

    `places` are those of all people by id, and `circles` those that are open, by id, before the
    first record; both are kept up to date by `perceives`.
    """

    player_id: str
    places: dict[str, PlaceId | None]
    circles: dict[str, Circle]
    _own_turns: set[TurnId] = field(default_factory=set)

    def perceives(self, record: Record) -> bool:
        """Return whether the player perceives the next record.

        A player perceives its own turns and their outcomes, the clock, who comes and goes, what is
        done and what changes where it is, its own circles with the answers given in them, and that
        the game leaves the timeline. Everything else is hidden: memories and thoughts, other
        players' words, flags, plans and promises.
        """
        match record.body:
            case Moved(place_id=place_id):
                is_seen = self._moves(record.subject_id, place_id)
            case TurnTaken() as turn:
                is_seen = self._hears(turn)
            case Settled(turn_id=turn_id):
                is_seen = turn_id in self._own_turns
            case Act():
                is_seen = self._is_near(self.places.get(record.subject_id))
            case ObjectState(place_id=place_id):
                is_seen = self._is_near(place_id)
            case Circle() as circle:
                before = self.circles.get(circle.id)
                self.circles[circle.id] = circle
                both = (one for one in (before, circle) if one is not None)
                is_seen = any(one.has(self.player_id) for one in both)
            case ClockMoved() | TimelineLeft():
                is_seen = True
            case _:
                is_seen = False
        return is_seen

    def _moves(self, subject_id: str, place_id: PlaceId | None) -> bool:
        before = self.places.get(subject_id)
        self.places[subject_id] = place_id
        if subject_id == self.player_id:
            return True
        return self._is_near(before) or self._is_near(place_id)

    def _hears(self, turn: TurnTaken) -> bool:
        if turn.circle is None:
            is_own = turn.speaker_id == self.player_id
        else:
            is_own = any(one.id == self.player_id for one in turn.circle.hearers)
        if is_own:
            self._own_turns.add(turn.turn_id)
        return is_own

    def _is_near(self, place_id: PlaceId | None) -> bool:
        return place_id is not None and place_id == self.places.get(self.player_id)


class PlayerWatch:
    """The use case of `PlayService.Watch` for the client of a player."""

    def __init__(self, store: Store, watching: TimelineWatch) -> None:
        self._store = store
        self._watching = watching

    async def watch(
        self, watch: WatchRequest, player_id: str
    ) -> AsyncGenerator[WatchedRecord | Checkpoint, None]:
        """Yield what the player could perceive, as `TimelineWatch` does everything.

        Checkpoints tell the position past what it could not.
        """
        async with self._store.read() as reader:
            vantage = (await reader.timeline(watch.timeline_id)).vantage
            if watch.after_seq is not None:
                vantage = Vantage(watch.timeline_id, watch.after_seq)
            view = await reader.at(vantage)
            present = await load_presences(reader, view)
            circles = await view.latest_by_subject(RecordKind.CIRCLE)
        sight = PlayerView(
            player_id=player_id,
            places={name: presence.place_id for name, presence in present.items()},
            circles={body.id: body for body in bodies_of(circles, Circle).values()},
        )
        # Whom the request leaves out moves all the same, and the view has to know.
        everything = WatchRequest(timeline_id=watch.timeline_id, after_seq=vantage.seq)
        now = asyncio.get_running_loop().time
        sent_at = now()
        async with aclosing(self._watching.watch(everything)) as items:
            async for item in items:
                if isinstance(item, LatenessChange):  # is for who runs the game
                    continue
                record = item.record if isinstance(item, WatchedRecord) else None
                if record is None or (sight.perceives(record) and concerns(record, watch)):
                    sent_at = now()
                    yield item
                elif now() - sent_at >= _QUIET_SECONDS:
                    sent_at = now()
                    yield Checkpoint(record.seq, record.game_time)
