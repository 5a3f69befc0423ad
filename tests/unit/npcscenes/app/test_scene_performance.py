"""Performing: what is due is thought side by side, kept in order, and never thought twice."""

import asyncio
from dataclasses import replace
from datetime import datetime

import pytest

from npcscenes.app.scene_performance import AT_A_STRETCH
from npcscenes.app.scene_requests import CloseGroupChat, Point
from npcscenes.model.director import awaited
from npcscenes.model.group_answers import Answer
from npcscenes.model.group_inputs import MemberInput, UpdateInput
from npcserver.app.thoughts.job_worker import JobNotDue
from npcserver.model.errors import Conflict, ModelUnreachable, Reason
from npcserver.model.group.moves import Chose, Closed, LineSpoken, Voted
from npcserver.model.group.script import Stage
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.thought import AnswerStatus
from tests.fakes.scene_app import BOB, SHORT, SceneApp, answer_lively, bare_moves, new_scene_app
from tests.fakes.scene_scripts import Answers, council_script, play_script
from tests.fakes.store_world import left, put


async def test_a_scene_is_performed_to_its_settlement() -> None:
    """The moves are those that its rules make of the same answers, one after the other."""
    here = await new_scene_app()

    chat = await here.play()

    assert bare_moves(chat) == bare_moves(play_script(council_script(), answer_lively))
    assert chat.closed is not None
    assert chat.closed.is_settled
    assert chat.effort.calls == len(here.acts)
    assert chat.effort.defaulted == 0


async def test_nothing_happens_before_it_is_told_to_advance() -> None:
    """An open group chat waits."""
    here = await new_scene_app()
    chat_id = await here.open()

    await here.perform(chat_id)

    assert len((await here.get(chat_id)).moves) == 1
    assert here.acts == []


async def test_it_goes_on_to_the_point_it_was_told() -> None:
    """To the end of the stage, of the next stage, of the round, and to the end."""
    here = await new_scene_app()
    chat_id = await here.open(council_script(replace(SHORT, rounds=2)))
    reached = []
    for point in (Point.STAGE, Point.STAGE, Point.ROUND, Point.STAGE, Point.ROUND, Point.STAGE):
        await here.advance(chat_id, point)
        await here.perform(chat_id)
        chat = await here.get(chat_id)
        reached.append((chat.round, chat.stage))

    assert reached == [
        (1, Stage.PRIVATE_CHAT),
        (1, Stage.CONFIDENTIAL_MEETING),
        (1, Stage.UPDATE),
        (2, Stage.PRIVATE_CHAT),
        (2, Stage.UPDATE),
        (2, Stage.SETTLEMENT),
    ]
    assert (await here.get(chat_id)).is_closed


async def test_nobody_is_asked_twice_when_the_model_goes_away_and_comes_back() -> None:
    """What was thought before a failure is kept; the next attempt thinks what is missing."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id)
    worker = here.worker(side_by_side=1)
    for number in range(6):
        here.faults = []
        asked = len(here.acts)
        here.answers = _then_gone(here, asked + 4 + number)
        with pytest.raises(ModelUnreachable):
            await worker(here.job(chat_id))
    here.answers, here.faults = answer_lively, []
    await worker(here.job(chat_id))

    chat = await here.get(chat_id)
    assert bare_moves(chat) == bare_moves(play_script(council_script(), answer_lively))
    assert len(here.acts) == chat.effort.calls


def _then_gone(here: SceneApp, last: int) -> Answers:
    """Answer, and have the model gone after so many answers in all."""

    def answers(act: MemberInput) -> Answer | None:
        if len(here.acts) >= last:
            here.faults.append(ModelUnreachable("refused"))
        return answer_lively(act)

    return answers


async def test_who_goes_on_after_a_crash_comes_to_the_same_end() -> None:
    """Whatever of a wave was kept, the rest of it is thought, and nothing comes out otherwise."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id)
    broken_off = 0
    while not (await here.get(chat_id)).is_closed:
        working = asyncio.ensure_future(here.worker()(here.job(chat_id)))
        begun = (await here.get(chat_id)).seq
        while not working.done() and (await here.get(chat_id)).seq < begun + 5:  # noqa: ASYNC110
            await asyncio.sleep(0)
        broken_off += not working.done()
        working.cancel()
        await asyncio.wait((working,))

    assert broken_off > 5
    assert bare_moves(await here.get(chat_id)) == bare_moves(
        play_script(council_script(), answer_lively)
    )


async def test_answers_nobody_can_read_become_defaults_and_are_counted() -> None:
    """Asked twice, then: talk with nobody, pass, change nothing, vote by how one stands."""
    here = await new_scene_app(lambda _: None)

    chat = await here.play()

    assert chat.closed is not None
    assert chat.closed.is_settled
    assert chat.effort.defaulted == len(here.acts) / 2 > 0
    assert not any(isinstance(move, LineSpoken) and move.text for _, move in chat.moves)


