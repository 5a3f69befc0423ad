"""Secrets between characters: told to those who may hear, and never thought of where nobody may."""

from dataclasses import replace

from npcserver.app.conversation.conversation_state import TalkTuning
from npcserver.app.thoughts.ingestion import SECRET_IMPORTANCE
from npcserver.model.character import Attention
from npcserver.model.inputs import ConverseInput
from npcserver.model.job import JobKind
from npcserver.model.record import (
    Draft,
    Flagged,
    RecordKind,
    ReflectedUpTo,
    Remembered,
    Source,
    TurnTaken,
)
from npcserver.model.secret import Secret
from npcserver.model.turn import ReplyAnswer
from tests.fakes.dialogue_app import (
    BRAM_PERSON,
    CY_PERSON,
    NpcConversationApp,
    new_npc_conversation_app,
    numbered_line,
)
from tests.fakes.store_world import INN, MIRA, moved, seen
from tests.fakes.thought_app import (
    ThoughtApp,
    body_of,
    heard_draft,
    insights_answer,
    new_thought_app,
    records_of,
    run_reflect_job,
    said_draft,
    thought_app_with_memories,
)

TO_BRAM = Secret(key="to-bram", to=("bram",))
WORD = "quabam"
TEXT = f"The lens lies under the {WORD} stone."


def known(*secrets: Secret, by: str = "mira") -> Draft:
    """Return a secret that a person keeps."""
    draft = seen(TEXT, by, importance=9)
    assert isinstance(draft.body, Remembered)
    return replace(draft, body=replace(draft.body, secrets=secrets or (TO_BRAM,)))


def blurting(exchange: ConverseInput) -> ReplyAnswer:
    """Tell the secret at once where it comes to mind, and speak of other things after."""
    comes_to_mind = any(TEXT in found.memory.text for found in exchange.recollections)
    was_told = any(WORD in line.text for line in exchange.conversation)
    if comes_to_mind and not was_told and not exchange.should_end:
        return ReplyAnswer(say=f"Listen. {TEXT}")
    return numbered_line(exchange)


async def meeting(*, is_cy_there: bool, **more: object) -> NpcConversationApp:
    """Return two in talk about the stone, with Cy beside them or away."""
    here = await new_npc_conversation_app()
    here.chat = blurting
    here.conversing = here.worker(TalkTuning(background=3, hard=6))
    if not is_cy_there:
        await here.put(moved(CY_PERSON.id, None))
    await here.put(known(**more))  # type: ignore[arg-type]
    await here.begin(f"What lies under the {WORD[:3]} stone?")
    return here


def shown(exchange: ConverseInput) -> str:
    return repr(exchange)


async def test_a_secret_is_told_to_who_may_hear_it() -> None:
    """Both remember the line as the secret that it is, and its receipt says so."""
    here = await meeting(is_cy_there=False)
    await here.talk()

    told = [record for record in await here.records(RecordKind.UTTERANCE) if WORD in record.text]
    (line,) = [record for record in await here.records(RecordKind.LINE) if WORD in record.text]
    assert [record.subject_id for record in told] == ["bram"]
    for record in (*told, line):
        assert isinstance(record.body, Remembered)
        assert record.body.secrets == (TO_BRAM,)
    assert isinstance(line.body, Remembered)
    assert len(line.body.evidence) == 1
    receipts = [record.body for record in await here.records(RecordKind.TURN, of="mira")]
    assert isinstance(receipts[0], TurnTaken)
    assert receipts[0].receipt.secrets == (TO_BRAM,)


async def test_one_who_may_not_hear_keeps_it_from_being_told() -> None:
    """The secret comes to mind and is withheld, line after line, as the receipts say."""
    here = await meeting(is_cy_there=True)
    await here.talk()

    assert here.exchanges
    assert all(TEXT not in shown(exchange) for exchange in here.exchanges)
    receipts = [record.body for record in await here.records(RecordKind.TURN, of="mira")]
    assert all(isinstance(one, TurnTaken) and one.receipt.withheld for one in receipts)


