"""What bounds the calls of a day, on both databases: ratings in batches, hearers, the budget."""

from pathlib import Path

from npcmodels.scripted import ScriptedThinker
from npcserver.app.conversation.audience import HEARERS
from npcserver.app.conversation.conversation_state import beginning
from npcserver.app.perception.observations import GameEvent, Observe
from npcserver.config import CognitionSettings
from npcserver.model.character import Attention, Person
from npcserver.model.ids import CharacterId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.model_use import Purpose
from npcserver.model.record import Attended, Draft, Rated, RecordKind, Remembered, Source
from npcserver.ports.storage import Append
from tests.fakes.running_server import (
    ADA,
    BEN,
    HALL,
    VillageServer,
    open_village_server,
    role,
    village_file,
    village_time,
)

CROWD = [CharacterId(f"c{number:02}") for number in range(12)]
ALL_THERE = village_file(*(role(one, HALL) for one in (ADA, BEN, *CROWD)))


async def see(app: VillageServer, *texts: str) -> None:
    """Let Ada see things and take them in; nobody else does anything."""
    seen = tuple(GameEvent(text=text, witness_ids=(ADA,)) for text in texts)
    told = Observe(timeline_id=app.timeline_id, happenings=seen)
    await app.services.play.observe(told)
    await app.game.settle()


async def rated(app: VillageServer) -> list[int]:
    """Return how many memories of Ada each record of ratings holds."""
    bodies = [one.body for one in await app.records() if one.subject_id == ADA]
    return [len(body.ratings) for body in bodies if isinstance(body, Rated)]


def asked(app: VillageServer) -> int:
    """Return how many questions for ratings were put."""
    counts = app.here.meter.snapshot()
    return sum(one.calls for one in counts if one.purpose is Purpose.RATE)


async def dormant(app: VillageServer) -> None:
    await app.game.begin((ADA, BEN, *CROWD), Attention.DORMANT)
    await app.game.settle()


async def test_ten_memories_are_rated_in_one_question(database: str, tmp_path: Path) -> None:
    """Nine wait; the tenth brings the question."""
    async with open_village_server(
        database, tmp_path, ScriptedThinker(), ALL_THERE, rated_from=10
    ) as app:
        await dormant(app)
        await see(app, *(f"Bird {number} flew by." for number in range(9)))
        assert (await rated(app), asked(app)) == ([], 0)
        await see(app, "A tenth bird flew by.")

        assert (await rated(app), asked(app)) == ([10], 1)


async def test_the_clock_ends_the_wait(database: str, tmp_path: Path) -> None:
    """After half a game hour what there is is rated, without anything new to take in."""
    async with open_village_server(
        database, tmp_path, ScriptedThinker(), ALL_THERE, rated_from=10
    ) as app:
        await dormant(app)
        await see(app, "A bird flew by.")
        for moment, found in (("06:29", []), ("06:30", [1])):
            await app.services.play.advance_clock(
                timeline_id=app.timeline_id, game_time=village_time(moment)
            )
            await app.game.settle()
            assert await rated(app) == found


async def test_a_line_is_overheard_by_three(database: str, tmp_path: Path) -> None:
    """Of twelve who are there; those in the foreground first, and whom it is said to besides."""
    async with open_village_server(database, tmp_path, ScriptedThinker(), ALL_THERE) as app:
        near = CROWD[-1]
        both = [Person(id=one, name=one.title(), is_player=False) for one in (ADA, BEN)]
        await app.here.store.append(
            Append(
                timeline_id=app.timeline_id,
                drafts=(
                    Draft(
                        kind=RecordKind.ATTENTION,
                        subject_id=near,
                        body=Attended(attention=Attention.FOREGROUND),
                    ),
                    *beginning(both[0], both[1], ""),
                ),
                jobs=(JobDraft(JobKind.CONVERSE, app.timeline_id, ADA),),
            )
        )
        jobs = app.here.store.jobs
        while (job := await jobs.claim(app.here.clock.now(), 600)) is not None:
            await app.here.cognition.do(job)
            if job.kind is JobKind.CONVERSE:
                break
        heard = [one for one in await app.records() if one.kind is RecordKind.UTTERANCE]

    sources = {one.subject_id: one.body.source for one in heard if isinstance(one.body, Remembered)}
    overheard = [who for who, source in sources.items() if source is Source.OVERHEARD]
    assert sources[BEN] is Source.TOLD
    assert len(overheard) == HEARERS
    assert near in overheard


def test_a_game_day_has_a_ceiling_by_default() -> None:
    """Space for 100 calls of each person, and for talk beside."""
    assert CognitionSettings().calls_per_person == 180
    assert CognitionSettings().calls_per_day == 0


async def test_under_the_default_ceiling_an_account_is_kept(database: str, tmp_path: Path) -> None:
    """What a day comes to is kept in the log; without a ceiling no account is."""
    async with open_village_server(database, tmp_path, ScriptedThinker(), ALL_THERE) as app:
        await dormant(app)
        await see(app, "A bird flew by.")
        accounts = [one for one in await app.records() if one.kind is RecordKind.SPENDING]

    assert accounts
