"""`npcserver scene`: scenes as people run them in the terminal."""

import asyncio
import json
import re
from contextlib import aclosing, suppress
from pathlib import Path

import pytest

from npcscenes.app.group_chats import GroupChats
from npcscenes.app.scene_requests import Advance, OpenGroupChat, Point
from npcscenes.app.scene_view import Paused, WatchGroupChat
from npcscenes.cli import scene_files, scenes
from npcscenes.cli.scenes import SceneArgs, SceneDisplay
from npcserver.cli import world_import
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.world import World
from npcserver.model.worldfile import WorldFile
from tests.conftest import NewDatabase
from tests.fakes.running_server import server_settings

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
CHINESE_DUEL = """\
format: npcserver/scene/1
scene:
  id: bread
  title: 最后一个面包
  premise: 只剩一个面包，两个人都饿着。
  language: zh
members:
  - {id: a, name: 阿大, rank: principal, goal: 要这个面包。}
  - {id: b, name: 阿二, rank: principal, goal: 也要这个面包。}
  - {id: c, name: 阿三, rank: supporting}
course: {rounds: 1}
"""


@pytest.fixture
def kept(new_migrated_sqlite: NewDatabase, tmp_path: Path) -> Settings:
    """Return where scenes are kept, and that the scripted model thinks."""
    return server_settings(new_migrated_sqlite(), tmp_path, model={"name": "scripted"})


def _written(file: Path, text: str) -> Path:
    file.write_text(text)
    return file


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """Return a small scene file."""
    return _written(tmp_path / "duel.yaml", DUEL)