async def test_a_budget_that_is_gone_leaves_defaults_and_no_calls() -> None:
    """Thinking is paid for by the timeline; what cannot be paid is not asked."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id)

    await here.worker(Budget(calls=9))(here.job(chat_id))

    chat = await here.get(chat_id)
    assert chat.is_closed
    assert len(here.acts) == chat.effort.calls <= 9
    assert chat.effort.defaulted > 0


async def test_calls_are_never_more_than_the_script_allows() -> None:
    """Not even when every answer has to be asked for again."""
    course = replace(SHORT, rounds=2, group_rounds=3, most_calls=60)
    here = await new_scene_app(lambda _: None)

    chat = await here.play(council_script(course))

    assert chat.is_closed
    assert len(here.acts) == chat.effort.calls <= 60


async def test_words_from_the_audience_are_heard_while_others_think() -> None:
    """What was being thought is kept all the same, after them."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id)
    working = await _thinking(here, chat_id, Purpose.SPEAK)
    seq = await here.say(chat_id, "Louder!")
    await _go_on(here, working)

    chat = await here.get(chat_id)
    heard = dict(chat.moves)[seq]
    assert isinstance(heard, LineSpoken)
    assert (heard.text, heard.person) == ("Louder!", BOB)
    without = [
        move for move in bare_moves(chat) if not (isinstance(move, LineSpoken) and move.person)
    ]
    assert without == bare_moves(play_script(council_script(), answer_lively))
    assert len(here.acts) == chat.effort.calls


async def test_a_seat_that_is_taken_while_its_member_thinks_is_waited_for() -> None:
    """What the member was about to say is let go: the person speaks."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id)
    working = await _thinking(here, chat_id, Purpose.CHOOSE)
    await here.sit(chat_id, "ada")
    await _go_on(here, working)

    chat = await here.get(chat_id)
    assert [(one.member, one.task) for one in awaited(chat)] == [("ada", "choose")]
    chosen = [move.member for _, move in chat.moves if isinstance(move, Chose)]
    assert sorted(chosen) == ["ben", "cyn"]


async def test_what_is_broken_off_while_a_character_thinks_stays_broken_off() -> None:
    """Nothing comes after the end."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id)
    working = await _thinking(here, chat_id, Purpose.SPEAK)
    wish = CloseGroupChat(timeline_id=here.timeline_id, chat_id=chat_id)
    assert await here.chats.move(wish) == await here.chats.move(wish)
    await _go_on(here, working)

    chat = await here.get(chat_id)
    closed = chat.moves[-1][1]
    assert isinstance(closed, Closed)
    assert not closed.is_settled
    assert closed.result.winners == ()


async def test_nobody_is_asked_any_more_once_it_is_broken_off() -> None:
    """Of a wave that is under way then, the rest is not thought."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id)
    here.performing = here.worker(side_by_side=1)
    working = await _thinking(here, chat_id, Purpose.UPDATE)
    await here.chats.move(CloseGroupChat(timeline_id=here.timeline_id, chat_id=chat_id))
    await _go_on(here, working)

    assert sum(isinstance(act, UpdateInput) for act in here.acts) <= 2


async def test_a_long_scene_gives_way_to_whatever_else_is_due() -> None:
    """It is put off between two waves, and comes to the same end."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id)

    def slowly(act: MemberInput) -> Answer | None:
        here.clock.seconds += AT_A_STRETCH / 8
        return answer_lively(act)

    here.answers = slowly
    put_off: list[datetime] = []
    while not (await here.get(chat_id)).is_closed:
        try:
            await here.perform(chat_id)
        except JobNotDue as wish:
            put_off.append(wish.due_at)

    assert len(put_off) >= len(here.acts) // 16
    assert min(put_off) > here.clock.now()
    assert bare_moves(await here.get(chat_id)) == bare_moves(
        play_script(council_script(), answer_lively)
    )


async def test_a_scene_ends_in_a_timeline_that_the_game_leaves() -> None:
    """What is being thought there is refused, so that it is counted as late."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id)
    working = await _thinking(here, chat_id, Purpose.SPEAK)
    begun = (await here.get(chat_id)).seq
    await put(here.store, left("sav_1", "tl_other"), to=here.timeline_id)
    with pytest.raises(Conflict) as told:
        await _go_on(here, working)

    assert told.value.reason is Reason.TIMELINE_LEFT
    assert (await here.get(chat_id)).seq == begun


async def test_votes_have_receipts() -> None:
    """Whatever was thought says what it was made from: purpose, model, seed, position."""
    here = await new_scene_app()

    chat = await here.play(council_script(SHORT))

    votes = [move for _, move in chat.moves if isinstance(move, Voted)]
    assert len(votes) == 10
    made = votes[0].made_from
    assert made is not None
    assert (made.purpose, made.verdict, made.template) == (
        Purpose.VOTE,
        AnswerStatus.ANSWERED,
        "group_vote",
    )
    assert made.calls == 1
    assert made.vantage_seq < next(seq for seq, move in chat.moves if move is votes[0])
    assert len({vote.made_from.seed for vote in votes if vote.made_from is not None}) == 10


async def _thinking(here: SceneApp, chat_id: str, purpose: Purpose) -> "asyncio.Future[None]":
    """Have a character perform; return while a thought of a purpose is under way."""
    here.model.held = purpose
    working = asyncio.ensure_future(here.perform(chat_id))
    await here.model.reached.wait()
    return working


async def _go_on(here: SceneApp, working: "asyncio.Future[None]") -> None:
    here.model.opened.set()
    await working
