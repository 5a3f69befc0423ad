"""A hamlet to live days in: two cottages, a wash-house with room for one, a shop, a green.

Its clock moves when told to. Nobody embodies anybody unless a test does.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from npcserver.app.broadcast import Broadcast
from npcserver.app.context.mindset import Minds
from npcserver.app.life.living import Living
from npcserver.app.perceiving.retaining import Retained
from npcserver.model.act import Acting
from npcserver.model.attention import Attention
from npcserver.model.character import Character, Persona
from npcserver.model.day import Block, DayPlan
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.job import Job, JobKind
from npcserver.model.record import (
    Attended,
    ClockMoved,
    Draft,
    Moved,
    Record,
    RecordKind,
    Remembered,
    Source,
)
from npcserver.model.timeline import Timeline, Vantage
from npcserver.model.world import Hours, Place, World
from npcserver.ports.storage import Append, Appended, UnitOfWork
from tests.fakes.memory_store import MemoryStore

WORLD = WorldId("hamlet")
PLAY = TimelineId("tl_play")
ROOT = TimelineId("tl_root")
MONDAY = datetime(2000, 1, 3, tzinfo=UTC)
ANN, BEN, CAT = (CharacterId(name) for name in ("ann", "ben", "cat"))
COTTAGE, LODGE, WASH, SHOP, GREEN = (
    PlaceId(name) for name in ("cottage", "lodge", "wash-house", "shop", "green")
)


def at(clock: str, day: int = 0) -> datetime:
    """Return a time of a day, counted from Monday: `07:30`."""
    hours, minutes = map(int, clock.split(":"))
    return MONDAY + timedelta(days=day, hours=hours, minutes=minutes)


def plan(
    *strokes: tuple[str, str, PlaceId], sleeps: str = "22:00", day: int = 0, **more: object
) -> DayPlan:
    """Return a plan of strokes (when, what, where); waking is the first."""
    starts = [at(when, day) for when, _, _ in strokes]
    ends = [*starts[1:], at(sleeps, day)]
    blocks = tuple(
        Block(
            starts_at=start,
            minutes=int((end - start).total_seconds() // 60),
            activity=what,
            place_id=where,
        )
        for start, end, (_, what, where) in zip(starts, ends, strokes, strict=True)
    )
    made = DayPlan(
        day=at("00:00", day).date(), wakes_at=starts[0], sleeps_at=ends[-1], blocks=blocks
    )
    return replace(made, **more)  # type: ignore[arg-type]


class OvertakenStore(MemoryStore):
    """A store in which something else happens just before the next appends."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: list[tuple[Draft, ...]] = []

    async def append(self, append: Append) -> Appended:
        if self.meanwhile:
            first = self.meanwhile.pop()
            await super().append(Append(timeline_id=append.timeline_id, drafts=first))
        return await super().append(append)


class Hamlet:
    """The store, who lives there, and the clock that takes effect."""

    def __init__(self, *, attention: Attention = Attention.BACKGROUND) -> None:
        self.store = OvertakenStore()
        self.broadcast = Broadcast()
        self.minds = Minds(self.store, self.broadcast, attention=attention)
        self.living = Living(self.minds, self.broadcast, Retained())
        self.timeline = PLAY

    async def write(self, *drafts: Draft) -> None:
        """Append to the timeline."""
        await self.store.append(Append(timeline_id=self.timeline, drafts=drafts))

    async def mean(self, who: str, day: DayPlan) -> None:
        """Give somebody a plan."""
        await self.write(Draft(kind=RecordKind.DAY, subject_id=who, body=day))

    async def tier(self, who: str, tier: Attention) -> None:
        """Set how finely somebody thinks."""
        body = Attended(attention=tier)
        await self.write(Draft(kind=RecordKind.ATTENTION, subject_id=who, body=body))

    async def go(self, who: str, place_id: PlaceId | None) -> None:
        """Move somebody as a game does."""
        name = "" if who in (ANN, BEN, CAT) else who.title()
        body = Moved(place_id=place_id)
        await self.write(Draft(kind=RecordKind.PRESENCE, subject_id=who, text=name, body=body))

    async def whisper(self, who: str, text: str) -> None:
        """Let the inner voice say something."""
        body = Remembered(source=Source.INNER_VOICE)
        await self.write(Draft(kind=RecordKind.WHISPER, subject_id=who, text=text, body=body))

    def happens_meanwhile(self, *drafts: Draft, times: int = 1) -> None:
        """Let something come before each of the next things that are written."""
        self.store.meanwhile = [drafts] * times

    async def advance(self, now: datetime) -> None:
        """Move the clock, without effect."""
        await self.write(Draft(kind=RecordKind.CLOCK, body=ClockMoved(), game_time=now))

    async def live(self) -> None:
        """Let the clock take effect."""
        await self.living(job(JobKind.LIVE, "", self.timeline))

    async def tick(self, now: datetime) -> None:
        """Move the clock and let it take effect."""
        await self.advance(now)
        await self.live()

    async def run(self, since: datetime, until: datetime, minutes: int = 5) -> None:
        """Let the clock run."""
        while since <= until:
            await self.tick(since)
            since += timedelta(minutes=minutes)

    async def records(self, *kinds: RecordKind, who: str = "") -> list[Record]:
        """Return what was written down, in order, of somebody or of all."""
        async with self.store.read() as reader:
            view = await reader.head(self.timeline)
            found = await view.after(0, 100_000, kinds)
        return [record for record in found if not who or record.subject_id == who]

    async def acts(self, who: str) -> list[Acting]:
        """Return what somebody did, in order."""
        bodies = [record.body for record in await self.records(RecordKind.ACT, who=who)]
        return [body for body in bodies if isinstance(body, Acting)]

    async def deeds(self, who: str) -> list[str]:
        """Return what somebody did, in order: `07:00 washing`, with the time it began."""
        records = await self.records(RecordKind.ACT, who=who)
        return [
            f"{record.game_time:%H:%M} {record.body.step.activity}"
            for record in records
            if isinstance(record.body, Acting)
        ]

    async def where(self, who: str) -> PlaceId | None:
        """Return where somebody is."""
        moves = await self.records(RecordKind.PRESENCE, who=who)
        bodies = [record.body for record in moves if isinstance(record.body, Moved)]
        return bodies[-1].place_id if bodies else HOMES[CharacterId(who)]

    async def wishes(self) -> list[tuple[JobKind, str]]:
        """Take all wishes for work, and forget them."""
        found: list[tuple[JobKind, str]] = []
        while (claimed := await self.store.jobs.claim(FUTURE, 60)) is not None:
            found.append((claimed.kind, claimed.subject_id))
            await self.store.jobs.finish(claimed)
        return found


