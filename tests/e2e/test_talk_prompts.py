"""Prompts of characters who talk with each other or are interviewed, and views of others."""

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

import pytest
from npcclient import connect

from npcbench.little_game import LittleGame
from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.offline import OfflineActor
from npcserver import bootstrap
from npcserver.app.conversation.conversation_state import beginning
from npcserver.bootstrap import RunningServer
from npcserver.language.person import first_person
from npcserver.model.character import Attention, Person
from npcserver.model.commitment import Commitment
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.model_use import Purpose
from npcserver.model.record import Attended, Draft, Moved, RecordKind, subject_key
from npcserver.ports.language_model import LanguageModel, Request
from npcserver.ports.storage import Append
from npcserver.prompts.tokens import estimate_tokens
from tests.conftest import NewDatabase
from tests.e2e.test_sample_world import FARROWHITHE
from tests.fakes.running_server import ADA, open_village_server, role, server_settings, village_file

HESTER = Person(id="hester", name="Hester Quillam", is_player=False)
DORCAS = Person(id="dorcas", name="Dorcas Pym", is_player=False)
LINES = (
    "A man called Barnaby Tuck came over at noon with a trunk that hummed to itself.",
    "Barnaby, was it? He bought four buns and asked me what the chapel clock was worth.",
    "He would ask. I gave him Easterly, the bed in there cures nobody of curiosity.",
    "Did he say where he learned to count, since my change came back a penny over?",
    "Somewhere with tall chimneys, by his cough. Ten shillings says he stays the week.",
    "I never wager against a cough. What was in the trunk, or did you not look?",
    "I listened. It ticked, and then it stopped as soon as the kettle did the same.",
    "Then lock your kettle up, and your silver, and tell him the ferry is early.",
)
ABOUT = "the tide tables, and when the causeway can be walked"
MEMORIES: dict[str, list[str]] = {
    role.id: [first_person(memory.text) for memory in role.memories if memory.secret is None]
    for role in FARROWHITHE.characters
}
PROMISE = Commitment(
    commitment_id="com_1", by_id="hester", by_name=HESTER.name, to_id="dorcas", to_name=DORCAS.name,
    what="sew forty lanterns",
)  # fmt: skip


@dataclass
class Chatting:
    """Answers lines of a talk from a list, and keeps what was asked."""

    lines: Sequence[str] = LINES
    asked: list[Request] = field(default_factory=list)

    def __call__(self, request: Request) -> str | None:
        if request.purpose is Purpose.INTERVIEW:
            self.asked.append(request)
            return json.dumps({"say": "I could not tell you, love."})
        if request.purpose is not Purpose.CONVERSE:
            return None
        self.asked.append(request)
        line = self.lines[(len(self.asked) - 1) % len(self.lines)]
        emotion = {"label": "calm", "valence": 0, "arousal": 0}
        is_last = len(self.asked) >= len(self.lines)
        return json.dumps({"say": line, "emotion": emotion, "ends": is_last, "promises": []})


def prompt(request: Request) -> str:
    return "\n".join(message.text for message in request.messages)


@asynccontextmanager
async def farrowhithe(
    new_database: NewDatabase, folder: Path, chatting: Chatting
) -> AsyncGenerator[tuple[RunningServer, TimelineId], None]:
    quiet = server_settings(new_database(), folder, cognition={"workers": 0})
    async with bootstrap.running(quiet, model=ScriptedLanguageModel(chatting)) as here:
        await here.importing.put(FARROWHITHE)
        timeline = await here.services.timelines.start(FARROWHITHE.world.id)
        taproom = Moved(place_id=PlaceId("taproom"))
        drafts = [
            Draft(kind=RecordKind.PRESENCE, subject_id="dorcas", body=taproom),
            *(
                Draft(
                    kind=RecordKind.ATTENTION,
                    subject_id=who,
                    body=Attended(attention=Attention.FOREGROUND),
                )
                for who in ("hester", "dorcas")
            ),
            *(
                Draft(
                    kind=RecordKind.COMMITMENT, subject_id=subject_key(who, "com_1"), body=PROMISE
                )
                for who in ("hester", "dorcas")
            ),
        ]
        await here.store.append(Append(timeline_id=timeline.id, drafts=tuple(drafts)))
        yield here, timeline.id


