"""How designers write a world in the studio: places, actions, characters and seed memories."""

import re
from pathlib import Path

from npcserver.app.pagination import Page
from npcserver.model.access import KeyRole
from npcserver.model.affordance import Parameter, ParameterType
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.world import Walls
from tests.fakes.studio_visitor import WORLD, Visitor, counted, inputs, problem, studio

AT = f"/w/{WORLD}"
HOSTILE = "<script>alert(1)</script> \"'><img src=x onerror=y>"


async def test_places_are_made_changed_and_deleted(tmp_path: Path) -> None:
    """What is wrong stands beside its field, all at once, and nothing typed is lost."""
    async with studio(tmp_path) as at:
        worlds = at.here.services.worlds
        fields = inputs(await at.visitor.get(f"{AT}/new-place"))
        wrong = fields | {
            "name": "The Loft", "opens": "08:00", "capacity": "none", "owners": "hestr",
            "prices": "dark ale threepence", "description": "Hay. {{user}} sleeps here.",
        }  # fmt: skip
        page = await at.visitor.post(f"{AT}/new-place", wrong)
        assert page.status == 400
        assert "whole number from 1 to 100,000" in problem(page, "capacity")
        assert "is missing; write both, or neither" in problem(page, "closes")
        assert "did you mean 'hester'?" in problem(page, "owners")
        assert "no `ware: price`" in problem(page, "prices")
        assert "{{user}}" in problem(page, "description")
        assert inputs(page)["name"] == "The Loft"

        parent = (await worlds.list_places(WORLD, Page(1))).items[0].id
        right = wrong | {
            "closes": "02:00", "capacity": "4", "owners": "Hester Quillam", "description": "Hay.",
            "prices": "dark ale: threepence\nbread: one penny", "objects": "lamp\nrope",
            "parent": parent, "walls": "thick",
        }  # fmt: skip
        assert "Saved." in (await at.visitor.post(f"{AT}/new-place", right)).text
        made = await worlds.get_place(WORLD, PlaceId("the-loft"))
        assert (made.capacity, made.owner_ids, made.walls) == (4, ("hester",), Walls.THICK)
        assert (made.parent_id, made.objects) == (parent, ("lamp", "rope"))
        assert made.hours is not None
        assert f"{made.hours.closes:%H:%M}" == "02:00"
        assert [one.price for one in made.prices] == ["threepence", "one penny"]

        taken = await at.visitor.post(f"{AT}/new-place", right | {"id": "the-loft"})
        assert taken.status == 409
        assert "already exists" in problem(taken, "id")
        path = f"{AT}/places/the-loft"
        fields = inputs(await at.visitor.get(path))
        assert fields["prices"] == "dark ale: threepence\nbread: one penny"
        circle = await at.visitor.post(path, fields | {"parent": "nowhere-at-all"})
        assert "no place" in problem(circle, "parent")
        fields = inputs(await at.visitor.get(path))
        assert "Deleted." in (await at.visitor.post(path, fields | {"do": "delete"})).text
        assert (await at.visitor.get(path)).status == 404


async def test_the_second_designer_is_told_and_sees_both(tmp_path: Path) -> None:
    """Of a place, an action and a seed memory; what another saved stays until it is replaced."""
    async with studio(tmp_path) as at:
        services = at.here.services
        first, second = at.visitor, Visitor(at.visitor.app)
        (place, *_) = (await services.worlds.list_places(WORLD, Page(1))).items
        action = (await services.worlds.get(WORLD)).affordances[0].name
        seed = f"{AT}/people/hester/seed"
        listed = await first.get(f"{AT}/people/hester")
        link = re.findall(r'href="([^"]+\?seed=[^"]+)"', listed.html)[0]
        for path, opened, name in (
            (f"{AT}/places/{place.id}", f"{AT}/places/{place.id}", "description"),
            (f"{AT}/actions/{action}", f"{AT}/actions/{action}", "description"),
            (seed, link, "text"),
        ):
            mine, yours = inputs(await first.get(opened)), inputs(await second.get(opened))
            assert (await first.post(path, mine | {name: "What the first wrote."})).status == 200
            told = await second.post(path, yours | {name: "What the second wrote."})
            assert told.status == 409, path
            assert "Another designer saved this while you wrote." in told.text
            assert inputs(told)[name] == "What the second wrote."
            assert "Saved meanwhile: What the first wrote." in told.text
            again = await second.post(path, inputs(told))
            assert again.status == 200, path
        assert (await services.worlds.get(WORLD)).affordances[0].description == (
            "What the second wrote."
        )
        after = await services.worlds.get_place(WORLD, place.id)
        assert after.description == "What the second wrote."
        seeds, _ = await services.characters.seeds(WORLD, CharacterId("hester"), Page(500))
        assert "What the second wrote." in [one.text for one in seeds.items]


