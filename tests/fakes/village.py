"""A village to live in: an inn, a house with one bathroom, a shop with hours; on a real database.

Everything is built as a server is, but for the workers: thoughts are done one by one, so that a
day repeats itself. The model answers as a script says and, where that says nothing, as the offline
actor thinks.
"""

import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import TypeVar

from npcbench.little_game import LittleGame
from npcserver import bootstrap
from npcserver.adapters.llm.scripted import ScriptedLanguageModel
from npcserver.app.characters import Whisper
from npcserver.app.perceiving.happening import Happening, Observe
from npcserver.app.timelines import SaveMoment
from npcserver.bootstrap import Running
from npcserver.model.attention import Attention
from npcserver.model.character import Persona, Relation
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.pondering import Dawn
from npcserver.model.record import Body, Record, RecordKind
from npcserver.model.scene import Statements
from npcserver.model.timeline import Save
from npcserver.model.world import Hours, Place, World
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.language_model import LanguageModel, Request
from tests.fakes.inn import settings

B = TypeVar("B", bound=Body)

ADA, BEN, CORA = CharacterId("ada"), CharacterId("ben"), CharacterId("cora")
DOV, GUS = CharacterId("dov"), CharacterId("gus")
EVERYBODY = (ADA, BEN, CORA, DOV, GUS)
INN, KITCHEN, PARLOUR = PlaceId("inn"), PlaceId("inn-kitchen"), PlaceId("inn-parlour")
HOUSE, HALL, BATH = PlaceId("house"), PlaceId("house-hall"), PlaceId("house-bath")
SHOP, GREEN, MILL, CHAPEL = (PlaceId(name) for name in ("shop", "green", "mill", "chapel"))
START = datetime(2000, 1, 1, 6, tzinfo=UTC)

Stroke = tuple[str, str, PlaceId]
"""When it starts (`06:00`), what is done, and where."""
Answers = Callable[[Request], str | None]
Days = Mapping[CharacterId, Sequence[Stroke]]


def at(moment: str, day: int = 1) -> datetime:
    hour, minute = map(int, moment.split(":"))
    return START.replace(day=day, hour=hour, minute=minute)


def role(who: CharacterId, place_id: PlaceId = HALL, **more: object) -> Role:
    name = who.title()
    known = {
        "name": name,
        "lifestyle": f"{name} goes to bed around 10pm, awakes up around 6am.",
        "relations": tuple(
            Relation(to=one.title(), view="A good friend.", affinity=60)
            for one in EVERYBODY
            if one != who
        ),
    }
    return Role(id=who, persona=Persona(**{**known, **more}), place_id=place_id)  # type: ignore[arg-type]


def place(place_id: PlaceId, parent: PlaceId | None = None, **more: object) -> Place:
    name = place_id.rpartition("-")[2].title()
    made = Place(id=place_id, world_id=WorldId("brook"), name=name, parent_id=parent)
    return replace(made, **more)  # type: ignore[arg-type]


PLACES = (
    place(INN),
    place(KITCHEN, INN, objects=("stove", "sink")),
    place(PARLOUR, INN, objects=("table",)),
    place(HOUSE),
    place(HALL, HOUSE, objects=("bench",)),
    place(BATH, HOUSE, objects=("tub",), capacity=1),
    place(SHOP, objects=("counter",), hours=Hours(opens=time(9), closes=time(17))),
    place(GREEN, objects=("fountain",)),
    place(MILL, objects=("wheel",)),
    place(CHAPEL, objects=("bell",)),
)


def village(*roles: Role, places: Sequence[Place] = PLACES, **world: object) -> WorldFile:
    made = World(id=WorldId("brook"), name="Brook", start_time=START)
    return WorldFile(
        world=replace(made, **world),  # type: ignore[arg-type]
        places=tuple(places),
        characters=roles or tuple(role(who) for who in EVERYBODY),
    )


PESTS = tuple(Relation(to=who.title(), view="A pest.", affinity=-60) for who in EVERYBODY)
COLD = tuple(role(who, relations=PESTS) for who in EVERYBODY)
"""Five who have nothing to say to each other."""


