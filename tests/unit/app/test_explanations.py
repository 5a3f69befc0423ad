"""Why something was said or thought: receipts of turns and of thoughts."""

from dataclasses import replace

import pytest

from npcserver.app.ledger.explanations import Explanations, ThoughtExplanation, TurnExplanation
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.day import DayPlan
from npcserver.model.errors import NotFound
from npcserver.model.feelings import Standing
from npcserver.model.ids import IntentId, TurnId
from npcserver.model.lore import Book, CitedPassage, Passage
from npcserver.model.model_use import Purpose
from npcserver.model.record import (
    Draft,
    OutcomeStatus,
    Rated,
    RecordKind,
    ReflectedUpTo,
    Remembered,
    Settled,
    Source,
    TurnTaken,
    subject_key,
)
from npcserver.model.thought import Thought
from npcserver.model.timeline import Vantage
from npcserver.model.turn import RecalledMemory, TurnStarted
from npcserver.ports.storage import UnitOfWork
from tests.fakes import store_world
from tests.fakes.dialogue_app import new_dialogue_app
from tests.fakes.store_world import START, WORLD, put, seen, start
from tests.fakes.written_logs import ANN, BRAM_PERSON, MIRA_PERSON, RumourLog, rumour_log

TURN = TurnId("trn_1")
INTENT = IntentId("int_1")
PASSAGE = Passage(id="ways/1/1", book_id="ways", chapter=1, text="Salt at dawn.", start=0, end=13)


def recalled(seq: int, **more: object) -> RecalledMemory:
    known = {"seq": seq, "score": 1.5, "recency": 0.5, "importance": 0.4, "relevance": 0.6}
    return RecalledMemory(**{**known, **more})  # type: ignore[arg-type]


def taken(**receipt: object) -> Draft:
    """Return the record of Mira's turn with this in its receipt."""
    draft = store_world.turn(TURN)
    assert isinstance(draft.body, TurnTaken)
    made = replace(draft.body.receipt, **receipt)  # type: ignore[arg-type]
    return replace(draft, body=replace(draft.body, receipt=made))


def thought(purpose: Purpose, subject: str = "mira", **more: object) -> Draft:
    body = Thought(purpose=purpose, vantage_seq=1, persona_version=1, **more)  # type: ignore[arg-type]
    return Draft(kind=RecordKind.THOUGHT, subject_id=subject, body=body)


def memory(kind: RecordKind, text: str, subject: str = "mira") -> Draft:
    body = Remembered(source=Source.INFERRED, evidence=(1,))
    return Draft(kind=kind, subject_id=subject, text=text, body=body)


def outcome(turn: TurnId, status: OutcomeStatus) -> Draft:
    body = Settled(turn_id=turn, intent_id=INTENT, status=status, detail="so be it")
    return Draft(kind=RecordKind.OUTCOME, subject_id="mira", body=body)


def promise(name: str, turn: TurnId, status: CommitmentStatus, whose: str = "mira") -> Draft:
    body = Commitment(
        commitment_id=name, by_id="mira", by_name="Mira", to_id="p1", to_name="Ann",
        what=f"to do {name}", turn_id=turn, status=status,
    )  # fmt: skip
    return Draft(kind=RecordKind.COMMITMENT, subject_id=subject_key(whose, name), body=body)


async def explained(here: RumourLog, name: str) -> TurnExplanation | ThoughtExplanation | None:
    return await here.explaining.memory(here.timeline, name)


async def left(here: RumourLog, name: str) -> list[str]:
    """Return the memories that came of the thought that left one."""
    found = await explained(here, name)
    assert isinstance(found, ThoughtExplanation)
    return [one.text for one in found.left]


async def test_a_turn_is_explained_from_where_it_was_taken() -> None:
    """Also from a timeline that was loaded after it; an unknown turn has no receipt."""
    here = await new_dialogue_app()
    explaining = Explanations(here.store, here.stream)
    await put(here.store, seen("The key is under the mat."), to=here.timeline)
    started, *_ = await here.turn("Where is the key?")
    (turn,) = await here.records(RecordKind.TURN)
    fork = await start(here.store, "tl_fork", Vantage(here.timeline, turn.seq))

    assert isinstance(started, TurnStarted)
    told = await explaining.turn(fork, started.turn_id)

    assert [each.memory.text for each in told.recollections] == ["The key is under the mat."]
    assert told.record == turn
    assert told.turn.receipt.standing == Standing(other_id="p1", other_name="Ann")
    with pytest.raises(NotFound):
        await explaining.turn(fork, TurnId("trn_none"))


async def test_what_a_turn_was_made_from_is_shown_as_it_stood_then() -> None:
    """Scores, merged and superseded memories, what was withheld and what was read."""
    here = await rumour_log()
    await here.see("The key is under the mat.", MIRA_PERSON, MIRA_PERSON, MIRA_PERSON)
    passages = (
        CitedPassage(passage_id=PASSAGE.id, score=0.9),
        CitedPassage(passage_id="x/1/1", score=0.1),
    )

    async def work(unit: UnitOfWork) -> None:
        await unit.library.put_book(Book(id="ways", world_id=WORLD, title="Ways"), [PASSAGE])

    await here.store.write(work)
    await here.put(
        taken(
            vantage_seq=3,
            recalled=(recalled(2, times=2, superseded=(1,), is_pinned=True),),
            withheld=(3,),
            lore=passages,
        )
    )

    told = await here.explaining.turn(here.timeline, TURN)

    (found,) = told.recollections
    assert (found.memory.seq, found.score, found.relevance) == (2, 1.5, 0.6)
    assert (found.times, [one.seq for one in found.superseded], found.is_pinned) == (2, [1], True)
    assert [one.seq for one in told.withheld] == [3]
    assert [(one.title, one.text, one.cited.score) for one in told.lore] == [
        ("Ways", "Salt at dawn.", 0.9),
        ("", "", 0.1),
    ]


