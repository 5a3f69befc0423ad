"""Scenes on real databases: performed by workers, saved, loaded, forked, and recorded."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from npcscenes.app.group_chats import GroupChats
from npcscenes.app.scene_requests import Advance, OpenGroupChat, Point
from npcscenes.app.scene_view import Watcher, WatchGroupChat
from npcscenes.files.scene_file import parse_scene
from npcscenes.model.chat import GroupChat
from npcscenes.model.group_answers import Answer
from npcscenes.model.group_inputs import MemberInput, PartnerChoice, SpokenLine
from npcserver.adapters.store import SqlStore
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.timeline_diff import DiffRequest, TimelineComparer
from npcserver.app.timeline_diff import MomentRef as At
from npcserver.app.timelines import Timelines
from npcserver.model.character import Person
from npcserver.model.errors import Conflict, Reason
from npcserver.model.group.moves import LineSpoken
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.inputs import ReplyInput
from npcserver.model.model_use import Purpose
from npcserver.model.record import RecordKind, Remembered
from npcserver.model.timeline import Save
from npcserver.model.turn import ReplyAnswer
from npctools.bootstrap import replays
from npctools.files.session_file import read_session, write_session
from npctools.replay.recorded import RecordedModel
from tests.conftest import NewDatabase, on_either_database
from tests.fakes.language_models import ManualClock
from tests.fakes.running_server import (
    BEN,
    VillageServer,
    eventually,
    open_village_server,
    server_settings,
)
from tests.fakes.scene_app import (
    MILL_SCENE,
    SceneApp,
    answer_lively,
    bare_moves,
    new_scene_app,
    with_cast,
)
from tests.fakes.scene_scripts import council_script, play_script


async def saved(here: SceneApp) -> Save:
    return await Timelines(here.store, ManualClock()).save(
        timeline_id=here.timeline_id, name="in mid-scene"
    )


async def loaded(here: SceneApp, save: Save, leaving: TimelineId | None = None) -> SceneApp:
    """Load a save; return an app there, in which everybody says something else."""
    timelines = Timelines(here.store, ManualClock())
    timeline = await timelines.load(save.id, leaving=leaving)
    return SceneApp(here.store, timeline.id, _otherwise)


def _otherwise(act: MemberInput) -> Answer | None:
    made = answer_lively(act)
    match made:
        case SpokenLine(say=say) | PartnerChoice(say=say):
            return replace(made, say=f"On the other hand: {say.lower()}")
        case _:
            return made


def after(chat: GroupChat, seq: int) -> set[str]:
    """Return what was said after a position."""
    return {move.text for at, move in chat.moves if at > seq and isinstance(move, LineSpoken)}


async def test_a_scene_is_kept_and_read_as_it_was_performed(sql_store: SqlStore) -> None:
    """On either database: a reader of the log has the same moves, with what they were made of."""
    here = await new_scene_app(store=sql_store, cast=("bram",))
    script = with_cast(council_script(), ada="mira", ben="bram")

    chat = await here.play(script)

    assert [type(move) for move in bare_moves(chat)] == [
        type(move) for move in bare_moves(play_script(council_script()))
    ]
    assert chat.script.member("ada").character_id == CharacterId("mira")
    assert chat.effort.calls == len(here.acts)
    seen = await here.watched(chat.id, Watcher.AUDIENCE)
    assert [(one.seq, one.part) for one in seen] == sorted({(one.seq, one.part) for one in seen})


async def test_a_save_in_mid_scene_is_gone_on_with_from_both_sides(sql_store: SqlStore) -> None:
    """Both come to their settlement, and neither knows what was said in the other."""
    here = await new_scene_app(store=sql_store)
    chat_id = await here.open()
    await here.advance(chat_id, Point.STAGE)
    await here.perform(chat_id)
    save = await saved(here)
    await here.advance(chat_id)
    await here.perform(chat_id)
    there = await loaded(here, save)
    assert await there.get(chat_id) == GroupChat.of(
        chat_id, [one for one in (await here.get(chat_id)).moves if one[0] <= save.vantage.seq]
    )
    await there.advance(chat_id)
    await there.perform(chat_id)

    one, other = await here.get(chat_id), await there.get(chat_id)
    assert one.is_closed
    assert other.is_closed
    assert after(one, save.vantage.seq)
    assert after(other, save.vantage.seq)
    assert after(one, save.vantage.seq).isdisjoint(after(other, save.vantage.seq))
    diff = DiffRequest(a=At(timeline_id=here.timeline_id), b=At(timeline_id=there.timeline_id))
    assert (await TimelineComparer(sql_store).diff(diff)).minds == ()


async def test_a_scene_ends_in_the_timeline_that_a_load_leaves(sql_store: SqlStore) -> None:
    """What is being thought there is refused; it goes on where the game plays on."""
    here = await new_scene_app(store=sql_store)
    chat_id = await here.open()
    await here.advance(chat_id)
    save = await saved(here)
    here.model.held = Purpose.SPEAK
    working = asyncio.ensure_future(here.perform(chat_id))
    await here.model.reached.wait()
    there = await loaded(here, save, leaving=here.timeline_id)
    begun = (await here.get(chat_id)).seq
    here.model.opened.set()
    with pytest.raises(Conflict) as told:
        await working
    await there.perform(chat_id)

    assert told.value.reason is Reason.TIMELINE_LEFT
    assert (await here.get(chat_id)).seq == begun
    assert (await there.get(chat_id)).is_closed


@on_either_database
async def test_workers_perform_it_and_go_on_after_a_load(database: str, tmp_path: Path) -> None:
    """From the wish to the settlement; a load in the middle goes on by itself."""
    async with open_village_server(database, tmp_path, workers=2, lull_seconds=0) as app:
        chats, timelines = GroupChats.of(app.services), app.services.timelines
        wish = OpenGroupChat(
            timeline_id=app.timeline_id, script=parse_scene(MILL_SCENE, "mill.yaml"), seed=4
        )
        chat = await chats.open(wish)
        await chats.move(Advance(timeline_id=app.timeline_id, chat_id=chat.id))
        save = await timelines.save(timeline_id=app.timeline_id, name="now")
        there = await timelines.load(save.id, leaving=app.timeline_id)
        watch = WatchGroupChat(timeline_id=there.id, chat_id=chat.id)
        async with asyncio.timeout(120), aclosing(chats.watch(watch)) as events:
            seen = [event async for event in events]
        there_chat = await chats.get(there.id, chat.id)

        async def taken_in() -> bool:
            return await app.here.store.jobs.pending(there.id) == 0

        await eventually(taken_in)
        async with app.here.store.read() as reader:
            view = await reader.head(there.id)
            kept = await view.tail("ada", (RecordKind.LINE, RecordKind.UTTERANCE), 100)
            stood = await view.latest_by_subject(RecordKind.RELATION, "ada>")

    assert there_chat.is_closed
    assert seen[-1].what == there_chat.closed
    assert kept
    assert stood
    assert not [key for key in stood if not key.endswith("@mill")]


async def test_a_session_with_a_scene_in_it_replays_byte_for_byte(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Turns are taken again around it; its moves stand in the transcript as they are."""
    url, chosen = new_migrated_sqlite(), server_settings(new_migrated_sqlite(), tmp_path)
    async with open_village_server(url, tmp_path, _answering) as app:
        await _say(app, "Good morning!")
        chat = await _performed(app)
        await _say(app, "Who runs the mill now?")
        session = await replays.record(chosen, app.here.store, app.timeline_id)
    write_session(tmp_path / "session.jsonl", session)
    again = read_session(tmp_path / "session.jsonl")
    replaying = await replays.build_replay(chosen, again, RecordedModel())
    transcript = "".join([text async for text, _ in replaying.parts()])
    replayed = await replaying.replay()

    assert chat.is_closed
    assert again.records == session.records
    assert (replayed.turns, replayed.differences) == (2, ())
    told = [line for line in transcript.splitlines() if f" group {chat.id}" in line]
    assert len(told) == len(chat.moves)
    assert all(move.text in transcript for _, move in chat.moves if isinstance(move, LineSpoken))


