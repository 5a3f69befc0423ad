"""Group chats over the client: what is asked of the server for each call."""

from pathlib import Path

import grpc
import npcclient
import pytest
from npcclient.messages import GroupPoint

from npcserver.v1 import group_chat_service_pb2 as pb
from tests.fakes.canned_server import CANNED_CHAT, CannedFailure, ServerControl


async def test_a_scene_is_opened_from_its_text_or_its_file(
    npc: npcclient.NpcClient, stage: ServerControl, tmp_path: Path
) -> None:
    """A file is sent with its name, so that what is wrong with it can be found."""
    file = tmp_path / "mill.yaml"
    file.write_text("format: npcserver/scene/1\n", encoding="utf-8")

    opened = await npc.group_chats.open("tl_1", "title: The mill", seed=7)
    await npc.group_chats.open("tl_1", file)

    first, second = stage.asked(pb.OpenGroupChatRequest)
    assert opened == CANNED_CHAT
    assert (first.scene, first.file_name, first.seed) == ("title: The mill", "", 7)
    assert (second.scene, second.file_name) == ("format: npcserver/scene/1\n", "mill.yaml")
    assert first.request_id != second.request_id


async def test_a_group_chat_is_named_by_itself_or_its_id(
    npc: npcclient.NpcClient, stage: ServerControl
) -> None:
    """Wherever one is asked for, the other will do."""
    (chat,) = await npc.group_chats.list("tl_1")
    await npc.group_chats.get("tl_1", chat)
    await npc.group_chats.get("tl_1", "gc_1")

    first, second = stage.asked(pb.GetGroupChatRequest)
    assert first == second == pb.GetGroupChatRequest(timeline_id="tl_1", group_chat_id="gc_1")


async def test_advancing_is_asked_for_once(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """A server that was not there is asked again under the same id."""
    stage.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "restarting")]

    assert await npc.group_chats.advance("tl_1", "gc_1") == 3
    await npc.group_chats.advance("tl_1", "gc_1", GroupPoint.GROUP_POINT_STAGE)

    first, again, second = stage.asked(pb.AdvanceGroupChatRequest)
    assert first == again
    assert [first.until, second.until] == [pb.GROUP_POINT_END, pb.GROUP_POINT_STAGE]


async def test_people_take_part(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """They take a seat, choose, speak, vote, and give it back; and call from the audience."""
    chats = npc.group_chats
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
    (seat,) = stage.asked(pb.TakeSeatRequest)
    assert (seat.member_id, seat.person_id, seat.person_name) == ("ada", "ann", "ann")
    (chosen,) = stage.asked(pb.ChoosePartnerRequest)
    assert (chosen.member_id, chosen.partner_id, chosen.text) == ("ada", "ben", "Good evening.")
    from_seat, from_audience = stage.asked(pb.SpeakInGroupChatRequest)
    assert (from_seat.member_id, from_seat.person_id, from_seat.ends) == ("ada", "", True)
    assert (from_audience.member_id, from_audience.person_name) == ("", "Bob")
    (vote,) = stage.asked(pb.CastVoteRequest)
    assert (vote.candidate_id, vote.other_candidate_id) == ("ada", "ben")
    (left,) = stage.asked(pb.LeaveSeatRequest)
    assert left.member_id == "ada"


async def test_it_is_watched_with_somebodys_eyes(
    npc: npcclient.NpcClient, stage: ServerControl
) -> None:
    """Those of all by default, of a member, or of the audience; from a position and a part on."""
    chats = npc.group_chats
    everything = [one async for one in chats.watch("tl_1", "gc_1")]
    _ = [one async for one in chats.watch("tl_1", "gc_1", member="ada", after_seq=4, after_part=0)]
    _ = [one async for one in chats.watch("tl_1", "gc_1", as_audience=True)]

    first, second, third = stage.asked(pb.WatchGroupChatRequest)
    assert [one.seq for one in everything] == [4, 9]
    assert (first.WhichOneof("eyes"), first.HasField("after_part")) == (None, False)
    assert (second.member_id, second.after_seq, second.after_part) == ("ada", 4, 0)
    assert second.HasField("after_part")
    assert third.as_audience


async def test_a_watch_that_cannot_begin_says_why(
    npc: npcclient.NpcClient, stage: ServerControl
) -> None:
    """As any other call."""
    stage.failures = [CannedFailure(grpc.StatusCode.OUT_OF_RANGE, "too new", "CURSOR_TOO_NEW")]

    with pytest.raises(npcclient.CursorTooNew, match="too new"):
        await anext(npc.group_chats.watch("tl_1", "gc_1", after_seq=99))


async def test_the_result_is_told(npc: npcclient.NpcClient) -> None:
    """Who won, and all that the page and the terminal show."""
    result = await npc.group_chats.result("tl_1", "gc_1")

    assert list(result.winner_ids) == ["ada"]
