"""The commands of a chat that save, load and compare."""

from npcclient.chat import Chat
from npcclient.chat.handling import Verdict, handle

from npcserver.v1 import timeline_service_pb2
from tests.fakes.canned_server import ServerControl, screen_text


async def test_save_and_load(chat: Chat, stage: ServerControl) -> None:
    """A save is found by a part of its name; of equal names the newest counts."""
    await handle(chat, "/save before the storm")
    await handle(chat, "/save before the storm")
    await handle(chat, "/save later")
    assert await handle(chat, "/load storm") is Verdict.DONE

    (asked,) = stage.asked(timeline_service_pb2.LoadRequest)
    assert chat.talk.timeline_id == "tl_loaded"
    assert (asked.save_id, asked.leaving_timeline_id) == ("sav_1", "tl_1")
    assert "has not happened here" in screen_text(chat)


async def test_load_of_nothing_lists_saves(chat: Chat) -> None:
    """A name that no save bears is refused together with those there are."""
    await handle(chat, "/save later")
    assert await handle(chat, "/load lter") is Verdict.DONE  # a slip of the finger away
    assert await handle(chat, "/load xyz") is Verdict.FAILED

    assert '"later"' in screen_text(chat).splitlines()[-1]


async def test_load_of_a_number(chat: Chat, stage: ServerControl) -> None:
    """Without a name the saves are listed, newest first, and each has a number to be loaded by."""
    assert await handle(chat, "/load") is Verdict.FAILED
    await handle(chat, "/save dawn")
    await handle(chat, "/save dusk")
    assert await handle(chat, "/load") is Verdict.DONE
    listed = [row.split()[:2] for row in screen_text(chat).splitlines() if row.split()[1:2]]
    assert await handle(chat, "/load 2") is Verdict.DONE
    assert await handle(chat, "/load 3") is Verdict.FAILED

    assert ["1", "dusk"] in listed
    assert ["2", "dawn"] in listed
    assert stage.asked(timeline_service_pb2.LoadRequest)[0].save_id == "sav_0"
    assert "no save number 3" in screen_text(chat).splitlines()[-1]


async def test_a_save_that_is_called_like_a_number(chat: Chat, stage: ServerControl) -> None:
    """Its name goes before its place in the list."""
    for name in ("2", "dawn", "dusk"):
        await handle(chat, f"/save {name}")
    await handle(chat, "/load 2")

    assert stage.asked(timeline_service_pb2.LoadRequest)[0].save_id == "sav_0"


async def test_diff_shows_what_the_partner_has_learned(chat: Chat, stage: ServerControl) -> None:
    """Since the newest save, or the one that is named; with how it came to be known."""
    assert await handle(chat, "/diff") is Verdict.FAILED
    await handle(chat, "/save dawn")
    await handle(chat, "/save dusk")
    assert await handle(chat, "/diff") is Verdict.DONE
    assert await handle(chat, "/diff dawn") is Verdict.DONE

    asked = stage.asked(timeline_service_pb2.DiffRequest)
    assert [request.a.save_id for request in asked] == ["sav_1", "sav_0"]
    assert {request.b.timeline_id for request in asked} == {"tl_1"}
    assert {tuple(request.character_ids) for request in asked} == {("mira",)}
    output = screen_text(chat)
    assert "- dusk, 2023-02-13 09:00" in output
    assert "+ now, 2023-02-13 09:00" in output
    (row, *_) = [row for row in output.splitlines() if "lamp on the pier" in row]
    assert row.split()[0] == "+"
    assert row.endswith("Ann told Mira")
    assert "and 2 older ones" in output
    assert "story flag" in output
