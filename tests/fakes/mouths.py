"""A world in which things go from mouth to mouth: written into the log, line by line, by a test."""

from collections.abc import Sequence
from dataclasses import replace

from npcserver.adapters.embed.hashing import HashingEmbedder
from npcserver.app.context.conversation_line import ConversationLine, Listener, Provenance
from npcserver.app.ledger.explaining import Explaining
from npcserver.app.ledger.knowing import Knower, Knowing, WhoKnows
from npcserver.app.ledger.tracing import Hop, Tracing
from npcserver.memory.profiles import PROFILES
from npcserver.memory.stream import MemoryStream
from npcserver.model.ids import CharacterId, TimelineId, new_id
from npcserver.model.person import Person
from npcserver.model.record import Draft, Rated, Record, RecordKind, Remembered, Source
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.fakes.memory_store import MemoryStore
from tests.fakes.numpy_index import NumpyIndex
from tests.fakes.stage import GENESIS, INN, character, put, set_up, start

ANN = Person(id="p1", name="Ann")
MIRA, BRAM, CY, DOV = (
    Person(id=name.lower(), name=name, is_player=False) for name in ("Mira", "Bram", "Cy", "Dov")
)


class Mouths:
    """A log that is written by hand, and the use cases that read it."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.embedder = HashingEmbedder()
        self.stream = MemoryStream(NumpyIndex, self.embedder)
        self.tracing = Tracing(self.store, self.stream)
        self.explaining = Explaining(self.store, self.stream)
        self.knowing = Knowing(self.store, self.stream, self.embedder, PROFILES["default"])
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
        self, who: Person, whom: Person, text: str, *resting_on: str, by: Sequence[Person] = ()
    ) -> str:
        """Let somebody tell another something; return what names the memory of who was told."""
        line = ConversationLine(
            text=text,
            speaker=who,
            to_id=whom.id,
            turn_id=new_id("trn"),
            place_id=INN,
            provenance=Provenance(
                evidence=tuple(int(name.rpartition(".")[2]) for name in resting_on),
                players=(who.id,) if who.is_player else (),
            ),
        )
        listeners = [Listener(id=one.id) for one in (whom, *by)]
        memories = await self.put(*line.memories(listeners, (whom.id,)))
        return memories[0 if who.is_player else 1]

    async def infer(self, who: Person, text: str, *resting_on: str) -> str:
        """Let somebody conclude something from memories."""
        evidence = tuple(int(name.rpartition(".")[2]) for name in resting_on)
        body = Remembered(source=Source.INFERRED, evidence=evidence, depth=1)
        draft = Draft(kind=RecordKind.REFLECTION, body=body, subject_id=who.id, text=text)
        return (await self.put(draft))[0]

    async def confirm(self, who: Person, memory: str, *by: str) -> None:
        """Let somebody have the same thought again, on other grounds."""
        seq, *grounds = (int(name.rpartition(".")[2]) for name in (memory, *by))
        body = Rated(ratings=((seq, 9),), evidence=tuple(grounds))
        await self.put(Draft(kind=RecordKind.RATING, body=body, subject_id=who.id))

    async def fork(self, name: str, seq: int) -> TimelineId:
        """Play on in another timeline that begins at a position of this one."""
        self.timeline = await start(self.store, name, Vantage(self.timeline, seq))
        return self.timeline

    async def trace(self, memory: str, seq: int | None = None) -> tuple[Hop, ...]:
        return await self.tracing.trace(self.timeline, memory, seq)

    async def way(self, memory: str) -> list[tuple[str, str, str]]:
        """Return the stations of a memory: who holds it, who told it, and what."""
        hops = await self.trace(memory)
        return [(hop.holder_name, hop.told_by_name, hop.memory.text) for hop in hops]

    async def who_knows(self, memory: str = "", **ask: object) -> tuple[Knower, ...]:
        asked = WhoKnows(timeline_id=self.timeline, memory_id=memory)
        return await self.knowing.who_knows(replace(asked, **ask))  # type: ignore[arg-type]

    async def knowers(self, memory: str = "", **ask: object) -> list[str]:
        """Return the names of those who know, by when they first did."""
        return [knower.name for knower in await self.who_knows(memory, **ask)]

    async def records(self) -> list[Record]:
        async with self.store.read() as reader:
            return list(await (await reader.head(self.timeline)).after(0, 1000))


async def mouths() -> Mouths:
    """Open the world on a new timeline, with Mira, Bram, Cy and Dov."""
    made = Mouths()
    await set_up(made.store)

    async def work(unit: UnitOfWork) -> None:
        for one in (BRAM, CY, DOV):
            await unit.add_character(character(CharacterId(one.id)))

    await made.store.write(work)
    made.timeline = await start(made.store, "tl_play", Vantage(GENESIS, 0))
    return made