async def test_an_action_cannot_have_a_wrong_type(tmp_path: Path) -> None:
    """Fields that are not for a type are not read; the server's check stands beside the others."""
    async with studio(tmp_path) as at:
        path = f"{AT}/new-action"
        fields = inputs(await at.visitor.get(path)) | {
            "name": "hand_over", "description": "Give something.",
            "p0-name": "item", "p0-type": "choice", "p0-least": "3", "p0-options": "flour\nbread",
            "p0-kinds": "person", "p0-required": "yes",
        }  # fmt: skip
        more = await at.visitor.post(path, fields | {"do": "row"})
        assert more.html.count('<fieldset class="part">') == 2
        fields = inputs(more) | {"p1-name": "Pounds!", "p1-type": "integer", "p1-least": "9.5"}
        fields |= {"p1-most": "9.7"}
        assert fields.pop("p1-required") == "yes", "as in world files"
        checked = await at.visitor.post(path, fields | {"do": "check"})
        assert "must be a-z, 0-9 and _" in problem(checked, "p1-name")
        assert "no integer lies between 9.5 and 9.7" in problem(checked, "p1-least")
        assert "hand_over" not in (await at.visitor.get(f"{AT}/actions")).text
        unknown = await at.visitor.post(path, fields | {"p1-type": "float", "max_uses": "99"})
        assert unknown.status == 400
        assert "must be one of string, integer" in problem(unknown, "p1-type")
        assert "must be 1 to 16" in problem(unknown, "max_uses")
        fields |= {"p1-name": "pounds", "p1-least": "1", "p1-most": "12345678"}
        stored = await at.visitor.post(path, fields)
        assert "hand_over" in stored.text
        made = (await at.here.services.worlds.get(WORLD)).affordances[-1]
        assert made.parameters == (
            Parameter(name="item", type=ParameterType.CHOICE, options=("flour", "bread")),
            Parameter(
                name="pounds", type=ParameterType.INTEGER, required=False, minimum=1,
                maximum=12345678,
            ),
        )  # fmt: skip
        one = inputs(await at.visitor.get(f"{AT}/actions/hand_over"))
        assert one["p1-most"] == "12345678"
        taken = await at.visitor.post(path, fields)
        assert "declared twice" in problem(taken, "name")
        left = one | {"p1-name": "", "p1-about": ""}
        await at.visitor.post(f"{AT}/actions/hand_over", left)
        made = (await at.here.services.worlds.get(WORLD)).affordances[-1]
        assert [each.name for each in made.parameters] == ["item"]
        await at.visitor.get(f"{AT}/actions")
        thing = {"id": "sack-7", "name": "the torn sack", "kind": "sack"}
        assert "the torn sack" in (await at.visitor.post(f"{AT}/things", thing)).text
        gone = await at.visitor.post(f"{AT}/things", {"id": "sack-7", "do": "delete"})
        assert "the torn sack" not in gone.text
        one = inputs(await at.visitor.get(f"{AT}/actions/hand_over"))
        await at.visitor.post(f"{AT}/actions/hand_over", one | {"do": "delete"})
        assert (await at.visitor.get(f"{AT}/actions/hand_over")).status == 404


