"""`npcserver prompts`: every question as it would be asked, with no model and nothing stored."""

import asyncio
import json
import sqlite3
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any

import pytest

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId
from npcserver.model.prompt import PromptStatus
from npctools.prompts.preview import KINDS
from tests.benchmarks.played import quiet
from tests.e2e.conftest import Command
from tests.fakes.language_models import FragmentModel, in_slices, reply_json

WORLD = """\
format: npcserver/world/1
world: {{id: harbour, name: Harbour, language: {language}, start_time: "1904-03-14T09:00:00"}}
places:
  - {{id: inn, name: The Anchor, objects: [hearth]}}
  - {{id: quay, name: The Quay}}
characters:
  - id: mira
    name: Mira Vale
    place: inn
    lifestyle: Up at six and in bed by ten.
    background: Mira keeps the inn.
    memories:
      - {{text: "The lamp went out on Monday.", importance: 7}}
  - id: tom
    name: Tom Reed
    place: quay
    background: Tom mends nets.
"""


@pytest.fixture(autouse=True)
def worlds(tmp_path: Path) -> None:
    """Write two worlds into the folder of the command."""
    for language in ("en", "zh"):
        (tmp_path / f"{language}.yaml").write_text(WORLD.format(language=language), "utf-8")


def shown(npcserver: Command, *arguments: str) -> dict[str, Any]:
    code, out, err = npcserver("prompts", "show", *arguments, "--json")
    assert code == 0, err
    told: dict[str, Any] = json.loads(out)
    return told


@pytest.mark.parametrize(
    ("kind", "language"),
    [*((kind, "en") for kind in KINDS), ("reply", "zh"), ("plan", "zh"), ("group_speak", "zh")],
)
def test_every_question_is_shown(
    npcserver: Command, kind: str, language: str, tmp_path: Path
) -> None:
    """Whole, by parts, in the language of the world; with no database before and none after."""
    told = shown(npcserver, kind, "--with", "mira", "--world", f"{language}.yaml")

    assert (told["kind"], told["character"], told["language"]) == (kind, "Mira Vale", language)
    assert [one["role"] for one in told["messages"]] == ["system", "user"]
    for message in told["messages"]:
        own = [one["text"] for one in told["sections"] if one["role"] == message["role"]]
        assert "\n".join(own) == message["text"]
        assert message["text"].strip()
    assert told["tokens"] == sum(one["tokens"] for one in told["sections"]) > 0
    assert len(told["digest"]) == len(told["template_digest"]) == 64
    assert told["answer_tokens"] > 0
    if kind != "group_chronicle":
        assert any("Mira Vale" in message["text"] for message in told["messages"])
    assert not (tmp_path / "data" / "npcserver.db").exists()


def test_words_visitor_and_tokens_are_those_of_the_command(npcserver: Command) -> None:
    """What is said stands in the question, and it keeps within the tokens that were named."""
    words = ("--say", "Who put out the lamp?", "--as", "Ann")
    told = shown(npcserver, "reply", "--world", "en.yaml", "--with", "Mira", *words)
    about = shown(npcserver, "relate", "--world", "en.yaml", "--with", "vale", *words)
    seen = shown(npcserver, "react", "--world", "en.yaml", "--say", "The hearth is on fire.")

    assert told["messages"][1]["text"].endswith("\nWho put out the lamp?")
    assert "Speaking to you: Ann" in told["messages"][0]["text"]
    assert told["assumed"] == ["Ann says: Who put out the lamp?"]
    assert "The lamp went out on Monday." in told["messages"][0]["text"]
    assert "Who put out the lamp?" in about["messages"][1]["text"]
    assert "The hearth is on fire." in seen["messages"][1]["text"]


