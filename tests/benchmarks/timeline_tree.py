"""Timelines over a real database, grown at random and compared with an oracle."""

import random
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store import SqlStore
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.perception.observations import GameEvent, Movement, Observe
from npcserver.app.world_files import WorldFiles
from npcserver.bootstrap.container import Container, ContainerBuilder
from npcserver.bootstrap.model_stack import build_model_stacks
from npcserver.config import CognitionSettings, EmbedderSettings, ModelSettings, Settings
from npcserver.memory.score_profiles import DEFAULT
from npcserver.memory.stream import MemoryStream
from npcserver.model.character import Person, Persona, Relation, SeedMemory
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, WorldId
from npcserver.model.memory import Recollection
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Vantage
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.storage import Reader
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import View

WORLD = WorldId("grove")
PEOPLE = (CharacterId("ash"), CharacterId("birch"), CharacterId("cedar"))
PLACES = (PlaceId("glade"), PlaceId("brook"))
ANN = Person(id="ann", name="Ann")


class CountingEmbedder(HashingEmbedder):
    """Counts the texts it embeds."""

    embedded = 0

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += len(texts)
        return await super().embed(texts)


def tree_world() -> WorldFile:
    """Return a wood with three people who know each other."""
    return WorldFile(
        world=World(id=WORLD, name="The Grove"),
        places=tuple(Place(id=one, world_id=WORLD, name=one.title()) for one in PLACES),
        characters=tuple(
            Role(
                id=who,
                persona=Persona(
                    name=who.title(),
                    relations=(
                        Relation(to="Ann", to_id=ANN.id, view="An old friend.", affinity=20),
                    ),
                ),
                place_id=PLACES[0],
                memories=(SeedMemory(text=f"{who.title()} planted an apple tree.", importance=6),),
            )
            for who in PEOPLE
        ),
    )


_ALL = 1_000_000

Entry = tuple[int, str, str, str, str]
"""Seq, kind, subject, text and body of a record: all that a mind can tell of it."""


@dataclass(frozen=True, slots=True)
class OracleSave:
    """A save, where it looks from, and what could be seen from there when it was made."""

    id: SaveId
    vantage: Vantage
    entries: tuple[Entry, ...]
    print: str
    ends: tuple[int, ...]