async def test_a_character_begins_with_a_name_and_gets_seed_memories(tmp_path: Path) -> None:
    """The page says first which timelines they reach; those that have begun keep theirs."""
    async with studio(tmp_path) as at:
        page = await at.visitor.get(f"{AT}/new-character")
        fields = inputs(page) | {"name": "Berta Holm", "background": "Miller. Stubborn."}
        empty = await at.visitor.post(f"{AT}/new-character", fields | {"name": ""})
        assert "is missing; fill it in" in problem(empty, "name")
        assert inputs(empty)["background"] == "Miller. Stubborn."
        made = await at.visitor.post(f"{AT}/new-character", fields)
        assert "Berta Holm at the start" in made.text
        who = CharacterId("berta-holm")
        (place, *_) = (await at.here.services.worlds.list_places(WORLD, Page(1))).items
        mine = f"{AT}/people/{who}"
        await at.visitor.post(mine, inputs(made) | {"place": place.id})
        assert (await at.here.services.characters.get(WORLD, who)).place_id == place.id
        assert "Berta Holm" in (await at.visitor.get(f"{AT}/places")).text

        page = await at.visitor.get(f"{mine}/seed")
        assert "These have begun and keep what they had: Playtest." in page.text
        fields = inputs(page) | {"text": "You hid the ledger.", "importance": "11", "lock": "some"}
        wrong = await at.visitor.post(f"{mine}/seed", fields)
        assert "from 1 to 10" in problem(wrong, "importance")
        assert "has no condition" in problem(wrong, "lock")
        fields |= {"importance": "9", "to": "Hester Quillam\nann", "trust": "60"}
        assert "new timelines" not in wrong.text
        listed = await at.visitor.post(f"{mine}/seed", fields)
        assert "Timelines that you start from now on have it." in listed.text
        nobody = await at.visitor.post(f"{mine}/seed", fields | {"to": "Hestr Quilam"})
        assert "is nobody here" in problem(nobody, "to")
        characters = at.here.services.characters
        (seed,) = (await characters.seeds(WORLD, who, Page(9)))[0].items
        assert seed.secret is not None
        assert (seed.importance, seed.secret.to, seed.secret.trust) == (9, ("hester", "ann"), 60)

        (link,) = re.findall(r'href="([^"]+\?seed=[^"]+)"', (await at.visitor.get(mine)).html)
        fields = inputs(await at.visitor.get(link))
        assert (fields["lock"], fields["to"]) == ("some", "hester\nann")
        await at.visitor.post(f"{mine}/seed", fields | {"lock": "never", "text": "You hid it."})
        (seed,) = (await characters.seeds(WORLD, who, Page(9)))[0].items
        assert seed.secret is not None
        assert seed.secret.is_absolute
        lost = await at.visitor.post(f"{mine}/seed", fields | {"text": "Written meanwhile."})
        assert lost.status == 409, "it was filled from a memory that is there no more"
        assert inputs(lost)["text"] == "Written meanwhile."
        (link,) = re.findall(r'href="([^"]+\?seed=[^"]+)"', (await at.visitor.get(mine)).html)
        fields = inputs(await at.visitor.get(link))
        gone = await at.visitor.post(f"{mine}/seed", fields | {"do": "delete"})
        assert "It remembers nothing yet." in gone.text
        left = await at.visitor.post(mine, inputs(gone) | {"do": "delete"})
        assert "Berta Holm" not in left.text
        assert (await at.visitor.get(mine)).status == 404


async def test_pages_of_a_world_are_safe_and_read_no_more_than_they_show(tmp_path: Path) -> None:
    """Markup is shown as text; rows cost no statements; a key that reads sees no forms."""
    pages = ("places", "actions", "people", "people/hester", "new-place", "people/hester/seed")
    async with studio(tmp_path) as at:
        counts: list[list[int]] = []
        for rows in (1, 4):
            for number in range(rows):
                fields = inputs(await at.visitor.get(f"{AT}/new-place"))
                name = f"Shed {rows} {number}"
                await at.visitor.post(f"{AT}/new-place", fields | {"name": name})
                fields = inputs(await at.visitor.get(f"{AT}/people/hester/seed"))
                seed = fields | {"text": f"{HOSTILE} {rows} {number}"}
                assert (await at.visitor.post(f"{AT}/people/hester/seed", seed)).status == 200
            counts.append([])
            for page in pages:
                answer, statements = await counted(at, f"{AT}/{page}")
                assert "<script>" not in answer.html, page
                assert "<img" not in answer.html, page
                counts[-1].append(len(statements))
        assert counts[0] == counts[1]
        _, secret = await at.here.services.keys.create(name="r", role=KeyRole.READ_ONLY)
        reader = Visitor(at.visitor.app)
        await reader.get("/sign-in")
        await reader.post("/sign-in", {"key": secret})
        for page in pages[:4]:
            assert 'method="post" action="/w' not in (await reader.get(f"{AT}/{page}")).html, page
        for page in ("new-place", "new-action", "new-character", "people/hester", "things"):
            refused = await reader.post(f"{AT}/{page}", {"name": "No", "id": "no", "do": "save"})
            assert refused.status == 403, page
