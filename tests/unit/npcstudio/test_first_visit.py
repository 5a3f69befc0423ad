"""The first visit in five steps, each a link to something that is there."""

import re
from pathlib import Path

from npcserver.app.pagination import Page
from tests.fakes.studio_visitor import WORLD, Answer, Visitor, counted, inputs, studio


def steps_of(page: Answer) -> list[tuple[str, str]]:
    """Return the address and the name of each step."""
    shown = page.html.partition('id="first"')[2].partition("</ol>")[0]
    return re.findall(r'<li>(?:<a href="([^"]+)">|<b>)([^<]+)<', shown)


async def test_five_steps_lead_through_the_sample_world(tmp_path: Path) -> None:
    """By links alone: talk in the studio, see why, correct and say it again; then they are gone."""
    async with studio(tmp_path) as at:
        first = steps_of(await at.visitor.get("/"))
        assert [name for _, name in first] == [
            "Open the world", "Talk with a character", "See why it said that",
            "Correct a memory", "Say it again",
        ]  # fmt: skip
        assert [link for link, _ in first][2:] == ["", "", ""], "nothing is said yet"
        assert "Farrowhithe" in (await at.visitor.get(first[0][0])).text
        talk = await at.visitor.get(first[1][0])
        line = inputs(talk) | {"character": "hester", "words": "Who put out the light?"}
        said = await at.visitor.post(first[1][0], line)
        assert "The answer is the last line." in said.text
        assert "visitor: Who put out the light?" in said.text
        assert 'dir="auto">Farrowhithe</a>' in said.html, "the path names the world"
        to_wenna = line | {"character": "wenna", "player": "ada", "words": "Good day."}
        other = await at.visitor.post(first[1][0], to_wenna)
        assert re.search(
            r'value="wenna" selected>.*name="player" type="text" value="ada"', other.html, re.DOTALL
        )
        again = await at.visitor.post(first[1][0], line)
        assert again.text.count("Who put out the light?") == 1, "a form that is sent twice"
        found = steps_of(await at.visitor.get("/"))
        for (link, _), shown in zip(found[2:], ("Prompt by parts", "memory", "again"), strict=True):
            page = await at.visitor.get(link)
            assert page.status == 200
            assert shown in page.text
        empty = await at.visitor.post(first[1][0], line | {"words": " "})
        assert (empty.status, "must not be empty" in empty.text) == (400, True)
        await at.visitor.get("/")
        dismissed = await at.visitor.post("/first-visit", {})
        assert "five steps" not in dismissed.text
        assert "five steps" not in (await at.visitor.get("/")).text


async def test_without_a_timeline_the_steps_begin_with_one(tmp_path: Path) -> None:
    """More timelines cost no statement more."""
    async with studio(tmp_path) as at:
        timelines = at.here.services.timelines
        await timelines.delete(at.timeline_id)
        steps = steps_of(await at.visitor.get("/"))
        assert steps[1] == (f"/w/{WORLD}", "Start a timeline, and talk")
        counts = []
        for _ in range(2):
            await timelines.start(WORLD, "One more")
            counts.append(len((await counted(at, "/", Visitor(at.visitor.app)))[1]))
        assert 0 < counts[1] <= counts[0]
        assert len((await timelines.list(WORLD, Page(9))).items) == 3
