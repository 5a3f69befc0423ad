"""What is due in a group chat: stages in order, the end of it, and pauses on the way."""

from dataclasses import replace

import pytest

from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import (
    Begin,
    CastVote,
    Choose,
    Conclude,
    Say,
    Update,
    awaited,
    due,
    is_paused,
    needs_thought,
)
from npcserver.model.group.moves import (
    Began,
    Chose,
    Closed,
    Effort,
    GroupResult,
    LineSpoken,
    Opened,
    Updated,
    Voted,
    Wished,
)
from npcserver.model.group.script import Course, Knowledge, Stage, Tie, VoteRule
from tests.fakes.scene_scripts import (
    CHAT,
    answer_talkatively,
    answer_with_partners,
    council_script,
    opening_moves,
    play_on,
    play_script,
    play_until,
    play_wave,
)

GROUP = (Stage.GROUP_CHAT,)


def test_it_waits_until_a_character_wants_it_to_begin() -> None:
    """Nothing is due before the first wish, nor after the close."""
    waiting = GroupChat.of(CHAT, [(1, Opened(script=council_script()))])
    closed = opening_moves(council_script()).then(
        Closed(is_settled=False, result=GroupResult(effort=Effort()))
    )

    assert is_paused(waiting)
    assert due(waiting) == ()
    assert due(closed) == ()
    assert awaited(closed) == ()
    assert not is_paused(closed)


def test_stages_come_in_the_order_of_the_script_and_settlement_last() -> None:
    """Round after round; the settlement once, in the last."""
    stages = (Stage.UPDATE, Stage.GROUP_CHAT, Stage.PRIVATE_CHAT)
    chat = play_script(council_script(Course(rounds=2, stages=stages)))

    began = [(move.round, move.stage) for _, move in chat.moves if isinstance(move, Began)]
    assert began == [*((n, stage) for n in (1, 2) for stage in stages), (2, Stage.SETTLEMENT)]
    assert isinstance(chat.moves[-1][1], Closed)


def test_a_stage_without_chat_rounds_is_left_out() -> None:
    """Nobody is asked whom to talk with where there is no time to."""
    chat = play_script(council_script(Course(rounds=1, private_rounds=0, group_rounds=0)))

    began = [move.stage for _, move in chat.moves if isinstance(move, Began)]
    assert began == [Stage.CONFIDENTIAL_MEETING, Stage.UPDATE, Stage.SETTLEMENT]


def test_a_stage_begins_with_the_order_by_influence() -> None:
    """Who counts for most comes first, with what it counts for."""
    script = council_script(ties=(Tie(of="dov", to="cyn", score=50),))
    begin = due(opening_moves(script))[0]

    assert isinstance(begin, Begin)
    assert set(begin.order[:2]) == {"cyn", "dov"}
    assert begin.order[2:] == ("ada", "eve", "ben")
    assert [count for _, count in begin.influence] == [55, 55, 40, 10, 0]
    assert [member for member, _ in begin.influence] == list(begin.order)


def test_principals_choose_side_by_side() -> None:
    """All of them, in the order of their turns; supporting members do not."""
    chat = play_until(opening_moves(council_script()), Chose)
    tasks = due(chat)

    assert chat.began is not None
    assert [task.member for task in tasks if isinstance(task, Choose)] == [
        one for one in chat.began.order if one in ("ada", "ben", "cyn")
    ]
    assert len(tasks) == 3


def test_the_first_words_come_with_the_choice() -> None:
    """Nobody is asked for them again; without any, those who chose are."""
    chat = play_until(opening_moves(council_script()), Chose)
    with_words = chat.then(*play_wave(chat, answer_with_partners({"ada": "dov"})))
    without = chat.then(*play_wave(chat, answer_with_partners({"ada": "dov"}, opening="")))

    assert due(with_words) == (
        Say(member="ada", talk="ada", to="dov", chat_round=1, opening="hello"),
    )
    assert not needs_thought(with_words, due(with_words)[0])
    assert due(without) == (Say(member="ada", talk="ada", to="dov", chat_round=1),)
    assert needs_thought(without, due(without)[0])


def test_all_make_up_their_minds_side_by_side_and_then_vote() -> None:
    """On their own knowledge and on all; then it is told, and closed."""
    chat = play_until(
        opening_moves(council_script(Course(stages=(Stage.UPDATE,), rounds=1))), Updated
    )
    assert [type(task) for task in due(chat)] == [Update] * 5

    chat = play_until(chat, Voted)
    votes = [task.knowledge for task in due(chat) if isinstance(task, CastVote)]
    assert votes == [Knowledge.OWN] * 5 + [Knowledge.ALL] * 5

    assert due(play_until(chat, Closed)) == (Conclude(),)


def test_nobody_votes_on_all_knowledge_where_no_rule_asks_for_it() -> None:
    """The guess and the last words of all are wanted all the same."""
    ballot = replace(council_script().ballot, rules=(VoteRule.OWN,))
    chat = play_script(council_script(ballot=ballot))
    nothing = play_script(council_script(ballot=replace(ballot, rules=())))

    for game in (chat, nothing):
        assert [vote.knowledge for vote in game.votes] == [Knowledge.OWN] * 5


@pytest.mark.parametrize(
    ("wish", "last"),
    [
        (Wished(round=1, stage=Stage.PRIVATE_CHAT), (1, Stage.PRIVATE_CHAT)),
        (Wished(round=1, stage=Stage.UPDATE), (1, Stage.UPDATE)),
        (Wished(round=2, stage=Stage.GROUP_CHAT), (2, Stage.GROUP_CHAT)),
        (Wished(round=2, stage=Stage.SETTLEMENT), (2, Stage.SETTLEMENT)),
        (Wished(round=9, stage=Stage.UPDATE), (2, Stage.SETTLEMENT)),
        (Wished(), (2, Stage.SETTLEMENT)),
    ],
)
def test_it_goes_on_to_the_end_of_the_stage_that_is_wished(
    wish: Wished, last: tuple[int, Stage]
) -> None:
    """And no further; then it is paused, unless it is closed."""
    chat = play_on(opening_moves(council_script(Course(rounds=2)), wish=wish))

    assert (chat.round, chat.stage) == last
    assert is_paused(chat) is not chat.is_closed
    assert chat.is_closed is (last == (2, Stage.SETTLEMENT))


def test_a_stage_that_the_script_has_not_stands_for_the_end_of_its_round() -> None:
    """A wish can be from before a character looked at the stages."""
    script = council_script(Course(stages=GROUP, rounds=2))
    chat = play_on(opening_moves(script, wish=Wished(round=1, stage=Stage.UPDATE)))

    assert (chat.round, chat.stage) == (1, Stage.GROUP_CHAT)
    assert is_paused(chat)


def test_the_latest_wish_counts() -> None:
    """Also one that was overtaken: it goes no further; and then on, from where it was."""
    chat = play_until(opening_moves(council_script()), LineSpoken)
    held = chat.then(Wished(round=0, stage=Stage.UPDATE))
    assert is_paused(held)
    assert due(held) == ()

    assert play_on(held.then(Wished())).is_closed


def test_it_is_paused_when_the_point_is_reached_and_not_before() -> None:
    """With the last word of the stage, in mid-wave too."""
    script = council_script(Course(stages=GROUP, rounds=1, group_rounds=1))
    chat = play_until(
        opening_moves(script, wish=Wished(round=1, stage=Stage.GROUP_CHAT)), LineSpoken
    )
    said = play_wave(chat, answer_talkatively)

    assert not is_paused(chat.then(*said[:4]))
    assert is_paused(chat.then(*said))
