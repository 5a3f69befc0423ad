"""Logs that a test writes: two diverging timelines, and the path of a rumour."""

from collections.abc import Sequence
from datetime import date

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcserver.app.context.conversation_line import ConversationLine, Listener, Provenance
from npcserver.app.ledger.explanations import Explanations
from npcserver.app.ledger.provenance import FactKnowledge, Hop, Knower
from npcserver.app.timeline_diff import (
    DiffRequest,
    MindDiff,
    MomentRef,
    TimelineComparer,
    TimelineDiff,
)
from npcserver.memory.score_profiles import DEFAULT
from npcserver.memory.stream import MemoryStream
from npcserver.model.character import Person
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.day import Act, DayPlan, Step
from npcserver.model.feelings import Belief, Standing
from npcserver.model.ids import CharacterId, TimelineId, new_id
from npcserver.model.record import (
    Body,
    Draft,
    Flagged,
    Rated,
    Record,
    RecordKind,
    Remembered,
    Source,
    subject_key,
)
from npcserver.model.timeline import Vantage
from npcserver.model.world import ObjectState, object_key
from npcserver.ports.storage import UnitOfWork
from tests.fakes.memory_store import MemoryStore, NumpyIndex
from tests.fakes.store_world import GENESIS, INN, MIRA, START, character, put, set_up, start

BRAM_ID = CharacterId("bram")


def draft_of(kind: RecordKind, body: Body, subject: str = MIRA) -> Draft:
    return Draft(kind=kind, subject_id=subject, body=body)


def belief_draft(score: int, *evidence: int) -> Draft:
    body = Belief(topic="tom", text="Tom will pay.", score=score, evidence=evidence)
    return draft_of(RecordKind.BELIEF, body, subject_key(MIRA, "tom"))


def standing_draft(affinity: int) -> Draft:
    body = Standing(other_id="p1", other_name="Ann", affinity=affinity)
    return draft_of(RecordKind.RELATION, body, subject_key(MIRA, "p1"))


def commitment_draft(status: CommitmentStatus, *, has_come_up: bool = False) -> Draft:
    body = Commitment(
        commitment_id="com_1", by_id=MIRA, by_name="Mira", to_id="p1", to_name="Ann",
        what="bring cider", status=status, has_come_up=has_come_up,
    )  # fmt: skip
    return draft_of(RecordKind.COMMITMENT, body, subject_key(MIRA, "com_1"))


def act_draft(activity: str, minutes: int = 60, because: int = 0) -> Draft:
    step = Step(starts_at=START, minutes=minutes, activity=activity)
    return draft_of(RecordKind.ACT, Act(step=step, because=because))


def plan_draft(currently: str) -> Draft:
    day = DayPlan(day=date(2000, 1, 1), wakes_at=START, sleeps_at=START, currently=currently)
    return draft_of(RecordKind.DAY, day)


def stove_draft(state: str) -> Draft:
    body = ObjectState(place_id=INN, object="stove", state=state)
    return draft_of(RecordKind.OBJECT, body, object_key(INN, "stove"))


def flag_draft(name: str, *, is_set: bool = True) -> Draft:
    return draft_of(RecordKind.FLAG, Flagged(is_set=is_set), name)


