"""The form of a scene file: from a file to its fields and back; problems at their fields; seats."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from html import escape, unescape
from pathlib import Path

import pytest

from npcmodels.scripted import ScriptedThinker
from npcscenes.app.group_chats import GroupChats
from npcscenes.files.scene_file import parse_scene, read_fields, shipped_scenes, write_fields
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import awaited, most_thoughts
from npcserver.model.access import KeyRole
from npcserver.model.group.moves import LineSpoken
from npcserver.model.group.script import Script, WinRule
from npcstudio.scene_form import SceneLoader, SceneWriter, with_row, without_row
from tests.fakes.studio_visitor import WORLD, Answer, Studio, inputs, problem, studio

FORM = f"/w/{WORLD}/new-scene"
SECONDS = 120
HOSTILE = "<script>alert(1)</script>"
ODD = """
format: npcserver/scene/1
scene: {premise: "磨坊归谁？", language: zh}
camps:
  - {aim: 要磨坊}
members:
  - {name: 安娜, camp: camp-1, camp_fixed: true, goal: "null", beliefs: [{text: 磨坊是我的}]}
  - {id: bob, name: Bob, rank: supporting, scratch: "two\\nlines: # no comment"}
  - {name: Cid, beliefs: [{text: "Yes, no", score: 0, topic: yes-no}]}
resources:
  - {name: The wheel, owner: cid, impact: 30, topics: [the wheel, "1"]}
relations:
  - {from: bob, to: {cid: 40, 安娜: 5}}
  - {from: cid, to: bob, score: 7, inferred_by: ANNA}
course: {rounds: 1, stages: [update, group_chat], memory: off, chat_rounds: {group_chat: 2}}
ballot:
  candidates: [bob, {name: 没有人, camp: camp-1}]
  rules: [all]
  win: decider
  decider: cid
  abstain: yes
"""


def loaded(text: str) -> SceneLoader:
    return SceneLoader(read_fields(text, "scene.yaml"))


def script_of(text: str) -> Script:
    """Return the scene of a file; in which order relations stand says nothing."""
    script = parse_scene(text, "scene.yaml")
    return replace(script, ties=tuple(sorted(script.ties, key=repr)))


def written(values: dict[str, str]) -> str:
    return write_fields(SceneWriter(values).fields)


@pytest.mark.parametrize("name", ["casting", "court", "philosophers", "succession", "odd"])
def test_a_file_comes_out_of_the_form_as_it_went_in(name: str) -> None:
    """Each field of the stories that ship, and of a file with all that is rare."""
    odd = ODD.replace("安娜: 5", "member-1: 5").replace("ANNA", "member-1")
    odd = odd.replace("name: 安娜,", "id: member-1, name: 安娜,").replace(
        "{aim: 要磨坊}", "{id: camp-1, aim: 要磨坊}"
    )
    odd = odd.replace("{text: 磨坊是我的}", "{topic: belief-1, text: 磨坊是我的}")
    odd = odd.replace("{name: 没有人,", "{id: candidate-2, name: 没有人,")
    text = odd if name == "odd" else shipped_scenes()[name].read_text(encoding="utf-8")
    form = loaded(text)
    again = written(form.values)

    assert form.unplaced == []
    assert script_of(again) == script_of(text)
    assert loaded(again).values == form.values


def test_names_without_latin_letters_need_no_ids() -> None:
    """The form gives them numbers, where a file must name an id."""
    values = loaded(ODD.replace(", 安娜: 5", "").replace(", inferred_by: ANNA", "")).values
    script = parse_scene(written(values), "scene.yaml")

    assert [one.id for one in script.members] == ["member-1", "bob", "cid"]
    assert script.members[0].camp == "camp-1"
    assert script.ballot.win is WinRule.DECIDER


def test_a_new_name_changes_no_reference_and_a_row_that_is_gone_is_named_nowhere() -> None:
    """Fields name members by their rows; rows keep their numbers."""
    values = loaded(shipped_scenes()["succession"].read_text(encoding="utf-8")).values
    before = parse_scene(written(values), "scene.yaml")
    renamed = {**values, "members-1-id": "zed", "members-1-name": "Zed"}
    script = parse_scene(written(renamed), "scene.yaml")
    old = before.members[1].id
    assert {(one.of, one.to, one.score) for one in script.ties if "zed" in (one.of, one.to)} == {
        ("zed" if one.of == old else one.of, "zed" if one.to == old else one.to, one.score)
        for one in before.ties
        if old in (one.of, one.to)
    }

    left = without_row(values, "members-1")
    assert not any(name.startswith("members-1-") for name in left)
    assert "#1" not in {value for name, value in left.items() if not name.endswith("-camp")}
    grown = with_row(left, "members")
    assert grown[f"members-{len(before.members)}-rank"] == "principal"


def test_what_no_field_can_have_is_named() -> None:
    """Unknown keys, and lists where a text belongs; nothing of a file is dropped in silence."""
    odd = """
