"""A town that lives: the clock goes on, people think, walk, do things and meet.

One tick: the clock moves, all think until nothing is due (`AdvanceClock.wait_for`), what they begin
to do is read from `Watch`, and carried out. People in the background are moved by the server, and
walk on the map after it; those in the foreground are moved here, as a game does: they walk, and the
server learns when they arrive, what they use, and what keeps them out.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from npcclient import NpcClient, NpcError, TimedOut, Unavailable
from npcclient.v1 import play_service_pb2 as pb
from npcclient.v1.mind_pb2 import Attention

from npctown.maps import Tile
from npctown.paths import Walker
from npctown.people import PACE, Body, Places
from npctown.run_files import RunHeader
from npctown.run_recorder import RunRecorder
from npctown.town_files import TownFolder

MARK: Final = "town.tick"
"""A story flag that is set and unset after each look: all events before it have been read."""
IDLE: Final = "idle"
_LOOKS: Final = 4
"""How often people may act upon what the others of a tick have just done before it ends."""
_WAIT_SECONDS: Final = 50.0
"""The longest that the server lets a step of the clock wait."""
_AGAIN_SECONDS: Final = 2.0
_CROWDED: Final = 200
"""Tiles that people stand on, from which on it no longer counts whether one is free."""
_PERSON: Final = 500
"""People in one request, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingDeed:
    """What a person in the foreground does once it is there; `why` it does not, if it cannot."""

    t: float
    who: str
    place: str
    text: str = ""
    thing: str = ""
    state: str = ""
    why: str = ""


@dataclass(kw_only=True)
class TownPace:
    """How a run goes on: minutes of a tick, and game seconds a second; 0 seconds: at once."""

    tick_minutes: int = 15
    speed: float = 0.0
    settle_seconds: float = 600.0
    """How long a tick waits for thoughts before the clock goes on without them."""
    is_paused: bool = False
    foreground: frozenset[str] = field(default_factory=frozenset)


