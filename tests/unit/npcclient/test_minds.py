"""Minds by the client: looked into, asked, whispered to, and set to think more finely."""

import npcclient
from npcclient.chat import Chat
from npcclient.chat.handling import Verdict, handle

from npcserver.v1 import (
    character_service_pb2,
    memory_service_pb2,
    mind_pb2,
    play_service_pb2,
    world_service_pb2,
)
from tests.fakes.canned_server import ServerControl, screen_text


async def test_a_mind_is_read_and_interviewed(
    npc: npcclient.NpcClient, stage: ServerControl
) -> None:
    """A position and what is to be taken away travel along; an interview waits like a turn."""
    mind = await npc.characters.mind("tl_1", "mira", seq=12)
    answered = await npc.characters.interview(
        "tl_1", "mira", "Who are you?", without=[character_service_pb2.ABLATION_REFLECTIONS]
    )

    (looked,) = stage.asked(character_service_pb2.GetMindRequest)
    (asked,) = stage.asked(character_service_pb2.InterviewRequest)
    assert (looked.seq, mind.act.emoji) == (12, "🧽")
    assert not asked.HasField("seq")
    assert list(asked.ablations) == [character_service_pb2.ABLATION_REFLECTIONS]
    assert answered.answer.startswith("I keep the inn")
    assert stage.deadlines[-1] > npcclient.Patience().call


async def test_a_reflection_tree_begins_anywhere(
    npc: npcclient.NpcClient, stage: ServerControl
) -> None:
    """A node of one tree can be given as the beginning of the next."""
    top, below = await npc.memories.reflection_tree("tl_1", "mira", max_depth=2)
    await npc.memories.reflection_tree("tl_1", "mira", below.memory)

    first, second = stage.asked(memory_service_pb2.GetReflectionTreeRequest)
    assert (top.level, below.level) == (0, 1)
    assert (first.memory_id, first.max_depth) == ("", 2)
    assert second.memory_id == "tl_1.4"


async def test_attention_and_things_are_set(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """One tier for several characters; each write under an id of its own."""
    seq = await npc.play.set_attention("tl_1", mind_pb2.ATTENTION_FOREGROUND, "mira", "isabella")
    await npc.worlds.set_object("tl_1", "bar", "stove", "burning")
    things = await npc.worlds.objects("tl_1", only_touched=True)

    (set_,) = stage.asked(play_service_pb2.SetAttentionRequest)
    (put,) = stage.asked(world_service_pb2.SetObjectStateRequest)
    (listed,) = stage.asked(world_service_pb2.ListObjectStatesRequest)
    assert seq == 14
    assert [one.character_id for one in set_.changes] == ["mira", "isabella"]
    assert {one.attention for one in set_.changes} == {mind_pb2.ATTENTION_FOREGROUND}
    assert (put.place_id, put.object, put.state) == ("bar", "stove", "burning")
    assert "" not in {set_.request_id, put.request_id}
    assert listed.only_touched
    assert [thing.state for thing in things] == ["burning"]


async def test_a_session_carries_things_and_attention(
    npc: npcclient.NpcClient, stage: ServerControl
) -> None:
    """The same inputs as by single calls, inside the stream."""
    change = play_service_pb2.ObjectChange(place_id="bar", object="stove", state="burning")
    async with npc.play.session("tl_1") as session:
        await session.observe(objects=[change])
        await session.set_attention(mind_pb2.ATTENTION_DORMANT, "mira")
        await session.done()
        answered = [response.request_id async for response in session]

    _, observe, attention = stage.asked(play_service_pb2.PlayRequest)
    assert answered == [observe.request_id, attention.request_id]
    assert list(observe.observe.objects) == [change]
    assert attention.attention.changes[0].attention == mind_pb2.ATTENTION_DORMANT


async def test_words_may_be_private(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """What is whispered to somebody's ear says so."""
    await npc.play.say("tl_1", "mira", "Not so loud.", speaker="Ann", private=True).text()
    await npc.play.say("tl_1", "mira", "Hello!", speaker="Ann").text()

    assert [it.is_private for it in stage.asked(play_service_pb2.SayRequest)] == [True, False]


async def test_the_chat_shows_a_mind(chat: Chat) -> None:
    """What the partner does, means, feels, makes of others and believes, with places by name."""
    assert await handle(chat, "/mind") is Verdict.DONE

    output = " ".join(screen_text(chat).split())
    for part in (
        "Bar, The Lantern",
        "🧽 polishing the long table, with the long table until 09:15, in reaction to something",
        "wants to be Pier",
        "09:15 🛢 counting the barrels",
        "Isabella Rodriguez",
        "worry (-0.50, +0.40), because the lamp is dark",
        "foreground",
        "17 calls, 20400 tokens, 0.5000 of money",
        "dialogue 2 calls, 4400 tokens, 0.5000 of money",
        "ratings 15 calls, 16000 tokens",
        "opening the inn",
        "lighting the stove",
        "She owes you for a window.",
        "-20",
        "The lamp was put out on purpose.",
    ):
        assert part in output


async def test_the_chat_interviews(chat: Chat, stage: ServerControl) -> None:
    """The answer comes with what it rests on, and with the word that it did not happen."""
    assert await handle(chat, "/interview") is Verdict.FAILED
    assert await handle(chat, "/interview Who are you?") is Verdict.DONE

    (asked,) = stage.asked(character_service_pb2.InterviewRequest)
    assert (asked.character_id, asked.question) == ("mira", "Who are you?")
    assert "Mira Vale: I keep the inn" in screen_text(chat)
    assert "The lamp went dark." in screen_text(chat)
    assert "it has not happened" in screen_text(chat)


async def test_the_chat_whispers(chat: Chat, stage: ServerControl) -> None:
    """Words go to the inner ear and are not said aloud."""
    assert await handle(chat, "/whisper") is Verdict.FAILED
    assert await handle(chat, "/whisper You should run for mayor.") is Verdict.DONE

    (asked,) = stage.asked(character_service_pb2.WhisperRequest)
    assert (asked.character_id, asked.text) == ("mira", "You should run for mayor.")
    assert stage.asked(play_service_pb2.SayRequest) == []
    assert "a thought of their own" in screen_text(chat)
