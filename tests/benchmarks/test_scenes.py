"""The stories that come along can be played, and their parts taken away."""

import os

import pytest

from npcserver.adapters.files.scene_file import shipped_scenes
from npcserver.model.group.script import Course
from tests.benchmarks import scenes

STORIES = ("casting", "court", "philosophers", "succession")
SEEDS = int(os.environ.get("NPCSERVER_TEST_SCENE_SEEDS", "1"))
MOST_CALLS = 250


@pytest.mark.parametrize("story", STORIES)
async def test_story_comes_to_its_settlement(story: str) -> None:
    """All rounds are played with real talks, in answers that can be read, within the promise."""
    assert set(STORIES) <= set(shipped_scenes())

    for game in await scenes.stories([story], range(SEEDS)):
        assert game.rounds == 3
        assert (game.repaired, game.defaulted) == (0, 0)
        assert 100 < game.calls < MOST_CALLS - 20
        assert game.waves < game.calls * 0.7
        assert game.talks >= 12
        assert game.repeats == 0
        assert bool(game.winners) is (story != "philosophers")


def test_parts_can_be_taken_away_one_by_one() -> None:
    """Every ablation differs from the whole, and from every other."""
    whole = Course()
    courses = [shape(whole) for shape in scenes.VARIANTS.values()]

    assert courses[0] == whole
    assert len(set(courses)) == len(scenes.VARIANTS)