async def talked(new_database: NewDatabase, folder: Path) -> list[Request]:
    """Let the landlady and the baker talk; return what the model was asked for each line."""
    chatting = Chatting()
    async with farrowhithe(new_database, folder, chatting) as (here, timeline_id):
        job = JobDraft(JobKind.CONVERSE, timeline_id, "hester")
        begun = beginning(HESTER, DORCAS, ABOUT)
        await here.store.append(Append(timeline_id=timeline_id, drafts=begun, jobs=(job,)))
        await LittleGame(here, timeline_id, ()).settle()
    return chatting.asked[: len(LINES)]


def whole_memories(text: str, who: str) -> list[str]:
    return [memory for memory in MEMORIES[who] if memory in text]


async def test_the_sixth_line_is_asked_for_with_all_lines_and_six_memories_whole(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """What was said first and last, six memories, a book, the town, and a promise are there."""
    sixth = prompt((await talked(new_migrated_sqlite, tmp_path))[5])

    assert all(line in sixth for line in LINES[:5])
    assert len(whole_memories(sixth, "dorcas")) >= 6
    assert f"{HESTER.name} promised you to sew forty lanterns" in sixth


async def test_talk_draws_on_books_and_on_the_town(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """What brought the first to talk calls up the tide tables; a place that is named is known."""
    asked = [prompt(one) for one in await talked(new_migrated_sqlite, tmp_path)]

    assert 'In "The Farrowhithe Tide Tables", Of the Causeway' in asked[0]
    assert "The Chapel of the Ebb. " in asked[2]


async def test_most_of_a_prompt_of_talk_is_that_of_the_line_before(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """From the third line on, at least 0.80 of a speaker's prompt begins its last one too."""
    asked = [prompt(one) for one in await talked(new_migrated_sqlite, tmp_path)]
    shared = [common(asked[place], asked[place - 2]) for place in range(2, len(asked))]

    assert sum(shared) / sum(map(estimate_tokens, asked[2:])) >= 0.80


def common(one: str, other: str) -> int:
    """Return the tokens of the longest beginning that two prompts share."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return estimate_tokens("".join(letter for letter, _ in same))


async def test_rules_and_form_of_talk_are_the_same_for_both(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Up to the persona, the prompts of the two have no byte that differs, and no name."""
    first, second, *_ = await talked(new_migrated_sqlite, tmp_path)
    rules, _, persona = first.messages[0].text.partition("# Who you are")

    assert persona
    assert second.messages[0].text.startswith(rules)
    assert "Hester" not in rules


@pytest.mark.parametrize("question", ["What did you promise Dorcas?", "How long is the causeway?"])
async def test_an_interview_has_six_memories_books_and_promises(
    new_migrated_sqlite: NewDatabase, tmp_path: Path, question: str
) -> None:
    """Asked anything, a character has memories whole; promises stand there, and books that fit."""
    chatting = Chatting()
    async with farrowhithe(new_migrated_sqlite, tmp_path, chatting) as (here, timeline_id):
        await here.services.interviewing.interview(
            timeline_id=timeline_id, character_id=CharacterId("hester"), question=question
        )
    text = prompt(chatting.asked[0])

    assert len(whole_memories(text, "hester")) >= 6
    assert "You promised Dorcas Pym to sew forty lanterns." in text
    assert ("a mile and forty yards long" in text) == ("causeway" in question)


VIEW = (
    '{"affinity": 2, "trust": 1, "familiarity": 3, "beliefs": [], "feeling": "joy",'
    ' "view": "Ada Lund likes Ann, and Ada trusts her."}'
)


def thirdly(request: Request) -> str | None:
    """Write of Ada in the third person, as models do."""
    return VIEW if request.purpose is Purpose.RELATE else None


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("model", [OfflineActor(), ScriptedLanguageModel(thirdly)])
async def test_ones_own_view_is_in_the_second_person(
    new_migrated_sqlite: NewDatabase, tmp_path: Path, model: LanguageModel, language: str
) -> None:
    """Also the reason for the mood, with the offline actor and with a model."""
    ada = role(ADA, name="Ada Lund", language=language)
    url = new_migrated_sqlite()
    async with (
        open_village_server(
            url, tmp_path, model, village_file(ada), serve=True, lull_seconds=0.0
        ) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        said = "Good day! I have brought you a wonderful present, dear friend."
        async for _ in npc.play.say(app.timeline_id, ADA, said, speaker="Ann"):
            pass
        await app.game.settle()
        mind = await npc.characters.mind(app.timeline_id, ADA)

    (standing,) = [one for one in mind.relations if one.other_name == "Ann"]
    assert "Ada" not in standing.view + mind.mood.why
    assert "you" in standing.view.casefold() or "你" in standing.view or "your" in standing.view
