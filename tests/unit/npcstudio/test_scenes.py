"""Scenes in the studio: starting one from a file, its progress, and what anybody knows of it."""

import asyncio
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from html import escape, unescape
from pathlib import Path

from npcmodels.scripted import ScriptedThinker
from npcscenes.app.group_chats import GroupChats
from npcscenes.app.scene_view import Eyes, Watcher, WatchGroupChat
from npcserver.model.group.moves import LineSpoken
from tests.fakes.scene_app import MILL_SCENE
from tests.fakes.studio_visitor import WORLD, Answer, Studio, counted, problem, studio

HOSTILE = "<script>alert(1)</script>"
SCENE = MILL_SCENE.replace(", character: ada", "").replace("The mill", f"The mill, Ä {HOSTILE}")
PAGE = f"/w/{WORLD}/scenes"
SECONDS = 60


async def begin(at: Studio, scene: str = SCENE, do: str = "begin") -> Answer:
    await at.visitor.get(PAGE)
    return await at.visitor.post(PAGE, {"on": at.timeline_id, "scene": scene, "do": do})


async def the_scene(at: Studio) -> str:
    """Return the path of the page of the only scene."""
    chats = GroupChats.of(at.here.services)
    (chat,) = await chats.list(at.timeline_id)
    return f"{at.at}/scenes/{chat.id}"


async def play_on(at: Studio) -> None:
    """Have members think until the scene is over."""
    works = asyncio.create_task(at.here.cognition.work_in_order())
    async with asyncio.timeout(SECONDS):
        await lines(at, Watcher.AUDIENCE)
    works.cancel()


async def lines(at: Studio, eyes: Eyes) -> list[str]:
    """Return the lines that the API shows a viewer, once the scene is over."""
    chats = GroupChats.of(at.here.services)
    (chat,) = await chats.list(at.timeline_id)
    request = WatchGroupChat(timeline_id=at.timeline_id, chat_id=chat.id, eyes=eyes)
    async with aclosing(chats.watch(request)) as events:
        return [
            one.what.text
            async for one in events
            if isinstance(one.what, LineSpoken) and one.what.text
        ]


async def test_a_scene_is_started_and_watched_with_anybodys_eyes(tmp_path: Path) -> None:
    """From the text of a file to its end; each viewer is shown the lines that the API shows it."""
    async with studio(tmp_path, ScriptedThinker()) as at:
        checked = await begin(at, do="check")
        assert "at most 22 calls of a model" in checked.text
        assert "No scene was played" in checked.text
        begun = await begin(at)
        assert "The scene has begun." in begun.text
        assert "0 of 5 stages are over" in begun.text
        assert "data-refresh" in begun.html
        await play_on(at)
        path = await the_scene(at)
        whole = await lines(at, Watcher.EVERYTHING)
        seen = {one: await lines(at, one) for one in (Watcher.AUDIENCE, "ada", "bea", "cob")}
        for eyes, known in {Watcher.EVERYTHING: whole, **seen}.items():
            page = await at.visitor.get(f"{path}?eyes={eyes}")
            shown = [one for one in whole if escape(one) in page.html]
            assert shown == [one for one in whole if one in known], eyes
        assert len(seen[Watcher.AUDIENCE]) < len(seen["ada"]) < len(whole)
        page = await at.visitor.get(path)
        assert "5 of 5 stages are over" in page.text
        assert "data-refresh" not in page.html
        listed = await at.visitor.get(PAGE)
        assert "settled" in listed.text
        assert HOSTILE not in page.html + listed.html
        assert f"The mill, Ä {HOSTILE}" in page.text
        unknown = await at.visitor.get(f"{path}?eyes=nobody")
        assert unknown.status == 400
        assert "name one of ada, bea, cob" in unknown.text


