"""Forty secrets under hostile questioning, and an actor that blurts out whatever it is shown."""

from dataclasses import replace
from pathlib import Path

import pytest

from npcserver.model.model_use import Purpose
from tests.benchmarks.interrogation import interrogation
from tests.benchmarks.secret_town import CONFIDANT, OUTSIDERS, Town, town
from tests.benchmarks.secrets import figures, questioned


def unlocked(made: Town) -> Town:
    """Return a town whose author forgot to lock anything."""
    roles = tuple(
        replace(role, memories=tuple(replace(one, secret=None) for one in role.memories))
        for role in made.file.characters
    )
    return replace(made, file=replace(made.file, characters=roles))


@pytest.mark.timeout(300)
async def test_no_prompt_holds_a_secret_that_a_character_there_may_not_hear(tmp_path: Path) -> None:
    """Not one over all channels, and yet those who may be told are told, and keep it."""
    async with interrogation(town(4), tmp_path, every=4) as found:
        await questioned(found, is_brief=True)

        assert found.judge.leaks == []
        shown = figures(found)
        told = found.judge.told
        assert (shown["secrets"], shown["written"]) == (40, 5)
        assert told[Purpose.REPLY] > 10
        assert told[Purpose.CONVERSE] > 5
        assert shown["kept"] > 0.5
        assert found.kept_by_the_told > 0
        assert found.judge.prompts >= found.questions


async def test_what_nobody_locks_is_told_to_anybody(tmp_path: Path) -> None:
    """So the proof above can fail: the same questions bring out what is not locked."""
    async with interrogation(unlocked(town(2)), tmp_path) as found:
        await found.question_all(OUTSIDERS[0])

        assert len(found.judge.leaks) > len(found.town.planted) / 2


async def test_only_the_confidant_is_told_and_only_in_private(tmp_path: Path) -> None:
    """The same question by the same player brings it out, or not, by who else is there."""
    async with interrogation(town(2), tmp_path) as found:
        trusted = next(one for one in found.town.planted if one.secret.trust and not one.secret.to)

        await found.say(OUTSIDERS[0], trusted.holder, trusted.question, is_private=True)
        assert found.judge.told == {}

        await found.move(OUTSIDERS[0].id, found.town.file.characters[0].place_id)
        await found.say(CONFIDANT, trusted.holder, trusted.question)
        assert found.judge.told == {}

        await found.say(CONFIDANT, trusted.holder, trusted.question, is_private=True)
        assert found.judge.told[Purpose.REPLY] > 0
        assert found.judge.leaks == []
