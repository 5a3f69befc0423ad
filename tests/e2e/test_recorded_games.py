"""Recorded games of stories, which `npcserver scene run` shows where there is no language model."""

import json
from pathlib import Path

import pytest

from npcscenes.cli import scene_files, scenes
from npcscenes.cli.scenes import SceneArgs, SceneDisplay
from npcscenes.files.scene_file import shipped_scenes
from npcscenes.model.chat import GroupChat
from npcscenes.model.report import report
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput
from npcserver.model.group.moves import Began, LineSpoken, Voted
from npcserver.model.group.script import Stage
from tests.conftest import NewDatabase
from tests.fakes.running_server import server_settings

MOST_BYTES = 300_000
STORIES = scene_files.recorded_stories()


@pytest.fixture
def kept(new_migrated_sqlite: NewDatabase, tmp_path: Path) -> Settings:
    """Return settings without a language model."""
    return server_settings(new_migrated_sqlite(), tmp_path, model={"name": "offline"})


@pytest.mark.parametrize("story", STORIES)
def test_recorded_games_are_whole(story: str) -> None:
    """Each went through every stage to its votes, by the model that its receipts name."""
    moves = scene_files.recorded_moves(story)
    chat = GroupChat.of("gc", enumerate(moves, start=1))

    assert chat.script.id == scene_files.read_scene(story).id
    assert chat.closed is not None
    assert chat.closed.is_settled
    assert {one.stage for one in moves if isinstance(one, Began)} == set(Stage)
    assert any(isinstance(one, LineSpoken) and one.text for one in moves)
    assert any(isinstance(one, Voted) for one in moves)
    assert report(chat).models == ("local:qwen2.5-coder-1.5b-instruct-q4_k_m",)


def test_recorded_games_are_small() -> None:
    """There is at least one, and together they add little to the package."""
    folder = shipped_scenes()[STORIES[0]].parent / "recorded"

    assert 0 < sum(file.stat().st_size for file in folder.iterdir()) < MOST_BYTES


async def test_a_recorded_game_is_shown_and_says_so(
    kept: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first line names the model and how to play a new one; the page can be written too."""
    page = tmp_path / "casting.html"

    code = await scenes.run_scene(kept, SceneArgs(scene="casting", show=SceneDisplay(html=page)))

    shown = capsys.readouterr().out
    before, _, after = shown.partition("— round 1")
    assert code == 0
    assert "Recorded with local:qwen2.5-coder-1.5b-instruct-q4_k_m" in before
    assert "npcserver models pull, or npcserver scene run casting --model" in before
    assert "Mind:" not in before
    assert "Stellan Berg" in after
    assert "It is settled." in after
    assert "</html>" in page.read_text()


async def test_a_recorded_game_is_shown_again(
    kept: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """It stands in its timeline; with --json the remark is on standard error."""
    show = SceneDisplay(is_json=True)
    await scenes.run_scene(kept, SceneArgs(scene="casting", show=show))
    told = capsys.readouterr()
    first = json.loads(told.out)

    code = await scenes.resume_scene(kept, first["timeline"], show)

    assert code == 0
    assert "Recorded with" in told.err
    assert json.loads(capsys.readouterr().out) == first


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"seed": 3}, "--seed"),
        ({"rounds": 2}, "--rounds"),
        ({"chat_rounds": 2}, "--chat-rounds"),
        ({"without": frozenset({"memory"})}, "--without"),
        ({"show": SceneDisplay(seat="theo")}, "--seat"),
    ],
)
async def test_a_recorded_game_cannot_be_played_differently(
    kept: Settings, args: dict[str, object], said: str
) -> None:
    """Options that ask for a new game are refused with what to do."""
    with pytest.raises(InvalidInput, match=f"^{said}: asks for a new game, .* models pull"):
        await scenes.run_scene(kept, SceneArgs(scene="casting", **args))  # type: ignore[arg-type]