def planned(strokes: Sequence[Stroke], sleep: str = "22:00") -> str:
    """Return a day as a model writes it."""
    ends = [*(start for start, _, _ in strokes[1:]), sleep]
    blocks = [
        {
            "start": start,
            "minutes": int((at(end) - at(start)).total_seconds() // 60),
            "activity": activity,
            "place": place_id,
            "emoji": "",
        }
        for (start, activity, place_id), end in zip(strokes, ends, strict=True)
    ]
    outline = [activity for _, activity, _ in strokes]
    return json.dumps(
        {
            "currently": "Somebody who lives in Brook.",
            "wake_up": strokes[0][0],
            "sleep": sleep,
            "outline": outline,
            "blocks": blocks,
        }
    )


@dataclass(slots=True)
class Story:
    """A script: days as they are given, `weighty` words rated high; the rest is left to others."""

    days: Days = field(default_factory=dict)
    weighty: Sequence[str] = ()

    def __call__(self, request: Request) -> str | None:
        match request.material:
            case Dawn(situation=situation, whispers=()) if situation.character.id in self.days:
                return planned(self.days[situation.character.id])
            case Statements(texts=texts) if self.weighty:
                heavy = [any(word in text for word in self.weighty) for text in texts]
                return json.dumps({"ratings": [9 if one else 3 for one in heavy]})
            case _:
                return None


class Village:
    """A timeline of the village, and the server it runs on."""

    def __init__(self, here: Running, timeline_id: TimelineId) -> None:
        self.here = here
        self.services = here.services
        self.timeline_id = timeline_id
        self.game = LittleGame(here, timeline_id, ())

    async def live(self, until: datetime, minutes: int = 15) -> None:
        """Let the clock tick up to a moment, and everybody think after each tick."""
        now = (await self.services.timelines.get(self.timeline_id)).game_time
        while now < until:
            now = min(until, now + timedelta(minutes=minutes))
            await self.game.tick(now)
            await self.game.settle()

    async def attend(self, tier: Attention, *characters: CharacterId) -> None:
        """Set tiers; those in the foreground are shown by the game."""
        shown = characters if tier is Attention.FOREGROUND else ()
        self.game = LittleGame(self.here, self.timeline_id, shown)
        await self.game.begin(characters, tier)

    async def observe(self, *texts: str, who: CharacterId, importance: int | None = None) -> None:
        happenings = [
            Happening(text=text, witness_ids=(who,), importance=importance) for text in texts
        ]
        await self.services.play.observe(
            Observe(timeline_id=self.timeline_id, happenings=tuple(happenings))
        )

    async def whisper(self, text: str, *, who: CharacterId) -> None:
        await self.services.characters.whisper(
            Whisper(timeline_id=self.timeline_id, character_id=who, text=text)
        )

    async def save(self) -> Save:
        return await self.services.timelines.save(SaveMoment(timeline_id=self.timeline_id, name=""))

    async def records(self, *kinds: RecordKind, after: int = 0) -> list[Record]:
        """Return what this timeline sees, oldest first."""
        found: list[Record] = []
        async with self.here.store.read() as reader:
            view = await reader.head(self.timeline_id)
            while records := await view.after(found[-1].seq if found else after, 1000, kinds):
                found += records
        return found

    async def of(self, kind: RecordKind, who: str) -> list[Record]:
        return [one for one in await self.records(kind) if one.subject_id == who]

    async def latest(self, kind: RecordKind, who: str, body: type[B]) -> B:
        found = (await self.of(kind, who))[-1].body
        assert isinstance(found, body)
        return found

    async def head(self) -> int:
        return (await self.services.timelines.get(self.timeline_id)).head


@asynccontextmanager
async def lived_in(
    url: str,
    data: Path,
    model: LanguageModel | Answers = Story(),  # noqa: B008 - it never changes
    file: WorldFile | None = None,
    *,
    serve: bool = False,
    **cognition: object,
) -> AsyncGenerator[Village, None]:
    """Open the village; without workers, unless `cognition` has some."""
    mind = ScriptedLanguageModel(model) if callable(model) else model
    file = file or village()
    chosen = settings(
        url, data, cognition={"workers": 0, **cognition}, server={"port": 0, "grace_seconds": 0}
    )
    async with bootstrap.running(chosen, serve=serve, model=mind) as here:
        await here.importing.put(file)
        timeline = await here.services.timelines.start(file.world.id)
        yield Village(here, timeline.id)
