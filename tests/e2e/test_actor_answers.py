"""The actor that is no language model, asked over a whole server: sensible or honest."""

import itertools
from pathlib import Path

from npcmodels.offline import OfflineActor
from npcmodels.scripted import ScriptedThinker
from npcserver.model.errors import ModelUnreachable
from npcserver.model.inputs import ReplyInput
from tests.conftest import NewDatabase
from tests.fakes.running_server import (
    WORLDS,
    ask_character,
    find_leak,
    judge_answer,
    load_questions,
    prying_questions,
    serve_worlds,
)

SENSIBLE = 0.75
"""Share of the questions that are answered sensibly, or honestly not at all."""
TURNS = 5


async def test_most_questions_get_an_answer_or_an_honest_shrug_and_none_a_wrong_fact(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Of sixty questions that were labelled before the actor was written."""
    async with serve_worlds(new_migrated_sqlite(), tmp_path, OfflineActor()) as here:
        verdicts = [
            judge_answer(one, (await ask_character(here, one.to, (*one.before, one.ask)))[-1])
            for one in load_questions()
        ]

    assert len(verdicts) == 60
    assert [one.said for one in verdicts if one.is_wrong] == []
    assert [(one.said, one.leaked) for one in verdicts if one.leaked] == []
    unfit = [f"{one.question.ask} -> {one.said}" for one in verdicts if not one.is_fit]
    assert len(unfit) <= (1 - SENSIBLE) * len(verdicts), unfit


def failing(question: object) -> ModelUnreachable | None:
    """Fail as a model does that answers 500, on all that players hear."""
    return (
        ModelUnreachable("the endpoint answered 500") if isinstance(question, ReplyInput) else None
    )


async def test_a_model_that_fails_tells_a_stranger_nothing_that_was_written_for_it(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """No goal, background or secret is in the line that the player gets instead."""
    told = []
    model = ScriptedThinker(failing)
    async with serve_worlds(new_migrated_sqlite(), tmp_path, model) as here:
        for number, role in enumerate(itertools.chain(*(one.characters for one in WORLDS))):
            lines = prying_questions(role.id, TURNS, number)
            told += [(role.id, one, lines) for one in await ask_character(here, role.id, lines)]

    assert len(told) == 11 * TURNS
    assert all(line for _, line, _ in told)
    assert [(line, text) for to, line, heard in told if (text := find_leak(to, line, heard))] == []
