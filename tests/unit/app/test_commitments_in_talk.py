"""Promises among characters, in talk that no player hears."""

from datetime import timedelta

from npcserver.app.context.commitments import standing_as
from npcserver.model.commitment import Commitment, CommitmentStatus, Promise
from npcserver.model.inputs import ConverseInput
from npcserver.model.record import RecordKind
from npcserver.model.turn import ReplyAnswer
from tests.fakes.dialogue_app import NpcConversationApp, new_npc_conversation_app, numbered_line
from tests.fakes.store_world import START, clock

LADDER = Commitment(
    commitment_id="com_old",
    by_id="bram",
    by_name="Bram",
    to_id="mira",
    to_name="Mira",
    what="return the ladder",
    status=CommitmentStatus.BROKEN,
)


async def promises_of(here: NpcConversationApp, mind: str) -> list[Commitment]:
    """Return the promises of a mind as they stand."""
    found: dict[str, Commitment] = {}
    for record in await here.records(RecordKind.COMMITMENT):
        assert isinstance(record.body, Commitment)
        if record.character_id == mind:
            found[record.body.commitment_id] = record.body
    return list(found.values())


def promising(exchange: ConverseInput) -> ReplyAnswer:
    """Let Mira promise with her first line, Bram name a promise with his, and both chat on."""
    lines, who = len(exchange.conversation), exchange.situation.character.id
    if lines == 0 and who == "mira":
        return ReplyAnswer(say="I'll mend your roof by noon.")
    if lines == 1 and who == "bram":
        named = Promise(what="send straw for the thatch", due="tomorrow")
        return ReplyAnswer(say="Then straw for the thatch is on me.", promises=(named,))
    return numbered_line(exchange)


async def test_a_promise_in_a_talk_is_in_both_minds_once() -> None:
    """What the line shows and what the model names; nobody counts what was heard again."""
    here = await new_npc_conversation_app()
    here.chat = promising
    await here.begin()
    await here.talk()

    own, theirs = await promises_of(here, "mira"), await promises_of(here, "bram")
    assert own == theirs
    assert [(one.by_id, one.to_id, one.what) for one in own] == [
        ("mira", "bram", "mend Bram's roof"),
        ("bram", "mira", "send straw for the thatch"),
    ]
    assert own[0].due_at == START.replace(hour=12)


async def test_promises_are_before_both_when_they_talk_again() -> None:
    """Open ones at once, and a broken one until it has come up."""
    here = await new_npc_conversation_app()
    here.chat = promising
    await here.begin()
    await here.talk()
    shown = len(here.exchanges)
    await here.put(*standing_as(LADDER, ("mira", "bram")))
    here.chat = asking
    await here.put(clock(START + timedelta(hours=1)))
    await here.begin()
    await here.talk()

    first, second, *_ = here.exchanges[shown:]
    assert {one.what for one in first.commitments} == {
        "mend Bram's roof",
        "send straw for the thatch",
        "return the ladder",
    }
    assert first.commitments[0].commitment_id == "com_old"
    assert "com_old" not in {one.commitment_id for one in second.commitments}


def asking(exchange: ConverseInput) -> ReplyAnswer:
    """Let Mira bring the ladder up."""
    if not exchange.conversation:
        return ReplyAnswer(say="Where is the ladder that you were to return?")
    return numbered_line(exchange)
