"""Lets facts go from mouth to mouth, and checks that the way of each can be shown.

Run with `python -m tests.benchmarks.rumours --json`. Some facts are witnessed, some told by a
player. They spread by words that the game lets characters say, and by talk that the offline actor
thinks of. Then it is asked for every fact who knows: each path has to lead back to a witness of
the fact or to the player who told it, all who were told have to be found, and who is found has
to hold a memory that tells of it.
"""

import asyncio
import json
import math
import random
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from npcbench.little_game import LittleGame
from npcmodels.offline import OfflineActor
from npcserver import bootstrap
from npcserver.app.conversation.conversation_state import beginning
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.ledger.provenance import Hop, Knower
from npcserver.app.perception.observations import GameEvent, Observe
from npcserver.bootstrap import RunningServer
from npcserver.config import CognitionSettings, EmbedderSettings, ModelSettings, Settings
from npcserver.mind.provenance import retells
from npcserver.model.character import Person, Persona
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import RecordKind, Source
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.storage import Append
from tests.benchmarks.hearsay import FACTS, NAMES
from tests.benchmarks.options import read_options

PLAYER = Person(id="p1", name="Robin")
_CAPACITY = 4  # people at one place


@dataclass(slots=True)
class Found:
    """What came of it; `lost`, `vague` and `broken` name a fact and a character."""

    characters: int
    facts: int
    tellings: int = 0
    talks: int = 0
    lines: int = 0
    knowers: int = 0
    complete: int = 0
    hops: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    told: int = 0
    found: int = 0
    lost: list[str] = field(default_factory=list)
    vague: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """Return the counts and the two shares."""
        return {
            "characters": self.characters,
            "facts": self.facts,
            "tellings": self.tellings,
            "talks": self.talks,
            "lines_in_talks": self.lines,
            "knowers": self.knowers,
            "longest_path": max(self.hops, default=0),
            "hops_p95": p95(self.hops),
            "who_knows_cpu_ms_p95": round(p95(self.milliseconds), 1),
            "share_complete": self.complete / self.knowers if self.knowers else 0.0,
            "share_of_the_told_found": self.found / self.told if self.told else 0.0,
            "share_with_words_of_it": 1 - len(self.vague) / self.knowers if self.knowers else 0.0,
            "lost": self.lost,
            "vague": self.vague,
            "broken": self.broken,
        }


def p95(figures: Sequence[float]) -> float:
    """Return what 95 % of the figures are at most; 0 for none."""
    return sorted(figures)[math.ceil(0.95 * len(figures)) - 1] if figures else 0


class Gossip:
    """A town in which facts spread, and a note of who certainly was told what."""

    def __init__(
        self, here: RunningServer, timeline_id: TimelineId, people: Sequence[Person]
    ) -> None:
        self._here = here
        self._timeline_id = timeline_id
        self._game = LittleGame(here, timeline_id, ())
        self._people = people
        self.told: dict[str, set[str]] = {}
        self.origins: dict[str, str] = {}

    async def begin(self, fact: str, first: Person, *, is_witnessed: bool) -> None:
        """Let a character see something happen, or hear of it from a player."""
        if is_witnessed:
            seen = GameEvent(text=fact, witness_ids=(CharacterId(first.id),), importance=9)
            happened = Observe(timeline_id=self._timeline_id, happenings=(seen,))
            stored = await self._here.services.play.observe(happened)
            self.origins[fact] = f"{self._timeline_id}.{stored.first}"
        else:
            await self._say(PLAYER, first, fact)
            self.origins[fact] = await self._heard(first)
        self.told[fact] = {first.id}
        await self._game.settle()

    async def tell(self, telling: str, fact: str, chance: random.Random) -> None:
        """Let the game make a character who knows tell another, in some words."""
        teller = chance.choice([one for one in self._people if one.id in self.told[fact]])
        listener = chance.choice([one for one in self._people if one.id != teller.id])
        await self._say(teller, listener, telling)
        self.told[fact].add(listener.id)

    async def talk(self, one: Person, other: Person, about: str) -> None:
        """Let two talk as they please."""
        await self._game.settle()
        job = JobDraft(JobKind.CONVERSE, self._timeline_id, one.id)
        drafts = beginning(one, other, about)
        await self._here.store.append(
            Append(timeline_id=self._timeline_id, drafts=drafts, jobs=(job,))
        )
        await self._game.settle()

    async def who_knows(self, fact: str, *, by_text: bool) -> tuple[Knower, ...]:
        """Ask by the memory it began with, or by its words."""
        return await self._here.services.knowing.who_knows(
            timeline_id=self._timeline_id,
            memory_id="" if by_text else self.origins[fact],
            text=fact if by_text else "",
        )

    async def lines(self) -> int:
        """Return how many lines were said in talks."""
        async with self._here.store.read() as reader:
            view = await reader.head(self._timeline_id)
            ends = await view.after(0, 100_000, (RecordKind.CONVERSATION,))
        bodies = [one.body for one in ends]
        return (
            sum(getattr(one, "lines", 0) for one in bodies if getattr(one, "is_over", False)) // 2
        )

    async def _say(self, speaker: Person, listener: Person, text: str) -> None:
        say = SayToCharacter(
            timeline_id=self._timeline_id,
            character_id=CharacterId(listener.id),
            speaker=speaker,
            text=text,
        )
        async with aclosing(self._here.services.dialogue.say(say)) as events:
            async for _ in events:
                pass

    async def _heard(self, who: Person) -> str:
        async with self._here.store.read() as reader:
            view = await reader.head(self._timeline_id)
            (last,) = await view.tail(who.id, (RecordKind.UTTERANCE,), 1)
        return f"{last.timeline_id}.{last.seq}"


