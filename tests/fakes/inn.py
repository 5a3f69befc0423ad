"""One inn, one innkeeper, one player: every room together on a real database."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from npcserver import bootstrap
from npcserver.adapters.llm.scripted import ScriptedLanguageModel
from npcserver.app.conversation.turn_context import SayToCharacter
from npcserver.app.memories import ListMemories
from npcserver.app.paging import Page
from npcserver.app.perceiving.happening import Happening, Observe
from npcserver.config import Settings
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import FallbackLine, Persona, SeedMemory
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.memory import Memory
from npcserver.model.person import Person
from npcserver.model.turn import (
    TurnEvent,
)
from npcserver.model.world import World
from npcserver.model.worldfile import Role, WorldFile

ANN = Person(id="ann", name="Ann")
MIRA = CharacterId("mira")
FILE = WorldFile(
    world=World(id=WorldId("inn"), name="The Inn"),
    characters=(
        Role(
            id=MIRA,
            persona=Persona(
                name="Mira", fallback_lines=(FallbackLine(text="Hm? I lost the thread."),)
            ),
            memories=(SeedMemory(text="You keep the only key to the cellar.", importance=7),),
        ),
    ),
)
GIVE = Affordance(
    name="give",
    description="Hand something over.",
    parameters=(Parameter(name="item", type=ParameterType.ENTITY),),
)
LAMP = Entity(id="lamp-1", name="lamp", kind="item")


def answer(say: str, *, intents: object = (), importance: int = 6) -> str:
    emotion = {"label": "joy", "valence": 0.8, "arousal": 0.5}
    return json.dumps(
        {"say": say, "emotion": emotion, "intents": intents, "importance": importance}
    )


class Inn:
    """One inn, one innkeeper, one player, and the server that thinks for them."""

    def __init__(self, here: bootstrap.Running, timeline_id: TimelineId) -> None:
        self.here = here
        self.services = here.services
        self.timeline_id = timeline_id

    def say(self, words: str, **more: object) -> AsyncGenerator[TurnEvent, None]:
        told = SayToCharacter(
            timeline_id=self.timeline_id, character_id=MIRA, speaker=ANN, text=words
        )
        return self.services.dialogue.say(replace(told, **more))  # type: ignore[arg-type]

    async def turn(self, words: str, **more: object) -> list[TurnEvent]:
        async with aclosing(self.say(words, **more)) as events:
            return [event async for event in events]

    async def memories(self, timeline_id: TimelineId | None = None) -> list[Memory]:
        page = await self.services.memories.list(
            ListMemories(
                timeline_id=timeline_id or self.timeline_id, character_id=MIRA, page=Page(500)
            )
        )
        return list(reversed(page.items))

    async def texts(self, timeline_id: TimelineId | None = None) -> list[str]:
        return [memory.text for memory in await self.memories(timeline_id)]

    async def observe(self, *texts: str) -> None:
        happenings = tuple(Happening(text=each, witness_ids=(MIRA,)) for each in texts)
        await self.services.play.observe(
            Observe(timeline_id=self.timeline_id, happenings=happenings)
        )


def settings(url: str, data: Path, **more: object) -> Settings:
    """Return settings of a server whose memories are rated at once, unless `cognition` differs."""
    cognition = more.pop("cognition", {})
    if isinstance(cognition, dict):
        cognition = {"rated_from": 1, **cognition}
    return Settings.model_validate(
        {
            "data": data,
            "database": {"url": url},
            "embedder": {"name": "hashing"},
            "server": {"port": 0},
            "dialogue": {"first_word_seconds": 0.3, "total_seconds": 1.0},
            "cognition": cognition,
            **more,
        }
    )


@asynccontextmanager
async def opened(
    url: str, data: Path, model: ScriptedLanguageModel, **more: object
) -> AsyncGenerator[Inn, None]:
    async with bootstrap.running(settings(url, data, **more), serve=False, model=model) as here:
        await here.importing.put(FILE)
        timeline = await here.services.timelines.start(FILE.world.id)
        yield Inn(here, timeline.id)


async def eventually(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(120):
        while not await holds():  # noqa: ASYNC110 - what it waits for is in the database
            await asyncio.sleep(0.05)