@dataclass
class TimelineTree:
    """The timelines of one world, and what the oracle knows of them.

    `ends` are the positions at which a move ended: a save moves to the next one at most.
    """

    container: Container
    store: SqlStore
    stream: MemoryStream
    embedder: CountingEmbedder
    chance: random.Random
    genesis: TimelineId
    lives: dict[TimelineId, list[Entry]] = field(default_factory=dict)
    ends: dict[TimelineId, list[int]] = field(default_factory=dict)
    kept: dict[SaveId, OracleSave] = field(default_factory=dict)
    gone: list[TimelineId] = field(default_factory=list)
    moves: Counter[str] = field(default_factory=Counter)
    embedded_by_loads: int = 0
    told: int = 0

    async def plant(self) -> None:
        """Start the first timelines."""
        async with self.store.read() as reader:
            self.lives[self.genesis] = await entries_of(await reader.head(self.genesis))
            self.ends[self.genesis] = [0, len(self.lives[self.genesis])]
        for _ in range(2):
            started = await self.container.services.timelines.start(WORLD)
            self.lives[started.id] = list(self.lives[self.genesis])
            self.ends[started.id] = list(self.ends[self.genesis])

    async def step(self) -> None:
        """Make one move at random; what it appended is compared with what it should have."""
        names = ("observe", "say", "think", "save", "load", "tick", "delete", "forget", "free")
        (name,) = self.chance.choices(names, weights=(36, 12, 14, 12, 12, 4, 4, 3, 3))
        self.moves[name] += 1
        move = {
            "observe": self._observe, "say": self._say, "think": self._think,
            "save": self._save, "load": self._load, "tick": self._tick,
            "delete": self._delete, "forget": self._forget, "free": self._free,
        }[name]  # fmt: skip
        await move()

    def _played(self) -> TimelineId:
        return self.chance.choice([one for one in self.lives if one != self.genesis])

    async def _observe(self) -> None:
        timeline_id, who = self._played(), self.chance.sample(PEOPLE, 2)
        self.told += 1
        text = f"A crow takes apple {self.told} from the wall."
        moved = Movement(subject_id=who[0], place_id=self.chance.choice(PLACES))
        importance = self.chance.choice((None, 3, 9))
        await self.container.services.play.observe(
            Observe(
                timeline_id=timeline_id,
                movements=(moved,) if self.chance.random() < 0.3 else (),
                happenings=(GameEvent(text=text, witness_ids=tuple(who), importance=importance),),
            )
        )
        fresh = await self._grown(timeline_id)
        assert [entry[2] for entry in fresh if entry[3] == text] == who

    async def _say(self) -> None:
        timeline_id, who = self._played(), self.chance.choice(PEOPLE)
        self.told += 1
        text = f"Did you see crow number {self.told}?"
        say = SayToCharacter(timeline_id=timeline_id, character_id=who, speaker=ANN, text=text)
        async for _ in self.container.services.dialogue.say(say):
            pass
        fresh = await self._grown(timeline_id)
        kinds = [entry[1] for entry in fresh]
        assert (kinds.count("line"), kinds.count("turn")) == (1, 1)
        assert who in [entry[2] for entry in fresh if entry[3] == text]

    async def _think(self) -> None:
        """Do one job that is due, of whatever timeline."""
        job = await self.store.jobs.claim(SystemClock().now() + timedelta(hours=1), 60.0)
        if job is None:
            return
        await self.container.cognition.do(job)
        if job.timeline_id in self.lives:
            await self._grown(job.timeline_id)

    async def finish_all_work(self) -> None:
        """Do jobs until none is left, as workers would by and by."""
        later = SystemClock().now() + timedelta(days=1)
        while (job := await self.store.jobs.claim(later, 60.0)) is not None:
            await self.container.cognition.do(job)

    async def _tick(self) -> None:
        timeline_id = self._played()
        now = (await self.container.services.timelines.get(timeline_id)).game_time
        await self.container.services.play.advance_clock(
            timeline_id=timeline_id, game_time=now + timedelta(minutes=20)
        )
        await self._grown(timeline_id)

    async def _save(self) -> None:
        timeline_id = self._played()
        life = self.lives[timeline_id]
        seq = self.chance.choice((len(life), self.chance.randint(0, len(life))))
        saved = await self.container.services.timelines.save(
            timeline_id=timeline_id, name="a moment", seq=seq
        )
        end = next(one for one in self.ends[timeline_id] if one >= seq)
        assert seq <= saved.vantage.seq <= end
        print_ = await self.fingerprint(saved.vantage)
        seq = saved.vantage.seq
        ends = tuple(one for one in self.ends[timeline_id] if one < seq)
        self.kept[saved.id] = OracleSave(
            saved.id, saved.vantage, tuple(life[:seq]), print_, (*ends, seq)
        )

    async def _load(self) -> None:
        if not self.kept:
            return
        save = self.chance.choice([*self.kept.values()])
        leaving = self._played() if self.chance.random() < 0.3 else None
        before = self.embedder.embedded
        loaded = await self.container.services.timelines.load(save.id, leaving=leaving)
        self.embedded_by_loads += self.embedder.embedded - before
        self.lives[loaded.id] = list(save.entries)
        self.ends[loaded.id] = list(save.ends)
        assert loaded.forked_at == len(save.entries)
        if leaving is not None:
            fresh = await self._grown(leaving)
            assert [entry[1] for entry in fresh] == ["left"]

    async def _delete(self) -> None:
        if len(self.lives) < 4:
            return
        timeline_id = self._played()
        with_saves = self.chance.random() < 0.3
        await self.container.services.timelines.delete(timeline_id, saves=with_saves)
        del self.lives[timeline_id]
        self.gone.append(timeline_id)
        if with_saves:
            # a save is named after the timeline it was made on
            self.kept = {
                one: kept
                for one, kept in self.kept.items()
                if kept.vantage.timeline_id != timeline_id
            }

    async def _forget(self) -> None:
        if not self.kept:
            return
        save = self.chance.choice([*self.kept])
        await self.container.services.timelines.delete_save(save)
        del self.kept[save]

    async def _free(self) -> None:
        """Free a few rows of a timeline that is gone, in the middle of everything else."""
        if self.gone:
            await free(self.store, self.chance.choice(self.gone), 3)

    async def _grown(self, timeline_id: TimelineId) -> list[Entry]:
        """Let the oracle take in what was appended; nothing before it may have changed."""
        life = self.lives[timeline_id]
        async with self.store.read() as reader:
            view = await reader.head(timeline_id)
            fresh = await view.after(len(life), _ALL)
        assert [record.seq for record in fresh] == [
            *range(len(life) + 1, len(life) + len(fresh) + 1)
        ]
        assert {record.timeline_id for record in fresh} <= {timeline_id}
        entries = [entry_of(record) for record in fresh]
        life += entries
        self.ends[timeline_id].append(len(life))
        return entries

    async def fingerprint(self, vantage: Vantage) -> str:
        """Return everything a mind shows from a vantage: all states, and what comes to mind."""
        async with self.store.read() as reader:
            return await self.print_of(reader, await reader.at(vantage))

    async def print_of(self, reader: Reader, view: View) -> str:
        """Return what minds show in a view; names of timelines are left out of it."""
        shown: list[object] = [await view.game_time() if view.vantage.seq else ""]
        for who in PEOPLE:
            found = await self._recall(reader, view, who)
            shown.append(
                [
                    (one.memory.seq, one.memory.importance, one.memory.last_accessed_at)
                    for one in found
                ]
            )
        for kind in RecordKind:
            newest = await view.latest_by_subject(kind)
            shown.append(sorted((name, record.seq) for name, record in newest.items()))
        return repr(shown)

    async def recalled(self, reader: Reader, view: View, who: CharacterId) -> set[tuple[int, str]]:
        """Return seq and text of all that a character recalls in a view."""
        return {(one.memory.seq, one.memory.text) for one in await self._recall(reader, view, who)}

    async def _recall(
        self, reader: Reader, view: View, who: CharacterId
    ) -> tuple[Recollection, ...]:
        cue = self.stream.words("Which crow took which apple?")
        return await self.stream.recall(reader, view, WORLD, who, cue, _ALL, DEFAULT)


