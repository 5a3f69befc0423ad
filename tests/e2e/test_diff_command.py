"""`npcserver diff`: what it prints, and with which code it ends."""

import json
from contextlib import aclosing
from pathlib import Path

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.app.timeline_diff import MomentRef
from npcserver.cli.commands import app
from npcserver.cli.error_messages import run_guarded
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import SaveId, TimelineId
from npctools.cli import inspection
from npctools.cli.inspection import DIFFERS, SAME, TROUBLE
from tests.conftest import NewDatabase
from tests.fakes.running_server import open_inn_server, reply_answer, server_settings

QUIET = {"workers": 0}


@pytest.fixture
def kept(new_migrated_sqlite: NewDatabase, tmp_path: Path) -> Settings:
    """Return where a game is kept."""
    return server_settings(new_migrated_sqlite(), tmp_path, cognition=QUIET)


async def played(kept: Settings) -> tuple[str, str]:
    """Play a little; return a save, and the timeline that went on from it."""
    model = ScriptedLanguageModel([reply_answer("Nobody comes here any more.")])
    async with open_inn_server(kept.database_url, kept.data, model, cognition=QUIET) as served:
        await served.observe("A mug falls.")
        save = await served.services.timelines.save(
            timeline_id=served.timeline_id, name="before the guest"
        )
        async with aclosing(served.say("The mill burned down.")) as events:
            async for _ in events:
                pass
        return save.id, served.timeline_id


async def test_a_designer_sees_who_learned_what_and_from_whom(
    kept: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """Under the names of the two moments, with times, and a mark for either side."""
    save, timeline = await played(kept)

    code = await inspection.diff(kept, save, timeline)

    said = capsys.readouterr()
    assert code == DIFFERS, said.err
    assert f"- before the guest ({save})" in said.out
    assert f"+ {timeline}@" in said.out
    (told,) = [row for row in said.out.splitlines() if "The mill burned down." in row]
    assert told.startswith("+")
    assert told.rstrip().endswith("Ann told Mira")
    (own,) = [row for row in said.out.splitlines() if "Nobody comes here" in row]
    assert own.rstrip().endswith("Mira said it")
    assert "A mug falls." not in said.out


async def test_the_same_moment_is_the_same_by_whatever_name(
    kept: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """A save, and the position it was made at."""
    save, timeline = await played(kept)

    code = await inspection.diff(kept, save, f"{timeline}@2")

    assert code == SAME
    assert "Nothing differs." in capsys.readouterr().out


async def test_one_object_of_json_can_be_printed_instead(
    kept: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the names of the wire; of whom is asked for, as much as is asked for."""
    save, timeline = await played(kept)

    code = await inspection.diff(
        kept, timeline, save, characters=("mira",), memories=1, is_json=True
    )

    assert code == DIFFERS

    found = json.loads(capsys.readouterr().out)
    (mind,) = found["minds"]
    assert (mind["name"], mind["a"]["memory_count"]) == ("Mira", 2)
    assert [memory["text"] for memory in mind["a"]["memories"]] == ["Nobody comes here any more."]
    assert mind.get("b", {}) == {} or "memories" not in mind["b"]


@pytest.mark.parametrize(
    ("b", "characters", "says"),
    [
        ("sav_none", (), "No save 'sav_none'"),
        ("tl_none", (), "No timeline 'tl_none'"),
        ("tl_1@x", (), "name a save, a timeline, or TIMELINE@SEQ"),
        ("", ("nobody",), "No character 'nobody'; there are: Mira"),
    ],
)
async def test_what_cannot_be_compared_is_told(
    kept: Settings,
    capsys: pytest.CaptureFixture[str],
    b: str,
    characters: tuple[str, ...],
    says: str,
) -> None:
    """With another code than a difference has, as scripts expect it."""
    save, _ = await played(kept)

    assert await inspection.diff(kept, save, b or save, characters=characters) == TROUBLE

    said = capsys.readouterr()
    assert says in said.err
    assert said.out == ""


def test_the_code_is_that_of_the_command(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    new_migrated_sqlite: NewDatabase,
) -> None:
    """What the options say arrives; a folder in which nothing was played has no moments."""
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")
    monkeypatch.setenv("NPCSERVER_DATA", str(tmp_path / "data"))
    words = ["npcserver", "diff", "sav_1", "tl_1@3", "--database", new_migrated_sqlite()]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as leaving:
        run_guarded(app)

    assert leaving.value.code == TROUBLE
    assert "sav_1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("sav_1", MomentRef(save_id=SaveId("sav_1"))),
        ("tl_1", MomentRef(timeline_id=TimelineId("tl_1"))),
        ("tl_1@12", MomentRef(timeline_id=TimelineId("tl_1"), seq=12)),
    ],
)
def test_a_moment_is_read(typed: str, read: MomentRef) -> None:
    """A save, a timeline, or a position."""
    assert MomentRef.parse(typed) == read


@pytest.mark.parametrize("typed", ["", "@3", "tl_1@", "tl_1@-3"])
def test_what_is_no_moment_is_refused(typed: str) -> None:
    """With what would be one."""
    with pytest.raises(InvalidInput, match="TIMELINE@SEQ"):
        MomentRef.parse(typed)
