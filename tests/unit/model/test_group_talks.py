"""Talks side by side and one after the other, debates, and when they are over."""

from collections import Counter

import pytest

from npcserver.model.group.director import Say, due
from npcserver.model.group.moves import (
    Began,
    Chose,
    LineSpoken,
)
from npcserver.model.group.script import Course, Stage
from npcserver.model.group_answers import Answer
from npcserver.model.group_inputs import MemberInput, SpeakInput, SpokenLine
from tests.fakes.scene_scripts import (
    answer_talkatively,
    answer_with_partners,
    council_script,
    lines_of,
    opening_moves,
    play_script,
    play_until,
    play_wave,
)

GROUP = (Stage.GROUP_CHAT,)
PRIVATE = (Stage.PRIVATE_CHAT,)


def test_talks_that_share_nobody_run_side_by_side() -> None:
    """And those that share somebody one after the other, in the order of the turns."""
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
    """One line of each makes a chat round, and whoever began it comes first."""
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
    """Whoever waited for its partner gets it."""

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