def entry_of(record: Record) -> Entry:
    """Return what the oracle keeps of a record."""
    return (record.seq, str(record.kind), record.subject_id, record.text, repr(record.body))


async def entries_of(view: View) -> list[Entry]:
    """Return all that a view sees, oldest first."""
    return [entry_of(record) for record in await view.after(0, _ALL)]


async def free(store: SqlStore, timeline_id: TimelineId, most: int = 500) -> bool:
    """Free rows of a deleted timeline; say whether nothing is left to free now."""
    return await store.write(lambda unit: unit.free(timeline_id, most))


@asynccontextmanager
async def timeline_tree(store: SqlStore, seed: int) -> AsyncGenerator[TimelineTree, None]:
    """Yield a grove with its first timelines."""
    settings = Settings(
        embedder=EmbedderSettings(name="hashing"),
        cognition=CognitionSettings(
            rated_from=1, workers=0, attention="dormant", reflection_threshold=30, lull_seconds=0.0
        ),
        model=ModelSettings(name="offline"),
    )
    embedder, clock = CountingEmbedder(), SystemClock()
    stream = MemoryStream(FaissIndex, embedder)
    async with AsyncExitStack() as stack:
        speaking = await build_model_stacks(settings, stack, ScriptedLanguageModel())
        container = ContainerBuilder(
            settings, clock, store, embedder, stream, speaking, LoreIndexCache(embedder, clock)
        ).build()
        await WorldFiles(store, clock).put(tree_world())
        async with store.read() as reader:
            genesis = (await reader.world(WORLD)).genesis_id
        chance = random.Random(seed)
        grown = TimelineTree(container, store, stream, embedder, chance, genesis)
        await grown.plant()
        yield grown
