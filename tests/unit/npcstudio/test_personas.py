"""Personas in the studio: the form, its warnings, two designers at once, and versions."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest

from npcserver.app.pagination import Page
from npcserver.model.access import KeyRole
from npcserver.model.character import Beat, Persona
from npcserver.model.ids import CharacterId
from npcstudio import personas
from npcstudio.dataclass_form import read_form, values_of
from npcstudio.differences import compare
from tests.fakes.studio_visitor import WORLD, Answer, Studio, Visitor, studio

AT = f"/w/{WORLD}/people/hester/persona"
HESTER = CharacterId("hester")
HOSTILE = "<script>alert(1)</script> \"'><img src=x onerror=y> {name}"
_FIELD = re.compile(
    r'<textarea id="[^"]*" name="(?P<area>[^"]+)"[^>]*>\n(?P<text>.*?)</textarea>'
    r'|<input id="[^"]*" name="(?P<line>[^"]+)" type="text" value="(?P<value>[^"]*)"'
    r'|<select id="[^"]*" name="(?P<choice>[^"]+)".*?value="(?P<chosen>[^"]*)" selected'
    r'|<input type="hidden" name="(?P<base>version|etag)" value="(?P<of>[^"]*)"',
    re.DOTALL,
)


def filled(page: Answer) -> dict[str, str]:
    """Return what stands in the fields of the form."""
    found = {}
    for one in _FIELD.finditer(page.html):
        name = one["area"] or one["line"] or one["choice"] or one["base"]
        found[name] = unescape(one["text"] or one["value"] or one["chosen"] or one["of"] or "")
    return found


async def persona(at: Studio) -> Persona:
    return (await at.here.services.characters.get(WORLD, HESTER)).persona


async def versions(at: Studio) -> int:
    return len((await at.here.services.characters.versions(WORLD, HESTER, Page(50))).items)


async def test_the_form_as_it_is_loaded_changes_nothing(tmp_path: Path) -> None:
    """Every field of the persona comes back as it was: no new version is made."""
    async with studio(tmp_path) as at:
        before = await persona(at)
        form = filled(await at.visitor.get(AT))
        saved = await at.visitor.post(AT, form | {"do": "save"})
        assert "Saved as a new version" in saved.text
        assert await persona(at) == before
        assert await versions(at) == 1


async def test_an_edit_is_a_version_that_is_compared_and_taken_back(tmp_path: Path) -> None:
    """Texts, a row more, and a row less; the difference is shown by words."""
    async with studio(tmp_path) as at:
        before = await persona(at)
        form = filled(await at.visitor.get(AT))
        form |= {
            "voice": form["voice"].replace("dry", "loud"),
            "goals-0": "",
            "goals-9": "Sell the inn",
            "beats-0-key": "gift",
            "beats-0-fact": "Isidor paid the debt of the inn.",
            "beats-0-flag": "debt-found",
            "beats-0-line": "It was Isidor who paid the debt of the inn.",
            "is_deaf": "yes",
        }
        assert "Saved as a new version" in (await at.visitor.post(AT, form | {"do": "save"})).text
        now = await persona(at)
        assert now.goals == (*before.goals[1:], "Sell the inn")
        assert now.beats == (
            Beat(
                key="gift", fact="Isidor paid the debt of the inn.", flag="debt-found",
                line="It was Isidor who paid the debt of the inn.",
            ),
        )  # fmt: skip
        assert now.relations == before.relations
        assert now.is_deaf
        page = await at.visitor.get(f"{AT}/versions")
        assert "<del>dry</del><ins>loud</ins>" in page.html
        assert "What version 2 changed" in page.text
        assert "there is no version 9" in (await at.visitor.get(f"{AT}/versions?a=9")).text
        fields = {"version": "1", "etag": filled(page)["etag"]}
        back = await at.visitor.post(f"{AT}/versions", fields)
        assert "Restored, as a new version." in back.text
        assert await persona(at) == before
        assert await versions(at) == 3


WRONG: tuple[tuple[dict[str, str], str], ...] = (
    ({"age": "old"}, "whole number from 0 to 100,000"),
    ({"name": ""}, "is missing"),
    ({"traits": "x" * 4_001}, "shorten it"),
    ({"voice": "Hello {{user}}"}, "nothing puts the player's name there"),
    ({"language": "elvish tongue"}, "must be a language tag"),
    ({"beats-0-key": "gift"}, "To mend before it is saved: 3"),
    ({"relations-0-affinity": "500"}, "whole number from -100 to 100"),
    ({"relations-8-to": "hester", "relations-9-to": "hester"}, "comes twice"),
)


async def test_what_cannot_be_saved_stays_in_the_form(tmp_path: Path) -> None:
    """It says what is wrong at the field, and nothing is saved."""
    async with studio(tmp_path) as at:
        loaded = filled(await at.visitor.get(AT)) | {"daily_plan": "Sing until noon."}
        for typed, told in WRONG:
            answer = await at.visitor.post(AT, loaded | typed | {"do": "save"})
            assert answer.status == 400, told
            assert told in answer.text
            assert 'aria-invalid="true"' in answer.html
            again = filled(answer)
            assert again["daily_plan"] == "Sing until noon."
            assert set(typed.values()) <= set(again.values())
        assert await versions(at) == 1


async def test_two_designers_lose_nothing(tmp_path: Path) -> None:
    """The second sees both texts, has what only the other changed, and saves upon that."""
    async with studio(tmp_path) as at:
        first = filled(await at.visitor.get(AT))
        other = Visitor(at.visitor.app)
        second = filled(await other.get(AT))
        first |= {"voice": "Speaks in whispers.", "lifestyle": "Never sleeps."}
        assert (await at.visitor.post(AT, first | {"do": "save"})).status == 200
        second |= {"voice": "Shouts.", "traits": "curious"}
        clash = await other.post(AT, second | {"do": "save"})
        assert clash.status == 409
        assert "Another designer saved this persona" in clash.text
        assert "<ins>whispers</ins>" in clash.html
        assert "<ins>Shouts</ins>" in clash.html
        form = filled(clash)
        assert (form["voice"], form["traits"]) == ("Shouts.", "curious")
        assert form["lifestyle"] == "Never sleeps."
        assert (await persona(at)).voice == "Speaks in whispers."
        assert (await other.post(AT, form | {"do": "save"})).status == 200
        now = await persona(at)
        assert (now.voice, now.traits, now.lifestyle) == ("Shouts.", "curious", "Never sleeps.")


async def test_warnings_say_what_the_checks_know(tmp_path: Path) -> None:
    """A secret given away, a text too long for prompts, another language, a beat told early."""
    async with studio(tmp_path) as at:
        form = filled(await at.visitor.get(AT))
        assert "Nothing to look at" in (await at.visitor.post(f"{AT}/check", form)).text
        seeds, _ = await at.here.services.characters.seeds(WORLD, HESTER, Page(100))
        secret = next(one for one in seeds.items if one.secret is not None)
        form |= {
            "background": secret.text,
            "lifestyle": "She rises early and walks. " * 60,
            "voice": "Sie spricht nicht mit den Leuten und ist nicht zu dem Wirt freundlich.",
            "currently": "The bell of the tower will fall on Sunday.",
            "beats-0-key": "bell",
            "beats-0-fact": "The bell of the tower will fall on Sunday.",
            "beats-0-flag": "bell",
            "beats-0-line": "Good evening to you.",
            "relations-0-to": "Isidor Ven",
            "greetings-0": "*waves* Good evening.",
        }
        told = (await at.visitor.post(f"{AT}/check", form)).text
        for field, why in (
            ("Background", "states what the secret"),
            ("Lifestyle", "a prompt shows at most 200"),
            ("Voice", "reads like the language 'de'"),
            ("Currently", "tells the story beat 'bell'"),
            ("Authored line 1", "does not tell the fact by its words"),
            ("To whom 1", "did you mean 'isidor'"),
            ("Greetings 1", "which is not spoken"),
        ):
            assert re.search(f"{field} .{{0,80}}{re.escape(why)}", told), (field, told)
        assert await versions(at) == 1


async def test_rows_are_added_without_scripts(tmp_path: Path) -> None:
    """What was typed stays, unsaved."""
    async with studio(tmp_path) as at:
        form = filled(await at.visitor.get(AT))
        count = sum(name.startswith("goals-") for name in form)
        form |= {"voice": HOSTILE, "goals-0": HOSTILE}
        answer = await at.visitor.post(AT, form | {"more": "goals"})
        again = filled(answer)
        assert sum(name.startswith("goals-") for name in again) == count + 2
        assert (again["voice"], again["goals-0"]) == (HOSTILE, HOSTILE)
        assert "<script>alert" not in answer.html
        assert "<img" not in answer.html
        assert await versions(at) == 1


async def test_a_key_that_may_read_edits_nothing(tmp_path: Path) -> None:
    """It sees the form and what the checks say, and no button that saves."""
    async with studio(tmp_path) as at:
        await at.visitor.get(AT)
        _, secret = await at.here.services.keys.create(name="r", role=KeyRole.READ_ONLY)
        reader = Visitor(at.visitor.app)
        await reader.get("/sign-in")
        await reader.post("/sign-in", {"key": secret})
        page = await reader.get(AT)
        assert "may read here, and not edit" in page.text
        assert 'value="save"' not in page.html
        form = filled(page) | {"voice": "Shouts.", "do": "save"}
        refused = await reader.post(AT, form)
        assert refused.status == 403
        assert "Shouts." in refused.text
        assert (await reader.post(f"{AT}/versions", form | {"version": "1"})).status == 403
        assert (await persona(at)).voice != "Shouts."


async def test_a_character_that_was_deleted_loses_no_words(tmp_path: Path) -> None:
    """What was typed is shown; so it is where the session has ended."""
    async with studio(tmp_path) as at:
        form = filled(await at.visitor.get(AT)) | {"voice": "Shouts.", "do": "save"}
        await at.here.services.characters.delete(WORLD, HESTER)
        gone = await at.visitor.post(AT, form)
        assert gone.status == 404
        assert "Shouts." in gone.text
        at.visitor.cookies.clear()
        ended = await at.visitor.post(AT, form)
        assert ended.status == 403
        assert "Shouts." in ended.text


async def test_a_persona_that_is_not_saved_is_seen_in_every_prompt(tmp_path: Path) -> None:
    """At the beginning and on a timeline, by sections with their tokens; nothing is stored."""
    async with studio(tmp_path) as at:
        services = at.here.services
        form = filled(await at.visitor.get(AT)) | {"traits": "fond of zeppelins", "do": "prompt"}
        heads = [one.head for one in (await services.timelines.list(WORLD, Page(9))).items]
        for kind in services.persona_prompts.kinds:
            page = await at.visitor.post(AT, form | {"prompt_kind": kind})
            assert page.status == 200, kind
            assert f"The question {kind}, about" in page.text, page.text[-2000:]
        for kind in ("reply", "plan", "insights"):
            asked = {"prompt_kind": kind, "prompt_at": at.timeline_id}
            page = await at.visitor.post(AT, form | asked)
            assert page.html.count("zeppelins") > 1, kind
        link = f"{AT}?do=prompt&prompt_kind=plan&prompt_at={at.timeline_id}"
        assert "The question plan, about" in (await at.visitor.get(link)).text
        elsewhere = await at.visitor.get(f"{AT}?do=prompt&prompt_at=tl_elsewhere")
        assert elsewhere.status == 400
        assert heads == [one.head for one in (await services.timelines.list(WORLD, Page(9))).items]
        assert await versions(at) == 1


async def test_a_prompt_is_shown_at_a_timeline_or_save_beyond_those_that_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A world has more of them than a list to choose from; a link to any of them works."""
    monkeypatch.setattr(personas, "_MOMENTS", Page(1))
    async with studio(tmp_path) as at:
        timelines = at.here.services.timelines
        saves = [
            await timelines.save(timeline_id=at.timeline_id, name=name) for name in ("Dusk", "Dawn")
        ]
        for number in range(2):
            await timelines.start(WORLD, f"Other {number}")
        found = (await timelines.list(WORLD, Page(9))).items
        moments: list[str] = [*(one.id for one in found), *(one.id for one in saves)]
        for moment in moments:
            page = await at.visitor.get(f"{AT}?do=prompt&prompt_at={moment}")
            assert "The question reply, about" in page.text, moment
            assert f'<option value="{moment}" selected>' in page.html