async def test_who_was_told_may_speak_of_it_to_who_told_it() -> None:
    """Though the teller is none of those who may be told: it knows."""
    here = await meeting(is_cy_there=False)
    await here.talk()

    answers = [one for one in here.exchanges if one.situation.character.id == "bram"]
    assert all(WORD in shown(one) for one in answers)
    again = [one for one in here.exchanges if one.situation.character.id == "mira"][1:]
    assert all(len(one.conversation) % 2 == 0 for one in again)


async def test_what_was_told_goes_no_further() -> None:
    """Bram, who was told, tells Cy nothing of it, though it is what Cy asks for."""
    here = await meeting(is_cy_there=False)
    await here.talk()
    await here.put(moved("mira", None))
    here.exchanges.clear()

    await here.put(moved(CY_PERSON.id, INN))
    await here.begin(f"What lies under the {WORD[:3]} stone?", BRAM_PERSON, CY_PERSON)
    await here.talk("bram")

    assert here.exchanges
    assert all(WORD not in shown(exchange) for exchange in here.exchanges)


async def test_when_nothing_is_left_to_go_on_from_it_is_time_to_part() -> None:
    """Cy has come in while the two spoke of the stone and of nothing else."""
    here = await new_npc_conversation_app()
    await here.begin()
    await here.put(
        spoken(RecordKind.LINE, "mira", Source.OWN),
        spoken(RecordKind.UTTERANCE, "bram", Source.TOLD),
    )

    await here.talk()

    first = here.exchanges[0]
    assert first.situation.character.id == "bram"
    assert first.conversation == ()
    assert first.should_end
    assert all(WORD not in shown(exchange) for exchange in here.exchanges)


def spoken(kind: RecordKind, mind: str, source: Source) -> Draft:
    """Return a memory of Mira telling Bram."""
    body = Remembered(
        source=source, told_by="mira", told_to="bram", speaker="Mira", secrets=(TO_BRAM,)
    )
    return Draft(kind=kind, subject_id=mind, text=TEXT, body=body)


TRUSTED = Secret(key="trusted", to=("p1",))
OPEN = Secret(key="open", flag="lens-found")


def secret(draft: Draft, *secrets: Secret) -> Draft:
    """Return a memory with secrets."""
    assert isinstance(draft.body, Remembered)
    return replace(draft, body=replace(draft.body, secrets=secrets or (TRUSTED,)))


def flag(*, is_set: bool) -> Draft:
    return Draft(kind=RecordKind.FLAG, subject_id="lens-found", body=Flagged(is_set=is_set))


def asked(here: ThoughtApp) -> str:
    """Return everything that the model was shown."""
    return repr([[one.messages for one in here.model.asked], here.model.questions])


async def test_neither_question_of_a_reflection_shows_a_secret() -> None:
    """Though it is the most important thing on its mind, and matches the question best."""
    here = await thought_app_with_memories()
    here.model.says["questions"] = {
        "questions": [f"What lies under the {WORD} stone?", "Who owes Mira?", "What of the cellar?"]
    }
    await here.live(secret(seen(TEXT, importance=10)))

    await run_reflect_job(here)

    assert here.model.templates == ["questions", "insights"]
    assert TEXT not in asked(here)
    assert "another loan" in asked(here)


async def test_a_mind_full_of_secrets_reflects_on_nothing_and_does_not_try_again() -> None:
    """It is marked as reflected upon, without a question."""
    here = await new_thought_app(0, threshold=10)
    await here.live(secret(seen(TEXT, importance=10)))

    await run_reflect_job(here)

    assert here.model.asked == []
    (mark,) = await records_of(here, RecordKind.REFLECTED)
    assert isinstance(mark.body, ReflectedUpTo)


async def test_an_insight_from_what_a_flag_made_public_closes_with_it() -> None:
    """It carries the secret of what was before the mind, whatever it points at."""
    here = await thought_app_with_memories()
    await here.live(secret(seen(TEXT, importance=9), OPEN), flag(is_set=True))
    here.model.says["insights"] = insights_answer(("Everybody will dig there", [1]))

    await run_reflect_job(here)

    assert TEXT in asked(here)
    (kept,) = await records_of(here, RecordKind.REFLECTION)
    assert body_of(kept).secrets == (OPEN,)


