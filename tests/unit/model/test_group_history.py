"""What of the past is before a member: all that it knows, and its own summaries."""

from dataclasses import replace

import pytest

from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import due
from npcserver.model.group.moves import LineSpoken, Updated, Voted
from npcserver.model.group.script import Course, Knowledge, Stage
from npcserver.model.group_inputs import SpeakInput, build_input
from tests.fakes.scene_scripts import (
    answer_talkatively,
    council_script,
    known_texts,
    material_for_next,
    opening_moves,
    play_until,
    play_wave,
    point_of,
)

DEBATES = (Stage.GROUP_CHAT, Stage.UPDATE)
LONG = Course(rounds=3, stages=DEBATES)


def after_rounds(count: int, course: Course = LONG) -> GroupChat:
    """Play until a round is looked back on."""
    chat = opening_moves(council_script(course))
    for _ in range(count):
        chat = play_until(chat, Updated)
        chat = chat.then(*play_wave(chat, answer_talkatively))
    return chat


def test_the_lines_of_the_talk_are_not_shown_twice() -> None:
    """They are before the member as lines, and not among what else it knows."""
    chat = play_until(opening_moves(council_script(LONG)), LineSpoken)
    chat = chat.then(*play_wave(chat, answer_talkatively))
    material = material_for_next(chat, "eve")

    assert isinstance(material, SpeakInput)
    assert len(known_texts(material.lines)) == 5
    assert not set(known_texts(material.lines)) & set(known_texts(material.standpoint.known))


def test_in_a_debate_the_chat_round_under_way_is_not_heard() -> None:
    """Whoever speaks last has the same before it as who speaks first."""
    chat = play_until(opening_moves(council_script(LONG)), LineSpoken)
    said = play_wave(chat, answer_talkatively)
    last = due(chat)[-1]

    assert build_input(chat, last) == build_input(chat.then(*said[:-1]), last)


def test_everything_a_member_knows_is_before_it() -> None:
    """However much was said: what does not fit in a prompt is decided where prompts are made."""
    course = Course(rounds=3, stages=DEBATES, group_rounds=7)
    back = point_of(material_for_next(play_until(after_rounds(1, course), Updated), "eve")).known
    talk = point_of(material_for_next(play_until(after_rounds(1, course), LineSpoken), "eve")).known

    assert len(known_texts(back)) == 2 * 5 * 7
    assert known_texts(back)[0].endswith("1 group_chat line 1")
    assert known_texts(back)[-1].endswith("2 group_chat line 7")
    assert len(known_texts(talk)) == 5 * 7


def test_own_summaries_of_all_rounds_are_before_a_member() -> None:
    """Each at the end of its round; nobody else's."""
    known = point_of(material_for_next(play_until(after_rounds(2), Updated), "eve")).known

    kept = [one for one in known if isinstance(one, Updated)]
    assert [(one.member, one.round, one.summary) for one in kept] == [
        ("eve", 1, "eve 1 update summary"),
        ("eve", 2, "eve 2 update summary"),
    ]
    assert {one.round for one in known if isinstance(one, LineSpoken)} == {1, 2, 3}


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_without_summaries_there_are_none(round_: int) -> None:
    """The lines are there; whether there is room for them, a prompt decides."""
    course = replace(LONG, has_summaries=False)
    known = point_of(
        material_for_next(play_until(after_rounds(round_ - 1, course), Updated), "eve")
    ).known

    assert not [one for one in known if isinstance(one, Updated)]
    assert len(known_texts(known)) == 15 * round_


def test_without_memory_only_the_talk_under_way_is_there() -> None:
    """Also for who looks back or votes."""
    course = replace(LONG, has_memory=False)
    second = play_until(after_rounds(1, course), LineSpoken)
    second = second.then(*play_wave(second, answer_talkatively))
    speaking = material_for_next(second, "eve")
    votes = play_until(after_rounds(3, course), Voted)

    assert isinstance(speaking, SpeakInput)
    assert speaking.standpoint.known == ()
    assert {line.round for line in speaking.lines} == {2}
    assert point_of(material_for_next(play_until(second, Updated), "eve")).known == ()
    assert point_of(material_for_next(votes, "eve", Knowledge.ALL)).known == ()


def test_who_passed_is_not_quoted() -> None:
    """A line without words takes up no room."""
    chat = play_until(opening_moves(council_script(LONG)), LineSpoken)
    passed = [
        replace(move, text="", ends=False)
        if isinstance(move, LineSpoken) and move.member == "ada"
        else move
        for move in play_wave(chat, answer_talkatively)
    ]
    material = material_for_next(chat.then(*passed), "eve")

    assert isinstance(material, SpeakInput)
    assert [line.member for line in material.lines if not line.text] == []
    assert len(material.lines) == 4
