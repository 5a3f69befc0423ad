"""Interviews: an answer from memory, with parts of the mind taken away, and without a trace."""

from dataclasses import replace
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from npcserver.app.thoughts.interviews import (
    NO_ABLATION,
    Interview,
    InterviewAblation,
    InterviewAnswer,
)
from npcserver.mind.reply_progress import AUTHORED
from npcserver.model.character import FallbackLine, Persona
from npcserver.model.day import Act, DayPlan, Step
from npcserver.model.errors import InvalidInput, ModelUnreachable, NotFound
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import InterviewInput
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import Draft, RecordKind, Remembered, Source, subject_key
from npcserver.ports.language_model import CallLane
from npcserver.ports.storage import UnitOfWork
from tests.fakes.store_world import MIRA, START, WORLD, seen
from tests.fakes.thought_app import ThoughtApp, heard_draft, new_thought_app, said_draft

NO_REFLECTION = frozenset({InterviewAblation.REFLECTION})
NO_REFLECTION_NO_PLAN = frozenset({InterviewAblation.REFLECTION, InterviewAblation.PLAN})
NOTHING = frozenset(InterviewAblation)  # the character has its persona alone
OWN = Remembered(source=Source.INFERRED)
PLANNED = DayPlan(
    day=START.date(), wakes_at=START, sleeps_at=START + timedelta(hours=12), currently="in a hurry"
)
OBSERVED = {RecordKind.OBSERVATION, RecordKind.UTTERANCE, RecordKind.LINE, RecordKind.WHISPER}


async def known(**more: object) -> ThoughtApp:
    """Return an app with one memory of each kind, a plan, an act and a standing."""
    here = await new_thought_app(0, **more)  # type: ignore[arg-type]
    here.model.says = {"interview": {"say": "I remember the fire."}}
    step = Step(starts_at=START, minutes=30, activity="polishing glasses")
    standing = Standing(other_id="p1", other_name="Ann", affinity=20)
    await here.live(
        seen("The inn burned."),
        heard_draft("Was it arson?"),
        said_draft("Nobody knows."),
        Draft(kind=RecordKind.WHISPER, subject_id=MIRA, text="Find out.", body=OWN),
        Draft(kind=RecordKind.REFLECTION, subject_id=MIRA, text="Fire frightens me.", body=OWN),
        Draft(kind=RecordKind.PLAN, subject_id=MIRA, text="Buy buckets.", body=OWN),
        Draft(kind=RecordKind.DAY, subject_id=MIRA, body=PLANNED),
        Draft(kind=RecordKind.ACT, subject_id=MIRA, body=Act(step=step)),
        Draft(kind=RecordKind.RELATION, subject_id=subject_key(MIRA, "p1"), body=standing),
    )
    return here


async def ask(
    here: ThoughtApp, ablations: frozenset[InterviewAblation] = NO_ABLATION, seq: int | None = None
) -> InterviewAnswer:
    return await here.interviewing.interview(
        Interview(
            timeline_id=here.here.timeline,
            character_id=MIRA,
            question="What do you remember of the fire?",
            seq=seq,
            ablations=ablations,
        )
    )


def material(here: ThoughtApp) -> InterviewInput:
    found = here.model.questions[-1]
    assert isinstance(found, InterviewInput)
    return found


@pytest.mark.parametrize("budget", [Budget(), Budget(calls=1)])
async def test_an_interview_leaves_no_trace(budget: Budget) -> None:
    """No record, no job, no access, no account; a spent budget does not silence it either."""
    here = await known(budget=budget)
    before = await here.here.records()
    answer = await ask(here)

    assert (answer.answer, answer.is_default) == ("I remember the fire.", False)
    assert answer.usage.completion_tokens == 50
    assert await here.here.records() == before
    assert await here.claim() is None
    ((request),) = here.model.asked
    assert (request.purpose, request.lane) == (Purpose.INTERVIEW, CallLane.PLAYER)
    again = await ask(here)
    assert [one.score for one in again.recollections] == [one.score for one in answer.recollections]


@pytest.mark.parametrize(
    ("ablations", "kinds"),
    [
        (NO_ABLATION, {*OBSERVED, RecordKind.REFLECTION, RecordKind.PLAN}),
        (NO_REFLECTION, {*OBSERVED, RecordKind.PLAN}),
        (NO_REFLECTION_NO_PLAN, OBSERVED),
        (NOTHING, set()),
        (frozenset({InterviewAblation.OBSERVATION}), {RecordKind.REFLECTION, RecordKind.PLAN}),
    ],
)
async def test_what_is_taken_away_does_not_come_to_mind(
    ablations: frozenset[InterviewAblation], kinds: set[RecordKind]
) -> None:
    """The four conditions of the paper answer from the same memories, less and less of them."""
    here = await known()
    answer = await ask(here, ablations)

    assert {one.memory.kind for one in answer.recollections} == kinds
    assert material(here).recollections == answer.recollections


async def test_without_plans_the_day_and_the_act_are_gone_too() -> None:
    """And who the character means to be is as its author wrote it."""
    here = await known()
    await ask(here)
    full = material(here)
    await ask(here, frozenset({InterviewAblation.PLAN}))
    without = material(here)

    assert full.day == PLANNED
    assert full.situation.act is not None
    assert full.situation.currently == "in a hurry"
    assert (without.day, without.situation.act) == (None, None)
    assert without.situation.currently == ""


async def test_without_reflections_what_it_makes_of_others_is_gone_too() -> None:
    """It is an inference, though it is a number."""
    here = await known()
    await ask(here)
    assert [one.affinity for one in material(here).standings] == [20]
    await ask(here, NO_REFLECTION)

    assert material(here).standings == ()


async def test_an_interview_sees_what_its_vantage_sees() -> None:
    """A question about an earlier moment is answered from what was known then."""
    here = await known()
    answer = await ask(here, seq=1)

    assert [one.memory.text for one in answer.recollections] == ["The inn burned."]
    assert material(here).day is None


async def test_where_no_model_can_answer_the_author_does() -> None:
    """The words say that they are no answer of the model's; garbage never gets out."""
    here = await known()

    async def write(unit: UnitOfWork) -> None:
        mira = await unit.character(WORLD, CharacterId(MIRA))
        lines = (FallbackLine(text="I cannot say."),)
        persona = Persona(name="Mira", fallback_lines=lines)
        await unit.put_character(replace(mira, persona=persona))

    await here.here.store.write(write)
    for said_instead in (ModelUnreachable("refused"), "```as an AI"):
        here.model.says["interview"] = said_instead
        with capture_logs():
            answer = await ask(here)

        assert (answer.answer, answer.model, answer.is_default) == ("I cannot say.", AUTHORED, True)


async def test_without_an_embedder_words_call_memories_up() -> None:
    """An interviewer waits for nobody's network."""
    here = await known()
    here.here.embedder.is_down = True
    with capture_logs():
        answer = await ask(here)

    assert answer.answer == "I remember the fire."
    assert answer.recollections


async def test_there_must_be_a_question_and_a_character_to_ask() -> None:
    """Blank questions and strangers are refused before a model is asked."""
    here = await known()
    blank = Interview(timeline_id=here.here.timeline, character_id=MIRA, question=" \n")
    stranger = Interview(
        timeline_id=here.here.timeline, character_id=CharacterId("nobody"), question="Well?"
    )
    with pytest.raises(InvalidInput):
        await here.interviewing.interview(blank)
    with pytest.raises(NotFound):
        await here.interviewing.interview(stranger)

    assert here.model.asked == []
