"""Relations, books and files of a world in the studio, and a world begun from nothing."""

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from npcserver.app.pagination import Page
from npcserver.model.access import KeyRole
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.world import Place
from npcstudio.relations import draw
from tests.fakes.studio_visitor import WORLD, Visitor, counted, inputs, problem, studio

AT = f"/w/{WORLD}"
HESTER = CharacterId("hester")
MILL = """format: npcserver/world/1
world: {id: mill, name: The Mill}
places: [{name: Yard, capacity: 12}, {name: Loft}]
"""


async def test_relations_are_a_matrix_and_a_drawing(tmp_path: Path) -> None:
    """A changed relation is a new version of the persona; the second designer sees both."""
    async with studio(tmp_path) as at:
        characters = at.here.services.characters
        before = await characters.get(WORLD, HESTER)
        page = await at.visitor.get(f"{AT}/relations")
        cast = (await characters.list(WORLD, Page(40))).items
        names = {str(one.id) for one in cast}
        inside = sum(each.to_id in names for one in cast for each in one.persona.relations)
        assert page.html.count('class="edge ') == inside > 3
        assert len(draw(cast, "hester").edges) < inside
        one = next(each for each in before.persona.relations if each.to_id)
        path = f"{AT}/relations/hester"
        mine = inputs(await at.visitor.get(f"{path}?to={one.to_id}"))
        other = Visitor(at.visitor.app)
        yours = inputs(await other.get(f"{path}?to={one.to_id}"))
        wrong = await at.visitor.post(path, mine | {"affinity": "101"})
        assert "from -100 to 100" in problem(wrong, "affinity")
        await at.visitor.post(path, mine | {"affinity": "-77", "view": "He lies."})
        told = await other.post(path, yours | {"affinity": "12"})
        assert told.status == 409
        assert "Saved meanwhile: -77" in told.text
        assert (await other.post(path, inputs(told))).status == 200
        after = await characters.get(WORLD, HESTER)
        assert after.version == before.version + 2
        assert [each.affinity for each in after.persona.relations if each.to_id == one.to_id] == [
            12
        ]

        form = await at.visitor.get(path)
        assert "To whom" in form.text
        fields = inputs(form) | {"to": "elsewhere", "view": "She mends."}
        nameless = await at.visitor.post(path, fields)
        assert "is missing; fill it in" in problem(nameless, "to_name")
        await at.visitor.post(path, fields | {"to_name": "Ann", "player": "player-ann"})
        ann = (await characters.get(WORLD, HESTER)).persona.relations[-1]
        assert (ann.to, ann.to_id, ann.view) == ("Ann", "player-ann", "She mends.")
        gone = inputs(await at.visitor.get(f"{path}?to=player-ann")) | {"do": "delete"}
        assert "Deleted." in (await at.visitor.post(path, gone)).text
        assert (await characters.get(WORLD, HESTER)).persona == after.persona


