"""Tiers of attention, and the inner voice, which whoever is attended to plans for."""

from dataclasses import replace

import pytest

from npcserver.app.attention import SetAttention
from npcserver.app.characters import Characters, Whisper
from npcserver.model.character import Attention
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId
from npcserver.model.job import JobKind
from npcserver.model.record import Attended, RecordKind
from npcserver.ports.storage import RequestKey
from tests.fakes.life_app import BRAM, CATO, MIRA, new_jobs, new_perception_app

KEY = RequestKey("tl_play", "r-1", "d")
NEAR, FAR, OFF = Attention.FOREGROUND, Attention.BACKGROUND, Attention.DORMANT


async def test_only_tiers_that_change_are_records_and_let_the_timeline_live() -> None:
    """What the server does anyway need not be said."""
    here, store = await new_perception_app()
    changes = ((MIRA, NEAR), (BRAM, FAR), (CATO, OFF))
    wish = SetAttention(timeline_id=here.timeline, changes=changes)

    seqs = [await here.attending.set_attention(wish)]
    assert await new_jobs(store) == {(JobKind.LIVE, "")}
    seqs.append(await here.attending.set_attention(wish))

    assert seqs == [2, 2]
    assert await new_jobs(store) == set()
    records = await here.records(RecordKind.ATTENTION)
    assert [(one.subject_id, one.body) for one in records] == [
        (MIRA, Attended(attention=NEAR)),
        (CATO, Attended(attention=OFF)),
    ]


async def test_a_repeat_of_a_change_gets_its_answer_after_later_changes() -> None:
    """And sets nothing back."""
    here, _ = await new_perception_app()
    wish = SetAttention(timeline_id=here.timeline, changes=((MIRA, NEAR),), key=KEY)
    first = await here.attending.set_attention(wish)
    await here.attend(MIRA, OFF)

    assert await here.attending.set_attention(wish) == first
    assert len(await here.records()) == 2


async def test_nobody_is_attended_to_who_is_not_there() -> None:
    """Then nothing of the wish is stored."""
    here, _ = await new_perception_app()
    changes = ((MIRA, NEAR), (CharacterId("nobody"), NEAR))
    with pytest.raises(NotFound, match="nobody"):
        await here.attending.set_attention(SetAttention(timeline_id=here.timeline, changes=changes))

    assert await here.records() == []


@pytest.mark.parametrize(
    ("tier", "wanted"),
    [
        (NEAR, {JobKind.DIGEST, JobKind.PLAN}),
        (FAR, {JobKind.DIGEST, JobKind.PLAN}),
        (OFF, {JobKind.DIGEST}),
    ],
)
async def test_a_whisper_is_planned_for_by_who_does_anything_at_all(
    tier: Attention, wanted: set[JobKind]
) -> None:
    """It is a directive; the dormant only remember it."""
    here, store = await new_perception_app()
    characters = Characters(store, here.clock, here.broadcast)
    await here.attend(MIRA, tier)
    await new_jobs(store)

    whisper = Whisper(timeline_id=here.timeline, character_id=MIRA, text="Run for mayor.")
    await characters.whisper(whisper)

    assert await new_jobs(store) == {(kind, MIRA) for kind in wanted}
    dormant = Characters(store, here.clock, here.broadcast, attention=OFF)
    await dormant.whisper(replace(whisper, character_id=BRAM))
    assert await new_jobs(store) == {(JobKind.DIGEST, BRAM)}
