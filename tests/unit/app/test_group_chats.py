"""Opening group chats, listing them, and what comes of them."""

from dataclasses import replace

import pytest

from npcserver.app.group.scene_requests import Advance, CloseGroupChat, OpenGroupChat, Point
from npcserver.app.timelines import ResumeHandler
from npcserver.model.errors import InvalidInput, NotFound, NotPossibleNow, Reason
from npcserver.model.group.moves import Closed, Digested, Opened, Wished
from npcserver.model.group.script import Stage
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import RequestKey
from tests.fakes.life_app import new_jobs
from tests.fakes.memory_store import MemoryStore
from tests.fakes.scene_app import MIRA, SHORT, SceneApp, new_scene_app, with_cast
from tests.fakes.scene_scripts import council_script
from tests.fakes.store_world import WORLD, start


def jobs_of(here: SceneApp) -> MemoryStore:
    assert isinstance(here.store, MemoryStore)
    return here.store


async def test_an_open_group_chat_waits_and_holds_its_whole_script() -> None:
    """Nobody needs the file any more; nothing is wished for yet."""
    here = await new_scene_app()

    chat = await here.chats.open(
        OpenGroupChat(timeline_id=here.timeline_id, script=council_script(), seed=5)
    )

    assert [move for _, move in chat.moves] == [Opened(script=council_script(), seed=5)]
    assert chat.id.startswith("gc_")
    assert await new_jobs(jobs_of(here)) == set()


async def test_opening_twice_under_one_key_opens_once() -> None:
    """And gets the first answer again: a group chat that has just been opened."""
    here = await new_scene_app()
    key = RequestKey(here.timeline_id, "r1", "d")
    wish = OpenGroupChat(timeline_id=here.timeline_id, script=council_script(), key=key)
    first = await here.chats.open(wish)
    await here.advance(first.id)

    assert await here.chats.open(wish) == first
    assert [chat.id for chat in await here.chats.list(here.timeline_id)] == [first.id]


async def test_advancing_is_a_wish_and_a_job_in_one() -> None:
    """Anyone who reads the log next goes on."""
    here = await new_scene_app()
    chat_id = await here.open()

    seq = await here.advance(chat_id, Point.STAGE)

    assert dict((await here.get(chat_id)).moves)[seq] == Wished(round=1, stage=Stage.PRIVATE_CHAT)
    assert await new_jobs(jobs_of(here)) == {(JobKind.PERFORM, chat_id)}


