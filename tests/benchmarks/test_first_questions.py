"""The figures of the first questions, and lines to try that work, of a server without a model."""

import re
from collections import Counter

from npcserver.adapters.files import load_world
from npcserver.app.conversation.opening_suggestions import SUGGESTIONS
from npcserver.cli.worlds import sample_world
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId
from tests.benchmarks import first_questions
from tests.benchmarks.first_questions import FirstQuestion
from tests.engines.home import ROOT

LEAST_SENSIBLE = 0.75
DEMO = ROOT / "clients" / "godot" / "README.md"


async def test_first_questions_are_answered_and_nothing_wrong_is_said() -> None:
    """Three in four are sensible in each part, of those held out too; none is wrong."""
    counts: dict[tuple[str, bool], Counter[str]] = {}
    wrong = []
    for one in await first_questions.judged():
        part = one.question.world, one.question.is_held_out
        counts.setdefault(part, Counter())[one.verdict] += 1
        wrong += [(one.question.say, one.answer)] if one.verdict == "wrong" else []

    assert wrong == []
    for part, verdicts in counts.items():
        assert verdicts["sensible"] >= LEAST_SENSIBLE * verdicts.total(), part


async def test_lines_to_try_work() -> None:
    """In each world, each character answers all lines that are shown for it."""
    stranger = Person(id="ann", name="Ann")
    async with first_questions.server() as here:
        for world, _ in first_questions.read_questions():
            await here.importing.put(world)
            timeline_id = (await here.services.timelines.start(world.world.id)).id
            for role in world.characters:
                lines = await here.services.suggestions.lines(
                    timeline_id, CharacterId(role.id), stranger
                )
                assert len(set(lines)) == SUGGESTIONS
                for line in lines:
                    question = FirstQuestion(world="", to=role.id, say=line, accept=(".",))
                    found = await first_questions.judge(here, world, question)
                    is_done = bool(found.intents)
                    assert is_done or found.verdict == "sensible", (role.id, line, found.answer)


async def test_what_the_demo_proposes_is_answered() -> None:
    """Each line that the readme proposes is done, or answered with who it is about."""
    said = dict(re.findall(r'to (?:the )?(\w+) "([^"]+)"', DEMO.read_text(encoding="utf-8")))
    wanted = {"Hester": "pour_drink", "Linnet": "open_door", "Captain": ""}
    async with first_questions.server() as here:
        world = load_world(sample_world())
        await here.importing.put(world)
        ids = {name: one.id for one in world.characters for name in one.persona.name.split()}
        answers = {
            name: await first_questions.judge(
                here, world, FirstQuestion(world="", to=ids[name], say=line, accept=(".",))
            )
            for name, line in said.items()
        }

    assert {name: "".join(one.intents) for name, one in answers.items()} == wanted
    assert "Wenna Carrow" in answers["Captain"].answer
