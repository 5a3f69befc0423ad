"""Blocks are broken into steps just in time, and days of steps are lived without a gap."""

from datetime import timedelta
from itertools import pairwise

import pytest

from npcserver.model.attention import Attention
from npcserver.model.day import faults_of_steps
from npcserver.model.errors import Conflict, ModelUnreachable
from npcserver.model.job import JobKind
from npcserver.model.purpose import Purpose
from tests.fakes.hamlet import (
    ANN,
    BEN,
    LODGE,
    at,
    job,
)
from tests.fakes.study import MEAN, days, garbage, says, silent, study


async def test_a_block_is_broken_into_steps_with_one_question() -> None:
    """In the foreground what begins within the hour gets steps that fill it; once."""
    here = await study(says, ANN, now=at("07:30"), attention=Attention.FOREGROUND)
    await here.mean(ANN, MEAN)
    await here.tick(at("07:30"))

    await here.decomposing(job(JobKind.DECOMPOSE, ANN))
    await here.decomposing(job(JobKind.DECOMPOSE, ANN))
    await here.decomposing(job(JobKind.DECOMPOSE, ANN))

    *_, day = await days(here)
    fine = [block for block in day.blocks if block.steps]
    assert [block.activity for block in fine] == ["getting up", "weaving"]
    assert all(faults_of_steps(block, block.steps) == () for block in fine)
    assert here.oracle.count(Purpose.DECOMPOSE) == 2
    await here.live()
    assert (await here.acts(ANN))[-1].step.activity == "getting up 9"


async def test_a_block_whose_steps_cannot_be_read_has_steps_all_the_same() -> None:
    """Garbage is replaced by usual steps, so nobody asks again and again."""
    here = await study(garbage, ANN, now=at("08:00"), attention=Attention.FOREGROUND)
    await here.mean(ANN, MEAN)

    await here.decomposing(job(JobKind.DECOMPOSE, ANN))
    await here.decomposing(job(JobKind.DECOMPOSE, ANN))

    *_, day = await days(here)
    block = day.block_at(at("08:00"))
    assert block is not None
    assert faults_of_steps(block, block.steps) == ()
    assert len(here.oracle.asked) == 2


async def test_a_model_out_of_reach_leaves_steps_by_habit_at_last() -> None:
    """After some attempts a block gets usual steps without a model."""
    here = await study(silent, ANN, now=at("08:00"), attention=Attention.FOREGROUND)
    await here.mean(ANN, MEAN)

    with pytest.raises(ModelUnreachable):
        await here.decomposing(job(JobKind.DECOMPOSE, ANN))
    await here.decomposing(job(JobKind.DECOMPOSE, ANN, attempts=4))

    *_, day = await days(here)
    assert any(block.steps for block in day.blocks)


async def test_steps_for_who_is_not_watched_any_more_are_dropped() -> None:
    """A tier that changes before or while steps are thought of ends the thought."""
    here = await study(says, ANN, now=at("08:00"), attention=Attention.FOREGROUND)
    await here.mean(ANN, MEAN)
    here.oracle.meanwhile.append(lambda: here.tier(ANN, Attention.BACKGROUND))

    with pytest.raises(Conflict):
        await here.decomposing(job(JobKind.DECOMPOSE, ANN))
    await here.decomposing(job(JobKind.DECOMPOSE, ANN))

    assert await days(here) == [MEAN]
    assert len(here.oracle.asked) == 1


async def test_a_day_in_the_foreground_costs_little() -> None:
    """From waking to sleep one plan and at most twelve decompositions; steps without a gap."""
    here = await study(says, ANN, now=at("05:00"), attention=Attention.FOREGROUND)

    await here.spend([at("05:00") + timedelta(minutes=5 * n) for n in range(17 * 12 + 1)])

    assert here.oracle.count(Purpose.PLAN) == 1
    assert here.oracle.count(Purpose.DECOMPOSE) <= 12
    acts = await here.acts(ANN)
    awake = [act for act in acts if not act.is_asleep]
    assert len({act.step.starts_at for act in awake}) == len(awake)
    assert all(one.ends_at == two.step.starts_at for one, two in pairwise(acts))
    assert acts[-1].is_asleep


async def test_everybody_lives_a_day_on_their_own_in_the_background() -> None:
    """Three characters nobody watches plan, move and sleep; nobody is asked for steps."""
    here = await study(says, now=at("05:00"))

    await here.spend([at("05:00") + timedelta(minutes=15 * n) for n in range(17 * 4 + 2)])

    assert {request.purpose for request in here.oracle.asked} == {Purpose.PLAN}
    assert len(here.oracle.asked) == 3
    assert (await here.acts(BEN))[-1].is_asleep
    assert await here.where(BEN) == LODGE
