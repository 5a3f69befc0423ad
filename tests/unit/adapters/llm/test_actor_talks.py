"""Talk among characters without a model: chosen by who hears it and what it is about."""

from dataclasses import replace

import pytest

from npcserver.adapters.llm.offline import OfflineActor
from npcserver.model.feelings import Standing
from npcserver.model.inputs import ConverseInput
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import Source
from tests.fakes import prompt_inputs
from tests.unit.adapters.llm.scenes import memory, said

PLOT = memory("You owed the bank sixty-two pounds, and somebody paid it all.", importance=10)
LIVED = memory("The mill wheel stands still since noon.", source=Source.WITNESSED, importance=3)
ROUTINE = memory("Bram Holt is selling bread.", source=Source.WITNESSED, importance=5)
HEARD = said("The causeway is under water.", by="Jon", identifier="jon")
SEEDS = range(8)


def spoken(exchange: ConverseInput) -> str:
    return OfflineActor().answer(exchange).say


def opening(*memories: Memory, about: str = "", seed: int = 0, **changes: object) -> str:
    found = tuple(
        Recollection(memory=one, score=1, recency=0, importance=one.importance / 10, relevance=0)
        for one in memories
    )
    plain = prompt_inputs.converse_input(situation=prompt_inputs.day_situation(seed=seed))
    talk = replace(plain, conversation=(), about=about, recollections=found, own_lines=())
    return spoken(replace(talk, **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_weighs_most_is_not_what_it_opens_with(seed: int) -> None:
    """A memory from before play is told only where the talk is about it."""
    assert "sixty-two pounds" not in opening(PLOT, seed=seed)
    assert "mill wheel" in opening(PLOT, LIVED, seed=seed)
    assert "sixty-two pounds" in opening(PLOT, LIVED, about="what she owed the bank", seed=seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_news_is_for_somebody_who_does_not_have_it(seed: int) -> None:
    """Nobody is told what they said themselves or were part of, nor whoever is disliked."""
    partner = prompt_inputs.converse_input().partner
    theirs = said("The ferry sank.", by=partner.name, identifier=partner.id)
    about_them = memory(f"{partner.name} slipped on the quay.", source=Source.WITNESSED)
    cold = Standing(other_id=partner.id, affinity=-60)

    assert "ferry" not in opening(theirs, seed=seed)
    assert "slipped" not in opening(about_them, seed=seed)
    assert "causeway" not in opening(HEARD, seed=seed, standing=cold)
    assert 'Jon told me: "The causeway is under water."' in opening(HEARD, seed=seed)


def test_what_people_do_all_day_is_no_news() -> None:
    """That the baker is selling bread is told to nobody."""
    assert not any("selling bread" in opening(ROUTINE, seed=seed) for seed in SEEDS)