FUTURE = datetime(2100, 1, 1, tzinfo=UTC)
HOMES = {ANN: COTTAGE, BEN: LODGE, CAT: LODGE}


def job(kind: JobKind, subject_id: str, timeline_id: TimelineId = PLAY, attempts: int = 1) -> Job:
    """Return a claimed job."""
    return Job(
        id=1,
        kind=kind,
        timeline_id=timeline_id,
        subject_id=subject_id,
        attempts=attempts,
        lease="now",
    )


def _places() -> tuple[Place, ...]:
    return (
        _place(COTTAGE, objects=("bed", "stove"), owner_ids=(ANN,)),
        _place(LODGE, objects=("bed", "bunk"), owner_ids=(BEN, CAT)),
        _place(WASH, objects=("tub",), capacity=1),
        _place(SHOP, objects=("counter",), hours=Hours(opens=time(9), closes=time(17))),
        _place(GREEN, objects=("bench",)),
    )


def _place(place_id: PlaceId, **more: object) -> Place:
    return replace(
        Place(id=place_id, world_id=WORLD, name=place_id.replace("-", " ").title()),
        **more,  # type: ignore[arg-type]
    )


def _character(who: CharacterId, persona: Persona | None = None) -> Character:
    lifestyle = f"{who.title()} gets up at 6 am and goes to bed at 10 pm."
    return Character(
        id=who,
        world_id=WORLD,
        persona=persona or Persona(name=who.title(), lifestyle=lifestyle, currently="content"),
        place_id=HOMES[who],
        created_at=MONDAY,
        updated_at=MONDAY,
    )


async def settle(
    hamlet: Hamlet,
    who: Sequence[CharacterId] = (ANN, BEN, CAT),
    *,
    now: datetime = MONDAY,
    language: str = "en",
) -> Hamlet:
    """Let people move into the hamlet."""

    async def work(unit: UnitOfWork) -> None:
        world = World(id=WORLD, name="Hamlet", start_time=now, genesis_id=ROOT, language=language)
        await unit.add_world(world)
        for place in _places():
            await unit.add_place(place)
        for one in who:
            await unit.add_character(_character(one))
        await unit.add_timeline(Timeline(id=ROOT, world_id=WORLD, game_time=now, created_at=MONDAY))
        await unit.add_timeline(fork(PLAY, Vantage(ROOT, 0), now))

    await hamlet.store.write(work)
    return hamlet


def fork(timeline_id: TimelineId, vantage: Vantage, now: datetime) -> Timeline:
    """Return a timeline that begins at a vantage."""
    return Timeline(
        id=timeline_id,
        world_id=WORLD,
        parent_id=vantage.timeline_id,
        forked_at=vantage.seq,
        head=vantage.seq,
        game_time=now,
        created_at=MONDAY,
    )


async def hamlet(
    *who: CharacterId, now: datetime = MONDAY, attention: Attention = Attention.BACKGROUND
) -> Hamlet:
    """Return a hamlet with some or all of its people."""
    return await settle(Hamlet(attention=attention), who or (ANN, BEN, CAT), now=now)
