"""Who changed what, with its way back."""

import re
from dataclasses import replace
from pathlib import Path

from npcserver.model.access import KeyRole
from npcserver.model.ids import CharacterId
from npcserver.ports.author import write_as
from tests.fakes.studio_visitor import WORLD, Studio, Visitor, counted
from tests.unit.npcstudio.test_access import key_of, signed_in
from tests.unit.npcstudio.test_people import invited, joined, with_admin

AT = f"/w/{WORLD}/changes"
HESTER = f"/w/{WORLD}/people/hester/persona"


async def saved_persona(at: Studio, visitor: Visitor, traits: str) -> None:
    """Have a visitor give Hester other traits on her page."""
    page = await visitor.get(HESTER)
    fields = dict(re.findall(r'name="(version|etag)" value="([^"]*)"', page.html))
    before = await at.here.services.characters.get(WORLD, CharacterId("hester"))
    typed = {"name": before.persona.name, "traits": traits, **fields, "do": "save"}
    done = await visitor.post(HESTER, typed)
    assert "Saved as a new version" in done.text, done.text[:2000]


async def test_changes_name_who_made_them_and_persona_and_correction_are_undone(
    tmp_path: Path,
) -> None:
    """Each with its diff; a later change stands in the way, and the page says so."""
    async with with_admin(tmp_path) as (at, grace):
        ada = await joined(at, await invited(grace, "Ada <i>L</i>"))
        before = await at.here.services.characters.get(WORLD, CharacterId("hester"))
        await saved_persona(at, ada, "terse and salty")
        await saved_persona(at, grace, "talkative")
        listed = (await ada.get(f"{HESTER}/versions")).text.partition("All versions")[2]
        newest, _, older = listed.partition("Version 2")
        assert "by Grace" in newest
        assert "by Ada <i>L</i>" in older.partition("Version 1")[0]
        assert "by " not in older.partition("Version 1")[2]
        await ada.get(at.at)
        await ada.post(f"{at.at}/c/hester/memories", {"text": "It rained."})
        page = await ada.get(AT)
        assert "Ada <i>L</i>" in page.text
        assert "<i>L" not in page.html
        assert "Character: Hester" in page.text
        assert page.html.count("<article") == 3, "keys and accounts are for administrators"
        first = re.findall(rf'href="({AT}/change\w+)"', page.html)[-1]
        assert "terse" in (await ada.get(first)).text

        undo = re.findall(rf'action="({AT}/change\w+)"', page.html)
        assert len(undo) == 3
        assert "Undone" in (await ada.post(undo[0], {})).text
        assert "taken back" in (await ada.get(f"{at.at}/corrections")).text
        late = await ada.post(undo[2], {})
        assert (late.status, "Ada <i>L</i>" in late.text, "Grace" in late.text) == (409, True, True)
        page = await ada.get(AT)
        assert undo[0] not in re.findall(rf'action="({AT}/change\w+)"', page.html)
        assert "Undone" in (await ada.post(undo[1], {"why": "Too chatty."})).text
        assert "Too chatty." in (await ada.get(AT)).text
        now = await at.here.services.characters.get(WORLD, CharacterId("hester"))
        assert (now.persona.traits, now.version) == ("terse and salty", before.version + 3)
        await ada.get(AT)
        gone = await ada.post(undo[0], {})
        assert (gone.status, "undone already" in gone.text) == (409, True)


async def test_changes_are_filtered_and_those_of_keys_are_for_administrators(
    tmp_path: Path,
) -> None:
    """By person and kind; who may not author sees no button, and a guess is refused."""
    async with with_admin(tmp_path) as (at, grace):
        await invited(grace, "Reader", "read_only")
        _, secret = await key_of(at, KeyRole.READ_ONLY)
        reader = await signed_in(at, secret)
        await grace.get(AT)
        place = {"name": "Net loft", "description": "It smells of tar."}
        assert (await grace.post(f"/w/{WORLD}/new-place", place)).status == 200
        mine = await grace.get(AT)
        assert "Account: Reader" in mine.text
        assert "Key: read_only key" in mine.text
        (link,) = re.findall(rf'href="({AT}/change\w+)"', mine.html)
        shown = await grace.get(link)
        assert "It smells of tar." in shown.text
        assert 'name="why"' in shown.html
        assert "Undone" in (await grace.post(link, {})).text
        assert "Net loft" not in (await grace.get(f"/w/{WORLD}/places")).text
        again = await grace.get(link)
        assert ("undone already" in again.text, 'name="why"' in again.html) == (True, False)

        theirs = await reader.get(AT)
        assert "Account" not in theirs.text
        assert "Undo" not in theirs.text
        assert (await reader.post(link, {})).status == 403
        own = (await grace.get("/account")).text
        assert "Grace" in own
        people = await at.here.services.accounts.list()
        grace_id = next(one.key.id for one in people if one.key.name == "Grace")
        assert (await grace.get(f"{AT}?person={grace_id}&kind=place")).html.count("<article") == 2
        assert "No change fits" in (await grace.get(f"{AT}?kind=flag")).text
        assert (await grace.get(f"{AT}?kind=nothing")).status == 400
        assert (await grace.get(f"{AT}?after=nonsense")).status == 400
        assert (await grace.get(f"/w/nowhere/changes/{link.rpartition('/')[2]}")).status == 404


async def test_pages_of_changes_cost_the_same_however_many_there_are(tmp_path: Path) -> None:
    """And none is left out or shown twice between two of them."""
    async with with_admin(tmp_path) as (at, grace):
        characters, own = at.here.services.characters, CharacterId("hester")
        await saved_persona(at, grace, "traits 0")
        before = await characters.get(WORLD, own)
        assert before.persona.traits == "traits 0"
        await grace.get(AT)
        _, few = await counted(at, AT, grace)
        for number in range(1, 60):
            await saved_persona_directly(at, number)
        await grace.get(AT)
        first, many = await counted(at, AT, grace)
        assert 0 < len(many) <= len(few)
        (older,) = re.findall(r'href="([^"]+after=[^"]+)"', first.html)
        second = await grace.get(older.replace("&amp;", "&"))
        found = re.findall(rf'href="{AT}/(change\w+)"', first.html + second.html)
        assert len(found) == len(set(found)) == 60


async def saved_persona_directly(at: Studio, number: int) -> None:
    write_as("key_of_a_script")
    await at.here.services.characters.edit(
        world_id=WORLD,
        character_id=CharacterId("hester"),
        apply=lambda now: replace(now, persona=replace(now.persona, traits=f"traits {number}")),
    )