format: npcserver/scene/1
scene: {premise: [one, two], colour: red}
members: none
relations: [{from: ann, to: {bob: 1}, score: 2}]
course: {stages: [[update]]}
ballot: {rules: [loud]}
"""
    assert sorted(loaded(odd).unplaced) == [
        "ballot.rules[0]", "course.stages[0]", "members", "relations[0]", "scene.colour",
        "scene.premise",
    ]  # fmt: skip


async def sent(at: Studio, fields: dict[str, str], **more: str) -> Answer:
    """Send the form as a browser does."""
    typed = {name: value for name, value in fields.items() if name not in ("token", "request")}
    return await at.visitor.post(FORM, {**typed, "on": at.timeline_id, **more})


async def test_the_form_begins_with_an_example_that_can_be_started(tmp_path: Path) -> None:
    """People of the world stand in it; they speak, and the example has few calls."""
    async with studio(tmp_path, ScriptedThinker()) as at:
        page = await at.visitor.get(FORM)
        fields = inputs(page)
        assert fields["members-0-character"] in page.html
        begun = await sent(at, fields, do="begin")
        assert "The scene has begun." in begun.text
        (chat,) = await GroupChats.of(at.here.services).list(at.timeline_id)
        names = [one.name for one in chat.script.members]
        people = (await at.here.services.characters.people(WORLD)).names.values()
        assert set(names) <= set(people)
        assert len(names) == 3
        assert most_thoughts(chat.script) < 30


async def test_what_is_wrong_stands_beside_its_field(tmp_path: Path) -> None:
    """Of rows by their numbers, also behind a row that is gone; nothing that was typed is lost."""
    async with studio(tmp_path, ScriptedThinker()) as at:
        fields = inputs(await at.visitor.get(FORM))
        fields |= inputs(await sent(at, fields, add="members", do=""))
        fields |= {"members-3-name": HOSTILE, "relations-3-0": "101", "course-rounds": "many"}
        fields = inputs(await sent(at, fields, remove="members-1", do=""))
        assert "members-1-name" not in fields
        page = await sent(at, fields | {"scene-premise": "", "course-rounds": "many"}, do="begin")
        assert page.status == 400
        assert "is missing" in problem(page, "scene-premise")
        assert "'many'" in problem(page, "course-rounds")
        assert 'type="text" value="many"' in page.html
        cell = page.html.partition('data-field="relations-3-0"')[2].partition("</td>")[0]
        assert "must be a whole number from 0 to 100" in unescape(cell)
        assert HOSTILE not in page.html
        assert escape(HOSTILE) in page.html
        assert await GroupChats.of(at.here.services).list(at.timeline_id) == ()


async def test_a_file_is_opened_in_the_form_and_saved(tmp_path: Path) -> None:
    """The same scene comes out; one with a key that has no field stays a text, with all of it."""
    court = shipped_scenes()["court"].read_text(encoding="utf-8")
    async with studio(tmp_path, ScriptedThinker()) as at:
        await at.visitor.get(FORM)
        page = await at.visitor.upload(FORM, court.encode(), "court.yaml", do="load")
        assert "This file is in order" in page.text
        fields = inputs(page)
        file = await sent(at, fields, do="file")
        assert 'filename="court.yaml"' in file.headers["content-disposition"]
        text = file.content.decode()
        assert script_of(text) == script_of(court)
        await at.visitor.get(FORM)
        shown = await sent(at, fields, do="yaml")
        area = re.search(r'name="scene"[^>]*>\n([^<]*)</textarea>', shown.html)
        assert area is not None
        assert script_of(unescape(area[1])) == script_of(court)

        odd = court.replace("scene:\n", "scene:\n  colour: red\n", 1)
        kept = await at.visitor.post(FORM, {"scene": odd, "do": "load"})
        assert kept.status == 400
        assert "scene.colour: has no field" in kept.text
        assert "colour: red" in kept.text


async def test_the_text_of_a_wrong_score_is_mended_in_the_form(tmp_path: Path) -> None:
    """A file that is not in order is opened as well, with its problems at their fields."""
    court = shipped_scenes()["court"].read_text(encoding="utf-8")
    async with studio(tmp_path, ScriptedThinker()) as at:
        await at.visitor.get(FORM)
        broken = re.sub(r"rank: supporting", "rank: odd", court, count=1)
        page = await at.visitor.post(FORM, {"scene": broken, "do": "load"})
        (name,) = re.findall(r'name="(members-\d+-rank)" aria-invalid', page.html)
        assert "'odd' is unknown" in problem(page, name)
        assert '<option value="odd" selected>odd</option>' in page.html


@asynccontextmanager
async def thinking(at: Studio) -> AsyncGenerator[None]:
    """Have members think meanwhile."""
    works = asyncio.create_task(at.here.cognition.work_in_order())
    yield
    works.cancel()


async def until(at: Studio, holds: Callable[[GroupChat], object]) -> GroupChat:
    """Return the only scene, as soon as something holds for it."""
    chats = GroupChats.of(at.here.services)
    async with asyncio.timeout(SECONDS), thinking(at):
        while True:
            (chat,) = await chats.list(at.timeline_id)
            if holds(chat):
                return chat
            await asyncio.sleep(0.01)


async def seat_link(at: Studio, path: str) -> str:
    """Return the path of the only link to a seat on the page of a scene."""
    page = await at.visitor.get(path)
    (link,) = re.findall(r"<code[^>]*>http://127.0.0.1(/t/[^<]*)</code>", page.html)
    return unescape(link)


async def test_a_player_plays_a_seat_by_its_link(tmp_path: Path) -> None:
    """Without an account; the scene waits for the player, who sees what the member knows alone."""
    async with studio(tmp_path, ScriptedThinker()) as at:
        fields = inputs(await at.visitor.get(FORM))
        for name in ("members-0", "members-1"):
            fields |= {f"{name}-character": "", f"{name}-name": f"Member {name[-1]}"}
        opened = await sent(at, fields, do="wait")
        assert "waits until it is told to go on" in opened.text
        chats = GroupChats.of(at.here.services)
        (chat,) = await chats.list(at.timeline_id)
        path = f"{at.at}/scenes/{chat.id}"
        given = {"member": "member-0", "player": "p1", "called": "Lin", "do": "give"}
        page = await at.visitor.post(f"{path}/seats", given)
        assert "is played by Lin" in page.text
        link = await seat_link(at, path)
        await at.visitor.get(path)
        await at.visitor.post(path, {"do": "go_on"})
        await until(at, awaited)
        waiting = await at.visitor.get(path)
        assert "the scene waits for this player to choose a partner" in waiting.text

        await at.here.services.keys.create(name="first", role=KeyRole.ADMIN)
        player = type(at.visitor)(at.visitor.app)
        assert "Sign in" in (await player.get(path)).text
        seat = await player.get(link)
        assert "You play Member 0" in seat.text
        assert "Have the bridge repaired" in seat.text
        assert "Have the well repaired" not in seat.text
        wrong = await player.post(link, {"task": "vote", "choice": "", "words": "My own words."})
        assert wrong.status == 409
        assert "it waits for 'member-0' to choose" in wrong.text
        assert "My own words." in wrong.text
        said = await player.post(
            link, {"task": "choose", "choice": "member-1", "words": f"A word? {HOSTILE}"}
        )
        assert "Done. The scene goes on." in said.text
        assert HOSTILE not in said.html
        for changed in (link.replace("member-0", "member-1"), link[:-1], f"{link}0"):
            assert (await player.get(changed)).status == 403


async def test_a_seat_that_is_taken_back_is_played_by_the_member(tmp_path: Path) -> None:
    """Its link leads nowhere any more, and the scene goes on to its end without the player."""
    async with studio(tmp_path, ScriptedThinker()) as at:
        fields = inputs(await at.visitor.get(FORM))
        await sent(at, fields, do="wait")
        chats = GroupChats.of(at.here.services)
        (chat,) = await chats.list(at.timeline_id)
        member, path = chat.script.members[0].id, f"{at.at}/scenes/{chat.id}"
        await at.visitor.get(path)
        await at.visitor.post(f"{path}/seats", {"member": member, "player": "p1", "do": "give"})
        link = await seat_link(at, path)
        await at.visitor.post(path, {"do": "go_on"})
        await until(at, awaited)
        back = await at.visitor.post(f"{path}/seats", {"member": member, "do": "back"})
        assert "acts by itself again" in back.text
        gone = await at.visitor.get(link)
        assert gone.status == 403
        assert "This seat was taken back" in gone.text
        done = await until(at, lambda one: one.is_closed)
        own = [one for _, one in done.moves if isinstance(one, LineSpoken)]
        assert any(one.member == member and one.person is None for one in own)