async def test_what_a_scene_leaves_is_traced_and_reported(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """A line before all leads back to who said it, though it was heard later; nothing chokes."""
    async with open_village_server(new_migrated_sqlite(), tmp_path) as app:
        cast = MILL_SCENE.replace("name: Cob, rank", "name: Cob, character: ben, rank")
        chat = await _performed(app, cast)
        said = await app.of(RecordKind.LINE, "ada")
        before_all = [one for one in said if isinstance(one.body, Remembered)]
        before_all = [one for one in before_all if not one.body.told_to]  # type: ignore[union-attr]
        heard = await app.of(RecordKind.UTTERANCE, "ben")
        line = next(one for one in before_all if one.text in {each.text for each in heard})
        found = next(one for one in heard if one.text == line.text)
        memory_id = f"{app.timeline_id}.{found.seq}"
        hops = await app.services.knowing.trace(app.timeline_id, memory_id)
        reports = await app.services.reporting.report(timeline_id=app.timeline_id)
        of_ben = await app.of(RecordKind.LINE, "ben") + heard
        view = await app.services.characters.mind(app.timeline_id, CharacterId("ada"))

    assert chat.is_closed
    assert [(hop.holder_id, hop.told_by_id) for hop in hops[:2]] == [("ben", "ada"), ("ada", "")]
    assert {one.character_id: one.total for one in reports}[BEN] == len(of_ben)
    assert view.mindset.id == "ada"


def _answering(question: object) -> ReplyAnswer | None:
    """Answer players; members of scenes follow the script."""
    if isinstance(question, ReplyInput):
        return ReplyAnswer(say="The mill turns, and so does the day.", importance=4)
    return None


async def _say(app: VillageServer, words: str) -> None:
    say = SayToCharacter(
        timeline_id=app.timeline_id,
        character_id=CharacterId("ada"),
        speaker=Person(id="tess", name="Tess"),
        text=words,
    )
    async with aclosing(app.services.dialogue.say(say)) as events:
        _ = [event async for event in events]


async def _performed(app: VillageServer, scene: str = MILL_SCENE) -> GroupChat:
    """Open a scene and do the jobs it takes until it is over."""
    chats = GroupChats.of(app.services)
    wish = OpenGroupChat(timeline_id=app.timeline_id, script=parse_scene(scene, "mill.yaml"))
    chat = await chats.open(wish)
    await chats.move(Advance(timeline_id=app.timeline_id, chat_id=chat.id))
    await app.game.settle()
    return await chats.get(app.timeline_id, chat.id)
