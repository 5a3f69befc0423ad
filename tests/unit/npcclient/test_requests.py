"""What the client asks of the server about timelines, group chats and minds."""

from pathlib import Path

import grpc
import npcclient
import pytest
from npcclient.chat import Chat
from npcclient.chat.handling import Verdict, handle
from npcclient.messages import ScenePoint
from npcclient.naming import moment

from npcserver.admin.v1 import memory_service_pb2 as memory_pb
from npcserver.admin.v1 import persona_service_pb2 as personas
from npcserver.admin.v1 import scene_service_pb2 as group_pb
from npcserver.v1 import character_service_pb2, mind_pb2, play_service_pb2, timeline_service_pb2
from tests.fakes.canned_server import CANNED_CHAT, CannedFailure, ServerControl, screen_text


async def test_loading_may_leave_a_timeline(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """By its id, or as it is; without one nothing is left."""
    timeline = await npc.timelines.load("sav_1")
    await npc.timelines.load("sav_1", leaving="tl_1")
    await npc.timelines.load("sav_1", leaving=timeline)

    asked = control.asked(timeline_service_pb2.LoadRequest)
    assert [one.leaving_timeline_id for one in asked] == ["", "tl_1", "tl_loaded"]


async def test_timelines_are_listed(npc: npcclient.NpcClient) -> None:
    """All of a world."""
    assert [one.timeline_id for one in await npc.timelines.list("harbour")] == ["tl_1", "tl_2"]


async def test_deleting_is_asked_for_once(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A server that was not there is asked again under the same id."""
    control.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "restarting")]
    await npc.timelines.delete_timeline("tl_1", saves=True)
    await npc.timelines.delete_save("sav_1")

    first, second = control.asked(timeline_service_pb2.DeleteTimelineRequest)
    (of_save,) = control.asked(timeline_service_pb2.DeleteSaveRequest)
    assert first == second
    assert (first.timeline_id, first.delete_saves, bool(first.request_id)) == ("tl_1", True, True)
    assert of_save.save_id == "sav_1"


async def test_moments_are_compared(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """Of the characters that are named, as many memories as are asked for."""
    found = await npc.timelines.diff("sav_1", "tl_1@7", characters=["mira"], memories=3)

    (asked,) = control.asked(memory_pb.DiffRequest)
    assert asked == memory_pb.DiffRequest(
        a=memory_pb.Moment(save_id="sav_1"),
        b=memory_pb.Moment(timeline_id="tl_1", seq=7),
        character_ids=["mira"],
        memory_limit=3,
        page_size=500,
    )
    assert found.minds[0].name == "Mira"


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        ("sav_1", memory_pb.Moment(save_id="sav_1")),
        ("tl_1", memory_pb.Moment(timeline_id="tl_1")),
        ("tl_1@0", memory_pb.Moment(timeline_id="tl_1", seq=0)),
        (
            timeline_service_pb2.SaveSlot(save_id="sav_1", timeline_id="tl_1"),
            memory_pb.Moment(save_id="sav_1"),
        ),
        (
            timeline_service_pb2.Timeline(timeline_id="tl_1", head_seq=4),
            memory_pb.Moment(timeline_id="tl_1"),
        ),
        (memory_pb.Moment(timeline_id="tl_1", seq=3), memory_pb.Moment(timeline_id="tl_1", seq=3)),
    ],
)
def test_a_moment_has_many_names(
    of: memory_pb.Moment | timeline_service_pb2.SaveSlot | timeline_service_pb2.Timeline | str,
    expected: memory_pb.Moment,
) -> None:
    """A save, a timeline, a position, or the id of any of them."""
    assert moment(of) == expected


async def test_a_scene_is_opened_from_its_text_or_its_file(
    npc: npcclient.NpcClient, control: ServerControl, tmp_path: Path
) -> None:
    """A file is sent with its name, so that what is wrong with it can be found."""
    file = tmp_path / "mill.yaml"
    file.write_text("format: npcserver/scene/1\n", encoding="utf-8")

    opened = await npc.scenes.open("tl_1", "title: The mill", seed=7)
    await npc.scenes.open("tl_1", file)

    first, second = control.asked(group_pb.OpenSceneRequest)
    assert opened == CANNED_CHAT
    assert (first.file_text, first.file_name, first.seed) == ("title: The mill", "", 7)
    assert (second.file_text, second.file_name) == ("format: npcserver/scene/1\n", "mill.yaml")
    assert first.request_id != second.request_id


async def test_a_group_chat_is_named_by_itself_or_its_id(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """Wherever one is asked for, the other will do."""
    (chat,) = await npc.scenes.list("tl_1")
    await npc.scenes.get("tl_1", chat)
    await npc.scenes.get("tl_1", "gc_1")

    first, second = control.asked(group_pb.GetSceneRequest)
    assert first == second == group_pb.GetSceneRequest(timeline_id="tl_1", scene_id="gc_1")


async def test_advancing_is_asked_for_once(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A server that was not there is asked again under the same id."""
    control.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "restarting")]

    assert await npc.scenes.advance("tl_1", "gc_1") == 3
    await npc.scenes.advance("tl_1", "gc_1", ScenePoint.SCENE_POINT_STAGE)

    first, again, second = control.asked(group_pb.AdvanceSceneRequest)
    assert first == again
    assert [first.until, second.until] == [group_pb.SCENE_POINT_END, group_pb.SCENE_POINT_STAGE]


