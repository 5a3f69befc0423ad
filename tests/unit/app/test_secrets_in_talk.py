"""Secrets between characters: told to those who may hear, with whoever else is there in mind."""

from dataclasses import replace

from npcserver.app.conversation.conversation_state import TalkTuning
from npcserver.model.inputs import ConverseInput
from npcserver.model.record import Draft, RecordKind, Remembered, Source, TurnTaken
from npcserver.model.secret import Secret
from npcserver.model.turn import ReplyAnswer
from tests.fakes.dialogue_app import (
    BRAM_PERSON,
    CY_PERSON,
    NpcConversationApp,
    new_npc_conversation_app,
    numbered_line,
)
from tests.fakes.store_world import INN, moved, seen

TO_BRAM = Secret(key="to-bram", to=("bram",))
WORD = "quabam"
TEXT = f"The lens lies under the {WORD} stone."


def known(*secrets: Secret, by: str = "mira") -> Draft:
    """Return a secret that somebody keeps."""
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
    """Return neighbours in talk about the stone, with Cy beside them or away."""
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


async def test_a_secret_is_told_to_whoever_may_hear_it() -> None:
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


async def test_whoever_was_told_may_speak_of_it_to_who_told_it() -> None:
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
