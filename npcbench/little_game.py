"""A minimal game: it moves the clock and carries out the acts of the characters it shows."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime

from npcserver.app.attention import SetAttention
from npcserver.app.perception.observations import GameEvent, Movement, Observe
from npcserver.app.perception.presence import load_presences
from npcserver.bootstrap import RunningServer
from npcserver.model.character import Attention
from npcserver.model.day import Act
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.record import Record
from npcserver.model.world import IDLE, ObjectState

_BATCH = 500
_LEASE_SECONDS = 600.0
_ROUNDS = 50


class LittleGame:
    """Plays a timeline the way a game would, one tick after the other.

    `shown` are the characters it embodies: they are in the foreground and go where their acts lead,
    and others observe what they do. The server moves all other characters.
    """

    def __init__(
        self, here: RunningServer, timeline_id: TimelineId, shown: Collection[CharacterId]
    ) -> None:
        self._here = here
        self._timeline_id = timeline_id
        self._shown = frozenset(shown)
        self._seq = 0
        self._in_use: dict[str, ObjectState] = {}
        self.kinds: Counter[str] = Counter()

    async def begin(self, others: Collection[CharacterId], tier: Attention) -> None:
        """Set the tiers: the shown characters in the foreground, the others to `tier`."""
        changes = [(who, Attention.FOREGROUND) for who in self._shown]
        changes += [(who, tier) for who in others if who not in self._shown]
        self._seq = await self._here.services.attending.set_attention(
            SetAttention(timeline_id=self._timeline_id, changes=tuple(changes))
        )

    async def tick(self, now: datetime) -> None:
        """Advance the clock."""
        await self._here.services.play.advance_clock(timeline_id=self._timeline_id, game_time=now)

    async def settle(self) -> None:
        """Do the jobs that are due, and carry out the acts they lead to, until none are left."""
        for _ in range(_ROUNDS):
            await self._think()
            if not await self.carry_out():
                return

    async def _think(self) -> None:
        """Do the jobs that are due, one after the other, so that a day is repeatable."""
        here = self._here
        while (job := await here.store.jobs.claim(here.clock.now(), _LEASE_SECONDS)) is not None:
            await here.cognition.do(job)

    async def carry_out(self) -> bool:
        """Carry out the acts that characters began; return whether there were any."""
        told = False
        for record in await self._news():
            self.kinds[record.kind] += 1
            body = record.body
            if isinstance(body, Act) and record.character_id in self._shown:
                await self._embody(record, body)
                told = True
        return told

    async def _news(self) -> list[Record]:
        news: list[Record] = []
        async with self._here.store.read() as reader:
            view = await reader.head(self._timeline_id)
            while records := await view.after(self._seq, _BATCH):
                news += records
                self._seq = records[-1].seq
        return news

    async def _embody(self, record: Record, act: Act) -> None:
        """Go where the act leads, use its object, and let others see it."""
        step, who = act.step, record.character_id
        moved = () if step.place_id is None else (Movement(subject_id=who, place_id=step.place_id),)
        things: list[ObjectState] = []
        before = self._in_use.pop(who, None)
        if before is not None:
            things.append(
                ObjectState(place_id=before.place_id, object=before.object, state=IDLE, by=who)
            )
        if step.object and step.object_state and step.place_id is not None:
            used = ObjectState(
                place_id=step.place_id, object=step.object, state=step.object_state, by=who
            )
            self._in_use[who] = used
            things.append(used)
        those_there = await self._those_at(step.place_id)
        seen = GameEvent(
            text=record.text,
            witness_ids=those_there,
            place_id=step.place_id,
            about=(who,),
            is_standing=True,
        )
        await self._here.services.play.observe(
            Observe(
                timeline_id=self._timeline_id,
                movements=moved,
                objects=tuple(things),
                happenings=(seen,) if those_there else (),
            )
        )

    async def _those_at(self, place_id: PlaceId | None) -> tuple[CharacterId, ...]:
        """Return the whole minds at a place, the actor included, which remembers the act too."""
        if place_id is None:
            return ()
        async with self._here.store.read() as reader:
            present = await load_presences(reader, await reader.head(self._timeline_id))
        return tuple(
            CharacterId(one.person.id)
            for _, one in sorted(present.items())
            if one.place_id == place_id and not (one.person.is_player or one.is_extra)
        )