async def test_what_came_of_a_turn_is_told_as_far_as_it_is_known() -> None:
    """Outcomes of its own intents in order, and its own promises as they stand."""
    here = await rumour_log()
    other = TurnId("trn_2")
    await here.put(outcome(other, OutcomeStatus.FAILED), taken())
    await here.put(promise("the-roof", TURN, CommitmentStatus.OPEN))
    await here.put(promise("the-roof", TURN, CommitmentStatus.OPEN, whose="p1"))
    await here.put(promise("the-door", other, CommitmentStatus.OPEN))
    await here.put(outcome(TURN, OutcomeStatus.ACCEPTED), outcome(other, OutcomeStatus.REFUSED))
    await here.put(outcome(TURN, OutcomeStatus.COMPLETED))
    await here.put(promise("the-roof", TURN, CommitmentStatus.KEPT))

    told = await here.explaining.turn(here.timeline, TURN)

    assert [one.status for one in told.outcomes] == [
        OutcomeStatus.ACCEPTED,
        OutcomeStatus.COMPLETED,
    ]
    assert [(one.what, one.status) for one in told.commitments] == [
        ("to do the-roof", CommitmentStatus.KEPT)
    ]


async def test_a_memory_leads_to_the_turn_that_left_it() -> None:
    """In the one who spoke and in the one who heard it."""
    here = await new_dialogue_app()
    explaining = Explanations(here.store, here.stream)
    started, *_ = await here.turn("Where is the key?")
    memories = await here.records(RecordKind.UTTERANCE, RecordKind.LINE)

    assert isinstance(started, TurnStarted)
    assert len(memories) == 2
    for record in memories:
        told = await explaining.memory(here.timeline, f"{record.timeline_id}.{record.seq}")
        assert isinstance(told, TurnExplanation)
        assert told.turn.turn_id == started.turn_id


async def test_an_insight_leads_to_the_thought_that_had_it() -> None:
    """Not to the question before it, and not to thoughts of others; with all that it left."""
    here = await rumour_log()
    await here.see("The mill burned down.", MIRA_PERSON)
    mark = Draft(kind=RecordKind.REFLECTED, subject_id="mira", body=ReflectedUpTo(seq=1))
    rated = Draft(kind=RecordKind.RATING, subject_id="mira", body=Rated(ratings=((1, 9),)))
    names = await here.put(
        thought(Purpose.REFLECT, raw_answers=("what now?",)),
        thought(Purpose.REFLECT, raw_answers=("this:",), recalled=(recalled(1),)),
        memory(RecordKind.REFLECTION, "The miller is ruined."),
        memory(RecordKind.REFLECTION, "Bread will be dear."),
        rated,
        mark,
        thought(Purpose.SUMMARISE),
        memory(RecordKind.REFLECTION, "Ann was kind."),
    )

    told = await explained(here, names[3])

    assert isinstance(told, ThoughtExplanation)
    assert (told.thought.raw_answers, told.record.seq) == (("this:",), 3)
    assert [one.memory.text for one in told.recollections] == ["The mill burned down."]
    assert [one.text for one in told.left] == ["The miller is ruined.", "Bread will be dear."]
    assert await left(here, names[7]) == ["Ann was kind."]


async def test_a_plan_leads_to_the_thought_that_made_it() -> None:
    """Each to its own, also where two stand side by side."""
    here = await rumour_log()
    await here.see("It is Monday.", MIRA_PERSON)
    day = Draft(
        kind=RecordKind.DAY,
        subject_id="mira",
        body=DayPlan(day=START.date(), wakes_at=START, sleeps_at=START, blocks=()),
    )
    first = await here.put(day, memory(RecordKind.PLAN, "Mill first."), thought(Purpose.PLAN))
    second = await here.put(day, memory(RecordKind.PLAN, "Bread first."), thought(Purpose.PLAN))

    assert await left(here, first[1]) == ["Mill first."]
    assert await left(here, second[1]) == ["Bread first."]
    told = await explained(here, second[1])
    assert isinstance(told, ThoughtExplanation)
    assert told.record.seq == int(second[2].rpartition(".")[2])


async def test_what_neither_a_turn_nor_a_thought_left_has_no_receipt() -> None:
    """What was seen, and an insight that another's thought stands beside."""
    here = await rumour_log()
    (observed,) = await here.see("The mill burned down.", MIRA_PERSON)
    alone = await here.infer(MIRA_PERSON, "The miller is ruined.", observed)
    names = await here.put(
        thought(Purpose.REFLECT, "bram"), memory(RecordKind.REFLECTION, "Bread will be dear.")
    )

    for name in (observed, alone, names[1]):
        assert await explained(here, name) is None
    with pytest.raises(NotFound):
        await explained(here, "tl_play.99")


async def test_explaining_leaves_no_trace() -> None:
    """The log is as long as before, and says the same again."""
    here = await rumour_log()
    told = await here.tell(ANN, MIRA_PERSON, "The mill burned down.")
    said = await here.tell(MIRA_PERSON, BRAM_PERSON, "The mill burned down.", told)
    before = await here.records()

    assert await explained(here, said) is None  # no receipt was written with it
    assert await here.records() == before