async def test_the_latest_wish_counts() -> None:
    """Who wanted to see the end can still stop at the end of the stage."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id)
    await here.advance(chat_id, Point.STAGE)

    await here.perform(chat_id)

    assert (await here.get(chat_id)).stage is Stage.PRIVATE_CHAT


async def test_group_chats_are_listed_as_they_were_opened() -> None:
    """Those of this timeline, and of those it comes from."""
    here = await new_scene_app()
    first, second = await here.open(), await here.open(seed=1)
    async with here.store.read() as reader:
        vantage = (await reader.timeline(here.timeline_id)).vantage
    there = await start(here.store, "tl_there", vantage)
    third = await here.open(seed=2)

    assert [one.id for one in await here.chats.list(here.timeline_id)] == [first, second, third]
    assert [one.id for one in await here.chats.list(there)] == [first, second]
    with pytest.raises(NotFound):
        await here.chats.get(there, third)
    with pytest.raises(NotFound):
        await here.chats.list(TimelineId("tl_none"))


async def test_what_is_closed_stays_closed() -> None:
    """Closing again changes nothing; everything else is refused."""
    here = await new_scene_app()
    chat_id = await here.open()
    close = CloseGroupChat(timeline_id=here.timeline_id, chat_id=chat_id)
    seq = await here.chats.close(close)

    assert await here.chats.close(close) == seq
    closed = (await here.get(chat_id)).moves[-1][1]
    assert isinstance(closed, Closed)
    assert (closed.is_settled, closed.result.winners) == (False, ())
    with pytest.raises(NotPossibleNow) as told:
        await here.chats.advance(Advance(timeline_id=here.timeline_id, chat_id=chat_id))
    assert told.value.reason is Reason.GROUP_CHAT_CLOSED


async def test_a_character_who_is_cast_must_be_in_the_world() -> None:
    """The member is named by its place in the file; nothing is opened."""
    here = await new_scene_app()
    cast = with_cast(council_script(), ben="mira", cyn="nobody-knows")

    with pytest.raises(InvalidInput, match="no character 'nobody-knows'") as told:
        await here.open(cast)
    assert told.value.field == "members[2].character"
    assert await here.chats.list(here.timeline_id) == ()


async def test_a_character_plays_one_part() -> None:
    """Nobody can be two members at once."""
    here = await new_scene_app()

    with pytest.raises(InvalidInput, match="plays 'ada' already") as told:
        await here.open(with_cast(council_script(), ada="mira", dov="mira"))
    assert told.value.field == "members[3].character"


async def test_a_cast_member_is_completed_from_its_persona() -> None:
    """Where the file leaves something open; and nothing of a persona becomes public."""
    here = await new_scene_app()
    script = with_cast(council_script(), ada="mira", ben="bram")
    members = (replace(script.members[0], goal="", public=""), *script.members[1:])
    here = await new_scene_app(cast=("bram",))

    chat_id = await here.open(replace(script, members=members))

    ada, ben, *_ = (await here.get(chat_id)).script.members
    assert (ada.scratch, ada.public) == ("patient", "")
    assert ben.goal == "Get the mill."


async def test_what_a_cast_member_takes_over_is_told_in_sentences() -> None:
    """Prompts show it in one line, where goals would run into each other."""
    here = await new_scene_app()
    goals = ("find the key", "Sleep!", "leave")
    async with here.store.read() as reader:
        mira = await reader.character(WORLD, MIRA)
    await here.store.write(
        lambda unit: unit.put_character(
            replace(mira, persona=replace(mira.persona, voice="slow", goals=goals))
        )
    )
    members = (
        replace(council_script().members[0], goal="", scratch=""),
        *council_script().members[1:],
    )

    chat_id = await here.open(with_cast(replace(council_script(), members=members), ada="mira"))

    ada = (await here.get(chat_id)).script.members[0]
    assert ada.scratch == "patient.\nslow"
    assert ada.goal == "find the key.\nSleep!\nleave"


async def test_a_scene_goes_on_where_a_load_begins() -> None:
    """What is open there is wished for anew; what is closed or was opened later is not."""
    here = await new_scene_app()
    over = await here.open(council_script(SHORT))
    await here.chats.close(CloseGroupChat(timeline_id=here.timeline_id, chat_id=over))
    chat_id = await here.open()
    await here.advance(chat_id)
    async with here.store.read() as reader:
        head = (await reader.timeline(here.timeline_id)).head
    there = await start(here.store, "tl_there", Vantage(here.timeline_id, head))
    await here.open(seed=9)
    await new_jobs(jobs_of(here))

    await ResumeHandler(here.store)(replace(here.job(""), timeline_id=there, kind=JobKind.RESUME))

    assert await new_jobs(jobs_of(here)) == {(JobKind.PERFORM, chat_id)}


async def test_the_result_can_be_had_at_any_time() -> None:
    """So far, and in the end: what was said, how they stand, who won."""
    here = await new_scene_app()
    chat_id = await here.open(council_script(SHORT))
    before = await here.chats.result(here.timeline_id, chat_id)
    await here.advance(chat_id)
    await here.perform(chat_id)
    after = await here.chats.result(here.timeline_id, chat_id)

    assert (before.report.is_closed, before.transcript) == (False, ())
    assert after.report.is_settled
    assert [one.seq for one in after.transcript] == sorted(one.seq for one in after.transcript)
    unseen = [one for _, one in after.chat.moves if isinstance(one, Opened | Wished | Digested)]
    assert len(after.transcript) >= len(after.chat.moves) - len(unseen)
    assert isinstance(after.transcript[-1].what, Closed)
