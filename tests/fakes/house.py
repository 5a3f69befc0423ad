"""A house to perceive in: a kitchen with a stove, a hall beside it, and a shed at the far end.

Mira and Bram are in the kitchen, Cato in the hall, Dora in the shed; Edda is nowhere.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from npcserver.app.attending import Attending, SetAttention
from npcserver.app.authoring.directory import Directory
from npcserver.app.broadcast import Broadcast
from npcserver.app.foreground import Foreground
from npcserver.app.perceiving.happening import Happening, Movement, ObjectChange, Observe, Observed
from npcserver.app.perceiving.perception import Perception
from npcserver.app.play import Play
from npcserver.app.surroundings import SetObjectState, Surroundings
from npcserver.model.act import Acting, Cause
from npcserver.model.attention import Attention
from npcserver.model.day import Step
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, Record, RecordKind, facet
from npcserver.model.surroundings import object_key
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Store, UnitOfWork
from tests.fakes.memory_store import MemoryStore
from tests.fakes.small_models import ManualClock
from tests.fakes.stage import GENESIS, START, character, genesis, place, put, start, world

HOUSE, KITCHEN, HALL = PlaceId("house"), PlaceId("kitchen"), PlaceId("hall")
YARD, SHED = PlaceId("yard"), PlaceId("shed")
MIRA, BRAM, CATO = CharacterId("mira"), CharacterId("bram"), CharacterId("cato")
DORA, EDDA = CharacterId("dora"), CharacterId("edda")
STOVE = object_key(KITCHEN, "stove")
FIRE = ObjectChange(place_id=KITCHEN, object="stove", state="burning")
OUT = replace(FIRE, state="idle")
BURNING = "the stove is burning"
HOMES = {MIRA: KITCHEN, BRAM: KITCHEN, CATO: HALL, DORA: SHED, EDDA: None}


class House:
    """The use cases of taking in, over the in-memory store."""

    def __init__(self, store: Store, attention: Attention = Attention.BACKGROUND) -> None:
        self.store = store
        self.clock = ManualClock()
        self.timeline = GENESIS
        self.attention = attention
        self.directory = Directory(store, self.clock)
        self.broadcast = Broadcast()
        self.play = self.another_replica()
        self.surroundings = Surroundings(store, self.directory, self.play.observe)
        self.attending = Attending(store, self.directory, self.broadcast, attention=attention)

    def another_replica(self) -> Play:
        """Return the use cases of a server that has nothing in mind yet."""
        return Play(
            self.store,
            self.directory,
            self.broadcast,
            Foreground(self.clock),
            perception=Perception(self.directory, attention=self.attention),
        )

    async def observe(self, *happenings: Happening, **more: object) -> Observed:
        told = Observe(timeline_id=self.timeline, happenings=happenings)
        return await self.play.observe(replace(told, **more))  # type: ignore[arg-type]

    async def change(self, *changes: ObjectChange) -> Observed:
        return await self.observe(objects=changes)

    def setting(self, change: ObjectChange, *, by: str = "") -> SetObjectState:
        return SetObjectState(
            timeline_id=self.timeline,
            place_id=change.place_id,
            object=change.object,
            state=change.state,
            by=by,
        )

    async def attend(self, who: CharacterId, attention: Attention) -> int:
        wish = SetAttention(timeline_id=self.timeline, changes=((who, attention),))
        return await self.attending.set_attention(wish)

    async def known(self, who: CharacterId, place_id: PlaceId) -> list[Record]:
        """Return what somebody knew of a place, oldest first."""
        records = await self.records(RecordKind.KNOWLEDGE)
        return [record for record in records if record.subject_id == facet(who, place_id)]

    async def move(self, subject_id: str, place_id: PlaceId | None) -> Observed:
        return await self.observe(movements=(Movement(subject_id=subject_id, place_id=place_id),))

    async def sleep(self, who: CharacterId, minutes: int = 60) -> None:
        """Let somebody sleep from now on."""
        step = Step(starts_at=START, minutes=minutes, activity="sleeping")
        acting = Acting(step=step, cause=Cause.SLEEP)
        await put(
            self.store,
            Draft(kind=RecordKind.ACT, subject_id=who, body=acting),
            to=self.timeline,
        )

    async def records(self, *kinds: RecordKind) -> list[Record]:
        async with self.store.read() as reader:
            head = (await reader.timeline(self.timeline)).head
            view = await reader.at(Vantage(self.timeline, head))
            return list(await view.after(0, 10_000, kinds))

    async def memories(self, who: str) -> list[str]:
        """Return what somebody observed, oldest first."""
        records = await self.records(RecordKind.OBSERVATION)
        return [record.text for record in records if record.subject_id == who]

    async def who_perceived(self, text: str) -> set[str]:
        records = await self.records(RecordKind.OBSERVATION)
        return {record.subject_id for record in records if record.text == text}

    async def fork(self, name: str) -> TimelineId:
        """Load the present as another timeline and play there from now on."""
        async with self.store.read() as reader:
            vantage = (await reader.timeline(self.timeline)).vantage
        self.timeline = await start(self.store, name, vantage)
        return self.timeline


async def wished(store: MemoryStore) -> set[tuple[JobKind, str]]:
    """Return the work that was wished for since the last call."""
    found: set[tuple[JobKind, str]] = set()
    later = datetime.now(UTC) + timedelta(days=1)
    while (job := await store.jobs.claim(later, 60)) is not None:
        found.add((job.kind, job.subject_id))
        await store.jobs.finish(job)
    return found


async def furnish(store: Store, lacking: Sequence[tuple[CharacterId, str]] = ()) -> None:
    """Write the house and its people; `lacking` says who `is_deaf` or `is_blind`."""

    async def work(unit: UnitOfWork) -> None:
        await unit.add_world(world())
        await unit.add_timeline(genesis())
        await unit.add_place(place(HOUSE))
        await unit.add_place(replace(place(KITCHEN, HOUSE), objects=("stove", "sink")))
        await unit.add_place(place(HALL, HOUSE))
        await unit.add_place(place(YARD))
        await unit.add_place(replace(place(SHED, YARD), objects=("lamp",)))
        for who, home in HOMES.items():
            lacks: dict[str, object] = {name: True for one, name in lacking if one == who}
            made = character(who, home)
            persona = replace(made.persona, **lacks)  # type: ignore[arg-type]
            await unit.add_character(replace(made, persona=persona))

    await store.write(work)


async def house(
    *lacking: tuple[CharacterId, str], attention: Attention = Attention.BACKGROUND
) -> tuple[House, MemoryStore]:
    """Open the house on a new timeline."""
    store = MemoryStore()
    await furnish(store, lacking)
    made = House(store, attention)
    made.timeline = await start(store, "tl_play", Vantage(GENESIS, 0))
    return made, store
