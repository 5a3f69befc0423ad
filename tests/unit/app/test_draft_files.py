"""Draft files: exported, imported elsewhere, and tried before anything is kept."""

import pytest

from npcserver.adapters.files import dump_draft, parse_draft
from npcserver.app.draft_files import DraftFiles
from npcserver.app.drafts import DraftState
from npcserver.model.character import Beat, FallbackLine, Relation
from npcserver.model.draft import persona_of
from npcserver.model.errors import BrokenFile, InvalidInput
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Vantage
from tests.fakes.store_world import GENESIS, MIRA, WORLD, start
from tests.unit.app.test_drafts import RIDDLES, Desk, desk

HEAD = "format: npcserver/draft/1\nworld: lantern\ncharacters:\n- id: mira\n"
RICH = {
    "name": "Mirabel",
    "age": 40,
    "voice": RIDDLES,
    "traits": "",
    "background": "Came from the coast.\nNobody knows why: # not a comment",
    "goals": ("Sell the inn", "no"),
    "relations": (Relation(to="Ann", view="A guest.", affinity=-3, to_id="p1"),),
    "greetings": ("Good day!",),
    "fallback_lines": (FallbackLine(text="Not now.", emotion="annoyance"),),
    "is_deaf": True,
    "language": "zh",
    "beats": (Beat(key="k", fact="It was Ann.", flag="found", line="It was Ann!", within=2),),
}


def files(here: Desk) -> DraftFiles:
    return DraftFiles(here.here.store, here.drafts, parse_draft, dump_draft)


async def put(
    here: Desk, at: TimelineId, yaml: str, *, only_tried: bool = False
) -> tuple[DraftState, ...]:
    return await files(here).put(timeline_id=at, yaml=yaml, validate_only=only_tried)


async def test_a_draft_of_each_field_is_the_same_after_its_file_was_imported() -> None:
    """Also of a field that it empties; what it does not change is not in the file."""
    here = await desk()
    drafted = await here.draft(None, **RICH)
    other = await start(here.here.store, "tl_other", Vantage(GENESIS, 0))
    text = await files(here).get(here.here.timeline)

    (tried,) = await put(here, other, text, only_tried=True)
    assert await here.drafts.list(other) == ()
    (again,) = await put(here, other, text)

    assert tried.content == again.content == drafted.content
    assert (tried.changed, tried.seq, again.seq > 0) == (drafted.changed, 0, True)
    assert "lifestyle" not in text
    assert text.startswith(HEAD)


async def test_a_file_of_one_draft_names_its_fields_alone() -> None:
    """An empty field stands there as null, so that it can be told from one that is left out."""
    here = await desk()
    await here.draft(traits="", voice=RIDDLES)
    text = await files(here).get(here.here.timeline, persona_of(MIRA))
    assert text == f"{HEAD}  version: 1\n  traits: null\n  voice: {RIDDLES}\n"


async def test_a_file_of_an_older_version_contests_what_was_published_since() -> None:
    """What the file does not name is as published, and contests nothing."""
    here = await desk()
    await here.draft(voice=RIDDLES)
    text = await files(here).get(here.here.timeline)
    await here.edit(traits="humble")
    other = await start(here.here.store, "tl_other", Vantage(GENESIS, 0))
    (fine,) = await put(here, other, text)
    assert (fine.base_version, fine.contested, fine.changed) == (1, (), ("voice",))
    await here.edit(voice="She whispers.")
    (late,) = await put(here, await start(here.here.store, "tl_l", Vantage(GENESIS, 0)), text)
    assert late.contested == ("voice",)
    assert late.base is not None
    assert late.base.voice == ""


async def test_an_import_stands_upon_the_draft_that_holds() -> None:
    """Fields that the file does not name stay as they were drafted."""
    here = await desk()
    await here.draft(traits="proud", voice="She sings.")
    (found,) = await put(here, here.here.timeline, f"{HEAD}  voice: {RIDDLES}\n")
    assert (found.content.traits, found.content.voice) == ("proud", RIDDLES)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nonsense", "draft.yaml:1: must begin with `format: npcserver/draft/1`"),
        (f"{HEAD}  voic: loud\n", "draft.yaml:5: characters[0].voic: is no key here; did you"),
        (f"{HEAD}  age: old\n", "draft.yaml:5: characters[0].age:"),
        (f"{HEAD}  place: inn\n", "is no part of a persona; change it in the world"),
        (f"{HEAD}- id: mira\n", "'mira' stands here twice; keep one"),
        (HEAD.replace("mira", "mirra"), "draft.yaml:4: characters[0].id: 'mirra'"),
        (HEAD.partition("- id")[0], "has nothing that is changed"),
        (f"{HEAD}  name: ''\n", "characters[0].name"),
    ],
)
async def test_a_broken_file_says_where_and_changes_nothing(text: str, problem: str) -> None:
    """All problems are told, with their lines."""
    here = await desk()
    with pytest.raises(BrokenFile) as broken:
        await put(here, here.here.timeline, text)
    assert problem in broken.value.message
    assert await here.drafts.list(here.here.timeline) == ()


async def test_a_file_of_another_world_is_refused() -> None:
    """Its characters may have the same ids."""
    here = await desk()
    with pytest.raises(InvalidInput, match="is of world 'mill', and the timeline of 'lantern'"):
        await put(here, here.here.timeline, HEAD.replace("lantern", "mill"))
    with pytest.raises(InvalidInput, match="has no drafts"):
        await files(here).get(here.here.timeline)


async def test_the_draft_of_a_deleted_character_is_exported() -> None:
    """Its text is not lost; an import says that the character is not there."""
    here = await desk()
    await here.draft(voice=RIDDLES)
    await here.characters.delete(WORLD, MIRA)
    text = await files(here).get(here.here.timeline)
    assert RIDDLES in text
    with pytest.raises(BrokenFile, match="mira"):
        await put(here, here.here.timeline, text)