class DivergedTimelines:
    """Two lines of play, `left` and `right`, that share what the genesis saw."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.diffing = TimelineComparer(self.store)
        self.left = self.right = GENESIS

    async def diff(self, *characters: CharacterId, memories: int = 50) -> TimelineDiff:
        wish = DiffRequest(
            a=MomentRef(timeline_id=self.left),
            b=MomentRef(timeline_id=self.right),
            character_ids=characters,
            memories=memories,
        )
        return await self.diffing.diff(wish)

    async def mind(self) -> MindDiff:
        (found,) = (await self.diff()).minds
        return found


async def diverged_timelines(*shared: Draft) -> DivergedTimelines:
    made = DivergedTimelines()
    await set_up(made.store)

    async def add(unit: UnitOfWork) -> None:
        await unit.add_character(character(BRAM_ID))

    await made.store.write(add)
    appended = await put(made.store, *shared)
    fork = Vantage(GENESIS, appended.last)
    made.left = await start(made.store, "tl_left", fork)
    made.right = await start(made.store, "tl_right", fork)
    return made


ANN = Person(id="p1", name="Ann")
MIRA_PERSON, BRAM_PERSON, CY_PERSON, DOV_PERSON = (
    Person(id=name.lower(), name=name, is_player=False) for name in ("Mira", "Bram", "Cy", "Dov")
)


class RumourLog:
    """A log that is written by hand, and the use cases that read it."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.embedder = HashingEmbedder()
        self.stream = MemoryStream(NumpyIndex, self.embedder)
        self.explaining = Explanations(self.store, self.stream)
        self.knowing = FactKnowledge(self.store, self.stream, DEFAULT)
        self.timeline = GENESIS

    async def put(self, *drafts: Draft) -> list[str]:
        """Append records in one go and return what names them."""
        appended = await put(self.store, *drafts, to=self.timeline)
        return [f"{self.timeline}.{seq}" for seq in range(appended.first, appended.last + 1)]

    async def see(self, text: str, *whom: Person, source: Source = Source.WITNESSED) -> list[str]:
        """Let several see something happen."""
        body = Remembered(source=source, place_id=INN)
        return await self.put(
            *(
                Draft(kind=RecordKind.OBSERVATION, body=body, subject_id=one.id, text=text)
                for one in whom
            )
        )

    async def tell(
        self,
        who: Person,
        whom: Person,
        text: str,
        *resting_on: str,
        by: Sequence[Person] = (),
        distorted: Sequence[str] = (),
    ) -> str:
        """Let a character tell another something; return what names the memory of who was told."""
        line = ConversationLine(
            text=text,
            speaker=who,
            to_id=whom.id,
            turn_id=new_id("trn"),
            place_id=INN,
            provenance=Provenance(
                evidence=tuple(int(name.rpartition(".")[2]) for name in resting_on),
                players=(who.id,) if who.is_player else (),
                distorted=tuple(int(name.rpartition(".")[2]) for name in distorted),
            ),
        )
        listeners = [Listener(id=one.id) for one in (whom, *by)]
        memories = await self.put(*line.memories(listeners, (whom.id,)))
        return memories[0 if who.is_player else 1]

    async def infer(self, who: Person, text: str, *resting_on: str) -> str:
        """Let a character conclude something from memories."""
        evidence = tuple(int(name.rpartition(".")[2]) for name in resting_on)
        body = Remembered(source=Source.INFERRED, evidence=evidence, depth=1)
        draft = Draft(kind=RecordKind.REFLECTION, body=body, subject_id=who.id, text=text)
        return (await self.put(draft))[0]

    async def confirm(self, who: Person, memory: str, *by: str) -> None:
        """Let a character have the same thought again, on other grounds."""
        seq, *grounds = (int(name.rpartition(".")[2]) for name in (memory, *by))
        body = Rated(ratings=((seq, 9),), evidence=tuple(grounds))
        await self.put(Draft(kind=RecordKind.RATING, body=body, subject_id=who.id))

    async def fork(self, name: str, seq: int) -> TimelineId:
        """Play on in another timeline that begins at a position of this one."""
        self.timeline = await start(self.store, name, Vantage(self.timeline, seq))
        return self.timeline

    async def trace(self, memory: str, seq: int | None = None) -> tuple[Hop, ...]:
        return await self.knowing.trace(self.timeline, memory, seq)

    async def way(self, memory: str) -> list[tuple[str, str, str]]:
        """Return the stations of a memory: who holds it, who told it, and what."""
        hops = await self.trace(memory)
        return [(hop.holder_name, hop.told_by_name, hop.memory.text) for hop in hops]

    async def who_knows(self, memory: str = "", **ask: object) -> tuple[Knower, ...]:
        asked = {"memory_id": memory, **ask}
        return await self.knowing.who_knows(timeline_id=self.timeline, **asked)  # type: ignore[arg-type]

    async def knowers(self, memory: str = "", **ask: object) -> list[str]:
        """Return the names of those who know, by when they first did."""
        return [knower.name for knower in await self.who_knows(memory, **ask)]

    async def records(self) -> list[Record]:
        async with self.store.read() as reader:
            return list(await (await reader.head(self.timeline)).after(0, 1000))


async def rumour_log() -> RumourLog:
    """Open the world on a new timeline, with Mira, Bram, Cy and Dov."""
    made = RumourLog()
    await set_up(made.store)

    async def work(unit: UnitOfWork) -> None:
        for one in (BRAM_PERSON, CY_PERSON, DOV_PERSON):
            await unit.add_character(character(CharacterId(one.id)))

    await made.store.write(work)
    made.timeline = await start(made.store, "tl_play", Vantage(GENESIS, 0))
    return made