def is_complete(hops: Sequence[Hop], fact: str) -> bool:
    """Say whether a path leads back to a witness of a fact, or to a player who told it."""
    return any(
        not hop.from_ids
        and retells(hop.memory.text, fact)
        and (hop.memory.source is Source.WITNESSED or hop.told_by_id == PLAYER.id)
        for hop in hops
    )


async def run(
    *, characters: int = 20, facts: int = len(FACTS), rounds: int = 12, seed: int = 1
) -> Found:
    """Let facts spread for some rounds, in each of which each is told once and two talk of it."""
    chance = random.Random(seed)
    people = [Person(id=name.lower(), name=name, is_player=False) for name in NAMES[:characters]]
    found = Found(characters=len(people), facts=facts)
    async with _town(people) as (here, timeline_id):
        gossip = Gossip(here, timeline_id, people)
        chosen = FACTS[:facts]
        for number, (fact, *_) in enumerate(chosen):
            await gossip.begin(fact, chance.choice(people), is_witnessed=number % 2 == 0)
        for _ in range(rounds):
            for fact, *tellings in chosen:
                await gossip.tell(chance.choice(tellings), fact, chance)
                found.tellings += 1
            one = chance.choice(people)
            first = people.index(one) // _CAPACITY * _CAPACITY
            near = [two for two in people[first : first + _CAPACITY] if two.id != one.id]
            await gossip.talk(one, chance.choice(near), chance.choice(chosen)[0])
            found.talks += 1
        found.lines = await gossip.lines()
        for fact, *tellings in chosen:
            await _judge(gossip, fact, tellings, found)
    return found


async def _judge(gossip: Gossip, fact: str, tellings: Sequence[str], found: Found) -> None:
    for by_text in (False, True):
        since = time.process_time()  # what others do on the machine is not its cost
        knowers = await gossip.who_knows(fact, by_text=by_text)
        found.milliseconds.append((time.process_time() - since) * 1_000)
        for knower in knowers:
            found.knowers += 1
            found.hops.append(len(knower.hops))
            if is_complete(knower.hops, fact):
                found.complete += 1
            else:
                found.broken.append(f"{fact} {knower.name}: {knower.memories[0].text}")
            held = [memory.text for memory in knower.memories]
            if not any(retells(text, one) for text in held for one in (fact, *tellings)):
                found.vague.append(f"{fact} {knower.name}: {held}")
        if not by_text:
            listed = {knower.character_id for knower in knowers}
            found.told += len(gossip.told[fact])
            found.found += len(gossip.told[fact] & listed)
            found.lost += [f"{fact} {who}" for who in sorted(gossip.told[fact] - listed)]


@asynccontextmanager
async def _town(people: Sequence[Person]) -> AsyncGenerator[tuple[RunningServer, TimelineId], None]:
    """Open a town where people live four to a place."""
    world = World(id=WorldId("town"), name="Town")
    homes = [f"room-{number}" for number in range((len(people) - 1) // _CAPACITY + 1)]
    file = WorldFile(
        world=world,
        places=tuple(
            Place(id=PlaceId(home), world_id=world.id, name=home.title()) for home in homes
        ),
        characters=tuple(
            Role(
                id=CharacterId(one.id),
                persona=Persona(name=one.name),
                place_id=PlaceId(homes[number // _CAPACITY]),
            )
            for number, one in enumerate(people)
        ),
    )
    with tempfile.TemporaryDirectory() as folder, structlog.testing.capture_logs():
        settings = Settings(
            data=Path(folder),
            embedder=EmbedderSettings(name="hashing"),
            cognition=CognitionSettings(rated_from=1, workers=0),
            model=ModelSettings(name="offline"),
        )
        async with bootstrap.running(settings, serve=False, model=OfflineActor()) as here:
            await here.importing.put(file)
            timeline = await here.services.timelines.start(world.id)
            yield here, timeline.id


def main() -> None:
    """Print the counts."""
    given = read_options(__doc__, characters=20, rounds=12, seed=1)
    found = asyncio.run(run(characters=given.characters, rounds=given.rounds, seed=given.seed))
    print(json.dumps(found.as_json(), ensure_ascii=False, indent=None if given.json else 2))


if __name__ == "__main__":
    main()
