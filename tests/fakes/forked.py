"""Two lines of play that share what the genesis saw, to be compared."""

from datetime import date

from npcserver.app.branches.diffing import Diff, Difference, Diffing, MindDiff, Moment
from npcserver.model.act import Acting
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.day import DayPlan, Step
from npcserver.model.feelings import Belief, Standing
from npcserver.model.ids import CharacterId
from npcserver.model.marks import Flagged
from npcserver.model.record import Body, Draft, RecordKind, facet
from npcserver.model.surroundings import ObjectState, object_key
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.fakes.memory_store import MemoryStore
from tests.fakes.stage import GENESIS, INN, MIRA, START, character, put, set_up, start

BRAM = CharacterId("bram")


def of(kind: RecordKind, body: Body, subject: str = MIRA) -> Draft:
    return Draft(kind=kind, subject_id=subject, body=body)


def believed(score: int, *evidence: int) -> Draft:
    body = Belief(topic="tom", text="Tom will pay.", score=score, evidence=evidence)
    return of(RecordKind.BELIEF, body, facet(MIRA, "tom"))


def stands(affinity: int) -> Draft:
    body = Standing(other_id="p1", other_name="Ann", affinity=affinity)
    return of(RecordKind.RELATION, body, facet(MIRA, "p1"))


def promised(status: CommitmentStatus, *, has_come_up: bool = False) -> Draft:
    body = Commitment(
        commitment_id="com_1", by_id=MIRA, by_name="Mira", to_id="p1", to_name="Ann",
        what="bring cider", status=status, has_come_up=has_come_up,
    )  # fmt: skip
    return of(RecordKind.COMMITMENT, body, facet(MIRA, "com_1"))


def acts(activity: str, minutes: int = 60, because: int = 0) -> Draft:
    step = Step(starts_at=START, minutes=minutes, activity=activity)
    return of(RecordKind.ACT, Acting(step=step, because=because))


def planned(currently: str) -> Draft:
    day = DayPlan(day=date(2000, 1, 1), wakes_at=START, sleeps_at=START, currently=currently)
    return of(RecordKind.DAY, day)


def stove(state: str) -> Draft:
    body = ObjectState(place_id=INN, object="stove", state=state)
    return of(RecordKind.OBJECT, body, object_key(INN, "stove"))


def flag(name: str, *, is_set: bool = True) -> Draft:
    return of(RecordKind.FLAG, Flagged(is_set=is_set), name)


class Table:
    """Two lines of play, `left` and `right`, that share what the genesis saw."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.diffing = Diffing(self.store)
        self.left = self.right = GENESIS

    async def diff(self, *characters: CharacterId, memories: int = 50) -> Difference:
        wish = Diff(
            a=Moment(timeline_id=self.left),
            b=Moment(timeline_id=self.right),
            character_ids=characters,
            memories=memories,
        )
        return await self.diffing.diff(wish)

    async def mind(self) -> MindDiff:
        (found,) = (await self.diff()).minds
        return found


async def table(*shared: Draft) -> Table:
    made = Table()
    await set_up(made.store)

    async def add(unit: UnitOfWork) -> None:
        await unit.add_character(character(BRAM))

    await made.store.write(add)
    appended = await put(made.store, *shared)
    fork = Vantage(GENESIS, appended.last)
    made.left = await start(made.store, "tl_left", fork)
    made.right = await start(made.store, "tl_right", fork)
    return made
