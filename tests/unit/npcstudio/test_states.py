"""Moods, beliefs, standings and places, set on the page of a character."""

import re
from pathlib import Path

from npcserver.model.access import KeyRole
from tests.fakes.studio_visitor import studio
from tests.unit.npcstudio.test_access import key_of, signed_in

MARKUP = "He <b>lies</b>."


async def test_states_are_set_on_a_page_and_taken_back(tmp_path: Path) -> None:
    """Each says that an author set it; the list says who and why, and what a form holds stays."""
    async with studio(tmp_path) as at:
        visitor = at.visitor
        mind = f"{at.at}/c/hester"
        page = await visitor.get(mind)
        assert page.html.count('name="state"') == 4
        assert len(set(re.findall(r'\bid="([^"]+)"', page.html))) == page.html.count(' id="')
        places = re.findall(r'<option value="([^"]+)">', page.html.partition('name="place"')[2])
        feelings = page.html.partition('name="feeling"')[2].partition("</select>")[0]
        assert "annoyance" not in feelings, "it would be shown, and prompted with, as worry"
        assert 'value="wenna"' in page.html.partition('name="other"')[2], "whom Hester never met"
        sent = (
            {"state": "mood", "feeling": "anger", "cause": MARKUP},
            {"state": "belief", "text": MARKUP, "score": "90"},
            {"state": "standing", "other": "isidor", "affinity": "-40", "view": MARKUP},
            {"state": "place", "place": places[0], "spot": "the stairs", "why": "Wanted here."},
        )
        for form in sent:
            done = await visitor.post(f"{mind}/state", form)
            assert "Set. It holds from now on" in done.text, done.text[:500]
        page = await visitor.get(mind)
        assert page.html.count("set by an author") == 3
        assert page.text.count(MARKUP) >= 3
        assert "<b>lies" not in page.html
        assert "anger" in page.text

        wrong = await visitor.post(f"{mind}/state", {"state": "belief", "text": "My words."})
        assert (wrong.status, "My words." in wrong.text) == (400, True)
        assert (await visitor.post(f"{mind}/state", {"state": "sleep"})).status == 400
        listed = await visitor.get(f"{at.at}/corrections")
        assert "Wanted here." in listed.text
        assert "standing · Hester Quillam: Isidor Venn Affinity -40" in listed.text
        assert "<b>lies" not in listed.html
        made = re.findall(r'name="correction" value="([^"]+)"', listed.html)
        assert len(made) == 4
        for one in made:
            await visitor.post(f"{at.at}/corrections", {"correction": one})
        assert "set by an author" not in (await visitor.get(mind)).text

        _, secret = await key_of(at, KeyRole.READ_ONLY)
        reader = await signed_in(at, secret)
        assert 'name="state"' not in (await reader.get(mind)).html
        assert (await reader.post(f"{mind}/state", sent[0])).status == 403
