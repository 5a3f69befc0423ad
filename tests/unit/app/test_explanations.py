"""Receipts of turns and thoughts, and the path by which a fact came."""

from dataclasses import replace

import pytest

from npcserver.app.ledger.explanations import Explanations, ThoughtExplanation, TurnExplanation
from npcserver.app.ledger.provenance import MOST_HOPS
from npcserver.model.character import Person
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.day import DayPlan
from npcserver.model.errors import CursorTooNew, NotFound
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, IntentId, TurnId
from npcserver.model.lore import Book, Chapter, CitedPassage, Passage
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
from npcserver.model.secret import Secret
from npcserver.model.thought import Thought
from npcserver.model.timeline import Vantage
from npcserver.model.turn import RecalledMemory, TurnStarted
from npcserver.ports.storage import UnitOfWork
from tests.fakes import store_world
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.store_world import INN, MIRA, START, WORLD, character, put, seen, start
from tests.fakes.written_logs import (
    ANN,
    BRAM_PERSON,
    CY_PERSON,
    DOV_PERSON,
    MIRA_PERSON,
    RumourLog,
    rumour_log,
)

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
        chapters = (Chapter(title="", text=PASSAGE.text),)
        ways = Book(id="ways", world_id=WORLD, title="Ways", chapters=chapters)
        await unit.library.put_book(ways, [PASSAGE])

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
    assert [one.memory.seq for one in told.reason.kept_back] == [3]
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


PARTY = "Klaus throws a party on Friday."


async def test_a_rumour_is_traced_to_the_player_who_told_it() -> None:
    """Each station names who holds it, who told it, in which turn and in what words."""
    here = await rumour_log()
    first = await here.tell(ANN, MIRA_PERSON, PARTY)
    second = await here.tell(MIRA_PERSON, BRAM_PERSON, "Klaus has a party on Friday!", first)

    hops = await here.trace(second)

    assert [(hop.holder_name, hop.told_by_id, hop.told_by_name) for hop in hops] == [
        ("Bram", "mira", "Mira"),
        ("Mira", "", ""),
        ("Mira", "p1", "Ann"),
    ]
    heard, said, told = hops
    assert (heard.memory.id, told.memory.id) == (second, first)
    assert (said.memory.kind, heard.words) == (RecordKind.LINE, said.memory.text)
    assert heard.turn_id == said.memory.body.turn_id != told.turn_id
    assert (heard.from_ids, said.from_ids) == ((said.memory.id,), (first,))
    assert (told.words, told.from_ids) == (PARTY, ())
    assert (told.memory.source, told.memory.created_at) == (Source.TOLD, heard.memory.created_at)


async def test_what_is_overheard_comes_from_who_said_it() -> None:
    """However many were there."""
    here = await rumour_log()
    (seen,) = await here.see("The mill burned down.", MIRA_PERSON)
    told = await here.tell(
        MIRA_PERSON, BRAM_PERSON, "The mill burned down!", seen, by=[CY_PERSON] * 70 + [DOV_PERSON]
    )
    last = f"{here.timeline}.{int(told.rpartition('.')[2]) + 71}"

    way = await here.way(last)

    assert [(who, teller) for who, teller, _ in way] == [
        ("Dov", "Mira"),
        ("Mira", ""),
        ("Mira", ""),
    ]
    assert way[-1][2] == "The mill burned down."


async def test_an_insight_rests_on_its_evidence_and_on_what_confirmed_it() -> None:
    """All of it, and what that rests on in turn."""
    here = await rumour_log()
    (seen,) = await here.see("Klaus bought twelve lanterns.", MIRA_PERSON)
    insight = await here.infer(MIRA_PERSON, "Klaus is up to something.", seen)
    told = await here.tell(BRAM_PERSON, MIRA_PERSON, "Klaus asked me for chairs.")
    await here.confirm(MIRA_PERSON, insight, told)

    texts = [text for _, _, text in await here.way(insight)]

    assert texts == [
        "Klaus is up to something.",
        "Klaus bought twelve lanterns.",
        "Klaus asked me for chairs.",
        "Klaus asked me for chairs.",
    ]


async def test_a_circle_ends() -> None:
    """What confirms an insight may rest on it; each station is shown once."""
    here = await rumour_log()
    (seen,) = await here.see("Klaus bought twelve lanterns.", MIRA_PERSON)
    insight = await here.infer(MIRA_PERSON, "Klaus is up to something.", seen)
    told = await here.tell(MIRA_PERSON, BRAM_PERSON, "Klaus is up to something.", insight)
    back = await here.tell(BRAM_PERSON, MIRA_PERSON, "Klaus is up to something.", told)
    await here.confirm(MIRA_PERSON, insight, back)

    hops = await here.trace(insight)

    ids = [hop.memory.id for hop in hops]
    assert len(ids) == len(set(ids)) == 6
    assert all(set(hop.from_ids) <= set(ids) for hop in hops)


