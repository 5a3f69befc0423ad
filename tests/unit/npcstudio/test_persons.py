"""Fields that name a person or a place offer their names."""

from contextlib import aclosing
from pathlib import Path

from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.pagination import Page
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, PlaceId
from tests.fakes.studio_visitor import WORLD, Studio, counted, inputs, studio

AT = f"/w/{WORLD}"
ANN = '<option value="p1">Ann &lt;i&gt;</option>'
HESTER = CharacterId("hester")


async def greet(at: Studio, player: Person) -> None:
    said = SayToCharacter(
        timeline_id=at.timeline_id, character_id=HESTER, speaker=player, text="Good evening."
    )
    async with aclosing(at.here.services.dialogue.say(said)) as events:
        async for _ in events:
            pass


async def test_players_who_spoke_are_offered_by_name(tmp_path: Path) -> None:
    """In filters, conversations and relations; more of them cost no more statements."""
    async with studio(tmp_path) as at:
        pages = (
            f"{at.at}/talk",
            f"{at.at}/c/hester/memories",
            f"{at.at}/c/hester/ask",
            f"{AT}/relations/hester",
        )
        counts = []
        for number in (1, 2):
            await greet(at, Person(id=f"p{number}", name="Ann <i>" if number == 1 else "Bo"))
            for page in pages:  # what is read once for a server
                await at.visitor.get(page)
            counts.append([len((await counted(at, one))[1]) for one in pages])
        for page in pages:
            html = (await at.visitor.get(page)).html
            assert ANN in html, page
            assert "<i>" not in html, page
        assert counts[0][1:] == counts[1][1:]
        by_id = await at.visitor.get(f"{at.at}/c/hester/memories?person=p1")
        by_name = await at.visitor.get(f"{at.at}/c/hester/memories?person=ann+%3Ci%3E")
        assert by_id.text.count("Good evening.") == by_name.text.count("Good evening.") > 0
        elsewhere = await at.visitor.get(f"{at.at}/c/hester/memories?place=gone")
        assert '<option value="gone" selected>gone</option>' in elsewhere.html
        assert '<option value="taproom"' in elsewhere.html


async def test_who_may_be_told_is_checked_by_name(tmp_path: Path) -> None:
    """Characters, players who spoke, and those who have not; whom nobody knows stays checked."""
    async with studio(tmp_path) as at:
        await greet(at, Person(id="p1", name="Ann"))
        form = f"{AT}/people/hester/seed"
        page = await at.visitor.get(form)
        assert 'value="p1"> Ann</label>' in page.html
        fields = {**inputs(page), "text": "You hid the key.", "lock": "some", "to_players": "p9"}
        done = await at.visitor.post(form, {**fields, "to": ["isidor", "p1"], "do": "save"})
        assert "locked:" in done.text
        seeds, _ = await at.here.services.characters.seeds(WORLD, HESTER, Page(100))
        (secret,) = (one.secret for one in seeds.items if one.text == "You hid the key.")
        assert secret is not None
        assert secret.to == ("isidor", "p1", "p9")


async def test_owners_and_known_places_are_checked_by_name(tmp_path: Path) -> None:
    """The list of places shows names, too; a form that is sent back changes nothing."""
    async with studio(tmp_path) as at:
        path = f"{AT}/places/taproom"
        fields = inputs(await at.visitor.get(path))
        saved = await at.visitor.post(path, {**fields, "owners": ["hester", "isidor"]})
        assert "of Hester Quillam, Isidor Venn" in saved.text
        again = inputs(await at.visitor.get(path))
        assert again["owners"] == "hester\nisidor"
        place = await at.here.services.worlds.get_place(WORLD, PlaceId("taproom"))
        await at.visitor.post(path, again)
        assert await at.here.services.worlds.get_place(WORLD, PlaceId("taproom")) == place

        person = f"{AT}/people/hester"
        known = inputs(await at.visitor.get(person))
        await at.visitor.post(person, {**known, "knows": ["taproom"]})
        hester = await at.here.services.characters.get(WORLD, HESTER)
        assert hester.knows == ("taproom",)