def test_a_question_is_readable_in_the_terminal(npcserver: Command) -> None:
    """What was made up comes first, then tokens by part, then the parts with their names."""
    code, out, _ = npcserver("prompts", "show", "reply", "--world", "en.yaml", "--say", "Good day.")

    assert code == 0
    assert out.startswith("As if: Traveller says: Good day.\n")
    assert "reply, of Mira Vale" in out
    assert "system, " in out
    assert out.splitlines()[-1] == "  Good day."


def test_the_questions_are_listed(npcserver: Command) -> None:
    """Each with what it asks, for people and for programs."""
    _, out, _ = npcserver("prompts", "list")
    _, listed, _ = npcserver("prompts", "list", "--json")

    assert list(json.loads(listed)) == list(KINDS)
    assert all(what.endswith(".") for what in json.loads(listed).values())
    assert all(kind in out for kind in KINDS)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nonsense",), "there is no question 'nonsense'; name one of: reply, importance"),
        (("reply", "--with", "nobody"), "there are: Mira Vale (mira), Tom Reed (tom)"),
        (("reply", "--timeline", "tl_none"), "tl_none"),
        (("reply", "--world", "elsewhere"), "elsewhere"),
        (("reply", "--world", "gone.yaml"), "gone.yaml"),
        (("reply", "--world", "en.yaml", "--timeline", "last"), "leave out --world"),
    ],
)
def test_what_cannot_be_shown_is_told(
    npcserver: Command, arguments: tuple[str, ...], told: str
) -> None:
    """What is wrong, and what there is instead."""
    npcserver("migrate")
    if "--world" not in arguments and "--timeline" not in arguments:
        arguments = (*arguments, "--world", "en.yaml")
    code, out, err = npcserver("prompts", "show", *arguments)

    assert code != 0
    assert told in err
    assert not out


async def _spoken(folder: Path, world: Path) -> tuple[str, str]:
    """Say something to Mira; return the timeline, and the prompt that she was asked with."""
    model = FragmentModel(in_slices(reply_json("Good evening.")))  # which promises nothing
    async with bootstrap.running(quiet(folder), serve=False, model=model) as here:
        file = load_world(world)
        await here.importing.put(file)
        timeline = await here.services.timelines.start(file.world.id)
        ann = Person(id="player-ann", name="Ann")
        say = SayToCharacter(
            timeline_id=timeline.id,
            character_id=CharacterId("mira"),
            speaker=ann,
            text="I am Ann, and I lost my boat.",
            affordances=None,
            entities=None,
        )
        async with aclosing(here.services.dialogue.say(say)) as events:
            turn_id = [event async for event in events][-1].turn_id  # type: ignore[union-attr]
        async with here.store.read() as reader:
            record = await (await reader.head(timeline.id)).turn(turn_id)
        assert record is not None
        prompt = await here.services.prompts.of(record)
        assert prompt.status is PromptStatus.AS_SENT
    return timeline.id, prompt.messages[0].text


def _kept(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "npcserver.db")) as connection:
        return list(connection.iterdump())


def test_a_timeline_is_looked_at_where_it_ends_and_stays_as_it_is(
    npcserver: Command, tmp_path: Path
) -> None:
    """What was said there is in the next question; the database holds what it held."""
    data = tmp_path / "data"
    timeline_id, system = asyncio.run(_spoken(data, tmp_path / "en.yaml"))
    before = _kept(data)

    told = shown(npcserver, "reply", "--timeline", timeline_id, "--as", "Ann", "--say", "And now?")
    last = shown(npcserver, "summarise", "--timeline", "last", "--with", "mira")
    new = shown(npcserver, "reply", "--world", "harbour", "--as", "Ann", "--say", "And now?")

    assert _kept(data) == before
    assert told["messages"][0]["text"] == system
    assert "I am Ann, and I lost my boat." in told["messages"][1]["text"]
    assert "I am Ann, and I lost my boat." in last["messages"][1]["text"]
    assert last["assumed"] == []
    assert "lost my boat" not in new["messages"][1]["text"]
