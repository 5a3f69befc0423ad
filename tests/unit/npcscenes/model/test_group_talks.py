"""Stages of a group chat, its talks and debates, and when they are over."""

import zlib
from collections import Counter
from dataclasses import replace

import pytest

from npcscenes.model import director
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import (
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
from npcscenes.model.group_answers import Answer, moves_of
from npcscenes.model.group_inputs import DigestInput, MemberInput, SpeakInput, SpokenLine
from npcscenes.model.summary import receipts_of
from npcserver.model.group.moves import (
    AdvanceRequested,
    Began,
    Chose,
    Closed,
    Effort,
    GroupResult,
    LineSpoken,
    Move,
    Opened,
    Seated,
    Updated,
    Voted,
)
from npcserver.model.group.script import Course, Knowledge, Stage, Tie, VoteRule
from tests.fakes.scene_scripts import (
    CHAT,
    answer_talkatively,
    answer_with_partners,
    council_script,
    every_third_repaired,
    lines_of,
    opening_moves,
    play_on,
    play_script,
    play_until,
    play_wave,
    random_answers,
    random_script,
    shown_text,
    succession_script,
)

GROUP = (Stage.GROUP_CHAT,)
PRIVATE = (Stage.PRIVATE_CHAT,)


def test_talks_that_share_nobody_run_side_by_side() -> None:
    """And those that share a character one after the other, in the order of the turns."""
    chat = play_until(opening_moves(council_script(Course(private_rounds=1))), Chose)
    answers = answer_with_partners({"ada": "dov", "ben": "dov", "cyn": "eve"})
    assert chat.began is not None
    first = next(one for one in chat.began.order if one in ("ada", "ben"))

    chat = chat.then(*play_wave(chat, answers))
    begun = {task.talk for task in due(chat) if isinstance(task, Say)}
    assert begun == {first, "cyn"}
    chat = chat.then(*play_wave(chat, answers))
    assert [task.to for task in due(chat) if isinstance(task, Say)].count(first) == 1
    chat = chat.then(*play_wave(chat, answers))
    assert {task.talk for task in due(chat) if isinstance(task, Say)} == {"ada", "ben"} - {first}


def test_two_who_choose_each_other_talk_twice() -> None:
    """Each has begun a talk of its own."""
    chat = play_script(
        council_script(Course(stages=PRIVATE, rounds=1)),
        answer_with_partners({"ada": "ben", "ben": "ada"}),
    )

    talks = Counter(line.talk for line in lines_of(chat, Stage.PRIVATE_CHAT))
    assert talks == {"ada": 6, "ben": 6}


def test_in_a_talk_the_two_take_turns() -> None:
    """One line of each makes a chat round, and the one who began it comes first."""
    chat = play_script(
        council_script(Course(stages=PRIVATE, rounds=1)), answer_with_partners({"ada": "dov"})
    )

    said = [(line.member, line.to, line.chat_round) for line in lines_of(chat, Stage.PRIVATE_CHAT)]
    assert said == [pair for n in (1, 2, 3) for pair in (("ada", "dov", n), ("dov", "ada", n))]


@pytest.mark.parametrize(
    ("ending", "count"), [(("dov", 1), 3), (("ada", 2), 4), (("dov", 2), 5), (("dov", 3), 6)]
)
def test_a_talk_ends_once_the_other_has_answered(ending: tuple[str, int], count: int) -> None:
    """Who has nothing to add still gets an answer, and then it is over."""

    def answers(material: MemberInput) -> Answer | None:
        if isinstance(material, SpeakInput):
            said = (material.standpoint.member.id, material.chat_round)
            return SpokenLine(say="well", ends=said == ending)
        return answer_with_partners({"ada": "dov"})(material)

    chat = play_script(council_script(Course(stages=PRIVATE, rounds=1)), answers)

    assert len(lines_of(chat, Stage.PRIVATE_CHAT)) == count


def test_silence_ends_a_talk_at_once() -> None:
    """There is nothing to answer."""

    def answers(material: MemberInput) -> Answer | None:
        is_line = isinstance(material, SpeakInput)
        return SpokenLine() if is_line else answer_with_partners({"ada": "dov"})(material)

    chat = play_script(council_script(Course(stages=PRIVATE, rounds=1)), answers)

    assert [line.text for line in lines_of(chat, Stage.PRIVATE_CHAT)] == ["hello", ""]


def test_the_next_talk_begins_when_one_is_over_early() -> None:
    """Anyone who waited for its partner gets it."""

    def answers(material: MemberInput) -> Answer | None:
        if isinstance(material, SpeakInput):
            return SpokenLine(say="bye", ends=True)
        return answer_with_partners({"ada": "eve", "ben": "eve", "cyn": "eve"})(material)

    chat = play_script(council_script(Course(stages=PRIVATE, rounds=1)), answers)

    began = next(move for _, move in chat.moves if isinstance(move, Began))
    talks = [line.talk for line in lines_of(chat, Stage.PRIVATE_CHAT)]
    chosen = [one for one in began.order if one in ("ada", "ben", "cyn")]
    assert talks == [one for one in chosen for _ in range(3)]


def test_every_line_of_every_chat_round_is_kept() -> None:
    """Three rounds of three chat rounds of five members are 45 lines, each with its place."""
    chat = play_script(council_script(Course(stages=GROUP)))

    lines = lines_of(chat, Stage.GROUP_CHAT)
    places = {(line.round, line.chat_round, line.member) for line in lines}
    assert len(lines) == len(places) == 45


def test_all_speak_side_by_side_in_a_group_chat() -> None:
    """The next chat round begins when all have."""
    chat = play_until(opening_moves(council_script(Course(stages=GROUP))), LineSpoken)
    tasks = due(chat)
    assert [type(task) for task in tasks] == [Say] * 5

    chat = chat.then(*play_wave(chat, answer_talkatively)[:4])
    assert due(chat) == tasks[4:]


def test_who_has_ended_is_not_asked_again_in_that_stage() -> None:
    """Who only passed is."""

    def answers(material: MemberInput) -> Answer | None:
        if isinstance(material, SpeakInput):
            name = material.standpoint.member.id
            return SpokenLine(say="" if name == "ben" else "yes", ends=name == "ada")
        return answer_talkatively(material)

    chat = play_script(council_script(Course(stages=GROUP, rounds=2)), answers)

    said = Counter((line.round, line.member) for line in lines_of(chat, Stage.GROUP_CHAT))
    assert [said[n, "ada"] for n in (1, 2)] == [1, 1]
    assert [said[n, "ben"] for n in (1, 2)] == [3, 3]


def test_a_group_chat_ends_when_nobody_says_more() -> None:
    """A chat round in which everybody passed or ended is the last."""

    def answers(material: MemberInput) -> Answer | None:
        if isinstance(material, SpeakInput):
            return SpokenLine(say="" if material.standpoint.member.id == "ben" else "so", ends=True)
        return answer_talkatively(material)

    chat = play_script(council_script(Course(stages=GROUP, rounds=1)), answers)

    assert len(lines_of(chat, Stage.GROUP_CHAT)) == 5


@pytest.mark.parametrize("seed", range(12))
def test_going_on_from_any_move_leads_to_the_same_end(seed: int) -> None:
    """A restart in mid-round changes nothing: every single line and vote is the same."""
    script = replace(random_script(seed), course=replace(random_script(seed).course, rounds=1))
    whole = play_script(script, random_answers(seed), seed, every_third_repaired)

    for cut in range(2, len(whole.moves), 3):
        resumed = play_on(
            GroupChat.of(CHAT, whole.moves[:cut]), random_answers(seed), every_third_repaired
        )
        assert bare(resumed) == bare(whole)


def bare(chat: GroupChat) -> list[tuple[int, Move]]:
    """Return the moves without their receipts, which say from where a thought was thought."""
    return [
        (
            seq,
            move
            if isinstance(move, Began | Opened | AdvanceRequested | Seated)
            else replace(move, made_from=None),
        )
        for seq, move in chat.moves
    ]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_due_does_not_change_while_a_wave_comes_in(seed: int) -> None:
    """Whatever order its moves come in, the rest of it stays due."""
    chat = opening_moves(random_script(seed), seed)
    while tasks := due(chat):
        for at, task in enumerate(tasks):
            others = [one for one in tasks[:at] if not isinstance(one, Began)]
            assert task in due(chat.then(*(move for one in others for move in moves_of(chat, one))))
        chat = chat.then(*play_wave(chat, random_answers(seed)))


@pytest.mark.parametrize("most", [1, 2, 3, 20, 60, 133, 150, 250, 300])
@pytest.mark.parametrize("repairs", [False, True])
def test_calls_never_exceed_the_most(most: int, repairs: bool) -> None:  # noqa: FBT001
    """Even where every answer must be repaired; the game comes to its end all the same."""
    chat = play_script(
        succession_script(most), condensing, calls=(lambda _: 2) if repairs else (lambda _: 1)
    )

    assert chat.effort.calls <= most
    assert chat.closed is not None
    assert chat.closed.is_settled
    assert len(chat.votes) == 18


def test_the_largest_story_is_thought_through_within_250_calls() -> None:
    """Without a default, also where one answer in ten is repaired; every debate has two rounds."""
    chat = play_script(succession_script(250), condensing)
    repaired = play_script(succession_script(250), condensing, calls=now_and_then)

    assert chat.effort.defaulted == repaired.effort.defaulted == 0
    assert 225 <= chat.effort.calls <= 250
    assert repaired.effort.repaired > 10
    last = {line.round: line.chat_round for line in lines_of(chat, Stage.GROUP_CHAT)}
    assert all(chat_round >= 2 for chat_round in last.values())


def now_and_then(material: MemberInput) -> int:
    """One answer in ten must be repaired, by the first draw; other draws need a default."""
    return 2 if zlib.crc32(f"0{shown_text(material)}".encode()) % 10 == 0 else 1


def test_without_a_limit_all_is_said() -> None:
    """309 calls and the chronicle, for nine members and five principals."""
    chat = play_script(succession_script(0), condensing)

    assert chat.effort.calls == 310
    assert chat.effort.calls == sum(
        director.thoughts(chat.script, stage, 3)
        for _, stage in director.stage_points(chat.script.course)
    )


def condensing(material: MemberInput) -> Answer | None:
    """Condense every round, as where not everything fits in a prompt."""
    return "In short." if isinstance(material, DigestInput) else answer_talkatively(material)


def test_what_is_left_out_is_shared_among_the_stages() -> None:
    """The last debate is no shorter than the first talks."""
    chat = play_script(succession_script(220))

    longest = {
        (line.round, line.stage): line.chat_round
        for _, line in chat.moves
        if isinstance(line, LineSpoken)
    }
    assert longest[3, Stage.GROUP_CHAT] >= longest[1, Stage.PRIVATE_CHAT]
    assert set(longest.values()) <= {1, 2, 3}
    assert len(longest) == 9


def test_at_the_limit_everybody_takes_the_default_without_a_call() -> None:
    """And each of these counts as a default."""
    chat = play_script(succession_script(20))

    assert chat.effort.calls <= 20
    taken = [one for one in receipts_of(chat) if not one.thought.calls]
    assert chat.effort.defaulted == len(taken) > 50
    begun = play_until(opening_moves(succession_script(1)), Chose)
    assert not needs_thought(begun, due(begun)[0])


def test_near_the_limit_no_more_are_thought_side_by_side_than_could_be_repaired() -> None:
    """Five calls are left: two can think at once; what they took says who may be next."""
    chat = play_until(opening_moves(succession_script(5)), Chose)
    assert len(due(chat)) == 2

    chat = chat.then(*play_wave(chat, answer_talkatively))
    assert len(due(chat)) == 1
    chat = chat.then(*play_wave(chat, answer_talkatively))
    assert [needs_thought(chat, task) for task in due(chat)] == [True]
    chat = chat.then(*play_wave(chat, answer_talkatively))
    assert [needs_thought(chat, task) for task in due(chat)] == [False]


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

    assert isinstance(begin, Began)
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
    ("advance", "last"),
    [
        (AdvanceRequested(round=1, stage=Stage.PRIVATE_CHAT), (1, Stage.PRIVATE_CHAT)),
        (AdvanceRequested(round=1, stage=Stage.UPDATE), (1, Stage.UPDATE)),
        (AdvanceRequested(round=2, stage=Stage.GROUP_CHAT), (2, Stage.GROUP_CHAT)),
        (AdvanceRequested(round=2, stage=Stage.SETTLEMENT), (2, Stage.SETTLEMENT)),
        (AdvanceRequested(round=9, stage=Stage.UPDATE), (2, Stage.SETTLEMENT)),
        (AdvanceRequested(), (2, Stage.SETTLEMENT)),
    ],
)
def test_it_goes_on_to_the_end_of_the_stage_that_is_wished(
    advance: AdvanceRequested, last: tuple[int, Stage]
) -> None:
    """And no further; then it is paused, unless it is closed."""
    chat = play_on(opening_moves(council_script(Course(rounds=2)), advance=advance))

    assert (chat.round, chat.stage) == last
    assert is_paused(chat) is not chat.is_closed
    assert chat.is_closed is (last == (2, Stage.SETTLEMENT))