async def test_a_path_has_an_end() -> None:
    """However much an insight rests on, no more stations are shown than can be read."""
    here = await rumour_log()
    seen = await here.see("Klaus bought a lantern.", *[MIRA_PERSON] * (MOST_HOPS + 50))
    insight = await here.infer(MIRA_PERSON, "Klaus is up to something.", *seen)

    hops = await here.trace(insight)

    assert len(hops) == MOST_HOPS
    assert len(hops[0].from_ids) == MOST_HOPS - 1


async def test_words_that_rest_on_nothing_are_the_speakers_own() -> None:
    """The path ends with the line; and one who hears words of the game has no line to go to."""
    here = await rumour_log()
    told = await here.tell(BRAM_PERSON, MIRA_PERSON, "I made this up.")

    assert await here.way(told) == [
        ("Mira", "Bram", "I made this up."),
        ("Bram", "", "I made this up."),
    ]


async def test_only_what_can_be_seen_is_traced() -> None:
    """Not what happened later, elsewhere, or never; what was inherited has either name."""
    here = await rumour_log()
    (seen, later) = [
        (await here.see(text, MIRA_PERSON))[0] for text in ("The mill burned.", "It rains.")
    ]
    await here.fork("tl_other", 1)
    own = seen.replace("tl_play", "tl_other")

    assert (await here.trace(seen))[0].memory.id == (await here.trace(own))[0].memory.id == seen
    for name in (later, "tl_play.99", "tl_none.1", "1", "", "tl_play.x", "tl_play.²"):
        with pytest.raises(NotFound):
            await here.trace(name)
    with pytest.raises(CursorTooNew):
        await here.trace(seen, seq=9)


async def test_tracing_leaves_no_trace() -> None:
    """The log is as long as before, and no memory counts as accessed."""
    here = await rumour_log()
    told = await here.tell(ANN, MIRA_PERSON, PARTY)
    before = await here.records()

    first = await here.trace(told)

    assert await here.records() == before
    assert await here.trace(told) == first


BRAM = Person(id="bram", name="Bram", is_player=False)
DEBT = "Hester owes the bank sixty pounds."
SECRET = Secret(key="the-debt")


def kept_secret(draft: Draft, *players: str) -> Draft:
    assert isinstance(draft.body, Remembered)
    return replace(draft, body=replace(draft.body, secrets=(SECRET,), players=players))


async def opened() -> DialogueApp:
    """Open an app with Bram in it, who knows of a debt and of the weather."""
    here = await new_dialogue_app()

    async def work(unit: UnitOfWork) -> None:
        await unit.add_character(character(CharacterId("bram"), INN))

    await here.store.write(work)
    known = kept_secret(seen(DEBT, "bram"), "p7"), seen("It rains on the quay.", "bram")
    await put(here.store, *known, to=here.timeline)
    return here


async def bodies(here: DialogueApp, kind: RecordKind) -> dict[str, Remembered]:
    """Return what each holds of a kind, the latest, by mind."""
    found = await here.records(kind)
    return {one.subject_id: one.body for one in found if isinstance(one.body, Remembered)}


async def test_words_put_into_a_mouth_rest_on_what_its_owner_remembers() -> None:
    """With the secrets of that, and the players it stems from, in all who hear them."""
    here = await opened()
    await here.turn("You know, Hester owes the bank sixty pounds.", speaker=BRAM)

    said = (await bodies(here, RecordKind.LINE))["bram"]
    heard = (await bodies(here, RecordKind.UTTERANCE))[MIRA]

    assert said.evidence == (1,)
    assert said.secrets == heard.secrets == (SECRET,)
    assert said.players == heard.players == ("p7",)


async def test_words_about_something_else_rest_on_nothing() -> None:
    """Nor do those of a player, whatever characters remember."""
    here = await opened()
    await here.turn("Is there any cider left?", speaker=BRAM)
    said = (await bodies(here, RecordKind.LINE))["bram"]
    await here.turn(DEBT)
    heard = (await bodies(here, RecordKind.UTTERANCE))[MIRA]

    assert (said.evidence, said.secrets) == ((), ())
    assert (heard.evidence, heard.secrets, heard.players) == ((), (), ("p1",))


async def test_an_answer_rests_on_what_came_to_mind() -> None:
    """And not on what merely names who is there."""
    here = await new_dialogue_app()
    known = seen("Ann is a beekeeper."), seen("The key is under the mat.")
    await put(here.store, *known, to=here.timeline)
    here.steps = ["The key, Ann? It is under the mat."]
    await here.turn("Where is the key?")

    (said,) = (await bodies(here, RecordKind.LINE)).values()

    assert said.evidence == (2,)