async def test_people_take_part(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """They take a seat, choose, speak, vote, and give it back; and call from the audience."""
    chats = npc.scenes
    seqs = [
        await chats.take_seat("tl_1", "gc_1", "ada", "ann"),
        await chats.choose("tl_1", "gc_1", "ada", "ben", "Good evening."),
        await chats.speak("tl_1", "gc_1", "Sell.", member="ada", ends=True),
        await chats.speak("tl_1", "gc_1", "Louder!", person="bob", name="Bob"),
        await chats.vote("tl_1", "gc_1", "ada", "ada", other="ben", statement="I am the best."),
        await chats.leave_seat("tl_1", "gc_1", "ada"),
        await chats.close("tl_1", "gc_1"),
    ]

    assert seqs == [4, 7, 6, 6, 8, 5, 9]
    (seat,) = control.asked(group_pb.TakeSeatRequest)
    assert (seat.member_id, seat.person_id, seat.person_name) == ("ada", "ann", "ann")
    (chosen,) = control.asked(group_pb.ChoosePartnerRequest)
    assert (chosen.member_id, chosen.partner_id, chosen.text) == ("ada", "ben", "Good evening.")
    from_seat, from_audience = control.asked(group_pb.SpeakInSceneRequest)
    assert (from_seat.member_id, from_seat.person_id, from_seat.ends) == ("ada", "", True)
    assert (from_audience.member_id, from_audience.person_name) == ("", "Bob")
    (vote,) = control.asked(group_pb.CastVoteRequest)
    assert (vote.candidate_id, vote.other_candidate_id) == ("ada", "ben")
    (left,) = control.asked(group_pb.LeaveSeatRequest)
    assert left.member_id == "ada"


async def test_it_is_watched_with_a_characters_eyes(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """Those of all by default, of a member, or of the audience; from a position and a part on."""
    chats = npc.scenes
    everything = [one async for one in chats.watch("tl_1", "gc_1")]
    _ = [one async for one in chats.watch("tl_1", "gc_1", member="ada", after_seq=4, after_part=0)]
    _ = [one async for one in chats.watch("tl_1", "gc_1", as_audience=True)]

    first, second, third = control.asked(group_pb.WatchSceneRequest)
    assert [one.seq for one in everything] == [4, 9]
    assert (first.WhichOneof("eyes"), first.HasField("after_part")) == (None, False)
    assert (second.member_id, second.after_seq, second.after_part) == ("ada", 4, 0)
    assert second.HasField("after_part")
    assert third.as_audience


async def test_a_watch_that_cannot_begin_says_why(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """As any other call."""
    control.failures = [CannedFailure(grpc.StatusCode.OUT_OF_RANGE, "too new", "CURSOR_TOO_NEW")]

    with pytest.raises(npcclient.CursorTooNew, match="too new"):
        await anext(npc.scenes.watch("tl_1", "gc_1", after_seq=99))


async def test_the_result_is_told(npc: npcclient.NpcClient) -> None:
    """Who won, and all that the page and the terminal show."""
    result = await npc.scenes.result("tl_1", "gc_1")

    assert list(result.winner_ids) == ["ada"]


async def test_a_mind_is_read_and_interviewed(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A position and what is to be taken away travel along; an interview waits like a turn."""
    mind = await npc.characters.mind("tl_1", "mira", seq=12)
    answered = await npc.characters.interview(
        "tl_1", "mira", "Who are you?", without=[personas.ABLATION_REFLECTIONS]
    )

    (looked,) = control.asked(character_service_pb2.GetMindRequest)
    (asked,) = control.asked(personas.InterviewRequest)
    assert (looked.seq, mind.act.emoji) == (12, "🧽")
    assert not asked.HasField("seq")
    assert list(asked.ablations) == [personas.ABLATION_REFLECTIONS]
    assert answered.answer.startswith("I keep the inn")
    assert control.deadlines[-1] > npcclient.Patience().call


async def test_a_reflection_tree_begins_anywhere(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A node of one tree can be given as the beginning of the next."""
    top, below = await npc.memories.reflection_tree("tl_1", "mira", max_depth=2)
    await npc.memories.reflection_tree("tl_1", "mira", below.memory)

    first, second = control.asked(memory_pb.GetReflectionTreeRequest)
    assert (top.level, below.level) == (0, 1)
    assert (first.memory_id, first.max_depth) == ("", 2)
    assert second.memory_id == "tl_1.4"


async def test_attention_and_things_are_set(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """One tier for several characters; each write under an id of its own."""
    seq = await npc.play.set_attention("tl_1", mind_pb2.ATTENTION_FOREGROUND, "mira", "isabella")
    burning = play_service_pb2.ObjectChange(place_id="bar", object_name="stove", state="burning")
    await npc.play.observe("tl_1", objects=[burning])
    things = await npc.worlds.objects("tl_1", only_touched=True)

    (set_,) = control.asked(play_service_pb2.SetAttentionRequest)
    (put,) = control.asked(play_service_pb2.ObserveRequest)
    (listed,) = control.asked(timeline_service_pb2.ListObjectStatesRequest)
    assert seq == 14
    assert [one.character_id for one in set_.changes] == ["mira", "isabella"]
    assert {one.attention for one in set_.changes} == {mind_pb2.ATTENTION_FOREGROUND}
    assert list(put.objects) == [burning]
    assert "" not in {set_.request_id, put.request_id}
    assert listed.only_touched
    assert [thing.state for thing in things] == ["burning"]


async def test_words_may_be_private(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """What is whispered to a person's ear says so."""
    await npc.play.say("tl_1", "mira", "Not so loud.", speaker="Ann", private=True).text()
    await npc.play.say("tl_1", "mira", "Hello!", speaker="Ann").text()

    assert [it.is_private for it in control.asked(play_service_pb2.SayRequest)] == [True, False]


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


async def test_the_chat_interviews(chat: Chat, control: ServerControl) -> None:
    """The answer comes with what it rests on, and with the word that it did not happen."""
    assert await handle(chat, "/interview") is Verdict.FAILED
    assert await handle(chat, "/interview Who are you?") is Verdict.DONE

    (asked,) = control.asked(personas.InterviewRequest)
    assert (asked.character_id, asked.question) == ("mira", "Who are you?")
    assert "Mira Vale: I keep the inn" in screen_text(chat)
    assert "The lamp went dark." in screen_text(chat)
    assert "it has not happened" in screen_text(chat)


async def test_the_chat_whispers(chat: Chat, control: ServerControl) -> None:
    """Words go to the inner ear and are not said aloud."""
    assert await handle(chat, "/whisper") is Verdict.FAILED
    assert await handle(chat, "/whisper You should run for mayor.") is Verdict.DONE

    (asked,) = control.asked(personas.WhisperRequest)
    assert (asked.character_id, asked.text) == ("mira", "You should run for mayor.")
    assert control.asked(play_service_pb2.SayRequest) == []
    assert "a thought of their own" in screen_text(chat)
