"""Interviews, answered from memory without a trace, and summaries of conversations."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from structlog.testing import capture_logs

from npcserver.app.context.history import talks
from npcserver.app.thoughts.interviews import (
    NO_ABLATION,
    InterviewAblation,
    InterviewAnswer,
)
from npcserver.mind.reply_trace import AUTHORED
from npcserver.model.character import FallbackLine, Persona
from npcserver.model.day import Act, DayPlan, Step
from npcserver.model.errors import InvalidInput, ModelUnreachable, NotFound
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import InterviewInput, SummaryInput
from npcserver.model.job import JobKind
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source, subject_key
from npcserver.model.thought import Conversed
from npcserver.ports.language_model import CallLane
from npcserver.ports.storage import UnitOfWork
from tests.fakes.store_world import MIRA, START, WORLD, seen
from tests.fakes.thought_app import LULL, ThoughtApp, heard_draft, new_thought_app, said_draft

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
        timeline_id=here.here.timeline,
        character_id=MIRA,
        question="What do you remember of the fire?",
        seq=seq,
        ablations=ablations,
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
    interview = partial(here.interviewing.interview, timeline_id=here.here.timeline)
    with pytest.raises(InvalidInput):
        await interview(character_id=MIRA, question=" \n")
    with pytest.raises(NotFound):
        await interview(character_id=CharacterId("nobody"), question="Well?")

    assert here.model.asked == []


KEEPSAKE = {
    "for_my_plans": "Mira means to order paint.",
    "interesting": "Otto paints doors for a living.",
    "importance": 5,
}


def conversed(*, is_over: bool, by: str = "otto") -> Draft:
    body = Conversed(conversation_id="c1", with_id=by, with_name="Otto", is_over=is_over)
    return Draft(kind=RecordKind.CONVERSATION, subject_id=MIRA, body=body)


async def chatted(**more: object) -> ThoughtApp:
    """Return an app where Mira has talked with Otto, and the talk is over."""
    here = await new_thought_app(0, **more)  # type: ignore[arg-type]
    here.model.says = {"summarise": KEEPSAKE}
    await here.live(
        conversed(is_over=False),
        heard_draft("I paint doors.", by="otto", speaker="Otto", trust=60),
        said_draft("Then paint mine.", to="otto"),
        conversed(is_over=True),
    )
    return here


async def look_back(here: ThoughtApp) -> list[Record]:
    """Do what is due now, and return what is kept of talks."""
    await here.want(JobKind.SUMMARISE)
    while job := await here.here.store.jobs.claim(here.clock.now(), 60):
        await here.cognition.do(job)
    return await here.here.records(RecordKind.REFLECTION)


async def test_a_talk_that_is_over_leaves_what_to_plan_for_and_what_was_interesting() -> None:
    """Two memories that point at the lines, trusted as they are, about the partner."""
    here = await chatted()
    kept = await look_back(here)

    assert [record.text for record in kept] == [KEEPSAKE["for_my_plans"], KEEPSAKE["interesting"]]
    for record in kept:
        assert isinstance(record.body, Remembered)
        assert record.body.evidence == (2, 3)
        assert (record.body.trust, record.body.about) == (60, ("otto",))
        assert (record.importance, record.body.depth) == (5, 1)
    ((asked),) = here.model.asked
    assert asked.purpose is Purpose.SUMMARISE
    (material,) = here.model.questions
    assert isinstance(material, SummaryInput)
    assert [spoken.is_own for spoken in material.conversation] == [False, True]


async def test_each_talk_is_looked_back_on_once() -> None:
    """Also when the job is done again; the next talk with the same partner is looked back on."""
    here = await chatted()
    await look_back(here)
    await look_back(here)
    assert len(here.model.asked) == 1
    here.model.says["summarise"] = {**KEEPSAKE, "for_my_plans": "", "interesting": "Otto is ill."}
    await here.live(
        heard_draft("I am ill.", by="otto", speaker="Otto"), conversed(is_over=True)
    )  # fmt: skip

    kept = await look_back(here)

    assert [record.text for record in kept][2:] == ["Otto is ill."]
    assert isinstance(kept[-1].body, Remembered)
    assert kept[-1].body.evidence == (kept[-1].body.evidence[0],)


async def test_a_talk_that_goes_on_is_left_alone() -> None:
    """Its end will say so."""
    here = await new_thought_app(0)
    await here.live(conversed(is_over=False), heard_draft("Well met.", by="otto", speaker="Otto"))

    assert await look_back(here) == []
    assert here.model.asked == []


async def test_talk_with_a_player_is_over_after_a_lull() -> None:
    """The job waits for it, and is pushed on by each line."""
    here = await new_thought_app(0)
    here.model.says = {"summarise": KEEPSAKE}
    await here.live(heard_draft("Good evening."), said_draft("Good evening."))
    assert await look_back(here) == []
    here.clock.ahead = timedelta(seconds=LULL / 2)
    assert await look_back(here) == []
    here.clock.ahead = timedelta(seconds=LULL + 1)

    kept = await look_back(here)

    assert len(kept) == 2
    assert isinstance(kept[0].body, Remembered)
    assert kept[0].body.players == ("p1",)
    assert len(here.model.asked) == 1


async def test_what_was_only_overheard_is_no_talk() -> None:
    """Nobody looks back on a conversation it had no part in."""
    here = await new_thought_app(0)
    await here.live(heard_draft("Psst.", by="otto", speaker="Otto", source=Source.OVERHEARD))
    here.clock.ahead = timedelta(hours=1)

    assert await look_back(here) == []
    async with here.here.store.read() as reader:
        mindset = await here.minds.load(reader, here.here.timeline, MIRA)
        assert await talks(mindset, timedelta(0)) == ()


async def test_talks_with_two_are_looked_back_on_one_by_one() -> None:
    """Each with its own lines, though they were mingled; the same thought is kept once."""
    here = await new_thought_app(0)
    here.model.says = {"summarise": KEEPSAKE}
    await here.live(
        heard_draft("One.", by="p1", speaker="Ann"),
        heard_draft("Two.", by="p2", speaker="Bo"),
        said_draft("Three.", to="p1"),
    )
    here.clock.ahead = timedelta(hours=1)

    kept = await look_back(here)

    material = here.model.questions
    spoken = [one.conversation for one in material if isinstance(one, SummaryInput)]
    lines = [[line.text for line in conversation] for conversation in spoken]
    assert sorted(lines) == [["One.", "Three."], ["Two."]]
    assert len(kept) == 2


async def test_an_unreadable_answer_keeps_nothing_and_is_not_asked_again() -> None:
    """The lines themselves stay; the raw answer stands in the receipt alone."""
    here = await chatted()
    here.model.says = {"summarise": "As a language model, I"}
    with capture_logs():
        assert await look_back(here) == []
        assert await look_back(here) == []

    assert len(here.model.asked) == 2
    assert all("language model" not in record.text for record in await here.here.records())


async def test_a_spent_budget_leaves_the_talk_for_another_day() -> None:
    """Nothing is marked, so that the next look back takes it too."""
    here = await chatted(budget=Budget(calls=4))
    account = await here.budgets.reserve(
        here.here.timeline, Budget(), Purpose.INTERVIEW, max_tokens=1
    )
    assert account is not None
    assert await look_back(here) == []
    await here.next_day()

    assert len(await look_back(here)) == 2


def in_circle(draft: Draft, **body: object) -> Draft:
    """Return words as they are remembered that were said to all in a circle."""
    assert isinstance(draft.body, Remembered)
    made = replace(draft.body, circle_id="cir_1", told_to="", **body)  # type: ignore[arg-type]
    return replace(draft, body=made)


async def test_talk_in_a_circle_is_talk_with_the_player_in_it() -> None:
    """What a player says to all is said to each, and what one answers is an answer to it.

    The words of characters to all are nobody's talk with anybody.
    """
    here = await new_thought_app(0)
    await here.live(
        in_circle(heard_draft("Who paints doors?", by="p1", speaker="Ann"), players=("p1",)),
        in_circle(said_draft("I do.")),
        in_circle(heard_draft("So do I.", by="otto", speaker="Otto")),
        in_circle(said_draft("Oh?")),
    )

    async with here.here.store.read() as reader:
        mindset = await here.minds.load(reader, here.here.timeline, MIRA)
        found = {
            talk.partner.id: [one.text for one in talk.lines]
            for talk in await talks(mindset, timedelta(0))
        }

    assert found == {"p1": ["Who paints doors?", "I do."]}
