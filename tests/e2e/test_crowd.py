"""Extras spoken to in the middle of the day: what they remember and say agrees with the log."""

import os
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from npcbench.crowd_town import public_places, town_files
from npcmodels.scripted import ScriptedThinker
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.pagination import Page
from npcserver.app.perception.observations import FlagChange, Movement, Observe
from npcserver.model.character import Attention, Person
from npcserver.model.crowd import WET_WEATHER
from npcserver.model.day import Block, DayPlan
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.inputs import PlanInput, ReplyInput
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.model.worldfile import WorldFile
from tests.conftest import on_either_database
from tests.fakes.running_server import VillageServer, open_village_server

SPOKEN_TO, OTHERS = (200, 40) if os.environ.get("NPCSERVER_TEST_CROWD") else (20, 10)
AWAKE = 12
PEOPLE = AWAKE + SPOKEN_TO + OTHERS
VISITOR = Person(id="visitor", name="Vera")
NOON = datetime(2000, 1, 1, 12, 20, tzinfo=UTC)

Sight = tuple[PlaceId | None, str]
"""Where one is, and what it does."""


def town() -> WorldFile:
    (file,) = town_files(PEOPLE, begins=time(6, 30))
    return file


@dataclass(slots=True)
class Town:
    """A town that is watched: `frames` are what the game was shown of everybody, by time."""

    app: VillageServer
    frames: dict[datetime, dict[str, Sight]] = field(default_factory=dict)

    @property
    def extras(self) -> list[CharacterId]:
        return [CharacterId(f"p{number}") for number in range(AWAKE, PEOPLE)]

    async def begin(self) -> None:
        await self.app.attend(
            Attention.BACKGROUND, *(CharacterId(f"p{one}") for one in range(AWAKE))
        )
        await self.app.attend(Attention.CROWD, *self.extras)

    async def look(self) -> dict[str, Sight]:
        """Return what a game is shown that lists the cast."""
        shown: dict[str, Sight] = {}
        page = Page(size=500)
        found = await self.app.services.characters.cast(
            world_id=town().world.id, page=page, timeline_id=self.app.timeline_id
        )
        for one in found.items:
            shown[one.character.id] = one.current_place_id, one.step.activity if one.step else ""
        return shown

    async def live(self, until: datetime, minutes: int = 15) -> None:
        now = (await self.app.services.timelines.get(self.app.timeline_id)).game_time
        while now < until:
            now += timedelta(minutes=minutes)
            await self.app.live(now, minutes=minutes)
            self.frames[now] = await self.look()

    async def observe(self, **what: object) -> None:
        await self.app.services.play.observe(
            Observe(timeline_id=self.app.timeline_id, **what)  # type: ignore[arg-type]
        )

    async def say(self, who: str, text: str = "What have you done today?") -> None:
        said = SayToCharacter(
            timeline_id=self.app.timeline_id,
            character_id=CharacterId(who),
            speaker=VISITOR,
            text=text,
        )
        async for _ in self.app.services.dialogue.say(said):
            pass


def rounds(question: PlanInput) -> DayPlan:
    """Let a whole mind go from one open place to the next, so that it sees others."""
    squares, who = public_places(PEOPLE), int(question.situation.character.id[1:])
    wakes = datetime.combine(question.day, time(7), tzinfo=UTC)
    blocks = tuple(
        Block(
            starts_at=wakes + timedelta(minutes=20 * at),
            minutes=20,
            activity=f"looking around {at}",
            place_id=squares[(who + at) % len(squares)],
        )
        for at in range(3 * 15)
    )
    return DayPlan(day=question.day, wakes_at=wakes, sleeps_at=blocks[-1].ends_at, blocks=blocks)


def recite(question: object) -> object:
    """Say every memory that comes to mind, with its time."""
    if isinstance(question, PlanInput):
        return rounds(question)
    if not isinstance(question, ReplyInput):
        return None
    told = (f"{one.memory.created_at:%H:%M} {one.memory.text}" for one in question.recollections)
    return " / ".join(told) or "Nothing."


def own_past(records: list[Record], who: str) -> list[tuple[datetime, Sight]]:
    """Return what one remembers of its own doings, oldest first."""
    return sorted(
        (one.game_time, (one.body.place_id, one.text))
        for one in records
        if one.subject_id == who
        and isinstance(one.body, Remembered)
        and one.body.source is Source.OWN
        and "greets" not in one.text
    )