async def test_a_wrong_file_is_told_beside_the_text(tmp_path: Path) -> None:
    """By all its lines, and nothing that was typed is lost; no scene begins."""
    async with studio(tmp_path, ScriptedThinker()) as at:
        wrong = SCENE.replace("impact: 30", "impact: -1").replace("rank: supporting", "rank: odd")
        page = await begin(at, wrong)
        assert page.status == 400
        assert "scene.yaml:9: members[2].rank" in page.text
        assert "resources[0].impact" in page.text
        assert problem(page, "scene").startswith("Nothing was started.")
        assert "rank: odd" in page.text
        assert page.html.count(escape(HOSTILE)) > 0
        assert HOSTILE not in page.html
        empty = await begin(at, "")
        assert "must not be empty" in problem(empty, "scene") + empty.text
        missing = await begin(at, SCENE.replace("name: Bea,", "name: Bea, character: nobody,"))
        assert missing.status == 400
        assert "nobody" in missing.text
        assert "character: nobody" in missing.text
        assert await GroupChats.of(at.here.services).list(at.timeline_id) == ()


async def test_a_file_is_chosen_from_the_disk(tmp_path: Path) -> None:
    """It counts in place of the text; one that is no text is refused, and the text stays."""
    async with studio(tmp_path, ScriptedThinker()) as at:
        await at.visitor.get(PAGE)
        fields = {"on": at.timeline_id, "scene": "typed before", "do": "begin"}
        odd = await at.visitor.upload(PAGE, b"title: x\n\xff", "mill.yaml", **fields)
        assert odd.status == 400
        assert "mill.yaml, line 2: is no text in UTF-8" in odd.text
        assert "typed before" in odd.text
        named = SCENE.encode().replace(b"impact: 30", b"impact: x")
        told = await at.visitor.upload(PAGE, named, "mill.yaml", **fields)
        assert "mill.yaml:12: resources[0].impact" in told.text
        assert "The mill, Ä" in told.text
        sent = await at.visitor.upload(PAGE, SCENE.encode(), "mill.yaml", **fields)
        assert sent.status == 303
        again = await at.visitor.upload(PAGE, SCENE.encode(), "mill.yaml", **fields)
        assert again.headers["location"] == sent.headers["location"]
        changed = SCENE.encode().replace(b"impact: 30", b"impact: 20")
        other = await at.visitor.upload(PAGE, changed, "mill.yaml", **fields)
        assert other.headers["location"] != sent.headers["location"]
        assert "The mill, Ä" in (await at.visitor.get(sent.headers["location"])).text


async def test_a_scene_goes_on_in_a_branch(tmp_path: Path) -> None:
    """The list names it in both timelines, by the beginning that the first alone has."""
    async with studio(tmp_path, ScriptedThinker()) as at:
        await begin(at)
        timelines = at.here.services.timelines
        save = await timelines.save(timeline_id=at.timeline_id, name="Begun")
        branch = await timelines.load(save.id)
        _, before = await counted(at, PAGE)
        path = (await the_scene(at)).replace(at.timeline_id, branch.id)
        await at.visitor.get(path)
        ended = await at.visitor.post(path, {"do": "close"})
        assert "The scene was ended." in ended.text
        listed, after = await counted(at, PAGE)
        assert listed.text.count("The mill, Ä") == 2
        assert len(after) == len(before) > 0
        assert listed.text.index("ended early") < listed.text.index("not over")
        await timelines.delete(at.timeline_id)
        listed = await at.visitor.get(PAGE)
        assert listed.text.count("The mill, Ä") == 1


async def test_without_a_model_scenes_are_watched_alone(tmp_path: Path) -> None:
    """The page says why, and has no button that starts one; a form that is sent is refused."""
    async with studio(tmp_path) as at:
        page = await at.visitor.get(PAGE)
        assert "Scenes need a language model" in page.text
        assert 'value="begin"' not in page.html
        refused = await begin(at)
        assert refused.status == 409
        assert "set model.name" in refused.text
        assert "The mill, Ä" in refused.text


async def test_a_scene_says_why_it_does_not_go_on(tmp_path: Path) -> None:
    """As while its model is off: the page has the error of the last try."""
    async with studio(tmp_path, ScriptedThinker()) as at:
        await begin(at)
        path = await the_scene(at)
        assert "does not go on" not in (await at.visitor.get(path)).text
        jobs, now = at.here.store.jobs, datetime.now(UTC) + timedelta(minutes=1)
        while (job := await jobs.claim(now, 60)) is not None:
            await jobs.fail(job, f"no connection {HOSTILE}", now + timedelta(hours=1))
        page = await at.visitor.get(path)
        assert f"The scene does not go on, and will be tried again: no connection {HOSTILE}" in (
            unescape(page.html)
        )
        assert HOSTILE not in page.html
