"""What a character of the sample world knows of its town, as its prompts show it."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from npcclient import connect

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver import bootstrap
from npcserver.app.thoughts.interviews import InterviewAblation
from npcserver.bootstrap import RunningServer
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.worldfile import WorldFile
from tests.conftest import NewDatabase
from tests.e2e.test_sample_world import FACTS, FARROWHITHE
from tests.fakes.running_server import server_settings

TOWN = re.compile(r"<town \w+>\n(.*?)\n</town \w+>", re.DOTALL)
A_WORD_ABOUT_EVERYTHING = (
    "Where are the causeway, the inn, the taproom, the kitchen, the upper rooms and the lamp?",
    "Where are the lighthouse, the chandlery, the store, the chapel, the bell and the vestry?",
    "Where are the market, the bakery, the harbour, the ferry, the Teeth and the wreck?",
    "Who are the landlady, the keeper, the warden, the chandler, the captain and the baker?",
    "Who are Hester Quillam, Wenna Carrow, Ambrose Lisk, Linnet Oake, Isidor Venn and Orrel?",
    "Who hid the chalk crosses, the oil, the crate, the letter, the ledger and the drawer?",
)


class Town:
    """The sample world on a server whose model keeps what it was asked."""

    def __init__(
        self, here: RunningServer, model: ScriptedLanguageModel, timeline: TimelineId
    ) -> None:
        self.here = here
        self.model = model
        self.timeline = timeline

    async def told(self, who: str, *words: str) -> str:
        """Say words to a character; return what its last prompt says of the town."""
        async with connect(f"127.0.0.1:{self.here.port}") as npc:
            for each in words:
                async for _ in npc.play.say(self.timeline, who, each, speaker="Ann"):
                    pass
        return self.shown()

    def shown(self) -> str:
        """Return what the last prompt says of the town; empty where that is nothing."""
        text = "\n".join(message.text for message in self.model.requests[-1].messages)
        found = TOWN.search(text)
        return found[1] if found else ""


@asynccontextmanager
async def town(
    new_database: NewDatabase, folder: Path, world: WorldFile = FARROWHITHE
) -> AsyncGenerator[Town, None]:
    model = ScriptedLanguageModel()
    quiet = server_settings(new_database(), folder, cognition={"workers": 0})
    async with bootstrap.running(quiet, model=model) as here:
        await here.importing.put(world)
        timeline = await here.services.timelines.start(world.world.id)
        yield Town(here, model, timeline.id)


@pytest.mark.parametrize(
    ("who", "words", "expected"),
    [
        ("hester", "Where is the bakery?", "Pym's Oven, in Market Square. The bakery."),
        ("hester", "Where can I buy bread?", "Belongs to Dorcas Pym."),
        ("hester", "面包房在哪里？", "Pym's Oven, in Market Square."),
        ("hester", "Who is the keeper of the light?", "Wenna Carrow, keeper of the light"),
        ("hester", "When does the chapel open?", "The Chapel of the Ebb. "),
        ("hester", "When does the chapel open?", "Open 05:30-21:00."),
        ("hester", "Is there a notice board?", "There: notice board."),
        ("linnet", "Who sells rope?", "Venn's Chandlery. Rope, tar, lamp oil"),
        ("orrel", "Where is the bakery?", "Pym's Oven, in Market Square."),
        ("wenna", "Where is the inn?", "Hester Quillam, landlady of the Patient Gull;"),
        ("hester", "I saw Linnet at the Teeth.", "The Teeth, in The Harbour."),
    ],
)
async def test_what_the_words_touch_of_the_town_is_in_the_prompt(
    new_migrated_sqlite: NewDatabase, tmp_path: Path, who: str, words: str, expected: str
) -> None:
    """A place that is asked for by name or kind, where it lies, its hours, and who is who."""
    async with town(new_migrated_sqlite, tmp_path) as here:
        assert expected in await here.told(who, words)


async def test_what_was_named_before_is_still_there_when_it_is_asked_about(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """`And when does it open?` is about the chapel that was spoken of."""
    async with town(new_migrated_sqlite, tmp_path) as here:
        shown = await here.told("hester", "Is the chapel far?", "And when does it open?")

    assert "The Chapel of the Ebb. " in shown


async def test_a_newcomer_does_not_know_whom_it_never_met(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """The captain knows the bakery and nothing of the baker; nor a lighthouse kitchen."""
    async with town(new_migrated_sqlite, tmp_path) as here:
        shown = await here.told("orrel", "Where is the bakery, and who is the baker, Dorcas?")
        kitchen = await here.told("orrel", "Where is the Keeper's Kitchen?")

    assert "Pym's Oven" in shown
    assert "Dorcas" not in shown
    assert "Keeper's Kitchen" not in kitchen


async def test_what_is_inside_a_private_place_is_not_known(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Others know that the back store is there and whose it is; its owner knows what it holds."""
    async with town(new_migrated_sqlite, tmp_path) as here:
        others = await here.told("hester", "What is in the back store?")
        own = await here.told("isidor", "What is in the back store?")

    assert (
        "The Back Store, in Venn's Chandlery. Open 07:00-18:00. Belongs to Isidor Venn." in others
    )
    assert "chalk" not in others
    assert "One row is chalked" in own
    assert "Belongs to you." in own


async def test_words_that_touch_nothing_bring_nothing(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """A greeting, or a head that aches, is not about Lantern Head."""
    async with town(new_migrated_sqlite, tmp_path) as here:
        assert await here.told("hester", "Hello! I am Ann, and I keep bees.") == ""
        assert await here.told("hester", "My head aches.") == ""


async def test_an_interview_knows_the_town_unless_what_it_was_given_is_taken_away(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Asked where the bakery is, an interviewed character has it before it as in a talk."""
    shown = []
    async with town(new_migrated_sqlite, tmp_path) as here:
        for ablations in (
            frozenset[InterviewAblation](),
            frozenset({InterviewAblation.OBSERVATION}),
        ):
            await here.here.services.interviewing.interview(
                timeline_id=here.timeline,
                character_id=CharacterId("hester"),
                question="Where is the bakery?",
                ablations=ablations,
            )
            shown.append(here.shown())

    assert "Pym's Oven, in Market Square." in shown[0]
    assert shown[1] == ""


async def test_no_fact_about_the_town_gives_a_secret_away(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Whatever is asked, and of anyone: no secret of anybody, and nothing private of a persona."""
    told: list[str] = []
    async with town(new_migrated_sqlite, tmp_path) as here:
        for role in FARROWHITHE.characters:
            told += [await here.told(role.id, question) for question in A_WORD_ABOUT_EVERYTHING]

    facts = [line for shown in told for line in shown.splitlines()]
    assert len(set(facts)) > 30
    assert [
        (fact.secret.key, line) for fact in FACTS for line in facts if fact.is_given_away(line)
    ] == []
    private = [
        text
        for role in FARROWHITHE.characters
        for text in (
            role.persona.currently, role.persona.traits, role.persona.lifestyle,
            *role.persona.goals, *(relation.view for relation in role.persona.relations),
        )
    ]  # fmt: skip
    assert [(text, line) for text in private for line in facts if text and text in line] == []
