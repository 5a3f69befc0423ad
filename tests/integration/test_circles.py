"""Circles on real databases: the whole server, all who speak in it, and the session replayed."""

from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from npcmodels.offline import OfflineActor
from npcserver import bootstrap
from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel
from npcserver.app.conversation.circle_conversation import CircleEvent
from npcserver.app.conversation.circle_utterance import SayInCircle
from npcserver.config import Settings
from npcserver.model.character import Person, Persona, SeedMemory
from npcserver.model.errors import InvalidInput, Reason
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.record import Record, RecordKind
from npcserver.model.secret import Secret
from npcserver.model.timeline import Vantage
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.storage import RequestKey
from npctools.bootstrap import replays
from npctools.replay.recorded import RecordedModel, RefusingModel
from npctools.replay.session_replay import ReplayResult
from npctools.session import RecordedSession
from tests.fakes.circle_app import heard_event, quiet_event, spoken_lines, turn_takers

ANN, BOB = Person(id="p-ann", name="Ann"), Person(id="p-bob", name="Bob")
NAMES = ("Tom", "Mira", "Hagen")
PEOPLE = tuple(Person(id=one.lower(), name=one, is_player=False) for one in NAMES)
INN = PlaceId("inn")
WORLD = WorldId("ring")
FILE = WorldFile(
    world=World(id=WORLD, name="The Ring"),
    places=(Place(id=INN, world_id=WORLD, name="The Inn"),),
    characters=tuple(
        Role(
            id=CharacterId(name.lower()),
            persona=Persona(name=name, background=f"{name} has lived here for years."),
            place_id=INN,
            memories=(
                SeedMemory(text=f"{name} saw the grey ship sail at dawn.", importance=6),
                SeedMemory(
                    text=f"{name} hid the crown in the cellar.",
                    importance=9,
                    secret=Secret(key=f"crown-{name}", to=(ANN.id,)),
                ),
            ),
        )
        for name in NAMES
    ),
)


class CircleServer:
    """A running server with a circle in it."""

    def __init__(self, here: bootstrap.RunningServer, timeline_id: TimelineId) -> None:
        self.here = here
        self.timeline_id = timeline_id
        self.circle_id = ""

    async def open(self, *members: Person) -> None:
        circles = self.here.services.circles
        stands = await circles.open(timeline_id=self.timeline_id, members=members)
        self.circle_id = stands.circle.id

    async def say(self, text: str = "", who: Person = ANN, **more: object) -> list[CircleEvent]:
        said = SayInCircle(
            timeline_id=self.timeline_id,
            circle_id=self.circle_id,
            speaker_id=who.id if text else "",
            text=text,
            **more,  # type: ignore[arg-type]
        )
        async with aclosing(self.here.services.circles.say(said)) as events:
            return [event async for event in events]

    async def records(self) -> list[Record]:
        async with self.here.store.read() as reader:
            head = (await reader.timeline(self.timeline_id)).head
            view = await reader.at(Vantage(self.timeline_id, head))
            return list(await view.after(0, 10_000))


@asynccontextmanager
async def serve_circle(
    url: str, folder: Path
) -> AsyncGenerator[tuple[CircleServer, Settings], None]:
    settings = Settings.model_validate(
        {
            "data": folder,
            "database": {"url": url},
            "embedder": {"name": "hashing"},
            "cognition": {"workers": 0, "lull_seconds": 0},
        }
    )
    async with bootstrap.running(settings, serve=False, model=OfflineActor()) as here:
        await here.importing.put(FILE)
        timeline = await here.services.timelines.start(FILE.world.id)
        yield CircleServer(here, timeline.id), settings


async def played(here: CircleServer) -> None:
    """Let the three talk with Ann and Bob, aloud and in whispers, and one leave."""
    await here.open(ANN, BOB, *PEOPLE)
    await here.say("Tom, did you see the grey ship? What did you hide in the cellar?")
    await here.say("Mira, what do you know of the crown?", to_ids=("mira",), is_whisper=True)
    await here.say("Who of you saw the grey ship?", BOB, most_turns=5)
    await here.say(most_turns=2)
    await here.here.services.circles.leave(
        timeline_id=here.timeline_id, circle_id=here.circle_id, member_id="hagen"
    )
    await here.say("Tom, I promise to bring you the red rope tomorrow. Was it cold at dawn?")


async def replay(session: RecordedSession, settings: Settings) -> tuple[ReplayResult, int]:
    meter = Meter()
    model = RecordedModel(MeteredLanguageModel(RefusingModel(), meter))
    replaying = await replays.build_replay(settings, session, model)
    return await replaying.replay(), sum(one.calls for one in meter.snapshot())


async def test_a_talk_in_a_circle_is_replayed_turn_by_turn(database: str, tmp_path: Path) -> None:
    """Every turn has its scene again, and leaves the same in the same minds, with no model."""
    async with serve_circle(database, tmp_path) as (here, settings):
        await played(here)
        session = await replays.record(settings, here.here.store, here.timeline_id)
        turns = [one for one in session.records if one.kind is RecordKind.TURN]
        replayed, calls = await replay(session, settings)

    assert len(turns) >= 5
    assert (replayed.turns, calls, replayed.differences) == (len(turns), 0, ())


async def test_a_repeat_is_one_talk(database: str, tmp_path: Path) -> None:
    """Under the same request id nothing is said twice; another body under it is refused."""
    async with serve_circle(database, tmp_path) as (here, _):
        await here.open(ANN, *PEOPLE)
        key = RequestKey(here.timeline_id, "r-1", "d")
        first = await here.say("Tom, did you see the grey ship?", key=key)
        head = await here.records()
        again = await here.say("Tom, did you see the grey ship?", key=key)
        after = await here.records()
        other = RequestKey(here.timeline_id, "r-1", "other")
        with pytest.raises(InvalidInput) as refused:
            await here.say("Tom, hello?", key=other)

    spoken = RecordKind.UTTERANCE, RecordKind.LINE, RecordKind.TURN
    assert spoken_lines(first)
    assert (heard_event(again), turn_takers(again), spoken_lines(again)) == (
        heard_event(first),
        turn_takers(first),
        spoken_lines(first),
    )
    assert quiet_event(again) == quiet_event(first)
    assert [one.seq for one in after if one.kind in spoken] == [
        one.seq for one in head if one.kind in spoken
    ]
    assert refused.value.reason is Reason.REQUEST_ID_REUSED


async def test_a_secret_is_kept_before_a_circle_and_told_in_a_whisper(
    database: str, tmp_path: Path
) -> None:
    """The same question by the same player brings it out, or not, by who would hear it."""
    async with serve_circle(database, tmp_path) as (here, _):
        await here.open(ANN, BOB, *PEOPLE)
        aloud = await here.say("Tom, what did you hide in the cellar?", most_turns=1)
        whispered = await here.say(
            "Tom, what did you hide in the cellar?", to_ids=("tom",), is_whisper=True
        )

    assert "crown" not in " ".join(text for _, text in spoken_lines(aloud))
    assert "crown" in " ".join(text for _, text in spoken_lines(whispered))
