"""What of the past is before a member: the newest lines, and summaries of older ones."""

from dataclasses import replace

import pytest

from npcserver.model.acting.material import (
    Speaking,
)
from npcserver.model.acting.materials import (
    JUDGEMENT_LINES,
    TALK_LINES,
    material_of,
)
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import due
from npcserver.model.group.moves import Spoke, Updated, Voted
from npcserver.model.group.script import Course, Knowledge, Stage
from tests.fakes.group_games import council, has, opened, point_of, talkative, texts, until, wave

DEBATES = (Stage.GROUP_CHAT, Stage.UPDATE)
LONG = Course(rounds=3, stages=DEBATES)


def after_rounds(count: int, course: Course = LONG) -> GroupChat:
    """Play until a round is looked back on."""
    chat = opened(council(course))
    for _ in range(count):
        chat = until(chat, Updated)
        chat = chat.then(*wave(chat, talkative))
    return chat


def test_the_lines_of_the_talk_are_not_shown_twice() -> None:
    """They are before the member as lines, and not among what else it knows."""
    chat = until(opened(council(LONG)), Spoke)
    chat = chat.then(*wave(chat, talkative))
    material = has(chat, "eve")

    assert isinstance(material, Speaking)
    assert len(texts(material.lines)) == 5
    assert not set(texts(material.lines)) & set(texts(material.standpoint.known))


def test_in_a_debate_the_chat_round_under_way_is_not_heard() -> None:
    """Whoever speaks last has the same before it as who speaks first."""
    chat = until(opened(council(LONG)), Spoke)
    said = wave(chat, talkative)
    last = due(chat)[-1]

    assert material_of(chat, last) == material_of(chat.then(*said[:-1]), last)


def test_the_newest_lines_are_before_a_member() -> None:
    """Twenty when it talks, thirty when it looks back; the oldest are those that fall out."""
    course = Course(rounds=3, stages=DEBATES, group_rounds=7)
    chat = until(after_rounds(1, course), Updated)
    back = point_of(has(chat, "eve")).known
    lines = texts(back)
    talk = point_of(has(until(after_rounds(1, course), Spoke), "eve")).known

    assert len(lines) == JUDGEMENT_LINES
    assert all(text.endswith("2 group_chat line 7") for text in lines[-5:])
    assert all(text.endswith("2 group_chat line 2") for text in lines[:5])
    assert len(texts(talk)) == TALK_LINES


def test_own_summaries_stand_in_for_what_has_fallen_out() -> None:
    """Of the rounds that have no room any more, and of no others; nobody else's."""
    chat = until(after_rounds(2), Updated)
    known = point_of(has(chat, "eve")).known

    kept = [one for one in known if isinstance(one, Updated)]
    assert [(one.member, one.round, one.summary) for one in kept] == [
        ("eve", 1, "eve 1 update summary")
    ]
    assert known[0] == kept[0]
    assert {one.round for one in known if isinstance(one, Spoke)} == {2, 3}


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_without_summaries_nothing_stands_in(round_: int) -> None:
    """What was said longer ago is lost."""
    course = replace(LONG, has_summaries=False)
    known = point_of(has(until(after_rounds(round_ - 1, course), Updated), "eve")).known

    assert not [one for one in known if isinstance(one, Updated)]
    assert len(texts(known)) == min(15 * round_, JUDGEMENT_LINES)


def test_without_memory_only_the_talk_under_way_is_there() -> None:
    """Also for who looks back or votes."""
    course = replace(LONG, has_memory=False)
    second = until(after_rounds(1, course), Spoke)
    second = second.then(*wave(second, talkative))
    speaking = has(second, "eve")
    votes = until(after_rounds(3, course), Voted)

    assert isinstance(speaking, Speaking)
    assert speaking.standpoint.known == ()
    assert {line.round for line in speaking.lines} == {2}
    assert point_of(has(until(second, Updated), "eve")).known == ()
    assert point_of(has(votes, "eve", Knowledge.ALL)).known == ()


def test_who_passed_is_not_quoted() -> None:
    """A line without words takes up no room."""
    chat = until(opened(council(LONG)), Spoke)
    passed = [
        replace(move, text="", ends=False)
        if isinstance(move, Spoke) and move.member == "ada"
        else move
        for move in wave(chat, talkative)
    ]
    material = has(chat.then(*passed), "eve")

    assert isinstance(material, Speaking)
    assert [line.member for line in material.lines if not line.text] == []
    assert len(material.lines) == 4
