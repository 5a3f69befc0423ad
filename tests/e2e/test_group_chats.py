"""Group chats by wire: what is asked, what is answered, and what is refused."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest
from npcclient import InvalidInput, NotFound, NotPossibleNow, NpcClient, connect
from npcclient.errors import CursorTooNew
from npcclient.messages import (
    Scene,
    ScenePoint,
    SceneStage,
    SeatTask,
    VoteRule,
    WatchSceneResponse,
)

from tests.conftest import NewDatabase
from tests.fakes.running_server import open_village_server
from tests.fakes.scene_app import MILL_SCENE
from tests.fakes.server import LoopbackServer

STAGE = ScenePoint.SCENE_POINT_STAGE


@asynccontextmanager
async def served(url: str, data: Path) -> AsyncGenerator[tuple[NpcClient, str], None]:
    """Run a server whose members follow a script; yield a client and a timeline."""
    async with (
        open_village_server(url, data, serve=True, workers=2) as app,
        connect(f"127.0.0.1:{app.here.port}") as npc,
    ):
        yield npc, app.timeline_id


async def seen(npc: NpcClient, timeline: str, chat: Scene, **more: object) -> list[
    WatchSceneResponse
]:  # fmt: skip
    """Watch to the end."""
    async with aclosing(npc.scenes.watch(timeline, chat, **more)) as events:  # type: ignore[arg-type]
        return [one async for one in events]


async def test_a_scene_is_opened_watched_and_told(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """From the text of a file to the winner, with its language and all of it as JSON."""
    async with served(new_migrated_sqlite(), tmp_path) as (npc, timeline):
        opened = await npc.scenes.open(timeline, MILL_SCENE, seed=3, file_name="mill.yaml")
        await npc.scenes.advance(timeline, opened)
        events = await seen(npc, timeline, opened)
        result = await npc.scenes.result(timeline, opened)
        (listed,) = await npc.scenes.list(timeline)

    assert (opened.title, opened.is_paused, opened.round, opened.calls) == ("The mill", True, 0, 0)
    assert [one.member_id for one in opened.members] == ["ada", "bea", "cob"]
    assert [one.influence for one in opened.members] == [0, 0, 30]
    assert opened.members[0].character_id == "ada"
    kinds = [one.WhichOneof("event") for one in events]
    assert kinds[0] == "began"
    assert kinds[-1] == "closed"
    assert {"chosen", "line", "updated", "voted"} <= {*kinds}
    assert (listed.is_closed, listed.stage) == (True, SceneStage.SCENE_STAGE_SETTLEMENT)
    assert listed.calls > 0
    assert list(result.winner_ids) == list(events[-1].closed.winner_ids)
    assert {one.rule for one in result.tallies} == {
        VoteRule.VOTE_RULE_OWN,
        VoteRule.VOTE_RULE_OWN_NOT_SELF,
        VoteRule.VOTE_RULE_ALL,
        VoteRule.VOTE_RULE_ALL_NOT_SELF,
    }
    assert [one.seq for one in result.transcript] == [one.seq for one in events]
    assert [one.scope for one in result.language] == ["all", "ada", "bea", "cob", "round 1"]
    assert result.language[0].agc_char2_nats > 0
    told = json.loads(result.json)
    assert told["format"] == "npcserver/scene-result/1"
    assert told["votes"]["own"] == dict(result.tallies[0].votes)


async def test_who_watches_the_timeline_is_told_what_characters_heard_and_no_moves(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """The memories that a scene leaves are news like any other; its moves are not."""
    async with served(new_migrated_sqlite(), tmp_path) as (npc, timeline):
        chat = await npc.scenes.open(timeline, MILL_SCENE)
        await npc.scenes.advance(timeline, chat)
        await seen(npc, timeline, chat)
        head = (await npc.timelines.get(timeline)).head_seq
        told = []
        async with aclosing(npc.play.watch(timeline, after_seq=0)) as events:
            async for event in events:
                told.append(event)
                if event.seq >= head or event.HasField("checkpoint"):
                    break

    memories = [one for one in told if one.HasField("memory")]
    assert {one.character_id for one in memories} == {"ada"}
    assert chat.scene_id not in {one.character_id for one in told}


async def test_it_goes_stage_by_stage_and_tells_that_it_waits(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """With the eyes of the audience only what is before all, resumed where it was left."""
    async with served(new_migrated_sqlite(), tmp_path) as (npc, timeline):
        chat = await npc.scenes.open(timeline, MILL_SCENE)
        first = await npc.scenes.advance(timeline, chat, STAGE)
        watching = npc.scenes.watch(timeline, chat, as_audience=True)
        async with aclosing(watching) as events:
            kinds = []
            async for event in events:
                kinds.append(event.WhichOneof("event"))
                if kinds[-1] == "paused":
                    break
        paused = await npc.scenes.get(timeline, chat)
        await npc.scenes.speak(timeline, chat, "Go on!", person="bob", name="Bob")
        await npc.scenes.advance(timeline, chat)
        rest = await seen(
            npc, timeline, chat, as_audience=True, after_seq=event.seq, after_part=event.part
        )

    assert kinds == ["began", "paused"]
    assert paused.is_paused
    assert paused.stage == SceneStage.SCENE_STAGE_PRIVATE_CHAT
    assert first < event.seq < rest[0].seq
    assert (rest[0].line.text, rest[0].line.person_name) == ("Go on!", "Bob")
    assert not rest[0].line.member_id
    assert {"chosen", "updated"}.isdisjoint(one.WhichOneof("event") for one in rest)
    assert {one.stage for one in rest if one.HasField("line")} == {
        SceneStage.SCENE_STAGE_PRIVATE_CHAT,
        SceneStage.SCENE_STAGE_GROUP_CHAT,
    }


async def test_a_person_sits_in_and_the_rest_waits(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """It chooses, speaks and votes when it is awaited, until the end."""
    done: list[int] = []
    async with served(new_migrated_sqlite(), tmp_path) as (npc, timeline):
        chats = npc.scenes
        chat = await chats.open(timeline, MILL_SCENE)
        await chats.take_seat(timeline, chat, "bea", "ann", "Ann")
        await chats.advance(timeline, chat)
        async with aclosing(chats.watch(timeline, chat, member="bea")) as events:
            async for event in events:
                if not event.HasField("awaited"):
                    continue
                done.append(event.awaited.task)
                if event.awaited.task == SeatTask.SEAT_TASK_CHOOSE:
                    assert list(event.awaited.partner_ids) == ["ada", "cob"]
                    await chats.choose(timeline, chat, "bea", "cob", f"Hello, Cob. {len(done)}")
                elif event.awaited.task == SeatTask.SEAT_TASK_SPEAK:
                    await chats.speak(timeline, chat, f"Hear me. {len(done)}", member="bea")
                else:
                    await chats.vote(timeline, chat, "bea", "bea", other="ada")
        result = await chats.result(timeline, chat)

    assert done[0] == SeatTask.SEAT_TASK_CHOOSE
    assert done[-1] == SeatTask.SEAT_TASK_VOTE
    assert result.scene.members[1].person_id == "ann"
    votes = {one.rule: dict(one.votes) for one in result.tallies}
    assert votes[VoteRule.VOTE_RULE_OWN]["bea"] == "bea"
    assert votes[VoteRule.VOTE_RULE_OWN_NOT_SELF]["bea"] == "ada"
    assert "bea" not in votes[VoteRule.VOTE_RULE_ALL]


async def test_a_broken_scene_is_refused_with_all_its_problems(loopback: LoopbackServer) -> None:
    """By file, line and field; the first of them is the field."""
    timeline = await loopback.open("Ada")
    async with connect(f"127.0.0.1:{loopback.port}") as npc:
        broken = MILL_SCENE.replace("owner: cob", "owner: zoe").replace(
            "rounds: 1\n", "rounds: 99\n"
        )
        with pytest.raises(InvalidInput) as told:
            await npc.scenes.open(timeline, broken, file_name="mill.yaml")
        unknown = MILL_SCENE.replace("character: ada", "character: zoe")
        with pytest.raises(InvalidInput) as nobody:
            await npc.scenes.open(timeline, unknown)

    assert told.value.message.count("mill.yaml:") == 2
    assert "'zoe'" in told.value.message
    assert nobody.value.field == "members[0].character"


async def test_what_cannot_be_done_is_refused_with_its_reason(loopback: LoopbackServer) -> None:
    """Seats that are taken, turns that are not one's own, what is over, what is not there."""
    timeline = await loopback.open("Ada")
    async with connect(f"127.0.0.1:{loopback.port}") as npc:
        chats = npc.scenes
        chat = await chats.open(timeline, MILL_SCENE)
        await chats.take_seat(timeline, chat, "ada", "ann")
        with pytest.raises(NotPossibleNow) as taken:
            await chats.take_seat(timeline, chat, "ada", "bob")
        with pytest.raises(NotPossibleNow) as too_early:
            await chats.vote(timeline, chat, "ada", "bea")
        assert await chats.close(timeline, chat) == await chats.close(timeline, chat)
        with pytest.raises(NotPossibleNow) as over:
            await chats.advance(timeline, chat)
        with pytest.raises(NotFound) as gone:
            await chats.get(timeline, "gc_none")
        with pytest.raises(CursorTooNew):
            await anext(chats.watch(timeline, chat, after_seq=10_000))

    assert [one.value.reason for one in (taken, too_early, over, gone)] == [
        "SEAT_TAKEN",
        "NOT_YOUR_TURN",
        "SCENE_CLOSED",
        "SCENE_NOT_FOUND",
    ]
    assert too_early.value.metadata == {"sceneId": chat.scene_id, "memberId": "ada"}


async def test_repeats_are_answered_as_before(loopback: LoopbackServer) -> None:
    """The same id with the same body gets the first answer, with another body it is refused."""
    timeline = await loopback.open("Ada")
    async with connect(f"127.0.0.1:{loopback.port}") as npc:
        first = await npc.scenes.open(timeline, MILL_SCENE, request_id="open-1")
        again = await npc.scenes.open(timeline, MILL_SCENE, request_id="open-1")
        with pytest.raises(InvalidInput) as told:
            await npc.scenes.open(timeline, MILL_SCENE, seed=2, request_id="open-1")
        one = await npc.scenes.advance(timeline, first, request_id="go-1")
        two = await npc.scenes.advance(timeline, first, request_id="go-1")

    assert first == again
    assert told.value.reason == "REQUEST_ID_REUSED"
    assert one == two