async def test_the_form_is_saved_as_a_draft_on_a_timeline(tmp_path: Path) -> None:
    """It is sent on to the form of that timeline; a draft that is there is not overwritten."""
    async with studio(tmp_path) as at:
        form = filled(await at.visitor.get(AT)) | {"do": "draft", "draft_on": at.timeline_id}
        for voice, status in (("Shouts.", 200), ("Whispers.", 409)):
            typed = {**at.visitor.hidden, **form, "voice": voice}
            sent = await at.visitor.send(AT, urlencode(typed).encode())
            assert sent.status == 307
            there = sent.headers["location"]
            assert there == f"{AT}/draft/{at.timeline_id}"
            answer = await at.visitor.post(there, typed)
            assert answer.status == status
            assert voice.removesuffix(".") in answer.text
        (draft,) = await at.here.services.drafts.list(at.timeline_id)
        assert draft.content.voice == "Shouts."
        assert await versions(at) == 1


async def test_people_of_one_name_stay_apart(tmp_path: Path) -> None:
    """A relation to one of them is shown by its id, and stays as it was."""
    async with studio(tmp_path) as at:
        services = at.here.services.characters
        isidor = await services.get(WORLD, CharacterId("isidor"))
        await services.create(
            type(isidor)(
                id=CharacterId("isidor-2"), world_id=WORLD, persona=isidor.persona,
                created_at=isidor.created_at, updated_at=isidor.updated_at,
            )
        )  # fmt: skip
        before = await persona(at)
        form = filled(await at.visitor.get(AT))
        assert "isidor" in form.values()
        assert (await at.visitor.post(AT, form | {"do": "save"})).status == 200
        assert await persona(at) == before


def test_a_form_reads_what_it_shows() -> None:
    """Rows are read in order, whatever the gaps between them."""
    persona = Persona(name="Mira", goals=("a", "b"), age=7)
    values = values_of(persona)
    moved = {name.replace("goals-1", "goals-17"): value for name, value in values.items()}

    assert read_form(Persona, tuple(moved.items())).value == persona
    assert read_form(Persona, (("name", "Mira"), ("goals-x", "z"))).value.goals == ()


def test_a_comparison_is_by_words_and_of_chinese_by_characters() -> None:
    """Joined, the pieces give both texts."""
    for before, after, changed in (
        ("The grey gull sat.", "The white gull sat.", [("before", "grey"), ("after", "white")]),
        ("海鸥在屋顶上", "海鸥在船上", [("before", "屋顶"), ("after", "船")]),
        ("", "new", [("after", "new")]),
    ):
        found = compare(before, after)
        assert [(one.kind, one.text) for one in found if one.kind != "both"] == changed
        assert "".join(one.text for one in found if one.kind != "after") == before
        assert "".join(one.text for one in found if one.kind != "before") == after
