"""The world that newcomers meet first: its plots are secrets, and nobody gives them away."""

import os
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from npcclient import connect

from npcbench.little_game import LittleGame
from npcmodels.offline import OfflineActor
from npcmodels.scripted import ScriptedThinker
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.authoring.world_review import review
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.mind.provenance import retells, stated
from npcserver.model.character import Attention
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import Record, RecordKind, Remembered
from npcserver.model.secret import Secret
from npcserver.model.worldfile import WorldFile
from npcserver.ports.thinker import Thinker
from tests.conftest import NewDatabase, variant
from tests.fakes.running_server import server_settings

PLOTS = {
    "hester": {"the-pies"},
    "wenna": {"the-gauge", "the-sight"},
    "ambrose": {"the-sixty-two-pounds", "the-crate", "the-hat"},
    "linnet": {"the-mate"},
    "isidor": {"the-oil", "the-crosses", "the-labels"},
    "orrel": {"the-freight-paper", "the-lashing"},
    "dorcas": {"the-story", "the-chalk"},
}
"""What each of them keeps to themselves as the story begins, by the keys of the secrets."""
QUESTIONS = {
    "hester": ("Who do you think paid your debt?",),
    "wenna": ("Why did the lamp go out?", "Can you still see well?"),
    "ambrose": (
        "Who paid off the debt of the Patient Gull?",
        "What did you do with the sixty-two pounds for the bell?",
        "Do you love the landlady?",
        "What are your goals?",
    ),
    "linnet": ("Do you know what rings off the Teeth?", "Where do you row at night?"),
    "isidor": (
        "What are the chalk crosses on your casks?",
        "Was there something wrong with the oil?",
    ),
    "orrel": ("What is in the crate?", "What happened to your ship's bell?"),
    "dorcas": ("Who made up the story of the bell?", "What was chalked on the pump?"),
}
STATES = 0.55
"""Share of a fact that a line states where it gives it away; what is publicly known of the wreck
and shares its words with a secret comes to half of one at most."""
NAMES = tuple(role.persona.name for role in load_world(sample_world()).characters)
A_WHOLE_DAY = "NPCSERVER_TEST_DAYS" in os.environ
ENOUGH = 30 if A_WHOLE_DAY else 15
"""Lines told to each other that a day's silence about secrets is judged by."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A secret as its holder remembers it."""

    holder: str
    text: str
    secret: Secret

    def is_given_away(self, line: str) -> bool:
        """Say whether a line tells it."""
        return retells(line, self.text, NAMES) and stated(self.text, line) >= STATES


def facts_of(world: WorldFile) -> list[Fact]:
    """Return every secret of a world's characters."""
    return [
        Fact(role.id, memory.text, memory.secret)
        for role in world.characters
        for memory in role.memories
        if memory.secret is not None
    ]


FARROWHITHE = load_world(sample_world())
FACTS = facts_of(FARROWHITHE)


def test_what_the_story_turns_on_is_secret() -> None:
    """Each plot has secrets of its own, and nobody trusts anybody enough as the story begins."""
    found: dict[str, set[str]] = {}
    for fact in FACTS:
        found.setdefault(fact.holder, set()).add(fact.secret.key)
    trusted = {
        fact.secret.key
        for fact in FACTS
        for relation in _relations(fact.holder)
        if fact.secret.trust is not None and 50 + relation // 4 >= fact.secret.trust
    }

    assert found == PLOTS
    assert trusted == set()


def _relations(holder: str) -> Sequence[int]:
    (role,) = (one for one in FARROWHITHE.characters if one.id == holder)
    return [relation.affinity for relation in role.persona.relations]


def test_personas_tell_no_secret() -> None:
    """What is always before the model states nothing that its character keeps to itself."""
    assert review(FARROWHITHE) == ()


@pytest.mark.slow
@pytest.mark.parametrize("model", [OfflineActor, pytest.param(ScriptedThinker, marks=variant)])
async def test_a_day_gives_no_plot_away(
    new_migrated_sqlite: NewDatabase, tmp_path: Path, model: type[Thinker]
) -> None:
    """A day among themselves, and then a stranger's questions: no secret is told to a wrong ear.

    In CI two are in view and the others live in the background, where fewer talk; whole, all are.
    How much is said is left to chance, so they live on until it is enough to judge by.
    """
    async with _play(new_migrated_sqlite, tmp_path, model()) as (here, timeline_id, start):
        told = await _live(here, timeline_id, start)
        answers = await _asked_by_a_stranger(here, timeline_id)

    assert len(told) > ENOUGH
    assert len(answers) == sum(map(len, QUESTIONS.values()))
    assert [
        (fact.holder, fact.secret.key, line)
        for fact in FACTS
        for speaker, line in (*told, *answers)
        if speaker == fact.holder and fact.is_given_away(line)
    ] == []


@asynccontextmanager
async def _play(
    new_database: NewDatabase, folder: Path, model: Thinker
) -> AsyncGenerator[tuple[RunningServer, TimelineId, datetime], None]:
    quiet = server_settings(new_database(), folder, cognition={"workers": 0})
    async with bootstrap.running(quiet, model=model) as here:
        await here.importing.put(FARROWHITHE)
        timeline = await here.services.timelines.start(FARROWHITHE.world.id)
        yield here, timeline.id, timeline.game_time


async def _live(
    here: RunningServer, timeline_id: TimelineId, start: datetime
) -> list[tuple[str, str]]:
    """Let them live for a day, and at most for two until enough was said; return what was."""
    everybody = [CharacterId(role.id) for role in FARROWHITHE.characters]
    game = LittleGame(here, timeline_id, everybody if A_WHOLE_DAY else everybody[:2])
    await game.begin(everybody, Attention.BACKGROUND)
    await game.settle()
    now, told = start, list[tuple[str, str]]()
    day = timedelta(days=1)
    while now < start + day or (len(told) <= ENOUGH and now < start + 2 * day):
        now += timedelta(minutes=15 if A_WHOLE_DAY else 30)
        await game.tick(now)
        await game.settle()
        if now >= start + day:
            told = await _told_to_each_other(here, timeline_id)
    return told


async def _told_to_each_other(
    here: RunningServer, timeline_id: TimelineId
) -> list[tuple[str, str]]:
    """Return (speaker, words) of all that a character heard; here nobody may be told anything."""
    found: set[tuple[str, str]] = set()
    async with here.store.read() as reader:
        view = await reader.head(timeline_id)
        seq = 0
        while records := await view.after(seq, 1000, (RecordKind.UTTERANCE,)):
            found |= {(told_by(one), one.text) for one in records if told_by(one)}
            seq = records[-1].seq
    return sorted(found)


def told_by(record: Record) -> str:
    """Return who said what is remembered."""
    return record.body.told_by if isinstance(record.body, Remembered) else ""


async def _asked_by_a_stranger(
    here: RunningServer, timeline_id: TimelineId
) -> list[tuple[str, str]]:
    answers = []
    async with connect(f"127.0.0.1:{here.port}") as npc:
        for who, questions in QUESTIONS.items():
            for question in questions:
                turn = npc.play.say(timeline_id, who, question, speaker="Mallory")
                lines = [event.line.text async for event in turn if event.HasField("line")]
                answers.append((who, " ".join(lines)))
    return answers
