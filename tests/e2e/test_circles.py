"""Circles over the wire, by the Python client, and in the terminal chat."""

import asyncio
import io

import npcclient
import pytest
from npcclient.chat import Chat, Screen, Wish, open_talk
from npcclient.chat.handling import Verdict, handle
from rich.console import Console

from npcserver.model.errors import Reason
from npcserver.v1 import memory_pb2, turn_pb2
from npcserver.v1 import play_service_pb2 as pb
from tests.fakes.server import LoopbackServer

ADA, BEN = pb.Speaker(id="p1", name="Ada"), pb.Speaker(id="p2", name="Ben")
TOM, MIRA = (pb.Speaker(id=name, is_character=True) for name in ("tom", "mira"))


async def words(npc: npcclient.NpcClient, timeline: str, character: str) -> list[str]:
    """Return what was said, as a character remembers it, oldest first."""
    kinds = memory_pb2.MEMORY_KIND_UTTERANCE, memory_pb2.MEMORY_KIND_LINE
    found = [one async for one in npc.memories.list(timeline, character)]
    return [one.text for one in reversed(found) if one.kind in kinds]


async def test_a_circle_is_opened_joined_spoken_in_and_left(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """What comes of words: they are heard, a character takes the floor, and it is quiet again."""
    timeline = await loopback.open("Mira", "Tom")
    circle = await npc.circles.open(timeline, (ADA, MIRA))
    joined = await npc.circles.join(timeline, circle, TOM)
    loopback.will_say("It is in the well.")

    events = [one async for one in npc.circles.say(timeline, circle, "Tom, where is it?", who=ADA)]

    assert [one.id for one in joined.members] == ["p1", "mira", "tom"]
    assert (joined.place_id, joined.members[1].name) == ("inn", "Mira")
    kinds = [one.WhichOneof("event") for one in events]
    assert kinds == ["heard", "floor", "turn", "turn", "turn", "quiet"]
    assert list(events[0].heard.to_ids) == ["tom"]
    assert events[1].floor == pb.CircleFloor(character_id="tom", reason=pb.FLOOR_REASON_ADDRESSED)
    assert events[2].turn.started.character_id == "tom"
    assert [one.turn.sequence for one in events[2:5]] == [0, 1, 2]
    assert events[4].turn.finished.seq > events[0].heard.seq
    assert await words(npc, timeline, "mira") == ["Tom, where is it?", "It is in the well."]
    told = {one.told_by_id: one.turn_id async for one in npc.memories.list(timeline, "mira")}
    assert told == {"p1": "", "tom": events[2].turn.turn_id}
    left = await npc.circles.leave(timeline, circle, TOM)
    assert [one.id for one in left.members] == ["p1", "mira"]
    assert await npc.circles.get(timeline, circle) == left


async def test_a_receipt_explains_a_turn_in_a_circle(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """As it explains any other turn."""
    timeline = await loopback.open("Mira", "Tom")
    circle = await npc.circles.open(timeline, (ADA, MIRA, TOM))
    talk = npc.circles.say(timeline, circle, "Tom, hello?", who=ADA, most_turns=1)
    async for _ in talk:
        pass

    receipt = await npc.memories.explain(timeline, talk.turn_id)

    assert receipt.turn_id == talk.turn_id
    assert receipt.character_id == "tom"


async def test_a_whisper_is_remembered_by_those_in_it_alone(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """Answer included."""
    timeline = await loopback.open("Mira", "Tom")
    circle = await npc.circles.open(timeline, (ADA, MIRA, TOM))
    loopback.will_say("I will tell nobody.")

    talk = npc.circles.say(timeline, circle, "Trust nobody.", who=ADA, to=(TOM,), whisper=True)
    async for _ in talk:
        pass

    assert await words(npc, timeline, "tom") == ["Trust nobody.", "I will tell nobody."]
    assert await words(npc, timeline, "mira") == []
    assert talk.quiet is not None


async def test_hanging_up_interrupts_who_is_speaking(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """Only what was delivered was said; and nobody else speaks."""
    timeline = await loopback.open("Mira", "Tom")
    circle = await npc.circles.open(timeline, (ADA, MIRA, TOM))
    loopback.will_say("Once upon a time.", asyncio.Event(), "Mira, go on!")

    async with npc.circles.say(timeline, circle, "Tom, a tale?", who=ADA) as talk:
        async for event in talk:
            if event.turn.HasField("line"):
                break
    async with asyncio.timeout(60):
        while loopback.calls:  # noqa: ASYNC110 - the server notices by itself
            await asyncio.sleep(0.01)

    assert await words(npc, timeline, "mira") == ["Tom, a tale?", "Once upon a time."]
    assert len(loopback.script.heard) == 1


async def test_who_speaks_to_who_is_speaking_cuts_them_off(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """The older call ends, and says that it was overtaken."""
    timeline = await loopback.open("Mira", "Tom")
    circle = await npc.circles.open(timeline, (ADA, BEN, MIRA, TOM))
    loopback.will_say("Once upon a time.", asyncio.Event())
    older = npc.circles.say(timeline, circle, "Tom, a tale?", who=ADA)
    async for event in older:
        if event.turn.HasField("line"):
            break

    loopback.will_say("What is it?")
    newer = [one async for one in npc.circles.say(timeline, circle, "Tom, stop!", who=BEN)]
    rest = [one async for one in older]

    assert rest[0].turn.finished.outcome == turn_pb2.TURN_OUTCOME_INTERRUPTED
    assert older.quiet == pb.CircleQuiet(was_overtaken=True)
    assert [one.turn.line.text for one in newer if one.turn.HasField("line")] == ["What is it?"]


async def test_watching_shows_circles_and_turns(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """Who came together, and each turn that was taken there."""
    timeline = await loopback.open("Mira", "Tom")
    circle = await npc.circles.open(timeline, (ADA, MIRA, TOM))
    async for _ in npc.circles.say(timeline, circle, "Tom, hello?", who=ADA, most_turns=1):
        pass

    seen = []
    async for event in npc.play.watch(timeline, after_seq=0):
        seen.append(event.WhichOneof("event"))
        if event.HasField("turn"):
            break

    assert seen == ["circle", "memory", "memory", "memory", "memory", "turn"]


async def test_nobody_speaks_to_themselves(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """Words that are refused are not stored."""
    timeline = await loopback.open("Mira", "Tom")
    circle = await npc.circles.open(timeline, (ADA, MIRA, TOM))

    with pytest.raises(npcclient.InvalidInput, match="to_ids"):
        async for _ in npc.circles.say(timeline, circle, "Hm.", who=ADA, to=(ADA,)):
            pass

    assert await words(npc, timeline, "tom") == []


async def test_circles_that_cannot_be_are_refused(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """One alone, one twice, one that is unknown, and who is not in it."""
    timeline = await loopback.open("Mira", "Tom")
    nobody = pb.Speaker(id="nobody", is_character=True)

    for members, kind in (
        ((MIRA,), npcclient.InvalidInput),
        ((MIRA, MIRA), npcclient.InvalidInput),
        ((ADA, BEN), npcclient.InvalidInput),
        ((ADA, nobody), npcclient.NotFound),
    ):
        with pytest.raises(kind):
            await npc.circles.open(timeline, members)
    circle = await npc.circles.open(timeline, (ADA, MIRA))
    with pytest.raises(npcclient.NotPossibleNow) as fault:
        await npc.circles.leave(timeline, circle, TOM)
    assert fault.value.reason == Reason.NOT_IN_CIRCLE
    with pytest.raises(npcclient.NotFound):
        await npc.circles.get(timeline, "cir_none")


def shown(chat: Chat) -> str:
    output = chat.screen.console.file
    assert isinstance(output, io.StringIO)
    return output.getvalue()


async def begin(loopback: LoopbackServer, npc: npcclient.NpcClient) -> Chat:
    await loopback.open("Mira", "Tom")
    screen = Screen(Console(file=io.StringIO(), width=200), is_plain=True)
    return Chat(npc, screen, await open_talk(npc, Wish(world_id="harbour", player="Ann")))


async def test_a_chat_begins_in_the_language_of_the_player(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """Where it is said, and only for a new timeline."""
    await loopback.open("Mira", "Tom")
    wish = Wish(world_id="harbour", player="Ann", language="pt-BR")
    begun = await open_talk(npc, wish)
    again = Wish(world_id="harbour", player="Ann", timeline_id=begun.timeline_id, language="de")
    await open_talk(npc, again)

    assert (await npc.timelines.get(begun.timeline_id)).language == "pt-BR"


async def test_the_chat_gathers_several(loopback: LoopbackServer, npc: npcclient.NpcClient) -> None:
    """What is typed goes to all; whispers to one; leaving ends it."""
    chat = await begin(loopback, npc)
    loopback.will_say("I am here.")

    for line in ("/with tom mira", "Tom, are you there?", "/whisper mira Trust nobody.", "/leave"):
        assert await handle(chat, line) is Verdict.DONE

    text = shown(chat)
    assert "You stand with Mira and Tom." in text
    assert "Tom: I am here." in text
    assert "Mira: I am here." in text
    assert "You are with Tom alone." in text
    timeline = chat.talk.timeline_id
    assert await words(npc, timeline, "tom") == ["Tom, are you there?", "I am here."]
    assert await words(npc, timeline, "mira") == [
        "Tom, are you there?",
        "I am here.",
        "Trust nobody.",
        "I am here.",
    ]
    assert chat.talk.last_turn_id
    assert chat.talk.circle_id == ""


async def test_the_chat_lets_characters_go_on_and_tells_when_nobody_does(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """`/listen` asks for nothing else; words for nobody are followed by silence."""
    chat = await begin(loopback, npc)
    loopback.will_say("The tide is in.")
    await handle(chat, "/with mira, tom")

    await handle(chat, "/listen")
    before = shown(chat)
    await handle(chat, "Hm.")

    assert "Mira: The tide is in." in before
    assert shown(chat).removeprefix(before) == "(Nobody says anything.)\n"


async def test_the_chat_says_what_circles_need(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """Outside of a circle there is nothing to leave; in one a whisper needs a name in it."""
    chat = await begin(loopback, npc)

    for line in ("/leave", "/listen", "/with mira, nobody"):
        assert await handle(chat, line) is Verdict.FAILED
    await handle(chat, "/with mira and tom")
    for line in ("/whisper mira", "/whisper bo Psst."):
        assert await handle(chat, line) is Verdict.FAILED
    assert await handle(chat, "/with tom") is Verdict.DONE

    assert chat.talk.circle_id == ""
    assert "You stand in no circle" in shown(chat)


async def test_the_chat_says_who_is_elsewhere(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """Those who are apart cannot be gathered: it is told who is where, and nobody has moved."""
    chat = await begin(loopback, npc)
    await npc.play.observe(chat.talk.timeline_id, movements=[pb.Movement(id="tom")])

    assert await handle(chat, "/with mira, tom") is Verdict.FAILED

    assert "Tom is elsewhere: nowhere" in shown(chat)
    assert chat.talk.circle_id == ""