def test_a_stage_that_the_script_has_not_stands_for_the_end_of_its_round() -> None:
    """A wish can be from before a character looked at the stages."""
    script = council_script(Course(stages=GROUP, rounds=2))
    chat = play_on(opening_moves(script, advance=AdvanceRequested(round=1, stage=Stage.UPDATE)))

    assert (chat.round, chat.stage) == (1, Stage.GROUP_CHAT)
    assert is_paused(chat)


def test_the_latest_wish_counts() -> None:
    """Also one that was overtaken: it goes no further; and then on, from where it was."""
    chat = play_until(opening_moves(council_script()), LineSpoken)
    held = chat.then(AdvanceRequested(round=0, stage=Stage.UPDATE))
    assert is_paused(held)
    assert due(held) == ()

    assert play_on(held.then(AdvanceRequested())).is_closed


def test_it_is_paused_when_the_point_is_reached_and_not_before() -> None:
    """With the last word of the stage, in mid-wave too."""
    script = council_script(Course(stages=GROUP, rounds=1, group_rounds=1))
    chat = play_until(
        opening_moves(script, advance=AdvanceRequested(round=1, stage=Stage.GROUP_CHAT)), LineSpoken
    )
    said = play_wave(chat, answer_talkatively)

    assert not is_paused(chat.then(*said[:4]))
    assert is_paused(chat.then(*said))