async def test_books_are_written_and_asked(tmp_path: Path) -> None:
    """A question says how sure each passage is, and what a given character would be shown."""
    async with studio(tmp_path) as at:
        lore = at.here.services.lore
        path = f"{AT}/new-book"
        fields = inputs(await at.visitor.get(path)) | {
            "title": "The Mill Book", "readers": "Hester Quillam", "chapter_title": "Of the Wheel",
            "text": "The mill wheel has eleven spokes. The twelfth went down the river.",
        }  # fmt: skip
        wrong = await at.visitor.post(path, fields | {"readers": "Hestr", "text": "Ask {{user}}."})
        assert "{{user}}" in problem(wrong, "text")
        wrong = await at.visitor.post(path, fields | {"readers": "Hestr"})
        assert "did you mean 'hester'?" in problem(wrong, "readers")
        assert "Of the Wheel" in (await at.visitor.post(path, fields)).text
        taken = await at.visitor.post(path, fields | {"author": "Another"})
        assert "already exists" in problem(taken, "id")
        book = f"{AT}/books/the-mill-book"
        fields = inputs(await at.visitor.get(f"{book}/chapter"))
        locked = {"text": "The bailiff owes nine sacks.", "lock": "some", "trust": "60"}
        await at.visitor.post(f"{book}/chapter", fields | locked)
        stored = await lore.get(WORLD, "the-mill-book")
        assert stored.chapters[1].secret is not None
        assert (stored.readers, stored.chapters[1].secret.trust) == (("hester",), 60)

        question = quote("How many spokes has the mill wheel?")
        asked = f"{AT}/books?text={question}&character="
        read = await at.visitor.get(f"{asked}hester")
        assert re.search(r"\d+ % sure answers would be shown The mill wheel", read.text)
        unread = await at.visitor.get(f"{asked}wenna")
        assert "has not read it The mill wheel" in unread.text
        sacks = await at.visitor.get(f"{AT}/books?text=Who+owes+nine+sacks%3F")
        assert "bailiff owes" not in sacks.text

        mine = inputs(await at.visitor.get(f"{book}/chapter/1"))
        cover = inputs(await at.visitor.get(book))
        await at.visitor.post(book, cover | {"title": "The Old Mill Book"})
        late = await at.visitor.post(f"{book}/chapter/1", mine | {"text": "It has twelve spokes."})
        assert late.status == 409
        assert inputs(late)["text"] == "It has twelve spokes."
        assert "Saved meanwhile: The mill wheel has eleven" in late.text
        await at.visitor.post(f"{book}/chapter/1", inputs(late))
        stored = await lore.get(WORLD, "the-mill-book")
        assert stored.title == "The Old Mill Book"
        assert stored.chapters[0].text == "It has twelve spokes."
        for _ in range(2):
            last = inputs(await at.visitor.get(f"{book}/chapter/1")) | {"do": "delete"}
            kept = await at.visitor.post(f"{book}/chapter/1", last)
        assert "This is the only chapter" in kept.text
        whole = inputs(await at.visitor.get(book)) | {"do": "delete"}
        assert "The Old Mill Book" not in (await at.visitor.post(book, whole)).text


async def test_a_file_is_tried_first_and_overwrites_nothing(tmp_path: Path) -> None:
    """An old export is refused until its author has merged; a foreign one asks first."""
    async with studio(tmp_path) as at:
        services, mill = at.here.services, WorldId("mill")
        await services.world_texts.put(world_id=mill, yaml=MILL)
        path = f"/w/{mill}/file"
        exported = (await at.visitor.get(f"{path}.yaml")).html
        edited = exported.replace("capacity: 12", "capacity: 13", 1)
        assert edited != exported
        await at.visitor.get(path)
        tried = await at.visitor.post(path, {"yaml": edited, "do": "try"})
        assert "Changed: 1" in tried.text
        assert (await services.world_texts.get(mill)).yaml in exported, "nothing is stored"
        assert "Imported." in (await at.visitor.post(path, inputs(tried) | {"do": "import"})).text

        again = edited.replace("capacity: 13", "capacity: 14", 1)
        stale = await at.visitor.post(path, {"yaml": again, "do": "import"})
        assert stale.status == 409
        assert "changed after this file was exported" in stale.text
        assert "- capacity: 13" in stale.text
        assert "+ capacity: 14" in stale.text
        assert "capacity: 13" in (await services.world_texts.get(mill)).yaml
        merged = await at.visitor.post(path, inputs(stale) | {"do": "merged"})
        assert "Changed: 1" in merged.text
        await services.worlds.edit(
            world_id=mill, apply=lambda one: replace(one, description="Rain.")
        )
        moved = await at.visitor.post(path, inputs(merged) | {"do": "import"})
        assert moved.status == 409, "it was changed after it was shown what the import will do"
        assert (await services.worlds.get(mill)).description == "Rain."

        foreign = re.sub(r"^#.*\n", "", again)
        asked = await at.visitor.post(path, {"yaml": foreign, "do": "try"})
        assert "Overwrite what is listed as changed" in asked.text
        refused = await at.visitor.post(path, inputs(asked) | {"do": "import"})
        assert refused.status == 409
        assert (await services.worlds.get(mill)).description == "Rain."
        agreed = await at.visitor.post(path, inputs(asked) | {"do": "import", "overwrite": "yes"})
        assert "Imported." in agreed.text
        assert "capacity: 14" in (await services.world_texts.get(mill)).yaml

        broken = await at.visitor.post(path, {"yaml": foreign.replace("capacity", "capactiy")})
        assert broken.status == 400
        assert "did you mean 'capacity'?" in broken.text
        assert "capactiy" in inputs(broken)["yaml"]