async def test_an_unset_flag_closes_what_it_opened() -> None:
    """The latest record of a flag counts."""
    here = await thought_app_with_memories()
    await here.live(secret(seen(TEXT, importance=9), OPEN), flag(is_set=True), flag(is_set=False))

    await run_reflect_job(here)

    assert TEXT not in asked(here)


async def test_a_secret_is_rated_by_rule() -> None:
    """No model is asked about it, and it matters."""
    here = await new_thought_app(1)
    await here.live(secret(seen(TEXT)))
    await here.want()

    await here.do_all()

    assert await here.rated() == [(1, 7), (2, SECRET_IMPORTANCE)]
    assert [statements.texts for statements, _ in here.asked] == [("It rained on day 0.",)]


async def test_what_was_said_in_confidence_is_not_summed_up() -> None:
    """The rest of the talk is; what is kept rests on the rest alone."""
    here = await new_thought_app(0)
    here.model.says = {"summarise": {"for_my_plans": "Buy paint.", "interesting": ""}}
    await here.live(secret(said_draft(TEXT)), heard_draft("I sell paint."))
    here.clock.ahead = 2 * here.clock.ahead.resolution * 10**8

    await here.want(JobKind.SUMMARISE)
    await here.do_all()

    assert "I sell paint." in asked(here)
    assert TEXT not in asked(here)
    (kept,) = await records_of(here, RecordKind.REFLECTION)
    assert body_of(kept).evidence == (2,)


async def test_a_talk_all_in_confidence_is_dealt_with_without_a_question() -> None:
    """How far the talk was dealt with is marked, and only familiarity grows by it."""
    here = await new_thought_app(0)
    await here.live(secret(said_draft(TEXT)), secret(heard_draft(f"Under the {WORD} stone?")))
    here.clock.ahead = 2 * here.clock.ahead.resolution * 10**8

    await here.want(JobKind.SUMMARISE)
    await here.want(JobKind.RELATE)
    await here.do_all()

    assert here.model.asked == []
    assert len(await records_of(here, RecordKind.REFLECTED)) == 1
    assert len(await records_of(here, RecordKind.RELATION)) == 1


async def test_an_impression_of_a_character_is_made_of_what_is_no_secret() -> None:
    """What was told in confidence moves no view that others may hear of."""
    here = await new_thought_app(0)
    here.model.says = {"relate": {"affinity": 1, "view": "Ann is kind."}}
    await here.live(secret(said_draft(TEXT)), heard_draft("Good morning to you."))
    here.clock.ahead = 2 * here.clock.ahead.resolution * 10**8

    await here.want(JobKind.RELATE)
    await here.do_all()

    assert "Good morning to you." in asked(here)
    assert TEXT not in asked(here)


async def test_an_interview_brings_out_no_secret() -> None:
    """No matter who asks, it is asked for the record."""
    here = await new_thought_app(1)
    here.model.says = {"interview": {"say": "I could not say."}}
    await here.live(secret(seen(TEXT)))

    await here.interviewing.interview(
        timeline_id=here.here.timeline, character_id=MIRA, question=f"What of the {WORD} stone?"
    )

    assert len(here.model.asked) == 1
    assert TEXT not in asked(here)


async def test_nobody_reacts_to_what_is_secret() -> None:
    """What is done about it would be seen by all; once it is public it is considered."""
    here = await new_npc_conversation_app()
    await here.attend("mira", Attention.FOREGROUND)
    await here.put(secret(seen(TEXT, importance=9), OPEN))

    await here.notice()
    assert here.noticings == []

    await here.put(flag(is_set=True))
    await here.notice()
    assert [noticing.event.text for noticing in here.noticings] == [TEXT]


async def test_nobody_begins_a_talk_about_a_secret() -> None:
    """What presses most is told to the one who is met, unless it may not be told."""
    here = await new_npc_conversation_app()
    await here.attend("mira", Attention.FOREGROUND)
    await here.put(
        secret(heard_draft(f"{TEXT} Cy arrived with it.", importance=10)),
        seen("Cy arrived with the mail.", importance=9),
    )

    await here.notice()

    assert len(here.noticings) == 1
    assert WORD not in repr(here.noticings)