class Simulation:
    """One timeline of a town, as it is played."""

    def __init__(
        self,
        npc: NpcClient,
        town: TownFolder,
        walker: Walker | None,
        header: RunHeader,
        recorder: RunRecorder,
        pace: TownPace,
    ) -> None:
        self.npc, self.town, self.walker, self.header = npc, town, walker, header
        self.recorder, self.pace = recorder, pace
        self.places = Places(town.world.get("places") or ())
        self.bodies: dict[str, Body] = {}
        self.t = 0.0
        self.ticks = 0
        self.open_thoughts = 0
        self.saves: dict[str, str] = {}
        self.seqs: list[tuple[float, int]] = []
        self._seq = 0
        self._flag = False
        self._pending: list[PendingDeed] = []
        self._watch: Any = None
        self._reading = asyncio.Lock()
        self._names = {one.id: one.name for one in header.people}
        self._people = frozenset(self._names)
        self.crowd = {one.id for one in header.people if one.is_crowd}
        """Who is an extra now: moved by a plan that it shares, and read from the cast."""
        self._taken = Counter[Tile]()

    @property
    def now(self) -> datetime:
        """The game time."""
        return self.at(self.t)

    def at(self, t: float) -> datetime:
        """Return the game time of a game minute of the run."""
        return datetime.fromisoformat(self.header.started) + timedelta(minutes=t)

    async def begin(self) -> None:
        """Put everybody where the world begins, and note who knows what from the start."""
        timeline = await self.npc.timelines.get(self.header.timeline_id)
        self._seq = timeline.head_seq
        for one in self.header.people:
            self.bodies[one.id] = Body(tile=one.start, place=one.home, goal=one.home)
            if self.walker is not None and not self.places.shown(one.home, self.walker):
                self.recorder.put(0, "walk", who=one.id, path=[one.start], pace=PACE, out=True)
        await self.show(self.pace.foreground)
        if (
            self.pace.foreground
        ):  # or they plan before the first tick in one run, after it in another
            await self._settle(0.0)
        for who, known in self.town.about_people.items():
            self.recorder.know(0, who, known, "authored")
        self.recorder.flush(0)
        self.seqs.append((0.0, self._seq))

    async def show(self, people: Iterable[str]) -> None:
        """Set who is in the foreground: moved by the town, and planning by minutes."""
        shown = frozenset(people) & self._people
        self.pace.foreground = shown
        tiers = (
            (Attention.ATTENTION_FOREGROUND, sorted(shown)),
            (Attention.ATTENTION_BACKGROUND, sorted(self._people - shown - self.crowd)),
            (Attention.ATTENTION_CROWD, sorted(self.crowd - shown)),
        )
        for tier, ids in tiers:
            for first in range(0, len(ids), _PERSON):
                part = ids[first : first + _PERSON]
                await self.npc.play.set_attention(self.header.timeline_id, tier, *part)

    async def tick(self) -> None:
        """Let a tick pass, with all that people make of it."""
        self.t += self.pace.tick_minutes
        self.ticks += 1
        await self._settle(self.t)
        for _ in range(_LOOKS):
            await self.look()
            if not await self._report(self.t + self.pace.tick_minutes):
                break
            await self._settle(self.t)
        await self._move_crowd()
        async with self._reading:
            self.recorder.put(
                self.t, "tick", n=self.ticks, calls=self.recorder.calls, open=self.open_thoughts
            )
            self.recorder.flush(self.t)
        self.seqs.append((self.t, self._seq))

    async def look(self) -> None:
        """Read all that has happened by now, and let people set out for what they begin."""
        async with self._reading:
            self._flag = not self._flag
            flag = pb.StoryFlag(name=MARK, unset=not self._flag)
            mark = await self.npc.play.observe(self.header.timeline_id, flags=[flag])
            while self._seq < mark.last_seq:
                try:
                    event = await anext(await self._events())
                except (NpcError, StopAsyncIteration):
                    self._watch = None
                    await asyncio.sleep(_AGAIN_SECONDS)
                    continue
                self._seq = max(self._seq, event.seq)
                self._act_upon(event)
                self.recorder.take(event)

    async def close(self) -> None:
        """End the stream of events."""
        if self._watch is not None:
            with suppress(NpcError, RuntimeError):
                await self._watch.aclose()

    async def save(self) -> None:
        """Save the moment, to branch off from it later."""
        name = f"{self.header.town} {self.now:%a %H:%M}"
        slot = await self.npc.timelines.save(self.header.timeline_id, name)
        self.saves[str(round(self.t))] = slot.save_id

    def seq_at(self, t: float) -> int:
        """Return the position in the log at a game minute."""
        return max((seq for at, seq in self.seqs if at <= t), default=self._seq)

    async def _events(self) -> Any:
        if self._watch is None:
            self._watch = self.npc.play.watch(
                self.header.timeline_id, after_seq=self._seq, resume=True
            )
        return self._watch

    async def _settle(self, t: float) -> None:
        """Move the clock, and wait until nobody has anything left to think."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + self.pace.settle_seconds
        while True:
            seconds = max(0.1, min(_WAIT_SECONDS, ends - loop.time()))
            try:
                self.open_thoughts = await self.npc.play.step_clock(
                    self.header.timeline_id, self.at(t), seconds=seconds
                )
            except (Unavailable, TimedOut) as error:
                if loop.time() >= ends:
                    raise
                self.recorder.put(t, "note", text=f"The server does not answer: {error.message}")
                await asyncio.sleep(_AGAIN_SECONDS)
                continue
            if not self.open_thoughts or loop.time() >= ends:
                return

    async def _move_crowd(self) -> None:
        """Let extras walk to where their plans have them, and do what those say."""
        if not self.crowd:
            return
        timeline, world = self.header.timeline_id, self.header.world_id
        async for one in self.npc.characters.cast(world, timeline):
            who, body = one.character_id, self.bodies.get(one.character_id)
            if who not in self.crowd or body is None:
                continue
            if one.current_place_id != body.place:
                body.place = one.current_place_id
                self._go(self.t, who, body.place, one.step.object_name)
            self.recorder.take_step(who, self.t, one.step, body.place)

    def _movement(self, who: str, body: Body) -> pb.Movement:
        """Return an arrival, and near which thing: those at another overhear half of a talk."""
        spot = "" if self.walker is None else self.walker.spot_name(body.place, body.tile)
        return pb.Movement(id=who, place_id=body.place, spot=spot)

    def _act_upon(self, event: pb.WatchResponse) -> None:
        kind, who = event.WhichOneof("event"), event.character_id
        t = max(self.recorder.minutes(event.world_time), 0.0)
        body = self.bodies.get(event.movement.id if kind == "movement" else who)
        if body is None:
            return
        if kind == "attention":
            is_extra = event.attention.attention == Attention.ATTENTION_CROWD
            (self.crowd.add if is_extra else self.crowd.discard)(who)
        elif kind == "movement":
            body.place = event.movement.place_id
            if body.goal != body.place:
                self._go(t, event.movement.id, body.place)
        elif kind == "act":
            self._begin_act(t, who, body, event.act)

    def _begin_act(self, t: float, who: str, body: Body, act: Any) -> None:
        place = act.place_id or body.place
        is_shown = who in self.pace.foreground
        if is_shown and place != body.place:
            why = self.places.refusal(place, who, self.at(t), self.bodies)
            if why:
                self._pending.append(PendingDeed(t=t, who=who, place=place, why=why))
                return
        self._go(t, who, place, act.object_name)
        if is_shown:
            self._pending.append(
                PendingDeed(
                    t=max(t, self.recorder.arrives.get(who, t)),
                    who=who,
                    place=place,
                    text=act.activity,
                    thing=act.object_name,
                    state=act.object_state,
                )
            )

    def _go(self, t: float, who: str, place: str, thing: str = "") -> None:
        """Let a person walk to a place, and beside a thing in it."""
        body = self.bodies[who]
        if self.walker is None:
            body.goal = place
            return
        if body.path and body.place == body.goal:  # it is there for the server, and walks on later
            t = max(t, body.arrival)
        start = body.at(t)
        shown = self.places.shown(place, self.walker)
        near = self.walker.map.things.get((place, thing))
        if "sleep" in thing or thing == "bed":
            near = self.walker.map.beds.get(who, near)
        if not self._taken:
            self._taken.update(one.tile for one in self.bodies.values())
        self._taken[body.tile] -= 1
        taken = +self._taken if len(self._taken) < _CROWDED else ()
        end = self.walker.spot(shown, who, near, taken) if shown else self._out_of_sight(place)
        self._taken[end or body.tile] += 1
        path = self.walker.path(start, end) if end is not None else []
        body.goal = place
        if len(path) < 2:
            return
        body.go(t, path, place)
        self.recorder.arrives[who] = body.arrival
        out = {} if shown else {"out": True}
        self.recorder.put(t, "walk", who=who, path=path, pace=PACE, **out)

    def _out_of_sight(self, place: str) -> Tile | None:
        """Return where one goes whose place is not on the map, as the lodgings of extras are."""
        return self.walker.anywhere(place) if self.walker is not None and self.crowd else None

    async def _report(self, until: float) -> bool:
        """Report what happens on the map before a game minute; return whether anything did."""
        due = sorted((one for one in self._pending if one.t < until), key=lambda one: one.t)
        self._pending = [one for one in self._pending if one.t >= until]
        if not due:
            return False
        moves: list[pb.Movement] = []
        things: list[pb.ObjectChange] = []
        for one in due:
            body = self.bodies[one.who]
            things += self._left(one.who, body)
            if one.why:
                self.recorder.end_act(one.t, one.who, "failed", one.why)
                continue
            if body.place != one.place:
                body.place = one.place
                moves.append(self._movement(one.who, body))
            if one.state and one.thing in self.places.all[one.place].things:
                things.append(_changed(one.place, one.thing, one.state, one.who))
                body.using = (one.place, one.thing)
        seen = [self._seen(one) for one in due]
        await self.npc.play.observe(self.header.timeline_id, seen, movements=moves, objects=things)
        return True

    def _left(self, who: str, body: Body) -> list[pb.ObjectChange]:
        """Return that what a person used is free again."""
        used, body.using = body.using, None
        return [] if used is None else [_changed(*used, IDLE, who)]

    def _seen(self, deed: PendingDeed) -> pb.Observation:
        name = self._names[deed.who]
        if deed.why:
            wanted = self.places.all[deed.place].name
            return pb.Observation(
                text=f"{name} wants to go to {wanted}, but {deed.why}.",
                witness_ids=[deed.who],
                about_ids=[deed.who],
            )
        return pb.Observation(
            text=f"{name} is {deed.text}.",
            place_id=deed.place,
            about_ids=[deed.who],
            is_standing=True,
        )

    def state(self) -> dict[str, Any]:
        """Return what `restore` needs to go on from here."""
        return {
            "t": self.t,
            "ticks": self.ticks,
            "seq": self._seq,
            "flag": self._flag,
            "saves": self.saves,
            "crowd": sorted(self.crowd),
            "seqs": self.seqs,
            "bodies": {who: one.as_json() for who, one in self.bodies.items()},
            "pending": [asdict(one) for one in self._pending],
            "recorder": self.recorder.state(),
        }

    def restore(self, raw: Mapping[str, Any]) -> None:
        """Go on where a run was left; the recorder is made of `raw["recorder"]` before."""
        self.t, self.ticks = raw["t"], raw["ticks"]
        self._seq, self._flag = raw["seq"], raw["flag"]
        self.saves = dict(raw["saves"])
        self.crowd = set(raw["crowd"])
        self.seqs = [(t, seq) for t, seq in raw["seqs"]]
        self.bodies = {who: Body.of(one) for who, one in raw["bodies"].items()}
        self._pending = [PendingDeed(**one) for one in raw["pending"]]


def _changed(place: str, thing: str, state: str, who: str) -> pb.ObjectChange:
    return pb.ObjectChange(place_id=place, object_name=thing, state=state, by_id=who)