async def test_a_world_is_begun_from_nothing(tmp_path: Path) -> None:
    """By a form or a file; a key for other worlds may do neither."""
    async with studio(tmp_path) as at:
        services = at.here.services
        await at.visitor.get("/")
        fields = inputs(await at.visitor.get("/new-world"))
        wrong = await at.visitor.post("/new-world", fields | {"language": "English, please"})
        assert "is missing; fill it in" in problem(wrong, "name")
        assert "language tag" in problem(wrong, "language")
        typed = {"name": "The Mill", "start_time": "1911-05-02T07:30"}
        made = await at.visitor.post("/new-world", fields | typed)
        assert "The world is made." in made.text
        world = await services.worlds.get(WorldId("the-mill"))
        assert f"{world.start_time:%Y-%m-%dT%H:%M}" == "1911-05-02T07:30"
        fields = inputs(await at.visitor.get("/w/the-mill/settings"))
        await at.visitor.post("/w/the-mill/settings", fields | {"description": "A slow river."})
        late = await at.visitor.post("/w/the-mill/settings", fields | {"description": "A lake."})
        assert late.status == 409
        assert "Saved meanwhile: A slow river." in late.text
        fields = inputs(await at.visitor.get("/w/the-mill/new-character"))
        await at.visitor.post("/w/the-mill/new-character", fields | {"name": "Berta Holm"})
        await at.visitor.get("/w/the-mill")
        begun = await at.visitor.post("/w/the-mill", {"label": "First"})
        assert "Berta Holm" in begun.text

        await at.visitor.get("/import")
        text = "format: npcserver/world/1\nworld: {name: The Quay}\nplaces: [{name: Wharf}]"
        odd = await at.visitor.upload("/import", b"format: x\n\xff", "odd.yaml", yaml="x", do="try")
        assert (odd.status, "odd.yaml, line 2: is no text" in odd.text) == (400, True)
        chosen = await at.visitor.upload("/import", text.encode(), "m.yaml", do="try")
        assert "Created: 2" in chosen.text
        await at.visitor.get("/import")
        tried = await at.visitor.post("/import", {"yaml": text, "do": "try"})
        assert "Created: 2" in tried.text
        done = await at.visitor.post("/import", inputs(tried) | {"do": "import"})
        assert "Imported." in done.text
        assert (await services.worlds.get_place(WorldId("the-quay"), PlaceId("wharf"))).name
        bad = await at.visitor.post("/import", {"yaml": text + "\nplacs: []", "do": "try"})
        assert "did you mean 'places'?" in bad.text

        _, secret = await services.keys.create(
            name="elsewhere", role=KeyRole.DESIGNER, world_ids=("elsewhere",)
        )
        limited = Visitor(at.visitor.app)
        await limited.get("/sign-in")
        await limited.post("/sign-in", {"key": secret})
        assert (await limited.post("/new-world", {"name": "Mine"})).status == 403
        assert (await limited.post("/import", {"yaml": text, "do": "try"})).status == 403


async def test_pages_of_books_and_relations_read_no_more_than_they_show(tmp_path: Path) -> None:
    """Rows cost no statements."""
    pages = (
        "relations",
        "relations/hester",
        "books",
        "books?text=tide",
        "settings",
        "file",
        "people",
    )
    async with studio(tmp_path) as at:
        counts: list[list[int]] = []
        for rows in (1, 4):
            for number in range(rows):
                name = f"Hal {rows} {number}"
                fields = inputs(await at.visitor.get(f"{AT}/new-character"))
                await at.visitor.post(f"{AT}/new-character", fields | {"name": name})
                book = {"title": name, "chapter_title": "One", "text": "High tide at six."}
                fields = inputs(await at.visitor.get(f"{AT}/new-book"))
                assert (await at.visitor.post(f"{AT}/new-book", fields | book)).status == 200
                place = Place(id=PlaceId(""), world_id=WORLD, name=name)
                await at.here.services.worlds.create_place(place)
            counts.append([])
            for page in pages:
                await at.visitor.get(f"{AT}/{page}")  # the index of books catches up
                counts[-1].append(len((await counted(at, f"{AT}/{page}"))[1]))
        assert counts[0] == counts[1]
