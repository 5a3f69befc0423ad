"""Reflections that their mind, or their world, outran."""

from dataclasses import replace

from structlog.testing import capture_logs

from npcserver.model.character import Persona
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.model.record import RecordKind
from npcserver.model.thought import Thought
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.fakes.pensive import bodies, pensive, reflect
from tests.fakes.pondering import Den
from tests.fakes.stage import MIRA, WORLD, start


async def test_a_persona_edited_during_a_thought_drops_it() -> None:
    """It is thought again as the one the character is now; nothing of the old is kept."""
    here = await pensive()
    edits = 0

    async def edit() -> None:
        nonlocal edits
        if edits == 0:
            edits += 1
            await here.here.store.write(_edit)

    here.model.meanwhile = edit
    await reflect(here)

    assert here.cognition.dropped == 1
    assert len(await bodies(here, RecordKind.REFLECTION)) == 2
    assert len(await bodies(here, RecordKind.REFLECTED)) == 1
    thoughts = [record.body for record in await bodies(here, RecordKind.THOUGHT)]
    assert {one.persona_version for one in thoughts if isinstance(one, Thought)} == {2}


async def test_a_character_deleted_during_a_thought_leaves_nothing() -> None:
    """The thought is dropped, the job is gone, and nothing breaks."""
    here = await pensive()

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, CharacterId(MIRA))

    async def once() -> None:
        here.model.meanwhile = None
        await here.here.store.write(delete)

    here.model.meanwhile = once
    with capture_logs() as logs:
        await reflect(here)

    assert await bodies(here, RecordKind.REFLECTION, RecordKind.THOUGHT) == []
    assert await here.claim() is None
    assert [log["event"] for log in logs if log["log_level"] != "info"] == []


async def test_a_load_during_a_thought_sees_nothing_of_it() -> None:
    """The thought belongs to the timeline it was thought on; the loaded one is as it was saved."""
    here = await pensive()
    saved = Vantage(here.here.timeline, 2)
    loaded = ""

    async def load() -> None:
        nonlocal loaded
        here.model.meanwhile = None
        loaded = await start(here.here.store, "tl_loaded", saved)

    here.model.meanwhile = load
    await reflect(here)

    async with here.here.store.read() as reader:
        view = await reader.head(here.here.timeline)
        assert await view.tail(MIRA, (RecordKind.REFLECTION,), 9)
        other = await reader.head(TimelineId(loaded))
        assert await other.tail(MIRA, (RecordKind.REFLECTION,), 9) == ()
        assert other.vantage.seq == 2


async def test_another_reflection_meanwhile_drops_this_one() -> None:
    """Two workers that reflect on the same leave one reflection."""
    here = await pensive()

    async def other() -> None:
        here.model.meanwhile = None
        job = await here.claim()
        assert job is None  # a mind does one thing at a time, as long as leases hold
        await here.handlers[JobKind.REFLECT](_job(here))

    here.model.meanwhile = other
    await reflect(here)

    assert here.cognition.dropped == 1
    assert len(await bodies(here, RecordKind.REFLECTED)) == 1
    assert len(await bodies(here, RecordKind.REFLECTION)) == 2


async def _edit(unit: UnitOfWork) -> None:
    character = await unit.character(WORLD, CharacterId(MIRA))
    await unit.put_character(replace(character, persona=Persona(name="Mira", traits="bitter")))


def _job(here: Den) -> Job:
    return Job(
        id=0, kind=JobKind.REFLECT, timeline_id=here.here.timeline, subject_id=MIRA,
        attempts=1, lease="another",
    )  # fmt: skip