def remembered_at(past: list[tuple[datetime, Sight]], moment: datetime) -> list[Sight]:
    """Return where one remembers to have been; in the minute of a change also where before."""
    since = max((began for began, _ in past if began < moment), default=None)
    return [sight for began, sight in past if began in (since, moment)]


def contradictions(
    records: list[Record], frames: Mapping[datetime, Mapping[str, Sight]], who: str, until: datetime
) -> Iterator[str]:
    """Yield where one's memories say otherwise than what others, or the game, saw of it."""
    past = own_past(records, who)
    for one in records:
        is_sight = (
            one.kind is RecordKind.OBSERVATION
            and isinstance(one.body, Remembered)
            and one.body.about == (who,)
            and one.subject_id != who
            and one.game_time < until
        )
        if is_sight and isinstance(one.body, Remembered):
            found = remembered_at(past, one.game_time)
            if not any(
                place_id == one.body.place_id and ("greets" in one.text or text == one.text)
                for place_id, text in found
            ):
                yield f"{one.subject_id} saw at {one.game_time}: {one.text}; remembered {found}"
    for moment, shown in frames.items():
        place_id, activity = shown[who]
        if moment >= until or activity == "sleeping":
            continue
        found = remembered_at(past, moment)
        if not any(where == place_id and text.endswith(f"is {activity}") for where, text in found):
            yield f"the game was shown at {moment}: {shown[who]}; remembered {found}"


@on_either_database
@pytest.mark.timeout(600 + 9 * SPOKEN_TO)
async def test_extras_spoken_to_remember_what_was_seen_of_them(
    database: str, tmp_path: Path
) -> None:
    """Through a change of the weather, moves by the game and an edit of the world."""
    chance = random.Random(5)
    mind = ScriptedThinker(recite)
    async with open_village_server(database, tmp_path, mind, town()) as app:
        here = Town(app)
        await here.begin()
        await here.live(datetime(2000, 1, 1, 9, 30, tzinfo=UTC))
        squares = public_places(PEOPLE)
        moved = chance.sample(here.extras, 20)
        await here.observe(
            movements=tuple(
                Movement(subject_id=who, place_id=chance.choice(squares)) for who in moved
            )
        )
        await here.live(datetime(2000, 1, 1, 11, tzinfo=UTC))
        await here.observe(flags=(FlagChange(name=WET_WEATHER),))
        await app.here.importing.put(edited(town()))
        await here.live(NOON, minutes=10)
        shown = await here.look()
        spoken_to = chance.sample(here.extras, SPOKEN_TO)
        for who in spoken_to:
            await here.say(who)
        records = await app.records()
        after = await here.look()

    told = {who: [*contradictions(records, here.frames, who, NOON)] for who in spoken_to}
    sights = [
        one
        for one in records
        if isinstance(one.body, Remembered)
        and {*one.body.about} & {*spoken_to}
        and one.subject_id not in one.body.about
    ]
    lines = [one for one in records if one.kind is RecordKind.LINE and one.subject_id in spoken_to]
    assert not any(told.values()), [one for ones in told.values() for one in ones][:5]
    assert len(sights) > SPOKEN_TO / 4
    assert {who: shown[who][0] for who in spoken_to} == {who: after[who][0] for who in spoken_to}
    assert {who for who in spoken_to if not own_past(records, who)} == set()
    assert {one.subject_id for one in lines} == {*spoken_to}
    assert [text for one in lines for text in untrue(records, one)] == []


def untrue(records: list[Record], line: Record) -> Iterator[str]:
    """Yield what one says that it did and that its log does not have."""
    done = {
        f"{one.game_time:%H:%M} {one.text}" for one in records if one.subject_id == line.subject_id
    }
    assert " is " in line.text
    yield from (said for said in line.text.split(" / ") if said not in done)


def edited(file: WorldFile) -> WorldFile:
    """Return the town with its inns closed, and each person of another trade."""
    roles = tuple(
        replace(
            one,
            persona=replace(one.persona, background=f"{one.persona.name} is a sailor by trade."),
        )
        for one in file.characters
    )
    return replace(file, characters=roles)
