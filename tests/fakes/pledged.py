"""A parlour in which people give their word, and see what becomes of it."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import TypeVar

from npcserver.app.context.commitments import SettleCommitment
from npcserver.app.context.mindset import Minds
from npcserver.app.life.living import Living
from npcserver.app.perceiving.retaining import Retained
from npcserver.app.play import AdvanceClock
from npcserver.model.affordance import ActionIntent, Affordance, Entity
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.ids import CharacterId, IntentId, TurnId
from npcserver.model.job import Job, JobKind
from npcserver.model.record import RecordKind, TurnTaken
from npcserver.model.timeline import Vantage
from npcserver.model.turn import IntentProposed
from npcserver.ports.storage import Append, Appended, Reader, Store, UnitOfWork, Work
from tests.fakes.parlour import Parlour, parlour
from tests.fakes.stage import MIRA, character

T = TypeVar("T")

KEY = Entity(id="key-1", name="brass key", kind="item")
ALE = Entity(id="ale-1", name="ale", kind="item")
ANN_HERE = Entity(id="p1", name="Ann", kind="person")
GIVE = Affordance(name="give_item", description="Hand something over.")


def giving(number: int, item: Entity = KEY, to: Entity = ANN_HERE) -> IntentProposed:
    """Return the wish to give somebody something."""
    arguments = (("item", item.id), ("to", to.id))
    intent = ActionIntent(id=IntentId(f"int_{number}"), affordance=GIVE.name, arguments=arguments)
    return IntentProposed(intent=intent)


async def promise_of(here: Parlour, mind: str = MIRA) -> Commitment:
    """Return the only promise of a mind as it stands."""
    (promise,) = (await promises_of(here, mind)).values()
    return promise


async def promises_of(here: Parlour, mind: str = MIRA) -> dict[str, Commitment]:
    """Return the promises of a mind as they stand, by id."""
    found: dict[str, Commitment] = {}
    for record in await here.records(RecordKind.COMMITMENT):
        assert isinstance(record.body, Commitment)
        if record.character_id == mind:
            found[record.body.commitment_id] = record.body
    return found


async def tick(here: Parlour, to: datetime) -> None:
    """Move the clock and let it take effect."""
    await here.play.advance_clock(AdvanceClock(timeline_id=here.timeline, game_time=to))
    await live(here)


class _Disturbed:
    """A store in which something else happens just before the first append."""

    def __init__(self, store: Store, meanwhile: Callable[[], Awaitable[object]]) -> None:
        self._store = store
        self._meanwhile: list[Callable[[], Awaitable[object]]] = [meanwhile]

    def read(self) -> AbstractAsyncContextManager[Reader]:
        return self._store.read()

    async def write(self, work: Work[T]) -> T:
        return await self._store.write(work)

    async def append(self, append: Append) -> Appended:
        while self._meanwhile:
            await self._meanwhile.pop()()
        return await self._store.append(append)


async def live(here: Parlour, meanwhile: Callable[[], Awaitable[object]] | None = None) -> None:
    """Let the clock take effect, and something happen just before it does."""
    store = here.store if meanwhile is None else _Disturbed(here.store, meanwhile)
    living = Living(Minds(store, here.broadcast), here.broadcast, Retained())
    await living(
        Job(
            id=1,
            kind=JobKind.LIVE,
            timeline_id=here.timeline,
            subject_id="",
            attempts=1,
            lease="mine",
        )
    )


async def settle(
    here: Parlour, promise: Commitment, status: CommitmentStatus, detail: str = ""
) -> int:
    """Let the game say how a promise came out."""
    return await here.play.settle_commitment(
        SettleCommitment(
            timeline_id=here.timeline,
            commitment_id=promise.commitment_id,
            status=status,
            detail=detail,
        )
    )


async def last_turn(here: Parlour) -> TurnId:
    """Return the id of the turn that was taken last."""
    *_, last = await here.records(RecordKind.TURN)
    assert isinstance(last.body, TurnTaken)
    return last.body.turn_id


async def promised(says: str = "I'll bring you the ale tomorrow.") -> Parlour:
    """Open the parlour and let Mira give her word."""
    here = await parlour()
    here.steps = [says]
    await here.turn("I am thirsty.")
    here.steps = ["Well."]
    return here


async def observed(here: Parlour, mind: str = MIRA) -> list[str]:
    """Return what a mind perceived of how things came out."""
    records = await here.records(RecordKind.OBSERVATION)
    return [record.text for record in records if record.subject_id == mind]


async def add_bram(here: Parlour) -> None:
    """Let Bram live in the world as well."""

    async def work(unit: UnitOfWork) -> None:
        await unit.add_character(character(CharacterId("bram")))

    await here.store.write(work)


async def head(here: Parlour) -> Vantage:
    """Return the newest vantage of the timeline."""
    async with here.store.read() as reader:
        return (await reader.timeline(here.timeline)).vantage
