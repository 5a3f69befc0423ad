"""`npcserver scene`: scenes as people run them in the terminal."""

import json
from pathlib import Path

import pytest

from npcserver.cli import scene_files, scenes
from npcserver.cli.scenes import SceneWish, Show
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput, NotFound
from tests.conftest import NewDatabase
from tests.fakes.inn import settings

DUEL = """\
format: npcserver/scene/1
scene:
  id: duel
  title: The last loaf
  premise: One loaf is left, and two are hungry.
members:
  - {id: ada, name: Ada, rank: principal}
  - {id: bo, name: Bo, rank: principal}
  - {id: cy, name: Cy, rank: supporting}
course: {rounds: 1}
"""


@pytest.fixture
def kept(new_migrated_sqlite: NewDatabase, tmp_path: Path) -> Settings:
    """Return where scenes are kept, and that the scripted model thinks."""
    return settings(new_migrated_sqlite(), tmp_path, model={"name": "scripted"})


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """Return a small scene file."""
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL)
    return file


async def test_scene_is_shown_while_it_is_played(
    kept: Settings, duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stages, lines, votes and the outcome are on the terminal, and the exit code is 0."""
    code = await scenes.run(kept, SceneWish(scene=str(duel)))

    shown = capsys.readouterr().out
    assert code == 0
    assert "The last loaf" in shown
    assert "— round 1, private chats —" in shown
    assert "— settlement —" in shown
    assert "It is settled." in shown
    assert "0 repaired, 0 defaults" in shown


async def test_json_holds_the_votes_by_rule_and_nothing_else_is_printed(
    kept: Settings, duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --json standard output is one JSON object, and the page stands in its file."""
    page = tmp_path / "duel.html"

    code = await scenes.run(kept, SceneWish(scene=str(duel), show=Show(is_json=True, html=page)))

    told = json.loads(capsys.readouterr().out)
    assert code == 0
    assert set(told["votes"]) == {"own", "own_not_self", "all", "all_not_self"}
    assert set(told["votes"]["own"]) == {"ada", "bo", "cy"}
    assert told["votes"]["own_not_self"]["ada"] != "ada"
    assert page.read_text().casefold().startswith("<!doctype html>")


async def test_a_scene_can_be_looked_at_again(
    kept: Settings, duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What came of a scene is shown again from its timeline, without another thought."""
    await scenes.run(kept, SceneWish(scene=str(duel), show=Show(is_json=True)))
    first = json.loads(capsys.readouterr().out)

    await scenes.go(kept, first["timeline"], Show(is_json=True))

    assert json.loads(capsys.readouterr().out) == first


async def test_eyes_see_what_their_member_may_know(
    kept: Settings, duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who watches as the audience is shown no private chat and no mind being made up."""
    await scenes.run(kept, SceneWish(scene=str(duel), show=Show(eyes="audience")))

    shown = capsys.readouterr().out
    private = shown.partition("private chats —")[2].partition("— round 1, confidential")[0]
    assert not private.strip()
    assert " votes for " not in shown


async def test_ablations_leave_out_what_they_name(
    kept: Settings, duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the group chat nobody speaks before all until the settlement."""
    await scenes.run(kept, SceneWish(scene=str(duel), without=frozenset({"group-chat"}), rounds=2))

    shown = capsys.readouterr().out
    assert ", before all —" not in shown
    assert "— round 2, private chats —" in shown


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (SceneWish(scene="sucession"), "is neither a file nor a story"),
        (SceneWish(scene="casting", show=Show(seat="nobody")), "--seat: 'nobody' is no member"),
        (SceneWish(scene="casting", show=Show(eyes="nobody")), "--eyes: 'nobody' is no member"),
    ],
)
async def test_what_is_not_there_is_told_before_anything_starts(
    kept: Settings, wish: SceneWish, said: str
) -> None:
    """A misspelt story or member is refused with what there is instead."""
    with pytest.raises(InvalidInput, match=said):
        await scenes.run(kept, wish)


async def test_a_timeline_without_a_scene_has_nothing_to_go_on_with(kept: Settings) -> None:
    """Going on in a timeline that does not exist says so, in words for the terminal."""
    with pytest.raises(NotFound, match="no timeline 'tl_nowhere'; a scene that is left says"):
        await scenes.go(kept, "tl_nowhere", Show())


def test_checking_a_story_tells_what_it_costs(capsys: pytest.CaptureFixture[str]) -> None:
    """`check` names the members, and the calls that the story is held to."""
    scene_files.check("succession")

    assert "held to 250" in capsys.readouterr().out


def test_list_names_the_four_stories(capsys: pytest.CaptureFixture[str]) -> None:
    """The stories of the paper come along."""
    scene_files.list_shipped()

    shown = capsys.readouterr().out
    assert all(story in shown for story in ("succession", "court", "philosophers", "casting"))