async def test_scene_is_shown_while_it_is_played(
    kept: Settings, duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stages, lines, votes and the outcome are on the terminal, and the exit code is 0."""
    code = await scenes.run_scene(kept, SceneArgs(scene=str(duel)))

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

    code = await scenes.run_scene(
        kept, SceneArgs(scene=str(duel), show=SceneDisplay(is_json=True, html=page))
    )

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
    await scenes.run_scene(kept, SceneArgs(scene=str(duel), show=SceneDisplay(is_json=True)))
    first = json.loads(capsys.readouterr().out)

    await scenes.resume_scene(kept, first["timeline"], SceneDisplay(is_json=True))

    assert json.loads(capsys.readouterr().out) == first


async def test_eyes_see_what_their_member_may_know(
    kept: Settings, duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who watches as the audience is shown no private chat and no mind being made up."""
    await scenes.run_scene(kept, SceneArgs(scene=str(duel), show=SceneDisplay(eyes="audience")))

    shown = capsys.readouterr().out
    private = shown.partition("private chats —")[2].partition("— round 1, confidential")[0]
    assert not private.strip()
    assert " votes for " not in shown


async def test_ablations_leave_out_what_they_name(
    kept: Settings, duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the group chat nobody speaks before all until the settlement."""
    await scenes.run_scene(
        kept, SceneArgs(scene=str(duel), without=frozenset({"group-chat"}), rounds=2)
    )

    shown = capsys.readouterr().out
    assert ", before all —" not in shown
    assert "— round 2, private chats —" in shown


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (SceneArgs(scene="sucession"), "is neither a file nor a story"),
        (
            SceneArgs(scene="casting", show=SceneDisplay(seat="nobody")),
            "--seat: 'nobody' is no member",
        ),
        (
            SceneArgs(scene="casting", show=SceneDisplay(eyes="nobody")),
            "--eyes: 'nobody' is no member",
        ),
    ],
)
async def test_what_is_not_there_is_told_before_anything_starts(
    kept: Settings, wish: SceneArgs, said: str
) -> None:
    """A misspelt story or member is refused with what there is instead."""
    with pytest.raises(InvalidInput, match=said):
        await scenes.run_scene(kept, wish)


async def test_a_timeline_without_a_scene_has_nothing_to_go_on_with(kept: Settings) -> None:
    """Going on in a timeline that does not exist says so, in words for the terminal."""
    with pytest.raises(NotFound, match="no timeline 'tl_nowhere'; a scene that is left says"):
        await scenes.resume_scene(kept, "tl_nowhere", SceneDisplay())


def test_checking_a_story_tells_what_it_costs(capsys: pytest.CaptureFixture[str]) -> None:
    """`check` names the members, and the calls that the story is held to."""
    scene_files.check_scene("succession")

    assert "held to 250" in capsys.readouterr().out


def test_list_names_the_four_stories(capsys: pytest.CaptureFixture[str]) -> None:
    """The stories of the paper come along."""
    scene_files.list_shipped_scenes()

    shown = capsys.readouterr().out
    assert all(story in shown for story in ("succession", "court", "philosophers", "casting"))


async def test_the_timeline_is_told_before_anything_is_said(
    kept: Settings, duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So a scene can go on even where the command was killed; with --json on standard error."""
    await scenes.run_scene(kept, SceneArgs(scene=str(duel)))
    shown = capsys.readouterr().out
    await scenes.run_scene(kept, SceneArgs(scene=str(duel), show=SceneDisplay(is_json=True)))
    told = capsys.readouterr()

    assert re.search(r"Timeline: (tl_\w+)", shown.partition("— round 1")[0])
    assert told.err == f"Timeline: {json.loads(told.out)['timeline']}\n"


async def test_open_scenes_are_listed_with_where_to_go_on(
    kept: Settings, duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A scene that was begun and left is listed until it is over."""
    timeline = await _left_after_the_first_stage(kept, duel)

    await scenes.list_open_scenes(kept)
    listed = capsys.readouterr().out
    await scenes.resume_scene(kept, timeline, SceneDisplay())
    capsys.readouterr()
    await scenes.list_open_scenes(kept)

    assert timeline in listed
    assert "The last loaf" in listed
    assert "1 of 1" in listed
    assert "private chats" in listed
    assert "No scene is unfinished." in capsys.readouterr().out


async def _left_after_the_first_stage(kept: Settings, duel: Path) -> str:
    async with world_import.quietly_running(kept) as here:
        world = World(id=WorldId("duel"), name="Duel")
        await here.importing.put(WorldFile(world=world))
        timeline = await here.services.timelines.start(world.id, "left")
        chats = GroupChats.of(here.services)
        script = scene_files.read_scene(str(duel))
        chat = await chats.open(OpenGroupChat(timeline_id=timeline.id, script=script))
        until = Point.STAGE
        await chats.move(Advance(timeline_id=timeline.id, chat_id=chat.id, until=until))
        watched = chats.watch(WatchGroupChat(timeline_id=timeline.id, chat_id=chat.id))
        async with aclosing(watched) as events:
            async for seen in events:
                if isinstance(seen.what, Paused):
                    break
    return timeline.id


async def test_a_scene_that_was_left_waits_until_it_is_resumed(
    kept: Settings, duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C leaves it where it is: the next scene does not play it on, and pays for itself."""
    timeline = await _left_by_ctrl_c(kept, duel, capsys)
    left = await _calls(kept, timeline)
    other = _written(tmp_path / "other.yaml", DUEL.replace("duel", "other"))

    await scenes.run_scene(kept, SceneArgs(scene=str(other)))

    assert await _calls(kept, timeline) == left
    capsys.readouterr()
    await scenes.resume_scene(kept, timeline, SceneDisplay())
    assert "It is settled." in capsys.readouterr().out
    assert await _calls(kept, timeline) > left


async def _left_by_ctrl_c(kept: Settings, duel: Path, capsys: pytest.CaptureFixture[str]) -> str:
    slow = kept.model_copy(
        update={"model": kept.model.model_copy(update={"name": "scripted:delay=0.05"})}
    )
    shown = ""
    running = asyncio.create_task(scenes.run_scene(slow, SceneArgs(scene=str(duel))))
    while "— round 1" not in shown:
        await asyncio.sleep(0.01)
        shown += capsys.readouterr().out
    running.cancel()  # as Ctrl-C does
    with suppress(asyncio.CancelledError):
        await running
    shown += capsys.readouterr().out
    found = re.search(r"npcserver scene go (tl_\w+)", shown)
    assert found is not None
    return found[1]


async def _calls(kept: Settings, timeline: str) -> int:
    async with world_import.quietly_running(kept) as here:
        chats = GroupChats.of(here.services)
        (chat,) = await chats.list(TimelineId(timeline))
        return chat.effort.calls


async def test_what_was_done_by_default_is_marked(
    kept: Settings, duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where most answers are missing, terminal, page and JSON say so first, and at each vote."""
    _written(duel, DUEL.replace("{rounds: 1}", "{rounds: 1, most_calls: 1}"))
    page = tmp_path / "duel.html"

    await scenes.run_scene(kept, SceneArgs(scene=str(duel), show=SceneDisplay(html=page)))
    shown = capsys.readouterr().out
    await scenes.run_scene(kept, SceneArgs(scene=str(duel), show=SceneDisplay(is_json=True)))
    told = json.loads(capsys.readouterr().out)

    result = shown.partition("It is settled.")[2].strip()
    warning = re.match(r"For (\d+) of (\d+) answers nothing usable came from the model", result)
    assert warning is not None
    assert (int(warning[1]), int(warning[2])) == (told["effort"]["defaulted"], told["answers"])
    assert "Cy votes for Ada. (by default: no answer could be had)" in shown
    assert "Ada *" in result
    assert told["is_mostly_default"]
    assert told["by_default"]["own"] == ["ada", "bo", "cy"]
    body = page.read_text().partition("<body>")[2]
    assert body.index("nothing usable came from the model") < body.index("Ada wins.")
    assert body.count(">*</abbr>") == 3 * 4


async def test_an_outcome_that_members_made_is_told_without_a_warning(
    kept: Settings, duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is marked where all answers could be had."""
    await scenes.run_scene(kept, SceneArgs(scene=str(duel)))

    shown = capsys.readouterr().out
    assert "by default" not in shown
    assert "nothing usable" not in shown


@pytest.mark.parametrize(
    ("eyes", "rows", "said"),
    [
        ("audience", [], "You see what the audience may know"),
        ("cy", ["Cy"], "You see what Cy may know"),
        ("", ["Ada", "Bo", "Cy"], "It is settled."),
    ],
)
async def test_the_result_is_told_to_the_same_eyes(
    kept: Settings,
    duel: Path,
    capsys: pytest.CaptureFixture[str],
    eyes: str,
    rows: list[str],
    said: str,
) -> None:
    """The audience learns who won, and a member its own votes besides."""
    await scenes.run_scene(kept, SceneArgs(scene=str(duel), show=SceneDisplay(eyes=eyes)))

    shown = capsys.readouterr().out
    table = shown.partition("It is settled.")[2]
    assert [
        name for name in ("Ada", "Bo", "Cy") if re.search(rf"^ ?{name} {{2,}}", table, re.MULTILINE)
    ] == rows
    assert said in shown
    assert "has the most votes" in table or "have the most votes" in table


async def test_a_chinese_scene_speaks_chinese_in_the_terminal(
    kept: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Headings, who speaks to whom, votes and the table are in the language of the scene."""
    file = _written(tmp_path / "bread.yaml", CHINESE_DUEL)

    await scenes.run_scene(kept, SceneArgs(scene=str(file)))

    shown = capsys.readouterr().out
    assert "— 第1轮、私下谈话 —" in shown
    assert "— 了结 —" in shown
    assert "凭自己所知，不投自己" in shown
    english = set(re.findall(r"[A-Za-z]{3,}", re.sub(r"tl_\w+|模型：.*", "", shown)))
    assert english == set()


@pytest.mark.parametrize(("abstain", "is_counted"), [("abstain: true", True), ("", False)])
async def test_members_may_abstain_where_the_scene_says_so(
    kept: Settings,
    duel: Path,
    capsys: pytest.CaptureFixture[str],
    abstain: str,
    *,
    is_counted: bool,
) -> None:
    """Without an answer a member abstains there, and votes by default elsewhere."""
    course = "course: {rounds: 1, most_calls: 1}\n"
    ballot = f"ballot: {{question: Who gets it?, {abstain}}}\n"
    _written(duel, DUEL.replace("course: {rounds: 1}\n", course + ballot))

    await scenes.run_scene(kept, SceneArgs(scene=str(duel), show=SceneDisplay(is_json=True)))

    told = json.loads(capsys.readouterr().out)
    assert (told["abstained"]["own"] == ["ada", "bo", "cy"]) is is_counted
    assert (told["votes"]["own"] == {}) is is_counted
    assert (told["winners"] == []) is is_counted


def test_checking_a_scene_warns_of_texts_that_are_cut(
    duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each with its place in the file, and how much of it members are shown.

    A secret of four hundred tokens is whole by default, and cut for a model that reads less.
    """
    long, short = "You owe the miller. " * 72, "You are hungry."
    members = f"- {{id: ada, name: Ada, rank: principal, private: {long}, goal: {short}}}"
    duel.write_text(DUEL.replace("- {id: ada, name: Ada, rank: principal}", members))

    scene_files.check_scene(str(duel))
    assert "members are shown" not in capsys.readouterr().out
    scene_files.check_scene(str(duel), 1_500)

    shown = capsys.readouterr().out
    cut = re.search(r"members\[0\]\.private: members are shown (\d+) of 1,439 characters\n", shown)
    assert cut is not None
    assert 200 < int(cut[1]) < 1_000
    assert "members[0].private: members are shown" in shown.partition("votes on all")[0]
    assert "goal" not in shown
    assert "members[1]" not in shown


def test_a_scene_that_fits_is_checked_without_a_warning(
    duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is said of texts that members are shown whole."""
    scene_files.check_scene(str(duel))

    assert "members are shown" not in capsys.readouterr().out
