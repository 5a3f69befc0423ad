"""A small world to play store tests in: the Lantern inn, Mira behind its bar, and genesis."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from npcserver.model.character import Character, Persona
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, TurnId, WorldId
from npcserver.model.job import JobDraft
from npcserver.model.marks import Left
from npcserver.model.record import (
    ClockMoved,
    Draft,
    Moved,
    Rated,
    RecordKind,
    Remembered,
    Source,
    TurnTaken,
)
from npcserver.model.timeline import Save, Timeline, Vantage
from npcserver.model.turn import Line, Outcome, Receipt, Rung, Timings, TurnFinished, Usage
from npcserver.model.world import Place, World
from npcserver.ports.storage import Append, Appended, RequestKey, Store, UnitOfWork

START = datetime(2000, 1, 1, 8, 0, tzinfo=UTC)
WORLD = WorldId("lantern")
GENESIS = TimelineId("tl_genesis")
INN = PlaceId("inn")
MIRA = CharacterId("mira")
HOUR = timedelta(hours=1)


def world(world_id: WorldId = WORLD, genesis_id: TimelineId = GENESIS) -> World:
    return World(
        id=world_id,
        name="The Lantern",
        start_time=START,
        genesis_id=genesis_id,
        created_at=START,
        updated_at=START,
    )


def place(place_id: PlaceId = INN, parent_id: PlaceId | None = None) -> Place:
    return Place(id=place_id, world_id=WORLD, name=place_id.title(), parent_id=parent_id)


def character(
    character_id: CharacterId = MIRA, place_id: PlaceId | None = INN, traits: str = "patient"
) -> Character:
    return Character(
        id=character_id,
        world_id=WORLD,
        persona=Persona(name=character_id.title(), traits=traits),
        place_id=place_id,
        created_at=START,
        updated_at=START,
    )


def genesis(timeline_id: TimelineId = GENESIS, world_id: WorldId = WORLD) -> Timeline:
    return Timeline(id=timeline_id, world_id=world_id, game_time=START, created_at=START)


def fork(timeline_id: str, vantage: Vantage, game_time: datetime = START) -> Timeline:
    return Timeline(
        id=TimelineId(timeline_id),
        world_id=WORLD,
        parent_id=vantage.timeline_id,
        forked_at=vantage.seq,
        head=vantage.seq,
        game_time=game_time,
        created_at=START,
    )


def save(save_id: str, vantage: Vantage) -> Save:
    return Save(
        id=SaveId(save_id),
        world_id=WORLD,
        vantage=vantage,
        name="before the storm",
        game_time=START,
        created_at=START,
    )


async def set_up(store: Store) -> None:
    """Write the world, its inn, Mira and genesis."""

    async def work(unit: UnitOfWork) -> None:
        await unit.add_world(world())
        await unit.add_timeline(genesis())
        await unit.add_place(place())
        await unit.add_character(character())

    await store.write(work)


def seen(
    text: str,
    subject_id: str = MIRA,
    *,
    at: datetime | None = None,
    importance: int | None = None,
) -> Draft:
    return Draft(
        kind=RecordKind.OBSERVATION,
        body=Remembered(source=Source.WITNESSED, place_id=INN),
        subject_id=subject_id,
        text=text,
        game_time=at,
        importance=importance,
    )


def rated(*ratings: tuple[int, int], subject_id: str = MIRA) -> Draft:
    return Draft(kind=RecordKind.RATING, body=Rated(ratings=ratings), subject_id=subject_id)


def moved(subject_id: str, place_id: PlaceId | None) -> Draft:
    return Draft(kind=RecordKind.PRESENCE, body=Moved(place_id=place_id), subject_id=subject_id)


def clock(time: datetime) -> Draft:
    return Draft(kind=RecordKind.CLOCK, body=ClockMoved(), game_time=time)


def left(save_id: str, to: str) -> Draft:
    return Draft(kind=RecordKind.LEFT, body=Left(save_id=SaveId(save_id), to_id=TimelineId(to)))


def turn(turn_id: str, subject_id: str = MIRA) -> Draft:
    receipt = Receipt(
        vantage_seq=0,
        persona_version=1,
        profile="default",
        recalled=(),
        template="reply",
        template_digest="0",
        model="scripted:echo",
        rung=Rung.PRIMARY,
        seed=0,
        usage=Usage(),
        timings=Timings(),
        raw_answer="{}",
    )
    own = TurnId(turn_id)
    finished = TurnFinished(
        turn_id=own, outcome=Outcome.COMPLETED, rung=Rung.PRIMARY, usage=Usage()
    )
    body = TurnTaken(
        turn_id=own,
        speaker_id="player",
        speaker_name="Ada",
        heard="Good evening.",
        events=(Line(text="Sit down."), finished),
        receipt=receipt,
    )
    return Draft(kind=RecordKind.TURN, body=body, subject_id=subject_id)


def key(request_id: str, digest: str = "d", scope: str = GENESIS) -> RequestKey:
    return RequestKey(scope, request_id, digest)


async def put(
    store: Store,
    *drafts: Draft,
    to: str = GENESIS,
    jobs: Sequence[JobDraft] = (),
    request: RequestKey | None = None,
) -> Appended:
    """Append drafts to a timeline."""
    return await store.append(
        Append(timeline_id=TimelineId(to), drafts=drafts, jobs=tuple(jobs), key=request)
    )


async def start(store: Store, timeline_id: str, vantage: Vantage) -> TimelineId:
    """Fork a timeline."""

    async def work(unit: UnitOfWork) -> None:
        await unit.add_timeline(fork(timeline_id, vantage))

    await store.write(work)
    return TimelineId(timeline_id)
