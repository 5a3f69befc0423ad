"""Moments compared, branches from any record, and a search over all transcripts of a world."""

from contextlib import aclosing
from pathlib import Path

from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.pagination import Page
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from tests.fakes import store_world
from tests.fakes.studio_visitor import WORLD, Studio, studio

HESTER = CharacterId("hester")
HOSTILE = "<script>alert(1)</script>"


async def say(at: Studio, text: str, timeline_id: TimelineId | None = None) -> TurnId:
    """Say something; return the id of the turn."""
    timeline = timeline_id or at.timeline_id
    said = SayToCharacter(
        timeline_id=timeline,
        character_id=HESTER,
        speaker=Person(id="ann", name="Ann"),
        text=text,
    )
    async with aclosing(at.here.services.dialogue.say(said)) as events:
        async for _ in events:
            pass
    listed = await at.here.services.transcripts.list(timeline_id=timeline, page=Page(1))
    return listed.items[0].turn.turn_id


async def test_two_moments_of_the_tree_are_compared(tmp_path: Path) -> None:
    """A save beside the timeline that went on: who learned what since, by two checks in a tree."""
    async with studio(tmp_path) as at:
        save = await at.here.services.timelines.save(timeline_id=at.timeline_id, name="Before")
        await say(at, f"The brass whistle is lost. {HOSTILE}")
        tree = await at.visitor.get(f"/w/{WORLD}")
        assert f'name="of" value="{save.id}"' in tree.html
        assert f'name="of" value="{at.timeline_id}"' in tree.html
        page = await at.visitor.get(f"/w/{WORLD}/diff?of={save.id}&of={at.timeline_id}")
        first, _, second = page.text.partition("Hester Quillam")[2].partition("Memories that only")
        assert "The brass whistle is lost." not in first
        assert "The brass whistle is lost." in second
        assert HOSTILE not in page.html
        assert "Both go on from position" in page.text
        same = await at.visitor.get(f"/w/{WORLD}/diff?of={save.id}&of={save.id}")
        assert "Nothing differs." in same.text


NO_MOMENTS = (
    ("", 400, "names 0 moments; choose two"),
    ("of=a&of=b&of=c", 400, "names 3 moments; choose two"),
    ("of=sav_none&of={timeline}", 404, "no save"),
    ("of={timeline}@9999999&of={timeline}", 409, "9999999"),
    ("of={timeline}@x&of={timeline}", 400, "is no moment"),
    ("of={genesis}&of={timeline}", 400, "of another world"),
)


async def test_what_is_no_moment_of_the_world_is_told(tmp_path: Path) -> None:
    """Each by a message; nothing of another world is shown."""
    async with studio(tmp_path) as at:
        other = await at.here.services.worlds.create(store_world.world())
        for query, status, told in NO_MOMENTS:
            filled = query.format(timeline=at.timeline_id, genesis=other.genesis_id)
            answer = await at.visitor.get(f"/w/{WORLD}/diff?{filled}")
            assert (answer.status, told in answer.text) == (status, True), answer.text


async def test_a_branch_begins_at_any_record(tmp_path: Path) -> None:
    """After a line of the transcript, or at a position: it has what was before, and no more."""
    async with studio(tmp_path) as at:
        turn_id = await say(at, "The brass whistle is lost.")
        await say(at, "The lens is found.")
        talk = await at.visitor.get(f"{at.at}/talk")
        assert "Branch off after it" in talk.text
        turn = await at.here.services.explaining.turn(at.timeline_id, turn_id)
        begun = await at.visitor.post(
            f"{at.at}/branch", {"seq": str(turn.record.seq), "label": "B"}
        )
        assert "The timeline has begun." in begun.text
        (branch,) = [
            one
            for one in (await at.here.services.timelines.list(WORLD, Page(50))).items
            if one.label == "B"
        ]
        assert (branch.parent_id, branch.forked_at) == (at.timeline_id, turn.record.seq)
        said = (await at.visitor.get(f"/t/{branch.id}/talk")).text
        assert "The brass whistle is lost." in said
        assert "The lens is found." not in said
        await at.visitor.get(at.at)
        beyond = await at.visitor.post(f"{at.at}/branch", {"seq": "999999", "label": "C"})
        assert beyond.status == 409


async def test_transcripts_of_a_whole_world_are_searched(tmp_path: Path) -> None:
    """In all timelines, whatever the case, and not in those that were deleted."""
    async with studio(tmp_path) as at:
        timelines = at.here.services.timelines
        one, other = await timelines.start(WORLD, "One"), await timelines.start(WORLD, "Other")
        await say(at, "Is the Ébène chest, 100% of it, locked?")
        await say(at, f'She said "eel_pie" {HOSTILE}', one.id)
        await say(at, "An ébène box is here.", other.id)

        async def found(text: str) -> list[str]:
            listed = await at.here.services.transcripts.search(WORLD, text, Page(10))
            return [one.turn.heard for one in listed.items]

        assert await found("ÉBÈNE") == [
            "An ébène box is here.",
            "Is the Ébène chest, 100% of it, locked?",
        ]
        assert await found("chest, 100% OF") == ["Is the Ébène chest, 100% of it, locked?"]
        assert await found('said "EEL_PIE"') == [f'She said "eel_pie" {HOSTILE}']
        assert await found("eel-pie") == []
        page = await at.visitor.get(f"/w/{WORLD}/transcripts?text=eel_pie")
        assert "One" in page.text
        assert HOSTILE not in page.html
        await timelines.delete(other.id)
        assert await found("ébène") == ["Is the Ébène chest, 100% of it, locked?"]
        first = await at.here.services.transcripts.search(WORLD, "", Page(1))
        second = await at.here.services.transcripts.search(WORLD, "", Page(1, first.next_cursor))
        assert [one.turn.heard for one in (*first.items, *second.items)] == await found("")
        broken = await at.visitor.get(f"/w/{WORLD}/transcripts?text=a&before=nonsense")
        assert (broken.status, "is no place in a search" in broken.text) == (400, True)
