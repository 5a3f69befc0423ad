"""An incident is taken along from the page of a line, and opened on another server."""

from pathlib import Path

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.pagination import Page
from npcserver.model.access import KeyRole
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId
from tests.fakes.studio_visitor import Studio, studio

MARKUP = "<script>alert(1)</script>"


async def last_turn(at: Studio, text: str) -> str:
    """Say something; return the id of the turn."""
    said = SayToCharacter(
        timeline_id=at.timeline_id,
        character_id=CharacterId("hester"),
        speaker=Person(id="ann", name=f"Ann {MARKUP}"),
        text=text,
    )
    async for _ in at.here.services.dialogue.say(said):
        pass
    turns = await at.here.services.transcripts.list(timeline_id=at.timeline_id, page=Page(1))
    return turns.items[0].turn.turn_id


async def test_a_turn_is_taken_to_another_server(tmp_path: Path) -> None:
    """Its page says why, and that it comes out the same; markup in it is shown as text."""
    model = ScriptedLanguageModel(lambda _: f"Good evening {MARKUP}")
    async with studio(tmp_path / "one", model) as at:
        turn_id = await last_turn(at, f"Good evening {MARKUP}")
        page = await at.visitor.get(f"{at.at}/turn/{turn_id}")
        assert f"{at.at}/incident/{turn_id}" in page.html
        taken = await at.visitor.get(f"{at.at}/incident/{turn_id}")
        assert taken.headers["content-type"] == "application/gzip"
        assert turn_id in taken.headers["content-disposition"]
    async with studio(tmp_path / "two") as other:
        empty = await other.visitor.get("/incident")
        assert "Choose a file" in empty.text
        opened = await other.visitor.upload("/incident", taken.content, "a.gz", ask="yes")
        assert opened.status == 200, opened.text
        assert "it comes out the same" in opened.text
        assert "offline:" in opened.text
        assert "says here" in opened.text
        assert "Prompt by parts" in opened.text
        assert MARKUP in opened.text or "alert(1)" in opened.text
        assert "<script>alert" not in opened.html
        await other.visitor.get("/incident")
        for content, told in (
            (taken.content[:500], "cannot be read"),
            (b"", "is empty"),
            (MARKUP.encode(), "no session file"),
        ):
            refused = await other.visitor.upload("/incident", content, f"{MARKUP}.gz")
            assert refused.status == 400
            assert told in refused.text
            assert "<script>alert" not in refused.html


async def test_a_model_is_asked_by_those_who_may_speak_alone(tmp_path: Path) -> None:
    """A key that may read opens a file, and is offered no more."""
    async with studio(tmp_path) as at:
        turn_id = await last_turn(at, "Good evening.")
        taken = await at.visitor.get(f"{at.at}/incident/{turn_id}")
        made = await at.here.services.keys.create(name="reader", role=KeyRole.READ_ONLY)
        await at.visitor.get("/sign-in")
        await at.visitor.post("/sign-in", {"key": made[1], "next": "/incident"})
        page = await at.visitor.get("/incident")
        assert page.status == 200
        assert 'name="ask"' not in page.html
        refused = await at.visitor.upload("/incident", taken.content, "a.gz", ask="yes")
        assert refused.status == 403
