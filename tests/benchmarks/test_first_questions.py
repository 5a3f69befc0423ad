"""The figures of the first questions, and lines to try that work, of a server without a model."""

from collections import Counter

from npcserver.app.conversation.opening_suggestions import SUGGESTIONS
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId
from tests.benchmarks import first_questions
from tests.benchmarks.first_questions import FirstQuestion

LEAST_SENSIBLE = 0.75


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
